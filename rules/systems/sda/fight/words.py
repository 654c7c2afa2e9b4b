"""Sentences that several commands of a fight share."""


def too_many(asked: int, most: int, purpose: str) -> str:
    """The refusal of more dice than are left, as a sentence.

    >>> too_many(3, 2, "an attack")
    'Up to 2 dice are left for an attack, not 3.'
    >>> too_many(3, 0, "an attack")
    'No dice are left for an attack.'
    """
    if most > 1:
        return f"Up to {most} dice are left for {purpose}, not {asked}."
    return f"Only 1 die is left for {purpose}." if most == 1 else f"No dice are left for {purpose}."
