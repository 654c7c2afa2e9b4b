"""Virtues called upon in this scene, and what they do to a roll that goes with them or against them (SDA-083).

A call stands on the sheet as a condition, so that everybody sees it and undoing takes it back. Its name says how far it
has come, of which virtue and which end: ``virtue.courage.lack``. Its level are the MoS of the virtue roll, its source
the reason that the player gave.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.kernel import (
    Answered,
    Choice,
    Condition,
    ConditionEnded,
    ConditionSet,
    Dice,
    NotNow,
    Place,
    Refused,
    Sheet,
    Table,
    Told,
    pick,
)
from rules.systems.sda.content import compendium
from rules.systems.sda.content.skills import virtue_named
from rules.systems.sda.core.person.bookkeeping import SheetCommand
from rules.systems.sda.core.person.influences import Influence

#: The stages of a call: it waits for the game master, it may be rolled for, it holds; its scene is over, and whether
#: its goal was reached is yet to be judged.
ASKED, ALLOWED, CALLED, OVER = "virtue_asked", "virtue_allowed", "virtue", "virtue_over"
LACK, EXCESS = "lack", "excess"
ENDS = (LACK, EXCESS)
FOR, AGAINST, NEITHER = "for", "against", "neither"
#: The condition of whoever goes with or against a virtue in all that they do; its source says which and how.
LEANING = "leaning"
_LABELS = {ASKED: "asks to be {}", ALLOWED: "may be {}", CALLED: "{}", OVER: "was {}, goal to be judged"}


def being(virtue: compendium.Virtue, end: str) -> str:
    """The word for whoever enacts an end of a virtue, within a sentence: "craven", "a zealot"."""
    if end == LACK:
        return virtue.lack_being or virtue.steps[0].lower()
    return virtue.excess_being or virtue.steps[-1].lower()


@dataclass(frozen=True, slots=True)
class Call:
    """One end of one virtue called upon, for a reason (SDA-080)."""

    stage: str
    virtue: str
    end: str
    measure: int = 0
    reason: str = ""

    @property
    def extreme(self) -> str:
        """The name of the end that is called upon: "Craven"."""
        steps = virtue_named(self.virtue).steps
        return steps[0] if self.end == LACK else steps[-1]

    @property
    def being(self) -> str:
        """The word for whoever enacts that end, within a sentence."""
        return being(virtue_named(self.virtue), self.end)

    @property
    def condition(self) -> Condition:
        enacted = self.extreme.lower() if self.stage == CALLED else self.being
        label = _LABELS[self.stage].format(enacted).capitalize()
        return Condition(f"{self.stage}.{self.virtue}.{self.end}", label, self.measure, self.reason)


def calls(sheet: Sheet, *stages: str) -> list[Call]:
    """The calls on a sheet, of these stages."""
    found = []
    for condition in sheet.conditions.values():
        stage, *of = condition.name.split(".")
        if stage in stages and len(of) == 2 and of[0] in compendium.virtues() and of[1] in ENDS:
            found.append(Call(stage, of[0], of[1], condition.level, str(condition.source)))
    return found


def faces(sheet: Sheet, virtue: str, end: str) -> int:
    """The virtue die by the step on which somebody stands and the end that they enact (SDA-079, SDA-081)."""
    step = compendium.virtue_steps()[sheet.rank("virtue", virtue)]
    return step.lack_die if end == LACK else step.excess_die


def bearing(sheet: Sheet, picked: str) -> tuple[Influence, ...]:
    """Dice for a roll in accord with what was called, MoS off one against it (SDA-083, SDA-084, SDA-088).

    ``picked`` is a virtue and a way, such as ``courage:for``; empty or ``neither`` for a roll that has nothing to do
    with it.
    """
    if picked in ("", NEITHER):
        return ()
    virtue, _, way = picked.partition(":")
    call = next((one for one in calls(sheet, CALLED) if one.virtue == virtue), None)
    if call is None or way not in (FOR, AGAINST):
        able = ", ".join(one.extreme.lower() for one in calls(sheet, CALLED)) or "nothing"
        raise Refused(f"{sheet.name} has not called upon this virtue. Called upon in this scene: {able}.", "virtue")
    extreme = call.extreme.lower()
    if way == FOR:
        return (Influence(f"In accord with {extreme}", dice=call.measure, rule="SDA-083"),)
    return (Influence(f"Against {extreme}", mos=-call.measure, rule="SDA-084"),)


def leaning(sheet: Sheet) -> str:
    """The virtue and way that somebody keeps to in every roll, such as ``courage:for``; empty where they named none."""
    held = sheet.conditions.get(LEANING)
    said = str(held.source) if held else ""
    return said if any(said.startswith(f"{one.virtue}:") for one in calls(sheet, CALLED)) else ""


def own_choices(sheet: Sheet) -> tuple[Choice, ...]:
    """Choices of a roll: with and against each virtue that its roller called upon, and neither if they lean to one."""
    ways = _ways(sheet)
    return (*ways, Choice(NEITHER, "Neither", "as ever")) if leaning(sheet) else ways


def _ways(sheet: Sheet) -> tuple[Choice, ...]:
    return tuple(
        choice
        for one in calls(sheet, CALLED)
        for choice in (
            Choice(f"{one.virtue}:{FOR}", f"In accord with {one.extreme.lower()}", f"+{one.measure} dice"),
            Choice(f"{one.virtue}:{AGAINST}", f"Against {one.extreme.lower()}", f"−{one.measure} MoS"),
        )
    )


def virtue_field() -> Any:
    """Form field for the virtue called upon that a roll goes with, or against (SDA-083, SDA-084)."""
    return pick("Virtue called upon", default="", help="With the virtue or against it")


def any_choices() -> tuple[Choice, ...]:
    """Choices with and against every virtue, for the roll of somebody whose sheet the player may not see."""
    return tuple(
        choice
        for one in compendium.virtues().values()
        for choice in (
            Choice(f"{one.key}:{FOR}", f"In accord with their {one.name.lower()}"),
            Choice(f"{one.key}:{AGAINST}", f"Against their {one.name.lower()}"),
        )
    )


# -- the game master's consent ----------------------------------------------------------------------------------------


def is_there(table: Table, who: str) -> bool:
    """Whether somebody takes part in what goes on, so that the game master can be asked at the table."""
    return table.encounter is not None and who in table.encounter.combatants


def no_longer_asked(table: Table, who: str, virtue: str) -> None:
    """Close the asks that put a call of somebody to the game master (SDA-080)."""
    asks = table.encounter.asks.values() if table.encounter is not None else ()
    over = [ask.key for ask in asks if ask.for_gm and ask.to == who and ask.known.get("virtue") == virtue]
    table.happen(*(Answered(key) for key in over))


@dataclass(frozen=True, slots=True)
class Approach(SheetCommand, name="virtue.approach", label="Act with a virtue or against it"):
    """Say whether what you do from now on goes with a virtue called upon or against it (SDA-083, SDA-084, SDA-088).

    It counts for every roll until you say otherwise or the scene ends, also for those that nobody chooses to make; a
    roll that says so itself is the exception.
    """

    also: ClassVar[tuple[Place, ...]] = (Place.TURN,)

    way: str = pick("From now on", help="For every roll until changed")

    @classmethod
    def possible(cls, table: Table) -> None:
        if not calls(table.me, CALLED):
            raise NotNow("No virtue called upon in this scene. Call upon one and roll for it.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"way": own_choices(table.me)}

    def perform(self, table: Table, dice: Dice) -> None:
        if self.way in (leaning(table.me), "" if leaning(table.me) else NEITHER):
            raise Refused("This is set already. Choose another.", "way")
        if self.way == NEITHER:
            table.happen(ConditionEnded(table.actor, LEANING), Told((table.actor,), "{0} acts as usual again."))
            return
        label = next(one.label for one in own_choices(table.me) if one.value == self.way)
        table.happen(ConditionSet(table.actor, Condition(LEANING, label, source=self.way)))
        table.happen(Told((table.actor,), f"{{0}} acts {label[0].lower()}{label[1:]} from now on."))
