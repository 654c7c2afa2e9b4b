"""Commands on sheets out of a fight, in any order: numbers stay sound, and the facts tell all of it."""

from random import Random

import pytest

from rules import codec
from rules.engine.kernel import Command, Place, Refused, SeededDice, Sheet, SheetFact, Table, evolve_sheet, foretell
from rules.engine.kernel.commands import perform
from rules.engine.system.protocol import offers
from rules.systems.grim import GRIM
from rules.systems.grim.core import DAMAGE, LAST_STEP, PERIL, SLAIN, has_track, level
from tests.rules.legal_play import LegalPlay

STEPS = 200


def _cast(seed: int) -> dict[str, Sheet]:
    learned = GRIM.fresh_sheet("Anna")
    learned.ranks["skill"] = {"heal": 2, "incantation": 1, "resolve": 1}
    learned.resources["coin"].now = 4000
    learned.experience["reward"] = {"points": 800}
    creature = Random(seed).choice(GRIM.compendium()["creatures"]).key
    return {
        "anna": learned,
        "boris": GRIM.fresh_sheet("Boris"),
        "new": GRIM.unmade_sheet("New"),
        "it": GRIM.creature(creature),
    }


def _sound(sheet: Sheet) -> None:
    assert sheet.xp("reward", "points") >= 0
    assert all(0 <= held.now <= held.most for held in sheet.resources.values())
    for track in (DAMAGE, PERIL):
        assert 0 <= level(sheet, track) <= LAST_STEP
    assert has_track(sheet, DAMAGE)
    assert sheet.has(SLAIN) or level(sheet, DAMAGE) < LAST_STEP
    assert GRIM.page(sheet, {}).columns
    assert GRIM.vitals(sheet).looks


class _Sheets(LegalPlay):
    """Plays on sheets alone; picks and numbers are chosen as in any legal play."""

    def __init__(self, seed: int) -> None:
        self.system, self.random = GRIM, Random(seed)
        self.dice = SeededDice(seed)

    def act(self, at: Table) -> Command:
        kinds = [kind for kind in offers(GRIM, at, as_gm=True) if kind.place is not Place.SCENE]
        kind = self.random.choice(kinds)
        command = codec.command_from(kind, self._choose(kind, at))
        foretell(command, at)
        perform(command, at, self.dice)
        GRIM.keep_up(at)
        return command


@pytest.mark.parametrize("seed", range(3))
def test_sheets_stay_sound(seed: int) -> None:
    sheets, play, done = _cast(seed), _Sheets(seed), 0
    sentences: list[str] = []
    for _ in range(STEPS):
        actor = play.random.choice(list(sheets))
        before = codec.dump(sheets)
        at = Table({who: codec.sheet_from(codec.dump(sheet)) for who, sheet in sheets.items()}, None, {}, actor)
        try:
            play.act(at)
        except Refused as refusal:
            sentences.append(refusal.sentence)
            continue
        done += 1
        told = {who: codec.sheet_from(codec.dump(sheet)) for who, sheet in sheets.items()}
        assert codec.dump(sheets) == before, "nothing is written but by facts"
        for fact in at.facts:
            if isinstance(fact, SheetFact):
                told[fact.who] = evolve_sheet(told[fact.who], fact) or told[fact.who]
        assert codec.dump(told) == codec.dump(dict(at.sheets)), "the facts do not tell what was done"
        sheets = dict(at.sheets)
        for sheet in sheets.values():
            _sound(sheet)
    assert done > STEPS // 4
    assert not [told for told in sentences if not told.endswith((".", "?"))]
