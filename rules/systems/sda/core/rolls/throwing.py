"""Throws of pools: the dice that fall, what they come to, and the dice that a malus grants the other side."""

from dataclasses import dataclass, replace

from rules.engine.kernel import ConditionEnded, Dice, Die, Refused, Table, rolled
from rules.systems.sda.core.person import AGAIN, counted, distribution, measured, mos, take_spirit, use_up
from rules.systems.sda.core.rolls.pool import Pool, refuse_empty
from rules.systems.sda.core.rolls.pools import BUYS, HOLDS


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
        some = f"1 to {pool.available} dice" if pool.available > 1 else "Only 1 die"
        raise Refused(f"{some} can be thrown here, not {count}.", field)
    return count or pool.available


def throw(table: Table, dice: Dice, pool: Pool, count: int, purpose: str) -> Result:
    """Throw ``count`` dice of a pool; none is no roll, and then the whole malus is in excess (SDA-045)."""
    if count > pool.available:
        raise Refused(f"At most {pool.available} dice can be thrown here, not {count}.", "dice")
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
