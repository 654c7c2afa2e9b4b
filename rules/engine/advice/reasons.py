"""Reasons for advice: in a few words why the best choice is better than the one in the form, or than the next one."""

from rules.engine.advice.choices import Advice, Weighed
from rules.engine.odds import Odds

#: Differences smaller than these are none that people would notice: of values, and of chances.
_SAME, _SAME_CHANCE = 0.005, 0.01
#: The smallest loss that is told as a number, to the tenth.
_TOLD = 0.05
#: How names of shares begin that are sentences: "They lose".
_SENTENCES = ("They ", "You ")


def by_chance(best: Odds | None, other: Odds | None, label: str) -> str:
    """The first chance of the best choice and of another one; empty unless it is the same chance, and greater."""
    if not (best and other and best.chances and other.chances):
        return ""
    mine, theirs = best.chances[0], other.chances[0]
    if mine.name != theirs.name or mine.probability - theirs.probability < _SAME_CHANCE:
        return ""
    return f"{_percent(mine.probability)} {mine.label}, {_percent(theirs.probability)} with {label}"


def _percent(chance: float) -> str:
    return f"{min(99, max(1, round(100 * chance))) if 0 < chance < 1 else round(100 * chance)}\u00a0%"


def by_shares(found: Advice) -> str:
    """The share that makes the difference to the other choice, in words; empty where nothing is to be compared."""
    if len(found.choices) < 2:
        return ""
    best, other = found.best, found.compared
    if best.value - other.value < _SAME:
        # The usual weapon and the same one chosen by name are no two choices.
        is_same = {*best.label.split(", ")} <= {*other.label.split(", ")}
        return "nothing does better" if is_same else f"as good as {other.label}"
    if not _are_alike(found, best, other):
        return _outright(best, other)
    gains = [mine - theirs for mine, theirs in zip(best.shares, other.shares, strict=True)]
    most, least = gains.index(max(gains)), gains.index(min(gains))
    if abs(best.shares[most]) < _SAME and other.shares[most] < -_SAME:
        return _spared(-other.shares[most], found.unit, other)
    if gains[least] > -_SAME:
        return f"better for {_called(found.shares[most])}, and no worse otherwise"
    if found.kept and most == len(gains) - 1 and _on_axis(best, found) < _on_axis(other, found):
        return f"keep {found.kept}, where they do more"
    more, less = found.shares[most], found.shares[least]
    return f"{_called(more)} {_counts(more)} for more than {_called(less)}"


def _spared(loss: float, unit: str, other: Weighed) -> str:
    """The loss that the other choice would bring, where the best one lets it be."""
    much = f"{loss:.1f} {unit}" if loss >= _TOLD else "more than it brings"
    return f"{other.label} costs you {much}"


def _on_axis(one: Weighed, found: Advice) -> int:
    return int(str(one.given.get(found.axis, 0)))


def _counts(share: str) -> str:
    """The verb behind a share: several blows count, one blow counts."""
    is_plural = share.split()[0].endswith("s") and not share.startswith(("This ", *_SENTENCES))
    return "count" if is_plural else "counts"


def _are_alike(found: Advice, *choices: Weighed) -> bool:
    """Whether the values of these choices are told in all shares."""
    return len(found.shares) > 1 and all(len(one.shares) == len(found.shares) for one in choices)


def _outright(best: Weighed, other: Weighed) -> str:
    """The comparison of two whose values are told in one share each, or in shares of their own."""
    return f"you gain more than by {other.label}" if best.value > 0 else f"it costs you less than {other.label}"


def _called(share: str) -> str:
    told = share[:1].lower() + share[1:]
    return f"what {told}" if share.startswith(_SENTENCES) else told
