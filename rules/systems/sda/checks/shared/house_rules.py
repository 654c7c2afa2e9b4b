"""The house rules that a campaign may turn for longer and shared work."""

from rules.engine.content.switches import Switch
from rules.engine.kernel import Table
from rules.systems.sda.core.rolls import EACH, TOGETHER

HALVES = Switch(
    "halved_helpers",
    "Rounding of halved helpers",
    "Half the helpers’ MoS is rounded down for each helper, or once for all together.",
    EACH,
    "SDA-037",  # C-28
    (EACH, TOGETHER),
)
NET_FAILS = Switch(
    "first_fail_by_malus",
    "A malus can break a first-fail test",
    "A roll reduced to nothing by its malus counts as no success and loses all progress.",
    True,
    "SDA-032",  # C-27
)
LAST_ROLL = Switch(
    "long_task_flawless",
    "Flawless rolls of a long test",
    "Only the last roll can be a flawless success, or every roll with progress.",
    "the last roll",
    "SDA-031, SDA-046",
    ("the last roll", "every roll"),
)

PLANNED = Switch(
    "better_plan_gives",
    "Dice of the better plan",
    "Initiative dice for the side with the better plan, for each hit of tactics.",
    1,
    "SDA-108",  # D-12
)

AVERAGE_WILL = Switch(
    "will_of_a_herd",
    "The will of an average herd",
    "d4 rolled for the will of a herd whose leader has no sheet.",
    2,
    "SDA-112",  # D-12
)

SWITCHES = (HALVES, NET_FAILS, LAST_ROLL, PLANNED, AVERAGE_WILL)


def rounding(table: Table) -> str:
    """How the halves of helpers are rounded (C-28)."""
    return TOGETHER if HALVES.chosen(table.house_rules) == TOGETHER else EACH


def net_decides(table: Table) -> bool:
    """Whether a roll brought to nothing by its malus breaks a first-fail test (C-27)."""
    return NET_FAILS.flag(table.house_rules)


def every_roll_succeeds(table: Table) -> bool:
    """Whether progress is success enough for a roll to be flawless."""
    return bool(LAST_ROLL.chosen(table.house_rules) == "every roll")
