"""The odds of long tasks: the course of rolls that is ahead of them, and what the next one brings (SDA-031)."""

from rules.engine.kernel import Table, counted
from rules.engine.odds import Chance, Odds, in_words
from rules.engine.odds.runs import FAR
from rules.systems.sda.checks.long.projects import Project
from rules.systems.sda.checks.shared import house_rules
from rules.systems.sda.checks.shared.progress import nearer
from rules.systems.sda.checks.shared.task import Task, ready_pools, rolls_against, rolls_of
from rules.systems.sda.checks.shared.times import in_time
from rules.systems.sda.core.rolls import FIRST_FAIL, Course, Pool, Turnout, course, turnout, turnout_against, unprepared


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
    """The odds in words: "3 in 10 to finish now; about 4 rolls, 3 hours; nine times in ten within 6"."""
    now = f"{in_words(ahead.now).capitalize()} to finish now"
    expected = ahead.expected
    if expected is None:
        unlikely = "practically impossible like this" if sum(ahead.done) < 0.01 else f"it may take over {FAR} rolls"
        return f"{now}; {unlikely}"
    rolls, most = max(1, round(expected)), ahead.within(0.9)
    about = f"about {counted(rolls, 'roll', 'rolls')}, {in_time(rolls * project.amount * scale, project.unit)}"
    return f"{now}; {about}; 9 times in 10 within {most}"
