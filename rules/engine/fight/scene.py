"""Commands of the game master for the scene of any game: sides, who is hidden, who stands where."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.fight.ground import EDGE, FACING
from rules.engine.kernel import (
    Answered,
    Ask,
    Choice,
    Command,
    ConditionEnded,
    Dice,
    Joined,
    Json,
    LadderSet,
    Left,
    Moved,
    NotNow,
    Place,
    Refused,
    Sheet,
    StageSet,
    Table,
    Told,
    Veiled,
    Who,
    number,
    pick,
    plainly,
    switch,
    words,
)

#: The beginning of the sentence by which a fight ends; more of it is the game master's own.
OVER = "The fight is over."
SIDES = (Choice("party", "The party"), Choice("foes", "Their foes"))


@dataclass(frozen=True, slots=True)
class SceneCommand(Command):
    """A command of the game master about the scene."""

    who: ClassVar[Who] = Who.GM
    place: ClassVar[Place] = Place.SCENE


def everybody(table: Table) -> tuple[Choice, ...]:
    """All combatants as choices."""
    return tuple(Choice(who, table.name(who)) for who in table.scene.combatants)


def by_side(table: Table) -> tuple[Choice, ...]:
    """All combatants as choices, each side under its own heading."""
    return tuple(
        Choice(who, table.name(who), under=side.label)
        for side in SIDES
        for who, one in table.scene.combatants.items()
        if one.side == side.value
    )


def concerns(ask: Ask, who: str) -> bool:
    """Whether an ask is put to somebody, or names them anywhere in what is known."""
    return who == ask.to or _is_within(who, list(ask.known.values()))


def _is_within(who: str, told: Json) -> bool:
    if isinstance(told, dict):
        return any(_is_within(who, one) for one in told.values())
    if isinstance(told, list | tuple):
        return any(_is_within(who, one) for one in told)
    return bool(told == who)


def take_leave(table: Table, who: str) -> None:
    """Let a combatant go; asks to them, or about them, are taken back."""
    table.happen(Told((who,), "{0} leaves."))
    for ask in list(table.scene.asks.values()):
        if concerns(ask, who):
            table.happen(Answered(ask.key))
    table.happen(Left(who))


def close(table: Table, told: str = "") -> None:
    """End the fight: no ask and no turn is left; ``told`` is a sentence on what became of it."""
    table.happen(*(Answered(key) for key in list(table.scene.asks)))
    table.happen(LadderSet(()), StageSet("over"), Told((), f"{OVER} {plainly(told)}".strip()))


def stand_up(table: Table, who: str, is_out: Callable[[Sheet], bool]) -> None:
    """Let somebody who can get up again: nobody lies on the ground once a fight is over."""
    sheet = table.sheet(who)
    if sheet.has("prone") and not is_out(sheet):
        table.happen(ConditionEnded(who, "prone"))


@dataclass(frozen=True, slots=True)
class Join(SceneCommand, name="fight.join", label="Join"):
    """Let a character of the campaign take part, in sight or hidden."""

    combatant: str = words("Who", most=80, help="The id of their sheet")
    side: str = pick("Side", default="party")
    hidden: bool = switch("Hidden from the players")
    x: int = number("East", least=-EDGE, most=EDGE, default=0)
    y: int = number("North", least=-EDGE, most=EDGE, default=0)
    facing: int = number("Facing", most=359, default=0, help=FACING)

    @classmethod
    def possible(cls, table: Table) -> None:
        _ = table.scene

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"side": SIDES}

    def perform(self, table: Table, dice: Dice) -> None:
        if self.combatant in table.scene.combatants:
            raise Refused(f"{table.name(self.combatant)} is in the fight already.", "combatant")
        table.sheet(self.combatant)
        table.happen(Joined(self.combatant, self.side, self.hidden, float(self.x), float(self.y), self.facing))


@dataclass(frozen=True, slots=True)
class AboutOne(SceneCommand):
    """A command of the game master about one of the combatants."""

    combatant: str = pick("Who")

    @classmethod
    def possible(cls, table: Table) -> None:
        if not table.scene.combatants:
            raise NotNow("Nobody is in the fight.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"combatant": everybody(table)}


@dataclass(frozen=True, slots=True)
class Veil(AboutOne, name="fight.veil", label="Hide or show"):
    """Hide a combatant from the players, or show them."""

    about: ClassVar[str] = "Players see nobody who is hidden: not on the board, not in the log."

    hidden: bool = switch("Hidden")

    def perform(self, table: Table, dice: Dice) -> None:
        if table.combatant(self.combatant).hidden == self.hidden:
            raise Refused(f"They are {'hidden' if self.hidden else 'in sight'} already.", "hidden")
        if not self.hidden and table.combatant(self.combatant).in_fog:
            raise Refused("They are in the fog. Lift it there, and they come into view.", "hidden")
        if self.hidden and any(concerns(ask, self.combatant) for ask in table.scene.asks.values()):
            raise NotNow("Somebody still has to decide about them. Hide them afterwards.")
        table.happen(Veiled(self.combatant, self.hidden))


@dataclass(frozen=True, slots=True)
class PutDown(AboutOne, name="fight.place", label="Place on the board"):
    """Put a combatant anywhere on the board, whatever the rules of movement say."""

    about: ClassVar[str] = "Puts somebody anywhere, whatever the rules of movement say."

    x: int = number("East", least=-EDGE, most=EDGE, default=0)
    y: int = number("North", least=-EDGE, most=EDGE, default=0)
    facing: int = number("Facing", least=-1, most=359, default=-1, help=f"{FACING}; −1: unchanged")

    def perform(self, table: Table, dice: Dice) -> None:
        facing = table.combatant(self.combatant).facing if self.facing < 0 else self.facing
        table.happen(Moved(self.combatant, float(self.x), float(self.y), facing))
