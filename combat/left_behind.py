"""Things and coins that foes leave behind when a fight is over: alike ones together, to be handed out."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from campaigns.models import Membership
from campaigns.play.game import Game
from characters.party.moves import GEAR
from characters.party.reading import coins_held
from characters.party.words import Goods, named
from characters.sheets.selectors import carried
from combat.models import PARTY
from rules.engine.character.holders import LIES_AT, Holder, OnSheet, move_coins, move_thing, things_on
from rules.engine.character.piles import without
from rules.engine.kernel import Item, Refused, Table, Unknown


@dataclass(frozen=True, slots=True)
class Held:
    """Some of a pile: who has them, under which key or kind of coin, and how many."""

    who: str
    key: str
    count: int


@dataclass(frozen=True, slots=True)
class Pile:
    """Things alike, or coins of a kind, of one foe or several. ``item`` is one of the things, ``None`` for coins."""

    name: str
    item: Item | None
    held: tuple[Held, ...]

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys by which a form may name the pile: any holder with what they hold."""
        return tuple(f"{one.who}/{one.key}" for one in self.held)

    @property
    def key(self) -> str:
        return self.keys[0]

    @property
    def count(self) -> int:
        return sum(one.count for one in self.held)


def left_and_kept(member: Membership, table: Table, foes: Iterable[str]) -> tuple[list[Pile], list[Pile]]:
    """Piles of the foes who are out of the fight, and of those who still stand: never is one made of both."""
    vitals, out, standing = member.campaign.system.vitals, list[str](), list[str]()
    for who in foes:
        (out if vitals(table.sheet(who)).out else standing).append(who)
    return piles(member, table, out), piles(member, table, standing)


def piles(member: Membership, table: Table, whose: Iterable[str]) -> list[Pile]:
    """Piles of what these have on them, coins first, then things by name; nothing that is part of a body."""
    system = member.campaign.system
    shelf = {one.entry for one in carried(member).values()}
    coins: dict[str, list[Held]] = {}
    things: list[Pile] = []
    for who in whose:
        sheet = table.sheet(who)
        for purse in coins_held(sheet, system.coins()):
            if purse.count:
                coins.setdefault(purse.kind, []).append(Held(who, purse.kind, purse.count))
        for key, item in things_on(sheet.items, system.coins(), system.inborn).items():
            # A thing without an entry was named by hand, or belongs to a body: a hide, a creature's attack.
            if item.entry in shelf or (not item.entry and item.kind == GEAR):
                _add(things, _alone(item), Held(who, key, item.count))
    purses = [Pile(system.coins()[kind].label, None, tuple(held)) for kind, held in coins.items()]
    return [*purses, *sorted(things, key=lambda pile: pile.name.casefold())]


def _alone(item: Item) -> Item:
    """One of the things, in nobody's hand and not on the ground: these are the same whoever has them."""
    return replace(without(item, LIES_AT), count=1, in_use=False)


def _add(found: list[Pile], item: Item, held: Held) -> None:
    for place, pile in enumerate(found):
        if pile.item == item:
            found[place] = replace(pile, held=(*pile.held, held))
            return
    found.append(Pile(item.name, item, (held,)))


def take(game: Game, key: str, count: int, target: Holder) -> tuple[Goods, list[str]]:
    """Let so many of a pile of the foes come to somebody; returns them in words, and the foes who had them."""
    foes = [who for who, place in game.table.scene.combatants.items() if place.side != PARTY]
    left, kept = left_and_kept(game.member, game.table, foes)
    pile = next((one for one in (*left, *kept) if key in one.keys), None)
    if pile is None:
        raise Unknown("The foes no longer have this.", "things")
    if not 1 <= count <= pile.count:
        raise Refused(f"The foes have only {pile.count} × {pile.name} left.", "things")
    system, taken = game.member.campaign.system, list(_first(pile, count))
    for one in taken:
        source = OnSheet(game.table, system.coins(), one.who, system.inborn)
        if pile.item is None:
            move_coins(source, target, one.key, one.count)
        else:
            move_thing(source, target, one.key, one.count)
    whose = [one.who for one in taken]
    if pile.item:
        return Goods(things=(named(pile.name, count),)), whose
    return Goods(coins=(system.coins()[pile.held[0].key].counted(count),)), whose


def _first(pile: Pile, count: int) -> Iterator[Held]:
    """The first of a pile, up to a count."""
    for one in pile.held:
        taken = min(count, one.count)
        if taken:
            yield replace(one, count=taken)
        count -= taken
