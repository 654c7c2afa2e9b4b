"""The stage: the foes in sight, the action that stands ready against one of them, and the way to those out of reach."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil

from campaigns.audience import redaction
from campaigns.play.ask_forms import started
from campaigns.play.forms import CommandForm, form_for
from campaigns.play.game import Game
from campaigns.play.perform import NOT_POSSIBLE
from combat.models import PARTY
from combat.table.board import metres
from combat.table.ladder import Place
from combat.table.offers import goes_there
from rules import codec
from rules.engine.kernel import Command, Encounter, Json, Moved, Refused, SeededDice, commands, described_fields
from rules.engine.odds import Odds
from rules.engine.system.protocol import System, started_against

#: The most actions in sight beside the one that stands ready.
IN_SIGHT = 4
#: The most places on the way to somebody that are tried.
MOST_STEPS = 24


@dataclass(frozen=True, slots=True)
class Foe:
    """A foe to aim at: how far away in the unit of the game, and how they look."""

    who: str
    name: str
    far: str
    looks: str
    aimed_at: bool = False
    figure: str = ""


@dataclass(frozen=True, slots=True)
class Ready:
    """A command with every choice made, to be sent by one button; ``odds`` are ``None`` where none are shown.

    ``chosen`` are the values to send by the name of the field, ``said`` the picks worth naming, ``count`` the number
    that has to be chosen.
    """

    form: CommandForm
    chosen: tuple[tuple[str, str], ...]
    said: tuple[str, ...]
    count: str
    odds: Odds | None

    @property
    def verb(self) -> str:
        """The words of its button: "Attack with 6"."""
        return f"{self.form.label} with {self.count}" if self.count else self.form.label


@dataclass(frozen=True, slots=True)
class Approach:
    """A move to where somebody can be reached: the move, its length in the unit of the game, and what can follow it."""

    form: CommandForm
    chosen: tuple[tuple[str, str], ...]
    far: str
    then: Ready | None


@dataclass(frozen=True, slots=True)
class Aim:
    """The one aimed at, with what stands ready against them; else the reason why nothing does, and the way there."""

    foe: Foe
    ready: Ready | None
    reason: str = ""
    approach: Approach | None = None
    #: The names of commands that the rules would refuse against them from here.
    refused: frozenset[str] = frozenset()


def by_weight(system: System, commands: Sequence[type[Command]]) -> list[type[Command]]:
    """Commands in the order of the game's ``foremost``, after those that change the roll which has just fallen."""
    rank = {name: place for place, name in enumerate((*system.follow_ups, *system.foremost))}
    return sorted(commands, key=lambda kind: rank.get(kind.name, len(rank)))


def foes(scene: Encounter, places: Sequence[Place], who: str, aimed_at: str, system: System) -> list[Foe]:
    """The foes who still fight, nearest first; the nearest is aimed at unless somebody else is."""
    here = scene.combatants[who]
    others = {one.who: one for one in places if one.side != here.side and not one.out}
    far = {other: metres(here, scene.combatants[other]) for other in others}
    listed = sorted(others.values(), key=lambda one: far[one.who])
    target = aimed_at if aimed_at in others else next((one.who for one in listed), "")
    return [
        Foe(one.who, one.name, system.unit.of(far[one.who]), _looks(one), one.who == target, one.figure)
        for one in listed
    ]


def is_won(scene: Encounter, places: Sequence[Place]) -> bool:
    """Whether every foe in a running fight is out, as far as the viewer knows.

    Players are told so even while a hidden foe still stands, exactly as if there were none: to wait would tell of
    them. A game master, who sees the hidden, goes on with the turns.
    """
    foes = [place for place in places if place.side != PARTY]
    return scene.stage == "fighting" and bool(foes) and all(place.out for place in foes)


def _looks(place: Place) -> str:
    return place.looks or (place.vitals.looks if place.vitals else "")


def aim(game: Game, foe: Foe, on_turn: Sequence[type[Command]]) -> Aim:
    """The stage's offer against somebody; ``on_turn`` are the commands that the rules offer the actor now."""
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
    return Aim(foe, None, reason, _approach(game, foe.who, attacks, movers), frozenset(refused))


def ready(game: Game, kind: type[Command], who: str) -> Ready:
    """A command against somebody with its usual choices; refused where the rules would refuse it, or it is no use."""
    kind.possible(game.known)
    form = form_for(kind, game, started_against(game.member.campaign.system, kind, game.known, who))
    values = started(form)
    odds = game.prospect(kind).odds(codec.command_from(kind, values))
    if odds and odds.chances and not any(chance.probability for chance in odds.chances):
        raise Refused("No effect from here.")
    return _ready(kind, form, values, odds if form.shows_odds else None)


def _ready(kind: type[Command], form: CommandForm, values: dict[str, Json], odds: Odds | None) -> Ready:
    usual = {name: default for name, (_, default) in described_fields(kind).items()}
    picks = [one for one in form.decided if one.kind == "pick" and one.field != kind.aims]
    named = [one for one in picks if values[one.field] not in ("", usual[one.field])]
    said = tuple(option.label for one in named for option in one.options if option.value == values[one.field])
    count = next((str(one.value) for one in form.inputs if one.kind == "number" and one.needed), "")
    return Ready(form, form.sent(values), said, count, odds)


# -- the way there -----------------------------------------------------------------------------------------------------


def _approach(
    game: Game, who: str, attacks: Sequence[type[Command]], movers: Sequence[type[Command]]
) -> Approach | None:
    """The shortest path towards somebody after which one of the attacks serves; else as near as the first mover goes.

    None where nobody could be attacked from close by either: then it is not the distance that hinders.
    """
    nearest, places = None, list(_towards(game, who))
    if not places or not _first(_standing(game, places[-1]), attacks, who):
        return None
    for mover in movers:
        form = form_for(mover, game)
        for x, y in places:
            values = {**started(form), "x": x, "y": y}
            tried = _having_moved(game, mover, values)
            if tried is None:
                continue
            then = _first(tried, attacks, who)
            if then or mover is movers[0]:
                nearest = _walk(game, form, values, then)
            if then:
                return nearest
    return nearest


def _towards(game: Game, who: str) -> Iterator[tuple[int, int]]:
    """The places between the actor and somebody, from here to there, as far apart as the squares of the game."""
    scene, system = game.known.scene, game.member.campaign.system
    here, there = scene.combatants[game.table.actor], scene.combatants[who]
    far = metres(here, there)
    steps = ceil(far / max(system.square, far / MOST_STEPS)) if far else 0
    seen = {(round(here.x), round(here.y)), (round(there.x), round(there.y))}
    for step in range(1, steps):
        share = step / steps
        place = (round(here.x + (there.x - here.x) * share), round(here.y + (there.y - here.y) * share))
        if place not in seen:
            seen.add(place)
            yield place


def _standing(game: Game, place: tuple[int, int]) -> Game:
    """The game as if the actor stood elsewhere."""
    actor, (x, y) = game.table.actor, place
    moved = Moved(actor, x, y, game.known.combatant(actor).facing)
    return Game(game.member, game.known.supposing(lambda table: table.happen(moved)), game.sheets, game.scene)


def _having_moved(game: Game, mover: type[Command], values: dict[str, Json]) -> Game | None:
    """The game as a move would leave it; ``None`` if it is refused."""
    command = codec.command_from(mover, values)
    try:
        after = game.known.supposing(lambda table: commands.perform(command, table, SeededDice(0)))
    except Refused:
        return None
    return Game(game.member, after, game.sheets, game.scene)


def _first(tried: Game, attacks: Sequence[type[Command]], who: str) -> Ready | None:
    """The first attack that serves now; none while somebody is asked something, such as to strike on the way."""
    if tried.table.scene.asks:
        return None
    for kind in attacks:
        try:
            return ready(tried, kind, who)
        except Refused:
            continue
    return None


def _walk(game: Game, form: CommandForm, values: dict[str, Json], then: Ready | None) -> Approach:
    here = game.known.scene.combatants[game.table.actor]
    x, y = values["x"], values["y"]
    length = metres(here, replace(here, x=x, y=y))
    return Approach(form, form.sent(values), game.member.campaign.system.unit.of(length), then)
