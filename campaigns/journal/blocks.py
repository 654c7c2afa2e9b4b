"""Secret blocks of a page: lines between ``:::gm`` (or ``:::party``, ``:::for Anna, Boris``) and ``:::``.

A text is cut at these lines before anything else reads it, so no trick of Markdown opens a block. A block that is not
closed goes on to the end of the text, and one that nobody understands is the game master's: whatever goes wrong hides.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from campaigns.journal.words import folded
from campaigns.models import Shared
from rules.engine.kernel import Refused

_FENCE = re.compile(r"^[ \t]*:::+[ \t]*(.*?)[ \t]*$")
_FOR = re.compile(r"for\s+(.+)", re.IGNORECASE)
_STEP = re.compile(r"^([ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[)([ xX])(\](?=[ \t]))", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch of a text for one audience; ``names`` open it where it is for named players."""

    text: str
    shared: str = Shared.ALL
    names: tuple[str, ...] = ()
    #: The number of steps in the blocks before it, so that a step has one number whoever reads.
    steps_before: int = field(default=0, compare=False)
    #: The lines of the marks that open and close it, counted from 1.
    marks: tuple[int, ...] = field(default=(), compare=False)

    @property
    def is_secret(self) -> bool:
        """Whether it is the game master's, or for named players: less than everybody at the table."""
        return self.shared in (Shared.GM, Shared.NAMED)

    def readers(self, named: Mapping[str, int]) -> frozenset[int]:
        """The keys of the users whom its names stand for on this page."""
        return frozenset(named[name] for name in map(folded, self.names) if name in named)


def blocks_of(text: str) -> list[Block]:
    """The text as blocks, in order; the open stretches between secret blocks are blocks as well."""
    found, lines, now, before = [], [], Block(""), 0
    for number, line in enumerate((*text.splitlines(), None), 1):
        fence = _FENCE.match(line) if line is not None else None
        if line is not None and fence is None:
            lines.append(line)
            continue
        # How many blank lines stand around a secret would tell of it.
        while lines and not lines[0].strip():
            lines.pop(0)
        while lines and not lines[-1].strip():
            lines.pop()
        if lines:
            closing = (number,) if fence and now.marks and not fence[1] else ()
            found.append(replace(now, text="\n".join(lines), steps_before=before, marks=now.marks + closing))
            before += len(_STEP.findall(found[-1].text))
        lines = []
        if fence:
            now = replace(_opened(fence[1]), marks=(number,)) if fence[1] else Block("")
    return found


def _opened(said: str) -> Block:
    if said.casefold() == "party":
        return Block("", Shared.PARTY)
    if found := _FOR.fullmatch(said):
        names = tuple(name.strip() for name in found[1].split(",") if name.strip())
        return Block("", Shared.NAMED, names)
    return Block("", Shared.GM)


def joined(blocks: Iterable[Block]) -> list[Block]:
    """Blocks of which neighbours of one audience are one: where a secret stood between them, nothing shows it."""
    found: list[Block] = []
    for block in blocks:
        last = found[-1] if found else None
        if last is not None and (last.shared, last.names) == (block.shared, block.names):
            found[-1] = replace(last, text=f"{last.text}\n\n{block.text}", marks=last.marks + block.marks)
        else:
            found.append(block)
    return found


def check(text: str) -> None:
    """Refuse a text whose blocks would not be read as they were meant."""
    is_open = False
    for number, line in enumerate(text.splitlines(), 1):
        fence = _FENCE.match(line)
        if fence is None:
            continue
        said = fence[1]
        if said and is_open:
            raise Refused(f"Line {number} opens a block inside another. Close the first with ::: before it.", "text")
        if said and said.casefold() not in ("gm", "party") and not _FOR.fullmatch(said):
            raise Refused(
                f"Line {number}: write :::gm, :::party or :::for and the names of players, such as :::for Anna.", "text"
            )
        if not said and not is_open:
            raise Refused(f"Line {number} closes a block, but none is open.", "text")
        is_open = bool(said)
    if is_open:
        raise Refused("The last secret block is not closed. Write ::: on a line of its own where it ends.", "text")


def is_mark(line: str) -> bool:
    """Whether a line opens or closes a block."""
    return _FENCE.match(line) is not None


def revealed(text: str, mark: int) -> str:
    """The text without the marks of one secret block, which the line of its first mark names, counted from 1."""
    found = [block for block in joined(blocks_of(text)) if block.is_secret and mark in block.marks[:1]]
    if not found:
        raise Refused("There is no such secret. Reload the page.", "mark")
    kept: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        # One blank line stays where a mark stood, so that no two paragraphs become one.
        is_gap = number in found[0].marks or (number - 1 in found[0].marks and not line.strip())
        if not is_gap:
            kept.append(line)
        elif kept and kept[-1].strip():
            kept.append("")
    return "\n".join(kept).rstrip("\n")


def marks_over(text: str) -> list[str]:
    """The marks over the block that each line stands in, its own included; empty in the open."""
    found, now = [], ""
    for line in text.split("\n"):
        fence = _FENCE.match(line)
        now = fence[1] if fence and fence[1] else now
        found.append(now)
        now = "" if fence and not fence[1] else now
    return found


def names_in(text: str) -> list[str]:
    """The names that open blocks of a text."""
    return [name for block in blocks_of(text) for name in block.names]


# -- steps ------------------------------------------------------------------------------------------------------------


def steps_of(blocks: Iterable[Block]) -> tuple[int, int]:
    """The number of steps that are done, and of all, in these blocks."""
    marks = [mark for block in blocks for _, mark, _ in _STEP.findall(block.text)]
    return sum(mark != " " for mark in marks), len(marks)


def step_lines(text: str) -> dict[int, int]:
    """The number of each step of a stretch by its line, both counted from 0."""
    return {text.count("\n", 0, match.start(2)): at for at, match in enumerate(_STEP.finditer(text))}


def ticked(text: str, step: int) -> str:
    """The text with one step, counted from 0, turned from open to done or back."""
    found = list(_STEP.finditer(text))
    if not 0 <= step < len(found):
        raise Refused("There is no such step. Reload the page.", "step")
    match = found[step]
    mark = " " if match[2] != " " else "x"
    return text[: match.start(2)] + mark + text[match.end(2) :]
