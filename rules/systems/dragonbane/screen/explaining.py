"""The numbers of a sheet explained: each opens into its summands and the rules that name them."""

from rules.engine.kernel import Item, Sheet, Unknown
from rules.engine.page.blocks import Explained, Part
from rules.systems.dragonbane.content import library
from rules.systems.dragonbane.content.entries import Attribute, Skill
from rules.systems.dragonbane.core import (
    BODY,
    MOST_LEVEL,
    armour_rating,
    banes_of,
    base_chance,
    base_of,
    bonus_die,
    carried,
    damage_bonus,
    is_overloaded,
    is_trained,
    kin_of,
    kin_pace,
    known_abilities,
    level_of,
    movement_of,
    pace_bonus,
    printed,
    rating_of,
    room,
    shield_skill,
    skill_for,
    skill_names,
    slots_of,
    usual_limit,
    usual_movement,
    weapon_of,
    worn,
)

SIZES = ("normal, 1 square", "large, 2×2 squares", "huge, 3×3 squares")
BODY_LABELS = {"movement": "Movement", "armour": "Hide", "ferocity": "Ferocity", "size": "Size"}
LIMITS = {"hp": ("Hit points", "con"), "wp": ("Willpower points", "wil")}


def explain(sheet: Sheet, number: str) -> Explained:
    """A number explained, by its name, such as ``skill.evade``, ``attribute.str``, ``resource.hp`` or ``load``."""
    kind, _, name = number.partition(".")
    match kind:
        case "skill" if name in library.skills():
            return skill_level(sheet, library.skills()[name])
        case "attribute" if name in library.attributes():
            return attribute_value(sheet, library.attributes()[name])
        case "resource" if name in LIMITS and name in sheet.resources:
            return limit(sheet, name)
        case "body" if name in BODY_LABELS:
            return body(sheet, name)
        case "weapon" if name in sheet.items and sheet.items[name].kind == "weapon":
            return weapon(sheet, sheet.items[name])
        case "armour":
            return protection(sheet)
        case "load":
            return load(sheet)
        case "bonus_str" | "bonus_agl":
            return damage_die(sheet, kind.removeprefix("bonus_"))
    raise Unknown(f"This sheet has no number called {number!r}.", "number")


def attribute_value(sheet: Sheet, attribute: Attribute) -> Explained:
    """An attribute with the figures that follow from it (DRB-005, D-1)."""
    value = sheet.rank("attribute", attribute.key)
    parts = [Part("Base chance of its skills", str(base_chance(value)), "DRB-001")]
    if attribute.key in ("str", "agl"):
        parts.append(Part("Damage bonus", bonus_die(value).upper() or "none"))
    if attribute.key == "agl":
        parts.append(Part("Movement", _signed(pace_bonus(value))))
    condition = library.conditions()[attribute.condition]
    has = "a bane on its rolls" if sheet.has(condition.key) else "no"
    parts.append(Part(condition.name, has, "DRB-005"))
    return Explained(attribute.name, str(value), tuple(parts))


def skill_level(sheet: Sheet, skill: Skill) -> Explained:
    """The level of a skill, learnt or the base chance, with the banes on it now (DRB-001, DRB-005)."""
    level, value = level_of(sheet, skill.key), sheet.rank("attribute", skill.attribute)
    attribute = library.attributes()[skill.attribute]
    parts = [Part(f"Base chance of {attribute.short} {value}", str(base_of(sheet, skill)), "DRB-001")]
    if is_trained(sheet, skill.key):
        parts.append(Part("Learnt", _signed(level - base_of(sheet, skill)), "DRB-001"))
    if sheet.has(attribute.condition):
        parts.append(Part(library.conditions()[attribute.condition].name, "bane", "DRB-005"))
    parts += [Part(item.name, "bane", "DRB-016") for _, item in worn(sheet) if skill.key in banes_of(item)]
    if sheet.xp("skill", skill.key):
        rises = max(0, 20 - level)
        parts.append(Part("Marked: a d20 above it raises it", f"{5 * rises} %" if level < MOST_LEVEL else "at maximum"))
    return Explained(skill.name, str(level) if level else "–", tuple(parts))


def limit(sheet: Sheet, resource: str) -> Explained:
    """Hit points (constitution) or willpower points (willpower) with their most; or as printed."""
    held, (label, attribute) = sheet.resources[resource], LIMITS[resource]
    value = f"{held.now} / {held.most}"
    if resource in printed(sheet):
        return Explained(label, value, (Part("Entered by hand", str(held.most)),))
    parts = [Part(library.attributes()[attribute].name, str(sheet.rank("attribute", attribute)))]
    for ability in known_abilities(sheet):
        more = ability.hp if resource == "hp" else ability.wp_more
        if more:
            parts.append(Part(ability.name, _signed(more), "DRB-022"))
    parts.append(Part("At most", str(usual_limit(sheet, resource))))
    return Explained(label, value, tuple(parts))


def body(sheet: Sheet, name: str) -> Explained:
    """Movement, hide, ferocity or size, by its name."""
    value = sheet.rank(BODY, name)
    match name:
        case "movement":
            return Explained("Movement", f"{movement_of(sheet)} m", _steps(sheet))
        case "size":
            size = SIZES[min(value, len(SIZES) - 1)]
            return Explained("Size", size.partition(",")[0], (Part("Takes up", size.partition(", ")[2], "DRB-029"),))
        case "ferocity":
            return Explained("Ferocity", str(value), (Part("Turns a round", str(value), "DRB-007"),))
        case _:
            return Explained("Hide", str(value), (Part("Taken off damage", str(value)),))


def _steps(sheet: Sheet) -> tuple[Part, ...]:
    metres = movement_of(sheet)
    squares = Part("Squares of 2 m; double when dashing", str(metres // 2), "DRB-010, DRB-028")
    if "movement" in printed(sheet):
        return (Part("Entered by hand", str(metres)), squares)
    kin = kin_of(sheet)
    agility = sheet.rank("attribute", "agl")
    return (
        Part(kin.name if kin else "Most people", str(kin_pace(sheet))),
        Part(f"AGL {agility}", _signed(pace_bonus(agility))),
        *((Part("Usual", str(usual_movement(sheet))),) if usual_movement(sheet) != metres else ()),
        squares,
    )


def protection(sheet: Sheet) -> Explained:
    """The armour rating, with hide, suit and helmet and the skills that they bring a bane (DRB-016)."""
    parts = [Part(item.name, str(rating_of(item)), "DRB-016") for _, item in worn(sheet)]
    hide = sheet.rank(BODY, "armour")
    if hide:
        parts.insert(0, Part("Natural armour", str(hide)))
    if banes := skill_names(dict.fromkeys(skill for _, item in worn(sheet) for skill in banes_of(item))):
        parts.append(Part("Banes", banes, "DRB-016"))
    return Explained("Armour", str(armour_rating(sheet)), tuple(parts))


def load(sheet: Sheet) -> Explained:
    """The slots of the pack that are filled and those that there are, with the things that fill them."""
    held = [(item, slots_of(item)) for item in sheet.items.values()]
    parts = [Part(item.name, str(slots)) for item, slots in held if slots]
    strength = Part(f"Room: half of STR {sheet.rank('attribute', 'str')}, and a pack", str(room(sheet)))
    over = (Part("Too much: a STR roll to move", ""),) if is_overloaded(sheet) else ()
    return Explained("Load", f"{carried(sheet)} / {room(sheet)}", (*parts, strength, *over))


def damage_die(sheet: Sheet, attribute: str) -> Explained:
    """The die that strength or agility adds to damage."""
    value = sheet.rank("attribute", attribute)
    short = library.attributes()[attribute].short
    die = bonus_die(value).upper() or "none"
    return Explained(f"Damage bonus {short}", die if bonus_die(value) else "–", (Part(f"{short} {value}", die),))


def weapon(sheet: Sheet, item: Item) -> Explained:
    """A weapon's damage, the skill that wields and parries with it, and its durability (DRB-031 to DRB-033)."""
    known = weapon_of(item)
    bonus = damage_bonus(sheet, known)
    skill = skill_for(sheet, known)
    parts = [
        Part("Weapon", known.damage.upper()),
        Part("Damage bonus", bonus.upper() or "none"),
        Part(f"Skill: {library.skills()[skill].name}", str(level_of(sheet, skill)), "DRB-032"),
    ]
    if known.durability:
        parts.append(Part("Durability", str(known.durability), "DRB-033"))
    if known.strength > sheet.rank("attribute", "str"):
        parts.append(Part(f"Needs STR {known.strength}", "bane"))
    if known.is_shield:
        parts.append(Part("Parries with your best STR skill", library.skills()[shield_skill(sheet)].name, "DRB-032"))
    return Explained(item.name, "+".join(one.upper() for one in (known.damage, bonus) if one), tuple(parts))


def _signed(value: int) -> str:
    """A summand with its sign.

    >>> _signed(2), _signed(-4)
    ('+2', '−4')
    """
    return f"{value:+d}".replace("-", "−")
