"""Getting into the saddle and out of it again, of one's own will or not (SDA-253, SDA-256)."""

from rules.engine.fight import first, keep, place, shifted, steps
from rules.engine.fight.sequence import Step
from rules.engine.kernel import Condition, ConditionEnded, ConditionSet, Joined, Moved, Table, Told
from rules.systems.sda.core.rolls import MOUNTED, carry, mount_of, other_of, rider_of
from rules.systems.sda.fight.base import WALL, show
from rules.systems.sda.fight.moves.ladder import off_the_ladder, onto_the_ladder
from rules.systems.sda.fight.moves.opportunity import ON_THE_WAY

#: Metres beside the mount at which somebody stands who has got off it.
BESIDE = 1.0
#: Degrees from its facing to its left.
_LEFT = 270


def get_on(table: Table, who: str, mount: str) -> None:
    """Mount an animal, which leaves the ladder, since from now on it acts on its rider's initiative (SDA-253)."""
    if table.sheet(who).has(WALL):
        table.happen(ConditionEnded(who, WALL))
    called = "Mounted" if table.combatant(mount).hidden else f"On {table.name(mount)}"
    table.happen(ConditionSet(who, Condition(MOUNTED, called, 0, mount)))
    table.happen(Told((who, mount), "{0} mounts {1}."))
    _take_sides(table, who, mount)
    carry(table, mount)
    off_the_ladder(table, mount)
    show(table, who)


def settle(table: Table, who: str) -> None:
    """Bring a rider's animal to their place and to their side."""
    _take_sides(table, who, mount_of(table, who))
    carry(table, who)


def _take_sides(table: Table, who: str, mount: str) -> None:
    side, there = table.combatant(who).side, table.combatant(mount)
    if there.side != side:
        table.happen(Joined(mount, side, there.hidden, there.x, there.y, there.facing))


def get_off(table: Table, who: str) -> None:
    """Stand beside the mount, which has turns of its own again from the next round on."""
    mount = mount_of(table, who)
    if mount:
        stands = table.combatant(mount)
        spot = shifted(place(table, mount), (stands.facing + _LEFT) % 360, BESIDE)
        _stop(table, who, mount)
        table.happen(ConditionEnded(who, MOUNTED), Moved(who, *spot, table.combatant(who).facing))
        onto_the_ladder(table, mount, who)
        show(table, who)
    elif table.sheet(who).has(MOUNTED):
        table.happen(ConditionEnded(who, MOUNTED))


def _stop(table: Table, who: str, mount: str) -> None:
    """Drop the steps of a ride that are still to come, and the blow of a charge that it was for."""
    keep(table, [step for step in steps(table) if not _is_of_the_ride(step, who, mount)])


def _is_of_the_ride(step: Step, who: str, mount: str) -> bool:
    if step["do"] == "opportunity":
        return bool(step["on"] in (who, mount) and step["why"] == ON_THE_WAY)
    return bool((step["do"] == "stand" and step["who"] == mount) or (step["do"] == "ask" and step["to"] == who))


# -- against one's will ----------------------------------------------------------------------------------------------


def shaken(table: Table, who: str) -> None:
    """Plan the test to stay mounted after a major injury of rider or mount, before anything else (SDA-256)."""
    if other_of(table, who):
        first(table, {"do": "stay", "who": who if mount_of(table, who) else rider_of(table, who)})


def go_down(table: Table, who: str) -> None:
    """Let a rider who goes down slide from the saddle; a mount that does takes its rider along (SDA-256)."""
    rider = rider_of(table, who)
    if mount_of(table, who):
        get_off(table, who)
        table.happen(Told((who,), "{0} slides from the saddle."))
    elif rider:
        first(table, {"do": "thrown", "who": rider})
