"""Pictures and words of forecasts: a chance with the interval in which it lies, beside what it is compared with."""

from typing import Any

from django import template

from rules.engine.forecast import Share
from rules.engine.forecast.what_ifs import Difference
from winterhall.templatetags.hall import MINUS, NBSP, percent

register = template.Library()

#: The picture of a chance, from never at the left to always at the right; the ends have room for half a mark.
WIDTH, HEIGHT, EDGE = 240, 24, 8


@register.inclusion_tag("combat/_interval.html")
def interval(share: Share, beside: Share | None = None) -> dict[str, Any]:
    """A point for the chance, a line for where it lies, and a thin mark where the other one is."""
    return {
        "x": _at(share.share),
        "least": _at(share.least),
        "most": _at(share.most),
        "beside": _at(beside.share) if beside else "",
        "half": _at(0.5),
        "left": EDGE,
        "right": WIDTH - EDGE,
        "width": WIDTH,
        "height": HEIGHT,
        "middle": HEIGHT // 2,
        "high": HEIGHT // 2 - 5,
        "low": HEIGHT // 2 + 5,
    }


def _at(chance: float) -> str:
    return f"{EDGE + (WIDTH - 2 * EDGE) * chance:.1f}"


@register.filter
def about(share: Share) -> str:
    """A chance with its interval, as people say it.

    >>> about(Share(0.69, 0.66, 0.72)).replace(NBSP, " "), about(Share(0.0, 0.0, 0.004)).replace(NBSP, " ")
    ('about 69 %: between 66 and 72 %', 'not once: at most under 1 %')
    >>> about(Share(1.0, 0.996, 1.0)).replace(NBSP, " "), about(Share(0.7, 0.699, 0.7013)).replace(NBSP, " ")
    ('every time: at least over 99 %', 'about 70 %')
    """
    if share.share <= 0:
        return f"not once: at most {percent(share.most)}"
    if share.share >= 1:
        return f"every time: at least {percent(share.least)}"
    least, most = percent(share.least), percent(share.most)
    said = percent(share.share)
    if least == most:
        return f"about {said}" if said == least else f"about {said}: {least}"
    return f"about {said}: between {least.removesuffix(f'{NBSP}%')} and {most}"


@register.filter
def better(found: Difference | None) -> str:
    """The gain of a chance in words, in points of a hundred, and whether so many fights can tell; empty for none.

    >>> better(Difference(0.154, 0.11, 0.19)).replace(NBSP, " ")
    '15 in 100 more: between 11 and 19'
    >>> better(Difference(-0.3, -0.35, -0.25)), better(Difference(0.01, -0.03, 0.05))
    ('30 in 100 less: between 25 and 35', 'about the same')
    """
    if found is None:
        return ""
    if not found.is_clear:
        return "about the same"
    least, most = sorted((abs(found.least), abs(found.most)))
    word = "more" if found.by > 0 else "less"
    return f"{abs(found.by) * 100:.0f} in 100 {word}: between {least * 100:.0f} and {most * 100:.0f}"


@register.filter
def whole(number: int) -> str:
    """A whole number with a minus as wide as a plus.

    >>> whole(12), whole(-2)
    ('12', '−2')
    """
    return f"{MINUS}{-number}" if number < 0 else str(number)


@register.filter
def thousands(number: int) -> str:
    """A large number that can be read.

    >>> thousands(100_000)
    '100,000'
    """
    return f"{number:,}"


@register.filter
def said(share: float) -> str:
    """A share in percent, without the sign.

    >>> said(0.666), said(0.004)
    ('67', 'under 1')
    """
    return percent(share).removesuffix(f"{NBSP}%")
