"""Readings of what somebody does on their turn besides striking: moving, threatening, running, riding."""

from dataclasses import replace
from functools import partial

from rules.engine.kernel import Told
from tests.rules.sda.shown.common import (
    BLOW,
    ENDS,
    MEANS,
    PLAIN_HITS,
    TEST,
    TESTED,
    UNMET,
    hits,
    measured,
    success,
)
from tests.rules.truth.performed_command import ChanceReading, NumberReading, PerformedCommand, Reading


def resisted(it: PerformedCommand) -> int:
    assert it.situation.encounter
    who = it.situation.encounter.asks[it.command.ask].known["attack"]["who"]
    return it.verdicts(who)[0].hits


# -- mounts ------------------------------------------------------------------------------------------------------------


def mount(it: PerformedCommand) -> str:
    """The actor's mount, or the actor on foot."""
    held = it.before(it.me).conditions.get("mounted")
    return held.source if held else it.me


def as_mount(it: PerformedCommand) -> PerformedCommand:
    """The happening with the mount as its actor: the blow is its own."""
    return replace(it, situation=replace(it.situation, actor=mount(it)))


def of_mount(reading: Reading) -> Reading:
    """The reading of a roll that the mount makes, or the actor on foot."""
    return replace(
        reading,
        chances={name: partial(_chance, read) for name, read in reading.chances.items()},
        measure=partial(_number, reading.measure) if reading.measure else None,
        means={name: partial(_number, read) for name, read in reading.means.items()},
    )


def _chance(read: ChanceReading, it: PerformedCommand, name: str) -> bool | None:
    return read(as_mount(it), name)


def _number(read: NumberReading, it: PerformedCommand) -> float | None:
    return read(as_mount(it))


def says(it: PerformedCommand, text: str) -> bool:
    return any(isinstance(one, Told) and text in one.text for one in it.facts)


def gained(it: PerformedCommand) -> int:
    """The MoS of a mount that was spurred."""
    return sum(int(one.numbers["measure"] or 0) for one in it.verdicts(mount(it)) if "difficulty" in one.numbers)


# -- charges -----------------------------------------------------------------------------------------------------------


def arrives(it: PerformedCommand, _: str) -> bool:
    return bool(it.asks("charge.strike"))


def to_spare(it: PerformedCommand) -> int:
    """The MoS that are left for the blow."""
    return int(it.asks("charge.strike")[0].known["spare"]) if arrives(it, "") else 0


def fell(it: PerformedCommand, _: str) -> bool:
    return it.has("prone")


def impressed(it: PerformedCommand) -> int:
    return hits(it) if success(it, "") or it.is_judged("hit") else 0


MIND = Reading({"success": lambda it, _: impressed(it) > 0, **ENDS}, impressed, answers=UNMET)
PASSED = {"opportunity.pass": {}}
#: Who sits on a mount that shies rides on with all dice.
RIDDEN = {**PASSED, "riding.press_on": {}}

READINGS: dict[str, Reading] = {
    "fight.battle_cry": MIND,
    "mind.resist": Reading({"holds": lambda it, _: not resisted(it), **ENDS}, resisted, MEANS),
    "riding.press_on": TEST,
    "riding.stay": TEST,
    "turn.charge": of_mount(Reading({"success": arrives, "falls": fell, **ENDS}, to_spare, MEANS, RIDDEN)),
    "turn.dance": TEST,
    "turn.dodge_roll": TEST,
    "turn.inspire": TEST,
    "turn.intimidate": MIND,
    "turn.kick_up": Reading({"success": lambda it, _: not it.has("prone"), **ENDS}, measured, MEANS),
    "turn.leap": Reading(
        {
            "success": lambda it, _: says(it, "clears it with"),
            "refuses": lambda it, _: says(it, "refuses to jump"),
            "fails": lambda it, _: says(it, "does not clear it"),
        },
        measured,
    ),
    "turn.mount_attack": of_mount(BLOW),
    "turn.move": Reading({"success": lambda it, _: not says(it, "refuses to carry")}, answers=RIDDEN),
    "turn.other": TEST,
    "turn.reassess": PLAIN_HITS,
    "turn.run": Reading({**TESTED, "falls": fell}, measured, MEANS),
    "turn.shrug_off": TEST,
    "turn.sing": TEST,
    "turn.spur": Reading({"success": lambda it, _: gained(it) > 0}, gained),
    "turn.stance": TEST,
    "turn.taunt": MIND,
    "turn.wall_move": Reading(),
}
