"""The house rules about tests, harm and fights, each with the default of the text or of our reading."""

from rules.engine.content.switches import Switch

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
    "Fortune against others",
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
    "Ammunition is counted",
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
