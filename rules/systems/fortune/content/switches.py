"""The house rules that a campaign may turn, each with the default of the text or of our reading.

A rule asks ``SWITCH.chosen(table.house_rules)``; where the files have two names for a thing, the switch says which one.
"""

from collections.abc import Mapping

from rules.engine.content.switches import Switch
from rules.engine.kernel import Json

# -- tests ------------------------------------------------------------------------------------------------------------

FAILURE_BELOW = Switch(
    "failure_below",
    "Failure point below the success point",
    "Where nobody names a failure point, it lies so many points below the success point.",
    5,
    "LIN-015",  # C-01
)
FAVOUR_MOST = Switch(
    "favour_most",
    "Fortune's Favor that one may hold",
    "One token is held or none; a higher number lets tokens pile up.",
    1,
    "LIN-022",  # C-14
)
CONTEST_MARGIN = Switch(
    "contest_margin",
    "Margin that decides a contest",
    "Whoever is more than so many points higher passes; within them the result is mixed.",
    5,
    "LIN-018",  # C-19
)

# -- exchanges ---------------------------------------------------------------------------------------------------------

STRICT_ARMOUR = Switch(
    "strict_armour",
    "A hit has to beat the Armor",
    "A total equal to the Armor only clashes, and one equal to the Counter is countered; otherwise equal is enough.",
    False,
    "LIN-029, LIN-030",  # C-03
)
SURE_COUNTERS = Switch(
    "sure_counters",
    "Counter attacks hit by themselves",
    "A counter attack needs no roll and deals half damage; otherwise it is rolled against the Armor.",
    False,
    "LIN-043",  # C-10, E-a
)
SHIELD_ON_COUNTERS_ONLY = Switch(
    "shield_on_counters_only",
    "Shields help against counter moves only",
    "A shield takes damage off the counter move after one's own clash; otherwise off any damage of a clash.",
    False,
    "LIN-049, LIN-050, LIN-051",  # C-12
)
SURPRISE = Switch(
    "surprise",
    "The surprised make no counter moves",
    "A side that is surprised makes no counter moves in the first round.",
    True,  # D-6
)
LAST_STAND_ROUNDS = Switch(
    "last_stand_rounds",
    "Rounds of a Last Stand",
    "A minute is two rounds of thirty seconds.",
    2,
    "LIN-059",  # C-17
)

# -- journeys ----------------------------------------------------------------------------------------------------------

FALL_BEYOND = Switch(
    "fall_beyond",
    "Falls count from 10 ft on",
    "Dice fall for each 5 ft past the first ten; otherwise for each 5 ft of the whole fall.",
    False,
    "LIN-067",  # C-09
)
MARCH_UP = Switch(
    "march_up",
    "Half a march is rounded up",
    "Without a road half of an odd number of miles is rounded up; otherwise down.",
    False,
    "LIN-062",  # C-13
)
RUN_UP = Switch(
    "run_up",
    "Run-up of a running leap, in feet",
    "With less than that before it, a leap is a standing one.",
    10,
    "LIN-065",  # E-l
)

# -- making ------------------------------------------------------------------------------------------------------------

SAME_STAT = Switch(
    "same_stat",
    "Lineage and culture may raise the same stat",
    "Both bonuses may go to one stat; the later edition forbids it.",
    True,
    "LIN-003",
)
STAT_MOST = Switch(
    "stat_most",
    "The highest that a stat may be",
    "Lineage, culture and levels raise a stat no higher than this.",
    5,
    "LIN-003",  # D-6
)

SWITCHES: tuple[Switch, ...] = (
    FAILURE_BELOW,
    FAVOUR_MOST,
    CONTEST_MARGIN,
    STRICT_ARMOUR,
    SURE_COUNTERS,
    SHIELD_ON_COUNTERS_ONLY,
    SURPRISE,
    LAST_STAND_ROUNDS,
    FALL_BEYOND,
    MARCH_UP,
    RUN_UP,
    SAME_STAT,
    STAT_MOST,
)

HouseRules = Mapping[str, Json]
