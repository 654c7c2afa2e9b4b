"""Advice of Grim d100 on where to go and how to stand, against every place that there is, played out by the game."""

from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from itertools import combinations
from math import hypot
from typing import Any

import pytest

from rules.engine.advice.choices import Weighed, ranked
from rules.engine.advice.what_if import as_well
from rules.engine.kernel import BoxesTicked, Refused, Table, TurnBegan
from rules.systems.grim import GRIM
from rules.systems.grim.core import DAMAGE, PERIL, Wound, hurt, level
from rules.systems.grim.core.tracks import BOX
from rules.systems.grim.fight.actions.rest_of_turn import EndTurn
from rules.systems.grim.fight.attacks.melee import MeleeAttack, opportunity
from rules.systems.grim.fight.attacks.shooting import RangedAttack
from rules.systems.grim.fight.base import TURN_AP, ap_left, forget_turn, set_ap
from tests.rules.exact import expected
from tests.rules.grim.fights import BORIS, ROOK, Fight, fighter
from tests.rules.grim.test_advice_by_brute_force import MIRA, OTTO, advised, brawl

#: Slow people, who walk four yards, charge eight and run twelve.
SLOW = 10


def slow(*weapons: str) -> Fight:
    """Rook and Mira against Boris and Otto, far from one another, with swords in hand, and all of them slow."""
    attributes = {"agility": SLOW, "combat": 50}
    people = (ROOK, BORIS, MIRA, OTTO)
    held = weapons or ("weapons.sabre",)
    sheets = {who: fighter(who.capitalize(), *held, attributes=attributes, martial_melee=1) for who in people}
    fight = Fight(**sheets)
    for who, (east, north) in zip(people, ((0, 0), (0, 20), (30, 0), (0, -40)), strict=True):
        fight.put(who, east, north)
    return fight


def hurt_badly(fight: Fight, who: str) -> None:
    """Bring somebody to the last step but one of the damage track."""
    fight.table(who).happen(BoxesTicked(who, DAMAGE, 0, BOX, 4))
    table = fight.table(who)
    table.happen(BoxesTicked(who, DAMAGE, 0, BOX, 4 - level(table.sheet(who), DAMAGE)))
    fight._keep(table)


# -- played out --------------------------------------------------------------------------------------------------------


def turn_of(fight: Fight, who: str) -> Fight:
    """A copy of a fight in the turn of somebody, with all action points for everybody."""
    then = deepcopy(fight)
    table = then.table(who)
    forget_turn(table)
    table.happen(TurnBegan(f"{who}/whole"))
    for one in then.sheets:
        set_ap(table, one, TURN_AP)
    then._keep(table)
    return then


def strike(fight: Fight, foe: str, who: str, reactions: int | None = None) -> float:
    """The steps of the best attack that a foe can make now, against so many reactions; 0 where none reaches."""
    table = fight.table(foe).imagined()
    if reactions is not None:
        set_ap(table, who, reactions)
    found = [0.0]
    for kind in (MeleeAttack, RangedAttack):
        for arm in kind.arms(table):
            try:
                found.append(_steps(table, kind(who, arm.key), who))
            except Refused:
                continue
    return max(found)


def _steps(table: Table, attack: Any, who: str) -> float:
    _, blow = attack.aimed(table)
    through = {one.name: one.probability for one in attack.odds(table).chances}["through"]
    steps = sum(count * share for count, share in enumerate(blow.steps(table.sheet(who))))
    return float(through * (steps + 5 * blow.slays(table.sheet(who))))


def comes_up(fight: Fight, foe: str, who: str) -> Fight:
    """The turn of a foe, once they have come up the shortest way, if they are free to and cannot strike from there."""
    now = turn_of(fight, foe)
    if strike(now, foe, who, 0) or any(near(now, foe, other) for other in (ROOK, MIRA)):
        return now
    mine = now.at(foe)
    nearest = sorted(around(*now.at(who), 1), key=lambda to: (king(mine, to), hypot(to[0] - mine[0], to[1] - mine[1])))
    for name in ("move.charge", "move.walk"):
        for x, y in nearest[:2]:
            then = deepcopy(now)
            with suppress(Refused):
                then.do(foe, name, x=x, y=y)
                return then
    return now


def near(fight: Fight, who: str, other: str) -> bool:
    """Whether two stand beside each other."""
    return king(fight.at(who), fight.at(other)) <= 1


def king(start: tuple[float, float], end: tuple[float, float]) -> float:
    """Yards from one place to another, as a king of chess goes."""
    return max(abs(start[0] - end[0]), abs(start[1] - end[1]))


def around(east: float, north: float, far: int, each: int = 1) -> Iterator[tuple[int, int]]:
    """The squares around a place, or every second of them or fewer, itself left out."""
    for x in range(-far, far + 1, each):
        for y in range(-far, far + 1, each):
            if x or y:
                yield int(east) + x, int(north) + y


def taken(fight: Fight, who: str, reactions: int) -> float:
    """The steps that foes take of somebody if each strikes once, reactions being spent on whom they help most."""
    ends = {foe: comes_up(fight, foe, who) for foe in (BORIS, OTTO)}
    bare = {foe: strike(then, foe, who, 0) for foe, then in ends.items()}
    met = {foe: strike(then, foe, who, 1) for foe, then in ends.items()}
    able = [group for count in range(min(reactions, 2) + 1) for group in combinations(ends, count)]
    return min(sum(met[foe] if foe in group else bare[foe] for foe in ends) for group in able)


def gain(fight: Fight) -> float:
    """The steps of the best attack that Rook can still make this turn."""
    table = fight.table(ROOK)
    if not ap_left(table) or table.scene.memo.get("turn", {}).get("attacked"):
        return 0.0
    return max(strike(fight, ROOK, foe) for foe in (BORIS, OTTO))


def done(fight: Fight, name: str, **chosen: Any) -> tuple[Fight, float]:
    """The fight once Rook has done something and nobody strikes at openings, with the steps that strikes there take."""
    then, costs = deepcopy(fight), 0.0
    then.do(ROOK, name, **chosen)
    while then.encounter.asks:
        ask = next(iter(then.encounter.asks.values()))
        if "follow.step" in ask.commands:
            then.do(ask.to, "follow.step")
            continue
        trial, blow = opportunity(then.table(ask.to), ask.to, ROOK) or pytest.fail("nobody asks in vain")
        steps = sum(count * share for count, share in enumerate(blow.steps(then.sheets[ROOK])))
        costs += trial.chance * (steps + 5 * blow.slays(then.sheets[ROOK]))
        then.do(ask.to, "opportunity.pass")
    return then, costs


def rest(fight: Fight) -> tuple[float, float]:
    """The steps of Rook's best attack still to come, and those that foes take of Rook until the next turn."""
    attack = gain(fight)
    return attack, taken(fight, ROOK, ap_left(fight.table(ROOK)) - (attack > 0))


def value(fight: Fight, name: str, **chosen: Any) -> tuple[float, float]:
    """The worth of what Rook does, played out."""
    then, costs = done(fight, name, **chosen)
    attack, after = rest(then)
    return attack, rest(fight)[1] - after - costs


# -- compared ----------------------------------------------------------------------------------------------------------


def places(fight: Fight, name: str, far: int) -> dict[tuple[int, int], float]:
    """The places to which Rook can go in that way, of many every second one, with the worth of it."""
    found = {}
    for x, y in around(*fight.at(ROOK), far, 2 if far > 4 else 1):
        try:
            found[x, y] = sum(value(fight, name, x=x, y=y))
        except Refused:
            continue
    return found


def pressed(rook: tuple[int, int] = (0, 0)) -> Fight:
    """Slow people, of whom Boris stands beside Rook and Otto five yards off, with swords in hand."""
    fight = slow()
    for who, place in ((ROOK, rook), (BORIS, (1, 0)), (OTTO, (0, 6))):
        fight.put(who, *place)
    return fight


WAYS = [("move.step_aside", 1), ("move.maneuver", 1), ("move.walk", 4), ("move.charge", 8)]


@pytest.mark.parametrize(("name", "far"), WAYS)
@pytest.mark.parametrize("badly", [False, True])
def test_no_place_in_reach_is_better_than_the_best_of_the_turn(name: str, far: int, badly: bool) -> None:
    fight = pressed()
    if badly:
        hurt_badly(fight, ROOK)
    told, every = advised(fight, ROOK, name), places(fight, name, far)
    assert best_of_turn(fight).value >= max(every.values()) - 1e-9
    for one in told:
        assert one.value == pytest.approx(sum(value(fight, name, **one.given)))


@pytest.mark.parametrize(("name", "far"), WAYS[2:])
@pytest.mark.parametrize("badly", [False, True])
def test_of_ways_to_foes_and_away_from_them_the_best_is_the_best_of_all(name: str, far: int, badly: bool) -> None:
    fight = slow()
    for who, place in ((BORIS, (0, 5)), (OTTO, (0, 40))):
        fight.put(who, *place)
    if badly:
        hurt_badly(fight, ROOK)
    best = advised(fight, ROOK, name)[0]
    assert best.value == pytest.approx(sum(value(fight, name, **best.given)))
    assert best.value >= max(places(fight, name, far).values()) - 1e-9


@pytest.mark.parametrize("name", ["move.walk", "move.charge", "move.step_aside", "move.maneuver"])
def test_each_share_of_a_way_is_what_comes_of_it(name: str) -> None:
    fight = pressed()
    for one in advised(fight, ROOK, name):
        assert one.shares == pytest.approx(value(fight, name, **one.given))


def best_of_turn(fight: Fight) -> Weighed:
    """The best choice of all that Rook can do now."""
    table = fight.table(ROOK)
    listed = [EndTurn(), *as_well(EndTurn(), table, GRIM.commands)]
    found = [one for command in listed for one in ranked(command, table) if command.name.partition(".")[0] != "stunt"]
    return max(found, key=lambda one: one.value)


def test_whoever_is_nearly_slain_runs_out_of_reach() -> None:
    fight = slow()
    fight.put(BORIS, 0, 4)
    fight.sheets[BORIS].ranks["attribute"]["agility"] = 45
    hurt_badly(fight, ROOK)
    best = best_of_turn(fight)
    assert (best.command, best.label) == ("move.run", "away from Boris")
    assert best.shares == pytest.approx((0.0, taken(fight, ROOK, TURN_AP)))


def test_nobody_runs_from_a_foe_who_is_out_of_reach() -> None:
    fight = slow()
    fight.put(BORIS, 0, 18)
    hurt_badly(fight, ROOK)
    assert advised(fight, ROOK, "move.run")[0].value == 0


@pytest.mark.parametrize("trained", [0, 1])
def test_getting_up_is_worth_what_foes_take_more_of_whoever_lies(trained: int) -> None:
    fight = pressed()
    fight.sheets[ROOK].ranks["skill"]["coordination"] = trained
    fight.state(ROOK, "prone")
    best = advised(fight, ROOK, "move.get_up")[0]
    every = {(0, 0): sum(value(fight, "move.get_up")), **places(fight, "move.get_up", 1)}
    assert best.value == pytest.approx(max(every.values()))
    assert best.value > gain(fight)


def test_an_ally_who_lies_is_worth_pulling_up() -> None:
    fight = pressed()
    fight.put(MIRA, 0, 1)
    fight.state(MIRA, "prone")
    told = next(one for one in advised(fight, ROOK, "move.get_up") if one.label == "Mira")
    then, costs = done(fight, "move.get_up", what="help", ally=MIRA)
    saved = taken(fight, MIRA, TURN_AP) - taken(then, MIRA, TURN_AP)
    attack, after = rest(then)
    assert costs == 0
    assert saved > 0
    assert told.shares == pytest.approx((attack, rest(fight)[1] - after + saved))


@pytest.mark.parametrize("cover", ["low", "medium", "high", "full"])
def test_cover_is_worth_what_shots_take_less(cover: str) -> None:
    fight = slow("weapons.throwing_knife", "weapons.sabre")
    fight.put(BORIS, 0, 4)
    table = fight.table(ROOK)
    kind = next(one for one in GRIM.commands if one.name == "move.cover")
    (told,) = ranked(kind(**{**kind.preset(table), "level": cover}), table)
    assert told.shares == pytest.approx(value(fight, "move.cover", level=cover))


def test_cover_is_not_weighed_where_nobody_shoots() -> None:
    assert advised(pressed(), ROOK, "move.cover") == ()


def test_the_end_of_a_turn_keeps_all_action_points_for_reactions() -> None:
    fight = brawl()
    fight.points(ROOK, 2)
    (told,) = ranked(EndTurn(), fight.table(ROOK))
    assert told.shares == pytest.approx((0.0, taken(fight, ROOK, 1) - taken(fight, ROOK, 2)))


def test_once_the_attack_is_made_a_way_is_worth_what_foes_take_less() -> None:
    fight = pressed()
    fight.table(ROOK).scene.memo["turn"] = {"attacked": True}
    for one in advised(fight, ROOK, "move.walk"):
        assert one.shares == pytest.approx(value(fight, "move.walk", **one.given))
        assert one.shares[0] == 0


# -- what else is done on a turn ---------------------------------------------------------------------------------------


def test_loading_is_worth_the_shot_after_it() -> None:
    fight = slow("weapons.hunting_bow")
    fight.put(BORIS, 0, 6)
    (told,) = advised(fight, ROOK, "special.load")
    assert told.shares == pytest.approx(value(fight, "special.load", weapon="hunting_bow"))
    assert told.shares[0] > 0


def test_a_planted_shield_is_worth_what_shots_take_less() -> None:
    fight = slow("weapons.throwing_knife", "shields.pavise")
    fight.put(BORIS, 0, 4)
    (told,) = advised(fight, ROOK, "special.fix")
    assert told.shares == pytest.approx(value(fight, "special.fix", shield="pavise"))


def test_a_fire_is_worth_putting_out_for_what_it_takes_by_every_throw() -> None:
    fight = slow()
    fight.state(ROOK, "on_fire")

    def burnt(dice: Any) -> float:
        table = fight.table(ROOK).imagined()
        fell = dice.roll(ROOK, [10]).faces[0] + 1
        gone = hurt(table, dice, ROOK, fell, Wound(source="fire"))
        return gone + 5 * (level(table.me, DAMAGE) >= 5)

    (told,) = advised(fight, ROOK, "special.put_out")
    assert told.value == pytest.approx(fight.chance(ROOK, "special.put_out", "success") * expected(burnt))


def test_a_chokehold_is_worth_the_peril_of_another_turn_by_every_throw() -> None:
    fight = pressed()
    fight.do(ROOK, "stunt.chokehold", {ROOK: [1, 5]}, target=BORIS)
    fight.points(ROOK, 3)
    before = level(fight.sheets[BORIS], PERIL)

    def choked(dice: Any) -> float:
        then = deepcopy(fight)
        then.do(ROOK, "chokehold.maintain", dice)
        return float(level(then.sheets[BORIS], PERIL) - before)

    (told,) = advised(fight, ROOK, "chokehold.maintain")
    assert told.shares[0] == pytest.approx(expected(choked))
