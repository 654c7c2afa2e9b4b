"""The spots at which tokens are drawn and the marks that they bear: nobody is hidden, and everybody is told apart."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import cos, hypot, radians, sin

from campaigns.pictures.initials import initials

Spot = tuple[float, float]

#: Metres between the middles of neighbours, and those within which two tokens would hide each other.
ASIDE, NEAR = 0.98, 0.8
#: The rings around a place in which a free spot is looked for: six spots in the first, twelve in the second ...
RINGS = 8
_NUMBERED = re.compile(r"^(?P<stem>.+?)(?: (?P<number>\d+|[A-Z]))?$")


def spread(places: Mapping[str, Spot]) -> dict[str, Spot]:
    """The spots of everybody, by id: their own place, if they would hide nobody there.

    Those who share a place stand in a row around it where the row is free, else on the nearest free spots.

    >>> spread({"a": (0, 0), "b": (0, 0), "c": (5, 0)})
    {'c': (5, 0), 'a': (-0.49, 0.0), 'b': (0.49, 0.0)}
    """
    crowds = _crowds(places)
    spots = {who: places[who] for crowd in crowds if len(crowd) == 1 for who in crowd}
    for crowd in crowds:
        if len(crowd) > 1:
            spots |= zip(crowd, _side_by_side(places[crowd[0]], len(crowd), spots.values()), strict=True)
    return spots


def _crowds(places: Mapping[str, Spot]) -> list[list[str]]:
    """Groups by nearness: people who would hide each other, and everybody else alone."""
    crowds: list[list[str]] = []
    for who, place in places.items():
        near = next((crowd for crowd in crowds if _apart(places[crowd[0]], place) < NEAR), None)
        if near is None:
            crowds.append([who])
        else:
            near.append(who)
    return crowds


def _side_by_side(middle: Spot, count: int, taken: Iterable[Spot]) -> Sequence[Spot]:
    held = list(taken)
    row = [(round(middle[0] + (place - (count - 1) / 2) * ASIDE, 2), float(middle[1])) for place in range(count)]
    if all(_is_free(spot, held) for spot in row):
        return row
    found: list[Spot] = []
    for spot in _around(middle):
        if len(found) < count and _is_free(spot, held + found):
            found.append(spot)
    return found + row[len(found) :]


def _around(middle: Spot) -> Iterator[Spot]:
    yield middle
    for ring in range(1, RINGS + 1):
        for part in range(6 * ring):
            turn = radians(60 / ring * part)
            far = ring * ASIDE
            yield round(middle[0] + far * sin(turn), 2), round(middle[1] + far * cos(turn), 2)


def _is_free(spot: Spot, held: Iterable[Spot]) -> bool:
    return all(_apart(spot, other) >= NEAR for other in held)


def _apart(one: Spot, other: Spot) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


def marks(names: Mapping[str, str]) -> dict[str, str]:
    """The letters on the tokens, by id: initials, and a number where several are of one kind.

    >>> marks({"a": "Skeleton", "b": "Skeleton 2", "c": "Goblin Scout B", "d": "Old Henk"})
    {'a': 'S1', 'b': 'S2', 'c': 'GSB', 'd': 'OH'}
    """
    return {who: _letters(names[who], number) + number for who, number in numbers(names).items()}


def numbers(names: Mapping[str, str]) -> dict[str, str]:
    """The number or letter that tells those of one kind apart, by id; empty for whoever is alone of theirs.

    >>> numbers({"a": "Skeleton", "b": "Skeleton 2", "c": "Goblin Scout B", "d": "Old Henk"})
    {'a': '1', 'b': '2', 'c': 'B', 'd': ''}
    """
    parts = {who: _NUMBERED.match(name.strip()) for who, name in names.items()}
    kin = Counter(part["stem"] for part in parts.values() if part)
    return {who: _number(part, kin) if part else "" for who, part in parts.items()}


def _number(part: re.Match[str], kin: Counter[str]) -> str:
    return part["number"] or ("1" if kin[part["stem"]] > 1 else "")


def _letters(name: str, number: str) -> str:
    if not number:
        return initials(name)
    stem = name.strip().removesuffix(f" {number}")
    return initials(stem) if " " in stem else stem[0].upper()
