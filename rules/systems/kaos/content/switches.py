"""The house rules that a KAOS campaign may turn, each with the default of the text or of our reading.

A rule asks ``SWITCH.chosen(table.house_rules)``; where the files have two names for a thing, the switch says which one.
"""

from collections.abc import Mapping

from rules.engine.content.switches import Switch, under
from rules.engine.kernel import Json

EASE_HARD = Switch(
    "ease_hard",
    "AP on hard tests",
    "Five AP make a hard test easy (as written), or only standard.",
    "easy",
    "PCT-038",  # C-02
    ("easy", "standard"),
)
RAISE_PRICES = Switch(
    "raise_prices",
    "Prices of raises",
    "A raise costs the score before it, or the score after it (later edition).",
    "score before",
    "PCT-035, PCT-036",
    ("score before", "score after"),
)
REROLL_PRICE = Switch("reroll_price", "Price of a lucky re-roll", "10 AP, or 5 (later edition).", 10, "PCT-037")  # C-18
PARRY_PRICE = Switch("parry_price", "Price of a super parry", "2 AP, or 4 (later edition).", 2, "PCT-041")  # C-18
HEALING_RATE = Switch(
    "healing_rate",
    "Hit points per AP",
    "One minute of rest heals 2 per AP, or 5 (later edition).",
    2,
    "PCT-039",  # C-04
)
TEMPORARY_STACKS = Switch(
    "temporary_stacks",
    "Temporary hit points stack",
    "Add temporary hit points together; otherwise only the highest counts.",
    False,  # D-7
)
ACROBATICS_STRENGTH = Switch(
    "acrobatics_strength",
    "Acrobatics from strength and toughness",
    "STR/2 and STR+TOU (older text); otherwise AGI/2 and STR+AGI (skill table).",
    False,  # D-2, E14
)
FALL = Switch(
    "fall_squares", "Squares per die of falling", "A fall costs 1d6 hit points per this many squares.", 2
)  # D-7
SPELL_DEFENCE = Switch(
    "spell_defence",
    "Defence against spells that name no test",
    "The target uses its defence score, or cannot defend.",
    "defence score",
    "PCT-012",  # C-16
    ("defence score", "none"),
)
AVOID_HALF = Switch(
    "avoid_half",
    "Half damage from avoided spells",
    "Avoiding a spell halves its damage instead of negating it.",
    False,  # D-7
)
HARD_CONDITIONS = Switch(
    "hard_conditions",
    "Prone, cover, darkness: hard tests",
    "Attacks while prone, into cover or into darkness are hard tests.",
    True,  # D-7
)
INTO_MELEE = Switch(
    "into_melee", "Shooting into melee is hard", "Shooting at somebody in melee is a hard test.", True
)  # D-7
RELOADING = Switch(
    "reloading", "Crossbows need reloading", "A crossbow takes an action to reload before its next shot.", True
)  # D-7
AMMUNITION = Switch("ammunition", "Ammunition is counted", "Each shot uses an arrow, bolt or sling stone.", True)  # D-7
DIAGONALS = Switch("diagonals", "A diagonal step counts one", "Otherwise one and a half.", True, "PCT-009")  # C-10
OPPOSED_CAP = Switch(
    "opposed_cap",
    "Rounds of opposed tests",
    "After this many rounds without a winner the game master decides.",
    100,
    "PCT-004",
)  # C-20

# -- in a fight -------------------------------------------------------------------------------------------------------

DEFENCE_KNOWN = Switch(
    "defence_known",
    "Attackers know the defence",
    "Attack odds include the target's defence score; otherwise they stop at the strike and the score stays secret.",
    False,
    "PCT-011, PCT-012",
)
REROLL_DAMAGE = Switch(
    "reroll_damage",
    "Lucky re-rolls of damage",
    "Offer a re-roll when damage falls below average; otherwise only tests can be re-rolled.",
    True,
    "PCT-037",
)

STUNT_SQUARES = Switch(
    "stunt_squares",
    "Squares a stunt may cover",
    "0 = the movement rate.",
    0,
    "PCT-030",
)

STUNT_ASKS = Switch(
    "stunt_asks",
    "Game master approves stunts",
    "The game master sets the difficulty before the roll; otherwise the player does.",
    True,
    "PCT-030",
)

SWITCHES: tuple[Switch, ...] = (
    *under(
        "Advancement points",
        (
            EASE_HARD,
            RAISE_PRICES,
            REROLL_PRICE,
            PARRY_PRICE,
            HEALING_RATE,
            REROLL_DAMAGE,
        ),
    ),
    *under(
        "Tests and dangers",
        (
            OPPOSED_CAP,
            ACROBATICS_STRENGTH,
            FALL,
            TEMPORARY_STACKS,
        ),
    ),
    *under(
        "Magic",
        (
            SPELL_DEFENCE,
            AVOID_HALF,
        ),
    ),
    *under(
        "Fights",
        (
            DEFENCE_KNOWN,
            HARD_CONDITIONS,
            INTO_MELEE,
            RELOADING,
            AMMUNITION,
            DIAGONALS,
            STUNT_ASKS,
            STUNT_SQUARES,
        ),
    ),
)

HouseRules = Mapping[str, Json]
