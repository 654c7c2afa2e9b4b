"""One function for each kind of entry: from a row of a data file to the entry, checked against the others."""

from collections.abc import Collection, Mapping
from functools import partial
from types import MappingProxyType

from rules.systems.sda.content.entries import (
    Area,
    ArmourPiece,
    Attribute,
    Band,
    Coin,
    Condition,
    Creature,
    Damage,
    DamageType,
    Gear,
    Injury,
    Modifier,
    Purse,
    Reload,
    Skill,
    SkillGroup,
    Virtue,
    VirtueStep,
    Weapon,
    WeaponSkill,
    WeaponSpecial,
)
from rules.systems.sda.content.reader import Row

BANDS = ("close", "medium", "long", "far")
DAMAGE_TYPES = ("piercing", "cutting", "bludgeoning", "burning", "freezing", "chemical", "decay", "poisonous")
BODY_PARTS = ("head", "face", "torso", "arms", "hands", "legs", "feet")
SIZES = ("micro", "mini", "small", "medium", "large", "huge", "colossal")
MOVES = ("walk", "fly", "float")
SHAPES = ("cone", "line", "sphere")
PLACES = ("carried", "lair")
FAMILIES = ("animal", "human", "undead", "dragon")
FACES = (4, 6, 8, 10, 12, 20)
#: The spectra of the 2017 edition, in the order in which the bestiary lists its words.
PERSONALITY = (
    "honour",
    "morality",
    "faith",
    "courage",
    "dignity",
    "friendliness",
    "generosity",
    "temperance",
)
STEPS = 6
LEAST_SKILLS, MOST_SKILLS = 4, 6


def attribute(row: Row) -> Attribute:
    """An attribute."""
    return Attribute(
        key=row.key(),
        name=row.text("name"),
        short=row.text("short"),
        aliases=row.words("aliases"),
        description=row.text("description"),
        source=row.text("source"),
    )


def virtue_step(row: Row) -> VirtueStep:
    """A step of the virtues."""
    return VirtueStep(
        number=row.whole("number", least=1),
        name=row.text("name"),
        lack_die=_faces(row, "lack_die"),
        excess_die=_faces(row, "excess_die"),
    )


def virtue(row: Row) -> Virtue:
    """A virtue, which names each of the six steps."""
    made = Virtue(
        key=row.key(),
        name=row.text("name"),
        steps=row.texts("steps"),
        lack_when=row.text("lack_when"),
        excess_when=row.text("excess_when"),
        source=row.text("source"),
    )
    if len(made.steps) != STEPS:
        row.refuse(f"steps must name {STEPS} steps")
    return made


def group(row: Row, *, attributes: Collection[str], skills: dict[str, Skill]) -> SkillGroup:
    """A skill group; its skills are added to those found so far."""
    key, source = row.key(), row.text("source")
    members = row.each("skill", partial(skill, group=key, source=source, attributes=attributes))
    ranked = not row.has("ranked") or row.flag("ranked")
    if not (LEAST_SKILLS <= len(members) <= MOST_SKILLS if ranked else len(members) == 1):
        row.refuse(f"has {len(members)} skills: {LEAST_SKILLS} to {MOST_SKILLS}, or one alone without a rank")
    for member in members:
        if member.key in skills:
            row.refuse(f"the skill {member.key!r} is there already")
        skills[member.key] = member
    return SkillGroup(
        key=key,
        name=row.text("name"),
        skills=tuple(member.key for member in members),
        aliases=row.words("aliases"),
        proposed=row.flag("proposed"),
        ranked=ranked,
        magic=row.flag("magic"),
        description=row.text("description"),
        source=source,
    )


def skill(row: Row, group: str, source: str, attributes: Collection[str]) -> Skill:
    """A skill of a group."""
    made = Skill(
        key=row.key(),
        name=row.text("name"),
        group=group,
        attributes=row.words("attributes", attributes),
        aliases=row.words("aliases"),
        description=row.text("description"),
        source=source,
        tests=row.words("tests"),
    )
    if not made.attributes:
        row.refuse("needs an attribute")
    return made


def special(row: Row) -> WeaponSpecial:
    """A special of weapons."""
    return WeaponSpecial(
        key=row.key(),
        name=row.text("name"),
        description=row.text("description"),
        figures=row.wholes("figures"),
        source=row.text("source"),
    )


def weapon(
    row: Row,
    *,
    natural: bool,
    attributes: Collection[str],
    skills: Mapping[str, Skill],
    specials: Collection[str],
) -> Weapon:
    """A weapon, usable in at least one way."""
    made = Weapon(
        key=row.key(),
        name=row.text("name"),
        description=row.text("description"),
        natural=natural,
        skills=row.each("skills", partial(_weapon_skill, skills=skills)),
        bands=row.each("bands", _band),
        damage=row.one("damage", partial(_damage, attributes=attributes)) if row.has("damage") else None,
        types=row.each("types", _damage_type),
        encumbrance=row.number("encumbrance", 0),
        price=row.whole("price") if row.has("price") else None,
        specials=frozenset(row.words("specials", specials)),
        shield=row.whole("shield", 0),
        reload=row.each("reload", partial(_reload, skills=skills)),
        ammunition=row.words("ammunition"),
        area=row.one("area", _area) if row.has("area") else None,
        poison=row.text("poison", ""),
        note=row.text("note", ""),
        source=row.text("source"),
    )
    if not (made.skills and made.bands and made.types):
        row.refuse("needs a skill, a band and a type of damage")
    return made


def _weapon_skill(row: Row, skills: Mapping[str, Skill]) -> WeaponSkill:
    skill = row.one_of("skill", skills)
    forced = row.one_of("attribute", skills[skill].attributes) if row.has("attribute") else None
    return WeaponSkill(skill, forced, row.whole("malus_dice", 0), row.whole("malus_mos", 0))


def _band(row: Row) -> Band:
    band = row.one_of("band", BANDS)
    increment = row.whole("increment", least=1) if band == "far" else 0
    return Band(band, increment, row.whole("malus_mos", 0))


def _damage(row: Row, attributes: Collection[str]) -> Damage:
    if row.has("die"):
        return Damage(attribute=None, bonus=0, die=_faces(row, "die"), two_handed_bonus=None)
    return Damage(
        attribute=row.one_of("attribute", attributes),
        bonus=row.whole("bonus", least=-3),  # fists are weaker than the arm behind them
        die=None,
        two_handed_bonus=row.whole("two_handed_bonus") if row.has("two_handed_bonus") else None,
    )


def _damage_type(row: Row) -> DamageType:
    return DamageType(row.one_of("type", DAMAGE_TYPES), row.whole("malus_mos", 0))


def _reload(row: Row, skills: Collection[str]) -> Reload:
    return Reload(row.one_of("skill", skills), row.whole("difficulty", least=1))


def _area(row: Row) -> Area:
    return Area(row.one_of("shape", SHAPES), row.whole("metres_per_hit", 0))


def piece(row: Row, *, skills: Collection[str]) -> ArmourPiece:
    """A piece of armour."""
    return ArmourPiece(
        key=row.key(),
        name=row.text("name"),
        description=row.text("description"),
        body_parts=row.words("body_parts", BODY_PARTS),
        protection=row.halves("protection", DAMAGE_TYPES),
        encumbrance_worn=row.number("encumbrance_worn"),
        encumbrance_carried=row.number("encumbrance_carried"),
        price=row.whole("price"),
        over=row.words("over"),
        includes=row.words("includes"),
        flank_rear_malus=row.whole("flank_rear_malus", 0),
        skill_maluses=row.wholes("skill_maluses", skills),
        note=row.text("note", ""),
        source=row.text("source"),
    )


def creature(
    row: Row,
    *,
    attributes: Collection[str],
    groups: Mapping[str, SkillGroup],
    skills: Collection[str],
    weapons: Collection[str],
    armour: Collection[str],
    coins: Collection[str],
) -> Creature:
    """A stat block."""
    made = Creature(
        key=row.key(),
        name=row.text("name"),
        family=row.one_of("family", FAMILIES),
        description=row.text("description"),
        attributes=row.wholes("attributes", attributes),
        groups=row.wholes("groups", [key for key, group in groups.items() if group.ranked]),
        skills=row.wholes("skills", skills),
        speed=row.wholes("speed", MOVES),
        size=row.one_of("size", SIZES),
        spirit=row.whole("spirit", least=1),
        spirit_note=row.text("spirit_note", ""),
        injury=row.one("injury", _injury),
        weapons=row.words("weapons", weapons),
        any_weapon=row.flag("any_weapon"),
        armour=row.words("armour", armour),
        any_armour=row.flag("any_armour"),
        natural_armour=row.halves("natural_armour", DAMAGE_TYPES),
        traits=row.words("traits"),
        notes=row.texts("notes"),
        money=row.each("money", partial(_purse, coins=coins)),
        personality=_personality(row),
        source=row.text("source"),
    )
    if missing := set(attributes) - made.attributes.keys():
        row.refuse(f"attributes lacks {sorted(missing)}")
    _check_creature(row, made)
    return made


def _check_creature(row: Row, made: Creature) -> None:
    if not made.speed:
        row.refuse("needs a speed")
    if bool(made.spirit_note) != (made.spirit != made.spirit_by_formula):
        row.refuse(
            f"spirit is {made.spirit}, the formula gives {made.spirit_by_formula}: "
            "spirit_note belongs exactly where they differ"
        )


def _injury(row: Row) -> Injury:
    return Injury(row.whole("minor", least=1), row.whole("major", least=1), row.whole("lines", least=1))


def _purse(row: Row, coins: Collection[str]) -> Purse:
    count, _, faces = row.text("dice").partition("d")
    if not (count.isdecimal() and faces.isdecimal() and int(count) > 0 and int(faces) in FACES):
        row.refuse("dice must be written like 2d20")
    place, coin_key = row.one_of("place", PLACES), row.one_of("coin", coins)
    return Purse(place, coin_key, int(count), int(faces), row.whole("times", 1, least=1))


def _personality(row: Row) -> Mapping[str, str]:
    words = row.texts("personality")
    if words and len(words) != len(PERSONALITY):
        row.refuse(f"personality must have a word for each of {', '.join(PERSONALITY)}")
    return MappingProxyType(dict(zip(PERSONALITY, words, strict=False)))


def coin(row: Row) -> Coin:
    """A coin."""
    return Coin(
        key=row.key(),
        name=row.text("name"),
        short=row.text("short"),
        copper=row.whole("copper", least=1),
        encumbrance=row.number("encumbrance"),
        source=row.text("source"),
    )


def category(row: Row, *, skills: Collection[str]) -> tuple[Gear, ...]:
    """The things of one category of gear."""
    row.key()
    name, source = row.text("name"), row.text("source")
    return row.each("gear", partial(thing, category=name, source=source, skills=skills))


def thing(row: Row, category: str, source: str, skills: Collection[str]) -> Gear:
    """A thing that is neither weapon nor armour."""
    return Gear(
        key=row.key(),
        name=row.text("name"),
        category=category,
        description=row.text("description", ""),
        encumbrance=row.number("encumbrance") if row.has("encumbrance") else None,
        price=row.whole("price") if row.has("price") else None,
        modifiers=row.each("modifiers", partial(_modifier, skills=skills)),
        source=row.text("source", source),
    )


def _modifier(row: Row, skills: Collection[str]) -> Modifier:
    skill = row.one_of("skill", skills)
    return Modifier(skill, row.number("dice", 0), row.number("mos", 0, least=-1))


def condition(row: Row) -> Condition:
    """A state that somebody can be in."""
    return Condition(
        key=row.key(),
        name=row.text("name"),
        description=row.text("description"),
        source=row.text("source"),
    )


def _faces(row: Row, name: str) -> int:
    faces = row.whole(name)
    if faces not in FACES:
        row.refuse(f"{name} must be one of {FACES}")
    return faces
