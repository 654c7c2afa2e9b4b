"""The steps of the making that say how one fights: class and stats (LIN-002, LIN-003)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.kernel import Choice, Dice, Refused, Table, many, number, pick
from rules.systems.fortune.content import library
from rules.systems.fortune.content.entries import Calling, Pick
from rules.systems.fortune.content.switches import STAT_MOST
from rules.systems.fortune.core import STAT, attack_stat, signed
from rules.systems.fortune.creation.new_sheet import ARRAY
from rules.systems.fortune.creation.origin import CLASS, CULTURE, LINEAGE, Making
from rules.systems.fortune.creation.writing import choose, chosen, class_of, raised


@dataclass(frozen=True, slots=True)
class ChooseClass(Making):
    """Choose a class: Health and Stamina, base damage, range, training, first features (LIN-002, LIN-009, LIN-033)."""

    name: ClassVar[str] = "make.class"
    label: ClassVar[str] = "Class"
    guidance: ClassVar[str] = "How you fight. The stat of your attack should be your highest."
    needs: ClassVar[tuple[tuple[str, str], ...]] = (LINEAGE, CULTURE)

    calling: str = pick("Class")
    training: tuple[str, ...] = many("Training", help="As many of each as the class grants")
    option: str = pick(
        "Style or form", default="", help="Brawlers choose a style, Shapeshifters a form", none="None", at_once=True
    )

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        callings = library.classes().values()
        found = {key: [one.name for one in callings if _picks(one, key)] for key in library.trainings()}
        names = library.trainings()
        training = tuple(Choice(key, names[key], ", ".join(whose)) for key, whose in found.items() if whose)
        styles = [*library.features_of(STYLE).values(), *library.forms().values()]
        return {
            "calling": tuple(Choice(one.key, one.name, one.description) for one in callings),
            "training": training,
            "option": tuple(Choice(one.key, one.name, one.description) for one in styles),
        }

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        kept = chosen(table)
        if "calling" not in kept:
            return {}
        return {"calling": kept["calling"], "training": tuple(kept["training"]), "option": kept["option"]}

    @classmethod
    def settled(cls, table: Table) -> str:
        return class_of(table).name if "calling" in chosen(table) else ""

    def left(self, table: Table) -> str:
        calling = library.classes().get(self.calling)
        lacking = [_still(one, self.training) for one in calling.picks] if calling else []
        return "; ".join(one for one in lacking if one)

    def perform(self, table: Table, dice: Dice) -> None:
        one = library.classes()[self.calling]
        for picked in one.picks:
            if still := _still(picked, self.training):
                raise Refused(f"{one.name}: {still}.", "training")
        if odd := [key for key in self.training if not _picks(one, key)]:
            raise Refused(f"{one.name}: the class has no choice of {library.trainings()[odd[0]].lower()}.", "training")
        choose(table, calling=one.key, training=list(self.training), option=self._option(one))

    def _option(self, calling: Calling) -> str:
        """The style or form; refused where the class has none, or needs one."""
        offered: Mapping[str, Any] = {"brawler": library.features_of(STYLE), "shapeshifter": library.forms()}.get(
            calling.key, {}
        )
        if self.option in offered or (not offered and not self.option):
            return self.option
        if not offered:
            raise Refused(f"{calling.name} has no style or form. Leave it empty.", "option")
        raise Refused(f"{calling.name}: pick {' or '.join(one.name for one in offered.values())}.", "option")


#: The feature of Brawlers that has options.
STYLE = "brawler_style"


def _picks(calling: Calling, training: str) -> bool:
    """Whether a class chooses among trainings of which this is one."""
    return any(training in one.groups for one in calling.picks)


def _still(picked: Pick, training: Sequence[str]) -> str:
    """The trainings of a kind that are still to be picked, or too many, in words; empty if it is right."""
    off = picked.count - sum(one in picked.groups for one in training)
    names = ", ".join(library.trainings()[key].lower() for key in picked.groups)
    if off > 0:
        return f"pick {off} more of {names}"
    return f"{-off} too many of {names}" if off < 0 else ""


@dataclass(frozen=True, slots=True)
class AssignStats(Making):
    """Assign 3, 2, 0 and −2, each once; lineage and culture come on top (LIN-003, LIN-006)."""

    name: ClassVar[str] = "make.stats"
    label: ClassVar[str] = "Stats"
    guidance: ClassVar[str] = (
        "Assign 3, 2, 0 and −2 once each. Bonuses from lineage and culture are added automatically."
    )
    needs: ClassVar[tuple[tuple[str, str], ...]] = (LINEAGE, CULTURE, CLASS)

    mettle: int = number("Mettle", least=min(ARRAY), most=max(ARRAY), default=3)
    agility: int = number("Agility", least=min(ARRAY), most=max(ARRAY), default=2)
    intellect: int = number("Intellect", least=min(ARRAY), most=max(ARRAY), default=0)
    heart: int = number("Heart", least=min(ARRAY), most=max(ARRAY), default=-2)

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        kept = chosen(table).get("stats")
        if kept or "calling" not in chosen(table):
            return dict(kept or {})
        return _suggested(class_of(table), attack_stat(table.me))

    @classmethod
    def settled(cls, table: Table) -> str:
        if "stats" not in chosen(table):
            return ""
        return ", ".join(f"{one.name} {signed(table.me.rank(STAT, key))}" for key, one in library.stats().items())

    def left(self, table: Table) -> str:
        free = list(ARRAY)
        for value in self._assigned().values():
            if value in free:
                free.remove(value)
        return f"{', '.join(signed(one) if one else '0' for one in free)} left" if free else ""

    def perform(self, table: Table, dice: Dice) -> None:
        assigned = self._assigned()
        if sorted(assigned.values()) != sorted(ARRAY):
            raise Refused("Assign 3, 2, 0 and −2 once each.", "mettle")
        most = STAT_MOST.number(table.house_rules)
        for key, by in raised(table).items():
            if assigned[key] + by > most:
                raise Refused(f"{library.stats()[key].name} would be {assigned[key] + by}; the maximum is {most}.", key)
        choose(table, stats=assigned)

    def _assigned(self) -> dict[str, int]:
        return {key: getattr(self, key) for key in library.stats()}


def _suggested(calling: Calling, attack: str) -> dict[str, int]:
    """The numbers in an order that suits a class: its attack first, then what its Stamina and damage hang on."""
    wanted = dict.fromkeys((attack, calling.damage_stat, calling.stamina_stat, *library.stats()))
    return dict(zip(wanted, ARRAY, strict=True))
