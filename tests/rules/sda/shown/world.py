"""Readings of what the world does to people, and what they do in it: falls, traps, illness, poison, healing, trade."""

from dataclasses import replace
from functools import partial

from rules.engine.kernel import ConditionEnded, Told
from rules.systems.sda.content.hazards import poisons
from rules.systems.sda.core.rolls import pool_for
from rules.systems.sda.fight.base import lines
from rules.systems.sda.fight.wounds import freest, room, wakes_by
from rules.systems.sda.world.harm import waiting_wound
from tests.rules.sda.shown.common import ALONE, ENDS, HITS, MEANS, TEST, TESTED, hits, scored, scored_by, success
from tests.rules.truth.performed_command import NumberReading, PerformedCommand, Reading


def measure(it: PerformedCommand) -> int:
    return int(it.number("measure"))


def gained(it: PerformedCommand) -> int:
    """The MoS of a roll at a trap; in a test of two skills they are what it gains."""
    return max(int(one.numbers.get("gain", one.numbers.get("measure", 0)) or 0) for one in it.verdicts(it.me)[:1])


def sprung(it: PerformedCommand, _: str) -> bool:
    return any(isinstance(one, Told) and one.text.startswith("{0} springs a trap") for one in it.facts)


def awake(it: PerformedCommand, _: str) -> bool:
    return ConditionEnded(it.me, "unconscious") in it.facts


def boxes(it: PerformedCommand) -> int:
    """The boxes that harm came to, whatever was left of a line; those that a spell spares are none."""
    come = sum(int(one.numbers["boxes"] or 0) for one in it.verdicts(it.me) if "boxes" in one.numbers)
    spared = [one.text for one in it.facts if isinstance(one, Told) and one.text.startswith("A spell takes ")]
    return come - sum(int(text.split()[3]) for text in spared)


def unhurt(it: PerformedCommand, _: str) -> bool:
    return not boxes(it)


def down(it: PerformedCommand, _: str) -> bool:
    """Whether somebody goes down, or has to take more boxes than the freest line has left."""
    after = it.after(it.me)
    held, injuries = waiting_wound(after), lines(after)
    if held and held.level > room(injuries[freest(injuries)]):
        return True
    return any(it.has(name) and not it.before(it.me).has(name) for name in ("incapacitated", "unconscious", "dead"))


def falls(it: PerformedCommand, _: str) -> bool:
    return any(isinstance(one, Told) and " falls " in one.text for one in it.facts)


def recovered(it: PerformedCommand) -> int:
    """The MoS of a day, a healer's among them."""
    return int(it.number("tally")) - it.before(it.me).conditions[it.command.disease].level


def gathered(it: PerformedCommand) -> int:
    """The MoS that come nearer to waking; a malus takes back no more than there was."""
    held, lying = it.before(it.me).conditions["unconscious"].level, it.after(it.me).conditions.get("unconscious")
    if lying:
        return lying.level - held
    table = it.situation.table()
    return scored_by(it, pool_for(table, it.me, wakes_by(table, it.me), free=True))


def healed(it: PerformedCommand) -> int:
    return -it.ticked()


def is_unwounded(it: PerformedCommand, _: str) -> bool:
    return not any(any(line.ticked.values()) for line in it.after(it.me).tracks["injury"])


HARM = Reading({"success": unhurt, "unhurt": unhurt, "down": down}, boxes)
ON_THE_WAY = Reading({"success": success, "fall": falls}, measure)


def unless_weaker(read: NumberReading, it: PerformedCommand) -> float | None:
    """The reading of a roll against a poison; None where the poison takes attributes, as nothing is shown then."""
    return None if poisons()[it.command.poison].weakens else read(it)


READINGS: dict[str, Reading] = {
    "disease.meet": TEST,
    "disease.recover": Reading({"success": success}, recovered),
    "experience.trade_group": Reading(),
    "food.forage": TEST,
    "harm.fall": HARM,
    "healing.care": TEST,
    "healing.reanimate": Reading(TESTED, scored),
    "healing.rest": Reading({"success": is_unwounded}, healed),
    "healing.stop_bleeding": TEST,
    "healing.wake": Reading({"success": awake, **ENDS}, gathered, MEANS),
    "move.climb": ON_THE_WAY,
    "move.cross": ON_THE_WAY,
    "move.jump": TEST,
    "move.lift": TEST,
    "move.run": TEST,
    "move.swim": HITS,
    "poison.notice": TEST,
    "poison.resist": replace(TEST, means={name: partial(unless_weaker, read) for name, read in MEANS.items()}),
    "thief.pick_pocket": Reading(TESTED, lambda it: hits(it) if success(it, "") else 0),
    "trade.haggle": Reading(TESTED, lambda it: hits(it) if success(it, "") else 0),
    "trap.disarm": Reading({"success": success, "sprung": sprung}, gained),
    "trap.spot": TEST,
    "trap.spring": HARM,
    "trap.understand": TEST,
    "turn.stop_bleeding": ALONE,
    "water.hold_breath": TEST,
}
