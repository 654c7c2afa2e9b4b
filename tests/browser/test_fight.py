"""A whole fight, from an empty encounter to the spirit surge: a game master and two players, a browser each."""

import re

from playwright.sync_api import Browser, expect

from tests.browser.evenings import Program
from tests.browser.heroes import recover
from tests.browser.seats import Seat, adding, campaign_of, seated
from tests.halls import LiveHall

LONGEST = 150
REACH = 3
FOE, LURKER = "Rookie guard", "Ghoul A"


def test_a_fight_from_the_first_word_to_the_last_breath(browser: Browser, hall_server: LiveHall) -> None:
    gudrun = seated(browser, hall_server, "Gudrun")
    anna, boris = seated(browser, hall_server, "Anna", phone=True), seated(browser, hall_server, "Boris")
    recover(Program(gudrun, hall_server), campaign_of(hall_server, "sda"), "rook", "brann")
    address = _prepare(gudrun, hall_server)
    for player in (anna, boris):
        player.page.goto(f"/campaigns/{hall_server.demo['campaign']['id']}/encounters/")
        player.page.get_by_role("link", name="The ford").click()
        player.page.wait_for_url(f"**{address}*")
    for seat in (gudrun, anna, boris):
        seat.stay()

    gudrun.onward()
    _fight_until_down(gudrun, {"Rook": anna, "Brann": boris})
    _take_back_and_bring_again(gudrun, boris)
    _end(gudrun, {"Rook": anna, "Brann": boris}, hall_server)

    for seat in (gudrun, anna, boris):
        assert seat.has_stayed(), "the page was loaded again"
        assert not seat.complaints
    _each_saw_only_what_they_may(gudrun, anna, boris)
    assert "0 failed" in hall_server.manage("verify_chronicle")


def _prepare(gudrun: Seat, hall: LiveHall) -> str:
    """Prepare an encounter by hand: two of the party, a guard, and somebody who lurks."""
    page = gudrun.page
    page.goto(f"/campaigns/{hall.demo['campaign']['id']}/encounters/")
    page.get_by_label("Name").fill("The ford")
    page.get_by_role("button", name="Prepare").click()
    for name in ("Rook", "Brann"):
        adding(page, name).click()
        expect(gudrun.ladder(name)).to_have_count(1)
    gudrun.bring(FOE)
    gudrun.bring(LURKER, hidden=True)
    expect(gudrun.ladder(LURKER)).to_contain_text("hidden")
    page.get_by_role("button", name="Show to players", exact=True).click()
    expect(page.get_by_text("Players do not see this fight yet")).to_have_count(0)
    return page.url.split("//")[1].partition("/")[2].partition("?")[0]


def _fight_until_down(gudrun: Seat, players: dict[str, Seat]) -> None:
    """Play the nearest step, each person on their own page, until the guard is down."""
    foe = gudrun.ladder(FOE)
    for _ in range(LONGEST):
        if "Incapacitated" in foe.inner_text() or "Dead" in foe.inner_text():
            return
        _one_thing(gudrun, players)
    raise AssertionError("the fight does not end")


def _one_thing(gudrun: Seat, players: dict[str, Seat]) -> None:
    for seat in (gudrun, *players.values()):
        seat.catch_up()
    if any(gudrun.answer(name) for name in (FOE, LURKER)):
        return
    if any(player.answer() for player in players.values()):
        return
    turn = gudrun.page.locator("[data-key=turn]").inner_text()
    seat = next((player for name, player in players.items() if turn.startswith(f"{name}’s")), None)
    if seat is None:
        gudrun.onward()
        return
    expect(seat.page.locator("[data-key=turn]")).to_contain_text("Your turn")
    _act(seat)


def _act(seat: Seat) -> None:
    """Strike if somebody is near; walk up to the guard first, and end the turn when there is nothing left to do."""
    if seat.offers("melee.attack").count():
        seat.do("melee.attack")
    elif seat.far_from(FOE) > REACH and seat.offers("turn.move").count():
        x, y = seat.place_of(FOE)
        seat.do("turn.move", x=x + (1 if seat.is_phone else -1), y=y - 1)
    else:
        seat.onward()


def _take_back_and_bring_again(gudrun: Seat, watcher: Seat) -> None:
    """Undo strikes the last thing through on everybody's page; redo brings it back."""
    struck = watcher.page.locator("[data-part=log] .log__line--undone")
    before = struck.count()
    version = gudrun.version()
    gudrun.page.locator("[data-way=undo] button").click()
    gudrun.wait_beyond(version)
    expect(struck).to_have_count(before + 1)
    version = gudrun.version()
    gudrun.page.locator("[data-way=redo] button").click()
    gudrun.wait_beyond(version)
    expect(struck).to_have_count(before)


def _end(gudrun: Seat, players: dict[str, Seat], hall: LiveHall) -> None:
    """End the fight; both stand, however the dice fell, and are tired, so that victory asks both."""
    program = Program(gudrun, hall)
    while any(gudrun.answer(name) for name in (FOE, LURKER)) or any(p.answer() for p in players.values()):
        pass
    recover(program, campaign_of(hall, "sda"), "rook", "brann")
    for name in players:
        program.do(f"characters/{gudrun.id_of(name)}/", "sheet.resource", resource="spirit", now=6)
    gudrun.catch_up()
    gudrun.do("fight.end", winner="party")
    for player in players.values():
        expect(player.asks().first).to_contain_text(re.compile("spirit", re.IGNORECASE))
        while player.answer():
            pass
    for seat in (gudrun, *players.values()):
        expect(seat.page.get_by_role("heading", name="The fight is over")).to_be_visible()
        expect(seat.page.locator("[data-part=log], #log").first).to_contain_text(re.compile("surge", re.IGNORECASE))


def _each_saw_only_what_they_may(gudrun: Seat, *players: Seat) -> None:
    assert any(LURKER in text for text in gudrun.heard)
    for player in players:
        assert any(FOE in text for text in player.heard)
        assert not any(LURKER in text for text in player.heard), "a player heard of somebody hidden"
        assert not player.page.get_by_role("button", name=re.compile("Undo")).count()
