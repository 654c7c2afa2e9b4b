"""Surroundings as the game master says them: the place and the light, for everybody to see (D-7, D-8)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel.commands import Choice, Command, Place, Who, many, pick
from rules.engine.kernel.dice import Dice
from rules.engine.kernel.facts import ConditionEnded, ConditionSet, Fact, Joined, SceneMemoKept, Told
from rules.engine.kernel.refusals import NotNow, Refused
from rules.engine.kernel.sheets import Condition, Sheet
from rules.engine.kernel.table import Table
from rules.systems.sda.hindrance import DARK
from rules.systems.sda.surroundings import LIGHTS, PLACES
from rules.systems.sda.trials.company import anybody, listed, people

AS_IT_IS, PLAIN = "as_it_is", "plain"
#: The memo of an encounter for surroundings said of everybody in it, and the names of its fields.
MEMO = "surroundings"
WHERE, LIGHT = "where", "light"
_AS_IT_IS = Choice(AS_IT_IS, "As it is")


def stand_in(table: Table, who: str, group: Mapping[str, str], picked: str) -> None:
    """Put somebody into the one of a group of surroundings that was picked, or into none of the group."""
    table.happen(*_changes(table.sheet(who), who, group, picked))


def _changes(sheet: Sheet, who: str, group: Mapping[str, str], picked: str) -> list[Fact]:
    over: list[Fact] = [ConditionEnded(who, name) for name in group if sheet.has(name) and name != picked]
    if picked not in group or sheet.has(picked):
        return over
    return [*over, ConditionSet(who, Condition(picked, group[picked], DARK.get(picked, 0), "surroundings"))]


def take_over(table: Table) -> None:
    """Put newcomers to an encounter into the place and the light that were said of everybody there (D-7, D-8)."""
    said = table.scene.memo.get(MEMO) if table.encounter is not None else None
    if not said:
        return
    for who in [fact.who for fact in table.facts if isinstance(fact, Joined)]:
        if who in table.scene.combatants:
            _surround(table, who, said)


def _surround(table: Table, who: str, said: Mapping[str, str]) -> None:
    groups = ((PLACES, said.get(WHERE, AS_IT_IS)), (LIGHTS, said.get(LIGHT, AS_IT_IS)))
    changes = [one for group, it in groups if it != AS_IT_IS for one in _changes(table.sheet(who), who, group, it)]
    if changes:
        told = _in_words(said.get(WHERE, AS_IT_IS), said.get(LIGHT, AS_IT_IS))
        table.happen(Told((who,), f"Where {{0}} is now: {told}."), *changes)


@dataclass(frozen=True, slots=True)
class SetSurroundings(Command):
    """Say where everybody is and how light it is: it bears on what needs eyes, and on some who are at home there (D-7).

    What is said of everybody in an encounter holds for whoever joins later, too.
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
        whom = anybody(table)
        return {"where": places, "light": lights, "people": whom}

    def perform(self, table: Table, dice: Dice) -> None:
        if self.where == self.light == AS_IT_IS:
            raise Refused("Say where they are, or how light it is.", "where")
        whom = self.people or (tuple(people(table)) if table.encounter is not None else (table.actor,))
        there = table.scene.combatants if table.encounter is not None else {}
        everybody = bool(there) and set(whom) >= there.keys()
        hidden = [who for who in dict.fromkeys(whom) if who in there and there[who].hidden]
        self._set(table, [who for who in dict.fromkeys(whom) if who not in hidden], named=not everybody)
        self._set(table, hidden, named=True)
        if everybody:
            self._remember(table)

    def _set(self, table: Table, whom: Sequence[str], *, named: bool) -> None:
        """Change place and light for all of them, told in one sentence; with ``named`` it names them."""
        if not whom:
            return
        said = _in_words(self.where, self.light)
        told = f"{_names(whom)}: {said}." if named else f"{said[:1].upper()}{said[1:]}."
        table.happen(Told(tuple(whom), told))
        for who in whom:
            for group, picked in ((PLACES, self.where), (LIGHTS, self.light)):
                if picked != AS_IT_IS:
                    stand_in(table, who, group, picked)

    def _remember(self, table: Table) -> None:
        """Keep place and light with the encounter, for whoever joins later."""
        before = table.scene.memo.get(MEMO, {})
        said = {name: it for name, it in ((WHERE, self.where), (LIGHT, self.light)) if it != AS_IT_IS}
        if {**before, **said} != before:
            table.happen(SceneMemoKept(MEMO, {**before, **said}))


def _in_words(where: str, light: str) -> str:
    """Place and light in words: "underground, low light"."""
    words = {**PLACES, **LIGHTS}
    there = [] if where == AS_IT_IS else [words.get(where, "Elsewhere").lower()]
    lit = [] if light == AS_IT_IS else [words.get(light, "Bright").lower()]
    return ", ".join((*there, *lit))


def _names(whom: Sequence[str]) -> str:
    return listed([f"{{{at}}}" for at in range(len(whom))])


SURROUNDINGS: tuple[type[Command], ...] = (SetSurroundings,)
