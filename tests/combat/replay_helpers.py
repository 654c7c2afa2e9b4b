"""Helpers of the tests of replays: a fight that goes on by itself, and what members saw after each entry of it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest

from campaigns.models import Entry, Membership
from combat.demo import autopilot
from combat.replay.frames import Frame, frames
from combat.replay.steps import Seat, outline, seat_of, steps
from combat.table import page
from combat.table.ladder import Place
from rules.engine.kernel import SeededDice
from tests.combat.conftest import Fight

WATCHING = ("gm", "anna", "boris", "olga")


@dataclass(frozen=True)
class Sight:
    """The state of a fight as somebody sees it: how far it is, the ladder, and who stands where."""

    how_far: tuple[Any, ...]
    places: list[Place]
    tokens: list[tuple[Any, ...]]
    lines: list[str]


def sight_of(shown: page.Table | Frame) -> Sight:
    """The state that the page of the fight, or a frame, shows; whose somebody is counts for nothing."""
    seen = shown.seen
    tokens = [
        (one.who, one.name, one.x, one.y, one.facing, one.hidden, one.out, one.acts) for one in shown.board.tokens
    ]
    return Sight(
        how_far=(seen.stage, seen.round, seen.turn),
        places=[replace(one, mine=False) for one in shown.places],
        tokens=tokens,
        lines=[line.course for line in shown.board.lines],
    )


def fresh(member: Membership) -> Membership:
    return Membership.objects.select_related("campaign", "user").get(pk=member.pk)


def now(fight: Fight, who: str) -> Sight:
    """The state that the page of the fight shows somebody now."""
    member = fresh(getattr(fight.cast, who))
    return sight_of(page.table(member, fight.encounter.public_id, page.Wish()))


@dataclass
class Witness:
    """A record of what everybody saw after each entry, by its number."""

    fight: Fight
    saw: dict[str, dict[int, Sight]]

    def look(self) -> None:
        number = Entry.objects.latest("number").number
        for who in WATCHING:
            self.saw[who][number] = now(self.fight, who)


def play(fight: Fight, monkeypatch: pytest.MonkeyPatch, rounds: int, seed: str = "replay") -> Witness:
    """Let the fight go on by itself until a round, and somebody watch it with everybody's eyes."""
    witness = Witness(fight, {who: {} for who in WATCHING})
    witness.look()
    performed: Callable[..., Entry] = autopilot.perform

    def perform(*given: Any) -> Entry:
        entry = performed(*given)
        witness.look()
        return entry

    monkeypatch.setattr(autopilot, "perform", perform)
    pilot = autopilot.Autopilot(fight.cast.campaign, fight.encounter.public_id, SeededDice(seed), ["melee.attack"])
    for number in range(1, rounds + 1):
        pilot.fight_to(number)
        fight_on(fight, pilot, number)
    return witness


def fight_on(fight: Fight, pilot: autopilot.Autopilot, number: int) -> None:
    """Answer whatever is asked, too, until the round is over."""
    for _ in range(200):
        game = autopilot.lay_out(pilot.gm, encounter=fight.encounter.public_id)
        if game.table.scene.round > number or game.table.scene.stage == "over" or not pilot._step(game):
            return


def seat(fight: Fight, who: str) -> Seat:
    return seat_of(fresh(getattr(fight.cast, who)), fight.encounter.public_id)


def frames_of(fight: Fight, who: str) -> list[Frame]:
    """All frames of a fight as somebody sees them."""
    theirs = seat(fight, who)
    listed = list(steps(theirs))
    return frames(theirs, listed, outline(listed).box, None)
