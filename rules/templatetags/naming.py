"""Names in sentences lead to their entries: in a campaign into its compendium, on a game's own pages into the game's.

What the viewer of a page may not look up is no name for them: names come from the book that lies open. Whoever is
``present`` in the context is named as themselves, however they are called.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.html import conditional_escape, escape, format_html
from django.utils.safestring import SafeString

from rules.naming import NOBODY, NOTHING, Found, Glossary, Name, People, Told, glossary
from rules.templatetags.compendium import numbers

register = template.Library()

#: How each kind of part looks. Whoever acts is no name of the compendium; a newcomer may be a creature of it.
_LOOKS = {
    "name": (SafeString("<b>"), SafeString("</b>")),
    "newcomer": (SafeString("<b>"), SafeString("</b>")),
    "entry": (SafeString("<b>"), SafeString("</b>")),
    "number": (SafeString('<span class="log__number">'), SafeString("</span>")),
    "aside": (SafeString('<span class="muted">'), SafeString("</span>")),
}
_AS_IT_IS = (SafeString(""), SafeString(""))
#: In lists of many lines the tab key goes from line to line; shell.js leads along each.
_PASSED_OVER = ' tabindex="-1"'
#: The section of those whom one can meet.
_CREATURES = "creatures"


@register.simple_tag(takes_context=True)
def linked(context: Context, text: str, tells: Told = NOTHING, along: bool = False, opens: bool = True) -> SafeString:
    """A text with its names as links; ``along`` a line of many, and whether it ``opens`` a sentence."""
    there = _there(context)
    return _linked(str(text), *there, _present(context), tells, along, opens) if there else conditional_escape(text)


@register.simple_tag(takes_context=True)
def told(context: Context, line: Any, tells: Told = NOTHING) -> SafeString:
    """A sentence of the log, with the looks of its parts and its names as links."""
    there = _there(context)
    return _told(line.parts, *there, _present(context), tells) if there else _plain(line.parts)


@register.simple_tag(takes_context=True)
def fact(context: Context, text: str) -> SafeString:
    """A fact of an entry, its numbers set apart and its names as links."""
    there = _there(context)
    return _fact(text, *there) if there else numbers(text)


def _there(context: Context) -> tuple[Glossary, str] | None:
    """The glossary that words link into, and its address; ``None`` on pages that are read from afar or on paper."""
    campaign, system = context.get("campaign"), context.get("system")
    if context.get("plain"):
        return None
    if campaign:
        return glossary(campaign.system), reverse("campaigns:compendium", args=[campaign.public_id])
    return (glossary(system), reverse("rules:game", args=[system.slug])) if system else None


def _present(context: Context) -> People:
    """The people whose names become links; nobody on pages of a game."""
    return context.get("present") or NOBODY


@lru_cache(maxsize=4096)
def _linked(text: str, names: Glossary, base: str, people: People, tells: Told, along: bool, opens: bool) -> SafeString:
    found = names.find(text, tells, opens=opens, people=people)
    return _with_links(text, found, base, _PASSED_OVER if along else "")


@lru_cache(maxsize=4096)
def _fact(text: str, names: Glossary, base: str) -> SafeString:
    return _with_links(text, names.find(text, opens=False), base, draw=numbers)


@lru_cache(maxsize=8192)
def _told(parts: tuple[Any, ...], names: Glossary, base: str, people: People, tells: Told) -> SafeString:
    drawn = (_look(part, _part(part, index == 0, names, base, people, tells)) for index, part in enumerate(parts))
    return _joined(drawn)


def _plain(parts: tuple[Any, ...]) -> SafeString:
    return _joined(_look(part, escape(part.text)) for part in parts)


def _look(part: Any, html: SafeString) -> SafeString:
    before, after = _LOOKS.get(part.kind, _AS_IT_IS)
    return before + html + after


def _part(part: Any, opens: bool, names: Glossary, base: str, people: People, tells: Told) -> SafeString:
    text = part.text
    match part.kind:
        case "name":
            found: list[Found] = []
        case "newcomer":
            found = _creature(text, names)
        case "entry":
            found = [one for one in names.find(text, tells) if (one.start, one.end) == (0, len(text))]
        case _:
            found = names.find(text, tells, opens=opens, people=people)
    return _with_links(text, found, base, _PASSED_OVER)


def _creature(text: str, names: Glossary) -> list[Found]:
    """The creature that somebody is called after: the third of them is called "Skeleton 3"."""
    name = names.called(text.rstrip(" 0123456789"))
    return [Found(0, len(text), name)] if name and name.section == _CREATURES else []


def _with_links(
    text: str, found: list[Found], base: str, more: str = "", draw: Callable[[str], SafeString] = escape
) -> SafeString:
    pieces: list[SafeString] = []
    at = 0
    for one in found:
        pieces += [draw(text[at : one.start]), _link(text[one.start : one.end], one.name, base, more)]
        at = one.end
    return _joined((*pieces, draw(text[at:])))


def _link(text: str, name: Name, base: str, more: str) -> SafeString:
    where = f"{base}{name.section}/#{name.anchor}"
    return format_html('<a class="term" href="{}" data-lookup{}>{}</a>', where, SafeString(more), text)


def _joined(pieces: Iterable[SafeString]) -> SafeString:
    """Pieces of which each is safe; asked for every line of a log, so nothing is escaped twice over."""
    return SafeString("".join(pieces))
