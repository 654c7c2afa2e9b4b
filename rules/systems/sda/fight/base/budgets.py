"""The budgets of a round: dice for actions and for reactions, metres, and what goes once a round.

Actions and reactions have budgets of their own (SDA-161, SDA-162, SDA-163).

The encounter's ``budgets`` are what is left, for everybody to read: ``action`` and ``reaction`` in dice, ``metres``,
whole or not, ``opportunity`` and ``shield`` in times. What was used stands in the scene's memo ``used.<who>``; the
limits are reckoned anew each time, since wounds and lost spirit lower them within a round.
"""

from typing import Any, NamedTuple

from rules.engine.forecast.state_cache import of_whoever
from rules.engine.kernel import BudgetSet, NotNow, Refused, SceneMemoKept, Table
from rules.systems.sda.core.effects import busy, draw, reveal
from rules.systems.sda.core.person import WAYS, figure, speed_of
from rules.systems.sda.core.rolls import POOL, Pool, bearer, on_the_back, pace, pool_for, rider_of
from rules.systems.sda.fight.base.armour_and_spells import SHIELD, kept
from rules.systems.sda.fight.base.ranged import missile_pool, missiles, why_not_ready
from rules.systems.sda.fight.base.state import HELD, is_out, own_turn, show_oneself, too_many
from rules.systems.sda.fight.base.weapons import arms, melee_pool, shield_of

#: The die that an attack of opportunity brings along, outside the budget (SDA-230, C-19).
FREE_DIE = 1
#: Metres a round for whoever has no speed of their own (SDA-167).
SPEED = 9


class Used(NamedTuple):
    """The budgets used in this round: ``pool`` is the largest acted with, ``acted`` the rungs acted on.

    ``bled`` once bleeding has been reckoned with; it matters where that happens once a round only. ``gained`` are
    metres of running on top of the speed, ``dodged`` those of a dodge roll, ``struck`` the weapon of the last melee
    attack, ``attacked`` whether there was an attack on the own turn.
    """

    action: int = 0
    pool: int = 0
    reaction: int = 0
    moved: float = 0.0
    opportunity: int = 0
    shield: int = 0
    acted: tuple[str, ...] = ()
    bled: bool = False
    gained: float = 0.0
    dodged: int = 0
    struck: str = ""
    attacked: bool = False


class Spent(NamedTuple):
    """The dice that earlier rolls of a round have used of those that they share (SDA-161, SDA-163, C-95).

    ``dice`` of them are gone; ``pool`` is the largest other pool as it was rolled, ``bodily`` one that wounds take dice
    from; ``free`` dice, bought or granted, come on top.
    """

    dice: int = 0
    pool: int = 0
    bodily: int = 0
    free: int = 0

    def most(self, available: int, wounds: int = 0) -> int:
        """The most dice that may be rolled of a pool with ``available`` dice, of which ``wounds`` are lost."""
        left = available - wounds
        largest = max(left - self.free, self.pool, self.bodily - wounds)
        return max(0, min(left, max(0, largest - self.dice) + self.free))


#: The budgets used by somebody who did nothing yet.
NOTHING = Used()


class Kept(dict[str, Any]):
    """The note of used budgets with the budgets themselves beside it: forecasts read it very often."""

    used: Used


def _kept(table: Table, now: Used) -> dict[str, Any]:
    """The note of used budgets for the scene's memo."""
    kept = Kept(now._asdict())
    kept["acted"], kept.used = list(now.acted), now
    return kept if table.quiet else dict(kept)


def used(table: Table, who: str) -> Used:
    kept = table.scene.memo.get(f"used.{who}")
    if not kept:
        return NOTHING
    return kept.used if kept.__class__ is Kept else Used(**{**kept, "acted": tuple(kept.get("acted", ()))})


def use(table: Table, who: str, **more: Any) -> None:
    """Note new totals of used budgets by their names, and show what they leave."""
    note(table, who, used(table, who)._replace(**more))


def move_on(table: Table, who: str, metres: float) -> None:
    """Take metres of movement out of somebody's budget; fewer than none give them back, as far as they were used."""
    use(table, who, moved=round(max(0.0, used(table, who).moved + metres), 2))


def note(table: Table, who: str, now: Used) -> None:
    if now != used(table, who):
        table.happen(SceneMemoKept(f"used.{who}", None if now == NOTHING else _kept(table, now)))
    if table.quiet:
        return
    for one in filter(None, (who, rider_of(table, who))):
        show(table, one)


def show(table: Table, who: str) -> None:
    """Set the budgets that pages show to what is left."""
    if table.quiet:
        return
    shown = table.combatant(who).budgets
    for budget, amount in left(table, who).items():
        if shown.get(budget) != amount:
            table.happen(BudgetSet(who, budget, amount))


def left(table: Table, who: str) -> dict[str, int | float]:
    """The amount left of each budget, by its name; 0 for somebody who is out. A shield counts once one was held."""
    now, sheet = used(table, who), table.sheet(who)
    able = 0 if is_out(sheet) else 1
    held = {"shield": able * shields_left(table, who)} if shield_of(sheet) else {}
    laid_aside = {"shield": 0} if "shield" in table.combatant(who).budgets else {}
    return {
        "action": able * actions_shown(table, who),
        "reaction": able * reactions_left(table, who),
        "metres": able * plain(metres_left(table, who)),
        "opportunity": able * max(0, 1 - now.opportunity),
    } | (held or laid_aside)


def actions_shown(table: Table, who: str) -> int:
    """Dice left for actions: no more than a stun or lost spirit leaves of any pool (SDA-057, SDA-161, SDA-212)."""
    now, most = used(table, who), pool_for(table, who, "reflex").cap
    return max(0, min(most, max(fighting_dice(table, who), now.pool) - now.action))


def plain(metres: float) -> int | float:
    """Metres as they are told: a whole number where they are one (SDA-030).

    >>> plain(9.0), plain(22.5)
    (9, 22.5)
    """
    return int(metres) if metres == int(metres) else metres


def shields_left(table: Table, who: str) -> int:
    """Times that a shield may still stop hits this round: once, more often for a master of it (SDA-220, D-7)."""
    return max(0, 1 + figure(table.sheet(who), "shields") - used(table, who).shield)


def use_shield(table: Table, who: str) -> None:
    """Note that a shield has stopped hits: it is used for this round, and one that a spell made is gone (D-9)."""
    if shield_of(table.sheet(who)) and shields_left(table, who):
        use(table, who, shield=used(table, who).shield + 1)
    draw(table, who, SHIELD, kept(table.sheet(who), SHIELD))


def afresh(table: Table, who: str) -> None:
    """Give somebody all dice for actions again, as each turn of the quickened has them (D-9)."""
    use(table, who, action=0, pool=0)


@of_whoever(*POOL)
def speed(table: Table, who: str) -> float:
    """Metres a round, less under a burden, on one's own legs or those of a mount (SDA-118, D-8).

    Whoever is down or held fast goes nowhere, and neither does a mount whose rider is held.
    """
    legs = bearer(table, who)
    there = filter(None, (legs, rider_of(table, legs)))
    if any(table.sheet(one).has(condition) for one in there for condition in HELD):
        return 0.0
    sheet = table.sheet(legs)
    full = max(speed_of(sheet, way) for way in WAYS) or SPEED
    return pace(sheet, table.house_rules, unburdened=full, on_back=on_the_back(table, legs))


def metres_left(table: Table, who: str) -> float:
    """Metres left of somebody's speed and of those won by running; a rider has those of the mount (SDA-118)."""
    fast, now = speed(table, who), used(table, bearer(table, who))
    return round(max(0.0, fast + now.gained - now.moved), 2) if fast else 0.0


@of_whoever(*POOL)
def melee_dice(table: Table, who: str) -> int:
    """Dice of the largest pool that somebody can fight hand to hand with."""
    return max(melee_pool(table, who, arm).available for arm in arms(table.sheet(who)).values())


@of_whoever(*POOL)
def fighting_dice(table: Table, who: str) -> int:
    """Dice of the largest pool that somebody can fight with, hand to hand or from afar."""
    far = (missile_pool(table, who, missile).available for missile in missiles(table.sheet(who)).values())
    return max(melee_dice(table, who), *far, 0)


# -- actions -------------------------------------------------------------------------------------------------------


def actions_left(table: Table, pool: Pool) -> int:
    """Dice left for an action with this pool: two actions together use no more than the larger pool (SDA-161)."""
    return acting(table, pool.who).most(pool.available)


def acting(table: Table, who: str) -> Spent:
    """The dice that actions have used this round."""
    now = used(table, who)
    return Spent(now.action, now.pool)


def not_acted(table: Table, who: str, rung: str) -> None:
    """Refuse a second action on one rung."""
    if rung in used(table, who).acted:
        raise NotNow("You have acted already. Split your turn (initiative above 0) to act twice, or end it.")


def free_to_act(table: Table) -> None:
    """Refuse an action out of turn, and a second one on the same turn."""
    not_acted(table, table.actor, own_turn(table).key)


def act(table: Table, pool: Pool, dice: int, rung: str, *, casting: bool = False) -> None:
    """Take the dice of an action out of the budget; whoever rolls shows themselves (D-4).

    Unless they go on ``casting``, the spell that they had begun is lost (D-9).
    """
    show_oneself(table, pool.who)
    if not casting:
        busy(table, pool.who)
    now = used(table, pool.who)
    allowed = actions_left(table, pool)
    if dice > allowed:
        raise Refused(too_many(dice, allowed, "actions this round"), "dice")
    whole = max(now.pool, pool.available)
    note(table, pool.who, now._replace(action=now.action + dice, pool=whole, acted=(*now.acted, rung)))


def act_without_dice(table: Table, who: str, rung: str) -> None:
    """Note an action that takes no dice; the spell that somebody had begun is lost."""
    busy(table, who)
    now = used(table, who)
    note(table, who, now._replace(acted=(*now.acted, rung)))


# -- reactions -----------------------------------------------------------------------------------------------------


def reactions_left(table: Table, who: str) -> int:
    """Dice left for reactions: in a round no more than the largest pool of any reaction (SDA-163, C-36, C-67).

    To those who shoot at openings a shot is one (D-7).
    """
    return max(0, reacting_dice(table, who) - used(table, who).reaction)


@of_whoever(*POOL)
def reacting_dice(table: Table, who: str) -> int:
    """Dice of the largest pool of any reaction."""
    reflex, sheet = pool_for(table, who, "reflex", whole=True).available, table.sheet(who)
    shots = figure(sheet, "quick_shots") and sheet.has("watching")
    return max(fighting_dice(table, who) if shots else melee_dice(table, who), reflex)


def reaction_dice(table: Table, pool: Pool, bought: int = 0, extra: int = 0, left: int | None = None) -> int:
    """The most dice of this pool that a reaction may use; bought and granted dice do not come out of the budget.

    Dice of a virtue make the pool of this reaction larger, and with it what a round allows (SDA-083, SDA-163). Whoever
    asks for several pools may say how many reactions are left.
    """
    return reacting(table, pool.who, bought + extra, left).most(pool.available)


def reacting(table: Table, who: str, free: int = 0, left: int | None = None) -> Spent:
    """The dice that reactions have used this round; ``free`` ones come on top, ``left`` may be given if known."""
    gone = used(table, who).reaction
    return Spent(gone, bodily=reacting_dice(table, who) if left is None else left + gone, free=free)


def has_reaction(table: Table, who: str, extra: int = 0) -> bool:
    """Whether somebody has a die left to react hand to hand; ``extra`` are those that come on top."""
    pools = (melee_pool(table, who, arm, bonus=extra) for arm in arms(table.sheet(who)).values())
    return any(reaction_dice(table, pool, extra=extra) for pool in pools)


def has_shot(table: Table, who: str) -> bool:
    """Whether somebody has a missile that is ready, and a die left to shoot it at an opening."""
    ready = (missile for missile in missiles(table.sheet(who)).values() if not why_not_ready(table, who, missile))
    pools = (missile_pool(table, who, missile, bonus=FREE_DIE) for missile in ready)
    return any(reaction_dice(table, pool, extra=FREE_DIE) for pool in pools)


def react(table: Table, pool: Pool, dice: int, bought: int = 0, extra: int = 0) -> None:
    """Take the dice of a reaction out of the budget; before the bought ones are paid, for less spirit carries fewer."""
    allowed = reaction_dice(table, pool, bought, extra)
    if dice > allowed:
        raise Refused(too_many(dice, allowed, "reactions this round"), "dice")
    reveal(table, pool.who)
    use(table, pool.who, reaction=used(table, pool.who).reaction + max(0, dice - bought - extra))
