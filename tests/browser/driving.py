"""The scripts that a journey drives, measured by the browser: the functions of them that ran."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

SCRIPTS = Path(__file__).parent.parent.parent / "static" / "js"
#: A script's name behind a slash, with the fingerprint that the house gives it.
_NAME = re.compile(r"/([\w-]+)(?:\.[0-9a-f]{12})?(\.js)(?:$|\?)")


@contextmanager
def drives(page: Page, *scripts: str) -> Iterator[None]:
    """A journey through one page, from when it stands there, which runs functions of each of the scripts."""
    wire = page.context.new_cdp_session(page)
    wire.send("Profiler.enable")
    wire.send("Profiler.startPreciseCoverage", {"callCount": True, "detailed": False})
    yield
    found = wire.send("Profiler.takePreciseCoverage")["result"]
    wire.detach()
    at_rest = set(scripts) - {_name(one["url"]) for one in found if _ran(one)}
    assert not at_rest, f"nothing of {', '.join(sorted(at_rest))} ran"


def _name(url: str) -> str:
    named = _NAME.search(url)
    return named[1] + named[2] if named else ""


def _ran(script: dict[str, Any]) -> bool:
    """Whether a function of a script ran; the script itself, which begins at 0, is none."""
    places = [function["ranges"][0] for function in script["functions"]]
    return any(place["startOffset"] and place["count"] for place in places)
