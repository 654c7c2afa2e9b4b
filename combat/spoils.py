"""Spoils: what was won in a fight, given out to whoever was in it, in one entry."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from campaigns.homebrew import compendium
from campaigns.models import Entry, Membership
from campaigns.play.game import Game
from campaigns.play.intent import Intent
from campaigns.play.perform import write
from characters.sheets import selectors
from characters.sheets.selectors import OnShelf
from rules.engine.character.spoils import give_coins, give_thing
from rules.engine.kernel import Item, Json, Refused, Told, Unknown, plainly
from winterhall.web.numbers import whole_number

COMMAND = "spoils.share"
#: The most coins of a kind and things alike that somebody gets at once, and the longest name of a thing.
MOST, MOST_ALIKE, LONGEST = 100_000, 1000, 120
#: The kind of a thing that stands on no shelf.
GEAR = "gear"


@dataclass(frozen=True, slots=True)
class Thing:
    """Things of one name, of a shelf of the compendium or any other, and how many."""

    name: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class Gift:
    """The share of one: coins by their kind, and things."""

    who: str
    coins: Mapping[str, int]
    things: tuple[Thing, ...]

    def plain(self) -> dict[str, Json]:
        """The share as plain values, without what is nothing."""
        coins: dict[str, Json] = {name: count for name, count in self.coins.items() if count}
        things: list[Json] = [{"name": one.name, "count": one.count} for one in self.things]
        return {"who": self.who, "coins": coins, "things": things}


def gifts_in(data: Mapping[str, str]) -> list[Gift]:
    """The shares in a sent form: ``coin-KIND-WHO``, and lines of ``thing-N``, ``count-N`` and ``to-N``."""
    coins: dict[str, dict[str, int]] = {}
    things: dict[str, list[Thing]] = {}
    for sent, value in data.items():
        part, _, rest = sent.partition("-")
        if part == "coin" and value.strip():
            kind, _, who = rest.partition("-")
            coins.setdefault(who, {})[kind] = _counted(value, "coins")
        elif part == "thing" and value.strip():
            count = _counted(data.get(f"count-{rest}", "1") or "1", "things")
            things.setdefault(data.get(f"to-{rest}", ""), []).append(Thing(value, count))
    return [Gift(who, coins.get(who, {}), tuple(things.get(who, ()))) for who in dict.fromkeys((*coins, *things))]


def _counted(text: str, field: str) -> int:
    count = whole_number(text.strip(), 9)
    if count is None:
        raise Refused("Enter a whole number.", field)
    return count


def share(member: Membership, intent: Intent, gifts: Sequence[Gift]) -> Entry:
    """Give out what was won; ``intent`` says where, and carries version and key."""
    real = [gift for gift in gifts if gift.things or any(gift.coins.values())]
    plain: dict[str, Json] = {"gifts": [gift.plain() for gift in real]}

    def act(game: Game) -> dict[str, Json]:
        if not real:
            raise Refused("Enter coins, or an item and who gets it.", "spoils")
        shelf = selectors.carried(member)
        for gift in real:
            game.table.combatant(gift.who)
            told = [*_coins(game, gift), *_things(game, gift, shelf)]
            game.table.happen(Told((gift.who,), f"{{0}} gets {', '.join(told)}."))
        member.campaign.system.keep_up(game.table)
        return plain

    return write(member, replace(intent, command=COMMAND, actor="", given=plain), act)


def _coins(game: Game, gift: Gift) -> Iterator[str]:
    """Fill the purse, and say with what."""
    known = game.member.campaign.system.coins()
    for name, count in gift.coins.items():
        if name not in known:
            raise Unknown(f"There are no coins called {name!r}, only {', '.join(known) or 'none'}.", "coins")
        if not 0 <= count <= MOST:
            raise Refused(f"From 0 to {MOST} coins at once.", "coins")
        if count:
            give_coins(game.table, gift.who, known[name], count)
            yield f"{count} × {known[name].label}"


def _things(game: Game, gift: Gift, shelf: Mapping[str, OnShelf]) -> Iterator[str]:
    """Hand over things, and say which."""
    for thing in gift.things:
        name = thing.name.strip()
        if not name or len(name) > LONGEST:
            raise Refused(f"An item needs a name of at most {LONGEST} characters.", "things")
        if not 1 <= thing.count <= MOST_ALIKE:
            raise Refused(f"From 1 to {MOST_ALIKE} of an item at once.", "things")
        item = _item(game.member, name, shelf)
        give_thing(game.table, gift.who, replace(item, count=item.count * thing.count))
        yield (f"{thing.count} × " if thing.count > 1 else "") + plainly(item.name)


def _item(member: Membership, name: str, shelf: Mapping[str, OnShelf]) -> Item:
    found = shelf.get(name.casefold())
    return compendium.thing(member, found.section, found.entry) if found else Item(name, GEAR)
