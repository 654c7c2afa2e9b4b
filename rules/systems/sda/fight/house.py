"""The house rules of a fight, each with what the draft (or the reading of it) says, and where their values are read."""

from rules.engine.sheets import Json
from rules.engine.system import Switch
from rules.engine.table import Table

BLEEDING_AGAIN = "bleeding_on_a_bleeding_line"
BLEEDING_COST = "bleeding_costs"
REANIMATED = "reanimated"
SPIRIT_PER_HIT = "spirit_per_melee_hit"
WAKE = "wake_after_the_fight"

SWITCHES: tuple[Switch, ...] = (
    Switch(
        BLEEDING_AGAIN,
        "A line that bleeds already",
        "A second bleeding wound on one line makes it a level worse, or only counts if it is the deeper one.",
        "worse",
        "SDA-209, C-41",
        ("worse", "deeper"),
    ),
    Switch(
        BLEEDING_COST,
        "What bleeding costs",
        "Bleeding costs a die or worsens on every strength or agility roll of a fight, or on the first of each round.",
        "every roll",
        "SDA-210, C-41",
        ("every roll", "once a round"),
    ),
    Switch(
        SPIRIT_PER_HIT,
        "Spirit lost for each melee hit",
        "Whoever is hit in melee loses this much spirit for each hit, whatever the hits are spent on.",
        1,
        "SDA-185, C-38",
    ),
    Switch(
        REANIMATED,
        "Brought back to life",
        "Somebody reanimated lies incapacitated, no longer bleeding, with 1 spirit, or is only dazed and awake.",
        "incapacitated",
        "SDA-219, C-47",
        ("incapacitated", "awake"),
    ),
    Switch(
        WAKE,
        "The end of a fight wakes everybody",
        "Whoever is unconscious wakes when the fight is over, or only those whom a blow knocked out.",
        "everybody",
        "SDA-217, C-48",
        ("everybody", "knocked out"),
    ),
)

_DEFAULTS = {switch.name: switch.default for switch in SWITCHES}


def chosen(table: Table, name: str) -> Json:
    """What the campaign chose, or the default."""
    return table.house_rules.get(name, _DEFAULTS[name])


def flag(table: Table, name: str) -> bool:
    """The same for a rule that is on or off."""
    return bool(chosen(table, name))


def number(table: Table, name: str) -> int:
    """The same for a rule that is a number, never below 0."""
    value = chosen(table, name)
    return max(0, value) if isinstance(value, int) else int(bool(value))
