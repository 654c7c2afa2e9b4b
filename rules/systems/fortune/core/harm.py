"""Damage as it is suffered: the victim splits it between Health and Stamina, and may make a Last Stand; and its worth.

LIN-046 (at least 1 to Health), LIN-057 to LIN-060 (exhausted, dying, Last Stand, death), E-b (the victim chooses).

A point of Health counts one, a point of Stamina half. Standing counts as the most Health that one has, living as much
again on one's own side, and not being exhausted a quarter of it; a foe who is down counts for nothing.
"""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.character.readiness import is_in_fight
from rules.engine.forecast.state_cache import of_sheet
from rules.engine.kernel import (
    Dice,
    Refused,
    Sheet,
    Table,
    Told,
    Weighing,
    Wording,
    Worth,
    number,
    plain_wording,
    wording_from,
)
from rules.engine.odds import Distribution, Odds
from rules.systems.fortune.content.switches import LAST_STAND_ROUNDS
from rules.systems.fortune.core import health
from rules.systems.fortune.core.bases import Answer
from rules.systems.fortune.core.health import HEALTH, STAMINA, most_to_stamina
from rules.systems.fortune.core.state import DEAD

POINTS = "points of Health"
MEASURE = "Stamina counts half. Going down counts as full Health, death on your side twice that, exhaustion a quarter."
#: The most damage that one blow is taken to do.
MOST_DAMAGE = 999
SHARES = ("Your life", "The Stamina you get back")


def deal(table: Table, who: str, damage: int, reason: Wording) -> None:
    """Let somebody suffer damage: in a fight they are asked how to split it, where there is a choice (E-b).

    Otherwise the share is taken that is best for them.
    """
    sheet = table.sheet(who)
    if damage <= 0 or sheet.has(DEAD):
        return
    if sheet.now(HEALTH) and most_to_stamina(sheet, damage) and is_in_fight(table, who):
        table.ask(
            who,
            f"{damage} damage: how much from Stamina?",
            Split.name,
            damage=damage,
            reason=plain_wording(reason),
        )
    else:
        suffer(table, who, damage, best_share(sheet, damage), reason)


def suffer(table: Table, who: str, damage: int, to_stamina: int, reason: Wording) -> None:
    """Take damage as it was split; one who falls in a fight is offered a Last Stand (LIN-046, LIN-059)."""
    stood = table.sheet(who).now(HEALTH) > 0
    health.hurt(table, who, damage, to_stamina, reason)
    if stood and health.is_dying(table.sheet(who)) and is_in_fight(table, who):
        table.ask(who, "You are at 0 Health: a Last Stand?", PassLastStand.name, LastStand.name)


@dataclass(frozen=True, slots=True)
class Split(Answer, name="damage.split", label="Split the damage"):
    """Say how much of the damage goes to Stamina: at least 1 goes to Health (LIN-046, E-b)."""

    unasked: ClassVar[str] = "No damage to split."

    stamina: int = number("Taken from Stamina", most=MOST_DAMAGE)

    @classmethod
    def preset(cls, table: Table) -> dict[str, int | str]:
        ask = cls.waiting(table)
        return {"ask": ask.key, "stamina": best_share(table.me, int(ask.known["damage"]))}

    def odds(self, table: Table) -> Odds:
        left, stamina = after(table.me, self._damage(table), self.stamina)
        return Odds(f"Health {table.me.now(HEALTH)} → {left}, Stamina {table.me.now(STAMINA)} → {stamina}.")

    def perform(self, table: Table, dice: Dice) -> None:
        self._damage(table)
        Answer.perform(self, table, dice)

    def settle(self, table: Table, dice: Dice, known: Mapping[str, Any]) -> None:
        suffer(table, table.actor, int(known["damage"]), self.stamina, wording_from(known["reason"]))

    def weighing(self, table: Table) -> Weighing:
        """The ways to split it weighed by what they take."""
        damage, before = self._damage(table), value(table.me, ours=True)

        def worth(chosen: Split) -> Worth:
            chosen._damage(table)
            return (worth_after(table.me, damage, chosen.stamina, ours=True) - before,)

        return Weighing(
            ("stamina",),
            POINTS,
            f"Its cost to you. {MEASURE}",
            worth,
            ("Change",),
            {"stamina": most_to_stamina(table.me, damage)},
        )

    def _damage(self, table: Table) -> int:
        """The damage to split; refused if more goes to Stamina than may."""
        damage = int(self.known(table)["damage"])
        most = most_to_stamina(table.me, damage)
        if self.stamina > most:
            why = "at least 1 must go to Health" if most == damage - 1 else f"you only have {most}"
            raise Refused(f"At most {most} can go to Stamina: {why}.", "stamina")
        return damage


# -- the Last Stand ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AtZero(Answer):
    """An answer to Health that dropped to 0 (LIN-058, LIN-059)."""

    unasked: ClassVar[str] = "You can only make a Last Stand as Health drops to 0."

    def weighing(self, table: Table) -> Weighing:
        """The Last Stand and holding on weighed beside each other: Stamina that comes back, against life (LIN-059)."""
        return Weighing.of_one(
            POINTS, f"Health and Stamina you have left. {MEASURE}", self.worth(table), SHARES, self.label
        )

    @abstractmethod
    def worth(self, table: Table) -> Worth:
        """The worth that is left of the actor: body and Stamina."""


@dataclass(frozen=True, slots=True)
class LastStand(AtZero, name="last_stand.take", label="Make a Last Stand"):
    """Make a Last Stand: all Stamina now and with each round, no Health, and death at its end (LIN-059, C-17)."""

    def odds(self, table: Table) -> Odds:
        self.known(table)
        most = table.me.most(STAMINA)
        return Odds(f"Full Stamina ({most}) now and each round. You die after {_rounds(table)} rounds or at 0 Stamina.")

    def settle(self, table: Table, dice: Dice, known: Mapping[str, Any]) -> None:
        health.begin_last_stand(table, table.actor, _rounds(table))

    def worth(self, table: Table) -> Worth:
        """All Stamina for as long as the stand lasts, and no life after it."""
        return table.me.most(HEALTH) / 2, table.me.most(STAMINA) / 2


def _rounds(table: Table) -> int:
    return LAST_STAND_ROUNDS.number(table.house_rules, least=1)


@dataclass(frozen=True, slots=True)
class PassLastStand(AtZero, name="last_stand.pass", label="Hold on"):
    """Hold on to life rather than make a Last Stand (LIN-058, LIN-059)."""

    def odds(self, table: Table) -> Odds:
        self.known(table)
        return Odds(f"You are dying with {table.me.now(STAMINA)} Stamina, and can be healed.")

    def settle(self, table: Table, dice: Dice, known: Mapping[str, Any]) -> None:
        table.happen(Told((table.actor,), "{0} holds on."))

    def worth(self, table: Table) -> Worth:
        return value(table.me, ours=True), 0.0


# -- the worth of a body, for advice -----------------------------------------------------------------------------------


def after(sheet: Sheet, damage: int, to_stamina: int) -> tuple[int, int]:
    """The Health and Stamina that are left after damage of which so much goes to Stamina (LIN-046, E-b)."""
    health, stamina = sheet.now(HEALTH), sheet.now(STAMINA)
    to_stamina = to_stamina if health else damage
    return max(0, health - damage + to_stamina), max(0, stamina - to_stamina)


def value(sheet: Sheet, *, ours: bool) -> float:
    """The worth of a body in points of Health."""
    return 0.0 if sheet.has(DEAD) else worth_after(sheet, 0, 0, ours=ours)


def worth_after(sheet: Sheet, damage: int, to_stamina: int, *, ours: bool) -> float:
    """The worth of a body after damage that is split so."""
    health, stamina = after(sheet, damage, to_stamina)
    most, pool = sheet.most(HEALTH), sheet.most(STAMINA)
    fresh = 0.25 * most if stamina or not pool else 0.0
    alive = bool(health or stamina)
    return health + stamina / 2 + (most if health else 0) + (fresh if alive else 0) + (most if ours and alive else 0)


def best_share(sheet: Sheet, damage: int, *, ours: bool = True) -> int:
    """The share of damage that is best suffered by Stamina."""
    most, health = most_to_stamina(sheet, damage), sheet.now(HEALTH)
    if not health:
        return most
    worth_trying = {0, most, most - 1, damage - health + 1, damage - health}
    return max(
        sorted(share for share in worth_trying if 0 <= share <= most),
        key=lambda share: worth_after(sheet, damage, share, ours=ours),
    )


@of_sheet("resources", "conditions")
def loss(sheet: Sheet, harm: Distribution, *, ours: bool) -> float:
    """The worth that damage takes of somebody on average, split as is best for them."""
    if sheet.has(DEAD):
        return 0.0
    before = value(sheet, ours=ours)
    return sum(
        share * (before - worth_after(sheet, damage, best_share(sheet, damage, ours=ours), ours=ours))
        for damage, share in enumerate(harm)
        if share and damage
    )
