"""The house rules of the world beyond the fight, each with what our reading says."""

from rules.engine.content.switches import Switch

TWO_SKILLS, ONE_SKILL = "mechanics and sleight of hand", "sleight of hand alone"
LOCKS = Switch(
    "picking_locks",
    "What a lock takes",
    "Mechanics and sleight of hand in turn, or sleight of hand alone with a pick that may break.",
    TWO_SKILLS,
    "SDA-039",  # C-12
    (TWO_SKILLS, ONE_SKILL),
)

AT_ONCE, IN_TURN = "one composed test", "two tests, one after the other"
TRAPS = Switch(
    "disarming_traps",
    "What a trap takes",
    "One first-fail test of mechanics and the trap’s skill; or first understand it, then disarm it.",
    AT_ONCE,
    "SDA-039",
    (AT_ONCE, IN_TURN),
)

FED = Switch(
    "foraging_feeds",
    "Food from the wild",
    "People fed for a day per MoS of an hour’s hunting and gathering.",
    1,
    "SDA-147",  # D-12
)

BREATH = Switch(
    "rounds_on_one_breath",
    "Rounds you can hold your breath",
    "Rounds without air before tests begin at difficulty 1.",
    0,
    "SDA-242",  # D-12
)

SWITCHES: tuple[Switch, ...] = (LOCKS, TRAPS, FED, BREATH)
