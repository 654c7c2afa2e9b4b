"""Advice of Grim d100 on aiming and on words, against what performing them comes to by every throw."""

from copy import deepcopy

import pytest

from rules.engine.advice.choices import Weighed, ranked
from rules.engine.kernel import Dice, Table
from rules.systems.grim import GRIM
from rules.systems.grim.fight.attacks.melee import MeleeAttack, opportunity
from rules.systems.grim.fight.base import TURN_AP, set_ap
from tests.rules.exact import expected, outcomes
from tests.rules.grim.fights import BORIS, ROOK, Fight, fighter

MIRA, OTTO = "mira", "otto"


def advised(fight: Fight, who: str, name: str) -> tuple[Weighed, ...]:
    """The choices of a command as its form begins, the best first."""
    table = fight.table(who)
    kind = next(one for one in GRIM.commands if one.name == name)
    return ranked(kind(**kind.preset(table)), table)


def after(fight: Fight, dice: Dice, name: str, **chosen: object) -> Fight:
    """A copy of a fight once Rook has done something."""
    then = deepcopy(fight)
    then.do(ROOK, name, dice, **chosen)
    return then


def brawl(rook: int = 40, boris: int = 40, mira: int = 40) -> Fight:
    """Rook and Mira against Boris and Otto, all within reach of one another, with swords in hand."""
    people = {ROOK: rook, BORIS: boris, MIRA: mira, OTTO: 40}
    skills = {"leadership": 2, "intimidate": 2, "martial_melee": 1}
    fight = Fight(
        **{
            who: fighter(who.capitalize(), "weapons.sabre", attributes={"combat": combat}, **skills)
            for who, combat in people.items()
        }
    )
    for number, who in enumerate(people):
        fight.put(who, number % 2, number // 2)
    return fight


def worth(table: Table, attacker: str, target: str) -> float:
    """The steps of a blow with a sabre as the odds of the attack tell them; death counts five."""
    set_ap(table, attacker, TURN_AP)
    return _blow(table, attacker, target)


def _blow(table: Table, attacker: str, target: str) -> float:
    """Steps of a blow with the action points that are left."""
    at = table.as_actor(attacker)
    attack = MeleeAttack(target, "sabre")
    _, blow = attack.aimed(at)
    through = {one.name: one.probability for one in attack.odds(at).chances}["through"]
    steps = sum(count * share for count, share in enumerate(blow.steps(table.sheet(target))))
    return through * (steps + 5 * blow.slays(table.sheet(target)))


@pytest.mark.parametrize("points", ["1", "2"])
@pytest.mark.parametrize("chance", [30, 55])
def test_aiming_is_worth_the_attack_after_it_less_the_reactions_that_it_costs(points: str, chance: int) -> None:
    fight = brawl(chance)
    told = next(one for one in advised(fight, ROOK, "special.aim") if one.given["points"] == points)
    then = after(fight, None, "special.aim", points=points)  # type: ignore[arg-type]
    assert told.shares[0] == pytest.approx(max(worth(then.table(ROOK), ROOK, foe) for foe in (BORIS, OTTO)))
    saves = sorted((_averted(fight.table(ROOK), foe, ROOK) for foe in (BORIS, OTTO)), reverse=True)
    kept, left = saves[:2], saves[: 2 - int(points)]
    assert told.shares[1] == pytest.approx(sum(left) - sum(kept))


def _averted(table: Table, attacker: str, target: str) -> float:
    """The steps of a blow that its target averts: the blow on somebody with no action point, less that on them."""
    met = worth(table.imagined(), attacker, target)
    bare = table.imagined()
    set_ap(bare, target, 0)
    return worth(bare, attacker, target) - met


def test_nothing_is_won_by_aiming_once_the_attack_of_the_turn_is_made() -> None:
    fight = brawl()
    fight.table(ROOK).scene.memo["turn"] = {"attacked": True}
    assert all(one.shares[0] == 0 for one in advised(fight, ROOK, "special.aim"))


@pytest.mark.parametrize(("boris", "helps"), [(30, False), (60, True)])
def test_inspiring_words_are_worth_what_foes_take_less_by_every_throw(boris: int, helps: bool) -> None:
    fight = brawl(boris=boris)
    best = advised(fight, ROOK, "special.inspire")[0]
    before = _hardest(fight, MIRA, (BORIS, OTTO))
    gained = expected(
        lambda dice: before - _hardest(after(fight, dice, "special.inspire", allies=[MIRA]), MIRA, (BORIS, OTTO))
    )
    assert best.given == {"allies": (MIRA,)}
    assert best.value == pytest.approx(gained)
    assert (best.value > 0) is helps


def test_a_litany_is_worth_what_its_hearers_lose_more_by_every_throw() -> None:
    fight = brawl()
    for one in advised(fight, ROOK, "special.litany"):
        heard = [str(foe) for foe in one.given["foes"]]  # type: ignore[union-attr]
        before = sum(_hardest(fight, foe, (ROOK, MIRA)) for foe in heard)
        ends = outcomes(lambda dice, heard=heard: after(fight, dice, "special.litany", foes=heard))  # type: ignore[misc]
        told = sum(chance * sum(_hardest(then, foe, (ROOK, MIRA)) for foe in heard) for chance, then in ends)
        assert one.value == pytest.approx(told - before)


@pytest.mark.parametrize(("name", "far"), [("move.walk", 4), ("move.charge", 7)])
def test_a_way_is_worth_the_attack_at_its_end(name: str, far: int) -> None:
    fight = brawl()
    for who, north in ((BORIS, far), (OTTO, far + 20), (MIRA, -5)):
        fight.put(who, 0, north)
    best, *others = advised(fight, ROOK, name)
    then = deepcopy(fight)
    then.do(ROOK, name, **best.given)
    assert best.label == "beside Boris"
    assert best.shares[0] == pytest.approx(_blow(then.table(ROOK), ROOK, BORIS))
    assert all(one.shares[0] == 0 for one in others)


def test_a_way_costs_what_those_take_who_are_left() -> None:
    fight = brawl()
    for who, north in ((BORIS, -1), (OTTO, 4), (MIRA, -5)):
        fight.put(who, 0, north)
    best = next(one for one in advised(fight, ROOK, "move.walk") if one.label == "beside Otto")
    there = deepcopy(fight)
    there.put(ROOK, best.given["x"], best.given["y"])  # type: ignore[arg-type]
    trial, blow = opportunity(fight.table(BORIS), BORIS, ROOK) or (None, None)
    assert trial
    assert blow
    steps = sum(count * share for count, share in enumerate(blow.steps(fight.sheets[ROOK])))
    costs = trial.chance * (steps + 5 * blow.slays(fight.sheets[ROOK]))
    assert best.shares[0] == pytest.approx(_blow(there.table(ROOK), ROOK, OTTO))
    assert best.shares[1] < -costs + 1e-9


def test_no_way_leads_to_an_attack_once_that_of_the_turn_is_made() -> None:
    fight = brawl()
    fight.put(BORIS, 0, 4)
    fight.table(ROOK).scene.memo["turn"] = {"attacked": True}
    assert all(one.shares[0] == 0 for one in advised(fight, ROOK, "move.walk"))


def _hardest(fight: Fight, who: str, foes: tuple[str, ...]) -> float:
    """The steps of the hardest blow on somebody, once all have their action points."""
    table = fight.table(who).imagined()
    for one in fight.sheets:
        set_ap(table, one, TURN_AP)
    return max(worth(table, foe, who) for foe in foes)


def test_words_reach_those_whom_they_help_most() -> None:
    """Of more hearers than the bonus reaches, those are advised who are struck hardest."""
    fight = brawl()
    fight.sheets[ROOK].ranks["attribute"]["fellowship"] = 10
    fight.put(OTTO, 0, 40)
    assert advised(fight, ROOK, "special.litany")[0].given["foes"] == (BORIS,)
