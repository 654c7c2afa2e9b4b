"""How long a roll of a task takes, and what several of them come to, in words."""

from rules.engine.kernel.commands import Choice
from rules.engine.kernel.words import counted

ROUND, MINUTE, HOUR, DAY = "round", "minute", "hour", "day"
UNITS = (Choice(ROUND, "Rounds"), Choice(MINUTE, "Minutes"), Choice(HOUR, "Hours"), Choice(DAY, "Days"))
#: Minutes of an hour; hours of work are not told as days, for nobody works day and night.
MINUTES = 60
#: Rounds of six seconds in each unit. A day that goes by is a day of work, of eight hours.
ROUNDS = {ROUND: 1, MINUTE: 10, HOUR: 600, DAY: 4800}
#: Minutes of a day, and those of them that are worked.
WHOLE_DAY, WORKDAY = 24 * MINUTES, 8 * MINUTES


def in_time(amount: int, unit: str) -> str:
    """A span of time in words, minutes from 60 on as hours.

    >>> in_time(1, "day"), in_time(45, "minute"), in_time(90, "minute"), in_time(120, "minute"), in_time(140, "hour")
    ('1 day', '45 minutes', '1 hour 30 minutes', '2 hours', '140 hours')
    """
    if unit != MINUTE or amount < MINUTES:
        return counted(amount, unit, f"{unit}s")
    hours, minutes = divmod(amount, MINUTES)
    whole = counted(hours, "hour", "hours")
    return f"{whole} {counted(minutes, 'minute', 'minutes')}" if minutes else whole


def in_rounds(amount: int, unit: str) -> int:
    """A span of work in rounds, so that others can be held against it.

    >>> in_rounds(1, "day") == in_rounds(8, "hour") == in_rounds(480, "minute")
    True
    """
    return amount * ROUNDS[unit]


def work_in(minutes: int) -> tuple[int, str]:
    """The work for which there is time while so many minutes pass: eight hours of each day at most.

    >>> work_in(12 * 1440), work_in(1440 + 180), work_in(11 * 60), work_in(45)
    ((12, 'day'), (11, 'hour'), (1, 'day'), (45, 'minute'))
    """
    days, rest = divmod(minutes, WHOLE_DAY)
    worked = days * WORKDAY + min(rest, WORKDAY)
    for unit, length in ((DAY, WORKDAY), (HOUR, MINUTES)):
        if worked % length == 0:
            return worked // length, unit
    return worked, MINUTE


def lasting(rounds: int) -> int:
    """The minutes that pass until there was time for so much work: whole days for what takes days.

    >>> lasting(12 * 4800), lasting(4800 + 3 * 600), lasting(25), lasting(-600)
    (17280, 1620, 3, 0)
    """
    days, rest = divmod(max(0, rounds), ROUNDS[DAY])
    return days * WHOLE_DAY + -(-rest // ROUNDS[MINUTE])


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
