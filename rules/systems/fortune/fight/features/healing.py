"""Healing by features and spells that waits for its moment: Reinvigorate, a mote, bolstered vitality (D-3, D-5)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel import (
    Choice,
    ConditionEnded,
    ConditionSet,
    Dice,
    NotNow,
    Place,
    Refused,
    Sheet,
    Table,
    Told,
    amount,
    distribution,
    number,
    pick,
    throw,
)
from rules.engine.odds import Distribution, Odds, mapped, mean
from rules.systems.fortune.content import library
from rules.systems.fortune.core import (
    HEALTH,
    STAMINA,
    Deed,
    companions,
    feature_named,
    heal,
    held,
    hindrance_to_heal,
    is_in_fight,
    regain_stamina,
    said_left,
    stat,
    use_feature,
)
from rules.systems.fortune.fight.base import free_to_act, spend_action
from rules.systems.fortune.fight.features.lasting import condition_of

REINVIGORATE, MOTE, BOLSTER = "shapeshifter_reinvigorate", "mote_of_health", "bolster_vitality"
DICE, MOTE_DICE, BOLSTER_DICE = "1d8", "1d6", "1d6"


def given(sheet: Sheet, written: str, plus: int = 0) -> Distribution:
    """The distribution of the Health that dice and an addition give back, none beyond what is lacking."""
    lack = held(sheet, HEALTH).most - sheet.now(HEALTH)
    return mapped(distribution(amount(written)), lambda fell: max(0, min(lack, fell + plus)))


def refuse_unhealable(sheet: Sheet, field: str = "") -> None:
    """Refuse healing that can give nothing (LIN-059, LIN-061)."""
    if hindrance := hindrance_to_heal(sheet):
        raise (Refused(hindrance, field) if field else NotNow(hindrance))


@dataclass(frozen=True, slots=True)
class Reinvigorate(Deed):
    """Regain 1d8 and Heart of Health, and add Heart to Armor until the end of one's next turn (D-3)."""

    name: ClassVar[str] = "feature.reinvigorate"
    label: ClassVar[str] = "Reinvigorate"
    also: ClassVar[tuple[Place, ...]] = (Place.TURN,)
    by_feature: ClassVar[str] = REINVIGORATE

    @classmethod
    def refuse(cls, table: Table) -> None:
        if is_in_fight(table, table.actor):
            free_to_act(table)

    def odds(self, table: Table) -> Odds:
        shown = given(table.me, DICE, stat(table.me, "heart"))
        left = said_left(table.me, REINVIGORATE)
        return Odds(f"{mean(shown):.1f} Health on average; {left}.", (), shown, "Health")

    def perform(self, table: Table, dice: Dice) -> None:
        who = table.actor
        if is_in_fight(table, who):
            spend_action(table, who)
        use_feature(table, who, REINVIGORATE)
        fell = throw(table, dice, who, self.name, amount(DICE))
        heal(table, who, max(0, fell + stat(table.me, "heart")), "Reinvigorate")
        table.happen(ConditionSet(who, condition_of(feature_named(REINVIGORATE))))
        table.happen(Told((who,), "{0} is reinvigorated."))


@dataclass(frozen=True, slots=True)
class UseMote(Deed):
    """Draw on a mote of health after being hurt: 1d6 Health, and the mote goes to somebody else (D-5)."""

    name: ClassVar[str] = "spell.mote"
    label: ClassVar[str] = "Draw on the mote of health"

    to: str = pick("It goes to", default="", help="Within 60 ft", none="Nobody: it ends")

    @classmethod
    def refuse(cls, table: Table) -> None:
        if not table.me.has(MOTE):
            raise NotNow(f"{table.me.name} has no mote of health. It must be cast first.")
        refuse_unhealable(table.me)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"to": companions(table)}

    def odds(self, table: Table) -> Odds:
        shown = given(table.me, MOTE_DICE)
        return Odds(f"{mean(shown):.1f} Health on average.", (), shown, "Health")

    def perform(self, table: Table, dice: Dice) -> None:
        who, mote = table.actor, table.me.conditions[MOTE]
        fell = throw(table, dice, who, self.name, amount(MOTE_DICE))
        heal(table, who, fell, library.spells()[MOTE].name)
        table.happen(ConditionEnded(who, MOTE))
        if self.to:
            table.happen(ConditionSet(self.to, mote), Told((who, self.to), "The mote goes from {0} to {1}."))


@dataclass(frozen=True, slots=True)
class UseBolster(Deed):
    """Draw on bolstered vitality after paying Stamina: up to 1d6 of what was paid comes back, once (D-5)."""

    name: ClassVar[str] = "spell.bolstered"
    label: ClassVar[str] = "Draw on bolstered vitality"

    paid: int = number("Stamina spent", least=1, most=50, default=1)

    @classmethod
    def refuse(cls, table: Table) -> None:
        if not table.me.has(BOLSTER):
            raise NotNow(f"{table.me.name} is not bolstered. It must be cast first.")

    def odds(self, table: Table) -> Odds:
        lack = held(table.me, STAMINA).most - table.me.now(STAMINA)
        most = min(lack, self.paid)
        shown = mapped(distribution(amount(BOLSTER_DICE)), lambda fell: min(most, fell))
        return Odds(f"{mean(shown):.1f} Stamina back on average.", (), shown, "Stamina")

    def perform(self, table: Table, dice: Dice) -> None:
        who = table.actor
        fell = throw(table, dice, who, self.name, amount(BOLSTER_DICE))
        regain_stamina(table, who, min(fell, self.paid), library.spells()[BOLSTER].name)
        table.happen(ConditionEnded(who, BOLSTER))
