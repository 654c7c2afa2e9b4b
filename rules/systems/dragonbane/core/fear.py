"""Fear: a WIL roll, and the effects of failing it (D-6)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.engine.kernel import (
    Condition,
    ConditionEnded,
    ConditionSet,
    Dice,
    Die,
    ItemSet,
    Json,
    Judged,
    MemoKept,
    NotNow,
    Sheet,
    Table,
    Told,
    even,
    number,
    rolled,
)
from rules.engine.odds import Chance, Odds
from rules.systems.dragonbane.content import library, switches
from rules.systems.dragonbane.core.checks import SHAKEN, Check, Outcome, check_for, goes_on, roll
from rules.systems.dragonbane.core.fields import ByGameMaster, OnSheet
from rules.systems.dragonbane.core.odds import odds_of
from rules.systems.dragonbane.core.skill_tests import MOST_BY_HAND, judge

TABLE, WORST = "fear", 6
#: The memo of a cool head that is paid for: the next fright does nothing (DRB-022).
COOL = "cool_head"
#: Conditions that rows of the table leave, with their labels; the other rows are told and played.
LASTING = {
    "lose_turn": ("cowed", "Loses the next turn"),
    "frozen": ("frozen", "Rooted to the spot until a WIL roll succeeds"),
    "flee": ("fleeing", "Runs for the next turn"),
    "flee_scene": ("fled", "Flees from this scene"),
    "bane": (SHAKEN, "Shaken: a bane on the next roll"),
}


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
    outcome = roll(table, dice, check, f"fear: {check.words}", "fear", {"source": source})
    judge(table, check, outcome)
    if not outcome.success:
        seize(table, dice, who, source)
    return outcome


def seize(table: Table, dice: Dice, who: str, source: str) -> None:
    """Let fear take hold: roll on its table, or set scared, as the house has it (D-6)."""
    if not switches.FEAR.chosen(table.house_rules):
        if not table.sheet(who).has("scared"):
            table.happen(ConditionSet(who, Condition("scared", "Scared", source=source)))
        return
    fell = dice.roll(who, [WORST])
    face = fell.faces[0]
    table.happen(rolled(who, "what fear does", (Die(WORST, face, face),), face, even(WORST), typed=fell.typed))
    row = library.chance_table(TABLE).row(face)
    table.happen(Told((who,), row.text))
    if row.effect == "drop":
        _let_go(table, who)
    elif row.effect in LASTING:
        name, label = LASTING[row.effect]
        table.happen(ConditionSet(who, Condition(name, label, source=source)))
    table.happen(Judged(who, row.effect, 0, {"fear": row.effect, "row": face}))


def _let_go(table: Table, who: str) -> None:
    held = [(key, item) for key, item in table.sheet(who).items.items() if item.kind == "weapon" and item.in_use]
    for key, item in held:
        if item.entry != "unarmed":
            table.happen(ItemSet(who, key, replace(item, in_use=False)))


@goes_on("fear")
def _bears_up(table: Table, dice: Dice, outcome: Outcome, told: Mapping[str, Json]) -> None:
    """Judge the push of a roll against fear; a success throws fear off (DRB-003)."""
    judge(table, fear_check(table, table.actor), outcome)
    if outcome.success:
        shake_off(table, table.actor)


def is_afraid(sheet: Sheet) -> bool:
    """Whether a condition of fear is on the sheet."""
    return any(sheet.has(name) for name, _ in LASTING.values())


def shake_off(table: Table, who: str) -> None:
    """End the conditions of fear."""
    sheet = table.sheet(who)
    table.happen(*(ConditionEnded(who, name) for name, _ in LASTING.values() if sheet.has(name)))


@dataclass(frozen=True, slots=True)
class Frighten(ByGameMaster):
    """Face something terrible: roll WIL, and be in the grip of fear on a failure (D-6)."""

    name: ClassVar[str] = "peril.fear"
    label: ClassVar[str] = "Fear"
    has_odds: ClassVar[bool] = True

    boons: int = number("Boons", most=MOST_BY_HAND, default=0)
    banes: int = number("Banes", most=MOST_BY_HAND, default=0)

    def odds(self, table: Table) -> Odds:
        if COOL in table.me.memo:
            return Odds("A cool head: this fright does nothing.", (Chance("success", "nothing happens", 1.0),))
        return odds_of(table, fear_check(table, table.actor, self.boons, self.banes))

    def perform(self, table: Table, dice: Dice) -> None:
        frighten(table, dice, table.actor, "fear", self.boons, self.banes)


@dataclass(frozen=True, slots=True)
class ShakeOff(OnSheet):
    """Pull oneself together: a WIL roll for the frozen and the fleeing (D-6)."""

    name: ClassVar[str] = "peril.courage"
    label: ClassVar[str] = "Shake off fear"
    has_odds: ClassVar[bool] = True

    @classmethod
    def possible(cls, table: Table) -> None:
        OnSheet.possible(table)
        if not is_afraid(table.me):
            raise NotNow("Fear has no hold on them. There is nothing to shake off.")

    def odds(self, table: Table) -> Odds:
        return odds_of(table, fear_check(table, table.actor))

    def perform(self, table: Table, dice: Dice) -> None:
        check = fear_check(table, table.actor)
        outcome = roll(table, dice, check, f"courage: {check.words}", "fear", {"source": "fear"})
        judge(table, check, outcome)
        if outcome.success:
            shake_off(table, table.actor)
