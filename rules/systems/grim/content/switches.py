"""The house rules, each with the default of the text or of our reading."""

from rules.engine.content.switches import Switch, under

# -- tests, harm and fights --------------------------------------------------------------------------------------------

ONE_ATTACK = Switch(
    "one_attack",
    "One attack or stunt a turn",
    "On: one attack or perilous stunt per turn. Off: as many as your action points allow.",
    True,
    "GRM-034 to GRM-037",  # D-1
)
FLAT_BONUS = Switch(
    "weapon_damage",
    "Weapons add their own damage",
    "Each weapon adds a fixed number besides bonus and Fury Dice.",
    False,
    "GRM-125",  # C-23
)
SURPRISE_TWICE = Switch(
    "surprise_twice",
    "Surprise gives two Fury Dice",
    "The surprise turn and the surprised foe each give a Fury Die; off: only one in total.",
    False,
    "GRM-003, GRM-022",  # C-12
)
SIZE_STEP = Switch(
    "size_step",
    "Difficulty per step of size",
    "Larger foes are easier to hit by this per step, smaller ones harder.",
    10,
    "GRM-041",  # D-8
)
PARRY_SIZES = Switch(
    "parry_sizes",
    "Weapon size matters when parrying",
    "Parrying a longer weapon is harder by this per step, a shorter one easier.",
    0,
    "GRM-123",  # E-p
)
ODDS_OF_DEFENCE = Switch(
    "defence_known",
    "Odds include defences",
    "Attack odds include the foe's best defence.",
    True,
)
BANDS = Switch(
    "bands",
    "Longer distances",
    "Medium, long and extreme distance are two, three and four times the short one.",
    "2, 3, 4",
    "GRM-038, GRM-048",  # D-8
    ("2, 3, 4", "3, 6, 9"),
)
TAKEDOWN = Switch(
    "takedown",
    "Skill of a takedown",
    "Coordination while engaged and Athletics after a charge, as written, or the other way round.",
    "coordination",
    "GRM-107",  # C-06
    ("coordination", "athletics"),
)
CRITICAL_FURY = Switch(
    "critical_fury",
    "Critical hits add a Fury Die",
    "A critical success on an attack adds a Fury Die to its damage.",
    False,
    "GRM-040",
)
BLEEDING = Switch(
    "bleeding",
    "Bleeding wounds",
    "Bleeding costs a step every [Brawn Bonus] turns, or every turn.",
    "brawn bonus",
    "GRM-060",  # D-8
    ("brawn bonus", "every turn"),
)
FORCE_REROLL = Switch(
    "force_reroll",
    "Fortune Points against others",
    "A Fortune Point can force a foe to re-roll a successful attack; off: only your own tests.",
    True,  # D-8
)

FIERY = Switch(
    "fiery",
    "Fire spreads to",
    "A Fiery weapon ignites its target and one or all engaged with them.",
    "one",
    "GRM-066",  # C-02
    ("one", "everybody"),
)
AMMUNITION = Switch(
    "ammunition",
    "Count ammunition",
    "Loading uses ammunition: 1 per shot, 3 with Recoil.",
    False,
    "GRM-085",
)
HIT_LOCATIONS = Switch(
    "hit_locations",
    "Hit locations",
    "A d10 gives the location. Armour covers the whole body, so this is for the story only.",
    False,
    "GRM-052",
)

# -- rest, healing, corruption, advancement and trade ------------------------------------------------------------------

HEALING_PACE = Switch(
    "healing_pace",
    "Days of recuperation, in per cent",
    "Share of the days that wounds and injuries need. Lower is gentler.",
    100,
    "GRM-125",  # D-8
)
SURGERY = Switch(
    "surgery",
    "Difficulty of surgery",
    "Heal test needed before grievous wounds and injuries can recuperate.",
    -20,
    "GRM-125",  # D-8
)
NIGHT_PERIL = Switch(
    "night_peril",
    "A night's sleep removes all Peril",
    "On: a night makes you Unhindered. Off: it removes one step, like a short rest.",
    True,
    "GRM-014",  # D-8
)
DISEASE_STOPS = Switch(
    "disease_stops",
    "No recuperation while diseased",
    "Days with a disease heal no wounds or injuries.",
    True,
    "GRM-127",  # D-8
)
CHAOS_EACH = Switch(
    "chaos_each",
    "Corruption per test against chaos",
    "Every this many points of Corruption call for a Resolve test; failure brings a rank of chaos.",
    10,
    "GRM-014",  # D-8
)
ADVANCE_PRICE = Switch(
    "advance_price",
    "Price of an advance",
    "Reward points per advance in the first profession; double in the second, triple in the third.",
    100,
)
PROFESSION_BINDS = Switch(
    "profession_binds",
    "Advances from the profession only",
    "On: only those of the current profession, once each. Off: any.",
    True,
)
SESSION_FORTUNE = Switch(
    "session_fortune",
    "Fortune Points at the start of a session",
    "A new session restores Fortune up to this.",
    1,
    "GRM-093",  # D-1
)
PRICES = Switch("prices", "Prices in per cent", "Share of the listed price.", 100)

# -- making people, and money ------------------------------------------------------------------------------------------

ATTRIBUTE_ROLLS = Switch(
    "attribute_rolls",
    "Rolling attributes",
    "25 + 3d10 for each attribute in order, or seven rolls to assign freely.",
    "in order",
    "",  # D-1
    ("in order", "assigned"),
)
REWARD_POINTS = Switch(
    "reward_points",
    "Starting reward points",
    "For the first profession; an advance costs 100.",
    1000,
)
EXPERTS = Switch(
    "experts",
    "Beginners in expert professions",
    "The first profession can be an expert one if its requirements are met.",
    False,
)
STARTING_MONEY = Switch(
    "starting_money",
    "Starting gold crowns",
    "For the first weapons, armour and gear.",
    30,
)
FORTUNE_POINTS = Switch(
    "fortune_points",
    "Fortune Points each",
    "Starting Fortune Points. By the book the group shares one more than its players.",
    1,
)  # D-1
FATE_POINTS = Switch("fate_points", "Fate Points each", "Starting Fate Points.", 1, "GRM-020")

#: All of them, in the order in which the page shows them.
SWITCHES: tuple[Switch, ...] = (
    *under(
        "Fights",
        (
            ONE_ATTACK,
            TAKEDOWN,
            BANDS,
            SIZE_STEP,
            PARRY_SIZES,
            SURPRISE_TWICE,
            ODDS_OF_DEFENCE,
            FIERY,
            AMMUNITION,
        ),
    ),
    *under(
        "Damage and healing",
        (
            FLAT_BONUS,
            CRITICAL_FURY,
            HIT_LOCATIONS,
            BLEEDING,
            SURGERY,
            HEALING_PACE,
            NIGHT_PERIL,
            DISEASE_STOPS,
        ),
    ),
    *under(
        "Fortune and chaos",
        (
            FORCE_REROLL,
            SESSION_FORTUNE,
            FORTUNE_POINTS,
            FATE_POINTS,
            CHAOS_EACH,
        ),
    ),
    *under(
        "Making and advancing",
        (
            ATTRIBUTE_ROLLS,
            REWARD_POINTS,
            ADVANCE_PRICE,
            PROFESSION_BINDS,
            EXPERTS,
        ),
    ),
    *under(
        "Money",
        (
            STARTING_MONEY,
            PRICES,
        ),
    ),
)
