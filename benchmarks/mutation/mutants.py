"""Mutants of a module: each is its source with one small change, known by its content and not by a line number."""

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import libcst as cst
from libcst.metadata import ByteSpanPositionProvider, MetadataWrapper, PositionProvider

from benchmarks.mutation import operators

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Mutant:
    """A module with one change: ``before`` and ``after`` are the lines that differ, ``place`` the function around them.

    ``line`` is the line of the change, ``lines`` are those of the whole statement. ``number`` tells apart changes that
    read alike. ``in_body`` says that the change is in the body of a function, so that nothing has to be imported again.
    """

    file: str
    place: str
    line: int
    lines: range
    before: str
    after: str
    number: int
    source: str
    in_body: bool

    @property
    def key(self) -> str:
        """The mutant's file, function and change, by which it is found again when lines have moved."""
        return "\n".join((self.file, self.place, self.before, self.after, str(self.number)))

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.place}: {self.before}  ->  {self.after or '(gone)'}"


def mutants_of(file: str) -> list[Mutant]:
    """All mutants of a module of this checkout, in the order of its lines."""
    source = (ROOT / file).read_text()
    wrapper = MetadataWrapper(cst.parse_module(source), unsafe_skip_copy=True)
    finder = _Finder(wrapper.module, source)
    wrapper.visit(finder)
    found, met, texts = [], Counter[tuple[str, ...]](), {source}
    for change in finder.changes:
        if change.text in texts or not _compiles(change.text):
            continue
        texts.add(change.text)
        line, before, after = _difference(source, change.text)
        same = (change.place, before, after)
        lines, number = change.lines, met[same]
        found.append(Mutant(file, change.place, line, lines, before, after, number, change.text, change.in_body))
        met[same] += 1
    return found


def _compiles(text: str) -> bool:
    try:
        compile(text, "mutant", "exec")
    except SyntaxError:
        return False
    return True


def _difference(source: str, text: str) -> tuple[int, str, str]:
    """The number of the first line that differs, and the lines before and after."""
    old, new = source.splitlines(), text.splitlines()
    first = next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    most = min(len(old), len(new)) - first
    alike = next((n for n in range(most) if old[-1 - n] != new[-1 - n]), most)
    before, after = old[first : len(old) - alike], new[first : len(new) - alike]
    return first + 1, " ".join(map(str.strip, before)), " ".join(map(str.strip, after))


@dataclass(frozen=True)
class _Change:
    """The text of a module after a change, the function around it, and the lines of the statement that it is in."""

    text: str
    place: str
    lines: range
    in_body: bool


class _Finder(cst.CSTVisitor):
    """A visitor that walks a module and notes every change."""

    METADATA_DEPENDENCIES = (PositionProvider, ByteSpanPositionProvider)

    def __init__(self, module: cst.Module, source: str) -> None:
        super().__init__()
        self._module = module
        self._source = source.encode()
        self._around: list[cst.CSTNode] = []
        self.changes: list[_Change] = []

    def on_visit(self, node: cst.CSTNode) -> bool:
        is_open = not operators.is_left_alone(node)
        if is_open:
            for other in operators.changed(node, tuple(reversed(self._around))):
                self.changes.append(self._change(node, other))
        self._around.append(node)
        return is_open

    def on_leave(self, original_node: cst.CSTNode) -> None:
        self._around.pop()

    def _change(self, node: cst.CSTNode, other: cst.CSTNode) -> _Change:
        names = [one.name.value for one in self._around if isinstance(one, cst.FunctionDef | cst.ClassDef)]
        pairs = pairwise(self._around)
        in_body = any(isinstance(outer, cst.FunctionDef) and outer.body is inner for outer, inner in pairs)
        return _Change(self._text(node, other), ".".join(names), self._lines(node), in_body)

    def _lines(self, node: cst.CSTNode) -> range:
        """The lines of the statement around a node; of a compound one those of its head."""
        around = (node, *reversed(self._around))
        whole = next(
            one
            for one in around
            if isinstance(one, cst.SimpleStatementLine | cst.BaseCompoundStatement | cst.MatchCase)
        )
        position = self.get_metadata(PositionProvider, whole)
        body = getattr(whole, "body", None)
        last = position.end.line
        if isinstance(body, cst.BaseSuite):
            last = self.get_metadata(PositionProvider, body).start.line - 1
        return range(position.start.line, max(last, position.start.line) + 1)

    def _text(self, node: cst.CSTNode, other: cst.CSTNode) -> str:
        """The module with another node in the place of one: written over if its text is there, otherwise made anew."""
        span = self.get_metadata(ByteSpanPositionProvider, node)
        begin, end = span.start, span.start + span.length
        if self._module.code_for_node(node).encode() == self._source[begin:end]:
            return (self._source[:begin] + self._module.code_for_node(other).encode() + self._source[end:]).decode()
        mutated = self._module.deep_replace(node, other)
        assert isinstance(mutated, cst.Module)
        return mutated.code
