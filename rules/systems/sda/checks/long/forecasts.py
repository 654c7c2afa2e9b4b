"""Long tasks as pages and the worker know them: under way, and when they will be done (SDA-031 to SDA-034).

Chances are exact, for every tally at once, so that the next look finds them.
:func:`~rules.systems.sda.checks.shared.progress.course` says the same of one tally, more slowly; tests hold both
together.
"""

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from operator import mul

from rules.engine.calendar.long_tests import NOTHING, Forecast, LongTest, Strain, forecast
from rules.engine.kernel import Choice, Command, Sheet, Table, Unknown, counted
from rules.engine.odds import Distribution
from rules.engine.odds.runs import FAR
from rules.systems.sda.checks.long.changing_tasks import AbandonTask, ChangeTask, PassTime
from rules.systems.sda.checks.long.long_tasks import MODES, BeginTask, RollTask
from rules.systems.sda.checks.long.project_rolls import turnouts
from rules.systems.sda.checks.long.projects import PROJECTS, Project, project_named, projects
from rules.systems.sda.checks.long.strain import farthest, followed, nights_after, strain
from rules.systems.sda.checks.shared.progress import Turnout, course, is_sure
from rules.systems.sda.checks.shared.task import Task
from rules.systems.sda.checks.shared.times import UNITS, in_time, lasting, work_in, work_in_words
from rules.systems.sda.content.skills import skill_or_group
from rules.systems.sda.core.rolls import unprepared

#: The most rolls to look ahead, and the most sums to work out for them; ``FAR`` rolls at least.
FARTHEST, MOST_TO_RECKON = 1000, 6_000_000

#: A turnout as something to look results up by: its gains, and the chance to lose all.
_Plain = tuple[tuple[tuple[int, float], ...], float]


def chances_of(turnouts: Sequence[Turnout], goal: int, tally: int, rolled: int) -> Distribution:
    """The chance that exactly so many more rolls finish a task (SDA-031 to SDA-034).

    Where several skills take turns (SDA-039), each has to have had one before anything is done.
    """
    if len(turnouts) > 1:
        begun = min(rolled, len(turnouts) + rolled % len(turnouts))
        return course(turnouts, goal, tally, begun, far=_far(turnouts, goal), enough=1 - NOTHING).done
    return _from(_table(_plain(turnouts[0]), goal), tally)


def _plain(turnout: Turnout) -> _Plain:
    return tuple(sorted(turnout.gains.items())), turnout.lost


def _far(turnouts: Sequence[Turnout], goal: int) -> int:
    widest = max(len(one.gains) for one in turnouts)
    return max(FAR, min(FARTHEST, MOST_TO_RECKON // (4 * goal * max(1, widest))))


def _from(table: Sequence[Sequence[float]], tally: int) -> Distribution:
    done, reached = [0.0], 0.0
    for row in table:
        done.append(row[tally])
        reached += row[tally]
        if reached >= 1 - NOTHING:
            break
    return tuple(done)


@lru_cache(maxsize=32)
def _table(plain: _Plain, goal: int) -> tuple[Sequence[float], ...]:
    """``table[n][tally]``: the chance that exactly n + 1 rolls finish it from this tally."""
    gains, lost = dict(plain[0]), plain[1]
    below, above = max(0, -min(gains, default=0)), max(0, max(gains, default=0))
    shares = [gains.get(gain, 0.0) for gain in range(-below, above + 1)]
    far = max(FAR, min(FARTHEST, MOST_TO_RECKON // (goal * len(shares))))
    # Before the first roll whatever reaches the goal is done; after each, whatever leads to where it was to be done.
    row, beyond, reached = [0.0] * goal, 1.0, 0.0
    rows: list[Sequence[float]] = []
    for _ in range(far):
        wide = [row[0]] * below + row + [beyond] * above
        start = lost * row[0]
        row = [sum(map(mul, shares, wide[tally : tally + len(shares)])) + start for tally in range(goal)]
        rows.append(array("d", row))
        beyond = 0.0
        reached += row[0]
        if reached >= 1 - NOTHING or not any(row):
            break
    return tuple(rows)


#: The largest chance that a task is done only beyond the rolls that are looked at.
MOST_OPEN = 0.01
#: The most tallies times rolls to look at for all at work together, for a page waits for it; the leader comes first.
MOST_FOLLOWED = 4_000


class LongTasks:
    """The game's long tasks."""

    memo = PROJECTS
    begin = BeginTask.name
    roll = RollTask.name
    change = ChangeTask.name
    abandon = AbandonTask.name
    field = "project"
    pass_time = PassTime.name
    units: Sequence[Choice] = UNITS

    def under_way(self, sheet: Sheet) -> tuple[LongTest, ...]:
        return tuple(_shown(one) for one in projects(sheet).values())

    def forecast(self, table: Table, key: str) -> Forecast:
        """The forecast of a task: when it is done if all roll as they would now, and the spirit it takes of each."""
        project = project_named(table, key)
        return _foreseen(table, project, _people(project.task))

    def planned(self, table: Table, command: Command) -> Forecast:
        """The forecast of a task not begun yet; it is asked again and again, so only the leader is followed."""
        if not isinstance(command, BeginTask):
            raise Unknown("This is not a long test.")
        return _foreseen(table, command.project(table), (table.actor,))

    def passing(self, minutes: int) -> tuple[int, str]:
        return work_in(minutes)


def _foreseen(table: Table, project: Project, people: Sequence[str]) -> Forecast:
    table = unprepared(table, project.task.people)
    ahead, goal = turnouts(table, project.task), project.task.difficulty
    done = chances_of(ahead, goal, project.tally, project.attempt)
    ever = 1.0 if is_sure(ahead, goal) else min(1.0, sum(done))
    seen = forecast(
        done,
        ever,
        lambda rolls: in_time(rolls * project.amount, project.unit),
        # Time that has passed already is rolled for first.
        lambda rolls: lasting(rolls * project.takes - project.waiting),
    )
    near = sum(done[: farthest(project.task) + 1]) > 1.0 - MOST_OPEN
    most = max(1, MOST_FOLLOWED // (goal * len(done)))
    return replace(seen, strains=tuple(_strains(table, project, people[:most]))) if near else seen


def _strains(table: Table, project: Project, people: Sequence[str]) -> Iterator[Strain]:
    """The spirit that flawless rolls and complete failures give people at work and take, if one can look so far."""
    for who in people:
        ways = followed(table, project.task, who)
        seen = strain(ways, project) if ways else None
        if ways and seen and seen.ever and seen.on <= MOST_OPEN:
            takes_days = nights_after(project, len(seen.done) - 2)
            rested = strain(ways, project, nights=True) if takes_days else None
            yield Strain(who, "spirit", table.sheet(who).now("spirit"), seen, rested)


def _shown(project: Project) -> LongTest:
    return LongTest(
        key=project.key,
        label=project.label,
        achieved=project.tally,
        goal=project.task.difficulty,
        measured="MoS",
        rolls=project.rolls,
        each=in_time(project.amount, project.unit),
        spent=in_time(project.used, project.unit) if project.used else "",
        people=_people(project.task),
        facts=_facts(project.task),
        waiting=work_in_words(project.waiting),
        waited=project.waiting,
        due=project.waiting // project.takes,
    )


def _people(task: Task) -> tuple[str, ...]:
    return tuple(dict.fromkeys(hand.who for step in task.steps for hand in step))


def _facts(task: Task) -> tuple[str, ...]:
    """Words for a task: its skills, what a bad roll does, bonus and malus of its leader, and any opposition."""
    skills = dict.fromkeys(skill_or_group(step[0].skill).name for step in task.steps)
    mode = next(choice.label for choice in MODES if choice.value == task.mode)
    main = task.main
    told = [" and ".join(skills), mode[0].lower() + mode[1:]]
    told += [f"bonus {counted(main.bonus, 'die', 'dice')}"] if main.bonus else []
    told += [f"malus {main.malus}"] if main.malus else []
    return (*told, *(["against somebody"] if task.against else []))
