"""Traits that are called upon, once a day: luck, mastery of one skill, a will that loses nothing (D-7)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.engine.kernel import (
    Choice,
    Command,
    Condition,
    ConditionSet,
    Dice,
    Item,
    ItemSet,
    Judged,
    NotNow,
    Place,
    Refused,
    Sheet,
    Table,
    Told,
    counted,
    pick,
    plainly,
    words,
)
from rules.engine.odds import Chance, Odds, at_least, in_words
from rules.systems.sda.checks.long.projects import Project, keep, projects
from rules.systems.sda.checks.shared.companions import no_fight
from rules.systems.sda.content.skills import SKILLS, skill_named
from rules.systems.sda.core.person import (
    EXPERT,
    LUCK,
    MASTER,
    PEOPLE,
    SKILL,
    WHENEVER,
    figure,
    fresh,
    held,
    say_when,
    spend,
    when_field,
)
from rules.systems.sda.core.rolls import FIRST_FAIL, REWARDS, SETBACK, Pool, dice_used, pool_for, rank_of, reckon, throw
from rules.systems.sda.fight.base import is_out

#: The figures of experts and masters of a skill: the rank that each takes, and the condition that it is for one roll.
ABLE = {"expert": (3, EXPERT), "master": (4, MASTER)}


def _awake(table: Table) -> None:
    if is_out(table.me):
        raise NotNow(f"{table.me.name} cannot do anything until they are up again.")


def _tired(sheet: Sheet, name: str, without: str) -> str:
    """The sentence that says why a trait cannot be called upon: it is missing, or used today."""
    if not figure(sheet, name):
        return without
    return f"{sheet.name} has used that today. It returns after a night."


@dataclass(frozen=True, slots=True)
class TrustLuck(Command, name="gift.luck", label="Trust to luck"):
    """Trust to luck, once a day: what a roll of luck scores is added to a later roll of a skill (D-7).

    Which one you say here for all that you call upon, or in the form of that roll.
    """

    place: ClassVar[Place] = Place.SHEET
    also: ClassVar[tuple[Place, ...]] = (Place.TURN,)

    when: str = when_field()
    reward: str = pick("Flawless success gives", default="spirit")

    @classmethod
    def possible(cls, table: Table) -> None:
        _awake(table)
        if table.me.has(LUCK):
            raise NotNow(f"{table.me.name} has luck in hand already. Use it first.")
        if not fresh(table.me, "lucky"):
            raise NotNow(_tired(table.me, "lucky", "You need the trait Lucky."))

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"when": WHENEVER, "reward": REWARDS}

    def odds(self, table: Table) -> Odds:
        pool = self._pool(table)
        measure = pool.measure(dice_used(pool, 0))
        some = at_least(measure, 1)
        sentence = f"{in_words(some).capitalize()} to add something to a later roll"
        return Odds(sentence, (Chance("success", "adds something", some),), measure, "MoS for a later roll")

    def perform(self, table: Table, dice: Dice) -> None:
        pool = self._pool(table)
        result = throw(table, dice, pool, dice_used(pool, 0), "luck")
        spend(table, table.actor, next(iter(fresh(table.me, "lucky"))))
        numbers: dict[str, int | str | None] = {"skill": pool.skill, "measure": result.net}
        table.happen(Judged(table.actor, "success" if result.net else "failure", result.net, numbers))
        table.happen(Told((table.actor,), f"{{0}} trusts to luck: +{result.net} MoS for a later roll."))
        reckon(table, dice, result, succeeded=result.net >= 1, reward=self.reward)
        if result.net:
            table.happen(ConditionSet(table.actor, Condition(LUCK, "Lucky", result.net, "luck")))
        say_when(table, self.when)

    def _pool(self, table: Table) -> Pool:
        return pool_for(table, table.actor, "luck")


def _masteries(sheet: Sheet) -> dict[str, tuple[str, Item]]:
    """The traits of experts and masters that can be called upon today, by key, each with the condition that it is."""
    return {
        key: (condition, item)
        for name, (_, condition) in ABLE.items()
        for key, item in fresh(sheet, name).items()
        if item.stats.get(SKILL) in SKILLS and not sheet.has(condition)
    }


@dataclass(frozen=True, slots=True)
class Excel(Command, name="gift.excel", label="Excel at it"):
    """Call upon what you know best, once a day: it changes a later roll of that skill, whatever it is for (D-7).

    An expert throws the blank dice again, once. For a master every three on a die is a success, and not every four.
    """

    place: ClassVar[Place] = Place.SHEET
    also: ClassVar[tuple[Place, ...]] = (Place.TURN,)

    trait: str = pick("Trait", default="", help="Default: the first", at_once=True)
    when: str = when_field()

    @classmethod
    def possible(cls, table: Table) -> None:
        _awake(table)
        if _masteries(table.me):
            return
        able = [name for name in ABLE if figure(table.me, name)]
        if any(fresh(table.me, name) for name in able):
            raise NotNow("Set the skill of the trait first, or use what you called upon.")
        raise NotNow(_tired(table.me, able[0] if able else "", "You need the trait Expert or Master."))

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        listed = _masteries(table.me).items()
        traits = tuple(Choice(key, one.name, SKILLS[one.stats[SKILL]].name) for key, (_, one) in listed)
        return {"trait": traits, "when": WHENEVER}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"trait": next(iter(_masteries(table.me)))}

    def perform(self, table: Table, dice: Dice) -> None:
        able = _masteries(table.me)
        key = self.trait or next(iter(able))
        condition, item = able[key]
        skill = SKILLS[item.stats[SKILL]]
        spend(table, table.actor, key)
        label = f"{plainly(item.name)}: {skill.name}"
        table.happen(ConditionSet(table.actor, Condition(condition, label, 0, skill.key)))
        table.happen(Told((table.actor,), f"{{0}} will excel in a later roll: {skill.name}."))
        say_when(table, self.when)


@dataclass(frozen=True, slots=True)
class NeverGiveUp(Command, name="gift.persist", label="Never give up"):
    """Out of a fight, once a day: what would lose all with a blank roll only makes no progress then (D-7, SDA-033).

    The task is a setback test from now on, until it is done.
    """

    place: ClassVar[Place] = Place.SHEET

    project: str = pick("Long test", default="", help="Default: the first", at_once=True)

    @classmethod
    def possible(cls, table: Table) -> None:
        no_fight(table)
        _awake(table)
        if not fresh(table.me, "never_loses"):
            raise NotNow(_tired(table.me, "never_loses", "You need the trait Never Give Up."))
        if not _losable(table.me):
            raise NotNow("None of your long tests can lose everything.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"project": tuple(Choice(key, one.label, one.progress) for key, one in _losable(table.me).items())}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"project": next(iter(_losable(table.me)))}

    def perform(self, table: Table, dice: Dice) -> None:
        able = _losable(table.me)
        project = able[self.project or next(iter(able))]
        spend(table, table.actor, next(iter(fresh(table.me, "never_loses"))))
        keep(table, replace(project, task=replace(project.task, mode=SETBACK)))
        table.happen(Told((table.actor,), f"{{0}} never gives up: {plainly(project.label)} cannot be lost any more."))


def _losable(sheet: Sheet) -> dict[str, Project]:
    return {key: one for key, one in projects(sheet).items() if one.task.mode == FIRST_FAIL}


# -- what a trait is for --------------------------------------------------------------------------------------------


def _open(sheet: Sheet) -> dict[str, Item]:
    """The traits that are for one skill or against one people, where nobody has said which yet."""
    keys = {id(item): key for key, item in sheet.items.items()}
    found = {}
    for trait, item in held(sheet):
        wants = SKILL if any(name in trait.figures for name in ABLE) else PEOPLE if "hatred" in trait.figures else ""
        if wants and not item.stats.get(wants):
            found[keys[id(item)]] = item
    return found


@dataclass(frozen=True, slots=True)
class SayWhatFor(Command, name="gift.choose", label="Say what a trait is for"):
    """Say which skill a trait is for, or which people it is against; it is said once (D-7).

    An expert has rank 3 in the skill, a master rank 4.
    """

    place: ClassVar[Place] = Place.SHEET

    trait: str = pick("Trait")
    skill: str = pick("Skill", default="", at_once=True)
    people: str = words("People", default="", most=40, help="As on their sheets, for hatred")

    @classmethod
    def possible(cls, table: Table) -> None:
        if not _open(table.me):
            raise NotNow("All such traits are set already.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        known = [one for one in SKILLS.values() if rank_of(table.me, one) >= ABLE["expert"][0]]
        skills = tuple(Choice(one.key, one.name, counted(rank_of(table.me, one), "rank", "ranks")) for one in known)
        return {"trait": tuple(Choice(key, item.name) for key, item in _open(table.me).items()), "skill": skills}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"trait": next(iter(_open(table.me)))}

    def perform(self, table: Table, dice: Dice) -> None:
        item = table.me.items[self.trait]
        trait = next(trait for trait, one in held(table.me) if one is item)
        name = next((name for name in ABLE if name in trait.figures), "")
        stats = {SKILL: self._skill(table, name)} if name else {PEOPLE: self._people()}
        table.happen(ItemSet(table.actor, self.trait, replace(item, stats={**item.stats, **stats})))
        told = SKILLS[self.skill].name if name else plainly(self.people.strip())
        table.happen(Told((table.actor,), f"{{0}}: {plainly(item.name)} ({told})."))

    def _skill(self, table: Table, name: str) -> str:
        if not self.skill:
            raise Refused("Choose its skill.", "skill")
        skill, rank = skill_named(self.skill), ABLE[name][0]
        if rank_of(table.me, skill) < rank:
            raise Refused(f"It needs rank {rank} in {skill.name}. Choose another skill.", "skill")
        return skill.key

    def _people(self) -> str:
        if not self.people.strip():
            raise Refused("Enter the people as on their sheets.", "people")
        return self.people.strip()
