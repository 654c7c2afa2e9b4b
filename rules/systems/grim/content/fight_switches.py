"""The house rules about tests, harm and fights, each with the default of the text or of our reading."""

from rules.engine.content.switches import Switch

ONE_ATTACK = Switch(
    "one_attack",
    "One attack or stunt a turn",
    "A turn has one attack or perilous stunt, whatever action points are left; off, as many as can be paid for.",
    True,
    "GRM-034 to GRM-037",  # D-1
)
FLAT_BONUS = Switch(
    "weapon_damage",
    "Weapons add damage of their own",
    "Each weapon adds a fixed number to its damage, beside bonus and Fury Dice.",
    False,
    "GRM-125",  # C-23
)
SURPRISE_TWICE = Switch(
    "surprise_twice",
    "Surprise gives two Fury Dice",
    "The surprise turn and the surprised foe give a Fury Die each; off, they are one and the same.",
    False,
    "GRM-003, GRM-022",  # C-12
)
SIZE_STEP = Switch(
    "size_step",
    "Difficulty for each step of size",
    "A foe larger than the attacker is easier to hit by so much for each step of size, a smaller one harder.",
    10,
    "GRM-041",  # D-8
)
PARRY_SIZES = Switch(
    "parry_sizes",
    "Sizes of weapons count when parrying",
    "Parrying a weapon of a longer size is harder by this much for each step, a shorter one easier.",
    0,
    "GRM-123",  # E-p
)
ODDS_OF_DEFENCE = Switch(
    "defence_known",
    "Odds tell of defences",
    "The odds of an attack say how often it gets past the best defence of the foe.",
    True,
)
BANDS = Switch(
    "bands",
    "Distances beyond short",
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
    "Bleeding costs a step of the damage track every so many turns as the Brawn Bonus says, or every turn.",
    "brawn bonus",
    "GRM-060",  # D-8
    ("brawn bonus", "every turn"),
)
FORCE_REROLL = Switch(
    "force_reroll",
    "Fortune against others",
    "A Fortune Point may make a foe roll a successful attack again; off, it re-rolls only one's own tests.",
    True,  # D-8
)

FIERY = Switch(
    "fiery",
    "Fire spreads to",
    "A Fiery weapon sets alight whom it hits, and one who is engaged with them, or everybody engaged with them.",
    "one",
    "GRM-066",  # C-02
    ("one", "everybody"),
)
AMMUNITION = Switch(
    "ammunition",
    "Ammunition is counted",
    "Loading uses up what a weapon shoots: one for each shot, three with Recoil.",
    False,
    "GRM-085",
)
HIT_LOCATIONS = Switch(
    "hit_locations",
    "Hits have a place",
    "A d10 says where each hit lands; armour covers all of the body, so it is told and has no other effect.",
    False,
    "GRM-052",
)

SWITCHES = (
    ONE_ATTACK,
    FLAT_BONUS,
    SURPRISE_TWICE,
    SIZE_STEP,
    PARRY_SIZES,
    ODDS_OF_DEFENCE,
    BANDS,
    TAKEDOWN,
    CRITICAL_FURY,
    BLEEDING,
    FORCE_REROLL,
    FIERY,
    AMMUNITION,
    HIT_LOCATIONS,
)
