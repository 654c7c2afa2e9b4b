"""Weights packed into one large integer, so that Python combines them in C.

The weights of a sum are the product of the weights of its parts, read as the coefficients of polynomials. Give each
coefficient a place of its own in one large integer, wide enough for the largest that can come out: then multiplying the
integers multiplies the polynomials (Kronecker's substitution). Nothing is rounded.
"""

from collections.abc import Sequence
from struct import Struct

Weights = tuple[int, ...]
#: Bytes of a place that can be written and read in C, for up to 511 places at once.
WORD = 8
_WORDS = [Struct(f"<{count}Q") for count in range(512)]


def width_for(whole: int) -> int:
    """The number of bytes that a place needs where no weight can be more than ``whole``."""
    return WORD if whole >> 8 * WORD == 0 else (whole.bit_length() + 7) // 8


def packed(weights: Sequence[int], width: int) -> int:
    """The integer with the weights side by side, the first one lowest."""
    if width == WORD and len(weights) < len(_WORDS):
        return int.from_bytes(_WORDS[len(weights)].pack(*weights), "little")
    return int.from_bytes(b"".join([weight.to_bytes(width, "little") for weight in weights]), "little")


def unpacked(number: int, width: int, length: int) -> Weights:
    """The ``length`` weights of an integer, taken apart again.

    >>> unpacked(packed((1, 2, 1), 8) ** 2, 8, 5)
    (1, 4, 6, 4, 1)
    """
    raw = number.to_bytes(width * length, "little")
    if width == WORD and length < len(_WORDS):
        return _WORDS[length].unpack(raw)
    read = int.from_bytes
    return tuple([read(raw[at : at + width], "little") for at in range(0, len(raw), width)])
