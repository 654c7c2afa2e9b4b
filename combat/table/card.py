"""The card of a rung: somebody at a glance, and what game masters, or whoever plays them, may do about them by hand."""

from dataclasses import dataclass

from campaigns.audience import access
from campaigns.homebrew.compendium import conditions
from campaigns.play.forms import CommandForm, form_for, guarded
from campaigns.play.game import Game
from combat.table.ladder import Place
from combat.table.offers import Offer, for_whom, offer, offered
from combat.table.page import Table
from rules.engine.character.by_hand import ByHand
from rules.engine.fight import AboutOne
from rules.engine.fight.scene import Veil
from rules.engine.kernel import Place as Where
from rules.engine.system.protocol import command_named


@dataclass(frozen=True, slots=True)
class Hands:
    """Changes to somebody by the game master's hand: a typed number, hiding or showing, and commands about them.

    ``counts`` are the things that the number counts; it runs from 1 to ``most``.
    """

    numbers: tuple[CommandForm, ...]
    counts: str
    most: int
    veil: CommandForm | None
    about: tuple[Offer, ...]


@dataclass(frozen=True, slots=True)
class State:
    """A condition that somebody is in, or could be put in."""

    key: str
    label: str
    holds: bool


@dataclass(frozen=True, slots=True)
class Card:
    """A combatant at a glance, as the viewer may know them; ``hands`` are the game master's.

    ``states`` are the conditions for whoever may write the sheet, those that hold first; ``seen`` is the version of the
    fight.
    """

    place: Place
    turn: str
    hands: Hands | None
    states: tuple[State, ...] = ()
    seen: int | None = None


def card(seen: Table, who: str) -> Card | None:
    """The card of somebody; ``None`` for whomever the viewer does not know of."""
    place = next((one for one in seen.places if one.who == who), None)
    if place is None:
        return None
    hands = _hands(for_whom(seen.game, who)) if seen.is_gm else None
    document = guarded(seen.game)
    version = document.version_for(seen.is_gm) if document else None
    return Card(place, _turn(seen, place), hands, _states(seen, who), version)


def _states(seen: Table, who: str) -> tuple[State, ...]:
    """The conditions that somebody is in, then others in the order of the book; none for who may not write the sheet.

    Those that only the rules keep are not offered.
    """
    if not access.may_play(seen.member, seen.game.sheets.documents.get(who)):
        return ()
    there = seen.game.table.sheet(who).conditions
    held = [State(key, str(one.label), holds=True) for key, one in there.items()]
    others = [one for one in conditions(seen.member) if one.by_hand]
    return (*held, *(State(one.key, one.name, holds=False) for one in others if one.key not in there))


def _turn(seen: Table, place: Place) -> str:
    """Where somebody stands in the round, in words."""
    mine = [one for one in seen.places if one.who == place.who and one.at]
    if any(one.acts for one in mine):
        return "acts now"
    if seen.next_up and seen.next_up.who == place.who:
        return "acts next"
    return "has acted" if mine and all(one.done for one in mine) else ""


def _hands(game: Game) -> Hands:
    system = game.member.campaign.system
    kinds = [kind for name in system.by_hand if issubclass(kind := command_named(system, name), ByHand)]
    numbers = tuple(form_for(kind, game) for kind in kinds)
    scene = [kind for kind in offered(game, Where.SCENE) if issubclass(kind, AboutOne)]
    veil = next((form_for(kind, game) for kind in scene if issubclass(kind, Veil)), None)
    about = tuple(offer(game, kind) for kind in scene if not issubclass(kind, Veil))
    most = numbers[0].inputs[0].most if numbers else 0
    return Hands(numbers, kinds[0].counts if kinds else "", most, veil, about)
