"""The fields by which people say who works at something together; and notes for the game master."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel import Choice, Refused, Table, TextChanged, many, number, pick
from rules.systems.sda.checks.shared.companions import once_each, others, skill_names
from rules.systems.sda.checks.shared.task import Hand, Task
from rules.systems.sda.core.person import own_choices
from rules.systems.sda.core.rolls import MOST_BONUS, REWARDS, attribute_choices, skill_choices
from rules.systems.sda.core.rolls.fields import SheetRoll

FULL, HALF = "full", "half"
COUNTED = (Choice(FULL, "In full"), Choice(HALF, "By half", "one for every two of each helper"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Ensemble(SheetRoll):
    """Work of one or several: helpers in full or by half, a second skill, and somebody against it.

    SDA-035 to SDA-037 (helpers), SDA-039 and SDA-042 (two skills), SDA-026 and SDA-041 (others against them). Somebody
    else with the second skill assists, and counts as helpers do.
    """

    leading: ClassVar[tuple[str, ...]] = ("skill", "attribute")

    skill: str = pick("Skill")
    attribute: str = pick("Attribute", default="", help="Default: the best")
    malus: int = number("Malus", default=0, most=MOST_BONUS, help="Penalty in MoS")
    helpers: tuple[str, ...] = many("Helpers")
    helper_skill: str = pick("Their skill", default="", help="Default: the same")
    helper_bonus: int = number("Bonus dice of each helper", default=0, most=MOST_BONUS, at_once=False)
    helper_malus: int = number("Malus of each helper", default=0, most=MOST_BONUS, at_once=False)
    counted: str = pick("Helpers count", default=FULL)
    participants: int = number(
        "Maximum number that count", default=0, most=50, help="0: everybody counts", at_once=False
    )
    second_skill: str = pick("Second skill", default="", help="For tests of two skills")
    second_by: str = pick("Who has the second skill", default="", help="Default: the same person")
    against: str = pick("Against", default="")
    against_skill: str = pick("Skill against it", default="", help="Default: the same")
    against_helpers: tuple[str, ...] = many("Helpers against it", at_once=False)
    against_bonus: int = number("Bonus dice against it", default=0, most=MOST_BONUS, at_once=False)
    against_malus: int = number("Malus of the other side", default=0, most=MOST_BONUS, at_once=False)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        skills, them = skill_names(), others(table)
        return {
            "skill": skill_choices(table.me),
            "attribute": attribute_choices(),
            "helpers": them,
            "helper_skill": skills,
            "counted": COUNTED,
            "second_skill": skills,
            "second_by": them,
            "against": them,
            "against_skill": skills,
            "against_helpers": them,
            "reward": REWARDS,
            "virtue": own_choices(table.me),
        }

    def _task(self, table: Table, difficulty: int, mode: str, *, at_once: bool = False) -> Task:
        self._refuse_muddle(table)
        step = (self._main(table), *self._helpers(self.skill))
        if not self.second_skill:
            return Task((step,), difficulty, mode, self._against(), self.participants)
        halved = bool(self.second_by) and self.counted == HALF
        second = Hand(self.second_by or table.actor, self.second_skill, "", self.bonus, self.malus, halved)
        steps = ((step[0], second, *step[1:]),) if at_once else (step, (second,))
        return Task(steps, difficulty, mode, self._against(), self.participants)

    def _main(self, table: Table) -> Hand:
        return Hand(table.actor, self.skill, self.attribute, self.bonus, self.malus)

    def _helpers(self, skill: str) -> tuple[Hand, ...]:
        used, halved = self.helper_skill or skill, self.counted == HALF
        return tuple(Hand(who, used, "", self.helper_bonus, self.helper_malus, halved) for who in self.helpers)

    def _against(self) -> tuple[Hand, ...]:
        """The hands of the other side, if any: the first suffers its malus, their helpers count as the actor's do."""
        if not self.against:
            return ()
        skill, halved = self.against_skill or self.skill, self.counted == HALF
        first = Hand(self.against, skill, "", self.against_bonus, self.against_malus)
        return (first, *(Hand(who, skill, halved=halved) for who in self.against_helpers))

    def _refuse_muddle(self, table: Table) -> None:
        once_each(table, [*self.helpers, self.second_by], "helpers")
        once_each(table, [*self.helpers, self.second_by, self.against, *self.against_helpers], "against")
        if self.second_by and not self.second_skill:
            raise Refused("Choose a second skill too, or nobody for it.", "second_skill")
        if self.against_helpers and not self.against:
            raise Refused("Choose an opponent for them to help, or no helpers.", "against")
        if self.second_skill == self.skill and not self.second_by:
            raise Refused("Choose another second skill, or another person for it.", "second_skill")


GM_NOTES = "gm_notes"


def note_for_gm(table: Table, who: str, line: str) -> None:
    """Write a line below those that are noted already."""
    before = table.sheet(who).texts.get(GM_NOTES, "")
    table.happen(TextChanged(who, GM_NOTES, f"{before}\n{line}" if before else line))
