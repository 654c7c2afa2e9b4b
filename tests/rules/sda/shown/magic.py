"""Readings of spells: cast, kept up, resisted, and come into."""

from typing import Any

from rules.engine.kernel import Told
from rules.engine.kernel.facts import Asked
from rules.systems.sda.magic.casting.announced import THROWN
from tests.rules.sda.shown.common import ENDS, MEANS, PLAIN_HITS, TEST, hits
from tests.rules.truth.performed_command import PerformedCommand, Reading

#: Nobody strikes at whoever casts, the spell goes on, and whoever it reaches stays.
UNDISTURBED: dict[str, Any] = {"opportunity.pass": {}, "magic.go_on": {}, "magic.leap": {"dice": 0}}
#: What is asked of whoever a spell reaches.
REACHED = {"magic.withstand", "magic.leap", "wound.take"}

#: What is told of damage that does nothing to somebody.
HARMLESS = "Damage of this type does nothing"


def cast(it: PerformedCommand, _: str) -> bool:
    return it.is_judged("cast") or thrown(it, "hit")


def thrown(it: PerformedCommand, *verdicts: str) -> bool:
    """Whether a vessel was thrown, and how that was judged."""
    return any(one.verdict in verdicts and one.numbers.get("skill") == THROWN for one in it.verdicts(it.me))


def lost(it: PerformedCommand, _: str) -> bool:
    return it.is_judged("lost")


def spare(it: PerformedCommand) -> int:
    """The hits of a spell that went off, or the MoS of a throw."""
    return hits(it) if cast(it, "") else 0


def reached(it: PerformedCommand, name: str) -> bool:
    """Whether a spell did anything to somebody, or they are asked to resist it."""
    who = name.removeprefix("reaches_")
    put = [one.ask for one in it.facts if isinstance(one, Asked)]
    asked = any(ask.to == who and REACHED.intersection(ask.commands) for ask in put)
    return asked or any(
        who in told.who for told in it.facts[1:] if isinstance(told, Told) and " is under " in told.text
    )


def harmed(it: PerformedCommand, name: str) -> bool:
    """Whether what it reached did damage to somebody before armour."""
    who = name.removeprefix("harms_")
    spared = any(isinstance(one, Told) and one.text.startswith(HARMLESS) and who in one.who for one in it.facts)
    return not spared and int(it.number("damage", who) or 0) > 0


def befalls(it: PerformedCommand, name: str) -> bool:
    """Whether a spell harmed or reached a person, by the name of the chance."""
    return harmed(it, name) if name.startswith("harms_") else reached(it, name)


def damage(it: PerformedCommand) -> int:
    """The damage on the dice, before armour; 0 where its type does nothing."""
    judged = [one for one in it.verdicts() if "damage" in one.numbers]
    if not judged or any(isinstance(one, Told) and one.text.startswith(HARMLESS) for one in it.facts):
        return 0
    return int(judged[0].numbers["damage"] or 0)


def free(it: PerformedCommand, _: str) -> bool:
    return any(isinstance(one, Told) and one.text.startswith("{0} is free of") for one in it.facts)


def left(it: PerformedCommand) -> int:
    """The hits of a spell that resisting left."""
    if free(it, ""):
        return 0
    assert it.situation.encounter
    known = int(it.situation.encounter.asks[it.command.ask].known["hits"])
    off = [one.text for one in it.facts if isinstance(one, Told) and one.text.startswith("{0} takes ")]
    return known - (int(off[0].split()[2]) if off and " off: " in off[0] else 0)


CASTING = Reading(
    {"success": cast, "lost": lost, **ENDS, "damage": lambda it, _: damage(it) > 0, "*": befalls},
    spare,
    MEANS,
    UNDISTURBED,
)
HARM = Reading({"damage": lambda it, _: damage(it) > 0, "unhurt": lambda it, _: not damage(it)}, damage)

READINGS: dict[str, Reading] = {
    "magic.cast": CASTING,
    "magic.go_on": CASTING,
    "magic.in_peace": CASTING,
    "magic.inside": HARM,
    "magic.leap": HARM,
    "magic.maintain": TEST,
    "magic.pray": PLAIN_HITS,
    "magic.prepare": PLAIN_HITS,
    "magic.step_into": HARM,
    "magic.withstand": Reading({"free": free}, left),
}
