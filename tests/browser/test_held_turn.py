"""A turn that is over while somebody hidden acts: its page waits without buttons, also when it is loaded again."""

from playwright.sync_api import Browser, expect

from tests.browser.evenings import Program
from tests.browser.heroes import begin_in_order
from tests.browser.seats import adding, campaign_of, seated
from tests.halls import LiveHall

HERO, LURKER, PLACE = "Signe", "Goblin A", "The hollow oak"


def test_a_turn_that_is_over_has_no_buttons_until_there_is_news(browser: Browser, hall_server: LiveHall) -> None:
    gudrun, anna = seated(browser, hall_server, "Gudrun", still=True), seated(browser, hall_server, "Anna", still=True)
    page, campaign = gudrun.page, campaign_of(hall_server, "kaos")["id"]
    program = Program(gudrun, hall_server)
    program.begin(campaign, HERO, hall_server.demo["logins"][1]["user"])
    page.goto(f"/campaigns/{campaign}/encounters/")
    page.get_by_label("Name").fill(PLACE)
    page.get_by_role("button", name="Prepare").click()
    adding(page, HERO).click()
    expect(gudrun.ladder(HERO)).to_have_count(1)
    gudrun.bring(LURKER, hidden=True)
    page.get_by_role("button", name="Show to players", exact=True).click()
    expect(page.get_by_text("Players do not see this fight yet")).to_have_count(0)
    begin_in_order(program, gudrun, {HERO: 20, LURKER: 10})
    anna.page.goto(page.url.partition("?")[0])
    onward = anna.page.locator("[data-way=onward] button")
    expect(onward).to_be_visible()

    anna.end_before_somebody_hidden()
    anna.page.reload()
    anna.waits_without_buttons()
    gudrun.catch_up()
    # Whoever comes out of hiding opens their turn for all others with what they do.
    place = page.url.partition("/encounters/")[2].partition("/")[0]
    program.do(f"encounters/{place}/", "fight.veil", combatant=gudrun.id_of(LURKER), hidden=False)
    expect(anna.page.locator("[data-result]")).to_contain_text(LURKER.partition(" ")[0])
    anna.page.reload()
    expect(anna.page.locator("[data-result]")).to_contain_text(LURKER.partition(" ")[0])
    gudrun.catch_up()
    gudrun.onward()
    expect(anna.page.get_by_role("heading", name="Round 3")).to_be_visible()
    expect(onward).to_be_visible()
    assert not anna.complaints
