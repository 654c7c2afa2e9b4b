"""The odds of tests, contests and groups, held against counting every way in which the dice can fall."""

from itertools import product
from math import prod

import pytest

from tests.rules.fortune.tables import chance, hero, odds, table

FACES = range(1, 21)
NAMES = ("failure", "mixed", "success")


def _outcome(face: int, plus: int, success: int, failure: int) -> str:
    if face == 1:
        return "failure"
    if face == 20 or face + plus >= success:
        return "success"
    return "mixed" if face + plus >= failure else "failure"


def _counted(kept, plus: int, success: int, failure: int) -> dict[str, float]:  # type: ignore[no-untyped-def]
    """The shares of the outcomes over all 400 pairs, where ``kept`` picks the die that counts."""
    found = dict.fromkeys(NAMES, 0)
    for first, second in product(FACES, FACES):
        found[_outcome(kept(first, second), plus, success, failure)] += 1
    return {name: count / 400 for name, count in found.items()}


@pytest.mark.parametrize("heart", [-2, 0, 3, 5])
@pytest.mark.parametrize(("success", "failure"), [(15, 10), (10, 5), (22, 4), (2, 1), (15, 15)])
@pytest.mark.parametrize(
    ("circumstance", "favour", "kept"),
    [
        ("plain", "", lambda a, b: a),
        ("favour", "", max),
        ("misfortune", "", min),
        ("misfortune", "cancel", lambda a, b: a),
        ("favour", "fails", max),
        ("misfortune", "short", min),
    ],
)
def test_every_way_to_roll_is_all_400_pairs(circumstance, favour, kept, heart, success, failure) -> None:  # type: ignore[no-untyped-def]
    at = table(rook=hero(favour=1, heart=heart))
    told = odds(
        at,
        "rook",
        "test.roll",
        stat="heart",
        success=success,
        below=success - failure,
        circumstance=circumstance,
        favour=favour,
    )
    for name, share in _counted(kept, heart, success, failure).items():
        assert chance(told, name) == pytest.approx(share, abs=1e-12)


@pytest.mark.parametrize("heart", [-2, 1, 5])
@pytest.mark.parametrize(("favour", "wanted"), [("fails", ("failure",)), ("short", ("failure", "mixed"))])
def test_favour_spent_after_the_first_die_is_all_400_pairs(heart: int, favour: str, wanted: tuple[str, ...]) -> None:
    at = table(rook=hero(favour=1, heart=heart))
    told = odds(at, "rook", "test.roll", stat="heart", success=15, favour=favour)

    def kept(first: int, second: int) -> int:
        return max(first, second) if _outcome(first, heart, 15, 10) in wanted else first

    for name, share in _counted(kept, heart, 15, 10).items():
        assert chance(told, name) == pytest.approx(share, abs=1e-12)
    spent = sum(_outcome(first, heart, 15, 10) in wanted for first in FACES) / 20
    assert chance(told, "spent") == pytest.approx(spent, abs=1e-12)


def test_favour_and_misfortune_cancel_each_other() -> None:
    rook = hero(heart=2)
    rook.ranks["feature"]["academic"] = 1
    at = table(rook=rook)
    told = odds(at, "rook", "test.roll", stat="heart", purpose="research", circumstance="misfortune")
    for name, share in _counted(lambda a, b: a, 2, 15, 10).items():
        assert chance(told, name) == pytest.approx(share, abs=1e-12)


# -- contests ----------------------------------------------------------------------------------------------------------


def _won(mine: int, plus: int, theirs: int, their_plus: int) -> str:
    if mine != theirs and (mine in (1, 20) or theirs in (1, 20)):
        return "success" if mine == 20 or (theirs == 1 and mine != 20) else "failure"
    ahead = mine + plus - theirs - their_plus
    return "success" if ahead > 5 else "failure" if ahead < -5 else "mixed"


@pytest.mark.parametrize("theirs", [-2, 0, 4])
def test_a_contest_is_all_400_pairs(theirs: int) -> None:
    at = table(rook=hero(mettle=3), boris=hero("Boris", mettle=theirs))
    told = odds(at, "rook", "test.contest", stat="mettle", against=["boris"])
    for name in NAMES:
        share = sum(_won(a, 3, b, theirs) == name for a, b in product(FACES, FACES)) / 400
        assert chance(told, name) == pytest.approx(share, abs=1e-12)


@pytest.mark.parametrize(("favour", "wanted"), [("fails", ("failure",)), ("short", ("failure", "mixed"))])
def test_favour_in_a_contest_is_all_8000_threes(favour: str, wanted: tuple[str, ...]) -> None:
    at = table(rook=hero(favour=1, mettle=3), boris=hero("Boris", mettle=1))
    told = odds(at, "rook", "test.contest", stat="mettle", against=["boris"], favour=favour)
    found = dict.fromkeys(NAMES, 0)
    for first, second, theirs in product(FACES, FACES, FACES):
        now = _won(first, 3, theirs, 1)
        found[_won(max(first, second), 3, theirs, 1) if now in wanted else now] += 1
    for name in NAMES:
        assert chance(told, name) == pytest.approx(found[name] / 8000, abs=1e-12)


def test_a_contest_of_three_is_won_against_both() -> None:
    at = table(rook=hero(mettle=3), boris=hero("Boris", mettle=1), mira=hero("Mira", mettle=-2))
    told = odds(at, "rook", "test.contest", stat="mettle", against=["boris", "mira"])
    won = sum(
        _won(a, 3, b, 1) == "success" and _won(a, 3, c, -2) == "success" for a, b, c in product(FACES, FACES, FACES)
    )
    assert chance(told, "success") == pytest.approx(won / 8000, abs=1e-12)


# -- groups ------------------------------------------------------------------------------------------------------------


def test_a_group_is_every_way_in_which_its_members_may_end() -> None:
    stats = {"rook": 3, "boris": 0, "mira": -2, "ilse": 1}
    at = table(**{who: hero(who, agility=agility) for who, agility in stats.items()})
    told = odds(at, "rook", "test.group", stat="agility", success=13, below=5, others=["boris", "mira", "ilse"])
    each = [_counted(lambda a, b: a, agility, 13, 8) for agility in stats.values()]
    found = dict.fromkeys(NAMES, 0.0)
    for ends in product(NAMES, repeat=4):
        passed, failed, mixed = (ends.count(name) for name in ("success", "failure", "mixed"))
        over = abs(passed - failed) > mixed
        verdict = ("success" if passed > failed else "failure") if over else "mixed"
        found[verdict] += prod(one[end] for one, end in zip(each, ends, strict=True))
    for name in NAMES:
        assert chance(told, f"group_{name}") == pytest.approx(found[name], abs=1e-12)
