"""The first steps of the making: lineage and culture, class and stats (LIN-001 to LIN-003).

Each may be taken again as long as the making lasts; what later steps chose from it is then chosen anew.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.engine.character.creation import chosen
from rules.engine.kernel import Choice, Dice, Incomplete, Refused, Table, many, number, pick, signed
from rules.systems.fortune.content import Calling, Culture, Lineage, Pick, library, switches
from rules.systems.fortune.core import STAT, attack_stat, attack_words
from rules.systems.fortune.creation.new_sheet import ARRAY, picks_of, sizes_of
from rules.systems.fortune.creation.writing import (
    Making,
    choose,
    class_of,
    described,
    entries_with,
    foreign_to,
    language_choices,
    lineage_of,
    options_of,
    raised,
    stat_choices,
    with_stat,
)

LINEAGE = ("lineage", "Choose a lineage first.")
CULTURE = ("culture", "Choose a culture first.")
CLASS = ("calling", "Choose a class first.")
STATS = ("stats", "Assign the stats first.")


def _raised_stat(table: Table, picked: str, one: Lineage | Culture, other: str) -> str:
    """The stat that a lineage or culture raises; refused where it does not, or the ``other`` of the two raises it."""
    stat = one.stats[0] if not picked and len(one.stats) == 1 else picked
    if stat not in one.stats:
        kind = Refused if picked else Incomplete
        raise kind(f"Pick {' or '.join(library.stats()[key].name for key in one.stats)} for +1.", "stat")
    if chosen(table).get(f"{other}_stat") == stat and not switches.SAME_STAT.flag(table.house_rules):
        raise Refused(f"{library.stats()[stat].name} is raised already. Choose another stat.", "stat")
    return stat


@dataclass(frozen=True, slots=True)
class ChooseLineage(Making, name="make.lineage", label="Lineage"):
    """Choose a lineage: speed, size, a stat that it raises, and its traits (LIN-002, LIN-035)."""

    guidance: ClassVar[str] = "Your lineage sets your speed, your size and a stat bonus of 1."

    lineage: str = pick("Lineage")
    stat: str = pick("Which stat gets +1?", default="", none="Not chosen yet", at_once=True)
    size: str = pick("Size", default="", none="By lineage")
    traits: tuple[str, ...] = many("Animal features", help="Choose two")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {
            "lineage": described(library.lineages().values()),
            "stat": stat_choices(table, "lineage", library.lineages()),
            "size": tuple(
                Choice(
                    key, library.sizes()[key].name, goes_with=entries_with("lineage", library.lineages(), "sizes", key)
                )
                for key in ("small", "medium", "large")
            ),
            "traits": described(library.features_of(BEASTLY).values()),
        }

    @classmethod
    def goes_with(cls, table: Table) -> Mapping[str, tuple[str, frozenset[str]]]:
        sized = frozenset(one.key for one in library.lineages().values() if len(sizes_of(table, one)) > 1)
        return {"size": ("lineage", sized), "traits": ("lineage", frozenset((library.features()[BEASTLY].of,)))}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        kept = chosen(table)
        if "lineage" not in kept:
            return {}
        return {
            "lineage": kept["lineage"],
            "stat": kept["lineage_stat"],
            "size": kept["size"] if len(sizes_of(table, lineage_of(table))) > 1 else "",
            "traits": tuple(kept["traits"]),
        }

    @classmethod
    def settled(cls, table: Table) -> str:
        return with_stat(table, "lineage", library.lineages())

    def perform(self, table: Table, dice: Dice) -> None:
        one = library.lineages()[self.lineage]
        stat = _raised_stat(table, self.stat, one, "culture")
        sizes = sizes_of(table, one)
        size = self.size or ("medium" if "medium" in sizes else sizes[0])
        if size not in sizes:
            raise Refused(f"{one.name}: choose size {' or '.join(sizes)}.", "size")
        beastly = library.features()[BEASTLY]
        offered = library.features_of(BEASTLY) if one.key == beastly.of else {}
        if offered and (len(self.traits) != beastly.choose or not set(self.traits) <= set(offered)):
            names = ", ".join(trait.name for trait in offered.values())
            kind = Incomplete if len(self.traits) < beastly.choose else Refused
            raise kind(f"Pick {beastly.choose} animal features: {names}.", "traits")
        if self.traits and not offered:
            raise Refused(f"Only the Chimeric have animal features. Leave them out for {one.name}.", "traits")
        choose(table, lineage=one.key, lineage_stat=stat, size=size, traits=list(self.traits))


#: The trait of the Chimeric that has options.
BEASTLY = "chimeric_animal_features"


@dataclass(frozen=True, slots=True)
class ChooseCulture(Making, name="make.culture", label="Culture"):
    """Choose a culture: a stat that it raises, languages, and its traits (LIN-002, LIN-077)."""

    guidance: ClassVar[str] = "Your culture gives you languages and a stat bonus of 1."
    needs: ClassVar[tuple[tuple[str, str], ...]] = (LINEAGE,)
    kept: ClassVar[Mapping[str, str]] = {"culture": "culture", "stat": "culture_stat", "language": "language"}

    culture: str = pick("Culture")
    stat: str = pick("Which stat gets +1?", default="", none="Not chosen yet", at_once=True)
    language: str = pick("One more language", default="", none="Not chosen yet", at_once=True)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {
            "culture": described(library.cultures().values()),
            "stat": stat_choices(table, "culture", library.cultures()),
            "language": tuple(replace(one, goes_with=("culture", foreign_to(one.value))) for one in language_choices()),
        }

    @classmethod
    def goes_with(cls, table: Table) -> Mapping[str, tuple[str, frozenset[str]]]:
        return {"language": ("culture", frozenset(one.key for one in library.cultures().values() if one.choose))}

    @classmethod
    def settled(cls, table: Table) -> str:
        return with_stat(table, "culture", library.cultures())

    def perform(self, table: Table, dice: Dice) -> None:
        one = library.cultures()[self.culture]
        stat = _raised_stat(table, self.stat, one, "lineage")
        if one.choose and not self.language:
            raise Incomplete("Choose one more language.", "language")
        if self.language and not one.choose:
            raise Refused(f"{one.name}: no extra language. Leave it empty.", "language")
        if self.language in one.languages:
            raise Refused("You know this language from your culture. Choose another.", "language")
        choose(table, culture=one.key, culture_stat=stat, language=self.language)


# -- class and stats ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChooseClass(Making, name="make.class", label="Class"):
    """Choose a class: Health and Stamina, base damage, range, training, first features (LIN-002, LIN-009, LIN-033)."""

    guidance: ClassVar[str] = "How you fight, and the stat that you attack with."
    needs: ClassVar[tuple[tuple[str, str], ...]] = (LINEAGE, CULTURE)
    kept: ClassVar[Mapping[str, str]] = {"calling": "calling", "training": "training", "option": "option"}

    calling: str = pick("Class")
    training: tuple[str, ...] = many("Training", help="As many of each as the class grants")
    option: str = pick(
        "Style or form", default="", help="Brawlers choose a style, Shapeshifters a form", none="None", at_once=True
    )

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        callings, names = library.classes().values(), library.trainings()
        found = {key: [one.key for one in callings if _picks(table, one, key)] for key in names}
        return {
            "calling": tuple(Choice(one.key, one.name, f"{one.description} {attack_words(one)}.") for one in callings),
            "training": tuple(
                Choice(key, names[key], goes_with=("calling", frozenset(whose)))
                for key, whose in found.items()
                if whose
            ),
            "option": tuple(
                Choice(option.key, option.name, option.description, goes_with=("calling", frozenset((one.key,))))
                for one in callings
                for option in options_of(one).values()
            ),
        }

    @classmethod
    def goes_with(cls, table: Table) -> Mapping[str, tuple[str, frozenset[str]]]:
        callings = library.classes().values()
        return {
            "training": ("calling", frozenset(one.key for one in callings if one.picks)),
            "option": ("calling", frozenset(one.key for one in callings if options_of(one))),
        }

    @classmethod
    def settled(cls, table: Table) -> str:
        return class_of(table).name if "calling" in chosen(table) else ""

    def left(self, table: Table) -> str:
        calling = library.classes().get(self.calling)
        off = [_off(one, self.training) for one in picks_of(table, calling)] if calling else []
        left, over = sum(by for by in off if by > 0), -sum(by for by in off if by < 0)
        return ", ".join(filter(None, (f"{left} to train" if left else "", f"{over} too many" if over else "")))

    def perform(self, table: Table, dice: Dice) -> None:
        one = library.classes()[self.calling]
        for picked in picks_of(table, one):
            if still := _still(picked, self.training):
                kind = Incomplete if _off(picked, self.training) > 0 else Refused
                raise kind(f"{still[0].upper()}{still[1:]}.", "training")
        if odd := [key for key in self.training if not _picks(table, one, key)]:
            raise Refused(
                f"{one.name}: this class does not choose {library.trainings()[odd[0]].lower()}. Leave it empty.",
                "training",
            )
        choose(table, calling=one.key, training=list(self.training), option=self._option(one))

    def _option(self, calling: Calling) -> str:
        """The style or form; refused where the class has none, or needs one."""
        offered = options_of(calling)
        if self.option and not offered:
            raise Refused(f"{calling.name} has no style or form. Leave it empty.", "option")
        if offered and self.option not in offered:
            raise Incomplete(f"Pick {' or '.join(one.name for one in offered.values())}.", "option")
        return self.option


def _picks(table: Table, calling: Calling, training: str) -> bool:
    """Whether a class chooses among trainings of which this is one."""
    return any(training in one.groups for one in picks_of(table, calling))


def _off(picked: Pick, training: Sequence[str]) -> int:
    """The number of trainings of a kind that are still to be picked; negative for too many."""
    return picked.count - sum(one in picked.groups for one in training)


def _still(picked: Pick, training: Sequence[str]) -> str:
    """The trainings of a kind that are still to be picked, or too many, in words; empty if it is right."""
    off = _off(picked, training)
    names = ", ".join(library.trainings()[key].lower() for key in picked.groups)
    if off > 0:
        return f"pick {off}{' more' if off < picked.count else ''} of {names}"
    return f"{-off} too many of {names}" if off < 0 else ""


@dataclass(frozen=True, slots=True)
class AssignStats(Making, name="make.stats", label="Stats"):
    """Assign 3, 2, 0 and −2, each once; lineage and culture come on top (LIN-003, LIN-006)."""

    guidance: ClassVar[str] = (
        "Assign 3, 2, 0 and −2 once each; make your attack stat your highest. "
        "Bonuses from lineage and culture are added automatically."
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
        # The stat of the attack comes first, then those that Stamina and damage hang on.
        calling = class_of(table)
        wanted = (attack_stat(table.me), calling.damage_stat, calling.stamina_stat, *library.stats())
        return dict(zip(dict.fromkeys(wanted), ARRAY, strict=True))

    @classmethod
    def settled(cls, table: Table) -> str:
        if "stats" not in chosen(table):
            return ""
        return ", ".join(f"{one.name} {signed(table.me.rank(STAT, key))}" for key, one in library.stats().items())

    def left(self, table: Table) -> str:
        free = [one for one in ARRAY if one not in self._assigned().values()]
        return f"{', '.join(signed(one) if one else '0' for one in free)} left" if free else ""

    def perform(self, table: Table, dice: Dice) -> None:
        assigned = self._assigned()
        if sorted(assigned.values()) != sorted(ARRAY):
            raise Refused("Assign 3, 2, 0 and −2 once each.", "mettle")
        most = switches.STAT_MOST.number(table.house_rules)
        for key, by in raised(table).items():
            if assigned[key] + by > most:
                raise Refused(f"{library.stats()[key].name} would be {assigned[key] + by}; the maximum is {most}.", key)
        choose(table, stats=assigned)

    def _assigned(self) -> dict[str, int]:
        return {key: getattr(self, key) for key in library.stats()}
