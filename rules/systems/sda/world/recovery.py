"""Recovery: wounds that heal over a long rest, better with care (SDA-004, D-2, C-44), waking and rising (SDA-217)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.calendar.quiet_days import Deed, QuietDays
from rules.engine.kernel import (
    BoxesTicked,
    Choice,
    ConditionEnded,
    Dice,
    Line,
    NotNow,
    Sheet,
    Table,
    Told,
    Who,
    counted,
    end_conditions,
    is_possible,
    pick,
)
from rules.engine.odds import Chance, Distribution, Odds, at_least, in_words, joint, mapped, mixture
from rules.systems.sda.checks.shared.companions import no_fight
from rules.systems.sda.checks.shared.progress import gathered
from rules.systems.sda.core.effects import OWN_TREE, Sleep, halves_healing, under_own_tree
from rules.systems.sda.core.person import KEPT, SheetCommand, called_choices, called_field, come_round, keep_memo
from rules.systems.sda.core.rolls import (
    AS_WISHED,
    REWARDS,
    TRACK,
    Pool,
    ends_of,
    flawless_shown,
    judge,
    pool_for,
    reckon,
    throw,
    with_means,
)
from rules.systems.sda.fight.base import lines
from rules.systems.sda.fight.wounds import AWAKE, bleed_on, wake, wake_roll, wakes_by
from rules.systems.sda.world.attempts import UNDER, alive

#: The boxes of a line in the order in which they heal (D-2).
ORDER = ("bleeding", "major", "minor")
#: Memos of a sheet, line by line: MoS of care, and MoS of stopping a wound.
CARE, STAUNCHED = "care", "staunched"


def boxes(line: Line) -> int:
    """The number of boxes ticked on a line, bleeding ones too."""
    return sum(line.ticked.get(box, 0) for box in ORDER)


def hurt_lines(sheet: Sheet) -> list[int]:
    """The lines on which anything is ticked."""
    return [number for number, line in enumerate(lines(sheet)) if boxes(line)]


def most_hurt(sheet: Sheet) -> int:
    """The line with most to heal, the first of equals; -1 where there is none."""
    return max(hurt_lines(sheet), key=lambda number: boxes(lines(sheet)[number]), default=-1)


def cared(sheet: Sheet, number: int) -> int:
    """MoS that medicine has gathered for a line since its last natural healing."""
    return int(sheet.memo.get(CARE, {}).get(str(number), 0))


def help_for(sheet: Sheet, number: int) -> int:
    """The hits of care: what it gathered beyond the boxes of the line; they help its next natural healing (D-2)."""
    gathered = cared(sheet, number)
    return max(0, gathered - boxes(lines(sheet)[number])) if gathered else 0


@dataclass(frozen=True, slots=True)
class HealNaturally(SheetCommand, name="healing.rest", label="Heal over a long rest"):
    """After a long rest each wounded line rolls natural healing; every MoS clears a box (SDA-004, D-2).

    Bleeding goes first, then what is major, then what is minor. Whoever has no major injury left is up again (C-44).
    """

    called: str = called_field()

    @classmethod
    def possible(cls, table: Table) -> None:
        no_fight(table)
        alive(table.me)
        if table.me.has("bleeding_to_death"):
            raise NotNow(f"{table.me.name} is bleeding to death. Stop the bleeding first.")
        if not hurt_lines(table.me) and not table.me.has("incapacitated"):
            raise NotNow(f"{table.me.name} has no wound to heal.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"called": called_choices(table.me)}

    def odds(self, table: Table) -> Odds:
        whole: Distribution = (1.0,)
        each: list[float] = []
        for number, healed in self.by_line(table).items():
            each.append(at_least(healed, boxes(lines(table.me)[number])))
            whole = mixture((share, (*[0.0] * value, *healed)) for value, share in enumerate(whole))
        well = joint(*each)
        return Odds(
            f"{in_words(well).capitalize()} to be fully healed", (Chance("success", "whole", well),), whole, "boxes"
        )

    def by_line(self, table: Table) -> dict[int, Distribution]:
        """The distribution of the boxes that heal, by the line on which they are ticked."""
        found: dict[int, Distribution] = {}
        for number, pool in self.pools(table).items():
            most = boxes(lines(table.me)[number])
            found[number] = mapped(self._measure(table, number, pool), lambda value, most=most: min(value, most))  # type: ignore[misc]
        return found

    def perform(self, table: Table, dice: Dice) -> None:
        pools = self.pools(table).items()
        results = {line: throw(table, dice, pool, pool.available, "natural healing") for line, pool in pools}
        hurt = {number: self._healed_by(table, number, result.net) for number, result in results.items()}
        healed = {number: clear(table, number, count) for number, count in hurt.items()}
        total = sum(healed.values())
        told = {f"line_{number + 1}": count for number, count in healed.items()}
        judge(table, table.actor, bool(total), total, boxes=total, **told)
        table.happen(Told((table.actor,), f"{{0}} rests, and {counted(total, 'box heals', 'boxes heal')}."))
        care_is_over(table)
        get_up(table, table.actor)
        for number, result in results.items():
            reckon(table, dice, result, succeeded=healed[number] > 0, reward=AS_WISHED)

    def pools(self, table: Table) -> dict[int, Pool]:
        """The pool of each line; luck and mastery go with the line that has most to heal, if they do at all (D-7)."""
        luckiest = most_hurt(table.me)
        called = {number: self.called if number == luckiest else KEPT for number in hurt_lines(table.me)}
        return {
            number: pool_for(table, table.actor, "natural_healing", free=True, called=said)
            for number, said in called.items()
        }

    def _measure(self, table: Table, number: int, pool: Pool) -> tuple[float, ...]:
        return mapped(pool.measure(), lambda value: self._healed_by(table, number, value))

    def _healed_by(self, table: Table, number: int, measure: int) -> int:
        """The boxes that a roll heals: with care, twice under their own tree, half for the ill (D-2, D-7, D-8)."""
        healed = (measure + help_for(table.me, number)) * (OWN_TREE if under_own_tree(table.me) else 1)
        return healed // 2 if halves_healing(table.me) else healed


def clear(table: Table, number: int, count: int) -> int:
    """Clear boxes of a line of the actor's, in their order, and return how many those were (D-2)."""
    left = count
    for box in ORDER:
        healed = min(left, lines(table.me)[number].ticked.get(box, 0))
        if healed:
            table.happen(BoxesTicked(table.actor, TRACK, number, box, -healed))
            left -= healed
    return count - left


def care_is_over(table: Table) -> None:
    """Forget the care that has helped the actor's natural healing."""
    for memo in (CARE, STAUNCHED):
        keep_memo(table, table.actor, memo, None)


@dataclass(frozen=True, slots=True)
class Rise(SheetCommand, name="rest.rise", label="Wake and get up"):
    """Let somebody come to and get up once the scene is over, as days of rest have it (SDA-217, C-44, C-48)."""

    about: ClassVar[str] = "Once it is quiet: ends the after-effects of the fight."
    who: ClassVar[Who] = Who.GM

    @classmethod
    def possible(cls, table: Table) -> None:
        no_fight(table)
        alive(table.me)
        if table.me.has("bleeding_to_death"):
            raise NotNow(f"{table.me.name} is bleeding to death. Stop the bleeding first.")
        if table.me.has(UNDER):
            raise NotNow(f"{table.me.name} has no air. Get them out first.")
        if not (table.me.has("unconscious") or _may_stand(table.me)):
            raise NotNow(f"{table.me.name} has nothing to get up from.")

    def perform(self, table: Table, dice: Dice) -> None:
        if table.me.has("unconscious"):
            wake(table, table.actor)
        get_up(table, table.actor)
        if _may_stand(table.me):
            table.happen(Told((table.actor,), "{0} gets up."))
            end_conditions(table, table.actor, "prone")


def _may_stand(sheet: Sheet) -> bool:
    """Whether somebody lies there whom no major injury keeps down (C-44)."""
    kept_down = any(line.ticked.get("major") for line in lines(sheet))
    return not kept_down and (sheet.has("prone") or sheet.has("incapacitated"))


def quiet_days(table: Table) -> QuietDays | None:
    """A day on which one wakes, sleeps a full night, and heals naturally if wounded (SDA-004, SDA-061, SDA-217)."""
    deeds = [Deed(kind.name) for kind in (Rise, Sleep) if is_possible(kind, table)]
    # Whoever has no dice to heal with needs somebody's care, and no days.
    if is_possible(HealNaturally, table) and HealNaturally().odds(table).mean > 0:
        deeds.append(Deed(HealNaturally.name))
    return QuietDays(1, tuple(deeds)) if deeds else None


def get_up(table: Table, who: str) -> None:
    """Let somebody without any major injury left up again (C-44)."""
    sheet = table.sheet(who)
    if sheet.has("incapacitated") and not any(line.ticked.get("major") for line in lines(sheet)):
        table.happen(ConditionEnded(who, "incapacitated"), Told((who,), "{0} is up again."))
        come_round(table, who)


@dataclass(frozen=True, slots=True)
class ComeTo(SheetCommand, name="healing.wake", label="Come to"):
    """Roll to wake: ten successes against shock in all, or against fatigue for want of air (SDA-217, C-48).

    A roll takes a round; in a fight it is made by itself.
    """

    reward: str = pick("Flawless success gives", default="spirit")

    @classmethod
    def possible(cls, table: Table) -> None:
        no_fight(table)
        alive(table.me)
        if not table.me.has("unconscious"):
            raise NotNow(f"{table.me.name} is awake.")
        if table.me.has(UNDER):
            raise NotNow(f"{table.me.name} has no air. Get them out first.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"reward": REWARDS}

    def odds(self, table: Table) -> Odds:
        pool, held = self._pool(table), table.me.conditions["unconscious"].level
        count, lacking, gain = pool.available, AWAKE - held, gathered([pool], held)
        awake, shown = gain.at_least(lacking), flawless_shown(table, pool, count, 1)
        listed = (Chance("success", "come to", awake), *ends_of(pool, count, shown))
        sentence, measured = f"{in_words(awake).capitalize()} to come to now", f"MoS of the {lacking} still needed"
        odds = Odds(sentence, listed, gain.shares, measured, gain.least)
        return with_means(odds, table, pool, count, shown, self.reward, 0)

    def perform(self, table: Table, dice: Dice) -> None:
        wake_roll(table, dice, table.actor, self.reward)
        bleed_on(table, table.actor)

    def _pool(self, table: Table) -> Pool:
        return pool_for(table, table.actor, wakes_by(table, table.actor), free=True)
