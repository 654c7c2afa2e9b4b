"""Forecasts: each fight is counted once whatever happens to workers, and the same is foretold for the same seed."""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.http import Http404
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from campaigns.homebrew import editor
from campaigns.long_work import worker as long_worker
from campaigns.models import Entry
from campaigns.play.game import Game
from campaigns.play.intent import Intent, Stale
from campaigns.play.perform import write
from characters.models import Character
from combat import tasks
from combat.forecasts import plans, requests, results, worker
from combat.forecasts.plans import MOST, Wanted
from combat.forecasts.variants import WhatIf
from combat.models import Encounter, Forecast
from rules.engine.forecast import Rehearser, Tally, total
from rules.engine.kernel import NotNow, Refused, StageSet
from tests.combat.forecast_helpers import ask, coins, magpies, play_on, tallies, toy_fight
from tests.helpers import Cast
from tests.toy_tactics import Tossing

State = Forecast.State


@pytest.fixture
def fight(cast: Cast) -> Encounter:
    return toy_fight(cast)


def test_every_fight_of_every_variant_is_counted_once(cast: Cast, fight: Encounter) -> None:
    before = Entry.objects.count()
    forecast = ask(cast.gm, fight, 150, seed="one", what_ifs=(WhatIf("without", cast.mira.public_id),))
    assert (forecast.chunks, forecast.all_fights, forecast.played) == (4, 300, 0)
    assert play_on(forecast, 3).played == 250
    assert play_on(forecast).state == State.DONE
    assert (forecast.done, forecast.played, forecast.version) == (4, 300, 2)
    for variant in forecast.variants.all():
        undisturbed = Rehearser(worker.plan_of(variant)).play(150)
        assert variant.tally == undisturbed.plain()
        assert variant.tally == total(worker.chunks(worker.plan_of(variant), 150, 100)).plain()
    assert Entry.objects.count() == before


def test_the_same_seed_foretells_the_same(cast: Cast, fight: Encounter) -> None:
    one, same, other = (play_on(ask(cast.gm, fight, seed=seed)) for seed in ("winter", "winter", "summer"))
    assert tallies(one) == tallies(same) != tallies(other)
    assert ask(cast.gm, fight).seed != ask(cast.gm, fight).seed


def test_policies_are_followed_side_by_side(cast: Cast, fight: Encounter) -> None:
    bold, shy = (
        play_on(ask(cast.gm, fight, seed="s", policies={"party": "shy", "foes": foes})) for foes in ("bold", "shy")
    )
    assert tallies(bold) != tallies(shy)
    assert ask(cast.gm, fight).policies == {"party": "bold", "foes": "bold"}


def test_a_forecast_is_of_the_fight_as_it_stood(cast: Cast, fight: Encounter) -> None:
    early = ask(cast.gm, fight, seed="s")
    coins(cast.gm, cast.rook, 0)
    coins(cast.gm, cast.mira, 1)
    late = ask(cast.gm, fight, seed="s")
    assert tallies(play_on(early)) != tallies(play_on(late))
    again = results.outcomes(early)[0]
    assert again.plan.setting.sheets[cast.rook.public_id].now("coins") == 10


def test_what_was_learnt_of_a_fight_changes_nothing(
    cast: Cast, fight: Encounter, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = play_on(ask(cast.gm, fight, 250, seed="s"))
    monkeypatch.setattr(worker, "KEPT_FOR", 1)
    assert tallies(play_on(ask(cast.gm, fight, 250, seed="s"))) == tallies(one)


# -- workers that come twice, late, or not at all ---------------------------------------------------------------------


def test_a_chunk_counts_once_whoever_brings_it(cast: Cast, fight: Encounter) -> None:
    forecast = play_on(ask(cast.gm, fight, 300), 1)
    late = Forecast.objects.get(pk=forecast.pk)
    part = Rehearser(worker.plan_of(forecast.variants.all()[0])).chunk(1)
    assert worker.count(forecast, part)
    assert not worker.count(late, part)
    forecast.refresh_from_db()
    assert (forecast.done, Tally.from_plain(tallies(forecast)[0]).fights) == (2, 200)


def test_only_the_last_call_goes_on(cast: Cast, fight: Encounter) -> None:
    forecast = ask(cast.gm, fight, 300)
    earlier = forecast.token
    with CaptureQueriesContext(connection) as asked:
        worker.call_again(forecast.pk)
    assert not any('"book"' in one["sql"] for one in asked), "a call says nothing of what else the row holds"
    assert not worker.step(forecast.pk, earlier)
    assert play_on(forecast, 1).done == 1


def test_what_a_dead_worker_left_is_found(cast: Cast, fight: Encounter) -> None:
    forecast = play_on(ask(cast.gm, fight, 300), 1)
    assert forecast.state == State.RUNNING
    assert Forecast.left_behind() == []
    assert Forecast.left_behind(all_of_them=True) == [forecast.pk]
    Forecast.objects.filter(pk=forecast.pk).update(due_at=timezone.now() - timedelta(seconds=1))
    tasks.sweep_forecasts()
    assert Forecast.left_behind() == []
    assert play_on(forecast).state == State.DONE
    assert Forecast.left_behind(all_of_them=True) == []


def test_a_worker_takes_turns(cast: Cast, fight: Encounter, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_worker, "SHIFT", 0.0)
    forecast = ask(cast.gm, fight, 300)
    before = forecast.token
    tasks.go_on(forecast.pk, before)
    forecast.refresh_from_db()
    assert (forecast.done, forecast.token != before) == (1, True)


def test_a_fight_that_cannot_go_on_says_so(cast: Cast, fight: Encounter, monkeypatch: pytest.MonkeyPatch) -> None:
    def stuck(*args: object) -> None:
        raise NotNow("All coins rolled away.")

    monkeypatch.setattr(Tossing, "next_step", stuck)
    forecast = play_on(ask(cast.gm, fight))
    assert (forecast.state, forecast.done) == (State.FAILED, 0)
    assert forecast.why == "Stopped. All coins rolled away."


def test_fights_that_take_too_long_are_given_up(cast: Cast, fight: Encounter, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "PATIENCE", 0.0)
    forecast = play_on(ask(cast.gm, fight))
    assert forecast.state == State.FAILED
    assert "Run a smaller forecast" in forecast.why


def test_what_breaks_something_of_ours_is_not_tried_for_ever(
    cast: Cast, fight: Encounter, monkeypatch: pytest.MonkeyPatch
) -> None:
    def break_(*args: object) -> None:
        raise RuntimeError

    forecast = ask(cast.gm, fight)
    monkeypatch.setattr(Tossing, "next_step", break_)
    with pytest.raises(RuntimeError):
        tasks.go_on(forecast.pk, forecast.token)
    forecast.refresh_from_db()
    assert forecast.state == State.FAILED
    assert Forecast.left_behind(all_of_them=True) == []


# -- cancelling -------------------------------------------------------------------------------------------------------


def test_a_cancelled_forecast_is_played_no_further(cast: Cast, fight: Encounter) -> None:
    forecast = play_on(ask(cast.gm, fight, 300), 1)
    at = fight.public_id, forecast.public_id
    with pytest.raises(Stale):
        requests.cancel(cast.gm, *at, seen=7)
    part = Rehearser(worker.plan_of(forecast.variants.all()[0])).chunk(1)
    assert requests.cancel(cast.gm, *at, seen=1).state == State.CANCELLED
    assert not worker.count(forecast, part)
    assert play_on(forecast).played == 100
    assert requests.cancel(cast.gm, *at, seen=1).version == 2
    done = play_on(ask(cast.gm, fight, 10))
    with pytest.raises(NotNow):
        requests.cancel(cast.gm, fight.public_id, done.public_id)
    with pytest.raises(Http404):
        requests.cancel(cast.gm, fight.public_id, "nothing")


def test_a_worker_hears_that_it_is_not_wanted_any_more(
    cast: Cast, fight: Encounter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "BEAT", 0.0)
    forecast = ask(cast.gm, fight)
    played = Rehearser.chunk

    def cancelled_meanwhile(rehearser: Rehearser, number: int, size: int) -> Tally:
        requests.cancel(cast.gm, fight.public_id, forecast.public_id)
        return played(rehearser, number, size)

    monkeypatch.setattr(Rehearser, "chunk", cancelled_meanwhile)
    assert not worker.step(forecast.pk, forecast.token)
    assert (play_on(forecast).state, forecast.done) == (State.CANCELLED, 0)


# -- who, and what ----------------------------------------------------------------------------------------------------


def test_only_the_game_master_asks_for_forecasts_and_cancels_them(cast: Cast, fight: Encounter) -> None:
    forecast = ask(cast.gm, fight)
    for other in (cast.anna, cast.olga):
        with pytest.raises(PermissionDenied):
            ask(other, fight)
        with pytest.raises(PermissionDenied):
            requests.cancel(other, fight.public_id, forecast.public_id)


def test_the_same_key_asks_once(cast: Cast, fight: Encounter) -> None:
    assert ask(cast.gm, fight, key="k").pk == ask(cast.gm, fight, key="k").pk != ask(cast.gm, fight, key="l").pk


def test_only_so_many_go_on_at_once(cast: Cast, fight: Encounter) -> None:
    for _ in range(requests.MOST_AT_ONCE):
        forecast = ask(cast.gm, fight, 10)
    with pytest.raises(NotNow):
        ask(cast.gm, fight, 10)
    play_on(forecast)
    ask(cast.gm, fight, 10)


@pytest.mark.parametrize(
    ("wanted", "field", "said"),
    [
        (Wanted(0), "fights", "1 to 100,000"),
        (Wanted(MOST + 1), "fights", "1 to 100,000"),
        (Wanted(MOST, what_ifs=(WhatIf("without", "x"),)), "fights", "50,000 of each"),
        (Wanted(what_ifs=(WhatIf("without", "x"),) * 5), "what_if", "At most 4"),
        (Wanted(seed="x" * 41), "seed", "one line"),
        (Wanted(seed="a\x00b"), "seed", "one line"),
        (Wanted(policies={"crows": "bold"}), "policies", "party, foes"),
        (Wanted(policies={"foes": "sly"}), "policies", "bold, shy"),
        (Wanted(what_ifs=(WhatIf("without", "x"),)), "what_if", "Choose who it is about"),
        (Wanted(what_ifs=(WhatIf("weather", "x"),)), "what_if", "creature, weapon, begin, without"),
    ],
)
def test_what_cannot_be_played_is_refused_with_what_can(
    cast: Cast, fight: Encounter, wanted: Wanted, field: str, said: str
) -> None:
    with pytest.raises(Refused) as refused:
        requests.ask(cast.gm, fight.public_id, wanted)
    assert (refused.value.field, said in refused.value.sentence) == (field, True)
    assert not Forecast.objects.exists()


def test_it_takes_two_sides_and_a_fight_that_is_not_over(cast: Cast, fight: Encounter) -> None:
    with pytest.raises(NotNow, match="two sides"):
        ask(cast.gm, cast.encounter())
    for magpie in magpies():
        coins(cast.gm, magpie, 0)
    with pytest.raises(NotNow, match="two sides"):
        ask(cast.gm, fight)

    def over(game: Game) -> dict[str, object]:
        game.table.happen(StageSet("over"))
        return {}

    write(cast.gm, Intent("fight.end", encounter=fight.public_id), over)
    with pytest.raises(NotNow, match="over"):
        ask(cast.gm, fight)


def test_a_game_that_cannot_say_has_no_forecasts(cast: Cast, fight: Encounter, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(cast.campaign.system), "tactics", None)
    with pytest.raises(NotNow, match="Heads has no forecasts yet"):
        ask(cast.gm, fight)


# -- what if ----------------------------------------------------------------------------------------------------------


def test_another_creature_one_of_the_campaigns_own_too(cast: Cast, fight: Encounter) -> None:
    jay = editor.add(cast.gm, "creatures", {"name": "Jay", "coins": 20})
    rook, magpie = cast.rook.public_id, magpies()[0]
    what_ifs = (WhatIf("creature", magpie.public_id, f"ours.{jay.public_id}"), WhatIf("creature", rook, "magpie"))
    forecast = ask(cast.gm, fight, seed="s", what_ifs=what_ifs)
    editor.withdraw(cast.gm, jay.public_id, seen=None)
    stands, stronger, weaker = results.outcomes(play_on(forecast))
    assert [one.label for one in (stronger, weaker)] == ["Jay in place of Magpie", "Magpie in place of Rook"]
    assert {one.told.name for one in weaker.people} == {"Magpie", "Magpie 2", "Magpie 3", "Mira"}
    assert stronger.ours.victory.share < stands.ours.victory.share > weaker.ours.victory.share
    assert Character.objects.filter(name="Jay").count() == 0
    with pytest.raises(Refused):
        ask(cast.gm, fight, what_ifs=(WhatIf("creature", rook, "dragon"),))


def test_without_somebody_but_not_without_everybody(cast: Cast, fight: Encounter) -> None:
    mira = cast.mira.public_id
    stands, fewer = results.outcomes(play_on(ask(cast.gm, fight, 300, seed="s", what_ifs=(WhatIf("without", mira),))))
    assert fewer.label == "Without Mira"
    assert mira not in fewer.plan.setting.sheets
    assert fewer.difference is not None
    assert fewer.difference.by == pytest.approx(fewer.ours.victory.share - stands.ours.victory.share)
    coins(cast.gm, cast.rook, 0)
    with pytest.raises(Refused, match="nobody is left to fight"):
        ask(cast.gm, fight, what_ifs=(WhatIf("without", mira),))


def test_what_the_game_does_not_have_cannot_be_different(cast: Cast, fight: Encounter) -> None:
    there = plans.ground(cast.gm, fight.public_id)
    assert (there.weapons, there.openings) == ([], ())
    for what_if in (WhatIf("weapon", cast.rook.public_id, "charms/clover"), WhatIf("begin", "foes", "surprised")):
        with pytest.raises(Refused):
            ask(cast.gm, fight, what_ifs=(what_if,))
