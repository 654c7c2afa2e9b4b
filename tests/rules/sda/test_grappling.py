"""Odds and play in a grapple: counted over every throw, and what a hold does to whoever is in it."""

from collections.abc import Sequence
from copy import deepcopy
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rules.engine.kernel import Condition, Judged, NotNow, Refused, Throw
from rules.systems.sda.fight.moves import hit_effects, holds
from rules.systems.sda.system import SDA
from tests.rules.sda.fights import Fight, fighter

D6 = range(1, 7)


def grappled(*, brawling: int = 3, house_rules: dict[str, Any] | None = None, **theirs: int) -> Fight:
    """Rook holds Boris, and Boris acts."""
    rook, boris = fighter("Rook", brawling=brawling), fighter("Boris", **{"brawling": brawling, **theirs})
    fight = Fight(rook=rook, boris=boris, house_rules=house_rules).on(boris=2, rook=1)
    fight.does("", "fight.place", combatant="boris", x=0, y=1, facing=180)
    table = fight.table("")
    holds.grapple(table, "rook", "boris")
    fight._keep(table)
    return fight


def choked(difficulty: int, *, resist: int = 0, constitution: int = 6) -> Fight:
    """Rook chokes Boris, whose turn has just begun."""
    fight = grappled(resist_fatigue=resist, constitution=constitution)
    table = fight.table("")
    for _ in range(difficulty):
        hold = holds.hold_of(table, "rook")
        assert hold
        (holds.choke_on if hold.choke else holds.choke)(table, hold)
    fight._keep(table)
    fight.does("", "fight.next")
    fight.does("", "fight.next")
    return fight


def named(fight: Fight, who: str, command: str, **chosen: Any) -> dict[str, float]:
    return {chance.name: chance.probability for chance in fight.odds(who, command, **chosen).chances}


def _mos(faces: tuple[int, ...]) -> int:
    return sum(face // 4 for face in faces)


# -- the malus -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dice", [1, 2, 3, 4])
def test_the_attack_of_whoever_is_held_counts_a_success_less(dice: int) -> None:
    odds = grappled().odds("boris", "melee.attack", target="rook", dice=dice)
    throws = [max(0, _mos(faces) - 1) for faces in product(D6, repeat=dice)]
    for value, probability in enumerate(odds.measure):
        assert probability == pytest.approx(throws.count(value) / len(throws))


@pytest.mark.parametrize(("attack", "defence"), [(1, 1), (2, 1), (2, 2), (2, 0)])
def test_the_defence_of_whoever_is_held_is_what_every_throw_gives(attack: int, defence: int) -> None:
    fight = grappled()
    fight.does("", "fight.next")
    fight.does("rook", "melee.attack", target="boris", dice=attack)
    odds = fight.odds("boris", "melee.defend", dice=defence)
    hits: dict[int, Fraction] = {}
    for mine in product(D6, repeat=attack):
        for theirs in product(D6, repeat=defence):
            excess = max(0, 1 - _mos(theirs))
            for granted in product(D6, repeat=excess):
                share = Fraction(1, 6 ** (attack + defence + excess))
                margin = max(0, _mos(mine) + _mos(granted) - max(0, _mos(theirs) - 1))
                hits[margin] = hits.get(margin, Fraction()) + share
    for value, probability in enumerate(odds.measure):
        assert probability == pytest.approx(float(hits.get(value, Fraction())))


def test_the_sheet_says_who_takes_the_success() -> None:
    fight = grappled()
    shown = SDA.explain(fight.sheets["boris"], "skill.brawling", {})
    assert shown.value == "4d6 −1"
    assert ("Held", "−1 MoS", "SDA-233") in [(part.label, part.value, part.rule) for part in shown.parts]
    assert SDA.explain(fight.sheets["boris"], "skill.perception", {}).value == "1d6"


# -- the fight for breath --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("difficulty", "resist", "constitution"), [(1, 0, 6), (1, 2, 6), (2, 2, 6), (3, 1, 8), (2, 0, 4), (2, 1, 3)]
)
def test_holding_out_is_as_likely_as_every_throw_says(difficulty: int, resist: int, constitution: int) -> None:
    fight = choked(difficulty, resist=resist, constitution=constitution)
    told = named(fight, "boris", "grapple.hold_out")
    first = _Loaded(())
    _breath(fight, first)
    throws = list(product(*(range(1, sides + 1) for sides in first.sides)))
    awake = sum(_breath(fight, _Loaded(faces)) == "success" for faces in throws)
    assert told["holds"] == pytest.approx(awake / len(throws))
    failed = sum(not _mos(faces) for faces in throws)
    assert told["complete_failure"] == pytest.approx(failed / len(throws))


class _Loaded:
    """Dice of which the first throw is as given, and all others show their highest faces."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        self.faces = faces
        self.sides: tuple[int, ...] = ()

    def roll(self, who: str, sides: Sequence[int]) -> Throw:
        if self.sides or not self.faces:
            self.sides = self.sides or tuple(sides)
            return Throw(tuple(sides))
        self.sides = tuple(sides)
        return Throw(self.faces)


def _breath(fight: Fight, dice: _Loaded) -> str:
    happened = deepcopy(fight).does("boris", "grapple.hold_out", dice)
    return next(fact.verdict for fact in happened if isinstance(fact, Judged))


def test_the_grappler_reads_how_soon_the_other_may_fall() -> None:
    """A d6 holds out against 1 with half of its faces; two of them with three quarters of their throws."""
    for resist, falls in ((0, 1 / 2), (1, 1 / 4)):
        fight = grappled(resist_fatigue=resist)
        fight.does("", "fight.next")
        fight.does("rook", "melee.attack", target="boris", dice=4)
        fight.rolls("boris", "melee.defend", {"rook": [4, 4, 4, 1], "boris": [4]}, dice=1)
        assert named(fight, "rook", "grapple.choke") == {"unconscious": pytest.approx(falls)}


def test_each_breath_is_harder_and_the_odds_say_so() -> None:
    chances = [named(choked(difficulty, resist=2), "boris", "grapple.hold_out")["holds"] for difficulty in (1, 2, 3, 4)]
    assert chances == pytest.approx([7 / 8, 4 / 8, 1 / 8, 0])


# -- the state -------------------------------------------------------------------------------------------------------


def test_only_what_is_possible_is_offered() -> None:
    """Every use on its side of the hold, with hits enough for it."""
    for hits, held, holder in (
        (1, {"grapple.turn"}, {"grapple.move"}),
        (2, {"grapple.turn"}, {"grapple.move", "grapple.throw"}),
        (3, {"grapple.turn"}, {"grapple.move", "grapple.throw", "grapple.choke"}),
    ):
        table = grappled().table("")
        assert set(hit_effects.uses_now(table, _known("boris", "rook", hits))) == held
        assert set(hit_effects.uses_now(table, _known("rook", "boris", hits))) == holder
    free = Fight(rook=fighter("Rook"), boris=fighter("Boris")).on(rook=2, boris=1)
    free.does("", "fight.place", combatant="boris", x=0, y=1, facing=180)
    assert hit_effects.uses_now(free.table(""), _known("rook", "boris", 3)) == ("grapple.take",)
    assert hit_effects.uses_now(free.table(""), _known("rook", "boris", 1)) == ()


def _known(winner: str, loser: str, hits: int) -> dict[str, Any]:
    return {
        "winner": winner,
        "loser": loser,
        "hits": hits,
        "skill": "brawling",
        "weapon": "unarmed",
        "attacker": winner,
        "both": False,
    }


def test_every_reason_is_a_sentence() -> None:
    table = grappled().table("")
    for use in hit_effects.USES:
        for known in (_known("boris", "rook", 0), _known("rook", "boris", 0), _known("rook", "boris", 9)):
            for skill in ("brawling", "polearms"):
                against = hit_effects.why_not(table, {**known, "skill": skill}, use)
                assert not against or (against[0].isupper() and against.endswith("."))


def test_a_rider_is_not_choked_from_the_ground_and_costs_a_hit_more() -> None:
    fight = Fight(rook=fighter("Rook", brawling=4), boris=fighter("Boris"), horse=SDA.creature("horse_riding"))
    fight.on(rook=2, boris=1)
    fight.sheets["boris"].conditions["mounted"] = Condition("mounted", "Mounted", 0, "horse")
    fight.does("", "fight.place", combatant="boris", x=0, y=1, facing=180)
    fight.does("", "fight.place", combatant="horse", x=0, y=1, facing=180)
    table = fight.table("")
    assert hit_effects.least(table, _known("rook", "boris", 3), hit_effects.GRAPPLE) == 3
    assert hit_effects.price(table, _known("rook", "boris", 3), hit_effects.GRAPPLE) == 1
    too_few = hit_effects.why_not(table, _known("rook", "boris", 2), hit_effects.GRAPPLE)
    assert too_few == "That costs 3 hits; you have 2."
    holds.grapple(table, "rook", "boris")
    assert "is mounted" in hit_effects.why_not(table, _known("rook", "boris", 9), hit_effects.CHOKE)
    assert hit_effects.price(table, _known("boris", "rook", 1), hit_effects.TURN) == 1


def test_a_hold_that_somebody_ended_by_hand_has_ended() -> None:
    fight = choked(1)
    fight.does("boris", "sheet.condition", condition="choked", on=False)
    table = fight.table("")
    hold = holds.hold_of(table, "rook")
    assert hold is not None
    assert not hold.choke
    holds.settle(table)
    assert table.words(fight.sheets["rook"].conditions["grappling"].label) == "Holds Boris"


def test_what_is_not_offered_is_refused() -> None:
    fight = grappled()
    with pytest.raises(NotNow, match="no hits to spend"):
        fight.does("boris", "grapple.turn", ask="boris/1")
    with pytest.raises(NotNow, match="Nobody is choking you"):
        fight.does("boris", "grapple.hold_out", ask="boris/1")
    with pytest.raises(Refused, match="choose from Rook"):
        fight.does("boris", "melee.attack", target="boris", dice=1)


def test_without_spirit_nobody_holds_out() -> None:
    fight = choked(1)
    fight.sheets["boris"].resources["spirit"].now = 0
    odds = fight.odds("boris", "grapple.hold_out")
    assert odds.sentence == "0 dice against 1: no chance to hold out"
    fight.does("boris", "grapple.hold_out")
    assert fight.sheets["boris"].has("unconscious")
