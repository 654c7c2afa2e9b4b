"""The path to a place on the board: what is said of it before anybody takes a step, and to whom."""

import re
from collections.abc import Mapping
from math import hypot

import pytest

from campaigns.models import Campaign, Membership
from characters.models import Character
from combat.table.path import NO_WAY
from rules import registry
from rules.engine.kernel import Combatant, Place, described_fields
from tests.combat.conftest import CANARY, Fight, client_of
from tests.combat.test_advice import ADVISING, improve

GAMES = [system.slug for system in registry.SYSTEMS]
#: Games in which somebody walks on their turn.
WITH_STEPS = [
    system.slug
    for system in registry.SYSTEMS
    if any(one.place is Place.TURN and {"x", "y"} <= described_fields(one).keys() for one in system.commands)
]


#: Places before, beside and behind the foe.
PLACES = ((0, 2), (2, 5), (0, 8))
#: Metres of a path that every game allows, to where nobody stands.
STEP = 2
#: The most straight legs of the way round a short wall.
MOST_LEGS = 4


def asked(fight: Fight, who: Character | str, x: int, y: int, by: Membership | None = None, more: str = "") -> str:
    """The answer to whoever asks for a path (the game master, if nobody is named)."""
    name = who if isinstance(who, str) else who.public_id
    answer = client_of(by or fight.cast.gm).get(f"{fight.address}path/?as={name}&x={x}&y={y}{more}")
    assert answer.status_code == 200, answer.content.decode()[:500]
    return answer.content.decode()


def sent(text: str) -> dict[str, str]:
    """The fields of the form that goes there."""
    return dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', text))


def ground_left(stands: Combatant, strides: Mapping[str, float]) -> float:
    """The metres that somebody can still go."""
    return sum(stands.budgets.get(name, 0) * worth for name, worth in strides.items())


def far_in(text: str) -> float:
    """The length of a path that is told."""
    found = re.search(r'data-far="([\d.]+) ', text)
    assert found, text
    return float(found[1])


def come_to(fight: Fight, who: Character) -> Combatant:
    """Carry the fight on until it is somebody's turn; where they stand."""
    for _ in range(9):
        fight.onward()
        if fight.state.current and acting(fight) == who:
            break
    return fight.state.combatants[who.public_id]


def acting(fight: Fight) -> Character:
    return Character.objects.get(public_id=fight.state.current.who)


@pytest.mark.parametrize("game", WITH_STEPS)
def test_a_path_says_its_length_and_its_form_goes_there(fight: Fight) -> None:
    fight.onward()
    actor = acting(fight)
    was = fight.state.combatants[actor.public_id]
    text = asked(fight, actor, round(was.x), round(was.y) + (STEP if was.y > 0 else -STEP))
    unit = fight.cast.campaign.system.unit
    assert re.search(rf'data-far="[\d.]+ {unit.sign}"', text), text
    answer = client_of(fight.cast.gm).post(f"/campaigns/{fight.cast.campaign.public_id}/perform/", sent(text))
    assert answer.status_code == 200, answer.content
    assert fight.state.asks or fight.state.combatants[actor.public_id].y != was.y


@pytest.mark.parametrize("game", WITH_STEPS)
def test_a_path_that_is_too_far_is_refused_in_words_of_the_rules(fight: Fight) -> None:
    fight.onward()
    text = asked(fight, acting(fight), 400, 0)
    assert "data-path-form" not in text
    assert re.search(r'data-refused="[^"]*\d', text), text


@pytest.mark.parametrize("game", WITH_STEPS)
def test_nobody_walks_through_a_wall_or_a_door_that_is_shut(fight: Fight) -> None:
    fight.onward()
    actor = acting(fight)
    was = fight.state.combatants[actor.public_id]
    back = -1 if was.y <= 0 else 1
    there = round(was.x), round(was.y) + STEP * back
    # Farther than anybody goes round it.
    wall = {"x": -4000, "to_x": 4000}
    beyond = round(was.y) * 10 + 7 * back
    fight.do("board.draw", kind="door", y=beyond, to_y=beyond, **wall)
    assert NO_WAY in asked(fight, actor, *there)
    fight.do("board.door", door=next(iter(fight.state.barriers)))
    assert "data-path-form" in asked(fight, actor, *there)
    fight.do("board.draw", kind="wall", y=beyond, to_y=beyond, **wall)
    form = {**sent(asked(fight, actor, *there, more="&put=1")), "command": "turn.move"}
    assert NO_WAY in asked(fight, actor, *there)
    assert form["with-combatant"] == actor.public_id, "the game master puts people anywhere"


@pytest.mark.parametrize("game", WITH_STEPS)
def test_a_way_leads_round_the_end_of_a_wall_and_the_rules_charge_its_length(fight: Fight) -> None:
    fight.onward()
    actor = acting(fight)
    was = fight.state.combatants[actor.public_id]
    back = -1 if was.y <= 0 else 1
    beyond = round(was.y) * 10 + 7 * back
    there = round(was.x), round(was.y) + STEP * back
    straight = asked(fight, actor, *there)
    fight.do("board.draw", kind="wall", x=round(was.x) * 10 - 5, to_x=round(was.x) * 10 + 5, y=beyond, to_y=beyond)
    text = asked(fight, actor, *there)
    assert "data-course" in text
    assert "data-course" not in straight
    # On squares of which a diagonal counts as one, a way round may be no longer.
    is_longer = "data-by-squares" not in client_of(fight.cast.gm).get(fight.address).content.decode()
    assert far_in(text) - far_in(straight) > (0 if is_longer else -1)
    legs = 0
    for _ in range(MOST_LEGS):
        if fight.state.asks or "data-path-form" not in text:
            break
        legs += 1
        answer = client_of(fight.cast.gm).post(f"/campaigns/{fight.cast.campaign.public_id}/perform/", sent(text))
        assert answer.status_code == 200, answer.content
        text = asked(fight, actor, *there)
    now = fight.state.combatants[actor.public_id]
    strides = fight.cast.campaign.system.strides
    assert fight.state.asks or hypot(now.x - there[0], now.y - there[1]) <= 1, text
    assert fight.state.asks or not strides or ground_left(was, strides) - ground_left(now, strides) > STEP
    if legs > 1 and not fight.state.asks:
        tells_all_of_it(fight)


@pytest.mark.parametrize("game", [game for game in WITH_STEPS if registry.system_named(game).strides])
def test_a_way_round_that_is_longer_than_what_is_left_is_refused_whole(fight: Fight) -> None:
    """Whether or not somebody may react on it: nobody is led to its corner and left there."""
    fight.onward()
    actor = acting(fight)
    was, system = fight.state.combatants[actor.public_id], fight.cast.campaign.system
    back = -1 if was.y <= 0 else 1
    beyond, far = round(was.y) * 10 + 7 * back, round(ground_left(was, system.strides) * 10)
    fight.do("board.draw", kind="wall", x=round(was.x) * 10 - far, to_x=round(was.x) * 10 + far, y=beyond, to_y=beyond)
    text = asked(fight, actor, round(was.x), round(was.y) + STEP * back)
    if "data-course" in text:
        return  # Of this game one move goes all the way round.
    assert "data-path-form" not in text
    assert f"you have {system.unit.of(ground_left(was, system.strides))} {system.unit.sign} left." in text


def tells_all_of_it(fight: Fight) -> None:
    """The result of a walk in legs has the length of all of them, for whoever loads the page or has it."""
    page = client_of(fight.cast.gm).get(fight.address).content.decode()
    result, log = (page.partition(mark)[2] for mark in ("data-result>", 'data-part="log"'))
    if "log__fold--dice" in log.partition("moves")[2].partition("data-break")[0]:
        return  # Whoever has evaded somebody on the way has more to tell.
    walk = re.search(r"<template data-walk>(.*?)</template>", log, re.DOTALL)
    assert walk, log[:2000]
    listed = re.sub(r"<template.*?</template>", "", log, flags=re.DOTALL)
    legs = [float(found) for found in re.findall(r"moves ([\d.]+) ", listed)]
    for told in (walk[1], result.partition("</div>")[0]):
        sums = re.findall(r"moves ([\d.]+) ", told)
        assert [float(one) for one in sums] == [pytest.approx(sum(legs), abs=0.05)]


@pytest.mark.parametrize("game", WITH_STEPS)
def test_a_way_tells_players_nothing_of_a_wall_in_the_fog(fight: Fight) -> None:
    rook = come_to(fight, fight.cast.rook)
    x, y = round(rook.x), round(rook.y)
    back = -1 if y <= 0 else 1
    fight.do("board.draw", kind="wall", x=x * 10 - 15, to_x=x * 10 + 5, y=y * 10 + 7 * back, to_y=y * 10 + 7 * back)
    # To the east the short way round lies in the fog.
    fight.do("board.fog", foggy=True, x=x * 10 + 6, y=-300, to_x=x * 10 + 300, to_y=300)
    before = asked(fight, fight.cast.rook, x, y + STEP * back, by=fight.cast.anna)
    fight.do("board.draw", kind="wall", x=x * 10 + 8, to_x=x * 10 + 90, y=y * 10 + 7 * back, to_y=y * 10 + 7 * back)
    assert plain(asked(fight, fight.cast.rook, x, y + STEP * back, by=fight.cast.anna)) == plain(before)
    corners = re.search(r'data-course="([^"]*)"', before)
    assert not corners or all(float(east) <= x for east in corners[1].split()[::2])


@pytest.mark.parametrize("game", WITH_STEPS)
def test_a_door_that_was_shut_meanwhile_stops_whoever_saw_it_open(fight: Fight) -> None:
    fight.onward()
    actor = acting(fight)
    was = fight.state.combatants[actor.public_id]
    back = -1 if was.y <= 0 else 1
    beyond = round(was.y) * 10 + 7 * back
    frame = {"x": round(was.x) * 10 - 30, "to_x": round(was.x) * 10 + 30, "y": beyond, "to_y": beyond}
    fight.do("board.draw", kind="door", **frame)
    door = next(iter(fight.state.barriers))
    fight.do("board.door", door=door)
    form = sent(asked(fight, actor, round(was.x), round(was.y) + STEP * back))
    fight.do("board.door", door=door, opened=False)
    answer = client_of(fight.cast.gm).post(f"/campaigns/{fight.cast.campaign.public_id}/perform/", form)
    assert answer.status_code in (409, 422), answer.content
    now = fight.state.combatants[actor.public_id]
    assert (now.x, now.y) == (was.x, was.y)


@pytest.mark.parametrize("game", GAMES)
def test_whoever_is_not_on_turn_is_put_down_by_the_game_master(fight: Fight) -> None:
    other = next(one for one in (fight.foe, fight.cast.rook) if one.public_id != fight.state.current.who)
    text = asked(fight, other, 40, -9)
    assert sent(text)["command"] == "fight.place"
    assert sent(text)["with-combatant"] == other.public_id
    assert sent(asked(fight, acting(fight), 40, -9, more="&put=1"))["command"] == "fight.place"


@pytest.mark.parametrize("game", GAMES)
def test_players_ask_for_their_own_alone_and_hear_of_nobody_hidden(fight: Fight) -> None:
    cast = fight.cast
    here = f"{fight.address}path/?x=1&y=5&as="
    assert client_of(cast.anna).get(here + cast.rook.public_id).status_code == 200
    assert client_of(cast.anna).get(here + fight.foe.public_id).status_code == 403
    assert client_of(cast.anna).get(here + fight.canary.public_id).status_code == 404
    assert client_of(cast.anna).get(here + "nobody").status_code == 404
    assert client_of(cast.olga).get(here + cast.rook.public_id).status_code == 403
    assert client_of(cast.stranger).get(here + cast.rook.public_id).status_code == 404
    assert client_of(cast.gm).get(here.replace("x=1", "x=one") + cast.rook.public_id).status_code == 404
    # The hidden one stands at this very place.
    assert CANARY not in asked(fight, cast.rook, 2, 1, by=cast.anna)
    assert "fight.place" not in asked(fight, cast.rook, 1, 5, by=cast.anna, more="&put=1")


@pytest.mark.parametrize("game", ADVISING)
def test_a_path_says_nothing_of_a_sheet_that_its_asker_may_not_read(fight: Fight, game: str) -> None:
    come_to(fight, fight.cast.rook)
    before = [asked(fight, fight.cast.rook, x, y, by=fight.cast.anna) for x, y in PLACES]
    improve(fight.foe, game, by=7)
    after = [asked(fight, fight.cast.rook, x, y, by=fight.cast.anna) for x, y in PLACES]
    assert [plain(text) for text in after] == [plain(text) for text in before]


def plain(text: str) -> str:
    """An answer without the key of its form, which is new each time, and the version that it saw."""
    return re.sub(r'name="(key|seen)" value="[^"]*"', "", text)


@pytest.mark.parametrize("game", ["dragonbane", "grim"])
def test_a_diagonal_way_is_as_long_on_the_board_as_in_the_log(fight: Fight) -> None:
    rook = fight.cast.rook
    stands = come_to(fight, rook)
    x, y = round(stands.x) - 4, round(stands.y) - 4
    text = asked(fight, rook, x, y, by=fight.cast.anna)
    assert far_in(text) == 4
    told = client_of(fight.cast.anna).get(fight.address).content.decode()
    assert "data-by-squares" in told


@pytest.mark.parametrize("game", ["dragonbane"])
def test_a_house_that_measures_diagonals_measures_them_on_the_board(fight: Fight) -> None:
    Campaign.objects.filter(pk=fight.cast.campaign.pk).update(house_rules={"diagonals": "straight metres"})
    rook = fight.cast.rook
    stands = come_to(fight, rook)
    text = asked(fight, rook, round(stands.x) - 4, round(stands.y) - 4, by=fight.cast.anna)
    assert far_in(text) == 5.7
    assert "data-by-squares" not in client_of(fight.cast.anna).get(fight.address).content.decode()


@pytest.mark.parametrize("game", ["sda"])
def test_metres_left_are_told_to_the_tenth(fight: Fight) -> None:
    rook = fight.cast.rook
    stands = come_to(fight, rook)
    end = {"x": round(stands.x) - 1, "y": round(stands.y) - 2}
    entry = fight.do("turn.move", rook, by=fight.cast.anna, **end)
    assert "moves 2.2 m." in str(entry.facts)
    left = client_of(fight.cast.anna).get(fight.address).content.decode()
    assert not re.search(r"<b>\d+\.\d\d+</b> metres", left)
