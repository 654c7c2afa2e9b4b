"""Actors as Foundry VTT exports them, written for the tests, and their like with values of every wrong type."""

import copy
import random
from typing import Any

from rules.engine.character.foundry import folded
from rules.engine.kernel import Item, Refused
from rules.engine.system.protocol import System


def thing(name: str, kind: str, **values: Any) -> dict[str, Any]:
    return {"_id": "x", "name": name, "type": kind, "system": values, "flags": {}, "effects": []}


def actor(system: str, name: str, kind: str, values: dict[str, Any], items: list[dict[str, Any]]) -> dict[str, Any]:
    stats = {"systemId": system, "systemVersion": "3.0.0", "coreVersion": "13.348"}
    whole = {"name": name, "type": kind, "system": values, "items": items, "effects": [], "flags": {}}
    return {**whole, "prototypeToken": {"name": name}, "_stats": stats}


ORLA = actor(
    "dragonbane",
    "Orla",
    "character",
    {
        "attributes": {
            "str": {"base": 15, "value": 15},
            "con": {"base": 14, "value": 14},
            "agl": {"value": "13"},
            "int": {"base": 9.0, "value": 9},
            "wil": {"base": 12, "value": 12},
            "cha": {"base": 40, "value": 40},
        },
        "conditions": {"str": {"value": True}, "con": {"value": False}},
        "hitPoints": {"value": 9, "base": 14, "max": 16},
        "willPoints": {"value": 12, "max": 12},
        "movement": {"base": 10, "value": 12},
        "currency": {"gc": 1, "sc": 12, "cc": 0},
        "kin": "",
        "profession": "Fighter",
        "age": "adult",
        "appearance": "<p>Tall, one <em>grey</em> eye</p>",
        "weakness": "Never leaves a debt",
        "description": "",
        "motivation": "Find her brother",
        "notes": "<p>Owes the miller 3&nbsp;silver</p><script>alert(1)</script>",
    },
    [
        thing("Dwarf", "kin", abilities=[]),
        thing("Swords", "skill", value=12, skillType="weapon", advance=1),
        thing("Evade", "skill", value=6, skillType="core"),
        thing("Beast Lore", "skill", value=25, skillType="core"),
        thing("Astral Lore", "skill", value=8, skillType="secondary"),
        thing("Elementalism", "skill", value=10, skillType="magic"),
        thing("Unforgiving", "ability", wp="3"),
        thing("Stone Stare", "ability", wp="2", description="<p>Stare somebody down</p>"),
        thing("Spark", "spell", school="Elementalism", rank=1, damage="2D6", damagePerPowerlevel="D6", range=20),
        thing("Broadsword", "weapon", worn=True, quantity=1),
        thing("Greatsword", "weapon", worn=True, quantity=1),
        thing(
            "Whisper", "weapon", damage="D8+1", skill={"name": "Knives"}, features=["subtle"], grip={"value": "grip1h"}
        ),
        thing("Studded Leather", "armor", worn=True, rating=2),
        thing("Horned Helm", "helmet", worn=True, rating=1),
        thing("Torch", "item", quantity=3),
        thing("Lucky tooth", "item", memento=True),
        thing("Cracked Rib", "injury", healingTime="4"),
        thing("Iron ore", "material"),
    ],
)

GNARL = actor(
    "dragonbane",
    "Gnarl",
    "monster",
    {
        "hitPoints": {"value": 40, "base": 40, "max": 40},
        "movement": {"base": 14, "value": 14},
        "armor": 3,
        "ferocity": 2,
        "size": "large",
        "traits": "Sees in the dark",
        "attackTable": "RollTable.abc",
    },
    [thing("Awareness", "skill", value=12)],
)

VERLAN = actor(
    "dragonbane",
    "Verlan",
    "npc",
    {
        "hitPoints": {"value": 11, "base": 12},
        "willPoints": {"base": 8},
        "damageBonus": {"str": {"base": "d4"}},
        "kin": "Elf",
    },
    [thing("Bows", "skill", value=13), thing("Longbow", "weapon", worn=True)],
)

HEDDA = actor(
    "zweihander",
    "Hedda",
    "character",
    {
        "stats": {
            "primaryAttributes": {
                "combat": {"value": 45},
                "brawn": {"value": "38"},
                "agility": {"value": 41},
                "perception": {"value": 47},
                "intelligence": {"value": 36},
                "willpower": {"value": 999},
                "fellowship": {"value": 33},
            },
            "secondaryAttributes": {"damageCurrent": {"value": 3, "max": 5}, "perilCurrent": {"value": 5, "max": 5}},
            "fate": 2,
            "rewardPoints": {"current": 150, "total": 1150, "spent": 1000},
        },
        "alignment": {"corruption": 4, "chaos": {"rank": 1, "name": "Wrath"}, "order": {"rank": 2}},
        "currency": {"gc": 1, "ss": 2, "bp": 3, "tooth": 7},
        "details": {"age": "Adult", "eyeColor": "grey", "upbringing": "Street", "distinguishingMarks": "Burned hand"},
        "description": {"@en": "<p>Ran from the <b>fever house</b>.</p>"},
        "notes": {"@en": "<p>Asks for Jost</p>"},
        "languages": [{"name": "Old Tongue", "isLiterate": True}],
    },
    [
        thing("Dwarf", "ancestry", ancestralModifiers={"positive": ["[CB]"], "negative": ["[FB]"]}),
        thing(
            "Bounty Hunter",
            "profession",
            skillRanks=[
                {"name": "Awareness", "purchased": True},
                {"name": "Rumor", "purchased": True},
                {"name": "Survival", "purchased": False},
            ],
            bonusAdvances=[{"name": "[PB]", "purchased": True}, {"name": "[CB]", "purchased": False}],
            talents=[{"name": "Hard to Kill", "purchased": True}],
        ),
        thing("Ghost Warden", "profession", skillRanks=[{"name": "Awareness", "purchased": True}], bonusAdvances=[]),
        thing("Awareness", "skill"),
        thing("Ghost Lore", "skill"),
        thing("Hard to Kill", "talent"),
        thing("Nine Lives", "talent", rules={"effect": {"@en": "<p>Falls softly</p>"}}),
        thing("Bad Ticker", "drawback", rules={"effect": {"@en": "Tires soon"}}),
        thing("Black Lung", "disease", description={"@en": "Coughs"}),
        thing("Longbow", "weapon", equipped=True),
        thing("Mourner", "weapon", equipped=True, associatedSkill="Martial Melee", encumbrance=2),
        thing("Rope", "trapping", quantity=2, carried=True),
        thing("Jar of teeth", "trapping", quantity={"value": 3}),
    ],
)

RATMAN = actor(
    "zweihander",
    "Skree",
    "creature",
    {
        "stats": {
            "manualMode": True,
            "primaryAttributes": {
                "combat": {"value": 50, "bonusAdvances": 2},
                "brawn": {"value": 40, "bonusAdvances": 1},
            },
            "secondaryAttributes": {"damageThreshold": {"value": 9}, "movement": {"value": 8, "fly": 0}},
        },
        "skillRanks": {"Stealth": 2, "Gnawing": 1},
        "details": {"classification": "Ratfolk", "size": 1},
    },
    [thing("Stealth", "skill"), thing("Cudgel", "weapon", equipped=True)],
)


def shelf_of(system: System) -> dict[str, Item]:
    """Everything that can be carried in a game, by its folded name."""
    found: dict[str, Item] = {}
    for section, entries in system.compendium().items():
        for one in entries:
            try:
                found.setdefault(folded(one.name), system.item(section, one.key))
            except Refused:
                break
    return found


_ODD: tuple[Any, ...] = (
    *(None, True, False, -1, 0, 3, 10**30, -(10**12), 2.5, float("inf"), float("nan")),
    *("", "12", " 7 ", "1e9", "nine", "\0", "a\u202eb", "<p>", "<![x[", "&#0;&#xd800;", "<" * 500, "@UUID[" * 50),
    *("x" * 50_000, [], [[]], [1, None, {"name": 3}], {}, {"value": {"value": {}}}, {"value": "4"}, {"@en": 5}),
    *({"name": ["x"]}, [{"name": "Swords", "type": "skill", "system": []}]),
)


def _places(part: Any) -> list[tuple[Any, Any]]:
    """Every place in a document, as its holder and the key in it."""
    keys: list[Any] = list(part) if isinstance(part, dict) else list(range(len(part))) if isinstance(part, list) else []
    return [(part, key) for key in keys] + [place for key in keys for place in _places(part[key])]


def mangled(whole: dict[str, Any], seed: int) -> dict[str, Any]:
    """An actor with up to a dozen values replaced by odd ones; the marks by which it is known as one stay."""
    chance, torn = random.Random(seed), copy.deepcopy(whole)
    for _ in range(chance.randint(1, 12)):
        inside = {name: torn[name] for name in ("name", "type", "system", "items", "effects")}
        holder, key = chance.choice(_places(inside))
        holder = torn if holder is inside else holder
        if holder is torn and key == "type" and chance.random() < 0.9:
            continue
        holder[key] = copy.deepcopy(chance.choice(_ODD))
    return torn
