"""The time from one player's click to the changed screen of another, with many tables playing at once.

    python -m benchmarks.screen --tables 20 --seconds 30 --database postgres

One of the screens is a real Chromium, the others are plain streams. The write goes over HTTP to the same server.
"""

import argparse
import statistics
import sys
import time
from contextlib import ExitStack
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks import furnishing, listeners, posting, surroundings
from benchmarks.live import in_process
from tests import browsers

#: The number of people at a table, the GM among them.
AT_A_TABLE = 6
#: A script that notes when each name first stood on the screen: two frames after it came into the document.
_WATCH = """
window.seenAt = {};
const look = () => {
  for (const [name] of document.body.textContent.matchAll(/Rook the \\d+\\b/g)) {
    if (name in window.seenAt) continue;
    window.seenAt[name] = 0;
    requestAnimationFrame(() => requestAnimationFrame(() => {
      window.seenAt[name] = performance.timeOrigin + performance.now();
    }));
  }
};
new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
"""


Written = tuple[dict[str, float], list[float], int]


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--writes-per-second", type=float, default=5)
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--seconds", type=float, default=30)
    return parser.parse_args()


def main() -> int:
    said = arguments()
    with surroundings.opened(said.database), ExitStack() as stack:
        tables = [furnishing.furnish(AT_A_TABLE, f"table-{number}") for number in range(said.tables)]
        port = surroundings.serve(stack, "winterhall.asgi:application")
        requests = [
            listeners.request_for(f"/campaigns/{table.campaign}/feed/", cookie)
            for table in tables
            for cookie in table.cookies
        ][1:]
        ears = in_process(stack, listeners.listen, port, requests)
        with sync_playwright() as play:
            browser = play.chromium.launch(executable_path=browsers.chromium(), args=browsers.FLAGS)
            page = open_sheet(browser, port, tables[0])
            clicked, writes, errors = write(port, tables, said)
            page.wait_for_timeout(1000)
            seen: dict[str, float] = page.evaluate("window.seenAt")
            browser.close()
        ears.send("stop")
        print(f"{len(requests)} plain streams heard {sum(len(came) for came, _ in ears.recv())} events")
    return report(clicked, writes, errors, seen)


def open_sheet(browser: Browser, port: int, table: furnishing.Table) -> Page:
    """Open the sheet of the table's character on the screen of another player."""
    name, _, value = table.cookies[1].partition("=")
    context = browser.new_context()
    context.add_cookies([{"name": name, "value": value, "domain": "localhost", "path": "/"}])
    page = context.new_page()
    page.goto(f"http://localhost:{port}/campaigns/{table.campaign}/characters/{table.character}/")
    page.evaluate(_WATCH)
    page.wait_for_timeout(1500)
    return page


def write(
    port: int, tables: list[furnishing.Table], said: argparse.Namespace
) -> tuple[dict[str, float], list[float], int]:
    """Let tables write in turn, the watched one every second time; its clicks, the ms of all answers, the errors."""
    clicked: dict[str, float] = {}
    took, errors, began = [], 0, time.monotonic()
    for at in range(int(said.writes_per_second * said.seconds)):
        time.sleep(max(0.0, began + at / said.writes_per_second - time.monotonic()))
        table, name = tables[0 if at % 2 == 0 else at // 2 % len(tables)], f"Rook the {at}"
        now = time.time()
        status, _ = posting.note(port, table, name, text="name")
        took.append((time.time() - now) * 1000)
        errors += status != 200
        if table is tables[0]:
            clicked[name] = now * 1000
    return clicked, took, errors


def report(clicked: dict[str, float], writes: list[float], errors: int, seen: dict[str, Any]) -> int:
    """Print the results and return the exit code; a name replaced before it was painted counts as missed."""
    took = [seen[name] - when for name, when in clicked.items() if seen.get(name)]
    missed = len(clicked) - len(took)
    print(f"click to changed screen  {line(took)}   {len(took)} seen, {missed} missed")
    print(f"write answered           {line(writes)}   {errors} errors")
    failed = errors or missed
    print(f"{int(not failed)} passed, {int(bool(failed))} failed")
    return int(bool(failed))


def line(took: list[float]) -> str:
    """The median and the 99th percentile in words."""
    if not took:
        return "nothing"
    return f"p50 {statistics.median(took):6.1f} ms   p99 {sorted(took)[int(len(took) * 0.99)]:6.1f} ms"


if __name__ == "__main__":
    sys.exit(main())
