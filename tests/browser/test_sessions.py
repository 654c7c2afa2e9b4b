"""An evening from its plan to its summary, as the game master presses it through and a player reads it."""

from playwright.sync_api import Browser, Dialog, Page, expect

from tests.browser.driving import drives
from tests.browser.seats import seated
from tests.halls import LiveHall

NAME, SCENE = "Frost on the ford", "The ice gives way"
STORY = "The ice held for all of us but the mule."


def test_a_session_is_planned_played_and_told(browser: Browser, hall_server: LiveHall) -> None:
    """The player's page follows by itself: nobody there presses anything or loads it again."""
    here = f"/campaigns/{hall_server.demo['campaign']['id']}/"
    page, anna = seated(browser, hall_server, "Gudrun").page, seated(browser, hall_server, "Anna").page
    page.goto(f"{here}sessions/")
    page.get_by_label("Title").fill(NAME)
    page.get_by_label("Day and time").fill("2031-05-04T19:30")
    page.get_by_role("button", name="Plan session").click()
    expect(page.get_by_role("heading", name=NAME)).to_be_visible()
    with drives(page, "sessions.js"):
        page.get_by_role("button", name="Coming", exact=True).click()
        expect(page.get_by_role("button", name="Coming", exact=True)).to_have_attribute("aria-pressed", "true")
    _answer_from_the_page_of_the_campaign(page, anna, here)
    anna.goto(page.url)
    begun = anna.get_by_role("heading", name="Scenes")
    expect(anna.get_by_role("heading", name=NAME)).to_be_visible()
    expect(begun).to_have_count(0)
    page.get_by_role("button", name="Begin the session").click()
    expect(begun).to_be_visible(timeout=30_000)
    for title in ("A lull", "The ice gvies way"):
        page.get_by_label("Next scene").fill(title)
        page.get_by_role("button", name="Begin scene").click()
        # What is unfolded stays so when the part comes anew with what is new in it.
        page.locator("summary", has_text=f"Change {title}").click()
    expect(page.get_by_label("Name of the scene A lull")).to_be_visible()
    page.get_by_label("Name of the scene The ice gvies way").fill(SCENE)
    page.get_by_role("button", name="Rename The ice gvies way").click()
    for there in (page, anna):
        expect(there.get_by_role("listitem").filter(has_text=SCENE)).to_be_visible()
    page.get_by_role("button", name="End session").click()
    page.get_by_role("dialog").get_by_role("button", name="End session").click()
    expect(page.get_by_role("heading", name=SCENE)).to_be_visible(timeout=30_000)
    expect(begun).to_have_count(0, timeout=30_000)
    _write_and_publish(page)
    anna.goto(here)
    anna.get_by_role("link", name=NAME).click()
    expect(anna.get_by_text(STORY)).to_be_visible()


def _write_and_publish(page: Page) -> None:
    """Nothing that was written is lost: neither by leaving nor by publishing without saving first."""
    page.get_by_text("Write the story yourself").click()
    field = page.get_by_label("The story, for everybody")
    field.fill(STORY)
    asked = list[str]()

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", stay)
    page.get_by_role("link", name="Journal").first.click()
    expect(field).to_have_value(STORY)
    assert asked == ["beforeunload"]
    page.get_by_role("button", name="Publish and e-mail").click()
    expect(page.get_by_role("button", name="Withdraw")).to_be_visible()
    expect(page.locator(".prose").get_by_text(STORY)).to_be_visible()
    assert asked == ["beforeunload"], "what is sent is saved: nobody is asked"


def _answer_from_the_page_of_the_campaign(page: Page, anna: Page, here: str) -> None:
    """Anna reads of it where she comes in, and the game master's open page follows what she answers."""
    anna.goto(here)
    coming = anna.get_by_role("button", name="Maybe", exact=True)
    coming.click()
    expect(coming).to_have_attribute("aria-pressed", "true")
    seat = page.get_by_role("listitem").filter(has_text="Anna")
    expect(seat).to_contain_text("maybe", ignore_case=True)
