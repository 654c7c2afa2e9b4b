"""The way to somebody out of reach: to a free place from which an attack meets them, round others and what is shut."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil, dist
from typing import NamedTuple

from campaigns.audience import access
from campaigns.play.forms import CommandForm, form_for, started
from campaigns.play.game import Game
from combat.table.board import counted
from combat.table.ready import Ready, first_ready
from rules import codec
from rules.engine.fight import Point, in_the_way, route
from rules.engine.kernel import Answered, Command, Json, Moved, Refused, SeededDice, Table, commands

#: The most places on the way to somebody that are tried.
MOST_STEPS = 24
#: The squares from somebody within which places around them are looked at; a long weapon is no use from the next one.
AROUND = 2
#: The places that touch another.
BESIDE = 8
#: The squares that a place around somebody may be farther than the straight way is walked.
ASIDE = 3

#: Attacks in the order in which they are tried, and whom they are to meet.
Aimed = tuple[Sequence[type[Command]], str]


@dataclass(frozen=True, slots=True)
class Approach:
    """A move to where somebody can be reached: the move, its length in the unit of the game, and what can follow it.

    ``openings`` say who may strike or otherwise react on the way. If it ``halts``, they are asked before it goes on.
    It is a detour if it goes to the first corner of the way round that: the next leg follows.
    """

    form: CommandForm
    chosen: tuple[tuple[str, str], ...]
    far: str
    then: Ready | None
    openings: tuple[str, ...] = ()
    halts: bool = False
    is_detour: bool = False


class Walked(NamedTuple):
    """A move that was tried: the command with its values, the table after it, and the attack that serves there."""

    mover: type[Command]
    form: CommandForm
    place: tuple[int, int]
    command: Command
    after: Table
    then: Ready | None


def approach(game: Game, aimed: Aimed, movers: Sequence[type[Command]]) -> Approach | None:
    """The shortest way to a place from which one of the attacks serves; else as near as the first mover goes.

    Of two movers the one comes first on whose way nobody may strike.
    """
    found = [_by(game, mover, aimed) for mover in movers]
    serving = [_told(game, way) for way in found if way and way.then]
    if serving:
        return next((way for way in serving if not way.openings), serving[0])
    return _told(game, found[0]) if found and found[0] else None


def _by(game: Game, mover: type[Command], aimed: Aimed) -> Walked | None:
    """The way of one mover: straight, else aside, and where others lie only if it serves from nowhere else."""
    form, taken, straight = form_for(mover, game), _taken(game), list(_straight(game, aimed[1]))
    nearest, reached = None, _both(game, aimed[1])[0]
    for place in straight:
        way = None if _square(game, place) in taken else _walk(game, mover, form, place, aimed)
        if way and way.then:
            return way
        nearest, reached = (way, place) if way else (nearest, reached)
    crowded = [place for place in straight if _square(game, place) in taken]
    others = (_walk(game, mover, form, place, aimed) for place in (*_aside(game, aimed[1], reached, taken), *crowded))
    return next((way for way in others if way and way.then), nearest)


def detour(game: Game, aimed: Aimed, movers: Sequence[type[Command]]) -> Approach | None:
    """The first leg of the way to somebody round what is shut, or as much of it as the rules let the actor walk."""
    here, there = _both(game, aimed[1])
    first, *others = route(game.known.scene, here, there, _side(game)) or (here,)
    if not others:
        return None
    corner = round(first[0]), round(first[1])
    places = corner, *reversed(list(_between(game, here, first)))
    walked = (_walk(game, mover, form_for(mover, game), place, aimed) for mover in movers for place in places)
    way = next(filter(None, walked), None)
    return replace(_told(game, way), is_detour=True) if way else None


def could_meet(game: Game, aimed: Aimed) -> bool:
    """Whether one of the attacks would serve from close by: else it is not the distance that hinders."""
    walled = is_walled_off(game, aimed[1])
    places = _around(game, aimed[1])[:BESIDE] if walled else list(_straight(game, aimed[1]))[-1:]
    return any(first_ready(_standing(game, place), *aimed) for place in places)


def can_step(game: Game, movers: Sequence[type[Command]]) -> bool:
    """Whether the rules let the actor go on to any place beside their own."""
    beside = _around(game, game.table.actor)[:BESIDE]
    steps = ((mover, form_for(mover, game), place) for mover in movers for place in beside)
    return any(_gone(game, codec.command_from(mover, _values(form, place))) for mover, form, place in steps)


def is_walled_off(game: Game, who: str) -> bool:
    """Whether the straight way to somebody ends at a wall or a shut door."""
    return in_the_way(game.known.scene.barriers.values(), *_both(game, who)) is not None


# -- places ------------------------------------------------------------------------------------------------------------


def _both(game: Game, who: str) -> tuple[Point, Point]:
    """Where the actor stands, and somebody else."""
    here, there = (game.known.combatant(one) for one in (game.table.actor, who))
    return (here.x, here.y), (there.x, there.y)


def _side(game: Game) -> float:
    """The square of the game if it is whole metres wide, else one metre: moves go to whole metres."""
    square = float(game.member.campaign.system.square)
    return square if square.is_integer() else 1.0


def _straight(game: Game, who: str) -> Iterator[tuple[int, int]]:
    """The places between the actor and somebody, from here to there."""
    return _between(game, *_both(game, who))


def _between(game: Game, here: Point, there: Point) -> Iterator[tuple[int, int]]:
    """The places between two others, as far apart as the squares of the game."""
    square = game.member.campaign.system.square
    far = round(dist(here, there), 1)
    steps = ceil(far / max(square, far / MOST_STEPS)) if far else 0
    seen = {(round(here[0]), round(here[1])), (round(there[0]), round(there[1]))}
    for step in range(1, steps):
        share = step / steps
        place = _on_ground(game, here[0] + (there[0] - here[0]) * share, here[1] + (there[1] - here[1]) * share)
        if place not in seen:
            seen.add(place)
            yield place


def _around(game: Game, who: str) -> list[tuple[int, int]]:
    """The places around somebody with nothing shut between, those beside them first."""
    barriers = list(game.known.scene.barriers.values())
    _, there = _both(game, who)
    square, steps = game.member.campaign.system.square, range(-AROUND, AROUND + 1)
    ring = sorted(((east, north) for east in steps for north in steps), key=lambda one: max(map(abs, one)))
    places = [_on_ground(game, there[0] + east * square, there[1] + north * square) for east, north in ring[1:]]
    return [one for one in places if not in_the_way(barriers, one, there)]


def _aside(game: Game, who: str, reached: Point, taken: set[tuple[int, int]]) -> list[tuple[int, int]]:
    """Free places around somebody, the nearest first, hardly farther than where the straight way comes to an end."""
    here, _ = _both(game, who)
    most = dist(here, reached) + ASIDE * game.member.campaign.system.square
    free = (place for place in _around(game, who) if _square(game, place) not in taken)
    return sorted((place for place in free if dist(here, place) <= most), key=lambda place: dist(here, place))


def _taken(game: Game) -> set[tuple[int, int]]:
    """The squares in which others stand or lie of whom the member knows."""
    people = game.known.scene.combatants.items()
    return {_square(game, (one.x, one.y)) for who, one in people if who != game.table.actor}


def _square(game: Game, place: Point) -> tuple[int, int]:
    """The square of a place, counted from the middle of the board."""
    square = game.member.campaign.system.square
    return round(place[0] / square), round(place[1] / square)


def _on_ground(game: Game, x: float, y: float) -> tuple[int, int]:
    """The place in whole metres that is nearest to a point; the middle of its square, where those are whole metres."""
    side = int(_side(game))
    return side * round(x / side), side * round(y / side)


# -- walking there -----------------------------------------------------------------------------------------------------


def _standing(game: Game, place: tuple[int, int]) -> Game:
    """The game as if the actor stood elsewhere."""
    return _arrived(game, game.known, place)


def _arrived(game: Game, after: Table, place: tuple[int, int]) -> Game:
    """The game after a move that is paid for, as if nobody were asked on it."""
    actor, (x, y) = game.table.actor, place
    answered = [Answered(key) for key in after.scene.asks]
    moved = Moved(actor, x, y, after.combatant(actor).facing)
    return Game(game.member, after.supposing(lambda table: table.happen(*answered, moved)), game.sheets, game.scene)


def _walk(game: Game, mover: type[Command], form: CommandForm, place: tuple[int, int], aimed: Aimed) -> Walked | None:
    """The move to a place, with the first of the attacks on somebody that serves there; ``None`` if refused."""
    command = codec.command_from(mover, _values(form, place))
    after = _gone(game, command)
    if after is None:
        return None
    # Whoever is asked decides before the move ends: it is looked at as if all of them let it pass.
    there = _arrived(game, after, place) if after.scene.asks else Game(game.member, after, game.sheets, game.scene)
    return Walked(mover, form, place, command, after, first_ready(there, *aimed))


def _told(game: Game, way: Walked) -> Approach:
    """The approach by a move, with its length and what lies on it, which takes longer than to try it."""
    here, campaign = game.known.scene.combatants[game.table.actor], game.member.campaign
    far = campaign.system.unit.of(counted(here, replace(here, x=way.place[0], y=way.place[1]), campaign))
    openings = _openings(game, way.mover, way.command, way.after)
    sent = way.form.sent(_values(way.form, way.place))
    return Approach(way.form, sent, far, way.then, openings, halts=bool(way.after.scene.asks))


def _values(form: CommandForm, place: tuple[int, int]) -> dict[str, Json]:
    return {**started(form), "x": place[0], "y": place[1]}


def _gone(game: Game, command: Command) -> Table | None:
    """The table after a move, or up to where somebody is asked; ``None`` if it is refused."""
    try:
        return game.known.supposing(lambda table: commands.perform(command, table, SeededDice(0)))
    except Refused:
        return None


def _openings(game: Game, mover: type[Command], command: Command, after: Table) -> tuple[str, ...]:
    """The words of the rules for what lies on a move, and whoever else is asked on it."""
    sees = mover.has_odds and access.sees_odds(game.member)
    odds = game.prospect(mover).odds(command) if sees else None
    _, *lies_on_it = odds.sentence.split("; ") if odds else [""]
    return (*lies_on_it, *reacting(game, after, odds.sentence if odds else ""))


def reacting(game: Game, after: Table, sentence: str) -> tuple[str, ...]:
    """The words for those who are asked something after a move, but for those whom ``sentence`` names."""
    asked = [one.to for key, one in after.scene.asks.items() if key not in game.known.scene.asks]
    names = [game.table.name(who) for who in dict.fromkeys(asked) if who != game.table.actor]
    return tuple(f"{name} may react" for name in names if name not in sentence)
