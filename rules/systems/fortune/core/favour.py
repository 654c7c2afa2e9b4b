"""Fortune's Favor, a token that a failure gives, and the ways to spend it on a roll; help with the next test.

LIN-022 to LIN-024, C-07 (help), C-14, E-e.
"""

from typing import Any

from rules.engine.kernel import (
    Choice,
    NotNow,
    ResourceChanged,
    Sheet,
    Table,
    end_conditions,
    give_points,
    keep_memo,
    pick,
    set_limit,
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
from rules.systems.fortune.core.state import count_use, feature_named, has_feature, uses_left

FAVOUR_TOKEN = "favour"  # noqa: S105 - no password


def gain_favour(table: Table, who: str, reason: str = "a failed test") -> None:
    """Give the token to somebody who can hold one and has room for it; creatures hold none (LIN-022, E-d)."""
    give_points(table, who, FAVOUR_TOKEN, 1, reason)


def spend_favour(table: Table, who: str, reason: str) -> None:
    """Take the token; refused without one (LIN-023)."""
    refuse_without_favour(table.sheet(who))
    table.happen(ResourceChanged(who, FAVOUR_TOKEN, -1, reason))


def refuse_without_favour(sheet: Sheet) -> None:
    if not sheet.now(FAVOUR_TOKEN):
        raise NotNow(f"{sheet.name} has no {LABEL}. You gain it from failed tests.")


def keep_tokens(table: Table, who: str) -> None:
    """Let the most tokens follow the house rule (C-14)."""
    if table.sheet(who).most(FAVOUR_TOKEN):
        set_limit(table, who, FAVOUR_TOKEN, switches.FAVOUR_MOST.number(table.house_rules, least=1))


def field_favour() -> Any:
    """The field of every command that rolls, for what becomes of the token (E-e)."""
    return pick(LABEL, among=favour_choices, default=KEEP, help="Spent after the first die")


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


def plain_favours(table: Table) -> tuple[Choice, ...]:
    """The ways to spend the token on dice; keeping it is the only one without one."""
    return _CHOICES if table.me.now(FAVOUR_TOKEN) else _CHOICES[:1]


def favour_choices(table: Table) -> tuple[Choice, ...]:
    """The ways to spend the token, on an outcome as well."""
    return (*plain_favours(table), *(_lifts(table.me) if table.me.now(FAVOUR_TOKEN) else ()))


def lift(table: Table, who: str, feature: str) -> None:
    """Pay for an outcome that is lifted, and count the use of the feature (D-3)."""
    spend_favour(table, who, feature_named(feature).name)
    count_use(table, who, feature)


CIRCUMSTANCES = (
    Choice(PLAIN, "As usual"),
    Choice(FAVOUR, "Favour", "the better of two d20"),
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
    return (max(1, held.level), sheet.noted(AID, int)) if held else (0, 0)


def use_help(table: Table, who: str) -> None:
    """End the help for the next test, which has come (C-07)."""
    end_conditions(table, who, HELPED)
    keep_memo(table, who, AID, None)


# -- luck --------------------------------------------------------------------------------------------------------------

#: The difficulties of luck: success and failure point (LIN-054).
LUCK = {"likely": (10, 5), "unlikely": (15, 10), "very_unlikely": (18, 13)}
FOLK_HERO = "folk_hero"


def difficulties(table: Table) -> dict[str, tuple[int, int]]:
    """The difficulties of luck; a Folk Hero may ask whether somebody has heard the tales (D-3)."""
    point = feature_switches.FOLK_HERO_POINT.number(table.house_rules)
    tales = {FOLK_HERO: (point, point - switches.FAILURE_BELOW.number(table.house_rules))}
    return {**LUCK, **tales} if has_feature(table.me, FOLK_HERO) else LUCK


def likelihoods(table: Table) -> tuple[Choice, ...]:
    """The difficulties of luck to choose among, with their points."""
    known = difficulties(table).items()
    return tuple(Choice(key, key.replace("_", " ").capitalize(), f"{sp} and {fp}") for key, (sp, fp) in known)
