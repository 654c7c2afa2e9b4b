"""The house rules of magic that a campaign may turn.

The edition of August 2024 has no spells, so nearly every default is a figure of the later one, or our reading of it.
"""

from rules.engine.content.switches import Switch

MAGIC_IN_MELEE = Switch(
    "magic_in_melee",
    "Magic attacks in melee",
    "Magic strikes at any distance up to the range of the class; otherwise not within 5 ft.",
    True,
    "LIN-034",
)

OF_SPELLS = (MAGIC_IN_MELEE,)
