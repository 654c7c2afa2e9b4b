"""The fight page on a slow phone: a real Chromium with a processor four times slower, in the demo's fights.

How long until the page can be used, how long from a tap to the paint that answers it, and how much the page jumps.
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

#: The factor by which the browser's processor is slowed.
SLOWER = 4
#: Milliseconds until the page can be used, and from a tap to the next paint; and the layout shift, all at most.
USABLE, PAINTED, SHIFT = 1500, 100, 0.0
#: What is tapped, in this order, where it stands there.
TAPS = ("a.foe", "[data-part=now] summary", "[data-part=now] summary", "[data-ready] a[data-do]", "[data-close]")
#: Milliseconds that a tap has for what it brings from the server.
CALM = 900
WATCH = """() => {
  window.seen = { shift: 0, taps: [], largest: 0 };
  const watch = (type, note, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...more });
  watch("layout-shift", (entry) => { if (!entry.hadRecentInput) window.seen.shift += entry.value; });
  watch("largest-contentful-paint", (entry) => { window.seen.largest = entry.startTime; });
  watch("event", (entry) => {
    if (entry.interactionId) window.seen.taps.push(entry.duration);
  }, { durationThreshold: 16 });
}"""
#: Scripts of a page are modules: when this has come, all of them listen.
LISTENS = "() => performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"


@dataclass(frozen=True)
class Seen:
    """One visit: milliseconds until scripts listen and until the largest thing was painted, of taps, and the shift."""

    usable: float
    largest: float
    taps: list[float]
    shift: float


def visit(page: Page, address: str) -> Seen:
    """Open a fight and tap what can be tapped without changing it."""
    page.goto(address, wait_until="load")
    page.wait_for_timeout(CALM)
    usable = float(page.evaluate(LISTENS))
    for selector in TAPS:
        control = page.locator(selector).first
        if control.count() and control.is_visible():
            control.scroll_into_view_if_needed()
            control.tap()
            page.wait_for_timeout(CALM)
    seen: dict[str, Any] = page.evaluate("window.seen")
    return Seen(usable, seen["largest"], seen["taps"], seen["shift"])


def measure(browser: Browser, hall: LiveHall, visits: int) -> list[str]:
    """Visit a fight of every game some times, print the medians, and return what goes beyond the limits."""
    page = seated(browser, hall, "Gudrun", phone=True).page
    page.add_init_script(f"({WATCH})()")
    wire = page.context.new_cdp_session(page)
    wire.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    faults = []
    for campaign in hall.demo["campaigns"]:
        fights = [f"/campaigns/{campaign['id']}/encounters/{one}/" for one in campaign["encounters"].values()]
        seen = [visit(page, address) for address in fights for _ in range(visits)]
        usable, largest = median(one.usable for one in seen), median(one.largest for one in seen)
        taps = sorted(tap for one in seen for tap in one.taps)
        tap, worst, shift = median(taps or [0]), max(taps or [0]), max(one.shift for one in seen)
        print(
            f"  {campaign['system']:<11} usable {usable:5.0f} ms, largest paint {largest:5.0f} ms,"
            f" tap {tap:4.0f} ms (worst {worst:4.0f}, {len(taps)} taps), shift {shift:.4f}"
        )
        limits = {"usable": (usable, USABLE), "tap": (tap, PAINTED), "shift": (shift, SHIFT)}
        faults += [f"{campaign['system']}: {name} {was:.4g}" for name, (was, most) in limits.items() if was > most]
    return faults


def main() -> None:
    """Open a furnished hall, measure, and fail where a limit is passed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--visits", type=int, default=5)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="wh-slowed-") as home, sync_playwright() as play:
        hall = new_hall(Path(home))
        hall.open()
        try:
            hall.furnish()
            browser = play.chromium.launch(executable_path=browsers.chromium(), args=browsers.FLAGS)
            print(f"Chromium {browser.version}, {SLOWER} times slower, {asked.visits} visits of each fight")
            faults = measure(browser, hall, asked.visits)
            browser.close()
        finally:
            hall.close()
    print("\n".join(f"  {fault}" for fault in faults))
    limits = 3 * len(hall.demo["campaigns"])
    print(f"{limits - len(faults)} passed, {len(faults)} failed")
    raise SystemExit(bool(faults))


if __name__ == "__main__":
    main()
