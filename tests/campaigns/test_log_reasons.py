"""The reasons of a verdict in the log: each thing once, and no number under the name that programs give it."""

import pytest

from campaigns.log.sentences import sentence
from rules.engine.kernel import facts
from rules.registry import SYSTEMS

NAMES = {"r": "Rook", "m": "Mira"}


@pytest.mark.parametrize(
    ("verdict", "hits", "numbers", "said"),
    [
        (
            "hurt",
            4,
            {"armour": 2, "boxes": 4, "damage": 6, "type": "piercing"},
            "Rook is hurt (piercing; 6 damage against armour 2): 4 injuries.",
        ),
        ("hurt", 2, {"boxes": 2, "damage": 2, "type": "bludgeoning"}, "Rook is hurt (bludgeoning): 2 injuries."),
        ("hurt", 1, {"damage": 9, "steps": 1}, "Rook is hurt (9 damage): 1 step."),
        ("hit", 4, {"attack": 4, "defence": 0, "hits": 4, "winner": "r"}, "Rook hits: 4 hits."),
        ("hit", 3, {"attack": 4, "defence": 1, "hits": 3, "winner": "r"}, "Rook hits (4 against 1): 3 hits."),
        ("hit", 0, {"damage": 10, "lost": 10, "target": "m"}, "Rook hits Mira (10 damage)."),
        (
            "hit",
            0,
            {"damage": 10, "armour": 4, "lost": 6, "target": "m"},
            "Rook hits Mira (10 damage against armour 4; lost 6).",
        ),
        ("miss", 0, {"face": 74, "score": 45, "target": "m"}, "Rook misses Mira (rolled 74 against 45)."),
        (
            "clash",
            0,
            {"because": "4 on the die, Grit +5", "face": 4, "name": "Attack", "target": "m", "total": 9},
            "Rook: clash (Attack; 4 on the die, Grit +5 = 9; against Mira).",
        ),
        ("success", 0, {"how": "parry", "skill": "parry", "degrees": 1}, "Rook succeeds (parry; 1 degree)."),
        ("success", 0, {"how": "parry", "name": "Parry", "degrees": 2}, "Rook succeeds (Parry; 2 degrees)."),
        ("failure", 0, {"counts": 1}, "Rook fails."),
        ("failure", 0, {"counts": 2}, "Rook fails (counts as 2)."),
        ("defended", 0, {"because": "helpless", "by": "m"}, "Rook: defended (helpless; by Mira)."),
    ],
)
def test_each_thing_is_said_once(verdict: str, hits: int, numbers: dict[str, int | str], said: str) -> None:
    assert sentence(facts.Judged("r", verdict, hits, numbers), NAMES, SYSTEMS[0]).text == said
