"""New sheets, the things that compendium entries become, and limits that follow from attributes (D-1)."""

from collections.abc import Mapping
from dataclasses import asdict, replace

from rules.engine.content import shelves
from rules.engine.content.files import named
from rules.engine.content.shelves import Carried
from rules.engine.forecast.state_cache import of_sheet
from rules.engine.kernel import (
    Item,
    Json,
    LimitChanged,
    MemoKept,
    RankChanged,
    Resource,
    ResourceChanged,
    Sheet,
    Table,
)
from rules.systems.dragonbane.content import library
from rules.systems.dragonbane.content.entries import Creature, MonsterAttack
from rules.systems.dragonbane.core.figures import BODY, own_figure, printed, trained_level, usual_limit, usual_movement

AVERAGE = 10
UNMADE = "unmade"
#: Skills that a beginner without a profession has learnt: a little of everything that the road takes.
ROAD = ("awareness", "brawling", "bushcraft", "evade", "knives", "sneaking", "swimming", "swords")
SIZES = ("normal", "large", "huge")


def fresh_sheet(name: str) -> Sheet:
    """An average adult of no kin in particular, with a knife, legal to play (D-1)."""
    sheet = blank_sheet(name)
    sheet.memo = {"age": "adult"}
    sheet.ranks["skill"] = dict.fromkeys(ROAD, trained_level(AVERAGE))
    sheet.items["knife"] = in_hand(item_from("weapons", "knife"))
    return settled(sheet)


def unmade_sheet(name: str) -> Sheet:
    """A sheet on which nothing is chosen yet: the steps of the making fill it."""
    sheet = blank_sheet(name)
    sheet.memo = {UNMADE: {}}
    return settled(sheet)


def blank_sheet(name: str) -> Sheet:
    """The sheet of somebody average without skills or things."""
    sheet = Sheet(name)
    sheet.ranks = {"attribute": dict.fromkeys(library.attributes(), AVERAGE), "skill": {}, BODY: {}}
    sheet.items = {"unarmed": in_hand(item_from("weapons", "unarmed"))}
    return sheet


def settled(sheet: Sheet) -> Sheet:
    """The sheet with the limits and the movement that follow from its attributes, hit points and willpower full."""
    sheet.ranks[BODY]["movement"] = usual_movement(sheet)
    for resource in ("hp", "wp"):
        most = usual_limit(sheet, resource)
        sheet.resources[resource] = Resource(most, most)
    return sheet


def creature_sheet(key: str) -> Sheet:
    """The sheet of a creature of the compendium, by its key (D-5)."""
    return sheet_of(named("creature", key, library.creatures()))


def sheet_of(creature: Creature) -> Sheet:
    """The sheet of a creature, from its entry."""
    sheet = Sheet(creature.name, kind="creature")
    sheet.ranks = {
        "attribute": dict(creature.attributes),
        "skill": dict(creature.skills),
        BODY: {name: value for name, value in _body(creature).items() if value},
    }
    sheet.resources = {"hp": Resource(creature.hp, creature.hp), "wp": Resource(creature.wp, creature.wp)}
    sheet.memo = {"printed": ["hp", "movement", "wp"], "traits": list(creature.traits)}
    sheet.items = _outfit(creature)
    sheet.texts = {"background": creature.description}
    if creature.traits:
        sheet.texts["traits"] = ", ".join(trait.replace("_", " ") for trait in creature.traits)
    return sheet


def _body(creature: Creature) -> dict[str, int]:
    return {
        "movement": creature.movement,
        "armour": creature.armour,
        "ferocity": creature.ferocity,
        "size": SIZES.index(creature.size),
    }


def _outfit(creature: Creature) -> dict[str, Item]:
    """A creature's things by key: its weapons in hand, and an ``attack-N`` for each face of a monster's die."""
    items = {key: in_hand(item_from("weapons", key)) for key in creature.weapons}
    for roll, attack in enumerate(creature.attacks, 1):
        items[f"attack-{roll}"] = Item(attack.name, "attack", in_use=True, stats={"roll": roll, **_said(attack)})
    return items


def _said(attack: MonsterAttack) -> dict[str, Json]:
    told: dict[str, Json] = asdict(attack)
    return {name: value for name, value in told.items() if name != "name"}


@of_sheet("items")
def attacks_of(sheet: Sheet) -> dict[int, MonsterAttack]:
    """A monster's attacks by the face that calls them; a figure that does not fit takes its default."""
    own = {own_figure(item, "roll"): attack_from(item) for item in sheet.items.values() if item.kind == "attack"}
    return {roll: own[roll] for roll in sorted(own) if roll}


def attack_from(item: Item) -> MonsterAttack:
    """A monster's attack from its item."""
    plain = MonsterAttack(item.name, "")
    known = {name: getattr(plain, name) for name in MonsterAttack.__slots__ if name != "name"}
    own = {name: value for name, value in item.stats.items() if name in known and type(value) is type(known[name])}
    return MonsterAttack(name=item.name, **known | own)


# -- things ---------------------------------------------------------------------------------------------------------

#: Shelves whose entries can be carried, and the kind of thing that they become; spells are written by their casters.
CARRIED: Mapping[str, Carried] = {
    "weapons": (library.weapons, "weapon"),
    "armour": (library.armours, "armour"),
    "gear": (library.gear, "gear"),
    "coins": (library.coins, "coin"),
    "abilities": (library.abilities, "ability"),
    "spells": (dict, "spell"),
}


def item_from(section: str, key: str) -> Item:
    """The thing that an entry of a section becomes when it is picked up."""
    return shelves.item_from(section, key, CARRIED)


def in_hand(item: Item) -> Item:
    """A copy of the thing that is drawn or worn."""
    return replace(item, in_use=True)


LIMITS = ("hp", "wp")
MOVEMENT = "movement"


def keep_up(table: Table) -> None:
    """Bring every sheet up to date, unless a figure is printed or was written by hand."""
    by_hand = _written(table)
    for who in list(table.sheets):
        sheet = table.sheets.get(who)
        if sheet is not None and "hp" in sheet.resources:
            _keep(table, who, sheet, by_hand)


def _written(table: Table) -> set[tuple[str, str]]:
    """The figures that the last command wrote by hand, as (id, name of the figure)."""
    limits = {(fact.who, fact.resource) for fact in table.facts if isinstance(fact, LimitChanged)}
    moved = {
        (fact.who, MOVEMENT)
        for fact in table.facts
        if isinstance(fact, RankChanged) and (fact.kind, fact.name) == (BODY, MOVEMENT)
    }
    return limits | moved


def _keep(table: Table, who: str, sheet: Sheet, by_hand: set[tuple[str, str]]) -> None:
    off = {name: usual_limit(sheet, name) - sheet.resources[name].most for name in LIMITS if name in sheet.resources}
    off[MOVEMENT] = usual_movement(sheet) - sheet.rank(BODY, MOVEMENT)
    fixed = set(printed(sheet))
    for name, by in off.items():
        if (who, name) in by_hand:
            fixed = fixed | {name} if by else fixed - {name}
        elif by and name not in fixed:
            _follow(table, who, name, by)
    if fixed != set(printed(sheet)):
        table.happen(MemoKept(who, "printed", sorted(fixed) or None))


def _follow(table: Table, who: str, name: str, by: int) -> None:
    if name == MOVEMENT:
        table.happen(RankChanged(who, BODY, MOVEMENT, by))
        return
    table.happen(LimitChanged(who, name, by))
    # Whoever is still being made has not been hurt yet.
    if by > 0 and UNMADE in table.sheet(who).memo:
        table.happen(ResourceChanged(who, name, by))
