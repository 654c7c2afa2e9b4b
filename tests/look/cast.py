"""The contents of the gallery: realistic figures, so that long names, empty bars and full boxes all occur."""

from types import SimpleNamespace
from typing import Any

SIDES = (4, 6, 8, 10, 12, 20, 3)
VIRTUES = {
    "Courage": (["Craven", "Prudent", "Balanced", "Balanced", "Daring", "Reckless"], 5),
    "Faith": (["Iconoclast", "Skeptic", "Balanced", "Balanced", "Devout", "Zealot"], 2),
    "Honesty": (["Devious", "Cunning", "Balanced", "Balanced", "Frank", "Pedantic"], 3),
    "Pride": (["Meek", "Humble", "Balanced", "Balanced", "Dignified", "Vain"], 6),
    "Temperance": (["Debauched", "Indulgent", "Balanced", "Balanced", "Moderate", "Ascetic"], 3),
}


def _faces(sides: int, faces: dict[int, bool]) -> list[dict[str, Any]]:
    return [{"sides": sides, "face": face, "scored": scored} for face, scored in faces.items()]


def _skill(name: str, rank: int, pool: str, xp: int = 0) -> dict[str, Any]:
    return {"name": name, "rank": rank, "pool": pool, "xp": xp, "needs": max(2 * rank, 2), "next": rank + 1}


GROUPS = [
    {
        "name": "Acumen",
        "attributes": "Persona",
        "rank": 1,
        "skills": [_skill("Perception", 2, "4d6", 1), _skill("Tactics", 0, "2d6"), _skill("Sense motive", 1, "3d6")],
    },
    {
        "name": "Grace",
        "attributes": "Agility",
        "rank": 0,
        "skills": [_skill("Stealth", 4, "5d8", 3), _skill("Acrobatics", 2, "3d8", 4), _skill("Riding", 1, "2d8")],
    },
    {
        "name": "Archery",
        "attributes": "Agility",
        "rank": 2,
        "skills": [_skill("Bows", 5, "8d8", 6), _skill("Crossbows", 0, "3d8")],
    },
]

RUNGS = [
    {"place": 5, "name": "Rook", "turn": True, "spirit": 14, "most": 20, "minor": 2, "major": 1, "bleeding": 1},
    {"place": 4, "name": "Draugr", "about": "2 m from Rook", "spirit": 11, "most": 16, "minor": 1, "major": 0},
    {"place": 4, "name": "Guard of the northern gate", "spirit": 8, "most": 8, "minor": 0, "major": 0},
    {"place": 3, "name": "Two skeletons", "state": "hidden", "about": "behind the door"},
    {"place": 2, "name": "Mira", "about": "acted", "state": "done", "spirit": 4, "most": 9, "minor": 3, "major": 0},
    {"place": "−2", "name": "Mira", "about": "her second half", "state": "later"},
    {"place": "–", "name": "Old Henk", "about": "incapacitated", "state": "out"},
]


def cast() -> dict[str, Any]:
    """The context of the gallery's templates."""
    return {
        "user": SimpleNamespace(is_authenticated=True, display_name="Anna"),
        "csrf_token": "not-a-token",
        "accents": ["ember", "blood", "pine", "gold", "violet"],
        "attributes": [
            {"name": name, "value": value}
            for name, value in {"AGI": 8, "CON": 6, "STR": 6, "ERU": 5, "PER": 7, "WIS": 7}.items()
        ],
        "groups": GROUPS,
        "virtues": [{"name": name, "words": words, "here": here} for name, (words, here) in VIRTUES.items()],
        "weapons": [
            {"name": "Longbow", "about": "piercing, 20 to 120 m, two hands", "damage": "d8+2"},
            {"name": "Spear", "about": "piercing, 2 m", "damage": "d6+3"},
            {"name": "Knife", "about": "piercing or cutting, close", "damage": "d4+1"},
        ],
        "armour": [
            {"body": "Head", "worn": "arming cap", "figures": [0, 0, "½"]},
            {"body": "Torso", "worn": "gambeson, coat of plates", "figures": [2, 2, 2]},
            {"body": "Arms", "worn": "gambeson", "figures": [1, 1, 1]},
            {"body": "Legs", "worn": "", "figures": [0, 0, 0]},
        ],
        "defences": [
            {"dice": 0, "unhurt": 0.11},
            {"dice": 1, "unhurt": 0.34},
            {"dice": 2, "unhurt": 0.49, "best": True},
            {"dice": 3, "unhurt": 0.58},
        ],
        "roll_fields": [
            {"name": "Difficulty", "value": 3},
            {"name": "Keep back", "value": 0},
            {"name": "Bonus", "value": 0},
            {"name": "Malus", "value": 0},
        ],
        "waiting": [{"sides": 8}] * 5,
        "outcomes": [
            {"label": hits, "chance": chance, "good": hits > 0}
            for hits, chance in enumerate((0.19, 0.36, 0.28, 0.12, 0.04, 0.01))
        ],
        "flat": [{"label": face, "chance": 0.05, "good": face <= 13} for face in range(1, 21)],
        "chance": 0.81,
        "flawless": 0.1,
        "failure": 0.01,
        "rungs": RUNGS,
        "attack": _faces(8, {5: True, 8: True, 2: False, 6: True}),
        "parry": _faces(6, {6: True, 1: False}),
        "undone": _faces(8, {8: True, 3: False}),
        "all_dice": [{"sides": sides, "face": max(sides - 1, 1)} for sides in SIDES],
        "all_scored": [{"sides": sides, "face": max(sides - 2, 1), "scored": True} for sides in SIDES],
        "all_top": [{"sides": sides, "face": sides, "scored": True} for sides in SIDES],
        "all_other": [{"sides": sides, "face": 1, "dropped": True} for sides in SIDES] + [{"sides": s} for s in SIDES],
    }
