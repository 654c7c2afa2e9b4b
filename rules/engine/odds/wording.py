"""Chances in words."""

#: The space that keeps a number and its sign on one line.
NBSP = "\u00a0"
#: The most points by which a chance in tenths may differ from the percentage that stands beside it.
_NEAR = 2
#: Adverbs for chances that are told without a number.
_ADVERBS = {
    "no chance": "never",
    "hardly any chance": "hardly ever",
    "almost certain": "almost always",
    "certain": "always",
}


def in_words(probability: float) -> str:
    """A chance in words that fit before "to do" and "that it does": "no chance", "1 in 100", "7 in 10", "certain".

    Tenths are said only where they are near enough to what it is, otherwise the percentage itself.

    >>> [in_words(chance).replace(NBSP, " ") for chance in (0.45, 0.48, 0.55, 0.58, 0.93)]
    ['45 %', '5 in 10', '55 %', '6 in 10', 'more than 9 in 10']
    """
    if probability <= 0:
        return "no chance"
    if probability >= 1:
        return "certain"
    if probability > 0.99:
        return "almost certain"
    if probability < 0.01:
        return "hardly any chance"
    hundredths, tenths = round(probability * 100), round(probability * 10)
    if hundredths < 10:
        return f"{hundredths} in 100"
    if hundredths > 90 + _NEAR:
        return "more than 9 in 10"
    return f"{tenths} in 10" if abs(hundredths - 10 * tenths) <= _NEAR else f"{hundredths}{NBSP}%"


def often(who: str, does: str, probability: float) -> str:
    """A sentence that says how often somebody does something, without a full stop.

    >>> [often("you", "parry it", chance) for chance in (0, 0.05, 0.48)]
    ['you never parry it', 'you parry it 5 times in 100', 'you parry it 5 times in 10']
    >>> often("it", "misses you", 0.55), often("it", "misses you", 0.995)
    ('it misses you 55 times in 100', 'it almost always misses you')
    """
    told = in_words(probability)
    if told in _ADVERBS:
        return f"{who} {_ADVERBS[told]} {does}"
    told = told.replace(f"{NBSP}%", " in 100")
    before, _, behind = told.rpartition(" in ")
    return f"{who} {does} {before} {'time' if before == '1' else 'times'} in {behind}"


def in_100(probability: float) -> int:
    """A chance as a whole number in 100; 0 and 100 are kept for what is never and always so.

    >>> [in_100(p) for p in (0, 0.0001, 0.234, 0.9999, 1)]
    [0, 1, 23, 99, 100]
    """
    if probability <= 0 or probability >= 1:
        return 100 if probability >= 1 else 0
    return max(1, min(99, round(100 * probability)))
