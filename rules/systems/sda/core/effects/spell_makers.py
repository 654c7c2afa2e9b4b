"""Makers of spells, kinds of magic and gods from rows of data files, checked against skills and traits."""

from collections.abc import Collection, Mapping
from functools import partial

from rules.systems.sda.content.entries import Skill
from rules.systems.sda.content.makers import DAMAGE_TYPES, FACES
from rules.systems.sda.content.reader import Row
from rules.systems.sda.core.effects.marks import CLAWS
from rules.systems.sda.core.effects.spell_entries import (
    Added,
    Area,
    Change,
    Duration,
    God,
    Growth,
    Harm,
    Kind,
    Mark,
    Reach,
    Several,
    Spell,
    Sway,
    Way,
)
from rules.systems.sda.core.person.spell_effects import COUNTS

PAYS = ("spirit", "favour", "life_debt", "focus", "scroll", "charge", "minor", "major")
TARGETS = ("self", "somebody", "place", "thing")
RANGES = ("self", "touch", "close", "sight", "hearing", "fixed", "plane")
SHAPES = ("sphere", "line", "cone", "volume")
SORTS = ("instantaneous", "permanent", "concentration", "maintained", "fixed", "sleep", "scene", "hits", "used")
UNITS = ("round", "minute", "hour", "day")
FALLOFFS = ("", "dice", "damage")
HEALS = ("minor", "major", "bleeding", "spirit")
#: Conditions that a spell may put somebody in, for which the rules know what they do.
CONDITIONS = ("", "held", "bane", "darkness")
#: Whom a spell reaches in its area: all, all but the caster, their friends, their foes, or whomever the caster names.
AMONG = ("", "all", "others", "friends", "foes", "picked")
SHARES = ("", "leaps", "split", "time")
#: Deeds that a spell does once, beside damage and healing.
DEEDS = (
    "counter",
    "dispel",
    "jump",
    "kill",
    "revive",
    "resurrect",
    "disease",
    "affliction",
    "antidote",
    "letting",
    "mend",
)
#: Purposes that the hits of a spell may be stored for.
STORES = ("shield", "blow", "boxes")
#: What a spell takes: a target who bleeds, a caster who is hurt, a target who is undead, or one without a mind.
ONLY = ("", "bleeding", "hurt", "undead", "mindless")
#: Ways in which the game master sees to the rest of a spell.
BY_HAND = ("", "told", "sheet", "board", "join")
#: The most dice or successes that a spell may give or take.
_MOST = 40


def kind(row: Row, *, traits: Collection[str]) -> Kind:
    """A kind of magic; its key is that of its skill group."""
    return Kind(
        key=row.key(),
        name=row.text("name"),
        trait=row.one_of("trait", traits),
        pays=row.one_of("pays", PAYS),
        faster=row.one_of("faster", traits) if row.has("faster") else "",
        description=row.text("description"),
        source=row.text("source"),
    )


def god(row: Row, *, ranks: Collection[str], attributes: Collection[str]) -> God:
    """A god, by the skills or groups and the attribute that they value."""
    return God(
        key=row.key(),
        name=row.text("name"),
        primary=row.one_of("primary", ranks),
        secondary=row.one_of("secondary", ranks),
        attribute=row.one_of("attribute", attributes),
        source=row.text("source"),
    )


def spell(
    row: Row,
    *,
    skills: Mapping[str, Skill],
    kinds: Mapping[str, Kind],
    attributes: Collection[str],
    weapons: Collection[str],
) -> Spell:
    """A spell, cast in at least one way."""
    made = Spell(
        key=row.key(),
        name=row.text("name"),
        description=row.text("description", ""),
        target=row.text("target", "thing"),
        reach=_reach(row),
        area=row.one("area", _area) if row.has("area") else None,
        among=row.one_of("among", AMONG) if row.has("among") else "",
        several=row.one("several", _several) if row.has("several") else None,
        duration=row.one("duration", _duration) if row.has("duration") else Duration("instantaneous", 0, 0, "", ()),
        harms=row.each("harms", _harm),
        each_round=row.flag("each_round"),
        save=row.one_of("save", skills) if row.has("save") else "",
        heals=row.one("heals", partial(_change, allowed=HEALS)) if row.has("heals") else None,
        drains=row.whole("drains", 0),
        drains_die=row.whole("drains_die", 0),
        mark=_mark(row, skills, attributes, weapons),
        condition=row.text("condition", ""),
        numbs=row.one_of("numbs", skills) if row.has("numbs") else "",
        numbs_most=row.whole("numbs_most", 0),
        deed=row.one_of("deed", DEEDS) if row.has("deed") else "",
        only=row.one_of("only", ONLY) if row.has("only") else "",
        by_hand=row.one_of("by_hand", BY_HAND) if row.has("by_hand") else "",
        ways=row.each("ways", partial(_way, skills=skills, kinds=kinds)),
        source=row.text("source"),
    )
    _check(row, made)
    return made


def _check(row: Row, made: Spell) -> None:
    if made.target not in TARGETS or made.condition not in CONDITIONS:
        row.refuse("has a target or a condition that nobody knows")
    if not made.ways:
        row.refuse("needs a way to cast it")
    if not made.description and not made.is_open:
        row.refuse("needs a description")
    if len({way.skill for way in made.ways}) != len(made.ways):
        row.refuse("is cast twice with the same skill")
    if made.among and made.area is None:
        row.refuse("reaches whoever stands in an area, and has none")


def _mark(row: Row, skills: Collection[str], attributes: Collection[str], weapons: Collection[str]) -> Mark:
    return Mark(
        raises=row.wholes("raises", attributes),
        caps=row.wholes("caps", attributes),
        protects=row.whole("protects", 0),
        immune=row.words("immune", DAMAGE_TYPES),
        wards=row.wholes("wards", DAMAGE_TYPES),
        guards=row.whole("guards", 0),
        sways=row.each("sways", partial(_sway, skills=skills, attributes=attributes)),
        growth=row.one("growth", _growth) if row.has("growth") else None,
        shines=row.whole("shines", 0),
        shines_per_hit=row.whole("shines_per_hit", 0),
        arm=row.one_of("arm", (CLAWS, *weapons)) if row.has("arm") else "",
        empowers=row.whole("empowers", 0),
        adds=row.each("adds", _added),
        stores=row.one_of("stores", STORES) if row.has("stores") else "",
        dread=row.whole("dread", 0),
        quickens=row.whole("quickens", 0),
        softens=row.flag("softens"),
    )


def _added(row: Row) -> Added:
    dies = row.texts("dies")
    if not all(die.isdecimal() and int(die) in FACES for die in dies):
        row.refuse(f"dies are of {FACES}")
    return Added(
        dice=row.whole("dice", 1),
        dies=tuple(map(int, dies)),
        type=row.one_of("type", DAMAGE_TYPES) if row.has("type") else "",
        needs=row.one_of("needs", DAMAGE_TYPES) if row.has("needs") else "",
    )


def _sway(row: Row, skills: Collection[str], attributes: Collection[str]) -> Sway:
    return Sway(
        skills=row.words("skills", skills),
        attributes=row.words("attributes", attributes),
        dice=row.whole("dice", 0, least=-_MOST),
        mos=row.whole("mos", 0, least=-_MOST),
        how=row.one_of("how", COUNTS) if row.has("how") else "",
        per_hit=row.flag("per_hit"),
        focus=row.flag("focus"),
        when=row.text("when", ""),
    )


def _growth(row: Row) -> Growth:
    sizes = row.texts("sizes")
    if not all(hits.isdecimal() for hits in sizes):
        row.refuse("sizes are numbers of hits")
    return Growth(row.whole("flies", 0), row.whole("crawls", 0), tuple(map(int, sizes)))


def _several(row: Row) -> Several:
    share = row.one_of("share", SHARES) if row.has("share") else ""
    return Several(row.whole("count", 0), row.whole("per_hit", 0), share)


def _reach(row: Row) -> Reach:
    named = row.one_of("range", RANGES) if row.has("range") else "sight"
    return Reach(named, row.whole("metres", 0), row.whole("metres_per_hit", 0))


def _area(row: Row) -> Area:
    return Area(row.one_of("shape", SHAPES), row.whole("metres", 0), row.whole("per_hit", 0))


def _duration(row: Row) -> Duration:
    sort = row.one_of("sort", SORTS)
    unit = row.one_of("unit", UNITS) if row.has("unit") else ""
    return Duration(sort, row.whole("fixed", 0), row.whole("per_hit", 0), unit, row.texts("steps"))


def _harm(row: Row) -> Harm:
    die, falloff = row.whole("die", 0), row.text("falloff", "")
    if die not in (0, *FACES) or falloff not in FALLOFFS:
        row.refuse(f"die must be one of {FACES}, or 0, and falloff one of {FALLOFFS}")
    return Harm(die, row.whole("per_hit", 0), row.whole("flat", 0), row.one_of("type", DAMAGE_TYPES), falloff)


def _change(row: Row, allowed: Collection[str]) -> Change:
    return Change(row.one_of("what", allowed), row.whole("amount", least=1))


def _way(row: Row, skills: Mapping[str, Skill], kinds: Mapping[str, Kind]) -> Way:
    skill = row.one_of("skill", skills)
    group, is_open = skills[skill].group, row.flag("open")
    if group not in kinds:
        row.refuse(f"{skill} is no skill of magic")
    usual = "spirit" if is_open else kinds[group].pays
    return Way(
        kind=group,
        skill=skill,
        mos=row.whole("mos", 0),
        cost=row.whole("cost", 0),
        pays=row.one_of("pays", PAYS) if row.has("pays") else usual,
        prepare=row.whole("prepare", 0),
        charges=row.whole("charges", 0),
        needs=row.text("needs", ""),
        breaks=row.flag("breaks"),
        open=is_open,
    )
