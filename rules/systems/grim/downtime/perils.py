"""Harm that the game master deals out: damage, Peril, drink, venom and disease (D-2, D-8, GRM-017)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.engine.kernel import (
    Choice,
    Command,
    ConditionSet,
    Dice,
    Judged,
    NotNow,
    Place,
    Refused,
    Table,
    Told,
    Weighing,
    Who,
    Worth,
    amount,
    distribution,
    pick,
    switch,
    throw,
)
from rules.engine.kernel.commands import words
from rules.engine.odds import Chance, Distribution, Odds
from rules.systems.grim.core import (
    DAMAGE,
    DIFFICULTY_CHOICES,
    LAST_STEP,
    PERIL,
    Known,
    OnSheet,
    Outcome,
    Trial,
    Wound,
    begin,
    difficulty_named,
    end,
    get_into,
    goes_on,
    has_track,
    hurt,
    judged,
    level,
    odds_of,
    peril_threshold,
    risk,
    state_named,
    steps_of,
    suffer_peril,
    takes_part,
    threshold,
    trial_for,
)
from rules.systems.grim.fight.base import at_turn_start

#: Turns that venom works, and its dice of damage (D-8).
VENOM_TURNS, VENOM = 3, "1d10+1"
DAY = 24 * 60
OF_NURSING = "Chance in 100 per day that the disease ends."
INTOXICATED, ENVENOMED, DISEASED = "intoxicated", "envenomed", "diseased"


def steps_by(total: Distribution, least: int, room: int) -> Distribution:
    """P(so many steps on a track are gone) at their index, for dice of harm against a threshold (D-2)."""
    found = [0.0] * (LAST_STEP + 1)
    for value, share in enumerate(total):
        found[min(room, steps_of(value, least))] += share
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Suffer(Command):
    """Suffer damage that the game master deals out, by dice or as a number, against the Damage Threshold (D-2)."""

    name: ClassVar[str] = "harm.suffer"
    label: ClassVar[str] = "Suffer damage"
    who: ClassVar[Who] = Who.GM
    place: ClassVar[Place] = Place.SHEET
    befalls: ClassVar[bool] = True

    amount: str = words("Damage", default="1d10+4", most=20, help="Dice or a number: 2d10+2, 12")
    source: str = words("From", default="", most=60)
    injures: bool = switch("May injure", default=True)

    @classmethod
    def possible(cls, table: Table) -> None:
        OnSheet.possible(table)

    def odds(self, table: Table) -> Odds:
        room = LAST_STEP - level(table.me, DAMAGE)
        steps = steps_by(distribution(amount(self.amount)), threshold(table.me), room)
        sentence = f"{self.amount} against a Damage Threshold of {threshold(table.me)}."
        return Odds(sentence, (Chance("unhurt", "nothing happens", steps[0]),), steps, "steps of damage")

    def perform(self, table: Table, dice: Dice) -> None:
        total = throw(table, dice, table.actor, f"{self.name}: damage", amount(self.amount))
        source = self.source.strip() or "harm"
        steps = hurt(table, dice, table.actor, total, Wound(source=source, harmless=not self.injures))
        table.happen(Judged(table.actor, "hurt" if steps else "unhurt", steps, {"damage": total}))


@dataclass(frozen=True, slots=True)
class SufferPeril(Command):
    """Suffer Peril that the game master deals out, by dice or as a number, against the Peril Threshold (D-2)."""

    name: ClassVar[str] = "peril.suffer"
    label: ClassVar[str] = "Suffer Peril"
    who: ClassVar[Who] = Who.GM
    place: ClassVar[Place] = Place.SHEET
    befalls: ClassVar[bool] = True

    amount: str = words("Peril", default="1d10+1", most=20, help="Dice or a number: 2d10+2, 12")
    source: str = words("From", default="", most=60)

    @classmethod
    def possible(cls, table: Table) -> None:
        OnSheet.possible(table)
        if not has_track(table.me, PERIL):
            raise NotNow(f"{table.me.name} is immune to Peril.")

    def odds(self, table: Table) -> Odds:
        room = LAST_STEP - level(table.me, PERIL)
        steps = steps_by(distribution(amount(self.amount)), peril_threshold(table.me), room)
        sentence = f"{self.amount} against a Peril Threshold of {peril_threshold(table.me)}."
        return Odds(sentence, (Chance("unhurt", "nothing happens", steps[0]),), steps, "steps of Peril")

    def perform(self, table: Table, dice: Dice) -> None:
        total = throw(table, dice, table.actor, f"{self.name}: peril", amount(self.amount))
        steps = suffer_peril(table, table.actor, total, self.source.strip() or "hardship")
        table.happen(Judged(table.actor, "hurt" if steps else "unhurt", steps, {"peril": total}))


@dataclass(frozen=True, slots=True)
class Drink(OnSheet):
    """Drink too much: 3 more Damage Threshold until the morning, 3d10 + 3 physical Peril and 1 Corruption (GRM-017)."""

    name: ClassVar[str] = "peril.drink"
    label: ClassVar[str] = "Drink too much"

    @classmethod
    def possible(cls, table: Table) -> None:
        OnSheet.possible(table)
        if table.me.has(INTOXICATED):
            raise NotNow(f"{table.me.name} is intoxicated already. Sleep it off.")

    def odds(self, table: Table) -> Odds:
        written = _dice_of(INTOXICATED)
        room = LAST_STEP - level(table.me, PERIL) if has_track(table.me, PERIL) else 0
        steps = steps_by(distribution(amount(written)), peril_threshold(table.me), room)
        return Odds(f"{written} Peril against a threshold of {peril_threshold(table.me)}.", (), steps, "steps of Peril")

    def perform(self, table: Table, dice: Dice) -> None:
        table.happen(Told((table.actor,), "{0} drinks too much."))
        get_into(table, dice, table.actor, INTOXICATED, "drink")


def _dice_of(condition: str) -> str:
    state = state_named(condition)
    return state.peril if state else "1d10"


# -- venom and disease -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Withstand(OnSheet):
    """Withstand venom or a disease by a test of Toughness (D-8, GRM-124).

    Venom does 1d10 + 1 damage on each of three turns; while a disease lasts nothing is recuperated.
    """

    name: ClassVar[str] = "peril.withstand"
    label: ClassVar[str] = "Venom or disease"
    befalls: ClassVar[bool] = True

    what: str = pick("What", default=DISEASED, at_once=True)
    difficulty: str = pick("Difficulty", default="0", at_once=True)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        what = (Choice(DISEASED, "Disease"), Choice(ENVENOMED, "Venom", f"{VENOM} for three turns"))
        return {"what": what, "difficulty": DIFFICULTY_CHOICES}

    def odds(self, table: Table) -> Odds:
        return odds_of(self._trial(table), "withstand it")

    def perform(self, table: Table, dice: Dice) -> None:
        risk(table, dice, self._trial(table), self.name, "peril.withstood", {"what": self.what})

    def _trial(self, table: Table) -> Trial:
        return trial_for(table, table.actor, "toughness", [("Difficulty", difficulty_named(self.difficulty))])


@goes_on("peril.withstood")
def _withstood(table: Table, dice: Dice, outcome: Outcome, data: Known) -> None:
    """Let venom or a disease take hold of somebody who failed (D-8)."""
    table.happen(judged(outcome))
    if outcome.success:
        return
    if data["what"] == DISEASED:
        begin(table, outcome.who, DISEASED)
        table.happen(Told((outcome.who,), "{0} is diseased."))
    else:
        envenom(table, dice, outcome.who)


def envenom(table: Table, dice: Dice, who: str) -> None:
    """Let venom work: turn by turn in a fight, all at once out of it (D-8)."""
    table.happen(Told((who,), "{0} is poisoned."))
    if takes_part(table, who):
        begin(table, who, ENVENOMED, level=VENOM_TURNS, source="venom")
        return
    for _ in range(VENOM_TURNS):
        total = throw(table, dice, who, "venom: damage", amount(VENOM))
        hurt(table, dice, who, total, Wound(source="venom", harmless=True))


@dataclass(frozen=True, slots=True)
class ShakeOff(OnSheet):
    """Fight a disease for a day, with a test of Toughness that ends it (D-8)."""

    name: ClassVar[str] = "peril.shake_off"
    label: ClassVar[str] = "Fight a disease"
    peaceful: ClassVar[str] = "A sickbed"

    nurse: str = pick("Nursed by", default="", help="Rolls Heal in your place")
    difficulty: str = pick("Difficulty", default="0", at_once=True)

    def lasts(self) -> int:
        return DAY

    @classmethod
    def possible(cls, table: Table) -> None:
        OnSheet.possible(table)
        if not table.me.has(DISEASED):
            raise NotNow(f"{table.me.name} has no disease.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        nurses = tuple(Choice(who, name) for who, name in table.cast.items() if who != table.actor)
        return {"nurse": nurses, "difficulty": DIFFICULTY_CHOICES}

    def odds(self, table: Table) -> Odds:
        return odds_of(self._trial(table), "cured")

    def weighing(self, table: Table) -> Weighing:
        """Toughness of one's own weighed against the art of those who could nurse."""

        def worth(chosen: ShakeOff) -> Worth:
            return (100 * chosen._trial(table).chance,)

        def said(chosen: ShakeOff) -> str:
            return table.name(chosen.nurse) if chosen.nurse else "Alone"

        return Weighing(("nurse",), "points of 100", OF_NURSING, worth, ("Chance",), said=said)

    def perform(self, table: Table, dice: Dice) -> None:
        risk(table, dice, self._trial(table), self.name, "peril.shaken_off", {"who": table.actor})

    def _trial(self, table: Table) -> Trial:
        hard = [("Difficulty", difficulty_named(self.difficulty))]
        if self.nurse and self.nurse not in table.sheets:
            raise Refused("Pick somebody who is here.", "nurse")
        return trial_for(table, self.nurse or table.actor, "heal" if self.nurse else "toughness", hard)


@goes_on("peril.shaken_off")
def _shaken_off(table: Table, dice: Dice, outcome: Outcome, data: Known) -> None:
    """End the disease if the test succeeded (D-8)."""
    table.happen(judged(outcome))
    if outcome.success:
        end(table, str(data["who"]), DISEASED)
        table.happen(Told((str(data["who"]),), "{0} is well again."))


@at_turn_start
def _venom_works(table: Table, dice: Dice, who: str) -> None:
    """Let venom work on somebody whose turn begins, as long as it lasts (D-8)."""
    held = table.sheet(who).conditions.get(ENVENOMED)
    if held is None:
        return
    table.happen(Told((who,), "The venom hurts {0}."))
    hurt(
        table, dice, who, throw(table, dice, who, "venom: damage", amount(VENOM)), Wound(source="venom", harmless=True)
    )
    if held.level > 1:
        table.happen(ConditionSet(who, replace(held, level=held.level - 1)))
    else:
        end(table, who, ENVENOMED)
