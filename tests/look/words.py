"""Every string that people read, with its file and line: `make words` lists them, tests look for banned forms.

.venv/bin/python -m tests.look.words build/words.txt
"""

import ast
import re
import sys
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
#: Folders whose files speak to people, and the ends of names of such files.
ROOMS = ("templates", "winterhall", "campaigns", "characters", "combat", "rules", "static/js")
PROSE = (
    "README.md",
    *(f"docs/{page}.md" for page in ("players", "game-masters", "sessions", "luck", "forecasts", "archive")),
)
#: Commands of whoever runs the hall, and migrations, are read by other people in other places.
UNREAD = re.compile(r"/(migrations|vendor|management)/")

TAG = re.compile(r"{#.*?#}|{%.*?%}|{{.*?}}", re.DOTALL)
GIVEN = re.compile(r"""[\w.]+=("[^"]*"|'[^']*')""")
INLINE = frozenset({"a", "abbr", "b", "code", "em", "i", "kbd", "small", "span", "strong", "time"})
SPOKEN = ("alt", "aria-label", "aria-description", "data-confirm", "placeholder", "title")
SCRIPT = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|`(?:[^`\\]|\\.)*`', re.DOTALL)
HOLE = re.compile(r"\$\{[^{}]*\}")
VALUE = re.compile(r'"""(.*?)"""|"((?:[^"\\\n]|\\.)*)"', re.DOTALL)
#: Two words with a space between, or one with a capital: what is neither is a key, a path, a class or a field's name.
SPEECH = re.compile(r"[^\W\d_]{2,}[’'…,;:!?.)]* +[^\W\d_(]|^[“(]?[A-ZÄÖÜ][a-zäöü’-]+[.…!?:]?$")
MACHINERY = re.compile(
    r"[<>{}]{2}|^[a-z_]+/|SELECT |data-|^\W*(GET|POST|PUT|PATCH|DELETE)\b|^[.#\[]|\\[bdsw]|^text/|=[\"']"
)


class Heard(NamedTuple):
    """A string that people read, and where it stands."""

    path: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.text}"


def in_template(path: str, source: str) -> Iterator[Heard]:
    """Texts between tags that begin a new line, attributes that are read out, and words handed to an included piece."""
    for tag in TAG.finditer(source):
        line = source.count("\n", 0, tag.start()) + 1
        words = [one.group(1)[1:-1] for one in GIVEN.finditer(tag.group())]
        yield from (Heard(path, line, word) for word in words if tag.group()[:2] == "{%" and _is_speech(word))
    reader = _Reader()
    reader.feed(TAG.sub(_hole, source))
    reader.close()
    yield from (Heard(path, line, text) for line, text in reader.heard if re.search(r"[^\W\d_]{2}", text))


def _hole(tag: re.Match[str]) -> str:
    """A stand-in for a template's tag, as many lines long."""
    text = tag.group()
    shown = "…" if text.startswith("{{") else " ¦ " if re.match(r"{%-? *(else|elif)", text) else ""
    return shown + "\n" * text.count("\n")


class _Reader(HTMLParser):
    """Collects what a page says; elements within a line do not end a sentence."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[tuple[int, str]] = []
        self._line = 0
        self._said = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.heard += [(self.getpos()[0], value) for name, value in attrs if name in SPOKEN and value]
        self._end_at(tag)

    def handle_endtag(self, tag: str) -> None:
        self._end_at(tag)

    def handle_data(self, data: str) -> None:
        if not self._said.strip():
            self._line = self.getpos()[0] + data[: len(data) - len(data.lstrip())].count("\n")
        self._said += data

    def close(self) -> None:
        super().close()
        self._end_at("body")

    def _end_at(self, tag: str) -> None:
        if tag not in INLINE:
            self.heard += [(self._line, said)] if (said := " ".join(self._said.split())) else []
            self._said = ""


def in_python(path: str, source: str) -> Iterator[Heard]:
    """Strings of Python that read like speech: no docstrings, no keys; what a string is filled with stands as {}."""
    tree = ast.parse(source)
    nodes = list(ast.walk(tree))
    quiet = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    quiet |= {id(part) for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in nodes:
        if id(node) not in quiet and isinstance(node, ast.JoinedStr | ast.Constant) and _is_speech(said := _said(node)):
            yield Heard(path, node.lineno, " ".join(said.split()))


def _said(node: ast.JoinedStr | ast.Constant) -> str:
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    return "".join(
        f"{{{ast.unparse(part.value)}}}" if isinstance(part, ast.FormattedValue) else _said(part)
        for part in node.values
        if isinstance(part, ast.Constant | ast.FormattedValue)
    )


def in_script(path: str, source: str) -> Iterator[Heard]:
    """Strings of a script that read like speech."""
    for found in SCRIPT.finditer(source):
        text = found.group()
        if not text.startswith(("//", "/*")) and _is_speech(HOLE.sub("…", text[1:-1])):
            yield Heard(path, source.count("\n", 0, found.start()) + 1, " ".join(text[1:-1].split()))


def in_data(path: str, source: str) -> Iterator[Heard]:
    """Values of a data file that read like speech."""
    source = re.sub(r"^ *#.*", "", source, flags=re.MULTILINE)
    for found in VALUE.finditer(source):
        text = found.group(1) or found.group(2) or ""
        if _is_speech(text):
            yield Heard(path, source.count("\n", 0, found.start()) + 1, " ".join(text.split()))


def in_prose(path: str, source: str) -> Iterator[Heard]:
    """The lines of a page of the handbook."""
    yield from (Heard(path, at, line.strip()) for at, line in enumerate(source.splitlines(), 1) if line.strip())


READERS: dict[str, Callable[[str, str], Iterator[Heard]]] = {
    ".html": in_template, ".txt": in_template, ".py": in_python, ".js": in_script, ".toml": in_data, ".md": in_prose,
}  # fmt: skip


def _is_speech(text: str) -> bool:
    return bool(SPEECH.search(text)) and not MACHINERY.search(text)


def every_string() -> list[Heard]:
    """Every string that the hall says to people, by file and line."""
    paths = [path for room in ROOMS for path in sorted((ROOT / room).rglob("*")) if path.suffix in READERS]
    paths = [path for path in paths if path.suffix != ".md" and not UNREAD.search(str(path))]
    return [heard for path in [*paths, *(ROOT / name for name in PROSE)] for heard in strings_of(path)]


def strings_of(path: Path) -> list[Heard]:
    """The strings of one file, by line."""
    name = path.relative_to(ROOT).as_posix()
    return sorted(READERS[path.suffix](name, path.read_text(encoding="utf-8")), key=lambda heard: heard.line)


def main(target: str) -> None:
    heard = every_string()
    Path(target).parent.mkdir(parents=True, exist_ok=True)
    Path(target).write_text("".join(f"{one}\n" for one in heard), encoding="utf-8")
    sys.stdout.write(f"{len(heard)} strings in {target}\n")


if __name__ == "__main__":
    main(sys.argv[1])
