"""Odds in templates, as a story: the chances that stand beside each other, each with those that are part of it."""

from dataclasses import dataclass, replace

from django import template

from rules.engine.odds import REST, Odds

register = template.Library()

#: Differences of chances below this are none.
_NONE = 1e-9
#: Chances up to this, which people read as "0 %" or "under 1 %", say nothing beside others.
_NOTHING = 0.005
#: Chances beside the first that never come true together with it, so that the rest is what neither of them is.
_APART = ("tie",)


@dataclass(frozen=True, slots=True)
class Part:
    """A chance that is part of another; ``is_all`` if that never comes true without it."""

    label: str
    probability: float
    is_all: bool


@dataclass(frozen=True, slots=True)
class Whole:
    """A chance beside which others stand, with the parts of it that have a name."""

    label: str
    probability: float
    parts: tuple[Part, ...] = ()


@register.filter
def story(odds: Odds) -> list[Whole]:
    """The named chances, each with those that are part of it: rows that may be read one after the other."""
    listed = {chance.name: chance.probability for chance in odds.chances} | _rest(odds)
    inside = [one for one in odds.chances if one.within in listed and one.probability <= listed[one.within] + _NONE]
    parts: dict[str, list[Part]] = {}
    for one in inside:
        whole = listed[one.within]
        if whole < _NONE:
            continue
        if one.probability > _NOTHING:
            parts.setdefault(one.within, []).append(Part(one.label, one.probability, whole - one.probability < _NONE))
    told = [
        Whole(one.label, one.probability, tuple(_in_short(one.label, part) for part in parts.get(one.name, ())))
        for place, one in enumerate(odds.chances)
        if one not in inside and (one.probability > _NOTHING or not place)
    ]
    return [*told, *(Whole("otherwise", listed[name], tuple(held)) for name, held in parts.items() if name == REST)]


def _in_short(whole: str, part: Part) -> Part:
    """A part without the condition of its whole: "flawless" of "hits, undefended", not "flawless, undefended"."""
    _, comma, condition = whole.partition(", ")
    return replace(part, label=part.label.removesuffix(comma + condition)) if condition else part


def _rest(odds: Odds) -> dict[str, float]:
    """The chance of none of the chances that stand apart, if that can be told and part of it has a name."""
    apart = [one for one in odds.chances if not one.within and not one.instead]
    if not apart or any(one.name not in _APART for one in apart[1:]):
        return {}
    left = max(0.0, 1 - sum(one.probability for one in apart))
    named = any(one.within == REST and one.probability for one in odds.chances)
    return {REST: left} if left and named else {}
