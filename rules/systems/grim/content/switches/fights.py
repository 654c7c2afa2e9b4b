"""The house rules of fights: what a turn allows, what attacks reach and meet, and how they are hit and missed."""

from rules.engine.content.switches import Switch, under

ONE_ATTACK = Switch(
    "one_attack",
    "One attack or stunt a turn",
    "On: one attack or perilous stunt per turn. Off: as many as your Action Points allow.",
    True,
    "GRM-034 to GRM-037",  # D-1
)
TAKEDOWN = Switch(
    "takedown",
    "Takedown skill",
    "Coordination while engaged and Athletics after a charge, as written, or the other way round.",
    "coordination",
    "GRM-107",  # C-06
    ("coordination", "athletics"),
)
BANDS = Switch(
    "bands",
    "Longer distances",
    "Medium, long and extreme distance are two, three and four times the short one.",
    "2, 3, 4",
    "GRM-038, GRM-048",  # D-8
    ("2, 3, 4", "3, 6, 9"),
)
THROWING = Switch(
    "throwing",
    "How far thrown weapons fly",
    "Short distance only, as written, or every distance, as shots do.",
    "short",
    "GRM-037, GRM-094",  # C-04
    ("short", "every distance"),
)
SIZE_STEP = Switch(
    "size_step",
    "Difficulty per step of size",
    "Per step, larger foes are this much easier to hit, smaller ones harder.",
    10,
    "GRM-041",  # D-8
)
WEAPON_SIZES = Switch(
    "weapon_sizes",
    "Weapon size matters where it is cramped",
    "Long weapons are harder to swing where there is no room. Off: all are as handy as a dagger.",
    True,
    "GRM-051, GRM-076, GRM-084, GRM-086",  # E-p
)
PARRY_SIZES = Switch(
    "parry_sizes",
    "Weapon size matters when parrying",
    "Per step, a longer weapon is this much harder to parry, a shorter one easier.",
    0,
    "GRM-123",  # E-p
)
DODGING_SHOTS = Switch(
    "dodging_shots",
    "Skill against shots",
    "Shots are dodged with Coordination, as blows are, or with the Combat skill of the weapon in hand.",
    "coordination",
    "GRM-121",  # C-03
    ("coordination", "combat"),
)
UNPRINTED = Switch(
    "unprinted_reactions",
    "Creatures with no parry or dodge printed",
    "They cannot parry or dodge, or they roll their skills.",
    "none",
    "GRM-121, GRM-123",  # D-7
    ("none", "skills"),
)
SURPRISE_TWICE = Switch(
    "surprise_twice",
    "Surprise gives two Fury Dice",
    "On: the surprise turn and the surprised foe give a Fury Die each. Off: one in all.",
    False,
    "GRM-003, GRM-022",  # C-12
)
ODDS_OF_DEFENCE = Switch(
    "defence_known",
    "Odds include defences",
    "Attack odds include the foe's best defence.",
    True,
)
CIRCLES = Switch(
    "circles",
    "Bursts and explosions",
    "The 6 yards of a burst and the 10 of an explosion are the diameter, or the radius.",
    "diameter",
    "GRM-062, GRM-070, GRM-090, GRM-092",  # D-8
    ("diameter", "radius"),
)
SMOKE = Switch(
    "smoke",
    "Smoke stops shots beyond short distance",
    "Only shots out of it, or shots into it as well.",
    "from inside",
    "GRM-092",
    ("from inside", "both ways"),
)
FIERY = Switch(
    "fiery",
    "Fire spreads to",
    "A Fiery weapon ignites its target, and one or everybody engaged with them.",
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
RECOIL_SHOTS = Switch(
    "recoil_ammunition",
    "Ammunition per shot with Recoil",
    "Loading a weapon with Recoil uses this many for each shot, if ammunition is counted.",
    3,
    "GRM-085",
)
VOLATILE = Switch(
    "volatile",
    "Volatile weapons misfire",
    "On a critical failure of an attack, or of a stunt as well.",
    "attacks",
    "GRM-096",
    ("attacks", "attacks and stunts"),
)

#: In the order in which the page shows them.
SWITCHES: tuple[Switch, ...] = (
    *under(
        "Fights",
        (
            ONE_ATTACK,
            TAKEDOWN,
            BANDS,
            THROWING,
            SIZE_STEP,
            WEAPON_SIZES,
            PARRY_SIZES,
            DODGING_SHOTS,
            UNPRINTED,
            SURPRISE_TWICE,
            ODDS_OF_DEFENCE,
            CIRCLES,
            SMOKE,
            FIERY,
            AMMUNITION,
            RECOIL_SHOTS,
            VOLATILE,
        ),
    ),
)
