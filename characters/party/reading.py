"""Reading the party: its purse and things, who may move what, and how everybody fares whom the member may see."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from campaigns.audience import access
from campaigns.models import Membership, PartyStock
from characters.models import Character
from characters.party.moves import PARTY
from characters.party.waiting import Asked, asked_for
from characters.party.words import listed
from characters.sheets import selectors
from characters.sheets.selectors import Person
from rules.engine.character.holders import coins_on, things_on
from rules.engine.character.spoils import Coin
from rules.engine.kernel import Item, Sheet
from rules.engine.page.blocks import Boxes, Items


@dataclass(frozen=True, slots=True)
class CoinsHeld:
    """The coins of a kind that somebody has: the kind, its label, how many, and all of it in words."""

    kind: str
    label: str
    count: int
    said: str


@dataclass(frozen=True, slots=True)
class ThingHeld:
    """A thing that somebody has, by its key, with its figures in a few words, and who asks for it."""

    key: str
    name: str
    count: int
    facts: tuple[str, ...] = ()
    asked: tuple[Asked, ...] = ()

    @property
    def is_free(self) -> bool:
        """Whether nobody has asked for the last of it."""
        return sum(one.count for one in self.asked) < self.count


@dataclass(frozen=True, slots=True)
class Purse:
    """The coins and things of the party, or of somebody for whom the member may act, by their id and name."""

    who: str
    name: str
    coins: tuple[CoinsHeld, ...]
    things: tuple[ThingHeld, ...]

    @property
    def said(self) -> str:
        """The coins in words; empty without any."""
        return ", ".join(one.said for one in self.coins if one.count)


@dataclass(frozen=True, slots=True)
class Party:
    """The party as a member sees it; ``version`` counts the changes of what it owns in common.

    ``people`` are all of the party whose sheets they may open, those of players first: creatures that nobody plays do
    not belong to it. ``purses`` are those of characters for whom the member may act, ``takers`` all to whom these may
    give something, by id and name: the party is one more.
    """

    version: int
    common: Purse
    purses: tuple[Purse, ...]
    people: tuple[Person, ...]
    takers: Mapping[str, str]

    @property
    def legend(self) -> tuple[Boxes, ...]:
        """The tracks of its people whose boxes do not say themselves what they are, each once."""
        found = {one.name: one for person in self.people for one in person.vitals.boxes}
        return tuple(one for one in found.values() if len(one.lines) > 1 or len(one.box_labels) > 1)


@dataclass(frozen=True, slots=True)
class Giving:
    """The coins that somebody may give away, the keys of their things, and to whom, by id and name."""

    coins: tuple[CoinsHeld, ...]
    things: frozenset[str]
    takers: Mapping[str, str]


def party(member: Membership) -> Party:
    """The party of the member's campaign."""
    page = PartyStock.of(member.campaign)
    known = (one for one in selectors.people(member) if one.character.owner_id or not one.character.is_creature)
    people = tuple(sorted(known, key=lambda one: one.character.owner_id is None))
    purses = tuple(_purse_of(member, one) for one in people if access.may_play(member, one.character))
    takers = {one.who: one.name for one in purses} | heroes(member)
    return Party(page.version if page else 0, _common(member, page), purses, people, takers)


def heroes(member: Membership) -> dict[str, str]:
    """The names of all whom players play, as far as the member may see them, by their id."""
    played = access.visible(member, Character.objects.filter(archived_at=None).exclude(owner=None))
    return dict(played.order_by("name", "pk").values_list("public_id", "name"))


def shares(common: Purse, coins: Mapping[str, Coin], among: int) -> tuple[str, str]:
    """The coins that each gets where all of a purse is split among so many, and those that stay, in words."""
    each = [coins[one.kind].counted(one.count // among) for one in common.coins if one.count >= among]
    stay = [coins[one.kind].counted(one.count % among) for one in common.coins if one.count % among]
    return listed(each), listed(stay)


def giving(member: Membership, character: Character) -> Giving:
    """The things and coins that a character may give to somebody of the campaign."""
    system, sheet, who = member.campaign.system, character.sheet, character.public_id
    coins = tuple(one for one in coins_held(sheet, system.coins()) if one.count)
    takers = {hero: name for hero, name in heroes(member).items() if hero != who}
    return Giving(coins, frozenset(things_on(sheet.items, system.coins(), system.inborn)), takers)


def _common(member: Membership, page: PartyStock | None) -> Purse:
    system = member.campaign.system
    stock = page.stock if page else PartyStock().blank()
    held = tuple(_coins(kind, coin, stock.coins.get(kind, 0)) for kind, coin in system.coins().items())
    figures = _figures(member, stock.items) if stock.items else {}
    asked = asked_for(member, heroes(member)) if stock.items else {}
    things = (replace(one, asked=asked.get(one.key, ())) for one in _things(stock.items, figures))
    return Purse(PARTY, "The party", held, tuple(things))


def _purse_of(member: Membership, person: Person) -> Purse:
    system, sheet = member.campaign.system, person.character.sheet
    coins = system.coins()
    held = tuple(coins_held(sheet, coins))
    things = tuple(_things(things_on(sheet.items, coins, system.inborn), {}))
    return Purse(person.character.public_id, person.character.name, held, things)


def _coins(kind: str, coin: Coin, count: int) -> CoinsHeld:
    return CoinsHeld(kind, coin.label, count, coin.counted(count))


def coins_held(sheet: Sheet, coins: Mapping[str, Coin]) -> Iterator[CoinsHeld]:
    """The coins on a sheet, the dearest first; money of a resource is told in as few coins as can be."""
    left = {coin.resource: sheet.now(coin.resource) for coin in coins.values() if coin.item is None}
    for kind, coin in coins.items():
        if coin.item is not None:
            yield _coins(kind, coin, coins_on(sheet.items, coin))
        else:
            count, left[coin.resource] = divmod(left[coin.resource], coin.worth)
            yield _coins(kind, coin, count)


def _figures(member: Membership, items: Mapping[str, Item]) -> dict[str, tuple[str, ...]]:
    """The figures of things in a few words, by key, as a sheet of the game would say them."""
    bearer = member.campaign.system.fresh_sheet("")
    bearer.items = dict(items)
    page = member.campaign.system.page(bearer, member.campaign.house_rules)
    blocks = (block for column in page.columns for block in column)
    return {row.key: row.facts for block in blocks if isinstance(block, Items) for row in block.rows}


def _things(items: Mapping[str, Item], figures: Mapping[str, tuple[str, ...]]) -> Iterator[ThingHeld]:
    for key, item in sorted(items.items(), key=lambda one: (one[1].name.casefold(), one[0])):
        yield ThingHeld(key, item.name, item.count, figures.get(key, ()))
