"""The turn of any style: on one's feet, armed, at them, strike."""

from collections.abc import Callable

from rules.engine.fight import as_suggested
from rules.engine.kernel import Command, Table, is_possible
from rules.systems.dragonbane.content import library
from rules.systems.dragonbane.core import (
    HANDS,
    Push,
    attacks_of,
    hindrance,
    is_carried,
    is_character,
    pushable,
    staked,
    weapon_of,
)
from rules.systems.dragonbane.fight.actions.actions import Draw, GetUpOrDown, ShakeOff, at_hand
from rules.systems.dragonbane.fight.actions.course import EndTurn
from rules.systems.dragonbane.fight.actions.saving_lives import FirstAid
from rules.systems.dragonbane.fight.actions.special_abilities import SecondStrike
from rules.systems.dragonbane.fight.actions.things import PickUp, PullFree, UseItem, fills
from rules.systems.dragonbane.fight.attacks import monsters
from rules.systems.dragonbane.fight.attacks.attack_roll import FOLLOW
from rules.systems.dragonbane.fight.base import (
    EMPTY,
    UNARMED,
    Arm,
    apart,
    is_able,
    is_out,
    opponents,
    range_of,
    reach_of,
    shooting,
    used,
    worth,
)
from rules.systems.dragonbane.fight.base.arms import arms
from rules.systems.dragonbane.fight.defence.dying import RallyYourself, RollDeath, is_ally, must_roll
from rules.systems.dragonbane.fight.defence.movement import Dash
from rules.systems.dragonbane.fight.tactics.styles import Habit, Style, best_attack
from rules.systems.dragonbane.fight.tactics.walks import away, nearer

#: Deeds of a turn, tried in this order; None where one has no reason.
Deed = Callable[[Table, Style], Command | None]


def turn(table: Table, style: Style) -> Command:
    """The next command of the actor; the end of the turn when nothing is left to do."""
    found = (deed(table, style) for deed in DEEDS)
    return next((command for command in found if command), EndTurn())


def foes_of(table: Table) -> list[str]:
    """The opponents of the actor who can still fight."""
    return [who for who in opponents(table, table.actor) if is_able(table, who)]


def _has_action(table: Table) -> bool:
    current, me = table.scene.current, table.me
    return current is not None and current.key not in used(table, table.actor).acted and not me.has("fleeing")


# -- before anything else ----------------------------------------------------------------------------------------------


def _push(table: Table, style: Style) -> Command | None:
    """The push of a failed attack, if the style would (DRB-003)."""
    kept = pushable(table, table.actor)
    if kept is None or kept["follow"] != FOLLOW or not style.has(Habit.PUSHES_ATTACKS):
        return None
    return pushed(table, style)


def pushed(table: Table, style: Style) -> Push | None:
    """The push at the price that hinders least; None for creatures, or where it is not worth its price to the style."""
    if not is_character(table.me) or not is_possible(Push, table):
        return None
    prices = {choice.value for choice in Push.choices(table)["condition"]}
    for condition, hurts in _prices(table):
        if condition in prices and (style.has(Habit.AT_ANY_PRICE) or not hurts or _pays(table, condition)):
            return Push(condition)
    return None


def _pays(table: Table, condition: str) -> bool:
    """Whether the second roll succeeds more often than the bane of the condition spoils a roll of this fight."""
    check, stake = staked(table)
    chance = check.chance if stake.chance is None else stake.chance
    return chance > hindrance(table, condition, stake.rolls)


def _prices(table: Table) -> list[tuple[str, bool]]:
    """The six conditions with whether they hinder this fight, the harmless first."""
    weapons = {library.skills()[arm.weapon.skill].attribute for arm in arms(table.me).values() if arm.weapon.skill}
    needed = weapons | {"agl", "con"}
    found = [(key, one.attribute in needed) for key, one in library.six_conditions().items()]
    return sorted(found, key=lambda price: price[1])


def _when_down(table: Table, style: Style) -> Command | None:
    """The roll against death, and a rally if the style would (DRB-036, DRB-040)."""
    if must_roll(table, table.actor):
        return RollDeath()
    if not is_out(table.me):
        return None
    return RallyYourself() if style.has(Habit.RISES) and is_possible(RallyYourself, table) else EndTurn()


def _in_fear(table: Table, style: Style) -> Command | None:
    """The command in fear: the cowed do nothing, the frozen try once to shake it off, the fleeing run (D-6)."""
    if table.me.has("cowed"):
        return EndTurn()
    if table.me.has("frozen"):
        return ShakeOff() if is_possible(ShakeOff, table) else EndTurn()
    return (away(table, foes_of(table)) or EndTurn()) if table.me.has("fleeing") else None


def _get_up(table: Table, style: Style) -> Command | None:
    return GetUpOrDown() if table.me.has("prone") and is_possible(GetUpOrDown, table) else None


# -- something in hand -------------------------------------------------------------------------------------------------


def _arm(table: Table, style: Style) -> Command | None:
    """Draw or pick up a weapon, with nothing in hand that strikes or shoots (DRB-015, DRB-026)."""
    if attacks_of(table.me) or any(_serves(arm) for arm in arms(table.me).values()):
        return None
    return _draw(table) or (_pick_up(table) if _has_action(table) else None)


def _serves(arm: Arm) -> bool:
    """Whether it is a weapon that strikes or shoots as it is."""
    return arm.item.entry != UNARMED and not arm.weapon.is_shield and _usable(arm)


def _usable(arm: Arm) -> bool:
    return not arm.is_broken and not arm.item.stats.get(EMPTY)


def _draw(table: Table) -> Command | None:
    """Draw the best weapon at hand that fits, and put away a broken or empty one."""
    if not is_possible(Draw, table):
        return None
    held = {key: arm for key, arm in arms(table.me).items() if key in table.me.items and not arm.is_natural}
    useless = next((key for key, arm in held.items() if not _usable(arm)), "")
    free = HANDS - sum(arm.weapon.hands for key, arm in held.items() if key != useless)
    able = [arm for choice in at_hand(table) if _serves(arm := _carried(table, choice.value))]
    found = max((arm for arm in able if arm.weapon.hands <= free), key=lambda arm: worth(table.me, arm), default=None)
    return Draw(found.key, useless) if found else None


def _pick_up(table: Table) -> Command | None:
    """Pull free or pick up one's own weapon, or fill an empty one from a quiver."""
    if is_possible(PullFree, table):
        return as_suggested(PullFree, table)
    if is_possible(PickUp, table):
        mine = [choice.value for choice in PickUp.choices(table)["thing"] if _is_my_weapon(table, choice.value)]
        if mine:
            return PickUp(mine[0])
    held = [arm.item for arm in arms(table.me).values()]
    carried = [key for key, item in table.me.items.items() if is_carried(item) and item.kind == "gear"]
    full = next((key for key in carried if any(fills(table.me.items[key], weapon) for weapon in held)), "")
    return UseItem(full) if full and is_possible(UseItem, table) else None


def _is_my_weapon(table: Table, key: str) -> bool:
    item = table.me.items.get(key)
    return item is not None and item.kind == "weapon" and _serves(_carried(table, key))


def _carried(table: Table, key: str) -> Arm:
    item = table.me.items[key]
    return Arm(key, item, weapon_of(item))


# -- at them -----------------------------------------------------------------------------------------------------------


def _tend(table: Table, style: Style) -> Command | None:
    """Save a dying ally beside the actor (DRB-041)."""
    if not (style.has(Habit.TENDS) and is_possible(FirstAid, table)):
        return None
    aid = as_suggested(FirstAid, table)
    return aid if isinstance(aid, FirstAid) and is_ally(table, aid.patient) else None


def _strike(table: Table, style: Style) -> Command | None:
    """The attack on one of those in reach (DRB-011, DRB-012)."""
    if not _has_action(table):
        return None
    far = _near_reach(table)
    near = [who for who in foes_of(table) if apart(table, table.actor, who) <= far]
    if not near:
        return None
    target = style.target(table, near) if len(near) > 1 else near[0]
    return _attack(table, target, style)


def _near_reach(table: Table) -> float:
    """Metres that one strikes or shoots without a step first; for monsters those of the shortest row (D-4)."""
    if rows := attacks_of(table.me):
        return min(row.reach for row in rows.values())
    shots = [range_of(table.me, arm) for arm in shooting(table.me) if arm.weapon.is_ranged and _usable(arm)]
    return max(reach_of(table.me), *shots, 0)


def _attack(table: Table, target: str, style: Style) -> Command | None:
    if attacks_of(table.me):
        return monsters.Attack(target)
    found = best_attack(table, target, spends=style.has(Habit.SPENDS))
    return found[1] if found else None


def _again(table: Table, style: Style) -> Command | None:
    """The second blow at another enemy, with its ability (DRB-022)."""
    if not style.has(Habit.SPENDS) or not is_possible(SecondStrike, table):
        return None
    again = as_suggested(SecondStrike, table)
    return again if isinstance(again, SecondStrike) and is_able(table, again.target) else None


def _go(table: Table, style: Style) -> Command | None:
    """Move to where somebody can be struck, before the action."""
    dashed = used(table, table.actor).dashed
    foes = foes_of(table)
    return nearer(table, foes, _near_reach(table)) if foes and (dashed or _has_action(table)) else None


def _from_afar(table: Table, style: Style) -> Command | None:
    """A monster's attack from afar, with a row that reaches (D-4)."""
    rows = attacks_of(table.me).values()
    if not rows or not _has_action(table):
        return None
    most = max(row.reach for row in rows)
    near = [who for who in foes_of(table) if apart(table, table.actor, who) <= most]
    return monsters.Attack(style.target(table, near)) if near else None


def _dash(table: Table, style: Style) -> Command | None:
    """Spend the action on a dash to get there, if the style would (DRB-010)."""
    foes = foes_of(table)
    if not (style.has(Habit.CHARGES) and foes and _has_action(table) and is_possible(Dash, table)):
        return None
    return Dash() if min(apart(table, table.actor, who) for who in foes) > _near_reach(table) else None


DEEDS: tuple[Deed, ...] = (
    _push,
    _when_down,
    _in_fear,
    _get_up,
    _tend,
    _arm,
    _strike,
    _again,
    _go,
    _from_afar,
    _dash,
)
