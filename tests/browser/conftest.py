"""No test in a browser leaves a page behind."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser


@pytest.fixture(autouse=True)
def _everybody_goes_home(browser: Browser) -> Iterator[None]:
    """Close what a test opened: a page that stays listens on, and draws itself anew for all that others play later."""
    before = list(browser.contexts)
    yield
    for context in browser.contexts:
        if context not in before:
            context.close()
