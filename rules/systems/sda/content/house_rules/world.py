"""The house rules of the world beyond the fight, each with what our reading says."""

from rules.engine.content.switches import Switch

TWO_SKILLS, ONE_SKILL = "mechanics and sleight of hand", "sleight of hand alone"
LOCKS = Switch(
    "picking_locks",
    "What a lock takes",
    "Mechanics and sleight of hand take turns at a lock, or sleight of hand alone opens it and a complete failure "
    "breaks the pick.",
    TWO_SKILLS,
    "SDA-039",  # C-12
    (TWO_SKILLS, ONE_SKILL),
)

AT_ONCE, IN_TURN = "one composed test", "two tests, one after the other"
TRAPS = Switch(
    "disarming_traps",
    "What a trap takes",
    "Mechanics and the skill of the trap take turns in one first-fail test, or a trap is understood first and disarmed "
    "then.",
    AT_ONCE,
    "SDA-039",
    (AT_ONCE, IN_TURN),
)

FED = Switch(
    "foraging_feeds",
    "Food from the wild",
    "So many people live for a day on each MoS of an hour of hunting and gathering.",
    1,
    "SDA-147",  # D-12
)

BREATH = Switch(
    "rounds_on_one_breath",
    "Rounds that a breath lasts",
    "So many rounds without air take no test; the one after them has a difficulty of 1, as the first has otherwise.",
    0,
    "SDA-242",  # D-12
)

SWITCHES: tuple[Switch, ...] = (LOCKS, TRAPS, FED, BREATH)
