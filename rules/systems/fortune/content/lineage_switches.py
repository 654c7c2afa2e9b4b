"""The house rules about lineages and classes: each turns a point that the text leaves open to its other reading."""

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
    "Any weapon group is any at all",
    "Special, improvised and unarmed ones can be chosen, too; otherwise only the common groups.",
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
