"""Ready-made heroes, made by the steps of their game: so each is as legal as one whom somebody makes by hand."""

from collections.abc import Mapping

from rules import codec
from rules.engine.character.creation import Step, is_unmade
from rules.engine.content.entries import Hero
from rules.engine.kernel import Json, Refused, Sheet, Table, TypedDice, unknown
from rules.engine.kernel.commands import perform
from rules.engine.system.protocol import System, started

#: Who acts while a hero is made, and the field that refusals are about.
_WHO = "hero"


def hero_named(system: System, key: str) -> Hero:
    """The hero of a key; refuses one whom the game does not have."""
    known = {hero.key: hero for hero in system.heroes()}
    if key not in known:
        raise unknown("hero", key, known, _WHO)
    return known[key]


def made(system: System, hero: Hero, house_rules: Mapping[str, Json], name: str = "") -> Sheet:
    """The sheet of a hero under these house rules; refuses, with step and field, what they do not allow."""
    table = Table({_WHO: system.unmade_sheet(name or hero.name)}, None, house_rules, _WHO, system.rank_range)
    known = {step.name: step for step in system.steps}
    for wrong in (name for name in (*hero.choices, *hero.dice) if name not in known):
        raise unknown("step", wrong, known, _WHO)
    for step in (step for step in system.steps if step.name in hero.choices):
        try:
            _take(system, table, step, hero)
        except Refused as refused:
            at = f"{step.name}, {refused.field}" if refused.field else step.name
            raise Refused(f"{hero.name} cannot be made here ({at}): {refused.sentence}", _WHO) from refused
    if is_unmade(system.steps, table):
        raise Refused(f"{hero.name} is not ready to play: the last step is missing.", _WHO)
    return table.me


def _take(system: System, table: Table, step: type[Step], hero: Hero) -> None:
    """Take one step as a person would: what is not said stays as its form begins."""
    dice = TypedDice({_WHO: hero.dice.get(step.name, ())})
    given = {**started(system, step, table), **hero.choices[step.name]}
    perform(codec.command_from(step, given), table, dice)
    dice.all_used()
    system.keep_up(table)
