"""Companions who help, oppose or are taught, the fields by which they are named, and notes for the game master."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from rules.engine.character.readiness import is_fighting
from rules.engine.fight import allies, told_apart
from rules.engine.kernel import Choice, NotNow, Refused, Sheet, Table, TextChanged, many, number, pick
from rules.systems.sda.checks.shared.task import Hand, Task
from rules.systems.sda.content.skills import GROUPS, open_to
from rules.systems.sda.core.person import own_choices
from rules.systems.sda.core.rolls import MOST_BONUS, REWARDS, attribute_choices, listed, skill_choices
from rules.systems.sda.core.rolls.skill_roll import SheetRoll

#: The most ways to choose companions, and whatever else, that are weighed.
COMPANIES = 128


def people(table: Table) -> Mapping[str, str]:
    """The names of everybody there, by id."""
    if table.encounter is None:
        return table.cast
    return {who: table.name(who) for who in table.encounter.combatants}


def meant(table: Table, picked: Sequence[str]) -> tuple[str, ...]:
    """Ids of those who were picked, each once: by default everybody in an encounter, and out of one the actor."""
    return tuple(dict.fromkeys(picked or (people(table) if table.encounter is not None else (table.actor,))))


def anybody(table: Table) -> tuple[Choice, ...]:
    """Choices: everybody there."""
    return tuple(Choice(who, name) for who, name in people(table).items())


def others(table: Table) -> tuple[Choice, ...]:
    """Choices: everybody there but the actor."""
    return tuple(one for one in anybody(table) if one.value != table.actor)


def somebody_else(table: Table, what: str) -> None:
    """Refuse where the actor is alone."""
    if not others(table):
        raise NotNow(f"Nobody else here {what}.")


def no_fight(table: Table) -> None:
    """Refuse in the middle of a fight."""
    if is_fighting(table):
        raise NotNow("Not during a fight. Do it before or after.")


def company_in_peace(table: Table, what: str) -> None:
    """Refuse in the middle of a fight, and where the actor is alone."""
    table.sheet(table.actor)
    no_fight(table)
    somebody_else(table, what)


def companies(table: Table, room: int, *busy: str) -> tuple[tuple[str, ...], ...]:
    """Everybody on one's own side who is not busy otherwise, in every company, the smaller first.

    None where there are more companies than there is room for.
    """
    sides = [who for who in people(table) if table.encounter is None or who in allies(table, table.actor)]
    free = [who for who in sides if who not in (table.actor, *busy)]
    return every_company(free) if 2 ** len(free) <= room else ()


def every_company(who: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Nobody, each alone, each pair, up to all of them.

    >>> every_company(["anna", "boris"])
    ((), ('anna',), ('boris',), ('anna', 'boris'))
    """
    return tuple(some for size in range(len(who) + 1) for some in combinations(who, size))


def with_whom(table: Table, who: Sequence[str]) -> str:
    """A company in words."""
    return f"With {listed(told_apart(table, one) for one in who)}" if who else "Alone"


def once_each(table: Table, named: Sequence[str], field: str) -> None:
    """Refuse a list in which anybody is named twice; the refusal is about ``field``."""
    twice = sorted({who for who in named if who and list(named).count(who) > 1})
    if twice:
        names = ", ".join(table.name(who) for who in twice)
        raise Refused(f"{names} can only take one part. Leave them out of the others.", field)


def skill_names(sheet: Sheet | None = None) -> tuple[Choice, ...]:
    """Every skill that somebody may be offered, then every group; without ranks, for it may be anybody's."""
    skills = tuple(Choice(one.key, one.name) for one in open_to(sheet).values())
    return skills + tuple(Choice(group.key, group.name) for group in GROUPS.values() if group.ranked)


# -- the fields --------------------------------------------------------------------------------------------------------


FULL, HALF = "full", "half"
COUNTED = (Choice(FULL, "In full"), Choice(HALF, "By half", "one for every two MoS of each helper"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Ensemble(SheetRoll):
    """Work of one or several: helpers in full or by half, a second skill, and somebody against it.

    SDA-035 to SDA-037 (helpers), SDA-039 and SDA-042 (two skills), SDA-026 and SDA-041 (others against them). Somebody
    else with the second skill assists, and counts as helpers do.
    """

    leading: ClassVar[tuple[str, ...]] = ("skill", "attribute")

    skill: str = pick("Skill")
    attribute: str = pick("Attribute", default="", help="Default: the best")
    malus: int = number("Malus", default=0, most=MOST_BONUS, help="Takes off successes")
    helpers: tuple[str, ...] = many("Helpers")
    helper_skill: str = pick("Their skill", default="", help="Default: the same")
    helper_bonus: int = number("Bonus dice of each helper", default=0, most=MOST_BONUS, at_once=False)
    helper_malus: int = number("Malus of each helper", default=0, most=MOST_BONUS, at_once=False)
    counted: str = pick("Helpers count", default=FULL)
    participants: int = number("How many count at most", default=0, most=50, help="0: everybody counts", at_once=False)
    second_skill: str = pick("Second skill", default="", help="For tests of two skills")
    second_by: str = pick("Who has the second skill", default="", help="Default: the same person")
    against: str = pick("Against", default="")
    against_skill: str = pick("Opponent’s skill", default="", help="Default: the same")
    against_helpers: tuple[str, ...] = many("Opponent’s helpers", at_once=False)
    against_bonus: int = number("Opponent’s bonus dice", default=0, most=MOST_BONUS, at_once=False)
    against_malus: int = number("Opponent’s malus", default=0, most=MOST_BONUS, at_once=False)

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
            raise Refused("Choose the second skill, or nobody to roll it.", "second_skill")
        if self.against_helpers and not self.against:
            raise Refused("Choose the opponent whom they help, or leave out these helpers.", "against")
        if self.second_skill == self.skill and not self.second_by:
            raise Refused("Choose another second skill, or somebody else to roll it.", "second_skill")


GM_NOTES = "gm_notes"


def note_for_gm(table: Table, who: str, line: str) -> None:
    """Write a line below those that are noted already."""
    before = table.sheet(who).texts.get(GM_NOTES, "")
    table.happen(TextChanged(who, GM_NOTES, f"{before}\n{line}" if before else line))
