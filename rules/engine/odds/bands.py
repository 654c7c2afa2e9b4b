"""Tests that end in one of several bands (failure, something in between, success), and the results of a group."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from rules.engine.odds.shares import Distribution


def banded(shown: Sequence[float], plus: int, marks: Sequence[int], *, by_face: bool = True) -> Distribution:
    """The probability of each band, lowest first: below all marks, at or above the first of them, the second ...

    ``shown[face]`` is the chance of a face, ``plus`` is added to it. ``by_face`` if the lowest face always ends in the
    lowest band, and the highest in the highest.

    >>> banded((0.0, 0.25, 0.25, 0.25, 0.25), 1, (3, 4))
    (0.25, 0.25, 0.5)
    """
    out = [0.0] * (len(marks) + 1)
    faces = [face for face, share in enumerate(shown) if share]
    for face in faces:
        band = sum(face + plus >= mark for mark in marks)
        if by_face and face == faces[0]:
            band = 0
        elif by_face and face == faces[-1]:
            band = len(marks)
        out[band] += shown[face]
    return tuple(out)


def tallies(members: Iterable[Sequence[float]]) -> Mapping[tuple[int, ...], float]:
    """The probability of each way in which a group may be spread over the bands, by the number in each.

    >>> tallies([(0.5, 0.5), (0.5, 0.5)])
    {(2, 0): 0.25, (1, 1): 0.5, (0, 2): 0.25}
    """
    spread: dict[tuple[int, ...], float] = {}
    for number, bands in enumerate(members):
        if not number:
            spread = {(0,) * len(bands): 1.0}
        after: dict[tuple[int, ...], float] = {}
        for counts, share in spread.items():
            for band, chance in enumerate(bands):
                if chance:
                    now = (*counts[:band], counts[band] + 1, *counts[band + 1 :])
                    after[now] = after.get(now, 0.0) + share * chance
        spread = after
    return spread


def judged(members: Iterable[Sequence[float]], verdict: Callable[[tuple[int, ...]], int], bands: int) -> Distribution:
    """The probability of each band for the group as a whole, where ``verdict`` gives the band for a spread over them.

    >>> judged([(0.5, 0.5), (0.5, 0.5)], lambda counts: int(counts[1] > 0), 2)
    (0.25, 0.75)
    """
    out = [0.0] * bands
    for counts, share in tallies(members).items():
        out[verdict(counts)] += share
    return tuple(out)
