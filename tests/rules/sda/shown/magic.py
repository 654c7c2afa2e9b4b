"""Readings of spells: cast, kept up, resisted, and come into."""

from typing import Any

from rules.engine.facts import Told
from tests.rules.sda.shown.common import ENDS, MEANS, PLAIN_HITS, TEST, hits
from tests.rules.truth.happened import Happened, Reading

#: Nobody strikes at whoever casts, and the spell goes on.
UNDISTURBED: dict[str, Any] = {"opportunity.pass": {}, "magic.go_on": {}}

#: What is told of damage that does nothing to somebody.
HARMLESS = "Damage of this type does nothing"


def cast(it: Happened, _: str) -> bool:
    return it.is_judged("cast")


def lost(it: Happened, _: str) -> bool:
    return it.is_judged("lost")


def spare(it: Happened) -> int:
    """The hits of a spell that went off."""
    return hits(it) if cast(it, "") else 0


def reached(it: Happened, name: str) -> bool:
    """Whether a spell did anything to somebody, or they are asked to resist it."""
    who = name.removeprefix("reaches_")
    asked = any(ask.to == who for ask in it.asks("magic.withstand") + it.asks("magic.leap") + it.asks("wound.take"))
    return asked or any(who in told.who for told in it.facts[1:] if isinstance(told, Told) and " is on " in told.text)


def damage(it: Happened) -> int:
    """What the dice of damage come to before armour."""
    judged = [one for one in it.verdicts() if "damage" in one.numbers]
    if not judged or any(isinstance(one, Told) and one.text.startswith(HARMLESS) for one in it.facts):
        return 0
    return int(judged[0].numbers["damage"] or 0)


def free(it: Happened, _: str) -> bool:
    return any(isinstance(one, Told) and one.text.startswith("{0} is free of") for one in it.facts)


def left(it: Happened) -> int:
    """The hits of a spell that resisting left."""
    if free(it, ""):
        return 0
    assert it.situation.encounter
    known = int(it.situation.encounter.asks[it.command.ask].known["hits"])
    off = [one.text for one in it.facts if isinstance(one, Told) and one.text.startswith("{0} takes ")]
    return known - (int(off[0].split()[2]) if off and " off: " in off[0] else 0)


CASTING = Reading(
    {"success": cast, "lost": lost, **ENDS, "damage": lambda it, _: damage(it) > 0, "*": reached},
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
