"""Whole numbers in the texts that people and programs send."""

NO_WHOLE_NUMBER = "This must be a whole number."


def whole_number(text: str, digits: int, *, signed: bool = False) -> int | None:
    """The number that a text says in at most so many digits (and a minus, if ``signed``); ``None`` if it says none.

    >>> whole_number("12", 2), whole_number("-3", 2, signed=True)
    (12, -3)
    >>> whole_number("", 2), whole_number("-3", 2), whole_number("123", 2), whole_number("\u00b2", 2)
    (None, None, None, None)
    """
    bare = text.removeprefix("-") if signed else text
    return int(text) if bare.isascii() and bare.isdigit() and len(bare) <= digits else None
