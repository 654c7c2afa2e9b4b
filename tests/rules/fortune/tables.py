"""Tables to test at: beginners with just the figures that matter, creatures, and dice that were typed."""

from typing import Any

from rules import codec
from rules.engine.kernel import (
    Command,
    Encounter,
    Json,
    Judged,
    LadderSet,
    Resource,
    RoundBegan,
    Rung,
    Sheet,
    StageSet,
    Table,
    TurnBegan,
    TypedDice,
    foretell,
)
from rules.engine.kernel.commands import perform
from rules.engine.kernel.facts import Joined
from rules.engine.odds import Odds
from rules.engine.system.protocol import command_named
from rules.systems.fortune import FORTUNE


def hero(name: str = "Rook", favour: int = 0, **stats: int) -> Sheet:
    """A beginner with these stats, unhurt."""
    sheet = FORTUNE.fresh_sheet(name)
    sheet.ranks["stat"].update(stats)
    FORTUNE.keep_up(Table({"it": sheet}, actor="it"))
    for pool in ("health", "stamina"):
        sheet.resources[pool].now = sheet.resources[pool].most
    sheet.resources["favour"] = Resource(favour, 1)
    return sheet


def creature(armour: int = 12, counter: int = 7, attack: int = 4, health: int = 60, damage: str = "1d6+3") -> Sheet:
    """A creature with these figures."""
    sheet = FORTUNE.creature("bandit_cutpurse")
    sheet.ranks["body"].update(armour=armour, counter=counter, attack=attack)
    sheet.resources["health"] = Resource(health, health)
    sheet.items["attack"].stats["damage"] = damage
    return sheet


def table(house_rules: dict[str, Json] | None = None, **sheets: Sheet) -> Table:
    """A table where the first of the sheets acts."""
    return Table(dict(sheets), None, house_rules, next(iter(sheets)), FORTUNE.rank_range)


def fight(house_rules: dict[str, Json] | None = None, **sheets: Sheet) -> Table:
    """A fight: the first is of the party and acts, every other one is a foe; all stand within 5 ft."""
    at = Table(dict(sheets), Encounter(), house_rules, next(iter(sheets)), FORTUNE.rank_range)
    for number, who in enumerate(sheets):
        at.happen(Joined(who, "foes" if number else "party", False, float(number % 2), float(number // 2)))
    rungs = tuple(Rung(f"{who}/whole", who, 2 - bool(number), "whole") for number, who in enumerate(sheets))
    at.happen(StageSet("fighting"), RoundBegan(1), LadderSet(rungs), TurnBegan(rungs[0].key))
    FORTUNE.keep_up(at)
    return at


def command(name: str, at: Table, **chosen: Any) -> Command:
    """A command by its name; an ask that it answers is the first that waits."""
    asks = at.asks_for(at.actor, name)
    given = {"ask": asks[0].key, **chosen} if asks else chosen
    return codec.command_from(command_named(FORTUNE, name), given)


def act(at: Table, who: str, name: str, dice: dict[str, list[int]] | None = None, **chosen: Any) -> None:
    """Let somebody give a command with these faces; none may be missing or left over."""
    there = at.as_actor(who)
    fell = TypedDice(dice or {})
    perform(command(name, there, **chosen), there, fell)
    fell.all_used()
    FORTUNE.keep_up(there)
    refuse_told_totals(there)


#: Numbers of verdicts that are read off a sheet.
OF_SHEETS = {"total", "because", "their_total", "their_because"}


def refuse_told_totals(at: Table) -> None:
    """Totals, and how they came about, are for who may read the sheet, and stand in no sentence."""
    verdicts = [fact for fact in at.facts if isinstance(fact, Judged)]
    assert all(OF_SHEETS & set(one.numbers) <= set(one.private) for one in verdicts)
    assert all(one.private[name] in at.sheets for one in verdicts for name in one.private)


def odds(at: Table, who: str, name: str, **chosen: Any) -> Odds:
    """The odds of a command, which must have some."""
    there = at.as_actor(who)
    told = foretell(command(name, there, **chosen), there)
    assert told is not None
    return told


def chance(told: Odds, name: str) -> float:
    return next(one.probability for one in told.chances if one.name == name)


def judged(at: Table) -> dict[str, Any]:
    """The last verdict, with its numbers."""
    fact = next(fact for fact in reversed(at.facts) if isinstance(fact, Judged))
    return {"verdict": fact.verdict, "hits": fact.hits, **fact.numbers}
