"""Choices of fields that several commands share: skills, attributes, modes, people."""

from rules.engine.fight.turns import others_known
from rules.engine.kernel.commands import Choice
from rules.engine.kernel.sheets import Sheet
from rules.engine.kernel.table import Table
from rules.systems.kaos import library
from rules.systems.kaos.trials import own_score

MODES = (
    Choice("standard", "Standard", "one d100"),
    Choice("easy", "Easy", "the lower of two"),
    Choice("hard", "Hard", "the higher of two"),
)


def skill_choices(sheet: Sheet) -> tuple[Choice, ...]:
    """Every skill with its score; one of 0 says that it cannot be attempted."""
    return tuple(Choice(one.key, one.name, _score(sheet, one.key)) for one in library.skills().values())


def attribute_choices(sheet: Sheet) -> tuple[Choice, ...]:
    """The six attributes with their scores."""
    return tuple(Choice(one.key, one.name, str(own_score(sheet, one.key))) for one in library.attributes().values())


def _score(sheet: Sheet, key: str) -> str:
    return str(own_score(sheet, key) or "cannot be attempted")


def people(table: Table) -> tuple[Choice, ...]:
    """Everybody but the actor: in a fight those whom they know of, else the whole cast."""
    in_fight = table.encounter is not None and table.actor in table.encounter.combatants
    known = {who: table.name(who) for who in others_known(table, table.actor)} if in_fight else table.cast
    return tuple(Choice(who, name) for who, name in known.items() if who != table.actor)
