"""The browser that the tests drive, and the flags that start it."""

import os
import shutil

#: The first one draws no windows, and leaves more of the machine to the hall.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def chromium() -> str:
    """Return the path of Chromium, or say plainly what is missing."""
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if not path:
        raise RuntimeError(
            "The browser tests need Chromium: install it, or set CHROMIUM to its path (or run `make quick`)."
        )
    return path
