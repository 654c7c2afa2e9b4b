"""The file of an archive: a zip that is written with the same bytes each time, and read as if by an enemy.

Nothing is unpacked into folders, names are looked up and never opened, and every byte is counted while it is inflated:
what a zip says of itself is not believed.
"""

import re
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO

from rules.engine.kernel import Refused

#: The date of every file in it: the first that a zip can hold, for its bytes hang on what it holds alone.
_DATE = (1980, 1, 1, 0, 0, 0)
_PLAIN_FILE = 0o100644 << 16
_AT_ONCE = 64 * 1024
#: The names of files that an archive may have.
_NAMES = re.compile(
    r"(README\.txt|[a-z_]{1,30}(-\d{1,6})?\.json|pictures/[\w-]{1,24}\.\w{3,4}|journal/[\w-]{1,90}\.md)"
)
_END, _END_OF_64 = b"PK\x05\x06", b"PK\x06\x07"
_END_SIZE, _END_OF_64_SIZE = 22, 20
_ENCRYPTED = 0x1
#: Errors of Python's reader at files that are broken, or made to break it.
_BROKEN = (
    zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError, ValueError, KeyError,
    IndexError, OverflowError, struct.error,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that an archive may hold: bytes as it is sent, files, bytes of one and of all once they are inflated."""

    sent: int
    files: int
    one: int
    all: int
    #: The most bytes that one sent byte may become.
    ratio: int = 200


#: What a browser or a program may send, and what somebody with a command line may bring.
FROM_BROWSERS = Limits(sent=9_500_000, files=3_000, one=16_000_000, all=400_000_000)
FROM_OPERATORS = Limits(sent=4_000_000_000, files=60_000, one=16_000_000, all=40_000_000_000)


class Writer:
    """A zip that is being written."""

    def __init__(self, file: IO[bytes]) -> None:
        self._zip = zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=6)

    def add(self, name: str, content: bytes, *, packed: bool = True) -> None:
        """Add a file; one that is small already is not packed again."""
        info = zipfile.ZipInfo(name, _DATE)
        info.create_system, info.external_attr = 3, _PLAIN_FILE
        info.compress_type = zipfile.ZIP_DEFLATED if packed else zipfile.ZIP_STORED
        self._zip.writestr(info, content)

    def close(self) -> None:
        self._zip.close()


class Reader:
    """A zip that somebody sent; refused in a sentence where it is none, or more than its limits."""

    def __init__(self, file: IO[bytes], limits: Limits) -> None:
        self.limits = limits
        self._read_in_all: dict[str, int] = {}
        with in_words():
            self.size = _size(file, limits)
            self._zip = zipfile.ZipFile(file)
            self._files = {info.filename: info for info in self._zip.infolist()}
            _judge(self._zip.infolist(), limits)

    @property
    def names(self) -> list[str]:
        """The names of its files, in their order."""
        return list(self._files)

    def read(self, name: str) -> bytes:
        """The bytes of a file."""
        info = self._files.get(name)
        if info is None:
            raise Refused(f"{name} is missing in this archive.", "archive")
        found = bytearray()
        with in_words(), self._zip.open(info) as file:
            while piece := file.read(_AT_ONCE):
                found += piece
                if len(found) > self.limits.one:
                    raise Refused(f"{name} is too large for an archive.", "archive")
        self._count(name, len(found))
        return bytes(found)

    def _count(self, name: str, size: int) -> None:
        """Count the bytes that were inflated, those of a file that is read again once."""
        self._read_in_all[name] = size
        total = sum(self._read_in_all.values())
        if total > self.limits.all:
            raise Refused("This archive is too large once unpacked.", "archive")
        if total > max(self.size, 100_000) * self.limits.ratio:
            raise Refused("This archive is packed more tightly than any campaign can be.", "archive")


@contextmanager
def in_words() -> Iterator[None]:
    """Say that an archive is damaged where reading it fails."""
    try:
        yield
    except _BROKEN as error:
        raise Refused("This is not a campaign archive, or it is damaged.", "archive") from error


def _size(file: IO[bytes], limits: Limits) -> int:
    """The size of a zip whose end is plain. Its list of files is held against the limits before it is read."""
    size = file.seek(0, 2)
    if size > limits.sent:
        raise Refused(
            f"This archive is over {limits.sent // 1_000_000} MB. Ask whoever runs this Winterhall to import it.",
            "archive",
        )
    file.seek(max(0, size - _END_SIZE - _END_OF_64_SIZE))
    end = file.read()
    tail = end[-_END_SIZE:]
    if tail[:4] != _END or tail[-2:] != b"\0\0" or end.startswith(_END_OF_64):
        raise zipfile.BadZipFile
    files, listed = struct.unpack("<10xHL6x", tail)
    # A name and what stands beside it: a list that is longer holds things that no archive has.
    if files > limits.files or listed > files * 256:
        raise Refused("This archive has more files than a campaign can have.", "archive")
    file.seek(0)
    return size


def _judge(files: list[zipfile.ZipInfo], limits: Limits) -> None:
    """Refuse files of other names than an archive has, twice the same, or packed in a way that is not ours."""
    if len(files) > limits.files or len({one.filename for one in files}) < len(files):
        raise Refused("This archive names a file twice.", "archive")
    for one in files:
        if not _NAMES.fullmatch(one.filename):
            raise Refused(f"A campaign archive has no file {one.filename[:60]!r}.", "archive")
        if one.flag_bits & _ENCRYPTED or one.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise Refused(f"{one.filename} is packed in a way Winterhall cannot read.", "archive")
