"""The stage in every game: what stands ready is accepted as it is, whoever hides is not aimed at, the way leads on."""

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest
from django.test import Client

from campaigns.audience import viewers
from campaigns.models import Membership
from campaigns.play.forms import CommandForm, started
from campaigns.play.intent import Intent
from campaigns.play.perform import perform, write
from characters.models import Character
from combat import services
from combat.models import PARTY
from combat.table.page import Table, Wish, table
from combat.table.stage import Aim
from rules import codec, registry
from rules.engine.fight import End
from rules.engine.kernel import (
    Barrier,
    BarrierDrawn,
    BudgetSet,
    Choice,
    Command,
    Condition,
    ConditionSet,
    LadderSet,
    Moved,
    Place,
    ResourceChanged,
    StageSet,
    TurnBegan,
    TypedDice,
    Veiled,
)
from rules.engine.kernel import Table as RulesTable
from tests.combat.conftest import CANARY, Fight, client_of
from tests.helpers import make_cast

GAMES = [one.slug for one in registry.SYSTEMS if one.foremost]
#: The condition of whoever is out for good, by game.
DEAD = {"sda": "dead", "dragonbane": "dead", "kaos": "dead", "grim": "slain", "fortune": "dead"}
FAR, VERY_FAR = 5, 200
MOST_TURNS = 8


@pytest.fixture
def rooks_turn(fight: Fight) -> Fight:
    """The fight, on the turn of the first player's Rook."""
    for _ in range(MOST_TURNS):
        # The first turn of all was only put to them: a game gives what a turn has when one ends and the next begins.
        fight.onward()
        if fight.state.current and fight.state.current.who == fight.cast.rook.public_id:
            return fight
    raise AssertionError("the turn never came")


def _happen(fight: Fight, *facts: object) -> None:
    def act(game):  # type: ignore[no-untyped-def]
        game.table.happen(*facts)
        return {}

    write(fight.cast.gm, Intent("fight.place", encounter=fight.encounter.public_id), act)


def _seen(fight: Fight, at: str = "") -> Table:
    return table(fight.cast.anna, fight.encounter.public_id, Wish(at=at))


def _send(client: Client, form: CommandForm, chosen: Sequence[tuple[str, str]]) -> int:
    told = {"command": form.command, "actor": form.actor, "encounter": form.encounter, "seen": str(form.seen)}
    answer = client.post(f"/campaigns/{form.campaign}/perform/", {**told, "key": form.key, **dict(chosen)})
    return answer.status_code


@pytest.mark.parametrize("game", GAMES)
def test_what_stands_ready_is_accepted_as_it_is(rooks_turn: Fight) -> None:
    aim = _seen(rooks_turn).aim
    assert aim
    assert aim.ready, aim.reason
    assert aim.foe.who == rooks_turn.foe.public_id
    assert aim.ready.odds or not aim.ready.form.shows_odds
    assert _send(client_of(rooks_turn.cast.anna), aim.ready.form, aim.ready.chosen) == 200


@pytest.mark.parametrize("game", GAMES)
def test_whoever_is_out_of_reach_is_walked_up_to(rooks_turn: Fight) -> None:
    foe = rooks_turn.foe.public_id
    _happen(rooks_turn, Moved(foe, 0.0, float(FAR), 180))
    aim = _seen(rooks_turn).aim
    assert aim
    if aim.ready is None:
        assert aim.approach, aim.reason
        assert _send(client_of(rooks_turn.cast.anna), aim.approach.form, aim.approach.chosen) == 200
        assert aim.approach.then, "it is near enough"
        assert aim.approach.halts is bool(rooks_turn.state.asks)
        if aim.approach.halts:
            assert aim.approach.openings, "who is asked on the way is said before"
            return
        aim = _seen(rooks_turn).aim
        assert aim
    assert aim.ready, aim.reason
    assert _send(client_of(rooks_turn.cast.anna), aim.ready.form, aim.ready.chosen) == 200


@pytest.mark.parametrize("game", ["sda", "dragonbane"])
def test_as_many_metres_are_said_as_are_walked(rooks_turn: Fight) -> None:
    fight, rook = rooks_turn, rooks_turn.cast.rook.public_id
    _happen(fight, Moved(fight.foe.public_id, 0.0, 7.0, 180))
    stood = fight.state.combatants[rook]
    aim = _seen(fight).aim
    assert aim
    assert aim.approach
    assert _send(client_of(fight.cast.anna), aim.approach.form, aim.approach.chosen) == 200
    stands, campaign = fight.state.combatants[rook], fight.cast.campaign
    walked = campaign.system.far((stood.x, stood.y), (stands.x, stands.y), campaign.house_rules)
    assert aim.approach.halts or aim.approach.far == campaign.system.unit.of(walked)


def _hold(fight: Fight, who: Character, key: str) -> None:
    """Let somebody hold this weapon and nothing else."""
    sheet = Character.objects.get(pk=who.pk).sheet
    others = {other: replace(item, in_use=False) for other, item in sheet.items.items() if item.kind == "weapon"}
    held = replace(fight.cast.campaign.system.item("weapons", key), in_use=True)
    changed = replace(sheet, items={**sheet.items, **others, key: held})
    Character.objects.filter(pk=who.pk).update(body=codec.dump(changed))


@pytest.mark.parametrize(
    ("far", "weapon", "steps"), [(5, "spear", "2"), (4, "spear", "1"), (3, "one_handed_sword", "1")]
)
def test_the_way_ends_where_the_weapon_in_hand_hurts_and_says_who_may_strike(
    rooks_turn: Fight, far: int, weapon: str, steps: str
) -> None:
    """A spear is no use to whoever stands inside its reach, nor a sword at three metres."""
    fight = rooks_turn
    _hold(fight, fight.cast.rook, weapon)
    _hold(fight, fight.foe, "poleaxe")
    _happen(fight, Moved(fight.foe.public_id, 0.0, float(far), 180))
    aim = _seen(fight).aim
    assert aim
    assert aim.ready is None
    assert aim.approach
    assert aim.approach.far == steps
    assert aim.approach.then
    assert ("with-weapon", weapon) in aim.approach.then.chosen
    assert aim.approach.halts
    assert aim.approach.openings == (f"{aim.foe.name} may strike",)
    text = client_of(fight.cast.anna).get(fight.address).content.decode()
    assert f"{aim.foe.name} is {steps} m too far" in text
    assert f"{aim.foe.name} may strike" in text
    assert f"Move {steps} m</button>" in text
    assert "data-then" not in text, "who is asked on the way decides first"


def test_whoever_is_too_far_for_this_turn_is_only_approached(rooks_turn: Fight) -> None:
    _happen(rooks_turn, Moved(rooks_turn.foe.public_id, 0.0, float(VERY_FAR), 180))
    aim = _seen(rooks_turn).aim
    assert aim
    assert aim.ready is None
    assert aim.approach is None or aim.approach.then is None


def test_nobody_is_sent_against_a_wall(rooks_turn: Fight) -> None:
    _happen(rooks_turn, Moved(rooks_turn.foe.public_id, 0.0, 20.0, 180))
    before = _seen(rooks_turn).aim
    assert before
    assert before.approach, before.reason
    _happen(rooks_turn, BarrierDrawn("wall", Barrier("wall", -50.0, 4.0, 50.0, 4.0)))
    walled = _seen(rooks_turn).aim
    assert walled
    assert (walled.ready, walled.approach) == (None, None)
    assert walled.reason == "A wall or a shut door stands between you. Tap the board to go round it."


def test_a_way_round_a_wall_is_offered_leg_by_leg(rooks_turn: Fight) -> None:
    """Each leg is a move that the rules judge by itself; after the last the foe is walked up to, or struck."""
    fight, anna = rooks_turn, client_of(rooks_turn.cast.anna)
    _happen(fight, Moved(fight.foe.public_id, 0.0, 5.0, 0))
    _happen(fight, BarrierDrawn("wall", Barrier("wall", -0.6, 2.0, 20.0, 2.0)))
    aim = _seen(fight).aim
    assert aim
    assert aim.approach
    assert aim.approach.is_detour
    text = anna.get(fight.address).content.decode()
    assert "A wall or a shut door stands between you." in text
    assert f"Move {aim.approach.far} m round it" in text
    assert "Tap the board" not in text
    assert _send(anna, aim.approach.form, aim.approach.chosen) == 200
    if aim.approach.halts:
        assert aim.approach.openings, "who may strike on this leg is said before"
        return
    after = _seen(fight).aim
    assert after
    assert after.ready or (after.approach and not after.approach.is_detour)


def test_nobody_aims_at_whoever_hides(rooks_turn: Fight) -> None:
    canary = rooks_turn.canary.public_id
    seen = _seen(rooks_turn, at=canary)
    assert [foe.who for foe in seen.foes] == [rooks_turn.foe.public_id]
    assert seen.aim
    assert seen.aim.foe.who != canary
    assert CANARY not in client_of(rooks_turn.cast.anna).get(f"{rooks_turn.address}?at={canary}").content.decode()


@pytest.mark.parametrize("game", GAMES)
def test_nothing_stands_ready_against_somebody_else_than_it_names(
    rooks_turn: Fight, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An attack that cannot meet its foe is not turned on the first whom it can."""
    foe = rooks_turn.foe.public_id
    for kind in rooks_turn.cast.campaign.system.commands:
        if kind.aims:
            _leave_out(kind, foe, monkeypatch)
    aim = _seen(rooks_turn).aim
    assert aim is None or aim.ready is None
    assert aim is None or aim.approach is None or aim.approach.then is None


def _leave_out(kind: type[Command], who: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a command be aimed at the actor where it could be aimed at somebody."""
    choices = kind.choices

    def without(table: RulesTable) -> dict[str, tuple[Choice, ...]]:
        offered = choices(table)
        listed = (one for one in offered.get(kind.aims, ()) if one.value != who)
        return {**offered, kind.aims: (Choice(table.actor, "Somebody else"), *listed)}

    monkeypatch.setattr(kind, "choices", staticmethod(without))


@pytest.mark.parametrize("game", ["dragonbane"])
def test_nobody_aims_at_whoever_has_fled(rooks_turn: Fight) -> None:
    fight = rooks_turn
    _happen(fight, ConditionSet(fight.foe.public_id, Condition("fled", "Fled")))
    assert _seen(fight, at=fight.foe.public_id).foes == []
    assert _seen(fight).aim is None


def test_a_tap_on_a_foe_fills_in_the_form_that_is_opened(rooks_turn: Fight) -> None:
    ready = _seen(rooks_turn).aim.ready  # type: ignore[union-attr]
    assert ready
    foe = rooks_turn.foe.public_id
    form = table(rooks_turn.cast.anna, rooks_turn.encounter.public_id, Wish(does=ready.form.command, at=foe)).form
    assert form
    assert foe in {option.value for one in form.inputs for option in one.options if option.chosen}


def test_few_actions_are_in_sight_and_none_twice(rooks_turn: Fight) -> None:
    seen = _seen(rooks_turn)
    further = [one.name for _, listed in seen.further for one in listed]
    shown = [one.name for one in seen.in_sight]
    assert len(shown) <= 4
    assert not set(shown) & set(further)
    ready = seen.aim.ready.form.command  # type: ignore[union-attr]
    assert {one.name for one in seen.actions} == {ready, *shown, *further}


@pytest.mark.parametrize("game", GAMES)
def test_the_end_of_a_turn_takes_no_place_from_actions(rooks_turn: Fight) -> None:
    """It has a button of its own, for game masters as the next turn; once the fight is over no action is offered."""
    for member in (rooks_turn.cast.gm, rooks_turn.cast.anna):
        seen = table(member, rooks_turn.encounter.public_id, Wish(acts_as=rooks_turn.cast.rook.public_id))
        assert seen.onward
        assert seen.actions
        assert not {one.name for one in seen.in_sight} & {*rooks_turn.cast.campaign.system.onward}
    _happen(rooks_turn, StageSet("over"))
    assert not _seen(rooks_turn).actions


def test_actions_that_are_not_possible_are_told_with_their_reasons(rooks_turn: Fight) -> None:
    text = client_of(rooks_turn.cast.anna).get(f"{rooks_turn.address}turn/?view=locked").content.decode()
    assert "<html" not in text
    assert "Not possible now" in text


def test_the_end_of_a_fight_stands_first_in_its_menu(rooks_turn: Fight) -> None:
    seen = table(rooks_turn.cast.gm, rooks_turn.encounter.public_id, Wish())
    assert seen.scene_actions[0].label == "End the fight"


def test_a_reason_that_closes_many_actions_is_said_once(fight: Fight) -> None:
    fight.onward()
    seen = [table(fight.cast.gm, fight.encounter.public_id, Wish(acts_as=one.who)) for one in fight.state.ladder]
    waiting = next(one for one in seen if one.seat and not one.seat.acts)
    address = f"{fight.address}turn/?view=locked&as={waiting.seat.who}"  # type: ignore[union-attr]
    text = client_of(fight.cast.gm).get(address).content.decode()
    assert text.count("It is not your turn") == 1
    assert text.count("<li>") > 1


def test_game_masters_are_asked_only_what_no_player_is(rooks_turn: Fight) -> None:
    people = viewers.people(rooks_turn.cast.gm)
    assert {one.public_id for one in people if one.secret} >= {rooks_turn.foe.public_id}
    ready = _seen(rooks_turn).aim.ready  # type: ignore[union-attr]
    _send(client_of(rooks_turn.cast.anna), ready.form, ready.chosen)  # type: ignore[union-attr]
    asked = rooks_turn.state.asks
    of_foe = [key for key, ask in asked.items() if ask.to == rooks_turn.foe.public_id]
    seen = table(rooks_turn.cast.gm, rooks_turn.encounter.public_id, Wish())
    assert seen.asked == (of_foe[0] if of_foe else "")
    of_rook = [key for key, ask in asked.items() if ask.to == rooks_turn.cast.rook.public_id]
    assert _seen(rooks_turn).asked in {"", *of_rook}


@pytest.mark.parametrize("game", GAMES)
def test_what_is_left_of_a_turn_is_counted_in_words(rooks_turn: Fight, game: str) -> None:
    system, who = rooks_turn.cast.campaign.system, rooks_turn.cast.rook.public_id
    for count in (0, 1, 2):
        _happen(rooks_turn, *(BudgetSet(who, name, count) for name in system.budgets))
        assert _seen(rooks_turn).budgets == [(count, noun[count != 1]) for noun in system.budgets.values()]
        assert all(noun[0] and noun[1] for noun in system.budgets.values())


@pytest.mark.parametrize("game", DEAD)
def test_a_fight_without_foes_is_ended_by_one_button(fight: Fight) -> None:
    """The game master goes on while somebody hides; players read the same whether or not anybody does."""
    assert "All foes are down" not in _now(fight, "gm") + _now(fight, "anna") + _now(fight, "boris")
    _kill(fight, fight.foe)
    for player in ("anna", "boris"):
        assert "All foes are down." in _now(fight, player)
        assert "What do you do" not in _now(fight, player)
    assert "All foes are down" not in _now(fight, "gm")
    assert 'button--primary" type="submit">End the fight' not in _now(fight, "gm")
    before = _now(fight, "anna").partition("</h2>")[0]
    _kill(fight, fight.canary)
    assert _now(fight, "anna").partition("</h2>")[0] == before
    filled = re.findall(
        r'<(?:button|a) class="[^"]*button--primary[^"]*"[^>]*>(?:<svg.*?</svg>)?([^<]+)', _now(fight, "gm")
    )
    assert filled == ["End the fight"]
    assert "All foes are down." in _now(fight, "gm")
    assert 'data-way="onward"' in _now(fight, "gm")


@pytest.mark.parametrize("game", DEAD)
def test_a_fight_in_which_the_whole_party_fell_is_ended_by_one_button_too(fight: Fight) -> None:
    """The form says already who has won."""
    heroes = [one for one in viewers.people(fight.cast.gm) if fight.state.combatants.get(one.public_id)]
    party = [one for one in heroes if fight.state.combatants[one.public_id].side == PARTY]
    for hero in party:
        assert "left standing" not in _now(fight, "gm")
        _kill(fight, hero)
    for member in ("gm", "anna"):
        assert "None of the party is left standing." in _now(fight, member)
    seen = table(fight.cast.gm, fight.encounter.public_id, Wish(does=End.name))
    assert seen.ending
    assert seen.form
    assert started(seen.form)["winner"] == "foes"


def test_whoever_has_two_turns_in_a_round_acts_on_the_second_too(rooks_turn: Fight) -> None:
    """A monster has two cards; on its second turn the first rung says that it has acted."""
    first = rooks_turn.state.current
    assert first
    assert first.who == rooks_turn.cast.rook.public_id
    others = [one for one in rooks_turn.state.ladder if one != first]
    again = replace(first, key=f"{first.key}/again")
    _happen(rooks_turn, LadderSet((replace(first, done=True), again, *others)), TurnBegan(again.key))
    seen = _seen(rooks_turn)
    assert seen.seat
    assert seen.seat.acts
    assert seen.aim, "a foe is offered to strike at"


def _kill(fight: Fight, who: Character) -> None:
    dead = {"condition": DEAD[fight.cast.campaign.system_slug]}
    perform(fight.cast.gm, Intent("sheet.condition", dead, actor=who.public_id))


def _now(fight: Fight, member: str) -> str:
    """The stage of a member's page, without the open decisions above it."""
    page = client_of(getattr(fight.cast, member)).get(fight.address).content.decode()
    return page.partition('data-part="now"')[2].partition("</section>")[0]


@pytest.mark.parametrize("game", ["dragonbane"])
def test_fear_has_a_way_out_and_both_read_the_same(rooks_turn: Fight) -> None:
    """They roll against it by a button in sight; with the roll and its push behind them nothing is left to either."""
    who, encounter = rooks_turn.cast.rook.public_id, rooks_turn.encounter.public_id

    def read(member: Membership) -> tuple[set[str], str]:
        seen = table(member, encounter, Wish(acts_as=who))
        return {one.name for one in seen.in_sight}, seen.aim.reason if seen.aim else ""

    _happen(rooks_turn, ConditionSet(who, Condition("frozen", "Rooted to the spot")))
    shaking = {"peril.courage"}, "Fear roots you to the spot. Shake off fear, or end your turn."
    assert read(rooks_turn.cast.gm) == read(rooks_turn.cast.anna) == shaking
    for command, given in (("peril.courage", {}), ("check.push", {"condition": "scared"})):
        perform(rooks_turn.cast.anna, Intent(command, given, who, encounter, dice=TypedDice({who: [19]})))
    assert read(rooks_turn.cast.gm) == read(rooks_turn.cast.anna) == (set(), "")
    for member in (rooks_turn.cast.gm, rooks_turn.cast.anna):
        page = client_of(member).get(f"{rooks_turn.address}?as={who}").content.decode()
        assert "Nothing left to do. End your turn." in page


@pytest.mark.parametrize("game", ["dragonbane"])
def test_the_dying_have_no_targets_and_are_told_what_is_left_after_the_death_roll(rooks_turn: Fight) -> None:
    """However the roll against death came out, it is made: what lets them fight on is all that is left."""
    fight, rook = rooks_turn, rooks_turn.cast.rook.public_id
    _happen(fight, ResourceChanged(rook, "hp", -_seen(fight).sheets[rook].now("hp"), "a blow"))
    client, where = client_of(fight.cast.anna), f"/campaigns/{fight.cast.campaign.public_id}/encounters/"
    assert 'class="foe"' not in client.get(f"{where}{fight.encounter.public_id}/").content.decode()
    encounter = fight.encounter.public_id
    perform(fight.cast.anna, Intent("death.roll", {}, rook, encounter, dice=TypedDice({rook: [20]})))
    html = client.get(f"{where}{fight.encounter.public_id}/").content.decode()
    assert 'class="foe"' not in html
    assert "Make a death roll" not in html


# -- round others, and round walls -------------------------------------------------------------------------------------


def _lit(fight: Fight, member: str) -> list[str]:
    """The words of the filled buttons on a member's stage."""
    return re.findall(
        r'<(?:button|a) class="[^"]*button--primary[^"]*"[^>]*>(?:<svg.*?</svg>)?([^<]+)', _now(fight, member)
    )


def _end(aim: Aim | None) -> tuple[int, int]:
    """The place at which the approach ends."""
    assert aim
    assert aim.approach, aim.reason
    chosen = dict(aim.approach.chosen)
    return int(chosen["with-x"]), int(chosen["with-y"])


@pytest.mark.parametrize("game", GAMES)
def test_a_comrade_before_the_foe_is_walked_round(rooks_turn: Fight) -> None:
    """Nobody is led to a place behind others from which they cannot strike, nor onto the place of somebody else."""
    fight, square = rooks_turn, rooks_turn.cast.campaign.system.square
    _hold_nothing_far(fight)
    _happen(fight, Moved(fight.canary.public_id, -30.0, -30.0, 0))
    _happen(
        fight, Moved(fight.foe.public_id, 0.0, 3 * square, 180), Moved(fight.cast.mira.public_id, 0.0, 2 * square, 0)
    )
    aim = _seen(fight).aim
    assert aim
    if aim.ready:
        return
    x, y = _end(aim)
    assert aim.approach
    assert aim.approach.then
    assert (round(x / square), round(y / square)) != (0, 2)
    assert _send(client_of(fight.cast.anna), aim.approach.form, aim.approach.chosen) == 200


@pytest.mark.parametrize("game", ["dragonbane"])
def test_nobody_is_led_onto_somebody_who_lies_there(rooks_turn: Fight) -> None:
    """The rules let people step over the fallen; a free place is better all the same, and theirs serves without one."""
    fight, mira = rooks_turn, rooks_turn.cast.mira.public_id
    _happen(fight, Moved(fight.foe.public_id, 0.0, 6.0, 180), Moved(mira, 0.0, 4.0, 0))
    _happen(fight, ConditionSet(mira, Condition("prone", "Prone")))
    aim = _seen(fight).aim
    assert _end(aim) != (0, 4)
    assert aim.approach.then  # type: ignore[union-attr]
    walls = [(-1.0, -5.0, -1.0, 20.0), (1.0, -5.0, 1.0, 20.0)]
    _happen(fight, *(BarrierDrawn(f"wall-{at[0]}", Barrier("wall", *at)) for at in walls))
    aim = _seen(fight).aim
    assert _end(aim) == (0, 4)
    assert aim.approach.then  # type: ignore[union-attr]


@pytest.mark.parametrize("game", ["grim"])
def test_whoever_is_reached_by_a_second_walk_is_not_called_out_of_reach_on_this_turn(rooks_turn: Fight) -> None:
    """The run that would bring them there leaves no action point for the attack, though the foe may react to it."""
    fight = rooks_turn
    _hold_nothing_far(fight)
    _happen(fight, Moved(fight.foe.public_id, 0.0, 16.0, 180))
    aim = _seen(fight).aim
    assert aim
    assert aim.approach
    assert aim.approach.form.command == "move.walk"
    assert "is too far for one walk" in _now(fight, "anna")


@pytest.mark.parametrize("far", [0.5, 1.0, 4.5])
def test_a_wall_beside_either_is_gone_round(rooks_turn: Fight, far: float) -> None:
    """No step towards the foe is possible, or none from there serves: the way round is offered, the foe listed."""
    fight = rooks_turn
    _happen(
        fight, Moved(fight.foe.public_id, 0.0, 5.0, 180), BarrierDrawn("wall", Barrier("wall", -1.6, far, 20.0, far))
    )
    aim = _seen(fight).aim
    assert aim
    assert aim.approach, aim.reason
    assert aim.approach.is_detour
    assert aim.foe.who in _seen(fight).targets
    assert _lit(fight, "anna") == [f"Move {aim.approach.far} m round it"]


def test_a_leg_that_is_too_long_for_this_turn_is_walked_in_part(rooks_turn: Fight) -> None:
    fight = rooks_turn
    _happen(fight, Moved(fight.foe.public_id, 0.0, 5.0, 180), BarrierDrawn("w", Barrier("wall", -19.6, 0.5, 60.0, 0.5)))
    aim = _seen(fight).aim
    assert aim
    assert aim.approach, aim.reason
    assert aim.approach.is_detour
    assert _send(client_of(fight.cast.anna), aim.approach.form, aim.approach.chosen) == 200


def test_before_a_wall_without_a_way_round_it_the_end_of_the_turn_is_not_lit(rooks_turn: Fight) -> None:
    fight = rooks_turn
    _happen(fight, Moved(fight.foe.public_id, 0.0, 5.0, 180), BarrierDrawn("w", Barrier("wall", -80.0, 0.5, 80.0, 0.5)))
    text = _now(fight, "anna")
    assert "A wall or a shut door stands between you. Tap the board to go round it." in text
    assert fight.foe.public_id in _seen(fight).targets
    assert _lit(fight, "anna") == []
    left = next(int(count) for count, noun in _seen(fight).budgets if noun == "metres to move")
    fight.do("turn.move", fight.cast.rook, fight.cast.anna, x=left, y=0)
    assert _lit(fight, "anna") == ["End turn"]


def test_of_two_foes_the_one_is_aimed_at_who_can_be_met(rooks_turn: Fight) -> None:
    """The nearest stands behind a wall; whoever is chosen stays so."""
    fight, rook = rooks_turn, rooks_turn.cast.rook.public_id
    near, other = fight.foe.public_id, fight.canary.public_id
    _happen(fight, Moved(near, 0.0, -4.0, 0), BarrierDrawn("w", Barrier("wall", -80.0, -2.0, 80.0, -2.0)))
    _happen(fight, Moved(other, 0.0, 6.0, 180), Veiled(other, hidden=False))
    met = [table(fight.cast.gm, fight.encounter.public_id, Wish(acts_as=rook, at=at)).aim for at in ("", near)]
    assert [one.foe.who for one in met if one] == [other, near]
    page = client_of(fight.cast.gm).get(f"{fight.address}?as={rook}").content.decode()
    assert re.findall(r'class="foe"[^>]*data-at="([^"]*)" aria-current', page) == [other]


@pytest.mark.parametrize("game", ["fortune"])
def test_an_action_that_is_left_is_lit_before_the_end_of_the_turn(rooks_turn: Fight) -> None:
    fight, rook = rooks_turn, rooks_turn.cast.rook.public_id
    _hold_nothing_far(fight)
    _happen(fight, Moved(fight.foe.public_id, 0.0, 30.0, 180), BudgetSet(rook, "feet", 0))
    assert _lit(fight, "anna") == ["Defend"]
    fight.do("action.defend", fight.cast.rook, fight.cast.anna)
    assert _lit(fight, "anna") == ["End turn"]


def _hold_nothing_far(fight: Fight) -> None:
    """Take from Rook whatever strikes from afar."""
    rook = Character.objects.get(pk=fight.cast.rook.pk)
    items = {key: item for key, item in rook.sheet.items.items() if item.kind != "weapon"}
    Character.objects.filter(pk=rook.pk).update(body=codec.dump(replace(rook.sheet, items=items)))


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_before_the_first_round_a_fight_offers_nothing_that_is_done_in_peace(game: str) -> None:
    """A jump or a virtue called: that stands on the sheet, and would be the first thing a new fight proposes."""
    cast = make_cast(game)
    encounter = services.prepare(cast.gm, secret=False)
    services.bring_party(cast.gm, encounter=encounter, who=[cast.rook.public_id])
    kinds = {kind.name: kind for kind in cast.campaign.system.commands}
    for member in (cast.gm, cast.anna):
        seen = table(member, encounter.public_id, Wish())
        assert seen.seat
        assert [one.name for one in seen.actions if kinds[one.name].place is not Place.TURN] == []
