"""Harm out of a fight: falls, damage by the GM less the reduction of its type, hit points by hand (PCT-015, D-7)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.character import by_hand
from rules.engine.character.edits import BY_HAND
from rules.engine.kernel import (
    Choice,
    Dice,
    Judged,
    NotNow,
    Sheet,
    Table,
    Told,
    Who,
    amount,
    counted,
    distribution,
    number,
    pick,
    plainly,
    throw,
    words,
)
from rules.engine.odds import Chance, Odds, in_words, mean
from rules.systems.kaos.content.entries import DAMAGE_TYPES
from rules.systems.kaos.content.switches import FALL
from rules.systems.kaos.core import OnSheet, chances, health, reduction_of
from rules.systems.kaos.fight.base import down, harm


@dataclass(frozen=True, slots=True)
class Fall(OnSheet, name="harm.fall", label="Fall"):
    """Fall so many squares of 1.5 metres: 1d6 for every two of them (D-7), less what hard hides take off (PCT-015)."""

    befalls: ClassVar[bool] = True

    squares: int = number("Squares", least=1, most=100, default=2, help="1.5 metres each")

    def odds(self, table: Table) -> Odds:
        text = self._dice(table)
        if not text:
            return Odds("Too low to hurt.")
        lost = chances.after_reduction(distribution(amount(text)), reduction_of(table.me, "physical"))
        falls = down(table, table.actor, lost)
        sentence = f"{text}: {mean(lost):.1f} hit points on average; {in_words(falls)} to fall unconscious."
        return Odds(sentence, (Chance("down", "unconscious", falls),), lost, "hit points")

    def perform(self, table: Table, dice: Dice) -> None:
        table.happen(Told((table.actor,), f"{{0}} falls {counted(self.squares, 'square', 'squares')}."))
        rolled = throw(table, dice, table.actor, f"{self.name}: damage", amount(self._dice(table)))
        suffer(table, table.actor, rolled, "physical", "a fall")

    def _dice(self, table: Table) -> str:
        count = min(99, self.squares // FALL.number(table.house_rules, least=1))
        return f"{count}d6" if count else ""


@dataclass(frozen=True, slots=True)
class Suffer(OnSheet, name="harm.suffer", label="Suffer damage"):
    """Take damage that the GM deals out, less the reduction of its type (PCT-015, PCT-016, PCT-017)."""

    who: ClassVar[Who] = Who.GM
    befalls: ClassVar[bool] = True
    throws_dice: ClassVar[bool] = False

    amount: int = number("Damage", least=1, most=500)
    type: str = pick("Type", default="physical")
    source: str = words("Cause", default="", most=80)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"type": tuple(Choice(kind, kind.capitalize(), _off(table.me, kind)) for kind in DAMAGE_TYPES)}

    def odds(self, table: Table) -> Odds:
        """The hit points that are left of the damage; no dice are thrown."""
        taken = min(self.amount, reduction_of(table.me, self.type))
        return Odds(f"{self.amount} − {taken} = {self.amount - taken} hit points.")

    def perform(self, table: Table, dice: Dice) -> None:
        suffer(table, table.actor, self.amount, self.type, self.source.strip() or f"{self.type} damage")


def _off(sheet: Sheet, kind: str) -> str:
    taken = reduction_of(sheet, kind)
    return f"{taken} taken off" if taken else ""


def suffer(table: Table, who: str, amount: int, kind: str, reason: str) -> None:
    """Lose hit points to damage of a type, less the reduction against it (PCT-015)."""
    taken = min(amount, reduction_of(table.sheet(who), kind))
    left = amount - taken
    if left:
        harm.hurt(table, who, left, reason)
    numbers: dict[str, int | str | None] = {"damage": amount, "taken off": taken, "hit points": -left or None}
    table.happen(Judged(who, "damage", 0, {**numbers, "type": plainly(kind)}))


@dataclass(frozen=True, slots=True)
class Wound(by_hand.Wound):
    """Hit points lost, no reduction taken off."""

    counts: ClassVar[str] = "hit points"

    def perform(self, table: Table, dice: Dice) -> None:
        harm.hurt(table, table.actor, self.amount, BY_HAND)


@dataclass(frozen=True, slots=True)
class Heal(by_hand.Heal):
    """Hit points given back, from below 0 upwards."""

    counts: ClassVar[str] = "hit points"

    def perform(self, table: Table, dice: Dice) -> None:
        if hindrance := health.healing_hindrance(table.me):
            raise NotNow(hindrance)
        health.heal(table, table.actor, self.amount, BY_HAND)
