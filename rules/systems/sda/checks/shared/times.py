"""How long the rolls of a task take, in words, and half orders of magnitude: 1, 3, 10, 30 ... (D-8)."""

from rules.engine.kernel import Choice, counted

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


#: Herds and other quantities are told in these steps; each takes one MoS more than the one before (SDA-113).
STEPS = (1, 3, 10, 30, 100, 300, 1000, 3000, 10_000)


def step_of(quantity: int) -> int:
    """The step that a quantity counts as: the next one from twice a step on (SDA-114).

    >>> [step_of(quantity) for quantity in (1, 2, 5, 6, 17, 20, 400, 600)]
    [1, 3, 3, 10, 10, 30, 300, 1000]
    """
    passed = sum(quantity >= 2 * step for step in STEPS)
    return STEPS[min(passed, len(STEPS) - 1)]


def mos_for(quantity: int) -> int:
    """The MoS that it takes to herd so many: one for each step (SDA-113).

    >>> [mos_for(quantity) for quantity in (1, 3, 10, 17, 20, 100, 400, 1000)]
    [1, 2, 3, 3, 4, 5, 6, 7]
    """
    return STEPS.index(step_of(quantity)) + 1


def scales_for(goal: int) -> tuple[int, ...]:
    """How many rolls a single one may stand for: a half order of magnitude below the goal, or a smaller one (D-8).

    >>> scales_for(400), scales_for(2)
    ((1, 3, 10, 30, 100, 300), (1,))
    """
    return tuple(step for step in STEPS if step < goal) or (1,)
