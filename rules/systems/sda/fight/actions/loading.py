"""Loading crossbows and firearms, and clearing those that jam (SDA-144, SDA-159, SDA-224; D-4)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.engine.character.readiness import is_fighting
from rules.engine.kernel import (
    Choice,
    Command,
    Dice,
    Item,
    ItemSet,
    NotNow,
    Place,
    Refused,
    Table,
    Told,
    Weighing,
    Worth,
    number,
    pick,
    plainly,
)
from rules.engine.odds import Chance, Odds, at_least, in_words
from rules.systems.sda.content.skills import SKILLS
from rules.systems.sda.content.weapon_entries import Reload as Step
from rules.systems.sda.core.rolls import (
    POINTS,
    REWARDS,
    Aim,
    Pool,
    buy,
    dice_said,
    dice_used,
    foreseen,
    pool_for,
    reckon,
    throw,
    with_bought,
)
from rules.systems.sda.fight.base import (
    CLEARED,
    JAMMED,
    TO_LOAD,
    act,
    acting,
    actions_left,
    bled_pool,
    calm,
    figure,
    free_to_act,
    judge_against,
    lost_to_taunt,
    missiles,
    own_turn,
    spared,
    too_many,
)
from rules.systems.sda.fight.melee import Action, Rest, with_dice
from rules.systems.sda.fight.moves import carry_on, provoke, worsen_field, wound_choices
from rules.systems.sda.fight.wounds import bleed

MOST = 200
#: The aim by which loading is weighed.
LOADED = Aim(POINTS, "Average loading steps done, 100 points each.", "Steps")
#: The skill that clears a jam, and the minutes that each roll takes (D-4).
CLEARS, MINUTES = "sleight_of_hand", 20


@dataclass(frozen=True, slots=True)
class ReloadWeapon(Command, name="ranged.reload", label="Reload"):
    """Load a weapon: an action with a test for each step that its kind takes (SDA-159; D-4).

    The dice of both tests come out of one pool (SDA-161, SDA-246); what is not done yet takes another action. It gives
    opponents in reach an opening (SDA-224).
    """

    weapon: str = pick("Weapon", default="", help="Default: the first", at_once=True)
    dice: int = number("Dice", most=MOST, default=0, help="For the next step; 0 = all dice you have left")
    more: int = number("Dice for the step after it", most=MOST, default=0, help="0: leave it for another action")
    bought: int = number("Dice bought with spirit", default=0, costs=True, at_once=False, help="For the next step")
    bonus: int = number("Bonus dice", default=0, most=20, at_once=False)
    malus: int = number("Malus", default=0, most=20, at_once=False)
    worsen: tuple[str, ...] = worsen_field()
    reward: str = pick("Flawless success gives", default="spirit")

    @classmethod
    def possible(cls, table: Table) -> None:
        free_to_act(table)
        calm(table)
        if not _unloaded(table):
            raise NotNow("Nothing in hand needs loading.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        waiting = _unloaded(table)
        return {
            "weapon": tuple(Choice(k, table.me.items[k].name, _told(s)) for k, s in waiting.items()),
            "worsen": wound_choices(table, table.actor),
            "reward": REWARDS,
        }

    def odds(self, table: Table) -> Odds:
        _, tests = self._tests(table)
        passed = [at_least(pool.measure(count), step.difficulty) for step, pool, count in tests]
        both = passed[0] * (passed[1] if len(passed) > 1 else 1.0)
        listed = [Chance("success", f"{_told([tests[0][0]])} done", passed[0])]
        if len(passed) > 1:
            listed.append(Chance("both", "both steps done", both))
        return Odds(f"{in_words(both).capitalize()} to get that far", tuple(listed))

    def weighing(self, table: Table) -> Weighing:
        """Weigh how many dice to give each step, and how many to keep for a blow (SDA-160, SDA-161)."""
        _, tests = replace(self, dice=0, more=0, bought=0)._tests(table)
        plain = tests[0][1]
        action = Action(table, LOADED, [plain], Rest.of(table, LOADED))
        most = actions_left(table, plain)

        def worth(chosen: ReloadWeapon) -> Worth:
            with_dice(chosen)
            brings = 100 * sum(one.probability for one in foreseen(chosen, table).chances)
            largest = max((pool for _, pool, _ in chosen._tests(table)[1]), key=lambda pool: pool.available)
            return action.worth(brings, chosen.dice + chosen.more, largest=largest)

        def said(chosen: ReloadWeapon) -> str:
            return f"{dice_said(chosen)}, then {chosen.more}" if chosen.more else dice_said(chosen)

        return action.weighing(worth, said=said, upto={"dice": most, "more": most})

    def perform(self, table: Table, dice: Dice) -> None:
        rung = own_turn(table)
        key, tests = self._tests(table)
        buy(table, self._pool(table, tests[0][0]), self.bought)
        for step, pool, count in tests:
            bled = bled_pool(table, pool, count, acting(table, pool.who))
            act(table, bled, count, rung.key)
            bleed(table, dice, pool, bled, self.worsen)
            result = throw(table, dice, bled, count, f"reload: {pool.skill}")
            done = judge_against(table, result, step.difficulty)
            reckon(table, dice, result, succeeded=done, reward=self.reward)
            if not done:
                break
            _one_step_on(table, key)
        provoke(table, table.actor, "reloads")
        carry_on(table)

    def _tests(self, table: Table) -> tuple[str, list[tuple[Step, Pool, int]]]:
        """The key of the weapon, and each step with its pool and dice; refused where there are not so many dice."""
        waiting = _unloaded(table)
        key = self.weapon or next(iter(waiting))
        steps = waiting[key]
        if self.more and len(steps) < 2:
            raise Refused("Only one step is left: give all dice to it.", "more")
        steps = steps[: 2 if self.more else 1]
        first, *others = (self._pool(table, step) for step in steps)
        pools = [with_bought(table, first, self.bought), *others]
        left = actions_left(table, max(pools, key=lambda pool: pool.available))
        counts = [self.dice or _all_but(table, pools[0], left, self.more), self.more][: len(pools)]
        for pool, count, other in zip(pools, counts, (self.more, counts[0]), strict=False):
            allowed = max(0, min(actions_left(table, pool), left - other))
            if not 0 < count <= allowed:
                raise Refused(too_many(max(1, count), allowed, "this"), "dice")
        return key, list(zip(steps, pools, counts, strict=True))

    def _pool(self, table: Table, step: Step) -> Pool:
        dice = self.bonus - lost_to_taunt(table, table.actor)
        return pool_for(table, table.actor, step.skill, "", dice, self.malus, whole=True)


def _all_but(table: Table, pool: Pool, left: int, kept: int) -> int:
    """Dice for a step where none are chosen: all that wounds leave, but for those kept for the next step."""
    return min(actions_left(table, pool), max(1, spared(table, pool, acting(table, pool.who))), max(0, left - kept))


def _unloaded(table: Table) -> dict[str, list[Step]]:
    """The steps left to load each weapon in hand that is not loaded, by its key."""
    found = {}
    for key, missile in missiles(table.me).items():
        left = figure(table.me.items[key], TO_LOAD) if key in table.me.items else 0
        if left > 0 and missile.reload:
            found[key] = list(missile.reload[-left:])
    return found


def _told(steps: list[Step]) -> str:
    return ", then ".join(f"{SKILLS[step.skill].name.lower()} {step.difficulty}" for step in steps)


def _one_step_on(table: Table, key: str) -> None:
    item = table.me.items[key]
    left = figure(item, TO_LOAD) - 1
    stats = {name: value for name, value in item.stats.items() if name != TO_LOAD}
    table.happen(ItemSet(table.actor, key, replace(item, stats={**stats, TO_LOAD: left} if left else stats)))
    if not left:
        table.happen(Told((table.actor,), f"{{0}} has loaded {plainly(item.name)}."))


@dataclass(frozen=True, slots=True)
class ClearJam(Command, name="ranged.clear", label="Clear a jammed weapon"):
    """Clear what jammed: sleight of hand, a setback rolling test of 20 minutes a roll (D-4, SDA-033, SDA-034)."""

    place: ClassVar[Place] = Place.SHEET

    weapon: str = pick("Weapon", default="", help="Default: the first")
    dice: int = number("Dice", most=MOST, default=0, help="0 = all")
    bought: int = number("Dice bought with spirit", default=0, costs=True, at_once=False)
    bonus: int = number("Bonus dice", default=0, most=20, at_once=False)
    malus: int = number("Malus", default=0, most=20, at_once=False)
    reward: str = pick("Flawless success gives", default="spirit")

    @classmethod
    def possible(cls, table: Table) -> None:
        if not _jammed(table):
            raise NotNow("Nothing you carry is jammed.")
        if is_fighting(table):
            raise NotNow(f"Each roll takes {MINUTES} minutes: wait until the fight is over.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        jammed = _jammed(table).items()
        weapons = tuple(Choice(key, item.name, f"{_left(item)} MoS to go") for key, item in jammed)
        return {"weapon": weapons, "reward": REWARDS}

    def odds(self, table: Table) -> Odds:
        _, item = self._picked(table)
        pool = with_bought(table, self._pool(table), self.bought)
        measure = pool.measure(dice_used(pool, self.dice))
        clears = at_least(measure, _left(item))
        sentence = f"{in_words(clears).capitalize()} to clear it with this roll"
        return Odds(sentence, (Chance("success", "cleared", clears),), measure, "MoS")

    def perform(self, table: Table, dice: Dice) -> None:
        key, item = self._picked(table)
        pool = with_bought(table, self._pool(table), self.bought)
        dice_used(pool, self.dice)
        buy(table, self._pool(table), self.bought)
        result = throw(table, dice, pool, dice_used(pool, self.dice), "clear a jammed weapon")
        done = max(0, figure(item, CLEARED) + result.net - result.excess)
        cleared = judge_against(table, result, figure(item, JAMMED), done)
        stats: dict[str, Any] = {n: value for n, value in item.stats.items() if n not in (JAMMED, CLEARED)}
        if not cleared:
            stats |= {JAMMED: figure(item, JAMMED), CLEARED: done}
        table.happen(ItemSet(table.actor, key, replace(item, stats=stats)))
        reckon(table, dice, result, succeeded=cleared, reward=self.reward)

    def _picked(self, table: Table) -> tuple[str, Item]:
        jammed = _jammed(table)
        key = self.weapon or next(iter(jammed))
        return key, jammed[key]

    def _pool(self, table: Table) -> Pool:
        return pool_for(table, table.actor, CLEARS, "", self.bonus, self.malus)


def _jammed(table: Table) -> dict[str, Item]:
    return {key: item for key, item in table.me.items.items() if figure(item, JAMMED)}


def _left(item: Item) -> int:
    return max(0, figure(item, JAMMED) - figure(item, CLEARED))
