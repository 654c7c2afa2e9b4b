"""Coins: 1 gold piece is 10 silver pieces is 100 copper pieces (D-7)."""

from rules.engine.kernel import Item, ItemLost, ItemSet, Refused, Sheet, Table

#: The coins, the dearest first, with their names and their worth in copper.
COINS = {"gp": ("Gold pieces", 100), "sp": ("Silver pieces", 10), "cp": ("Copper pieces", 1)}


def price(copper: int) -> str:
    """A price in coins, or "nothing".

    >>> price(235), price(0), price(5000)
    ('2 gp 3 sp 5 cp', 'nothing', '50 gp')
    """
    words, left = [], copper
    for coin, (_, worth) in COINS.items():
        count, left = divmod(left, worth)
        if count:
            words.append(f"{count} {coin}")
    return " ".join(words) or "nothing"


def held(sheet: Sheet, coin: str) -> int:
    item = sheet.items.get(coin)
    return item.count if item else 0


def purse(sheet: Sheet) -> int:
    """The worth of all coins in copper."""
    return sum(held(sheet, coin) * worth for coin, (_, worth) in COINS.items())


def refuse_poor(sheet: Sheet, copper: int, what: str, field: str = "") -> None:
    """Refuse a price that the purse cannot pay, and say how much is missing."""
    has = purse(sheet)
    if has < copper:
        raise Refused(
            f"{what}: {price(copper)}. {sheet.name} has {price(has)}; {price(copper - has)} more would do.", field
        )


def pay(table: Table, who: str, copper: int, what: str) -> None:
    """Pay ``copper``, keeping as much gold and silver as can be kept; change comes in smaller coins."""
    refuse_poor(table.sheet(who), copper, what)
    set_purse(table, who, purse(table.sheet(who)) - copper)


def set_purse(table: Table, who: str, copper: int) -> None:
    """Set the purse to a worth in copper: of each coin no more than before, the rest in smaller ones."""
    left = copper
    for coin, (_, worth) in COINS.items():
        most = left // worth
        keep = most if coin == "cp" else min(held(table.sheet(who), coin), most)
        left -= keep * worth
        if coin == "sp" and left >= 10:
            keep, left = keep + left // worth, left % worth
        hold(table, who, coin, keep)


def hold(table: Table, who: str, coin: str, count: int) -> None:
    """Set how many coins of a kind are held."""
    before = held(table.sheet(who), coin)
    if count == before:
        return
    if count:
        table.happen(ItemSet(who, coin, coins(coin, count)))
    else:
        table.happen(ItemLost(who, coin))


def coins(coin: str, count: int) -> Item:
    return Item(COINS[coin][0], "coin", entry=coin, count=count)
