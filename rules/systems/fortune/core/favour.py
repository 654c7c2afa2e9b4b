"""Fortune's Favor, a token that a failure gives, and the ways to spend it on a roll; help with the next test.

LIN-022 to LIN-024, C-07 (help), C-14, E-e.
"""

from typing import Any

from rules.engine.kernel import (
    Choice,
    ConditionEnded,
    LimitChanged,
    MemoKept,
    NotNow,
    ResourceChanged,
    Sheet,
    Table,
    pick,
)
from rules.systems.fortune.content import feature_switches, switches
from rules.systems.fortune.core.chances import (
    CANCEL,
    FAVOUR,
    KEEP,
    LABEL,
    LIFTS,
    MISFORTUNE,
    ON_FAILURE,
    PLAIN,
    UNLESS_SUCCESS,
)
from rules.systems.fortune.core.state import count_use, feature_named, has_feature, noted, uses_left

FAVOUR_TOKEN = "favour"  # noqa: S105 - no password


def holds_favour(sheet: Sheet) -> bool:
    return sheet.now(FAVOUR_TOKEN) > 0


def gain_favour(table: Table, who: str, reason: str = "a test that failed") -> None:
    """Give the token to somebody who can hold one and has room for it; creatures hold none (LIN-022, E-d)."""
    held = table.sheet(who).resources.get(FAVOUR_TOKEN)
    if held is not None and held.now < held.most:
        table.happen(ResourceChanged(who, FAVOUR_TOKEN, 1, reason))


def spend_favour(table: Table, who: str, reason: str) -> None:
    """Take the token; refused without one (LIN-023)."""
    refuse_without_favour(table.sheet(who))
    table.happen(ResourceChanged(who, FAVOUR_TOKEN, -1, reason))


def refuse_without_favour(sheet: Sheet) -> None:
    if not holds_favour(sheet):
        raise NotNow(f"{sheet.name} has no {LABEL}. You gain it from failed tests.")


def keep_tokens(table: Table, who: str) -> None:
    """Let the most tokens follow the house rule (C-14)."""
    held = table.sheet(who).resources.get(FAVOUR_TOKEN)
    most = switches.FAVOUR_MOST.number(table.house_rules, least=1)
    if held is not None and held.most and held.most != most:
        table.happen(LimitChanged(who, FAVOUR_TOKEN, most - held.most))


def field_favour() -> Any:
    """The field of every command that rolls, for what becomes of the token (E-e)."""
    return pick(LABEL, default=KEEP, help="Spent after the first die")


_CHOICES = (
    Choice(KEEP, "Keep Favor"),
    Choice(ON_FAILURE, "Second d20 if it fails", "spends it"),
    Choice(UNLESS_SUCCESS, "Second d20 unless it passes", "spends it"),
    Choice(CANCEL, "Cancel Misfortune with it", "before the roll"),
)


def _lifts(sheet: Sheet) -> tuple[Choice, ...]:
    """The ways of a sheet's features to lift an outcome with the token (D-3)."""
    held = (feature_named(key) for key in LIFTS if has_feature(sheet, key) and uses_left(sheet, key))
    return tuple(Choice(one.key, one.name, "spends it") for one in held)


def favour_choices(table: Table, who: str = "", *, lifts: bool = True) -> tuple[Choice, ...]:
    """The ways to spend the token; keeping it is the only one without one."""
    sheet = table.sheet(who or table.actor)
    if not holds_favour(sheet):
        return _CHOICES[:1]
    return (*_CHOICES, *(_lifts(sheet) if lifts else ()))


def lift(table: Table, who: str, feature: str) -> None:
    """Pay for an outcome that is lifted, and count the use of the feature (D-3)."""
    spend_favour(table, who, feature_named(feature).name)
    count_use(table, who, feature)


CIRCUMSTANCES = (
    Choice(PLAIN, "As usual"),
    Choice(FAVOUR, "Favor that costs nothing", "the better of two d20"),
    Choice(MISFORTUNE, "Misfortune", "the lower of two d20"),
)


# -- help --------------------------------------------------------------------------------------------------------------

#: The status of somebody who is helped with the next test, and the memo of what features add to the help (C-07).
HELPED, AID = "helped", "aid"
#: Points that help adds where there is Favor already (C-07).
HELP_BONUS = 3


def help_for(sheet: Sheet) -> tuple[int, int]:
    """How many help somebody with the next test, and what features add to it (C-07)."""
    held = sheet.conditions.get(HELPED)
    return (max(1, held.level), noted(sheet, AID)) if held else (0, 0)


def use_help(table: Table, who: str) -> None:
    """End the help for the next test, which has come (C-07)."""
    if table.sheet(who).has(HELPED):
        table.happen(ConditionEnded(who, HELPED))
    if AID in table.sheet(who).memo:
        table.happen(MemoKept(who, AID, None))


# -- luck --------------------------------------------------------------------------------------------------------------

#: The difficulties of luck: success and failure point (LIN-054).
LUCK = {"likely": (10, 5), "unlikely": (15, 10), "very_unlikely": (18, 13)}
FOLK_HERO = "folk_hero"


def difficulties(table: Table) -> dict[str, tuple[int, int]]:
    """The difficulties of luck; a Folk Hero may ask whether somebody has heard the tales (D-3)."""
    point = feature_switches.FOLK_HERO_POINT.number(table.house_rules)
    tales = {FOLK_HERO: (point, point - switches.FAILURE_BELOW.number(table.house_rules))}
    return {**LUCK, **tales} if has_feature(table.me, FOLK_HERO) else LUCK
