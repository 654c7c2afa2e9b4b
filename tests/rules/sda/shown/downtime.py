"""Readings of what hours demand of people: nights, meals, journeys, weather, grief, drink, and what lifts them up."""

from rules.engine.kernel import ResourceChanged
from tests.rules.sda.shown.common import success
from tests.rules.truth.performed_command import PerformedCommand, Reading


def spirit_lost(it: PerformedCommand, who: str = "") -> int:
    """The spirit that tests cost somebody, or everybody."""
    return sum(int(one.numbers["lost"] or 0) for one in it.verdicts(who) if "lost" in one.numbers)


def spirit_gained(it: PerformedCommand, reason: str, who: str = "") -> int:
    """The spirit that somebody (anybody) gained for a reason."""
    told = [one for one in it.facts if isinstance(one, ResourceChanged) and str(one.reason).startswith(reason)]
    return max((one.by for one in told if who in ("", one.who)), default=0)


def spirit_of_first_guest(it: PerformedCommand) -> int | None:
    """The spirit that a feast gave to whoever comes first of its guests."""
    served = not it.command.cooked or success(it, "")
    return spirit_gained(it, "feast", it.command.concerned(it.situation.table())[0]) if served else None


TESTED_ALL = Reading(
    {"spared": lambda it, _: not spirit_lost(it), "*": lambda it, who: not spirit_lost(it, who)}, spirit_lost
)

READINGS: dict[str, Reading] = {
    "time.ally_down": TESTED_ALL,
    "time.drink": Reading({"success": success}),
    "time.feast": Reading({"success": success}, spirit_of_first_guest),
    "time.grief": TESTED_ALL,
    "time.meals": TESTED_ALL,
    "time.night": TESTED_ALL,
    "time.perform": Reading({"success": success}, lambda it: spirit_gained(it, it.command.skill)),
    "time.travel": TESTED_ALL,
    "time.weather": TESTED_ALL,
}
