"""What a campaign may add to the compendium, and with which figures: one file for each kind of entry."""

from rules.engine.homebrew import Shelf, by_section
from rules.systems.sda.homebrew.creatures import CREATURES
from rules.systems.sda.homebrew.things import ARMOUR, GEAR, WEAPONS

SHELVES = (WEAPONS, ARMOUR, GEAR, CREATURES)


def shelves() -> dict[str, Shelf]:
    """The sections that a campaign may add to."""
    return by_section(SHELVES)
