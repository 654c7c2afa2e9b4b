"""All steps of the making at once, by the dice (D-1, D-4)."""

from dataclasses import dataclass
from typing import ClassVar

from rules.engine.character import creation
from rules.engine.character.creation import chosen, one_of
from rules.engine.kernel import Dice, Table, amount, throw
from rules.systems.grim.content import library
from rules.systems.grim.content.entries import ARCHETYPES, Ancestry, Profession
from rules.systems.grim.content.library import wares
from rules.systems.grim.content.switches.people import HUMANS
from rules.systems.grim.creation.making import Making, advances, are_assigned, money
from rules.systems.grim.creation.origin import AssignAttributes, ChooseAncestry, ChooseProfession, RollAttributes
from rules.systems.grim.creation.steps import Equip, Finish, TakeAdvances


@dataclass(frozen=True, slots=True)
class AtRandom(creation.AtRandom):
    """Take all steps at once by the dice, and keep every rule (D-1, D-4)."""

    instead: ClassVar[str] = Making.instead

    def perform(self, table: Table, dice: Dice) -> None:
        if "rolls" not in chosen(table):
            RollAttributes().perform(table, dice)
        if are_assigned(table):
            AssignAttributes(*chosen(table)["rolls"]).perform(table, dice)
        face = throw(table, dice, table.actor, "Ancestry", amount("d100"), listed=True)
        ChooseAncestry(_people(face, HUMANS.number(table.house_rules)).key).perform(table, dice)
        profession = _profession(table, dice)
        ChooseProfession(profession.key).perform(table, dice)
        _advances(table, dice, profession).perform(table, dice)
        _shopping(table, dice, profession).perform(table, dice)
        Finish().perform(table, dice)


def _people(face: int, humans: int) -> Ancestry:
    """The people of a d100: human up to a share of faces, the others as often as each other (D-4)."""
    human, *others = sorted(library.ancestries().values(), key=lambda one: one.roll)
    return human if face <= humans else others[(face - humans - 1) * len(others) // (100 - humans)]


def _profession(table: Table, dice: Dice) -> Profession:
    """An archetype by d6, and one of its professions by d100 (D-1)."""
    archetype = ARCHETYPES[throw(table, dice, table.actor, "Archetype", amount("d6"), listed=True) - 1]
    face = throw(table, dice, table.actor, "Profession", amount("d100"), listed=True)
    of_these = [one for one in library.professions().values() if one.archetype == archetype]
    return next(one for one in of_these if one.roll[0] <= face <= one.roll[1])


def _advances(table: Table, dice: Dice, profession: Profession) -> TakeAdvances:
    """Advances one by one, skills and bonuses and a talent at the end."""
    there = [("skills", key) for key in profession.skills]
    there += [("bonuses", f"{key}.{place + 1}") for key, most in profession.bonuses.items() for place in range(most)]
    there += [("talents", key) for key in profession.talents]
    taken: dict[str, list[str]] = {"skills": [], "bonuses": [], "talents": []}
    for _ in range(min(advances(table), len(there))):
        name = one_of(table, dice, [".".join(one) for one in there])
        field, _, key = name.partition(".")
        taken[field].append(key)
        there.remove((field, key))
    return TakeAdvances(**{field: tuple(keys) for field, keys in taken.items()})


#: Things that everybody takes along as long as the money lasts.
_FOR_THE_ROAD = ("gear.backpack", "gear.bedroll", "gear.waterskin", "gear.rations", "gear.tinderbox", "gear.bandages")


def _shopping(table: Table, dice: Dice, profession: Profession) -> Equip:
    """A weapon that the profession knows, armour that can be carried, and things for the road."""
    left = money(table)
    fights = [key for key in profession.skills if library.skills()[key].combat] or ["simple_melee"]
    weapons = [ware for ware in wares() if ware.startswith("weapons.") and wares()[ware][1] <= left // 2]
    known = [ware for ware in weapons if library.weapons()[ware.partition(".")[2]].skill in fights]
    weapon = one_of(table, dice, known or weapons)
    left -= wares()[weapon][1]
    suits = [f"armour.{key}" for key, one in library.armours().items() if one.price and one.price <= left // 2]
    armour = one_of(table, dice, suits) if suits else ""
    left -= wares()[armour][1] if armour else 0
    ammunition = library.weapons()[weapon.partition(".")[2]].ammunition
    gear = []
    for ware in ([f"gear.{ammunition}"] if ammunition else []) + list(_FOR_THE_ROAD):
        if wares()[ware][1] <= left:
            gear.append(ware)
            left -= wares()[ware][1]
    return Equip(armour, "", (weapon,), tuple(gear))
