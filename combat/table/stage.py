"""The stage: the foes in sight, the action that stands ready against one of them, and the way to those out of reach."""

from collections.abc import Sequence
from dataclasses import dataclass

from campaigns.audience import redaction
from campaigns.models import Campaign
from campaigns.play.game import Game
from campaigns.play.perform import NOT_POSSIBLE
from combat.models import PARTY
from combat.table.approach import Approach, approach, can_step, could_meet, detour, is_walled_off
from combat.table.board import counted
from combat.table.ladder import Place
from combat.table.offers import goes_there
from combat.table.ready import Ready, ready
from rules.engine.kernel import Command, Encounter, Refused
from rules.engine.system.protocol import System

#: The most actions in sight beside the one that stands ready.
IN_SIGHT = 4
#: The sentence where a step towards somebody would end at a wall, and what is added where no way round it is offered.
WALLED_OFF = "A wall or a shut door stands between you."
BY_THE_BOARD = "Tap the board to go round it."
#: The most foes of whom it is looked for one who can be met, where nobody has been chosen.
LOOKED_AT = 3


@dataclass(frozen=True, slots=True)
class Foe:
    """A foe to aim at: how far away in the unit of the game, and how they look."""

    who: str
    name: str
    far: str
    looks: str
    figure: str = ""


@dataclass(frozen=True, slots=True)
class Aim:
    """The one aimed at, with what stands ready against them; else the reason why nothing does, and the way there.

    It ``strikes`` while an attack is left, from here or after a move: without one, nobody is a target. Where the way on
    is to be found ``by_board``, the turn is not over yet.
    """

    foe: Foe
    ready: Ready | None
    reason: str = ""
    approach: Approach | None = None
    #: The names of commands that the rules would refuse against them from here.
    refused: frozenset[str] = frozenset()
    strikes: bool = True
    by_board: bool = False

    @property
    def serves(self) -> bool:
        """Whether they can be met now, or after one move."""
        return self.ready is not None or (self.approach is not None and self.approach.then is not None)


def by_weight(system: System, commands: Sequence[type[Command]]) -> list[type[Command]]:
    """Commands in the order of the game's ``foremost``, after those that change the roll which has just fallen."""
    rank = {name: place for place, name in enumerate((*system.follow_ups, *system.foremost))}
    return sorted(commands, key=lambda kind: rank.get(kind.name, len(rank)))


def foes(scene: Encounter, places: Sequence[Place], who: str, campaign: Campaign) -> list[Foe]:
    """The foes who still fight, nearest first."""
    here = scene.combatants[who]
    others = {one.who: one for one in places if one.side != here.side and not (one.out or one.gone)}
    far = {other: counted(here, scene.combatants[other], campaign) for other in others}
    listed = sorted(others.values(), key=lambda one: far[one.who])
    unit = campaign.system.unit
    return [Foe(one.who, one.name, unit.of(far[one.who]), _looks(one), one.figure) for one in listed]


def is_won(scene: Encounter, places: Sequence[Place]) -> bool:
    """Whether every foe in a running fight is out, as far as the viewer knows.

    Players are told so even while a hidden foe still stands, exactly as if there were none: to wait would tell of
    them. A game master, who sees the hidden, goes on with the turns.
    """
    foes = [place for place in places if place.side != PARTY]
    return scene.stage == "fighting" and bool(foes) and all(place.out for place in foes)


def is_lost(scene: Encounter, places: Sequence[Place]) -> bool:
    """Whether everybody of the party in a running fight is out."""
    party = [place for place in places if place.side == PARTY]
    return scene.stage == "fighting" and bool(party) and all(place.out for place in party)


def _looks(place: Place) -> str:
    return place.looks or (place.vitals.looks if place.vitals else "")


def aim(game: Game, foes: Sequence[Foe], chosen: str, on_turn: Sequence[type[Command]]) -> Aim | None:
    """The stage's offer against the foe who is chosen; else against the first of the nearest who can be met.

    ``on_turn`` are the commands that the rules offer the actor now.
    """
    wanted = [foe for foe in foes if foe.who == chosen] or foes[:LOOKED_AT]
    first = None
    for foe in wanted:
        found = _aim_at(game, foe, on_turn)
        if found.serves:
            return found
        first = first or found
    return first


def _aim_at(game: Game, foe: Foe, on_turn: Sequence[type[Command]]) -> Aim:
    system = game.member.campaign.system
    attacks = [kind for kind in by_weight(system, system.commands) if kind.aims and kind.name in system.foremost]
    reason, refused = "", set[str]()
    for kind in attacks:
        try:
            return Aim(foe, ready(game, kind, foe.who), refused=frozenset(refused))
        except Refused as no:
            # Of what cannot be done the first that is offered all the same says best why.
            reason = reason if reason and kind not in on_turn else no.sentence
            refused.add(kind.name)
    movers = [kind for kind in by_weight(system, on_turn) if goes_there(game, kind)]
    reason = redaction.sentence_without(reason, game.unspoken) or NOT_POSSIBLE
    aimed = attacks, foe.who
    meets = could_meet(game, aimed)
    way = approach(game, aimed, movers) if meets else None
    strikes = way is not None or any(kind in on_turn for kind in attacks)
    if not meets or not is_walled_off(game, foe.who) or (way and way.then):
        return Aim(foe, None, reason, way, frozenset(refused), strikes)
    way = detour(game, aimed, movers)
    by_board = way is None and can_step(game, movers)
    reason = f"{WALLED_OFF} {BY_THE_BOARD}" if by_board else WALLED_OFF
    return Aim(foe, None, reason, way, frozenset(refused), strikes or by_board or way is not None, by_board)
