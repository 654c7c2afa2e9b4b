"""The house rules of creatures and beast forms that a campaign may turn, each with the default of our reading."""

from rules.engine.content.switches import Switch

CREATURE_STAMINA = Switch(
    "creature_stamina",
    "Stamina of creatures, per level",
    "Creatures without Stamina of their own get this much as they come to the table; 0 leaves them with Health only.",
    0,  # D-4
)
CREATURE_COUNTER = Switch(
    "creature_counter",
    "Counter of creatures below Armor",
    "How far Counter lies below Armor where a creature has none of its own.",
    5,
    "LIN-037",  # D-4
)
CREATURES_DIVE = Switch(
    "creatures_dive",
    "Creatures dive away",
    "Creatures choose between a counter attack and a dive roll; otherwise they only counter attack.",
    True,
    "LIN-044",  # D-6
)
UNENGAGED = Switch(
    "unengaged",
    "When a creature is not attacked",
    "Creatures with counters only use one as an action if nobody has attacked them for this long.",
    "since its last turn",
    "LIN-027",  # C-23
    ("since its last turn", "in this fight"),
)
CRUSH_POINT = Switch(
    "crush_point",
    "Difficulty of resisting a crushing advance",
    "Success point of the Mettle test against animated armour; five less fails.",
    15,  # D-4
)
FORM_ENDS = Switch(
    "form_ends",
    "Beast forms end at 0 Health",
    "Dying Shapeshifters turn back, except in a Last Stand; otherwise they keep their form.",
    True,  # D-3
)
ROT_STEPS = Switch(
    "rot_steps",
    "Steps of a small form raise its rot",
    "Damage steps raise the rot die of the small form; otherwise the die of its bite.",
    True,
    "LIN-047",  # D-3
)

OF_CREATURES = (CREATURE_STAMINA, CREATURE_COUNTER, CREATURES_DIVE, UNENGAGED, CRUSH_POINT, FORM_ENDS, ROT_STEPS)
