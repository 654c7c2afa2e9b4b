"""Moves of coins and things between sheets, the party and the world outside; each is one entry, and no sum changes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from campaigns.audience import access
from campaigns.homebrew import compendium
from campaigns.models import Entry, Membership, PartyStock
from campaigns.play.game import Game
from campaigns.play.intent import Intent, refuse_stale
from campaigns.play.perform import write
from characters.sheets import selectors
from characters.sheets.selectors import OnShelf
from rules.engine.character.holders import Holder, InStock, OnSheet, Outside, move_coins, move_thing, split_coins
from rules.engine.kernel import Item, Json, PartyFact, Refused, Told, Unknown, evolve_stock, plainly

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
    """Move coins and things. Players move between the party and those whom they play, game masters anything."""
    access.refuse_observers(member)
    if wanted.source == wanted.target:
        raise Refused("Choose two different places.", "to")
    if PARTY not in (wanted.source, wanted.target) or OUTSIDE in (wanted.source, wanted.target):
        access.refuse_unless_gm(member)

    def act(game: Game) -> dict[str, Json]:
        if len(wanted.held) + len(wanted.found) > MOST_THINGS:
            raise Refused(f"At most {MOST_THINGS} different items at once.", "things")
        _refuse_late(game, seen)
        source, target = (_holder(game, who) for who in (wanted.source, wanted.target))
        told = _moved(game, source, target, wanted)
        if not told:
            raise Refused("Enter coins, or choose an item.", "coins")
        game.table.happen(_told(wanted, told))
        member.campaign.system.keep_up(game.table)
        return wanted.plain()

    return write(member, Intent(MOVE, wanted.plain(), key=key), act)


def _moved(game: Game, source: Holder, target: Holder, wanted: Move) -> list[str]:
    """Let everything move; returns it in words."""
    if isinstance(source, Outside):
        if wanted.held:
            raise Refused("Enter the names of what is found.", "things")
        return find(game, target, wanted.coins, wanted.found, selectors.carried(game.member) if wanted.found else {})
    if wanted.found:
        raise Refused("Choose from what they carry. Only finds are entered by name.", "things")
    told = []
    for kind, count in _real(game, wanted.coins).items():
        move_coins(source, target, kind, count)
        told.append(game.member.campaign.system.coins()[kind].counted(count))
    for one in wanted.held:
        _refuse_number(one.count)
        item = move_thing(source, target, one.key, one.count)
        told.append(named(item.name, one.count))
    return told


def split(
    member: Membership,
    coins: Mapping[str, int] | None,
    among: Sequence[str],
    *,
    seen: int | None = None,
    key: str | None = None,
) -> Entry:
    """Split coins of the party evenly among characters, all that there are where ``coins`` is ``None``.

    What cannot be split stays in the purse. For game masters.
    """
    access.refuse_unless_gm(member)
    who = list(dict.fromkeys(among))
    wanted: Json = "all" if coins is None else {name: count for name, count in coins.items() if count}
    given: dict[str, Json] = {"coins": wanted, "among": [*who]}

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
        told = [known[kind].counted(each) for kind, each in shares.items() if each]
        if not told:
            raise Refused("There are too few coins to split among so many.", "coins")
        game.table.happen(_told_of_shares(who, told))
        member.campaign.system.keep_up(game.table)
        return given

    return write(member, Intent(SPLIT, given, key=key), act)


# -- finds -------------------------------------------------------------------------------------------------------------


def find(
    game: Game, target: Holder, coins: Mapping[str, int], things: Sequence[Thing], shelf: Mapping[str, OnShelf]
) -> list[str]:
    """Let coins and things come from outside to somebody, or to the party; returns them in words."""
    known, told = game.member.campaign.system.coins(), []
    for kind, count in _real(game, coins).items():
        target.put_coins(kind, count)
        told.append(known[kind].counted(count))
    for thing in things:
        name = thing.name.strip()
        if not name or len(name) > LONGEST:
            raise Refused(f"An item needs a name of at most {LONGEST} characters.", "things")
        _refuse_number(thing.count)
        item = _found(game.member, name, shelf)
        target.put_thing(replace(item, count=item.count * thing.count))
        told.append(named(item.name, thing.count))
    return told


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
    coins = game.member.campaign.system.coins()
    if who == PARTY:
        return party_of(game)
    if who == OUTSIDE:
        return Outside(game.table, coins)
    game.sheets.bring([who])
    document = game.sheets.documents.get(who)
    if document is None or document.binned_at or (document.secret and not access.may_play(game.member, document)):
        raise Unknown("Nobody here has that name.", "to")
    access.refuse_unless_player_of(game.member, document)
    return OnSheet(game.table, coins, who, game.member.campaign.system.inborn)


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


# -- words -------------------------------------------------------------------------------------------------------------


def named(name: str, count: int) -> str:
    """Things in words: their name, with their number where there are several."""
    return (f"{count} × " if count > 1 else "") + plainly(name)


def _told(wanted: Move, told: Sequence[str]) -> Told:
    """The sentence on a move: who gives or gets what."""
    what = ", ".join(told)
    match wanted.source, wanted.target:
        case "outside", "party":
            return Told((), f"The party gets {what}.")
        case "party", "outside":
            return Told((), f"The party loses {what}.")
        case "outside", who:
            return Told((who,), f"{{0}} gets {what}.")
        case who, "outside":
            return Told((who,), f"{{0}} loses {what}.")
        case "party", who:
            return Told((who,), f"{{0}} takes {what} from the party.")
        case who, "party":
            return Told((who,), f"{{0}} gives the party {what}.")
        case giver, taker:
            return Told((giver, taker), f"{{0}} gives {{1}} {what}.")


def _told_of_shares(who: Sequence[str], told: Sequence[str]) -> Told:
    names = [f"{{{at}}}" for at in range(len(who))]
    people = f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]
    each = "each get" if len(names) > 1 else "gets"
    return Told(tuple(who), f"{people} {each} {', '.join(told)} from the party.")
