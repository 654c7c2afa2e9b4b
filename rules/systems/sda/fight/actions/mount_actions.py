"""Making a mount strike, run and leap (SDA-118, SDA-253, SDA-255)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.fight import FACING, place, shifted
from rules.engine.kernel import Choice, Dice, NotNow, Refused, Table, Told, Weighing, number
from rules.engine.odds import Chance, Distribution, Odds, at_least, in_words, mean, mixture
from rules.systems.sda.checks.shared.animals import chance_together
from rules.systems.sda.content.house_rules import fight
from rules.systems.sda.core.rolls import (
    AS_WISHED,
    CHANCE,
    Aim,
    Pool,
    Result,
    gentled,
    lent,
    mount_of,
    pool_for,
    reckon,
    throw,
)
from rules.systems.sda.fight.actions.efforts import Effort
from rules.systems.sda.fight.base import (
    act,
    acting,
    bled_pool,
    free_to_act,
    judge_against,
    metres_left,
    move_on,
    not_acted,
    own_turn,
    spared,
    speed,
    use,
    used,
)
from rules.systems.sda.fight.melee import MeleeAttack
from rules.systems.sda.fight.moves import carry_on, free_to_move, go, on_the_way
from rules.systems.sda.fight.wounds import bleed

NO_MOUNT = "You are not riding. Mount first."


@dataclass(frozen=True, slots=True)
class MountAttack(MeleeAttack, name="turn.mount_attack", label="Let the mount attack"):
    """Let the mount strike with its own dice, beside whatever the rider does: it acts on the same turn (SDA-253)."""

    @classmethod
    def possible(cls, table: Table) -> None:
        MeleeAttack.possible(_as_mount(table))

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return MeleeAttack.choices(_as_mount(table))

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return MeleeAttack.preset(_as_mount(table))

    @classmethod
    def rollers(cls, table: Table) -> Sequence[str]:
        return (mount_of(table, table.actor),)

    def odds(self, table: Table) -> Odds:
        return MeleeAttack.odds(self, _as_mount(table))

    def weighing(self, table: Table) -> Weighing:
        return MeleeAttack.weighing(self, _as_mount(table))

    def perform(self, table: Table, dice: Dice) -> None:
        MeleeAttack.perform(self, _as_mount(table), dice)


def _as_mount(table: Table) -> Table:
    mount = mount_of(table, table.actor)
    if not mount:
        raise NotNow(NO_MOUNT)
    return table.as_actor(mount)


@dataclass(frozen=True, slots=True, kw_only=True)
class Urging(Effort):
    """A riding test of the rider and a roll of the mount, each with dice of their own; it takes the action of both."""

    rolls: ClassVar[str] = "riding"
    #: The skill that the mount rolls.
    theirs: ClassVar[str] = ""

    @classmethod
    def possible(cls, table: Table) -> None:
        free_to_act(table)
        if not mount_of(table, table.actor):
            raise NotNow(NO_MOUNT)
        free_to_move(table)
        not_acted(table, mount_of(table, table.actor), own_turn(table).key)
        if not _mounts_dice(cls._mounts_pool(table), table):
            raise NotNow("Your mount has no dice left for it this round. Ride on, or act yourself.")

    def _bonus(self, table: Table) -> int:
        return lent(table, table.actor)

    def _pool(self, table: Table) -> Pool:
        return gentled(table, Effort._pool(self, table))

    @classmethod
    def rollers(cls, table: Table) -> Sequence[str]:
        """The ids of rider and mount, for both throw."""
        return (table.actor, mount_of(table, table.actor))

    @classmethod
    def _mounts_pool(cls, table: Table) -> Pool:
        return pool_for(table, mount_of(table, table.actor), cls.theirs, whole=True)

    def _theirs(self, table: Table, most: int | None = None) -> Distribution:
        """The distribution of the mount's MoS, with the dice that ``most`` MoS of riding allow, or all of them."""
        pool = self._mounts_pool(table)
        whole = _mounts_dice(pool, table)
        return pool.measure(whole if most is None else fight.spurred(table.house_rules, most, whole))

    def _let_it(self, table: Table, dice: Dice, count: int, difficulty: int, helped: int = 0) -> Result:
        """Roll ``count`` dice of the mount; ``helped`` are MoS that the rider's hits add (SDA-255)."""
        pool = self._mounts_pool(table)
        bled = bled_pool(table, pool, count, acting(table, pool.who))
        act(table, bled, count, own_turn(table).key)
        bleed(table, dice, pool, bled, ())
        result = throw(table, dice, bled, count, f"mount: {self.theirs}")
        passed = judge_against(table, result, difficulty, result.net + helped, skill=self.theirs)
        reckon(table, dice, result, succeeded=passed, reward=AS_WISHED)
        return result


def _mounts_dice(pool: Pool, table: Table) -> int:
    """Dice of a mount's pool that wounds leave and that it has not used yet this round."""
    spent = acting(table, pool.who)
    return min(spent.most(pool.available), max(1, spared(table, pool, spent)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Spur(Urging, name="turn.spur", label="Spur the mount"):
    """Spur the mount: it runs with no more dice than your riding has MoS, half its speed more for each (SDA-118)."""

    theirs: ClassVar[str] = "running"

    def odds(self, table: Table) -> Odds:
        _, _, mine = self._measured(table)
        gained = self._gained(table, mine)
        some, step = at_least(gained, 1), speed(table, table.actor) / 2
        listed = (Chance("success", "gains ground", some),)
        return Odds(f"{in_words(some).capitalize()} to gain ground, {step:g} m for each MoS", listed, gained, "MoS")

    def gains(self, table: Table, pool: Pool, count: int) -> float:
        return mean(self._gained(table, pool.measure(count)))

    def _gained(self, table: Table, mine: Distribution) -> Distribution:
        """The distribution of the mount's MoS over all that the rider may score."""
        return mixture((share, self._theirs(table, most)) for most, share in enumerate(mine))

    def perform(self, table: Table, dice: Dice) -> None:
        mine, mount = self._open_ended(table, dice, "riding"), mount_of(table, table.actor)
        count = fight.spurred(table.house_rules, mine.net, _mounts_dice(self._mounts_pool(table), table))
        result = self._let_it(table, dice, count, 1) if count else None
        gained = speed(table, table.actor) / 2 * result.net if result else 0.0
        if gained:
            use(table, mount, gained=used(table, mount).gained + gained)
        told = f"{{0}} spurs {{1}}: {gained:g} m more." if gained else "{0} spurs {1} without success."
        table.happen(Told((table.actor, mount), told))


@dataclass(frozen=True, slots=True, kw_only=True)
class Leap(Urging, name="turn.leap", label="Jump with the mount"):
    """Jump an obstacle: a riding test of yours and a jumping test of the mount, equally hard (SDA-255).

    Your hits go to the mount. Where your test fails it refuses; where its own fails, it does not clear the obstacle.
    """

    aim: ClassVar[Aim] = CHANCE
    theirs: ClassVar[str] = "jumping"

    difficulty: int = number("Difficulty", least=1, most=30, default=1, help="1: knee-deep or 2 m far; 3: 3 m; 10: 4 m")
    metres: int = number("Metres", least=1, most=30, default=3, help="All the way: over it and beyond")
    towards: int = number("Towards", most=359, default=0, help=FACING)

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"towards": table.combatant(mount_of(table, table.actor)).facing}

    def odds(self, table: Table) -> Odds:
        self._check(table)
        _, _, mine = self._measured(table)
        rides, clears = at_least(mine, self.difficulty), self._clears(table, mine)
        listed = (
            Chance("success", "clears it", clears),
            Chance("refuses", "the mount refuses", 1 - rides),
            Chance("fails", "jumps, but does not clear it", rides - clears),
        )
        mount = mount_of(table, table.actor)
        told = on_the_way(table, mount, shifted(place(table, mount), self.towards, self.metres))
        return Odds(f"{in_words(clears).capitalize()} to clear it{told}", listed, mine, "MoS of riding")

    def gains(self, table: Table, pool: Pool, count: int) -> float:
        self._check(table)
        return 100 * self._clears(table, pool.measure(count))

    def _clears(self, table: Table, mine: Distribution) -> float:
        """The chance that both tests succeed, where the rider's hits help the mount."""
        return chance_together(mine, self._theirs(table), self.difficulty)

    def perform(self, table: Table, dice: Dice) -> None:
        self._check(table)
        mount, mine = mount_of(table, table.actor), self._roll(table, dice, "riding")
        rides = judge_against(table, mine, self.difficulty, skill="riding")
        reckon(table, dice, mine, succeeded=rides, reward=self.reward)
        if not rides:
            table.happen(Told((mount,), "{0} refuses to jump."))
        else:
            self._over(table, dice, mount, mine.net - self.difficulty)
        carry_on(table)

    def _over(self, table: Table, dice: Dice, mount: str, hits: int) -> None:
        count = _mounts_dice(self._mounts_pool(table), table)
        result = self._let_it(table, dice, count, self.difficulty, hits)
        move_on(table, mount, self.metres)
        if result.net + hits < self.difficulty:
            table.happen(Told((mount,), "{0} jumps, but does not clear it."))
            return
        table.happen(Told((mount, table.actor), "{0} clears it with {1}."))
        go(table, mount, shifted(place(table, mount), self.towards, self.metres), self.towards)

    def _check(self, table: Table) -> None:
        most = metres_left(table, table.actor)
        if self.metres > most:
            raise Refused(f"That takes {self.metres} metres; your mount has {most:g} left.", "metres")
