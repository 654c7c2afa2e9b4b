"""Readings of tests and long tests: alone, together and against somebody, with animals, by the senses."""

from rules.engine.kernel import GM_ONLY, Command, ExperienceChanged, MemoKept, ResourceChanged, Rolled, Told
from rules.systems.sda.checks.long.long_tasks import RollTask
from rules.systems.sda.checks.shared.groups import ShareOut
from rules.systems.sda.checks.shared.task import ready_pools
from rules.systems.sda.checks.skills.appraising import Appraise
from rules.systems.sda.core.rolls import Pool
from rules.systems.sda.turns.long_tests import Work
from tests.rules.sda.shown.common import ALONE, OPPOSED, TEST, TESTED, experience, hits, scored_by, spirit, success
from tests.rules.truth.performed_command import PerformedCommand, Reading

# -- long tests --------------------------------------------------------------------------------------------------------

#: So many rolls are followed; whatever takes longer is compared as one.
ROLLS = 8


def rolls(it: PerformedCommand) -> int:
    """The rolls that it took until it was done, or those that are followed."""
    judged = [one for one in it.verdicts(it.me) if "rolls" in one.numbers]
    return ROLLS if judged[-1].verdict != "success" else len(judged)


def done_now(it: PerformedCommand, _: str) -> bool:
    return rolls(it) == 1


def begins_anew(it: PerformedCommand, _: str) -> bool:
    """Whether the first roll lost everything, so that the first of several skills is next."""
    kept = [one.value for one in it.facts if isinstance(one, MemoKept) and one.name == "projects"]
    after = [one[_task(it)] for one in kept if one and _task(it) in one]
    rolled_for = [one for one in after if one["rolls"] > _before(it)]
    return bool(rolled_for) and rolled_for[0]["rolls"] == _before(it) + 1 and not rolled_for[0]["attempt"]


def _task(it: PerformedCommand) -> str:
    """The key of the task: that of the command, or of the one that it began or rolled for."""
    if isinstance(it.command, RollTask | Work):
        return it.command.project
    kept = next(one.value for one in it.facts if isinstance(one, MemoKept) and one.name == "projects")
    before = it.before(it.me).memo.get("projects", {})
    return next(key for key in {**before, **(kept or {})} if before.get(key) != (kept or {}).get(key))


def _before(it: PerformedCommand) -> int:
    return int(it.before(it.me).memo.get("projects", {}).get(_task(it), {"rolls": 0})["rolls"])


def roll_on(it: PerformedCommand) -> tuple[str, Command] | None:
    """The next roll, as long as it is not done; by what is foreseen nothing changes meanwhile, nor does spirit.

    In a fight the others would have their turns before it, so it is rolled as if the fight were over.
    """
    it.table.encounter = None
    for who in it.situation.sheets:
        if by := -it.changed("spirit", who):
            it.table.happen(ResourceChanged(who, "spirit", by, "as before"))
    judged = [one for one in it.verdicts(it.me) if "rolls" in one.numbers]
    if len(judged) == ROLLS or (judged and judged[-1].verdict == "success"):
        return None
    return it.me, RollTask(_task(it), scale=getattr(it.command, "scale", 1))


LONG = Reading({"success": done_now, "lost": begins_anew}, rolls, follow=roll_on, last=ROLLS)

# -- what is laid out, and what is shared ------------------------------------------------------------------------------


def judge(it: PerformedCommand) -> tuple[str, Command] | None:
    """The appraisal of the things laid out, with all dice; None once it was rolled."""
    return None if it.rolls() else (it.me, Appraise(_laid_out(it)))


def _laid_out(it: PerformedCommand) -> str:
    return list(it.facts[1].value)[-1] if isinstance(it.facts[1], MemoKept) else ""


def judged_well(it: PerformedCommand, _: str) -> bool:
    kept = next(one.value for one in it.facts if isinstance(one, MemoKept))
    return bool(it.number("measure") >= kept[_laid_out(it)]["difficulty"])


def share(it: PerformedCommand) -> tuple[str, Command] | None:
    """The sharing that follows a group test, as good as it can be."""
    return (it.me, ShareOut()) if "group_test" in it.after(it.me).memo else None


def without_help(it: PerformedCommand, _: str) -> bool:
    """Whether each of a group came to enough without what others gave."""
    kept = next(one.value for one in it.facts if isinstance(one, MemoKept) and one.name == "group_test")
    each = [sum(result["net"] for result in member) for member in kept["members"]]
    return all(measure >= kept["difficulty"] for measure in each)


GROUP = Reading(
    {"success": lambda it, _: it.number("succeeded") == it.number("members"), "alone": without_help},
    lambda it: it.number("succeeded"),
    follow=share,
)

# -- the senses --------------------------------------------------------------------------------------------------------


def finds(it: PerformedCommand, target: str) -> bool:
    """Whether the actor found somebody, or the thing that was concealed."""
    return _noticed(it, it.me, "" if target == "success" else target)


def _noticed(it: PerformedCommand, who: str, target: str) -> bool:
    return any(one.verdict == "success" and one.numbers.get("target", "") == target for one in it.verdicts(who))


def watchers(it: PerformedCommand) -> tuple[str, ...]:
    return it.command.watchers or (it.me,)


def noticed(it: PerformedCommand, name: str) -> bool:
    """Whether a thing (or somebody, by name) is noticed by one of the watchers, or by the one named after a dot."""
    what, _, who = name.partition(".")
    target = "" if what == "success" else what
    return any(_noticed(it, one, target) for one in ((who,) if who else watchers(it)))


def watchful(it: PerformedCommand, who: str) -> int:
    """The score that was kept: by the game master alone, unless they roll openly."""
    kept = it.after(who).conditions
    return max(0, (kept.get(f"{GM_ONLY}watchful") or kept["watchful"]).level)


def measure_of_rider(it: PerformedCommand) -> int:
    """The MoS of a rider who urges a mount on, of which nothing but the dice of the mount tell."""
    return scored_by(it, ready_pools(it.situation.table(), (it.command._rider(it.situation.table()),))[0])


# -- animals -----------------------------------------------------------------------------------------------------------


def beast_did(it: PerformedCommand, _: str) -> bool:
    """Whether the roll of the animal succeeded."""
    return any(one.verdict == "success" for one in it.verdicts() if one.who != it.me and "dice" in one.numbers)


def refused(it: PerformedCommand, _: str) -> bool:
    return any(isinstance(one, Told) and one.text == "{0} refuses to jump." for one in it.facts)


def caught(it: PerformedCommand, _: str) -> bool:
    return any(isinstance(one, Told) and one.text == "{0} comes back with its prey." for one in it.facts)


def won(it: PerformedCommand) -> int:
    return hits(it) if success(it, "") else 0


def joint_measure(it: PerformedCommand) -> float:
    """The measure of all together; against somebody how far they are ahead."""
    return won(it) if it.command.against else it.number("measure")


def flawless_at_first(it: PerformedCommand, _: str) -> bool:
    """Whether the roll of the first skill was flawless."""
    return bool(it.number("quality") == "flawless")


def own_pools(it: PerformedCommand) -> list[Pool]:
    """The pools of the actor, who may roll both skills of one test."""
    table = it.situation.table()
    pools = ready_pools(table, it.command._all(table).all_hands, it.command.bought)
    return [pool for pool in pools if pool.who == it.me]


def learnt_in(it: PerformedCommand, place: int) -> int:
    """The experience in the skill of the first or the second roll."""
    skills = [pool.skill for pool in own_pools(it)][place : place + 1]
    told = [one for one in it.facts if isinstance(one, ExperienceChanged) and one.who == it.me and one.kind == "skill"]
    return sum(one.by for one in told if one.name in skills)


def practised(it: PerformedCommand, place: int) -> int:
    """The experience in the attribute of the first or the second roll; of one attribute all is of the first."""
    attributes = list(dict.fromkeys(pool.attribute for pool in own_pools(it)))[place : place + 1]
    found, by_ego = 0, False
    for one in it.facts:
        if isinstance(one, Rolled) and one.who == it.me and str(one.purpose).startswith("ego test"):
            by_ego = by_ego or any(die.face == die.sides for die in one.dice if die.kept)
        if isinstance(one, ExperienceChanged) and one.who == it.me and one.kind == "attribute":
            found += one.name in attributes and not by_ego
            by_ego = False
    return found


TOGETHER = Reading(
    {**TESTED, "flawless": flawless_at_first},
    joint_measure,
    {
        "spirit": spirit,
        "experience": lambda it: learnt_in(it, 0) if len(own_pools(it)) > 1 else experience(it),
        "second_experience": lambda it: learnt_in(it, 1),
        "practice": lambda it: practised(it, 0),
        "second_practice": lambda it: practised(it, 1),
    },
)

READINGS: dict[str, Reading] = {
    "animal.teach": ALONE,
    "animal.train": OPPOSED,
    "appraise.judge": ALONE,
    "appraise.lay_out": Reading({"success": judged_well}, lambda it: it.number("measure"), follow=judge),
    "falconry.hunt": Reading({"success": success, "caught": caught}, won),
    "gift.luck": ALONE,
    "herding.begin": LONG,
    "lock.pick": LONG,
    "logic.think": TEST,
    "mentor.teach": ALONE,
    "perception.look": Reading({"*": finds}, lambda it: it.number("measure")),
    "perception.notice": Reading({"*": noticed}, lambda it: max(watchful(it, who) for who in watchers(it))),
    "perception.passive": Reading(
        {"success": lambda it, _: watchful(it, it.me) > 0, "*": lambda it, who: watchful(it, who) > 0},
        lambda it: it.number("highest"),
    ),
    "perception.search": LONG,
    "project.begin": LONG,
    "project.roll": LONG,
    "turn.work": LONG,
    "riding.mount": OPPOSED,
    "riding.urge": Reading({"success": beast_did, "refuses": refused}, measure_of_rider),
    "stealth.sneak": Reading({"success": lambda it, _: hits(it) > 0}, lambda it: it.number("measure")),
    "tactics.plan": OPPOSED,
    "test.group": GROUP,
    "test.open": TEST,
    "test.opposed": OPPOSED,
    "test.static": TEST,
    "test.together": TOGETHER,
    "training.together": Reading(TESTED, won),
    "virtue.roll": ALONE,
}
