"""Letting days pass while somebody recovers: foretold, done by one press, and taken back by one."""

from playwright.sync_api import Browser, expect

from rules.registry import system_named
from tests.browser.evenings import Program
from tests.browser.seats import campaign_of, seated
from tests.browser.test_sheet import axe_finds
from tests.halls import LiveHall

GAME, NAME = "kaos", "Solveig"


def test_somebody_recovers_while_time_passes(browser: Browser, hall_server: LiveHall) -> None:
    gudrun = seated(browser, hall_server, "Gudrun", phone=True, still=True)
    page, campaign = gudrun.page, campaign_of(hall_server, GAME)["id"]
    program, system = Program(gudrun, hall_server), system_named(GAME)
    hero = program.begin(campaign, NAME, hall_server.demo["logins"][1]["user"], system.heroes()[0].key)
    program.do(f"characters/{hero}/", system.by_hand[0], amount=3)
    page.goto(f"/campaigns/{campaign}/calendar/")
    expect(page.get_by_label(NAME)).to_be_checked()
    # Others whom somebody has hurt do not rest meanwhile.
    for other in page.locator("[name=rests]").all():
        if other.get_attribute("value") != hero:
            other.uncheck()
    brings = page.locator(".calendar__brings")
    expect(brings).to_contain_text(f"{NAME}: Hit points")
    page.get_by_label(NAME).uncheck()
    expect(brings).to_have_count(0)
    page.get_by_label(NAME).check()
    expect(brings).to_contain_text("Rested after 1 day.")
    assert axe_finds(page) == []
    amount = page.get_by_label("Time passes")
    amount.fill("2")
    expect(page.locator(".calendar__ahead")).to_contain_text("After 2 days")
    page.get_by_role("button", name="Let time pass").click()
    expect(page.locator("[data-live=runs]")).to_contain_text("Fully recovered.")
    expect(amount).to_have_value("1")
    expect(page.locator(".calendar__ahead")).to_contain_text("After 1 day ")
    expect(page.locator("[data-live=last]")).to_contain_text("1 entry of rests")
    expect(page.get_by_label(NAME)).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("dialog").get_by_role("button", name="Undo").click()
    expect(page.get_by_label(NAME)).to_be_checked()
    expect(brings).to_contain_text(f"{NAME}: Hit points")
    assert not gudrun.complaints
