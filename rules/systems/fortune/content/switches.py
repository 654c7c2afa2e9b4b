"""The house rules that a campaign may turn, each with the default of the text or of our reading.

A rule asks ``SWITCH.chosen(table.house_rules)``; where the files have two names for a thing, the switch says which one.
"""

from collections.abc import Mapping

from rules.engine.content.switches import Switch, under
from rules.engine.kernel import Json
from rules.systems.fortune.content.feature_switches import OF_FEATURES
from rules.systems.fortune.content.magic_switches import OF_SPELLS
from rules.systems.fortune.content.people_switches import OF_CREATURES, OF_LINEAGES

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
AID_ON_TOP = Switch(
    "aid_on_top",
    "Aid adds to the bonus of help",
    "The feature Aid adds 2 on top of +3 for help; otherwise only the higher of the two counts.",
    True,
    "LIN-024",  # C-07
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
SHIELD_TRAINING = Switch(
    "shield_training",
    "Shields need training",
    "A shield helps only those trained in its size who have the stats; otherwise the stats are enough.",
    True,
    "LIN-049, LIN-050, LIN-051",  # C-18
)
MEDIUM_THROWING = Switch(
    "medium_throwing",
    "Medium throwing weapons",
    "Throwing axes and light spears are a group of their own; otherwise they are heavy throwing weapons.",
    True,
    "LIN-048",  # D-5
)
SIDE_BEGINS = Switch(
    "side_begins",
    "Effects end when your side’s turn begins",
    "Effects until your next turn end when your side begins; otherwise when you take that turn.",
    False,
    "LIN-025",  # E-g
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
CLIMB = Switch(
    "climb",
    "Climbing speed, in feet",
    "How far everybody climbs in a turn, before features.",
    5,
    "LIN-035",  # D-6
)
SWIM = Switch(
    "swim",
    "Swimming speed, in feet",
    "How far everybody swims in a turn, before features.",
    5,
    "LIN-035",  # D-6
)
DIG = Switch(
    "dig",
    "Digging speed, in feet",
    "How far everybody digs in a turn, before features.",
    5,
    "LIN-035",  # D-6
)

# -- rests -------------------------------------------------------------------------------------------------------------

BREATH, SLEEP, RELAX = "Catch your breath", "Sleep six hours", "Rest and relax"
DAILY = Switch(
    "daily",
    "What brings back daily features",
    "The shortest rest after which features limited per day can be used again.",
    SLEEP,
    "LIN-013",  # E-f
    (BREATH, SLEEP, RELAX),
)
ADVENTURE = Switch(
    "adventure",
    "What brings back Divine Inspiration",
    "The shortest rest after which the three free spells of an adventure return.",
    RELAX,
    "LIN-012",  # D-3
    (SLEEP, RELAX),
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
REPEATED = Switch(
    "repeated",
    "Features can be taken again",
    "Any novice or veteran feature may be picked again at a level, and its bonus counts each time.",
    False,
    "LIN-005",  # D-3
)

SWITCHES: tuple[Switch, ...] = (
    *under(
        "Tests",
        (
            FAILURE_BELOW,
            FAVOUR_MOST,
            CONTEST_MARGIN,
            AID_ON_TOP,
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
            SHIELD_TRAINING,
            MEDIUM_THROWING,
            SIDE_BEGINS,
        ),
    ),
    *under(
        "Journeys",
        (
            FALL_BEYOND,
            MARCH_UP,
            RUN_UP,
            CLIMB,
            SWIM,
            DIG,
        ),
    ),
    *under(
        "Rests",
        (
            DAILY,
            ADVENTURE,
        ),
    ),
    *under("Spells", OF_SPELLS),
    *under("Creatures and beast forms", OF_CREATURES),
    *under(
        "Making",
        (
            SAME_STAT,
            STAT_MOST,
            REPEATED,
        ),
    ),
    *OF_FEATURES,
    *under("Lineages and classes", OF_LINEAGES),
)

HouseRules = Mapping[str, Json]
