"""Advice at its borders: blows that cannot come, nobody in reach, shields and stances, and what counts as what."""

from dataclasses import replace

import pytest

from rules.engine.advice.choices import FEW
from rules.engine.kernel import Condition, Refused, described_fields
from rules.systems.sda.core.rolls import SCORED
from rules.systems.sda.fight.actions.mount_actions import Leap
from rules.systems.sda.fight.actions.openings import PassOpportunity, TakeOpportunity
from rules.systems.sda.fight.actions.spend_hits import Spend
from rules.systems.sda.fight.advice import WEIGHED, later, shot
from rules.systems.sda.fight.advice.attacks_and_reactions import ONCE_MORE
from rules.systems.sda.fight.base import arms, best_arm, melee_pool, use
from rules.systems.sda.fight.melee import Measure, MeleeDefend, Rest
from rules.systems.sda.fight.melee.action_advice import best_blow
from rules.systems.sda.fight.wounds import OF_SPIRIT, in_boxes
from rules.systems.sda.turns.tactics import styles, tactics
from tests.rules.sda.fights import Fight, fighter
from tests.rules.sda.test_advice import advice, duel
from tests.rules.sda.test_fight_details import scored
from tests.rules.sda.test_riding import _ride


def used_up(fight: Fight, who: str) -> Fight:
    """The fight once somebody has used the last of their dice for actions."""
    table = fight.table(who)
    use(table, who, action=melee_pool(table, who, best_arm(table, who)).available)
    fight._keep(table)
    return fight


def test_five_points_of_spirit_count_as_a_box() -> None:
    assert in_boxes(5) == 1
    assert OF_SPIRIT.startswith("5 spirit")


def test_advice_on_hits_fills_in_all_that_they_pay_for() -> None:
    assert set(WEIGHED) == described_fields(Spend).keys() - {"ask", "ledge", "pivot"}


def test_nobody_without_dice_is_taken_to_strike_later() -> None:
    assert later(duel().table("rook"), "rook").said
    assert not later(used_up(duel(), "boris").table("rook"), "rook").said


def test_nobody_out_of_reach_is_struck() -> None:
    fight = duel()
    assert best_blow(fight.table("rook"), "rook", "boris") > 0
    fight.does("", "fight.place", combatant="boris", x=0, y=9)
    assert best_blow(fight.table("rook"), "rook", "boris") == 0


def test_a_shield_takes_off_what_a_shot_does() -> None:
    archer = fighter("Rook", "short_bow", bows=3)
    bare, shielded = (
        Fight(rook=archer, boris=fighter("Boris", *shield)).on(rook=2, boris=1) for shield in ((), ("large_shield",))
    )
    arm = arms(fighter("X", "one_handed_sword"))["one_handed_sword"]
    dealt = [shot(fight.table("rook"), "rook", "boris", arm, arm.types[0]).dealt for fight in (bare, shielded)]
    assert dealt[0].shield == 0 < dealt[1].shield


def test_dice_kept_for_a_blow_at_somebody_in_a_stance_bring_less() -> None:
    plain, guarded = duel(at=4), duel(at=4)
    guarded.sheets["boris"].conditions["defensive_stance"] = Condition("defensive_stance", "Stance", 2)
    rest = [Rest.of(fight.table("rook"), SCORED) for fight in (plain, guarded)]
    (pool, _), *_ = rest[0].blows
    assert rest[1].after(pool, 0) < rest[0].after(pool, 0)


def test_a_push_counts_the_free_die_of_the_opening_that_it_gives() -> None:
    fight = used_up(scored(duel()), "rook")
    (ask,) = fight.encounter.asks.values()
    assert Measure(fight.table("rook"), ask.known).opening("pushed") > 0


def test_advice_on_an_opening_lists_every_number_of_dice() -> None:
    fight = duel()
    fight.sheets["boris"].ranks["skill"]["one_handed_swords"] = 40
    fight.sheets["boris"].resources["spirit"].now = 60
    table = fight.table("rook")
    table.ask("boris", "Strike?", "opportunity.take", "opportunity.pass", target="rook", why="walks")
    fight._keep(table)
    most = int(TakeOpportunity.preset(fight.table("boris"))["dice"])
    found = {one.given["dice"] for one in advice(fight, "boris", "opportunity.take").choices if "dice" in one.given}
    assert most > FEW
    assert set(range(1, most + 1)) <= found


def test_whoever_goes_by_the_odds_keeps_dice_for_the_blows_to_come() -> None:
    fight = duel()
    fight.does("rook", "melee.attack", target="boris", dice=2)
    (ask,) = fight.encounter.asks.values()
    table = fight.table("boris")
    most = replace(MeleeDefend(**{**MeleeDefend.preset(table), "ask": ask.key}), dice=4)
    counts = [styles.defence(table, ask, most, to_come) for to_come in (0, 1)]
    assert counts[1] < counts[0]


@pytest.mark.parametrize(("style", "strikes"), [(styles.AGGRESSIVE, True), (styles.CAUTIOUS, False)])
def test_only_some_strike_at_every_opening(style: styles.Style, strikes: bool) -> None:
    fight = duel()
    table = fight.table("rook")
    key = table.ask("boris", "Strike?", "opportunity.take", "opportunity.pass", target="rook", why="walks")
    fight._keep(table)
    (ask,) = fight.encounter.asks.values()
    answer = tactics.answer(fight.table("boris"), ask, style)
    assert isinstance(answer, TakeOpportunity if strikes else PassOpportunity), key


def test_somebody_without_injury_lines_is_kept_going_by_spirit_alone() -> None:
    sheet = fighter("Rook")
    sheet.tracks["injury"] = []
    assert styles.health(sheet) == sheet.now("spirit")


def test_a_weapon_that_has_to_be_loaded_is_not_shot_twice() -> None:
    bow, crossbow = (
        fighter("Rook", weapon, bows=3, crossbows_firearms=3) for weapon in ("short_bow", "light_crossbow")
    )
    crossbow.items["light_crossbow"] = replace(crossbow.items["light_crossbow"], stats={"loaded": True})
    said = []
    for rook in (bow, crossbow):
        fight = Fight(rook=rook, boris=fighter("Boris"), house_rules={"whose_ammunition_is_counted": "nobody"})
        fight.on(rook=3, boris=1)
        said.append(advice(fight, "rook", "ranged.attack", target="boris", dice=1).sentence)
    assert [ONCE_MORE in one for one in said] == [True, False]


def test_a_jump_farther_than_the_mount_goes_is_not_weighed() -> None:
    fight = _ride(horse="horse_riding", riding=2)
    leap = Leap(metres=30)
    table = fight.table("rook")
    with pytest.raises(Refused, match="your mount has"):
        leap.gains(table, leap._pool(table), 1)


def announced() -> Fight:
    """Boris has announced three dice against Rook, who is to say with how many he attacks."""
    fight = duel()
    for who in ("rook", "boris"):
        fight.does("", "fight.initiative", combatant=who, at=2)
    fight.sheets["rook"].resources["spirit"].now = 5
    fight.does("rook", "melee.attack", target="boris", dice=1)
    fight.does("boris", "melee.announce", dice=3)
    return fight


def test_an_attack_on_announced_dice_says_that_it_is_the_attacker_who_is_not_hit_back() -> None:
    said = [one.label for one in announced().odds("rook", "melee.meet", dice=1).chances]
    assert said[:2] == ["you hit", "not hit back"]


def test_meeting_announced_dice_shows_the_spirit_that_their_blow_takes() -> None:
    fight = announced()
    spirit = [
        next(one.amount for one in fight.odds("rook", "melee.meet", dice=1).means if one.name == "spirit"),
    ]
    fight.sheets["boris"].conditions["defensive_stance"] = Condition("defensive_stance", "Stance", 0)
    spirit.append(next(one.amount for one in fight.odds("rook", "melee.meet", dice=1).means if one.name == "spirit"))
    assert spirit[0] < spirit[1]
