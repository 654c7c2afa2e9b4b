"""The house rules of harm: damage, conditions, broken things, fumbles, healing."""

from rules.engine.content.switches import Switch, under

FLAT_BONUS = Switch(
    "weapon_damage",
    "Weapons add their own damage",
    "Each weapon adds a fixed number besides bonus and Fury Dice.",
    False,
    "GRM-125",  # C-23
)
CRITICAL_FURY = Switch(
    "critical_fury",
    "Critical hits add a Fury Die",
    "A critical success on an attack adds a Fury Die to its damage.",
    False,
    "GRM-040",
)
HIT_LOCATIONS = Switch(
    "hit_locations",
    "Hit locations",
    "A d10 gives the location. Armour covers the whole body, so this is for the story only.",
    False,
    "GRM-052",
)
BLEEDING = Switch(
    "bleeding",
    "Bleeding wounds",
    "Bleeding costs a step every [Brawn Bonus] turns, or every turn.",
    "brawn bonus",
    "GRM-060",  # D-8
    ("brawn bonus", "every turn"),
)

#: In the order in which the page shows them.
SWITCHES: tuple[Switch, ...] = (
    *under(
        "Damage and conditions",
        (
            FLAT_BONUS,
            CRITICAL_FURY,
            HIT_LOCATIONS,
            BLEEDING,
        ),
    ),
)
