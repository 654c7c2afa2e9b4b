"""A hidden combatant does not exist for players: not in the page, its parts, the log, the odds, nor by its id."""

import html
import re
from dataclasses import replace

import pytest
from django.db import transaction

from campaigns.audience import encounters, history, viewers
from campaigns.chronicle import verify
from campaigns.feed import query
from campaigns.log import passages
from campaigns.models import Campaign, Entry, all_sheets
from campaigns.play.game import Game
from campaigns.play.intent import Intent, Stale
from campaigns.play.perform import perform, write
from campaigns.play.undo import last_to_undo, redo, undo
from combat.models import Encounter
from rules import registry
from rules.engine.kernel import (
    Answered,
    Ask,
    Condition,
    ConditionSet,
    Die,
    Fact,
    Json,
    LadderSet,
    Moved,
    NotNow,
    Order,
    Refused,
    ResourceChanged,
    Rolled,
    RoundBegan,
    Rung,
    Said,
    SceneMemoKept,
    StageSet,
    Told,
    TurnBegan,
    TurnEnded,
    Veiled,
)
from rules.engine.kernel.facts import Asked
from tests.api.programs import API
from tests.combat.conftest import CANARY, Fight, client_of, prepared
from tests.helpers import make_cast

PLACES = ("", "parts/", "earlier/", "?view=projector", "parts/?view=projector")


def everything_shown_to(fight: Fight, who: str) -> str:
    client = client_of(getattr(fight.cast, who))
    texts = [client.get(fight.address + place).content.decode() for place in PLACES]
    seats = (fight.cast.rook.public_id, fight.cast.mira.public_id, fight.canary.public_id)
    for name in ("turn.move", "melee.attack", "turn.end", "fight.veil"):
        texts += [client.get(f"{fight.address}parts/?as={seat}&do={name}").content.decode() for seat in seats]
    for seat in seats:
        sent = {"command": "melee.attack", "actor": seat, "encounter": fight.encounter.public_id, "with-dice": "1"}
        sent["with-target"] = fight.canary.public_id
        texts.append(client.post(f"/campaigns/{fight.cast.campaign.public_id}/odds/", sent).content.decode())
    return "\n".join(texts)


@pytest.mark.parametrize("who", ["anna", "boris", "olga"])
def test_neither_name_nor_id_leaves_the_house(fight: Fight, who: str) -> None:
    for _ in range(6):
        fight.do("fight.next")
    text = everything_shown_to(fight, who)
    assert CANARY not in text
    assert fight.canary.public_id not in text
    assert "3 in the fight" in text


def test_the_game_master_sees_them_marked(fight: Fight) -> None:
    text = client_of(fight.cast.gm).get(fight.address).content.decode()
    assert CANARY in text
    assert "rung--hidden" in text
    assert "4 in the fight" in text


def test_once_shown_they_are_there_for_everybody(fight: Fight) -> None:
    fight.do("fight.veil", combatant=fight.canary.public_id, hidden=False)
    text = client_of(fight.cast.anna).get(fight.address).content.decode()
    assert CANARY in text
    assert "comes into view" in text


def test_undoing_a_reveal_hides_somebody_again(fight: Fight) -> None:
    shown = fight.do("fight.veil", combatant=fight.canary.public_id, hidden=False)
    undo(fight.cast.gm, shown.public_id, encounter=fight.encounter.public_id)
    assert Encounter.objects.get(pk=fight.encounter.pk).state.combatants[fight.canary.public_id].hidden
    ladder = client_of(fight.cast.anna).get(fight.address).content.decode().split('data-part="log"')[0]
    assert CANARY not in ladder


def test_of_a_foe_in_sight_players_see_looks_and_no_numbers(fight: Fight) -> None:
    for who in ("anna", "olga"):
        text = client_of(getattr(fight.cast, who)).get(fight.address).content.decode()
        rungs = [rung for rung in text.split('<li class="rung')[1:] if f">{fight.foe.name}<" in rung.split("</li>")[0]]
        assert len(rungs) == 1
        rung = rungs[0].split("</li>")[0]
        assert "unhurt" in rung
        assert "bar__number" not in rung
        assert "boxes" not in rung


def _move(fight: Fight, who: str, to: int) -> None:
    fight.do("fight.place", combatant=who, x=to, y=to)


def _faces(fight: Fight, version: int) -> None:
    """Rook, who saw this version, rolls stealth: nothing that the fight could stand in the way of."""
    given = {"skill": "stealth"}
    rook, here = fight.cast.rook.public_id, fight.encounter.public_id
    perform(fight.cast.anna, Intent("test.open", given, rook, here, seen=version))


def test_what_somebody_hidden_does_makes_nobody_late(fight: Fight) -> None:
    seen = Encounter.objects.get(pk=fight.encounter.pk).open_version
    for to in (3, 4):
        _move(fight, fight.canary.public_id, to)
    _faces(fight, seen)


def test_a_move_in_sight_makes_players_late(fight: Fight) -> None:
    seen = Encounter.objects.get(pk=fight.encounter.pk).open_version
    _move(fight, fight.foe.public_id, 3)
    _move(fight, fight.canary.public_id, 4)
    with pytest.raises(Stale):
        _faces(fight, seen)


def test_play_does_not_overwrite_what_else_stands_in_the_row(fight: Fight) -> None:
    def hide_meanwhile(game: Game) -> dict[str, Json]:
        Encounter.objects.filter(pk=fight.encounter.pk).update(secret=True)
        game.table.happen(Moved(fight.foe.public_id, 7.0, 7.0, 0))
        return {}

    write(fight.cast.gm, Intent("fight.place", encounter=fight.encounter.public_id), hide_meanwhile)
    stored = Encounter.objects.get(pk=fight.encounter.pk)
    assert stored.secret
    assert stored.state.combatants[fight.foe.public_id].x == 7.0


# -- nothing is sent, and nothing is missing --------------------------------------------------------------------------

#: What is new in every rendering, or in every second, whatever happened.
PASSING = re.compile(
    r'name="(?:key|csrfmiddlewaretoken)" value="[^"]*"|"[A-Za-z0-9]{64}"'
    r'|"(?:request|at)":"[^"]*"|<time[^>]*>[^<]*</time>'
)


def sent_to(fight: Fight, who: str, *, with_secrets: bool) -> list[str]:
    """Everything that a member is sent over a stretch of the fight, which is rolled back afterwards."""
    with transaction.atomic():
        sent = [part for stretch in _stretches(fight, with_secrets=with_secrets) for part in _news(fight, who, stretch)]
        sent += _pages(fight, who)
        written = Entry.objects.filter(campaign=fight.cast.campaign).order_by("number")
        ids = [entry.public_id for entry in written]
        transaction.set_rollback(True)
    known = sorted((each for each in ids if any(each in part for part in sent)), key=ids.index)
    return [_plain(part, known) for part in sent]


def _stretches(fight: Fight, *, with_secrets: bool):  # type: ignore[no-untyped-def]
    """Steps that everybody can see, with the moves of somebody hidden (and one of them undone) between them or not."""
    steps = (
        lambda: _move(fight, fight.foe.public_id, 3),
        lambda: fight.do("test.open", fight.cast.rook, skill="stealth"),
        lambda: _move(fight, fight.cast.rook.public_id, 2),
    )
    for step in steps:
        if with_secrets:
            yield lambda: _in_hiding(fight)
        yield step
    if with_secrets:
        yield lambda: _in_hiding(fight)


def _in_hiding(fight: Fight) -> None:
    for to in range(4, 9):
        moved = fight.do("fight.place", combatant=fight.canary.public_id, x=to, y=to)
    undo(fight.cast.gm, moved.public_id, encounter=fight.encounter.public_id)


def _news(fight: Fight, who: str, happen):  # type: ignore[no-untyped-def]
    """The events that a member hears when something happens."""
    member = getattr(fight.cast, who)
    before = Campaign.objects.get(pk=fight.cast.campaign.pk).last_number
    happen()
    return [event.text.decode() for event in query.read(member.campaign_id, before).heard_by(member.user_id)]


def _pages(fight: Fight, who: str) -> list[str]:
    client, campaign = client_of(getattr(fight.cast, who)), f"/campaigns/{fight.cast.campaign.public_id}/"
    sheet = f"{campaign}characters/{fight.cast.rook.public_id}/parts/"
    door = [f"/encounters/{fight.encounter.public_id}/", f"{campaign}encounters/", f"{campaign}entries/?limit=200"]
    answers = [client.get(at) for at in (f"{fight.address}parts/", sheet, *(API + each for each in door))]
    return [answer.headers.get("ETag", "") + answer.content.decode() for answer in answers]


def _plain(text: str, ids: list[str]) -> str:
    for place, each in enumerate(ids):
        text = text.replace(each, f"entry {place}")
    return PASSING.sub("", text)


@pytest.mark.parametrize("who", ["anna", "boris", "olga"])
def test_with_and_without_what_is_hidden_the_very_same_is_sent(fight: Fight, who: str) -> None:
    quiet, eventful = (sent_to(fight, who, with_secrets=with_secrets) for with_secrets in (False, True))
    assert len(quiet) == 3 + 5
    assert eventful == quiet


def test_to_the_game_master_more_is_sent(fight: Fight) -> None:
    """The negative control of the test above."""
    quiet, eventful = (sent_to(fight, "gm", with_secrets=with_secrets) for with_secrets in (False, True))
    assert len(eventful) == len(quiet) + 4 * 6


# -- who hides acts ---------------------------------------------------------------------------------------------------


@pytest.fixture(params=[system.slug for system in registry.SYSTEMS])
def fight_before_hidden_turn(db: None, request: pytest.FixtureRequest) -> Fight:
    """A fight of each game in which the next turn is that of somebody of whom players do not know."""
    made = prepared(make_cast(request.param))
    made.do("fight.begin")
    for _ in range(12):
        with transaction.atomic():
            was_seen = made.state.shown is None
            made.onward()
            comes = was_seen and made.state.shown is not None
            transaction.set_rollback(comes)
        if comes:
            return made
    raise AssertionError("the turn never comes to them")


@pytest.fixture
def fight_in_hidden_turn(fight_before_hidden_turn: Fight) -> Fight:
    """The fight of ``fight_before_hidden_turn`` a turn later: the hidden combatant's."""
    fight_before_hidden_turn.onward()
    assert fight_before_hidden_turn.state.current.who == fight_before_hidden_turn.canary.public_id
    return fight_before_hidden_turn


TURN = re.compile(r'data-key="turn" data-turn="([^"]*)"')


def go_on_past_the_hidden(fight: Fight) -> Entry:
    """The game master goes on, and again past those who hide."""
    entry = fight.onward()
    return go_on_past_the_hidden(fight) if fight.state.shown else entry


def seen_of_order(fight: Fight, who: str) -> tuple[str, ...]:
    """Everything that shows a member whose turn it is: pages, API, lists, and the commands that they may give."""
    member = getattr(fight.cast, who)
    client, here = client_of(member), f"/encounters/{fight.encounter.public_id}/"
    seat = fight.cast.mira if who == "boris" else fight.cast.rook
    campaign = f"/campaigns/{fight.cast.campaign.public_id}/"
    sheet = f"{campaign}characters/{seat.public_id}/"
    paths = [f"{fight.address}parts/", fight.address, f"{campaign}encounters/", campaign, sheet]
    door = [here, f"{here}commands/?as={seat.public_id}", f"{campaign}encounters/", f"{campaign}entries/?limit=200"]
    answers = [client.get(at) for at in (*paths, *(API + each for each in door))]
    return tuple(PASSING.sub("", answer.headers.get("ETag", "") + answer.content.decode()) for answer in answers)


@pytest.mark.parametrize("who", ["anna", "boris", "olga"])
def test_while_somebody_hidden_has_the_turn_players_see_what_they_saw(
    fight_before_hidden_turn: Fight, who: str
) -> None:
    before = seen_of_order(fight_before_hidden_turn, who)
    fight_before_hidden_turn.onward()
    assert fight_before_hidden_turn.state.current.who == fight_before_hidden_turn.canary.public_id
    fight_before_hidden_turn.do("fight.place", combatant=fight_before_hidden_turn.canary.public_id, x=4, y=4)
    for at, (now, then) in enumerate(zip(seen_of_order(fight_before_hidden_turn, who), before, strict=True)):
        assert now == then, at


@pytest.mark.parametrize("who", ["anna", "boris", "olga"])
def test_the_way_past_somebody_hidden_is_one_entry_from_turn_to_turn(fight_in_hidden_turn: Fight, who: str) -> None:
    member = getattr(fight_in_hidden_turn.cast, who)
    before = TURN.search(client_of(member).get(fight_in_hidden_turn.address).content.decode())
    number = Campaign.objects.get(pk=fight_in_hidden_turn.cast.campaign.pk).last_number
    version = Encounter.objects.get(pk=fight_in_hidden_turn.encounter.pk).open_version
    go_on_past_the_hidden(fight_in_hidden_turn)
    heard = query.read(member.campaign_id, number).heard_by(member.user_id)
    assert len(heard) == 1
    entry = Entry.objects.get(campaign=fight_in_hidden_turn.cast.campaign, number=heard[0].number)
    seen = history.seen_facts(entry, viewers.viewer(member))
    ended = [fact.rung for fact in seen if isinstance(fact, TurnEnded)]
    began = [fact.rung for fact in seen if isinstance(fact, TurnBegan)]
    assert before is None or ended == [before[1]] * bool(before[1])
    after = TURN.search(client_of(member).get(fight_in_hidden_turn.address).content.decode())
    assert after
    assert began == [after[1]]
    assert Encounter.objects.get(pk=fight_in_hidden_turn.encounter.pk).open_version == version + 1


def test_the_end_of_a_hidden_turn_looks_like_what_led_into_it(fight_in_hidden_turn: Fight) -> None:
    """An entry without a command, or of whoever ends a hidden turn, would tell players that there was one."""
    number = Campaign.objects.get(pk=fight_in_hidden_turn.cast.campaign.pk).last_number
    led = Entry.objects.get(campaign=fight_in_hidden_turn.cast.campaign, number=number)
    entry = fight_in_hidden_turn.do("turn.end", fight_in_hidden_turn.canary)
    if fight_in_hidden_turn.state.shown:
        entry = go_on_past_the_hidden(fight_in_hidden_turn)
    (heard,) = query.read(fight_in_hidden_turn.cast.campaign.pk, number).heard_by(
        fight_in_hidden_turn.cast.anna.user_id
    )
    assert f'"command":"{led.command}"' in heard.text.decode()
    row = last_row(fight_in_hidden_turn, "anna")
    assert (row["id"], row["command"], row["actor"]) == (entry.public_id, led.command, led.actor)
    campaign = f"/campaigns/{fight_in_hidden_turn.cast.campaign.public_id}/"
    page = client_of(fight_in_hidden_turn.cast.anna).get(f"{campaign}chronicle/{entry.public_id}/").content.decode()
    assert passages.label_of(led.command, fight_in_hidden_turn.cast.campaign.system) in page


def last_row(fight: Fight, who: str) -> dict[str, Json]:
    """The last entry as a program reads it."""
    entries = f"{API}/campaigns/{fight.cast.campaign.public_id}/entries/?limit=200"
    row: dict[str, Json] = client_of(getattr(fight.cast, who)).get(entries).json()["results"][-1]
    return row


def end_turn_before_the_hidden(fight: Fight) -> Entry:
    """Anna ends Rook's turn, somebody hidden comes next, and the game master goes on past them."""
    _hide_behind(fight)
    fight.do("turn.end", fight.cast.rook, by=fight.cast.anna)
    return go_on_past_the_hidden(fight)


@pytest.mark.parametrize(("who", "given"), [("anna", {}), ("boris", None), ("olga", None)])
def test_a_turn_that_its_player_ended_before_a_hidden_one_is_told_as_theirs(
    fight: Fight, who: str, given: object
) -> None:
    entry = end_turn_before_the_hidden(fight)
    rook = fight.cast.rook.public_id
    row = last_row(fight, who)
    theirs = (entry.public_id, "turn.end", rook, str(fight.cast.anna.user), given)
    assert (row["id"], row["command"], row["actor"], row["by"]["name"], row["given"]) == theirs
    member = getattr(fight.cast, who)
    (heard,) = query.read(member.campaign_id, entry.number - 1).heard_by(member.user_id)
    assert '"command":"turn.end"' in heard.text.decode()
    chronicle_at = f"/campaigns/{fight.cast.campaign.public_id}/chronicle/"
    for at in (fight.address, chronicle_at, f"{chronicle_at}{entry.public_id}/"):
        assert "Next turn" not in client_of(member).get(at).content.decode().replace('value="fight.next"', "")
    undo(fight.cast.gm, entry.public_id)
    assert "Rook, End turn" in html.unescape(client_of(member).get(chronicle_at).content.decode())


@pytest.mark.parametrize("who", ["anna", "olga"])
def test_while_somebody_hidden_has_the_turn_players_see_the_ladder_change(fight: Fight, who: str) -> None:
    """The change shows as if made in the turn that players see: done are only turns that ended in their sight."""
    held, mira, canary = _hide_behind(fight), fight.cast.mira.public_id, fight.canary.public_id
    fight.do("turn.end", fight.cast.rook, by=fight.cast.anna)
    version = Encounter.objects.get(pk=fight.encounter.pk).open_version
    entry = fight.do("fight.initiative", combatant=mira, at=3)
    order = _turns_of(fight, who)
    assert order.turn == held.key
    assert [(rung.at, rung.done) for rung in order.ladder if rung.who == mira] == [(3, False)]
    assert Encounter.objects.get(pk=fight.encounter.pk).open_version == version + 1
    (ladder, told) = history.seen_facts(entry, viewers.viewer(getattr(fight.cast, who)))
    assert ladder == LadderSet(tuple(order.ladder))
    assert not any(rung.done or rung.who == canary for rung in ladder.rungs)
    assert told == Told((mira,), "{0} acts at 3.")
    ended = go_on_past_the_hidden(fight)
    kinds = [type(fact) for fact in history.seen_facts(ended, viewers.viewer(getattr(fight.cast, who)))]
    assert LadderSet not in kinds
    assert verify.faults(Campaign.objects.get(pk=fight.cast.campaign.pk)) == []


@pytest.mark.parametrize("waits", [False, True])
def test_where_somebody_hidden_comes_on_the_ladder_shows_to_nobody(fight: Fight, waits: bool) -> None:
    """Neither the change nor that there is one shows, in an open turn or in the hidden one."""
    _hide_behind(fight)
    if waits:
        fight.do("turn.end", fight.cast.rook, by=fight.cast.anna)
    before, version = _turns_of(fight, "anna"), Encounter.objects.get(pk=fight.encounter.pk).open_version
    entry = fight.do("fight.initiative", combatant=fight.canary.public_id, at=29)
    assert not history.is_seen(entry, viewers.viewer(fight.cast.anna))
    assert _turns_of(fight, "anna") == before
    assert Encounter.objects.get(pk=fight.encounter.pk).open_version == version
    ended = go_on_past_the_hidden(fight)
    kinds = [type(fact) for fact in history.seen_facts(ended, viewers.viewer(fight.cast.anna))]
    assert LadderSet not in kinds


def test_to_the_game_master_it_is_their_own_word(fight: Fight) -> None:
    end_turn_before_the_hidden(fight)
    row = last_row(fight, "gm")
    assert (row["command"], row["actor"], row["by"]["name"]) == ("fight.next", "", str(fight.cast.gm.user))


@pytest.mark.parametrize(
    ("command", "shown"), [("fight.veil", "fight.veil"), ("fight.end", "fight.end"), ("fight.leave", "turn.end")]
)
def test_what_the_game_master_does_openly_in_a_hidden_turn_is_told_as_theirs(
    fight: Fight, command: str, shown: str
) -> None:
    """A combatant who leaves unseen is not seen to leave."""
    _hide_behind(fight)
    fight.do("turn.end", fight.cast.rook, by=fight.cast.anna)
    canary = fight.canary.public_id
    given = {"fight.veil": {"combatant": canary, "hidden": False}, "fight.leave": {"combatant": canary}}
    entry = fight.do(command, **given.get(command, {"winner": "nobody"}))
    row = last_row(fight, "boris")
    assert (row["id"], row["command"]) == (entry.public_id, shown)


def test_the_game_master_sees_each_turn(fight_in_hidden_turn: Fight) -> None:
    """The negative control of the tests above."""
    before = seen_of_order(fight_in_hidden_turn, "gm")
    assert f"{CANARY}’s turn" in before[0]
    go_on_past_the_hidden(fight_in_hidden_turn)
    assert seen_of_order(fight_in_hidden_turn, "gm")[0] != before[0]


@pytest.mark.parametrize("who", ["anna", "olga"])
def test_undo_and_redo_lead_players_the_same_way_back_and_forth(fight_in_hidden_turn: Fight, who: str) -> None:
    before = _turns_of(fight_in_hidden_turn, who)
    entry, here = go_on_past_the_hidden(fight_in_hidden_turn), fight_in_hidden_turn.encounter.public_id
    after = _turns_of(fight_in_hidden_turn, who)
    undone = undo(fight_in_hidden_turn.cast.gm, entry.public_id, encounter=here)
    assert _turns_of(fight_in_hidden_turn, who) == before
    assert history.is_seen(undone, viewers.viewer(getattr(fight_in_hidden_turn.cast, who)))
    hidden = last_to_undo(fight_in_hidden_turn.cast.campaign, here)
    quietly = undo(fight_in_hidden_turn.cast.gm, hidden.public_id, encounter=here)
    assert _turns_of(fight_in_hidden_turn, who) == before
    assert not history.is_seen(quietly, viewers.viewer(getattr(fight_in_hidden_turn.cast, who)))
    redo(fight_in_hidden_turn.cast.gm, hidden.public_id, encounter=here)
    redo(fight_in_hidden_turn.cast.gm, entry.public_id, encounter=here)
    assert _turns_of(fight_in_hidden_turn, who) == after
    assert verify.faults(Campaign.objects.get(pk=fight_in_hidden_turn.cast.campaign.pk)) == []


def _turns_of(fight: Fight, who: str) -> Order:
    viewer = viewers.viewer(getattr(fight.cast, who))
    return encounters.known_encounter(fight.state, viewer).order


def test_whoever_hid_and_is_shown_has_the_turn_for_everybody(fight_in_hidden_turn: Fight) -> None:
    held = _turns_of(fight_in_hidden_turn, "anna")
    entry = fight_in_hidden_turn.do("fight.veil", combatant=fight_in_hidden_turn.canary.public_id, hidden=False)
    seen = history.seen_facts(entry, viewers.viewer(fight_in_hidden_turn.cast.anna))
    assert [fact.rung for fact in seen if isinstance(fact, TurnBegan)] == [fight_in_hidden_turn.state.turn]
    assert _turns_of(fight_in_hidden_turn, "anna") == fight_in_hidden_turn.state.order != held


@pytest.mark.parametrize("is_heard", [False, True], ids=["unheard", "heard"])
def test_whoever_goes_out_of_sight_in_their_own_turn_leaves_the_next_to_be_seen(fight: Fight, is_heard: bool) -> None:
    """Nothing waits where players heard all that went before: the next turn is told as any other."""
    foe, rook = fight.foe.public_id, fight.cast.rook.public_id
    while fight.state.current.who != foe:
        fight.onward()
    fight.happen(*([Told((rook,), "{0} coughs.")] if is_heard else []), Veiled(foe, hidden=True))
    fight.happen(Told((rook,), "{0} coughs again."))
    entry = fight.onward()
    following = fight.state.current
    assert following.who in (rook, fight.cast.mira.public_id)
    for member in (fight.cast.anna, fight.cast.boris, fight.cast.olga):
        assert TurnBegan(following.key) in history.seen_facts(entry, viewers.viewer(member))
        assert [one.number for one in query.read(member.campaign_id, entry.number - 1).heard_by(member.user_id)]
    turn = TURN.search(client_of(fight.cast.anna).get(fight.address).content.decode())
    assert turn
    assert turn[1] == following.key
    assert not verify.faults(Campaign.objects.get(pk=fight.cast.campaign.pk))


def test_in_a_turn_that_is_over_players_hear_to_wait(fight: Fight) -> None:
    """Players see the version of that turn, and are refused without a word of who acts; nothing they do is late."""
    rook, held = fight.cast.rook.public_id, _hide_behind(fight)
    fight.do("fight.next")
    assert fight.state.current.who == fight.canary.public_id
    assert _turns_of(fight, "anna").turn == held.key
    seen = Encounter.objects.get(pk=fight.encounter.pk).open_version
    following = next(rung.who for rung in fight.state.ladder if rung.who not in (rook, fight.canary.public_id))
    name = all_sheets().get(public_id=following).name
    with pytest.raises(NotNow, match=rf"^It is not your turn: it is {name}'s\.$"):
        perform(fight.cast.anna, Intent("turn.end", {}, rook, fight.encounter.public_id, seen=seen))
    with pytest.raises(NotNow, match=r"^It is not your turn: it is Rook's\.$"):
        fight.do("turn.end", fight.cast.mira, by=fight.cast.boris)


@pytest.mark.parametrize("hides", [True, False])
def test_whoever_ends_a_turn_reads_the_same_whether_or_not_somebody_hidden_acts_next(fight: Fight, hides: bool) -> None:
    _hide_behind(fight, hides=hides)
    cast, sees = fight.cast, [fight.cast.rook.public_id, fight.canary.public_id]
    following = next(rung for rung in fight.state.ladder if rung.who not in sees)
    sent = {"command": "turn.end", "actor": cast.rook.public_id, "encounter": fight.encounter.public_id}
    answer = client_of(cast.anna).post(f"/campaigns/{cast.campaign.public_id}/perform/", sent).json()
    # While somebody hidden acts all the others see whose turn it was: beside theirs this page tells nothing more.
    assert (answer["note"], answer["turn"]) == ("Your turn is over", "Rook’s turn")
    assert fight.state.current.who == (fight.canary.public_id if hides else following.who)


def test_a_turn_that_ends_the_round_names_nobody(fight: Fight) -> None:
    rook = fight.cast.rook.public_id
    rungs = sorted(fight.state.ladder, key=lambda rung: rung.who == rook)
    ladder = tuple(replace(rung, at=30 - at, done=rung.who != rook) for at, rung in enumerate(rungs))
    write_as_the_hidden(fight, LadderSet(ladder), TurnBegan(rungs[-1].key))
    sent = {"command": "turn.end", "actor": rook, "encounter": fight.encounter.public_id}
    answer = client_of(fight.cast.anna).post(f"/campaigns/{fight.cast.campaign.public_id}/perform/", sent).json()
    assert (answer["note"], answer["turn"]) == ("Your turn is over", "Rook’s turn")


def test_a_game_master_who_ends_a_turn_sees_the_next(fight: Fight) -> None:
    _hide_behind(fight)
    sent = {"command": "turn.end", "actor": fight.cast.rook.public_id, "encounter": fight.encounter.public_id}
    answer = client_of(fight.cast.gm).post(f"/campaigns/{fight.cast.campaign.public_id}/perform/", sent).json()
    assert answer["note"] == ""


def _hide_behind(fight: Fight, *, hides: bool = True) -> Rung:
    """Rook's rung, now that it is Rook's turn and the hidden combatant comes next, or (not ``hides``) last."""
    rook, canary = fight.cast.rook.public_id, fight.canary.public_id
    by_who = {rung.who: rung for rung in fight.state.ladder}
    others = [who for who in by_who if who not in (rook, canary)]
    first = [rook, canary, *others] if hides else [rook, *others, canary]
    ladder = tuple(replace(by_who[who], at=30 - at, done=False) for at, who in enumerate(first))
    write_as_the_hidden(fight, LadderSet(ladder), TurnBegan(by_who[rook].key))
    return by_who[rook]


def test_what_somebody_hidden_has_to_decide_is_waited_for_in_the_same_words(fight: Fight) -> None:
    """Nothing tells players whether somebody is asked or the game master takes their time; the game master hears it."""
    rook, canary = fight.cast.rook.public_id, fight.canary.public_id
    by_who = {rung.who: rung for rung in fight.state.ladder}
    turn = next(rung.key for rung in fight.state.ladder if rung.who == rook)
    ladder = tuple(replace(rung, done=False) for rung in by_who.values())
    write_as_the_hidden(
        fight, LadderSet(ladder), TurnBegan(turn), Asked(Ask(f"{canary}/9", canary, "Do you defend?", ()))
    )
    assert fight.state.shown is None
    with pytest.raises(NotNow, match=r"^Wait: the game master has something to do first\.$"):
        fight.do("turn.end", fight.cast.rook, by=fight.cast.anna)
    with pytest.raises(NotNow, match=r"^It is not your turn: it is Rook's\.$"):
        fight.do("turn.end", fight.cast.mira, by=fight.cast.boris)
    with pytest.raises(NotNow, match=r"^Decide first\."):
        fight.do("turn.end", fight.cast.rook)
    faces = Encounter.objects.get(pk=fight.encounter.pk).open_version
    _faces(fight, faces)


def test_what_somebody_hidden_is_asked_shows_nowhere_in_any_game(fight_before_hidden_turn: Fight) -> None:
    """Neither on a page nor over the API while they decide, and nothing over the line."""
    anna, canary = fight_before_hidden_turn.cast.anna, fight_before_hidden_turn.canary.public_id
    before, number = (
        seen_of_order(fight_before_hidden_turn, "anna"),
        Campaign.objects.get(pk=fight_before_hidden_turn.cast.campaign.pk).last_number,
    )
    write_as_the_hidden(fight_before_hidden_turn, Asked(Ask(f"{canary}/9", canary, f"{CANARY}: do you defend?", ())))
    assert seen_of_order(fight_before_hidden_turn, "anna") == before
    write_as_the_hidden(fight_before_hidden_turn, Answered(f"{canary}/9"))
    told = query.read(anna.campaign_id, number)
    assert told.heard_by(anna.user_id) == []
    assert len(told.heard_by(fight_before_hidden_turn.cast.gm.user_id)) == 2


def about_the_hidden(fight: Fight, text: str) -> list[str]:
    """The places of a text that name the hidden combatant, with a little of the text around."""
    return re.findall(rf".{{0,80}}(?:{CANARY}|{fight.canary.public_id}).{{0,20}}", text)


def write_as_the_hidden(fight: Fight, *happened: Fact, actor: str = "") -> Entry:
    """The entry of facts of which only the game master knows who caused them."""

    def act(game: Game) -> dict[str, Json]:
        game.table.happen(*happened)
        return {}

    return write(fight.cast.gm, Intent("fight.place", {}, actor, fight.encounter.public_id), act)


def name_the_hidden_in_facts(fight: Fight) -> None:
    """Let every kind of fact that can name a person name the hidden one, about Rook in sight."""
    rook, canary = fight.cast.rook.public_id, fight.canary.public_id
    known = {"by": canary, "attack": {"who": canary, "dice": 3}, "near": [canary, rook]}
    write_as_the_hidden(
        fight,
        Asked(Ask(f"{rook}/9", rook, Said("{0} whispers: do you listen?", (canary,)), (), known)),
        Rolled(rook, Said("away from {0}: evade", (canary,)), (Die(6, 5, 1),), 1, 50.0, expected=1.0, exactly=0.5),
        ConditionSet(rook, Condition("clutched", Said("Clutched by {0}", (canary,)), 1, canary)),
        ResourceChanged(rook, next(iter(fight.cast.rook.sheet.resources)), -1, Said("cursed by {0}", (canary,))),
        Told((rook, canary), "{1} whispers to {0}."),
        Told((canary, rook), "{0} clutches {1}."),
        SceneMemoKept("clutches", {rook: canary}),
    )


@pytest.mark.parametrize("who", ["anna", "boris", "olga"])
def test_what_somebody_does_out_of_hiding_names_them_nowhere(fight: Fight, who: str) -> None:
    heard = _news(fight, who, lambda: name_the_hidden_in_facts(fight))
    luck = f"/campaigns/{fight.cast.campaign.public_id}/luck/"
    pages = [client_of(getattr(fight.cast, who)).get(at).content.decode() for at in (luck, API + luck)]
    text = everything_shown_to(fight, who) + "".join([*heard, *pages, *_pages(fight, who)])
    assert about_the_hidden(fight, text) == []
    assert "lutched by somebody" in text
    assert "cursed by somebody" in text
    assert "whispers to" not in text
    assert ("Somebody whispers: do you listen?" in text) is (who == "anna")


def test_the_game_master_reads_who_it_was(fight: Fight) -> None:
    """The negative control: all of it names them to whoever may know."""
    name_the_hidden_in_facts(fight)
    text = html.unescape(everything_shown_to(fight, "gm"))
    assert f"{CANARY}</b> whispers to" in text
    assert f"{CANARY} whispers: do you listen?" in text
    assert f"cursed by {CANARY}" in text


@pytest.mark.parametrize("who", ["anna", "boris", "olga"])
def test_a_log_has_no_entry_without_words_for_what_somebody_hidden_does(fight: Fight, who: str) -> None:
    """A line with nothing but its time says that something secret happened."""
    rook, canary = fight.cast.rook.public_id, fight.canary.public_id
    before = everything_logged(fight, who)
    asked = Asked(Ask(f"{rook}/9", rook, "Do you listen?", ()))
    entry = write_as_the_hidden(fight, Told((canary, rook), "{0} passes up an opening of {1}."), asked, actor=canary)
    assert history.is_seen(entry, viewers.viewer(getattr(fight.cast, who)))
    assert everything_logged(fight, who) == before
    assert everything_logged(fight, "gm").count(f'data-entry="{entry.public_id}"') == 1


def everything_logged(fight: Fight, who: str) -> str:
    """The log of the fight as a member reads it."""
    page = client_of(getattr(fight.cast, who)).get(fight.address).content.decode()
    return PASSING.sub("", page[page.index('data-part="log"') : page.rindex("</ol>")])


# -- who hides is named on no sheet -----------------------------------------------------------------------------------


def test_what_somebody_hidden_did_to_a_sheet_names_them_on_none(fight: Fight) -> None:
    canary = fight.canary.public_id
    held = Condition("clutched", Said("Clutched by {0}", (canary,)), 1, canary)
    write_as_the_hidden(fight, ConditionSet(fight.cast.rook.public_id, held))
    paths = [f"characters/{fight.cast.rook.public_id}/{part}" for part in ("", "parts/", "print/")]
    for who in ("anna", "boris", "olga", "gm"):
        client = client_of(getattr(fight.cast, who))
        pages = [f"/campaigns/{fight.cast.campaign.public_id}/{path}" for path in ("", *paths)]
        text = "\n".join(client.get(at).content.decode() for at in (*pages, fight.address, API + f"/{paths[0]}"))
        assert set(re.findall(r"Clutched by (\w+)", text)) == {CANARY if who == "gm" else "somebody"}
        assert bool(about_the_hidden(fight, text)) is (who == "gm")
    fight.do("fight.veil", combatant=fight.canary.public_id, hidden=False)
    assert f"Clutched by {CANARY}" in client_of(fight.cast.anna).get(pages[1]).content.decode()


def test_a_refusal_names_nobody_who_hides(fight: Fight, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object) -> None:
        raise Refused(f"{CANARY} stands there. Go elsewhere.", "x")

    monkeypatch.setattr("rules.engine.kernel.commands.perform", refuse)
    for member, said in ((fight.cast.anna, "Somebody"), (fight.cast.gm, CANARY)):
        with pytest.raises(Refused, match=f"{said} stands there") as refused:
            fight.do("test.open", fight.cast.rook, by=member, skill="stealth")
        assert (refused.value.field, str(refused.value)) == ("x", refused.value.sentence)


def test_what_somebody_hidden_makes_others_decide_waits_on_their_sheet_before_the_fight_shows(
    db: None, game: str
) -> None:
    """A hidden combatant who acts first has no turn that players see: the fight has not begun for them."""
    fight = prepared(make_cast(game))
    rook, canary = fight.cast.rook.public_id, fight.canary.public_id
    rungs = tuple(Rung(f"{who}/whole", who, at, "whole") for who, at in ((canary, 9), (rook, 3)))

    def act(laid: Game) -> dict[str, Json]:
        laid.table.happen(StageSet("fighting"), LadderSet(rungs), RoundBegan(1), TurnBegan(rungs[0].key))
        known = {"boxes": 1, "type": "cutting", "by": fight.foe.public_id}
        laid.table.ask(rook, "Which line takes it?", "wound.take", **known)
        return {}

    write(fight.cast.gm, Intent("fight.begin", encounter=fight.encounter.public_id), act)
    sheet = f"/campaigns/{fight.cast.campaign.public_id}/characters/{rook}/"
    assert "Which line takes it?" in client_of(fight.cast.anna).get(sheet).content.decode()
