"""Spells in words: as the compendium lists them, and as a sheet does (D-9)."""

from collections.abc import Mapping

from rules.engine.content.entries import Entry
from rules.engine.kernel import Item, Sheet, counted
from rules.systems.sda.content.skills import ATTRIBUTES, SKILLS
from rules.systems.sda.core.effects import Added, Change, Harm, Mark, Spell, Sway, shelf
from rules.systems.sda.core.effects.spells import spells
from rules.systems.sda.core.person import COUNTS
from rules.systems.sda.magic.casting.open_spells import CHARGES, FOCUS_LOST, SCROLLS, opens, way_words

_REACH = {
    "self": "the caster",
    "touch": "touch",
    "close": "close",
    "sight": "sight",
    "hearing": "hearing",
    "plane": "anywhere on this plane",
}
_LASTS = {
    "instantaneous": "at once",
    "permanent": "for good",
    "concentration": "concentration",
    "sleep": "until sleep",
    "scene": "until the scene ends",
    "used": "until used",
}
_AMONG = {
    "all": "everybody inside",
    "others": "everybody else inside",
    "friends": "friends inside",
    "foes": "foes inside",
    "picked": "those chosen inside",
}
_BY_HAND = {
    "": "",
    "told": "described by the game master",
    "sheet": "the rest is entered by hand",
    "board": "the game master moves people",
    "join": "the game master adds what appears",
}
OPEN = "The books only print its name. The game master decides difficulty, cost and effect."


def entries() -> Mapping[str, tuple[Entry, ...]]:
    """The compendium's section of spells."""
    return {"spells": tuple(entry_of(one) for one in shelf().spells.values())}


def entry_of(one: Spell) -> Entry:
    """A spell as lists show it."""
    return Entry(one.key, one.name, one.description or OPEN, (*map(way_words, one.ways), *figures(one)), one.source)


def figures(one: Spell) -> tuple[str, ...]:
    """Reach, area, duration, damage and save, as far as there are any."""
    if one.is_open and not one.harms:
        return ()
    said = (_reach(one), _area(one), _duration(one), *map(_harm, one.harms), _change("heals", one.heals))
    more = (*_marks(one.mark), _several(one), f"resisted by {SKILLS[one.save].name.lower()}" if one.save else "")
    return tuple(words for words in (*said, *more, _left_to(one)) if words)


def _left_to(one: Spell) -> str:
    """The part of a spell that the game master sees to, in words; empty where there is none."""
    return _BY_HAND[one.by_hand or ("" if one.acts else "told")]


def _reach(one: Spell) -> str:
    reach = one.reach
    if reach.range != "fixed":
        return _REACH[reach.range]
    return f"{reach.metres} m" + (f", {reach.per_hit} m more per hit" if reach.per_hit else "")


def _area(one: Spell) -> str:
    if one.area is None:
        return ""
    if any(harm.falloff == "damage" for harm in one.harms):
        return "sphere of 1 m for each MoS of damage"
    grows = _grown(one.area.metres, one.area.per_hit, "m³" if one.area.shape == "volume" else "m")
    return f"{one.area.shape} of {grows}" if grows else one.area.shape


def _grown(fixed: int, per_hit: int, unit: str) -> str:
    parts = ([f"{fixed} {unit}"] if fixed else []) + ([f"{per_hit} {unit} per hit"] if per_hit else [])
    return " and ".join(parts)


def _duration(one: Spell) -> str:
    lasts = one.duration
    if lasts.steps:
        return "by hits: " + ", ".join(lasts.steps)
    if not lasts.unit:
        return _LASTS.get(lasts.sort, "")
    fixed = counted(lasts.fixed, lasts.unit, f"{lasts.unit}s") if lasts.fixed else ""
    grows = f"{counted(lasts.per_hit, lasts.unit, f'{lasts.unit}s')} per hit" if lasts.per_hit else ""
    said = " and ".join(words for words in (fixed, grows) if words)
    return f"{said}, maintained" if lasts.sort == "maintained" else said


def _harm(harm: Harm) -> str:
    if harm.flat:
        return f"{harm.flat}d{harm.die} {harm.type}"
    count = f"{harm.per_hit}d{harm.die}" if harm.die else f"{harm.per_hit} die of the casting,"
    falls = {"dice": ", a die less each metre", "damage": ", 1 less each metre"}.get(harm.falloff, "")
    return f"{count} {harm.type} per hit{falls}"


def _change(word: str, change: Change | None) -> str:
    if change is None:
        return ""
    what = "spirit" if change.what == "spirit" else f"{change.what} {'box' if change.amount == 1 else 'boxes'}"
    return f"{word} {change.amount} {what} per hit"


def _several(one: Spell) -> str:
    if one.among:
        return _AMONG[one.among]
    if one.several is None:
        return ""
    some, each = counted(one.several.count, "target", "targets"), one.several.per_hit
    if not one.several.count:
        return f"{counted(each, 'target', 'targets')} per hit"
    return f"{some} and {each} more per hit" if each else some


def _marks(mark: Mark) -> tuple[str, ...]:
    """The effects of a spell on whoever bears it, in words."""
    raised = (f"{ATTRIBUTES[key].name} +{each} per hit" for key, each in mark.raises.items())
    capped = (f"{ATTRIBUTES[key].name} {most} at most" for key, most in mark.caps.items())
    wards = (f"{kind} damage −{dice} dice per hit" for kind, dice in mark.wards.items())
    protects = f"protection +{mark.protects} per hit from blades and blows" if mark.protects else ""
    immune = f"unhurt by {', '.join(mark.immune)}" if mark.immune else ""
    guards = f"attacks on them −{mark.guards} MoS" if mark.guards else ""
    return (*raised, *capped, protects, immune, guards, *wards, *map(_sway, mark.sways), *_body(mark))


def _sway(one: Sway) -> str:
    """A change to rolls in words: "perception +1 die per hit"."""
    names = [SKILLS[key].name.lower() for key in one.skills] + [ATTRIBUTES[key].name.lower() for key in one.attributes]
    on = ", ".join(names) or ("the attribute of their focus" if one.focus else "all rolls")
    dice = f"{one.dice:+d} {'die' if abs(one.dice) == 1 else 'dice'}" if one.dice else ""
    mos = f"{one.mos:+d} MoS" if one.mos else ""
    counts = f": {COUNTS[one.how]}" if one.how else ""
    figures = " ".join(words for words in (dice, mos) if words).replace("-", "−")
    if counts and not figures:
        return f"{on}{counts}"
    return f"{on} {figures}{' per hit' if one.per_hit else ''}" if figures else f"{on}: {one.when}"


def _body(mark: Mark) -> tuple[str, ...]:
    growth = mark.growth
    flies = f"flies, {growth.flies} times as fast as it walks" if growth and growth.flies else ""
    crawls = f"moves {growth.crawls} m a round" if growth and growth.crawls else ""
    sizes = f"a size larger from {' and '.join(map(str, growth.sizes))} hits on" if growth and growth.sizes else ""
    light = f"{mark.shines} m of light" if mark.shines else ""
    more = f"{mark.shines_per_hit} m of light per hit" if mark.shines_per_hit else ""
    return flies, crawls, sizes, light, more, *_in_a_fight(mark)


#: Words for each purpose that hits are stored for.
_STORES = {
    "shield": "a point of shield defence per hit, gone once it has stopped hits",
    "blow": "its hits are added to the next attack in melee that scores",
    "boxes": "a box per hit, ticked before their own",
}


def _in_a_fight(mark: Mark) -> tuple[str, ...]:
    """The effects of a spell on blows, turns and foes, in words."""
    empowers = f"damage of the weapon +{mark.empowers} per hit" if mark.empowers else ""
    dread = f"foes within 10 m pay {mark.dread} spirit for each die against them and each metre nearer"
    quick = f"three turns a round, {mark.quickens} apart, each with all dice"
    falls = "no damage from falls" if mark.softens else ""
    told = (dread if mark.dread else "", quick if mark.quickens else "", falls, _STORES.get(mark.stores, ""))
    return (empowers, *map(_added, mark.adds), *told)


def _added(one: Added) -> str:
    """Dice that come with a weapon, in words: "damage of the weapon +1d4 to 1d20 burning"."""
    if not one.dies:
        return f"damage of the weapon +{counted(one.dice, 'die', 'dice')}"
    dies = " to ".join(f"{one.dice}d{die}" for die in dict.fromkeys((one.dies[0], one.dies[-1])))
    return f"damage of the weapon +{dies} {one.type}"


def words_of(item: Item, sheet: Sheet | None = None) -> tuple[str, ...]:
    """Words for a spell on a sheet: what is prepared, then the ways that are open to it, and the figures."""
    one = spells().get(item.entry)
    if one is None:
        return ()
    scrolls, charges = int(item.stats.get(SCROLLS, 0)), int(item.stats.get(CHARGES, 0))
    ready = (
        counted(scrolls, "scroll", "scrolls") if scrolls else "",
        counted(charges, "charge", "charges") if charges else "",
        "focus lost" if item.stats.get(FOCUS_LOST) else "",
    )
    ways = [way for way in one.ways if sheet and opens(sheet, way.kind)] or one.ways
    return (*(words for words in ready if words), *map(way_words, ways), *figures(one))
