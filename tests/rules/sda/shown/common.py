"""Readings that many commands of the game of pools share: what a roll came to, and what it taught and cost."""

from typing import Any

from rules.engine.kernel import Command, ExperienceChanged, Fact, ResourceChanged, Rolled, Told, TurnBegan
from rules.systems.sda.core.person import counted
from rules.systems.sda.core.rolls import Pool
from rules.systems.sda.fight.melee.announcing import Meet
from tests.rules.truth.performed_command import NumberReading, PerformedCommand, Reading

FLAWLESS, BLANK = "{0} has a flawless success at ", "{0} fails completely at "
#: What is told of a mentor's flawless success instead, if somebody looks on and has what it teaches.
TAUGHT = "{0} learns from {1}."
#: Who is attacked does nothing about it; who could strike as somebody passes lets it be.
UNMET: dict[str, Any] = {
    "melee.defend": {"dice": 0, "guard": 0},
    "melee.announce": {"dice": 0, "guard": 0},
    "ranged.dodge": {"dice": 0},
    "mind.resist": {"dice": 0},
    "opportunity.pass": {},
}


def success(it: PerformedCommand, _: str) -> bool:
    return it.is_judged("success")


def failure(it: PerformedCommand, _: str) -> bool:
    return it.is_judged("failure")


def tie(it: PerformedCommand, _: str) -> bool:
    return it.is_judged("tie")


#: What rolls are made for that nobody chose: bleeding out while acting, coming down, being knocked about.
ASIDE = ("bleeding to death", "falling", "stunned")


def facts_of_chosen_rolls(it: PerformedCommand) -> list[Fact]:
    """The facts of a command, without those of rolls that nobody chose."""
    found, aside = [], False
    for one in it.facts:
        if isinstance(one, Rolled):
            aside = one.purpose in ASIDE or (aside and str(one.purpose).startswith("ego test"))
        if not aside:
            found.append(one)
    return found


def main_roll(it: PerformedCommand, who: str = "") -> list[Rolled]:
    """The first roll of somebody (the actor) and the dice of it that were thrown again."""
    thrown = [one for one in facts_of_chosen_rolls(it) if isinstance(one, Rolled) and one.who == (who or it.me)]
    rolls = [one for one in thrown if one.purpose != "granted dice"]
    return [one for one in rolls if one.purpose in (rolls[0].purpose, f"{rolls[0].purpose}, again")]


def flawless(it: PerformedCommand, _: str) -> bool:
    """Whether the roll of the actor was a flawless success; the first thing told, for ego tests can be, too."""
    told = [one for one in facts_of_chosen_rolls(it) if isinstance(one, Told) and it.me in one.who]
    ends = (
        one.text
        for one in told
        if one.text.startswith((TAUGHT, FLAWLESS, BLANK)) and (one.text == TAUGHT or one.who[0] == it.me)
    )
    return next(ends, "").startswith((FLAWLESS, TAUGHT))


def blank(it: PerformedCommand, _: str) -> bool:
    """Whether no die of the roll scored."""
    dice = [die for one in main_roll(it) for die in one.dice if die.kept]
    return bool(dice) and not any(die.scored for die in dice)


def acts_first(it: PerformedCommand, who: str) -> bool:
    began = [one.rung for one in it.facts if isinstance(one, TurnBegan)]
    return bool(began) and began[0].split("/")[0] == who


def rolled(it: PerformedCommand) -> int:
    """The MoS of the dice of the main roll."""
    return sum(one.measure for one in main_roll(it))


def scored(it: PerformedCommand) -> int:
    """The MoS of the roll of a command that judges something else by them, such as all that was gathered."""
    return scored_by(it, it.command._pool(it.situation.table()))


def scored_by(it: PerformedCommand, pool: Pool) -> int:
    """The MoS that the dice of a pool leave when its malus is taken off."""
    return counted(max(0, rolled(it) - pool.malus), pool.how)


def measured(it: PerformedCommand) -> float:
    return float(it.number("measure"))


def hits(it: PerformedCommand, who: str = "") -> int:
    judged = it.verdicts(who or it.me)
    return judged[0].hits if judged else 0


def attack(it: PerformedCommand) -> int:
    """The hits of an attack that nobody met."""
    return hits(it) if it.is_judged("hit") or it.is_judged("success") else 0


def told_dice(it: PerformedCommand) -> tuple[str, Command] | None:
    """The attack with the dice announced for it, once a foe of the same initiative has announced theirs."""
    for ask in it.table.asks_for(it.me, Meet.name):
        return it.me, Meet(ask.key, it.situation.command.dice, it.situation.command.bought)
    return None


ENDS = {"flawless": flawless, "complete_failure": blank}
TESTED = {"success": success, "tie": tie, **ENDS}


#: What a roll that fails completely teaches its skill all the same: ego that holds, and the other side of sparring.
AFTER_ALL = ("complete failure", "sparred")


def failures(it: PerformedCommand) -> list[tuple[int, Any]]:
    """The facts about the actor, each with how many complete failures there were before it."""
    told, found = 0, []
    for one in facts_of_chosen_rolls(it):
        told += isinstance(one, Told) and one.who[:1] == (it.me,) and one.text.startswith(BLANK)
        if isinstance(one, ExperienceChanged) and one.who == it.me:
            found.append((told, one))
    return found


def practice(it: PerformedCommand) -> int:
    """The experience that the roll gave its attribute; ego tests teach one of their own."""
    return sum(one.by for failed, one in failures(it) if one.kind == "attribute" and not failed)


def experience(it: PerformedCommand) -> int:
    """The experience that the roll gave its skill, by itself or by the ego test that followed it."""
    learnt = [(failed, one) for failed, one in failures(it) if one.kind == "skill" and failed < 2]
    return sum(one.by for failed, one in learnt if not failed or str(one.reason).startswith(AFTER_ALL))


#: Why somebody gains spirit by the harm that they do, which is not the roll's.
BY_HARM = ("a life drained",)


def spirit(it: PerformedCommand) -> int:
    """The spirit that the roll took or gave."""
    told = [one for one in facts_of_chosen_rolls(it) if isinstance(one, ResourceChanged) and one.who == it.me]
    return sum(one.by for one in told if one.resource == "spirit" and one.reason not in BY_HARM)


MEANS: dict[str, NumberReading] = {
    "spirit": spirit,
    "experience": experience,
    "practice": practice,
}
TEST = Reading(TESTED, measured, MEANS)
#: A test beside which spirit and experience are not shown.
ALONE = Reading(TESTED, measured)
OPPOSED = Reading(TESTED, lambda it: hits(it) if success(it, "") else 0, MEANS)
BLOW = Reading(
    {"scores": lambda it, _: attack(it) > 0, "hits": lambda it, _: attack(it) > 0, **ENDS},
    attack,
    MEANS,
    UNMET,
    follow=told_dice,
)
#: An open-ended test: every MoS is a hit.
HITS = Reading(TESTED, hits, MEANS)
PLAIN_HITS = Reading(TESTED, hits)
