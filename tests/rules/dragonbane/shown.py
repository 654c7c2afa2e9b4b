"""How the numbers that the game of cards and d20 shows are read off what happened."""

from typing import Any

from rules.engine.facts import TurnBegan
from tests.rules.truth.happened import Happened, Reading

#: Nobody meets the hit, pushes a roll, or strikes as somebody leaves.
UNMET: dict[str, Any] = {"defend.take": {}, "free.pass": {}, "counter.pass": {}}


def success(it: Happened, _: str) -> bool:
    return not it.is_judged("failure") and not it.is_judged("demon")


def failure(it: Happened, _: str) -> bool:
    return it.is_judged("failure")


def dragon(it: Happened, _: str) -> bool:
    return it.number("special") == "dragon" or it.is_judged("dragon")


def demon(it: Happened, _: str) -> bool:
    return it.number("special") == "demon" or it.is_judged("demon")


def face(it: Happened) -> int:
    return int(it.number("face"))


def first(it: Happened, who: str) -> bool | None:
    began = [one.rung for one in it.facts if isinstance(one, TurnBegan)]
    return began[0].split("/")[0] == who if began else None


THREE = {"success": success, "dragon": dragon, "demon": demon}
PUSHED = {"pushed": "It is the chance of two rolls, the second of which another command makes."}
CHECK = Reading(THREE, face, unread=PUSHED)
TRIED = Reading(THREE)

READINGS: dict[str, Reading] = {
    "advance.roll": Reading({"success": success}),
    "check.roll": CHECK,
    "peril.courage": CHECK,
    "peril.fear": CHECK,
    "journey.loaded": CHECK,
    "task.lock": CHECK,
    "task.first_aid": CHECK,
    "turn.lock": TRIED,
    "turn.first_aid": TRIED,
    "turn.rally": TRIED,
    "turn.rally_yourself": TRIED,
    "turn.pull_free": TRIED,
    "sneak.up": TRIED,
    "peril.endure": Reading({"success": lambda it, _: it.is_judged("success"), "failure": failure}),
    "peril.fall": Reading(measure=lambda it: it.number("damage")),
    "rest.round": Reading(measure=lambda it: it.changed("wp")),
    "rest.stretch": Reading(measure=lambda it: it.changed("hp")),
    "turn.rest": Reading(measure=lambda it: it.changed("wp")),
    "task.door": Reading({"success": lambda it, _: it.is_judged("broken")}, lambda it: it.number("damage")),
    "turn.door": Reading({"success": lambda it, _: it.is_judged("broken")}, lambda it: it.number("damage")),
    "monster.attack": Reading(
        {"*": lambda it, name: it.number("attack") == name}, unread={"measure": "It is over all that its attacks do."}
    ),
}
