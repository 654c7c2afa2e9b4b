"""A campaign's own spells: from the figures that people fill in, through the same door as the data files, and back.

Figures that an entry lacks, because it is older than they are, count as not set.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.engine.content.homebrew import OURS, Told
from rules.engine.content.reader import entry
from rules.engine.kernel import Json
from rules.systems.sda.content.own_entries import NEW, UNFIT, WRITTEN
from rules.systems.sda.core.effects.spell_entries import Harm, Spell, Sway, Way

#: No damage.
HARMLESS = "none"
#: Fields of a way of casting, and the figures that tell each of them by skill.
_OF_WAYS = {"cost": "costs", "prepare": "prepares", "charges": "charges"}
#: The figure that names a thing held to cast with, by the kind of magic.
_HELD = {"shamanism": "focus", "witchcraft": "vessel"}


def spell_from(key: str, told: Told, known: object, groups: Mapping[str, str]) -> Spell:
    """A spell of the campaign's own; ``groups`` are the kinds of magic by skill."""
    row = {
        "key": NEW,
        "name": str(told["name"]),
        "description": told.get("description") or "–",
        "source": OURS,
        **_said(told, "target", "range", "metres", "metres_per_hit", "among", "save", "drains", "condition", "by_hand"),
        **_said(told, "raises", "protects", "shines"),
        **_area(told),
        **_duration(told),
        **({"harms": [_harm(told)]} if told.get("die", HARMLESS) != HARMLESS else {}),
        **({"several": {"per_hit": told["targets_per_hit"]}} if told.get("targets_per_hit") else {}),
        **({"heals": {"what": told["heals"], "amount": told.get("heals_by") or 1}} if told.get("heals") else {}),
        "sways": [*_sways(told, "dice", per_hit=True), *_sways(told, "mos", per_hit=False)],
        "ways": [_way(told, skill, mos, groups[skill]) for skill, mos in told["ways"].items()],
    }
    return replace(entry(Spell, WRITTEN, row, known), key=key or NEW)


def _said(told: Told, *names: str) -> dict[str, Json]:
    return {name: told[name] for name in names if told.get(name)}


def _area(told: Told) -> dict[str, Json]:
    if not told.get("shape"):
        return {}
    return {"area": {"shape": told["shape"], "metres": told.get("area", 0), "per_hit": told.get("area_per_hit", 0)}}


def _duration(told: Told) -> dict[str, Json]:
    sort = told.get("lasts", "instantaneous")
    counted = {"fixed": told.get("so_many", 0), "per_hit": told.get("so_many_per_hit", 0)}
    unit = {"unit": told["unit"]} if told.get("unit") else {}
    return {} if sort == "instantaneous" else {"duration": {"sort": sort, **counted, **unit}}


def _harm(told: Told) -> dict[str, Json]:
    dice = {"die": int(told["die"]), "per_hit": told.get("dice_per_hit", 0), "flat": told.get("dice_flat", 0)}
    falloff = {"falloff": told["falloff"]} if told.get("falloff") else {}
    return {**dice, "type": told["type"], **falloff}


def _sways(told: Told, what: str, *, per_hit: bool) -> list[dict[str, Json]]:
    """Rows of sways of ``what`` (dice or mos); skills that have equally many share a row."""
    each: dict[int, list[str]] = {}
    for skill, by in (told.get(f"{what}_on") or {}).items():
        each.setdefault(by, []).append(skill)
    return [{"skills": skills, what: by, "per_hit": per_hit} for by, skills in each.items() if by]


def _way(told: Told, skill: str, mos: int, group: str) -> dict[str, Json]:
    figures = {name: told[many][skill] for name, many in _OF_WAYS.items() if skill in (told.get(many) or {})}
    held = str(told.get(_HELD.get(group, ""), "") or "")
    breaks = {"breaks": True} if told.get("breaks") and group == "shamanism" else {}
    return {"skill": skill, "mos": mos, **figures, **({"needs": held} if held else {}), **breaks}


# -- back to figures --------------------------------------------------------------------------------------------------


def told_of(spell: Spell, known: object, groups: Mapping[str, str]) -> dict[str, Json] | None:
    """The figures of a spell of the game; None for one that is odder than figures can say."""
    told = _told(spell)
    try:
        again = spell_from(spell.key, told, known, groups)
    except UNFIT:
        return None
    return told if replace(again, source=spell.source, description=spell.description) == spell else None


def _told(spell: Spell) -> dict[str, Any]:
    reach, area, duration, several = spell.reach, spell.area, spell.duration, spell.several
    return {
        **{name: getattr(spell, name) for name in ("name", "description", "target", "among", "save", "drains")},
        **{name: getattr(spell, name) for name in ("condition", "by_hand")},
        "range": reach.range,
        "metres": reach.metres,
        "metres_per_hit": reach.per_hit,
        "shape": area.shape if area else "",
        "area": area.metres if area else 0,
        "area_per_hit": area.per_hit if area else 0,
        "targets_per_hit": several.per_hit if several else 0,
        "lasts": duration.sort,
        "so_many": duration.fixed,
        "so_many_per_hit": duration.per_hit,
        "unit": duration.unit,
        **_told_of_harm(spell.harms[0] if spell.harms else None),
        "heals": spell.heals.what if spell.heals else "",
        "heals_by": spell.heals.amount if spell.heals else 1,
        "raises": dict(spell.mark.raises),
        "protects": spell.mark.protects,
        "shines": spell.mark.shines,
        "dice_on": _told_of_sways(spell.mark.sways, "dice"),
        "mos_on": _told_of_sways(spell.mark.sways, "mos"),
        "ways": {way.skill: way.mos for way in spell.ways},
        **{many: _by_skill(spell.ways, name) for name, many in _OF_WAYS.items()},
        **{held: _needs(spell.ways, kind) for kind, held in _HELD.items()},
        "breaks": any(way.breaks for way in spell.ways),
    }


def _told_of_harm(one: Harm | None) -> dict[str, Json]:
    if one is None:
        return {"die": HARMLESS, "dice_per_hit": 0, "dice_flat": 0, "type": "bludgeoning", "falloff": ""}
    dice = {"die": str(one.die), "dice_per_hit": one.per_hit, "dice_flat": one.flat}
    return {**dice, "type": one.type, "falloff": one.falloff}


def _told_of_sways(sways: tuple[Sway, ...], what: str) -> dict[str, int]:
    return {skill: getattr(one, what) for one in sways for skill in one.skills if getattr(one, what)}


def _by_skill(ways: tuple[Way, ...], name: str) -> dict[str, int]:
    return {way.skill: getattr(way, name) for way in ways if getattr(way, name)}


def _needs(ways: tuple[Way, ...], kind: str) -> str:
    return next((way.needs for way in ways if way.kind == kind and way.needs), "")
