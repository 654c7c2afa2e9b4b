"""Tags that draw dice, boxes, bars and virtues, and say numbers. Presentation only; it knows no rule and no game."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from secrets import token_urlsafe
from typing import Any

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from .outlines import Outline, outline

register = template.Library()

NBSP = "\u00a0"
MINUS = "\u2212"


def part_of(thing: Any, name: str, otherwise: Any = None) -> Any:
    """A part of a mapping or of an object: templates do not care which, and neither do the tags."""
    if isinstance(thing, dict):
        return thing.get(name, otherwise)
    return getattr(thing, name, otherwise)


# Numbers in words


@register.filter
def signed(number: int) -> str:
    """Show the sign always, with a minus as wide as the plus.

    >>> signed(1), signed(0), signed(-2)
    ('+1', '+0', '−2')
    """
    return f"{MINUS}{-number}" if number < 0 else f"+{number}"


@register.filter
def percent(chance: float) -> str:
    """Round to whole percents, but never call a possible thing impossible or an unsure thing sure.

    >>> [percent(chance).replace(NBSP, ' ') for chance in (0, 0.001, 0.005, 0.584, 0.999, 1)]
    ['0 %', 'under 1 %', 'under 1 %', '58 %', 'over 99 %', '100 %']
    """
    if 0 < chance <= 0.005:
        return f"under 1{NBSP}%"
    if 0.995 <= chance < 1:
        return f"over 99{NBSP}%"
    return f"{chance * 100:.0f}{NBSP}%"


@register.filter
def exactly(chance: float) -> str:
    """A chance with as many places as tell it from never and from always.

    >>> [exactly(chance).replace(NBSP, ' ') for chance in (0, 0.000012, 0.0123, 0.584, 0.9999, 1)]
    ['0 %', '0.0012 %', '1.2 %', '58.4 %', '99.990 %', '100 %']
    """
    if not 0 < chance < 1:
        return percent(chance)
    near = round(min(chance, 1 - chance) * 100, 9)
    places = 1 if near >= 0.1 else min(6, 1 - math.floor(math.log10(max(near, 1e-6))))
    return f"{chance * 100:.{places}f}{NBSP}%"


# Icons


@register.simple_tag
def icon(name: str, label: str = "", extra: str = "") -> SafeString:
    """An icon of the sprite. Without a label it is decoration, and the word stands beside it."""
    classes = f"icon {extra}".strip()
    address = f"{static('icons/sprite.svg')}#{name}"
    if label:
        return format_html('<svg class="{}" role="img" aria-label="{}"><use href="{}"/></svg>', classes, label, address)
    return format_html('<svg class="{}" aria-hidden="true"><use href="{}"/></svg>', classes, address)


@register.simple_tag
def form_key() -> SafeString:
    """The hidden field that makes sending a form twice harmless."""
    return format_html('<input type="hidden" name="key" value="{}">', token_urlsafe(18))


# Dice


@dataclass(frozen=True)
class DrawnDie:
    """One die on paper: what its outline is, what is written in it, and what is said to those who cannot see it.

    It is filled if it ``scored``, ``times`` over; one whose face is ``added`` to a sum neither scores nor fails. One
    that is a ``test`` by itself succeeds, where those of a pool count.
    """

    sides: int
    face: int | None
    scored: bool
    dropped: bool
    times: int = 1
    added: bool = False
    test: bool = False

    @property
    def outline(self) -> Outline:
        return outline(self.sides)

    @property
    def top(self) -> bool:
        return self.face == self.sides

    @property
    def text(self) -> str:
        return str(self.sides if self.face is None else self.face)

    @property
    def long(self) -> bool:
        return len(self.text) > 1

    @property
    def classes(self) -> str:
        marks = {"scored": self.scored, "top": self.top, "dropped": self.dropped, "blank": self.face is None}
        marks["added"] = self.added
        return " ".join(["die", *(f"die--{mark}" for mark, true in marks.items() if true)])

    @property
    def label(self) -> str:
        if self.face is None:
            return f"d{self.sides}"
        scored = "success" if self.test else f"counts {self.times}" if self.times > 1 else "counts"
        words = {scored: self.scored, "highest face": self.top, "not kept": self.dropped}
        return ", ".join([f"d{self.sides}: {self.face}", *(word for word, true in words.items() if true)])


@register.inclusion_tag("partials/die.html")
def die(sides: int, face: int | None = None, scored: bool = False, dropped: bool = False) -> dict[str, Any]:
    """A die; without a face it is one that has not been rolled."""
    return {"die": DrawnDie(sides, face, scored, dropped)}


@register.inclusion_tag("partials/dice.html")
def dice(rolled: Iterable[Any], size: str = "") -> dict[str, Any]:
    """Dice in a row. Each has `sides` and `face`, and may have `scored`, or be `dropped` or not `kept`; one that is a
    test by itself has `passed`."""
    fell = list(rolled)
    added = all(part_of(one, "passed") is None and _is_added(one) for one in fell)
    return {"dice": [_drawn(one, added=added) for one in fell], "size": size}


def _is_added(one: Any) -> bool:
    scored = part_of(one, "scored")
    return (scored is not True and scored == part_of(one, "face")) or part_of(one, "kept", True) is False


def _drawn(one: Any, *, added: bool) -> DrawnDie:
    passed, scored = part_of(one, "passed"), part_of(one, "scored") or 0
    dropped = bool(part_of(one, "dropped")) or part_of(one, "kept", True) is False
    counts = False if added else bool(scored) if passed is None else passed
    times = int(scored) if counts and passed is None else 1
    sides, face = part_of(one, "sides"), part_of(one, "face")
    return DrawnDie(sides, face, counts, dropped, times, added, test=passed is not None)


# How somebody is


@register.inclusion_tag("partials/bar.html")
def bar(label: str, current: int, maximum: int, tone: str = "frost", inline: bool = False) -> dict[str, Any]:
    """A bar with its number. What exceeds the maximum fills the bar and no more."""
    filled = 100 * min(max(current, 0), maximum) / maximum if maximum > 0 else 0
    return {
        "label": label,
        "current": current,
        "maximum": maximum,
        "tone": tone,
        "inline": inline,
        "filled": f"{filled:.1f}",
    }


@dataclass(frozen=True)
class DrawnBox:
    kind: str
    number: int
    filled: bool

    @property
    def value(self) -> str:
        return f"{self.kind}-{self.number}"


@register.inclusion_tag("partials/boxes.html")
def boxes(
    label: str,
    squares_filled: int,
    squares: int,
    diamonds_filled: int = 0,
    diamonds: int = 0,
    field: str = "",
    small: bool = False,
) -> dict[str, Any]:
    """A line of boxes, slight ones first. With a field name each box is a button of the form around it."""
    drawn = (("square", squares_filled, squares), ("diamond", diamonds_filled, diamonds))
    said = [f"{filled} of {total}" for _, filled, total in drawn if total]
    row = [DrawnBox(kind, box, box <= filled) for kind, filled, total in drawn for box in range(1, total + 1)]
    return {
        "label": label,
        "boxes": row,
        "field": field,
        "small": small,
        "said": f"{label}: {', '.join(said)} ticked",
    }


@register.inclusion_tag("partials/drops.html")
def drops(level: int, word: str, most: int = 3) -> dict[str, Any]:
    """Drops for a state that comes in degrees, with its word and the number."""
    return {
        "drops": [number <= level for number in range(1, most + 1)],
        "level": level,
        "most": most,
        "word": word,
    }


@register.inclusion_tag("partials/pips.html")
def pips(filled: int, total: int, word: str = "xp") -> dict[str, Any]:
    """Experience towards the next rank, one small square each; more than twenty are only counted."""
    marks = [(number * 9 + 1, number < filled) for number in range(total)] if total <= 20 else []
    return {"pips": marks, "filled": filled, "total": total, "word": word, "width": total * 9 + 1}


@dataclass(frozen=True)
class Step:
    number: int
    word: str
    here: bool


@register.inclusion_tag("partials/spectrum.html")
def spectrum(name: str, words: Sequence[str], here: int, field: str = "", small: bool = False) -> dict[str, Any]:
    """A virtue between its two ends; `here` counts from 1. With a field name the steps can be chosen."""
    steps = [Step(number, word, number == here) for number, word in enumerate(words, start=1)]
    word = words[here - 1] if 1 <= here <= len(words) else ""
    return {"name": name, "steps": steps, "word": word, "here": here, "field": field, "small": small}
