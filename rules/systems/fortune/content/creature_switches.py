"""The house rules of creatures and beast forms that a campaign may turn, each with the default of our reading."""

from rules.engine.content.switches import Switch

CREATURE_COUNTER = Switch(
    "creature_counter",
    "Counter of creatures below Armor",
    "How far Counter lies below Armor where a creature has none of its own.",
    5,
    "LIN-037",  # D-4
)
ROT_STEPS = Switch(
    "rot_steps",
    "Steps of a small form raise its rot",
    "Damage steps raise the rot die of the small form; otherwise the die of its bite.",
    True,
    "LIN-047",  # D-3
)

OF_CREATURES = (CREATURE_COUNTER, ROT_STEPS)
