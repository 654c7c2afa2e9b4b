"""Reach: who is near whom, and the arms that serve against somebody, but no blow or touch through a wall (LIN-034)."""

from rules.engine.fight import is_walled_from, refuse_walled
from rules.engine.kernel import Refused, Table
from rules.systems.fortune.core import MELEE, MELEE_RANGE, Arm, arms_of
from rules.systems.fortune.fight.base.state import feet_between


def serves(table: Table, arm: Arm, who: str, other: str) -> bool:
    """Whether an arm of one serves against another: at that distance, and by hand with nothing shut between them."""
    return arm.serves(feet_between(table, who, other)) and not (arm.kind == MELEE and is_walled_from(table, who, other))


def best_arm(table: Table, target: str) -> Arm | None:
    """The actor's arm with the highest average damage that serves against somebody; None if none does."""
    able = (arm for arm in arms_of(table).values() if serves(table, arm, table.actor, target))
    return max(able, key=lambda arm: (arm.mean, arm.bonus), default=None)


def refuse_beyond(table: Table, target: str, arm: Arm, field: str = "target") -> None:
    """Refuse the actor an arm that does not serve against somebody (LIN-034)."""
    feet, name = feet_between(table, table.actor, target), table.name(target)
    if feet > arm.reach:
        raise Refused(f"{name} is {feet} ft away; {arm.name.lower()} reaches {arm.reach} ft. Move closer first.", field)
    if feet < arm.least:
        told = f"too close for {arm.name.lower()}. Step back to {arm.least} ft first."
        raise Refused(f"{name} is {feet} ft away, {told}", field)
    if arm.kind == MELEE:
        refuse_walled(table, target, field)


def refuse_out_of_range(table: Table, target: str, reach: int, means: str, field: str) -> None:
    """Refuse somebody farther from the actor than some means reaches, and a touch through a wall."""
    far = feet_between(table, table.actor, target)
    if far > reach:
        raise Refused(f"{table.name(target)} is {far} ft away; {means} reaches {reach} ft.", field)
    if reach <= MELEE_RANGE:
        refuse_walled(table, target, field)
