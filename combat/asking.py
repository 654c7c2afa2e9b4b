"""Asks as somebody sees them at the table: their own with the forms of the answers, those of others by name."""

from dataclasses import dataclass

from campaigns.audience.viewers import Viewer
from campaigns.play.ask_forms import Answer, answers_to
from campaigns.play.game import Game
from combat.acting import for_whom
from rules.engine.kernel import Ask


@dataclass(frozen=True, slots=True)
class Waiting:
    """An ask on the page: of whom, and (for whoever may answer) what and how."""

    key: str
    who: str
    name: str
    title: str
    mine: bool
    known: tuple[tuple[str, str], ...] = ()
    answers: tuple[Answer, ...] = ()


def waiting(game: Game, asks: list[Ask], viewer: Viewer) -> list[Waiting]:
    """The asks that wait; those that the viewer answers come first."""
    listed = [_waiting(game, ask, viewer) for ask in asks]
    return sorted(listed, key=lambda ask: not ask.mine)


def _waiting(game: Game, ask: Ask, viewer: Viewer) -> Waiting:
    name = "The game master" if ask.for_gm else game.table.name(ask.to)
    mine = viewer.is_gm or (ask.to in viewer.plays and not ask.for_gm)
    if not mine:
        return Waiting(ask.key, ask.to, name, "", False)
    return Waiting(ask.key, ask.to, name, ask.title, True, answers=answers_to(for_whom(game, ask.to), ask))
