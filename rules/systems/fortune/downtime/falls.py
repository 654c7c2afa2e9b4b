"""Falls, and Health that the game master takes or gives back (LIN-067, LIN-046)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.character import by_hand
from rules.engine.character.edits import BY_HAND
from rules.engine.kernel import (
    Amount,
    Choice,
    Dice,
    Judged,
    NotNow,
    Refused,
    Table,
    Told,
    Weighing,
    Who,
    distribution,
    number,
    pick,
    plainly,
    throw,
    words,
)
from rules.engine.odds import Distribution, Odds, in_words, mapped, mean, mixture
from rules.systems.fortune.content import library, switches
from rules.systems.fortune.core import (
    FAILURE,
    HEALTH,
    MIXED,
    SUCCESS,
    OnSheet,
    Trial,
    Trying,
    deal,
    field_favour,
    heal,
    hindrance_to_heal,
    most_to_stamina,
    outcomes,
    roll_and_judge,
    suffer,
    trial_for,
)

#: Feet that nobody is hurt by, feet of a die, and the sides of it (LIN-067).
HARMLESS, STEP, SIDES = 10, 5, 10
#: The points of the test for a fall of no more than that, and what each further step adds.
SUCCESS_POINT, FAILURE_POINT, HARDER = 12, 7, 2
KIND = "bludgeoning"
LANDS = {SUCCESS: "lands unhurt", MIXED: "lands hard", FAILURE: "crashes to the ground"}


def points(feet: int) -> tuple[int, int]:
    """The success and the failure point of a fall (LIN-067).

    >>> points(20), points(25), points(12)
    ((16, 11), (18, 13), (12, 7))
    """
    more = HARDER * max(0, (feet - HARMLESS) // STEP)
    return SUCCESS_POINT + more, FAILURE_POINT + more


def dice_of(feet: int, house_rules: switches.HouseRules) -> int:
    """The number of d10 of a fall: one for each full 5 ft of it (LIN-067, C-09).

    >>> dice_of(20, {}), dice_of(24, {}), dice_of(20, {"fall_beyond": True})
    (4, 4, 2)
    """
    return max(0, feet - (HARMLESS if switches.FALL_BEYOND.chosen(house_rules) else 0)) // STEP


@dataclass(frozen=True, slots=True)
class Fall(OnSheet, Trying, name="fall", label="Fall"):
    """Fall: above 10 ft Agility saves from damage, or from half of it; 1d10 for each 5 ft (LIN-067, C-09)."""

    befalls: ClassVar[bool] = True

    feet: int = number("Feet", least=1, most=300, default=20)
    favour: str = field_favour()

    def odds(self, table: Table) -> Odds:
        if self.feet <= HARMLESS:
            return Odds(f"A fall of {self.feet} ft hurts nobody: no test needed.")
        trial = self.trial(table)
        damage, found = self._damage(table, trial), trial.chances
        return Odds(
            f"{trial.sentence}: {in_words(found.success)} to land unhurt; {mean(damage):.1f} damage on average.",
            outcomes(found, "unhurt", "half the damage", "all of it"),
            damage,
            "damage",
            low=True,
        )

    def perform(self, table: Table, dice: Dice) -> None:
        trial, who = self.trial(table), table.actor
        table.happen(Told((who,), f"{{0}} falls {self.feet} ft."))
        if self.feet <= HARMLESS:
            return
        outcome = roll_and_judge(table, dice, trial, self.name)
        table.happen(Told((who,), f"{{0}} {LANDS[outcome.verdict]}."))
        count = dice_of(self.feet, table.house_rules)
        if outcome.passed or not count:
            return
        rolled = throw(table, dice, who, f"{self.name}: damage", Amount((SIDES,) * count))
        deal(table, who, rolled if outcome.failed else rolled // 2, "a fall")

    def weighing(self, table: Table) -> Weighing | None:
        return Trying.weighing(self, table) if self.feet > HARMLESS else None

    def trial(self, table: Table) -> Trial:
        """The test, which a harmless fall does not take."""
        return trial_for(table, table.actor, "agility", *points(self.feet), purposes=("fall",), favour=self.favour)

    def _damage(self, table: Table, trial: Trial) -> Distribution:
        whole, found = distribution(Amount((SIDES,) * dice_of(self.feet, table.house_rules))), trial.chances
        return mixture(
            (
                (found.success, (1.0,)),
                (found.mixed, mapped(whole, lambda points: points // 2)),
                (found.failure, whole),
            )
        )


@dataclass(frozen=True, slots=True)
class Suffer(OnSheet, name="harm.suffer", label="Suffer damage"):
    """Suffer damage that the game master deals out: at least 1 of it goes to Health (LIN-046, LIN-059, LIN-078)."""

    who: ClassVar[Who] = Who.GM
    befalls: ClassVar[bool] = True
    throws_dice: ClassVar[bool] = False

    amount: int = number("Damage", least=1, most=500)
    type: str = pick("Type", default=KIND)
    to_stamina: int = number(
        "Taken from Stamina", most=500, default=0, help="At most the damage minus 1, and no more than you have"
    )
    source: str = words("Cause", default="", most=80)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"type": tuple(Choice(key, one.name) for key, one in library.damage_types().items())}

    def odds(self, table: Table) -> Odds:
        """The Health and Stamina lost; no dice are thrown."""
        kept = self._refuse(table)
        return Odds(f"{self.amount - kept} off Health, {kept} off Stamina.")

    def perform(self, table: Table, dice: Dice) -> None:
        kept, who = self._refuse(table), table.actor
        reason = plainly(self.source.strip()) or f"{library.damage_types()[self.type].name.lower()} damage"
        table.happen(Judged(who, "damage", 0, {"damage": self.amount, "type": self.type, "stamina": -kept}))
        suffer(table, who, self.amount, kept, reason)

    def _refuse(self, table: Table) -> int:
        """The damage that goes to Stamina; refused where it is more than may (LIN-046, E-b)."""
        most = most_to_stamina(table.me, self.amount)
        if not table.me.now(HEALTH):
            return most
        if self.to_stamina > most:
            raise Refused(
                f"At most {most} can go to Stamina: at least 1 goes to Health, and Stamina cannot drop below 0.",
                "to_stamina",
            )
        return self.to_stamina


@dataclass(frozen=True, slots=True)
class Wound(by_hand.Wound):
    """Health lost, none of it to Stamina."""

    counts: ClassVar[str] = "Health"

    def perform(self, table: Table, dice: Dice) -> None:
        suffer(table, table.actor, self.amount, 0, BY_HAND)


@dataclass(frozen=True, slots=True)
class Heal(by_hand.Heal):
    """Health given back, as much as there is room for."""

    counts: ClassVar[str] = "Health"

    def perform(self, table: Table, dice: Dice) -> None:
        if hindrance := hindrance_to_heal(table.me):
            raise NotNow(hindrance)
        heal(table, table.actor, self.amount, BY_HAND)
