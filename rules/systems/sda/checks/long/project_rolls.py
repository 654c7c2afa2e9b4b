"""Long tasks: the odds of the course ahead, and what begins them and what one roll comes to (SDA-031 to SDA-034)."""

from dataclasses import replace

from rules.engine.kernel import Condition, ConditionSet, Dice, Refused, Table, Told, counted, plainly
from rules.engine.odds import Chance, Odds, in_words
from rules.engine.odds.runs import FAR
from rules.systems.sda.checks.long.projects import MOST_PROJECTS, PROJECTS, Project, drop, keep, room_for_one
from rules.systems.sda.checks.shared import house_rules
from rules.systems.sda.checks.shared.mentoring import reckon_with_apprentice
from rules.systems.sda.checks.shared.progress import Course, Turnout, course, nearer, turnout, turnout_against
from rules.systems.sda.checks.shared.task import Task, Thrown, clash, ready_pools, rolls_against, rolls_of, throw_hands
from rules.systems.sda.checks.shared.times import in_time, scales_for
from rules.systems.sda.checks.shared.verdicts import quality, reckon_all
from rules.systems.sda.core.rolls import AS_WISHED, FIRST_FAIL, Pool, judge, unprepared


def odds_of_course(table: Table, project: Project, scale: int = 1, bought: int = 0) -> Odds:
    """How likely the next roll finishes it, or loses all, and how many rolls it takes from here."""
    return odds_from(project, foresee(table, project, scale, bought), scale)


def odds_from(project: Project, ahead: Course, scale: int = 1) -> Odds:
    """Odds of a task by the course ahead of it; the last place of the rolls holds whatever takes longer."""
    listed = [Chance("success", "finish with this roll", ahead.now)]
    if project.task.mode == FIRST_FAIL:
        listed.append(Chance("lost", "lose all progress", ahead.next_lost))
    rolls = (*ahead.done[1:-1], ahead.done[-1] + ahead.left) if any(ahead.done) else ()
    return Odds(_told(project, ahead, scale), tuple(listed), rolls, "rolls", least=1, good=(1,))


def foresee(table: Table, project: Project, scale: int = 1, bought: int = 0, first: Turnout | None = None) -> Course:
    """The course ahead if nothing changes; dice bought, prepared or called upon help the next roll only (``first``)."""
    task = project.task
    plain = unprepared(table, task.people)
    usual = turnouts(plain, task, scale)
    apart = bool(bought) or plain is not table
    if first is None and apart:
        first = _turnout(table, task, project.attempt, bought).scaled(scale)
    return course(usual, task.difficulty, project.tally, project.attempt, first)


def brought_nearer(table: Table, project: Project, scale: int = 1, bought: int = 0) -> float:
    """How many MoS the next roll brings nearer to the end on average, with dice bought for it."""
    roll = _turnout(table, project.task, project.attempt, bought).scaled(scale)
    return nearer(roll, project.tally, project.task.difficulty)


def next_pool(table: Table, project: Project) -> Pool:
    """The pool for which dice can be bought at the next roll: that of whoever rolls first."""
    return ready_pools(table, project.task.hands_at(project.attempt))[0]


def turnouts(table: Table, task: Task, scale: int = 1) -> list[Turnout]:
    """The turnout of a roll of each step, in order."""
    return [_turnout(table, task, step).scaled(scale) for step in range(len(task.steps))]


def _turnout(table: Table, task: Task, roll: int, bought: int = 0) -> Turnout:
    hands = task.hands_at(roll)
    rolls, rounding = rolls_of(hands, ready_pools(table, hands, bought)), house_rules.rounding(table)
    if task.against:
        return turnout_against(rolls, rolls_against(table, task.against), task.mode, rounding)
    return turnout(rolls, task.mode, rounding, net_decides=house_rules.net_decides(table))


def _told(project: Project, ahead: Course, scale: int) -> str:
    """The odds in words: "30 % to finish now; about 4 rolls, 3 hours; nine times in ten within 6"."""
    now = f"{in_words(ahead.now).capitalize()} to finish now"
    expected = ahead.expected
    if expected is None:
        unlikely = "hardly possible like this" if sum(ahead.done) < 0.01 else f"it may take more than {FAR} rolls"
        return f"{now}; {unlikely}"
    rolls, most = max(1, round(expected)), ahead.within(0.9)
    about = f"about {counted(rolls, 'roll', 'rolls')}, {in_time(rolls * project.amount * scale, project.unit)}"
    return f"{now}; {about}; 9 times in 10 within {most}"


# -- rolls -------------------------------------------------------------------------------------------------------------


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
        raise Refused(f"A roll of this test can count as: {listed}.", "scale")


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
        table.happen(ConditionSet(who, Condition(project.lasting, project.label, 0, "long test")))
