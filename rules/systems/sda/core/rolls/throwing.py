"""Throws of pools: the dice that fall, what they come to, and what a flawless success or complete failure brings."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.engine.kernel import (
    ConditionEnded,
    Dice,
    Die,
    ExperienceChanged,
    Judged,
    Refused,
    Sheet,
    Table,
    Told,
    Wording,
    rolled,
)
from rules.systems.sda.content.house_rules.general import EGO_AGAIN, UNTRAINED
from rules.systems.sda.content.skills import SKILLS
from rules.systems.sda.core.effects import loss_of_spirit
from rules.systems.sda.core.person import AGAIN, counted, distribution, lift, measured, mos, take_spirit, use_up
from rules.systems.sda.core.rolls.pool import Pool, needs_full_pool, refuse_empty
from rules.systems.sda.core.rolls.pools import BUYS, HOLDS, pool_for


@dataclass(frozen=True, slots=True)
class Result:
    """A throw of a pool: ``raw`` is the MoS on the dice, ``net`` those after the malus and with granted dice.

    ``excess`` is the malus beyond the MoS, the number of dice that it grants the other side (SDA-029). ``is_full`` if
    no die of the pool was kept back.
    """

    pool: Pool
    faces: tuple[int, ...]
    raw: int
    net: int
    excess: int
    is_full: bool
    granted: tuple[int, ...] = ()

    @property
    def no_success(self) -> bool:
        """Whether no die of the roll gave any MoS, before any malus; no dice are no roll (SDA-048, C-21)."""
        return bool(self.faces) and self.raw == 0

    @property
    def all_scored(self) -> bool:
        return bool(self.faces) and all(mos(face, self.pool.how) for face in self.faces)

    @property
    def has_highest(self) -> bool:
        return self.pool.sides in self.faces


def dice_used(pool: Pool, count: int, field: str = "dice") -> int:
    """The number of dice thrown: ``count``, all for 0; refused where there are not so many (SDA-013)."""
    refuse_empty(pool, field)
    if count > pool.available:
        some = f"1 to {pool.available} dice" if pool.available > 1 else "only 1 die"
        raise Refused(f"You can roll {some}, not {count}.", field)
    return count or pool.available


def throw(table: Table, dice: Dice, pool: Pool, count: int, purpose: str) -> Result:
    """Throw ``count`` dice of a pool; none is no roll, and then the whole malus is in excess (SDA-045)."""
    if count > pool.available:
        unit = "die" if pool.available == 1 else "dice"
        raise Refused(f"You can roll at most {pool.available} {unit}, not {count}.", "dice")
    if count and (pool.due or pool.held):
        pool, count = _as_prepared(table, pool, count)
    faces = throw_dice(table, dice, pool.who, pool.sides, count, purpose, pool.how)
    raw = measured(faces, pool.how)
    net, excess = counted(max(0, raw - pool.malus), pool.how), max(0, pool.malus - raw)
    if faces:
        use_up(table, pool.who, pool.how)
    return Result(pool, faces, raw, net, excess, is_full=count > 0 and pool.is_whole(count))


def _as_prepared(table: Table, pool: Pool, count: int) -> tuple[Pool, int]:
    """Pay what is due, and use up what was prepared: it is for one roll. The pool and the count thrown are returned."""
    sheet = table.sheet(pool.who)
    for name in (BUYS, HOLDS):
        held = sheet.conditions.get(name)
        if held and held.source == pool.skill:
            table.happen(ConditionEnded(pool.who, name))
            take_spirit(table, pool.who, pool.due, "bought dice")
            return pool, count
    # Another roll of the same command has used it up.
    whole = replace(pool, dice=pool.available - pool.ahead, ahead=0, due=0)
    return whole, min(count, whole.available)


def grant(table: Table, dice: Dice, pool: Pool, result: Result, extra: int) -> Result:
    """Throw the dice that the other side's malus grants: they know no malus and are not part of the roll (C-13).

    They are added to a roll: whoever makes none is granted none (C-13a).
    """
    if not extra or not result.faces:
        return result
    faces = throw_dice(table, dice, pool.who, pool.sides, extra, "granted dice")
    return replace(result, net=result.net + measured(faces), granted=faces)


def grant_each(table: Table, dice: Dice, mine: Result, theirs: Result) -> tuple[Result, Result]:
    """Throw the dice that each side's malus grants the other, my side's first (SDA-029)."""
    return grant(table, dice, mine.pool, mine, theirs.excess), grant(table, dice, theirs.pool, theirs, mine.excess)


def throw_dice(
    table: Table, dice: Dice, who: str, sides: int, count: int, purpose: str, how: str = ""
) -> tuple[int, ...]:
    """Throw equal dice that count MoS, of whatever pool, and let it be known; for some the blank ones again (D-7)."""
    if count <= 0:
        return ()
    fallen = dice.roll(who, [sides] * count)
    if table.quiet and AGAIN not in how:
        return fallen.faces
    again = [mos(face, how) == 0 for face in fallen.faces] if AGAIN in how else [False] * count
    shown = tuple(
        Die(sides, face, mos(face, how), kept=not blank) for face, blank in zip(fallen.faces, again, strict=True)
    )
    measure = sum(die.scored for die in shown)
    chances = distribution(sides, count, how.replace(AGAIN, ""))
    table.happen(rolled(who, purpose, shown, measure, chances, typed=fallen.typed))
    if not any(again):
        return fallen.faces
    second = throw_dice(table, dice, who, sides, sum(again), f"{purpose}, again", how.replace(AGAIN, ""))
    return (*(die.face for die in shown if die.kept), *second)


#: The reward of a roll whose player was not asked: what they wish for all such rolls, which their sheet remembers.
AS_WISHED, WISH = "", "flawless_gives"
#: The words for rolling ego again, by how many ego tests may still follow.
_AGAIN = ("a last time", "once more", "again")
#: The skill that is rolled after a complete failure.
EGO = "ego"
_EGO_TESTS = {"never": 1, "once": 2, "twice": 3}


def judge(table: Table, who: str, verdict: str | bool, hits: int = 0, /, **numbers: int | Wording | None) -> None:
    """Say what a roll came to; True is the verdict success, False failure."""
    said = verdict if isinstance(verdict, str) else "success" if verdict else "failure"
    table.happen(Judged(who, said, hits, numbers))


def reckon(table: Table, dice: Dice, result: Result, *, succeeded: bool, reward: str, tells: bool = True) -> None:
    """Let a roll have its consequences; ``reward`` is what its player takes for a flawless success, or as they wish.

    It ``tells`` of a flawless success and a complete failure, unless whoever calls it does.
    """
    _reckon(table, dice, result, succeeded, reward, ego_tests(table), tells)


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


def tell_ends(
    table: Table, who: str, flawless: Sequence[Result], failed: Sequence[Result], again: str = "again"
) -> None:
    """Tell at which skills somebody has flawless successes and complete failures, each in one sentence.

    Ego that fails completely is rolled ``again``.
    """
    if flawless:
        table.happen(Told((who,), f"{{0}} has a flawless success at {_skills(flawless)}.", apart=True))
    if failed:
        ego = f"it {again}" if failed[0].pool.skill == EGO else "ego for each" if failed[1:] else EGO
        table.happen(Told((who,), f"{{0}} fails completely at {_skills(failed)} and rolls {ego}."))


def _skills(rolls: Sequence[Result]) -> str:
    return " and ".join(SKILLS[roll.pool.skill].name.lower() for roll in rolls)


def _reckon(table: Table, dice: Dice, result: Result, succeeded: bool, reward: str, egos: int, tells: bool) -> None:
    flawless = is_flawless(table, result, succeeded=succeeded)
    failed = result.no_success and bool(egos)
    if result.has_highest:
        _practise(table, result)
    if tells:
        tell_ends(table, result.pool.who, [result] * flawless, [result] * failed, _AGAIN[max(0, egos - 1)])
    if flawless:
        _reward(table, result, reward)
    if failed:
        _fail_completely(table, dice, result, reward, egos, tells)


def _practise(table: Table, result: Result) -> None:
    """Give 1 experience in the attribute that was rolled, for a highest face, once a roll (SDA-069, C-25)."""
    pool = result.pool
    table.happen(ExperienceChanged(pool.who, "attribute", pool.attribute, 1, "highest face"))


def _reward(table: Table, result: Result, reward: str) -> None:
    """Give spirit for every MoS on the dice, or 1 experience in the skill (SDA-047, C-24)."""
    pool = result.pool
    if (reward or wished(table.sheet(pool.who))) == "experience":
        table.happen(ExperienceChanged(pool.who, "skill", pool.skill, 1, "flawless success"))
        return
    lift(table, pool.who, result.raw, "flawless success")


def _fail_completely(table: Table, dice: Dice, failed: Result, reward: str, egos: int, tells: bool) -> None:
    """Roll an ego test against the skill's rank (SDA-049, SDA-052, C-22).

    Passed, it gives 1 experience in the skill (SDA-050); failed, it costs spirit (SDA-051).
    """
    who, rank = failed.pool.who, failed.pool.rank
    pool = pool_for(table, who, EGO, free=True)
    ego = throw(table, dice, pool, pool.available, f"ego test, difficulty {rank}")
    passed = ego.net >= rank
    if passed and (rank or UNTRAINED.chosen(table.house_rules)):
        table.happen(ExperienceChanged(who, "skill", failed.pool.skill, 1, "complete failure, ego held"))
    if not passed:
        take_spirit(table, who, loss_of_spirit(table.sheet(who), rank), "complete failure, ego lost")
    _reckon(table, dice, ego, passed, reward, egos - 1, tells)
