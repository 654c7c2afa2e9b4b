"""Forecasts in tests: the fights of a game's demo, played at both tables, and what each leaves behind as one text."""

from typing import Any

from combat.scenarios.given import merge
from rules import codec
from rules.engine.forecast import Plan, Setting
from rules.engine.forecast.playing import Ending, Fight, at_once
from rules.engine.forecast.rehearsal import Stage
from rules.engine.kernel import Encounter, Joined, Sheet, Table, commands
from rules.engine.system.protocol import System

#: Squares between the lines at the beginning.
APART = 4
#: What the demo says of a character besides what stands on the sheet.
ABOUT = ("key", "name", "player")


def demo_plan(
    system: System, seed: str, party: str = "advised", foes: str = "aggressive", fight: str = "", *creatures: str
) -> Plan:
    """A fight of the demo, by its key, or the party against some creatures."""
    told: Any = system.demo()
    found = next((one for one in told["encounter"] if one["key"] == fight), None)
    there = creatures or tuple(one["creature"] for one in found["creatures"] if found)
    assert system.tactics is not None
    setting = facing(system, party_of(system), {f"foe{at}": system.creature(key) for at, key in enumerate(there)})
    return Plan(setting, system, system.tactics, {"party": party, "foes": foes}, seed)


def party_of(system: System) -> dict[str, Sheet]:
    """The demo's characters."""
    told: Any = system.demo()
    return {one["key"]: _character(system, one) for one in told["character"]}


def _character(system: System, told: dict[str, Any]) -> Sheet:
    sheet = system.fresh_sheet(told["name"])
    merge(system, sheet, {name: value for name, value in told.items() if name not in ABOUT})
    return sheet


def facing(system: System, party: dict[str, Sheet], foes: dict[str, Sheet], apart: int = APART) -> Setting:
    """Two lines that look at each other, so many squares apart."""
    table = Table({**party, **foes}, Encounter(), {}, "", system.rank_range)
    for line, (side, people) in enumerate((("party", party), ("foes", foes))):
        for at, who in enumerate(people):
            place = system.square * at, system.square * apart * line
            table.happen(Joined(who, side, False, *place, 180 * line))
    return Setting.of(table)


def duel_of(system: System, mine: Sheet, theirs: Sheet, policy: str = "aggressive", seed: str = "duel") -> Plan:
    """Two who stand next to each other, Rook and Boris."""
    assert system.tactics is not None
    setting = facing(system, {"rook": mine}, {"boris": theirs}, apart=1)
    return Plan(setting, system, system.tactics, {"party": policy, "foes": policy}, seed)


# -- both tables -------------------------------------------------------------------------------------------------------


def play_at_ordinary_table(plan: Plan, number: int) -> tuple[Ending, str]:
    """The fight as people would play it: an ordinary table, every check, every sentence."""
    setting = plan.setting.after()
    table = Table(dict(setting.sheets), setting.encounter, setting.house_rules, "", plan.system.rank_range)
    ending = Fight(plan, table, plan.dice(number), commands.perform).play_out()
    return ending, remains_as_text(table)


class Rehearsed:
    """The fights of a plan at one stage, so that each knows what those before found out."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.stage = plan, Stage(plan.setting, plan.system.rank_range, plan.tactics.bonds)

    def play(self, number: int) -> tuple[Ending, str]:
        table = self.stage.table()
        ending = Fight(self.plan, table, self.plan.dice(number), at_once).play_out()
        return ending, remains_as_text(table)


def remains_as_text(table: Table) -> str:
    """The remains of a fight as text, without experience, shown budgets and numbers of asks, as in a forecast."""
    sheets = {who: Sheet(**{**_fields(sheet), "experience": {}}) for who, sheet in table.sheets.items()}
    scene = table.scene
    for place in scene.combatants.values():
        place.budgets = {}
    asks = [(ask.to, ask.title, list(ask.commands), ask.known) for ask in scene.asks.values()]
    kept = Encounter(scene.stage, scene.round, scene.turn, scene.ladder, scene.combatants, memo=scene.memo)
    return codec.dump({"sheets": sheets, "scene": kept, "asks": asks})


def _fields(sheet: Sheet) -> dict[str, object]:
    return {name: getattr(sheet, name) for name in Sheet.__dataclass_fields__}
