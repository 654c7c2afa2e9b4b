"""Mentors: whoever is two ranks ahead teaches whoever helps with the same skill, or looks on (SDA-071 to SDA-073)."""

from typing import Any

from rules.engine.commands import pick
from rules.engine.facts import ExperienceChanged, Told
from rules.engine.refusals import Refused
from rules.engine.table import Table
from rules.systems.sda.compendium import Skill
from rules.systems.sda.pools import rank_of
from rules.systems.sda.reckoning import is_flawless
from rules.systems.sda.skills import SKILLS
from rules.systems.sda.trials.task import Hand, Thrown

#: So many ranks whoever teaches is ahead of whoever learns (SDA-071).
AHEAD = 2


def refuse_too_close(table: Table, mentor: str, apprentice: str, skill: Skill) -> None:
    """A mentor is two ranks ahead (SDA-071)."""
    needed = rank_of(table.sheet(apprentice), skill) + AHEAD
    held = rank_of(table.sheet(mentor), skill)
    if held < needed:
        raise Refused(
            f"{table.name(mentor)} has {skill.name} {held}; to teach {table.name(apprentice)} takes {needed}.", "skill"
        )


def apprentice_field() -> Any:
    """Whoever learns along with whose work it is."""
    told = "One who helps with the same skill, two ranks below"
    return pick("Who learns from you", default="", help=told, at_once=False)


def refuse_no_pupil(table: Table, hands: tuple[Hand, ...], apprentice: str) -> None:
    """Refuse an apprentice who does not help with the skill, or knows too much of it (SDA-071, SDA-072)."""
    if not apprentice:
        return
    first, *others = hands
    skill = first.pool(table).skill
    if not any(hand.who == apprentice and hand.pool(table).skill == skill for hand in others):
        raise Refused(f"{table.name(apprentice)} has to help with {SKILLS[skill].name} to learn it.", "apprentice")
    refuse_too_close(table, first.who, apprentice, SKILLS[skill])


def learn_along(table: Table, thrown: Thrown, apprentice: str, *, succeeded: bool) -> bool:
    """Whether a mentor's flawless success has taught their helper: then both have experience of it (SDA-072)."""
    if not apprentice or not is_flawless(table, thrown.main, succeeded=succeeded):
        return False
    pool = thrown.main.pool
    table.happen(ExperienceChanged(apprentice, "skill", pool.skill, 1, "a mentor's flawless success"))
    table.happen(Told((apprentice, pool.who), "{0} learns from {1}."))
    return True
