"""Random legal play away from the fight: whatever is done on sheets, the facts tell it and every sheet can be drawn."""

from dataclasses import replace

import pytest

from rules.engine.kernel import Begun, Command, Fact, ItemSet, Place
from rules.systems.dragonbane import DRAGONBANE
from rules.systems.dragonbane.core import item_from
from tests.rules.legal_play import Documents, LegalPlay

STEPS = 300
PLACES = (Place.SHEET, Place.MAKING)


class SheetPlay(LegalPlay):
    """Nobody begins a fight; one has gold and an ability, and one is still being made."""

    def _begin(self) -> list[Fact]:
        gold = replace(item_from("coins", "gold"), count=40)
        return [
            *super()._begin(),
            Begun("new", DRAGONBANE.unmade_sheet("New")),
            ItemSet("c0", "gold", gold),
            ItemSet("c0", "ability", item_from("abilities", "hard_to_catch")),
        ]

    def _actor(self) -> str:
        return self.random.choice(list(self.documents.sheets))

    def _pressing(self, offered: list[type[Command]]) -> list[type[Command]]:
        return [command for command in offered if command.place in PLACES] or offered


@pytest.mark.parametrize("seed", range(3))
def test_sheets_hold_whatever_is_done(seed: int) -> None:
    game, count = SheetPlay(DRAGONBANE, seed), 0
    told = Documents().tell(game.opening)
    for played in game.play(STEPS):
        count += 1
        told.tell(played.facts)
        for sheet in game.documents.sheets.values():
            assert DRAGONBANE.page(sheet, {}).columns
            assert all(0 <= held.now <= held.most for held in sheet.resources.values())
    assert told.as_text() == game.documents.as_text()
    assert count > STEPS // 4
    assert all(sentence.rstrip().endswith((".", "?", "!")) for sentence in game.sentences)
