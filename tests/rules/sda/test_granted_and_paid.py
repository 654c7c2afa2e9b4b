"""Odds tell of granted dice and of spirit what performing comes to, in every way in which the dice can fall."""

from copy import deepcopy
from itertools import product
from typing import Any

import pytest

from rules.engine.kernel import Command, Condition, Refused, SeededDice, Table, TypedDice, foretell
from rules.engine.kernel.commands import perform
from rules.engine.odds import Odds
from rules.engine.system.protocol import command_named
from rules.systems.sda.checks.skills.skill_tests import OpposedTest, StaticTest
from rules.systems.sda.core.person import Side, opposed
from rules.systems.sda.fight.base import use
from rules.systems.sda.magic.casting.out_of_fights import CastInPeace
from rules.systems.sda.system import SDA
from rules.systems.sda.world.poisoning import ResistPoison
from tests.rules.sda.dice_outcomes import FirstThrows, every_way
from tests.rules.sda.fights import Fight, fighter
from tests.rules.sda.tables import hero, table

EXACT = 1e-9
SHORT = {"ego_again": "never"}


def attacked(dice: int, malus: int, spirit: int = 18, **rules: Any) -> Fight:
    """Rook attacks Boris; ego tests end at once, so that all ways of the dice are soon played."""
    rook = fighter("Rook", "one_handed_sword", agility=4, strength=4, persona=4, wisdom=4, melee_combat=1, ego=0)
    boris = fighter("Boris", "one_handed_sword", agility=4, strength=4, persona=4, wisdom=4, melee_combat=1, ego=0)
    boris.resources["spirit"].now = spirit
    fight = Fight(rook=rook, boris=boris, house_rules={**SHORT, **rules}).on(rook=5, boris=3)
    fight.does("rook", "melee.attack", target="boris", dice=dice, malus=malus)
    return fight


def answered(fight: Fight, throws: int = 99, **chosen: Any) -> tuple[Odds, float, float, float]:
    """The odds of a defence; by every way of the first throws how often it wins or is not hurt, and spirit."""
    ask = next(iter(fight.encounter.asks))
    command = command_named(SDA, "melee.defend")(ask=ask, **chosen)
    odds = foretell(command, fight.table("boris"))
    assert odds is not None
    return odds, *outcome(command, fight.table("boris"), "boris", throws)


def outcome(command: Command, at: Table, who: str, throws: int) -> tuple[float, float, float]:
    wins = unhurt = spirit = 0.0
    before = at.sheet(who).now("spirit")
    for share, (verdict, after) in every_way(lambda dice: play_out(command, at, who, FirstThrows(dice, throws))):
        wins += float(share) * (verdict in ("parried", "failure"))
        unhurt += float(share) * (verdict not in ("hit", "success"))
        spirit += float(share) * (after - before)
    return wins, unhurt, spirit


def play_out(command: Command, at: Table, who: str, dice: Any) -> tuple[str, int]:
    there = Table(deepcopy(dict(at.sheets)), deepcopy(at.encounter), at.house_rules, at.actor, SDA.rank_range)
    perform(command, there, dice)
    verdict = next((fact.verdict for fact in there.facts if type(fact).__name__ == "Judged"), "")  # type: ignore[union-attr]
    return verdict, there.sheet(who).now("spirit")


def chance(odds: Odds, name: str) -> float:
    return next(one.probability for one in odds.chances if one.name == name)


def mean(odds: Odds, name: str) -> float:
    return next((one.amount for one in odds.means if one.name == name), 0.0)


@pytest.mark.parametrize("malus", [0, 2])
@pytest.mark.parametrize("dice", [0, 1])
def test_whoever_makes_no_roll_is_granted_no_dice(malus: int, dice: int) -> None:
    odds, wins, unhurt, _ = answered(attacked(2, malus), throws=3, dice=dice)
    assert chance(odds, "wins") == pytest.approx(wins, abs=EXACT)
    assert chance(odds, "unhurt") == pytest.approx(unhurt, abs=EXACT)
    assert dice or not wins


def test_a_malus_of_somebody_grants_nothing_to_one_who_knows_nothing_of_it() -> None:
    margin = opposed(Side(6, 2, 3), Side(6, 0))
    assert margin.behind == 0
    at = table(SHORT, anna=hero(attribute={"agility": 4}, skill={"stealth": 1}), boris=hero("Boris"))
    test = OpposedTest("stealth", "boris", malus=3, they_roll=False)
    odds = foretell(test, at)
    assert odds is not None
    every = every_way(lambda dice: play_out(test, at, "anna", dice))
    wins = sum(float(share) for share, (verdict, _) in every if verdict == "success")
    assert chance(odds, "success") == pytest.approx(wins, abs=EXACT)
    assert chance(odds, "success") + chance(odds, "tie") == pytest.approx(1, abs=EXACT)


@pytest.mark.parametrize(
    ("spirit", "chosen"), [(18, {"dice": 0}), (2, {"dice": 0}), (2, {"dice": 1}), (18, {"dice": 2, "bought": 1})]
)
def test_the_spirit_of_a_defence_counts_hits_and_bought_dice(spirit: int, chosen: dict[str, int]) -> None:
    odds, _, _, lost = answered(attacked(2, 0, spirit), **chosen)
    assert mean(odds, "spirit") == pytest.approx(lost, abs=EXACT)
    assert lost < 0


def test_the_spirit_of_a_defence_goes_by_the_house_rule() -> None:
    odds, _, _, lost = answered(attacked(2, 0, spirit_per_melee_hit=3), dice=1)
    assert mean(odds, "spirit") == pytest.approx(lost, abs=EXACT)


def test_spirit_above_its_most_is_not_lost_to_a_flawless_success() -> None:
    sheet = hero(attribute={"agility": 4}, skill={"stealth": 0})
    sheet.resources["spirit"].most = 4
    sheet.resources["spirit"].now = 9
    at = table(SHORT, anna=sheet)
    perform(StaticTest("stealth"), at, TypedDice({"anna": [4]}))
    assert at.me.now("spirit") == 9


# -- what a roll costs and gives besides -------------------------------------------------------------------------------


def spirit_of(command: Command, at: Table) -> tuple[float, float]:
    """The spirit that odds show on average, and that performing comes to in every way of the dice."""
    odds = foretell(command, at)
    assert odds is not None
    return mean(odds, "spirit"), outcome(command, at, at.actor, 99)[2]


def test_bought_dice_cost_what_they_cost_before_wounds_take_theirs() -> None:
    rook = fighter("Rook", agility=4, strength=4, persona=4, ego=0, running=2)
    rook.tracks["injury"][0].ticked = {"major": 1, "bleeding": 1}
    fight = Fight(rook=rook, boris=fighter("Boris"), house_rules=SHORT).on(rook=5, boris=3)
    shown, found = spirit_of(command_named(SDA, "turn.run")(dice=1, bought=2), fight.table("rook"))
    assert found < -7
    assert shown == pytest.approx(found, abs=EXACT)


@pytest.mark.parametrize("lacking", [1, 10])
@pytest.mark.parametrize("reward", ["spirit", "experience"])
def test_the_spirit_of_a_victory_is_what_is_lacking_at_most(reward: str, lacking: int) -> None:
    rook = fighter("Rook", persona=4, ego=1)
    rook.resources["spirit"].now = rook.resources["spirit"].most - lacking
    fight = Fight(rook=rook, boris=fighter("Boris"), house_rules=SHORT).on(rook=5, boris=3)
    at = fight.table("rook")
    at.ask("rook", "You won", "fight.surge")
    shown, found = spirit_of(command_named(SDA, "fight.surge")("rook/1", reward=reward), at)
    assert found > 0
    assert shown == pytest.approx(found, abs=EXACT)


def test_the_spirit_that_a_spell_is_paid_with_counts() -> None:
    sheet = hero(attribute={"erudition": 4, "persona": 4, "wisdom": 4, "constitution": 4}, skill={"water": 2})
    sheet.items["ice_shard"] = SDA.item("spells", "ice_shard")
    at = table({**SHORT, "magic_needs_trait": False}, anna=sheet, boris=hero("Boris"))
    shown, found = spirit_of(CastInPeace(spell="ice_shard", target="boris", mos=2, cost=3), at)
    assert found < -2
    assert shown == pytest.approx(found, abs=EXACT)


def test_a_poison_that_drains_spirit_is_counted_unless_it_is_thrown_off() -> None:
    sheet = hero(attribute={"constitution": 8, "persona": 4}, skill={"resist_poison": 2})
    sheet.conditions["slug_spit"] = Condition("slug_spit", "Slug spit", 0)
    shown, found = spirit_of(ResistPoison(poison="slug_spit", recovery=3), table(SHORT, anna=sheet))
    assert found < 0
    assert shown == pytest.approx(found, abs=EXACT)


def shot_at(spirit: int) -> Fight:
    """Rook shoots at Boris, whose blade has more dice than his reflex."""
    rook, boris = fighter("Rook", "short_bow", bows=3), fighter("Boris", reflex=4, one_handed_swords=8)
    boris.items["sword"] = fighter("Boris", "one_handed_sword").items["one_handed_sword"]
    boris.resources["spirit"].now = spirit
    fight = Fight(rook=rook, boris=boris, house_rules={"whose_ammunition_is_counted": "nobody"}).on(rook=5, boris=3)
    fight.does("", "fight.place", combatant="boris", x=0, y=20)
    fight.does("rook", "ranged.attack", target="boris", dice=1)
    return fight


def struck_at(spirit: int) -> Fight:
    """Rook strikes at Boris, whose reflex has more dice than his blade."""
    rook = fighter("Rook", "one_handed_sword", one_handed_swords=3)
    boris = fighter("Boris", "one_handed_sword", reflex=8, one_handed_swords=3)
    boris.resources["spirit"].now = spirit
    fight = Fight(rook=rook, boris=boris).on(rook=5, boris=3)
    fight.does("rook", "melee.attack", target="boris", dice=1)
    return fight


@pytest.mark.parametrize(("begin", "command"), [(shot_at, "ranged.dodge"), (struck_at, "melee.defend")])
def test_bought_dice_of_a_reaction_may_cost_the_spirit_that_carries_the_largest_pool(begin: Any, command: str) -> None:
    """Spirit that is paid makes other pools smaller, but not what this reaction was allowed before."""
    tried = 0
    for spirit, gone, dice in product(range(4, 14), range(5), range(1, 6)):
        fight = begin(spirit)
        use(fight.table("boris"), "boris", reaction=gone)
        try:
            fight.odds("boris", command, dice=dice, bought=1)
        except Refused:
            continue
        fight.does("boris", command, SeededDice(1), dice=dice, bought=1)
        tried += 1
    assert tried > 20
