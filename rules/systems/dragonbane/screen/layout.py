"""The sheet laid out: person and abilities, conditions and fighting, things carried, and texts."""

from dataclasses import replace

from rules.engine.kernel import Condition, Item, Sheet, said
from rules.engine.page.blocks import (
    Block,
    Conditions,
    Cover,
    Gauge,
    ItemRow,
    Items,
    Page,
    RankGroup,
    RankRow,
    Ranks,
    Section,
    Tick,
    Ticks,
    Tiles,
    Vitals,
)
from rules.engine.page.layouts import Heading, rows_of, story
from rules.systems.dragonbane.content import library
from rules.systems.dragonbane.content.entries import Attribute, Skill
from rules.systems.dragonbane.core import (
    BODY,
    FASTEST,
    MOST_ATTRIBUTE,
    MOST_LEVEL,
    age_of,
    armour_words,
    at_zero,
    attack_from,
    attack_words,
    banes_of,
    calling_of,
    gear_words,
    is_dead,
    is_down,
    is_monster,
    is_stowed,
    kin_of,
    own_figure,
    rating_of,
    skill_names,
    slots_of,
    weapon_of,
    weapon_words,
    worn,
)
from rules.systems.dragonbane.screen.explaining import (
    SIZES,
    attribute_value,
    body,
    damage_die,
    limit,
    load,
    protection,
    skill_level,
    weapon,
)

TEST = "check.roll:skill"
RAISE = "advance.roll:skill"
#: Headings of the skills, in the order of the sheet.
KINDS = ((library.GENERAL, "Skills"), (library.WEAPON, "Weapon skills"), (library.MAGIC, "Schools of magic"))
TEXTS: tuple[Heading, ...] = (
    ("appearance", "Appearance", False, False),
    ("weakness", "Weakness", False, False),
    ("memento", "Memento", False, False),
    ("traits", "Traits", False, False),
    ("background", "Background", True, False),
    ("notes", "Notes", True, False),
    ("gm_notes", "GM's notes", True, True),
)
#: The experience that a mark is, worth one roll at the session's end.
MARK = 1


def page(sheet: Sheet) -> Page:
    """The whole sheet."""
    return Page(subtitle(sheet), vitals(sheet), (_abilities(sheet), _in_play(sheet), _carried(sheet)))


def vitals(sheet: Sheet) -> Vitals:
    """Hit points, willpower points and conditions (DRB-005, DRB-036)."""
    gauges = (("hp", "HP"), ("wp", "WP"))
    held = sheet.resources
    return Vitals(
        gauges=tuple(
            Gauge(name, label, held[name].now, held[name].most, limit(sheet, name))
            for name, label in gauges
            if name in held and (held[name].most or name == "hp")
        ),
        conditions=tuple(sheet.conditions.values()),
        looks=_looks(sheet),
        out=any(sheet.has(name) for name in ("dead", "unconscious")) or is_down(sheet),
        gone=sheet.has("fled"),
    )


def _looks(sheet: Sheet) -> str:
    if is_dead(sheet):
        return "dead"
    if sheet.has("unconscious") or at_zero(sheet):
        return "down"
    held = sheet.resources.get("hp")
    if held is None or held.now >= held.most:
        return "unhurt"
    return "badly hurt" if 2 * held.now <= held.most else "hurt"


def subtitle(sheet: Sheet) -> str:
    """A line with age, kin and calling; of a creature whether it is a monster, and its size."""
    if sheet.kind == "creature":
        size = SIZES[min(sheet.rank(BODY, "size"), 2)].partition(",")[0]
        return ", ".join(said("monster" if is_monster(sheet) else "", size if size != "normal" else ""))
    age, kin, calling = age_of(sheet), kin_of(sheet), calling_of(sheet)
    own = (age.name if age else "", kin.name.lower() if kin else "", calling.name.lower() if calling else "")
    return " ".join(said(*own))


# -- attributes and skills ------------------------------------------------------------------------------------------


def _abilities(sheet: Sheet) -> tuple[Block, ...]:
    tiles = Tiles("attributes", "Attributes", tuple(_attribute(sheet, one) for one in library.attributes().values()))
    groups = tuple(_group(sheet, kind, label) for kind, label in KINDS)
    return tiles, _six(sheet), Ranks("skills", "Skills", groups)


def _six(sheet: Sheet) -> Ticks:
    """A box to tick for the condition of each attribute (DRB-005)."""
    rows = (
        Tick(key, one.name, sheet.has(key), f"bane on {library.attributes()[one.attribute].short}")
        for key, one in library.six_conditions().items()
    )
    return Ticks("six", "Conditions", tuple(rows))


def _attribute(sheet: Sheet, one: Attribute) -> RankRow:
    return RankRow(
        kind="attribute",
        name=one.key,
        label=one.short,
        rank=sheet.rank("attribute", one.key),
        shown=attribute_value(sheet, one),
        least=1,
        most=MOST_ATTRIBUTE if sheet.kind == "character" else FASTEST,
        test=TEST,
    )


def _group(sheet: Sheet, kind: str, label: str) -> RankGroup:
    return RankGroup(None, tuple(_skill(sheet, one) for one in library.skills().values() if one.kind == kind), label)


def _skill(sheet: Sheet, one: Skill) -> RankRow:
    """The row of a skill with its mark; the rank is the learnt level, 0 for the base chance."""
    return RankRow(
        kind="skill",
        name=one.key,
        label=one.name,
        rank=sheet.rank("skill", one.key),
        shown=skill_level(sheet, one),
        experience=sheet.xp("skill", one.key),
        price=MARK if sheet.xp("skill", one.key) else 0,
        most=MOST_LEVEL,
        test=TEST,
        raise_command=RAISE,
        options=(library.attributes()[one.attribute].short,),
    )


# -- in play --------------------------------------------------------------------------------------------------------


def _in_play(sheet: Sheet) -> tuple[Block, ...]:
    attacks = _had("attacks", "Attacks", "attack", rows_of(sheet, "attack", _attack_facts), "No attacks of its own.")
    return (
        Conditions("conditions", "Other conditions", _others(sheet)),
        _body(sheet),
        *((attacks,) if is_monster(sheet) else ()),
        Items(
            "weapons",
            "Weapons and shields",
            "weapon",
            _weapons(sheet),
            "Only bare hands.",
            section=Section.PLAY,
        ),
        Items("armour", "Armour and helmet", "armour", rows_of(sheet, "armour", _armour_facts), "No armour."),
        *((_cover(sheet),) if worn(sheet) else ()),
        _had("abilities", "Abilities", "ability", rows_of(sheet, "ability", _ability_facts), "No abilities yet."),
        replace(_had("spells", "Spells", "spell", _spells(sheet), "No spells."), does="Cast"),
    )


def _had(name: str, title: str, kind: str, rows: tuple[ItemRow, ...], empty: str) -> Items:
    """A list of what somebody can do: neither counted nor taken in hand, such as abilities."""
    section = Section.PLAY if kind == "attack" else Section.SKILLS
    return Items(name, title, kind, rows, empty, counted=False, used=False, section=section)


def _others(sheet: Sheet) -> tuple[Condition, ...]:
    """The conditions other than the six."""
    return tuple(one for key, one in sheet.conditions.items() if key not in library.six_conditions())


def _body(sheet: Sheet) -> Tiles:
    """Movement, damage bonuses, armour and load."""
    rows = [RankRow(BODY, "movement", "Movement", sheet.rank(BODY, "movement"), body(sheet, "movement"), most=FASTEST)]
    for attribute in ("str", "agl"):
        shown = damage_die(sheet, attribute)
        rows.append(RankRow("", f"bonus_{attribute}", f"Bonus {attribute.upper()}", 0, shown))
    rows.append(RankRow("", "armour", "Armour", 0, protection(sheet)))
    if sheet.kind == "creature":
        rows += [_figure(sheet, "armour", "Hide"), _figure(sheet, "ferocity", "Ferocity"), _size(sheet)]
    else:
        rows.append(RankRow("", "load", "Load", 0, load(sheet)))
    return Tiles("body", "Body", tuple(rows))


def _figure(sheet: Sheet, name: str, label: str) -> RankRow:
    return RankRow(BODY, name, label, sheet.rank(BODY, name), body(sheet, name), most=20)


def _size(sheet: Sheet) -> RankRow:
    words = tuple(size.partition(",")[0] for size in SIZES)
    return RankRow(BODY, "size", "Size", sheet.rank(BODY, "size"), body(sheet, "size"), most=2, options=words)


def _attack_facts(item: Item) -> tuple[str, ...]:
    roll = own_figure(item, "roll")
    return said(f"on a {roll}" if roll else "", *attack_words(attack_from(item)))


def _weapons(sheet: Sheet) -> tuple[ItemRow, ...]:
    """A row for each weapon with its figures, and whether it is broken or damaged."""
    rows = rows_of(sheet, "weapon", lambda item: _weapon_facts(sheet, item))
    return tuple(replace(row, worn=broken_words(row.item)) for row in rows)


def _weapon_facts(sheet: Sheet, item: Item) -> tuple[str, ...]:
    """A weapon's skill, its damage with the bonus, and its other figures."""
    known = weapon_of(item)
    skill = library.skills()[known.skill].name if known.skill else "Shield"
    return said(skill, weapon(sheet, item).value, *weapon_words(known)[1:])


def broken_words(item: Item) -> str:
    """The state of a weapon: damaged (1) or broken (2) (DRB-033), in the pack (DRB-026); empty if sound and at hand."""
    worn = ("", "damaged: bane", "broken")[min(item.wear, 2)]
    return ", ".join(part for part in (worn, "in the pack" if is_stowed(item) else "") if part)


def _armour_facts(item: Item) -> tuple[str, ...]:
    known = library.armours().get(item.entry)
    return armour_words(known) if known and not item.stats else (f"armour {rating_of(item)}",)


def _cover(sheet: Sheet) -> Cover:
    """The table of suit and helmet: the points that they take off damage, and the skills with a bane (DRB-016)."""
    rows = tuple((item.name, (str(rating_of(item)), skill_names(banes_of(item)) or "–")) for _, item in worn(sheet))
    shown = protection(sheet)
    return Cover("protection", "Protection", ("Armour", "Bane"), rows, (shown,))


def _ability_facts(item: Item) -> tuple[str, ...]:
    known = library.abilities().get(item.entry)
    cost = own_figure(item, "wp", known.wp if known else 0)
    text = str(item.stats.get("text") or (known.description if known else ""))
    return said(f"{cost} WP" if cost else "", text)


def _spells(sheet: Sheet) -> tuple[ItemRow, ...]:
    """The spells, those without damage each with its casting outside fights."""
    rows = rows_of(sheet, "spell", _spell_facts)
    return tuple(
        one if one.item.stats.get("damage") else replace(one, test=f"magic.in_peace:spell={one.key}") for one in rows
    )


def _spell_facts(item: Item) -> tuple[str, ...]:
    stats = item.stats
    school = library.skills().get(str(stats.get("school", "")))
    rank = own_figure(item, "rank")
    return said(
        school.name if school else "",
        f"rank {rank}" if rank else "trick",
        f"{stats['damage']} a level".upper() if stats.get("damage") else "",
        f"range {stats['range']} m" if stats.get("range") else "",
        str(stats.get("text", "")),
    )


# -- carried and told -----------------------------------------------------------------------------------------------


def _carried(sheet: Sheet) -> tuple[Block, ...]:
    return (
        Items(
            "gear",
            "Inventory",
            "gear",
            rows_of(sheet, "gear", _gear_facts),
            "No gear. Add some.",
            used=False,
        ),
        Items("purse", "Purse", "coin", rows_of(sheet, "coin"), "No coins.", used=False),
        story(sheet, TEXTS),
    )


def _gear_facts(item: Item) -> tuple[str, ...]:
    known, slots = library.gear().get(item.entry), slots_of(item)
    filled = f"{slots} slot{'s' if slots > 1 else ''}" if slots else ""
    return said("in hand" if item.in_use else "", filled, *(gear_words(known) if known else ()))
