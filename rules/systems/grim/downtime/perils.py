"""Harm that the game master deals out: damage, Peril, drink, venom and disease (D-2, D-8, GRM-017)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.engine.kernel import (
    Choice,
    ConditionSet,
    Dice,
    Judged,
    NotNow,
    Refused,
    Sheet,
    Table,
    Told,
    Weighing,
    Who,
    amount,
    counted,
    distribution,
    end_conditions,
    pick,
    switch,
    throw,
    words,
)
from rules.engine.odds import Chance, Odds
from rules.systems.grim.content import library
from rules.systems.grim.content.switches.recovery import VENOM_TURNS
from rules.systems.grim.core import (
    DAMAGE,
    DIFFICULTY_CHOICES,
    PERIL,
    Known,
    OnSheet,
    Outcome,
    Trial,
    Wound,
    begin,
    difficulty_named,
    get_into,
    goes_on,
    has_track,
    hurt,
    is_in_fight,
    odds_of,
    peril_threshold,
    risk,
    steps_by,
    suffer_peril,
    threshold,
    trial_for,
)
from rules.systems.grim.fight.base import at_turn_start

#: Dice of damage by venom (D-8).
VENOM = "1d10+1"
DAY = 24 * 60
OF_NURSING = "Chance per day that the disease ends, in percentage points."
INTOXICATED, ENVENOMED, DISEASED = "intoxicated", "envenomed", "diseased"


#: Both tracks of harm, each with the threshold against it by name, and with the function that tells it.
THRESHOLDS: Mapping[str, tuple[str, Callable[[Sheet], int]]] = {
    DAMAGE: ("Damage Threshold", threshold),
    PERIL: ("Peril Threshold", peril_threshold),
}


@dataclass(frozen=True, slots=True)
class Dealt(OnSheet):
    """Harm of one kind that the game master deals out, by dice or as a number, against its threshold (D-2)."""

    who: ClassVar[Who] = Who.GM
    befalls: ClassVar[bool] = True
    #: The track that it moves, and the word for its steps.
    track: ClassVar[str]
    harm: ClassVar[str]

    amount: str = words("Harm", most=20)
    source: str = words("Cause", default="", most=60)

    def odds(self, table: Table) -> Odds:
        name, against = THRESHOLDS[self.track]
        steps = steps_by(table.me, self.track, distribution(amount(self.amount)), against(table.me))
        sentence = f"{self.amount} against a {name} of {against(table.me)}."
        return Odds(sentence, (Chance("unhurt", "nothing happens", steps[0]),), steps, f"steps of {self.harm}")

    def fallen(self, table: Table, dice: Dice) -> int:
        """The harm as the dice fall."""
        return throw(table, dice, table.actor, f"{self.name}: {self.harm.lower()}", amount(self.amount))


@dataclass(frozen=True, slots=True)
class Suffer(Dealt, name="harm.suffer", label="Suffer damage"):
    """Suffer damage that the game master deals out, by dice or as a number, against the Damage Threshold (D-2)."""

    track: ClassVar[str] = DAMAGE
    harm: ClassVar[str] = "damage"

    amount: str = words("Damage", default="1d10+4", least=1, most=20, help="Dice or a number: 2d10+2, 12")
    injures: bool = switch("May injure", default=True)

    def perform(self, table: Table, dice: Dice) -> None:
        total = self.fallen(table, dice)
        source = self.source.strip() or "harm"
        steps = hurt(table, dice, table.actor, total, Wound(source=source, harmless=not self.injures))
        table.happen(Judged(table.actor, "hurt" if steps else "unhurt", steps, {"damage": total, "steps": steps}))


@dataclass(frozen=True, slots=True)
class SufferPeril(Dealt, name="peril.suffer", label="Suffer Peril"):
    """Suffer Peril that the game master deals out, by dice or as a number, against the Peril Threshold (D-2)."""

    track: ClassVar[str] = PERIL
    harm: ClassVar[str] = "Peril"

    amount: str = words("Peril", default="1d10+1", least=1, most=20, help="Dice or a number: 2d10+2, 12")

    @classmethod
    def possible(cls, table: Table) -> None:
        OnSheet.possible(table)
        if not has_track(table.me, PERIL):
            raise NotNow(f"{table.me.name} is immune to Peril.")

    def perform(self, table: Table, dice: Dice) -> None:
        total = self.fallen(table, dice)
        steps = suffer_peril(table, table.actor, total, self.source.strip() or "hardship")
        table.happen(Judged(table.actor, "hurt" if steps else "unhurt", steps, {"peril": total, "steps": steps}))


@dataclass(frozen=True, slots=True)
class Drink(OnSheet, name="peril.drink", label="Drink too much"):
    """Drink too much: 3 more Damage Threshold until the morning, 3d10 + 3 physical Peril and 1 Corruption (GRM-017)."""

    @classmethod
    def possible(cls, table: Table) -> None:
        OnSheet.possible(table)
        if table.me.has(INTOXICATED):
            raise NotNow(f"{table.me.name} is intoxicated already. Sleep it off.")

    def odds(self, table: Table) -> Odds:
        written = library.conditions()[INTOXICATED].peril
        steps = steps_by(table.me, PERIL, distribution(amount(written)), peril_threshold(table.me))
        return Odds(f"{written} Peril against a threshold of {peril_threshold(table.me)}.", (), steps, "steps of Peril")

    def perform(self, table: Table, dice: Dice) -> None:
        table.happen(Told((table.actor,), "{0} drinks too much."))
        get_into(table, dice, table.actor, INTOXICATED, "drink")


# -- venom and disease -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Withstand(OnSheet, name="peril.withstand", label="Venom or disease"):
    """Withstand venom or a disease by a test of Toughness (D-8, GRM-124).

    Venom does 1d10 + 1 damage on each of three turns, or of as many as the house has it. While a disease lasts nothing
    is recuperated.
    """

    befalls: ClassVar[bool] = True

    what: str = pick("Which", default=DISEASED, at_once=True)
    difficulty: str = pick("Difficulty", default="0", at_once=True)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        turns = counted(VENOM_TURNS.number(table.house_rules, 1), "turn", "turns")
        what = (Choice(DISEASED, "Disease"), Choice(ENVENOMED, "Venom", f"{VENOM} for {turns}"))
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
    turns = VENOM_TURNS.number(table.house_rules, 1)
    if is_in_fight(table, who):
        begin(table, who, ENVENOMED, level=turns, source="venom")
        return
    for _ in range(turns):
        _hurt_by_venom(table, dice, who)


def _hurt_by_venom(table: Table, dice: Dice, who: str) -> None:
    total = throw(table, dice, who, "venom: damage", amount(VENOM))
    hurt(table, dice, who, total, Wound(source="venom", harmless=True))


@dataclass(frozen=True, slots=True)
class ShakeOff(OnSheet, name="peril.shake_off", label="Fight a disease"):
    """Fight a disease for a day, with a test of Toughness that ends it (D-8)."""

    peaceful: ClassVar[str] = "Fighting a disease"
    takes_minutes: ClassVar[int] = DAY

    nurse: str = pick("Nursed by", default="", help="They roll Heal in your place")
    difficulty: str = pick("Difficulty", default="0", at_once=True)

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
        return Weighing(
            ("nurse",),
            "percentage points",
            OF_NURSING,
            lambda one: (100 * one._trial(table).chance,),
            ("Chance",),
            said=lambda one: table.name(one.nurse) if one.nurse else "Alone",
        )

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
    if outcome.success:
        end_conditions(table, str(data["who"]), DISEASED)
        table.happen(Told((str(data["who"]),), "{0} is well again."))


@at_turn_start
def _venom_works(table: Table, dice: Dice, who: str) -> None:
    """Let venom work on somebody whose turn begins, as long as it lasts (D-8)."""
    held = table.sheet(who).conditions.get(ENVENOMED)
    if held is None:
        return
    table.happen(Told((who,), "The venom hurts {0}."))
    _hurt_by_venom(table, dice, who)
    if held.level > 1:
        table.happen(ConditionSet(who, replace(held, level=held.level - 1)))
    else:
        end_conditions(table, who, ENVENOMED)
