"""Sections of the compendium that a campaign may add to."""

from rules.engine.content.homebrew import Shelf, by_section
from rules.systems.sda.screen.homebrew import lives, things
from rules.systems.sda.screen.homebrew.spells import SPELLS


def shelves() -> dict[str, Shelf]:
    """The shelves that a campaign may add to, by section."""
    return by_section((*things.SHELVES, *lives.SHELVES, SPELLS))
