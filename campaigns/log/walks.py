"""A walk in legs told as one: pages send each leg of a way round a wall as a move of its own."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise, takewhile

from campaigns.log.line import Line, Part
from campaigns.log.passages import Passage

#: The longest time between two legs of a walk: a page sends the next as soon as the one before is done. Whoever goes on
#: later has chosen so, and it is another walk.
AT_ONCE = timedelta(seconds=10)
#: A number with its noun or sign: "3.5 m", "1 square".
_COUNTED = re.compile(r"(\d+(?:\.\d+)?) ([^\W\d]+)")
#: The letters of the longest sign of a unit: a noun of more is counted.
_SIGN = 2


def walked(passages: Sequence[Passage]) -> Line | None:
    """The sentence for the whole walk of which the first passage tells the last leg; newest first. None of one leg."""
    if not passages or not _leg(passages[0]):
        return None
    kept = [one for one in passages if not (one.struck or one.turned)]
    legs = [kept[0], *(before for _, before in takewhile(lambda pair: _goes_on(*pair), pairwise(kept)))]
    lines = [line for line in map(_leg, legs) if line]
    return _summed(lines) if len(lines) > 1 else None


def _leg(passage: Passage) -> Line | None:
    """The sentence of a passage that tells of a walk alone; ``None`` of any other."""
    is_one = passage.walks and len(passage.events) == 1 and not (passage.struck or passage.turned)
    return passage.events[0] if is_one else None


def _goes_on(leg: Passage, before: Passage) -> bool:
    """Whether a leg follows another of the same walk: the same sentence but for its numbers, right after it."""
    one, other = _leg(leg), _leg(before)
    if not (one and other) or leg.at - before.at > AT_ONCE:
        return False
    return [(part.kind, _plain(part)) for part in one.parts] == [(part.kind, _plain(part)) for part in other.parts]


def _plain(part: Part) -> str:
    """A piece of a sentence without its numbers; a name may have one, which is no count."""
    return part.text if part.kind else _COUNTED.sub(lambda found: found[2].removesuffix("s"), part.text)


def _summed(lines: Sequence[Line]) -> Line:
    """The sentence of the last leg with the numbers of all of them."""
    parts = list(lines[0].parts)
    for at, part in enumerate(parts):
        if not part.kind:
            sums = [round(sum(column), 1) for column in zip(*(_numbers(line.parts[at]) for line in lines), strict=True)]
            parts[at] = replace(part, text=_with_numbers(part.text, sums))
    return replace(lines[0], parts=tuple(parts))


def _numbers(part: Part) -> list[float]:
    return [float(found[1]) for found in _COUNTED.finditer(part.text)]


def _with_numbers(text: str, numbers: Sequence[float]) -> str:
    """A text with these numbers instead of its own; they are more than one, and so are their nouns."""
    left = iter(numbers)

    def said(found: re.Match[str]) -> str:
        noun = found[2] if len(found[2]) <= _SIGN or found[2].endswith("s") else f"{found[2]}s"
        return f"{next(left):g} {noun}"

    return _COUNTED.sub(said, text)
