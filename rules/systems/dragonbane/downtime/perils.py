"""Falls, poison, disease, cold, hunger, and too heavy a load (DRB-006, D-1, D-6)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from rules.engine.character.piles import use_one
from rules.engine.kernel import (
    Amount,
    Choice,
    Dice,
    Judged,
    NotNow,
    Refused,
    Sheet,
    Table,
    Told,
    amount,
    distribution,
    end_conditions,
    joined,
    number,
    pick,
    switch,
    throw,
    throw_kept,
)
from rules.engine.odds import Chance, Odds, in_words, mapped, mixture
from rules.systems.dragonbane.content import library, switches
from rules.systems.dragonbane.content.entries import Peril
from rules.systems.dragonbane.core import (
    Befalling,
    Check,
    InPeace,
    OnFeet,
    Outcome,
    Rolling,
    afflict,
    attribute_behind,
    by_hand,
    carried,
    chances,
    check_for,
    is_carried,
    is_fighting,
    is_overloaded,
    prices,
    push,
    pushable,
    pushed,
    roll,
    room,
    six,
    wins,
)
from rules.systems.dragonbane.fight.base import hurt

RATIONS = "rations"
ACROBATICS = "acrobatics"
#: The name under which the push of a fall goes on; it is rolled at once.
FOLLOW = "fall"


@dataclass(frozen=True, slots=True)
class Fall(Befalling, name="peril.fall", label="Fall"):
    """Fall: D6 of damage for every 2 metres, halved by Acrobatics; armour is of no use (D-6).

    A push has to be said beforehand: the roll is rolled again if it fails, before anybody hits the ground (DRB-003).
    """

    metres: int = number("Metres", least=1, most=100)
    unprepared: bool = switch("Without a roll", help="Bound, asleep or down")
    push: str = pick("Push a failure", default="", help="Costs a condition if the roll fails")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"push": prices(table, table.me, attribute_behind(ACROBATICS))}

    def odds(self, table: Table) -> Odds:
        falls, check = self._damage(table), self._check(table)
        lands = self._lands(table, check) if check else 0.0
        whole = distribution(falls)
        damage = mixture(((1 - lands, whole), (lands, mapped(whole, _halved))))
        half = f", {in_words(lands)} to halve it" if check else ""
        return Odds(f"{falls.words} damage{half}", (), damage, "damage")

    def perform(self, table: Table, dice: Dice) -> None:
        who, check = table.actor, self._check(table)
        falls = self._damage(table)
        landed = check is not None and self._roll(table, dice, check)
        damage = throw(table, dice, who, "a fall", falls)
        damage = _halved(damage) if landed else damage
        table.happen(Told((who,), f"{{0}} falls {self.metres} metres and takes {damage} damage."))
        hurt(table, dice, who, damage, "a fall")
        table.happen(Judged(who, "landed" if landed else "fell", 0, {"damage": damage, "metres": self.metres}))

    def _damage(self, table: Table) -> Amount:
        each = switches.FALLING.number(table.house_rules, least=1)
        return Amount((6,) * min(50, self.metres // each))

    def _check(self, table: Table) -> Check | None:
        cannot = self.unprepared or not table.me.now("hp")
        return None if cannot else check_for(table, table.actor, ACROBATICS)

    def _lands(self, table: Table, check: Check) -> float:
        """P(the roll halves the damage)."""
        if not self.push:
            return check.chance
        return pushed(table, check)

    def _roll(self, table: Table, dice: Dice, check: Check) -> bool:
        """Roll Acrobatics, a second time where that was said and the first fails (DRB-003)."""
        purpose = joined("a fall: ", check.purpose)
        outcome = roll(table, dice, check, purpose, follow=FOLLOW if self.push else "")
        if pushable(table, table.actor):
            outcome = push(table, dice, check, self.push, purpose)
        return outcome.success


def _halved(damage: int) -> int:
    """Half of the damage, rounded up."""
    return -(-damage // 2)


# -- what is endured ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Endure(Befalling, name="peril.endure", label="Poison, disease, weather"):
    """Poison, disease, cold or heat: its potency is rolled against CON, opposed (DRB-006, D-6).

    It takes hold if it succeeds and CON does not roll as low. It brings damage and a condition, and poison either or
    both as the house has it.
    """

    peril: str = pick("Peril")
    potency: int = number("Potency", most=20, default=0, help="0 for the default")
    boons: int = number("Boons for CON", most=5, default=0)
    banes: int = number("Banes for CON", most=5, default=0)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {
            "peril": tuple(Choice(one.key, one.name, f"potency {one.potency}") for one in library.perils().values())
        }

    def odds(self, table: Table) -> Odds:
        peril, check = library.perils()[self.peril], self._check(table)
        duel = chances.opposed(self.potency or peril.potency, 0, check.level, check.extra)
        listed = (Chance("success", "endured", 1 - duel.won), Chance("failure", "takes hold", duel.won))
        return Odds(f"{in_words(1 - duel.won).capitalize()} to endure: {table.words(check.words)}", listed)

    def perform(self, table: Table, dice: Dice) -> None:
        who, peril, check = table.actor, library.perils()[self.peril], self._check(table)
        potency = self.potency or peril.potency
        passes = partial(chances.succeeds, level=potency)
        said = f"{peril.name.lower()}: potency {potency}"
        face = throw_kept(table, dice, who, said, chances.D20, passes=passes).face
        endured = roll(table, dice, check, joined(f"against {peril.name.lower()}: ", check.purpose), follow="")
        potent = Outcome(face, chances.succeeds(face, potency))
        holds = wins(potent, endured.face, they_succeed=endured.success)
        if holds:
            _take_hold(table, dice, who, peril)
        else:
            table.happen(Told((who,), f"{{0}} endures it: {peril.name.lower()}."))
        numbers: dict[str, int | str | None] = {"face": endured.face, "potency_face": face, "peril": peril.key}
        table.happen(Judged(who, "failure" if holds else "success", 0, numbers))

    def _check(self, table: Table) -> Check:
        return check_for(table, table.actor, "con", *by_hand(self.boons, self.banes))


def _take_hold(table: Table, dice: Dice, who: str, peril: Peril) -> None:
    """Apply the damage, the condition and the lasting state of a peril; for poison as the house has it."""
    does = str(switches.POISON.chosen(table.house_rules)) if peril.is_poison else "damage and condition"
    table.happen(Told((who,), f"{peril.name} takes hold of {{0}}. {peril.description}"))
    source = peril.name.lower()
    if peril.state:
        afflict(table, who, peril.state, source, level=peril.potency)
    if "condition" in does and peril.condition:
        afflict(table, who, peril.condition, source)
    if "damage" in does and peril.damage:
        hurt(table, dice, who, throw(table, dice, who, source, amount(peril.damage)), source)


# -- days on the road -----------------------------------------------------------------------------------------------


def _food(sheet: Sheet) -> str:
    """The key of the rations that are left; empty if there are none."""
    return next((key for key, item in sheet.items.items() if item.entry == RATIONS and is_carried(item)), "")


def _hunger_costs(table: Table) -> bool:
    """Whether a day without food costs a condition in this campaign (D-6)."""
    return switches.HUNGER.flag(table.house_rules)


@dataclass(frozen=True, slots=True)
class Day(InPeace, name="journey.day", label="A day passes"):
    """Eat a ration on a day on the road; without one, take a condition, and starve once all six are taken (D-6)."""

    condition: str = pick("Without food", default="", help="Condition from hunger")
    fed: bool = switch("Fed another way", help="At an inn, or hunted")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"condition": six(table.me, taken=False) if _hunger_costs(table) else ()}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        free = cls.choices(table)["condition"]
        return {"condition": free[0].value if free and not _food(table.me) else ""}

    def perform(self, table: Table, dice: Dice) -> None:
        who, key = table.actor, _food(table.me)
        if self.fed:
            table.happen(Told((who,), "{0} eats well."))
        elif key:
            use_one(table, who, key)
            table.happen(Told((who,), "{0} eats a ration."))
        else:
            self._starve(table)
            return
        end_conditions(table, who, "starving")

    def _starve(self, table: Table) -> None:
        who, free = table.actor, six(table.me, taken=False)
        table.happen(Told((who,), "{0} goes hungry."))
        if not _hunger_costs(table):
            return
        if not free:
            afflict(table, who, "starving", "hunger")
            return
        if not self.condition:
            listed = ", ".join(choice.label for choice in free)
            raise Refused(f"No rations left. Choose a condition: {listed}.", "condition")
        afflict(table, who, self.condition, "hunger")


@dataclass(frozen=True, slots=True)
class MoveLoaded(Rolling, OnFeet, name="journey.loaded", label="Move under a load"):
    """Move with more than there is room for: roll STR, and stay where you are on a failure (D-1)."""

    purpose: ClassVar[str] = "under a load: {}"

    @classmethod
    def possible(cls, table: Table) -> None:
        OnFeet.possible(table)
        if is_fighting(table):
            raise NotNow("In a fight you make the STR roll when you move. Move on your turn.")
        if not is_overloaded(table.me):
            sheet = table.me
            raise NotNow(f"You are not overloaded: {carried(sheet)} of {room(sheet)} slots. Move freely.")

    def check(self, table: Table) -> Check:
        return check_for(table, table.actor, "str")
