"""Tactics that play fights by themselves, for forecasts: move, the one action, and answers, by style (LIN-026).

The styles are aggressive, cautious, and by the exact odds of one exchange.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rules.engine.fight import (
    DEAD,
    DOWN,
    DYING,
    UP,
    ByStyle,
    Gauge,
    Pick,
    Policy,
    allies,
    beside,
    first_by,
    leg,
    most_won,
    others_known,
    place,
    possible,
)
from rules.engine.kernel import Ask, Command, Rung, Sheet, Table, is_possible
from rules.systems.fortune.core import DEAD as IS_DEAD
from rules.systems.fortune.core import (
    HEALTH,
    MELEE_RANGE,
    STAMINA,
    arms_of,
    hindrance_to_heal,
    is_dying,
    is_held,
)
from rules.systems.fortune.fight.actions.attacks import Attack, CounterAsAction
from rules.systems.fortune.fight.actions.helping import HealDying
from rules.systems.fortune.fight.actions.movement import Defend, GetUp, Move, Sprint
from rules.systems.fortune.fight.base import (
    FEET,
    FOOT,
    PRONE,
    best_arm,
    feet_between,
    has_action,
    is_near,
    is_out,
    left,
    only_counters,
    opponents,
    serves,
)
from rules.systems.fortune.fight.exchange.area import ClashHold, ClashStrike, worth_of_striking
from rules.systems.fortune.fight.exchange.attack_roll import worth_of_attack
from rules.systems.fortune.fight.rounds.course import Begin, EndTurn, NextTurn

#: The share of Health at which, or below, one is badly hurt.
BADLY = 1 / 4


# -- styles: a style decides the choices; the rest of a turn is the same for all ---------------------------------------


def gain(table: Table, attack: Attack) -> float:
    """The worth of an attack, less what counter moves cost."""
    return sum(worth_of_attack(table, *attack.aimed(table)))


def plain_attack(table: Table, target: str) -> tuple[float, Attack] | None:
    """The attack with the arm that hurts most; None if none serves."""
    arm = best_arm(table, target)
    return (0.0, Attack(target, arm.key)) if arm else None


def best_attack(table: Table, target: str) -> tuple[float, Attack] | None:
    """The attack worth most on somebody, with its worth; None without one."""
    able = [Attack(target, arm.key) for arm in arms_of(table).values() if serves(table, arm, table.actor, target)]
    return max(possible(able, lambda attack: gain(table, attack)), key=lambda one: one[0], default=None)


@dataclass(frozen=True, slots=True)
class Style:
    """A way of fighting.

    ``pick`` chooses the attack. ``risks`` strikes in every clash, and ``reckons`` where that is worth it; others hold
    back. ``charges`` sprints at foes far away, ``spares`` defends when badly hurt while a companion stands.
    """

    policy: Policy
    pick: Pick[Attack]
    risks: bool
    reckons: bool
    charges: bool
    spares: bool


def feet_to(table: Table, who: str) -> int:
    """Feet from the actor to somebody."""
    return feet_between(table, table.actor, who)


def strength(table: Table, who: str) -> int:
    """The Health and Stamina that somebody has left."""
    return table.sheet(who).now(HEALTH) + table.sheet(who).now(STAMINA)


#: The attack on the nearest, of several on the weakest.
NEAREST: Pick[Attack] = first_by(lambda table, who: (feet_to(table, who), strength(table, who)))
#: The attack on the weakest, of several on the nearest.
WEAKEST: Pick[Attack] = first_by(lambda table, who: (strength(table, who), feet_to(table, who)))
AGGRESSIVE = Style(
    Policy("aggressive", "Aggressive", "Sprints at the nearest and strikes in every clash at any cost."),
    NEAREST,
    risks=True,
    reckons=False,
    charges=True,
    spares=False,
)
CAUTIOUS = Style(
    Policy("cautious", "Cautious", "Attacks the weakest and holds back in clashes; when badly hurt, defends."),
    WEAKEST,
    risks=False,
    reckons=False,
    charges=False,
    spares=True,
)
ADVISED = Style(
    Policy("advised", "By the odds", "Follows the exact odds of the next exchange, in clashes too."),
    most_won,
    risks=False,
    reckons=True,
    charges=True,
    spares=False,
)
STYLES = (AGGRESSIVE, CAUTIOUS, ADVISED)


# -- a turn ------------------------------------------------------------------------------------------------------------

#: Deeds of a turn, tried in this order; None where one has no reason.
Deed = Callable[[Table, Style], Command | None]


def foes_of(table: Table) -> list[str]:
    """The opponents of the actor who still stand; those who are dying if no other is left."""
    able = [who for who in opponents(table, table.actor) if not is_out(table.sheet(who))]
    return [who for who in able if not is_dying(table.sheet(who))] or able


def _get_up(table: Table, style: Style) -> Command | None:
    """Get up, for feet if there are enough of them (LIN-076)."""
    if not table.me.has(PRONE) or is_held(table.me) or left(table, table.actor)[FEET] < 10:
        return None
    return GetUp(FEET)


def _rests(table: Table) -> bool:
    """Whether somebody is dying, for whom every action costs Stamina: they keep still (LIN-058)."""
    return is_dying(table.me) and not table.me.has("last_stand")


def _save(table: Table, style: Style) -> Command | None:
    """Heal a dying companion who is beside one (LIN-061)."""
    if not has_action(table, table.actor) or _rests(table) or only_counters(table.me):
        return None
    for who in allies(table, table.actor):
        sheet = table.sheet(who)
        if is_near(table, table.actor, who) and is_dying(sheet) and not hindrance_to_heal(sheet):
            return HealDying(who)
    return None


def _spare_oneself(table: Table, style: Style) -> Command | None:
    """Defend if badly hurt, while a companion still fights (LIN-040)."""
    if not style.spares or not _may_act(table) or not _is_badly_hurt(table.me):
        return None
    others = (table.sheet(who) for who in allies(table, table.actor))
    return Defend() if any(not is_out(other) and not _is_badly_hurt(other) for other in others) else None


def _may_act(table: Table) -> bool:
    return has_action(table, table.actor) and not only_counters(table.me) and not _rests(table)


def _is_badly_hurt(sheet: Sheet) -> bool:
    return sheet.now(HEALTH) <= BADLY * sheet.most(HEALTH)


def _attack(table: Table, style: Style) -> Command | None:
    """The best attack on the foe that the style picks, of all in reach (LIN-038)."""
    if not _may_act(table):
        return None
    weigh = best_attack if style.reckons else plain_attack
    return style.pick(table, foes_of(table), lambda who: weigh(table, who))


def _counter(table: Table, style: Style) -> Command | None:
    """Use a counter as an action, as those who have nothing else may (LIN-027)."""
    near = [who for who in foes_of(table) if best_arm(table, who)]
    return CounterAsAction(near[0]) if near and is_possible(CounterAsAction, table) else None


def _sprint(table: Table, style: Style) -> Command | None:
    """Sprint at foes whom one cannot reach otherwise (LIN-039)."""
    if not style.charges or not _may_act(table) or left(table, table.actor)[FEET] or is_held(table.me):
        return None
    return Sprint() if _out_of_reach(table) else None


def _out_of_reach(table: Table) -> bool:
    foes = foes_of(table)
    return bool(foes) and not any(best_arm(table, who) for who in foes)


def _go(table: Table, style: Style) -> Command | None:
    """Move to where something in hand serves against the nearest foe (LIN-045)."""
    feet, here = left(table, table.actor)[FEET], place(table, table.actor)
    if _rests(table) or not feet or not _out_of_reach(table):
        return None
    reach = max((arm.reach for arm in arms_of(table).values()), default=MELEE_RANGE)
    taken = {place(table, who) for who in others_known(table, table.actor)}
    for foe in sorted(foes_of(table), key=lambda who: feet_to(table, who)):
        to = beside(table, table.actor, foe, (reach if reach < 30 else MELEE_RANGE) * FOOT, taken)
        end = leg(table, table.actor, to, feet * FOOT)
        if (round(end[0]), round(end[1])) != (round(here[0]), round(here[1])):
            return Move(round(end[0]), round(end[1]))
    return None


DEEDS: tuple[Deed, ...] = (_get_up, _save, _spare_oneself, _attack, _counter, _go, _sprint)


class FightTactics(ByStyle[Style]):
    """The tactics of the game: three styles of taking a turn and of answering a clash.

    Damage is split as is best, counter moves are attacks, and nobody makes a Last Stand: it ends in death.
    """

    gauges: Sequence[Gauge] = (Gauge(HEALTH, "Health lost"), Gauge(STAMINA, "Stamina lost"))

    def __init__(self, commands: Sequence[type[Command]]) -> None:
        super().__init__(commands, STYLES, Begin(), NextTurn())

    def turn(self, table: Table, rung: Rung, style: Style) -> Command:
        """The first deed of a turn that has a reason; then its end."""
        found = (deed(table, style) for deed in DEEDS if not is_out(table.me))
        return next((command for command in found if command), EndTurn())

    def answer(self, table: Table, ask: Ask, style: Style) -> Command:
        if ClashStrike.name in ask.commands:
            gain, cost = worth_of_striking(table, ask.known) if style.reckons else (0.0, 0.0)
            return ClashStrike(ask.key) if style.risks or gain > cost else ClashHold(ask.key)
        return self.suggested(table, ask, ask.commands[0])

    def fate(self, sheet: Sheet) -> str:
        """The state of somebody at the end (LIN-058, LIN-060)."""
        if sheet.has(IS_DEAD):
            return DEAD
        return DYING if is_dying(sheet) else DOWN if is_out(sheet) else UP
