"""Places of what is pressed at a table: the board in sight, the answer under the thumb, menus within the window."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.combat.browser.test_live_table import PHONE, Seats, seats, settle

__all__ = ["seats"]

BAR = 56
#: How far something reaches, from the left and upper corner of the window.
PLACE = """it => {
  const { left, top, right, bottom } = it.getBoundingClientRect();
  return { left, top, right, bottom };
}"""


def place(what: Locator) -> dict[str, float]:
    found: dict[str, float] = what.evaluate(PLACE)
    return found


def lies_within(page: Page, what: Locator, below: float = 0) -> bool:
    """Whether all of it stands in the window, above whatever lies along its lower edge."""
    size, at = page.viewport_size, place(what)
    assert size is not None
    return (
        at["left"] >= 0 and at["top"] >= 0 and at["right"] <= size["width"] and at["bottom"] <= size["height"] - below
    )


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1280, 800)])
def test_the_board_of_a_running_fight_stands_beside_the_stage(seats: Seats, width: int, height: int) -> None:
    gm = seats.sit("gm")
    gm.set_viewport_size({"width": width, "height": height})
    assert lies_within(gm, gm.locator("[data-board]"))
    assert place(gm.locator("[data-board]"))["left"] > place(gm.locator("#stage"))["right"]
    assert place(gm.locator("#log"))["top"] > place(gm.locator("[data-board]"))["bottom"]


@pytest.mark.parametrize("down", [0, 200])
def test_what_happens_on_the_stage_does_not_move_the_board_beside_it(seats: Seats, down: int) -> None:
    gm = seats.sit("gm")
    gm.set_viewport_size({"width": 1440, "height": 900})
    gm.locator('[data-board-tool="draw"]').click()
    gm.evaluate("down => scrollTo({ top: down, behavior: 'instant' })", down)
    result = gm.locator("[data-result]")
    for told in ("<p>Fog comes down.</p><p>A door opens.</p>", "<p>Fog comes down.</p>"):
        before = place(gm.locator("[data-board]"))
        result.evaluate("(it, told) => { it.innerHTML = told; it.hidden = false; }", told)
        gm.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert place(gm.locator("[data-board]")) == before


#: Lets somebody be asked, as far as the page shows it.
ASKED = """() => {
  document.querySelector("[data-part=now]").dataset.asked = "one";
  document.querySelector("[data-part=asks]").innerHTML = "<article class=ask><h2>Defend?</h2></article>";
}"""


def test_the_menu_of_the_fight_is_there_while_somebody_decides(seats: Seats) -> None:
    """What is opened from it stands below what is asked; what else one could do waits."""
    gm = seats.sit("gm")
    settle(gm)
    gm.evaluate(ASKED)
    expect(gm.locator(".commands .menu").last).to_be_visible()
    expect(gm.locator(".commands > a:visible, .now__head:visible, .now__onward:visible")).to_have_count(0)
    gm.locator(".commands .menu").last.locator("summary").click()
    gm.locator(".commands .menu a[data-do]").first.click()
    form = gm.locator("[data-part=form] form")
    expect(form).to_be_attached()
    gm.evaluate(ASKED)
    expect(form).to_be_visible()


def test_a_menu_opens_within_the_window_and_leads_to_the_second_screen(seats: Seats) -> None:
    gm = seats.sit("gm")
    gm.set_viewport_size({"width": 1280, "height": 800})
    menu = gm.locator(".commands .menu").last
    menu.locator("summary").evaluate("it => scrollBy(0, it.getBoundingClientRect().bottom - innerHeight + 20)")
    menu.locator("summary").click()
    expect(menu.locator(".menu__panel")).to_be_visible()
    assert lies_within(gm, menu.locator(".menu__panel"))
    leads = menu.get_by_role("link", name="Projector view")
    expect(leads).to_have_attribute("target", "_blank")
    gm.keyboard.press("Escape")
    gm.locator("[data-palette-open]").click()
    gm.keyboard.type("screen")
    expect(gm.locator("[data-palette-list]").get_by_text("Projector view")).to_be_visible()


def test_the_ladder_of_the_second_screen_stands_beside_the_board(seats: Seats) -> None:
    wall = seats.sit("gm", query="?view=projector")
    wall.set_viewport_size({"width": 1280, "height": 720})
    assert lies_within(wall, wall.locator("[data-board]"))
    assert lies_within(wall, wall.locator("[data-rung]").nth(1))


def under_attack(seats: Seats) -> str:
    """The address of a fight of the demo in which a player's character is just attacked."""
    grim = next(one for one in seats.hall.demo["campaigns"] if one["system"] == "grim")
    at = f"{seats.hall.url}/campaigns/{grim['id']}/encounters/"
    return f"{at}{grim['encounters']['brine']}/"


def test_an_answer_stays_in_its_place_and_the_focus_comes_back_when_somebody_else_gives_it(seats: Seats) -> None:
    gm, phone, laptop = seats.sit("gm"), seats.sit("player1", PHONE), seats.sit("player1")
    for page in (gm, phone, laptop):
        with page.expect_response(re.compile("/parts/")):
            page.goto(under_attack(seats))
    answer = phone.locator("form.answer--first .ask__actions")
    expect(answer).to_be_visible()
    places = []
    for choice in reversed(phone.locator("form.answer--first .choice").all()):
        with phone.expect_response("**/odds/"):
            choice.tap()
        places.append(place(answer)["bottom"])
    assert len(places) > 1
    assert set(places) == {844 - BAR}
    laptop.locator("form.answer--first input[type=radio]:checked").focus()
    settle(gm)
    expect(laptop.locator("[data-part=asks] article")).to_have_count(0)
    assert laptop.evaluate("document.querySelector('#stage').contains(document.activeElement)")


def test_the_bar_of_the_phone_marks_the_place_that_was_gone_to(seats: Seats) -> None:
    phone = seats.sit("player1", PHONE)
    colour = "it => getComputedStyle(it).color"
    roll, log = (phone.locator(f'.dock a[href="{at}"]') for at in ("#now", "#log"))
    marked = roll.evaluate(colour)
    log.tap()
    expect(phone.locator("#stage[data-seen]")).to_have_count(0)
    assert log.evaluate(colour) == marked
    assert roll.evaluate(colour) != marked


def test_conditions_of_a_card_stay_open_from_one_to_the_next(seats: Seats) -> None:
    gm = seats.sit("gm")
    gm.locator("[data-card]").first.click()
    states = gm.locator("#card .card__states")
    states.locator("summary").click()
    held = states.locator('[aria-pressed="true"]')
    before = held.count()
    states.locator('[aria-pressed="false"]').first.click()
    expect(held).to_have_count(before + 1)
    expect(states).to_have_attribute("open", "")
    held.first.click()
    expect(held).to_have_count(before)
