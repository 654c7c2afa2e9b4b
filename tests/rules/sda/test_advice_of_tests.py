"""Advice on rolls out of fights, against every way in which their dice can fall, played out by the rules themselves."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rules.engine.advice.choices import Advice, advise
from rules.engine.kernel import (
    Command,
    Condition,
    Json,
    Judged,
    Refused,
    ResourceChanged,
    Sheet,
    Table,
    described_fields,
    foretell,
)
from rules.engine.kernel.commands import perform
from rules.systems.sda import SDA
from rules.systems.sda.checks.long.changing_tasks import Search
from rules.systems.sda.checks.long.long_tasks import BeginTask, RollTask
from rules.systems.sda.checks.shared.companions import every_company
from rules.systems.sda.checks.shared.groups import GroupTest
from rules.systems.sda.checks.shared.joint_tests import TestTogether
from rules.systems.sda.checks.skills.appraising import Appraise, LayOut
from rules.systems.sda.checks.skills.logic_and_tactics import Plan, Think
from rules.systems.sda.checks.skills.skill_tests import OpenTest, OpposedTest, StaticTest
from rules.systems.sda.core.person import ALLOWED, Call
from rules.systems.sda.fight.actions.healing import Reanimate
from rules.systems.sda.magic.casting.preparing import Prepare
from rules.systems.sda.scenes.virtues import RollVirtue
from rules.systems.sda.world.athletics import Climb, CrossNarrow, Jump, Lift, Run
from rules.systems.sda.world.care import Care, Staunch
from rules.systems.sda.world.harm import Fall
from rules.systems.sda.world.illness import MeetDisease, Recover
from rules.systems.sda.world.livelihood import Forage, Haggle, PickPocket, bargain
from rules.systems.sda.world.locks import PickLock
from rules.systems.sda.world.poisoning import NoticePoison, ResistPoison
from rules.systems.sda.world.recovery import help_for
from rules.systems.sda.world.trapping import DisarmTrap, SpotTrap, UnderstandTrap
from rules.systems.sda.world.water import HoldBreath, Swim
from tests.rules.sda.dice_outcomes import FirstThrows, every_way
from tests.rules.sda.tables import hero, table
from tests.rules.sda.test_magic import caster

EXACT = 1e-9
SPIRIT = 12
#: What comes of a roll, as somebody counts it who sees what happened.
Seen = Callable[[Table], float]
#: Understanding a trap is a test of its own in some houses only.
HOUSE: dict[str, Json] = {"disarming_traps": "two tests, one after the other"}


def first_verdict(at: Table) -> Judged:
    return next(fact for fact in at.facts if isinstance(fact, Judged))


def succeeds(at: Table) -> float:
    return 100.0 * (first_verdict(at).verdict == "success")


def scores(at: Table) -> float:
    return float(first_verdict(at).numbers["measure"] or 0)


def gains(key: str, before: int, most: int, fall: int = 0) -> Seen:
    """A reading of a tally's gain, up to the most that it may come to; a failure loses as much as a fall takes."""

    def seen(at: Table) -> float:
        fact = first_verdict(at)
        if fact.verdict == "failure" and fall:
            return -fall
        return min(most, int(fact.numbers[key] or 0)) - before

    return seen


def disarms(at: Table) -> float:
    return {"success": 100.0, "failure": -100.0}.get(first_verdict(at).verdict, 0.0)


def pays(at: Table) -> float:
    return 150.0 - int(first_verdict(at).numbers["price"] or 0)


def takes(at: Table) -> float:
    """The boxes that a fall costs past the saving roll, as a negative number."""
    return -sum(fact.hits for fact in at.facts if isinstance(fact, Judged) and fact.verdict == "hurt")


def helps(at: Table) -> float:
    return min(2, help_for(at.sheet("boris"), 0))


def anna(memo: dict[str, Any] | None = None, level: int = 0, **skills: int) -> Sheet:
    """A sheet with d6 for everything, ill and poisoned to a level above 0."""
    sheet = hero("Anna", SPIRIT, skill=skills)
    for name in ("pox", "slug_spit") if level else ():
        sheet.conditions[name] = Condition(name, name, level)
    sheet.memo.update(memo or {})
    return sheet


def boris() -> Sheet:
    sheet = hero("Boris")
    sheet.tracks["injury"][0].ticked = {"minor": 1, "bleeding": 1}
    return sheet


def burglar() -> Sheet:
    sheet = anna(mechanics=1)
    sheet.items["lockpick"] = SDA.item("gear", "lockpick")
    return sheet


def virtuous() -> Sheet:
    sheet = anna()
    held = Call(ALLOWED, "courage", "excess", 0, "It is right.").condition
    sheet.conditions[held.name] = held
    return sheet


def wizard() -> Sheet:
    sheet = caster("Anna", "fireball", evocation=1)
    sheet.resources["spirit"].now = SPIRIT
    return sheet


def sheet_after(sheet: Sheet, *commands: Command) -> Sheet:
    """The sheet after these commands, in which nothing is thrown."""
    at = table(HOUSE, anna=sheet, boris=boris())
    for command in commands:
        perform(command, at, FirstThrows(None, 0))
    return at.me


def appraiser(*, secret: bool) -> Sheet:
    return sheet_after(anna(appraise=1), LayOut("A cup", rarity="luxury", secret=secret))


def worker(mode: str, difficulty: int) -> Sheet:
    return sheet_after(anna(mechanics=1), BeginTask(skill="mechanics", difficulty=difficulty, mode=mode, task="Clock"))


#: Each roll: the command, whose it is, what comes of it by what happened, and how much spirit counts as one of it.
WHOLE = SPIRIT / 100
ROLLS: tuple[tuple[Command, Sheet, Seen, float], ...] = (
    (StaticTest("stealth", difficulty=2), anna(stealth=1), succeeds, WHOLE),
    (OpenTest("stealth", malus=1), anna(stealth=1), scores, 2),
    (OpposedTest("stealth", "boris", "perception"), anna(stealth=1), succeeds, WHOLE),
    (Lift(weight=90), anna(lifting=1), succeeds, WHOLE),
    (Run(), anna(running=1), scores, 2),
    (Jump(), anna(jumping=1), scores, 2),
    (Swim(malus=1), anna(swimming=1), scores, 2),
    (Climb(height=2), anna(climbing=1), gains("metres", 0, 2), 2),
    (Climb(height=5, how="care"), anna(memo={"climbed": 3}, climbing=1), gains("metres", 3, 5, fall=3), 2),
    (Climb(height=5, grips="flat"), anna(memo={"climbed": 3}, climbing=1), gains("metres", 3, 5, fall=3), 2),
    (CrossNarrow(length=3, depth=2), anna(memo={"crossed": 1}, acrobatics=1), gains("metres", 1, 3, fall=2), 2),
    (Forage(), anna(foraging=1), scores, 2),
    (HoldBreath(), anna(resist_fatigue=1), succeeds, WHOLE),
    (Fall(metres=2, malus=1), anna(), takes, 5),
    (MeetDisease(disease="leprosy"), anna(natural_healing=1), succeeds, WHOLE),
    (Recover(disease="pox"), anna(level=14, natural_healing=1), gains("tally", 14, 15), 2),
    (Recover(disease="pox", malus=2), anna(level=1), gains("tally", 1, 15), 2),
    (ResistPoison(poison="slug_spit", malus=1), anna(level=3, resist_poison=1), gains("tally", 3, 6), 2),
    (NoticePoison(poison="slug_spit"), anna(perception=1), succeeds, WHOLE),
    (SpotTrap(trap="pit"), anna(perception=1), succeeds, WHOLE),
    (UnderstandTrap(trap="bear_trap", malus=1), anna(mechanics=1), gains("tally", 0, 2), 2),
    (DisarmTrap(trap="bear_trap"), anna(memo={"understood": {"bear_trap": 9}}, mechanics=1), disarms, WHOLE),
    (Care(patient="boris"), anna(medicine=1), helps, 5),
    (Staunch(patient="boris"), anna(first_aid=1), succeeds, WHOLE),
    (PickPocket(target="boris"), anna(sleight_of_hand=1), succeeds, WHOLE),
    (Haggle(target="boris", pays=False), anna(persuasion=1), pays, SPIRIT / 350),
    (PickLock(difficulty=2), burglar(), gains("tally", 0, 2), 2),
    (RollTask("p1"), worker("setback", 3), gains("tally", 0, 3), 2),
    (RollTask("p1", scale=3), worker("first_fail", 10), gains("tally", 0, 10), 2),
    (Think(difficulty=2), anna(logic=1), succeeds, WHOLE),
    (Think(), anna(logic=1), scores, 2),
    (Appraise("t1"), appraiser(secret=False), succeeds, WHOLE),
    (Appraise("t1"), appraiser(secret=True), scores, 2),
    (RollVirtue(), virtuous(), scores, 2),
    (Prepare(spell="fireball"), wizard(), gains("tally", 0, 99), 2),
)


def advice(command: Command, at: Table) -> Advice:
    found = advise([command], at)
    assert found is not None
    values = [round(one.value, 9) for one in found.choices]
    assert values == sorted(values, reverse=True)
    return found


@pytest.mark.parametrize(
    ("command", "sheet", "seen", "spirit"), ROLLS, ids=[f"{one[0].name}-{n}" for n, one in enumerate(ROLLS)]
)
def test_a_choice_is_worth_what_comes_of_playing_it(command: Command, sheet: Sheet, seen: Seen, spirit: float) -> None:
    found = advice(command, table(HOUSE, anna=deepcopy(sheet), boris=boris()))
    assert {one.given["bought"] for one in found.choices} >= {0, 1}
    for one in found.choices:
        chosen = replace(command, **one.given)

        def play(dice: Any, chosen: Command = chosen) -> tuple[float, float]:
            at = table({**HOUSE, "ego_again": "never"}, anna=deepcopy(sheet), boris=boris())
            perform(chosen, at, FirstThrows(dice, 3 if isinstance(chosen, Fall) else 2))
            paid = sum(
                fact.by for fact in at.facts if isinstance(fact, ResourceChanged) and fact.reason == "bought dice"
            )
            return seen(at), -paid / spirit

        brought, paid = zip(
            *((share * Fraction(a), share * Fraction(b)) for share, (a, b) in every_way(play)), strict=True
        )
        assert one.shares == pytest.approx((float(sum(brought)), -float(sum(paid))), abs=EXACT), one.label


def test_what_is_advised_can_be_done_and_changes_nothing() -> None:
    for command, sheet, *_ in ROLLS:
        at = table(HOUSE, anna=deepcopy(sheet), boris=boris())
        kept = deepcopy(dict(at.sheets))
        for one in advice(command, at).choices:
            assert foretell(replace(command, **one.given), at) is not None
        assert dict(at.sheets) == kept


def test_what_cannot_be_done_is_no_choice() -> None:
    lifter = anna(lifting=1)
    listed = {one.given["bought"] for one in advice(Lift(weight=90), table(HOUSE, anna=lifter)).choices}
    for bought in range(6):
        try:
            foretell(Lift(weight=90, bought=bought), table(HOUSE, anna=lifter))
        except Refused:
            assert bought not in listed
        else:
            assert bought in listed


def test_where_nothing_is_rolled_there_is_nothing_to_weigh() -> None:
    assert advise([Swim(calm=True)], table(HOUSE, anna=anna())) is None
    assert advise([Fall(metres=3, acrobatics=False)], table(HOUSE, anna=anna())) is None


def test_a_price_that_nobody_may_know_is_not_given_away() -> None:
    """A thing whose difficulty is secret is weighed the same however hard it is."""
    told_of = [
        advice(Appraise("t1"), table(HOUSE, anna=sheet_after(anna(appraise=1), LayOut("A cup", rarity=rarity)))).choices
        for rarity in ("everyday", "unique")
    ]
    assert told_of[0] == told_of[1]


def test_the_line_of_a_wound_and_the_skill_for_it_are_chosen_too() -> None:
    hurt = boris()
    hurt.tracks["injury"][1].ticked = {"minor": 2}
    cared = advice(Care(patient="boris"), table(HOUSE, anna=anna(medicine=5), boris=hurt))
    assert {one.label.split(":")[0] for one in cared.choices} == {"Line 1", "Line 2"}
    staunched = advice(Staunch(patient="boris"), table(HOUSE, anna=anna(medicine=3), boris=hurt))
    assert staunched.best.label == "Medicine: buy none"
    assert {one.given["skill"] for one in staunched.choices} == {"first_aid", "medicine"}


def test_the_dead_are_brought_back_with_the_skill_that_is_likelier_to_do_it() -> None:
    dead = boris()
    dead.conditions["dead"] = Condition("dead", "Dead")
    at = table(HOUSE, anna=anna(first_aid=1, medicine=2), boris=dead)
    found = advice(Reanimate(patient="boris", minutes=1), at)
    assert [one.label for one in found.choices] == ["Medicine", "First aid"]
    assert found.best.value == pytest.approx(chance(Reanimate(patient="boris", minutes=1, skill="medicine"), at))


def test_spirit_counts_for_as_much_as_a_haggle_may_bring() -> None:
    small, large = (
        advice(Haggle(target="boris", least=size, most=2 * size), table(HOUSE, anna=anna(persuasion=1), boris=boris()))
        for size in (10, 1000)
    )
    assert [one.given for one in small.choices] == [one.given for one in large.choices]
    assert bargain(100, 200, 9) - bargain(100, 200, -9) == 350


# -- with others ------------------------------------------------------------------------------------------------------


def party(**more: int) -> Table:
    """Anna, Boris who is no help, and Cora who is."""
    return table(HOUSE, anna=anna(stealth=1, **more), boris=hero("Boris"), cora=hero("Cora", skill={"stealth": 2}))


def chance(command: Command, at: Table) -> float:
    odds = foretell(command, at)
    assert odds is not None
    return 100 * odds.chances[0].probability


@pytest.mark.parametrize(
    "command",
    [
        TestTogether(skill="stealth", difficulty=4),
        TestTogether(skill="stealth", difficulty=3, counted="half", participants=2),
        TestTogether(skill="stealth", against="boris"),
    ],
)
def test_who_helps_is_weighed_with_the_dice_that_are_bought(command: Command) -> None:
    found = advice(command, party())
    helpers = {one.given["helpers"] for one in found.choices}
    able = ["cora"] if getattr(command, "against", "") else ["boris", "cora"]
    assert helpers == set(every_company(able))
    for one in found.choices:
        assert one.shares[0] == pytest.approx(chance(replace(command, **one.given), party()), abs=EXACT)
    assert "cora" in found.best.given["helpers"]


def test_with_one_place_the_best_helper_takes_it() -> None:
    found = advice(TestTogether(skill="stealth", difficulty=4, participants=2), party())
    best = next(one for one in found.choices if not one.given["bought"])
    assert best.given["helpers"] == ("cora",)
    assert best.label == "With Cora: buy none"


def test_of_too_many_who_might_help_nobody_is_weighed() -> None:
    many = {f"n{number}": hero(f"N{number}") for number in range(9)}
    found = advice(TestTogether(skill="stealth"), table(HOUSE, anna=anna(stealth=1), **many))
    assert {tuple(one.given) for one in found.choices} == {("bought",)}


def test_who_rolls_the_second_skill_of_a_group() -> None:
    command = GroupTest(skill="stealth", second_skill="perception", companions=("boris", "cora"), difficulty=1)
    at = table(
        anna=anna(perception=3), boris=hero("Boris", skill={"stealth": 2}), cora=hero("Cora", skill={"stealth": 2})
    )
    found = advice(command, at)
    for one in found.choices:
        assert one.value == pytest.approx(chance(replace(command, **one.given), at), abs=EXACT)
    assert found.best.label == "Everybody rolls both"
    assert found.choices[1].label == "Second skill: Anna"


def test_whose_advice_is_asked_for_a_plan() -> None:
    at = table(HOUSE, anna=anna(tactics=1), boris=hero("Boris"), cora=hero("Cora", skill={"tactics": 3}))
    command = Plan(against="boris")
    found = advice(command, at)
    assert {one.given["advisers"]: one.value for one in found.choices} == pytest.approx(
        {some: chance(replace(command, advisers=some), at) for some in ((), ("cora",))}
    )
    assert [one.label for one in found.choices] == ["With Cora", "Alone"]


def test_who_searches_as_well_brings_it_nearer() -> None:
    found = advice(Search(difficulty=3), table(HOUSE, anna=anna(perception=1), boris=hero("Boris")))
    assert found.best.label == "With Boris"
    mean = {dice: sum(min(3, mos) * share for mos, share in scores_of(dice).items()) for dice in (2, 3)}
    assert [one.value for one in found.choices] == pytest.approx([mean[3], mean[2]])


def scores_of(dice: int) -> dict[int, float]:
    """The chance of each score of ``dice`` d6, face by face."""
    found: dict[int, float] = {}
    for faces in product(range(1, 7), repeat=dice):
        mos = sum(face // 4 for face in faces)
        found[mos] = found.get(mos, 0.0) + 6.0**-dice
    return found


# -- nothing is forgotten ---------------------------------------------------------------------------------------------

#: What leaves dice to choose and is not weighed, and why.
NOT_WEIGHED = {"ranged.clear": "Dice that are kept back from it serve for nothing else, and all are thrown."}


def test_wherever_dice_are_chosen_they_are_weighed() -> None:
    unweighed = {
        kind.name
        for kind in SDA.commands
        if kind.has_odds and {"bought", "dice"} & described_fields(kind).keys() and kind.weighing is Command.weighing
    }
    assert unweighed == set(NOT_WEIGHED)
