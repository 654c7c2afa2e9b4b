"""Every page there is, by day and by night, wide and on a phone: axe finds nothing, scripts stay small and our own."""

from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlencode, urlsplit

import pytest
from playwright.sync_api import Browser, Page, Request

from rules.registry import SYSTEMS
from tests.browser.seats import PHONE, WIDE, seated
from tests.browser.test_sheet import axe_finds, crushed, overprinted
from tests.halls import LiveHall

#: The most bytes of each kind that a page may fetch, as they come over the line, and the most files of both kinds.
MOST_BYTES = {"script": 60_000, "stylesheet": 40_000}
MOST_FILES = 12
#: Milliseconds in which a script that has come fetches what it needs at once.
MEANWHILE = 300
#: What axe says of a page that may differ from night to day.
OF_COLOUR = ("color-contrast", "link-in-text-block")
OUTSIDE = (
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/password/reset/",
    "/no-such-page/",
    "/join/no-such-link/",
    "/",
    "/fight/",
    "/games/",
    *(f"/games/{system.slug}/{place}" for system in SYSTEMS for place in ("", "turn/", "odds/")),
    # These are drawn alike for every game.
    *(f"/games/{SYSTEMS[0].slug}/{place}" for place in ("search/?q=a", "mechanics/", "creatures/")),
    *(f"/games/{system.slug}/odds/?{urlencode({'q': system.questions.examples[0]})}" for system in SYSTEMS),
    "/odds/",
    "/odds/?q=3d6%2B2+at+least+12&q=best+3+of+4d6&q=2d6+loud&q=d20%2B5+against+d20%2B3",
    f"/games/{SYSTEMS[0].slug}/search/?q=no+such+thing",
    f"/games/{SYSTEMS[0].slug}/creatures/?q=zz",
)
ANYBODY = (
    "/",
    "/campaigns/new/",
    "/campaigns/import/",
    "/bin/",
    "/notices/",
    "{campaign}",
    "{campaign}characters/new/",
    "{campaign}characters/import/",
    "{campaign}chronicle/",
    "{campaign}journal/",
    "{campaign}journal/?q=lantern",
    "{campaign}journal/new/",
    "{lantern}",
    "{campaign}sessions/",
    "{campaign}sessions/story/",
    "{campaign}luck/",
    "{campaign}approvals/",
    "{campaign}party/",
    "{campaign}calendar/",
    "{campaign}calendar/?month=1",
    "{campaign}members/",
    "{campaign}bin/",
    "{campaign}compendium/",
    "{campaign}compendium/weapons/",
    "{campaign}compendium/weapons/compare/?entry=dagger_knife&entry=large_shield&entry=longsword",
    "{campaign}compendium/creatures/import/",
    "{campaign}rules/",
    "{campaign}rules/turn/",
    "{campaign}rules/odds/?q=5d8+at+least+3",
    "{campaign}long-tests/",
)
PLAY = (
    "{campaign}encounters/",
    "{barrow}",
    "{barrow}?view=projector",
    "{barrow}turn/",
    "{barrow}replay/",
    "{entry}",
    "{rook}",
    "{mira}",
    "{rook}print/",
    "{rook}experience/",
    "{rook}experience/?reason=zz",
    "{campaign}luck/?character=nobody",
)
ACCOUNT = (
    "/accounts/email/",
    "/accounts/password/change/",
    "/accounts/sessions/",
    "/accounts/2fa/",
    "/accounts/tokens/",
    "/accounts/delete/",
)
GM_ONLY = (
    "{gate}",
    "{gate}forecasts/",
    "{campaign}long-tests/?begin={rook_id}",
    "{campaign}long-tests/?change={rook_id}&test=p1",
    "{lantern}edit/",
    "{lantern}history/",
    "{campaign}house/",
    "{campaign}calendar/change/",
    "{campaign}characters/meet/",
    "{campaign}compendium/creatures/?ours=1",
    "{campaign}compendium/mechanics/",
    "{campaign}compendium/weapons/new/",
    "{campaign}compendium/creatures/new/",
    "{campaign}compendium/occupations/new/",
)
PLACES = {"Gudrun": (*ANYBODY, *PLAY, *GM_ONLY, *ACCOUNT, "/api/v1/docs/"), "Anna": (*ANYBODY, *PLAY), "Olga": PLAY}


def addresses(hall: LiveHall) -> dict[str, str]:
    """The addresses of the demo's campaign, encounters and characters, and Rook's id."""
    campaign = f"/campaigns/{hall.demo['campaign']['id']}/"
    scenes = {name: f"{campaign}encounters/{one}/" for name, one in hall.demo["encounters"].items()}
    people = {name: f"{campaign}characters/{one}/" for name, one in hall.demo["characters"].items()}
    return {"campaign": campaign, **scenes, **people, "rook_id": hall.demo["characters"]["rook"]}


def a_page_of_the_journal(page: Page, hall: LiveHall) -> str:
    """The address of the first page that the demo's journal is searched for."""
    here, gm = f"campaigns/{hall.demo['campaign']['id']}/journal/", hall.demo["logins"][0]
    headers = {"Authorization": f"Bearer {gm['token']}"}
    found = page.request.get(f"/api/v1/{here}?q=lantern+ferry", headers=headers).json()["results"]
    return f"/{here}{found[0]['id']}/"


def begin_a_long_test(page: Page, hall: LiveHall) -> None:
    """Let Rook have something under way, so that its page has something to show."""
    gm, rook = hall.demo["logins"][0], hall.demo["characters"]["rook"]
    here = f"/api/v1/characters/{rook}/commands/"
    headers = {"Authorization": f"Bearer {gm['token']}"}
    headers["If-Match"] = page.request.get(here, headers=headers).headers["etag"]
    given = {"command": "project.begin", "with": {"skill": "bows", "difficulty": 40, "unit": "day"}}
    assert page.request.post(here, headers=headers, data=given).status == 201


def faults(page: Page, address: str) -> list[str]:
    """The faults of a page, as sentences: axe by night, by day and on a phone; foreign hosts; too much to fetch."""
    fetched: list[Request] = []
    # Of a file that never ends the size would be waited for for ever.
    whole: list[Request] = []

    def note(request: Request) -> None:
        fetched.append(request)

    def note_whole(request: Request) -> None:
        whole.append(request)

    page.on("request", note)
    page.on("requestfinished", note_whole)
    page.set_viewport_size(WIDE)
    page.emulate_media(color_scheme="dark")
    with _cold(page):
        # What a script fetches once it runs comes over the same line: the keys of a game master, for one.
        page.goto(address, wait_until="load")
        page.wait_for_timeout(MEANWHILE)
        page.remove_listener("request", note)
        page.remove_listener("requestfinished", note_whole)
        too_much = _too_much(whole)
    found = [f"{address} by night: axe finds {one}" for one in axe_finds(page)]
    page.emulate_media(color_scheme="light")
    found += [f"{address} by day: axe finds {one}" for one in axe_finds(page, *OF_COLOUR)]
    found += [f"{address} prints another cell over {one}" for one in overprinted(page)]
    page.set_viewport_size(PHONE)
    found += [f"{address} on a phone: axe finds {one}" for one in axe_finds(page)]
    found += [f"{address} on a phone crushes {one}" for one in crushed(page)]
    found += [f"{address} on a phone prints another cell over {one}" for one in overprinted(page)]
    found += [f"{address} asks {one.url}" for one in fetched if urlsplit(one.url).hostname != "localhost"]
    return found + [f"{address} {one}" for one in too_much]


@contextmanager
def _cold(page: Page) -> Iterator[None]:
    """A page that comes to somebody for the first time, with nothing in the browser's cache."""
    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.send("Network.setCacheDisabled", {"cacheDisabled": True})
    yield
    wire.detach()


def _too_much(fetched: list[Request]) -> list[str]:
    """The limits that a page's scripts and style sheets, as they came over the line, go beyond."""
    files = {kind: [one for one in fetched if one.resource_type == kind] for kind in MOST_BYTES}
    came = {kind: sum(one.sizes()["responseBodySize"] for one in listed) for kind, listed in files.items()}
    found = [f"sends {came[kind]} bytes of {kind}" for kind, most in MOST_BYTES.items() if came[kind] > most]
    number = sum(map(len, files.values()))
    return found + ([f"fetches {number} scripts and style sheets"] if number > MOST_FILES else [])


@pytest.mark.parametrize("name", PLACES)
def test_every_page_of_somebody(browser: Browser, hall_server: LiveHall, name: str) -> None:
    page = seated(browser, hall_server, name).page
    there = addresses(hall_server)
    page.goto(there["barrow"])
    there["entry"] = page.locator("a.log__time").last.get_attribute("href") or ""
    there["lantern"] = a_page_of_the_journal(page, hall_server)
    if name == "Gudrun":
        begin_a_long_test(page, hall_server)
    found = [fault for place in PLACES[name] for fault in faults(page, place.format(**there))]
    page.context.close()
    assert not found


def test_every_page_outside(browser: Browser, hall_server: LiveHall) -> None:
    context = browser.new_context(base_url=hall_server.url)
    page = context.new_page()
    page.goto("/")
    fight = page.locator("a[href^='/replays/']").get_attribute("href") or ""
    found = [fault for place in (*OUTSIDE, fight, "/replays/no-such-link/") for fault in faults(page, place)]
    context.close()
    assert not found
