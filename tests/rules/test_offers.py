"""What is offered on a turn or to an ask is accepted: nothing stands ready that the rules refuse as it stands."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import MISSING
from typing import Any

import pytest

from rules import codec
from rules.engine.kernel import Command, Place, Refused, SeededDice, Table, described_fields
from rules.engine.kernel.commands import perform
from rules.engine.system import protocol
from rules.engine.system.protocol import System, command_named, offers, offers_at, started
from rules.registry import SYSTEMS
from tests.rules.documented import documented_game
from tests.rules.legal_play import LegalPlay

STEPS = 150
#: Commands for the board, on which nothing hangs that is offered on a turn.
DRAWN = ("board.draw", "board.door", "board.erase", "board.fog", "board.ground")
SEEDS = range(6)
#: Forms in which somebody says first where to, what or whom: there is no usual choice.
TO_SAY = {
    *("turn.move", "turn.drop", "turn.draw", "turn.reassess", "action.run", "action.switch", "attack.area"),
    *("move.walk", "move.step_aside", "move.charge", "move.maneuver", "move.run", "special.swap", "feature.sweep"),
}
#: Rolls for which no dice may be left, but whose form adds some: by the situation, a virtue, or bought with spirit.
BOUGHT = {
    *("turn.dodge_roll", "turn.intimidate", "turn.taunt", "turn.run", "turn.stance", "turn.charge", "turn.inspire"),
    *("turn.kick_up", "turn.work", "turn.shrug_off", "turn.stop_bleeding"),
}


def usual(system: System, kind: type[Command], table: Table) -> dict[str, Any] | None:
    """The choices with which a form is shown; ``None`` where somebody has to say more first."""
    chosen, choices = started(system, kind, table), kind.choices(table)
    for name, (field, default) in described_fields(kind).items():
        if name in chosen or default is not MISSING:
            continue
        if field.kind != "pick" or not choices.get(name):
            return None
        chosen[name] = choices[name][0].value
    return chosen


def refused(system: System, table: Table, at: Place) -> Iterator[tuple[str, str]]:
    """The commands (by name) that are offered at a place and refused as they stand, with the refusals."""
    for kind in offers_at(system, table, at, as_gm=False):
        if kind.name in TO_SAY | BOUGHT:
            continue
        chosen = usual(system, kind, table)
        if chosen is not None:
            try:
                perform(codec.command_from(kind, chosen), table.imagined(), SeededDice(1))
            except Refused as no:
                yield kind.name, no.sentence


def situations(system: System) -> Iterator[tuple[Table, Place]]:
    """Tables of fights in which somebody has the turn, or is asked."""
    for seed in SEEDS:
        game = LegalPlay(system, seed, without=DRAWN)
        for _ in game.play(STEPS):
            scene = game.documents.encounter
            if scene.current is not None:
                yield game.documents.table(system, scene.current.who), Place.TURN
            for who in {ask.to for ask in scene.asks.values()}:
                yield game.documents.table(system, who), Place.ASK


@pytest.mark.parametrize("system", [*SYSTEMS, documented_game()], ids=lambda system: system.slug)
def test_what_is_offered_is_accepted_as_it_stands(system: System) -> None:
    found = Counter(one for table, at in situations(system) for one in refused(system, table, at))
    assert not found, found.most_common()


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda one: one.slug)
def test_one_place_offers_what_all_offer_there_and_asks_no_command_of_another(
    system: System, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[type[Command]]()
    possible = protocol.is_possible
    monkeypatch.setattr(protocol, "is_possible", lambda kind, table: asked.append(kind) or possible(kind, table))
    table = Table({}, None)
    for place in Place:
        here = {kind for kind in offers(system, table, as_gm=True) if place is kind.place or place in kind.also}
        asked.clear()
        assert set(offers_at(system, table, place, as_gm=True)) == here
        assert all(place is kind.place or place in kind.also for kind in asked)


@pytest.mark.parametrize("system", [one for one in SYSTEMS if "fight.end" in {kind.name for kind in one.commands}])
def test_who_won_is_left_open_while_both_sides_stand(system: System) -> None:
    kind, play = command_named(system, "fight.end"), LegalPlay(system, 1)
    assert described_fields(kind)["winner"][1] == ""
    assert not kind.preset(play.documents.table(system, "c0")).get("winner")
