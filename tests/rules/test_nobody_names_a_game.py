"""Nothing outside a game's folder says its name: a page that asks for it would have to be changed for the next game."""

import re
from pathlib import Path

import pytest

from rules.engine.system.protocol import System
from rules.registry import SYSTEMS

ROOT = Path(__file__).parents[2]
FOLDERS = ("campaigns", "characters", "combat", "rules", "static/css", "static/js", "templates", "winterhall")
WRITTEN = {".py", ".html", ".js", ".css"}


def _written() -> list[Path]:
    games = ROOT / "rules" / "systems"
    files = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*"))
    return [path for path in files if path.suffix in WRITTEN and not path.is_relative_to(games)]


@pytest.mark.parametrize("slug", [system.slug for system in SYSTEMS])
def test_no_file_outside_a_games_folder_names_the_game(slug: str) -> None:
    named = re.compile(rf"""["']{re.escape(slug)}["']""")
    found = [str(path.relative_to(ROOT)) for path in _written() if named.search(path.read_text(encoding="utf-8"))]
    assert not found


def _words(system: System) -> set[str]:
    """A game's names for parts of sheets and fights: ranks, resources, tracks, boxes, conditions, budgets."""
    creatures = [system.creature(entry.key) for entry in system.compendium().get("creatures", ())]
    words = {*system.rank_kinds, *system.budgets}
    words |= {entry.key for entry in system.compendium().get("conditions", ())}
    for sheet in (system.fresh_sheet("Anybody"), *creatures):
        words |= {*sheet.resources, *sheet.tracks, *sheet.conditions}
        words |= {name for ranks in sheet.ranks.values() for name in ranks}
        words |= {box for lines in sheet.tracks.values() for line in lines for box in line.boxes}
    return words


#: Words of one game that the house needs for something else, and what for.
OTHERWISE = {
    "casting": "a verdict on whoever begins a spell, and what they are called until it comes",
    "cold": "a day of the calendar",
    "combat": "the part of the house that keeps fights",
    "cover": "a block of a page",
    "damage": "the field beside which an amount that cannot be thrown is refused",
    "dying": "a fate in forecasts, which every game has",
    "fate": "the end that somebody comes to in a forecast",
    "freezing": "a day of the calendar",
    "group": "the role of an element that holds others",
    "hidden": "a field of a form that nobody sees, and whoever the other side does not see",
    "history": "an icon",
    "initiative": "the ladder of a scenario",
    "float": "a type of Python",
    "int": "a type of Python",
    "injury": "a box that was ticked, as the log counts it",
    "language": "the words in which dice are asked about",
    "level": "how much a message or a condition weighs",
    "luck": "rolls against their distribution",
    "open": "a campaign, a book or an encounter that can be looked into",
    "running": "the stage of an encounter",
    "step": "a part of the making",
    "swords": "an icon",
    "warmth": "what changes from day to day in the weather",
    "watching": "the seat of somebody who plays nobody",
}


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.slug)
def test_no_file_outside_a_games_folder_has_a_word_of_the_games_own(system: System) -> None:
    """A word of two games is a word of the house: only what one alone says would have to be changed for the next."""
    others = set().union(*(_words(other) for other in SYSTEMS if other is not system))
    own = _words(system) - others - set(OTHERWISE)
    found = {
        (str(path.relative_to(ROOT)), word)
        for path in _written()
        for word in re.findall(r"""["']([a-z_]+)["']""", path.read_text(encoding="utf-8"))
        if word in own
    }
    assert not found


def test_each_excepted_word_still_occurs() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in _written())
    assert not [word for word in OTHERWISE if f'"{word}"' not in text and f"'{word}'" not in text]


def test_the_files_were_really_looked_at() -> None:
    assert len(_written()) > 200
