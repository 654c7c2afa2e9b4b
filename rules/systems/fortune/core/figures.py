"""Figures that follow from stats, statuses, features and what is worn: Armor, Counter, speed, limits."""

from functools import lru_cache

from rules.engine.forecast.state_cache import of_sheet
from rules.engine.kernel import Sheet, amount, signed
from rules.engine.page.blocks import Explained, Part
from rules.systems.fortune.content import (
    Armour,
    Calling,
    Form,
    Shield,
    feature_switches,
    library,
    people_switches,
    switches,
)
from rules.systems.fortune.core.state import (
    ADD,
    DOUBLE,
    HALVE,
    SET,
    amount_of,
    build_of,
    has_feature,
    on,
)

BODY, STAT, TRAINING = "body", "stat", "training"
#: The resource of money (LIN-056).
COIN = "coin"
ARMOUR, COUNTER, SPEED, ATTACK = "armour", "counter", "speed", "attack"
#: Armor without armour, before Agility (LIN-036).
BARE = 10
#: Points of Counter below Armor (LIN-037).
BELOW_ARMOUR = 5
#: The ways to move that everybody has, with the house rules that set their feet (D-6).
BASE_SPEEDS = {"climb": switches.CLIMB, "swim": switches.SWIM, "dig": switches.DIG}
#: The trait of the Chimeric that adds to Armor, and its points (D-1).
TOUGH, TOUGH_POINTS = "chimeric_tough", 3
#: The class that takes forms, and what their Armor and its damage are in the later edition.
SHAPESHIFTER, LATER_FORM, LATER_DAMAGE = "shapeshifter", 12, "1d6"
FEET = "ft"


def stat(sheet: Sheet, key: str) -> int:
    return sheet.rank(STAT, key)


def level(sheet: Sheet) -> int:
    """The level, at least 1 (LIN-001)."""
    return max(1, sheet.rank(BODY, "level"))


def is_trained(sheet: Sheet, training: str) -> bool:
    """Whether one is trained in a class of armour, a size of shields or a group of weapons; nothing needs none."""
    return not training or sheet.rank(TRAINING, training) > 0


def calling_of(sheet: Sheet) -> Calling | None:
    """The class of a hero; None for creatures and for those who have chosen none yet."""
    return library.classes().get(str(build_of(sheet).get("calling", "")))


def form_of(sheet: Sheet) -> Form | None:
    """The beast form that somebody wears now; None in their own shape."""
    return library.forms().get(str(sheet.memo.get("form", "")))


def size_of(sheet: Sheet) -> int:
    """The size in steps from medium; that of a form while one wears it (LIN-068)."""
    form = form_of(sheet)
    return library.sizes()[form.size].step if form is not None else sheet.rank(BODY, "size")


# -- armour ------------------------------------------------------------------------------------------------------------


def worn(sheet: Sheet) -> Armour | None:
    """The armour in use that one is trained in, of several the strongest; None without (LIN-053)."""
    if form_of(sheet) is not None:
        return None
    suits = (one for item in sheet.items.values() if item.in_use and (one := library.armour_of(item)))
    return max((one for one in suits if is_trained(sheet, one.training)), key=lambda one: one.base, default=None)


@of_sheet("ranks", "items", "memo")
def shield_of(sheet: Sheet, house_rules: switches.HouseRules) -> Shield | None:
    """The shield in use that helps: one is trained in it, and has the stats that it needs; None without (C-18)."""
    if form_of(sheet) is not None:
        return None
    shields = (library.shield_of(item) for item in sheet.items.values() if item.in_use)
    able = (one for one in shields if one and not unmet(sheet, one, house_rules))
    return max(able, key=lambda one: (one.armour, reduction_of(sheet, one)), default=None)


def may_bear(sheet: Sheet, shield: Shield, house_rules: switches.HouseRules) -> bool:
    """Whether one is trained in a shield, or the house asks for no training."""
    return is_trained(sheet, shield.training) or not switches.SHIELD_TRAINING.flag(house_rules)


def unmet(sheet: Sheet, shield: Shield, house_rules: switches.HouseRules) -> str:
    """The reason why a shield does not help, in a few words; empty if it does (LIN-049 to LIN-051, C-18)."""
    if not may_bear(sheet, shield, house_rules):
        return f"not trained in {library.shield_classes()[shield.training].lower()}"
    short = [key for key, least in shield.needs.items() if stat(sheet, key) < least]
    return f"needs {library.stats()[short[0]].name} {shield.needs[short[0]]}" if short else ""


def reduction_of(sheet: Sheet, shield: Shield) -> int:
    """The points that a shield takes off clash damage: a number, or a stat (LIN-049 to LIN-051)."""
    return max(0, stat(sheet, shield.by_stat) if shield.by_stat else shield.reduces)


def _bases(sheet: Sheet, house_rules: switches.HouseRules) -> list[tuple[int, list[Part]]]:
    """The ways to reckon Armor before bonuses: as printed, the armour worn, or none at all (LIN-036, LIN-053)."""
    printed, form, suit, agility = sheet.rank(BODY, ARMOUR), form_of(sheet), worn(sheet), stat(sheet, "agility")
    if printed:
        return [(printed, [Part("As listed", str(printed))])]
    if form is not None:
        name, points = library.stats()[form.armour_stat].name, stat(sheet, form.armour_stat)
        base = LATER_FORM if people_switches.SHAPESHIFTER_LATER.flag(house_rules) else form.armour
        return [(base + points, [Part(form.name, str(base)), Part(name, signed(points))])]
    if suit is not None:
        counted = min(agility, suit.agility) if suit.agility else 0
        parts = [Part(suit.name, str(suit.base), "LIN-053")]
        return [(suit.base + counted, [*parts, *([Part("Agility", signed(counted), "LIN-053")] if counted else [])])]
    plain = [Part("No armour", str(BARE), "LIN-036"), Part("Agility", signed(agility), "LIN-036")]
    others = [(amount_of(sheet, one.effect), one.name) for one in on(sheet, ARMOUR, SET, unarmoured=True)]
    off = TOUGH_POINTS if people_switches.TOUGH_SKIN_PLAIN.flag(house_rules) and has_feature(sheet, TOUGH) else 0
    less = [Part("Without tough skin", signed(-off))] if off else []
    return [(BARE + agility, plain), *((points - off, [Part(name, str(points)), *less]) for points, name in others)]


def armour(sheet: Sheet, house_rules: switches.HouseRules) -> Explained:
    """Armor: the highest way to reckon it, with shield and statuses (LIN-036, LIN-053)."""
    (total, parts), added = max(_bases(sheet, house_rules), key=lambda one: one[0]), bonuses(sheet, house_rules)
    value = str(total + sum(by for _, by in added))
    return Explained("Armor", value, (*parts, *(Part(name, signed(by)) for name, by in added)))


def bonuses(sheet: Sheet, house_rules: switches.HouseRules) -> list[tuple[str, int]]:
    """Additions to Armor, and so to Counter: the shield, features, Defend, cover (LIN-040, LIN-049 to LIN-051)."""
    shield, bare = shield_of(sheet, house_rules), worn(sheet) is None
    found = [(shield.name, shield.armour)] if shield else []
    return found + [
        (one.name, by) for one in on(sheet, ARMOUR, ADD, unarmoured=bare) if (by := amount_of(sheet, one.effect))
    ]


@of_sheet("ranks", "items", "conditions", "memo")
def armour_score(sheet: Sheet, house_rules: switches.HouseRules) -> int:
    """Armor as a number."""
    return int(armour(sheet, house_rules).value)


def counter(sheet: Sheet, house_rules: switches.HouseRules) -> Explained:
    """Counter: below Armor, or a creature's own as printed, with the bonuses to Armor (LIN-037, E-g)."""
    printed = sheet.rank(BODY, COUNTER)
    if not printed:
        score = armour_score(sheet, house_rules)
        below = people_switches.CREATURE_COUNTER.number(house_rules) if sheet.kind == "creature" else BELOW_ARMOUR
        return Explained(
            "Counter",
            str(score - below),
            (Part("Armor", str(score), "LIN-037"), Part("Below Armor", signed(-below), "LIN-037")),
        )
    added = bonuses(sheet, house_rules)
    return Explained(
        "Counter",
        str(printed + sum(by for _, by in added)),
        (Part("As listed", str(printed)), *(Part(name, signed(by)) for name, by in added)),
    )


@of_sheet("ranks", "items", "conditions", "memo", "kind")
def counter_score(sheet: Sheet, house_rules: switches.HouseRules) -> int:
    """Counter as a number."""
    return int(counter(sheet, house_rules).value)


# -- dice and jumps ---------------------------------------------------------------------------------------------------

#: 1d4, 1d6, 1d8, 1d10, 1d12, 2d6, 2d8, 2d10, 2d12, 3d6 … (LIN-047, E-r).
STEPS = ((4,), *((sides,) * count for count in range(1, 10) for sides in (6, 8, 10, 12)))


@lru_cache(maxsize=256)
def stepped(written: str, steps: int) -> str:
    """Damage dice moved up so many steps; what is added to them stays (LIN-047, E-r).

    >>> [stepped(dice, 1) for dice in ("1d4", "1d12", "2d8", "2d12", "1d6+3")]
    ['1d6', '2d6', '2d10', '3d6', '1d8+3']
    """
    told = amount(written)
    if not told.dice or not steps:
        return written
    at = next((place for place, dice in enumerate(STEPS) if dice == told.dice), None)
    if at is None:
        at = max((place for place, dice in enumerate(STEPS) if sum(dice) <= sum(told.dice)), default=0)
    moved = STEPS[max(0, min(len(STEPS) - 1, at + steps))]
    return f"{len(moved)}d{moved[0]}{f'+{told.plus}' if told.plus else ''}"


def jump_figure(kind: str, house_rules: switches.HouseRules) -> str:
    """The figure that features change of a kind of jump; the house may have high jumps go by that of leaps."""
    return "high_jump" if kind == "high" and not feature_switches.LONG_JUMPER_HIGH.flag(house_rules) else "leap"


# -- speed -------------------------------------------------------------------------------------------------------------


def base_speed(sheet: Sheet, mode: str, house_rules: switches.HouseRules) -> int:
    """A way to move before bonuses: what everybody has of it is the house's to set (LIN-035)."""
    base, written = BASE_SPEEDS.get(mode), sheet.rank(BODY, mode)
    return base.number(house_rules) if base and written == base.default else written


def speed(sheet: Sheet, base: int, mode: str = SPEED) -> Explained:
    """Speed in feet: flat bonuses, what lowers it to a least, halvings, doublings, last zero (LIN-035, E-i)."""
    total, parts = base, [Part("Speed", f"{base} {FEET}", "LIN-035")]
    added = on(sheet, mode, ADD, unarmoured=worn(sheet) is None)
    for source in sorted(added, key=lambda one: one.effect.least > 0):
        by, least = amount_of(sheet, source.effect), source.effect.least
        total = max(min(least, total), total + by) if least else total + by
        parts.append(Part(source.name, signed(by)))
    halved, doubled = list(on(sheet, mode, HALVE)), list(on(sheet, mode, DOUBLE))
    parts += [Part(source.name, "half") for source in halved] + [Part(source.name, "double") for source in doubled]
    total = (total << len(doubled)) >> len(halved)
    for source in on(sheet, mode, SET):
        total = amount_of(sheet, source.effect)
        parts.append(Part(source.name, f"{total} {FEET}"))
    if sheet.has("knight_unstoppable") and total < base // 2:
        total = base // 2
        parts.append(Part("Unstoppable", f"{total} {FEET}"))
    return Explained("Speed", str(max(0, total)), tuple(parts))


@of_sheet("ranks", "items", "conditions", "memo")
def feet(sheet: Sheet) -> int:
    """Speed as a number of feet."""
    return int(speed(sheet, sheet.rank(BODY, SPEED)).value)


# -- limits ------------------------------------------------------------------------------------------------------------


def health_limit(sheet: Sheet) -> Explained | None:
    """The most Health: of the class, and 2 for each further level (LIN-009, D-3); None where it stands as written."""
    calling = calling_of(sheet)
    if calling is None:
        return None
    return _limit(
        "Health",
        1,
        (calling.name, calling.health, "LIN-009"),
        (f"Level {level(sheet)}", (level(sheet) - 1) * calling.health_per_level, "LIN-005"),
        *((source.name, amount_of(sheet, source.effect), "") for source in on(sheet, "health", ADD)),
        ("Thick hide", sheet.noted("form_health", int), ""),
    )


def stamina_limit(sheet: Sheet) -> Explained | None:
    """The most Stamina: 6 + 2 for each further level + level × stat (LIN-008, D-3); None where it stands as written."""
    calling = calling_of(sheet)
    if calling is None:
        return None
    at, name = level(sheet), library.stats()[calling.stamina_stat].name
    return _limit(
        "Stamina",
        0,
        (calling.name, calling.stamina, "LIN-008"),
        (f"Level {at}", (at - 1) * calling.stamina_per_level, "LIN-005"),
        (f"{name} × {at}" if at > 1 else name, at * stat(sheet, calling.stamina_stat), ""),
        ("Lack of sleep", -sheet.noted("stamina_lost", int), "LIN-013"),
    )


def _limit(label: str, least: int, first: tuple[str, int, str], *more: tuple[str, int, str]) -> Explained:
    """A limit as a sum of what the class gives and further summands, each with its rule; those of 0 are left out."""
    parts = (Part(name, signed(by), rule) for name, by, rule in more if by)
    return Explained(
        label,
        str(max(least, sum(by for _, by, _ in (first, *more)))),
        (Part(first[0], str(first[1]), first[2]), *parts),
    )


def attack_words(calling: Calling) -> str:
    """The stat that a class attacks with, or the two of which one is chosen, in words."""
    return f"Attacks with {' or '.join(library.stats()[key].name for key in calling.attack)}"
