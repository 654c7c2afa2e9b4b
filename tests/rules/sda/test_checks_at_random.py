"""Tests of all kinds at random: they survive JSON, replay to the same documents, and odds never promise the refused."""

from collections.abc import Callable
from random import Random

import pytest

from rules import codec
from rules.engine.kernel import Command, Refused, foretell
from rules.engine.kernel.commands import perform
from rules.systems.sda import SDA
from rules.systems.sda.commands import COMMANDS
from tests.rules.legal_play import Documents, LegalPlay
from tests.rules.odds_coverage import foretells_its_dice
from tests.rules.rooms import in_rooms

TRIALS = in_rooms(COMMANDS, "checks", but="checks.skills.skill_tests")

STEPS = 500
#: Rare ones are tried more often, so that whatever needs a beginning comes to an end.
OFTEN = ("project.roll", "test.share", "appraise.judge", "animal.teach", "riding.urge", "perception.notice")


class _Trials(LegalPlay):
    """Nobody fights; everybody does whatever these commands allow."""

    def __init__(self, seed: int) -> None:
        super().__init__(SDA, seed)
        self._whims = Random(seed)
        for number, sheet in enumerate(self.documents.sheets.values()):
            for skill in ("training", "herding", "riding", "stealth", "perception"):
                sheet.ranks["skill"][skill] = 3 * (number % 2)

    def _actor(self) -> str:
        return self.random.choice(list(self.documents.sheets))

    def _pressing(self, offered: list[type[Command]]) -> list[type[Command]]:
        mine = [command for command in offered if command in TRIALS]
        pressing = [command for command in mine if command.name in OFTEN]
        return pressing if pressing and self._whims.random() < 0.6 else mine


@pytest.mark.parametrize("seed", range(4))
def test_random_work_replays_and_survives_json(seed: int) -> None:
    game = _Trials(seed)
    told = game.documents.copy()
    done: set[str] = set()
    for played in game.play(STEPS):
        done.add(played.command.name)
        assert foretells_its_dice(played), played.command
        assert told.as_text() == played.before.as_text()
        again = codec.facts_from(codec.dump_facts(played.facts))
        assert again == played.facts
        assert told.tell(again).as_text() == game.documents.as_text()
        for sheet in game.documents.sheets.values():
            assert codec.sheet_from(codec.dump(sheet)) == sheet
    assert len(done) >= len(TRIALS) * 2 // 3, sorted({command.name for command in TRIALS} - done)


@pytest.mark.parametrize("seed", range(4))
def test_what_odds_foretell_can_be_performed_and_the_other_way_round(seed: int) -> None:
    """Odds and performing refuse a command in the same words, or neither does."""
    game = _Trials(seed + 100)
    for _ in game.play(STEPS // 2):
        actor = game._actor()
        table = game.documents.copy().table(SDA, actor)
        kind = game.random.choice([command for command in TRIALS if command.has_odds])
        try:
            kind.possible(table)
        except Refused:
            continue
        command = codec.command_from(kind, game._choose(kind, table))
        before = Documents(dict(table.sheets), table.scene).as_text()
        foretold = _refusal_of(foretell, command, table)
        assert Documents(dict(table.sheets), table.scene).as_text() == before, "odds changed something"
        assert foretold == _refusal_of(perform, command, table, game.dice), command


def _refusal_of(act: Callable[..., object], *given: object) -> str | None:
    try:
        act(*given)
    except Refused as refusal:
        return refusal.sentence
    return None
