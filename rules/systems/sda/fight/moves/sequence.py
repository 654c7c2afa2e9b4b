"""The steps that are still to come after an ask: the rest of a walk or ride, the next opening to strike or shoot at.

They are ``{"do": "stand", "who", "x", "y", "facing"}``, ``{"do": "opportunity", "by", "on", "why"}``, a ``shot`` with
those fields, ``{"do": "cast", "who", "spell", "known"}``, and ``{"do": "ask", "to", "title", "command", "known"}`` for
somebody who gets to the ``target`` in ``known``, named ``{0}`` in the title. ``haul`` is a way of two in a grapple.
Steps of a ride are ``{"do": "shy", "who", "mount", "difficulty", …}``, ``stay`` and ``thrown``; ``who`` is the rider.
Who may strike or shoot at an opening: SDA-224 to SDA-226, D-7.
"""

from collections.abc import Callable, Mapping

from rules.engine.fight import is_within, knows_of, place, sequence
from rules.engine.fight.sequence import Step
from rules.engine.kernel import Moved, Said, Sheet, Table
from rules.systems.sda.core.effects import CASTING, go_through
from rules.systems.sda.core.person import figure, has_rage, source
from rules.systems.sda.core.rolls import carry, mount_of, other_of
from rules.systems.sda.fight.base import (
    FREE_DIE,
    HELD,
    LONGEST,
    arms,
    has_reaction,
    has_shot,
    is_able,
    side_of,
    stands_guard,
    used,
)
from rules.systems.sda.fight.moves.holds import HAUL, haul, may_attack


def demand(table: Table, step: Step) -> None:
    """Ask the rider of a step for its test, if they still ride and can act; a mount that is down takes them along."""
    rider = step["who"]
    mount = mount_of(table, rider) if rider in table.scene.combatants else ""
    if not mount or not is_able(table, rider):
        return
    if not is_able(table, mount):
        table.ask(rider, Said("{0} goes down under you: you fall", (mount,)), "riding.land", mount=mount)
    elif step["do"] == "shy":
        _press_on(table, rider, mount, step)
    elif step["do"] == "stay":
        _stay(table, rider, mount)
    else:
        table.ask(rider, Said("{0} falls, and you with it", (mount,)), "riding.land", mount=mount)


def _press_on(table: Table, rider: str, mount: str, step: Step) -> None:
    known = {name: value for name, value in step.items() if name not in ("do", "who")}
    title = Said(f"{{0}} shies: a riding test, difficulty {step['difficulty']}, to press on", (mount,))
    table.ask(rider, title, "riding.press_on", **known)


def _stay(table: Table, rider: str, mount: str) -> None:
    """Ask for the test to stay mounted, as hard as the major injuries of both together (SDA-256)."""
    difficulty = majors(table.sheet(rider)) + majors(table.sheet(mount))
    title = f"A riding test, difficulty {difficulty}, to stay in the saddle"
    table.ask(rider, title, "riding.stay", difficulty=difficulty, mount=mount)


def majors(sheet: Sheet) -> int:
    """Major injury boxes that are ticked, on all lines together."""
    return sum(line.ticked.get("major", 0) for line in sheet.tracks.get("injury", []))


def _stand(table: Table, step: Step) -> None:
    """Move somebody who has not fallen and is not held; spells on places that they come to take effect (D-9)."""
    who = step["who"]
    sheet = table.sheet(who)
    if who in table.scene.combatants and not any(sheet.has(condition) for condition in HELD):
        start = place(table, who)
        table.happen(Moved(who, step["x"], step["y"], step["facing"]))
        carry(table, who)
        for one in filter(None, (who, other_of(table, who))):
            go_through(table, one, start)


def _ask(table: Table, step: Step) -> None:
    """Put an ask to somebody who got to its target; those stopped on the way are asked nothing."""
    who, target = step["to"], step["known"]["target"]
    if is_able(table, who) and target in table.scene.combatants and is_within(table, who, target, LONGEST):
        table.ask(who, Said(step["title"], (target,)), step["command"], **step["known"])


def _ask_for_shot(table: Table, step: Step) -> None:
    """Ask for a shot, unless the opening is used by now, or nothing is ready any more."""
    if may_shoot(table, step["by"], step["on"]):
        _ask_at_opening(table, step, "shoot", "opportunity.shoot")


def _ask_for_strike(table: Table, step: Step) -> None:
    """Ask for an attack of opportunity, if it is open still."""
    if may_strike(table, step["by"], step["on"]):
        _ask_at_opening(table, step, "strike", "opportunity.take")


def _ask_at_opening(table: Table, step: Step, verb: str, command: str) -> None:
    """Ask whether somebody uses an opening, of which another's doing is the reason; they may let it pass."""
    title = Said(f"{{0}} {step['why']}: {verb}?", (step["on"],))
    answers = (command, "opportunity.pass", "opportunity.pass_round")
    table.ask(step["by"], title, *answers, target=step["on"], why=step["why"])


def _go_on_casting(table: Table, step: Step) -> None:
    """Ask for the roll of an announced spell, unless its caster was kept from it (SDA-275)."""
    who = step["who"]
    if is_able(table, who) and table.sheet(who).has(CASTING):
        table.ask(who, f"Roll for {step['spell']}", "magic.go_on", **step["known"])


def may_strike(table: Table, by: str, on: str) -> bool:
    """Whether an attack of opportunity is open: somebody has one left, in reach and in sight (SDA-225, SDA-226)."""
    near = has_opening(table, by, on) and is_within(table, by, on, reach_of(table, by))
    return near and side_of(table, by, on) != "rear"


def has_opening(table: Table, by: str, on: str) -> bool:
    """Whether somebody could strike at another in reach: able, aware, in no stance, once a round (SDA-225, C-62).

    It takes a die: the stunned may have none. A foe who is out of the fight has no attention to take off anybody.
    """
    if not (is_able(table, by) and is_able(table, on)):
        return False
    if table.combatant(by).hidden or not knows_of(table, by, on) or not may_attack(table, by, on):
        return False
    held_back = used(table, by).opportunity or stands_guard(table.sheet(by))
    return not held_back and has_reaction(table, by, FREE_DIE)


def reach_of(table: Table, who: str) -> float:
    """Metres that somebody reaches with the longest of their arms (SDA-174, SDA-224)."""
    return max(arm.reach for arm in arms(table.sheet(who)).values())


#: The condition of a shooter who watches; its source is the id of the watched.
WATCHING = "watching"


def watches(sheet: Sheet) -> bool:
    """Whether somebody watches for an opening and has the trait to shoot out of turn."""
    return sheet.has(WATCHING) and figure(sheet, "quick_shots") > 0


def may_shoot(table: Table, by: str, on: str) -> bool:
    """Whether ``by`` may shoot at an opening of ``on``, watched, known and able: once a round (SDA-225).

    It takes a missile that is ready, and neither a rage (D-7) nor a defensive stance (SDA-249).
    """
    if not (is_able(table, by) and is_able(table, on)):
        return False
    sheet = table.sheet(by)
    if (
        has_rage(sheet)
        or stands_guard(sheet)
        or not watches(sheet)
        or source(sheet, WATCHING) != on
        or used(table, by).opportunity
    ):
        return False
    if table.combatant(by).hidden or not knows_of(table, by, on) or not may_attack(table, by, on):
        return False
    return has_shot(table, by)


#: The ways to take a step, by what it does.
_STEPS: Mapping[str, Callable[[Table, Step], None]] = {
    "stand": _stand,
    "ask": _ask,
    "cast": _go_on_casting,
    "opportunity": _ask_for_strike,
    "shot": _ask_for_shot,
    HAUL: haul,
    **dict.fromkeys(("shy", "stay", "thrown"), demand),
}


def carry_on(table: Table) -> None:
    """Take the steps that are still to come until an ask interrupts them."""
    sequence.carry_on(table, lambda step: _STEPS[step["do"]](table, step))
