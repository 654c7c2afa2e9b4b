"""The text of a PDF, as far as a test needs it: whether a word stands on paper."""

import re
import zlib


def texts_in(paper: bytes) -> list[str]:
    """The text of a PDF as each of its fonts would read it: one of them is right for every word."""
    streams = [_unpacked(one) for one in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", paper, re.DOTALL)]
    fonts = [_letters(one) for one in streams if b"beginbfchar" in one or b"beginbfrange" in one]
    glyphs = [re.findall(rb"<([0-9A-Fa-f]+)>", run) for one in streams for run in re.findall(rb"\[(.*?)\]\s*TJ", one)]
    runs = [b"".join(parts).decode() for parts in glyphs]
    return [
        " ".join("".join(font.get(run[at : at + 4].lower(), "") for at in range(0, len(run), 4)) for run in runs)
        for font in fonts
    ]


def _unpacked(stream: bytes) -> bytes:
    try:
        return zlib.decompress(stream)
    except zlib.error:
        return stream


def _letters(table: bytes) -> dict[str, str]:
    """The letters of a font by the number of their glyph."""
    pairs = re.findall(rb"<([0-9A-Fa-f]{4})>\s*<([0-9A-Fa-f]+)>", table)
    return {glyph.decode().lower(): bytes.fromhex(text.decode()).decode("utf-16-be") for glyph, text in pairs}
