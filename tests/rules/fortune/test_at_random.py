"""Commands on sheets out of a fight, in any order: numbers stay sound, and the facts tell all of it."""

from random import Random

import pytest

from rules import codec
from rules.engine.kernel import Command, Place, Refused, SeededDice, Sheet, SheetFact, Table, evolve_sheet, foretell
from rules.engine.kernel.commands import perform
from rules.engine.system.protocol import offers
from rules.systems.fortune import FORTUNE
from rules.systems.fortune.content import library
from rules.systems.fortune.core import keep_limits
from rules.systems.fortune.creation.at_random import AtRandom
from tests.rules.legal_play import LegalPlay

STEPS = 250


def _made(name: str, seed: int, level: int = 1) -> Sheet:
    """A hero made by dice, of a level, with all of the class's features up to it."""
    at = Table({"it": FORTUNE.unmade_sheet(name)}, None, {}, "it", FORTUNE.rank_range)
    perform(AtRandom(), at, SeededDice(seed))
    sheet, build = at.me, at.me.memo["build"]
    assert isinstance(build, dict)
    features = library.features_of(str(build["calling"])).values()
    sheet.ranks["body"]["level"] = level
    sheet.ranks["feature"] |= {one.key: 1 for one in features if one.level <= level}
    keep_limits(at, "it")
    return sheet


def _cast(seed: int) -> dict[str, Sheet]:
    creature = Random(seed).choice(FORTUNE.compendium()["creatures"]).key
    return {
        "anna": _made("Anna", seed, 7),
        "boris": _made("Boris", seed + 10),
        "new": FORTUNE.unmade_sheet("New"),
        "it": FORTUNE.creature(creature),
    }


def _sound(sheet: Sheet) -> None:
    for name, resource in sheet.resources.items():
        assert 0 <= resource.now <= resource.most, name
    if sheet.has("dead"):
        assert not sheet.now("health")
    assert FORTUNE.page(sheet, {}).columns
    assert FORTUNE.vitals(sheet).looks


class _Sheets(LegalPlay):
    """Plays on sheets alone; picks and numbers are chosen as in any legal play."""

    def __init__(self, seed: int) -> None:
        self.system, self.random = FORTUNE, Random(seed)
        self.dice = SeededDice(seed)

    def act(self, at: Table) -> Command:
        kinds = [kind for kind in offers(FORTUNE, at, as_gm=True) if kind.place is not Place.SCENE]
        kind = self.random.choice(kinds)
        command = codec.command_from(kind, self._choose(kind, at))
        foretell(command, at)
        perform(command, at, self.dice)
        FORTUNE.keep_up(at)
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
