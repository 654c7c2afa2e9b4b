"""The words for what moves between sheets, the party and the world outside."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.engine.kernel import Told, plainly


def named(name: str, count: int) -> str:
    """Things in words: their name, with their number where there are several."""
    return (f"{count} × " if count > 1 else "") + plainly(name)


def listed(names: Sequence[str]) -> str:
    """Names or things in a row.

    >>> listed(["Rook"]), listed(["Rook", "Mira", "Brann"])
    ('Rook', 'Rook, Mira and Brann')
    """
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


@dataclass(frozen=True, slots=True)
class Goods:
    """Coins and things that go from one to another, each kind in words."""

    coins: tuple[str, ...] = ()
    things: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.coins or self.things)

    def __add__(self, other: "Goods") -> "Goods":
        return Goods(self.coins + other.coins, self.things + other.things)

    def sentence(self, start: str, end: str = "") -> str:
        """The sentence on them. Nobody knows whether a thing is *a* dagger or *the* Dawnblade, so that it is listed.

        >>> Goods(("3 coins",)).sentence("Rook takes", " from the party")
        'Rook takes 3 coins from the party.'
        >>> Goods(("3 coins",), ("Dagger", "2 × Torch")).sentence("Rook takes", " from the party")
        'Rook takes from the party: 3 coins, Dagger and 2 × Torch.'
        """
        if not self.things:
            return f"{start} {listed(self.coins)}{end}."
        return f"{start}{end}: {listed(self.coins + self.things)}."


def told_of(source: str, target: str, goods: Goods) -> Told:
    """The sentence on a move: who gives or gets what."""
    match source, target:
        case "outside", "party":
            return Told((), goods.sentence("The party gets"))
        case "party", "outside":
            return Told((), goods.sentence("The party loses"))
        case "outside", who:
            return Told((who,), goods.sentence("{0} gets"))
        case who, "outside":
            return Told((who,), goods.sentence("{0} loses"))
        case "party", who:
            return Told((who,), goods.sentence("{0} takes", " from the party"))
        case who, "party":
            return Told((who,), goods.sentence("{0} gives the party"))
        case giver, taker:
            return Told((giver, taker), goods.sentence("{0} gives {1}"))


def told_of_shares(who: Sequence[str], told: Sequence[str], left: Sequence[str] = (), *, is_one: bool = False) -> Told:
    """The sentence on coins that are split: who gets how much, and what is ``left``; ``is_one`` where that is a coin.

    >>> told_of_shares(["rook", "mira"], ["3 coins"], ["1 coin"], is_one=True).text
    '{0} and {1} each get 3 coins from the purse; 1 coin stays in it.'
    """
    names = [f"{{{at}}}" for at in range(len(who))]
    each = "each get" if len(names) > 1 else "gets"
    rest = f"; {listed(left)} {'stays' if is_one else 'stay'} in it" if left else ""
    return Told(tuple(who), f"{listed(names)} {each} {listed(told)} from the purse{rest}.")
