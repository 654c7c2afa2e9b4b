"""The steps of advances, equipment and a start, and all steps in their order (D-1, D-4).

Each may be taken again as long as the making lasts, but for the dice of the attributes. Another profession has other
advances.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.engine.character.creation import Step, chosen, unarmed
from rules.engine.kernel import (
    Choice,
    Dice,
    ExperienceChanged,
    LimitChanged,
    MemoKept,
    Refused,
    ResourceChanged,
    Sheet,
    Table,
    many,
    pick,
)
from rules.systems.grim.content import library
from rules.systems.grim.content.library import offered, price, thing, wares
from rules.systems.grim.content.switches.people import ADVANCE_PRICE, REWARD_POINTS
from rules.systems.grim.content.switches.recovery import FATE_POINTS, FORTUNE_POINTS
from rules.systems.grim.core import FATE, FORTUNE, MAKING, SKILL, armour_words, gear_words, weapon_words
from rules.systems.grim.creation.making import Making, advances, choose, money, profession_of
from rules.systems.grim.creation.origin import (
    ANCESTRY,
    ATTRIBUTES,
    AssignAttributes,
    ChooseAncestry,
    ChooseProfession,
    RollAttributes,
)

_PROFESSION = ("profession", "Choose a profession first.")
_ADVANCES = ("advances", "Choose advances first.")


@dataclass(frozen=True, slots=True)
class TakeAdvances(Making, name="make.advances", label="Advances"):
    """Take the first advances of the profession: skill ranks, bonuses, talents, each for 100 reward points (D-1)."""

    guidance: ClassVar[str] = "Spend your reward points on the profession. You earn more by playing."
    needs: ClassVar[tuple[tuple[str, str], ...]] = (ATTRIBUTES, ANCESTRY, _PROFESSION)

    skills: tuple[str, ...] = many("Skill ranks")
    bonuses: tuple[str, ...] = many("Bonuses")
    talents: tuple[str, ...] = many("Talents")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        profession = profession_of(table)
        if profession is None:
            return {"skills": (), "bonuses": (), "talents": ()}
        skills, names, talents = library.skills(), library.attributes(), library.talents()
        each = [(key, place) for key, most in profession.bonuses.items() for place in range(1, most + 1)]
        return {
            "skills": tuple(Choice(key, skills[key].name, skills[key].description) for key in profession.skills),
            "bonuses": tuple(
                Choice(f"{key}.{place}", f"{names[key].name} Bonus +1", "once more" if place > 1 else "")
                for key, place in each
            ),
            "talents": tuple(Choice(key, talents[key].name, talents[key].description) for key in profession.talents),
        }

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        profession = profession_of(table)
        kept = chosen(table).get("advances")
        if kept:
            return {name: tuple(kept[name]) for name in ("skills", "bonuses", "talents")}
        return {"skills": profession.skills[: advances(table)]} if profession else {}

    @classmethod
    def settled(cls, table: Table) -> str:
        kept = chosen(table).get("advances")
        if kept is None:
            return ""
        names = [library.skills()[key].name for key in kept["skills"]]
        return ", ".join(names[:3]) + (" …" if len(names) > 3 else "") or f"{_count(kept)} advances"

    def left(self, table: Table) -> str:
        by = advances(table) - self._taken()
        return f"{by} advances left" if by >= 0 else f"{-by} advances too many"

    def perform(self, table: Table, dice: Dice) -> None:
        most = advances(table)
        if self._taken() > most:
            raise Refused(f"You can afford {most} advances, not {self._taken()}. Take fewer.", "skills")
        profession = profession_of(table)
        short = [key for key in (profession.requires if profession else ()) if key not in self.skills]
        if short:
            names = ", ".join(library.skills()[key].name for key in short)
            raise Refused(f"This profession requires a rank in {names}. Take that too.", "skills")
        taken = {"skills": self.skills, "bonuses": self.bonuses, "talents": self.talents}
        choose(table, advances={name: list(dict.fromkeys(picked)) for name, picked in taken.items()})

    def _taken(self) -> int:
        return sum(len(set(picked)) for picked in (self.skills, self.bonuses, self.talents))


def _count(taken: Mapping[str, list[str]]) -> int:
    return sum(len(picked) for picked in taken.values())


@dataclass(frozen=True, slots=True)
class Equip(Making, name="make.equipment", label="Equipment"):
    """Spend the first money on weapons, armour and gear (D-5, D-6)."""

    guidance: ClassVar[str] = "More than Brawn Bonus + 3 encumbrance slows you down. Unspent money stays in your purse."
    needs: ClassVar[tuple[tuple[str, str], ...]] = (ATTRIBUTES, ANCESTRY, _PROFESSION, _ADVANCES)

    armour: str = pick("Armour", default="", help="No armour")
    shield: str = pick("Shield", default="", help="No shield")
    weapons: tuple[str, ...] = many("Weapons")
    gear: tuple[str, ...] = many("Gear")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        sections = {"armour": "armour", "shield": "shields", "weapons": "weapons", "gear": "gear"}
        shelves = {field: offered(f"{section}.", money(table)) for field, section in sections.items()}
        return {field: _described(table.me, shelf) for field, shelf in shelves.items()}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        bought = chosen(table).get("wares") or []
        one = {"armour": "armour.", "shield": "shields."}
        single = {field: next((w for w in bought if w.startswith(start)), "") for field, start in one.items()}
        return {
            **single,
            **{name: tuple(w for w in bought if w.startswith(f"{name}.")) for name in ("weapons", "gear")},
        }

    @classmethod
    def settled(cls, table: Table) -> str:
        bought = chosen(table).get("wares")
        if bought is None:
            return ""
        names = ", ".join(wares()[ware][0] for ware in bought[:3]) + (" …" if len(bought) > 3 else "")
        left = money(table) - sum(wares()[ware][1] for ware in bought)
        return f"{names or 'nothing'}; {price(left)} left"

    def left(self, table: Table) -> str:
        left = money(table) - self._cost()
        return f"{price(left)} left" if left >= 0 else f"{price(-left)} too much"

    def perform(self, table: Table, dice: Dice) -> None:
        there, cost = money(table), self._cost()
        if cost > there:
            raise Refused(
                f"You have {price(there)}; this costs {price(cost)}, {price(cost - there)} too much.", "weapons"
            )
        choose(table, wares=list(self._bought()))

    @classmethod
    def lack(cls, table: Table) -> str:
        return unarmed(table.me)

    def _bought(self) -> tuple[str, ...]:
        return tuple(ware for ware in (self.armour, self.shield, *self.weapons, *self.gear) if ware in wares())

    def _cost(self) -> int:
        return sum(wares()[ware][1] for ware in self._bought())


def _described(sheet: Sheet, shelf: Iterable[Choice]) -> tuple[Choice, ...]:
    """Wares with what they do; weapons under their skill, those first of which the character has it."""
    told = [_described_ware(sheet, choice) for choice in shelf]
    return tuple(sorted(told, key=lambda choice: (not choice.under.endswith(FITS), choice.under)))


#: The end of the heading above weapons for which the character has the skill.
FITS = "trained"


def _described_ware(sheet: Sheet, choice: Choice) -> Choice:
    item, under = thing(choice.value), ""
    if weapon := library.weapon_of(item):
        skill, *words = weapon_words(weapon, sheet)
        under = f"{skill}: {FITS}" if sheet.rank(SKILL, weapon.skill) else skill
    elif suit := library.armour_of(item) or library.shield_of(item):
        words = list(armour_words(suit))
    else:
        gear = library.gear_of(item)
        words = list(gear_words(gear)) if gear else []
    return replace(choice, hint=", ".join((choice.hint, *words)), under=under)


@dataclass(frozen=True, slots=True)
class Finish(Making, name="make.finish", label="Begin"):
    """Close the making: from now on reward points buy advances (D-1)."""

    guidance: ClassVar[str] = "Check everything. You keep unspent reward points."
    needs: ClassVar[tuple[tuple[str, str], ...]] = (
        ATTRIBUTES,
        ANCESTRY,
        _PROFESSION,
        _ADVANCES,
        ("wares", "Choose equipment first."),
    )

    @classmethod
    def settled(cls, table: Table) -> str:
        return ""

    def perform(self, table: Table, dice: Dice) -> None:
        spent = _count(chosen(table)["advances"]) * ADVANCE_PRICE.number(table.house_rules)
        left = REWARD_POINTS.number(table.house_rules) - spent
        if left > 0:
            table.happen(ExperienceChanged(table.actor, "reward", "points", left, "left from creation"))
        for resource, switch in ((FORTUNE, FORTUNE_POINTS), (FATE, FATE_POINTS)):
            by = switch.number(table.house_rules) - table.me.resources[resource].most
            if by:
                table.happen(LimitChanged(table.actor, resource, by))
                table.happen(ResourceChanged(table.actor, resource, by, "creation"))
        table.happen(MemoKept(table.actor, MAKING, None))


STEPS: tuple[type[Step], ...] = (
    RollAttributes,
    AssignAttributes,
    ChooseAncestry,
    ChooseProfession,
    TakeAdvances,
    Equip,
    Finish,
)
