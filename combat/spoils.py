"""Spoils: what was won in a fight, given out to whoever was in it, to other heroes or to the party, in one entry."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from campaigns.models import Entry, Membership
from campaigns.play import sent_forms
from campaigns.play.game import Game
from campaigns.play.intent import Intent
from campaigns.play.perform import write
from characters.party.moves import PARTY, Thing, find, party_of
from characters.party.words import Goods, listed
from characters.sheets import selectors
from combat.after_fight import have_at_hand
from combat.left_behind import take
from rules.engine.character.holders import Holder, OnSheet
from rules.engine.kernel import Json, Refused, Told

COMMAND = "spoils.share"


@dataclass(frozen=True, slots=True)
class Taken:
    """Some of a pile that the foes left behind, by its key."""

    key: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class Gift:
    """The share of one: coins by their kind, things by name, and what is taken from the foes."""

    who: str
    coins: Mapping[str, int]
    things: tuple[Thing, ...]
    taken: tuple[Taken, ...] = ()

    @property
    def is_something(self) -> bool:
        return bool(self.things or self.taken or any(self.coins.values()))

    def plain(self) -> dict[str, Json]:
        """The share as plain values, without what is nothing."""
        coins: dict[str, Json] = {name: count for name, count in self.coins.items() if count}
        things: list[Json] = [{"name": one.name, "count": one.count} for one in self.things]
        taken: list[Json] = [{"key": one.key, "count": one.count} for one in self.taken]
        return {"who": self.who, "coins": coins, "things": things} | ({"taken": taken} if taken else {})


def gifts_in(data: Mapping[str, str]) -> list[Gift]:
    """The shares in a sent form: ``coin-KIND-WHO``, and lines of ``thing-N`` or ``left-N``, ``count-N``, ``to-N``."""
    coins: dict[str, dict[str, int]] = {}
    things: dict[str, list[Thing]] = {}
    taken: dict[str, list[Taken]] = {}
    for sent, value in data.items():
        part, _, rest = sent.partition("-")
        if part == "coin" and value.strip():
            kind, _, who = rest.partition("-")
            coins.setdefault(who, {})[kind] = sent_forms.count_in(value, "coins")
        elif part in ("thing", "left") and value.strip():
            count = sent_forms.count_in(data.get(f"count-{rest}", "1") or "1", "things")
            who = data.get(f"to-{rest}", "")
            if part == "left":
                taken.setdefault(who, []).append(Taken(value, count))
            else:
                things.setdefault(who, []).append(Thing(value, count))
    return [
        Gift(who, coins.get(who, {}), tuple(things.get(who, ())), tuple(taken.get(who, ())))
        for who in dict.fromkeys((*coins, *things, *taken))
    ]


def share(member: Membership, intent: Intent, gifts: Sequence[Gift]) -> Entry:
    """Give out what was won; ``intent`` says where, and carries version and key."""
    real = [gift for gift in gifts if gift.is_something]
    plain: dict[str, Json] = {"gifts": [gift.plain() for gift in real]}

    def act(game: Game) -> dict[str, Json]:
        if not real:
            raise Refused("Enter coins, or an item and who gets it.", "spoils")
        shelf = selectors.carried(member)
        for gift in real:
            to = _holder(game, gift.who)
            found = find(game, to, gift.coins, gift.things, shelf)
            if found:
                game.table.happen(_told(game, gift, found))
            taken = [take(game, one.key, one.count, to) for one in gift.taken]
            if taken:
                foes = [who for _, whose in taken for who in whose]
                game.table.happen(_told(game, gift, sum((goods for goods, _ in taken), Goods()), foes))
        member.campaign.system.keep_up(game.table)
        return plain

    return write(member, replace(intent, command=COMMAND, actor="", given=plain), act)


def _told(game: Game, gift: Gift, goods: Goods, foes: Sequence[str] = ()) -> Told:
    """The sentence on who gets what, and from whom; whoever hides from the players is not named."""
    taker = () if gift.who == PARTY else (gift.who,)
    known = [who for who in dict.fromkeys(foes) if not game.table.combatant(who).hidden]
    names = [f"{{{at}}}" for at in range(len(taker), len(taker) + len(known))]
    whose = f" from {listed(names)}" if names else ""
    return Told((*taker, *known), goods.sentence(f"{'{0}' if taker else 'The party'} gets", whose))


def _holder(game: Game, who: str) -> Holder:
    """The holder to whom a share goes: somebody in the fight, a hero who was elsewhere, or the party."""
    if who == PARTY:
        return party_of(game)
    have_at_hand(game, who)
    return OnSheet(game.table, game.member.campaign.system.coins(), who)
