"""Whole brawls at random, in which everybody grapples: they come to an end, and replay to the very same documents."""

from collections import Counter
from typing import Any

import pytest

from rules import codec
from rules.engine.kernel import Resource
from rules.systems.sda.fight.moves import CONDITIONS
from rules.systems.sda.system import SDA
from tests.rules.sda.fights import Fight, fighter
from tests.rules.sda.test_fight_at_random import Players, _replayed

SEEDS = range(4)
STEPS = 500
MOST_BRAWLS = 20


class Brawlers(Players):
    """Four with daggers, fists and teeth, all within arm's length of each other and hard to discourage."""

    on_turn = ("melee.attack",) * 8 + ("grapple.release", "turn.prone", "turn.delay")

    def __init__(self, seed: int) -> None:
        self.done: Counter[str] = Counter()
        super().__init__(seed)
        strong = {"brawling": 4, "resist_fatigue": 4, "strength": 8}
        rook, mira = fighter("Rook", "dagger_knife", **strong), fighter("Mira", **strong)
        # The dead need no air: of those who can be choked there is one on either side at least.
        brawlers = {"rook": rook, "boris": fighter("Boris", **strong), "mira": mira, "wolf": SDA.creature("ghoul")}
        for sheet in brawlers.values():
            sheet.resources["spirit"] = Resource(60, 60)
            sheet.memo["printed_spirit"] = True
        self.fight = Fight(**brawlers)
        for who, (x, y) in {"boris": (0, 1), "wolf": (1, 1)}.items():
            self._do("", "fight.place", combatant=who, x=x, y=y)

    def _attempt(self, who: str, name: str) -> bool:
        """Rather grapple than hurt."""
        hits = self.fight.table(who).asks_for(who, "melee.spend")
        ways = hits[0].commands[1:] if hits else ()
        return super()._attempt(who, self.random.choice(ways) if ways and self.random.random() < 0.8 else name)

    def brawl(self) -> None:
        self._do("", "fight.begin", sparring=self.random.random() < 0.5)
        for _ in range(STEPS):
            if self._is_over():
                break
            self._step()
        else:
            while asks := list(self.fight.encounter.asks.values()):
                self._attempt(asks[0].to, asks[0].commands[0])
        self._do("", "fight.end", winner="nobody")

    def _do(self, who: str, name: str, **chosen: Any) -> None:
        super()._do(who, name, **chosen)
        self.done[name] += name.startswith("grapple.")


@pytest.mark.parametrize("seed", SEEDS)
def test_a_brawl_at_random_leaves_nobody_held_and_replays(seed: int) -> None:
    brawlers = Brawlers(seed)
    brawlers.brawl()
    fight = brawlers.fight
    told = codec.facts_from(codec.dump_facts(fight.facts))
    assert _replayed(told) == codec.dump([fight.sheets, fight.encounter])
    assert "holds" not in fight.encounter.memo
    for sheet in fight.sheets.values():
        assert not set(CONDITIONS) & set(sheet.conditions)


def test_every_use_of_a_hold_comes_up() -> None:
    """Brawl after brawl, until everything has happened that a grapple offers."""
    ways = {"take", "turn", "move", "throw", "choke", "break", "hold_out", "release"}
    left = {f"grapple.{way}" for way in ways}
    for seed in range(MOST_BRAWLS):
        brawlers = Brawlers(seed)
        brawlers.brawl()
        left -= set(+brawlers.done)
        if not left:
            return
    raise AssertionError(f"never done: {left}")
