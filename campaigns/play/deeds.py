"""Deeds of members that are no command of a game: apps above bring theirs, which may then wait for approval, too."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from campaigns.play.game import Game
from campaigns.play.intent import Intent
from campaigns.play.perform import perform_on
from rules.engine.kernel import Json
from rules.engine.system.protocol import System, command_named


@dataclass(frozen=True, slots=True)
class Deed:
    """A deed with its label; ``act`` lets it happen by its choices, and refuses whoever may not do it."""

    label: str
    act: Callable[[Game, Mapping[str, Json]], dict[str, Json]]


_deeds: dict[str, Deed] = {}


def register(command: str, deed: Deed) -> None:
    """Let entries with this name of a command be of the deed."""
    _deeds[command] = deed


def label_of(command: str, system: System) -> str:
    """The label of a deed, or else of a command of the game."""
    return _deeds[command].label if command in _deeds else command_named(system, command).label


def act_on(game: Game, intent: Intent) -> dict[str, Json]:
    """Let a deed, or else a command of the game, happen on the table alone; returns its choices."""
    deed = _deeds.get(intent.command)
    return deed.act(game, intent.given) if deed else perform_on(game, intent)
