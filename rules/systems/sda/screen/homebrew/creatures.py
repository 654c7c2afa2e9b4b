"""Creatures of a campaign's own, and their figures."""

from collections.abc import Mapping

from rules.engine.content.entries import Entry
from rules.engine.content.forms import form
from rules.engine.content.homebrew import (
    Shelf,
    Told,
    figures_of,
    listed,
    named,
    number,
    words,
)
from rules.engine.kernel import Json, Refused
from rules.systems.sda.content import compendium, own_entries
from rules.systems.sda.content.entries import Creature
from rules.systems.sda.creation.life.new_sheet import sheet_of
from rules.systems.sda.screen import almanac
from rules.systems.sda.screen.homebrew import chapters
from rules.systems.sda.screen.homebrew.fitting import fitting


def _ranked() -> Mapping[str, str]:
    return named({key: one for key, one in compendium.groups().items() if one.ranked})


_CREATURE = form(
    Creature,
    compendium,
    {"groups": _ranked, "traits": chapters.traits},
    injury=(
        number("minor", "Minor boxes a line", least=1, most=20, start=3),
        number("major", "Major boxes a line", least=1, most=20, start=1),
        number("lines", "Lines of boxes", least=1, most=20, start=3),
    ),
    notes=(words("notes", "Notes for the game master", most=600, long=True),),
)


def _creature_entry(key: str, told: Told) -> Entry:
    if not told["speed"]:
        raise Refused("It needs a way of moving, and its speed.", "speed")
    return fitting(
        lambda: listed(key, almanac.creature_entry(own_entries.creature(key, told, compendium.library())), told)
    )


def _told_of_creature(creature: Creature) -> dict[str, Json]:
    injury = {name: getattr(creature.injury, name) for name in ("minor", "major", "lines")}
    given = [figure for figure in _CREATURE if figure.name not in ("spirit", "notes", *injury)]
    spirit = 0 if creature.spirit == creature.spirit_by_formula else creature.spirit
    return {**figures_of(creature, given), **injury, "spirit": spirit, "notes": "\n".join(creature.notes)}


CREATURES = Shelf(
    "creatures",
    "creature",
    _CREATURE,
    _creature_entry,
    sheet=lambda key, told: sheet_of(own_entries.creature(key, told, compendium.library())),
    own=lambda: {key: _told_of_creature(one) for key, one in compendium.creatures().items()},
    secret=True,
)
