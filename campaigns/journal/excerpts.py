"""Excerpts: the beginning of a page, or the place where the words stand that somebody looked for."""

import re
from collections.abc import Iterable

from django.utils.html import escape
from django.utils.safestring import SafeString

from campaigns.journal.blocks import Block
from campaigns.journal.markdown import plain
from campaigns.journal.words import asked, words_in

#: Characters of an excerpt, and of the text that is read to make one.
_SHOWN, _READ = 180, 800
_WORD = re.compile(r"[^\W_]+")
#: A heading without a mark at its end; a row of a table; the line below the first row.
_HEADING = re.compile(r"^(#{1,6}[ \t]+.*[^\s.:!?#])[ \t#]*$", re.MULTILINE)
_ROW = re.compile(r"^[ \t]*\|(.*?)\|?[ \t]*$", re.MULTILINE)
_RULE = re.compile(r"^[ \t]*\|[-:| \t]+$\n?", re.MULTILINE)


def beginning(seen: Iterable[Block]) -> str:
    """The first words of what somebody sees of a page."""
    return _cut(_said("\n\n".join(block.text[:_READ] for block in seen)[:_READ]))


def around(seen: Iterable[Block], question: str) -> SafeString:
    """The place where the first word of a question stands, with all words marked; else the beginning."""
    words = asked(question)
    text = "\n\n".join(block.text for block in seen)
    first = next((found.start() for found in _WORD.finditer(text) if _meets(found[0], words)), 0)
    begin = text.rfind(" ", 0, max(0, first - _SHOWN // 3)) + 1 if first > _SHOWN // 3 else 0
    line = text.rfind("\n", 0, begin) + 1
    # A row of a table is read from its first cell on.
    begin = line if text.startswith("|", line) else begin
    shown = _cut(_said(text[begin : begin + _READ]))
    return _marked(f"… {shown}" if begin else shown, words)


def _marked(text: str, words: Iterable[str]) -> SafeString:
    marked, at = [], 0
    for found in _WORD.finditer(text):
        if _meets(found[0], words):
            marked += [escape(text[at : found.start()]), "<mark>", escape(found[0]), "</mark>"]
            at = found.end()
    return SafeString("".join((*marked, escape(text[at:]))))


def _meets(word: str, words: Iterable[str]) -> bool:
    return any(one.startswith(tuple(words)) for one in words_in(word))


def _said(text: str) -> str:
    """A text on one line, its headings and the cells of its tables kept apart."""
    text = _ROW.sub(lambda row: " · ".join(cell.strip() for cell in row[1].split("|")) + ";", _RULE.sub("", text))
    return plain(_HEADING.sub(r"\1:", text)).rstrip(";:")


def _cut(text: str) -> str:
    if len(text) <= _SHOWN:
        return text
    return text[:_SHOWN].rsplit(" ", 1)[0].rstrip(" ,;:–—") + " …"
