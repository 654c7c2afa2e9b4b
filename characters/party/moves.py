"""Moves of coins and things between sheets, the party and the world outside; each is one entry, and no sum changes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from django.db import transaction

from campaigns.audience import access
from campaigns.homebrew import compendium
from campaigns.models import Document, Entry, Membership, PartyStock
from campaigns.notices import telling
from campaigns.play.consent import write_agreed
from campaigns.play.deeds import Deed
from campaigns.play.game import Game
from campaigns.play.intent import Intent, refuse_stale
from campaigns.play.perform import write
from characters.models import Character
from characters.party.words import Goods, named, told_of, told_of_shares
from characters.sheets import selectors
from characters.sheets.selectors import OnShelf
from rules.engine.character.holders import Holder, InStock, OnSheet, Outside, move_coins, move_thing, split_coins
from rules.engine.kernel import Item, Json, PartyFact, Refused, Unknown, evolve_stock

#: The entries of the chronicle that move coins and things, and split coins evenly.
MOVE, SPLIT = "party.move", "party.split"
#: The words for the party and the world outside, where others are named by the ids of their characters.
PARTY, OUTSIDE = "party", "outside"
#: The most coins of a kind and things alike that move at once, the longest name of a thing, and the most kinds.
MOST, MOST_ALIKE, LONGEST, MOST_THINGS = 100_000, 1000, 120, 50
#: The kind of a thing that stands on no shelf.
GEAR = "gear"


@dataclass(frozen=True, slots=True)
class Thing:
    """Things of one name, of a shelf of the compendium or any other, and how many."""

    name: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class Held:
    """A thing that somebody has, by its key, and how many of it are meant."""

    key: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class Move:
    """Coins and things that go from one place to another: a character's id, :data:`PARTY` or :data:`OUTSIDE`.

    ``found`` are things by name; only the world outside has such.
    """

    source: str
    target: str
    coins: Mapping[str, int]
    held: tuple[Held, ...] = ()
    found: tuple[Thing, ...] = ()

    @classmethod
    def of(cls, plain: Mapping[str, Any]) -> Self:
        """The move of plain values, as :meth:`plain` has them."""
        held = tuple(Held(one["key"], one["count"]) for one in plain["things"])
        found = tuple(Thing(one["name"], one["count"]) for one in plain["found"])
        return cls(plain["from"], plain["to"], plain["coins"], held, found)

    @property
    def actor(self) -> str:
        """The id of the character who gives, or else gets; empty between the party and the world outside."""
        return next((who for who in (self.source, self.target) if who not in (PARTY, OUTSIDE)), "")

    def plain(self) -> dict[str, Json]:
        """The move as plain values, without what is nothing."""
        return {
            "from": self.source,
            "to": self.target,
            "coins": {name: count for name, count in self.coins.items() if count},
            "things": [{"key": one.key, "count": one.count} for one in self.held],
            "found": [{"name": one.name, "count": one.count} for one in self.found],
        }


def move(member: Membership, wanted: Move, *, seen: int | None = None, key: str | None = None) -> Entry:
    """Move coins and things; where players need approval for it, it waits.

    Players move between the party and those whom they play, and from these to heroes that they know of; game masters
    move anything.
    """
    access.refuse_observers(member)

    def act(game: Game) -> dict[str, Json]:
        _refuse_late(game, seen)
        return move_at(game, wanted)

    return write_agreed(member, Intent(MOVE, wanted.plain(), wanted.actor, key=key), act)


def move_at(game: Game, wanted: Move) -> dict[str, Json]:
    """Let a move happen at the table; returns it as the chronicle keeps it."""
    if wanted.source == wanted.target:
        raise Refused("Giver and taker are the same. Choose somebody else.", "to")
    if OUTSIDE in (wanted.source, wanted.target):
        access.refuse_unless_gm(game.member)
    if len(wanted.held) + len(wanted.found) > MOST_THINGS:
        raise Refused(f"At most {MOST_THINGS} different items at once.", "things")
    source = _holder(game, wanted.source)
    target = _taker(game, wanted) or _holder(game, wanted.target)
    goods = _moved(game, source, target, wanted)
    if not goods:
        raise Refused("Enter coins, or choose an item.", "coins")
    game.table.happen(told_of(wanted.source, wanted.target, goods))
    game.member.campaign.system.keep_up(game.table)
    return wanted.plain()


#: The move as a deed that may wait for approval, and happens to what is there then.
DEED = Deed("Give and take", lambda game, given: move_at(game, Move.of(given)))


def _moved(game: Game, source: Holder, target: Holder, wanted: Move) -> Goods:
    """Let everything move; returns it in words."""
    if isinstance(source, Outside):
        if wanted.held:
            raise Refused("Enter finds by name.", "things")
        return find(game, target, wanted.coins, wanted.found, selectors.carried(game.member) if wanted.found else {})
    if wanted.found:
        raise Refused("Choose from what they carry. Only finds are entered by name.", "things")
    known, goods = game.member.campaign.system.coins(), Goods()
    for kind, count in _real(game, wanted.coins).items():
        move_coins(source, target, kind, count)
        goods += Goods(coins=(known[kind].counted(count),))
    for one in wanted.held:
        _refuse_number(one.count)
        item = move_thing(source, target, one.key, one.count)
        goods += Goods(things=(named(item.name, one.count),))
    return goods


@transaction.atomic
def split(
    member: Membership,
    coins: Mapping[str, int] | None,
    among: Sequence[str],
    *,
    seen: int | None = None,
    key: str | None = None,
) -> Entry:
    """Split coins of the party evenly among characters, all that there are where ``coins`` is ``None``.

    What cannot be split stays in the purse; players are told of their share. For game masters.
    """
    access.refuse_unless_gm(member)
    who = list(dict.fromkeys(among))
    wanted: Json = "all" if coins is None else {name: count for name, count in coins.items() if count}
    given: dict[str, Json] = {"coins": wanted, "among": [*who]}
    told: list[str] = []

    def act(game: Game) -> dict[str, Json]:
        _refuse_late(game, seen)
        if not who:
            raise Refused("Choose who gets a share.", "among")
        party, known = party_of(game), member.campaign.system.coins()
        people = [_holder(game, one) for one in who]
        real = _real(game, {kind: party.coins_of(kind) for kind in known} if coins is None else coins)
        if not real:
            raise Refused("Enter how many coins to split.", "coins")
        shares = {kind: split_coins(party, people, kind, count) for kind, count in real.items()}
        told.extend(known[kind].counted(each) for kind, each in shares.items() if each)
        if not told:
            raise Refused("There are too few coins to split among so many.", "coins")
        left = {kind: party.coins_of(kind) for kind in real if party.coins_of(kind)}
        staying = [known[kind].counted(count) for kind, count in left.items()]
        game.table.happen(told_of_shares(who, told, staying, is_one=sum(left.values()) == 1))
        member.campaign.system.keep_up(game.table)
        return given

    entry = write(member, Intent(SPLIT, given, key=key), act)
    for character in Character.objects.filter(campaign=member.campaign, public_id__in=who if told else ()):
        share = f"{character.name} gets {', '.join(told)} from the purse."
        telling.shared(character, entry.public_id, share, but=member.user_id)
    return entry


# -- finds -------------------------------------------------------------------------------------------------------------


def find(
    game: Game, target: Holder, coins: Mapping[str, int], things: Sequence[Thing], shelf: Mapping[str, OnShelf]
) -> Goods:
    """Let coins and things come from outside to somebody, or to the party; returns them in words."""
    known, goods = game.member.campaign.system.coins(), Goods()
    for kind, count in _real(game, coins).items():
        target.put_coins(kind, count)
        goods += Goods(coins=(known[kind].counted(count),))
    for thing in things:
        name = thing.name.strip()
        if not name or len(name) > LONGEST:
            raise Refused(f"An item needs a name of at most {LONGEST} characters.", "things")
        _refuse_number(thing.count)
        item = _found(game.member, name, shelf)
        target.put_thing(replace(item, count=item.count * thing.count))
        goods += Goods(things=(named(item.name, thing.count),))
    return goods


def _found(member: Membership, name: str, shelf: Mapping[str, OnShelf]) -> Item:
    found = shelf.get(name.casefold())
    return compendium.thing(member, found.section, found.entry) if found else Item(name, GEAR)


# -- places ------------------------------------------------------------------------------------------------------------


def party_of(game: Game) -> InStock:
    """The party as a holder at this table, on its page, which begins with the first that it has."""
    page, _ = PartyStock.objects.get_or_create(campaign=game.member.campaign, defaults={"name": "Party"})
    game.pages[page.public_id] = page
    stock = page.stock
    for fact in game.table.facts:
        if isinstance(fact, PartyFact):
            evolve_stock(stock, fact)
    return InStock(game.table, game.member.campaign.system.coins(), page.public_id, stock)


def _holder(game: Game, who: str) -> Holder:
    """The party, the world outside, or a character for whom the member may act."""
    if who == PARTY:
        return party_of(game)
    if who == OUTSIDE:
        return Outside(game.table, game.member.campaign.system.coins())
    access.refuse_unless_player_of(game.member, _known(game, who))
    return _on_sheet(game, who)


def _taker(game: Game, wanted: Move) -> Holder | None:
    """A hero, whoever plays them, to whom another character gives; ``None`` if nobody gives to a hero."""
    if PARTY in (wanted.source, wanted.target) or OUTSIDE in (wanted.source, wanted.target):
        return None
    hero = _known(game, wanted.target)
    return _on_sheet(game, wanted.target) if hero.is_played and not hero.is_archived else None


def _known(game: Game, who: str) -> Document:
    game.sheets.bring([who])
    document = game.sheets.documents.get(who)
    if document is None or document.binned_at or (document.secret and not access.may_play(game.member, document)):
        raise Unknown("Nobody here has that name.", "to")
    return document


def _on_sheet(game: Game, who: str) -> Holder:
    system = game.member.campaign.system
    return OnSheet(game.table, system.coins(), who, system.inborn)


def _refuse_late(game: Game, seen: int | None) -> None:
    if seen is None:
        return
    page = PartyStock.of(game.member.campaign) or PartyStock(campaign=game.member.campaign)
    refuse_stale(page, page.version, seen)


def _real(game: Game, coins: Mapping[str, int]) -> dict[str, int]:
    """The coins that are more than none; refused where the game has no such kind."""
    known = game.member.campaign.system.coins()
    for name, count in coins.items():
        if name not in known:
            raise Unknown(f"There are no coins called {name!r}, only {', '.join(known) or 'none'}.", "coins")
        if not 0 <= count <= MOST:
            raise Refused(f"Move 0 to {MOST} coins at once.", "coins")
    return {name: count for name, count in coins.items() if count}


def _refuse_number(count: int) -> None:
    if not 1 <= count <= MOST_ALIKE:
        raise Refused(f"Move 1 to {MOST_ALIKE} of an item at once.", "things")
