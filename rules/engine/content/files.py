"""Reading of a game's data files: its guide, mechanics and heroes, and its furniture for an empty hall."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from rules.engine.content.entries import Entry, Hero, Mechanic, Way, Ways
from rules.engine.kernel import Json, Refused, unknown

T = TypeVar("T")


@cache
def told_in(file: Path) -> Mapping[str, Json]:
    """The contents of a TOML file; read once."""
    return tomllib.loads(file.read_text(encoding="utf-8"))


@cache
def guide_in(file: Path) -> tuple[Ways, ...]:
    """The guide in a file: ``[[ways]]`` with title and sentence, in each ``[[ways.way]]`` the fields of a ``Way``."""
    return tuple(
        Ways(ways["title"], ways.get("sentence", ""), tuple(Way(**way) for way in ways["way"]))
        for ways in told_in(file)["ways"]
    )


@cache
def mechanics_in(file: Path) -> tuple[Mechanic, ...]:
    """The numbered rules in a file: a table for each (``[DRB-001]``) with title, and gm where the GM decides."""
    return tuple(Mechanic(number, **told) for number, told in told_in(file).items())


@cache
def terms_in(file: Path) -> tuple[Entry, ...]:
    """The words of a game in a file: a table for each by key, with name and sentence; none without a file."""
    told = told_in(file).items() if file.exists() else ()
    return tuple(Entry(key, one["name"], one["sentence"]) for key, one in told)


@cache
def heroes_in(file: Path) -> tuple[Hero, ...]:
    """The ready-made heroes in a file: a table for each by key, with the fields of a ``Hero``; none without a file."""
    return tuple(_hero(key, told) for key, told in told_in(file).items()) if file.exists() else ()


def _hero(key: str, told: Any) -> Hero:
    """A hero from a table; refuses one that lacks a field, or has one too many."""
    try:
        lists = {"figures": tuple(told["figures"])}
        return Hero(key, **{**told, **lists})
    except (KeyError, TypeError) as wrong:
        raise Refused(f"The hero {key!r} needs name, pitch, play, figures and choices: {wrong}.", key) from wrong


def named(what: str, called: str, shelf: Mapping[str, T], field: str = "") -> T:
    """The entry of a shelf under a key; refuses an unknown key, with those that were perhaps meant."""
    if called not in shelf:
        raise unknown(what, called, shelf, field)
    return shelf[called]
