"""Spoils: coins and things that somebody gets, whatever the purse of a game is made of."""

from dataclasses import dataclass, replace

from rules.engine.character.piles import take_along
from rules.engine.kernel import Item, Refused, ResourceChanged, Table, counted

#: The reason of a resource that changes by them.
SPOILS = "spoils"
#: Kinds of things of which each is carried by itself; others lie on piles.
_APART = ("weapon", "armour")


@dataclass(frozen=True, slots=True)
class Coin:
    """A kind of coin: a thing on the sheet, or else so many (``worth``) of a resource that counts money."""

    label: str
    item: Item | None = None
    resource: str = ""
    worth: int = 1

    def counted(self, count: int) -> str:
        """The words for a number of them within a sentence.

        >>> Coin("Gold coins").counted(1), Coin("Coin").counted(3), Coin("Brass pennies").counted(1)
        ('1 gold coin', '3 coins', '1 brass penny')
        """
        label = self.label[:1].lower() + self.label[1:]
        one = f"{label[:-3]}y" if label.endswith("ies") else label.removesuffix("s")
        return counted(count, one, label if label.endswith("s") else f"{label}s")


def give_coins(table: Table, who: str, coin: Coin, count: int) -> None:
    """Put coins into somebody's purse; refused where there is none, or where it would not hold them."""
    sheet = table.sheet(who)
    if coin.item is not None:
        take_along(table, who, replace(coin.item, count=count))
        return
    purse = sheet.resources.get(coin.resource)
    if purse is None:
        raise Refused(f"{sheet.name} has no purse. Give the coins to somebody else.", "coins")
    if purse.now + count * coin.worth > purse.most:
        raise Refused(f"The purse of {sheet.name} cannot hold that much. Give less.", "coins")
    table.happen(ResourceChanged(who, coin.resource, count * coin.worth, SPOILS))


def give_thing(table: Table, who: str, item: Item) -> None:
    """Let somebody carry one thing, or several alike."""
    take_along(table, who, item, piled=item.kind not in _APART)
