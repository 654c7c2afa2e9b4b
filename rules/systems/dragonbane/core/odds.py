"""Odds of checks: by themselves, with a push as a second chance, against somebody else (DRB-001 to DRB-006)."""

from rules.engine.kernel import Table, kept
from rules.engine.odds import Chance, Distribution, Odds, in_words, mixture
from rules.systems.dragonbane.content import switches
from rules.systems.dragonbane.core import chances
from rules.systems.dragonbane.core.checks import Check
from rules.systems.dragonbane.core.fields import prices


def odds_of(table: Table, check: Check, *, can_push: bool = True) -> Odds:
    """The odds of a check: success, Dragon, Demon, and success with a push as a second chance (DRB-001 to DRB-004)."""
    once = check.chance
    listed = [Chance("success", "success", once), *ends(check.extra)]
    if can_push and prices(table, table.sheet(check.who), check.attribute):
        listed.insert(1, Chance("pushed", "success, with a push", pushed(table, check)))
    told = f"{in_words(once).capitalize()} to succeed: {table.words(check.words)}"
    good = chances.succeeding(check.level)
    return Odds(told, tuple(listed), faces(check.extra), "on the die", 1, low=True, good=good)


def ends(extra: int) -> tuple[Chance, Chance]:
    """The chances of a Dragon and of a Demon (DRB-002)."""
    return Chance("dragon", "Dragon", chances.dragon(extra)), Chance("demon", "Demon", chances.demon(extra))


def faces(extra: int) -> Distribution:
    """P(the kept die shows 1), P(it shows 2), and so on to 20."""
    return kept(chances.D20, extra)[1:]


def pushed(table: Table, check: Check) -> float:
    """P(a check succeeds, with one push after a failure) (DRB-003)."""
    demons_too = switches.PUSH_DEMON.flag(table.house_rules)
    return chances.pushed(check.level, check.extra, demons_too=demons_too)


def check_odds(table: Table, check: Check, label: str = "succeeds") -> Odds:
    """The odds of a check by itself."""
    return Odds(f"{table.words(check.words)}: {in_words(check.chance)} to succeed", three(check, label))


def three(check: Check, label: str) -> tuple[Chance, ...]:
    """The chances of success, Dragon and Demon."""
    return (
        Chance("success", label, check.chance),
        Chance("dragon", "a Dragon", chances.dragon(check.extra)),
        Chance("demon", "a Demon", chances.demon(check.extra)),
    )


def if_hit(hit: float, damage: Distribution) -> Distribution:
    """The distribution of damage with a probability ``hit`` to do it, and 0 otherwise."""
    return mixture(((hit, damage), (1 - hit, (1.0,))))


def duel_of(mine: Check, theirs: Check) -> chances.Duel:
    """The chances of an opposed roll (DRB-006)."""
    return chances.opposed(mine.level, mine.extra, theirs.level, theirs.extra)


def pushed_duel(table: Table, mine: Check, theirs: Check) -> tuple[Chance, ...]:
    """The chance to win with a push as a second one; empty if its condition cannot be paid (DRB-003, DRB-006)."""
    if not prices(table, table.sheet(mine.who), mine.attribute):
        return ()
    demons_too = switches.PUSH_DEMON.flag(table.house_rules)
    again = chances.opposed_with_a_push(mine.level, mine.extra, theirs.level, theirs.extra, demons_too=demons_too)
    return (Chance("pushed", "win, with a push", again),)
