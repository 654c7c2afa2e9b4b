"""Making a character on a phone: by thumb, with every click and every key counted, and without a script as well."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from rules.engine.system.protocol import System
from rules.registry import SYSTEMS
from tests.browser.driving import drives
from tests.browser.newcomers import begin, furnished_hall, new_campaign, no_fault, print_clicks_and_keys, with_a_phone
from tests.browser.seats import Seat, campaign_of, seated
from tests.browser.test_sheet import crushed
from tests.halls import LiveHall


@pytest.fixture(scope="module")
def toy_hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveHall]:
    """A hall of its own, in which the toy game is played."""
    with furnished_hall(tmp_path_factory.mktemp("toy"), DJANGO_SETTINGS_MODULE="tests.toy_settings") as hall:
        yield hall


@pytest.fixture(scope="module")
def campaign(browser: Browser, toy_hall: LiveHall) -> str:
    return new_campaign(browser, toy_hall, "Coins", "Heads")


@pytest.fixture
def phone(browser: Browser, toy_hall: LiveHall, campaign: str) -> Seat:
    return with_a_phone(browser, toy_hall, campaign)


def test_two_clicks_and_a_name_make_somebody_at_random(phone: Seat) -> None:
    begin(phone.page, "Wren", "At random")
    expect(phone.page.get_by_role("heading", name="Wren")).to_be_visible()
    assert "/making/" not in phone.page.url
    assert print_clicks_and_keys(phone.page, "at random") == (2, len("Wren"))


def test_one_tap_takes_a_hero(phone: Seat) -> None:
    page = phone.page
    page.get_by_role("link", name="character").first.click()
    expect(page.get_by_role("heading", name="Ready-made heroes")).to_be_visible()
    no_fault(page)
    page.get_by_role("button", name="Magda").click()
    expect(page.get_by_role("heading", name="Magda")).to_be_visible()
    assert print_clicks_and_keys(page, "a hero") == (2, 0)


def test_step_by_step_by_thumb(phone: Seat) -> None:
    page = phone.page
    begin(page, "Finch", "Step by step")
    expect(page.get_by_text("Step 1 of 2")).to_be_visible()
    phone.stay()
    no_fault(page)
    with drives(page, "making.js"):
        page.get_by_text("The manor").click()
        expect(page.locator(".change")).to_contain_text("15/40")
        for _ in range(2):
            page.get_by_role("button", name="Luck: more").click()
        expect(page.locator("[data-message-of=luck]")).to_contain_text("1 points to spend")
        expect(page.locator("[data-making-left]")).to_have_text("-1 points left")
        page.get_by_role("button", name="Luck: less").click()
        expect(page.locator("[data-message-of=luck]")).to_be_hidden()
        page.get_by_role("button", name="Next").click()
        expect(page.get_by_role("heading", name="The first coin")).to_be_focused()
    assert phone.has_stayed(), "the page was loaded again"
    no_fault(page)
    page.get_by_text("I rolled real dice").click()
    page.locator("[data-sides]").press_sequentially("2")
    page.get_by_role("button", name="Roll").click()
    page.wait_for_url(lambda url: "/making/" not in url)
    expect(page.get_by_role("heading", name="Finch")).to_be_visible()
    assert print_clicks_and_keys(page, "step by step, two steps") == (9, len("Finch") + 1)
    assert not [one for one in phone.complaints if "inline style" not in one], "axe alone may complain"


def test_what_is_left_waits_and_an_earlier_step_opens_again(phone: Seat, campaign: str) -> None:
    page = phone.page
    begin(page, "Robin", "Step by step")
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_text("Step 2 of 2")).to_be_visible()
    page.get_by_role("link", name="Continue later").click()
    page.get_by_role("link", name="character").first.click()
    no_fault(page)
    page.get_by_role("link", name="Continue with Robin").click()
    expect(page.get_by_text("Step 2 of 2")).to_be_visible()
    page.get_by_role("link", name="Where from").click()
    expect(page.get_by_role("button", name="Next")).to_be_visible()
    page.get_by_text("The manor").click()
    page.get_by_role("button", name="Change to this").click()
    expect(page.locator(".stones")).to_contain_text("The manor")


def test_a_refusal_out_of_sight_is_said_beside_the_way_on_and_leads_there(phone: Seat) -> None:
    page = phone.page
    begin(page, "Plover", "Step by step")
    page.set_viewport_size({"width": 390, "height": 300})
    for _ in range(4):
        page.get_by_role("button", name="Luck: more").click()
    why = page.locator("[data-making-why]")
    expect(why).to_contain_text("3 points to spend")
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    message = page.locator("[data-message-of=luck]")
    expect(message).not_to_be_in_viewport()
    page.get_by_role("button", name="Next").click()
    expect(message).to_be_in_viewport()
    expect(page.get_by_label("Luck", exact=True)).to_be_focused()
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    why.click()
    expect(message).to_be_in_viewport()
    page.get_by_role("button", name="Luck: less").click()
    expect(why).to_be_hidden()


def test_back_is_the_step_before_and_the_browser_shows_no_step_twice(phone: Seat) -> None:
    page = phone.page
    begin(page, "Dunlin", "Step by step")
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_text("Step 2 of 2")).to_be_visible()
    phone.stay()
    page.get_by_role("link", name="Back", exact=True).click()
    expect(page.get_by_text("Step 1 of 2")).to_be_visible()
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_text("Step 2 of 2")).to_be_visible()
    assert phone.has_stayed(), "the page was loaded again"
    page.go_back()
    expect(page.get_by_role("heading", name="New character")).to_be_visible()


def test_a_reload_keeps_what_is_chosen_until_it_is_sent(phone: Seat) -> None:
    page = phone.page
    begin(page, "Knot", "Step by step")
    page.get_by_text("The manor").click()
    page.get_by_role("button", name="Luck: more").click()
    expect(page.locator("[data-making-left]")).to_have_text("0 points left")
    with drives(page, "making-drafts.js"):
        page.reload()
        expect(page.get_by_label("Luck", exact=True)).to_have_value("1")
    expect(page.get_by_role("radio", name="The manor")).to_be_checked()
    expect(page.locator("[data-making-left]")).to_have_text("0 points left")
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_text("Step 2 of 2")).to_be_visible()
    assert page.evaluate("Object.keys(sessionStorage).filter((it) => it.startsWith('hall.making'))") == []


def test_what_is_missing_is_a_hint_until_one_wants_to_go_on(browser: Browser, hall_server: LiveHall) -> None:
    page = seated(browser, hall_server, "Anna", phone=True, still=True).page
    page.goto(f"/campaigns/{campaign_of(hall_server, 'fortune')['id']}/")
    begin(page, "Siskin", "Step by step")
    page.get_by_text("Elf", exact=True).click()
    hint = page.locator("[data-message-of=stat]")
    expect(hint).to_have_text("Pick Agility or Intellect for +1.")
    expect(page.get_by_text("Pick the rest to see what changes.")).to_be_visible()
    calm = hint.evaluate("it => getComputedStyle(it).color")
    expect(page.locator("[aria-invalid]")).to_have_count(0)
    page.get_by_role("button", name="Next").click()
    expect(page.locator("[aria-invalid]").first).to_be_attached()
    assert hint.evaluate("it => getComputedStyle(it).color") != calm
    page.locator("[data-field=stat]").get_by_text("Agility", exact=True).click()
    expect(hint).to_be_hidden()
    page.context.close()


def test_while_the_line_is_down_a_step_waits_and_is_taken_once(phone: Seat) -> None:
    page = phone.page
    begin(page, "Jay", "Step by step")
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    page.get_by_role("button", name="Next").click()
    expect(page.locator("[data-line]")).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_text("Step 2 of 2")).to_be_visible(timeout=20_000)


#: The most choices that a step asks for beyond what it proposes.
MOST_CHOICES = 16
#: The steps that can be taken in every game without knowing how its choices hang together.
FEWEST_STEPS = 4
#: Choose once more: an answer that is missing, or else one more of several.
CHOOSE = """() => {
  const form = document.querySelector(".making__fields");
  const inSight = (inputs) => [...inputs].filter((it) => !it.closest("[hidden]"));
  const groups = inSight(form.querySelectorAll("fieldset:has([type=radio])"));
  const missing = groups.find((it) => !it.querySelector(":checked")?.value);
  const open = missing ? inSight(missing.querySelectorAll("input[type=radio]:not([value=''])")) : [];
  (open[0] ?? inSight(form.querySelectorAll("[type=checkbox]:not(:checked)"))[0])?.click();
}"""


def take_step(page: Page) -> bool:
    """Take a step as it is proposed, choosing more where that is not enough; whether that was possible at all."""
    title = page.locator("[data-making-title]")
    before = title.inner_text()
    for _ in range(MOST_CHOICES):
        with page.expect_response(lambda one: one.request.method == "POST" and "preview" not in one.url) as answered:
            page.locator(".making__foot button").click()
            # What is not spent is asked about once.
            if page.locator("dialog[open] [data-confirm-yes]").is_visible():
                page.locator("dialog[open] [data-confirm-yes]").click()
        if answered.value.ok:
            expect(title.filter(has_text=re.compile(f"^{re.escape(before)}$"))).to_have_count(0)
            return True
        page.evaluate(CHOOSE)
    return False


#: The part of a phone's screen that the bar at its foot may cover.
MOST_COVERED = 0.3
#: Choose the last choice of the first field in which one picks: seldom the one that a step proposes.
CHOOSE_OTHER = """() => {
  const first = document.querySelector(".making__fields fieldset:has([type=radio])");
  const open = [...(first?.querySelectorAll("[type=radio]:enabled") ?? [])].filter((it) => it.checkVisibility());
  window.proposed = first?.querySelector(":checked");
  open.at(-1)?.click();
}"""


def covered(page: Page) -> float:
    """The part of the screen that the bar at the foot of a step covers."""
    found: float = page.locator(".making__foot").evaluate("it => it.offsetHeight / innerHeight")
    return found


@pytest.mark.parametrize("system", [one for one in SYSTEMS if one.steps], ids=lambda one: one.slug)
def test_the_steps_of_every_game_fit_a_phone(browser: Browser, hall_server: LiveHall, system: System) -> None:
    """No step is too wide, or too narrow for its words."""
    page = seated(browser, hall_server, "Anna", phone=True, still=True).page
    page.goto(f"/campaigns/{campaign_of(hall_server, system.slug)['id']}/")
    begin(page, "Linnet", "Step by step")
    page.wait_for_url("**/making/")
    for step in range(len(system.steps)):
        expect(page.locator("[data-making-title]")).to_be_visible()
        assert crushed(page) == [], step
        assert covered(page) < MOST_COVERED, step
        page.evaluate(CHOOSE_OTHER)
        page.wait_for_timeout(200)  # Longer than changes are gathered before the preview is asked for.
        expect(page.locator("[data-odds-place][aria-busy=true]")).to_have_count(0)
        assert covered(page) < MOST_COVERED, step
        page.evaluate("window.proposed?.click()")
        assert not page.evaluate("document.documentElement.scrollWidth > innerWidth"), step
        if not take_step(page) or "/making/" not in page.url:
            break
    assert step >= FEWEST_STEPS
    page.context.close()


def test_back_out_of_a_making_leads_on_with_it(phone: Seat) -> None:
    page = phone.page
    begin(page, "Swift", "Step by step")
    expect(page.get_by_text("Step 1 of 2")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="New character")).to_be_visible()
    page.get_by_role("link", name="Continue with Swift").click()
    expect(page.get_by_text("Step 1 of 2")).to_be_visible()
    expect(page.get_by_role("heading", name="Swift")).to_be_visible()


def test_back_reload_and_a_second_tab_lose_and_double_nothing(phone: Seat) -> None:
    page = phone.page
    begin(page, "Kite", "Step by step")
    expect(page.get_by_text("Step 1 of 2")).to_be_visible()
    second = page.context.new_page()
    second.goto(page.url)
    page.get_by_text("The manor").click()
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("heading", name="The first coin")).to_be_visible()
    with drives(second, "making-elsewhere.js"):
        second.get_by_role("button", name="Next").click()
        expect(second.get_by_role("alert").filter(has_text="This step was done elsewhere")).to_be_visible()
    expect(second.get_by_role("heading", name="The first coin")).to_be_visible()
    expect(second.locator(".stones")).to_contain_text("The manor")
    expect(second.get_by_text("Step 2 of 2")).to_be_visible()
    page.reload()
    expect(page.get_by_text("Step 2 of 2")).to_be_visible()
    page.go_back()
    page.go_forward()
    expect(page.get_by_text("Step 2 of 2")).to_be_visible()
    expect(page.locator(".stones")).to_contain_text("The manor")
    page.get_by_role("button", name="Roll").dblclick()
    page.wait_for_url(lambda url: "/making/" not in url)
    page.go_back()
    expect(page.get_by_role("heading", name="Kite")).to_be_visible()
    assert "/making/" not in page.url, "Back leads to the sheet: the making is over"
    second.reload()
    expect(second.get_by_role("heading", name="Kite")).to_be_visible()
    assert "/making/" not in second.url
    second.close()


def test_a_character_is_made_without_scripts_too(
    browser: Browser, toy_hall: LiveHall, campaign: str, phone: Seat
) -> None:
    context = browser.new_context(
        java_script_enabled=False, base_url=toy_hall.url, storage_state=phone.page.context.storage_state()
    )
    page = context.new_page()
    page.goto(campaign)
    begin(page, "Rail", "Step by step")
    page.locator("[name=with-luck]").fill("9")
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("alert").filter(has_text="0 to 5")).to_be_visible()
    page.locator("[name=with-luck]").fill("2")
    page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Roll").click()
    expect(page.get_by_role("heading", name="Rail")).to_be_visible()
    assert "/making/" not in page.url
    context.close()


def test_a_field_that_goes_with_some_choices_waits_for_them(browser: Browser, hall_server: LiveHall) -> None:
    anna = seated(browser, hall_server, "Anna", phone=True, still=True)
    anna.page.goto(f"/campaigns/{campaign_of(hall_server, 'fortune')['id']}/")
    begin(anna.page, "Nuthatch", "Step by step")
    features = anna.page.get_by_role("group", name="Animal features")
    expect(features).to_be_hidden()
    anna.page.get_by_text("Chimeric").click()
    features.get_by_text("Flight").click()
    anna.page.get_by_text("Faery").click()
    expect(features).to_be_hidden()
    expect(anna.page.locator("[data-odds-place]")).not_to_contain_text("animal features")
    no_fault(anna.page)
