"""How an entry is set: the numbers in its facts stand out, as they do on a sheet."""

import re

from django import template
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from rules.engine.sheets import Json

register = template.Library()

#: Dice, and numbers with their signs and fractions.
_NUMBER = re.compile(r"(\d*[dD]\d+(?:[+−-]\d+)?|[+−±×-]?\d[\d.,]*[½¼¾]?|[½¼¾])")


@register.filter
def numbers(text: str) -> SafeString:
    """Set the numbers of a fact apart from its words.

    >>> numbers("STR+4, far 20 m")
    'STR<b>+4</b>, far <b>20</b> m'
    """
    parts = _NUMBER.split(text)
    return format_html_join("", "{}", (_set(part, index % 2 == 1) for index, part in enumerate(parts) if part))


def _set(part: str, is_number: bool) -> tuple[SafeString | str]:
    return (format_html_join("", "<b>{}</b>", [(part,)]) if is_number else part,)


@register.filter
def chosen(value: Json) -> str:
    """What a house rule is set to, in a word.

    >>> chosen(True), chosen(False), chosen("after paying"), chosen(1)
    ('on', 'off', 'after paying', '1')
    """
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)
