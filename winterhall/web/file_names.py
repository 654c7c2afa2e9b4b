"""Names of files that people download."""

import re
import unicodedata


def file_name(words: str, ending: str, default: str) -> str:
    """A name of letters and figures that every system can keep: ``old-henk-sheet.pdf``.

    It is ``default`` where words have none of either.
    """
    plain = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode().casefold()
    return f"{'-'.join(re.findall('[a-z0-9]+', plain.replace(chr(39), '')))[:80].strip('-') or default}.{ending}"


def download(words: str, ending: str, default: str) -> dict[str, str]:
    """The header of an answer that a browser keeps as a file of that name."""
    return {"Content-Disposition": f'attachment; filename="{file_name(words, ending, default)}"'}
