"""Half orders of magnitude: 1, 3, 10, 30 ... for herds, and for tasks that are done in larger pieces (D-8)."""

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
