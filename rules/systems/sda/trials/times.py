"""How long a roll of a task takes, and what several of them come to, in words."""

from rules.engine.commands import Choice
from rules.engine.words import counted

ROUND, MINUTE, HOUR, DAY = "round", "minute", "hour", "day"
UNITS = (Choice(ROUND, "Rounds"), Choice(MINUTE, "Minutes"), Choice(HOUR, "Hours"), Choice(DAY, "Days"))
#: So many minutes are told as an hour; hours of work are not told as days, for nobody works day and night.
MINUTES = 60
#: What each comes to in rounds of six seconds. A day that goes by is a day of work, of eight hours.
ROUNDS = {ROUND: 1, MINUTE: 10, HOUR: 600, DAY: 4800}


def in_time(amount: int, unit: str) -> str:
    """A span as people say it.

    >>> in_time(1, "day"), in_time(45, "minute"), in_time(90, "minute"), in_time(120, "minute"), in_time(140, "hour")
    ('1 day', '45 minutes', '1 hour 30 minutes', '2 hours', '140 hours')
    """
    if unit != MINUTE or amount < MINUTES:
        return counted(amount, unit, f"{unit}s")
    hours, minutes = divmod(amount, MINUTES)
    whole = counted(hours, "hour", "hours")
    return f"{whole} {counted(minutes, 'minute', 'minutes')}" if minutes else whole


def in_rounds(amount: int, unit: str) -> int:
    """A span of work, so that others can be held against it.

    >>> in_rounds(1, "day") == in_rounds(8, "hour") == in_rounds(480, "minute")
    True
    """
    return amount * ROUNDS[unit]


def work_in_words(rounds: int) -> str:
    """A span of work in its two largest units.

    >>> work_in_words(4800), work_in_words(7500), work_in_words(0)
    ('1 day', '1 day 4 hours', '')
    """
    parts = []
    for unit in (DAY, HOUR, MINUTE, ROUND):
        count, rounds = divmod(rounds, ROUNDS[unit])
        if count:
            parts.append(counted(count, unit, f"{unit}s"))
    return " ".join(parts[:2])
