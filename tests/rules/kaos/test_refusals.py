"""The refusals of a fight, and beside which field of the form each sentence stands."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from rules.engine.kernel import Command, NotNow, Place, Refused, described_fields
from rules.engine.system.protocol import command_named
from rules.systems.kaos import KAOS
from rules.systems.kaos.commands import COMMANDS as ALL
from tests.rules.kaos.fights import BORIS, ROOK, Fight, laid_out
from tests.rules.rooms import in_rooms

COMMANDS = in_rooms(ALL, "fight")

REFUSALS: list[dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("refusals.yaml").read_text())
#: Scores of Rook, where a refusal names no others.
SCORES = {"deception": 30, "acrobatics": 30, "athletics": 30}


def _fight(row: dict[str, Any]) -> Fight:
    """Rook, Boris so far away, Mira on Rook's side and Dora, who is hostile and always near."""
    places = {BORIS: (0, 1.5 * row.get("far", 1)), "mira": (-1.5, -1.5), "dora": (1.5, -1.5)}
    fight = laid_out({**row, "skills": {**SCORES, **row.get("skills", {})}}, places)
    if before := row.get("before"):
        fight.do(ROOK, before, {ROOK: [row.get("fell", 99)], BORIS: [99]}, target=BORIS)
        for who in (ROOK, *places):
            fight.do(who, "turn.end")
    return fight


@pytest.mark.parametrize("row", REFUSALS, ids=lambda row: f"{row['do']} {row['refused']}")
def test_a_refusal_stands_beside_its_field_before_and_in_play(row: dict[str, Any]) -> None:
    kind, field = command_named(KAOS, row["do"]), row.get("field", "")
    for attempt in (Fight.odds, Fight.do) if kind.has_odds else (Fight.do,):
        with pytest.raises(Refused) as refusal:
            attempt(_fight(row), ROOK, kind.name, **row.get("with", {}))
        assert row["refused"] in refusal.value.sentence
        assert refusal.value.field == field
        assert isinstance(refusal.value, NotNow) != bool(field)
    assert not field or field in described_fields(kind)


@pytest.mark.parametrize(
    ("name", "chosen", "sentence"),
    [
        ("action.stunt", {"words": "Off the table"}, "The game master still has to decide about your stunt"),
        ("action.full_defence", {}, "You have used your action"),
    ],
)
def test_what_was_done_is_not_done_again(name: str, chosen: dict[str, str], sentence: str) -> None:
    fight = _fight({})
    fight.do(ROOK, name, **chosen)
    with pytest.raises(NotNow, match=sentence):
        fight.do(ROOK, name, **chosen)


def test_nothing_more_is_done_before_a_blow_is_answered() -> None:
    fight = _fight({})
    fight.do(ROOK, "melee.attack", {ROOK: [2]}, target=BORIS)
    for name in ("action.full_defence", "turn.end"):
        with pytest.raises(NotNow, match="Boris has to decide first"):
            fight.do(ROOK, name)


TURNS = [kind for kind in COMMANDS if kind.place is Place.TURN and kind.name != "turn.end"]


@pytest.mark.parametrize("kind", TURNS, ids=lambda kind: kind.name)
def test_nothing_is_done_on_the_turn_of_somebody_else(kind: type[Command]) -> None:
    with pytest.raises(NotNow, match="It is not your turn: it is Rook's"):
        kind.possible(_fight({}).table(BORIS))
