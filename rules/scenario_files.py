"""Files of scenarios as plain data that knows the lines on which it stands."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml


class Block(dict[str, Any]):
    """A mapping of a YAML file with its first line and the line of each of its keys (from 1)."""

    line = 0

    def __init__(self) -> None:
        super().__init__()
        self.lines: dict[str, int] = {}

    def line_of(self, key: str) -> int:
        """The line of a key; that of the block if the key is not in it."""
        return self.lines.get(key, self.line)


class Misread(Exception):
    """The refusal of a file that is not there, or holds no YAML mappings: where, and why."""

    def __init__(self, path: Path, line: int, sentence: str) -> None:
        super().__init__(f"{path}:{line}: {sentence}" if line else f"{path}: {sentence}")
        self.path = path
        self.line = line
        self.sentence = sentence


# The reader that comes with the C library reads fifteen times as fast; it is not built everywhere.
class _Reader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """A YAML reader that makes blocks of mappings and refuses a key that stands twice."""


def _block(reader: Any, node: yaml.MappingNode) -> Iterator[Block]:
    block = Block()
    block.line = node.start_mark.line + 1
    yield block
    for key_node, value_node in node.value:
        key = reader.construct_object(key_node, deep=True)
        if not isinstance(key, str):
            raise yaml.constructor.ConstructorError(None, None, f"{key!r} is not a name", key_node.start_mark)
        if key in block:
            raise yaml.constructor.ConstructorError(None, None, f"{key!r} appears here twice", key_node.start_mark)
        block[key] = reader.construct_object(value_node, deep=True)
        block.lines[key] = key_node.start_mark.line + 1


_Reader.add_constructor(yaml.resolver.BaseResolver.DEFAULT_MAPPING_TAG, _block)


def files_in(*places: str | Path) -> Iterator[Path]:
    """The YAML files of files and folders, in order of name."""
    for place in map(Path, places):
        yield from sorted(place.rglob("*.yaml")) if place.is_dir() else [place]


def stories_in(path: Path) -> list[Block]:
    """The scenarios of a file, which may hold several documents; raises :class:`Misread` if it cannot be read."""
    try:
        stories = [told for told in yaml.load_all(path.read_text(encoding="utf-8"), _Reader) if told is not None]
    except (OSError, UnicodeDecodeError) as error:
        raise Misread(
            path, 0, "there is no such file" if isinstance(error, FileNotFoundError) else str(error)
        ) from error
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise Misread(path, mark.line + 1 if mark else 0, str(error.problem or error.context)) from error
    except yaml.YAMLError as error:
        raise Misread(path, 0, str(error)) from error
    for told in stories:
        if not isinstance(told, Block):
            raise Misread(path, 1, "a scenario must map names to values")
    return stories


def read_stories(*places: str | Path) -> Iterator[tuple[Path, Block]]:
    """Every scenario of files and folders with its file."""
    for path in files_in(*places):
        for told in stories_in(path):
            yield path, told
