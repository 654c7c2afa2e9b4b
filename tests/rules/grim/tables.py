"""Tables to test at: average people with just the ranks that matter, and dice that were typed."""

from dataclasses import replace
from typing import Any

from rules.engine.kernel import (
    Command,
    Encounter,
    Joined,
    Json,
    Judged,
    LadderSet,
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
from rules.engine.odds import Odds
from rules.systems.grim import GRIM


def hero(name: str = "Anna", *weapons: str, fortune: int = 0, **ranks: dict[str, int]) -> Sheet:
    """An average person with these ranks, by kind, and weapons in hand."""
    sheet = GRIM.fresh_sheet(name)
    for kind, given in ranks.items():
        sheet.ranks.setdefault(kind, {}).update(given)
    for key in weapons:
        sheet.items[key] = replace(GRIM.item("weapons", key), in_use=True)
    sheet.resources["fortune"].now = fortune
    sheet.resources["fate"].now = 0
    return sheet


def table(house_rules: dict[str, Json] | None = None, **sheets: Sheet) -> Table:
    """A table where the first of the sheets acts."""
    return Table(dict(sheets), None, house_rules, next(iter(sheets)), GRIM.rank_range)


def fight(mine: Sheet, theirs: Sheet, *, far: int = 1, house_rules: dict[str, Json] | None = None) -> Table:
    """A table on which "me" has the turn in a fight with "foe", so many yards away."""
    at = Table({"me": mine, "foe": theirs}, Encounter(), house_rules, "me", GRIM.rank_range)
    at.happen(Joined("me", "party"), Joined("foe", "foes", y=float(far)), StageSet("fighting"))
    rungs = tuple(Rung(f"{who}/whole", who, place, "whole") for who, place in (("me", 9), ("foe", 5)))
    at.happen(LadderSet(rungs), RoundBegan(1), TurnBegan("me/whole"))
    return at


def act(at: Table, command: Command, *faces: int, **others: list[int]) -> None:
    """Perform a command with these faces of the actor's, and of others; none may be missing or left over."""
    dice = TypedDice({at.actor: list(faces), **others})
    perform(command, at, dice)
    dice.all_used()
    GRIM.keep_up(at)


def odds(at: Table, command: Command) -> Odds:
    """The odds of a command, which must have some."""
    told = foretell(command, at)
    assert told is not None
    return told


def chance(told: Odds, name: str) -> float:
    """The probability of one of the chances."""
    return next(one.probability for one in told.chances if one.name == name)


def judged(at: Table) -> dict[str, Any]:
    """The last verdict, with its numbers."""
    fact = next(fact for fact in reversed(at.facts) if isinstance(fact, Judged))
    return {"verdict": fact.verdict, "hits": fact.hits, **fact.numbers}
