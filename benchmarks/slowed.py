"""The fight page on slow devices: a real Chromium with a processor four times slower, in the demo's fights.

How long until the page can be used, how long from a tap to the paint that answers it, how much the page jumps while it
loads, is tapped and hears news of others, and what of it comes over the line.
"""

import argparse
import tempfile
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests import browsers
from tests.browser.seats import seated
from tests.halls import LiveHall, new_hall
from tests.jumps import WATCH

#: The factor by which the browser's processor is slowed.
SLOWER = 4
#: Milliseconds until the page can be used, and from a tap to the next paint; and the layout shift, all at most.
USABLE, PAINTED, SHIFT = 1500, 100, 0.0
#: Scripts and styles, and kilobytes over the line of scripts, of styles and of the page itself, at most.
REQUESTS, SCRIPTS, STYLES, PAGE = 12, 100, 60, 40
#: What is tapped, in this order, where it stands there.
TAPS = ("a.foe", "[data-part=now] summary", "[data-part=now] summary", "[data-ready] a[data-do]", "[data-close]")
#: What carries a fight on, in this order, where it stands there.
STEPS = ("[data-part=asks] form.answer button[type=submit]", "[data-way=onward]", "[data-part=asks] details > summary")
#: Milliseconds that a tap has for what it brings from the server, and news for what they bring.
CALM = 900
#: Scripts of a page are modules: when this has come, all of them listen.
LISTENS = "performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"
LOADED = """() => {
  const kilobytes = (entries) => entries.reduce((sum, one) => sum + one.encodedBodySize, 0) / 1000;
  const all = performance.getEntriesByType("resource");
  const ending = (end) => all.filter((one) => new URL(one.name).pathname.endsWith(end));
  return {
    requests: ending(".js").length + ending(".css").length,
    scripts: kilobytes(ending(".js")),
    styles: kilobytes(ending(".css")),
    page: kilobytes(performance.getEntriesByType("navigation")),
  };
}"""
#: Who looks, and in which window.
GAME_MASTER, PLAYER = "Gudrun", "Anna"
DESK = {"width": 1440, "height": 900}


@dataclass(frozen=True, slots=True)
class Seen:
    """One visit: milliseconds until scripts listen and of each tap, the shift, and what came over the line."""

    usable: float
    taps: list[float]
    shift: float
    loaded: dict[str, float]


def slowed(browser: Browser, hall: LiveHall, name: str) -> Page:
    """A page of somebody's on a slow processor, which notes what jumps: a phone, or a game master's desk."""
    page = seated(browser, hall, name, phone=name != GAME_MASTER).page
    if name == GAME_MASTER:
        page.set_viewport_size(DESK)  # type: ignore[arg-type]
    page.add_init_script(f"({WATCH})()")
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return page


def visit(page: Page, address: str) -> Seen:
    """Open a fight and tap what can be tapped without changing it."""
    page.goto(address, wait_until="load")
    page.wait_for_timeout(CALM)
    usable, loaded = float(page.evaluate(LISTENS)), page.evaluate(LOADED)
    for selector in TAPS:
        control = page.locator(selector).first
        if control.count() and control.is_visible():
            control.scroll_into_view_if_needed()
            control.tap() if page.evaluate("navigator.maxTouchPoints") else control.click()
            page.wait_for_timeout(CALM)
    seen: dict[str, Any] = page.evaluate("window.seen")
    return Seen(usable, seen["taps"], seen["shift"], loaded)


def carried_on(pages: dict[str, Page], address: str, steps: int) -> float:
    """The largest shift that anybody sees while the game master carries a fight on."""
    for page in pages.values():
        page.goto(address, wait_until="load")
        page.wait_for_timeout(CALM)
    for _ in range(steps):
        for selector in STEPS:
            control = pages[GAME_MASTER].locator(f"{selector} >> visible=true").first
            if control.count():
                control.click()
                break
        for page in pages.values():
            page.wait_for_timeout(CALM)
    return max(float(page.evaluate("window.seen.shift")) for page in pages.values())


def measure(browser: Browser, hall: LiveHall, visits: int, steps: int) -> tuple[int, list[str]]:
    """Visit the fights of every game, print a table, and return the number of limits, and what passes them."""
    pages = {name: slowed(browser, hall, name) for name in (GAME_MASTER, PLAYER)}
    held, faults = 0, list[str]()
    print("  game         who     usable    tap  worst   shift    news  requests  scripts  styles   page")
    for campaign in hall.demo["campaigns"]:
        fights = [f"/campaigns/{campaign['id']}/encounters/{one}/" for one in campaign["encounters"].values()]
        # One that is being prepared is no player's.
        there = {name: [one for one in fights if page.request.get(one).ok] for name, page in pages.items()}
        seen = {name: [visit(page, one) for one in there[name] for _ in range(visits)] for name, page in pages.items()}
        news = carried_on(pages, there[PLAYER][-1], steps)
        for name in pages:
            limits = held_against(seen[name], news)
            taps = [tap for one in seen[name] for tap in one.taps]
            print(line(campaign["system"], name, limits, max(taps, default=0)))
            held += len(limits)
            faults += [
                f"{campaign['system']}, {name}: {what} {was:.4g}" for what, (was, most) in limits.items() if was > most
            ]
    return held, faults


def held_against(seen: list[Seen], news: float) -> dict[str, tuple[float, float]]:
    """Of some visits each figure, and how much it may be."""
    taps = [tap for one in seen for tap in one.taps]
    most = {name: max(one.loaded[name] for one in seen) for name in seen[0].loaded}
    return {
        "usable": (median(one.usable for one in seen), USABLE),
        "tap": (median(taps or [0]), PAINTED),
        "shift": (max(one.shift for one in seen), SHIFT),
        "news": (news, SHIFT),
        "requests": (most["requests"], REQUESTS),
        "scripts": (most["scripts"], SCRIPTS),
        "styles": (most["styles"], STYLES),
        "page": (most["page"], PAGE),
    }


def line(game: str, name: str, limits: dict[str, tuple[float, float]], worst: float) -> str:
    """One row of the table."""
    was = {what: figure for what, (figure, _) in limits.items()}
    return (
        f"  {game:<12} {name:<6} {was['usable']:5.0f} ms {was['tap']:3.0f} ms {worst:3.0f} ms"
        f"  {was['shift']:.4f}  {was['news']:.4f}"
        f"  {was['requests']:8.0f}  {was['scripts']:4.0f} kB  {was['styles']:3.0f} kB  {was['page']:2.0f} kB"
    )


def main() -> None:
    """Open a furnished hall, measure, and fail where a limit is passed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--visits", type=int, default=5)
    parser.add_argument("--steps", type=int, default=5, help="of a fight, while others watch")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="wh-slowed-") as home, sync_playwright() as play:
        hall = new_hall(Path(home))
        hall.open()
        try:
            hall.furnish()
            browser = play.chromium.launch(executable_path=browsers.chromium(), args=browsers.FLAGS)
            print(f"Chromium {browser.version}, {SLOWER} times slower, {asked.visits} visits of each fight")
            held, faults = measure(browser, hall, asked.visits, asked.steps)
            browser.close()
        finally:
            hall.close()
    print("\n".join(f"  {fault}" for fault in faults))
    print(f"{held - len(faults)} passed, {len(faults)} failed")
    raise SystemExit(bool(faults))


if __name__ == "__main__":
    main()
