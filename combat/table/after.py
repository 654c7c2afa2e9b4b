"""After the fight: how everybody came out of it, and what a game master lets happen for the whole party at once."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from secrets import token_urlsafe

from campaigns.audience import redaction
from campaigns.models import Membership
from campaigns.play.forms import CommandForm, Input, Option, form_for
from campaigns.play.game import Game, lay_out_for_all
from campaigns.play.perform import NOT_POSSIBLE
from campaigns.sessions import occasions
from characters.models import Character
from characters.sheets.selectors import carried
from combat.after_fight import absent
from combat.left_behind import Pile, left_and_kept
from combat.models import PARTY
from combat.table.ladder import Place
from combat.table.offers import for_whom
from combat.table.page import Table
from rules.engine.kernel import Command, Refused, is_possible
from rules.engine.system.protocol import System, command_named

#: The kinds of fields of a rest that are the same for the whole party: how long it takes.
OF_RESTS = ("number",)
#: The lines for things that are given out at once.
LINES = 3


@dataclass(frozen=True, slots=True)
class Picked:
    """One of the party as a choice; ``reason`` says why they are none now, the dead are not picked to begin with."""

    who: str
    name: str
    reason: str = ""
    is_dead: bool = False


@dataclass(frozen=True, slots=True)
class ForAll:
    """A command that happens for several of the party at once: its form, who may be picked, and who not.

    ``elsewhere`` are those who may be picked and were not in the fight. ``inputs`` are the choices that are the same
    for all; whatever else there is to choose each does as usual.
    """

    form: CommandForm
    people: tuple[Picked, ...]
    others: tuple[Picked, ...]
    inputs: tuple[Input, ...]
    elsewhere: tuple[Picked, ...] = ()


@dataclass(frozen=True, slots=True)
class After:
    """The end of a fight: how each came out of it, the rests that the party may take, and what it is awarded."""

    party: tuple[Place, ...]
    others: tuple[Place, ...]
    rests: tuple[ForAll, ...]
    rewards: tuple[ForAll, ...]
    spoils: "Spoils"


@dataclass(frozen=True, slots=True)
class Spoils:
    """The form of spoils: labels of coins by their kind, and names of things on the shelves.

    ``left`` is what the foes have left who are out of the fight, ``kept`` what those have who still stand. ``lines``
    are the numbers of the lines for things; whoever writes on one more sends the form again.
    """

    coins: Mapping[str, str]
    shelf: tuple[str, ...]
    people: tuple[Picked, ...]
    left: tuple[Pile, ...]
    kept: tuple[Pile, ...]
    seen: int
    key: str
    lines: range = range(1, LINES + 1)


def after(seen: Table) -> After | None:
    """The panel of a fight that is over, for whoever runs it."""
    if not seen.is_gm or seen.seen.stage != "over":
        return None
    system = seen.member.campaign.system
    each = {place.who: place for place in seen.places}
    party = [place for place in each.values() if place.side == PARTY]
    there = [(place.who, place.name, for_whom(seen.game, place.who)) for place in party]
    others = [place for place in each.values() if place.side != PARTY]
    left, kept = left_and_kept(seen.member, seen.game.table, [one.who for one in others])
    elsewhere = [Picked(who, name) for who, name in absent(seen.game)]
    return After(
        party=tuple(party),
        others=tuple(others),
        rests=tuple(_for_all(system, system.recoveries, there, OF_RESTS)),
        rewards=tuple(_with(elsewhere, one, seen) for one in _for_all(system, system.rewards, there)),
        spoils=Spoils(
            coins={name: coin.label for name, coin in system.coins().items()},
            shelf=tuple(sorted(one.name for one in carried(seen.member).values())),
            people=(*(Picked(place.who, place.name) for place in party), *elsewhere),
            left=tuple(left),
            kept=tuple(kept),
            seen=seen.version,
            key=token_urlsafe(18),
        ),
    )


def awards(member: Membership, heroes: Sequence[Character], session: str = "") -> tuple[ForAll, ...]:
    """The awards that the party may be given out of any fight, for a session: by its id, or the latest."""
    game, system = lay_out_for_all(member, heroes), member.campaign.system
    there = [(one.public_id, one.name, for_whom(game, one.public_id)) for one in heroes]
    return tuple(_for_all(system, system.rewards, there, session=session))


def _for_all(
    system: System,
    names: Sequence[str],
    there: Sequence[tuple[str, str, Game]],
    kinds: Sequence[str] = (),
    session: str = "",
) -> Iterator[ForAll]:
    """The commands that somebody of those there could be given now; of their fields those of some kinds, or all.

    ``there`` are ids and names, each with the game laid out for them.
    """
    for name in names:
        kind = command_named(system, name)
        listed = [_picked(kind, game, who, called) for who, called, game in there]
        people = tuple(one for one in listed if not one.reason)
        if people:
            first = next(game for who, _, game in there if who == people[0].who)
            form = form_for(kind, first, occasions.started(kind, first, session))
            inputs = tuple(_left_open(one) for one in form.decided if not kinds or one.kind in kinds)
            yield ForAll(form, people, tuple(one for one in listed if one.reason), inputs)


def _with(elsewhere: Sequence[Picked], each: ForAll, seen: Table) -> ForAll:
    """An award that heroes who were not in the fight may get, too, if they are picked."""
    if not elsewhere:
        return each
    kind = command_named(seen.member.campaign.system, each.form.command)
    known = Character.objects.filter(campaign=seen.member.campaign, public_id__in=[one.who for one in elsewhere])
    game = lay_out_for_all(seen.member, known)
    return replace(each, elsewhere=tuple(one for one in elsewhere if is_possible(kind, game.table.as_actor(one.who))))


def _left_open(one: Input) -> Input:
    """An input with no choice made that has to be made: a careless tap is not to give it to the whole party."""
    if one.kind != "pick" or not one.needed:
        return one
    options = tuple(replace(option, chosen=False) for option in one.options)
    return replace(one, options=options if one.control == "cards" else (Option("", "Choose", chosen=True), *options))


def _picked(kind: type[Command], game: Game, who: str, name: str) -> Picked:
    try:
        kind.possible(game.known)
    except Refused as no:
        reason = redaction.sentence_without(no.sentence, game.unspoken)
        return Picked(who, name, reason or NOT_POSSIBLE)
    return Picked(who, name, is_dead=game.table.sheet(who).has(game.member.campaign.system.dead))
