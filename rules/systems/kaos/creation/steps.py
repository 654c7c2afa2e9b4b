"""The steps of the making: people, attributes, skills, equipment, and a start (D-1).

Each may be taken again as long as the making lasts. Whoever changes attributes spends the skill points anew.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar

from rules.engine.character import creation
from rules.engine.character.creation import MAKING, Step, chosen, unarmed
from rules.engine.kernel import Choice, Dice, Incomplete, MemoKept, Refused, Sheet, Table, counted, many, number, pick
from rules.systems.kaos.content import library
from rules.systems.kaos.core import MAGIC_TOGETHER, base_of, gear, magic_together, most_of, unmet, weapon_words
from rules.systems.kaos.creation.new_sheet import choose, gold, race_of, race_words, skill_points, write

POINTS = 100
LEAST, MOST = 5, 30


@dataclass(frozen=True, slots=True)
class Making(creation.Making):
    """A step of the making (D-1)."""

    instead: ClassVar[str] = "Buy changes with AP."


_RACE = ("race", "Choose your people first.")
_ATTRIBUTES = ("attributes", "Spend the attribute points first.")
_SKILLS = ("skills", "Spend the skill points first.")


@dataclass(frozen=True, slots=True)
class ChoosePeople(Making, name="make.people", label="People"):
    """Choose a people: attributes, movement, damage reduction, skill points, gold (D-1)."""

    guidance: ClassVar[str] = "Each people has its own attribute changes. Humans add 5 to one of their choice."

    race: str = pick("People")
    free: str = pick("Humans add 5 to", default="", none="Not chosen yet")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        races = tuple(Choice(one.key, one.name, ", ".join(race_words(one))) for one in library.races().values())
        return {"race": races, "free": tuple(Choice(one.key, one.name) for one in library.attributes().values())}

    @classmethod
    def goes_with(cls, table: Table) -> Mapping[str, tuple[str, frozenset[str]]]:
        return {"free": ("race", frozenset(one.key for one in library.races().values() if one.free))}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {name: chosen(table)[name] for name in ("race", "free") if name in chosen(table)}

    @classmethod
    def settled(cls, table: Table) -> str:
        kept = chosen(table)
        if "race" not in kept:
            return ""
        free = f", {kept['free'].upper()} +5" if kept.get("free") else ""
        return f"{race_of(table).name}{free}"

    def perform(self, table: Table, dice: Dice) -> None:
        race = library.races()[self.race]
        if race.free and not self.free:
            raise Incomplete("Pick the attribute that gets +5.", "free")
        free = self.free if race.free else None
        changed = (race.key, free) != (chosen(table).get("race"), chosen(table).get("free"))
        language = race.key if race.key in library.languages() else _MOTHER_TONGUES.get(race.key, "trade")
        choose(
            table, race=race.key, free=free, language=language, **({"skills": None, "wares": None} if changed else {})
        )
        write(table)


#: Tongues of peoples that are not called like the people.
_MOTHER_TONGUES = {"dwarf": "dwarvish", "gnome": "gnomish", "ork": "orkish"}


@dataclass(frozen=True, slots=True)
class SpreadPoints(Making, name="make.attributes", label="Attributes"):
    """Spread 100 points over the six attributes, 5 to 30 each; the people's bonus comes on top (D-1)."""

    guidance: ClassVar[str] = (
        "100 points, 5 to 30 in each. Strength, toughness and willpower add up to your hit points."
    )
    needs: ClassVar[tuple[tuple[str, str], ...]] = (_RACE,)

    strength: int = number("Strength", least=LEAST, most=MOST, default=17)
    agility: int = number("Agility", least=LEAST, most=MOST, default=17)
    toughness: int = number("Toughness", least=LEAST, most=MOST, default=17)
    perception: int = number("Perception", least=LEAST, most=MOST, default=17)
    willpower: int = number("Willpower", least=LEAST, most=MOST, default=16)
    charisma: int = number("Charisma", least=LEAST, most=MOST, default=16)

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        bought = chosen(table).get("attributes") or {}
        return {FIELDS[key]: value for key, value in bought.items()}

    @classmethod
    def settled(cls, table: Table) -> str:
        if "attributes" not in chosen(table):
            return ""
        return " ".join(f"{key.upper()} {table.me.rank('attribute', key)}" for key in library.attributes())

    def left(self, table: Table) -> str:
        left = POINTS - sum(self._bought().values())
        return f"{left} points left" if left >= 0 else f"{-left} points too many"

    def perform(self, table: Table, dice: Dice) -> None:
        bought = self._bought()
        total = sum(bought.values())
        if total != POINTS:
            by = f"{POINTS - total} left" if total < POINTS else f"{total - POINTS} too many"
            kind = Incomplete if total < POINTS else Refused
            raise kind(f"Spend {POINTS} points; you have spent {total}, {by}.", "strength")
        if bought != chosen(table).get("attributes"):
            choose(table, attributes=bought, skills=None, wares=None)
        write(table)

    def _bought(self) -> dict[str, int]:
        return {key: getattr(self, field) for key, field in FIELDS.items()}


FIELDS = {
    "str": "strength",
    "agi": "agility",
    "tou": "toughness",
    "per": "perception",
    "wil": "willpower",
    "cha": "charisma",
}


def _skill_points(label: str, span: str) -> Any:
    """The field for points added to a skill's base; ``span`` is its help, from base to highest score."""
    return number(label, most=90, default=0, help=span)


@dataclass(frozen=True, slots=True)
class SpendSkillPoints(Making, name="make.skills", label="Skills"):
    """Add skill points to the bases: the people's and PER + WIL + CHA, no skill above its highest score (D-1, D-2).

    Thaumaturgy needs PER 20, Witchcraft WIL 20; both together are at most 90.
    """

    guidance: ClassVar[str] = (
        "Add points to skills. A skill at 0 cannot be tried; 1 is enough. Points left over are lost."
    )
    needs: ClassVar[tuple[tuple[str, str], ...]] = (_RACE, _ATTRIBUTES)

    melee_combat: int = _skill_points("Melee Combat", "AGI/2 to STR + AGI")
    ranged_combat: int = _skill_points("Ranged Combat", "PER/2 to AGI + PER")
    athletics: int = _skill_points("Athletics", "STR/2 to STR + TOU")
    acrobatics: int = _skill_points("Acrobatics", "AGI/2 to STR + AGI")
    stealth: int = _skill_points("Stealth", "AGI/2 to AGI + AGI")
    thievery: int = _skill_points("Thievery", "AGI/2 to AGI + PER")
    riding: int = _skill_points("Riding", "WIL/2 to WIL + CHA")
    deception: int = _skill_points("Deception", "CHA/2 to PER + CHA")
    negotiation: int = _skill_points("Negotiation", "CHA/2 to PER + CHA")
    languages: int = _skill_points("Languages", "0 to PER + CHA")
    literacy: int = _skill_points("Literacy", "0 to PER + PER")
    alchemy: int = _skill_points("Alchemy", "0 to PER + PER")
    appraisal: int = _skill_points("Appraisal", "PER/2 to PER + PER")
    craft: int = _skill_points("Craft", "PER/2 to PER + WIL")
    creature_lore: int = _skill_points("Creature Lore", "0 to PER + PER")
    geography: int = _skill_points("Geography", "PER/2 to PER + PER")
    healing: int = _skill_points("Healing", "PER/2 to PER + PER")
    history: int = _skill_points("History", "PER/2 to PER + PER")
    survival: int = _skill_points("Survival", "PER/2 to PER + WIL")
    thaumaturgy: int = _skill_points("Thaumaturgy", "0 to PER + PER, with PER 20")
    witchcraft: int = _skill_points("Witchcraft", "0 to WIL + CHA, with WIL 20")

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return dict(chosen(table).get("skills") or {})

    @classmethod
    def settled(cls, table: Table) -> str:
        spent = chosen(table).get("skills")
        if spent is None:
            return ""
        best = sorted(spent, key=lambda key: -table.me.rank("skill", key))[:3]
        return (
            ", ".join(f"{library.skills()[key].name} {table.me.rank('skill', key)}" for key in best)
            or "no points added"
        )

    def left(self, table: Table) -> str:
        if "attributes" not in chosen(table):
            return ""
        left = skill_points(table) - sum(self._spent().values())
        return f"{left} skill points left" if left >= 0 else f"{-left} skill points too many"

    @classmethod
    def unspent(cls, table: Table) -> str:
        left = skill_points(table) - sum((chosen(table).get("skills") or {}).values())
        return counted(left, "skill point", "skill points") if left > 0 else ""

    def perform(self, table: Table, dice: Dice) -> None:
        spent = self._spent()
        total, there = sum(spent.values()), skill_points(table)
        if total > there:
            raise Refused(f"You have {there} skill points; you spent {total}.", "melee_combat")
        for key, added in spent.items():
            self._refuse_beyond(table, key, added)
        choose(table, skills=spent)
        write(table)
        if magic_together(table.me) > MAGIC_TOGETHER:
            raise Refused(f"Thaumaturgy and Witchcraft together: at most {MAGIC_TOGETHER}.", "witchcraft")

    def _spent(self) -> dict[str, int]:
        return {field.name: value for field in fields(self) if (value := getattr(self, field.name))}

    @staticmethod
    def _refuse_beyond(table: Table, key: str, added: int) -> None:
        skill = library.skills()[key]
        base, most = base_of(table.me, skill, table.house_rules), most_of(table.me, skill, table.house_rules)
        if base + added > most:
            raise Refused(f"{skill.name} starts at {base}, maximum {most}: add at most {max(0, most - base)}.", key)
        if missing := unmet(table.me, skill):
            raise Refused(missing, key)


@dataclass(frozen=True, slots=True)
class Equip(Making, name="make.equipment", label="Equipment"):
    """Spend the first gold: the people's, and a piece for each point of charisma (D-1, D-3, D-4, D-6)."""

    guidance: ClassVar[str] = "Armour needs Athletics and stops you casting. Unspent money stays in your purse."
    needs: ClassVar[tuple[tuple[str, str], ...]] = (_RACE, _ATTRIBUTES, _SKILLS)

    armour: str = pick("Armour", default="", help="No armour")
    shield: str = pick("Shield", default="", help="No shield")
    weapons: tuple[str, ...] = many("Weapons")
    goods: tuple[str, ...] = many("Goods")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        there = gold(table) if "attributes" in chosen(table) else 0
        by_section = {section: gear.offered(f"{section}.", there) for section in gear.SHOPS}
        by_section["weapons"] = tuple(_weapon_choice(table.me, choice) for choice in by_section["weapons"])
        return {"shield": by_section.pop("shields"), **by_section}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        bought = chosen(table).get("wares") or []
        one = {"armour": "armour", "shield": "shields"}
        single = {field: next((w for w in bought if w.startswith(f"{s}.")), "") for field, s in one.items()}
        several = {s: tuple(w for w in bought if w.startswith(f"{s}.")) for s in ("weapons", "goods")}
        return {**single, **several}

    @classmethod
    def settled(cls, table: Table) -> str:
        bought = chosen(table).get("wares")
        if bought is None:
            return ""
        names = ", ".join(gear.wares()[ware][0] for ware in bought[:3]) + (" …" if len(bought) > 3 else "")
        return f"{names or 'nothing'}; {gear.price(gear.purse(table.me))} left"

    def left(self, table: Table) -> str:
        if "attributes" not in chosen(table):
            return ""
        left = gold(table) - self._cost()
        return f"{gear.price(left)} left" if left >= 0 else f"{gear.price(-left)} too much"

    def perform(self, table: Table, dice: Dice) -> None:
        there, cost = gold(table), self._cost()
        if cost > there:
            raise Refused(
                f"You have {gear.price(there)}; this costs {gear.price(cost)}, {gear.price(cost - there)} too much.",
                "weapons",
            )
        choose(table, wares=list(self._bought()))
        write(table)

    @classmethod
    def lack(cls, table: Table) -> str:
        return unarmed(table.me)

    def _bought(self) -> tuple[str, ...]:
        return tuple(ware for ware in (self.armour, self.shield, *self.weapons, *self.goods) if ware in gear.wares())

    def _cost(self) -> int:
        return sum(gear.wares()[ware][1] for ware in self._bought())


def _weapon_choice(sheet: Sheet, choice: Choice) -> Choice:
    """A weapon with what it does, under the skill that it takes and how good the character is at it."""
    name, cost, _ = gear.wares()[choice.value]
    weapon = library.weapons()[choice.value.partition(".")[2]]
    skill = library.skills()["ranged_combat" if weapon.shot else "melee_combat"]
    hint = ", ".join((gear.price(cost), *weapon_words(weapon, sheet)))
    return Choice(choice.value, name, hint, f"{skill.name} {sheet.rank('skill', skill.key)}")


@dataclass(frozen=True, slots=True)
class Finish(Making, name="make.finish", label="Begin"):
    """Close the making: from now on only advancement points change scores (D-1)."""

    guidance: ClassVar[str] = "Check everything. Unspent skill points are lost."
    needs: ClassVar[tuple[tuple[str, str], ...]] = (_RACE, _ATTRIBUTES, _SKILLS, ("wares", "Go shopping first."))

    @classmethod
    def settled(cls, table: Table) -> str:
        return ""

    def perform(self, table: Table, dice: Dice) -> None:
        table.happen(MemoKept(table.actor, MAKING, None))


STEPS: tuple[type[Step], ...] = (ChoosePeople, SpreadPoints, SpendSkillPoints, Equip, Finish)
