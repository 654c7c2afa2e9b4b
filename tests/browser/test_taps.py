"""An exchange in each game, by taps alone: how many it takes over all devices, and that none needs a scroll.

A player attacks from a phone and whoever leads answers at a desk; then a creature attacks from a laptop, and the phone
answers. Tapped is only what stands in the window already.
"""

import re

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.driving import drives
from tests.browser.evenings import Evening, Program
from tests.browser.heroes import place_heroes, take_hero
from tests.browser.seats import Seat, adding
from tests.halls import LiveHall

HEROES = ("Tansy", "Teasel")
LAPTOP, DESK = {"width": 1280, "height": 800}, {"width": 1440, "height": 900}
#: The foe, and the most taps of an exchange, whatever the dice bring: one for the attack, and one for each ask that
#: follows from it. Most exchanges take one to three.
GAMES = {
    "sda": ("Rookie guard", 5),
    "dragonbane": ("Goblin scout", 5),
    "kaos": ("Goblin", 4),
    "grim": ("Crypt Skeleton", 5),
    "fortune": ("Goblin Scout", 6),
}
#: Whether an element lies in the window, above the dock, and nothing lies on it.
REACHED = """it => {
  const { x, y, width, height } = it.getBoundingClientRect();
  const found = document.elementFromPoint(x + width / 2, y + height / 2);
  return y >= 0 && y + height <= innerHeight && Boolean(found) && (it.contains(found) || found.contains(it));
}"""
#: Whether the focus, if it is on one of several choices, is on the one that is proposed.
PROPOSED = "document.activeElement.type !== 'radio' || document.activeElement.checked"
MOST_TURNS = 14
#: The way onward, once nothing else is proposed.
ONWARD = ".now__onward.button--primary, .now__onward > .button--primary"


class Taps:
    """Taps over all devices, by who tapped what."""

    def __init__(self) -> None:
        self.made: list[str] = []

    def tap(self, seat: Seat, button: Locator) -> None:
        """Tap what stands in the window, and wait until the page shows what came of it."""
        expect(button).to_be_visible()
        assert button.evaluate(REACHED), f"{button} does not lie in the window"
        self.made.append(f"{'phone' if seat.is_phone else 'laptop'}: {button.inner_text()}")
        with seat.page.expect_response("**/perform/") as answered:
            button.tap() if seat.is_phone else button.click()
        assert answered.value.ok, answered.value.text()
        seat.catch_up()


def asked(seat: Seat) -> Locator:
    """The button that answers the ask on the stage; of a game master those asks that are no player's."""
    key = seat.page.locator("[data-part=now]").get_attribute("data-asked")
    return seat.page.locator(f'[data-ask="{key}"] form.answer').first.locator("button[type=submit]").first


#: The answer with which whoever was attacked strikes in turn, and another exchange begins.
RIPOSTE = ": Strike"


def exchange(evening: Evening, attacker: Seat) -> list[str]:
    """The taps from the attack that stands ready to the last ask that it brings, or to the blow that answers it."""
    taps = Taps()
    taps.tap(attacker, attacker.page.locator("[data-ready] button[type=submit]"))
    for _ in range(12):
        for seat in evening.seats:
            seat.catch_up()
        waiting = next((seat for seat in evening.seats if asked(seat).count()), None)
        if waiting is None:
            ripostes = [place for place, tap in enumerate(taps.made) if place and tap.endswith(RIPOSTE)]
            return taps.made[: ripostes[0]] if ripostes else taps.made
        assert waiting.page.evaluate(PROPOSED), "the focus is on a choice that is not the one proposed"
        taps.tap(waiting, asked(waiting))
    raise AssertionError("the asks do not end")


def prepare(evening: Evening, hall: LiveHall, name: str, hero: str, foe: str) -> None:
    """The hero and a new foe beside each other, in a fight that has begun."""
    gudrun, page = evening.gudrun, evening.gudrun.page
    page.goto(evening.encounters)
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Prepare").click()
    adding(page, hero).click()
    gudrun.bring(foe)
    page.get_by_role("button", name="Show to players", exact=True).click()
    expect(page.get_by_text("Players do not see this fight yet")).to_have_count(0)
    place_heroes(Program(gudrun, hall), gudrun, {hero: (0, 0), foe: (0, 1)})
    gudrun.catch_up()
    evening.come_to(name)
    gudrun.onward()


def wait_for_turn(evening: Evening, name: str) -> None:
    """Pass turns over, and answer what is asked on the way, until somebody's attack stands ready."""
    acts = evening.gudrun.page.locator("[data-turn]")
    for _ in range(MOST_TURNS):
        evening.settle()
        if re.match(rf"{re.escape(name)}’s", acts.inner_text()) and evening.gudrun.page.locator("[data-ready]").count():
            break
        evening.gudrun.onward()
    else:
        raise AssertionError(f"no attack of {name} ever stood ready")
    for seat in evening.seats:
        seat.catch_up()


@pytest.mark.parametrize("game", GAMES)
def test_an_exchange_takes_few_taps_and_no_scroll(browser: Browser, hall_server: LiveHall, game: str) -> None:
    foe, most = GAMES[game]
    evening = Evening(browser, hall_server, game)
    anna, gudrun = evening.anna, evening.gudrun
    gudrun.page.set_viewport_size(DESK)
    # Nobody has hurt or disarmed them yet, and whoever attacks first need not stand when they are attacked.
    for name in HEROES:
        take_hero(evening, hall_server, game, name)
    prepare(evening, hall_server, "By phone", HEROES[0], foe)
    wait_for_turn(evening, HEROES[0])
    with drives(anna.page, "table-stage.js", "table.js"):
        by_phone = exchange(evening, anna)
    expect(anna.page.locator("[data-result]")).to_be_visible()
    assert has_focus(anna)
    # What is left to do stands under the thumb.
    for onward in anna.page.locator(ONWARD).all():
        assert not onward.is_visible() or onward.evaluate(REACHED), "the way onward does not lie in the window"
    # The first foe may be dead by now.
    gudrun.page.set_viewport_size(LAPTOP)
    prepare(evening, hall_server, "By laptop", HEROES[1], foe)
    wait_for_turn(evening, foe)
    by_laptop = exchange(evening, gudrun)
    assert has_focus(gudrun)
    print(f"{game}: from the phone {by_phone}, from the laptop {by_laptop}")  # noqa: T201 - counted to be read
    assert len(by_phone) <= most
    assert len(by_laptop) <= most
    assert not gudrun.complaints + anna.complaints


def has_focus(seat: Seat) -> bool:
    """Whether something on the page has the focus, and it did not fall to the body."""
    return bool(seat.page.evaluate("document.activeElement !== document.body"))
