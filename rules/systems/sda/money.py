"""Money in words."""

from rules.systems.sda import compendium


def price_words(copper: int | None) -> str:
    """A price in the coins that people pay with.

    >>> price_words(235), price_words(None)
    ('1 gp 3 sp 5 cp', '')
    """
    words, left = [], copper or 0
    for coin in compendium.coins().values():
        count, left = divmod(left, coin.copper)
        if count:
            words.append(f"{count} {coin.short}")
    return " ".join(words)
