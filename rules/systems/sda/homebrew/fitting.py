"""The check that the shelves of a campaign's own share."""

from collections.abc import Callable

from rules.engine.content.entries import Entry
from rules.engine.kernel.refusals import Refused
from rules.systems.sda.reading import CompendiumError


def fitting(make: Callable[[], Entry]) -> Entry:
    """The entry that ``make`` makes, checked as data files are; refused where its figures do not fit together."""
    try:
        return make()
    except CompendiumError as error:
        told = str(error).partition(": ")[2]
        raise Refused(f"That does not fit together: {told}.") from error
