"""The house rules of a fight, each with what the draft (or the reading of it) says."""

from rules.engine.system import Switch

BLEEDING_AGAIN = Switch(
    "bleeding_on_a_bleeding_line",
    "A line that bleeds already",
    "A second bleeding wound on one line makes it a level worse, or only counts if it is the deeper one.",
    "worse",
    "SDA-209, C-41",
    ("worse", "deeper"),
)
BLEEDING_COST = Switch(
    "bleeding_costs",
    "What bleeding costs",
    "Bleeding costs a die or worsens on every strength or agility roll of a fight, or on the first of each round.",
    "every roll",
    "SDA-210, C-41",
    ("every roll", "once a round"),
)
SPIRIT_PER_HIT = Switch(
    "spirit_per_melee_hit",
    "Spirit lost for each melee hit",
    "Whoever is hit in melee loses this much spirit for each hit, whatever the hits are spent on.",
    1,
    "SDA-185, C-38",
)
REANIMATED = Switch(
    "reanimated",
    "Brought back to life",
    "Somebody reanimated lies incapacitated, no longer bleeding, with 1 spirit, or is only dazed and awake.",
    "incapacitated",
    "SDA-219, C-47",
    ("incapacitated", "awake"),
)
WAKE = Switch(
    "wake_after_the_fight",
    "The end of a fight wakes everybody",
    "Whoever is unconscious wakes when the fight is over, or only those whom a blow knocked out.",
    "everybody",
    "SDA-217, C-48",
    ("everybody", "knocked out"),
)

SWITCHES: tuple[Switch, ...] = (
    BLEEDING_AGAIN,
    BLEEDING_COST,
    SPIRIT_PER_HIT,
    REANIMATED,
    WAKE,
)
