"""States of a campaign's own that somebody can be in: a name and a sentence, for the table to mind."""

from rules.engine.content.entries import Entry
from rules.engine.content.homebrew import DESCRIPTION, NAME, Shelf, Told, figures_of, listed
from rules.systems.sda.content import compendium, own_entries
from rules.systems.sda.screen import almanac
from rules.systems.sda.screen.homebrew.fitting import fitting

_CONDITION = (NAME, DESCRIPTION)


def _entry(key: str, told: Told) -> Entry:
    made = fitting(lambda: almanac.condition_entry(own_entries.condition(key, told, compendium.library())))
    return listed(key, made, told)


CONDITIONS = Shelf(
    "conditions",
    "condition",
    _CONDITION,
    _entry,
    own=lambda: {key: figures_of(one, _CONDITION) for key, one in compendium.conditions().items()},
)
