"""The sheet laid out, play first: stats and fighting, features and things carried, training and story."""

from collections.abc import Callable, Collection, Mapping

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
from rules.systems.fortune.content import library, switches
from rules.systems.fortune.core import (
    ARMOUR,
    ATTACK,
    BODY,
    COIN,
    COUNTER,
    DEAD,
    DYING,
    FAVOUR_TOKEN,
    FEATURE,
    HEALTH,
    LABEL,
    LAST_STAND,
    SPEED,
    STAMINA,
    STAT,
    TRAINING,
    arms,
    class_range,
    is_helpless,
    level,
    regrouped,
    shield_of,
    unmet,
    weapon_words,
    worn,
)
from rules.systems.fortune.screen.explaining import (
    BODY_RANGES,
    JUMPS,
    LANGUAGE,
    LEAST_STAT,
    LOADS,
    MODES,
    MOST_STAT,
    SPELL,
    body,
    derived,
    explain,
    feature,
    language,
    origin,
    resource,
    spell,
    stat_value,
    times,
    training,
)
from rules.systems.fortune.screen.wording import (
    USES,
    armour_words,
    gear_words,
    origin_of,
    shield_words,
)

TEST = "test.roll:stat"
TEXTS: tuple[Heading, ...] = (
    ("lineage", "Lineage", False, False),
    ("culture", "Culture", False, False),
    ("class", "Class", False, False),
    ("ties", "Ties", True, False),
    ("backstory", "Backstory", True, False),
    ("notes", "Notes", True, False),
    ("gm_notes", "GM's notes", True, True),
)


def page(sheet: Sheet, house_rules: switches.HouseRules) -> Page:
    """The whole sheet."""
    return Page(
        subtitle(sheet),
        vitals(sheet),
        (_play(sheet, house_rules), _carried(sheet, house_rules), _person(sheet, house_rules)),
    )


def vitals(sheet: Sheet) -> Vitals:
    """Health, Stamina and the token, and statuses (LIN-008, LIN-009, LIN-022)."""
    return Vitals(
        gauges=tuple(_gauges(sheet)),
        conditions=tuple(sheet.conditions.values()),
        looks=_looks(sheet),
        out=sheet.has(DEAD) or is_helpless(sheet),
    )


def _gauges(sheet: Sheet) -> list[Gauge]:
    named = {HEALTH: "Health", STAMINA: "Stamina", FAVOUR_TOKEN: LABEL}
    return [
        Gauge(name, label, sheet.now(name), sheet.most(name), resource(sheet, name))
        for name, label in named.items()
        if sheet.most(name) or name == HEALTH
    ]


def _looks(sheet: Sheet) -> str:
    if sheet.has(DEAD):
        return "dead"
    if is_helpless(sheet) or (sheet.has(DYING) and not sheet.has(LAST_STAND)):
        return "down"
    if not sheet.lack(HEALTH):
        return "unhurt"
    return "hurt" if 2 * sheet.now(HEALTH) >= sheet.most(HEALTH) else "badly hurt"


def subtitle(sheet: Sheet) -> str:
    """A line with lineage, class and level; of a creature its kind and level."""
    if sheet.kind == "creature":
        return sheet.texts.get("kind", "")
    own = origin(sheet) or " ".join(filter(None, (sheet.texts.get("lineage"), sheet.texts.get("class"))))
    return ", ".join(filter(None, (own, sheet.texts.get("culture"), f"level {level(sheet)}")))


# -- play -------------------------------------------------------------------------------------------------------------


def _play(sheet: Sheet, house_rules: switches.HouseRules) -> tuple[Block, ...]:
    blocks: list[Block] = [
        Tiles("stats", "Stats", tuple(_stat(sheet, key) for key in library.stats())),
        _figures(sheet, house_rules),
        _attacks(sheet, house_rules),
        Conditions("conditions", "Statuses", tuple(sheet.conditions.values())),
    ]
    if spells := _known(sheet, SPELL):
        shelf = library.spells()
        rows = {key: _row(sheet, SPELL, key, spell(sheet, key, house_rules)) for key in spells}
        levels = {key: f"Level {shelf[key].level}" for key in sorted(spells, key=lambda key: shelf[key].level)}
        blocks.append(Ranks("spells", "Spells", grouped(rows, levels), "known, price"))
    blocks += [_features(sheet)] if _known(sheet, FEATURE) else []
    return tuple(blocks)


def _stat(sheet: Sheet, key: str) -> RankRow:
    shown = stat_value(sheet, key)
    return RankRow(STAT, key, shown.label, sheet.rank(STAT, key), shown, least=LEAST_STAT, most=MOST_STAT, test=TEST)


def _row(sheet: Sheet, kind: str, name: str, shown: Explained, options: tuple[str, ...] = ()) -> RankRow:
    rank = sheet.rank(kind, name)
    return RankRow(kind, name, shown.label, rank, shown, most=max(rank, times(kind, name)), options=options)


def _figures(sheet: Sheet, house_rules: switches.HouseRules) -> Tiles:
    """Armor and Counter, attack, and the ways to move; as printed for creatures."""
    told, printed = derived(sheet, house_rules), sheet.kind == "creature"
    rows = [_bodily(sheet, name, told[name], is_written=printed) for name in (ARMOUR, COUNTER, ATTACK)]
    modes = {mode: body(sheet, mode, house_rules) for mode in MODES}
    rows += [_bodily(sheet, mode, one) for mode, one in modes.items() if mode == SPEED or one.value != "0 ft"]
    return Tiles("figures", "In a fight", tuple(rows))


def _bodily(sheet: Sheet, name: str, shown: Explained, *, is_written: bool = True) -> RankRow:
    """A figure of the body, which may be written unless it follows from others."""
    least, most = BODY_RANGES[name] if is_written else (0, 0)
    return RankRow(BODY if is_written else "", name, shown.label, sheet.rank(BODY, name), shown, least=least, most=most)


def _attacks(sheet: Sheet, house_rules: switches.HouseRules) -> Tiles:
    """The damage of everything that one may attack with now."""
    told = {f"arm.{key}": explain(sheet, f"arm.{key}", house_rules) for key in arms(sheet, house_rules)}
    return Tiles("attacks", "Damage", tuple(RankRow("", key, shown.label, 0, shown) for key, shown in told.items()))


def _features(sheet: Sheet) -> Ranks:
    """The features that one has, by where they come from."""
    shelf = {key: library.features()[key] for key in _known(sheet, FEATURE)}
    rows = {
        key: _row(sheet, FEATURE, key, feature(sheet, key), (USES[one.use],) if one.use in USES else ())
        for key, one in shelf.items()
    }
    origins = {key: origin_of(one)[:1].upper() + origin_of(one)[1:] for key, one in shelf.items()}
    return Ranks("features", "Features", grouped(rows, origins), "taken, price")


def _known(sheet: Sheet, kind: str) -> list[str]:
    """The names of ranks of a kind that one has, as far as the compendium knows them."""
    return [key for key, rank in sheet.ranks.get(kind, {}).items() if rank and key in _SHELVES[kind]()]


#: The shelf that has the ranks of a kind.
_SHELVES: Mapping[str, Callable[[], Collection[str]]] = {
    FEATURE: library.features,
    SPELL: library.spells,
    LANGUAGE: library.languages,
    TRAINING: library.trainings,
}


# -- carried ----------------------------------------------------------------------------------------------------------


def _carried(sheet: Sheet, house_rules: switches.HouseRules) -> tuple[Block, ...]:
    weapons = _items(sheet, "weapon", house_rules)
    return (
        Items("weapons", "Weapons", "weapon", weapons, "Bare hands. Add a weapon.", section=Section.PLAY),
        Items("armour", "Armour", "armour", _items(sheet, "armour", house_rules), "No armour: 10 and Agility."),
        Items("shields", "Shield", "shield", _items(sheet, "shield", house_rules), "No shield."),
        Items("gear", "Gear", "gear", _items(sheet, "gear", house_rules), "No gear. Add some."),
        *_purse(sheet),
    )


def _purse(sheet: Sheet) -> list[Block]:
    if COIN not in sheet.resources:
        return []
    shown = resource(sheet, COIN)
    row = RankRow("", f"resource.{COIN}", shown.label, 0, shown)
    return [Tiles("purse", "Purse", (row,), section=Section.THINGS)]


def _items(sheet: Sheet, kind: str, house_rules: switches.HouseRules) -> tuple[ItemRow, ...]:
    return rows_of(sheet, kind, lambda item: _words(sheet, item, house_rules))


def _words(sheet: Sheet, item: Item, house_rules: switches.HouseRules) -> tuple[str, ...]:
    """The facts of a thing, and why it does not help where it does not."""
    weapon, suit, shield = library.weapon_of(item), library.armour_of(item), library.shield_of(item)
    if weapon:
        weapon = regrouped(weapon, house_rules)
        untrained = not weapon.damage and not sheet.rank(TRAINING, weapon.group)
        return (
            *weapon_words(weapon, class_range(sheet, house_rules), house_rules),
            *(("not trained",) if untrained else ()),
        )
    if suit:
        idle = item.in_use and worn(sheet) is None and suit.training and not sheet.rank(TRAINING, suit.training)
        return (*armour_words(suit), *(("not trained",) if idle else ()))
    if shield:
        lacks = unmet(sheet, shield, house_rules) if item.in_use and shield_of(sheet, house_rules) is None else ""
        return (*shield_words(shield), *((lacks,) if lacks else ()))
    one = library.gear().get(item.entry)
    return gear_words(one) if one else ()


# -- the person -------------------------------------------------------------------------------------------------------


def _person(sheet: Sheet, house_rules: switches.HouseRules) -> tuple[Block, ...]:
    blocks: list[Block] = [_road(sheet, house_rules)] if sheet.kind != "creature" else []
    if trained := _known(sheet, TRAINING):
        rows = {key: _row(sheet, TRAINING, key, training(sheet, key)) for key in trained}
        blocks.append(Ranks("training", "Training", grouped(rows, _kinds(trained)), "trained"))
    if languages := _known(sheet, LANGUAGE):
        spoken = tuple(_row(sheet, LANGUAGE, key, language(sheet, key)) for key in languages)
        blocks.append(Ranks("languages", "Languages", (RankGroup(None, spoken, "Spoken"),), "known"))
    return (*blocks, story(sheet, TEXTS))


def _kinds(trained: Collection[str]) -> dict[str, str]:
    """The headings of trainings: armour and shields first, then weapons, then magic."""
    worn_ones = (*library.armour_classes(), *library.shield_classes())
    told = {key: "Armour" if key in worn_ones else "Weapons" if key in library.groups() else "Magic" for key in trained}
    return dict(sorted(told.items(), key=lambda one: ("Armour", "Weapons", "Magic").index(one[1])))


def _road(sheet: Sheet, house_rules: switches.HouseRules) -> Tiles:
    """Level and size, jumps, loads and a day's march."""
    told = derived(sheet, house_rules)
    rows = [_bodily(sheet, name, body(sheet, name, house_rules)) for name in ("level", "size")]
    rows += [RankRow("", name, told[name].label, 0, told[name]) for name in (*JUMPS, *LOADS, "march")]
    return Tiles("road", "On the road", tuple(rows), section=Section.THINGS)
