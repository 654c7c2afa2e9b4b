"""The stage: the foes in sight, the action that stands ready against one of them, and the way to those out of reach."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil

from campaigns.audience import access, redaction
from campaigns.models import Campaign
from campaigns.play.forms import CommandForm, form_for, started
from campaigns.play.game import Game
from campaigns.play.perform import NOT_POSSIBLE
from combat.models import PARTY
from combat.table.board import counted, metres
from combat.table.ladder import Place
from combat.table.offers import goes_there
from rules import codec
from rules.engine.fight import in_the_way, route
from rules.engine.kernel import (
    Command,
    Encounter,
    Json,
    Moved,
    Refused,
    SeededDice,
    Table,
    commands,
    described_fields,
)
from rules.engine.odds import Odds
from rules.engine.system.protocol import System, started_against

#: The most actions in sight beside the one that stands ready.
IN_SIGHT = 4
#: The sentence where a step towards somebody would end at a wall, and what is added where no way round it is offered.
WALLED_OFF = "A wall or a shut door stands between you."
BY_THE_BOARD = "Tap the board to go round it."
#: The sentence where a command does not find whoever it is aimed at among those it may meet.
GONE = "They are not there any more."
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


@dataclass(frozen=True, slots=True)
class Aim:
    """The one aimed at, with what stands ready against them; else the reason why nothing does, and the way there.

    It ``strikes`` while an attack is left, from here or after a move: without one, nobody is a target.
    """

    foe: Foe
    ready: Ready | None
    reason: str = ""
    approach: Approach | None = None
    #: The names of commands that the rules would refuse against them from here.
    refused: frozenset[str] = frozenset()
    strikes: bool = True


def by_weight(system: System, commands: Sequence[type[Command]]) -> list[type[Command]]:
    """Commands in the order of the game's ``foremost``, after those that change the roll which has just fallen."""
    rank = {name: place for place, name in enumerate((*system.follow_ups, *system.foremost))}
    return sorted(commands, key=lambda kind: rank.get(kind.name, len(rank)))


def foes(scene: Encounter, places: Sequence[Place], who: str, aimed_at: str, campaign: Campaign) -> list[Foe]:
    """The foes who still fight, nearest first; the nearest is aimed at unless somebody else is."""
    here = scene.combatants[who]
    others = {one.who: one for one in places if one.side != here.side and not (one.out or one.gone)}
    far = {other: counted(here, scene.combatants[other], campaign) for other in others}
    listed = sorted(others.values(), key=lambda one: far[one.who])
    target = aimed_at if aimed_at in others else next((one.who for one in listed), "")
    return [
        Foe(one.who, one.name, campaign.system.unit.of(far[one.who]), _looks(one), one.who == target, one.figure)
        for one in listed
    ]


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
    approach = _approach(game, foe.who, attacks, movers)
    strikes = approach is not None or any(kind in on_turn for kind in attacks)
    if approach and not approach.then and _is_walled_off(game, foe.who):
        approach = _round(game, foe.who, attacks, movers)
        reason = WALLED_OFF if approach else f"{WALLED_OFF} {BY_THE_BOARD}"
    return Aim(foe, None, reason, approach, frozenset(refused), strikes)


def _is_walled_off(game: Game, who: str) -> bool:
    """Whether the straight way to somebody ends at a wall or a shut door."""
    here, there = (game.known.combatant(one) for one in (game.table.actor, who))
    return in_the_way(game.known.scene.barriers.values(), (here.x, here.y), (there.x, there.y)) is not None


def ready(game: Game, kind: type[Command], who: str) -> Ready:
    """A command against somebody with its usual choices; refused where the rules would refuse it, or it is no use."""
    kind.possible(game.known)
    form = form_for(kind, game, started_against(game.member.campaign.system, kind, game.known, who))
    values = started(form)
    # A list that does not hold them starts with somebody else.
    if values[kind.aims] != who:
        raise Refused(GONE)
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

    Of two movers the one comes first on whose way nobody may strike. None where nobody could be attacked from close by
    either: then it is not the distance that hinders.
    """
    places = list(_towards(game, who))
    if not places or not _first(_standing(game, places[-1]), attacks, who):
        return None
    serving, nearest = [], None
    for mover in movers:
        form = form_for(mover, game)
        for place in places:
            way = _walk(game, mover, form, place, (attacks, who))
            if way and way.then:
                serving.append(way)
                break
            if way and mover is movers[0]:
                nearest = way
    return next((way for way in serving if not way.openings), serving[0] if serving else nearest)


def _round(game: Game, who: str, attacks: Sequence[type[Command]], movers: Sequence[type[Command]]) -> Approach | None:
    """The first leg of the way to somebody round what is shut; ``None`` where no way leads there, or it is too long."""
    here, there = (game.known.combatant(one) for one in (game.table.actor, who))
    square = game.member.campaign.system.square
    side = square if square.is_integer() else 1.0
    first, *others = route(game.known.scene, (here.x, here.y), (there.x, there.y), side) or ((here.x, here.y),)
    corner = round(first[0]), round(first[1])
    walked = (_walk(game, mover, form_for(mover, game), corner, (attacks, who)) for mover in movers if others)
    way = next(filter(None, walked), None)
    return replace(way, is_detour=True) if way else None


def _towards(game: Game, who: str) -> Iterator[tuple[int, int]]:
    """The places between the actor and somebody, from here to there, as far apart as the squares of the game."""
    scene, system = game.known.scene, game.member.campaign.system
    here, there = scene.combatants[game.table.actor], scene.combatants[who]
    far = metres(here, there)
    steps = ceil(far / max(system.square, far / MOST_STEPS)) if far else 0
    seen = {(round(here.x), round(here.y)), (round(there.x), round(there.y))}
    for step in range(1, steps):
        share = step / steps
        place = _on_ground(here.x + (there.x - here.x) * share, here.y + (there.y - here.y) * share, system.square)
        if place not in seen:
            seen.add(place)
            yield place


def _on_ground(x: float, y: float, square: float) -> tuple[int, int]:
    """The place in whole metres that is nearest to a point; the middle of its square, where those are whole metres."""
    side = int(square) if square == int(square) else 1
    return side * round(x / side), side * round(y / side)


def _standing(game: Game, place: tuple[int, int]) -> Game:
    """The game as if the actor stood elsewhere."""
    actor, (x, y) = game.table.actor, place
    moved = Moved(actor, x, y, game.known.combatant(actor).facing)
    return Game(game.member, game.known.supposing(lambda table: table.happen(moved)), game.sheets, game.scene)


def _walk(
    game: Game,
    mover: type[Command],
    form: CommandForm,
    place: tuple[int, int],
    aimed: tuple[Sequence[type[Command]], str],
) -> Approach | None:
    """The approach to a place, with the first of the attacks on somebody that serves there; ``None`` if refused."""
    x, y = place
    values = {**started(form), "x": x, "y": y}
    command = codec.command_from(mover, values)
    try:
        after = game.known.supposing(lambda table: commands.perform(command, table, SeededDice(0)))
    except Refused:
        return None
    halts = bool(after.scene.asks)
    # Whoever is asked decides before the move ends: it is looked at as if all of them let it pass.
    there = _standing(game, place) if halts else Game(game.member, after, game.sheets, game.scene)
    here = game.known.scene.combatants[game.table.actor]
    campaign = game.member.campaign
    far = campaign.system.unit.of(counted(here, replace(here, x=x, y=y), campaign))
    openings = _openings(game, mover, command, after)
    return Approach(form, form.sent(values), far, _first(there, *aimed), openings, halts)


def _first(tried: Game, attacks: Sequence[type[Command]], who: str) -> Ready | None:
    """The first attack that serves now."""
    for kind in attacks:
        try:
            return ready(tried, kind, who)
        except Refused:
            continue
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
