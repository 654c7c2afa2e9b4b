"""Quiet days: while time passes people recover as their game has it, and what runs out runs out."""

import re

import pytest

from campaigns.calendar import timekeeping
from campaigns.calendar.preview import preview
from campaigns.calendar.timekeeping import For
from campaigns.chronicle import verify
from campaigns.long_work import rests
from campaigns.models import Campaign, Entry, Run
from campaigns.play.game import Game, lay_out
from campaigns.play.intent import Intent
from campaigns.play.perform import perform, write
from rules.engine.kernel import DAY, HOUR, Condition, ConditionSet, Joined, RoundBegan, SecureDice, StageSet, Throw
from rules.engine.system.protocol import command_named, started
from rules.registry import SYSTEMS
from rules.systems.sda.world import long_rest, recovery
from tests.campaigns.test_playing import client_of
from tests.campaigns.test_runs import carry_on
from tests.helpers import Cast, make_cast

GAMES = [system.slug for system in SYSTEMS if system.by_hand]
#: Games in which dice decide how quickly one recovers.
BY_DICE = {"sda"}
#: Games in which rest that heals ends every condition.
ENDS_ALL = {"fortune"}


def wounded(game: str) -> Cast:
    """A cast whose Rook has been wounded by hand."""
    cast = make_cast(game)
    hurt(cast)
    return cast


def hurt(cast: Cast) -> None:
    table = lay_out(cast.gm, cast.rook.public_id).table
    kind = command_named(cast.campaign.system, cast.campaign.system.by_hand[0])
    chosen = {**started(cast.campaign.system, kind, table), "amount": 1}
    perform(cast.gm, Intent(kind.name, chosen, cast.rook.public_id))


def fight(cast: Cast, *who: str) -> str:
    """The id of a fight among these people, in its third round."""
    bridge = cast.encounter().public_id
    began = (*(Joined(one, "party") for one in who), StageSet("fighting"), RoundBegan(3))
    write(cast.gm, Intent("fight", {}, encounter=bridge), lambda game: game.table.happen(*began) or {})
    return bridge


def rest(cast: Cast, days: int, *who: str) -> Run:
    """Let days pass, and the worker do what there is to do in them."""
    passed = timekeeping.let_pass(cast.gm, For(days * DAY), rests=who)
    assert passed.run
    return carry_on(passed.run)


def foretold(cast: Cast, days: float, who: list[str] | None = None) -> dict[str, str]:
    return {one.name: one.said for one in preview(cast.gm, For(int(days * DAY)), None, who).courses}


def vitals(cast: Cast) -> object:
    cast.rook.refresh_from_db()
    shown = cast.campaign.system.vitals(lay_out(cast.gm, cast.rook.public_id).table.me)
    return [(one.name, one.now) for one in shown.gauges], [one.ticked for boxes in shown.boxes for one in boxes.lines]


@pytest.mark.parametrize("game", GAMES)
def test_the_wounded_recover(db: None, game: str) -> None:
    cast = make_cast(game)
    well = vitals(cast)
    hurt(cast)
    before = vitals(cast)
    assert before != well
    run = rest(cast, 60, cast.rook.public_id)
    assert (run.state, run.resting) == ("done", [])
    assert run.steps == Entry.objects.filter(key__startswith=run.steps_key).count() > 0
    assert vitals(cast) == well or game in BY_DICE
    assert verify.faults(Campaign.objects.get(pk=cast.campaign.pk)) == []


@pytest.mark.parametrize("game", sorted(set(GAMES) - BY_DICE))
def test_it_is_foretold_as_it_comes(db: None, game: str) -> None:
    cast = wounded(game)
    said = foretold(cast, 60)["Rook"]
    assert "Rested after" in said
    run = rest(cast, 60, cast.rook.public_id)
    assert foretold(cast, 60) == {}
    assert run.state == "done"


def test_where_dice_decide_the_odds_of_all_days_are_foretold(db: None) -> None:
    cast = wounded("sda")
    said = {days: foretold(cast, days)["Rook"] for days in (1, 7)}
    assert "to be fully healed after 1 day" in said[1]
    assert "to be fully healed after 7 days" in said[7]
    assert said[1].partition(" to be")[0] != said[7].partition(" to be")[0]


def test_where_they_cannot_be_reckoned_it_says_so(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    cast = wounded("sda")
    monkeypatch.setattr(long_rest, "MOST_STATES", 0)
    assert "The dice decide, day by day. The first day: " in foretold(cast, 7)["Rook"]


def lie_down(cast: Cast, *conditions: str) -> None:
    def act(game: Game) -> dict[str, object]:
        rook = cast.rook.public_id
        game.table.happen(*(ConditionSet(rook, Condition(key, key.capitalize())) for key in conditions))
        return {}

    write(cast.gm, Intent("sheet.condition", {}, cast.rook.public_id), act)


#: The conditions of somebody knocked out that days of rest end, by game.
LYING = {
    "sda": ("unconscious", "prone"),
    "dragonbane": ("unconscious", "prone"),
    "kaos": ("asleep", "prone"),
    "grim": ("knocked_out", "prone"),
    "fortune": ("prone",),
}


@pytest.mark.parametrize("game", GAMES)
def test_whoever_was_knocked_out_wakes_and_gets_up(db: None, game: str) -> None:
    cast = make_cast(game)
    lie_down(cast, *LYING[game])
    said = foretold(cast, 3)["Rook"]
    assert "Ends: " in said
    assert "Prone" in said
    rest(cast, 3, cast.rook.public_id)
    assert not set(LYING[game]) & set(lay_out(cast.gm, cast.rook.public_id).table.me.conditions)
    assert foretold(cast, 3) == {}


def test_what_rest_does_not_end_is_named(db: None) -> None:
    cast = wounded("dragonbane")
    lie_down(cast, "cursed")
    assert "Still has: Cursed." in foretold(cast, 3)["Rook"]


def calendar(cast: Cast) -> str:
    page: str = client_of(cast.gm).get(f"/campaigns/{cast.campaign.public_id}/calendar/").content.decode()
    return page


def test_the_calendar_says_how_everybody_came_out_of_it(db: None) -> None:
    cast = wounded("dragonbane")
    lie_down(cast, "prone")
    rest(cast, 3, cast.rook.public_id)
    assert "<b>Rook:</b> Hp 9 to 10. Ends: Prone. Fully recovered." in calendar(cast)
    timekeeping.take_back(cast.gm, Entry.objects.get(command=timekeeping.PASS).public_id)
    assert "Fully recovered" not in calendar(cast)


def test_boxes_that_are_left_are_counted(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    cast = wounded("sda")
    hurt(cast)
    lie_down(cast, "unconscious")
    monkeypatch.setattr(recovery, "clear", lambda table, number, count: 0)
    rest(cast, 1, cast.rook.public_id)
    assert "Ends: Unconscious. 2 boxes left." in calendar(cast)


@pytest.mark.parametrize("game", sorted(set(GAMES) - ENDS_ALL))
def test_it_says_who_is_healed_whatever_else_stays(db: None, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cast = wounded(game)
    lie_down(cast, "cursed")
    if game in BY_DICE:
        monkeypatch.setattr(SecureDice, "roll", lambda self, who, sides: Throw(tuple(sides)))
    rest(cast, 60, cast.rook.public_id)
    (told,) = re.findall(r"<b>Rook:</b> ([^<]*)<", calendar(cast))
    assert re.search(r"[Ff]ully recovered\. Still has: Cursed\.$", told), told
    assert "1 box healed, fully recovered." in told or game != "sda"


@pytest.mark.parametrize("game", GAMES)
def test_whoever_does_not_rest_stays_as_they_are(db: None, game: str) -> None:
    cast = wounded(game)
    before = vitals(cast)
    assert timekeeping.let_pass(cast.gm, For(60 * DAY)).run is None
    assert foretold(cast, 60, []) == {}
    assert vitals(cast) == before


@pytest.mark.parametrize("game", GAMES)
def test_a_day_that_is_not_whole_helps_nobody(db: None, game: str) -> None:
    cast = wounded(game)
    assert foretold(cast, 0.9) == {}
    assert timekeeping.let_pass(cast.gm, For(23 * HOUR), rests=[cast.rook.public_id]).run is None


def test_taking_the_time_back_takes_the_rest_back(db: None) -> None:
    cast = wounded("kaos")
    before = vitals(cast)
    run = rest(cast, 60, cast.rook.public_id)
    passed = Entry.objects.get(command=timekeeping.PASS)
    assert vitals(cast) != before
    timekeeping.take_back(cast.gm, passed.public_id)
    assert vitals(cast) == before
    run.refresh_from_db()
    assert run.why == Run.TAKEN_BACK or run.state == "done"
    assert verify.faults(Campaign.objects.get(pk=cast.campaign.pk)) == []


def test_rests_of_a_run_are_not_offered_as_time_to_pass(db: None) -> None:
    cast = wounded("kaos")
    rest(cast, 1, cast.rook.public_id)
    assert (
        "Played since" not in client_of(cast.gm).get(f"/campaigns/{cast.campaign.public_id}/calendar/").content.decode()
    )


def test_whoever_fights_does_not_rest(db: None) -> None:
    cast = wounded("kaos")
    fight(cast, cast.rook.public_id)
    assert foretold(cast, 60) == {}
    assert timekeeping.let_pass(cast.gm, For(DAY), rests=[cast.rook.public_id]).run is None


def test_the_calendar_names_who_cannot_be_left_for_a_day(db: None) -> None:
    cast = wounded("kaos")
    page = f"/campaigns/{cast.campaign.public_id}/calendar/"
    assert "See to that first" not in client_of(cast.gm).get(page).content.decode()
    down = ConditionSet(cast.rook.public_id, Condition("unconscious", "Unconscious: 2 of 3"))
    write(cast.gm, Intent("sheet.condition", {}, cast.rook.public_id), lambda game: game.table.happen(down) or {})
    told = client_of(cast.gm).get(page).content.decode()
    assert "Rook is unconscious. See to that first." in told
    assert "Let time pass all the same" in told


def test_the_calendar_names_the_fight_that_keeps_somebody_from_rest(db: None) -> None:
    cast = wounded("kaos")
    page = f"/campaigns/{cast.campaign.public_id}/calendar/"
    assert "can rest" not in client_of(cast.gm).get(page).content.decode()
    bridge = fight(cast, cast.rook.public_id)
    told = client_of(cast.gm).get(page).content.decode()
    assert "The bridge is in round 3. Nobody in it can rest: Rook." in told
    assert f'href="/campaigns/{cast.campaign.public_id}/encounters/{bridge}/">End the fight first</a>' in told
    assert "Let time pass all the same" in told
    assert "can rest" not in client_of(cast.anna).get(page).content.decode(), "players let no time pass"


def test_time_that_passes_during_a_fight_names_who_stays_hurt(db: None) -> None:
    cast = wounded("kaos")
    fight(cast, cast.rook.public_id, cast.mira.public_id)
    there = f"/campaigns/{cast.campaign.public_id}/calendar/pass/"
    told = [client_of(cast.gm).post(there, {"amount": "3", "unit": unit}).json()["shown"] for unit in ("day", "hour")]
    assert "Could not rest, still hurt: Rook. The bridge is in round 3." in told[0]
    assert "rest" not in told[1], "in three hours nobody would have rested"


def test_a_spell_runs_out_whether_one_rests_or_not(db: None) -> None:
    cast = make_cast("kaos")
    spell = Condition("resilience", level=5, label="Resilience")
    write(
        cast.gm,
        Intent("spell", {}, cast.rook.public_id),
        lambda game: game.table.happen(ConditionSet(cast.rook.public_id, spell)) or {},
    )
    assert foretold(cast, 1, []) == {"Rook": "Ends: Resilience."}
    rest(cast, 1)
    assert not lay_out(cast.gm, cast.rook.public_id).table.me.has("resilience")


def test_the_page_offers_rest_to_those_whom_it_helps(db: None) -> None:
    cast = wounded("grim")
    page = client_of(cast.gm).get(f"/campaigns/{cast.campaign.public_id}/calendar/").content.decode()
    assert f'name="rests" value="{cast.rook.public_id}" checked' in page
    assert f'name="rests" value="{cast.mira.public_id}"' not in page
    sent = {"way": "for", "amount": "7", "unit": "day", "rests": cast.rook.public_id}
    answer = client_of(cast.gm).post(f"/campaigns/{cast.campaign.public_id}/calendar/pass/", sent)
    assert answer.status_code == 200
    assert Run.objects.get().resting[0][0] == cast.rook.public_id


def test_a_killed_worker_rests_nobody_twice(db: None) -> None:
    cast = wounded("grim")
    hurt(cast)
    run = timekeeping.let_pass(cast.gm, For(60 * DAY), rests=[cast.rook.public_id]).run
    assert run
    carry_on(run, steps=1)
    kept = run.resting, run.steps
    carry_on(run, steps=1)
    Run.objects.filter(pk=run.pk).update(resting=kept[0], steps=kept[1], state="going")
    carry_on(run)
    keys = [one.key for one in Entry.objects.filter(key__startswith=run.steps_key)]
    assert len(keys) == len(set(keys))


def test_looking_ahead_changes_nothing(db: None) -> None:
    cast = wounded("fortune")
    before = vitals(cast)
    rests.courses(rests.board(cast.gm), 60 * DAY, None)
    assert vitals(cast) == before
