"""How an entry is set: the numbers in its facts stand out, as they do on a sheet."""

import re

from django import template
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from rules.engine.content.entries import Entry
from rules.engine.kernel import Json, setting
from rules.engine.system.protocol import System
from rules.linking import Link, links_of

register = template.Library()

#: Dice, and numbers with their signs and fractions; what a hyphen ties to a word belongs to the word.
_NUMBER = re.compile(
    r"(\d*[dD]\d+(?:[+−-]\d+)?"
    r"|(?<![A-Za-z]-)(?:[+−±×]|(?<!\w)-)?\b\d+(?:[.,]\d+)*[½¼¾]?(?!-[A-Za-z])"
    r"|[½¼¾])"
)
#: A unit stays beside its number.
_UNIT = re.compile(r"(?<=\d) (?=[a-z]{1,2}\b)")


@register.filter
def numbers(text: str) -> SafeString:
    """Set the numbers of a fact apart from its words.

    >>> numbers("STR+4, 2-Handed, far 20 metres, d6, (4+1)×2, SDA-001")
    'STR<b>+4</b>, 2-Handed, far <b>20</b> metres, <b>d6</b>, (<b>4</b><b>+1</b>)<b>×2</b>, SDA-001'
    """
    parts = _NUMBER.split(_UNIT.sub("\u00a0", text))
    return format_html_join("", "{}", (_set(part, index % 2 == 1) for index, part in enumerate(parts) if part))


def _set(part: str, is_number: bool) -> tuple[SafeString | str]:
    return (format_html_join("", "<b>{}</b>", [(part,)]) if is_number else part,)


@register.filter
def links(entry: Entry, system: System) -> tuple[Link, ...]:
    """Links from an entry to the entries that belong with it."""
    return links_of(entry, system)


@register.filter
def chosen(value: Json) -> str:
    """The setting of a house rule as a word.

    >>> chosen(True), chosen(False), chosen("after paying"), chosen(1)
    ('on', 'off', 'after paying', '1')
    """
    return setting(value)
