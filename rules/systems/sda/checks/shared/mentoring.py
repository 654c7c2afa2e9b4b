"""Mentors: whoever is two ranks ahead teaches whoever helps with the same skill, or looks on (SDA-071 to SDA-073)."""

from typing import Any

from rules.engine.kernel import Dice, ExperienceChanged, Refused, Table, Told, pick
from rules.systems.sda.checks.shared import house_rules
from rules.systems.sda.checks.shared.task import Hand, Thrown, throw_hands
from rules.systems.sda.checks.shared.verdicts import quality, reckon_all
from rules.systems.sda.content.compendium import Skill
from rules.systems.sda.content.skills import SKILLS
from rules.systems.sda.core.rolls import AS_WISHED, is_flawless, judge, rank_of, reckon

#: Ranks by which a mentor is ahead of an apprentice at least (SDA-071).
AHEAD = 2
#: The reward of a mentor who leaves the experience of a flawless success to whoever looks on (SDA-073).
APPRENTICE = "apprentice"


def refuse_too_close(table: Table, mentor: str, apprentice: str, skill: Skill) -> None:
    """Refuse a mentor who is not two ranks ahead of the apprentice (SDA-071)."""
    needed = rank_of(table.sheet(apprentice), skill) + AHEAD
    held = rank_of(table.sheet(mentor), skill)
    if held < needed:
        raise Refused(
            f"{table.name(mentor)} has {skill.name} {held}; teaching {table.name(apprentice)} needs {needed}.", "skill"
        )


def apprentice_field() -> Any:
    """The field for an apprentice, who learns along with the actor."""
    told = "Helps with the same skill, or watches if nobody helps; at least two ranks below you"
    return pick("Who learns from you", default="", help=told, at_once=False)


def refuse_no_pupil(table: Table, hands: tuple[Hand, ...], apprentice: str, against: tuple[Hand, ...] = ()) -> None:
    """Refuse an apprentice who looks on where one can help, opposes it or knows too much (SDA-071 to SDA-073, C-96)."""
    if not apprentice:
        return
    first, *others = hands
    skill = first.pool(table).skill
    helpers = [hand.who for hand in others if hand.who != first.who and hand.pool(table).skill == skill]
    if apprentice == first.who or apprentice in (hand.who for hand in against):
        raise Refused(f"{table.name(apprentice)} cannot learn as a mentor or opponent. Choose another.", "apprentice")
    if apprentice not in helpers and (helpers or apprentice in (hand.who for hand in others)):
        raise Refused(f"{table.name(apprentice)} must help with {SKILLS[skill].name} to learn it.", "apprentice")
    refuse_too_close(table, first.who, apprentice, SKILLS[skill])


def given_with_apprentice(apprentice: str, hands: tuple[Hand, ...]) -> str:
    """The reward of a mentor's flawless success: experience if the apprentice helps, ``APPRENTICE`` if they look on.

    Empty without an apprentice: then it is the reward that the player takes.
    """
    if not apprentice:
        return ""
    return "experience" if any(hand.who == apprentice for hand in hands) else APPRENTICE


def reckon_with_apprentice(
    table: Table, dice: Dice, thrown: Thrown, apprentice: str, *, succeeded: bool, reward: str
) -> None:
    """Give a roll its consequences, for a mentor and an apprentice, or without one.

    From a flawless success whoever helps has experience with the mentor (SDA-072), and whoever looks on has it in the
    mentor's stead (SDA-073).
    """
    if not apprentice or not is_flawless(table, thrown.main, succeeded=succeeded):
        reckon_all(table, dice, thrown, succeeded=succeeded, reward=reward)
        return
    pool = thrown.main.pool
    table.happen(ExperienceChanged(apprentice, "skill", pool.skill, 1, "a mentor's flawless success"))
    table.happen(Told((apprentice, pool.who), "{0} learns from {1}."))
    helps = any(hand.who == apprentice for hand in thrown.hands)
    reckon(table, dice, thrown.main, succeeded=helps, reward="experience")
    for result in thrown.results[1:]:
        reckon(table, dice, result, succeeded=succeeded, reward=AS_WISHED)


def teach(
    table: Table, dice: Dice, hands: tuple[Hand, ...], apprentice: str, difficulty: int, purpose: str, reward: str
) -> None:
    """Roll for a mentor, with the apprentice helping or looking on; a flawless success teaches.

    Whoever helps learns along with the mentor (SDA-072); whoever looks on learns in the mentor's stead, if the mentor
    likes (SDA-073).
    """
    thrown = throw_hands(table, dice, hands, purpose)
    measure = thrown.measure(house_rules.rounding(table))
    succeeded = measure >= (difficulty or 1)
    taught = is_flawless(table, thrown.main, succeeded=succeeded) and (len(hands) > 1 or reward == APPRENTICE)
    judge(
        table,
        table.actor,
        succeeded,
        max(0, measure - difficulty),
        skill=thrown.main.pool.skill,
        apprentice=apprentice,
        measure=measure,
        difficulty=difficulty,
        taught=int(taught),
        quality=quality(table, thrown.main, succeeded=succeeded),
    )
    own = "experience" if reward == APPRENTICE else reward
    reckon_with_apprentice(table, dice, thrown, apprentice if taught else "", succeeded=succeeded, reward=own)
