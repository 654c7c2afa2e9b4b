"""Kinds of entries that a campaign may add to the compendium, with their figures: one file for each."""

from rules.engine.content.homebrew import Shelf, by_section
from rules.systems.sda.screen.homebrew.conditions import CONDITIONS
from rules.systems.sda.screen.homebrew.creatures import CREATURES
from rules.systems.sda.screen.homebrew.events import EVENTS
from rules.systems.sda.screen.homebrew.kin import KIN
from rules.systems.sda.screen.homebrew.occupations import OCCUPATIONS
from rules.systems.sda.screen.homebrew.origins import MOTIVATIONS, ORIGINS
from rules.systems.sda.screen.homebrew.peoples import PEOPLES
from rules.systems.sda.screen.homebrew.reasons import REASONS
from rules.systems.sda.screen.homebrew.skills import SKILLS
from rules.systems.sda.screen.homebrew.spells import SPELLS
from rules.systems.sda.screen.homebrew.things import ARMOUR, GEAR, WEAPONS
from rules.systems.sda.screen.homebrew.traits import TRAITS

SHELVES = (
    *(WEAPONS, ARMOUR, GEAR, CREATURES, SKILLS, CONDITIONS, TRAITS),
    *(PEOPLES, KIN, ORIGINS, EVENTS, OCCUPATIONS, REASONS, MOTIVATIONS, SPELLS),
)


def shelves() -> dict[str, Shelf]:
    """The shelves that a campaign may add to, by section."""
    return by_section(SHELVES)
