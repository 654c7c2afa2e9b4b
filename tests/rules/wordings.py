"""Seventy questions as they are typed at other tables, with what each comes to, counted out face by face.

A distribution is a mapping of results to their chances; a number is the chance of what is asked for.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from itertools import product

Shares = Mapping[int, float]


def equal(results: Iterable[int]) -> Shares:
    """The distribution of results that are equally likely."""
    listed = list(results)
    found: dict[int, float] = defaultdict(float)
    for one in listed:
        found[one] += 1 / len(listed)
    return found


def d(sides: int) -> Shares:
    return equal(range(1, sides + 1))


def each(function: Callable[..., int], *dice: Shares) -> Shares:
    """The distribution of a function over all faces of all dice."""
    found: dict[int, float] = defaultdict(float)
    for way in product(*(die.items() for die in dice)):
        chance = 1.0
        for _, share in way:
            chance *= share
        found[function(*(face for face, _ in way))] += chance
    return found


def total(*dice: Shares) -> Shares:
    """The distribution of a sum, one die after the other."""
    found: Shares = {0: 1.0}
    for die in dice:
        found = each(lambda so_far, face: so_far + face, found, die)
    return found


def chance(shares: Shares, holds: Callable[[int], bool]) -> float:
    return sum(share for value, share in shares.items() if holds(value))


def exploding(sides: int, first: int = 0, throws: int = 40) -> Shares:
    """A die thrown again, and added, from a face up: its highest one if none is named."""
    least = first or sides
    found: dict[int, float] = defaultdict(float)
    going = {0: 1.0}
    for _ in range(throws):
        after: dict[int, float] = defaultdict(float)
        for so_far, share in going.items():
            for face in range(1, sides + 1):
                (after if face >= least else found)[so_far + face] += share / sides
        going = after
    return found


def highest(keep: int) -> Callable[..., int]:
    return lambda *faces: sum(sorted(faces)[len(faces) - keep :])


def lowest(keep: int) -> Callable[..., int]:
    return lambda *faces: sum(sorted(faces)[:keep])


def showing(*wanted: int) -> Callable[..., int]:
    return lambda *faces: sum(face in wanted for face in faces)


def rerolled(sides: int, *bad: int) -> Shares:
    """A die that is rolled once more if it shows one of these."""
    return each(lambda face, again: again if face in bad else face, d(sides), d(sides))


FATE = equal((-1, 0, 1))
D6S = [d(6)] * 6
ADV, DIS = each(max, d(20), d(20)), each(min, d(20), d(20))
BEST3, NO_ONES = each(highest(3), *D6S[:4]), total(*[equal(range(2, 7))] * 4)
HITS5 = each(showing(7, 8, 9, 10), *[d(10)] * 5)

UNDERSTOOD: dict[str, Shares | float] = {
    "4d6kh3": BEST3,
    "4d6k3": BEST3,
    "4d6dl1": BEST3,
    "4d6d1": BEST3,
    "4d6 drop lowest": BEST3,
    "4d6, drop the lowest": BEST3,
    "4d6 keep highest 3": BEST3,
    "4d6 keep the best 3": BEST3,
    "best 3 of 4d6": BEST3,
    "output [highest 3 of 4d6]": BEST3,
    "5d6 drop lowest and highest": each(lambda *faces: sum(sorted(faces)[1:4]), *D6S[:5]),
    "2d20kh1": ADV,
    "2d20kl1+5 >= 15": chance(DIS, lambda value: value + 5 >= 15),
    "adv": ADV,
    "dis": DIS,
    "d20 adv": ADV,
    "1d20 with disadvantage": DIS,
    "adv+5 >= 15": chance(ADV, lambda value: value + 5 >= 15),
    "d20+5 with advantage vs AC 15": chance(ADV, lambda value: value + 5 >= 15),
    "d20+d4+3 adv vs 17": chance(total(ADV, d(4)), lambda value: value + 3 >= 17),
    "d%": d(100),
    "d% <= 45": 0.45,
    "1d100 under 45": 0.44,
    "4dF": total(*[FATE] * 4),
    "4dF+2 >= 4": chance(total(*[FATE] * 4), lambda value: value >= 2),
    "d66": equal(10 * tens + ones for tens in range(1, 7) for ones in range(1, 7)),
    "d66 >= 44": 15 / 36,
    "3d6! at least 15": chance(total(*[exploding(6)] * 3), lambda value: value >= 15),
    "d20! >= 25": chance(exploding(20), lambda value: value >= 25),
    "3d6!5+ over 20": chance(total(*[exploding(6, 5)] * 3), lambda value: value > 20),
    "3d6 exploding at most 10": chance(total(*[exploding(6)] * 3), lambda value: value <= 10),
    "max(d8!, d6!) at least 4": chance(each(max, exploding(8, throws=12), exploding(6, throws=12)), lambda v: v >= 4),
    "4d6r1": NO_ONES,
    "4d6 reroll 1s": NO_ONES,
    "4d6ro1": total(*[rerolled(6, 1)] * 4),
    "2d6ro<=2 + 4": each(lambda value: value + 4, total(*[rerolled(6, 1, 2)] * 2)),
    "5d10>=7": HITS5,
    "5d10>6": HITS5,
    "5d10 count 7+": HITS5,
    "5d10>=7 at least 3": chance(HITS5, lambda hits: hits >= 3),
    "at least 3 successes on 5d10>=7": chance(HITS5, lambda hits: hits >= 3),
    "at least 2 sixes on 5d6": chance(each(showing(6), *D6S[:5]), lambda sixes: sixes >= 2),
    "5d6 at least two 6s": chance(each(showing(6), *D6S[:5]), lambda sixes: sixes >= 2),
    "no ones on 4d6": (5 / 6) ** 4,
    "exactly one 6 on 4d6": 4 * (1 / 6) * (5 / 6) ** 3,
    "how many sixes in 6d6": each(showing(6), *D6S),
    "(2d6+3)*2": each(lambda a, b: 2 * (a + b + 3), d(6), d(6)),
    "2d6*2": each(lambda a, b: 2 * (a + b), d(6), d(6)),
    "3d6/2": each(lambda *faces: sum(faces) // 2, *D6S[:3]),
    "2d6-1d4": each(lambda a, b, c: a + b - c, d(6), d(6), d(4)),
    "-1d4": equal(range(-4, 0)),
    "1d8+1d6+3": each(lambda a, b: a + b + 3, d(8), d(6)),
    "output 3d6": total(*D6S[:3]),
    "output 2d6+3": each(lambda a, b: a + b + 3, d(6), d(6)),
    "the higher of d8 and d6": each(max, d(8), d(6)),
    "min(d6, d8)": each(min, d(8), d(6)),
    "chance to roll 15+ on d20": 0.3,
    "chance to roll 15+ on 3d6": chance(total(*D6S[:3]), lambda value: value >= 15),
    "3d6 15+": chance(total(*D6S[:3]), lambda value: value >= 15),
    "what is the chance of rolling at least 10 on 2d6?": 1 / 6,
    "odds of 7 or higher with 2d6": 21 / 36,
    "7 on 2d6": 1 / 6,
    "3d6 < 10": chance(total(*D6S[:3]), lambda value: value < 10),
    "2d6 vs 10": 1 / 6,
    "2d6 no more than 5": 10 / 36,
    "no less than 9 on 2d6": 10 / 36,
    "any 6 on 4d6": 1 - (5 / 6) ** 4,
    "at most one 1 on 4d6": (5 / 6) ** 4 + 4 * (1 / 6) * (5 / 6) ** 3,
    "roll 3d6 and get 12 or more": 81 / 216,
    "2d6 between 6 and 8": 16 / 36,
    "d20+5 vs d20+3": chance(each(lambda a, b: a + 5 - b - 3, d(20), d(20)), lambda ahead: ahead > 0),
    "2d6 > 2d8": chance(each(lambda a, b, c, e: a + b - c - e, d(6), d(6), d(8), d(8)), lambda ahead: ahead > 0),
}
#: Each may mean two things, or is not known: refused with what would be understood.
REFUSED = {
    "chance to roll 15+": "15+",
    "at least 2 sixes": "at least 2 sixes",
    "2d10>=8": ">=8",
    "10d6 5+": "5+",
    "6 on 2d6": "6",
    "two sixes on 3d6": "two sixes",
    "3d6! >= 5": ">= 5",
    "2d6x10": "x",
    "2d6 adv": "adv",
    "3d6!p": "p",
}
