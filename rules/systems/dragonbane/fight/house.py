"""The house rules of a fight, each with what the book (or the reading of it) says, and where their values are read."""

from rules.engine.sheets import Json
from rules.engine.system import Switch
from rules.engine.table import Table

CHOOSERS = "surprise_chooses"
SWAPS = "swaps_a_round"
HOLD = "hold_back"
PRONE_BOON = "prone_gives_a_boon"
CLOSE_BANE = "shooting_in_melee"
DOUBLE_RANGE = "twice_the_range"
DODGE_COUNTER = "dragon_dodge_counterattacks"
DRAGON_NEEDS_DRAGON = "dragon_is_met_by_dragons"
MONSTER_PARRY = "monsters_can_be_parried"
MONSTER_ROWS = "game_master_picks_attacks"
CREATURES_FALL = "creatures_at_zero"
DIAGONALS = "diagonals"
TWO_METRES = "step_after_a_parry"
DEFENCE_PUSH = "push_a_defence"
RALLY_RANGE = "rally_reaches"

SWITCHES: tuple[Switch, ...] = (
    Switch(
        CHOOSERS,
        "Surprising attackers choose",
        "Whoever surprises takes any card of the deck, or is given the lowest one.",
        "any card",
        "DRB-009, C-07",
        ("any card", "the lowest"),
    ),
    Switch(
        SWAPS,
        "Swaps in a round",
        "A card changes hands by waiting so often a round: once for each of the two, or as often as somebody likes.",
        "once",
        "DRB-008, C-08",
        ("once", "any number"),
    ),
    Switch(
        HOLD,
        "Waiting without anybody to swap with",
        "Whoever waits may put their card beneath all the others instead of swapping it.",
        True,
        "DRB-008",
    ),
    Switch(
        PRONE_BOON,
        "Against those on the ground",
        "Attacks on somebody who lies on the ground have a boon.",
        True,
        "D-4",
    ),
    Switch(
        CLOSE_BANE,
        "Shooting with an enemy beside you",
        "A shot with an enemy within 2 metres has a bane, is not possible, or is a shot like any other.",
        "bane",
        "DRB-012",
        ("bane", "impossible", "as ever"),
    ),
    Switch(
        DOUBLE_RANGE,
        "Beyond the range",
        "Up to twice the range of a weapon can be reached with a bane.",
        True,
        "DRB-012",
    ),
    Switch(
        DODGE_COUNTER,
        "A Dragon on a dodge",
        "A Dragon strikes back at once when it is rolled for a dodge too, not for a parry only.",
        False,
        "DRB-034, C-10",
    ),
    Switch(
        DRAGON_NEEDS_DRAGON,
        "Attacks with a Dragon",
        "Only another Dragon parries or dodges an attack that is a Dragon.",
        False,
        "DRB-034",
    ),
    Switch(
        DEFENCE_PUSH,
        "Pushing a parry or a dodge",
        "Player characters may push a failed parry or dodge before damage is rolled.",
        True,
        "DRB-003",
    ),
    Switch(
        TWO_METRES,
        "A step after a parry",
        "After a parry both sides may move 2 metres, and nobody strikes at them for it.",
        True,
        "DRB-031",
    ),
    Switch(
        MONSTER_PARRY,
        "Attacks of monsters",
        "They can be parried where their row says so, or always.",
        "as stated",
        "C-06",
        ("as stated", "always"),
    ),
    Switch(
        MONSTER_ROWS,
        "Monsters choose",
        "The game master may pick the row of a monster's attack instead of rolling it.",
        True,
        "D-4",
    ),
    Switch(
        CREATURES_FALL,
        "Creatures at 0 hit points",
        "Creatures die at 0 hit points, or roll against death like everybody else.",
        "die",
        "DRB-036, DRB-037",
        ("die", "death rolls"),
    ),
    Switch(
        RALLY_RANGE,
        "Rally within",
        "So many metres away somebody at 0 hit points can be rallied.",
        10,
        "DRB-040, C-14",
    ),
    Switch(
        DIAGONALS,
        "Diagonal squares",
        "A diagonal step counts as one square of 2 metres, or as the straight distance.",
        "one square",
        "DRB-028",
        ("one square", "straight metres"),
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
