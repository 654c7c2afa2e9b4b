"""Spells of a campaign's own, and their figures (D-9)."""

from collections.abc import Mapping

from rules.engine.content.entries import Entry
from rules.engine.content.homebrew import (
    DESCRIPTION,
    NAME,
    Shelf,
    Told,
    each,
    listed,
    named,
    number,
    pick,
    spelled,
    switch,
    thing,
    under,
    words,
)
from rules.engine.kernel import Refused
from rules.systems.sda.content import compendium
from rules.systems.sda.content.entries import DAMAGE_TYPES, FACES
from rules.systems.sda.core.effects import AMONG, HEALS, SHAPES, own_spells, spells
from rules.systems.sda.magic.casting import spell_words
from rules.systems.sda.screen.homebrew import chapters
from rules.systems.sda.screen.homebrew.fitting import fitting

_TARGETS = {"self": "Oneself", "somebody": "Somebody", "place": "A place", "thing": "A thing, or what is told"}
_RANGES = {
    "self": "Oneself",
    "touch": "Touch",
    "close": "Close",
    "fixed": "So many metres",
    "sight": "Sight",
    "hearing": "Hearing",
    "plane": "Anywhere on this plane",
}
_LASTS = {
    "instantaneous": "At once",
    "fixed": "For so long",
    "maintained": "For so long, maintained",
    "concentration": "Concentration",
    "sleep": "Until sleep",
    "scene": "The scene",
    "used": "Until used",
    "permanent": "For good",
}
_REACHES = {"": "Not whoever stands there", "all": "Everybody", "others": "Everybody but the caster"}
_REACHES |= {"friends": "Friends", "foes": "Foes", "picked": "Whoever is named"}
_PUTS = {"": "None", "held": "Held fast", "bane": "A die less for each hit, coming back by the round"}
_PUTS |= {"darkness": "Darkness"}
_BY_HAND = {
    "": "Nothing",
    "told": "The game master tells",
    "sheet": "The game master enters it",
    "board": "The game master moves people",
    "join": "The game master lets something join",
}


def _magic() -> Mapping[str, str]:
    """The names of the game's own skills of magic, by key: how their spells are paid is known."""
    return named({key: one for key, one in compendium.printed().skills.items() if one.group in spells.kinds()})


def _saves() -> Mapping[str, str]:
    return named(compendium.skills(), "Nothing")


def _dice() -> Mapping[str, str]:
    return {own_spells.HARMLESS: "No damage", **{str(die): f"d{die}" for die in FACES}, "0": "That of the casting"}


_SPELL = (
    NAME,
    DESCRIPTION,
    *under(
        "How it is cast",
        each("ways", "Cast with, and MoS to reach", _magic, most=40, needed=True),
        each("costs", "What it costs", _magic, most=40, help="Spirit, favour or life debt, as that magic is paid"),
        each("prepares", "MoS to prepare it", _magic, most=40),
        each("charges", "Most charges of a vessel", _magic, most=20),
        words("focus", "Focus of shamans", most=80),
        words("vessel", "Vessel of witches", most=80, help="Phials and fumes are thrown"),
        switch("breaks", "Casting destroys the focus"),
    ),
    *under(
        "On whom",
        pick("target", "On", lambda: _TARGETS, start="somebody"),
        pick("range", "Range", lambda: _RANGES, start="sight"),
        number("metres", "Reaches", most=1000, unit="m", help="Where it is so many metres"),
        number("metres_per_hit", "And farther a hit", most=1000, unit="m"),
        number("targets_per_hit", "Targets a hit", most=10, help="0: one alone"),
        pick("save", "Resisted with", _saves, start=""),
    ),
    *under(
        "What it covers",
        pick("shape", "Covers", lambda: {"": "No area", **spelled(*SHAPES)}, start=""),
        number("area", "So much of it", most=1000, unit="m"),
        number("area_per_hit", "And more a hit", most=1000, unit="m"),
        pick("among", "In it reaches", lambda: {key: _REACHES[key] for key in AMONG}, start=""),
    ),
    *under(
        "How long it lasts",
        pick("lasts", "Lasts", lambda: _LASTS, start="instantaneous"),
        number("so_many", "For so many", most=1000),
        number("so_many_per_hit", "And more a hit", most=1000),
        pick("unit", "Counted in", lambda: {"": "Nothing", **spelled("round", "minute", "hour", "day")}, start=""),
    ),
    *under(
        "What it does",
        pick("die", "Damage die", _dice, start=own_spells.HARMLESS),
        number("dice_per_hit", "Damage dice a hit", most=10),
        number("dice_flat", "Damage dice whatever the hits", most=20),
        pick("type", "Kind of damage", lambda: spelled(*DAMAGE_TYPES), start="bludgeoning"),
        pick("falloff", "Each metre takes", lambda: {"": "Nothing", "dice": "A die", "damage": "A point"}, start=""),
        pick("heals", "Heals", lambda: {"": "Nothing", **spelled(*HEALS)}, start=""),
        number("heals_by", "So much a hit", least=1, most=20, start=1),
        number("drains", "Takes spirit, a hit", most=20),
        pick("condition", "Puts them into", lambda: _PUTS, start=""),
        pick("by_hand", "What is left to do", lambda: _BY_HAND, start=""),
    ),
    *under(
        "While it lasts",
        each("raises", "Raises, a hit", chapters.attributes, least=1, most=10),
        number("protects", "Protects from blades and blows, a hit", most=10),
        number("shines", "Shines", most=100, unit="m"),
        each("dice_on", "Dice on skills, a hit", chapters.skills, least=-10, most=10),
        each("mos_on", "MoS on skills", chapters.skills, least=-10, most=10),
    ),
)


def _entry(key: str, told: Told) -> Entry:
    if not told["ways"]:
        raise Refused("A spell needs a skill that casts it.", "ways")
    if told["lasts"] in ("fixed", "maintained") and not told["unit"]:
        raise Refused("Say in what its duration is counted: rounds, minutes, hours or days.", "unit")
    return fitting(lambda: listed(key, spell_words.entry_of(spells.made_of(key, told)), told))


def _told() -> dict[str, Told]:
    return {key: told for key, spell in spells.printed().items() if (told := spells.told_of(spell))}


SPELLS = Shelf("spells", "spell", _SPELL, _entry, item=thing("spell"), own=_told)
