"""The house rules that a WinterDawn campaign may turn, each with what the draft or our reading says (SDA-015)."""

from collections.abc import Mapping

from rules.engine.sheets import Json
from rules.engine.system import Switch

BUYING = "buying_dice"
EGO_AGAIN = "ego_again"
UNTRAINED = "untrained_failure_teaches"
FULL_POOL = "flawless_needs_full_pool"

SWITCHES: tuple[Switch, ...] = (
    Switch(
        BUYING,
        "When spirit limits bought dice",
        "Dice bought with spirit must fit the spirit left after paying, or only the spirit held before.",
        "after paying",
        "SDA-057, SDA-059, C-16",
        ("after paying", "before paying"),
    ),
    Switch(
        EGO_AGAIN,
        "Ego tests that fail completely",
        "How often a complete failure of an ego test brings another ego test.",
        "once",
        "SDA-049, C-22",
        ("never", "once", "twice"),
    ),
    Switch(
        UNTRAINED,
        "Failing untrained teaches",
        "A complete failure in a skill of rank 0 gives experience, since that ego test cannot fail.",
        True,
        "SDA-052, C-32",
    ),
    Switch(
        FULL_POOL,
        "Flawless success needs the full pool",
        "Only a roll with all dice of the pool can be a flawless success.",
        True,
        "SDA-046, C-23",
    ),
)

_DEFAULTS = {switch.name: switch.default for switch in SWITCHES}


def house_rule(house_rules: Mapping[str, Json], name: str) -> Json:
    """What the campaign chose, or the default."""
    return house_rules.get(name, _DEFAULTS[name])
