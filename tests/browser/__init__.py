"""Tests that sit at a real browser; what they share says as much when it fails as they do themselves."""

import pytest
from playwright.sync_api import expect

SHARED = ("at_the_ford", "evenings", "heroes", "newcomers", "reckoning", "seats", "summary", "told_evening")
pytest.register_assert_rewrite(*(f"{__name__}.{name}" for name in SHARED))
# A busy machine is no fault of the page.
expect.set_options(timeout=15_000)
