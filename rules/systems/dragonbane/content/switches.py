"""The house rules that a campaign may turn, each with its default."""

from rules.engine.content.switches import Switch, under

ATTRIBUTES = Switch(
    "attribute_generation",
    "How to set attributes",
    "Roll 4d6 and drop the lowest, in order; share out points; or type the numbers.",
    "roll",
    "",  # D-1
    ("roll", "points", "typed"),
)
POINTS = Switch(
    "attribute_points",
    "Points for attributes",
    "Total of all six attributes when points are shared out.",
    72,  # D-1
)
MARKS = Switch(
    "dragons_teach",
    "Dragons and Demons teach",
    "A Dragon or a Demon marks the skill; roll to improve it at the end of the session.",
    True,
    "DRB-002",  # D-1
)
HALF_STRENGTH = Switch(
    "half_strength_unusable",
    "Weapons far too heavy",
    "You cannot use a weapon that requires more than twice your STR.",
    True,  # D-3
)
PUSH_DEMON = Switch(
    "push_after_demon",
    "Push a Demon",
    "A Demon may be pushed too.",
    False,
    "DRB-003",  # C-16
)
PUSH_PRICE = Switch(
    "push_condition",
    "What a push costs",
    "The condition of the rolled attribute, or any the player chooses.",
    "matching",
    "DRB-003",  # C-16
    ("matching", "chosen"),
)
AWAKE = Switch(
    "three_successes_wake",
    "Awake after three successful death rolls",
    "With d6 hit points; otherwise unconscious for a stretch.",
    True,
    "DRB-036",  # C-13
)
DASH = Switch(
    "dash_doubles",
    "What a dash doubles",
    "Full movement, or what is left once rough ground is taken off.",
    "before terrain",
    "DRB-010",  # C-18
    ("before terrain", "after terrain"),
)
FALLING = Switch(
    "falling_metres",
    "Metres per die of falling damage",
    "One d6 of damage per this many metres; Acrobatics halves it.",
    2,  # D-6
)
DARKNESS = Switch(
    "darkness",
    "Darkness",
    "Rolls that need sight have a bane in the dark.",
    True,
    "DRB-005",  # D-6
)
FOOTING = Switch(
    "unsteady_ground",
    "Unsteady ground",
    "AGL rolls have a bane on swaying planks and wet rocks.",
    True,
    "DRB-005",  # D-6
)
HUNGER = Switch(
    "hunger_condition",
    "A day without food",
    "Without a ration you take a condition at the end of the day.",
    True,  # D-6
)
POISON = Switch(
    "poison",
    "What poison does",
    "On a failed roll: damage, a condition, or both.",
    "damage and condition",
    "",  # D-6
    ("damage", "condition", "damage and condition"),
)
FEAR = Switch(
    "fear_table",
    "Fear table",
    "Roll on the table after failing against fear; otherwise you are simply scared.",
    True,  # D-6
)
PRICES = Switch(
    "prices_percent",
    "Shop prices",
    "Per cent of the listed prices.",
    100,  # D-6
)
OVERLOAD = Switch(
    "overload",
    "Carrying too much",
    "Roll STR to move (once a turn in a fight); or that, and a bane on AGL rolls as well.",
    "roll to move",
    "",  # D-1
    ("roll to move", "bane on agility"),
)
EIGHTEEN = Switch(
    "eighteen_is_heroic",
    "A skill of 18 is heroic",
    "A skill raised to 18 earns a heroic ability.",
    True,  # D-1
)

# -- in a fight -------------------------------------------------------------------------------------------------------

CHOOSERS = Switch(
    "surprise_chooses",
    "Cards for a surprise attack",
    "The attackers choose any card in the deck, or get the lowest.",
    "any card",
    "DRB-009",  # C-07
    ("any card", "the lowest"),
)
SWAPS = Switch(
    "swaps_a_round",
    "Swaps in a round",
    "How often you can wait in a round: once, or as often as you like.",
    "once",
    "DRB-008",  # C-08
    ("once", "any number"),
)
HOLD = Switch(
    "hold_back",
    "Waiting with nobody to swap with",
    "You may put your card last instead of swapping it.",
    False,
    "DRB-008",
)
PRONE_BOON = Switch(
    "prone_gives_a_boon",
    "Prone targets",
    "Attacks on a prone target have a boon.",
    True,  # D-4
)
CLOSE_BANE = Switch(
    "shooting_in_melee",
    "Shooting with an enemy beside you",
    "With an enemy within 2 metres: bane, impossible, or no effect.",
    "bane",
    "DRB-012",
    ("bane", "impossible", "as ever"),
)
DOUBLE_RANGE = Switch(
    "twice_the_range",
    "Shooting beyond the range",
    "Shoot at up to twice the range with a bane.",
    False,
    "DRB-012",  # C-21
)
DODGE_COUNTER = Switch(
    "dragon_dodge_counterattacks",
    "A Dragon on a dodge",
    "A Dragon on a dodge lets you strike back too, not only on a parry.",
    False,
    "DRB-034",  # C-10
)
DRAGON_NEEDS_DRAGON = Switch(
    "dragon_is_met_by_dragons",
    "Attacks that roll a Dragon",
    "Only a Dragon parries or dodges a Dragon.",
    False,
    "DRB-034",
)
DEFENCE_PUSH = Switch(
    "push_a_defence",
    "Pushing a parry or a dodge",
    "Player characters may push a failed parry or dodge before damage is rolled.",
    True,
    "DRB-003",
)
TWO_METRES = Switch(
    "step_after_a_parry",
    "A step after a parry",
    "After a parry both sides may move 2 metres without a free attack.",
    True,
    "DRB-031",
)
MONSTER_PARRY = Switch(
    "monsters_can_be_parried",
    "Parrying monster attacks",
    "Monster attacks can be parried if their description says so, or always.",
    "as stated",
    "",  # C-06
    ("as stated", "always"),
)
MONSTER_ROWS = Switch(
    "game_master_picks_attacks",
    "Choosing monster attacks",
    "The game master may choose a monster's attack instead of rolling it.",
    True,  # D-4
)
CREATURES_FALL = Switch(
    "creatures_at_zero",
    "Creatures at 0 hit points",
    "Creatures die at 0 hit points, or make death rolls like player characters.",
    "die",
    "DRB-036, DRB-037",
    ("die", "death rolls"),
)
RALLY_RANGE = Switch(
    "rally_reaches",
    "Rally within",
    "How many metres away you can rally somebody at 0 hit points.",
    10,
    "DRB-040",  # C-14
)
DIAGONALS = Switch(
    "diagonals",
    "Diagonal squares",
    "A diagonal step counts as one square of 2 metres, or as the straight distance.",
    "one square",
    "DRB-028",
    ("one square", "straight metres"),
)

SWITCHES: tuple[Switch, ...] = (
    *under(
        "Making and advancing",
        (
            ATTRIBUTES,
            POINTS,
            MARKS,
            EIGHTEEN,
        ),
    ),
    *under(
        "Tests and dangers",
        (
            PUSH_PRICE,
            PUSH_DEMON,
            HALF_STRENGTH,
            AWAKE,
            DASH,
            DARKNESS,
            FOOTING,
            OVERLOAD,
            FALLING,
            HUNGER,
            POISON,
            FEAR,
        ),
    ),
    *under(
        "Turns and movement",
        (
            CHOOSERS,
            SWAPS,
            HOLD,
            TWO_METRES,
            DIAGONALS,
            RALLY_RANGE,
        ),
    ),
    *under(
        "Attacks and defence",
        (
            PRONE_BOON,
            CLOSE_BANE,
            DOUBLE_RANGE,
            DODGE_COUNTER,
            DRAGON_NEEDS_DRAGON,
            DEFENCE_PUSH,
        ),
    ),
    *under(
        "Monsters and creatures",
        (
            MONSTER_PARRY,
            MONSTER_ROWS,
            CREATURES_FALL,
        ),
    ),
    *under("Money", (PRICES,)),
)
