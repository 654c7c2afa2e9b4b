"""Chances in words."""


def in_words(probability: float) -> str:
    """A chance in words that fit before "to do" and "that it does": "no chance", "1 in 100", "7 in 10", "certain"."""
    if probability <= 0:
        return "no chance"
    if probability >= 1:
        return "certain"
    if probability > 0.99:
        return "almost certain"
    if probability < 0.01:
        return "hardly any chance"
    if probability < 0.095:
        return f"{round(probability * 100)} in 100"
    tenths = int(probability * 10 + 0.5)
    return "more than 9 in 10" if tenths == 10 else f"{tenths} in 10"


def in_100(probability: float) -> int:
    """A chance as a whole number in 100; 0 and 100 are kept for what is never and always so.

    >>> [in_100(p) for p in (0, 0.0001, 0.234, 0.9999, 1)]
    [0, 1, 23, 99, 100]
    """
    if probability <= 0 or probability >= 1:
        return 100 if probability >= 1 else 0
    return max(1, min(99, round(100 * probability)))
