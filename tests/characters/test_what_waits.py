"""Every command that a sheet offers to a player, in every game: whatever it changes waits where the campaign has it so.

Each is tried with choices at random by somebody who could afford anything, at peace and in a fight; what it did is read
off the sheets themselves, not off the facts by which the campaign judges.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest
from django.db import transaction

from campaigns.models import Proposal
from campaigns.play import consent
from campaigns.play.consent import KINDS, Waits
from campaigns.play.game import Game, lay_out
from campaigns.play.intent import Intent, Unchanged
from campaigns.play.perform import perform_on, write
from campaigns.play.simple_answers import perform
from characters.models import Character
from characters.party.moves import OUTSIDE, PARTY, Move, move
from rules import codec, heroes
from rules.engine.kernel import (
    Command,
    ExperienceChanged,
    Joined,
    LadderSet,
    LimitChanged,
    Place,
    Refused,
    ResourceChanged,
    RoundBegan,
    Rung,
    Sheet,
    StageSet,
    TurnBegan,
    Who,
    described_fields,
    facts,
)
from rules.engine.system.protocol import System, started
from rules.registry import SYSTEMS
from tests.helpers import Cast, make_cast
from tests.rules.legal_play import LegalPlay

#: How often each command is tried, with other choices each time.
TRIES = 8
#: How much of each kind of experience and of each purse they have.
PLENTY = 400
#: The experience that games keep in no rank.
POINTS = {("reward", "points"), ("advancement", "points")}
#: What a sheet offers; what a turn offers, too, is the fight's own.
ON_A_SHEET = {Place.SHEET, Place.EDIT}


@dataclass(frozen=True, slots=True)
class Tried:
    """A command as it was tried, with the kinds of changes that it would make."""

    intent: Intent
    kinds: frozenset[str]


def _sheet_commands(system: System) -> list[type[Command]]:
    return [one for one in system.commands if one.who is Who.PLAYER and {one.place, *one.also} <= ON_A_SHEET]


def _made(slug: str) -> Cast:
    """A campaign in which Rook is a made hero with plenty of everything."""
    cast = make_cast(slug)
    system = cast.campaign.system
    first = next(iter(system.heroes()), None)
    if first is None:
        pytest.skip("Nobody is ready-made in this game.")
    sheet = replace(heroes.made(system, first, {}), name=cast.rook.name)
    Character.objects.filter(pk=cast.rook.pk).update(body=codec.dump(sheet))
    write(cast.gm, Intent("test.given", actor=cast.rook.public_id), _give_plenty)
    consent.require(cast.gm, set(KINDS))
    cast.anna.campaign.refresh_from_db()
    return cast


def _give_plenty(game: Game) -> dict[str, Any]:
    table, who, system = game.table, game.table.actor, game.member.campaign.system
    earned = {(kind, name) for kind, ranks in table.me.ranks.items() for name in ranks}
    earned |= {(kind, name) for kind, held in table.me.experience.items() for name in held} | POINTS
    table.happen(*(ExperienceChanged(who, kind, name, PLENTY, "a long life") for kind, name in sorted(earned)))
    for coin in system.coins().values():
        if coin.item is None and table.me.resources[coin.resource].now < PLENTY:
            table.happen(
                LimitChanged(who, coin.resource, PLENTY * coin.worth),
                ResourceChanged(who, coin.resource, PLENTY * coin.worth),
            )
    return {}


def _fight(cast: Cast) -> str:
    """A running fight in which it is Rook's turn."""
    encounter = cast.encounter()
    rungs = tuple(Rung(one.public_id, one.public_id, at) for at, one in enumerate((cast.rook, cast.mira)))

    def lay(game: Game) -> dict[str, Any]:
        for rung in rungs:
            game.table.happen(Joined(rung.who, "party"))
        game.table.happen(StageSet("fighting"), LadderSet(rungs), RoundBegan(1), TurnBegan(rungs[0].key))
        return {}

    write(cast.gm, Intent("test.given", encounter=encounter.public_id), lay)
    return encounter.public_id


def _given(chooser: LegalPlay, kind: type[Command], game: Game) -> Mapping[str, Any]:
    """Choices at random; what is written by hand names what stands on the sheet."""
    given = {**started(chooser.system, kind, game.known), **chooser._choose(kind, game.known)}
    asked, me, random = described_fields(kind), game.table.me, chooser.random
    if kind.place is not Place.EDIT:
        return given
    rank_kind = random.choice(sorted(kind for kind, ranks in me.ranks.items() if ranks))
    by_hand = {
        "kind": rank_kind,
        "rank": random.choice(sorted(me.ranks[rank_kind])),
        "to": random.randint(1, 4),
        "resource": random.choice(sorted(me.resources)),
        "now": 1,
        "most": 3,
        "key": random.choice(sorted(me.items) or [""]),
        "entry": "",
        "title": "Blue lamp",
        "amount": 1,
        "reason": "courage",
    }
    return given | {name: value for name, value in by_hand.items() if name in asked}


def _tried(cast: Cast, kind: type[Command], chooser: LegalPlay, encounter: str) -> Tried | None:
    """The command with choices at random, if it can be given and no dice fall; nothing stays of it."""
    game = lay_out(cast.anna, cast.rook.public_id, encounter)
    before = {who: document.read() for who, document in game.sheets.documents.items()}
    try:
        kind.possible(game.known)
        intent = Intent(kind.name, _given(chooser, kind, game), cast.rook.public_id, encounter)
        perform_on(game, intent)
    except Refused:
        return None
    if any(isinstance(fact, facts.Rolled | facts.Asked) for fact in game.table.facts):
        return None
    kinds = {one for who in before for one in _changed(before[who], game.table.sheet(who), chooser.system)}
    return Tried(intent, frozenset(kinds))


def _changed(before: Any, after: Sheet, system: System) -> Iterator[str]:
    """The kinds of what differs between a sheet and the same sheet afterwards."""
    purses = {coin.resource for coin in system.coins().values() if coin.item is None}
    if before.ranks != after.ranks or _limits(before) != _limits(after):
        yield "ranks"
    if before.experience != after.experience:
        yield "experience"
    if _things(before) != _things(after) or any(before.now(one) != after.now(one) for one in purses):
        yield "things"


def _limits(sheet: Sheet) -> dict[str, int]:
    return {name: held.most for name, held in sheet.resources.items()}


def _things(sheet: Sheet) -> dict[str, Any]:
    return {key: replace(item, in_use=False, wear=0) for key, item in sheet.items.items()}


@pytest.mark.parametrize("at_war", [False, True], ids=["at peace", "in a fight"])
@pytest.mark.parametrize("slug", [system.slug for system in SYSTEMS])
def test_whatever_a_player_changes_on_a_sheet_waits(db: None, slug: str, at_war: bool) -> None:
    cast = _made(slug)
    encounter = _fight(cast) if at_war else ""
    chooser = LegalPlay(cast.campaign.system, 1)
    chooser.random = Random(7)
    seen: dict[str, set[str]] = {kind: set() for kind in KINDS}
    for kind in _sheet_commands(cast.campaign.system):
        for _ in range(TRIES):
            tried = _tried(cast, kind, chooser, encounter)
            if tried is None:
                continue
            for one in tried.kinds:
                seen[one].add(kind.name)
            _waits_by_kind(cast, tried)
    assert all(seen.values()), seen


@pytest.mark.parametrize("at_war", [False, True], ids=["at peace", "in a fight"])
def test_three_skills_for_a_group_wait_from_the_sheet_in_a_fight_too(db: None, at_war: bool) -> None:
    cast = make_cast("sda")
    for skill in ("acrobatics", "reflex", "stealth"):
        perform(cast.gm, Intent("sheet.rank", {"kind": "skill", "rank": skill, "to": 2}, cast.rook.public_id))
    consent.require(cast.gm, {"ranks"})
    cast.anna.campaign.refresh_from_db()
    encounter = _fight(cast) if at_war else ""
    with pytest.raises(Waits) as waits:
        perform(cast.anna, Intent("experience.trade_group", {"group": "grace"}, cast.rook.public_id, encounter))
    assert Character.objects.get(pk=cast.rook.pk).sheet.rank("group", "grace") == 0
    consent.agree(cast.gm, waits.value.proposal.public_id)
    assert Character.objects.get(pk=cast.rook.pk).sheet.rank("group", "grace") == 1


@pytest.mark.parametrize("slug", [system.slug for system in SYSTEMS])
def test_coins_of_the_party_wait_whatever_a_purse_is_made_of(db: None, slug: str) -> None:
    cast = _made(slug)
    kind = list(cast.campaign.system.coins())[-1]
    move(cast.gm, Move(OUTSIDE, PARTY, {kind: 3}))
    with pytest.raises(Waits):
        move(cast.anna, Move(PARTY, cast.rook.public_id, {kind: 1}))


def _waits_by_kind(cast: Cast, tried: Tried) -> None:
    """Under each switch alone, whatever changes something of its kind waits."""
    for kind in sorted(tried.kinds):
        cast.anna.campaign.needs_approval = kind
        type(cast.campaign).objects.filter(pk=cast.campaign.pk).update(needs_approval=kind)
        assert _does_wait(cast, tried.intent), f"{tried.intent.command} {dict(tried.intent.given)} changes {kind}"


def _does_wait(cast: Cast, intent: Intent) -> bool:
    """Whether it waits; either way it is taken back."""
    try:
        with transaction.atomic():
            try:
                perform(cast.anna, intent)
            except Waits:
                raise _Done(True) from None
            except Unchanged:
                raise _Done(False) from None
            raise _Done(False)
    except _Done as done:
        assert not Proposal.objects.exists()
        return done.waits


class _Done(Exception):
    def __init__(self, waits: bool) -> None:
        super().__init__()
        self.waits = waits
