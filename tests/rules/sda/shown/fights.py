"""Readings of blows and shots, of what meets them, and of what comes of them."""

from rules.engine.kernel import Command
from rules.systems.sda.core.rolls import pool_for
from rules.systems.sda.turns.turns import EndTurn
from tests.rules.sda.shown.common import (
    BLOW,
    ENDS,
    MEANS,
    PLAIN_HITS,
    TESTED,
    acts_first,
    scored,
    scored_by,
    success,
)
from tests.rules.sda.shown.magic import damage
from tests.rules.sda.shown.world import boxes, unhurt
from tests.rules.truth.performed_command import PerformedCommand, Reading


def attacker(it: PerformedCommand) -> str:
    assert it.situation.encounter
    return str(it.situation.encounter.asks[it.command.ask].known["attacker"])


def hits_of_attacker(it: PerformedCommand) -> int:
    judged = it.verdicts(attacker(it))[0]
    return judged.hits if judged.verdict in ("hit", "success") else 0


def hits_of_actor(it: PerformedCommand) -> int:
    judged = it.verdicts(it.me)[0]
    return judged.hits if judged.verdict == "hit" else 0


def parried(it: PerformedCommand, by: str = "") -> int:
    """The hits of whoever met an attack of the actor, or of somebody else; a stance gives them none."""
    judged = it.verdicts(by or it.me)[0]
    return judged.hits if judged.verdict == "parried" else 0


def loaded(it: PerformedCommand) -> list[bool]:
    """Whether each step of loading that was tried was done."""
    return [one.verdict == "success" for one in it.verdicts(it.me)]


def initiative(it: PerformedCommand) -> int:
    return int(it.number("initiative", it.command.combatant))


def measure_of_heart(it: PerformedCommand) -> int:
    """The MoS of whoever takes heart."""
    return scored_by(it, pool_for(it.situation.table(), it.me, it.command.skill, free=True))


def dice_left(it: PerformedCommand) -> int:
    """The most dice of the next round, or the minutes until somebody bleeds to death."""
    stunned = it.after(it.me).conditions.get("about_to_be_stunned")
    return stunned.level if stunned else _minutes(it)


def _minutes(it: PerformedCommand) -> int:
    dying = it.after(it.me).conditions["bleeding_to_death"]
    return (dying.rounds or 0) // 10


def goes_well(it: PerformedCommand, _: str) -> bool:
    return dice_left(it) > (0 if it.has("about_to_be_stunned") else 1)


# -- choking -----------------------------------------------------------------------------------------------------------


def until_their_turn(it: PerformedCommand) -> tuple[str, Command] | None:
    """Turns end until whoever is choked has to hold out."""
    scene = it.table.encounter
    if scene is None or it.rolls() or scene.current is None or it.asks("grapple.hold_out"):
        return None
    return scene.current.who, EndTurn()


def passed_out(it: PerformedCommand, _: str) -> bool:
    return any(it.has("unconscious", who) for who in it.table.sheets if not it.before(who).has("unconscious"))


READINGS: dict[str, Reading] = {
    "charge.strike": BLOW,
    "fight.begin": Reading({"first": acts_first}),
    "fight.initiative": Reading(measure=initiative),
    "fight.surge": Reading({"success": lambda it, _: measure_of_heart(it) > 0, **ENDS}, measure_of_heart, MEANS),
    "grapple.choke": Reading(
        {"unconscious": passed_out},
        lambda it: sum(one.measure for one in it.rolls()[:1]),
        answers={"grapple.hold_out": {}},
        follow=until_their_turn,
    ),
    "grapple.hold_out": Reading({"holds": success, **ENDS}, lambda it: it.number("measure")),
    "initiative.surprised": PLAIN_HITS,
    "melee.attack": BLOW,
    "melee.defend": Reading(
        {"unhurt": lambda it, _: not hits_of_attacker(it), "wins": lambda it, _: parried(it, attacker(it)) > 0, **ENDS},
        hits_of_attacker,
        MEANS,
    ),
    "melee.meet": Reading(
        {"scores": lambda it, _: hits_of_actor(it) > 0, "unhurt": lambda it, _: not parried(it), **ENDS},
        hits_of_actor,
        MEANS,
    ),
    "melee.second": BLOW,
    "melee.spend": Reading({"damage": lambda it, _: damage(it) > 0}, damage),
    "opportunity.shoot": BLOW,
    "opportunity.take": BLOW,
    "ranged.attack": BLOW,
    "ranged.clear": Reading(TESTED, scored),
    "ranged.dodge": Reading({"unhurt": lambda it, _: not hits_of_attacker(it), **ENDS}, hits_of_attacker, MEANS),
    "ranged.reload": Reading(
        {"success": lambda it, _: loaded(it)[0], "both": lambda it, _: all(loaded(it))},
        answers={"opportunity.pass": {}},
    ),
    "ranged.throw": BLOW,
    "riding.land": Reading({"unhurt": unhurt}, boxes),
    "wound.take": Reading({"success": goes_well}, dice_left),
}
