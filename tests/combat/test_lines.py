"""Lines on the board: who draws them, who sees them, and what the chronicle makes of them."""

import pytest

from campaigns.chronicle.verify import faults
from campaigns.models import Campaign, Membership
from campaigns.play.undo import redo, undo
from rules import registry
from tests.combat.conftest import Fight, client_of
from winterhall.accounts.models import User

GAMES = [one.slug for one in registry.SYSTEMS if "board.draw" in {command.name for command in one.commands}]
WALL = {"kind": "wall", "x": -15, "y": 25, "to_x": 15, "to_y": 25}
KEY = "-15,25,15,25"


def page(fight: Fight, who: Membership, more: str = "") -> str:
    answer = client_of(who).get(f"{fight.address}{more}")
    assert answer.status_code == 200, answer.content[:300]
    return answer.content.decode()


@pytest.mark.parametrize("game", GAMES)
def test_everybody_sees_what_the_game_master_draws_and_nobody_else_draws(fight: Fight) -> None:
    cast = fight.cast
    fight.do("board.draw", **WALL)
    for who in (cast.gm, cast.anna, cast.olga):
        assert f'data-line="{KEY}"' in page(fight, who)
    assert f'data-line="{KEY}"' in page(fight, cast.gm, "?view=projector")
    assert "data-drawing" in page(fight, cast.gm)
    assert "data-drawing" not in page(fight, cast.anna) + page(fight, cast.gm, "?view=projector")


def sent(fight: Fight, who: Membership | User, command: str, **choices: object) -> int:
    form = {f"with-{name}": str(value) for name, value in choices.items()}
    form |= {"command": command, "encounter": fight.encounter.public_id, "actor": ""}
    where = f"/campaigns/{fight.cast.campaign.public_id}/perform/"
    return client_of(who).post(where, form).status_code


def test_only_the_game_master_draws_turns_doors_and_takes_lines_away(fight: Fight) -> None:
    cast = fight.cast
    draws = {who: sent(fight, getattr(cast, who), "board.draw", **WALL | {"kind": "door"}) for who in ("anna", "olga")}
    assert draws == {"anna": 403, "olga": 403}
    assert sent(fight, cast.stranger, "board.draw", **WALL) == 404
    assert sent(fight, cast.gm, "board.draw", **WALL | {"kind": "door"}) == 200
    assert [sent(fight, one, "board.door", door=KEY, opened="on") for one in (cast.anna, cast.gm)] == [403, 200]
    assert sent(fight, cast.gm, "board.door", door=KEY, opened="on") == 422
    assert [sent(fight, one, "board.erase", line=KEY) for one in (cast.anna, cast.gm)] == [403, 200]
    assert sent(fight, cast.gm, "board.erase", line=KEY) == 422


def test_a_line_is_undone_and_redone_and_the_chronicle_holds(fight: Fight) -> None:
    drawn = fight.do("board.draw", **WALL)
    undo(fight.cast.gm, drawn.public_id)
    assert not fight.state.barriers
    redo(fight.cast.gm, drawn.public_id)
    assert KEY in fight.state.barriers
    assert faults(Campaign.objects.get(pk=fight.cast.campaign.pk)) == []


def test_players_read_that_a_door_opens_and_not_that_there_is_a_line(fight: Fight) -> None:
    fight.do("board.draw", **WALL | {"kind": "door"})
    fight.do("board.door", door=KEY)
    assert "A door opens." in page(fight, fight.cast.anna)


def test_a_wall_goes_up_in_words_and_is_no_result(fight: Fight) -> None:
    """Whoever watches the last blow keeps it in sight: the page passes over lines that tell of the board alone."""
    fight.do("board.draw", **WALL)
    seen = page(fight, fight.cast.anna)
    assert "A wall goes up." in seen
    assert "Draw a line." not in seen
    fight.do("board.erase", line=KEY)
    seen = page(fight, fight.cast.anna)
    assert "A line is removed from the board." in seen
    assert seen.count("log__line--drawn") == 2
