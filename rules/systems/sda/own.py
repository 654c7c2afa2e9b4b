"""Weapons and armour by what the thing on the sheet says itself: a campaign's own carry their figures with them.

A thing that the compendium knows has the compendium's figures; so do all sheets that there are.
"""

import json
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import TypeVar

from rules.engine.homebrew import OURS
from rules.engine.sheets import Item, Json
from rules.systems.sda import compendium, makers
from rules.systems.sda.entries import ArmourPiece, Creature, Gear, Weapon
from rules.systems.sda.reading import CompendiumError, Row, made

#: The figures of a weapon and of a piece of armour that a thing carries with it.
OF_WEAPONS = (
    "skills",
    "attribute",
    "bands",
    "increment",
    "damage_attribute",
    "damage_bonus",
    "damage_both_hands",
    "damage_die",
    "types",
    "encumbrance",
    "specials",
    "shield",
    "reload_skill",
    "reload_difficulty",
    "reload_tests",
    "ammunition",
)
OF_ARMOUR = ("body_parts", "protection", "encumbrance_worn", "encumbrance_carried", "flank_rear_malus")

T = TypeVar("T")


# -- from figures to entries ------------------------------------------------------------------------------------------


def weapon_from(key: str, name: str, told: Mapping[str, Json]) -> Weapon:
    """A weapon of the campaign's own, through the same door as the data files."""
    table = {
        **_told(key, name, told),
        "skills": [_way(skill, malus, told["attribute"]) for skill, malus in told["skills"].items()],
        "bands": [_band(band, malus, told["increment"]) for band, malus in told["bands"].items()],
        "types": [{"type": kind, "malus_mos": malus} for kind, malus in told["types"].items()],
        "encumbrance": told["encumbrance"],
        "specials": told["specials"],
        "shield": told["shield"],
        "ammunition": told["ammunition"],
        **_damage(told),
        **_reload(told),
    }
    library = compendium.library()
    make = partial(
        makers.weapon,
        natural=False,
        attributes=library.attributes,
        skills=library.skills,
        specials=library.weapon_specials,
    )
    return _made(table, make)


def _told(key: str, name: str, told: Mapping[str, Json]) -> dict[str, Json]:
    description = told.get("description") or "–"
    price = {"price": told["price"]} if told.get("price") else {}
    return {"key": "own", "name": name, "description": description, "source": OURS, **price}


def _way(skill: str, malus: int, attribute: str) -> dict[str, Json]:
    forced = attribute if attribute in compendium.skills()[skill].attributes else ""
    return {"skill": skill, "malus_dice": malus, **({"attribute": forced} if forced else {})}


def _band(band: str, malus: int, increment: int) -> dict[str, Json]:
    return {"band": band, "malus_mos": malus, **({"increment": increment} if band == "far" else {})}


def _damage(told: Mapping[str, Json]) -> dict[str, Json]:
    if told["damage_die"] != "0":
        return {"damage": {"die": int(told["damage_die"])}}
    if not told["damage_attribute"]:
        return {}
    both = told["damage_both_hands"]
    more = {"two_handed_bonus": both} if both > max(0, told["damage_bonus"]) else {}
    return {"damage": {"attribute": told["damage_attribute"], "bonus": told["damage_bonus"], **more}}


def _reload(told: Mapping[str, Json]) -> dict[str, Json]:
    test = {"skill": told["reload_skill"], "difficulty": told["reload_difficulty"]}
    return {"reload": [test] * told["reload_tests"] if told["reload_skill"] else []}


def armour_from(key: str, name: str, told: Mapping[str, Json]) -> ArmourPiece:
    """A piece of armour of the campaign's own."""
    figures = {figure: told[figure] for figure in OF_ARMOUR}
    return _made({**_told(key, name, told), "price": told.get("price", 0), **figures}, _piece)


def _piece(row: Row) -> ArmourPiece:
    return makers.piece(row, skills=compendium.skills())


def gear_from(key: str, name: str, told: Mapping[str, Json]) -> Gear:
    """A thing of the campaign's own."""
    category = str(told["category"])
    table = {**_told(key, name, told), "encumbrance": told["encumbrance"]}
    return _made(table, partial(makers.thing, category=category, source=OURS, skills=compendium.skills()))


def creature_from(key: str, told: Mapping[str, Json]) -> Creature:
    """A creature of the campaign's own. Its spirit is as its attributes say, unless it is written."""
    formula = sum(told["attributes"][name] for name in ("constitution", "persona", "wisdom"))
    spirit = told["spirit"] or formula
    table = {
        **_told(key, str(told["name"]), told),
        **{name: told[name] for name in _AS_IT_IS},
        "spirit": spirit,
        **({"spirit_note": "As written."} if spirit != formula else {}),
        "injury": {name: told[name] for name in ("minor", "major", "lines")},
        "notes": [told["notes"]] if told["notes"] else [],
    }
    library = compendium.library()
    make = partial(
        makers.creature,
        attributes=library.attributes,
        groups=library.groups,
        skills=library.skills,
        weapons=library.weapons,
        armour=library.armour,
        coins=library.coins,
    )
    return _made(table, make)


_AS_IT_IS = ("family", "attributes", "groups", "skills", "speed", "size", "weapons", "armour", "natural_armour")


def _made(table: Mapping[str, Json], make: Callable[[Row], T]) -> T:
    return made(Row("what was written", table), make)


# -- of things on a sheet ---------------------------------------------------------------------------------------------


def weapon_of(item: Item) -> Weapon | None:
    """The weapon that a thing is; nothing for what is none, or is written so that nobody could strike with it."""
    return compendium.weapons().get(item.entry) or _own(item, OF_WEAPONS, _weapon)


def armour_of(item: Item) -> ArmourPiece | None:
    """The piece of armour that a thing is."""
    return compendium.armour().get(item.entry) or _own(item, OF_ARMOUR, _armour)


def _own(item: Item, figures: tuple[str, ...], make: Callable[[str, str], T | None]) -> T | None:
    if figures[0] not in item.stats:
        return None
    return make(item.name, json.dumps({name: item.stats.get(name) for name in figures}, sort_keys=True))


@lru_cache(maxsize=512)
def _weapon(name: str, figures: str) -> Weapon | None:
    return _or_none(partial(weapon_from, "own", name, json.loads(figures)))


@lru_cache(maxsize=512)
def _armour(name: str, figures: str) -> ArmourPiece | None:
    return _or_none(partial(armour_from, "own", name, json.loads(figures)))


def _or_none(make: Callable[[], T]) -> T | None:
    """People write figures by hand, too: what fits nowhere is no weapon."""
    try:
        return make()
    except (CompendiumError, KeyError, TypeError, ValueError, AttributeError):
        return None
