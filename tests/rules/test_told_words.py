"""The sentences that games tell: short, as a game master says them, with nobody's things behind an "of"."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

SYSTEMS_AT = Path(__file__).parents[2] / "rules" / "systems"
#: Forms that a translation has, each with the better one beside it.
STIFF = {
    r"^The [^.:]*\bof \{\d\}": "{0}’s sword",
    r"\b(blow|attack|choke|life|opening|bleeding) of \{\d\}": "{0}’s blow",
    r"\bis to act\b": "{0}’s turn",
    r"\banew\b": "changes",
    r"\bno longer\.$": "no longer holds",
    r"\bhours only\b": "only 4 hours",
    r"\bget nowhere\b": "draw",
    r"\bas ever\b": "as usual",
    r"\bis tested for\b": "rolls",
    r"\bfor free\b": "a free attack",
    r"(?<!by) now\.$": "is now",
}


def texts_in(path: Path) -> Iterator[str]:
    """The texts that a file tells, with names as ``{0}`` and anything else put in as ``…``."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Told":
            for piece in ast.walk(node.args[1]):
                if isinstance(piece, ast.JoinedStr):
                    yield "".join(str(one.value) if isinstance(one, ast.Constant) else "…" for one in piece.values)
                elif isinstance(piece, ast.Constant) and isinstance(piece.value, str):
                    yield piece.value


def test_what_is_told_does_not_read_like_a_translation() -> None:
    told = [text for path in sorted(SYSTEMS_AT.rglob("*.py")) for text in texts_in(path)]
    assert len(told) > len(STIFF)
    assert [text for text in told if any(re.search(form, text) for form in STIFF)] == []


@pytest.mark.parametrize(
    "text", ["The sword of {0} breaks.", "{1} avoids the attack of {0}.", "The tempo is slow now."]
)
def test_what_reads_like_one_is_found(text: str) -> None:
    assert any(re.search(form, text) for form in STIFF)
