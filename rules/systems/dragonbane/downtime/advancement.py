"""Getting better: marks on skills, and a d20 above the level for each at the session's end (D-1)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel import (
    Choice,
    Dice,
    Die,
    ExperienceChanged,
    Judged,
    MemoKept,
    NotNow,
    RankChanged,
    Refused,
    Sheet,
    Table,
    Told,
    Who,
    counted,
    even,
    many,
    pick,
    plainly,
    rolled,
    switch,
    words,
)
from rules.engine.odds import Chance, Odds, in_words
from rules.systems.dragonbane.content import library, switches
from rules.systems.dragonbane.core import (
    D20,
    MOST_LEVEL,
    TRAINING,
    InPeace,
    can_be_marked,
    companions,
    has_rested,
    level_of,
    living,
    note_rest,
)

#: The memo with the number of heroic abilities that are earned and not yet chosen.
HEROIC = "heroic_due"


def _can_rise(sheet: Sheet, skill: str) -> bool:
    """Whether a skill has a level, and is below 18."""
    return 0 < level_of(sheet, skill) < MOST_LEVEL


def markable(sheet: Sheet) -> tuple[Choice, ...]:
    """Skills that could take a mark (D-1)."""
    found = (one for key, one in library.skills().items() if can_be_marked(sheet, key) and _can_rise(sheet, key))
    return tuple(Choice(one.key, one.name, str(level_of(sheet, one.key))) for one in found)


def marked(sheet: Sheet) -> tuple[Choice, ...]:
    """Skills that bear a mark."""
    found = (one for key, one in library.skills().items() if sheet.xp("skill", key) > 0)
    return tuple(Choice(one.key, one.name, str(level_of(sheet, one.key))) for one in found)


@dataclass(frozen=True, slots=True)
class EndSession(InPeace, name="advance.session", label="End the session"):
    """Answer five questions at the session's end: each yes is a mark on a skill of your choice (D-1)."""

    played: bool = switch("I took part")
    explored: bool = switch("I explored a new place")
    fought: bool = switch("I helped defeat a dangerous foe")
    outwitted: bool = switch("I overcame an obstacle without force")
    gave_in: bool = switch("I gave in to my weakness")
    skills: tuple[str, ...] = many("Skills to mark", help="One for each yes")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"skills": markable(table.me)}

    def perform(self, table: Table, dice: Dice) -> None:
        said = sum((self.played, self.explored, self.fought, self.outwitted, self.gave_in))
        if not said:
            raise Refused("Say yes to at least one question: each yes earns a mark.", "played")
        chosen = tuple(dict.fromkeys(self.skills))
        if len(chosen) != min(said, len(markable(table.me))):
            wanted = counted(said, "skill", "different skills")
            raise Refused(f"Choose {wanted} unmarked skills, one for each yes.", "skills")
        names = ", ".join(library.skills()[one].name for one in chosen)
        table.happen(Told((table.actor,), f"{{0}} looks back on the session and marks {names}."))
        for skill in chosen:
            table.happen(ExperienceChanged(table.actor, "skill", skill, 1, "the session's end"))


@dataclass(frozen=True, slots=True)
class AwardMark(InPeace, name="advance.award", label="Give a mark"):
    """The game master answers one of the five questions with yes, or rewards a fine deed: a mark on a skill (D-1)."""

    who: ClassVar[Who] = Who.GM
    throws_dice: ClassVar[bool] = False
    no_choice: ClassVar[Mapping[str, str]] = {"skill": "Every skill that can rise is marked already."}

    skill: str = pick("Skill")
    reason: str = words("Reason", default="good play", most=80)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"skill": markable(table.me)}

    def perform(self, table: Table, dice: Dice) -> None:
        skill = library.skill_named(self.skill)
        reason = plainly(self.reason.strip()) or "good play"
        table.happen(
            ExperienceChanged(table.actor, "skill", skill.key, 1, reason),
            Told((table.actor,), f"{{0}} marks {skill.name} ({reason})."),
        )


@dataclass(frozen=True, slots=True)
class RollAdvance(InPeace, name="advance.roll", label="Roll to get better"):
    """Roll for a marked skill: above its level on a d20 raises it by 1, to 18 at most; the mark is spent (D-1)."""

    no_choice: ClassVar[Mapping[str, str]] = {
        "skill": "No skill is marked. Dragons, Demons and the end of a session mark skills."
    }

    skill: str = pick("Skill")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"skill": marked(table.me)}

    def odds(self, table: Table) -> Odds:
        self._refuse_best(table)
        level = level_of(table.me, self.skill)
        rises = (D20 - level) / D20
        told = f"{in_words(rises).capitalize()} to rise to {level + 1}: a d20 above {level}"
        return Odds(told, (Chance("success", "gets better", rises),))

    def perform(self, table: Table, dice: Dice) -> None:
        self._refuse_best(table)
        who, sheet, level = table.actor, table.me, level_of(table.me, self.skill)
        name = library.skills()[self.skill].name
        fell = dice.roll(who, [D20])
        face = fell.faces[0]
        # Here high is lucky.
        table.happen(rolled(who, f"to raise {name}", (Die(D20, face),), face, even(D20), typed=fell.typed))
        rises = face > level
        bought = self.skill if rises else ""
        reason = f"{name} {level + 1}" if rises else "a failed improvement roll"
        table.happen(ExperienceChanged(who, "skill", self.skill, -1, reason, bought))
        if rises:
            table.happen(RankChanged(who, "skill", self.skill, level + 1 - sheet.rank("skill", self.skill)))
            _earn_heroic(table, who, level + 1)
        table.happen(Judged(who, "success" if rises else "failure", 0, {"face": face, "level": level}))

    def _refuse_best(self, table: Table) -> None:
        if not _can_rise(table.me, self.skill):
            name = library.skill_named(self.skill).name
            raise Refused(f"{name} is at its maximum of {MOST_LEVEL}. Roll for another skill.", "skill")


def _earn_heroic(table: Table, who: str, level: int) -> None:
    """Note that a skill which reaches 18 has earned a heroic ability, where the house has it so (D-1)."""
    if level == MOST_LEVEL and switches.EIGHTEEN.chosen(table.house_rules):
        table.happen(MemoKept(who, HEROIC, int(table.sheet(who).memo.get(HEROIC, 0)) + 1))
        table.happen(Told((who,), "{0} may take a heroic ability."))


@dataclass(frozen=True, slots=True)
class Train(InPeace, name="advance.train", label="Train"):
    """Spend a shift with somebody who is better at it: the skill is marked (D-1, DRB-045)."""

    skill: str = pick("Skill")
    teacher: str = pick("With whom")

    @classmethod
    def possible(cls, table: Table) -> None:
        InPeace.possible(table)
        if has_rested(table.me, TRAINING):
            raise NotNow("Only one training per shift. Wait until the next shift.")
        if not companions(table):
            raise NotNow("Nobody to learn from. Dragons and Demons give marks too.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"skill": markable(table.me), "teacher": companions(table)}

    def perform(self, table: Table, dice: Dice) -> None:
        skill = library.skill_named(self.skill)
        teacher = living(table, self.teacher, "teacher")
        own, theirs = level_of(table.me, skill.key), level_of(table.sheet(teacher), skill.key)
        if theirs <= own:
            raise Refused(f"A teacher needs more than {own} in {skill.name}. Choose somebody better.", "teacher")
        note_rest(table, table.actor, TRAINING)
        table.happen(Told((table.actor, self.teacher), f"{{0}} trains {skill.name} with {{1}}."))
        table.happen(ExperienceChanged(table.actor, "skill", skill.key, 1, "training"))
