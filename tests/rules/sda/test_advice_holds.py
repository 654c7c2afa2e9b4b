"""Advice on hits in a grapple, against doing each thing with them and weighing the next blows anew."""

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace

import pytest

from rules.engine.advice.choices import Advice, Weighed
from rules.engine.kernel import Throw
from rules.systems.sda.fight.blows import TO_SPEND
from rules.systems.sda.fight.moves import holds, uses_now
from tests.rules.sda.fights import Fight, fighter
from tests.rules.sda.test_advice import advice, ranked
from tests.rules.sda.test_advice_hits import next_blows, without_blood


def brawl(hits: int, hold: str = "", *weapons: str) -> Fight:
    """Rook has struck Boris, who has a sword and a jack, at arm's length; perhaps one of them holds the other."""
    rook = fighter("Rook", *weapons, brawling=3, strength=12)
    boris = fighter("Boris", "one_handed_sword", armour=("gambeson",), one_handed_swords=2, brawling=1, strength=8)
    fight = Fight(rook=rook, boris=boris).on(rook=0, boris=-1)
    fight.encounter.combatants["boris"].y = 1.0
    table = fight.table("")
    if hold:
        holds.grapple(table, *(("rook", "boris") if hold == "mine" else ("boris", "rook")))
    if hold == "pinned":
        held = holds.hold_of(table, "boris")
        assert held
        holds.pin(table, held)
    fight._keep(table)
    fight.does("rook", "melee.attack", target="boris", dice=3, weapon=weapons[0] if weapons else "unarmed")
    fight.does("boris", "melee.defend", Eights(), dice=0)
    ask = next(iter(fight.encounter.asks.values()))
    known = {**ask.known, "hits": hits}
    open_now = (TO_SPEND, *uses_now(fight.table("rook"), known))
    fight.encounter.asks[ask.key] = replace(ask, commands=open_now, known=known)
    return fight


class Eights:
    """Each die that can shows an 8, which scores twice."""

    def roll(self, who: str, sides: Sequence[int]) -> Throw:
        return Throw(tuple(min(8, most) for most in sides))


def advice_on_hits(fight: Fight) -> Advice:
    return advice(fight, "rook", "melee.spend")


def uses(found: Advice) -> dict[str, Weighed]:
    """The choices beside the mixes of the plain command, by label."""
    return {one.label: one for one in found.choices if one.command != "melee.spend"}


@pytest.mark.parametrize(
    ("hold", "told"),
    [
        ("", {"Grapple"}),
        ("theirs", {"Turn the tables"}),
        ("pinned", {"Turn the tables"}),
        ("mine", {"Throw and let go", "Throw and pin"}),
    ],
)
def test_a_hold_is_worth_what_the_next_blows_come_to_once_it_is_taken(hold: str, told: set[str]) -> None:
    fight = without_blood(brawl(2, hold))
    before, found = next_blows(fight), advice_on_hits(fight)
    assert uses(found).keys() == told
    assert ranked(found)
    for one in uses(found).values():
        after = deepcopy(fight)
        after.does("rook", one.command, **one.given)
        assert one.shares[2] == pytest.approx(next_blows(after) - before, abs=1e-9), one.label
    assert any(abs(one.shares[2]) > 0.01 for one in uses(found).values())


def test_what_a_use_leaves_goes_into_damage_and_a_blade_past_the_armour_of_whom_one_holds() -> None:
    fists, knife = (uses(advice_on_hits(brawl(4, "", *weapons)))["Grapple"] for weapons in ((), ("dagger_knife",)))
    assert fists.shares[0] == pytest.approx(max(one.shares[0] for one in advice_on_hits(brawl(4)).choices), abs=1e-9)
    ready = brawl(4, "", "dagger_knife")
    ready.does("rook", "grapple.take")
    held = max(one.shares[0] for one in advice_on_hits(ready).choices)
    assert knife.shares[0] == pytest.approx(held, abs=1e-9)
    plain = advice_on_hits(brawl(4, "", "dagger_knife")).choices
    free = max(one.shares[0] for one in plain if one.command == "melee.spend")
    assert held > free


def test_what_no_exchange_of_blows_can_tell_is_not_weighed() -> None:
    fight = brawl(4, "mine")
    ask = next(iter(fight.encounter.asks.values()))
    assert {"grapple.choke", "grapple.move", "grapple.throw"} <= set(ask.commands)
    found = advice_on_hits(fight)
    assert {one.command for one in found.choices} == {"melee.spend", "grapple.throw"}
    assert "choking and moving are not counted" in found.sentence


def test_where_nobody_can_be_held_nothing_is_said_of_holds() -> None:
    fight = brawl(1)
    assert not uses(advice_on_hits(fight))
    assert "grapple" not in advice_on_hits(fight).sentence
