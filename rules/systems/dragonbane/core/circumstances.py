"""Circumstances that befall somebody: dark, rough or unsteady ground, age, fear (DRB-005, DRB-010, D-1, D-4, D-6).

Against fear WIL is rolled, and a table says what comes of failing.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.engine.fight import place
from rules.engine.kernel import (
    Amount,
    Choice,
    Condition,
    ConditionEnded,
    ConditionSet,
    Dice,
    Json,
    Judged,
    MemoKept,
    RankChanged,
    Refused,
    Sheet,
    Table,
    Told,
    end_conditions,
    joined,
    number,
    pick,
    switch,
    throw,
)
from rules.engine.odds import Chance, Odds
from rules.systems.dragonbane.content import library, switches
from rules.systems.dragonbane.content.entries import TableRow
from rules.systems.dragonbane.core.checks import Check, check_for, restored
from rules.systems.dragonbane.core.conditions import afflict
from rules.systems.dragonbane.core.fields import ByGameMaster
from rules.systems.dragonbane.core.figures import ROUGH, UNSTEADY, age_of, weapon_of
from rules.systems.dragonbane.core.outfit import let_go, set_in_use
from rules.systems.dragonbane.core.rolls import Outcome, goes_on, odds_of, roll
from rules.systems.dragonbane.core.skill_tests import MOST_BY_HAND, judge


@dataclass(frozen=True, slots=True)
class Darken(ByGameMaster, name="peril.darkness", label="Darkness"):
    """Make it dark, or light again: in the dark, rolls that need eyes have a bane (DRB-005, D-6)."""

    dark: bool = switch("It is dark", default=True)

    def perform(self, table: Table, dice: Dice) -> None:
        _turn(table, "in_darkness", f"It is {'dark' if self.dark else 'light'}", "dark", on=self.dark)


def _turn(table: Table, state: str, told: str, field: str, *, on: bool) -> None:
    """Set a circumstance or end it; refused in the words ``told`` if it is like that already."""
    if table.me.has(state) == on:
        raise Refused(f"{told} already.", field)
    if on:
        afflict(table, table.actor, state)
    else:
        end_conditions(table, table.actor, state)


@dataclass(frozen=True, slots=True)
class Ground(ByGameMaster, name="peril.ground", label="Rough ground"):
    """Let snow, scree or mud take metres off the movement, until the ground is even again (DRB-010, C-18)."""

    metres: int = number("Extra metres", most=40, default=4, help="0 for even ground")

    def perform(self, table: Table, dice: Dice) -> None:
        held = table.me.conditions.get(ROUGH)
        if self.metres == (held.level if held else 0):
            raise Refused("The ground is like this already. Choose another number.", "metres")
        if self.metres:
            table.happen(ConditionSet(table.actor, Condition(ROUGH, "On rough ground", self.metres)))
        else:
            table.happen(ConditionEnded(table.actor, ROUGH))


@dataclass(frozen=True, slots=True)
class Footing(ByGameMaster, name="peril.footing", label="Unsteady ground"):
    """Let planks sway or rocks be wet: a bane on agility, but for those with sea legs (DRB-005, DRB-022, D-6)."""

    unsteady: bool = switch("It is unsteady", default=True)

    def perform(self, table: Table, dice: Dice) -> None:
        how = "unsteady" if self.unsteady else "firm"
        _turn(table, UNSTEADY, f"The ground is {how}", "unsteady", on=self.unsteady)


def grow(table: Table, who: str, to: str) -> None:
    """Change somebody's age: the old one's changes go, the new one's come (D-1)."""
    before = age_of(table.sheet(who))
    after = library.ages()[to]
    table.happen(MemoKept(who, "age", to), Told((who,), f"{{0}} is now {after.name.lower()}."))
    for key in library.attributes():
        by = after.attributes.get(key, 0) - (before.attributes.get(key, 0) if before else 0)
        value = table.sheet(who).rank("attribute", key)
        by = max(1, value + by) - value
        if by:
            table.happen(RankChanged(who, "attribute", key, by))


@dataclass(frozen=True, slots=True)
class ChangeAge(ByGameMaster, name="person.age", label="Change the age"):
    """Grow older with the years, or younger or older by a spell gone wrong (D-1, D-4)."""

    age: str = pick("Age")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"age": tuple(Choice(one.key, one.name) for one in library.ages().values())}

    def perform(self, table: Table, dice: Dice) -> None:
        if table.me.memo.get("age") == self.age:
            others = " or ".join(one.name.lower() for key, one in library.ages().items() if key != self.age)
            raise Refused(f"That is their age already. Choose {others}.", "age")
        grow(table, table.actor, self.age)


#: The memo of a cool head that is paid for: the next fright does nothing (DRB-022).
COOL = "cool_head"


def fear_check(table: Table, who: str, boons: int = 0, banes: int = 0) -> Check:
    """A WIL roll against fear."""
    return check_for(table, who, "wil", (("Courage", boons),), (("Terror", banes),))


def frighten(table: Table, dice: Dice, who: str, source: str, boons: int = 0, banes: int = 0) -> Outcome:
    """Roll WIL against fear; a failure lets fear take hold, until a push that succeeds throws it off (DRB-003)."""
    if COOL in table.sheet(who).memo:
        table.happen(MemoKept(who, COOL, None), Told((who,), "{0} keeps a cool head."))
        table.happen(Judged(who, "success", 0, {"skill": "wil", "because": "a cool head"}))
        return Outcome(0, True)
    check = fear_check(table, who, boons, banes)
    outcome = roll(table, dice, check, joined("fear: ", check.purpose), "fear", {"source": source})
    judge(table, check, outcome)
    if not outcome.success:
        seize(table, dice, who, source)
    return outcome


def seize(table: Table, dice: Dice, who: str, source: str) -> None:
    """Let fear take hold: roll on its table, or set scared, as the house has it (D-6)."""
    if not switches.FEAR.chosen(table.house_rules):
        afflict(table, who, "scared", source)
        return
    row = roll_on(table, dice, who, "fear", "what fear does")
    if row.condition:
        table.happen(ConditionSet(who, Condition(row.condition, row.label, source=source)))
    table.happen(Told((who,), row.text))
    if row.effect == "drop":
        _let_go(table, who)
    table.happen(Judged(who, row.effect, 0, {"fear": row.effect, "row": row.least}))


def roll_on(table: Table, dice: Dice, who: str, key: str, purpose: str = "") -> TableRow:
    """The row of a table of chance that a die falls into, told to the log."""
    chances = library.tables()[key]
    return chances.row(throw(table, dice, who, purpose or chances.name, Amount((chances.die,)), listed=True))


def _let_go(table: Table, who: str) -> None:
    """Let fall whatever is in hand; where nobody has a place it is put away."""
    stands = table.encounter is not None and who in table.encounter.combatants
    for key, item in list(table.sheet(who).items.items()):
        if not item.in_use or item.kind not in ("weapon", "gear") or "natural" in weapon_of(item).features:
            continue
        if stands:
            let_go(table, who, key, place(table, who))
        else:
            set_in_use(table, who, key, on=False)


@goes_on("fear")
def _bears_up(table: Table, dice: Dice, outcome: Outcome, told: Mapping[str, Json]) -> None:
    """Judge a roll to shake fear off, or the push of one against it; a success throws it off (DRB-003)."""
    judge(table, restored(told["check"]), outcome)
    if outcome.success:
        shake_off(table, table.actor)


def _fears(sheet: Sheet) -> list[str]:
    """The conditions of fear on a sheet."""
    return [row.condition for row in library.tables()["fear"].rows if row.condition and sheet.has(row.condition)]


def is_afraid(sheet: Sheet) -> bool:
    """Whether a condition of fear is on the sheet."""
    return bool(_fears(sheet))


def shake_off(table: Table, who: str) -> None:
    """End the conditions of fear."""
    end_conditions(table, who, *_fears(table.sheet(who)))


@dataclass(frozen=True, slots=True)
class Frighten(ByGameMaster, name="peril.fear", label="Fear"):
    """Face something terrible: roll WIL, and be in the grip of fear on a failure (D-6)."""

    boons: int = number("Boons", most=MOST_BY_HAND, default=0)
    banes: int = number("Banes", most=MOST_BY_HAND, default=0)

    def odds(self, table: Table) -> Odds:
        if COOL in table.me.memo:
            return Odds("A cool head: this fright does nothing.", (Chance("success", "nothing happens", 1.0),))
        return odds_of(table, fear_check(table, table.actor, self.boons, self.banes))

    def perform(self, table: Table, dice: Dice) -> None:
        frighten(table, dice, table.actor, "fear", self.boons, self.banes)
