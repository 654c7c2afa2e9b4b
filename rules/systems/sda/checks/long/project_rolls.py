"""Long tasks begun, and rolled for: what one roll more comes to (SDA-031 to SDA-034)."""

from dataclasses import replace

from rules.engine.kernel import Condition, ConditionSet, Dice, Refused, Table, Told, plainly
from rules.systems.sda.checks.long.project_odds import foresee
from rules.systems.sda.checks.long.projects import MOST_PROJECTS, PROJECTS, Project, drop, keep, room_for_one
from rules.systems.sda.checks.shared import house_rules
from rules.systems.sda.checks.shared.mentoring import reckon_with_apprentice
from rules.systems.sda.checks.shared.task import Thrown, clash, throw_hands
from rules.systems.sda.checks.shared.times import in_time, scales_for
from rules.systems.sda.checks.shared.verdicts import quality, reckon_all
from rules.systems.sda.core.rolls import AS_WISHED, FIRST_FAIL, judge


def begin(table: Table, project: Project) -> Project:
    """Take up a task; all who work at it need dice (SDA-031). The task as it is kept is returned."""
    foresee(table, project)
    begun = _keyed(table, project)
    keep(table, begun)
    others = {hand.who: None for step in begun.task.steps for hand in step if hand.who != table.actor}
    with_whom = f" with {', '.join(f'{{{place}}}' for place in range(1, len(others) + 1))}" if others else ""
    told = f"{{0}} begins{with_whom}: {plainly(begun.label)}, {in_time(begun.amount, begun.unit)} a roll."
    table.happen(Told((table.actor, *others), told))
    return begun


def _keyed(table: Table, project: Project) -> Project:
    room_for_one(table)
    taken = table.me.memo.get(PROJECTS, {})
    return replace(project, key=next(f"p{n}" for n in range(1, MOST_PROJECTS + 1) if f"p{n}" not in taken))


def refuse_scale(project: Project, scale: int) -> None:
    """Refuse a scale that is no half order of magnitude below the goal (D-8)."""
    allowed = scales_for(project.task.difficulty)
    if scale not in allowed:
        listed = ", ".join(map(str, allowed))
        raise Refused(f"A roll of this task can count as: {listed}.", "scale")


def roll(
    table: Table,
    dice: Dice,
    project: Project,
    *,
    scale: int = 1,
    bought: int = 0,
    reward: str = AS_WISHED,
    apprentice: str = "",
) -> Project | None:
    """Roll once, and return the task as it is kept then; ``None`` once it is done (SDA-031 to SDA-034).

    One that is not under way yet is begun.
    """
    project = project if project.key else begin(table, project)
    hands, purpose = project.task.hands_at(project.attempt), "long test"
    if not project.task.against:
        thrown = throw_hands(table, dice, hands, purpose, bought)
        return conclude(table, dice, project, thrown, scale=scale, reward=reward, apprentice=apprentice)
    thrown, theirs, margin = clash(table, dice, hands, project.task.against, purpose, bought)
    after = conclude(table, dice, project, thrown, margin, scale=scale, reward=reward, apprentice=apprentice)
    reckon_all(table, dice, theirs, succeeded=margin < 0)
    return after


def conclude(
    table: Table,
    dice: Dice,
    project: Project,
    thrown: Thrown,
    margin: int | None = None,
    *,
    scale: int = 1,
    reward: str = AS_WISHED,
    apprentice: str = "",
) -> Project | None:
    """Judge a throw, against somebody by its margin, and return the task as it is then; ``None`` once it is done."""
    if margin is not None:
        gain, is_fail = max(0, margin), margin <= 0
    else:
        gain = thrown.gain(project.task.mode, house_rules.rounding(table))
        is_fail = gain == 0 if house_rules.net_decides(table) else thrown.is_blank
    lost = project.task.mode == FIRST_FAIL and is_fail
    after = _moved_on(project, gain * scale, scale, lost=lost)
    done = after.tally >= after.task.difficulty and after.attempt >= len(after.task.steps)
    verdict = "success" if done else "lost" if lost else _short_of_it(project, after)
    _judge(table, after, thrown, gain * scale, verdict)
    if done:
        drop(table, after)
        lasting(table, table.actor, after)
    else:
        keep(table, after)
    succeeded = done or (gain > 0 and house_rules.every_roll_succeeds(table))
    reckon_with_apprentice(table, dice, thrown, apprentice, succeeded=succeeded, reward=reward)
    return None if done else after


def _moved_on(project: Project, gain: int, scale: int, *, lost: bool) -> Project:
    tally = 0 if lost else max(0, project.tally + gain)
    # Time that went by is used up first; where there is not enough of it, the roll itself lets its time go by.
    spent = project.takes * scale
    waiting = project.waiting - spent if project.waiting >= spent else project.waiting
    used = project.used + project.amount * scale
    attempt = 0 if lost else project.attempt + 1
    return replace(project, tally=tally, rolls=project.rolls + 1, used=used, waiting=waiting, attempt=attempt)


def _judge(table: Table, after: Project, thrown: Thrown, gain: int, verdict: str) -> None:
    done = verdict == "success"
    hits = max(0, after.tally - after.task.difficulty) if done else 0
    judge(
        table,
        table.actor,
        verdict,
        hits,
        task=after.label,
        skill=thrown.main.pool.skill,
        gain=gain,
        tally=after.tally,
        difficulty=after.task.difficulty,
        rolls=after.rolls,
        time=in_time(after.used, after.unit),
        quality=quality(table, thrown.main, succeeded=done),
    )
    how = {"success": "is done", "lost": "must begin again"}.get(verdict, "goes on")
    table.happen(Told((table.actor,), f"{{0}}: {plainly(after.label)} {how}, {after.progress}."))


def _short_of_it(before: Project, after: Project) -> str:
    if after.tally > before.tally:
        return "progress"
    return "setback" if after.tally < before.tally else "no progress"


def lasting(table: Table, who: str, project: Project) -> None:
    """Set the condition that somebody is in once their task is done, if it has one."""
    if project.lasting:
        table.happen(ConditionSet(who, Condition(project.lasting, project.label, 0, "long task")))
