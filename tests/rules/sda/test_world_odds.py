"""The odds of the world beyond the fight agree with every way in which the dice can fall."""

from collections import defaultdict
from copy import deepcopy
from dataclasses import replace
from fractions import Fraction

import pytest

from rules.engine.kernel import Command, Condition, Json, Judged, Sheet, foretell
from rules.engine.kernel.commands import perform
from rules.systems.sda.content.hazards import traps
from rules.systems.sda.core.person import against_all
from rules.systems.sda.world import trapping
from rules.systems.sda.world.athletics import Climb, CrossNarrow, Lift
from rules.systems.sda.world.care import Care, Staunch
from rules.systems.sda.world.harm import Fall
from rules.systems.sda.world.illness import MeetDisease, Recover
from rules.systems.sda.world.poisoning import NoticePoison, ResistPoison
from rules.systems.sda.world.recovery import ComeTo, HealNaturally
from rules.systems.sda.world.trapping import SpotTrap, SpringTrap, UnderstandTrap
from rules.systems.sda.world.water import HoldBreath, Swim
from tests.rules.sda.dice_outcomes import FirstThrows, every_way
from tests.rules.sda.tables import hero, table

EXACT = 1e-12
#: Understanding a trap is a test of its own in some houses only.
HOUSE: dict[str, Json] = {"disarming_traps": "two tests, one after the other"}


def wounded() -> Sheet:
    sheet = hero("Boris", skill={"natural_healing": 1})
    sheet.tracks["injury"][0].ticked = {"minor": 1, "bleeding": 1}
    return sheet


def poisoned() -> Sheet:
    sheet = hero("Anna")
    sheet.conditions["slug_spit"] = Condition("slug_spit", "Slug spit", 5)
    return sheet


def ill() -> Sheet:
    sheet = hero("Anna")
    sheet.conditions["pox"] = Condition("pox", "Pox", 14)
    return sheet


def chance_of_verdicts(command: Command, me: Sheet, verdicts: tuple[str, ...]) -> Fraction:
    """How often the first verdict of a command is one of these."""
    shares: dict[bool, Fraction] = defaultdict(Fraction)

    def play(dice: object) -> bool:
        at = table(HOUSE, anna=_copy(me), boris=wounded())
        perform(command, at, dice)  # type: ignore[arg-type]
        judged = [fact for fact in at.facts if isinstance(fact, Judged)]
        return any(fact.verdict in verdicts for fact in judged)

    for share, hit in every_way(play):
        shares[hit] += share
    return shares[True]


def _copy(sheet: Sheet) -> Sheet:
    return deepcopy(sheet)


@pytest.mark.parametrize(
    ("command", "me", "verdicts"),
    [
        (Care(patient="boris"), hero(skill={"medicine": 1}), ("success",)),
        (Care(patient="boris", malus=1), hero(skill={"medicine": 2}), ("success",)),
        (Staunch(patient="boris"), hero(), ("success",)),
        (NoticePoison(poison="slug_spit"), hero(skill={"perception": 1}), ("success",)),
        (NoticePoison(poison="slug_spit", looking=False), hero(skill={"perception": 2}), ("success",)),
        (ResistPoison(poison="slug_spit"), poisoned(), ("success",)),
        (Lift(weight=90), hero(skill={"lifting": 1}), ("success",)),
        (MeetDisease(disease="leprosy"), hero(), ("success",)),
        (Recover(disease="pox", malus=1), ill(), ("success",)),
        (SpotTrap(trap="pit"), hero(skill={"perception": 1}), ("success",)),
        (UnderstandTrap(trap="bear_trap"), hero(skill={"mechanics": 1}), ("success",)),
        (HoldBreath(), hero(), ("success",)),
        (Climb(height=1), hero(), ("success",)),
        (CrossNarrow(length=1, depth=1), hero(), ("success",)),
        (Fall(metres=3, acrobatics=False), hero(), ("unhurt",)),
        (Fall(metres=2), hero(), ("unhurt",)),
        (Fall(metres=2, malus=1), hero(), ("unhurt",)),
    ],
    ids=lambda told: type(told).__name__,
)
def test_a_command_does_what_it_foretold(command: Command, me: Sheet, verdicts: tuple[str, ...]) -> None:
    odds = foretell(command, table(HOUSE, anna=_copy(me), boris=wounded()))
    assert odds is not None
    success = next(chance.probability for chance in odds.chances if chance.name == "success")
    assert success == pytest.approx(float(chance_of_verdicts(command, me, verdicts)), abs=EXACT)
    assert sum(odds.measure) == pytest.approx(1, abs=EXACT)


@pytest.mark.parametrize("luck", [0, 1, 2, 4])
@pytest.mark.parametrize(
    ("command", "chance", "verdict"),
    [(Climb(height=9, grips="flat"), "fall", "failure"), (Swim(malus=2), "success", "success")],
    ids=lambda told: getattr(type(told), "name", told),
)
def test_luck_beyond_a_malus_lets_nobody_fall_or_sink(command: Command, chance: str, verdict: str, luck: int) -> None:
    me = hero(skill={"climbing": 1, "swimming": 1})
    me.memo["climbed"] = 1
    if luck:
        me.conditions["luck"] = Condition("luck", "Lucky", luck)
    odds = foretell(command, table(anna=_copy(me)))
    assert odds is not None
    shown = next(one.probability for one in odds.chances if one.name == chance)
    assert shown == pytest.approx(float(chance_of_verdicts(command, me, (verdict,))), abs=EXACT)


@pytest.mark.parametrize(("gathered", "least"), [(0, 0), (1, -1), (5, -2)])
def test_a_malus_takes_back_no_more_than_was_gathered(gathered: int, least: int) -> None:
    """A day of illness and a roll that wakes lose no more than was gathered before them."""
    pox, sleep = Condition("pox", "Pox", gathered), Condition("unconscious", "Unconscious", gathered)
    ill_one, asleep = hero("Anna"), hero("Anna", attribute={"constitution": 2})
    ill_one.conditions["pox"], asleep.conditions["unconscious"] = pox, sleep
    for command, me, name in ((Recover(disease="pox", malus=2), ill_one, "pox"), (ComeTo(), asleep, "unconscious")):
        odds = foretell(command, table(anna=me))
        assert odds is not None
        assert odds.least == least
        changes = chance_of_change(command, me, name)
        shown = {odds.least + place: share for place, share in enumerate(odds.measure)}
        assert shown == pytest.approx({value: float(changes[value]) for value in shown}, abs=EXACT)
        assert sum(changes[value] for value in shown) == 1


def chance_of_change(command: Command, me: Sheet, name: str) -> dict[int, Fraction]:
    """How likely it is that the level of a condition changes by so much."""

    def play(dice: object) -> int:
        at = table(anna=_copy(me))
        perform(command, at, FirstThrows(dice, 1))  # type: ignore[arg-type]
        return at.sheet("anna").conditions[name].level - me.conditions[name].level

    shares: dict[int, Fraction] = defaultdict(Fraction)
    for share, change in every_way(play):
        shares[change] += share
    return shares


@pytest.mark.parametrize(
    ("trap", "armour"), [("bear_trap", 0), ("bear_trap", 2), ("spring_darts", 1), ("pit", 0)], ids=str
)
def test_a_trap_does_what_it_foretold(trap: str, armour: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Darts with fewer dice than in the book, which can be counted out."""
    weak = {key: replace(one, attack_dice=min(2, one.attack_dice), attack_die=4) for key, one in traps().items()}
    monkeypatch.setattr(trapping, "traps", lambda: weak)
    me = hero()
    if armour:
        me.items["hide"] = against_all(armour)
    command = SpringTrap(trap, metres=3, spikes=True)

    def play(dice: object) -> int:
        at = table(HOUSE, anna=_copy(me))
        perform(command, at, dice)  # type: ignore[arg-type]
        return next(fact.hits for fact in at.facts if isinstance(fact, Judged))

    ticked: dict[int, Fraction] = defaultdict(Fraction)
    for share, boxes in every_way(play):
        ticked[boxes] += share
    odds = foretell(command, table(HOUSE, anna=me))
    assert odds is not None
    assert odds.measure == pytest.approx([float(ticked[boxes]) for boxes in range(len(odds.measure))], abs=EXACT)
    assert sum(ticked[boxes] for boxes in range(len(odds.measure))) == 1


def test_a_needle_leaves_nothing_to_chance() -> None:
    assert foretell(SpringTrap("poison_needle"), table(HOUSE, anna=hero())) is None


def test_a_long_rest_heals_as_foretold() -> None:
    odds = foretell(HealNaturally(), table(boris=wounded()))
    assert odds is not None
    healed: dict[int, Fraction] = defaultdict(Fraction)

    def play(dice: object) -> int:
        at = table(boris=wounded())
        perform(HealNaturally(), at, dice)  # type: ignore[arg-type]
        return next(fact.hits for fact in at.facts if isinstance(fact, Judged))

    for share, boxes in every_way(play):
        healed[boxes] += share
    for boxes, told in enumerate(odds.measure):
        assert told == pytest.approx(float(healed[boxes]), abs=EXACT)


def test_nobody_falls_who_stands_on_the_ground() -> None:
    on_foot, half_way = (foretell(Climb(height=9, malus=2), table(HOUSE, anna=climber(metres))) for metres in (0, 4))
    assert on_foot is not None
    assert half_way is not None
    assert [one.name for one in on_foot.chances] == ["success"]
    assert [one.name for one in half_way.chances] == ["success", "fall"]


def climber(metres: int) -> Sheet:
    sheet = hero(skill={"climbing": 1})
    sheet.memo["climbed"] = metres
    return sheet
