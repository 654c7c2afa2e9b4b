"""The last steps of the making: features and spells, equipment, a start; and the order of all (LIN-004, LIN-007)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.character.creation import MAKING, Step, chosen, unarmed
from rules.engine.kernel import (
    Choice,
    Dice,
    Incomplete,
    MemoKept,
    Refused,
    Table,
    Told,
    counted,
    many,
    pick,
    set_text,
    words,
)
from rules.systems.fortune.content import SUBJECTS, library
from rules.systems.fortune.core import COIN, TRAINING, class_range, may_bear, regrouped, weapon_words
from rules.systems.fortune.creation.new_sheet import FIRST_COIN
from rules.systems.fortune.creation.origin import (
    CLASS,
    CULTURE,
    LINEAGE,
    STATS,
    AssignStats,
    ChooseClass,
    ChooseCulture,
    ChooseLineage,
)
from rules.systems.fortune.creation.writing import (
    ASKED_FOR,
    Making,
    choose,
    class_of,
    cost,
    described,
    language_choices,
    learnable,
    novice_picks,
    spell_picks,
)

#: The most weapons of a kind that one begins with (LIN-007).
MOST_OF_A_KIND = 2


@dataclass(frozen=True, slots=True)
class PickFeatures(Making, name="make.features", label="Features"):
    """Pick a novice feature, one more for humans, and the first spells of the Devoted (LIN-004)."""

    guidance: ClassVar[str] = "One novice feature, two for humans. The Devoted know spells equal to Heart."
    needs: ClassVar[tuple[tuple[str, str], ...]] = (LINEAGE, CULTURE, CLASS, STATS)
    kept: ClassVar[Mapping[str, str]] = {key: key for key in ("novice", "spells", *ASKED_FOR.values())}

    novice: tuple[str, ...] = many("Novice features")
    subject: str = pick("Subject", default="", none="Not chosen yet")
    craft: str = words("Craft or art", default="", most=60)
    tongue: str = pick("Language", default="", none="Not chosen yet")
    spells: tuple[str, ...] = many("Spells", help="For the Devoted, of level 0 or 1")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        casts = "calling" in chosen(table) and class_of(table).spells
        shelf = library.offered(library.spells())
        spells = [shelf[key] for key in (learnable(table) if casts else ()) if key in shelf]
        return {
            "novice": described(library.offered(library.features_of("novice")).values()),
            "subject": tuple(Choice(one, one.capitalize()) for one in SUBJECTS),
            "tongue": language_choices(_known(table)),
            "spells": tuple(Choice(one.key, one.name, f"level {one.level}. {one.description}") for one in spells),
        }

    @classmethod
    def goes_with(cls, table: Table) -> Mapping[str, tuple[str, frozenset[str]]]:
        novice = library.features_of("novice").values()
        return {
            field: ("novice", frozenset(one.key for one in novice if one.chosen == what))
            for what, field in ASKED_FOR.items()
        }

    @classmethod
    def settled(cls, table: Table) -> str:
        kept = chosen(table)
        if "novice" not in kept:
            return ""
        spells = counted(len(kept["spells"]), "spell", "spells") if kept["spells"] else ""
        return ", ".join(filter(None, [*(library.features()[key].name for key in kept["novice"]), spells]))

    def left(self, table: Table) -> str:
        if "stats" not in chosen(table):
            return ""
        features = _off(novice_picks(table) - len(self.novice), "feature", "features")
        return ", ".join(filter(None, (features, _off(spell_picks(table) - len(self.spells), "spell", "spells"))))

    def perform(self, table: Table, dice: Dice) -> None:
        picks, spells = novice_picks(table), spell_picks(table)
        if len(self.novice) != picks:
            kind = Incomplete if len(self.novice) < picks else Refused
            raise kind(f"Pick {counted(picks, 'novice feature', 'novice features')}.", "novice")
        if len(self.spells) != spells:
            kind = Incomplete if len(self.spells) < spells else Refused
            raise kind(f"Pick {counted(spells, 'spell', 'spells')} to start with.", "spells")
        self._refuse_unsaid(table)
        choose(
            table,
            novice=list(self.novice),
            spells=list(self.spells),
            subject=self.subject,
            craft=self.craft.strip(),
            tongue=self.tongue,
        )

    def _refuse_unsaid(self, table: Table) -> None:
        """Refuse a feature without the choice that belongs to it, and a choice without its feature."""
        needed = {library.features()[key].chosen for key in self.novice}
        for what, field in ASKED_FOR.items():
            said = getattr(self, field).strip()
            if what in needed and not said:
                raise Incomplete(f"Choose a {what} for the feature.", field)
            if said and what not in needed:
                raise Refused(f"None of your features needs a {what}. Leave it empty.", field)
        if self.tongue and self.tongue in _known(table):
            raise Refused("You know this language already. Choose another.", "tongue")


def _known(table: Table) -> set[str]:
    """The languages that the culture gives."""
    kept = chosen(table)
    if "culture" not in kept:
        return set()
    return {*library.cultures()[kept["culture"]].languages, kept["language"]}


def _off(by: int, one: str, several: str) -> str:
    """The picks that are left, or too many; empty if they are right."""
    if not by:
        return ""
    return f"{counted(by, one, several)} left" if by > 0 else f"{counted(-by, one, several)} too many"


def kind_of(weapon: str) -> str:
    """The kind of a weapon that is offered: melee, ranged or special."""
    return library.groups()[library.weapons()[weapon.partition(".")[2]].group].kind


@dataclass(frozen=True, slots=True)
class Equip(Making, name="make.equipment", label="Equipment"):
    """Take along equipment for every training, a pack, and what 5 Coin buy (LIN-007, LIN-048, LIN-056, C-06)."""

    guidance: ClassVar[str] = "Choose weapons you are trained in. You also get a pack, a light, rope and bedding."
    needs: ClassVar[tuple[tuple[str, str], ...]] = (
        LINEAGE,
        CULTURE,
        CLASS,
        STATS,
        ("novice", "Choose features first."),
    )

    weapons: tuple[str, ...] = many("Weapons", help="At most two melee and two ranged")
    armour: str = pick("Armour", default="", help="No armour", at_once=True)
    shield: str = pick("Shield", default="", help="No shield", at_once=True)
    gear: tuple[str, ...] = many("Other gear")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        trained = table.me.ranks.get(TRAINING, {})
        return {
            "weapons": tuple(
                Choice(
                    f"weapons.{one.key}",
                    one.name,
                    ", ".join(weapon_words(one, class_range(table.me, table.house_rules), table.house_rules)),
                )
                for one in library.weapons().values()
                if regrouped(one, table.house_rules).group in trained and not one.natural
            ),
            "armour": tuple(
                Choice(f"armour.{one.key}", one.name, one.description)
                for one in library.armours().values()
                if one.training in trained
            ),
            "shield": tuple(
                Choice(f"shields.{one.key}", one.name, one.description)
                for one in library.shields().values()
                if may_bear(table.me, one, table.house_rules)
            ),
            "gear": tuple(
                Choice(f"gear.{one.key}", one.name, f"{one.cost} Coin" if one.cost else "Bits")
                for one in library.gear().values()
            ),
        }

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        things = chosen(table).get("things") or []
        weapons, suits, shields, gear = (
            tuple(one for one in things if one.startswith(f"{section}."))
            for section in ("weapons", "armour", "shields", "gear")
        )
        return {"weapons": weapons, "armour": "".join(suits), "shield": "".join(shields), "gear": gear}

    @classmethod
    def settled(cls, table: Table) -> str:
        taken = chosen(table).get("things")
        if taken is None:
            return ""
        names = [library.item_from(*one.split(".")).name for one in taken[:3]]
        more = " …" if len(taken) > len(names) else ""
        return f"{', '.join(names) or 'a pack'}{more}; {table.me.now(COIN)} Coin left"

    @classmethod
    def lack(cls, table: Table) -> str:
        return unarmed(table.me)

    def left(self, table: Table) -> str:
        left = FIRST_COIN - cost(self.gear)
        return f"{left} Coin left" if left >= 0 else f"{-left} Coin too much"

    def perform(self, table: Table, dice: Dice) -> None:
        if cost(self.gear) > FIRST_COIN:
            raise Refused(f"You have {FIRST_COIN} Coin; this costs {cost(self.gear)}.", "gear")
        ranged = [kind_of(one) for one in self.weapons].count("ranged")
        if max(ranged, len(self.weapons) - ranged) > MOST_OF_A_KIND:
            raise Refused("Choose at most two melee and two ranged weapons.", "weapons")
        choose(table, things=[*filter(None, (*self.weapons, self.armour, self.shield, *self.gear))])


@dataclass(frozen=True, slots=True)
class Finish(Making, name="make.finish", label="Begin"):
    """Close the making, with ties and a backstory if you like (LIN-004): from now on levels change the sheet."""

    guidance: ClassVar[str] = "Check everything. To start above level 1, ask your game master."
    needs: ClassVar[tuple[tuple[str, str], ...]] = (*Equip.needs, ("things", "Choose equipment first."))

    ties: str = words("Ties", default="", most=400, help="People and places that matter to you")
    backstory: str = words("Backstory", default="", most=2000, long=True)

    @classmethod
    def settled(cls, table: Table) -> str:
        return ""

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {name: table.me.texts.get(name, "") for name in ("ties", "backstory")}

    def perform(self, table: Table, dice: Dice) -> None:
        for name in ("ties", "backstory"):
            set_text(table, table.actor, name, str(getattr(self, name)).strip())
        table.happen(MemoKept(table.actor, MAKING, None), Told((table.actor,), "{0} is ready for the road."))


STEPS: tuple[type[Step], ...] = (
    ChooseLineage,
    ChooseCulture,
    ChooseClass,
    AssignStats,
    PickFeatures,
    Equip,
    Finish,
)
