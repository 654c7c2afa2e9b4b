"""Reasons for advice: in a few words why the best choice is better than the one in the form, or than the next one.

Each is one reason, and short enough for the width of a phone: where the name of the other choice is too long it is left
out.
"""

from rules.engine.advice.choices import Advice, Weighed
from rules.engine.kernel import Price
from rules.engine.odds import Odds

#: The most characters of a reason.
MOST = 60
#: Differences smaller than these are none that people would notice: of values, and of chances.
_SAME, _SAME_CHANCE = 0.005, 0.01
#: The smallest loss that is told as a number, to the tenth.
_TOLD = 0.05
#: The unit of choices that are weighed by the chance that they bring.
_CHANCES = "percentage points"
#: How names of shares begin that are sentences: "They lose"; and those of them in which less is better.
_SENTENCES, _LOSSES = ("They ", "You "), ("You lose",)


def by_chance(best: Odds | None, other: Odds | None, label: str) -> str:
    """The first chance of the best choice and of another one; empty unless it is the same chance, and greater."""
    if not (best and other and best.chances and other.chances):
        return ""
    mine, theirs = best.chances[0], other.chances[0]
    if mine.name != theirs.name or mine.probability - theirs.probability < _SAME_CHANCE:
        return ""
    sure, less = f"{_percent(mine.probability)} {mine.label}", _percent(theirs.probability)
    return shortened(f"{sure}, {less} with {label}", f"{sure}, not {less}", sure)


def _percent(chance: float) -> str:
    return f"{min(99, max(1, round(100 * chance))) if 0 < chance < 1 else round(100 * chance)}\u00a0%"


def shortened(*wordings: str) -> str:
    """The first of several wordings that is no longer than a reason may be; else the last, the shortest.

    >>> shortened("the other goblin, 3 dice with the poleaxe from high ground, is just as good", "nothing beats it")
    'nothing beats it'
    """
    return next((one for one in wordings if len(one) <= MOST), wordings[-1])


def by_shares(found: Advice) -> str:
    """The share that makes the difference to the other choice, in words; empty where nothing is to be compared."""
    if len(found.choices) < 2:
        return ""
    best, other = found.best, found.compared
    if other.value - best.value >= _SAME:
        now = f"{_called(found.shares[0])} now"
        return shortened(f"{now}; {other.label} gains little more", f"{now}; the other gains little more", now)
    if best.value - other.value < _SAME:
        # The usual weapon and the same one chosen by name are no two choices.
        is_same = {*best.label.split(", ")} <= {*other.label.split(", ")}
        return "nothing beats it" if is_same else shortened(f"{other.label} is just as good", "nothing beats it")
    if not _are_alike(found, best, other):
        return _outright(best, other)
    gains = [mine - theirs for mine, theirs in zip(best.shares, other.shares, strict=True)]
    most, least = gains.index(max(gains)), gains.index(min(gains))
    is_told_so = not most or found.unit == _CHANCES
    if is_told_so and abs(best.shares[most]) < _SAME and other.shares[most] < -_SAME:
        return _spared(-other.shares[most], found.unit, other)
    if found.price and most == len(gains) - 1:
        return _saved(gains[most], found.price)
    if (
        gains[least] <= -_SAME
        and found.kept
        and most == len(gains) - 1
        and _on_axis(best, found) < _on_axis(other, found)
    ):
        return f"keep {found.kept}: they do more there"
    told = _differs(found, most)
    return shortened(f"{told} than with {other.label}", told)


def _differs(found: Advice, place: int) -> str:
    """The difference that one share makes to the other choice: "damage brings 1.2 boxes more"."""
    share, mine, theirs = found.shares[place], found.best.shares[place], found.compared.shares[place]
    much = f"{abs(mine - theirs):.1f} {found.unit}" if abs(mine - theirs) >= _TOLD else "a little"
    if share.startswith(_SENTENCES):
        return f"{_lower(share)} {much} {_more(if_so=(mine > theirs) is (share not in _LOSSES))}"
    if max(mine, theirs) <= 0:
        return f"{_lower(share)} {_verb(share, 'cost')} {much} {_more(if_so=mine < theirs)}"
    return f"{_lower(share)} {_verb(share, 'bring')} {much} {_more(if_so=mine > theirs)}"


def _more(*, if_so: bool) -> str:
    return "more" if if_so else "less"


def _saved(gain: float, price: Price) -> str:
    """The price that the best choice saves against the other one, counted as people pay it: "saves 10 AP"."""
    return f"saves {gain / price.worth:.1f}".removesuffix(".0") + f" {price.name}"


def _spared(loss: float, unit: str, other: Weighed) -> str:
    """The loss that the other choice would bring, where the best one lets it be.

    What is paid for a chance (spirit, a token) is no chance itself: a number of points would say nothing.
    """
    if loss < _TOLD or unit == _CHANCES:
        return shortened(f"{other.label} is not worth the price", "the other is not worth the price")
    much = f"{loss:.1f} {unit}"
    return shortened(f"{other.label} would cost you {much}", f"it saves you {much}")


def _on_axis(one: Weighed, found: Advice) -> int:
    return int(str(one.given.get(found.axis, 0)))


def _verb(share: str, verb: str) -> str:
    """The verb behind a share: several blows bring, one blow brings."""
    first = share.split()[0]
    is_plural = (first.endswith("s") and first != "This") or " and " in share
    return verb if is_plural else f"{verb}s"


def _are_alike(found: Advice, *choices: Weighed) -> bool:
    """Whether the values of these choices are told in all shares."""
    return len(found.shares) > 1 and all(len(one.shares) == len(found.shares) for one in choices)


def _outright(best: Weighed, other: Weighed) -> str:
    """The comparison of two whose values are told in one share each, or in shares of their own."""
    if best.value > 0:
        return shortened(f"better than {other.label}", "the better choice")
    return shortened(f"costs you less than {other.label}", "costs you less")


def _called(share: str) -> str:
    return f"what {_lower(share)}" if share.startswith(_SENTENCES) else _lower(share)


def _lower(share: str) -> str:
    return share[:1].lower() + share[1:]
