"""What is still to come of something that asks interrupted: the rest of a walk, the next attack of opportunity.

The steps wait in the scene's memo ``to_come`` and go on as soon as no ask is open. Each step is a plain dictionary:
``{"do": "stand", "who", "x", "y", "facing"}`` or ``{"do": "opportunity", "by", "on", "why"}``.
"""

from rules.engine.facts import Moved, SceneMemoKept
from rules.engine.ground import distance
from rules.engine.sheets import Json
from rules.engine.table import Table
from rules.engine.turns import knows_of
from rules.systems.sda.fight.arms import best_arm
from rules.systems.sda.fight.budgets import used
from rules.systems.sda.fight.ground import side_of
from rules.systems.sda.fight.state import HELD, is_able

TO_COME = "to_come"
Step = dict[str, Json]


def steps(table: Table) -> list[Step]:
    return list(table.scene.memo.get(TO_COME, []))


def keep(table: Table, to_come: list[Step]) -> None:
    if to_come != steps(table):
        table.happen(SceneMemoKept(TO_COME, to_come or None))


def then(table: Table, *more: Step) -> None:
    """Add to what is to come."""
    keep(table, [*steps(table), *more])


def forget(table: Table, who: str) -> None:
    """Whoever leaves has nothing to come any more."""
    keep(table, [step for step in steps(table) if who not in (step.get("who"), step.get("by"), step.get("on"))])


def carry_on(table: Table) -> None:
    """Go on with what is to come until an ask interrupts it."""
    while not table.scene.asks and (to_come := steps(table)):
        keep(table, to_come[1:])
        _take(table, to_come[0])


def _take(table: Table, step: Step) -> None:
    if step["do"] == "stand":
        _stand(table, step)
    elif may_strike(table, step["by"], step["on"]):
        ask_for_opportunity(table, step["by"], step["on"], step["why"])


def _stand(table: Table, step: Step) -> None:
    """A walk ends where somebody falls or is held."""
    who = step["who"]
    sheet = table.sheet(who)
    if who in table.scene.combatants and not any(sheet.has(condition) for condition in HELD):
        table.happen(Moved(who, step["x"], step["y"], step["facing"]))


def may_strike(table: Table, by: str, on: str) -> bool:
    """Whether an attack of opportunity is open: able, not yet used, in reach and in sight (SDA-225, SDA-226)."""
    if not (is_able(table, by) and on in table.scene.combatants and not table.sheet(on).has("dead")):
        return False
    if table.combatant(by).hidden or not knows_of(table, by, on) or used(table, by).opportunity:
        return False
    return distance(table, by, on) <= reach_of(table, by) and side_of(table, by, on) != "rear"


def reach_of(table: Table, who: str) -> float:
    """How far the weapon that somebody fights with reaches."""
    return best_arm(table, who).reach


def ask_for_opportunity(table: Table, by: str, on: str, why: str) -> None:
    title = f"{table.name(on)} {why}: strike?"
    table.ask(by, title, "opportunity.take", "opportunity.pass", target=on, why=why)
