"""Chances in words."""

#: The space that keeps a number and its sign on one line.
NBSP = "\u00a0"
#: Adverbs for chances that are told without a number.
_ADVERBS = {
    "no chance": "never",
    f"under 1{NBSP}%": "hardly ever",
    f"over 99{NBSP}%": "almost always",
    "certain": "always",
}


def in_words(probability: float) -> str:
    """A chance as it is said before "to do" and "that it does": "no chance", "under 1 %", "70 %", "certain".

    >>> [in_words(chance).replace(NBSP, " ") for chance in (0.004, 0.05, 0.48, 0.93, 0.996)]
    ['under 1 %', '5 %', '48 %', '93 %', 'over 99 %']
    """
    if probability <= 0:
        return "no chance"
    if probability >= 1:
        return "certain"
    if probability > 0.99:
        return f"over 99{NBSP}%"
    if probability < 0.01:
        return f"under 1{NBSP}%"
    return f"{round(probability * 100)}{NBSP}%"


def often(who: str, does: str, probability: float) -> str:
    """A sentence that says how often somebody does something, without a full stop.

    >>> [often("you", "parry it", chance) for chance in (0, 0.05, 0.48)]
    ['you never parry it', 'you parry it 5 times in 100', 'you parry it 48 times in 100']
    >>> often("it", "misses you", 0.55), often("it", "misses you", 0.995)
    ('it misses you 55 times in 100', 'it almost always misses you')
    """
    told = in_words(probability)
    if told in _ADVERBS:
        return f"{who} {_ADVERBS[told]} {does}"
    times = told.removesuffix(f"{NBSP}%")
    return f"{who} {does} {times} {'time' if times == '1' else 'times'} in 100"


def in_100(probability: float) -> int:
    """A chance as a whole number in 100; 0 and 100 are kept for what is never and always so.

    >>> [in_100(p) for p in (0, 0.0001, 0.234, 0.9999, 1)]
    [0, 1, 23, 99, 100]
    """
    if probability <= 0 or probability >= 1:
        return 100 if probability >= 1 else 0
    return max(1, min(99, round(100 * probability)))
