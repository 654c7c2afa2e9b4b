"""How the numbers that the game of cards and d20 shows are read off what happened."""

from typing import Any

from rules.engine.kernel import Judged, TurnBegan
from rules.engine.kernel.facts import Asked
from rules.systems.dragonbane.core import PUSHABLE, Check, chances, check_for
from rules.systems.dragonbane.fight.base import Blow
from tests.rules.truth.performed_command import PerformedCommand, Reading

#: Nobody meets the hit, steps between, pushes a roll, or strikes as somebody leaves; a Dragon does nothing more.
UNMET: dict[str, Any] = {
    "defend.take": {},
    "guard.pass": {},
    "free.pass": {},
    "counter.pass": {},
    "leave.struck": {},
    "dragon.choose": {"effect": "nothing"},
    "magic.dragon": {"effect": "free"},
}


def success(it: PerformedCommand, _: str) -> bool:
    return not it.is_judged("failure") and not it.is_judged("demon")


def failure(it: PerformedCommand, _: str) -> bool:
    return it.is_judged("failure")


def dragon(it: PerformedCommand, _: str) -> bool:
    return it.number("special") == "dragon" or it.is_judged("dragon")


def demon(it: PerformedCommand, _: str) -> bool:
    return it.number("special") == "demon" or it.is_judged("demon")


def face(it: PerformedCommand) -> int:
    return int(it.number("face"))


def acts_first(it: PerformedCommand, who: str) -> bool | None:
    began = [one.rung for one in it.facts if isinstance(one, TurnBegan)]
    return began[0].split("/")[0] == who if began else None


def notices(it: PerformedCommand, who: str) -> bool:
    return not it.has("surprised", who)


# -- opposed rolls -----------------------------------------------------------------------------------------------------


def won(it: PerformedCommand, _: str) -> bool:
    return it.is_judged("success")


def beaten(it: PerformedCommand, _: str) -> bool:
    return not won(it, "") and chances.succeeds(face(it), _mine(it).level)


def failed(it: PerformedCommand, _: str) -> bool:
    return not chances.succeeds(face(it), _mine(it).level)


def _mine(it: PerformedCommand) -> Check:
    """The roll of the active side, by whichever command."""
    table, command = it.situation.table(), it.command
    found: Check = (command._checks if hasattr(command, "_checks") else command._ready)(table)[0]
    return found


# -- pushes ------------------------------------------------------------------------------------------------------------


def pushed(it: PerformedCommand) -> int:
    """The face of the second roll."""
    return int(it.rolls(it.me, "pushed: ")[0].measure)


def push_pays_off(it: PerformedCommand, _: str) -> bool:
    """Whether the second roll was worth it, by the first verdict that came of it: "parry success", "dragon".

    Of a roll without a verdict (Evade, Awareness) only what follows is told.
    """
    verdicts, follow = it.verdicts(it.me), it.before(it.me).memo[PUSHABLE]["follow"]
    if follow == "fight.leave":
        return bool(leaves_without_strikes(it, ""))
    if follow == "fight.ambush":
        return notices(it, it.me)
    return verdicts[0].verdict.rpartition(" ")[2] in ("success", "dragon")


# -- blows -------------------------------------------------------------------------------------------------------------


def hits(it: PerformedCommand, on: str, by: str = "") -> list[Judged]:
    return [one for one in it.verdicts(by) if one.verdict == "hit" and one.numbers["target"] == on]


def target(it: PerformedCommand) -> str:
    """The target of an attack: picked with it, or known to the ask that it answers."""
    known = _known(it)
    return str(known["target"]) if "target" in known else str(it.command.target or it.me)


def _known(it: PerformedCommand) -> dict[str, Any]:
    scene = it.situation.encounter
    ask = getattr(it.command, "ask", "")
    return dict(scene.asks[ask].known) if scene and ask else {}


def damage_of_blow(it: PerformedCommand) -> int:
    """The damage of the actor's blow, before armour."""
    found = hits(it, target(it), it.me)
    return int(found[0].numbers["damage"] or 0) if found else 0


def damage_of_attack(it: PerformedCommand) -> int:
    """The damage of an attack; what a Demon leads to is left out."""
    return 0 if demon(it, "") else damage_of_blow(it)


def second_attack(it: PerformedCommand, _: str) -> Judged | None:
    """The verdict of the attack that a Dragon buys at another enemy."""
    ours = [one for one in it.verdicts(it.me) if one.numbers.get("target") not in (None, target(it))]
    return ours[0] if ours else None


def second_attack_is(*verdicts: str) -> Any:
    def read(it: PerformedCommand, _: str) -> bool | None:
        found = second_attack(it, "")
        return None if found is None else found.verdict in verdicts

    return read


def victim(it: PerformedCommand) -> str:
    """The target of the blow that is asked about: the actor, unless they let it pass."""
    return Blow.restored(_known(it)["blow"]).target if it.situation.name == "guard.pass" else it.me


def hit_points_lost(it: PerformedCommand) -> int:
    """The hit points that the blow costs, whatever was left of them."""
    return sum(int(one.numbers["lost"] or 0) for one in hits(it, victim(it)))


def unharmed(it: PerformedCommand, _: str) -> bool:
    return not hits(it, victim(it))


def unhurt(it: PerformedCommand, _: str) -> bool:
    return not hit_points_lost(it)


def down(it: PerformedCommand, _: str) -> bool:
    return bool(hit_points_lost(it)) and not it.after(victim(it)).now("hp")


def met_by_dragon(it: PerformedCommand, _: str) -> bool:
    return any(one.verdict in ("parry dragon", "dodge dragon") for one in it.verdicts(it.me))


# -- ways --------------------------------------------------------------------------------------------------------------


def lifted(it: PerformedCommand, _: str) -> bool:
    return not it.verdicts(it.me) or it.verdicts(it.me)[0].verdict in ("success", "dragon")


def load_is(verdict: str) -> Any:
    return lambda it, _: it.verdicts(it.me)[0].verdict == verdict


def leaves_without_strikes(it: PerformedCommand, _: str) -> bool | None:
    """Whether nobody strikes, of those who get going."""
    strikes = ("free.strike", "monster.strike")
    asked = (name for one in it.facts if isinstance(one, Asked) for name in one.ask.commands)
    return not any(name in strikes for name in asked) if lifted(it, "") else None


def evades_first_enemy(it: PerformedCommand, _: str) -> bool | None:
    """Whether the first of the enemies is left without a strike."""
    rolls, level = it.rolls(it.me, "away from "), check_for(it.situation.table(), it.me, "evade").level
    return chances.succeeds(int(rolls[0].measure), level) if rolls else None


THREE = {"success": success, "dragon": dragon, "demon": demon}
PUSHED = {"pushed": "It is the chance of two rolls, the second of which another command makes."}
CHECK = Reading(THREE, face, unread=PUSHED)
TRIED = Reading(THREE)
ATTACK = Reading(THREE, damage_of_attack, answers=UNMET)
OPPOSED = {"success": won, "beaten": beaten, "failure": failed}
MANOEUVRE = Reading(OPPOSED, unread=PUSHED)
TAKEN = {"unharmed": unharmed, "unhurt": unhurt, "down": down}
MET = {**TAKEN, "dragon": met_by_dragon, "breaks": lambda it, _: it.is_judged("broken")}
LATER = {"lives": "It hangs on the rolls of the turns to come; the mathematics has a test of its own."}
LIFTED = {"lift_success": lifted, "lift_dragon": load_is("dragon"), "lift_demon": load_is("demon")}
LEFT = {**PUSHED, "lift_pushed": PUSHED["pushed"]}
ROW = {"*": lambda it, name: it.number("attack") == name}

READINGS: dict[str, Reading] = {
    "advance.roll": Reading({"success": success}),
    "check.roll": CHECK,
    "check.opposed": Reading({**OPPOSED, "dragon": dragon, "demon": demon}, face, unread=PUSHED),
    "check.push": Reading(
        {"success": push_pays_off, "dragon": lambda it, _: pushed(it) == 1, "demon": lambda it, _: pushed(it) == 20},
        pushed,
        answers=UNMET,
    ),
    "peril.courage": CHECK,
    "peril.fear": CHECK,
    "journey.loaded": CHECK,
    "task.lock": CHECK,
    "task.first_aid": CHECK,
    "gear.repair": CHECK,
    "magic.in_peace": CHECK,
    "turn.lock": TRIED,
    "turn.first_aid": TRIED,
    "turn.rally": TRIED,
    "turn.rally_yourself": TRIED,
    "turn.pull_free": TRIED,
    "sneak.up": TRIED,
    "death.roll": Reading(THREE, unread=LATER),
    "melee.attack": ATTACK,
    "melee.second": ATTACK,
    "ranged.attack": ATTACK,
    "free.strike": ATTACK,
    "counter.strike": Reading({"success": lambda it, _: it.is_judged("hit")}, damage_of_attack, answers=UNMET),
    "magic.cast": ATTACK,
    "magic.dragon": Reading(measure=damage_of_attack, answers=UNMET),
    "dragon.choose": Reading(
        {
            "success": second_attack_is("success", "dragon"),
            "dragon": second_attack_is("dragon"),
            "demon": second_attack_is("demon"),
        },
        damage_of_blow,
        answers=UNMET,
    ),
    "melee.topple": MANOEUVRE,
    "melee.disarm": MANOEUVRE,
    "monster.attack": Reading(ROW, unread={"measure": "It is over all that its attacks do."}),
    "monster.strike": Reading(ROW, damage_of_attack, answers=UNMET),
    "defend.parry": Reading(MET, hit_points_lost, answers=UNMET),
    "defend.dodge": Reading(MET, hit_points_lost, answers=UNMET),
    "defend.take": Reading(TAKEN, hit_points_lost, answers=UNMET),
    "guard.step": Reading(TAKEN, hit_points_lost, answers=UNMET),
    "guard.pass": Reading(TAKEN, hit_points_lost, answers=UNMET),
    "turn.move": Reading(
        {**LIFTED, "away": leaves_without_strikes, "success": evades_first_enemy}, answers=UNMET, unread=LEFT
    ),
    "parry.step": Reading(LIFTED, unread=LEFT),
    "fight.begin": Reading({"first": acts_first, "notices": notices}, answers={"ambush.walk_in": {}}),
    "initiative.two": Reading(
        unread=dict.fromkeys(
            ("success", "one", "measure"), "The cards are drawn by other commands, when a round begins."
        )
    ),
    "peril.endure": Reading({"success": lambda it, _: it.is_judged("success"), "failure": failure}),
    "peril.fall": Reading(measure=lambda it: it.number("damage")),
    "rest.round": Reading(measure=lambda it: it.changed("wp")),
    "rest.stretch": Reading(measure=lambda it: it.changed("hp")),
    "turn.rest": Reading(measure=lambda it: it.changed("wp")),
    "task.door": Reading({"success": lambda it, _: it.is_judged("broken")}, lambda it: it.number("damage")),
    "turn.door": Reading({"success": lambda it, _: it.is_judged("broken")}, lambda it: it.number("damage")),
}
