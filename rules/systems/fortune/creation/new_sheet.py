"""New sheets: a beginner's, one on which nothing is chosen, and a creature's."""

from collections.abc import Mapping
from dataclasses import replace

from rules.engine.character.creation import MAKING
from rules.engine.content.files import named
from rules.engine.kernel import Item, Json, Resource, Sheet, Table
from rules.systems.fortune.content import Calling, Creature, Lineage, Pick, library, people_switches
from rules.systems.fortune.core import (
    BODY,
    COIN,
    FAVOUR_TOKEN,
    FEATURE,
    HEALTH,
    SHAPESHIFTER,
    STAMINA,
    STAT,
    TRAINING,
    health_limit,
    stamina_limit,
)

#: Coin at the beginning (LIN-007), and the most that a purse holds.
FIRST_COIN, MOST_COIN = 5, 9999
#: Stats before lineage and culture; each is used once (LIN-003).
ARRAY = (3, 2, 0, -2)
#: Feet a turn of everybody, but for what changes them (D-6).
OTHER_SPEEDS = {"climb": 5, "swim": 5, "dig": 5}
#: Things that everybody begins with: light, rope, bedding, and cover from the weather (LIN-007).
PACK = ("pack", "torches", "rope", "bedroll", "cloak")
#: The creature's own attack, by its key among its things.
OWN_ATTACK = "attack"

#: A beginner of level 1: a human Knight of the Meadowlands, with stats of 3, 2, 0 and −2 and two raised by 1.
BEGINNER: Mapping[str, Json] = {"lineage": "human", "culture": "meadowlands", "calling": "knight"}
STATS = {"mettle": 3, "agility": 2, "intellect": 0, "heart": 0}
TRAINED = ("slashing_swords", "axes", "bows", "crossbows")
PICKED = ("athletic", "silver_tongued")


def fresh_sheet(name: str) -> Sheet:
    """A beginner who was made by the rules, with armour and shield in the pack (LIN-001 to LIN-004, LIN-007)."""
    calling, lineage = library.classes()["knight"], library.lineages()["human"]
    sheet = Sheet(
        name,
        ranks={
            STAT: {key: value for key, value in STATS.items() if value},
            BODY: {"level": 1, "speed": lineage.speed, **OTHER_SPEEDS},
            TRAINING: dict.fromkeys((*calling.training, *TRAINED), 1),
            FEATURE: dict.fromkeys((*given_at_first("human", "meadowlands", "knight"), *PICKED), 1),
            "language": {"allspeak": 1},
        },
        resources=_resources(),
        items={
            "slashing_sword": replace(library.item_from("weapons", "slashing_sword"), in_use=True),
            "bow": library.item_from("weapons", "bow"),
            "medium": library.item_from("armour", "medium"),
            "medium_shield": library.item_from("shields", "medium_shield"),
            **{key: library.item_from("gear", key) for key in PACK},
        },
        texts={"lineage": lineage.name, "culture": library.cultures()["meadowlands"].name, "class": calling.name},
        memo={"build": dict(BEGINNER)},
    )
    sheet.resources |= pools(sheet)
    return sheet


def given_at_first(*owners: str) -> list[str]:
    """The features that a lineage, a culture and a class give at level 1."""
    return [key for owner in owners for key, one in library.features_of(owner).items() if one.level <= 1]


def unmade_sheet(name: str) -> Sheet:
    """A sheet without choices; the steps of the making write it all."""
    nothing: dict[str, dict[str, int]] = {STAT: {}, BODY: {}, TRAINING: {}, FEATURE: {}}
    return Sheet(name, ranks=nothing, resources=_resources(), memo={MAKING: {}})


def _resources() -> dict[str, Resource]:
    """The resources before class and stats are known."""
    return {
        HEALTH: Resource(0, 0),
        STAMINA: Resource(0, 0),
        FAVOUR_TOKEN: Resource(0, 1),
        COIN: Resource(FIRST_COIN, MOST_COIN),
    }


def pools(sheet: Sheet) -> dict[str, Resource]:
    """Health and Stamina, full, as class, level and stats say (LIN-008, LIN-009)."""
    found = {HEALTH: health_limit(sheet), STAMINA: stamina_limit(sheet)}
    return {name: Resource(int(told.value), int(told.value)) for name, told in found.items() if told is not None}


# -- creatures --------------------------------------------------------------------------------------------------------


def creature_sheet(key: str) -> Sheet:
    """The sheet of a creature of the compendium, by its key (D-4)."""
    return sheet_of(named("creature", key, library.creatures()))


def sheet_of(creature: Creature) -> Sheet:
    """The sheet of a creature, from its entry; without Stamina of its own it has none (E-j)."""
    pool = {STAMINA: Resource(creature.stamina, creature.stamina)} if creature.stamina else {}
    return Sheet(
        creature.name,
        kind="creature",
        ranks={
            STAT: {key: value for key, value in creature.stats.items() if value},
            # An attack of 0 is printed too.
            BODY: {**{name: value for name, value in _body(creature).items() if value}, "attack": creature.attack},
            FEATURE: dict.fromkeys(creature.features, 1),
            TRAINING: {},
        },
        resources={HEALTH: Resource(creature.health, creature.health), **pool},
        items={OWN_ATTACK: _attack(creature)},
        texts={"kind": f"{creature.kind}, level {creature.level or '½'}", "backstory": creature.description},
    )


def _body(creature: Creature) -> dict[str, int]:
    return {
        "level": creature.level,
        "size": library.sizes()[creature.size].step,
        "speed": creature.speed,
        "fly": creature.fly,
        **(OTHER_SPEEDS if creature.speed else {}),
        "armour": creature.armour,
        "counter": creature.counter,
        "counters_only": int(creature.only_counters),
    }


def _attack(creature: Creature) -> Item:
    """The creature's attack as a weapon that it always has in hand."""
    return Item(
        "Attack",
        "weapon",
        in_use=True,
        stats={
            "damage": creature.damage,
            "type": creature.type,
            "least": creature.least,
            "reach": creature.range,
            "natural": True,
        },
    )


# -- what a lineage and a class leave open, as the house has it --------------------------------------------------------


def sizes_of(table: Table, one: Lineage) -> tuple[str, ...]:
    """The sizes of a lineage, as the house has them (D-1)."""
    turned = {
        "faery": (people_switches.FAERY_SMALL, "small"),
        "chimeric": (people_switches.CHIMERIC_MEDIUM, "medium"),
    }
    switch, size = turned.get(one.key, (None, ""))
    return (size,) if switch and switch.flag(table.house_rules) else one.sizes


#: Groups that "any" melee or ranged ones leave out, unless the house has it otherwise, by one of those that they list.
LEFT_OUT = {"axes": ("whips", "pole_weapons", "unarmed", "improvised"), "bows": ("improvised_thrown",)}


def picks_of(table: Table, calling: Calling) -> tuple[Pick, ...]:
    """The trainings that a class chooses among, with the groups that are left out where the house has it so (D-3)."""
    later = calling.key == SHAPESHIFTER and people_switches.SHAPESHIFTER_LATER.flag(table.house_rules)
    picks = tuple(replace(one, count=1) for one in calling.picks) if later else calling.picks
    if not people_switches.ANY_GROUP.flag(table.house_rules):
        return picks
    return tuple(
        replace(one, groups=(*one.groups, *(group for key in one.groups for group in LEFT_OUT.get(key, ()))))
        for one in picks
    )
