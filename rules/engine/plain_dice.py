"""Questions about plain dice, which every game understands: ``3d6+2 at least 12``, ``best 2 of 4d6 against 2d6``."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import comb

from rules.engine.odds import Chance, Distribution, Odds, Weights, convolve, dice, in_words, mean, normal, pool
from rules.engine.questions import Answer, Heard, Language, Misunderstood, Phrase, Said, read
from rules.engine.refusals import Refused
from rules.engine.words import counted

#: The faces of all dice of a side come to this at most, unless they are few dice with few sides.
MOST_FACES, FEW_DICE, FEW_SIDES = 1000, 60, 100
#: Dice of which some are kept have to be counted face by face: so many of so many sides, in so many steps.
MOST_SORTED, MOST_SIDES, MOST_STEPS = 20, 100, 1_000_000
COIN = 2

Holds = Callable[[int], bool]

PHRASES = (
    Phrase("best", "best # of @|highest # of @|keep # of @", "best 2 of 4d6", "only the highest dice count"),
    Phrase("worst", "worst # of @|lowest # of @", "lowest 1 of 2d20", "only the lowest dice count"),
    Phrase("drop", "drop(ping)? the lowest|drop(ping)? lowest", "4d6 drop the lowest", "one die is left out"),
    Phrase("dice", "@", "3d6", "dice, added up"),
    Phrase("plus", r"\+ #|plus #", "+ 2", "added to the dice"),
    Phrase("minus", "- #|minus #", "− 2", "taken off the dice"),
    Phrase("at_least", ">= #|≥ #|at least #|# or more|# or higher|# or better", "at least 12"),
    Phrase("at_most", "<= #|≤ #|at most #|# or less|# or lower", "at most 7"),
    Phrase("over", "> #|more than #|over #|above #", "more than 11"),
    Phrase("below", "< #|less than #|under #|below #", "under 8"),
    Phrase("exactly", "= #|exactly #", "exactly 7"),
    Phrase("between", "between # and #|from # to #", "between 6 and 8"),
    Phrase("against", "against|versus|vs", "against 2d6", "the higher sum wins"),
)
EXAMPLES = ("3d6+2 at least 12", "best 3 of 4d6", "2d6 between 6 and 8", "d20+5 against d20+3")
_WISHES = ("at_least", "at_most", "over", "below", "exactly", "between")


@dataclass(slots=True)
class Sum:
    """Dice that are added up, some of them only if they are high or low enough, and a number."""

    dice: list[tuple[int, int]] = field(default_factory=list)
    kept: list[tuple[int, int, int, bool]] = field(default_factory=list)
    plus: int = 0

    @property
    def words(self) -> str:
        told = [f"{count}d{sides}" for count, sides in self.dice]
        told += [
            f"the {'best' if best else 'lowest'} {keep} of {count}d{sides}" for keep, count, sides, best in self.kept
        ]
        sign = f" {'+' if self.plus > 0 else '−'} {abs(self.plus)}" if self.plus else ""
        return " + ".join(told) + sign

    @property
    def faces(self) -> int:
        return sum(count * sides for count, sides in self.dice) + sum(n * sides for _, n, sides, _ in self.kept)

    @property
    def is_too_large(self) -> bool:
        """Whether its results are too many to be counted while somebody waits."""
        thrown = [*self.dice, *((count, sides) for _, count, sides, _ in self.kept)]
        are_few = sum(count for count, _ in thrown) <= FEW_DICE and all(sides <= FEW_SIDES for _, sides in thrown)
        return self.faces > MOST_FACES and not are_few

    def shares(self) -> tuple[Distribution, int]:
        """The chance of each result, and which result the first of them is."""
        if len(self.dice) == 1 and not self.kept:
            (count, sides), *_ = self.dice
            return dice(count, sides)[count:], count + self.plus
        weights, least = self.weighed()
        return normal(weights), least

    def weighed(self) -> tuple[Weights, int]:
        """The weight of each result, and which result the first of them is."""
        weights: Weights = (1,)
        for count, sides in self.dice:
            weights = convolve(weights, pool((0, *(1,) * sides), count))
        for keep, count, sides, best in self.kept:
            weights = convolve(weights, highest(keep, count, sides) if best else lowest(keep, count, sides))
        least = next(place for place, weight in enumerate(weights) if weight)
        return weights[least:], least + self.plus


@lru_cache(maxsize=4096)
def highest(keep: int, count: int, sides: int) -> Weights:
    """Weights of the sum of the highest dice of several: by how many of them show the highest face that is left.

    >>> highest(1, 2, 2), highest(2, 2, 2)
    ((0, 1, 3), (0, 0, 1, 2, 1))
    """
    if keep == 0:
        return (sides**count,)
    if sides == 1:
        return (*(0,) * keep, 1)
    out = [0] * (keep * sides + 1)
    for showing in range(count + 1):
        kept = min(showing, keep)
        rest = highest(keep - kept, count - showing, sides - 1)
        for value, weight in enumerate(rest):
            out[value + kept * sides] += comb(count, showing) * weight
    return tuple(out)


def lowest(keep: int, count: int, sides: int) -> Weights:
    """The same of the lowest, which are the highest of dice that are turned round.

    >>> lowest(1, 2, 2)
    (0, 3, 1)
    """
    turned = highest(keep, count, sides)
    return tuple(turned[keep * (sides + 1) - value] if value >= keep else 0 for value in range(keep * sides + 1))


# -- from words to dice -----------------------------------------------------------------------------------------------


def answer(said: Sequence[Said]) -> Answer:
    """What plain dice come to: their sum, how it stands to a number, or against other dice."""
    heard = Heard(said, frozenset({"best", "worst", "dice", "plus", "minus"}))
    mine, theirs = Sum(), Sum()
    side = mine
    for one in said:
        if one.name == "against":
            side = theirs
        elif one.name not in _WISHES:
            _add(side, one)
    wish = heard.get(heard.first_of(_WISHES))
    _refuse_nothing(mine)
    if "against" not in heard:
        return _summed(mine, wish)
    _refuse_nothing(theirs)
    if max(mine.faces, theirs.faces) > MOST_FACES:
        raise Refused(f"Against other dice all faces of a side come to {MOST_FACES} at most. Take fewer dice.", "q")
    if wish:
        raise Misunderstood("Against other dice the higher sum wins. Leave this out.", wish.start, wish.end)
    return _opposed(mine, theirs)


def _add(side: Sum, said: Said) -> None:
    match said.name:
        case "plus":
            side.plus += said.number
        case "minus":
            side.plus -= said.number
        case "drop":
            _drop(side, said)
        case "dice":
            count, sides = said.numbers
            _refuse_odd_dice(said, count, sides)
            side.dice.append((count, sides))
        case _:
            keep, count, sides = said.numbers
            _keep(side, said, keep, count, sides)
    if side.is_too_large:
        most = f"{FEW_DICE} dice of up to {FEW_SIDES} sides, or {MOST_FACES} faces altogether"
        raise Misunderstood(f"At most {most}, are added up here. Take fewer dice.", said.start, said.end)


def _drop(side: Sum, said: Said) -> None:
    """Of the dice named last the lowest is left out."""
    if not side.dice or side.dice[-1][0] == 1:
        raise Misunderstood("Name several dice first: 4d6 drop the lowest.", said.start, said.end)
    count, sides = side.dice.pop()
    _keep(side, said, count - 1, count, sides)


def _keep(side: Sum, said: Said, keep: int, count: int, sides: int) -> None:
    _refuse_odd_dice(said, count, sides)
    if not 1 <= keep <= count:
        raise Misunderstood(f"Of {counted(count, 'die', 'dice')} 1 to {count} can count.", said.start, said.end)
    if count > MOST_SORTED or sides > MOST_SIDES or keep * keep * count * sides * sides > MOST_STEPS:
        raise Misunderstood("So many dice cannot be sorted here. Take fewer or smaller ones.", said.start, said.end)
    side.kept.append((keep, count, sides, said.name != "worst"))


def _refuse_odd_dice(said: Said, count: int, sides: int) -> None:
    """There is a die at least, and it has two sides at least."""
    if count < 1:
        raise Misunderstood("One die at least is rolled: d8 or 3d6.", said.start, said.end)
    if sides < COIN:
        raise Misunderstood("A die has two sides at least: d8 or 3d6.", said.start, said.end)


def _refuse_nothing(side: Sum) -> None:
    if not (side.dice or side.kept):
        raise Refused("Which dice are rolled? Say it like this: 3d6+2 at least 12.", "q")


# -- what they come to ------------------------------------------------------------------------------------------------


def _summed(mine: Sum, wish: Said | None) -> Answer:
    shares, least = mine.shares()
    if wish is None:
        average = least + mean(shares)
        told = f"{mine.words} come to {least} to {least + len(shares) - 1}, {average:.1f} on average"
        return Answer(mine.words, Odds(told, (), shares, "sum", least))
    words, holds = _wished(wish)
    chance = min(1.0, sum(p for place, p in enumerate(shares) if holds(least + place)))
    told = f"{in_words(chance).capitalize()} that {mine.words} come to {words}"
    return Answer(f"{mine.words}, {words}", Odds(told, (Chance("success", words, chance),), shares, "sum", least))


def _wished(wish: Said) -> tuple[str, Holds]:
    low, high = wish.numbers[0], wish.numbers[-1]
    ways: dict[str, tuple[str, Holds]] = {
        "at_least": (f"{low} or more", lambda value: value >= low),
        "at_most": (f"{low} or less", lambda value: value <= low),
        "over": (f"more than {low}", lambda value: value > low),
        "below": (f"less than {low}", lambda value: value < low),
        "exactly": (f"exactly {low}", lambda value: value == low),
        "between": (f"{low} to {high}", lambda value: low <= value <= high),
    }
    return ways[wish.name]


def _opposed(mine: Sum, theirs: Sum) -> Answer:
    (ours, least), (others, their_least) = mine.weighed(), theirs.weighed()
    margin = normal(convolve(ours, others[::-1]))
    first = least - (their_least + len(others) - 1)
    won = sum(p for place, p in enumerate(margin) if first + place > 0)
    lost = sum(p for place, p in enumerate(margin) if first + place < 0)
    ends = (("success", "win", won), ("tie", "tie", max(0.0, 1.0 - won - lost)), ("failure", "lose", lost))
    told = f"{in_words(won).capitalize()} that {mine.words} beat {theirs.words}"
    listed = tuple(Chance(*one) for one in ends)
    return Answer(f"{mine.words} against {theirs.words}", Odds(told, listed, margin, "ahead by", first))


PLAIN = Language(PHRASES, answer, EXAMPLES)


def ask(language: Language, question: str) -> Answer:
    """What a question comes to, in the words of a game or in those of plain dice.

    Whoever is understood in neither hears of the word that the more patient listener stumbled over.
    """
    try:
        said = read(question, language.phrases)
    except Misunderstood as stumbled:
        if language is PLAIN:
            raise
        try:
            plainly = read(question, PLAIN.phrases)
        except Misunderstood as too:
            raise too if too.start > stumbled.start else stumbled from None
        return PLAIN.answer(plainly)
    return language.answer(said)
