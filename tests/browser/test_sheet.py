"""The sheet as people touch it: a game master and a player at the same sheet, each in a browser of their own."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.driving import drives
from tests.browser.evenings import Program
from tests.browser.seats import Seat, campaign_of, seated
from tests.halls import LiveHall

AXE = Path(__file__).parent.parent / "look" / "vendor" / "axe.min.js"
AT_REST = """Promise.race([
    new Promise((done) => setTimeout(done, 5000)),
    Promise.allSettled(document.getAnimations()
        .filter(({effect}) => effect.getComputedTiming().endTime !== Infinity)
        .map(({finished}) => finished)),
])"""
#: A name within a sentence is as high as its line, and nothing is done by it.
TOO_SMALL = """[...document.querySelectorAll('main :is(button, a, summary, select, input:not([type=hidden]))')]
    .filter((one) => one.checkVisibility() && !one.matches(".term"))
    .map((one) => [one.id || one.textContent.trim(), one.matches("[type=checkbox]") ? one.labels[0] : one])
    .map(([name, touched]) => [name, touched.getBoundingClientRect()])
    .filter(([, { width, height }]) => height && (height < 44 || width < 24))
    .map(([name]) => name)"""


@pytest.fixture
def hall(hall_server: LiveHall) -> LiveHall:
    return hall_server


def sheet_address(hall: LiveHall) -> str:
    return f"/campaigns/{hall.demo['campaign']['id']}/characters/{hall.demo['characters']['rook']}/"


def open_sheet(browser: Browser, hall: LiveHall, who: str, *, phone: bool = False) -> Seat:
    seat = seated(browser, hall, who, phone=phone)
    seat.page.goto(sheet_address(hall))
    expect(seat.page.locator("#roll .odds__sentence")).not_to_be_empty()
    return seat


def roll_first_skill(page: Page) -> None:
    """Open the roll of the first skill, and wait until it stands in place of the one that stood there."""
    page.locator(".quick__roll").first.click()
    expect(page.locator("#roll")).not_to_have_attribute("aria-busy", "true")
    expect(page.locator("#roll .odds__sentence")).to_have_text(re.compile("."))


def change(page: Page, to: str, number: str) -> None:
    """Touch a number and type another in its place, without saving it."""
    page.locator(number).click()
    page.locator("form.editor .stepper input").fill(to)


def axe_finds(page: Page, *rules: str) -> list[str]:
    """The faults that axe finds on a page at rest, by all of its rules or by some only, and where they are.

    A part that is on its way is pale for a moment, on purpose: only what is still found at a third look is a fault.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    for _ in range(3):
        expect(page.locator("[aria-busy=true]")).to_have_count(0)
        page.evaluate(AT_REST)
        if not (found := _found_at_a_look(page, rules)):
            break
        page.wait_for_timeout(500)
    return found


#: Texts that have less room than their longest word: its letters stand one below the other.
CRUSHED = """() => [...document.querySelectorAll("body *")].filter((it) => {
  const text = [...it.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data).join(" ").trim();
  if (text.length < 5 || it.closest("svg") || !it.checkVisibility()) return false;
  const { width, height } = it.getBoundingClientRect();
  const size = parseFloat(getComputedStyle(it).fontSize);
  const longest = Math.max(...text.split(/[^\\p{L}]+/u).map((word) => word.length));
  return width > 2 && height > 2 * size && width < 0.42 * size * longest;
}).map((it) => `${it.className}: ${it.textContent.trim().slice(0, 40)}`)"""


def crushed(page: Page) -> list[str]:
    """The texts of a page that are broken within their words, for want of room."""
    found: list[str] = page.evaluate(CRUSHED)
    return found


def overprinted(page: Page) -> list[str]:
    """The cells of a page's tables that are narrower than what stands in them: it is printed over the next one."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("td, th")]
            .filter((it) => it.checkVisibility() && it.clientWidth > 2 && it.scrollWidth > it.clientWidth + 1)
            .map((it) => it.textContent.trim().slice(0, 40))"""
    )
    return found


def _found_at_a_look(page: Page, rules: tuple[str, ...]) -> list[str]:
    # Only of what it finds fault with are the places worked out: on long pages that takes longer than looking.
    run = """rules => axe.run({
        resultTypes: ["violations"], ...(rules.length && {runOnly: {type: "rule", values: rules}})
    }).then(({violations}) => violations.map(({id, nodes}) => `${id} at ${nodes.map(({target}) => target)}`))"""
    found: list[str] = page.evaluate(run, rules)
    return found


def test_on_a_phone_the_way_back_closes_what_lies_over_the_sheet(browser: Browser, hall: LiveHall) -> None:
    anna = open_sheet(browser, hall, "Anna", phone=True).page
    came_from = f"/campaigns/{hall.demo['campaign']['id']}/journal/"
    anna.goto(came_from)
    anna.goto(sheet_address(hall))
    here, drawer, palette = anna.url, anna.locator("#roll"), anna.locator("[data-palette]")
    for _ in range(2):
        roll_first_skill(anna)
        expect(drawer).to_be_visible()
        anna.go_back()
        expect(drawer).to_be_hidden()
        assert anna.url == here
    anna.locator("header [data-palette-open]").click()
    expect(palette).to_be_visible()
    anna.go_back()
    expect(palette).to_be_hidden()
    # One that was closed by its own button is not in the way.
    roll_first_skill(anna)
    anna.locator(".drawer__close").click()
    expect(drawer).to_be_hidden()
    anna.go_back()
    anna.wait_for_url(f"**{came_from}")


ATTRIBUTE = "[id^='edit-attribute-'] >> nth=0"
OTHER = "[id^='edit-attribute-'] >> nth=1"


def test_what_one_changes_the_other_sees_and_what_one_types_stays(browser: Browser, hall: LiveHall) -> None:
    anna, gudrun = open_sheet(browser, hall, "Anna", phone=True), open_sheet(browser, hall, "Gudrun")
    for seat in (anna, gudrun):
        seat.stay()
    change(anna.page, "11", ATTRIBUTE)
    change(gudrun.page, "9", OTHER)
    gudrun.page.keyboard.press("Enter")
    expect(gudrun.page.locator(OTHER)).to_have_text("9")
    expect(anna.page.locator("form.editor .stepper input")).to_have_value("11")
    anna.page.keyboard.press("Enter")
    for seat in (anna, gudrun):
        expect(seat.page.locator(ATTRIBUTE)).to_have_text("11")
        expect(seat.page.locator(OTHER)).to_have_text("9")
        assert seat.has_stayed()


def test_a_conflict_keeps_what_was_typed_and_says_how_it_is_now(browser: Browser, hall: LiveHall) -> None:
    anna, gudrun = open_sheet(browser, hall, "Anna"), open_sheet(browser, hall, "Gudrun")
    with drives(anna.page, "sheet.js", "sheet-edit.js", "sheet-parts.js", "play.js"):
        change(anna.page, "13", ATTRIBUTE)
        change(gudrun.page, "14", ATTRIBUTE)
        gudrun.page.keyboard.press("Enter")
        expect(gudrun.page.locator(ATTRIBUTE)).to_have_text("14")
        anna.page.keyboard.press("Enter")
        expect(anna.page.locator("form.editor [data-message]")).to_contain_text("to 14 meanwhile")
        expect(anna.page.locator("form.editor .stepper input")).to_have_value("13")
        anna.page.keyboard.press("Enter")
        expect(gudrun.page.locator(ATTRIBUTE)).to_have_text("13")


def test_escape_gives_up_and_a_refusal_stands_beside_the_field(browser: Browser, hall: LiveHall) -> None:
    page = open_sheet(browser, hall, "Anna").page
    before = page.locator(ATTRIBUTE).inner_text()
    change(page, "99", ATTRIBUTE)
    page.keyboard.press("Enter")
    expect(page.locator("form.editor [data-message]")).to_contain_text("Enter")
    expect(page.locator("[data-saved]")).to_have_text("Not saved")
    page.keyboard.press("Escape")
    expect(page.locator(ATTRIBUTE)).to_have_text(before)
    expect(page.locator(ATTRIBUTE)).to_be_focused()


SPIRIT = "#edit-now-spirit"
HEIGHT = "document.getElementById('part-now').offsetHeight"


def test_a_sign_changes_a_number_from_what_is_shown(browser: Browser, hall: LiveHall) -> None:
    page = open_sheet(browser, hall, "Anna").page
    with drives(page, "sheet.js", "sheet-edit.js", "sheet-parts.js", "play.js", "odds.js"):
        for typed, then in (("9", "9"), ("-3", "6"), ("\N{MINUS SIGN}2", "4"), ("+4", "8")):
            change(page, typed, SPIRIT)
            expect(page.locator("form.editor .stepper input")).to_have_accessible_description(
                re.compile("change it by")
            )
            page.keyboard.press("Enter")
            expect(page.locator(SPIRIT)).to_have_text(then)
        change(page, "-3", SPIRIT)
        page.locator("form.editor [data-step='1']").click()
        expect(page.locator("form.editor .stepper input")).to_have_value("6")
        page.keyboard.press("Escape")


def test_a_refused_number_moves_nothing_and_names_what_is_allowed(browser: Browser, hall: LiveHall) -> None:
    page = open_sheet(browser, hall, "Anna").page
    change(page, "-99", SPIRIT)
    before = page.evaluate(HEIGHT)
    page.keyboard.press("Enter")
    expect(page.locator("form.editor [data-message]")).to_have_text(re.compile(r"^Enter 0 to \d+\.$"))
    expect(page.locator("form.editor .stepper input")).to_have_value("-99")
    assert page.evaluate(HEIGHT) == before


def test_where_less_than_nothing_is_allowed_a_sign_is_part_of_the_number(browser: Browser, hall: LiveHall) -> None:
    seat = seated(browser, hall, "Gudrun")
    campaign = campaign_of(hall, "fortune")
    seat.page.goto(f"/campaigns/{campaign['id']}/characters/{campaign['characters']['osric']}/")
    number = "[data-edit=number][data-least^='-'] >> visible=true >> nth=0"
    name = seat.page.locator(number).get_attribute("id")
    change(seat.page, "-1", number)
    expect(seat.page.locator("form.editor .editor__help")).to_have_count(0)
    seat.page.keyboard.press("Enter")
    expect(seat.page.locator(f"#{name}")).to_have_attribute("data-value", "-1")


def test_while_the_line_is_down_a_change_waits_and_is_sent_once(browser: Browser, hall: LiveHall) -> None:
    page = open_sheet(browser, hall, "Anna").page
    box = page.locator("[data-do='sheet.boxes']").first
    before = box.get_attribute("aria-pressed")
    with drives(page, "play.js", "shell.js", "odds.js"):
        page.context.set_offline(True)
        box.click()
        expect(page.locator("[data-saved]")).to_contain_text("It will be sent when you are back online")
        expect(page.locator("[data-line]")).to_be_visible()
        expect(box).to_have_attribute("aria-pressed", before or "")
        page.locator("#roll [data-step='1']").first.click()
        expect(page.locator("#roll [data-odds-place]")).to_have_text("Odds return when you are back online.")
        page.context.set_offline(False)
        expect(page.locator("#roll .odds__sentence")).to_be_visible(timeout=20_000)
        expect(box).to_have_attribute("aria-pressed", "false" if before == "true" else "true", timeout=20_000)
        expect(page.locator("[data-saved]")).to_have_text("Saved")


def test_a_roll_by_keyboard_alone(browser: Browser, hall: LiveHall) -> None:
    page = open_sheet(browser, hall, "Anna").page
    page.locator(".quick__roll").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#roll")).not_to_have_attribute("aria-busy", "true")
    expect(page.locator("[data-drawer-title]")).to_be_focused()
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('#roll .roll__foot > button')"):
            break
    page.keyboard.press("Enter")
    expect(page.locator("[data-outcome] .die").first).to_be_visible()


def test_a_number_says_where_it_comes_from_and_gives_the_focus_back(browser: Browser, hall: LiveHall) -> None:
    page = open_sheet(browser, hall, "Anna").page
    name = page.locator(".tiles .explains").first
    name.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#explain [data-explained-title]")).to_be_focused()
    page.keyboard.press("Escape")
    expect(name).to_be_focused()


@pytest.mark.parametrize("phone", [False, True])
def test_axe_finds_nothing_and_a_thumb_everything(browser: Browser, hall: LiveHall, phone: bool) -> None:
    seat = open_sheet(browser, hall, "Anna", phone=phone)
    assert axe_finds(seat.page) == []
    assert not seat.page.evaluate("document.documentElement.scrollWidth > innerWidth")
    if phone:
        assert seat.page.evaluate(TOO_SMALL) == []
    roll_first_skill(seat.page)
    assert axe_finds(seat.page) == []


@pytest.mark.parametrize("phone", [False, True])
def test_real_dice_have_a_box_each(browser: Browser, hall: LiveHall, phone: bool) -> None:
    """Digits lead from box to box; on a phone the faces of the die are there to be tapped."""
    page = open_sheet(browser, hall, "Anna", phone=phone).page
    roll_first_skill(page)
    with drives(page, "odds.js"):
        page.locator("#roll summary", has_text="I rolled real dice").click()
        expect(page.locator("#roll [data-faces][data-drawn]")).to_have_count(1)
    faces = page.locator("#roll [data-sides]")
    number = faces.count()
    assert number >= 1
    expect(faces.first).to_be_in_viewport(ratio=1)
    with drives(page, "faces.js"):
        faces.first.focus()
        if phone:
            for _ in range(number):
                page.locator("#roll [data-face='2']").click()
        else:
            sides = int(faces.first.get_attribute("data-sides") or 0)
            faces.first.fill(str(sides + 1))
            expect(page.locator("#roll [data-message-of='faces']")).to_contain_text("shows 1 to")
            faces.first.fill("")
            page.keyboard.type("2" * number)
            expect(page.locator("#roll [data-message-of='faces']")).to_be_hidden()
        expect(page.locator("#roll [data-more]")).to_be_focused()
    assert axe_finds(page) == []
    page.get_by_role("button", name="Use these dice").click()
    expect(page.locator("[data-outcome]")).to_contain_text("real dice")
    shown = page.locator("[data-outcome] .die__face").all_text_contents()
    assert shown[:number] == ["2"] * number


@pytest.mark.parametrize("phone", [False, True])
def test_a_link_to_a_roll_opens_its_panel(browser: Browser, hall: LiveHall, phone: bool) -> None:
    """The link by which people come who are asked for a test; on a phone the panel rises over the sheet."""
    page = open_sheet(browser, hall, "Anna", phone=phone).page
    title, asked = page.locator("#roll [data-drawer-title]"), page.locator(".quick__roll").nth(1)
    name, row = asked.locator(".quick__name").inner_text(), asked.get_attribute("data-row")
    expect(title).to_be_visible(visible=not phone)
    page.goto(f"{sheet_address(hall)}?row={row}")
    expect(title).to_be_in_viewport()
    expect(title).to_be_focused()
    assert title.inner_text() in name


def test_a_test_that_was_asked_for_is_asked_for_until_it_is_rolled(browser: Browser, hall: LiveHall) -> None:
    where = f"/campaigns/{hall.demo['campaign']['id']}/party/"
    gudrun = seated(browser, hall, "Gudrun").page
    gudrun.goto(where)
    gudrun.get_by_label("Skill or attribute").fill("Perception")
    gudrun.get_by_label("Why (optional)").fill("Something moves in the reeds")
    gudrun.get_by_role("button", name="Ask", exact=True).click()
    expect(gudrun.locator("[data-live=wanted]")).to_contain_text("has to roll")
    anna = seated(browser, hall, "Anna").page
    anna.goto(where)
    anna.locator("[data-calls] [data-whose=mine]").filter(has_text="Something moves").first.click()
    asked = anna.locator("#roll .roll__asked")
    expect(asked).to_contain_text("Something moves in the reeds")
    anna.locator("#roll form [type=submit]").first.click()
    expect(anna.locator("#roll [data-outcome]")).not_to_be_empty()
    expect(asked).to_be_hidden()


def test_dice_that_one_touch_throws_are_seen(browser: Browser, hall: LiveHall) -> None:
    """A raise that rolls is one touch on the sheet: without a panel its die stands on a card of its own."""
    seat = seated(browser, hall, "Anna", phone=True)
    campaign, program = campaign_of(hall, "dragonbane")["id"], Program(seat, hall)
    hero = program.begin(campaign, "Asta", hall.demo["logins"][1]["user"])
    award = {"kind": "skill", "rank": "sneaking", "amount": 1, "reason": "A Dragon"}
    program.do(f"characters/{hero}/", "sheet.experience", **award)
    seat.page.goto(f"/campaigns/{campaign}/characters/{hero}/?view=skills")
    with drives(seat.page, "sheet-edit.js"):
        seat.page.locator("[data-do='advance.roll']").click()
        expect(seat.page.locator("#explain .outcome .die")).to_be_visible()
        expect(seat.page.locator("#explain .outcome")).to_be_focused()
    assert not seat.complaints


def test_boxes_are_drawn_in_the_colour_of_the_text_by_day_and_by_night(browser: Browser, hall: LiveHall) -> None:
    page = open_sheet(browser, hall, "Anna").page
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        drawn = page.locator(".track .box__edge").first.evaluate(
            "it => [getComputedStyle(it).stroke, getComputedStyle(it.closest('.box')).color]"
        )
        assert drawn[0] == drawn[1], scheme


def test_the_form_of_a_virtue_closes_once_it_is_called_upon(browser: Browser, hall: LiveHall) -> None:
    anna = open_sheet(browser, hall, "Anna")
    page = anna.page
    page.locator("#roll-command").select_option("virtue.call")
    form = page.locator("#roll form[data-command='virtue.call']")
    form.locator("[name=with-end]").select_option("courage.excess")
    form.get_by_label("Reason").fill("I walk up alone")
    form.locator("[type=submit]").first.click()
    expect(page.locator("[data-toasts]")).to_contain_text("upon being reckless")
    expect(form).to_have_count(0)
    assert not anna.complaints
