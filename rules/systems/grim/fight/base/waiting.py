"""Functions that go on once nothing has to be decided, such as a walk that an opportunity attack interrupted."""

from collections.abc import Callable

from rules.engine.kernel import Table

Waits = Callable[[Table], None]
#: Functions that take up what waited, if it can go on.
AFTER: list[Waits] = []


def waits(goes_on: Waits) -> Waits:
    """Enter a function that takes up what waited."""
    AFTER.append(goes_on)
    return goes_on


def go_on(table: Table) -> None:
    """Take up everything that waited, as soon as nothing has to be decided."""
    for goes_on in AFTER:
        goes_on(table)
