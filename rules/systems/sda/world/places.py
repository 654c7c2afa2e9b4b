"""Surroundings as the game master says them: the place and the light, what burns and for how long (D-7, D-8)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.engine.kernel import (
    Choice,
    Command,
    Condition,
    ConditionEnded,
    ConditionSet,
    Dice,
    Fact,
    Joined,
    NotNow,
    Place,
    Refused,
    SceneMemoKept,
    Sheet,
    Table,
    Told,
    Who,
    counted,
    many,
    number,
    pick,
)
from rules.systems.sda.checks.shared.companions import anybody, meant
from rules.systems.sda.content.hazards import lights
from rules.systems.sda.core.effects import LIGHTS, LIT, PLACES, SUNLIGHT
from rules.systems.sda.core.person import SheetCommand
from rules.systems.sda.core.rolls import DARK, listed
from rules.systems.sda.world.attempts import alive, at_leisure, use_up_one

AS_IT_IS, PLAIN = "as_it_is", "plain"
#: The memo of an encounter for surroundings said of everybody in it, and the names of its fields.
MEMO = "surroundings"
WHERE, LIGHT = "where", "light"
_AS_IT_IS = Choice(AS_IT_IS, "As before")


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
        table.happen(*changes, Told((who,), f"Around {{0}} now: {told}."))


@dataclass(frozen=True, slots=True)
class SetSurroundings(Command, name="scene.surroundings", label="Place and light"):
    """Say where everybody is and how light it is: it bears on what needs eyes, and on some who are at home there (D-7).

    What is said of everybody in an encounter holds for whoever joins later, too.
    """

    about: ClassVar[str] = "Where you are and how light it is: this counts on every roll that needs eyes."
    who: ClassVar[Who] = Who.GM
    place: ClassVar[Place] = Place.SCENE
    also: ClassVar[tuple[Place, ...]] = (Place.SHEET,)

    where: str = pick("Place", default=AS_IT_IS)
    light: str = pick("Light", default=AS_IT_IS)
    people: tuple[str, ...] = many("Who", help="Default: this character, or everybody in an encounter")

    @classmethod
    def possible(cls, table: Table) -> None:
        if table.encounter is not None and not table.encounter.combatants:
            raise NotNow("Nobody here yet. Add somebody first.")
        if table.encounter is None:
            table.sheet(table.actor)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        places = (_AS_IT_IS, *(Choice(key, label) for key, label in PLACES.items()), Choice(PLAIN, "Elsewhere"))
        lights = (_AS_IT_IS, Choice(PLAIN, "Bright"), *(Choice(key, label) for key, label in LIGHTS.items()))
        return {"where": places, "light": lights, "people": anybody(table)}

    def perform(self, table: Table, dice: Dice) -> None:
        if self.where == self.light == AS_IT_IS:
            raise Refused("Choose the place or the light.", "where")
        whom = meant(table, self.people)
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
        named_all = listed(f"{{{at}}}" for at in range(len(whom)))
        told = f"{named_all}: {said}." if named else f"{said[:1].upper()}{said[1:]}."
        for who in whom:
            for group, picked in ((PLACES, self.where), (LIGHTS, self.light)):
                if picked != AS_IT_IS:
                    stand_in(table, who, group, picked)
        table.happen(Told(tuple(whom), told))

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


BRIGHT = "bright"
#: Words about somebody in each light.
TOLD = {
    BRIGHT: "sees well",
    SUNLIGHT: "is in bright sun",
    "low_light": "is in low light",
    "darkness": "is in the dark",
}
#: Rounds in an hour (SDA-155).
HOUR = 600


@dataclass(frozen=True, slots=True)
class SetLight(SheetCommand, name="light.set", label="How light it is"):
    """Say how light it is around somebody: low light takes a success from whatever needs eyes, darkness two (D-8)."""

    light: str = pick("It is", default=BRIGHT)

    @classmethod
    def possible(cls, table: Table) -> None:
        alive(table.me)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"light": (Choice(BRIGHT, "Bright"), *(Choice(key, label) for key, label in LIGHTS.items()))}

    def perform(self, table: Table, dice: Dice) -> None:
        stand_in(table, table.actor, LIGHTS, self.light)
        told = TOLD[self.light]
        table.happen(Told((table.actor,), f"{{0}} {told}."))


@dataclass(frozen=True, slots=True)
class Kindle(SheetCommand, name="light.kindle", label="Light something"):
    """Light a candle, a torch or a lantern; what burns is used up (D-8)."""

    starts_with_first: ClassVar[str] = "light"

    light: str = pick("Light")

    @classmethod
    def possible(cls, table: Table) -> None:
        at_leisure(table)
        if not _kindlings(table.me):
            raise NotNow("Nothing to light. Carry a candle, a torch, or a lantern with oil.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        able = [lights()[key] for key in _kindlings(table.me)]
        return {"light": tuple(Choice(one.key, one.name, f"{one.hours} h, {one.bright}+{one.dim} m") for one in able)}

    def perform(self, table: Table, dice: Dice) -> None:
        lit = lights()[self.light]
        use_up_one(table, _carried(table.me, lit.uses) or lit.uses)
        table.happen(ConditionSet(table.actor, Condition(LIT, lit.name, lit.bright, lit.key, lit.hours * HOUR)))
        table.happen(Told((table.actor,), f"{{0}} lights it: {lit.name.lower()}."))


@dataclass(frozen=True, slots=True)
class LetBurn(SheetCommand, name="light.burn", label="Let the light burn"):
    """Let hours pass while a light burns, until it is burnt down; none puts it out at once (D-8)."""

    hours: int = number("Hours", most=24, default=1, help="0: put it out")

    def lasts(self) -> int:
        return self.hours * 60

    @classmethod
    def possible(cls, table: Table) -> None:
        if not table.me.has(LIT):
            raise NotNow(f"{table.me.name} has no light that burns. Light one first.")

    def perform(self, table: Table, dice: Dice) -> None:
        lit = table.me.conditions[LIT]
        left = (lit.rounds or 0) - self.hours * HOUR if self.hours else 0
        if left <= 0:
            table.happen(ConditionEnded(table.actor, LIT), Told((table.actor,), "{0}’s light is out."))
            return
        table.happen(ConditionSet(table.actor, replace(lit, rounds=left)))
        table.happen(Told((table.actor,), f"{{0}}’s light burns for {counted(left // HOUR, 'hour', 'hours')} more."))


def _kindlings(sheet: Sheet) -> list[str]:
    """Keys of the lights that can be lit: each is carried, and so is the thing that it burns."""
    return [key for key, one in lights().items() if _carried(sheet, key) and _carried(sheet, one.uses)]


def _carried(sheet: Sheet, entry: str) -> str | None:
    return next((key for key, item in sheet.items.items() if item.entry == entry and item.count > 0), None)
