"""How long a roll of a task takes, and what several of them come to, in words."""

from rules.engine.commands import Choice
from rules.engine.words import counted

ROUND, MINUTE, HOUR, DAY = "round", "minute", "hour", "day"
UNITS = (Choice(ROUND, "Rounds"), Choice(MINUTE, "Minutes"), Choice(HOUR, "Hours"), Choice(DAY, "Days"))
#: So many minutes are told as an hour; hours of work are not told as days, for nobody works day and night.
MINUTES = 60


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
