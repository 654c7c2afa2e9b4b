"""The sheet laid out: attributes and skills, what is in play and carried, and the story."""

from collections.abc import Mapping
from dataclasses import replace

from rules.engine.kernel import Item, Json, Sheet
from rules.engine.page.blocks import (
    Block,
    Boxes,
    Conditions,
    Cover,
    End,
    Gauge,
    ItemRow,
    Items,
    Page,
    RankGroup,
    RankRow,
    Ranks,
    Section,
    Spectra,
    Spectrum,
    Text,
    Texts,
    Tiles,
    Vitals,
)
from rules.systems.sda.checks.long.projects import projects
from rules.systems.sda.content import compendium, equipment, life_shelf
from rules.systems.sda.content.compendium import Skill, SkillGroup, Virtue
from rules.systems.sda.content.money import armour_words, halves, weapon_words
from rules.systems.sda.content.skills import ATTRIBUTES, GROUPS, members
from rules.systems.sda.content.weapon_entries import BODY_PARTS
from rules.systems.sda.core.person import (
    ALLOWED,
    ASKED,
    BODY,
    EXCESS,
    KIND,
    LACK,
    SIZES,
    WAYS,
    being,
    burden,
    calls,
    of_piece,
    protection_at,
    protection_explained,
    shown_types,
    size_of,
    speed_words,
)
from rules.systems.sda.core.person.virtue_bonus import CALLED
from rules.systems.sda.core.rolls import MOST_ATTRIBUTE, MOST_RANK, attribute_price, can_trade, skill_price
from rules.systems.sda.creation.life.life_words import said_of
from rules.systems.sda.magic.casting import open_spells, spell_words
from rules.systems.sda.screen.explaining import (
    attribute_value,
    body,
    group_rank,
    long_task,
    skill_pool,
    spirit,
    virtue_step,
)

BOX_LABELS = {"minor": "minor", "major": "major", "bleeding": "bleeding"}
#: Conditions in which somebody takes no part in what goes on.
OUT = ("dead", "unconscious", "incapacitated")
TEST = "test.static:skill"
#: The resources that spells are paid with beside spirit, and their labels.
POWERS = {open_spells.FAVOUR: "Favour", open_spells.LIFE_DEBT: "Life debt"}
#: Texts of every sheet: name, label, whether long, whether for the GM only.
TEXTS = (
    ("people", "People", False, False),
    ("calling", "Calling", False, False),
    ("traits", "Traits", True, False),
    ("background", "Background", True, False),
    ("notes", "Notes", True, False),
    ("gm_notes", "GM's notes", True, True),
)


def page(sheet: Sheet, house_rules: Mapping[str, Json]) -> Page:
    """The whole sheet, with pools as this campaign counts them."""
    return Page(
        _subtitle(sheet), vitals(sheet), (_abilities(sheet, house_rules), _in_play(sheet, house_rules), _story(sheet))
    )


def vitals(sheet: Sheet) -> Vitals:
    """Spirit, wounds and conditions."""
    held = sheet.resources["spirit"]
    return Vitals(
        gauges=(Gauge("spirit", "Spirit", held.now, held.most, spirit(sheet)), *_powers(sheet)),
        boxes=(Boxes("injury", "Injuries", tuple(sheet.tracks.get("injury", ())), BOX_LABELS),),
        conditions=tuple(sheet.conditions.values()),
        looks=_looks(sheet),
        out=any(sheet.has(name) for name in OUT),
    )


def _powers(sheet: Sheet) -> tuple[Gauge, ...]:
    """The gauges of resources that pay for spells beside spirit, of those that the sheet has (D-9)."""
    held = ((name, sheet.resources[name]) for name in POWERS if name in sheet.resources)
    return tuple(Gauge(name, POWERS[name], one.now, one.most) for name, one in held)


def _looks(sheet: Sheet) -> str:
    if sheet.has("dead"):
        return "dead"
    if any(sheet.has(name) for name in OUT):
        return "down"
    lines = sheet.tracks.get("injury", [])
    if any(line.ticked.get("bleeding") for line in lines):
        return "bleeding"
    if any(line.ticked.get("major") for line in lines):
        return "badly hurt"
    return "hurt" if any(line.is_ticked() for line in lines) else "unhurt"


def _subtitle(sheet: Sheet) -> str:
    words = [sheet.texts[name] for name in ("people", "calling") if sheet.texts.get(name)]
    if sheet.kind == "creature":
        words += [size_of(sheet), speed_words(sheet)]
    return ", ".join(words)


# -- attributes and skills ----------------------------------------------------------------------------------------


def _abilities(sheet: Sheet, house_rules: Mapping[str, Json]) -> tuple[Block, ...]:
    groups = tuple(_group(sheet, group, house_rules) for group in GROUPS.values())
    return _attributes(sheet, house_rules), Ranks("skills", "Skills", groups)


def _attributes(sheet: Sheet, house_rules: Mapping[str, Json]) -> Tiles:
    rows = tuple(
        RankRow(
            kind="attribute",
            name=one.key,
            label=one.short,
            rank=sheet.rank("attribute", one.key),
            shown=attribute_value(sheet, one, house_rules),
            experience=sheet.xp("attribute", one.key),
            price=attribute_price(sheet, one.key),
            least=1,
            most=MOST_ATTRIBUTE,
            raise_command="experience.raise_attribute:attribute",
        )
        for one in ATTRIBUTES.values()
    )
    return Tiles("attributes", "Attributes", rows)


def _group(sheet: Sheet, group: SkillGroup, house_rules: Mapping[str, Json]) -> RankGroup:
    rows = tuple(_skill(sheet, one, house_rules) for one in members(group, sheet))
    if not group.ranked:
        return RankGroup(None, rows, group.name)
    heading = RankRow(
        "group", group.key, group.name, sheet.rank("group", group.key), group_rank(sheet, group.key), most=MOST_RANK
    )
    trade = "experience.trade_group:group" if can_trade(sheet, group, house_rules) else ""
    return RankGroup(heading, rows, group.name, trade)


def _skill(sheet: Sheet, skill: Skill, house_rules: Mapping[str, Json]) -> RankRow:
    return RankRow(
        kind="skill",
        name=skill.key,
        label=skill.name,
        rank=sheet.rank("skill", skill.key),
        shown=skill_pool(sheet, skill, house_rules),
        experience=sheet.xp("skill", skill.key),
        price=skill_price(sheet, skill),
        most=MOST_RANK,
        test=TEST,
        raise_command="experience.raise_skill:skill",
        options=tuple(ATTRIBUTES[key].short for key in skill.attributes),
    )


# -- in play and carried ------------------------------------------------------------------------------------------


def _in_play(sheet: Sheet, house_rules: Mapping[str, Json]) -> tuple[Block, ...]:
    return (
        Spectra("virtues", "Virtues", tuple(_virtue(sheet, key) for key in compendium.virtues())),
        Conditions("conditions", "Conditions", tuple(sheet.conditions.values())),
        *_tasks(sheet),
        *_traits(sheet),
        *_spells(sheet, house_rules),
        Items("weapons", "Weapons", "weapon", _items(sheet, "weapon"), "Only bare hands.", section=Section.PLAY),
        Items("armour", "Armour", "armour", _items(sheet, "armour"), "No armour."),
        _cover(sheet, house_rules),
        Items("gear", "Gear", "gear", _items(sheet, "gear"), "No gear. Add some."),
        Items("purse", "Purse", "coin", _items(sheet, "coin"), "No coins.", used=False),
        _body(sheet, house_rules),
    )


def _virtue(sheet: Sheet, key: str) -> Spectrum:
    virtue = compendium.virtues()[key]
    is_called = any(one.virtue == key for one in calls(sheet, ASKED, ALLOWED, CALLED))
    lack, excess = virtue_step(sheet, key).parts[:2]
    ends = (_end(virtue, LACK, lack.value, is_called), _end(virtue, EXCESS, excess.value, is_called))
    return Spectrum("virtue", key, virtue.name, ends, virtue.steps, sheet.rank("virtue", key))


def _end(virtue: Virtue, end: str, die: str, is_called: bool) -> End:
    """An end of a virtue with its die, to be called upon unless the virtue is called already (SDA-078, SDA-081)."""
    word = virtue.steps[0] if end == LACK else virtue.steps[-1]
    if is_called:
        return End(f"{word} {die}")
    return End(f"{word} {die}", f"virtue.call:end={virtue.key}.{end}", f"Call upon being {being(virtue, end)}")


def _tasks(sheet: Sheet) -> tuple[Block, ...]:
    """The long tasks that are under way (SDA-031)."""
    shown = [(f"task.{key}", long_task(one)) for key, one in projects(sheet).items()]
    rows = tuple(RankRow("", name, one.label, 0, one) for name, one in shown)
    return (Tiles("tasks", "Long tests", rows),) if rows else ()


def _traits(sheet: Sheet) -> tuple[Block, ...]:
    """The block of traits; none for creatures, which have theirs in words."""
    if sheet.kind == "creature":
        return ()
    rows = _items(sheet, KIND)
    traits = Items("traits", "Traits", KIND, rows, "Nothing out of the ordinary.", used=False)
    return (replace(traits, section=Section.STORY),)


def _spells(sheet: Sheet, house_rules: Mapping[str, Json]) -> tuple[Block, ...]:
    """The block of spells, for those who know any or have a hand for magic (D-9)."""
    cast = open_spells.known(sheet)
    rows = tuple(
        replace(one, test=f"magic.in_peace:spell={one.key}")
        if one.key in cast and not open_spells.lacking(sheet, one.item, house_rules)
        else one
        for one in _items(sheet, open_spells.KIND)
    )
    if not rows and not open_spells.has_a_hand_for_it(sheet):
        return ()
    spells = Items("spells", "Spells", open_spells.KIND, rows, "No spells yet.", counted=False, used=False)
    return (replace(spells, section=Section.SKILLS, does="Cast"),)


def _items(sheet: Sheet, kind: str) -> tuple[ItemRow, ...]:
    return tuple(ItemRow(key, item, _words(sheet, item)) for key, item in sheet.items.items() if item.kind == kind)


def _words(sheet: Sheet, item: Item) -> tuple[str, ...]:
    if item.kind == open_spells.KIND:
        return spell_words.words_of(item, sheet)
    if item.kind == KIND:
        return (said_of(life_shelf.traits()[item.entry]),) if item.entry in life_shelf.traits() else ()
    if weapon := equipment.weapon_of(item):
        return weapon_words(weapon)
    if piece := equipment.armour_of(item):
        return armour_words(piece)
    taken = ", ".join(f"{kind} {halves(amount)}" for kind, amount in of_piece(item).items())
    return (taken,) if item.kind == "armour" and taken else ()


def _cover(sheet: Sheet, house_rules: Mapping[str, Json]) -> Cover:
    types = shown_types(sheet)
    rows = tuple(
        (part.capitalize(), tuple(halves(protection_at(sheet, part, kind)) for kind in types)) for part in BODY_PARTS
    )
    total = tuple(protection_explained(sheet, kind, house_rules) for kind in types)
    return Cover("protection", "Protection", tuple(kind.capitalize() for kind in types), rows, total)


def _body(sheet: Sheet, house_rules: Mapping[str, Json]) -> Tiles:
    """Speed and size, which are ranks, and the burden, which follows from what is carried."""
    speeds = [name for name in WAYS.values() if name == "speed" or sheet.rank(BODY, name)]
    rows = [
        RankRow(BODY, name, name.capitalize(), sheet.rank(BODY, name), body(sheet, name), most=100) for name in speeds
    ]
    rows.append(
        RankRow(BODY, "size", "Size", sheet.rank(BODY, "size"), body(sheet, "size"), most=len(SIZES) - 1, options=SIZES)
    )
    shown = burden(sheet, house_rules)
    rows.append(RankRow("", "burden", shown.label, 0, shown))
    return Tiles("body", "Body", tuple(rows))


# -- story --------------------------------------------------------------------------------------------------------


def _story(sheet: Sheet) -> tuple[Block, ...]:
    shown = [one for one in TEXTS if one[0] != "traits" or sheet.kind == "creature" or sheet.texts.get("traits")]
    rows = (Text(name, label, sheet.texts.get(name, ""), long, secret) for name, label, long, secret in shown)
    return (Texts("story", "Story", tuple(rows)),)
