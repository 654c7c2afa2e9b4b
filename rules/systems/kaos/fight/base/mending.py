"""Hit points that dice give back: by potion, spell or tended wound; luck throws them again (PCT-037, PCT-045)."""

from collections.abc import Mapping
from typing import Any

from rules.engine.kernel.amounts import amount, distribution, throw
from rules.engine.kernel.dice import Dice
from rules.engine.kernel.facts import MemoKept, Told
from rules.engine.kernel.refusals import NotNow
from rules.engine.kernel.sheets import Json, Sheet
from rules.engine.kernel.table import Table
from rules.engine.kernel.words import counted
from rules.engine.odds import Chance, Distribution, Odds, at_least, in_words, mapped
from rules.systems.kaos.core import health
from rules.systems.kaos.core.trials import LAST, forget
from rules.systems.kaos.fight.base.harm import fallen

#: The key of the dice in the memory of a last roll that gave hit points back.
DICE = "dice"


def given_by(sheet: Sheet, written: str) -> Distribution:
    """The distribution of hit points that dice give back, none beyond those lacking; 0 if healing fails (PCT-045)."""
    lack = 0 if health.healing_hindrance(sheet) else health.lack(sheet)
    return mapped(distribution(amount(written)), lambda fell: min(fell, lack))


def mend(table: Table, dice: Dice, by: str, patient: str, written: str, purpose: str, reason: str) -> int:
    """Throw dice, and give back as many hit points; how many were given. The thrower may re-roll them (PCT-037)."""
    hindered = health.healing_hindrance(table.sheet(patient))
    fell = throw(table, dice, by, purpose, amount(written))
    given = health.heal(table, patient, fell, reason)
    if hindered:
        forget(table, by)
    else:
        _remember(table, by, {DICE: written, "patient": patient, "reason": reason, "given": given}, again=False)
    return given


def _remember(table: Table, by: str, data: dict[str, Json], *, again: bool) -> None:
    noted = {"name": f"Healing {data[DICE]}", "success": False, "then": "", "data": data, "again": again}
    table.happen(MemoKept(by, LAST, noted))


def is_mending(last: Mapping[str, Any]) -> bool:
    """Whether the last roll was of dice that gave hit points back."""
    return DICE in last["data"]


def refuse_needless(table: Table, last: Mapping[str, Any]) -> None:
    """Refuse a re-roll when nothing more can be given back."""
    if hindrance := health.healing_hindrance(table.sheet(last["data"]["patient"])):
        raise NotNow(hindrance)


def mend_again(table: Table, dice: Dice, last: Mapping[str, Any], purpose: str) -> None:
    """Throw the healing dice of the last roll again: the second throw counts, even if it is less (PCT-037)."""
    data, by = last["data"], table.actor
    patient, reason, before = str(data["patient"]), str(data["reason"]), int(data["given"])
    fell = throw(table, dice, by, purpose, amount(data[DICE]))
    more = health.heal(table, patient, fell - before, reason) if fell > before else fell - before
    if more < 0:
        health.hurt(table, patient, -more, reason, past_temporary=True)
        if table.encounter is not None:
            fallen(table, patient)
    points = counted(before + more, "hit point", "hit points")
    table.happen(Told((patient,), f"{{0}} regains {points} instead of {before}."))
    _remember(table, by, {**data, "given": before + more}, again=True)


def odds_of_mending(last: Mapping[str, Any], price: int) -> Odds:
    """The odds that a second throw gives more, or less, than the first one gave."""
    fall, before = distribution(amount(last["data"][DICE])), int(last["data"]["given"])
    more, less = at_least(fall, before + 1), sum(fall[:before])
    listed = Chance("more", f"more than {before}", more), Chance("less", f"less than {before}", less)
    said = f"{in_words(more).capitalize()} to give more than {before}, for {price} AP"
    return Odds(said, listed, fall, "hit points rolled")
