"""The sheet laid out: scores and skills, things in play and carried, and the story."""

from dataclasses import replace

from rules.engine.kernel import Item, Sheet
from rules.engine.page.blocks import (
    Block,
    Conditions,
    Explained,
    Gauge,
    ItemRow,
    Items,
    Page,
    RankGroup,
    RankRow,
    Ranks,
    Section,
    Tiles,
    Vitals,
)
from rules.engine.page.layouts import Heading, grouped, rows_of, story
from rules.systems.kaos.content import library
from rules.systems.kaos.content.entries import DAMAGE_TYPES, SCHOOLS
from rules.systems.kaos.content.switches import HouseRules
from rules.systems.kaos.core import (
    BODY,
    RATE,
    RESISTANCE,
    armour_of,
    castable,
    health,
    most_of,
    movement,
    points_held,
    shield_of,
    taken_off,
    weapon_words,
)
from rules.systems.kaos.downtime.advancement import MOST_ATTRIBUTE
from rules.systems.kaos.screen.almanac import armour_words, good_words, shield_words
from rules.systems.kaos.screen.explaining import attribute_value, derived, skill, speciality, spell

TEST = "test.roll:skill"
TEXTS: tuple[Heading, ...] = (
    ("people", "People", False, False),
    ("calling", "Calling", False, False),
    ("traits", "Traits", True, False),
    ("background", "Background", True, False),
    ("notes", "Notes", True, False),
    ("gm_notes", "GM's notes", True, True),
)
FASTEST = 40
MOST_REDUCTION = 200


def page(sheet: Sheet, house_rules: HouseRules) -> Page:
    """The whole sheet."""
    columns = (_abilities(sheet, house_rules), _in_play(sheet), _story(sheet))
    return Page(_subtitle(sheet), vitals(sheet), columns)


def vitals(sheet: Sheet) -> Vitals:
    """Hit points as one number, temporary ones if there are any, and conditions."""
    return Vitals(
        gauges=tuple(_gauges(sheet)),
        conditions=tuple(sheet.conditions.values()),
        looks=_looks(sheet),
        out=health.is_down(sheet),
    )


def _gauges(sheet: Sheet) -> list[Gauge]:
    hp, life = sheet.resources[health.HP], sheet.resources[health.LIFE]
    found = [Gauge(health.HP, "Hit points", hp.now, hp.most, health.explained(sheet))]
    if life.now < life.most:
        # Below 0 the other resource counts: what is left until death.
        found.append(Gauge(health.LIFE, "Life", life.now, life.most))
    extra = sheet.resources.get(health.TEMPORARY)
    if extra and extra.now:
        found.append(Gauge(health.TEMPORARY, "Temporary", extra.now, extra.most))
    return found


def _looks(sheet: Sheet) -> str:
    if health.is_down(sheet):
        return "dead" if sheet.has(health.DEAD) else "down"
    hp = sheet.resources[health.HP]
    if hp.now >= hp.most:
        return "unhurt"
    return "hurt" if 2 * hp.now >= hp.most else "badly hurt"


def _subtitle(sheet: Sheet) -> str:
    own = [sheet.texts[name] for name in ("people", "calling") if sheet.texts.get(name)]
    return ", ".join((*own, f"movement {movement(sheet).value}"))


# -- scores -----------------------------------------------------------------------------------------------------------


def _abilities(sheet: Sheet, house_rules: HouseRules) -> tuple[Block, ...]:
    attributes = tuple(_attribute(sheet, key, house_rules) for key in library.attributes())
    rows = {key: _skill(sheet, key, house_rules) for key in library.skills()}
    skills = grouped(rows, {key: one.group for key, one in library.skills().items()})
    return Tiles("attributes", "Attributes", attributes), Ranks("skills", "Skills", skills)


def _attribute(sheet: Sheet, key: str, house_rules: HouseRules) -> RankRow:
    value = sheet.rank("attribute", key)
    return RankRow(
        kind="attribute",
        name=key,
        label=library.attributes()[key].short,
        rank=value,
        shown=attribute_value(sheet, key, house_rules),
        least=0,
        most=MOST_ATTRIBUTE,
        test=TEST,
        raise_command="ap.raise_attribute:attribute",
    )


def _skill(sheet: Sheet, key: str, house_rules: HouseRules) -> RankRow:
    one, score = library.skills()[key], sheet.rank("skill", key)
    most = most_of(sheet, one, house_rules)
    return RankRow(
        kind="skill",
        name=key,
        label=one.name,
        rank=score,
        shown=skill(sheet, key, house_rules),
        most=max(most, score),
        test=TEST if score else "",
        raise_command="ap.raise_skill:skill" if score < most else "",
    )


# -- in play and carried ----------------------------------------------------------------------------------------------


def _in_play(sheet: Sheet) -> tuple[Block, ...]:
    blocks: list[Block] = [
        _figures(sheet),
        Conditions("conditions", "Conditions", tuple(sheet.conditions.values())),
        _points(sheet),
        Items("weapons", "Weapons", "weapon", _items(sheet, "weapon"), "Bare hands: 1d3.", section=Section.PLAY),
        Items("armour", "Armour", "armour", _items(sheet, "armour"), "No armour: agility is the defence score."),
        Items("shields", "Shield", "shield", _items(sheet, "shield"), "No shield."),
    ]
    if castable(sheet):
        blocks.append(_spells(sheet))
    blocks += [
        Items("potions", "Potions", "potion", _items(sheet, "potion"), "No potions."),
        Items("gear", "Gear", "gear", _items(sheet, "gear"), "No gear. Add some."),
        *_rare(sheet),
        Items("purse", "Purse", "coin", _items(sheet, "coin"), "No coins.", used=False),
    ]
    return tuple(blocks)


def _rare(sheet: Sheet) -> list[Block]:
    """Blocks for ammunition and clothing, if there is any."""
    kinds = (("ammunition", "Ammunition"), ("clothing", "Clothing"))
    return [Items(kind, title, kind, rows) for kind, title in kinds if (rows := _items(sheet, kind))]


def _figures(sheet: Sheet) -> Tiles:
    """Defence, damage, initiative, movement, and damage reduction."""
    found = derived(sheet)
    rows = [RankRow("", name, found[name].label, 0, found[name]) for name in ("defence", "damage", "initiative")]
    rate = movement(sheet)
    rows.append(RankRow(BODY, RATE, rate.label, sheet.rank(BODY, RATE), rate, most=FASTEST))
    if found["burden"].value != "0":
        rows.append(RankRow("", "burden", found["burden"].label, 0, found["burden"]))
    for kind in DAMAGE_TYPES:
        shown = taken_off(sheet, kind)
        if shown.value != "0":
            rank = sheet.rank(RESISTANCE, kind)
            rows.append(RankRow(RESISTANCE, kind, f"{kind.capitalize()} −", rank, shown, most=MOST_REDUCTION))
    return Tiles("figures", "In a fight", tuple(rows))


def _points(sheet: Sheet) -> Tiles:
    """Advancement points, which raises and luck are paid with, tongues, letters and purse."""
    found = derived(sheet)
    held = Explained("Advancement points", str(points_held(sheet)))
    rows = [RankRow("", "advancement.points", "AP", 0, held)]
    rows += [RankRow("", name, found[name].label, 0, found[name]) for name in ("languages", "letters", "purse")]
    return Tiles("points", "To spend", tuple(rows), section=Section.SKILLS)


def _spells(sheet: Sheet) -> Ranks:
    """The spells of the schools known, by tier, each with its drain."""
    groups = []
    for school in SCHOOLS:
        if sheet.rank("skill", school):
            known = [one for one in library.spells().values() if school in one.schools]
            rows = tuple(_spell(sheet, school, one.key) for one in sorted(known, key=lambda one: one.schools[school]))
            groups.append(RankGroup(None, rows, school.capitalize()))
    return Ranks("spells", "Spells", tuple(groups), "speciality, drain", "Without a speciality")


def _spell(sheet: Sheet, school: str, key: str) -> RankRow:
    one = library.spells()[key]
    drain, special = spell(sheet, key), speciality(sheet, school, key)
    shown = Explained(one.name, f"{drain.value} HP", (*drain.parts, *special.parts))
    tier = f"tier {one.schools[school]}"
    options = (tier, "specialised") if sheet.rank(school, key) else (tier,)
    return RankRow(school, key, one.name, sheet.rank(school, key), shown, most=1, options=options)


def _items(sheet: Sheet, kind: str) -> tuple[ItemRow, ...]:
    return rows_of(sheet, kind, _words)


def _words(item: Item) -> tuple[str, ...]:
    weapon, suit, shield = library.weapon_of(item), armour_of(item), shield_of(item)
    if weapon:
        return weapon_words(weapon)
    if suit:
        return armour_words(suit)
    if shield:
        return shield_words(shield)
    good = library.good_of(item)
    return good_words(good) if good else ()


# -- story ------------------------------------------------------------------------------------------------------------


def _story(sheet: Sheet) -> tuple[Block, ...]:
    rows = _items(sheet, "language")
    languages = Items(
        "languages", "Languages spoken", "language", rows, "No languages.", uses=("Learn to read", "reads")
    )
    return replace(languages, section=Section.STORY), story(sheet, TEXTS)
