"""How the story of a fight is put into words."""


def plainly(told: str) -> str:
    """What people wrote, for a sentence whose braces stand for names."""
    return told.replace("{", "(").replace("}", ")")


def counted(count: int, one: str, many: str) -> str:
    """A number with its noun.

    >>> counted(1, "die", "dice"), counted(3, "die", "dice")
    ('1 die', '3 dice')
    """
    return f"{count} {one if count == 1 else many}"


def too_many(asked: int, most: int, purpose: str) -> str:
    """What is said to whoever wants more dice than there are.

    >>> too_many(3, 2, "an attack")
    'Up to 2 dice are left for an attack, not 3.'
    >>> too_many(3, 0, "an attack")
    'No dice are left for an attack.'
    """
    if most > 1:
        return f"Up to {most} dice are left for {purpose}, not {asked}."
    return f"Only 1 die is left for {purpose}." if most == 1 else f"No dice are left for {purpose}."
