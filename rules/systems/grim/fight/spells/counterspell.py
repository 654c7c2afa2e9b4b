"""Counterspells: an Incantation test in place of resistance dispels a spell altogether (GRM-120)."""

from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel import Dice, Reply, Table, Told, plainly
from rules.engine.odds import Odds
from rules.systems.grim.content import library
from rules.systems.grim.core import AVERTED, Known, Outcome, Trial, goes_on, judged, odds_of, risk, trial_for
from rules.systems.grim.fight.base import ap_left, defends, refuse_without_ap, spend_ap
from rules.systems.grim.fight.spells.reach import INCANTATION, SPELL, heavy_armour

#: The spell that whoever counters has to know.
COUNTERSPELL = "dispel_magick"
PRICE = 1
#: The talent with which one counters better, and by how much.
COUNTER_MAGE, BETTER = "counter_mage", 20


def may_counter(table: Table, who: str) -> bool:
    """Whether somebody knows the counterspell, can use it now and has an Action Point (GRM-009, GRM-072, GRM-120)."""
    sheet = table.sheet(who)
    if not sheet.rank(SPELL, COUNTERSPELL) or heavy_armour(sheet) is not None:
        return False
    return defends(table, who) and ap_left(table, who) >= PRICE


def price_against(table: Table, caster: str) -> int:
    """Action Points of a counterspell; the talent of battle magick takes one more."""
    return PRICE + bool(table.sheet(caster).rank("talent", "battle_magick"))


@dataclass(frozen=True, slots=True)
class Counter(Reply):
    """Counter a spell for an Action Point: an Incantation test dispels it, or else it works (GRM-119, GRM-120)."""

    name: ClassVar[str] = "spell.counter"
    label: ClassVar[str] = "Counterspell"
    unasked: ClassVar[str] = "No spell to counter."

    def odds(self, table: Table) -> Odds:
        known = table.open_ask(self.ask, self.name).known
        self._refuse_poor(table, known)
        return odds_of(self._trial(table), "dispel it")

    def perform(self, table: Table, dice: Dice) -> None:
        self._refuse_poor(table, table.open_ask(self.ask, self.name).known)
        known = dict(table.answer(self.ask, self.name).known)
        spend_ap(table, price_against(table, str(known["data"]["caster"])))
        risk(table, dice, self._trial(table), self.name, "spell.countered", known)

    def _trial(self, table: Table) -> Trial:
        better = BETTER if table.me.rank("talent", COUNTER_MAGE) else 0
        return trial_for(table, table.actor, INCANTATION, base=[("Counter-Mage", better)])

    @staticmethod
    def _refuse_poor(table: Table, known: Known) -> None:
        price = price_against(table, str(known["data"]["caster"]))
        refuse_without_ap(table, price, "a counterspell", who=table.actor)


@goes_on("spell.countered")
def _countered(table: Table, dice: Dice, outcome: Outcome, known: Known) -> None:
    """Dispel the spell wholly, or let it work (GRM-119, GRM-120)."""
    table.happen(judged(outcome))
    data = dict(known["data"])
    if outcome.success:
        name = plainly(library.spell_named(str(data["spell"])).name)
        table.happen(Told((outcome.who, str(data["caster"])), f"{{0}} dispels {{1}}’s {name}."))
        return
    AVERTED[str(known["then"])].befalls(table, dice, outcome.who, data)
