"""The house rules of a fight; the default of each is what the draft, or the reading of it, says."""

from collections.abc import Mapping

from rules.engine.content.switches import Switch
from rules.engine.kernel import Json

BLEEDING_AGAIN = Switch(
    "bleeding_on_a_bleeding_line",
    "Second bleeding wound on a line",
    "It adds a level, or only counts if it is worse.",
    "worse",
    "SDA-209",  # C-41
    ("worse", "deeper"),
)
BLEEDING_COST = Switch(
    "bleeding_costs",
    "What bleeding costs",
    "Lose a die or worsen on every roll of strength or agility, or on the first each round.",
    "every roll",
    "SDA-210",  # C-41
    ("every roll", "once a round"),
)
AGILITY, CHANCE = "agility", "chance"
TIES = Switch(
    "ties_on_the_ladder",
    "Ties on the ladder",
    "At equal initiative and spirit agility decides, then chance; or chance alone.",
    AGILITY,
    "SDA-158",  # C-34, D-12
    (AGILITY, CHANCE),
)
SPIRIT_PER_HIT = Switch(
    "spirit_per_melee_hit",
    "Spirit lost for each melee hit",
    "However the hits are spent.",
    1,
    "SDA-185",  # C-38
)
SPIRIT_PER_SHOT = Switch(
    "spirit_per_ranged_hit",
    "Spirit lost for each hit from afar",
    "The draft has none.",
    0,
    "SDA-199",  # C-38
)
AMMUNITION = Switch(
    "whose_ammunition_is_counted",
    "Whose ammunition is counted",
    "Count arrows and bolts of characters, of everybody, or of nobody.",
    "characters",
    "SDA-193",  # D-12
    ("characters", "everybody", "nobody"),
)
NO_EFFECT, STUNNING, OPENING = "nothing", "a stun", "a wound that bleeds"
OTHER_MAJORS = Switch(
    "other_major_injuries",
    "Major injuries from burning, freezing etc.",
    "Other major injuries only tick a box, or also stun, or bleed at level 1.",
    NO_EFFECT,
    "SDA-209",  # D-12
    (NO_EFFECT, STUNNING, OPENING),
)
QUIVER = Switch(
    "arrows_in_a_quiver",
    "Arrows in a quiver",
    "Arrows in a full quiver.",
    15,
    "SDA-193",  # D-12
)
RELOADING = Switch(
    "weapons_are_reloaded",
    "Reloading crossbows and firearms",
    "On: reloading needs tests. Off: ready next turn.",
    True,
    "SDA-159",  # D-12
)
BREAKING = Switch(
    "weapons_break",
    "Weapons break",
    "Your weapon breaks on a complete failure of all 1s. Not in the draft.",
    False,
    "SDA-048",  # D-12
)
SPURRED = Switch(
    "riding_limits_mounts",
    "A rider's skill limits a spurred mount",
    "A spurred mount rolls at most as many dice as the rider’s MoS; off: all, if the rider scored.",
    True,
    "SDA-118",  # D-12
)
SHRUG_LOSSES = Switch(
    "shrugging_off_fails",
    "Complete failure to shrug off a wound",
    "The wound worsens by a box per 1 rolled, or by one box.",
    "a box for each 1",
    "SDA-272",  # C-49
    ("a box for each 1", "one box"),
)
REANIMATED = Switch(
    "reanimated",
    "Brought back to life",
    "Incapacitated, or up at once; 1 spirit and no bleeding in either case.",
    "incapacitated",
    "SDA-219",  # C-47
    ("incapacitated", "awake"),
)
OVER_AN_EDGE = Switch(
    "throw_over_an_edge_costs",
    "A throw over an edge",
    "Extra hits to throw somebody over an edge. The draft has none.",
    0,
    "SDA-238",  # C-54
)
WAKE = Switch(
    "wake_after_the_scene",
    "Who wakes at the end of a scene",
    "Everybody unconscious, or only those knocked out.",
    "everybody",
    "SDA-217",  # C-48
    ("everybody", "knocked out"),
)
SQUARES, HEXAGONS = "squares", "hexagons"
GRID = Switch(
    "grid",
    "The grid of the board",
    "Hexagons: six directions. Squares: eight.",
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
