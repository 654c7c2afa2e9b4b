"""Training animals: hours against their will, and the lessons that those win (D-8, SDA-071)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel.commands import Choice, number, pick
from rules.engine.kernel.dice import Dice
from rules.engine.kernel.facts import MemoKept, Told
from rules.engine.kernel.refusals import NotNow, Refused
from rules.engine.kernel.sheets import Json
from rules.engine.kernel.table import Table
from rules.engine.kernel.words import counted
from rules.engine.odds import Odds
from rules.systems.sda.checks.long.herding import animal_ranks
from rules.systems.sda.checks.shared.company import no_fight, others
from rules.systems.sda.checks.shared.ensemble import MOST_BONUS
from rules.systems.sda.checks.shared.mentoring import refuse_too_close
from rules.systems.sda.checks.shared.task import Hand, clash
from rules.systems.sda.checks.shared.together import judge_margin
from rules.systems.sda.checks.shared.verdicts import odds_opposed, odds_together, reckon_all
from rules.systems.sda.checks.skills.handling import WithAnimal
from rules.systems.sda.checks.skills.lessons import ranked_skills, teach
from rules.systems.sda.content.compendium import Skill
from rules.systems.sda.content.skills import skill_named
from rules.systems.sda.core.person.gifts import whisper_to

#: Memo of a trainer's sheet, by animal: hours in a row, and the lessons that they have won.
TRAINED = "animals_trained"


@dataclass(frozen=True, slots=True)
class TrainAnimal(WithAnimal):
    """Train an animal for an hour: training against its ego, which has a die more each hour (D-8).

    Each hit is a lesson that it can be taught; the hours in a row end as soon as the trainer does not win. Its ranks in
    training are dice for its trainer (SDA-109).
    """

    name: ClassVar[str] = "animal.train"
    label: ClassVar[str] = "Train an animal"
    has_odds: ClassVar[bool] = True

    bonus: int = number("Bonus dice", default=0, most=MOST_BONUS)
    malus: int = number("Malus", default=0, most=MOST_BONUS)
    reward: str = pick("Flawless success gives", default="spirit")

    def odds(self, table: Table) -> Odds:
        mine, beast = self._sides(table)
        return odds_opposed(table, mine, beast, reward=self.reward)

    def perform(self, table: Table, dice: Dice) -> None:
        mine, beast = self._sides(table)
        ours, theirs, margin = clash(table, dice, mine, beast, self.name)
        judge_margin(table, ours, theirs, margin)
        hours, lessons = _trained(table, self.animal)
        lessons += max(0, margin)
        # Whoever has resisted is fresh again when it is tried anew.
        _keep_trained(table, self.animal, hours + 1 if margin > 0 else 0, lessons)
        after = f"after {counted(hours + 1, 'hour', 'hours')}"
        how = "learns" if margin > 0 else "has had enough"
        story = f"{{0}} {how} {after}: {counted(lessons, 'lesson', 'lessons')} to be taught."
        table.happen(Told((self.animal, table.actor), story))
        reckon_all(table, dice, ours, succeeded=margin > 0, reward=self.reward)
        reckon_all(table, dice, theirs, succeeded=margin < 0)

    def _sides(self, table: Table) -> tuple[tuple[Hand, ...], tuple[Hand, ...]]:
        hours, _ = _trained(table, self.animal)
        twice = whisper_to(table.me, table.sheet(self.animal))
        bonus = self.bonus + animal_ranks(table, self.animal, "training")
        mine = Hand(table.actor, "training", "", bonus, self.malus, twice=twice)
        return (mine,), (Hand(self.animal, "ego", "", hours),)


@dataclass(frozen=True, slots=True)
class TeachAnimal(WithAnimal):
    """Give an animal a lesson that its training has won: a flawless success is experience for it (SDA-071, D-8)."""

    name: ClassVar[str] = "animal.teach"
    label: ClassVar[str] = "Teach an animal"
    has_odds: ClassVar[bool] = True

    skill: str = pick("Skill")
    difficulty: int = number("Difficulty", default=0, help="0 counts every MoS")

    @classmethod
    def possible(cls, table: Table) -> None:
        no_fight(table)
        if not any(lessons for _, lessons in table.me.memo.get(TRAINED, {}).values()):
            raise NotNow(f"{table.me.name} has no animal ready for a lesson. Training one comes first.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        ready = {who for who, (_, lessons) in table.me.memo.get(TRAINED, {}).items() if lessons}
        return {"animal": tuple(one for one in others(table) if one.value in ready), "skill": ranked_skills(table)}

    def odds(self, table: Table) -> Odds:
        hands = self._hands(table)
        return odds_together(table, hands, self.difficulty)

    def perform(self, table: Table, dice: Dice) -> None:
        hands = self._hands(table)
        hours, lessons = _trained(table, self.animal)
        if not lessons:
            raise Refused(f"{table.name(self.animal)} has no lesson left. Training it wins more.", "animal")
        _keep_trained(table, self.animal, hours, lessons - 1)
        teach(table, dice, hands, self.animal, self.difficulty, self.name, "apprentice")

    def _hands(self, table: Table) -> tuple[Hand, ...]:
        skill: Skill = skill_named(self.skill)
        refuse_too_close(table, table.actor, self.animal, skill)
        return (Hand(table.actor, skill.key),)


def _trained(table: Table, animal: str) -> tuple[int, int]:
    """Hours in a row that the actor has trained an animal, and lessons won."""
    hours, lessons = table.me.memo.get(TRAINED, {}).get(animal, (0, 0))
    return hours, lessons


def _keep_trained(table: Table, animal: str, hours: int, lessons: int) -> None:
    kept: dict[str, Json] = {**table.me.memo.get(TRAINED, {}), animal: [hours, lessons]}
    table.happen(MemoKept(table.actor, TRAINED, {who: told for who, told in kept.items() if any(told)} or None))
