"""How the numbers that Fortune's Favor shows are read off what happened."""

import re
from typing import Any

from rules.engine.kernel import ConditionSet, Judged, ResourceChanged, Told
from rules.systems.fortune.content.feature_switches import BLAST_STAT
from rules.systems.fortune.fight.base import PRONE
from tests.rules.truth.performed_command import PerformedCommand, Reading

#: Counter moves pass, and nobody strikes in a clash: what is shown is the roll itself.
UNANSWERED: dict[str, Any] = {"clash.hold": {}, "counter.pass": {}, "area.counter": lambda table, ask: _first(ask)}
_DAMAGE = re.compile(r": (\d+) damage")


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
    """The damage of the actor's first blow before protection; None if there was none."""
    return of_any_blow(it, it.me)


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


def stamina_lost(it: PerformedCommand) -> int:
    return -it.changed("stamina")


def fallen(it: PerformedCommand) -> int:
    """The damage of a fall, of which a mixed result halves what was rolled."""
    rolled = it.rolls(it.me, "fall: damage")
    return rolled[0].measure // (2 if it.is_judged("mixed") else 1) if rolled else 0


def healed_by_spell(it: PerformedCommand) -> int:
    return it.changed("health", next(iter(it.command.targets), it.me))


def first_end(it: PerformedCommand, name: str) -> bool:
    """Whether the first of two attacks came to the end of that name."""
    return it.verdicts(it.me)[0].verdict == name


def first_critical(it: PerformedCommand, _: str) -> bool:
    return first_end(it, "hit") and it.verdicts(it.me)[0].numbers["face"] == 20


def of_first_hit(it: PerformedCommand) -> int | None:
    return damage(it) if first_end(it, "hit") else None


def blast(it: PerformedCommand) -> int:
    """The damage of a last blast where it hits: three times the dice, and the stat once or, by house rule, as often."""
    times = 3 if BLAST_STAT.flag(it.table.house_rules) else 1
    return max(0, it.rolls(it.me, "damage")[0].measure + times * it.before(it.me).rank("stat", "intellect"))


def of_any_blow(it: PerformedCommand, by: str = "") -> int | None:
    """The damage of the first blow of whoever struck, before protection, which is told only where it changed it."""
    for one in it.facts:
        if isinstance(one, Judged) and one.verdict == "damage" and by in ("", one.who):
            return int(one.numbers["before_protection"])
        if isinstance(one, Told) and by in ("", *one.who[:1]) and (found := _DAMAGE.search(one.text)):
            return int(found[1])
    return None


def after_contest(it: PerformedCommand, _: str) -> bool:
    """Whether the attack that comes after a contest was a critical hit."""
    return any(one.verdict == "hit" and one.numbers["face"] == 20 for one in it.verdicts(it.me))


def thrown(it: PerformedCommand, _: str) -> bool:
    """Whether the target was thrown down by what came of it."""
    return any(isinstance(one, ConditionSet) and one.condition.name == PRONE for one in it.facts)


WRESTLING = Reading(
    {"critical": after_contest, "spent": spent, "thrown": thrown, "*": verdict}, of_clean_hit, answers=UNANSWERED
)
TWICE = Reading({"critical": first_critical, "spent": spent, "*": first_end}, of_first_hit, answers=UNANSWERED)

READINGS: dict[str, Reading] = {
    "test.reliable": TESTED,
    "test.daring": TESTED,
    "rest.awake": Reading({"spent": spent, "*": verdict}, stamina_lost),
    "travel.terrain": Reading({"spent": spent, "*": verdict}, stamina_lost),
    "jump": TESTED,
    "jump.stretch": TESTED,
    "jump.reach": TESTED,
    "fall": Reading({"*": verdict}, fallen),
    "feature.reinvigorate": Reading(measure=lambda it: it.changed("health")),
    "feature.follow": TESTED,
    "feature.cripple": STRIKING,
    "feature.takedown": WRESTLING,
    "feature.drive": STRIKING,
    "feature.yoink": STRIKING,
    "feature.bursting_shot": STRIKING,
    "feature.twin": TWICE,
    "feature.balanced": TWICE,
    "feature.sweep": AREA,
    "feature.lariat": AREA,
    "feature.burst": AREA,
    "feature.overwhelm": Reading(measure=blast),
    "drive.stand": Reading(measure=of_any_blow),
    "counter.punch": STRIKING,
    "counter.throw": STRIKING,
    "spell.mote": Reading(measure=lambda it: it.changed("health")),
    "spell.bolstered": Reading(measure=lambda it: it.changed("stamina")),
    "spell.cast": Reading({"thrown": verdict, "seen": lambda it, _: not it.has("hidden")}, healed_by_spell),
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
