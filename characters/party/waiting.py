"""Things of the party that players want to take, while a game master has yet to agree to it."""

from dataclasses import dataclass

from campaigns.models import Membership
from campaigns.play import consent
from characters.party.moves import MOVE, PARTY, Move


@dataclass(frozen=True, slots=True)
class Asked:
    """A number of things that a character, by name, asks for."""

    name: str
    count: int


def asked_for(member: Membership, names: dict[str, str]) -> dict[str, tuple[Asked, ...]]:
    """The askings that wait, by the key of the thing, as far as the member may know of them."""
    found: dict[str, tuple[Asked, ...]] = {}
    for proposal in consent.waiting(member).filter(command=MOVE):
        move = Move.of(consent.intent_of(proposal).given)
        for held in move.held if move.source == PARTY else ():
            asked = Asked(names.get(move.target, "Somebody"), held.count)
            found[held.key] = (*found.get(held.key, ()), asked)
    return found
