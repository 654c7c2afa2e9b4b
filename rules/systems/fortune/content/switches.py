"""The house rules that a campaign may turn, each with the default of the text or of our reading.

A rule asks ``SWITCH.chosen(table.house_rules)``; where the files have two names for a thing, the switch says which one.
"""

from collections.abc import Mapping

from rules.engine.content.switches import Switch, under
from rules.engine.kernel import Json
from rules.systems.fortune.content.feature_switches import OF_FEATURES

# -- tests ------------------------------------------------------------------------------------------------------------

FAILURE_BELOW = Switch(
    "failure_below",
    "Gap to the failure point",
    "Default gap between success point and failure point.",
    5,
    "LIN-015",  # C-01
)
FAVOUR_MOST = Switch(
    "favour_most",
    "Fortune's Favor limit",
    "How many tokens a character may hold.",
    1,
    "LIN-022",  # C-14
)
CONTEST_MARGIN = Switch(
    "contest_margin",
    "Margin that decides a contest",
    "You pass with a lead of more than this; anything closer is mixed.",
    5,
    "LIN-018",  # C-19
)

# -- exchanges ---------------------------------------------------------------------------------------------------------

STRICT_ARMOUR = Switch(
    "strict_armour",
    "Hits must beat Armor",
    "A total equal to Armor only clashes, equal to Counter is countered; otherwise equal is enough.",
    False,
    "LIN-029, LIN-030",  # C-03
)
SURE_COUNTERS = Switch(
    "sure_counters",
    "Counter attacks hit automatically",
    "No roll and half damage; otherwise roll against Armor.",
    False,
    "LIN-043",  # C-10, E-a
)
SHIELD_ON_COUNTERS_ONLY = Switch(
    "shield_on_counters_only",
    "Shields only reduce counter moves",
    "A shield reduces damage from the counter move after your clash; otherwise any clash damage.",
    False,
    "LIN-049, LIN-050, LIN-051",  # C-12
)
SURPRISE = Switch(
    "surprise",
    "No counter moves when surprised",
    "The surprised side makes no counter moves in the first round.",
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
    "First 10 ft of a fall are free",
    "Roll for each 5 ft beyond the first 10; otherwise for the whole fall.",
    False,
    "LIN-067",  # C-09
)
MARCH_UP = Switch(
    "march_up",
    "Round half a march up",
    "Half of an odd number of miles without a road rounds up; otherwise down.",
    False,
    "LIN-062",  # C-13
)
RUN_UP = Switch(
    "run_up",
    "Run-up for a running leap, in feet",
    "With less run-up it is a standing leap.",
    10,
    "LIN-065",  # E-l
)

# -- making ------------------------------------------------------------------------------------------------------------

SAME_STAT = Switch(
    "same_stat",
    "Lineage and culture can raise the same stat",
    "The later edition forbids this.",
    True,
    "LIN-003",
)
STAT_MOST = Switch(
    "stat_most",
    "Maximum stat",
    "Limit for lineage, culture and levels.",
    5,
    "LIN-003",  # D-6
)

SWITCHES: tuple[Switch, ...] = (
    *under(
        "Tests",
        (
            FAILURE_BELOW,
            FAVOUR_MOST,
            CONTEST_MARGIN,
        ),
    ),
    *under(
        "Exchanges",
        (
            STRICT_ARMOUR,
            SURE_COUNTERS,
            SHIELD_ON_COUNTERS_ONLY,
            SURPRISE,
            LAST_STAND_ROUNDS,
        ),
    ),
    *under(
        "Journeys",
        (
            FALL_BEYOND,
            MARCH_UP,
            RUN_UP,
        ),
    ),
    *under(
        "Making",
        (
            SAME_STAT,
            STAT_MOST,
        ),
    ),
    *OF_FEATURES,
)

HouseRules = Mapping[str, Json]
