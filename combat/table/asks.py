"""The asks that wait at a table, each as the viewer may hear of it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from campaigns.audience.viewers import Viewer
from campaigns.models import Document, Entry
from campaigns.play.ask_forms import Answer, answers_to
from campaigns.play.game import Game
from combat.table.offers import for_whom
from rules.engine.kernel import Ask, in_words
from winterhall.accounts.models import User


@dataclass(frozen=True, slots=True)
class Waiting:
    """An ask on the page: of whom, and (for whoever may answer) what and how.

    ``player`` is the person for whom a game master waits, and ``since`` when they were asked; empty if it is the
    viewer's own to answer. ``about`` is the name of the character, also where the game master is asked.
    """

    key: str
    who: str
    name: str
    title: str
    mine: bool
    answers: tuple[Answer, ...] = ()
    player: str = ""
    since: datetime | None = None
    about: str = ""


def waiting(game: Game, asks: list[Ask], viewer: Viewer, people: Iterable[Document]) -> list[Waiting]:
    """The asks that wait; those that the viewer answers come first."""
    players = players_asked(asks, people, game.member.user_id) if viewer.is_gm else {}
    since = _asked_at(game, players)
    listed = [_waiting(game, ask, viewer, players.get(ask.key, ""), since.get(ask.key)) for ask in asks]
    return sorted(listed, key=lambda ask: (not ask.mine, bool(ask.player)))


def _waiting(game: Game, ask: Ask, viewer: Viewer, player: str, since: datetime | None) -> Waiting:
    name = "The game master" if ask.for_gm else game.table.name(ask.to)
    mine = viewer.is_gm or (ask.to in viewer.plays and not ask.for_gm)
    if not mine:
        return Waiting(ask.key, ask.to, name, "", False)
    title = in_words(ask.title, game.sheets.names)
    answers, about = answers_to(for_whom(game, ask.to), ask), game.table.name(ask.to)
    return Waiting(ask.key, ask.to, name, title, True, answers, player, since, about)


def players_asked(asks: Iterable[Ask], people: Iterable[Document], gm: int) -> dict[str, str]:
    """The names of the players who are asked, by the key of the ask; the game master answers the other asks."""
    plays = {one.public_id: one.player_id for one in people if one.played_by_another(gm)}
    asked = {ask.key: player for ask in asks if not ask.for_gm and (player := plays.get(ask.to))}
    names = {user.pk: str(user) for user in User.objects.filter(pk__in=set(asked.values()))} if asked else {}
    return {key: names[player] for key, player in asked.items()}


def _asked_at(game: Game, keys: Mapping[str, str]) -> dict[str, datetime]:
    """The moments in which asks were put, by their keys, as the chronicle has them."""
    if not keys or game.scene is None:
        return {}
    # What was brought again is read along: joined, it would be looked for in all entries of the campaign.
    wanted = Q(redoes__isnull=False)
    for key in keys:
        wanted |= Q(facts__contains=f'"{key}"')
    entries = Entry.objects.filter(wanted, campaign=game.member.campaign, encounter=game.scene.public_id, struck=None)
    # After an undo the next ask has the key of the one that was taken back; one brought again waits since then.
    told = list(entries.order_by("number").values_list("pk", "facts", "at", "redoes"))
    again = {redone: at for *_, at, redone in told if redone}
    found: dict[str, datetime] = {}
    for entry, facts, at, redone in told:
        if not redone:
            found |= {key: again.get(entry, at) for key in keys if f'"{key}"' in facts and key not in found}
    return found
