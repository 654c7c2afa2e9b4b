"""After the fight: how everybody came out of it, and what a game master lets happen for the whole party at once."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from campaigns.audience import redaction
from campaigns.play.forms import CommandForm, form_for
from combat.models import PARTY
from combat.table.ladder import Place
from combat.table.offers import for_whom
from combat.table.page import Table
from rules.engine.kernel import Refused
from rules.engine.system.protocol import command_named


@dataclass(frozen=True, slots=True)
class Picked:
    """One of the party as a choice: picked unless a rule stands against it, with its reason."""

    who: str
    name: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ForAll:
    """A command that happens for several of the party at once; ``reason`` says why it can for nobody now."""

    form: CommandForm
    people: tuple[Picked, ...]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class After:
    """The end of a fight: how each came out of it, the rests that the party may take, and what it is awarded."""

    party: tuple[Place, ...]
    others: tuple[Place, ...]
    rests: tuple[ForAll, ...]
    rewards: tuple[ForAll, ...]


def after(seen: Table) -> After | None:
    """The panel of a fight that is over, for whoever runs it."""
    if not seen.is_gm or seen.seen.stage != "over":
        return None
    system = seen.member.campaign.system
    each = {place.who: place for place in seen.places}
    party = [place for place in each.values() if place.side == PARTY]
    return After(
        party=tuple(party),
        others=tuple(place for place in each.values() if place.side != PARTY),
        rests=tuple(_for_all(seen, system.recoveries, party)),
        rewards=tuple(_for_all(seen, system.rewards, party)),
    )


def _for_all(seen: Table, names: Sequence[str], party: Sequence[Place]) -> Iterator[ForAll]:
    for name in names:
        kind = command_named(seen.member.campaign.system, name)
        people = []
        for place in party:
            game = for_whom(seen.game, place.who)
            try:
                kind.possible(game.known)
            except Refused as no:
                people.append(Picked(place.who, place.name, redaction.sentence_without(no.sentence, game.unspoken)))
            else:
                people.append(Picked(place.who, place.name))
        first = next((one for one in people if not one.reason), None)
        if first:
            yield ForAll(form_for(kind, for_whom(seen.game, first.who)), tuple(people))
