"""The house rules about people: each turns a point that the text leaves open on lineages, classes or creatures."""

from rules.engine.content.switches import Switch

SHAPESHIFTER_RANGE = Switch(
    "shapeshifter_range",
    "Shapeshifter’s range, in feet",
    "Out of form, for ranged weapons; the text prints 0, which is melee only.",
    60,
    "LIN-034",
)
SHAPESHIFTER_LATER = Switch(
    "shapeshifter_later",
    "Shapeshifters as in the later edition",
    "1d6 damage out of form, one group of ranged weapons, and forms with an Armor of 12; otherwise 1d8, two and 10.",
    False,
    "LIN-038, LIN-048",
)
TOUGH_SKIN_PLAIN = Switch(
    "tough_skin_plain",
    "Tough skin does not add to a Brawler’s body",
    "It adds to 10 and Agility only; otherwise to Muscle Bound Body as well.",
    False,
    "LIN-036",
)
CLAWS_ARMED = Switch(
    "claws_armed",
    "Claws need training with a weapon",
    "Training with bare hands is not enough for base damage; otherwise it is.",
    False,
    "LIN-048",
)
FAERY_SMALL = Switch("faery_small", "Faeries are small", "Otherwise tiny.", False, "LIN-068")
CHIMERIC_MEDIUM = Switch(
    "chimeric_medium", "Chimeric people are medium", "Otherwise they choose their size.", False, "LIN-068"
)
ANY_GROUP = Switch(
    "any_group",
    "“Any weapon group” includes special ones",
    "Special, improvised and unarmed groups can be chosen too; otherwise only the common ones.",
    False,
    "LIN-048",
)

OF_LINEAGES = (
    SHAPESHIFTER_RANGE,
    SHAPESHIFTER_LATER,
    TOUGH_SKIN_PLAIN,
    CLAWS_ARMED,
    FAERY_SMALL,
    CHIMERIC_MEDIUM,
    ANY_GROUP,
)

# -- creatures, and beast forms ----------------------------------------------------------------------------------------

CREATURE_STAMINA = Switch(
    "creature_stamina",
    "Stamina of creatures, per level",
    "Creatures without Stamina of their own get this much when they are added; 0 leaves them with Health only.",
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
    "Creatures with counters only may use one as an action if not attacked since their last turn, or in this fight.",
    "since its last turn",
    "LIN-027",  # C-23
    ("since its last turn", "in this fight"),
)
CRUSH_POINT = Switch(
    "crush_point",
    "Difficulty of resisting a crushing advance",
    "Success point of the Mettle test against animated armour; the failure point lies five below.",
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
    "Damage steps of a small form raise its rot",
    "Damage steps raise the rot die of the small form; otherwise the die of its bite.",
    True,
    "LIN-047",  # D-3
)

OF_CREATURES = (CREATURE_STAMINA, CREATURE_COUNTER, CREATURES_DIVE, UNENGAGED, CRUSH_POINT, FORM_ENDS, ROT_STEPS)
