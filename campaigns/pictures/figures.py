"""Figures: what is drawn for a creature that has no picture of its own.

They hang on the name that is shown, never on what a sheet knows: who goes disguised by another name stays so.
"""

import re
import tomllib
from functools import cache
from pathlib import Path

_FILE = Path(__file__).with_name("figures.toml")
#: The figure of people, which gives way to every other: a death knight is dead first of all.
_LAST = "person"


def figure(name: str) -> str:
    """The name of the figure for a creature so called; empty where none fits. What follows a comma tells its rank.

    >>> [figure(name) for name in ("Dire Wolf 2", "Guard, Rookie", "Death Knight", "Giant spider", "Oswin")]
    ['wolf', 'person', 'undead', 'spider', '']
    """
    found = [known for word in re.findall(r"\w+", name.partition(",")[0].casefold()) if (known := _words().get(word))]
    return next((known for known in reversed(found) if known != _LAST), _LAST if found else "")


@cache
def _words() -> dict[str, str]:
    """The figures by the words that stand for them."""
    told: dict[str, str] = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return {word: name for name, words in told.items() for word in words.split()}
