"""Teaching and training: whoever does something flawlessly teaches whoever is at their side (SDA-071 to SDA-074)."""

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from typing import ClassVar

from rules.engine.kernel import Choice, Dice, ExperienceChanged, Table, number, pick, switch
from rules.engine.odds import Odds
from rules.systems.sda.checks.shared.companions import company_in_peace, others
from rules.systems.sda.checks.shared.joint_tests import contest
from rules.systems.sda.checks.shared.mentoring import APPRENTICE, refuse_too_close, teach
from rules.systems.sda.checks.shared.task import Hand, ready_pools
from rules.systems.sda.checks.shared.verdicts import odds_opposed, odds_together, reckon_all
from rules.systems.sda.content.skills import open_to, skill_named
from rules.systems.sda.core.person import SheetCommand
from rules.systems.sda.core.rolls import REWARDS, RewardedRoll, is_flawless, ranked_skills


@dataclass(frozen=True, slots=True)
class Mentor(RewardedRoll, name="mentor.teach", label="Teach by doing"):
    """Teach somebody by doing: with their help, or while they look on (SDA-071 to SDA-073)."""

    leading: ClassVar[tuple[str, ...]] = ("apprentice", "skill", "difficulty", "assists")

    apprentice: str = pick("Apprentice")
    skill: str = pick("Skill")
    difficulty: int = number("Difficulty", default=1, help="0 if it is an open-ended test")
    assists: bool = switch("They help", default=True, help="Off: they can only watch")
    _: KW_ONLY
    reward: str = pick("Flawless success gives", default=APPRENTICE, help="If they help, both learn")

    @classmethod
    def possible(cls, table: Table) -> None:
        company_in_peace(table, "to teach")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        rewards = (Choice(APPRENTICE, "Experience for the apprentice"), *REWARDS)
        return {"apprentice": others(table), "skill": ranked_skills(table.me), "reward": rewards}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, str]:
        return {"reward": APPRENTICE}

    def odds(self, table: Table) -> Odds:
        return odds_together(table, self._hands(table), self.difficulty)

    def perform(self, table: Table, dice: Dice) -> None:
        teach(table, dice, self._hands(table), self.apprentice, self.difficulty, self.name, self.reward)

    def _hands(self, table: Table) -> tuple[Hand, ...]:
        skill = skill_named(self.skill)
        refuse_too_close(table, table.actor, self.apprentice, skill)
        mine = Hand(table.actor, skill.key, "", self.bonus, self.malus)
        return (mine, Hand(self.apprentice, skill.key)) if self.assists else (mine,)


@dataclass(frozen=True, slots=True)
class TrainTogether(SheetCommand, name="training.together", label="Train together"):
    """Train against each other, each in a skill: whenever either is flawless, both gain experience (SDA-074).

    That each gets a point in the skill that they train is the reward; there is no other for a flawless success.
    """

    partner: str = pick("With whom")
    skill: str = pick("Skill")
    their_skill: str = pick("Their skill", default="", help="Default: the same")

    @classmethod
    def possible(cls, table: Table) -> None:
        company_in_peace(table, "to train with")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        theirs = tuple(Choice(one.key, one.name) for one in open_to().values())
        return {"partner": others(table), "skill": ranked_skills(table.me), "their_skill": theirs}

    def odds(self, table: Table) -> Odds:
        mine, theirs = self._sides(table)
        ready_pools(table, theirs)
        return odds_opposed(table, mine, theirs)

    def perform(self, table: Table, dice: Dice) -> None:
        mine, theirs = self._sides(table)
        ready_pools(table, theirs)
        ours, others_, margin = contest(table, dice, mine, theirs, self.name)
        for thrown, other, won in ((ours, others_, margin > 0), (others_, ours, margin < 0)):
            if is_flawless(table, thrown.main, succeeded=won):
                pool = other.main.pool
                table.happen(ExperienceChanged(pool.who, "skill", pool.skill, 1, "trained with a flawless partner"))
            reckon_all(table, dice, thrown, succeeded=won, reward="experience")

    def _sides(self, table: Table) -> tuple[tuple[Hand, ...], tuple[Hand, ...]]:
        mine = Hand(table.actor, skill_named(self.skill).key)
        return (mine,), (Hand(self.partner, skill_named(self.their_skill or self.skill).key),)
