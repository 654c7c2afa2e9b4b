"""A fight with a hidden combatant as players see it, and who may act in it: each rule by itself."""

import json
from dataclasses import replace

import pytest

from campaigns.audience import access, encounters, history, viewers
from campaigns.audience.viewers import Viewer
from campaigns.feed import query
from campaigns.members import services
from campaigns.models import Campaign, Entry, Membership, Role
from campaigns.play.game import Game
from campaigns.play.intent import Intent, KeyReused
from campaigns.play.perform import perform, write
from combat.models import Encounter as Scene
from rules import codec
from rules.engine.kernel import Ask, Combatant, Encounter, Fact, Judged, Order, Rung, Told, TurnBegan
from rules.engine.kernel.facts import Asked
from tests.campaigns.test_playing import send, toss
from tests.helpers import Cast

ROOK, CANARY, NAME = "rook-id", "canary-id", "Zaunkoenigin"
ANNA = Viewer(is_gm=False, plays=frozenset({ROOK}), open_sheets=frozenset({ROOK}))
GM = Viewer(is_gm=True)


def fight(**more: object) -> Encounter:
    """A fight of two, one of whom hides and has the turn; each is asked something."""
    rungs = [Rung(f"{who}/1", who, 10) for who in (CANARY, ROOK)]
    asks = {f"{who}/1": Ask(f"{who}/1", who, "Do you defend?", ("defend",)) for who in (ROOK, CANARY)}
    there = {ROOK: Combatant("party"), CANARY: Combatant("foes", hidden=True)}
    begun = Encounter("fighting", 1, f"{CANARY}/1", rungs, there, asks, {ROOK: 1, CANARY: 2}, {"secret": CANARY})
    return replace(begun, **more)  # type: ignore[arg-type]


def entry_of(*happened: Fact, **more: str) -> Entry:
    return Entry(facts=codec.dump_facts(list(happened)), veiled=codec.dump([CANARY]), **more)


# -- documents --------------------------------------------------------------------------------------------------------


def test_what_somebody_hidden_is_asked_does_not_wait_for_players() -> None:
    assert set(encounters.known_encounter(fight(), ANNA).asks) == {f"{ROOK}/1"}
    assert set(encounters.seen_encounter(fight(), ANNA).asks) == {f"{ROOK}/1"}
    assert set(encounters.known_encounter(fight(), GM).asks) == {f"{ROOK}/1", f"{CANARY}/1"}


def test_the_turn_of_somebody_hidden_has_no_key_for_players() -> None:
    assert encounters.known_encounter(fight(), ANNA).turn == ""
    assert encounters.known_encounter(fight(turn=f"{ROOK}/1"), ANNA).turn == f"{ROOK}/1"
    held = Order("fighting", 1, f"{CANARY}/1", tuple(fight().ladder), {})
    assert encounters.known_encounter(fight(shown=held), ANNA).turn == ""
    assert encounters.known_encounter(fight(), GM).turn == f"{CANARY}/1"


def test_how_often_anybody_was_asked_stays_in_the_house() -> None:
    seen = encounters.seen_encounter(fight(), ANNA)
    assert (seen.asked, seen.memo) == ({}, {})
    assert CANARY not in codec.dump(seen)


# -- what happened ----------------------------------------------------------------------------------------------------

ABOUT_THE_HIDDEN = (
    Judged(ROOK, "lost", 0, {"winner": CANARY}),
    Judged(ROOK, "lost", 0, {"attack": 4, "against": CANARY}),
    Judged(CANARY, "won", 2),
    TurnBegan(f"{CANARY}/1"),
    Asked(Ask(f"{CANARY}/1", CANARY, "Do you defend?", ())),
    Told((ROOK, CANARY), "{1} strikes {0}."),
)


@pytest.mark.parametrize("fact", ABOUT_THE_HIDDEN)
def test_what_names_somebody_hidden_did_not_happen_for_players(fact: Fact) -> None:
    assert history.seen_facts(entry_of(fact), ANNA) == []
    assert not history.is_seen(entry_of(fact), ANNA)
    assert history.seen_facts(entry_of(fact), GM) == [fact]


def test_a_verdict_between_those_in_sight_is_seen_whole() -> None:
    verdict = Judged(ROOK, "won", 2, {"winner": ROOK, "attack": 4})
    assert history.seen_facts(entry_of(verdict), ANNA) == [verdict]


def test_the_log_of_an_entry_names_only_those_whom_players_knew_of() -> None:
    names = {ROOK: "Rook", CANARY: NAME}
    assert history.seen_names(names, entry_of(), ANNA) == {ROOK: "Rook"}
    assert history.seen_names(names, entry_of(), GM) == names


def test_the_line_says_nothing_of_what_somebody_hidden_does(cast: Cast) -> None:
    """Rook is told something by somebody hidden: players hear of the entry, and not of what was done by whom."""
    bridge, magpie = cast.encounter(), cast.creature(NAME)
    before = Campaign.objects.get(pk=cast.campaign.pk).last_number

    def act(game: Game) -> dict[str, object]:
        game.table.happen(Told((cast.rook.public_id,), "{0} hears a bird."))
        return {}

    write(cast.gm, Intent("toss", actor=magpie.public_id, encounter=bridge.public_id), act)
    for member, command in ((cast.anna, ""), (cast.gm, "toss")):
        (event,) = query.read(cast.campaign.pk, before).heard_by(member.user_id)
        assert json.loads(event.text.decode().split("data: ")[1])["command"] == command


# -- who may act ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["perform", "odds"])
def test_whoever_became_an_observer_acts_no_more(cast: Cast, what: str) -> None:
    assert send(cast.anna, cast, what, toss(cast)).status_code == 200
    services.give_role(cast.anna, role=Role.OBSERVER)
    assert send(cast.anna, cast, what, toss(cast)).status_code == 403
    now = Membership.objects.select_related("campaign").get(pk=cast.anna.pk)
    assert not access.may_play(now, cast.rook)
    assert viewers.viewer(now).plays == frozenset()


def test_nobody_acts_for_what_another_plays_whatever_they_are_now(cast: Cast) -> None:
    for role, may in ((Role.PLAYER, False), (Role.OBSERVER, False), (Role.ASSISTANT, True), (Role.GM, True)):
        cast.boris.role = role
        assert access.may_play(cast.boris, cast.rook) is may


# -- one key, one write -----------------------------------------------------------------------------------------------

INTENT = Intent("toss", {"coins": 1}, "rook", "bridge", typed={"rook": [1]})


@pytest.mark.parametrize(
    "other",
    [
        replace(INTENT, command="stake"),
        replace(INTENT, given={"coins": 2}),
        replace(INTENT, actor="mira"),
        replace(INTENT, encounter="ford"),
        replace(INTENT, encounter=""),
        replace(INTENT, typed={"rook": [2]}),
    ],
)
def test_another_write_has_another_digest(other: Intent) -> None:
    assert other.digest() != INTENT.digest()
    assert replace(other, seen=3, key="once").digest() == other.digest()


def test_a_key_of_one_encounter_is_refused_in_another(cast: Cast) -> None:
    bridge, ford = cast.encounter(), cast.encounter()
    for here in (bridge, ford):
        perform(cast.gm, Intent("join", {}, cast.rook.public_id, here.public_id))
    once = Intent("toss", {"coins": 1}, cast.rook.public_id, bridge.public_id, key="once")
    first = perform(cast.anna, once)
    assert perform(cast.anna, once).pk == first.pk
    with pytest.raises(KeyReused):
        perform(cast.anna, replace(once, encounter=ford.public_id))
    assert Scene.objects.get(pk=ford.pk).version == 1
