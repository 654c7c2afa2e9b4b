"""Consequences of a roll of a skill, whatever it was for: flawless success, complete failure, practice."""

from rules.engine.kernel import Dice, ExperienceChanged, Judged, Sheet, Table, Told, Wording
from rules.systems.sda.content.house_rules.general import EGO_AGAIN, UNTRAINED
from rules.systems.sda.core.effects import loss_of_spirit
from rules.systems.sda.core.person import lift, take_spirit
from rules.systems.sda.core.rolls.pool import needs_full_pool
from rules.systems.sda.core.rolls.pools import pool_for
from rules.systems.sda.core.rolls.throwing import Result, throw

#: The reward of a roll whose player was not asked: what they wish for all such rolls, which their sheet remembers.
AS_WISHED, WISH = "", "flawless_gives"
_EGO_TESTS = {"never": 1, "once": 2, "twice": 3}


def judge(table: Table, who: str, verdict: str | bool, hits: int = 0, /, **numbers: int | Wording | None) -> None:
    """Say what a roll came to; True is the verdict success, False failure."""
    said = verdict if isinstance(verdict, str) else "success" if verdict else "failure"
    table.happen(Judged(who, said, hits, numbers))


def reckon(table: Table, dice: Dice, result: Result, *, succeeded: bool, reward: str) -> None:
    """Let a roll have its consequences; ``reward`` is what its player takes for a flawless success, or as they wish."""
    _reckon(table, dice, result, succeeded, reward, ego_tests(table))


def ego_tests(table: Table) -> int:
    """The most ego tests that may follow a complete failure one after the other, 1 to 3 (C-22)."""
    return _EGO_TESTS[str(EGO_AGAIN.chosen(table.house_rules))]


def wished(sheet: Sheet) -> str:
    """The reward that somebody takes for flawless successes of rolls that do not ask for it (SDA-047)."""
    return str(sheet.memo.get(WISH, "spirit"))


def is_flawless(table: Table, result: Result, *, succeeded: bool) -> bool:
    """Whether the whole pool was thrown, every die scored, and the task was done (SDA-046, C-23)."""
    whole = result.is_full or not needs_full_pool(table)
    return succeeded and whole and result.all_scored


def _reckon(table: Table, dice: Dice, result: Result, succeeded: bool, reward: str, egos: int) -> None:
    if result.has_highest:
        _practise(table, result)
    if is_flawless(table, result, succeeded=succeeded):
        _reward(table, result, reward)
    if result.no_success and egos:
        _fail_completely(table, dice, result, reward, egos)


def _practise(table: Table, result: Result) -> None:
    """Give 1 experience in the attribute that was rolled, for a highest face, once a roll (SDA-069, C-25)."""
    pool = result.pool
    table.happen(ExperienceChanged(pool.who, "attribute", pool.attribute, 1, "highest face"))


def _reward(table: Table, result: Result, reward: str) -> None:
    """Give spirit for every MoS on the dice, or 1 experience in the skill (SDA-047, C-24)."""
    pool = result.pool
    table.happen(Told((pool.who,), "{0} has a flawless success.", apart=True))
    if (reward or wished(table.sheet(pool.who))) == "experience":
        table.happen(ExperienceChanged(pool.who, "skill", pool.skill, 1, "flawless success"))
        return
    lift(table, pool.who, result.raw, "flawless success")


def _fail_completely(table: Table, dice: Dice, failed: Result, reward: str, egos: int) -> None:
    """Roll an ego test against the skill's rank (SDA-049, SDA-052, C-22).

    Passed, it gives 1 experience in the skill (SDA-050); failed, it costs spirit (SDA-051).
    """
    who, rank = failed.pool.who, failed.pool.rank
    table.happen(Told((who,), "{0} fails completely and rolls ego."))
    pool = pool_for(table, who, "ego", free=True)
    ego = throw(table, dice, pool, pool.available, f"ego test, difficulty {rank}")
    passed = ego.net >= rank
    if passed and (rank or UNTRAINED.chosen(table.house_rules)):
        table.happen(ExperienceChanged(who, "skill", failed.pool.skill, 1, "complete failure, ego held"))
    if not passed:
        take_spirit(table, who, loss_of_spirit(table.sheet(who), rank), "complete failure, ego lost")
    _reckon(table, dice, ego, passed, reward, egos - 1)
