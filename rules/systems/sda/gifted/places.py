"""Where people are, as the game master says: the place and the light, for everybody to see (D-7, D-8)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.commands import Choice, Command, Place, Who, many, pick
from rules.engine.dice import Dice
from rules.engine.facts import ConditionEnded, ConditionSet, Told
from rules.engine.refusals import NotNow, Refused
from rules.engine.sheets import Condition
from rules.engine.table import Table
from rules.systems.sda.hindrance import DARK
from rules.systems.sda.surroundings import LIGHTS, PLACES
from rules.systems.sda.trials.company import people

AS_IT_IS, PLAIN = "as_it_is", "plain"
_AS_IT_IS = Choice(AS_IT_IS, "As it is")


def stand_in(table: Table, who: str, group: Mapping[str, str], picked: str) -> None:
    """Of a group of surroundings somebody is in the one that was picked, or in none."""
    sheet = table.sheet(who)
    for name in group:
        if sheet.has(name) and name != picked:
            table.happen(ConditionEnded(who, name))
    if picked in group and not sheet.has(picked):
        table.happen(ConditionSet(who, Condition(picked, group[picked], DARK.get(picked, 0), "surroundings")))


@dataclass(frozen=True, slots=True)
class SetSurroundings(Command):
    """Say where everybody is and how light it is: it bears on what needs eyes, and on some who are at home there (D-7).

    Whoever joins later is told of it when this is said again.
    """

    name: ClassVar[str] = "scene.surroundings"
    label: ClassVar[str] = "Place and light"
    who: ClassVar[Who] = Who.GM
    place: ClassVar[Place] = Place.SCENE
    also: ClassVar[tuple[Place, ...]] = (Place.SHEET,)

    where: str = pick("Place", default=AS_IT_IS)
    light: str = pick("Light", default=AS_IT_IS)
    people: tuple[str, ...] = many("Who", help="Nobody picked: whose sheet it is, or everybody in an encounter")

    @classmethod
    def possible(cls, table: Table) -> None:
        if table.encounter is not None and not table.encounter.combatants:
            raise NotNow("Nobody takes part yet. Let somebody join first.")
        if table.encounter is None:
            table.sheet(table.actor)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        places = (_AS_IT_IS, *(Choice(key, label) for key, label in PLACES.items()), Choice(PLAIN, "Elsewhere"))
        lights = (_AS_IT_IS, Choice(PLAIN, "Bright"), *(Choice(key, label) for key, label in LIGHTS.items()))
        whom = tuple(Choice(who, name) for who, name in people(table).items())
        return {"where": places, "light": lights, "people": whom}

    def perform(self, table: Table, dice: Dice) -> None:
        if self.where == self.light == AS_IT_IS:
            raise Refused("Say where they are, or how light it is.", "where")
        whom = self.people or (tuple(people(table)) if table.encounter is not None else (table.actor,))
        for who in dict.fromkeys(whom):
            for group, picked in ((PLACES, self.where), (LIGHTS, self.light)):
                if picked != AS_IT_IS:
                    stand_in(table, who, group, picked)
        table.happen(Told((), f"{self._told()}."))

    def _told(self) -> str:
        words = {**PLACES, **LIGHTS}
        where = [] if self.where == AS_IT_IS else [words.get(self.where, "Elsewhere")]
        light = [] if self.light == AS_IT_IS else [words.get(self.light, "Bright").lower()]
        said = ", ".join((*where, *light))
        return said[:1].upper() + said[1:]


SURROUNDINGS: tuple[type[Command], ...] = (SetSurroundings,)
