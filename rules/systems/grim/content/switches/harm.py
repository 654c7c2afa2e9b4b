"""The house rules of harm: damage, conditions, broken things, fumbles, healing."""

from rules.engine.content.switches import Switch, under

FLAT_BONUS = Switch(
    "weapon_damage",
    "Weapons add their own damage",
    "Each weapon adds a fixed number besides bonus and Fury Dice.",
    False,
    "GRM-125",  # C-23
)
CRITICAL_FURY = Switch(
    "critical_fury",
    "Critical hits add a Fury Die",
    "A critical success on an attack adds a Fury Die to its damage.",
    False,
    "GRM-040",
)
LARGE, HUGE = "large 1, huge 2", "huge 1"
SIZE_FURY = Switch(
    "size_fury",
    "Fury Dice of large attackers",
    "Large bodies add one and huge ones two, only huge ones add one, or none do.",
    LARGE,
    "GRM-041",  # E-p
    (LARGE, HUGE, "none"),
)
HIT_LOCATIONS = Switch(
    "hit_locations",
    "Hit locations",
    "A d10 gives the location. Armour covers the whole body, so this is for the story only.",
    False,
    "GRM-052",
)
BLEEDING = Switch(
    "bleeding",
    "Bleeding wounds",
    "Bleeding costs a step every [Brawn Bonus] turns, or every turn.",
    "brawn bonus",
    "GRM-060",  # D-8
    ("brawn bonus", "every turn"),
)
DANGEROUS = Switch(
    "dangerous",
    "Dangerous things",
    "An injury bleeds if you wear something Dangerous, or also if you hold it.",
    "worn",
    "GRM-060",  # D-8
    ("worn", "worn or held"),
)
FIRE = Switch(
    "fire",
    "Fire damage",
    "Suffered at the start of each turn On Fire.",
    "1d10+1",
    "GRM-066",  # D-8
    ("1d10+1", "2d10+2"),
)
KIDNEYS = "1, by Kidney Shot 2"
STUNS = Switch(
    "stuns",
    "Action Points lost to a stun",
    "One a turn, two after a Kidney Shot, or always two.",
    "1",
    "GRM-021",
    ("1", KIDNEYS, "2"),
)
BLINDED_TURNS = Switch(
    "blinded_turns",
    "Turns Blinded",
    "It ends as the victim's turn begins, after this many.",
    1,
    "GRM-009",  # E-f
)
DEFENSELESS_TURNS = Switch(
    "defenseless_turns",
    "Turns Defenseless after a critical success",
    "It ends as the victim's turn begins, after this many.",
    1,
    "GRM-011, GRM-040, GRM-108",  # E-b
)
RISES = "next turn"
PRONE_UNTIL = Switch(
    "prone_until",
    "Prone until",
    "You get up with an action, or by yourself as your next turn begins.",
    "getting up",
    "GRM-019, GRM-024",  # D-8
    ("getting up", RISES),
)
RUINED_TWICE = Switch(
    "ruined_twice",
    "Things ruined twice are gone",
    "On: a thing that is ruined again falls to pieces. Off: it stays ruined.",
    True,
    "GRM-088",
)
REROLL, NOTHING, MASTER = "re-roll", "nothing", "game master"
BEYOND_TABLE = Switch(
    "fumble_beyond",
    "A fumble of 99 or 100",
    "The table ends at 98: roll again, nothing happens, or the game master decides.",
    REROLL,
    "GRM-127",  # C-20
    (REROLL, NOTHING, MASTER),
)
GROUP_STRESS = Switch(
    "group_stress",
    "Peril of the fumble “Nerves all round”",
    "Mental or physical: some talents spare you only one of them.",
    "mental",
    "GRM-127",  # C-21
    ("mental", "physical"),
)
FIVE, FOUR, ANOTHER = "any of five", "all but Choked", "another fumble"
RANDOM_CONDITION = Switch(
    "random_condition",
    "Random condition from a fumble",
    "Blinded, Choked, Disarmed, Prone or Stunned; the same without Choked; or roll another fumble.",
    FIVE,
    "GRM-127",  # D-8
    (FIVE, FOUR, ANOTHER),
)
THING_BREAKS = Switch(
    "thing_breaks",
    "Things damaged by a fumble",
    "3d10 + 3 damage: a thing is ruined at 18 or more, or ruined at 9 and destroyed at 18.",
    "18",
    "GRM-127",  # D-8
    ("18", "9, 18"),
)

#: In the order in which the page shows them.
SWITCHES: tuple[Switch, ...] = (
    *under(
        "Damage and conditions",
        (
            FLAT_BONUS,
            CRITICAL_FURY,
            SIZE_FURY,
            HIT_LOCATIONS,
            BLEEDING,
            DANGEROUS,
            FIRE,
            STUNS,
            BLINDED_TURNS,
            DEFENSELESS_TURNS,
            PRONE_UNTIL,
            RUINED_TWICE,
        ),
    ),
    *under(
        "Fumbles",
        (
            BEYOND_TABLE,
            GROUP_STRESS,
            RANDOM_CONDITION,
            THING_BREAKS,
        ),
    ),
)
