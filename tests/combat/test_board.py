"""The board and the ladder, where several stand on one spot, and the ground that somebody can still cover."""

from itertools import combinations
from math import hypot

import pytest

from campaigns.audience.viewers import Viewer
from campaigns.log import sentences
from campaigns.models import Campaign
from combat.table import board, ladder, spots
from rules.engine.kernel import Combatant, Encounter, Moved, Rung
from rules.engine.system.protocol import System
from rules.registry import SYSTEMS

SYSTEM = SYSTEMS[0]
GM = Viewer(is_gm=True)


def _fight(**budgets: int) -> Encounter:
    """Rook on the same spot as Ember, who has no rung; Boris by himself. It is Rook's turn."""
    ladder_of = [Rung("rook/whole", "rook", 5, "whole"), Rung("boris/whole", "boris", 2, "whole")]
    there = {
        "boris": Combatant("foes", x=9.0),
        "ember": Combatant("party", x=2.0, y=1.0),
        "rook": Combatant("party", x=2.0, y=1.0, budgets=budgets),
    }
    return Encounter(stage="fighting", round=1, turn="rook/whole", ladder=ladder_of, combatants=there)


def _board(fight: Encounter, actor: str = "rook", system: System = SYSTEM) -> board.Board:
    sheets = {who: SYSTEM.fresh_sheet(who.title()) for who in fight.combatants}
    return board.board_of(fight, sheets, frozenset(), frozenset(), actor, Campaign(system_slug=system.slug))


def test_two_on_one_spot_are_drawn_beside_each_other_on_ground_that_they_share() -> None:
    drawn = _board(_fight())
    across = {token.who: float(token.across) for token in drawn.tokens}
    assert across["rook"] - across["ember"] == pytest.approx(spots.ASIDE)
    assert (across["rook"] + across["ember"]) / 2 == pytest.approx(2.0)
    assert across["boris"] == 9.0
    assert [(crowd.x, crowd.y, crowd.count) for crowd in drawn.crowds] == [(2.0, 1.0, 2)]
    assert float(drawn.crowds[0].width) == pytest.approx(spots.ASIDE + 2 * board.ROOM)


def test_nobody_is_ever_drawn_on_top_of_somebody_else() -> None:
    """Seven on one spot, with others all around it; a little aside counts as well."""
    fight = _fight()
    fight.combatants |= {f"c{each}": Combatant("foes", x=5.0, y=5.0) for each in range(7)}
    fight.combatants |= {"east": Combatant("foes", x=6.0, y=5.0), "by": Combatant("foes", x=5.0, y=5.3)}
    drawn = [(float(token.across), float(token.down)) for token in _board(fight).tokens]
    apart = [hypot(one[0] - two[0], one[1] - two[1]) for one, two in combinations(drawn, 2)]
    assert min(apart) >= spots.NEAR
    moved = next(token for token in _board(fight).tokens if token.spot and token.spot[1] != token.y)
    assert moved.tether


def test_tokens_bear_pictures_else_figures_and_a_number_where_several_are_of_one_kind() -> None:
    fight = _fight()
    fight.combatants |= {"rook 2": Combatant("foes", x=12.0)}
    drawn = board.with_faces(_board(fight), {"rook": "its-picture"}, {"rook": "person", "ember": "horse"})
    faces = {one.who: (one.picture, one.figure, one.number) for one in drawn.tokens}
    assert faces["rook"] == ("its-picture", "person", "1")
    assert faces["ember"] == ("", "horse", "")
    assert faces["rook 2"] == ("", "", "2")


def test_equal_foes_are_told_apart_by_number_and_others_by_initials() -> None:
    names = {"a": "Skeleton", "b": "Skeleton 2", "c": "Goblin Scout", "d": "Goblin Scout 2", "e": "Rook"}
    assert spots.marks(names) == {"a": "S1", "b": "S2", "c": "GS1", "d": "GS2", "e": "Ro"}


@pytest.mark.parametrize(
    ("system", "budget", "metres"),
    [(system, *stride) for system in SYSTEMS for stride in system.strides.items()],
    ids=lambda told: getattr(told, "slug", None),
)
def test_the_board_shows_how_far_whoever_acts_can_still_go(system: System, budget: str, metres: float) -> None:
    stride = _board(_fight(**{budget: 4}), system=system).stride
    assert stride is not None
    assert (stride.across, stride.down, stride.radius) == ("2", "-1", f"{4 * metres:g}")


#: How far it is 7 m east and 1 m south in each game: straight, by squares, or in feet begun.
FAR = {"sda": "7.1", "dragonbane": "7", "kaos": "5", "grim": "7", "fortune": "24"}


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda one: one.slug)
def test_distances_are_said_in_the_unit_of_the_game(system: System) -> None:
    drawn = _board(_fight(), system=system)
    boris = next(token for token in drawn.tokens if token.who == "boris")
    assert (drawn.unit, boris.distance) == (system.unit, FAR.get(system.slug, system.unit.of(7.1)))
    told = sentences.sentence(Moved("boris", 9, 1.5, 0), {"boris": "Boris"}, system)
    there = f"{system.unit.of(9)} {system.unit.sign} east, {system.unit.of(1.5)} {system.unit.sign} north"
    assert there in str(told)


def test_games_of_yards_feet_and_squares_say_so() -> None:
    units = {system.unit.sign: system.unit.of(3) for system in SYSTEMS}
    assert units == {"m": "3", "yd": "3", "ft": "10", "sq": "2"}


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda one: one.slug)
def test_the_ground_that_is_left_is_counted_as_distances_are(system: System) -> None:
    """One unit on a page: nobody has "4 squares to move" to a foe who is 6 metres away."""
    assert [system.budgets[name][1].split()[0] for name in system.strides] == [system.unit.plural] * len(system.strides)
    assert all(metres == system.unit.metres for metres in system.strides.values())


def test_nobody_else_and_nobody_without_a_step_left_has_ground_to_cover() -> None:
    assert _board(_fight(metres=15), actor="boris").stride is None
    assert _board(_fight(metres=0)).stride is None


def test_whoever_has_no_rung_stands_beneath_whoever_is_on_the_same_spot() -> None:
    fight = _fight()
    sheets = {who: SYSTEM.fresh_sheet(who.title()) for who in fight.combatants}
    assert [place.who for place in ladder.places(fight, sheets, SYSTEM, GM)] == ["rook", "ember", "boris"]
    fight.combatants["ember"].x = 3.0
    assert [place.who for place in ladder.places(fight, sheets, SYSTEM, GM)] == ["rook", "boris", "ember"]


def test_on_hexagons_everybody_looks_at_a_corner_and_the_ground_is_a_comb() -> None:
    fight = _fight()
    fight.combatants["boris"].facing = 95
    drawn = board.on_hexagons(_board(fight))
    assert drawn.hexagons
    assert {token.who: token.facing for token in drawn.tokens} == {"boris": 120, "ember": 0, "rook": 0}
    # A hexagon is as wide as a square, and two rows of them are as high as three of its edges.
    assert (drawn.comb.width, drawn.comb.height) == ("1", "1.7321")
    assert drawn.comb.outline.count("V") == 2


def test_only_houses_that_play_on_hexagons_have_them() -> None:
    assert [system.slug for system in SYSTEMS if system.hexagons({})] == []
    assert SYSTEM.hexagons({"grid": "hexagons"})


def test_what_is_in_view_is_held_and_grows_only_for_tokens_outside() -> None:
    drawn = _board(_fight())
    wide = "-20 -9 45 18 0"
    held = board.held_in_view(drawn, wide)
    assert (held.view, held.is_held) == (wide, True)
    assert board.held_in_view(drawn, drawn.view) == drawn
    grown = board.held_in_view(drawn, "-5 -5 10 10 0")
    assert (grown.left, grown.top, grown.height) == (-5, -5, 10)
    assert grown.left + grown.width == 9 + board.MARGIN


@pytest.mark.parametrize(
    "view",
    [
        "",
        "all of it",
        "0 0 10 10",
        "99999 0 10 10 0",
        "-200 0 400 10 0",
        "1e9 0 10 10 0",
        "0 0 10 10 20",
    ],
)
def test_a_view_of_no_use_or_of_another_picture_shows_everything(view: str) -> None:
    drawn = _board(_fight())
    assert board.held_in_view(drawn, view) == drawn
