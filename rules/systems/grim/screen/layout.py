"""The sheet laid out: the state of body and mind, scores and skills, things in play and carried, and the story."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache, partial

from rules.engine.kernel import Item, Sheet, said
from rules.engine.page.blocks import (
    Block,
    Boxes,
    Conditions,
    Explained,
    Gauge,
    ItemRow,
    Items,
    Page,
    Part,
    RankGroup,
    RankRow,
    Ranks,
    Section,
    Tiles,
    Vitals,
)
from rules.engine.page.layouts import Heading, rows_of, story
from rules.systems.grim.content import library
from rules.systems.grim.content.entries import SIZES
from rules.systems.grim.core import (
    ATTRIBUTE,
    BODY,
    BONUS,
    BOX,
    CORRUPTION,
    DAMAGE,
    FATE,
    FORTUNE,
    LAST_STEP,
    MAN_SIZED,
    PERIL,
    SKILL,
    SLAIN,
    SPELL,
    armour_words,
    bonus,
    damage_words,
    explained_bonus,
    gear_words,
    has_track,
    is_ruined,
    level,
    level_name,
    size,
    weapon_words,
)
from rules.systems.grim.creation.new_sheet import BARRED, CHAOS, COIN, TALENT, TRAIT
from rules.systems.grim.fight.base import is_out
from rules.systems.grim.screen import explaining

TEST = "test.roll:skill"
#: The most that attributes, bonuses and ranks can be written to.
MOST_ATTRIBUTE, MOST_BONUS, LEAST_BONUS, MOST_RANK = 200, 20, -9, 9
MOST_BODY = 200
TEXTS: tuple[Heading, ...] = (
    ("ancestry", "Ancestry", False, False),
    ("profession", "Profession", False, False),
    ("age", "Age", False, False),
    ("appearance", "Appearance", False, False),
    ("drawbacks", "Drawbacks", True, False),
    ("background", "Background", True, False),
    ("notes", "Notes", True, False),
    ("gm_notes", "GM's notes", True, True),
)


def page(sheet: Sheet, house_rules: explaining.Turned) -> Page:
    """The whole sheet, as a campaign plays it."""
    inside = (_in_play(sheet, house_rules), _abilities(sheet, house_rules), _carried(sheet))
    return Page(_subtitle(sheet), vitals(sheet), inside)


def _told(sheet: Sheet, track: str) -> str:
    """A track and the step that it stands at: "Damage: Lightly Wounded"."""
    return f"{track.capitalize()}: {level_name(sheet, track)}"


def vitals(sheet: Sheet) -> Vitals:
    """Both tracks of harm, Fortune and Fate, and conditions (D-2)."""
    gauges = ((FORTUNE, "Fortune"), (FATE, "Fate"))
    return Vitals(
        gauges=tuple(
            Gauge(name, label, held.now, held.most, explaining.resource(sheet, name))
            for name, label in gauges
            if (held := sheet.resources.get(name)) and held.most
        ),
        boxes=tuple(
            Boxes(name, _told(sheet, name), tuple(sheet.tracks[name]), {BOX: f"steps of {name}"})
            for name in (DAMAGE, PERIL)
            if has_track(sheet, name)
        ),
        conditions=tuple(sheet.conditions.values()),
        looks=_looks(sheet),
        out=is_out(sheet),
    )


@cache
def _printed_spans() -> Mapping[str, Mapping[str, tuple[int, int]]]:
    attributes = library.attributes()
    body = dict.fromkeys(explaining.BODY_FIGURES, (-MOST_BODY, MOST_BODY))
    of_creatures = {**dict.fromkeys(BARRED, (0, MOST_BODY)), **dict.fromkeys(BARRED.values(), (0, 1))}
    return {
        ATTRIBUTE: dict.fromkeys(attributes, (0, MOST_ATTRIBUTE)),
        BONUS: dict.fromkeys(attributes, (LEAST_BONUS, MOST_BONUS)),
        SKILL: dict.fromkeys(library.skills(), (0, MOST_RANK)),
        BODY: {**body, **of_creatures, "size": (0, len(SIZES) - 1), "flight": (0, MOST_BODY)},
        TALENT: dict.fromkeys(library.talents(), (0, 1)),
        TRAIT: dict.fromkeys(library.traits(), (0, 1)),
    }


def spans() -> Mapping[str, Mapping[str, tuple[int, int]]]:
    """The least and most of every rank, by kind and name."""
    return {**_printed_spans(), SPELL: dict.fromkeys(library.spells(), (0, 1))}


_LOOKS = ("unhurt", "hurt", "hurt", "badly hurt", "badly hurt", "dead")


def _looks(sheet: Sheet) -> str:
    if sheet.has(SLAIN):
        return "dead"
    return "down" if is_out(sheet) else _LOOKS[min(level(sheet, DAMAGE), LAST_STEP)]


def _subtitle(sheet: Sheet) -> str:
    own = [sheet.texts.get(name, "") for name in ("ancestry", "profession")]
    body = explaining.size_word(sheet) if size(sheet) != MAN_SIZED else ""
    return ", ".join(said(*own, body))


# -- in play ----------------------------------------------------------------------------------------------------------


def _in_play(sheet: Sheet, house_rules: explaining.Turned) -> tuple[Block, ...]:
    return (
        _figures(sheet, house_rules),
        Conditions("conditions", "Conditions", tuple(sheet.conditions.values())),
        Items("weapons", "Weapons", "weapon", _items(sheet, "weapon"), "Bare hands.", section=Section.PLAY),
        Items("armour", "Armour", "armour", _items(sheet, "armour"), "Nothing worn."),
        Items("shields", "Shield", "shield", _items(sheet, "shield"), "No shield."),
        _to_spend(sheet, house_rules),
    )


def _figures(sheet: Sheet, house_rules: explaining.Turned) -> Tiles:
    """Thresholds, initiative, movement, encumbrance; of a creature its printed reactions, size and flight as well."""
    names = ["damage_threshold", *(("peril_threshold",) if has_track(sheet, PERIL) else ()), "initiative", "movement"]
    if sheet.kind == "creature":
        names += [name for name in BARRED if sheet.rank(BODY, name)]
    else:
        names.append("encumbrance")
    rows = [_derived(sheet, name, house_rules) for name in names]
    if sheet.kind == "creature":
        rows.append(_body(sheet, "size", house_rules, SIZES))
        rows += [_body(sheet, "flight", house_rules)] if sheet.rank(BODY, "flight") else []
    return Tiles("figures", "In a fight", tuple(rows))


def _derived(sheet: Sheet, name: str, house_rules: explaining.Turned) -> RankRow:
    shown = explaining.explain(sheet, name, house_rules)
    return RankRow("", name, shown.label, 0, shown)


def _body(sheet: Sheet, name: str, house_rules: explaining.Turned, options: tuple[str, ...] = ()) -> RankRow:
    shown = explaining.explain(sheet, f"{BODY}.{name}", house_rules)
    rank = size(sheet) if name == "size" else sheet.rank(BODY, name)
    return RankRow(
        BODY, name, shown.label, rank, shown, most=len(options) - 1 if options else MOST_BODY, options=options
    )


def _to_spend(sheet: Sheet, house_rules: explaining.Turned) -> Tiles:
    """Corruption, chaos, money and reward points, as far as the sheet has them."""
    rows = [
        RankRow("", f"resource.{name}", shown.label, 0, shown)
        for name in (CORRUPTION, CHAOS)
        if name in sheet.resources and (shown := explaining.resource(sheet, name))
    ]
    if COIN in sheet.resources:
        rows += [_derived(sheet, name, house_rules) for name in ("purse", "reward")]
    return Tiles("points", "Gained and lost", tuple(rows))


# -- scores -----------------------------------------------------------------------------------------------------------


def _abilities(sheet: Sheet, house_rules: explaining.Turned) -> tuple[Block, ...]:
    names = library.attributes()
    blocks: list[Block] = [
        Tiles("attributes", "Attributes", tuple(_attribute(sheet, key) for key in names)),
        Tiles("bonuses", "Bonuses", tuple(_bonus(sheet, key) for key in names)),
        Ranks("skills", "Skills", tuple(_group(sheet, key) for key in names), "ranks, chance"),
    ]
    if known := [key for key in library.spells() if sheet.rank(SPELL, key)]:
        rows = tuple(_known(SPELL, key, 1, explaining.explain(sheet, f"{SPELL}.{key}", house_rules)) for key in known)
        blocks.append(Ranks("spells", "Spells", (RankGroup(None, rows),), "known, price"))
    for kind, title, shelf in ((TALENT, "Talents", library.talents()), (TRAIT, "Traits", library.traits())):
        if held := [key for key in shelf if sheet.rank(kind, key)]:
            rows = tuple(_known(kind, key, 1, explaining.talent(sheet, kind, key)) for key in held)
            blocks.append(Ranks(f"{kind}s", title, (RankGroup(None, rows),), "has it"))
    return tuple(blocks)


def _known(kind: str, key: str, rank: int, shown: Explained) -> RankRow:
    return RankRow(kind, key, shown.label, rank, shown, most=1)


def _attribute(sheet: Sheet, key: str) -> RankRow:
    value, shown = sheet.rank(ATTRIBUTE, key), explaining.attribute(sheet, key)
    return RankRow(ATTRIBUTE, key, library.attributes()[key].name, value, shown, most=MOST_ATTRIBUTE, test=TEST)


def _bonus(sheet: Sheet, key: str) -> RankRow:
    return RankRow(
        BONUS,
        key,
        library.attributes()[key].short,
        sheet.rank(BONUS, key),
        Explained(f"{library.attributes()[key].name} Bonus", str(bonus(sheet, key)), explained_bonus(sheet, key).parts),
        least=LEAST_BONUS,
        most=MOST_BONUS,
        raise_command="xp.bonus:attribute",
    )


def _group(sheet: Sheet, attribute: str) -> RankGroup:
    rows = (_skill(sheet, key) for key, one in library.skills().items() if one.attribute == attribute)
    return RankGroup(None, tuple(rows), library.attributes()[attribute].name)


def _skill(sheet: Sheet, key: str) -> RankRow:
    one, rank = library.skills()[key], sheet.rank(SKILL, key)
    return RankRow(
        kind=SKILL,
        name=key,
        label=one.name,
        rank=rank,
        shown=explaining.skill(sheet, key),
        most=MOST_RANK,
        test=TEST,
        raise_command="xp.skill:skill",
        options=("special",) if one.special else (),
    )


# -- carried and told -------------------------------------------------------------------------------------------------


def _carried(sheet: Sheet) -> tuple[Block, ...]:
    gear = Items("gear", "Gear", "gear", _items(sheet, "gear"), "No gear. Add some.")
    return gear, story(sheet, TEXTS)


def _items(sheet: Sheet, kind: str) -> tuple[ItemRow, ...]:
    rows = rows_of(sheet, kind, partial(_facts, sheet))
    return tuple(replace(row, shown=_damage(sheet, row.item)) for row in rows)


def _damage(sheet: Sheet, item: Item) -> Explained | None:
    """The damage of a weapon with its formula; none where the weapon's own dice say it all."""
    weapon = library.weapon_of(item)
    if weapon is None or weapon.dice or not weapon.fury:
        return None
    bonus_part = Part(f"{library.attributes()[weapon.attribute].name} Bonus", str(bonus(sheet, weapon.attribute)))
    fury = Part("Fury Dice", f"{weapon.fury}d6", "GRM-016")
    return Explained(f"Damage: {damage_words(weapon)}", damage_words(weapon, sheet), (bonus_part, fury))


def _facts(sheet: Sheet, item: Item) -> tuple[str, ...]:
    """The figures of a thing; a ruined one says so first."""
    ruined = "Ruined!" if is_ruined(item) else ""
    if weapon := library.weapon_of(item):
        return said(ruined, *weapon_words(weapon, sheet))
    if suit := library.armour_of(item) or library.shield_of(item):
        return said(ruined, *armour_words(suit))
    gear = library.gear_of(item)
    return said(ruined, *gear_words(gear)) if gear else said(ruined)
