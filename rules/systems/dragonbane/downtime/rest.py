"""Rests out of a fight: a round, a stretch, a shift (DRB-025, DRB-045 to DRB-047)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.calendar.quiet_days import Deed, QuietDays
from rules.engine.kernel import (
    Choice,
    Command,
    Dice,
    Json,
    Judged,
    NotNow,
    Place,
    Refused,
    ResourceChanged,
    Table,
    Told,
    Weighing,
    Worth,
    amount,
    distribution,
    end_conditions,
    is_possible,
    joined,
    pick,
    switch,
    throw,
)
from rules.engine.odds import Odds, mixture
from rules.systems.dragonbane.content import library
from rules.systems.dragonbane.core import (
    D6,
    RESTED,
    STRETCH,
    SUCCESSES,
    Check,
    Outcome,
    catch_breath,
    check_for,
    companions,
    everything,
    forget_push,
    forget_rests,
    goes_on,
    has_ability,
    hindrance,
    living,
    note_rest,
    odds_of_breath,
    out_of_fight,
    refuse_restless,
    refuse_round_rest,
    regain_will,
    roll,
    six,
    up_to,
)
from rules.systems.dragonbane.fight.base import mend

OF_HEALING = "How many successes in 100 of your rolls the condition’s bane costs you."
#: The key of the elves' ability Inner Peace (D-1).
INNER_PEACE = "inner_peace"
#: Minutes of a stretch and of a shift (DRB-045).
STRETCH_LASTS, SHIFT_LASTS = 15, 6 * 60


@dataclass(frozen=True, slots=True)
class RoundRest(Command, name="rest.round", label="Rest a round"):
    """Rest for a round: d6 willpower points, once a shift (DRB-025, DRB-045)."""

    place: ClassVar[Place] = Place.SHEET

    @classmethod
    def possible(cls, table: Table) -> None:
        out_of_fight(table)
        refuse_round_rest(table)

    def odds(self, table: Table) -> Odds:
        return odds_of_breath(table)

    def perform(self, table: Table, dice: Dice) -> None:
        forget_push(table, table.actor)
        catch_breath(table, dice, table.actor)


@dataclass(frozen=True, slots=True)
class StretchRest(Command, name="rest.stretch", label="Rest a stretch"):
    """Rest for a quarter of an hour, once a shift (DRB-046).

    It heals d6 hit points, 2d6 if somebody else succeeds at Healing; d6 willpower points; and one condition. An elf's
    Inner Peace adds d6 to both, and another condition.
    """

    place: ClassVar[Place] = Place.SHEET
    takes_minutes: ClassVar[int] = STRETCH_LASTS

    condition: str = pick("Condition to heal", default="")
    healer: str = pick("Healer", default="", help="Rolls Healing; cannot rest meanwhile")
    stillness: bool = switch("Inner Peace", help="For elves: you recover more, but notice nothing around you")
    second: str = pick("Second condition", default="", help="With Inner Peace")

    @classmethod
    def possible(cls, table: Table) -> None:
        out_of_fight(table)
        refuse_restless(table, STRETCH)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        had = six(table.me, taken=True)
        return {"condition": had, "healer": companions(table), "second": had}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        had = [choice.value for choice in six(table.me, taken=True)]
        peace = has_ability(table.me, INNER_PEACE)
        return {
            "condition": had[0] if had else "",
            "stillness": peace,
            "second": had[1] if peace and had[1:] else "",
        }

    def odds(self, table: Table) -> Odds:
        self._refuse_too_much(table)
        base = 2 if self.stillness else 1
        tended = check.chance if (check := self._healing(table)) else 0.0
        plain, more = (distribution(amount(D6).times(count)) for count in (base, base + 1))
        healed = up_to(table.me, "hp", mixture(((1 - tended, plain), (tended, more))))
        return Odds(f"{base}d6 hit points, +d6 if the healer succeeds", (), healed, "hit points")

    def perform(self, table: Table, dice: Dice) -> None:
        self._refuse_too_much(table)
        who = table.actor
        forget_push(table, who)
        note_rest(table, who, STRETCH)
        table.happen(Told((who,), "{0} rests for a stretch."))
        count = 1 + self.stillness + self._is_tended(table, dice)
        healed = mend(table, who, throw(table, dice, who, "hit points", amount(D6).times(count)), "a stretch of rest")
        will = regain_will(table, dice, who, "2d6" if self.stillness else D6, "a stretch of rest")
        end_conditions(table, who, self.condition, self.second, "unconscious")
        table.happen(Judged(who, "rested", 0, {"hp": healed, "wp": will, "dice": count}))

    def weighing(self, table: Table) -> Weighing:
        """The condition that heals weighed, and with Inner Peace the second one (DRB-046)."""
        held = {choice.value: choice.label for choice in six(table.me, taken=True)}
        freed = {key: 100 * hindrance(table, key, everything(table)) for key in held}

        def worth(chosen: StretchRest) -> Worth:
            chosen._refuse_too_much(table)
            return (sum(freed[key] for key in (chosen.condition, chosen.second) if key),)

        def said(chosen: StretchRest) -> str:
            named = [label for key, label in held.items() if key in (chosen.condition, chosen.second)]
            return " and ".join(named) or "None"

        fields = ("condition", "second") if self.stillness else ("condition",)
        return Weighing(fields, SUCCESSES, OF_HEALING, worth, said=said)

    def _refuse_too_much(self, table: Table) -> None:
        if self.stillness and not has_ability(table.me, INNER_PEACE):
            raise Refused("Only characters with Inner Peace can do this. Leave it off.", "stillness")
        if self.second and (not self.stillness or self.second == self.condition):
            raise Refused("A stretch heals one condition; a second one needs Inner Peace.", "second")
        self._healing(table)

    def _healing(self, table: Table) -> Check | None:
        if not self.healer:
            return None
        if self.healer == table.actor:
            raise Refused("Somebody else must roll Healing.", "healer")
        return check_for(table, living(table, self.healer, "healer"), "healing")

    def _is_tended(self, table: Table, dice: Dice) -> bool:
        check = self._healing(table)
        if check is None:
            return False
        outcome = roll(table, dice, check, joined("tends: ", check.purpose), "tend", {"patient": table.actor})
        return outcome.success


@goes_on("tend")
def _tend_after_all(table: Table, dice: Dice, outcome: Outcome, told: Mapping[str, Json]) -> None:
    """Judge the healer's push; on a success the patient heals a second d6 (DRB-003, DRB-046)."""
    healed = 0
    if outcome.success and told["patient"] in table.sheets:
        healed = mend(
            table,
            told["patient"],
            throw(table, dice, table.actor, "hit points", amount(D6)),
            "tended well",
        )
    table.happen(Judged(table.actor, outcome.verdict, 0, {"hp": healed}))


@dataclass(frozen=True, slots=True)
class ShiftRest(Command, name="rest.shift", label="Rest a shift"):
    """Rest for a shift of six hours in a safe place: all hit points, all willpower, all conditions (DRB-047)."""

    place: ClassVar[Place] = Place.SHEET
    takes_minutes: ClassVar[int] = SHIFT_LASTS

    safe: bool = switch("The place is safe", help="Needed for this rest")

    @classmethod
    def possible(cls, table: Table) -> None:
        out_of_fight(table)
        refuse_restless(table, "")

    def perform(self, table: Table, dice: Dice) -> None:
        who, sheet = table.actor, table.me
        if not self.safe:
            raise Refused("A shift of rest needs a safe place. Tick it, or rest a stretch.", "safe")
        forget_push(table, who)
        table.happen(Told((who,), "{0} rests for a shift."))
        mend(table, who, sheet.resources["hp"].most, "a shift of rest")
        held = table.me.resources.get("wp")
        if held and held.now < held.most:
            table.happen(ResourceChanged(who, "wp", held.most - held.now, "a shift of rest"))
        end_conditions(table, who, *library.six_conditions(), "unconscious", "prone")
        forget_rests(table, who)


def quiet_days(table: Table) -> QuietDays | None:
    """A day with a shift of rest, for whoever has lost what it gives back (DRB-047)."""
    sheet = table.me
    lost = any(held.now < held.most for name, held in sheet.resources.items() if name in ("hp", "wp"))
    worn = any(map(sheet.has, (*library.six_conditions(), "unconscious", "prone")))
    if not (lost or worn) or not is_possible(ShiftRest, table):
        return None
    return QuietDays(1, (Deed(ShiftRest.name, {"safe": True}),))


@dataclass(frozen=True, slots=True)
class ShiftPasses(Command, name="rest.shift_passes", label="A shift passes"):
    """Let a shift go by without rest: rests that were taken are possible again (DRB-045 to DRB-047)."""

    place: ClassVar[Place] = Place.SHEET
    takes_minutes: ClassVar[int] = SHIFT_LASTS

    @classmethod
    def possible(cls, table: Table) -> None:
        out_of_fight(table)
        if not table.me.memo.get(RESTED):
            raise NotNow("You have not rested this shift. Nothing to reset.")

    def perform(self, table: Table, dice: Dice) -> None:
        table.happen(Told((table.actor,), "A shift passes for {0}."))
        forget_rests(table, table.actor)
