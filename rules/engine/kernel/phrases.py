"""Words for the story, whatever the game."""

from rules.engine.kernel.book import lying_open


def setting(value: object) -> str:
    """The value of a house rule in a word.

    >>> setting(True), setting(False), setting("after_paying"), setting(1)
    ('on', 'off', 'after paying', '1')
    """
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value).replace("_", " ")


def spoken(key: str) -> str:
    """A key in words; an entry of a campaign's own goes by its name.

    >>> spoken("half_asleep")
    'half asleep'
    """
    return lying_open().name_of(key) or key.replace("_", " ")


def counted(count: int, one: str, many: str) -> str:
    """A number with its noun in the singular or plural.

    >>> counted(1, "die", "dice"), counted(3, "die", "dice")
    ('1 die', '3 dice')
    """
    return f"{count} {one if count == 1 else many}"


def ordinal(number: int) -> str:
    """A number with its ordinal ending.

    >>> [ordinal(one) for one in (1, 2, 3, 4, 11, 21, 113)]
    ['1st', '2nd', '3rd', '4th', '11th', '21st', '113th']
    """
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def signed(number: int) -> str:
    """A number with its sign as people write it.

    >>> signed(2), signed(-20)
    ('+2', '−20')
    """
    return f"{number:+d}".replace("-", "−")


def said(*told: str) -> tuple[str, ...]:
    """The words that say something.

    >>> said("two hands", "", "1d6")
    ('two hands', '1d6')
    """
    return tuple(word for word in told if word)
