"""Tactics that play fights by themselves, for forecasts of them: a turn's action points, by style (GRM-008)."""

from collections.abc import Callable, Mapping, Sequence

from rules.engine.fight import DEAD, DOWN, SPENT, UP, ByStyle, Gauge, allies, as_suggested
from rules.engine.kernel import Ask, Command, Rung, Sheet, Table, is_possible
from rules.systems.grim.core import DAMAGE, FORTUNE, PERIL, PRONE, SLAIN, is_in, level, state_with
from rules.systems.grim.fight.actions.chokehold import EscapeChokehold
from rules.systems.grim.fight.actions.distances import CHARGE, FOR_A_GAIT, RUN, WALK, mount_of, pace
from rules.systems.grim.fight.actions.going_far import Charge, Far, Run, Walk
from rules.systems.grim.fight.actions.posture import GetUp
from rules.systems.grim.fight.actions.readiness import Load, PutOut, TakeAim
from rules.systems.grim.fight.actions.rest_of_turn import EndTurn
from rules.systems.grim.fight.actions.things_in_hand import Swap, armaments, hands_for, why_out_of_reach
from rules.systems.grim.fight.base import (
    ATTACKED,
    BARE,
    Square,
    ap_left,
    arm_of,
    arms,
    best_melee,
    crosses_hard_ground,
    engaged,
    is_near,
    is_out,
    mean_damage,
    nearest_to,
    on_the_way,
    opponents,
    reach_of,
    standing,
    used,
    yards_between,
    yards_to,
)
from rules.systems.grim.fight.rounds.course import NextTurn
from rules.systems.grim.fight.rounds.initiative import Begin
from rules.systems.grim.fight.tactics.styles import STYLES, Plan, Style, plans

#: Steps on the damage track from which on one is badly hurt.
BADLY = 3
#: Action points that the cautious keep for reactions, and the most that anybody aims for.
KEPT, MOST_AIM = 2, 2
#: Deeds of a turn, tried in this order; None where one has no reason.
Deed = Callable[[Table, Style], Command | None]


def turn(table: Table, style: Style) -> Command:
    """The next command of the actor; the end of the turn when nothing is left to do."""
    if is_possible(EscapeChokehold, table):
        return EscapeChokehold()
    if state_with(table.me, "no_actions", "unconscious") or is_spent(table.me) or not ap_left(table):
        return EndTurn()
    found = (deed(table, style) for deed in DEEDS)
    return next((command for command in found if command), EndTurn())


def is_spent(sheet: Sheet) -> bool:
    """Whether no test of somebody succeeds any more (GRM-014)."""
    return bool(state_with(sheet, "fails"))


def foes_of(table: Table) -> list[str]:
    """The opponents of the actor who are not out of it; of those the ones who can still do something, if there are."""
    there = [who for who in opponents(table, table.actor) if not is_out(table.sheet(who))]
    able = [who for who in there if not is_spent(table.sheet(who))]
    return able or there


# -- oneself -----------------------------------------------------------------------------------------------------------


def _put_out(table: Table, style: Style) -> Command | None:
    return PutOut() if is_possible(PutOut, table) else None


def _get_up(table: Table, style: Style) -> Command | None:
    """Get up where one lies (GRM-024)."""
    return GetUp() if is_in(table.me, PRONE) and is_possible(GetUp, table) else None


def _spare_oneself(table: Table, style: Style) -> Command | None:
    """Keep all action points for reactions if badly hurt, while a companion still fights."""
    if not style.spares or level(table.me, DAMAGE) < BADLY:
        return None
    others = (table.sheet(who) for who in allies(table, table.actor))
    fit = any(not is_out(one) and not is_spent(one) and level(one, DAMAGE) < BADLY for one in others)
    return EndTurn() if fit else None


# -- something in hand -------------------------------------------------------------------------------------------------


def _load(table: Table, style: Style) -> Command | None:
    """Load a weapon, unless a foe is near and there is something to strike with (GRM-114)."""
    if used(table, ATTACKED) and ap_left(table) <= (KEPT if style.spares else 0):
        return None
    if not is_possible(Load, table):
        return None
    strikes = any(arm.is_melee and arm.key != BARE for arm in arms(table.me).values())
    return None if engaged(table, table.actor) and strikes else as_suggested(Load, table)


def _arm(table: Table, style: Style) -> Command | None:
    """Take the best carried weapon in hand, if there is nothing but bare hands; what lies beside one, too (GRM-116)."""
    if set(arms(table.me)) != {BARE} or not is_possible(Swap, table):
        return None
    able = [
        (mean_damage(table.me, arm), key) for key, item in armaments(table.me).items() if (arm := arm_of(key, item))
    ]
    free = 2 - sum(hands_for(item) for item in armaments(table.me).values() if item.in_use)
    loose = ((mean, key) for mean, key in able if not table.me.items[key].in_use and not why_out_of_reach(table, key))
    near = [(mean, key) for mean, key in loose if hands_for(table.me.items[key]) <= free]
    return Swap((max(near)[1],)) if near else None


# -- at them -----------------------------------------------------------------------------------------------------------


def _attack(table: Table, style: Style) -> Command | None:
    """The best attack on the foe that the style picks, or the aim before it (GRM-036, GRM-037, GRM-117)."""
    if used(table, ATTACKED):
        return None

    def weigh(who: str) -> Plan | None:
        return max(plans(table, who, tricks=style.tricks), key=lambda plan: plan[0], default=None)

    found = style.pick(table, foes_of(table), weigh)
    if found is None:
        return None
    _, attack, aim = found
    if style.aims:
        aim = min(MOST_AIM, ap_left(table) - attack.price())
    return TakeAim(str(aim)) if aim > 0 and is_possible(TakeAim, table) else attack


def _go(table: Table, style: Style) -> Command | None:
    """Charge or walk up to the nearest foe, or run where that is too far (GRM-023, GRM-026, GRM-029)."""
    foes = foes_of(table)
    left = ap_left(table)
    if not foes or used(table, ATTACKED):
        return None
    mount = mount_of(table.me)
    more = FOR_A_GAIT if mount else 0
    foe = min(foes, key=lambda who: yards_between(table, table.actor, who))
    reach = reach_of(best_melee(table.me))
    end = nearest_to(table, table.actor, foe, reach)
    far, rate = yards_to(table, table.actor, end), pace(table.me, mount)
    if not far or is_near(table, table.actor, foe, reach):
        return None
    ways: list[tuple[type[Far], int]] = [(Walk, WALK)]
    if style.charges and far > rate:
        ways = [(Charge, CHARGE), (Run, RUN), (Walk, WALK)] if far <= CHARGE * rate else [(Run, RUN), (Walk, WALK)]
    elif style.spares and left <= KEPT:
        return None
    for kind, times in ways:
        if times + more <= left and is_possible(kind, table) and (go := _towards(table, kind, end, times * rate)):
            return go
    return None


def _towards(table: Table, kind: type[Far], end: Square, most: int) -> Far | None:
    """The movement to the square that is reached on the way; None if somebody stands there, or it is no way."""
    start = standing(table, table.actor)
    to = on_the_way(table, table.actor, end, most)
    full = {standing(table, who) for who in table.scene.combatants if who != table.actor}
    if to == start or to in full or (kind is not Walk and crosses_hard_ground(table, table.actor, to)):
        return None
    return kind(to[0], to[1])


DEEDS: tuple[Deed, ...] = (_put_out, _get_up, _spare_oneself, _arm, _attack, _load, _go)


# -- answers -----------------------------------------------------------------------------------------------------------

#: The answers that a style chooses, by the first command of the ask; of all others the first is given.
ANSWERS: Mapping[str, Callable[[Style], str]] = {
    "fortune.stand": lambda style: "fortune.again" if style.lucky else "fortune.stand",
    "follow.step": lambda style: "follow.stay" if style.spares else "follow.step",
    "shield.splinter": lambda style: "shield.splinter" if style.lucky else "shield.keep",
}


class FightTactics(ByStyle[Style]):
    """The tactics of the game: three styles of taking a turn; where they have no answer, the first one of the ask."""

    gauges: Sequence[Gauge] = (
        Gauge(DAMAGE, "Steps of damage"),
        Gauge(PERIL, "Steps of Peril"),
        Gauge(FORTUNE, "Fortune spent"),
    )

    def __init__(self, commands: Sequence[type[Command]]) -> None:
        super().__init__(commands, STYLES, Begin(), NextTurn())

    def turn(self, table: Table, rung: Rung, style: Style) -> Command:
        return turn(table, style)

    def answer(self, table: Table, ask: Ask, style: Style) -> Command:
        chosen = ANSWERS.get(ask.commands[0])
        name = chosen(style) if chosen else ask.commands[0]
        able = name in ask.commands and is_possible(self.kinds[name], table)
        return self.suggested(table, ask, name if able else ask.commands[-1])

    def fate(self, sheet: Sheet) -> str:
        """The state of somebody at the end (GRM-014, GRM-018, GRM-020)."""
        if sheet.has(SLAIN):
            return DEAD
        if state_with(sheet, "unconscious"):
            return DOWN
        return SPENT if is_spent(sheet) else UP

    def gauge(self, sheet: Sheet, key: str) -> int:
        if key in (DAMAGE, PERIL):
            return level(sheet, key)
        return sheet.lack(key)
