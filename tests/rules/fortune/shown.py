"""How the numbers that Fortune's Favor shows are read off what happened."""

import re
from typing import Any

from rules.engine.kernel import ResourceChanged, Told
from tests.rules.truth.performed_command import PerformedCommand, Reading

#: Counter moves pass, and nobody strikes in a clash: what is shown is the roll itself.
UNANSWERED: dict[str, Any] = {"clash.hold": {}, "counter.pass": {}, "area.counter": lambda table, ask: _first(ask)}
_DAMAGE = re.compile(r": (\d+) damage(?: \((\d+) before)?")


def _first(ask: Any) -> dict[str, str]:
    return {"one": ask.known["among"][0]}


def verdict(it: PerformedCommand, name: str) -> bool:
    """Whether the actor came to the verdict of that name."""
    return it.is_judged(name)


def spent(it: PerformedCommand, _: str) -> bool:
    """Whether the actor's token was spent."""
    told = [one for one in it.facts if isinstance(one, ResourceChanged) and one.resource == "favour" and one.by < 0]
    return any(one.who == it.me for one in told)


def critical(it: PerformedCommand, _: str) -> bool:
    return it.is_judged("hit") and it.number("face") == 20


def damage(it: PerformedCommand) -> int | None:
    """The damage of the actor's first blow before what protects; None if there was none."""
    for one in it.facts:
        if isinstance(one, Told) and one.who[:1] == (it.me,) and (found := _DAMAGE.search(one.text)):
            return int(found[2] or found[1])
    return None


def of_clean_hit(it: PerformedCommand) -> int | None:
    return damage(it) if it.is_judged("hit") else None


def hits_all(it: PerformedCommand, _: str) -> bool:
    return all(one.verdict == "hit" for one in it.verdicts(it.me))


def countered_by_all(it: PerformedCommand, _: str) -> bool:
    return all(one.verdict == "countered" for one in it.verdicts(it.me))


TESTED = Reading({"spent": spent, "*": verdict})
STRIKING = Reading({"critical": critical, "spent": spent, "*": verdict}, of_clean_hit, answers=UNANSWERED)
AREA = Reading(
    {"all": hits_all, "some": lambda it, _: it.is_judged("hit"), "none": countered_by_all, "spent": spent},
    of_clean_hit,
    answers=UNANSWERED,
)

READINGS: dict[str, Reading] = {
    "test.roll": TESTED,
    "test.contest": TESTED,
    "test.group": TESTED,
    "test.luck": TESTED,
    "heal.dying": TESTED,
    "action.hide": TESTED,
    "action.noticed": Reading({"seen": lambda it, _: not it.has("hidden")}),
    "attack.strike": STRIKING,
    "attack.area": AREA,
    "action.counter": STRIKING,
    "counter.attack": STRIKING,
    "counter.pass": Reading(),
    "clash.strike": Reading(measure=damage, answers=UNANSWERED),
    "clash.hold": Reading(),
    "damage.split": Reading(),
    "last_stand.pass": Reading(),
    "last_stand.take": Reading(),
    "fight.environment": Reading(measure=lambda it: it.rolls("", "environment")[0].measure),
}
