"""The numbers of a sheet explained, each with its summands and the rules that name them; and the ranges by hand."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace

from rules.engine.kernel import Sheet, Unknown, amount, said, signed
from rules.engine.page.blocks import Explained, Part
from rules.systems.fortune.content import Feature, library, magic_switches, switches
from rules.systems.fortune.core import (
    ADD,
    ARMOUR,
    ATTACK,
    BODY,
    COIN,
    COUNTER,
    DOUBLE,
    FAVOUR_TOKEN,
    FEATURE,
    HEALTH,
    LABEL,
    SPEED,
    STAMINA,
    STAT,
    TRAINING,
    amount_of,
    armour,
    arms,
    attack_stat,
    base_damage,
    base_speed,
    build_of,
    calling_of,
    chosen_of,
    class_range,
    counter,
    explained_attack,
    health_limit,
    jump_figure,
    level,
    on,
    range_of,
    said_left,
    size_of,
    speed,
    stamina_limit,
    uses_left,
)
from rules.systems.fortune.downtime.jumping import reach
from rules.systems.fortune.downtime.travel import day_of_march, limits
from rules.systems.fortune.screen.wording import origin_of, spell_words

LANGUAGE, SPELL = "language", "spell"
#: The ways to move, by their rank.
MODES = {
    SPEED: "Speed",
    "climb": "Climbing",
    "swim": "Swimming",
    "dig": "Digging",
    "fly": "Flying",
    "burrow": "Burrowing",
}
#: Scores that follow from stats and what is worn, or are printed.
SCORES: Mapping[str, Callable[[Sheet, switches.HouseRules], Explained]] = {
    ARMOUR: armour,
    COUNTER: counter,
    ATTACK: lambda sheet, _: explained_attack(sheet),
}
#: The figures of a body, and the resources, that are explained.
BODILY = (*MODES, "level", "size", *SCORES, "counters_only")
RESOURCES = (HEALTH, STAMINA, FAVOUR_TOKEN, COIN)
#: The jumps, by their kind, with their labels and rules.
JUMPS = {
    "running": ("Running leap", "4 + 2 × Mettle, at least 2"),
    "standing": ("Standing leap", "3 + Mettle, at least 1"),
    "high": ("High jump", "1 + Mettle, at least 1"),
}
#: The loads, by their kind, with their labels and rules.
LOADS = {
    "lift": ("Lift", "50 + 10 × Mettle, both hands"),
    "drag": ("Drag", "4 times the lift"),
    "pack": ("Pack", "30 + 5 × Mettle"),
}
#: The least and most of a stat (D-6).
LEAST_STAT, MOST_STAT = -5, 5
#: How often a feature may be taken that may be taken again.
MOST_TIMES = 9
#: The least and most of a figure of the body.
BODY_RANGES = {
    "level": (0, 20),
    "size": (-3, 4),
    **dict.fromkeys(MODES, (0, 200)),
    "armour": (0, 40),
    "counter": (0, 40),
    "attack": (-5, 20),
    "counters_only": (0, 1),
}


def explain(sheet: Sheet, number: str, house_rules: switches.HouseRules) -> Explained:
    """A number explained, by its name, such as ``stat.heart``, ``resource.health``, ``body.speed`` or ``armour``."""
    kind, _, name = number.partition(".")
    kinds: Mapping[str, tuple[Collection[str], Callable[[Sheet, str], Explained]]] = {
        STAT: (library.stats(), stat_value),
        "resource": (RESOURCES, resource),
        BODY: (set(BODILY) - set(SCORES), lambda sheet, name: body(sheet, name, house_rules)),
        TRAINING: (library.trainings(), training),
        FEATURE: (library.features(), feature),
        LANGUAGE: (library.languages(), language),
        SPELL: (library.spells(), lambda sheet, key: spell(sheet, key, house_rules)),
        "arm": (arms(sheet, house_rules), lambda sheet, key: explained_damage(sheet, key, house_rules)),
    }
    known, explained = kinds.get(kind, ((), training))
    if name in known:
        return explained(sheet, name)
    found = derived(sheet, house_rules).get(name if kind == BODY else number)
    if found is None:
        raise Unknown(f"This sheet has no number called {number!r}.", "number")
    return found


def explained_damage(sheet: Sheet, key: str, house_rules: switches.HouseRules) -> Explained:
    """The damage of an arm with its summands (LIN-038, LIN-047)."""
    arm, (dice, plus) = arms(sheet, house_rules)[key], base_damage(sheet, house_rules)
    parts = [Part("Base damage", f"{dice}{signed(plus) if plus else ''}")]
    if not arm.trained:
        parts.append(Part("Not trained", arm.said, "LIN-048"))
    elif amount(arm.damage) != amount(dice):
        parts.append(Part("Dice as used", arm.damage, "LIN-047"))
    return Explained(arm.name, arm.said, tuple(parts))


def derived(sheet: Sheet, house_rules: switches.HouseRules) -> dict[str, Explained]:
    """Numbers that follow from others, by name."""
    calling = calling_of(sheet)
    by_class = (Part(calling.name, f"{range_of(calling, house_rules)} ft", "LIN-034"),) if calling else ()
    return {
        **{name: score(sheet, house_rules) for name, score in SCORES.items()},
        "range": Explained("Range", f"{class_range(sheet, house_rules)} ft", by_class),
        **{kind: _jump(sheet, kind, house_rules) for kind in JUMPS},
        **{kind: _load(sheet, kind) for kind in LOADS},
        "march": _march(sheet, house_rules),
    }


def _jump(sheet: Sheet, kind: str, house_rules: switches.HouseRules) -> Explained:
    (label, how), feet = JUMPS[kind], reach(sheet, kind, house_rules)
    figure = jump_figure(kind, house_rules)
    added = [(one.name, amount_of(sheet, one.effect)) for one in on(sheet, figure, ADD)]
    doubled = [one.name for one in on(sheet, figure, DOUBLE)]
    plain = (feet >> len(doubled)) - sum(by for _, by in added)
    parts = [Part(how, f"{plain} ft", "LIN-065"), *(Part(name, signed(by)) for name, by in added)]
    return Explained(label, f"{feet} ft", (*parts, *(Part(name, "double") for name in doubled)))


def _load(sheet: Sheet, kind: str) -> Explained:
    (label, how), pounds, size = LOADS[kind], limits(sheet)[kind], size_of(sheet)
    by = f"{'double' if size > 0 else 'half'}{f', {abs(size)} times' if abs(size) > 1 else ''}"
    sized = (Part(_size_words(size), by, "LIN-068"),) if size else ()
    doubled = (Part(one.name, "double") for one in on(sheet, "load", DOUBLE))
    return Explained(label, f"{pounds} lb", (Part(how, "", "LIN-068"), *sized, *doubled))


def _size_words(step: int) -> str:
    return next((one.name for one in library.sizes().values() if one.step == step), signed(step))


def _march(sheet: Sheet, house_rules: switches.HouseRules) -> Explained:
    road, wild = (day_of_march(sheet, house_rules, road=on_road) for on_road in (True, False))
    return Explained(
        "A day's march",
        f"{road} miles",
        (Part("On a road, 15 + Mettle", f"{road} miles", "LIN-062"), Part("Without", f"{wild} miles", "LIN-062")),
    )


def stat_value(sheet: Sheet, key: str) -> Explained:
    """A stat with what it is good for."""
    value, calling = signed(sheet.rank(STAT, key)), calling_of(sheet)
    uses = (
        (True, Part("Tests", value, "LIN-014")),
        (calling and attack_stat(sheet) == key, Part("Attack", value, "LIN-033")),
        (calling and calling.damage_stat == key, Part("Base damage", value, "LIN-038")),
        (calling and calling.stamina_stat == key, Part("Stamina per level", value, "LIN-008")),
        (key == "agility", Part("Armor", "with no armour, light or medium", "LIN-053")),
        (key == "mettle", Part("Jumps, loads and marches", value, "LIN-065")),
    )
    return Explained(library.stats()[key].name, value, tuple(part for holds, part in uses if holds))


def body(sheet: Sheet, name: str, house_rules: switches.HouseRules) -> Explained:
    """Level, size, a way to move, or a figure that a creature has as printed."""
    if name in MODES:
        told = speed(sheet, base_speed(sheet, name, house_rules), name)
        return replace(told, label=MODES[name], value=f"{told.value} ft")
    if name == "level":
        return Explained("Level", str(level(sheet)), (Part("From 1 to 8", str(level(sheet)), "LIN-001"),))
    if name == "size":
        return Explained("Size", _size_words(size_of(sheet)))
    return Explained("Counters only", "yes" if sheet.rank(BODY, name) else "no")


def resource(sheet: Sheet, name: str) -> Explained:
    """Health, Stamina, the token or the purse, with what the most of them comes from."""
    now = sheet.now(name)
    match name:
        case "health" | "stamina":
            label, told = name.capitalize(), health_limit(sheet) if name == HEALTH else stamina_limit(sheet)
            parts = told.parts if told else (Part("As listed", str(sheet.most(name))),)
            return Explained(label, f"{now} of {sheet.most(name)}", parts)
        case "favour":
            return Explained(LABEL, str(now), (Part("Gained from failed tests", str(now), "LIN-022"),))
    return Explained("Coin", str(now), (Part("Smaller prices are paid in Bits", "", "LIN-056"),))


def training(sheet: Sheet, key: str) -> Explained:
    """A training, and where it comes from."""
    calling, name = calling_of(sheet), library.trainings()[key]
    if not sheet.rank(TRAINING, key):
        return Explained(name, "not trained")
    whence = calling.name if calling and key in calling.training else "Chosen"
    return Explained(name, "trained", (Part(whence, "trained", "LIN-048"),))


def feature(sheet: Sheet, key: str) -> Explained:
    """A feature: what is left of its uses or its price, what it does, and what was chosen with it."""
    one = library.features()[key]
    picked = ", ".join(_choice_words(value) for value in chosen_of(sheet, key))
    more = tuple(Part(label, told) for label, told in (("Chosen", picked), ("Uses", said_left(sheet, key))) if told)
    return Explained(one.name, _feature_value(sheet, one) or origin_of(one), (Part(one.description, ""), *more))


def _feature_value(sheet: Sheet, one: Feature) -> str:
    """The price and uses of a feature in short: "1 SP", "favour", "2 of 3"."""
    told = said(
        f"{one.stamina} Stamina" if one.stamina else "",
        "favour" if one.favour else "",
        f"{uses_left(sheet, one.key)} of {one.uses}" if one.uses and sheet.rank(FEATURE, one.key) else "",
    )
    return ", ".join(told)


def _choice_words(value: str) -> str:
    """The name of a choice: of a form, a feature, a language, a group of weapons, or the word itself."""
    for shelf in (library.forms(), library.features(), library.languages(), library.trainings()):
        if value in shelf:
            one = shelf[value]
            return one if isinstance(one, str) else one.name
    return value.replace("_", " ")


def language(sheet: Sheet, key: str) -> Explained:
    """A language, and who speaks it."""
    one, value = library.languages()[key], "known" if sheet.rank(LANGUAGE, key) else "not known"
    return Explained(one.name, value, (Part("Spoken by", one.speakers, "LIN-077"),))


def spell(sheet: Sheet, key: str, house_rules: switches.HouseRules) -> Explained:
    """A spell with its price and figures."""
    one = magic_switches.spell_as_played(key, house_rules)
    told = (one.description, *spell_words(one)[2:], *(() if sheet.rank(SPELL, key) else ("Not known",)))
    return Explained(one.name, f"{one.level} Stamina" if one.level else "free", tuple(Part(each, "") for each in told))


def origin(sheet: Sheet) -> str:
    """Lineage, culture and class of a hero, by their entries; empty for others."""
    lineage = library.lineages().get(str(build_of(sheet).get("lineage", "")))
    return " ".join(one.name for one in (lineage, calling_of(sheet)) if one is not None)


# -- ranges of what may be written by hand -----------------------------------------------------------------------------


def ranges() -> Mapping[str, Mapping[str, tuple[int, int]]]:
    """The least and most of every rank, by kind and name."""
    return {
        STAT: dict.fromkeys(library.stats(), (LEAST_STAT, MOST_STAT)),
        BODY: BODY_RANGES,
        TRAINING: dict.fromkeys(library.trainings(), (0, 1)),
        FEATURE: {key: (0, times(FEATURE, key)) for key in library.features()},
        LANGUAGE: dict.fromkeys(library.languages(), (0, 1)),
        SPELL: dict.fromkeys(library.spells(), (0, 1)),
    }


def times(kind: str, name: str) -> int:
    """How often something may be had: a feature that may be taken again several times, everything else once."""
    return MOST_TIMES if kind == FEATURE and library.features()[name].again else 1
