"""The house rules that a KAOS campaign may turn, each with the default of the text or of our reading.

A rule asks ``SWITCH.chosen(table.house_rules)``; where the files have two names for a thing, the switch says which one.
"""

from collections.abc import Mapping

from rules.engine.content.switches import Switch
from rules.engine.kernel import Json

EASE_HARD = Switch(
    "ease_hard",
    "What points make of a hard test",
    "Five advancement points turn a hard test into an easy one, as written, or only into a standard one.",
    "easy",
    "PCT-038",  # C-02
    ("easy", "standard"),
)
RAISE_PRICES = Switch(
    "raise_prices",
    "Prices of raises",
    "A raise costs by the score before it, or, as in the later edition, by the score that it leads to.",
    "score before",
    "PCT-035, PCT-036",
    ("score before", "score after"),
)
REROLL_PRICE = Switch(
    "reroll_price", "Price of a lucky re-roll", "Ten points, or five as in the later edition.", 10, "PCT-037"
)  # C-18
PARRY_PRICE = Switch(
    "parry_price", "Price of a super parry", "Two points, or four as in the later edition.", 2, "PCT-041"
)  # C-18
HEALING_RATE = Switch(
    "healing_rate",
    "Hit points for a point of advancement",
    "Resting a minute gives two for each point spent, or five as in the later edition.",
    2,
    "PCT-039",  # C-04
)
TEMPORARY_STACKS = Switch(
    "temporary_stacks",
    "Temporary hit points add up",
    "Two sources of temporary hit points are added; otherwise the greater one counts.",
    False,  # D-7
)
ACROBATICS_STRENGTH = Switch(
    "acrobatics_strength",
    "Acrobatics from strength and toughness",
    "The older text takes STR/2 and STR+TOU; the table of skills AGI/2 and STR+AGI.",
    False,  # D-2, E14
)
FALL = Switch("fall_squares", "Squares of fall for a die", "A fall costs 1d6 hit points for so many squares.", 2)  # D-7
SPELL_DEFENCE = Switch(
    "spell_defence",
    "Defence against spells that name no test",
    "The target defends with its defence score, or cannot defend at all.",
    "defence score",
    "PCT-012",  # C-16
    ("defence score", "none"),
)
AVOID_HALF = Switch(
    "avoid_half",
    "Whoever avoids a spell takes half",
    "A test that avoids a spell leaves half of its damage instead of none.",
    False,  # D-7
)
HARD_CONDITIONS = Switch(
    "hard_conditions",
    "Prone, in cover, in the dark: hard tests",
    "Whoever lies on the ground attacks with a hard test, and so does whoever aims at cover or into darkness.",
    True,  # D-7
)
INTO_MELEE = Switch(
    "into_melee", "Shooting into melee is hard", "A shot at somebody in a melee is a hard test.", True
)  # D-7
RELOADING = Switch(
    "reloading", "Crossbows must be reloaded", "A crossbow takes an action to reload before its next shot.", True
)  # D-7
AMMUNITION = Switch(
    "ammunition", "Ammunition is counted", "Each shot uses up an arrow, a bolt or a sling stone.", True
)  # D-7
DIAGONALS = Switch(
    "diagonals", "A diagonal step counts one", "As a chess king moves; otherwise one and a half.", True, "PCT-009"
)  # C-10
OPPOSED_CAP = Switch(
    "opposed_cap", "Rounds of an opposed test", "After so many rounds without a winner the GM decides.", 100, "PCT-004"
)  # C-20

# -- in a fight -------------------------------------------------------------------------------------------------------

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

SWITCHES: tuple[Switch, ...] = (
    EASE_HARD,
    RAISE_PRICES,
    REROLL_PRICE,
    PARRY_PRICE,
    HEALING_RATE,
    TEMPORARY_STACKS,
    ACROBATICS_STRENGTH,
    FALL,
    SPELL_DEFENCE,
    AVOID_HALF,
    HARD_CONDITIONS,
    INTO_MELEE,
    RELOADING,
    AMMUNITION,
    DIAGONALS,
    OPPOSED_CAP,
    DEFENCE_KNOWN,
    REROLL_DAMAGE,
    STUNT_ASKS,
    STUNT_SQUARES,
)

HouseRules = Mapping[str, Json]
