"""A fight laid out for tests: people on the board, cards in their hands, and helpers that let them act."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules import codec
from rules.engine.kernel import (
    Combatant,
    Command,
    Dice,
    Encounter,
    Judged,
    Resource,
    Rung,
    Sheet,
    Table,
    TypedDice,
    commands,
)
from rules.engine.odds import Odds
from rules.systems.dragonbane.commands import COMMANDS
from rules.systems.dragonbane.fight.base import show

ATTRIBUTES = ("str", "con", "agl", "int", "wil", "cha")


def hero(name: str, *, hp: int = 12, ferocity: int = 0, kind: str = "character", **skills: int) -> Sheet:
    """A sheet with 10 in every attribute and 10 metres of movement; skills by name."""
    body = {"movement": 10, **({"ferocity": ferocity} if ferocity else {})}
    ranks = {"attribute": dict.fromkeys(ATTRIBUTES, 10), "skill": dict(skills), "body": body}
    return Sheet(name, kind, ranks, resources={"hp": Resource(hp, hp), "wp": Resource(10, 10)})


def fight(sheets: Mapping[str, Sheet], order: Sequence[str], foes: Sequence[str] = ("foe",)) -> Table:
    """A fight in its first round: cards 1, 2 ... in that order, everybody two metres from the next one."""
    stands = {who: Combatant("foes" if who in foes else "party", x=2.0 * at) for at, who in enumerate(sheets)}
    ladder = [Rung(f"{who}/1", who, at) for at, who in enumerate(order, 1)]
    table = Table(dict(sheets), Encounter("fighting", 1, ladder[0].key, ladder, stands), actor=order[0])
    for who in sheets:
        show(table, who)
    table.facts.clear()
    return table


def command_of(name: str, **chosen: Any) -> Command:
    """A command by its name."""
    return codec.command_from(next(kind for kind in COMMANDS if kind.name == name), chosen)


def do(table: Table, who: str, name: str, dice: Mapping[str, list[int]] | Dice | None = None, **chosen: Any) -> Table:
    """Let somebody give a command, with dice that fell; an ask that is open for them is answered."""
    table.actor = who
    given = command_of(name, **_with_ask(table, name, chosen))
    thrown = TypedDice(dict(dice or {})) if isinstance(dice, Mapping) or dice is None else dice
    commands.perform(given, table, thrown)
    if isinstance(thrown, TypedDice):
        thrown.all_used()
    return table


def odds(table: Table, who: str, name: str, **chosen: Any) -> Odds:
    """The odds that a command foretells."""
    table.actor = who
    found = commands.foretell(command_of(name, **_with_ask(table, name, chosen)), table)
    assert found is not None
    return found


def _with_ask(table: Table, name: str, chosen: dict[str, Any]) -> dict[str, Any]:
    asks = table.asks_for(table.actor, name)
    return {"ask": asks[0].key, **chosen} if asks else chosen


def judged(table: Table) -> Judged:
    """The last verdict."""
    return next(fact for fact in reversed(table.facts) if isinstance(fact, Judged))
