"""The numbers of a sheet explained: each opens into its summands and the rules that name them."""

from collections.abc import Callable, Mapping
from functools import partial

from rules.engine.kernel import Json, Sheet, Unknown, signed
from rules.engine.page.blocks import Explained, Part
from rules.systems.grim.content import library
from rules.systems.grim.content.entries import SIZES, Talent
from rules.systems.grim.content.library import price
from rules.systems.grim.content.switches.fights import UNPRINTED
from rules.systems.grim.core import (
    ATTRIBUTE,
    BODY,
    CORRUPTION,
    DAMAGE,
    FATE,
    FORTUNE,
    PERIL,
    SKILL,
    bonus,
    carried,
    current,
    explained_bonus,
    explained_encumbrance,
    explained_initiative,
    explained_movement,
    explained_peril_threshold,
    explained_threshold,
    fury_by_size,
    has_track,
    level_name,
    overage,
    own_chance,
    size,
    state_naming,
    state_with,
    tier,
    within,
)
from rules.systems.grim.creation.new_sheet import BARRED, CHAOS, COIN, TALENT, TRAIT
from rules.systems.grim.screen.words import spell_words, talent_words

#: The house rules of a campaign, by their names.
Turned = Mapping[str, Json]
#: The shelves of talents and traits, by kind.
GIFTS: Mapping[str, Callable[[], Mapping[str, Talent]]] = {TALENT: library.talents, TRAIT: library.traits}


def explain(sheet: Sheet, number: str, house_rules: Turned) -> Explained:
    """A number explained, by its name, such as ``skill.stealth``, ``bonus.brawn`` or ``damage_threshold``."""
    kind, _, name = number.partition(".")
    match kind:
        case "attribute" if name in library.attributes():
            return attribute(sheet, name)
        case "bonus" if name in library.attributes():
            return explained_bonus(sheet, name)
        case "skill" if name in library.skills():
            return skill(sheet, name)
        case "spell" if name in library.spells():
            return spell(sheet, name, house_rules)
        case "talent" | "trait" if name in GIFTS[kind]():
            return talent(sheet, kind, name)
        case "body":
            return body(sheet, name, house_rules)
        case "parry" | "dodge":
            return printed(sheet, kind, house_rules)
        case "resource" if name in sheet.resources:
            return resource(sheet, name)
    if number not in DERIVED:
        raise Unknown(f"This sheet has no number called {number!r}.", "number")
    return DERIVED[number](sheet)


def attribute(sheet: Sheet, key: str) -> Explained:
    """An attribute with its bonus, and the figures that follow from that."""
    one, value = library.attributes()[key], sheet.rank(ATTRIBUTE, key)
    by = bonus(sheet, key)
    parts = [Part(f"{one.name} Bonus [{one.short}]", str(by))]
    parts += [Part(label, f"{signed(by)}{more}", rule) for label, more, rule in _GOOD_FOR.get(key, ())]
    return Explained(one.name, str(value), tuple(parts))


#: Figures to which a bonus is added, with what else is added to them.
_GOOD_FOR: dict[str, tuple[tuple[str, str, str], ...]] = {
    "combat": (("Damage", "", "GRM-125"),),
    "brawn": (("Damage Threshold", " and armour", "GRM-125"), ("Encumbrance limit", " + 3", "")),
    "agility": (("Movement", " + 3", "GRM-029"),),
    "perception": (("Initiative", " + 3", "GRM-005"),),
    "willpower": (("Peril Threshold", " + 3", ""),),
}


def skill(sheet: Sheet, key: str) -> Explained:
    """The chance of a skill, before any difficulty: attribute, ranks as far as they count, and what flips it."""
    one = library.skills()[key]
    score, ranks = own_chance(sheet, key)
    parts = [Part(library.attributes()[one.attribute].name, str(score))]
    parts += [Part(label, signed(by)) for label, by in ranks]
    flips = state_naming(sheet, "flips", "all", one.attribute)
    if one.special and not sheet.rank(SKILL, key):
        parts.append(Part("Untrained", "flips to fail"))
    elif flips:
        parts.append(Part(flips, "flips to fail"))
    if hopeless := state_with(sheet, "fails"):
        parts.append(Part(hopeless, "cannot succeed", "GRM-014"))
    return Explained(one.name, str(score + within(sum(by for _, by in ranks))), tuple(parts))


def spell(sheet: Sheet, key: str, house_rules: Turned) -> Explained:
    """The price of casting a spell, and the chance of it before anything else counts."""
    one = library.spells()[key]
    chance = skill(sheet, "incantation")
    parts = (
        Part("Incantation", chance.value, "GRM-035"),
        Part("Difficulty", signed(one.difficulty), "GRM-035"),
        *(Part(word, "") for word in spell_words(one, house_rules)),
    )
    return Explained(one.name, f"{one.price(house_rules)} AP", parts)


def talent(sheet: Sheet, kind: str, key: str) -> Explained:
    """A talent or trait in a sentence, with its figures."""
    one = GIFTS[kind]()[key]
    figures = tuple(Part(word, "") for word in talent_words(one))
    return Explained(one.name, "yes" if sheet.rank(kind, key) else "no", (Part(one.description, ""), *figures))


#: Figures of bodies but for their size, with their labels.
BODY_FIGURES = {
    "damage_threshold": "Natural Damage Threshold",
    "peril_threshold": "Natural Peril Threshold",
    "initiative": "Natural Initiative",
    "movement": "Natural Movement",
    "flight": "Flies, in yards",
    "parry": "Parry, as listed",
    "dodge": "Dodge, as listed",
    "no_parry": "Cannot parry",
    "no_dodge": "Cannot dodge",
}


def body(sheet: Sheet, name: str, house_rules: Turned) -> Explained:
    """Size, flight, and what printed figures add to the formulas (D-7)."""
    if name == "size":
        more = fury_by_size(sheet, house_rules)
        return Explained("Size", size_word(sheet), (Part("Extra Fury Dice", str(more), "GRM-041"),))
    if name not in BODY_FIGURES:
        raise Unknown(f"A body has no value called {name!r}.", "number")
    return Explained(BODY_FIGURES[name], signed(sheet.rank(BODY, name)), (Part("As listed", ""),))


def size_word(sheet: Sheet) -> str:
    """The size of a body in a word."""
    return SIZES[min(size(sheet), len(SIZES) - 1)]


_RESOURCES = {
    FORTUNE: ("Fortune Points", "A failed test rolled again", ""),
    FATE: ("Fate Points", "Death averted", "GRM-020"),
    CORRUPTION: ("Corruption", "Counts up; chaos follows", "GRM-014"),
    CHAOS: ("Ranks of chaos", "From failed Corruption tests", ""),
}


def resource(sheet: Sheet, name: str) -> Explained:
    """Fortune, Fate, Corruption, chaos or money."""
    if name == COIN or name not in _RESOURCES:
        return purse(sheet)
    label, told, rule = _RESOURCES[name]
    return Explained(label, str(sheet.now(name)), (Part(told, "", rule),))


def purse(sheet: Sheet) -> Explained:
    """The money in coins."""
    return Explained("Purse", price(sheet.now(COIN)), (Part("Brass pennies", str(sheet.now(COIN))),))


def reward(sheet: Sheet) -> Explained:
    """Reward points to spend, with the profession that they are spent in."""
    profession = current(sheet)
    parts = (Part(f"Profession {tier(sheet)}", profession.name),) if profession else ()
    return Explained("Reward points", str(sheet.xp("reward", "points")), parts)


def encumbrance(sheet: Sheet) -> Explained:
    """Encumbrance carried, and how much can be carried unhindered (D-1)."""
    limit = explained_encumbrance(sheet)
    over = overage(sheet)
    slower = (Part("Taken off initiative and movement", signed(-over)),) if over else ()
    return Explained("Encumbrance", f"{carried(sheet)} / {limit.value}", (*limit.parts, *slower))


def printed(sheet: Sheet, reaction: str, house_rules: Turned) -> Explained:
    """The chance to parry or dodge that a creature's entry prints (D-7)."""
    value = sheet.rank(BODY, reaction)
    barred = sheet.rank(BODY, BARRED[reaction]) and UNPRINTED.chosen(house_rules) == UNPRINTED.default
    shown = "none" if barred else str(value or "as the skill")
    return Explained(reaction.capitalize(), shown, (Part("As listed", ""),))


def track(sheet: Sheet, name: str) -> Explained:
    """The step reached on a track of harm (D-2)."""
    shown = level_name(sheet, name) if has_track(sheet, name) else "immune"
    return Explained(name.capitalize(), shown, (Part("One step at the threshold, one more for every 6 above it", ""),))


#: Derived figures by name, each with the function that explains it.
DERIVED: dict[str, Callable[[Sheet], Explained]] = {
    "damage_threshold": explained_threshold,
    "peril_threshold": explained_peril_threshold,
    "initiative": explained_initiative,
    "movement": explained_movement,
    "encumbrance": encumbrance,
    "purse": purse,
    "reward": reward,
    DAMAGE: partial(track, name=DAMAGE),
    PERIL: partial(track, name=PERIL),
}
