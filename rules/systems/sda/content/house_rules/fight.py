"""The house rules of a fight; the default of each is what the draft, or the reading of it, says."""

from collections.abc import Mapping

from rules.engine.content.switches import Switch
from rules.engine.kernel import Json

BLEEDING_AGAIN = Switch(
    "bleeding_on_a_bleeding_line",
    "A line that bleeds already",
    "A second bleeding wound on one line makes it a level worse, or only counts if it is the deeper one.",
    "worse",
    "SDA-209",  # C-41
    ("worse", "deeper"),
)
BLEEDING_COST = Switch(
    "bleeding_costs",
    "What bleeding costs",
    "Bleeding costs a die or worsens on every strength or agility roll of a fight, or on the first of each round.",
    "every roll",
    "SDA-210",  # C-41
    ("every roll", "once a round"),
)
AGILITY, CHANCE = "agility", "chance"
TIES = Switch(
    "ties_on_the_ladder",
    "Ties on the ladder",
    "Those of the same initiative and spirit act by their agility and then by chance, or by chance alone.",
    AGILITY,
    "SDA-158",  # C-34, D-12
    (AGILITY, CHANCE),
)
SPIRIT_PER_HIT = Switch(
    "spirit_per_melee_hit",
    "Spirit lost for each melee hit",
    "Whoever is hit in melee loses this much spirit for each hit, whatever the hits are spent on.",
    1,
    "SDA-185",  # C-38
)
SPIRIT_PER_SHOT = Switch(
    "spirit_per_ranged_hit",
    "Spirit lost for each hit from afar",
    "Whoever is hit by something shot or thrown loses this much spirit for each hit; the draft says none.",
    0,
    "SDA-199",  # C-38
)
AMMUNITION = Switch(
    "whose_ammunition_is_counted",
    "Whose ammunition is counted",
    "Arrows and bolts of the characters are counted, those of everybody, or those of nobody.",
    "characters",
    "SDA-193",  # D-12
    ("characters", "everybody", "nobody"),
)
NO_EFFECT, STUNNING, OPENING = "nothing", "a stun", "a wound that bleeds"
OTHER_MAJORS = Switch(
    "other_major_injuries",
    "Major injuries by burning, freezing and the like",
    "A major injury that neither a point, an edge nor a blow made brings nothing but its box, or a stun, or a "
    "bleeding wound of level 1.",
    NO_EFFECT,
    "SDA-209",  # D-12
    (NO_EFFECT, STUNNING, OPENING),
)
QUIVER = Switch(
    "arrows_in_a_quiver",
    "Arrows in a quiver",
    "So many arrows are in a full quiver when the first of them is taken out.",
    15,
    "SDA-193",  # D-12
)
RELOADING = Switch(
    "weapons_are_reloaded",
    "Crossbows and firearms are reloaded",
    "After a shot the tests of their kind load them again; otherwise they are ready for the next turn.",
    True,
    "SDA-159",  # D-12
)
BREAKING = Switch(
    "weapons_break",
    "Weapons break",
    "A weapon in hand is lost when a roll with it fails completely and every die shows 1; the draft has none of it.",
    False,
    "SDA-048",  # D-12
)
SPURRED = Switch(
    "riding_limits_mounts",
    "A spurred mount is held by its rider's skill",
    "A mount that is urged on rolls no more dice than its rider's riding scored; otherwise all, if it scored at all.",
    True,
    "SDA-118",  # D-12
)
SHRUG_LOSSES = Switch(
    "shrugging_off_fails",
    "Shrugging off a wound fails completely",
    "The wound gets worse by a box for each die that shows 1, or by one box.",
    "a box for each 1",
    "SDA-272",  # C-49
    ("a box for each 1", "one box"),
)
REANIMATED = Switch(
    "reanimated",
    "Brought back to life",
    "Somebody reanimated lies incapacitated, no longer bleeding, with 1 spirit, or is only dazed and awake.",
    "incapacitated",
    "SDA-219",  # C-47
    ("incapacitated", "awake"),
)
OVER_AN_EDGE = Switch(
    "throw_over_an_edge_costs",
    "A throw over an edge",
    "How many hits more it takes to throw somebody over an edge than to the ground; the draft says none.",
    0,
    "SDA-238",  # C-54
)
WAKE = Switch(
    "wake_after_the_scene",
    "The end of a scene wakes everybody",
    "Whoever is unconscious wakes when the scene is over, or only those whom a blow knocked out.",
    "everybody",
    "SDA-217",  # C-48
    ("everybody", "knocked out"),
)
SQUARES, HEXAGONS = "squares", "hexagons"
GRID = Switch(
    "grid",
    "The grid of the board",
    "On hexagons people look at a corner, and a weapon that flies lands in one of six directions counted from there; "
    "on squares they look anywhere, and it lands in one of eight.",
    SQUARES,
    "SDA-282",  # D-11
    (SQUARES, HEXAGONS),
)

SWITCHES: tuple[Switch, ...] = (
    TIES,
    BLEEDING_AGAIN,
    BLEEDING_COST,
    SPIRIT_PER_HIT,
    SPIRIT_PER_SHOT,
    AMMUNITION,
    QUIVER,
    RELOADING,
    BREAKING,
    OTHER_MAJORS,
    SPURRED,
    SHRUG_LOSSES,
    REANIMATED,
    OVER_AN_EDGE,
    WAKE,
    GRID,
)


def on_hexagons(house_rules: Mapping[str, Json]) -> bool:
    """Whether a table plays on hexagons (SDA-282)."""
    return bool(GRID.chosen(house_rules) == HEXAGONS)


def spurred(house_rules: Mapping[str, Json], scored: int, whole: int) -> int:
    """Dice that a mount rolls when urged on: of its ``whole`` pool, by the MoS ``scored`` in riding (SDA-118, D-12).

    >>> [spurred({}, scored, 4) for scored in (0, 2, 6)]
    [0, 2, 4]
    """
    most = scored if SPURRED.flag(house_rules) else whole
    return min(most, whole) if scored else 0
