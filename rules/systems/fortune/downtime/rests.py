"""Rests: ten minutes of breath, days of rest, a night's sleep, and going without it (LIN-010 to LIN-013, E-f)."""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.calendar.quiet_days import Deed, QuietDays
from rules.engine.kernel import (
    DAY,
    HOUR,
    Choice,
    ConditionEnded,
    Dice,
    LimitChanged,
    MemoKept,
    NotNow,
    Refused,
    Table,
    Told,
    counted,
    end_conditions,
    is_possible,
    many,
    number,
    pick,
)
from rules.engine.odds import Odds
from rules.systems.fortune.content import feature_switches, library, switches
from rules.systems.fortune.core import (
    DEAD,
    EXHAUSTED,
    HEALTH,
    LAST_STAND,
    STAMINA,
    OnSheet,
    companions,
    has_feature,
    heal,
    refresh_uses,
    refuse_stamina,
    regain_stamina,
    said_left,
    spend_stamina,
    stat,
    use_feature,
)
from rules.systems.fortune.downtime.travel import AWAKE, DRAINED, LOST, OUT
from rules.systems.fortune.fight.features import shapes


def slept(table: Table, who: str) -> None:
    """Give back what the want of sleep took, wake whom it felled, and let its count begin anew (LIN-013, E-f)."""
    sheet = table.sheet(who)
    back, most = sheet.noted(DRAINED, int), sheet.noted(LOST, int)
    table.happen(*(MemoKept(who, name, None) for name in (AWAKE, LOST, DRAINED) if name in sheet.memo))
    if most:
        table.happen(LimitChanged(who, STAMINA, most))

    if sheet.has(OUT) and sheet.conditions[OUT].source == "no sleep":
        table.happen(ConditionEnded(who, OUT))
    if back:
        regain_stamina(table, who, back, "sleep")


#: The places to rest and relax in, with the days that it takes there (LIN-012).
PLACES = {"sheltered": ("In a safe, comfortable shelter", 5), "rough": ("In poorer conditions", 14)}
#: The lengths of what a feature in use does that are over once one catches one's breath.
TO_A_BREATH = ("breath", "hour", "round", "next_round", "turn", "test", "attack")
#: Statuses that health and stamina end by themselves.
BY_THEMSELVES = (DEAD, "dying", EXHAUSTED)
#: The Devoted's charges of healing while others catch their breath, and how many friends they reach (D-3).
RECUPERATION, FRIENDS = "devoted_rapid_recuperation", 5


@dataclass(frozen=True, slots=True)
class Rest(OnSheet):
    """A rest: Stamina spent during it ends it, and nothing is gained (LIN-010)."""

    peaceful: ClassVar[str] = "Rest"
    throws_dice: ClassVar[bool] = False

    spent: int = number("Stamina spent meanwhile", most=50, default=0, help="Spending any ends the rest")

    @classmethod
    def refuse(cls, table: Table) -> None:
        if table.me.has(LAST_STAND):
            raise NotNow(f"{table.me.name} is making a Last Stand and cannot rest.")

    def odds(self, table: Table) -> Odds:
        """The gains; no dice are thrown."""
        refuse_stamina(table.me, self.spent)
        return Odds(
            f"{self.spent} Stamina spent: you gain nothing from this rest." if self.spent else self.gains(table)
        )

    def perform(self, table: Table, dice: Dice) -> None:
        if self.spent:
            spend_stamina(table, table.actor, self.spent, "interrupted rest")
            table.happen(Told((table.actor,), "{0} gets no rest."))
        else:
            self.rest(table, table.actor)

    @abstractmethod
    def gains(self, table: Table) -> str:
        """The gains of an undisturbed rest, in a sentence."""

    @abstractmethod
    def rest(self, table: Table, who: str) -> None:
        """Rest undisturbed."""


@dataclass(frozen=True, slots=True)
class CatchBreath(Rest, name="rest.breath", label="Catch your breath"):
    """Catch one's breath for ten minutes: all Stamina, and 1 Health for whoever has none (LIN-011)."""

    takes_minutes: ClassVar[int] = 10

    blade: str = pick("Weapon to poison", default="", help="Poisoned Blade", none="None")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        carried = table.me.items.items() if has_feature(table.me, shapes.POISON) else ()
        return {"blade": tuple(Choice(key, one.name) for key, one in carried if one.kind == "weapon")}

    def gains(self, table: Table) -> str:
        return f"{table.me.lack(STAMINA)} Stamina{'' if table.me.now(HEALTH) else ' and 1 Health'} regained."

    def rest(self, table: Table, who: str) -> None:
        table.happen(Told((who,), "{0} catches their breath."))
        end_of_breath(table, who)
        regain_stamina(table, who, None, "catching their breath")
        if not table.me.now(HEALTH):
            heal(table, who, 1, "catching their breath")
        bring_back(table, who, switches.BREATH)
        if self.blade:
            shapes.coat(table, who, self.blade)


#: Features whose effects the house may let outlast a breather.
OUTLASTING = {
    "devoted_reading_the_signs": feature_switches.SIGNS_IN_REST,
    "ranger_cunning_stalker": feature_switches.STALKER_OUTLASTS_BREATH,
}


def bring_back(table: Table, who: str, *rests: str) -> None:
    """Let features limited per day or adventure be used again, if the house brings them back by one of these rests."""
    after = {"day": switches.DAILY, "adventure": switches.ADVENTURE}
    refresh_uses(table, who, [per for per, one in after.items() if one.chosen(table.house_rules) in rests])


def end_of_breath(table: Table, who: str) -> None:
    """End what lasts until one catches one's breath: forms, poison, and what else is used up (D-3)."""
    shapes.unshift(table, who)
    lasting = {key for key, switch in OUTLASTING.items() if switch.flag(table.house_rules)}
    used = [one for key in table.sheet(who).conditions if (one := library.features().get(key))]
    end_conditions(table, who, *(one.key for one in used if one.until in TO_A_BREATH and one.key not in lasting))


@dataclass(frozen=True, slots=True)
class Recuperate(OnSheet, name="rest.recuperate", label="Rapid Recuperation"):
    """Heal oneself and up to five others who catch their breath by one's Heart; three times a rest (D-3)."""

    peaceful: ClassVar[str] = "Recuperation"
    by_feature: ClassVar[str] = RECUPERATION
    throws_dice: ClassVar[bool] = False

    friends: tuple[str, ...] = many("Who else", among=companions, help="Up to five")

    def odds(self, table: Table) -> Odds:
        """The Health that it gives; no dice are thrown."""
        each = self._each(table)
        given = sum(min(each, table.sheet(who).lack(HEALTH)) for who in {table.actor, *self.friends})
        return Odds(f"{given} Health in all; {said_left(table.me, RECUPERATION)}.")

    def perform(self, table: Table, dice: Dice) -> None:
        each = self._each(table)
        use_feature(table, table.actor, RECUPERATION)
        table.happen(Told((table.actor,), "{0} recuperates rapidly and helps others recover."))
        for who in (table.actor, *dict.fromkeys(self.friends)):
            heal(table, who, each, "Rapid Recuperation")

    def _each(self, table: Table) -> int:
        """The Health that each of them regains; refused for more friends than it reaches, and without Heart."""
        if len(set(self.friends)) > FRIENDS:
            raise Refused(f"At most {FRIENDS} others. Leave somebody out.", "friends")
        heart = stat(table.me, "heart")
        if heart < 1:
            raise Refused(f"It heals by Heart, and {table.me.name} has {heart}.", "friends")
        return heart


@dataclass(frozen=True, slots=True)
class RestAndRelax(Rest, name="rest.relax", label="Rest and relax"):
    """Rest and relax between adventures: all Health and Stamina, and no status that does not last (LIN-012, C-20)."""

    place_of_rest: str = pick("Where", default="sheltered")
    lasting: tuple[str, ...] = many("Lasting statuses", help="Statuses that rest does not end")

    def lasts(self) -> int:
        return PLACES[self.place_of_rest][1] * DAY if self.place_of_rest in PLACES else 0

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        statuses = table.me.conditions.items()
        return {
            "place_of_rest": tuple(
                Choice(key, label, counted(days, "night", "nights")) for key, (label, days) in PLACES.items()
            ),
            "lasting": tuple(Choice(key, str(one.label)) for key, one in statuses if key not in BY_THEMSELVES),
        }

    def gains(self, table: Table) -> str:
        return f"{table.me.lack(HEALTH)} Health and {table.me.lack(STAMINA)} Stamina regained."

    def rest(self, table: Table, who: str) -> None:
        table.happen(
            Told((who,), f"{{0}} rests and relaxes for {counted(PLACES[self.place_of_rest][1], 'day', 'days')}.")
        )
        slept(table, who)
        shapes.unshift(table, who)
        end_conditions(table, who, *(key for key in table.me.conditions if key not in (*self.lasting, *BY_THEMSELVES)))
        heal(table, who, table.me.most(HEALTH), "rest and relaxation")
        regain_stamina(table, who, None, "rest and relaxation")
        refresh_uses(table, who, ("day", "adventure", "rest", "fight"))


@dataclass(frozen=True, slots=True)
class Sleep(Rest, name="rest.sleep", label="Sleep six hours"):
    """Sleep for six hours, or an elf's trance: the want of sleep is over, and a new day begins (LIN-013, E-f).

    Whoever is not Incapacitated gets up from it (LIN-069, LIN-076).
    """

    takes_minutes: ClassVar[int] = 6 * HOUR

    def gains(self, table: Table) -> str:
        return f"{table.me.noted(LOST, int)} Stamina lost to wakefulness regained."

    def rest(self, table: Table, who: str) -> None:
        table.happen(Told((who,), "{0} sleeps."))
        slept(table, who)
        bring_back(table, who, switches.BREATH, switches.SLEEP)
        end_conditions(table, who, *(() if table.me.has(OUT) else ("prone",)))


def quiet_days(table: Table, days: int) -> QuietDays | None:
    """Rest and relaxation for lost Health and the Incapacitated, given the nights, else breath and sleep.

    They are those of LIN-011 to LIN-013; sleep also gets up whoever lies there (LIN-076).
    """
    where, nights = "sheltered", PLACES["sheltered"][1]
    if (table.me.lack(HEALTH) or table.me.has(OUT)) and days >= nights and is_possible(RestAndRelax, table):
        return QuietDays(nights, (Deed(RestAndRelax.name, {"place_of_rest": where}),))
    tired = (
        table.me.lack(STAMINA)
        or not table.me.now(HEALTH)
        or table.me.noted(LOST, int)
        or (table.me.has("prone") and not table.me.has(OUT))
    )
    kinds = [kind for kind in (CatchBreath, Sleep) if tired and is_possible(kind, table)]
    return QuietDays(1, tuple(Deed(kind.name) for kind in kinds)) if kinds else None
