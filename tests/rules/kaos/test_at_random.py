"""Commands on sheets out of a fight, in any order: numbers stay sound, and the facts tell all of it."""

from random import Random

import pytest

from rules import codec
from rules.engine.kernel import Command, Place, Refused, SeededDice, Sheet, SheetFact, Table, evolve_sheet, foretell
from rules.engine.kernel.commands import perform
from rules.engine.system.protocol import offers
from rules.systems.kaos import KAOS
from rules.systems.kaos.core import health, points_held
from rules.systems.kaos.core.gear import purse
from tests.rules.kaos.tables import hero
from tests.rules.legal_play import LegalPlay

STEPS = 250


def _cast(seed: int) -> dict[str, Sheet]:
    learned = hero("Anna", 400, attribute={"per": 30, "wil": 28, "cha": 25}, skill={"literacy": 25, "languages": 30})
    learned.ranks["skill"] |= {"witchcraft": 40, "thaumaturgy": 30}
    creature = Random(seed).choice(KAOS.compendium()["creatures"]).key
    return {"anna": learned, "boris": hero("Boris", 60), "new": KAOS.unmade_sheet("New"), "it": KAOS.creature(creature)}


def _sound(sheet: Sheet) -> None:
    assert points_held(sheet) >= 0
    assert purse(sheet) >= 0
    life = sheet.resources["life"]
    assert health.hp(sheet) >= -life.most
    if life.most:
        assert sheet.has("dead") == (not life.now) or sheet.conditions["dead"].source != health.BY_HP
    assert KAOS.page(sheet, {}).columns
    assert KAOS.vitals(sheet).looks


class _Sheets(LegalPlay):
    """Plays on sheets alone; picks and numbers are chosen as in any legal play."""

    def __init__(self, seed: int) -> None:
        self.system, self.random = KAOS, Random(seed)
        self.dice = SeededDice(seed)

    def act(self, at: Table) -> Command:
        kinds = [kind for kind in offers(KAOS, at, as_gm=True) if kind.place is not Place.SCENE]
        kind = self.random.choice(kinds)
        command = codec.command_from(kind, self._choose(kind, at))
        foretell(command, at)
        perform(command, at, self.dice)
        KAOS.keep_up(at)
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
