"""How the numbers that the game of pools shows are read off what happened."""

from typing import Any

from rules.engine.facts import ConditionEnded, ExperienceChanged, Rolled, Told, TurnBegan
from tests.rules.truth.happened import Happened, NumberReading, Reading

FLAWLESS, BLANK = "{0} has a flawless success.", "{0} fails completely and is tested for ego."
#: Who is attacked does nothing about it; who could strike as somebody passes lets it be.
UNMET: dict[str, Any] = {
    "melee.defend": {"dice": 0, "guard": 0},
    "ranged.dodge": {"dice": 0},
    "mind.resist": {"dice": 0},
    "opportunity.pass": {},
}


def success(it: Happened, _: str) -> bool:
    return it.is_judged("success")


def failure(it: Happened, _: str) -> bool:
    return it.is_judged("failure")


def tie(it: Happened, _: str) -> bool:
    return it.is_judged("tie")


def main_roll(it: Happened, who: str = "") -> list[Rolled]:
    """The first roll of somebody (the actor) and the dice of it that were thrown again."""
    rolls = [one for one in it.rolls(who or it.me) if one.purpose != "granted dice"]
    return [one for one in rolls if one.purpose in (rolls[0].purpose, f"{rolls[0].purpose}, again")]


def flawless(it: Happened, _: str) -> bool:
    """Whether the roll of the actor was a flawless success; the first thing told, for ego tests can be, too."""
    told = [one.text for one in it.facts if isinstance(one, Told) and one.who[:1] == (it.me,)]
    return next((text for text in told if text in (FLAWLESS, BLANK)), "") == FLAWLESS


def blank(it: Happened, _: str) -> bool:
    """Whether no die of the roll scored."""
    dice = [die for one in main_roll(it) for die in one.dice if die.kept]
    return bool(dice) and not any(die.scored for die in dice)


def first(it: Happened, who: str) -> bool:
    began = [one.rung for one in it.facts if isinstance(one, TurnBegan)]
    return bool(began) and began[0].split("/")[0] == who


def measured(it: Happened) -> float:
    return float(it.number("measure"))


def hits(it: Happened, who: str = "") -> int:
    judged = it.verdicts(who or it.me)
    return judged[0].hits if judged else 0


def attack(it: Happened) -> int:
    """The hits of an attack that nobody met."""
    return hits(it) if it.is_judged("hit") or it.is_judged("success") else 0


def boxes(it: Happened) -> int:
    return it.ticked()


ENDS = {"flawless": flawless, "complete_failure": blank}
TESTED = {"success": success, "tie": tie, **ENDS}


def failures(it: Happened) -> list[tuple[int, Any]]:
    """The facts about the actor, each with how many complete failures there were before it."""
    told, found = 0, []
    for one in it.facts:
        told += isinstance(one, Told) and one.who[:1] == (it.me,) and one.text == BLANK
        if isinstance(one, ExperienceChanged) and one.who == it.me:
            found.append((told, one))
    return found


def practice(it: Happened) -> int:
    """What the roll taught its attribute; ego tests teach one of their own."""
    return sum(one.by for failed, one in failures(it) if one.kind == "attribute" and not failed)


def experience(it: Happened) -> int:
    """What the roll taught its skill, by itself or by the ego test that followed it."""
    learnt = [(failed, one) for failed, one in failures(it) if one.kind == "skill" and failed < 2]
    return sum(one.by for failed, one in learnt if not failed or one.reason.startswith("complete failure"))


MEANS: dict[str, NumberReading] = {
    "spirit": lambda it: it.changed("spirit"),
    "experience": experience,
    "practice": practice,
}
TEST = Reading(TESTED, measured, MEANS)
#: A test beside which spirit and experience are not shown.
ALONE = Reading(TESTED, measured)
OPPOSED = Reading(TESTED, lambda it: hits(it) if success(it, "") else 0, MEANS)
BLOW = Reading(
    {"scores": lambda it, _: attack(it) > 0, "hits": lambda it, _: attack(it) > 0, **ENDS}, attack, MEANS, UNMET
)

READINGS: dict[str, Reading] = {
    "test.static": TEST,
    "test.open": TEST,
    "test.opposed": OPPOSED,
    "test.together": TEST,
    "animal.train": OPPOSED,
    "tactics.plan": OPPOSED,
    "logic.think": TEST,
    "melee.attack": BLOW,
    "melee.second": BLOW,
    "opportunity.take": BLOW,
    "opportunity.shoot": BLOW,
    "charge.strike": BLOW,
    "ranged.attack": BLOW,
    "ranged.throw": BLOW,
    "fight.begin": Reading({"first": first}),
}


def attacker(it: Happened) -> str:
    assert it.situation.encounter
    return str(it.situation.encounter.asks[it.command.ask].known["attacker"])


def against(it: Happened) -> int:
    judged = it.verdicts(attacker(it))[0]
    return judged.hits if judged.verdict in ("hit", "success") else 0


def resisted(it: Happened) -> int:
    assert it.situation.encounter
    who = it.situation.encounter.asks[it.command.ask].known["attack"]["who"]
    return it.verdicts(who)[0].hits


def rolled(it: Happened) -> int:
    """What the dice of the main roll come to."""
    return sum(one.measure for one in main_roll(it))


def scored(it: Happened, _: str) -> bool:
    return hits(it) > 0


READINGS["melee.defend"] = Reading(
    {"unhurt": lambda it, _: not against(it), "wins": lambda it, _: it.is_judged("parried", attacker(it)), **ENDS},
    against,
    MEANS,
)

READINGS["ranged.dodge"] = Reading({"unhurt": lambda it, _: not against(it), **ENDS}, against, MEANS)
READINGS["mind.resist"] = Reading({"holds": lambda it, _: not resisted(it), **ENDS}, resisted, MEANS)


def awake(it: Happened, _: str) -> bool:
    return ConditionEnded(it.me, "unconscious") in it.facts


HITS = Reading(TESTED, hits, MEANS)
PLAIN_HITS = Reading(TESTED, hits)
READINGS |= {
    "animal.teach": ALONE,
    "appraise.judge": ALONE,
    "disease.meet": TEST,
    "food.forage": TEST,
    "gift.luck": ALONE,
    "healing.stop_bleeding": TEST,
    "healing.wake": Reading({"success": awake, **ENDS}, rolled, MEANS),
    "healing.reanimate": Reading(TESTED, rolled),
    "initiative.surprised": PLAIN_HITS,
    "turn.reassess": PLAIN_HITS,
    "magic.pray": PLAIN_HITS,
    "magic.prepare": PLAIN_HITS,
    "mentor.teach": ALONE,
    "move.jump": TEST,
    "move.lift": TEST,
    "move.run": TEST,
    "move.swim": HITS,
    "poison.notice": TEST,
    "riding.press_on": TEST,
    "riding.stay": TEST,
    "stealth.sneak": Reading({"success": scored}, measured),
    "thief.pick_pocket": Reading(TESTED, lambda it: hits(it) if success(it, "") else 0),
    "trap.understand": TEST,
    "turn.dance": TEST,
    "turn.sing": TEST,
    "turn.dodge_roll": TEST,
    "turn.inspire": TEST,
    "turn.shrug_off": TEST,
    "turn.stance": TEST,
    "turn.stop_bleeding": ALONE,
    "virtue.roll": ALONE,
    "water.hold_breath": TEST,
    "ranged.clear": Reading(TESTED, rolled),
}
