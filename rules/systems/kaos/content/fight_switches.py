"""The house rules of fights alone; those of the whole game are in ``switches``."""

from rules.engine.content.switches import Switch

DEFENCE_KNOWN = Switch(
    "defence_known",
    "Attackers know the defence",
    "The odds of an attack reckon with the target's Defense Score; otherwise they stop at striking, since the score "
    "of a foe is the game master's secret.",
    False,
    "PCT-011, PCT-012",
)
REROLL_DAMAGE = Switch(
    "reroll_damage",
    "Lucky re-rolls of damage",
    "Whoever can pay is asked whether to roll damage again that fell below the middle of its dice; otherwise tests "
    "alone can be re-rolled.",
    True,
    "PCT-037",
)

STUNT_SQUARES = Switch(
    "stunt_squares",
    "Squares that a stunt may cover",
    "How far a stunt moves is the game master's word; 0 allows the Movement Rate.",
    0,
    "PCT-030",
)

STUNT_ASKS = Switch(
    "stunt_asks",
    "Stunts are put to the game master",
    "The game master says what a stunt takes before it is rolled; otherwise it is as hard as whoever tries it says.",
    True,
    "PCT-030",
)

SWITCHES: tuple[Switch, ...] = (DEFENCE_KNOWN, REROLL_DAMAGE, STUNT_ASKS, STUNT_SQUARES)
