"""Entries in a few words each: of arms, features, lineages, classes, spells, and of effects."""

from collections.abc import Iterable, Mapping

from rules.engine.kernel import counted, said, signed
from rules.systems.fortune.content import (
    Armour,
    Calling,
    Creature,
    Culture,
    Effect,
    Feature,
    Form,
    Gear,
    Language,
    Lineage,
    Shield,
    Spell,
    library,
    people_switches,
)
from rules.systems.fortune.core import attack_words

#: Figures by name, where they are not called by their key.
FIGURES = {
    "any": "all tests",
    "armour": "Armor",
    "attacked_melee": "attacks on you from nearby",
    "attacked_ranged": "attacks on you from afar",
    "leap": "leaps",
    "high_jump": "high jumps",
    "load": "loads",
    "march": "miles per day",
    "range": "range",
    "health": "Health",
    "stamina_cost": "Stamina costs",
    "suffered": "damage suffered",
    "fly": "flying",
    "dig": "digging speed",
    "swim": "swimming speed",
    "climb": "climbing speed",
    "speed": "Speed",
    "damage": "damage",
    "burrow": "burrowing",
}
#: When a feature is used, in words.
USES = {
    "action": "an action",
    "attack": "with an attack",
    "hit": "on a hit",
    "counter": "as a counter move",
    "free": "at any time",
    "test": "before a test",
    "rolled": "after a roll",
    "ally": "for an ally",
    "breath": "when catching your breath",
    "help": "when you help",
}
#: The time after which a feature may be used again, in words.
PERS = {"day": "a day", "adventure": "an adventure", "rest": "until you rest and relax", "fight": "a fight"}
WHENS = {
    "unarmoured": "without armour",
    "last_stand": "in a Last Stand",
    "no_road": "off the road",
    "chosen": "as chosen",
}


def effect_words(one: Effect) -> str:
    """An effect in a few words: "+3 on sneaking", "Speed +10", "favour on attacking, with Mettle"."""
    on = " and ".join(_on(each) for each in one.on)
    points = " ".join(said(signed(one.by) if one.by else "", *(f"+ {library.stats()[key].name}" for key in one.stats)))
    match one.what:
        case "add":
            told = f"{points} on {on}" if library.purposes().keys() >= {*one.on} - {"any"} else f"{on} {points}"
        case "set":
            told = f"{on} {one.by}{''.join(f' + {library.stats()[key].name}' for key in one.stats)}"
        case "double" | "halve":
            told = f"{'double' if one.what == 'double' else 'half'} {on}"
        case "step":
            told = f"{on} {counted(one.by, 'step', 'steps')} up"
        case "dice":
            told = f"{one.dice} {on}"
        case verb:
            told = f"{verb} on {on}"
    kind = "of the chosen type" if one.type == "chosen" else one.type
    stat = f"with {library.stats()[one.stat].name}" if one.stat else ""
    return ", ".join(said(told, kind, stat, WHENS.get(one.when, "")))


def _on(roll: str) -> str:
    return library.purposes()[roll].name.lower() if roll in library.purposes() else FIGURES.get(roll, roll)


def effects_words(effects: Iterable[Effect]) -> tuple[str, ...]:
    return tuple(effect_words(one) for one in effects)


def armour_words(suit: Armour) -> tuple[str, ...]:
    """Armor of a suit, and the training that it takes."""
    agility = "" if not suit.agility else " + Agility" if suit.agility >= 5 else f" + Agility, at most {suit.agility}"
    trained = library.armour_classes().get(suit.training, "").lower()
    return said(f"Armor {suit.base}{agility}", f"training: {trained}" if trained else "")


def shield_words(shield: Shield) -> tuple[str, ...]:
    """Armor that a shield adds, what it takes off, and what it needs."""
    off = library.stats()[shield.by_stat].name if shield.by_stat else str(shield.reduces) if shield.reduces else ""
    needs = " and ".join(f"{library.stats()[key].name} {least}" for key, least in shield.needs.items())
    return said(
        f"Armor {signed(shield.armour)}", f"clash damage −{off}" if off else "", f"needs {needs}" if needs else ""
    )


def gear_words(one: Gear) -> tuple[str, ...]:
    return (f"{one.cost} Coin" if one.cost else "Bits", *(("focus",) if one.focus else ()))


def feature_words(one: Feature) -> tuple[str, ...]:
    """Origin, level, use, price, uses and effects of a feature."""
    price = said(
        f"{one.stamina} Stamina" if one.stamina else "",
        f"{one.extra} more per step" if one.extra else "",
        "favour" if one.favour else "",
    )
    return said(
        origin_of(one),
        f"level {one.level}" if one.level else "",
        "Last Stand" if one.last_stand else "",
        USES.get(one.use, ""),
        " and ".join(price),
        f"{counted(one.uses, 'use', 'uses')} {PERS.get(one.per, '')}" if one.uses else "",
        *effects_words(one.effects),
    )


def origin_of(one: Feature) -> str:
    """The name of whatever gives a feature: its class, lineage, culture, form, or the feature whose option it is."""
    shelves: tuple[Mapping[str, Calling | Lineage | Culture | Form | Feature], ...] = (
        library.classes(),
        library.lineages(),
        library.cultures(),
        library.forms(),
        library.features(),
    )
    found = next((shelf[one.of].name for shelf in shelves if one.of in shelf), "")
    return found or {"classes": "every class"}.get(one.of, one.of)


def lineage_words(one: Lineage) -> tuple[str, ...]:
    raised = "any stat" if len(one.stats) == len(library.stats()) else _stat_names(one.stats, " or ")
    return (
        *_names(one.key),
        f"Speed {one.speed} ft",
        f"size {' or '.join(one.sizes)}",
        f"{signed(one.bonus)} {raised}",
    )


def culture_words(one: Culture) -> tuple[str, ...]:
    languages = ", ".join(library.languages()[key].name for key in one.languages)
    more = f" and {one.choose} more" if one.choose else ""
    return *_names(one.key), f"{signed(one.bonus)} {_stat_names(one.stats, ' or ')}", f"speaks {languages}{more}"


def language_words(one: Language) -> tuple[str, ...]:
    return said(one.speakers, "under water only" if one.under_water else "")


def _stat_names(keys: Iterable[str], between: str) -> str:
    return between.join(library.stats()[key].name for key in keys)


def _names(owner: str) -> tuple[str, ...]:
    return tuple(one.name for one in library.features_of(owner).values())


def class_words(one: Calling) -> tuple[str, ...]:
    """First features, pools, attack, damage, range and training of a class."""
    names = {key: each.name for key, each in library.stats().items()}
    trained = {key: name.lower() for key, name in library.trainings().items()}
    return (
        *(each.name for each in library.features_of(one.key).values() if each.level <= 1),
        f"Health {one.health}, {signed(one.health_per_level)} a level",
        f"Stamina {one.stamina} + {names[one.stamina_stat]}",
        attack_words(one),
        f"Strikes for {one.damage} + {names[one.damage_stat]}",
        f"Range {one.range} ft",
        *((f"Trained in {', '.join(trained[key] for key in one.training)}",) if one.training else ()),
        *(f"Trained in {each.count} of {', '.join(trained[key] for key in each.groups)}" for each in one.picks),
    )


def form_words(one: Form) -> tuple[str, ...]:
    names = {key: each.name for key, each in library.stats().items()}
    return (
        f"size {one.size}",
        f"Armor {one.armour} + {names[one.armour_stat]}",
        f"Attacks with {names[one.attack]} or Heart",
        f"Strikes for {one.damage}{f' and {one.rot} rot' if one.rot else ''} + {names[one.damage_stat]}",
        *_names(one.key),
    )


#: Feet of a mile, beyond which ranges are told in miles.
MILE = 5280
#: Minutes of an hour.
HOUR = 60


def spell_words(one: Spell) -> tuple[str, ...]:
    """Level, lists, casting, range, duration and figures of a spell."""
    cast = f"{counted(one.casting_minutes, 'minute', 'minutes')} to cast" if one.casting_minutes else one.cast
    far = f"{one.range // MILE} miles" if one.range >= MILE else f"{one.range} ft"
    lasts = counted(one.rounds, "round", "rounds") if one.rounds else _time(one.minutes)
    more = " + casting stat" if one.stat and (one.heals or one.damage) else ""
    return said(
        f"level {one.level}",
        ", ".join(one.lists),
        f"{one.level} Stamina" if one.level else "no Stamina",
        cast,
        {0: "self", 5: "touch"}.get(one.range, far),
        f"{one.radius} ft around" if one.radius else "",
        lasts,
        f"heals {one.heals}{more}" if one.heals else "",
        f"{one.damage}{more} {one.type}".strip() if one.damage else "",
        f"{library.stats()[one.test].name} test" if one.test else "",
        library.statuses()[one.status].name.lower() if one.status else "",
        f"{one.extra} more Stamina per step" if one.extra else "",
        *effects_words(one.effects),
    )


def _time(minutes: int) -> str:
    if not minutes:
        return ""
    if minutes % HOUR:
        return counted(minutes, "minute", "minutes")
    return counted(minutes // HOUR, "hour", "hours")


def creature_words(one: Creature) -> tuple[str, ...]:
    """Kind, level, size and all figures of a creature."""
    stats = ", ".join(f"{library.stats()[key].name} {signed(value)}" for key, value in one.stats.items())
    counter = one.counter or f"{one.armour - people_switches.CREATURE_COUNTER.number({})} by default"
    return said(
        f"{one.kind}, level {one.level or '½'}",
        one.size,
        f"Health {one.health}",
        f"Stamina {one.stamina}" if one.stamina else "",
        f"Armor {one.armour}, Counter {counter}",
        f"attack {signed(one.attack)}, {one.damage} {one.type}, {one.range} ft",
        f"Speed {one.speed} ft" if one.speed else "",
        f"flies {one.fly} ft" if one.fly else "",
        stats,
        "counters only" if one.only_counters else "",
        *(library.features()[key].name for key in one.features),
    )
