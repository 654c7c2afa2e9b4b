"""Entries made from the figures of a campaign's own, by the check of the data files.

The library that the entry will stand in is asked for what it names: skills, attributes, specials, weapons.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from rules.engine.content.forms import asked
from rules.engine.content.homebrew import OURS, Told, plain
from rules.engine.content.own_entries import WRITTEN, own_entry
from rules.engine.content.reader import DataError
from rules.engine.kernel import Json
from rules.systems.sda.content.entries import ArmourPiece, Creature, Skill, Weapon
from rules.systems.sda.content.library import Library

T = TypeVar("T")
#: Errors of figures that make no entry: people wrote them by hand, or they name what is gone.
UNFIT = (DataError, KeyError, TypeError, ValueError, AttributeError)
#: A function that makes entries of one kind, as those below.
Make = Callable[[str, Told, Library], T]


def own(kind: type[T], key: str, told: Told, known: object, **more: Any) -> T:
    """An entry of the campaign's own, with its source; ``more`` are fields that figures say otherwise."""
    return own_entry(kind, key, told, known, **more, source=OURS)


def weapon(key: str, told: Told, library: Library) -> Weapon:
    """A weapon."""
    skills = [_way(library, skill, malus, told["attribute"]) for skill, malus in told["skills"].items()]
    bands = [_band(band, malus, told["increment"]) for band, malus in told["bands"].items()]
    types = [{"type": kind, "malus_mos": malus} for kind, malus in told["types"].items()]
    return own(Weapon, key, told, library, skills=skills, bands=bands, types=types, **_damage(told), **_reload(told))


def _way(library: Library, skill: str, malus: int, attribute: str) -> dict[str, Json]:
    forced = attribute if attribute in library.skills[skill].attributes else ""
    return {"skill": skill, "malus_dice": malus, **({"attribute": forced} if forced else {})}


def _band(band: str, malus: int, increment: int) -> dict[str, Json]:
    return {"band": band, "malus_mos": malus, **({"increment": increment} if band == "far" else {})}


def _damage(told: Told) -> dict[str, Json]:
    if told["damage_die"] != "0":
        return {"damage": {"die": int(told["damage_die"])}}
    if not told["damage_attribute"]:
        return {}
    both = told["damage_both_hands"]
    more = {"two_handed_bonus": both} if both > max(0, told["damage_bonus"]) else {}
    return {"damage": {"attribute": told["damage_attribute"], "bonus": told["damage_bonus"], **more}}


def _reload(told: Told) -> dict[str, Json]:
    test = {"skill": told["reload_skill"], "difficulty": told["reload_difficulty"]}
    return {"reload": [test] * told["reload_tests"] if told["reload_skill"] else []}


def armour(key: str, told: Told, library: Library) -> ArmourPiece:
    """A piece of armour."""
    return own(ArmourPiece, key, {"price": 0, **halved(told)}, library)


def creature(key: str, told: Told, library: Library) -> Creature:
    """A creature. Its spirit is as its attributes say, unless it is written."""
    formula = sum(told["attributes"][name] for name in ("constitution", "persona", "wisdom"))
    spirit = told["spirit"] or formula
    note = {"spirit_note": "As written."} if spirit != formula else {}
    notes = [told["notes"]] if told["notes"] else []
    return own(Creature, key, halved(told), library, spirit=spirit, notes=notes, **note)


def skill(key: str, told: Told, library: Library) -> Skill:
    """A skill, in one of the groups that there are."""
    group = str(told["group"])
    if group not in library.groups:
        raise DataError(f"{WRITTEN}: there is no group {group!r}")
    return own(Skill, key, told, library)


def halved(told: Told) -> dict[str, Json]:
    """The figures without kinds of damage that nothing is taken off: a data file may not list those."""
    taken = {name: told[name] for name in ("protection", "natural_armour") if name in told}
    return {**told, **{name: {kind: n for kind, n in one.items() if n} for name, one in taken.items()}}


def told_of_weapon(weapon: Weapon) -> dict[str, Json] | None:
    """The figures of a weapon of the game; None for the few that are odder than figures can say."""
    attributes = {way.attribute or "" for way in weapon.skills}
    loading = {(test.skill, test.difficulty) for test in weapon.reload}
    odd = len(attributes) > 1 or len(loading) > 1 or any(way.malus_mos for way in weapon.skills)
    if weapon.natural or odd or weapon.area or weapon.poison:
        return None
    damage, (skill, difficulty) = weapon.damage, next(iter(loading), ("", 1))
    return {
        **{name: plain(getattr(weapon, name)) for name in ("name", "description", *asked(Weapon))},
        "skills": {way.skill: way.malus_dice for way in weapon.skills},
        "attribute": next(iter(attributes)),
        "bands": {band.band: band.malus_mos for band in weapon.bands},
        "increment": max(band.increment for band in weapon.bands),
        "damage_attribute": (damage.attribute or "") if damage else "",
        "damage_bonus": damage.bonus if damage else 0,
        "damage_both_hands": (damage.two_handed_bonus or 0) if damage else 0,
        "damage_die": str((damage.die or 0) if damage else 0),
        "types": {kind.type: kind.malus_mos for kind in weapon.types},
        "reload_skill": skill,
        "reload_difficulty": difficulty,
        "reload_tests": len(weapon.reload) or 1,
        "price": weapon.price or 0,
    }
