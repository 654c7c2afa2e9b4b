"""The path to a place on the board: how long it is, what it costs and what lies on it, before anybody takes a step.

Where a wall is in the way it leads round it. Games that count what is left of a movement go in straight legs: each is a
move of its own, so that the rules charge it, and others may react to it, as to any other; the page sends one after the
other. Games in which a move is an action go round in one.
"""

import re
from collections.abc import Sequence
from dataclasses import MISSING, dataclass, replace
from functools import partial
from itertools import pairwise

from campaigns.audience import access, redaction
from campaigns.play.forms import CommandForm, form_for, started
from campaigns.play.game import Game
from campaigns.play.perform import NOT_POSSIBLE
from combat.table.approach import reacting
from combat.table.board import metres
from combat.table.offers import goes_there, offered
from combat.table.stage import by_weight
from rules import codec
from rules.engine.fight import Point, refuse_fog, route
from rules.engine.kernel import Combatant, Command, Json, Place, Refused, SeededDice, Table, commands, described_fields
from rules.engine.system.protocol import System

#: The sentence for a token that nothing moves now, and for a place that no way leads to.
NO_PATH = "You can only move on your own turn."
NO_WAY = "No way leads there round the walls and shut doors."


@dataclass(frozen=True, slots=True)
class Path:
    """A move to a place: its length in the unit of the game, its end in metres, and the form that goes there.

    ``notes`` are what it costs and what lies on it; ``refused`` is the sentence of the rules where nobody can go. The
    form of a way round something goes to the first of its ``corners``.
    """

    far: str
    x: float
    y: float
    form: CommandForm | None = None
    chosen: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    refused: str = ""
    corners: tuple[Point, ...] = ()

    @property
    def course(self) -> str:
        """The corners as drawings have them: down is south."""
        return " ".join(f"{x:g} {-y:g}" for x, y in self.corners)


def path(game: Game, x: int, y: int, *, puts: bool = False) -> Path:
    """The first move of the actor that the rules accept; else the refusal of the first.

    ``puts`` leaves the rules of movement aside, as game masters may.
    """
    here = game.known.combatant(game.table.actor)
    there = replace(here, x=float(x), y=float(y))
    refused = NO_PATH
    way = _way(game, here, there)
    for place, kind in enumerate(_movers(game, puts=puts)):
        try:
            return _by_way(game, kind, there, way)
        except Refused as no:
            refused = refused if place else redaction.sentence_without(no.sentence, game.unspoken) or NOT_POSSIBLE
    return Path(_far(game, [(there.x, there.y)]), there.x, there.y, refused=refused)


def _movers(game: Game, *, puts: bool) -> Sequence[type[Command]]:
    """The commands that go to a place, those of the game's ``foremost`` before any others.

    Where it is not their turn, the commands of the scene that put somebody down.
    """
    system: System = game.member.campaign.system
    on_turn = [] if puts else [kind for kind in offered(game, Place.TURN) if goes_there(game, kind)]
    weighty = [kind for kind in by_weight(system, on_turn) if kind.name in system.foremost]
    if weighty or on_turn:
        return weighty or on_turn
    turn = game.known.scene.current
    if turn and turn.who == game.table.actor and not puts:
        # The first of them says best why nobody walks now.
        weighty = by_weight(system, system.commands)
        return [kind for kind in weighty if kind.name in system.foremost and _walks(kind)][:1]
    return [kind for kind in offered(game, Place.SCENE) if goes_there(game, kind) and _about_actor(game, kind)]


def _walks(kind: type[Command]) -> bool:
    fields = described_fields(kind)
    others = [default for name, (_, default) in fields.items() if name not in ("x", "y")]
    return {"x", "y"} <= fields.keys() and MISSING not in others


def _about_actor(game: Game, kind: type[Command]) -> dict[str, Json]:
    """The fields in which a command of the scene asks for somebody, filled in with the actor."""
    actor, choices = game.table.actor, kind.choices(game.known).items()
    return {name: actor for name, listed in choices if actor in {choice.value for choice in listed}}


def _way(game: Game, here: Combatant, there: Combatant) -> tuple[Point, ...]:
    """The corners of the way to a place round all that the asker knows of, its end last; none without a way."""
    square = game.member.campaign.system.square
    # Moves go to whole metres.
    side = square if square.is_integer() else 1.0
    return route(game.known.scene, (here.x, here.y), (there.x, there.y), side)


def _by_way(game: Game, kind: type[Command], there: Combatant, way: tuple[Point, ...]) -> Path:
    """The path by one command: whole, if the game goes round walls in one move, else in legs."""
    if len(way) == 1 or kind.place is not Place.TURN:
        return _tried(game, kind, there)
    try:
        found = _tried(game, kind, there)
    except Refused:
        return _in_legs(game, kind, way)
    return replace(found, far=_far(game, way), corners=way)


def _in_legs(game: Game, kind: type[Command], way: tuple[Point, ...]) -> Path:
    """The path in legs, of which the form goes the first; refused where the rules refuse one of them.

    What comes after somebody may react is not foretold: they decide first.
    """
    here = game.known.combatant(game.table.actor)
    if not way:
        kind.possible(game.known)
        raise Refused(NO_WAY, "x")
    _refuse_too_long(game, way)
    first, *rest = (replace(here, x=x, y=y) for x, y in way)
    found, after = _tried(game, kind, first), game.prospect(kind).guesses[0]
    values = started(form_for(kind, game, {"x": round(first.x), "y": round(first.y)}))
    for at in (first, *rest):
        leg = codec.command_from(kind, values | {"x": round(at.x), "y": round(at.y)})
        after = after.supposing(partial(_perform, leg))
        if set(after.scene.asks) - set(game.known.scene.asks):
            break
    end = way[-1]
    return replace(found, far=_far(game, way), x=end[0], y=end[1], notes=_notes(game, after, ""), corners=way)


def _refuse_too_long(game: Game, way: Sequence[Point]) -> None:
    """Refuse a way that is longer than what is left of the actor's movement: nobody stops at its corner unasked."""
    unit, left = game.member.campaign.system.unit, _ground_left(game, game.known)
    if left is not None and _length(game, way) > left and _far(game, way) != unit.of(left):
        raise Refused(
            f"The way round is {_far(game, way)} {unit.sign} long; you have {unit.of(left)} {unit.sign} left.", "x"
        )


def _ground_left(game: Game, table: Table) -> float | None:
    """The metres that the actor can still go; None where the game keeps no such count."""
    budgets, strides = table.combatant(game.table.actor).budgets, game.member.campaign.system.strides
    held = [budgets[name] * worth for name, worth in strides.items() if name in budgets]
    return sum(held) if held else None


def _perform(command: Command, table: Table) -> None:
    commands.perform(command, table, SeededDice(0))


def _tried(game: Game, kind: type[Command], there: Combatant) -> Path:
    """The path by one command; refused where the rules refuse it."""
    kind.possible(game.known)
    form = form_for(kind, game, {"x": round(there.x), "y": round(there.y), **_about_actor(game, kind)})
    values = started(form)
    command = codec.command_from(kind, values)
    if not game.member.is_gm:
        refuse_fog(game.table, command)
    prospect = game.prospect(kind)
    odds = prospect.odds(command) if kind.has_odds and access.sees_odds(game.member) else None
    # Of sheets that the member may not read a guess is enough: what lies on the path must not tell of their numbers.
    after = prospect.guesses[0].supposing(partial(_perform, command))
    here, actor = game.known.combatant(game.table.actor), game.table.actor
    end = after.scene.combatants.get(actor, there)
    end = there if set(after.scene.asks) - set(game.known.scene.asks) or metres(here, end) == 0 else end
    far = _far(game, [(end.x, end.y)])
    notes = _notes(game, after, odds.sentence if odds else "")
    return Path(far, end.x, end.y, form, form.sent(values), notes)


def _far(game: Game, way: Sequence[Point]) -> str:
    """The length of the actor's way as the game counts it."""
    return game.member.campaign.system.unit.of(_length(game, way))


def _length(game: Game, way: Sequence[Point]) -> float:
    """The metres of the actor's way as the game counts them."""
    here, campaign = game.known.combatant(game.table.actor), game.member.campaign
    return sum(campaign.system.far(*leg, campaign.house_rules) for leg in pairwise(((here.x, here.y), *way)))


# -- what a path costs -----------------------------------------------------------------------------------------------


def _notes(game: Game, after: Table, sentence: str) -> tuple[str, ...]:
    """The words of the rules; else what is spent and left. Then whoever is asked on it."""
    # Words that begin with the length go on with what is left.
    words = re.sub(rf"^[\d.]+ {game.member.campaign.system.unit.sign}[,;] ", "", sentence)
    costs = () if words != sentence else _costs(game, after)
    return (*costs, *((words,) if words else ()), *reacting(game, after, sentence))


def _costs(game: Game, after: Table) -> tuple[str, ...]:
    """The budgets that the move takes from, and the ground that is left after it."""
    system, actor = game.member.campaign.system, game.table.actor
    before, now = game.known.combatant(actor).budgets, after.combatant(actor).budgets
    spent = {name: before[name] - now.get(name, 0) for name in before if before[name] > now.get(name, 0)}
    nouns = ((name, noun) for name, noun in system.budgets.items() if name in spent.keys() - system.strides.keys())
    paid = tuple(f"{spent[name]:g} {noun[spent[name] != 1]}" for name, noun in nouns)
    left = _ground_left(game, after) if system.strides.keys() & spent else None
    return paid if left is None else (*paid, f"{system.unit.of(left)} {system.unit.sign} left")
