"""What the shelves of a campaign's own share."""

from collections.abc import Callable

from rules.engine.refusals import Refused
from rules.engine.system import Entry
from rules.systems.sda.reading import CompendiumError


def fitting(make: Callable[[], Entry]) -> Entry:
    """An entry that goes through the same door as the data files; refused where its figures do not fit together."""
    try:
        return make()
    except CompendiumError as error:
        told = str(error).partition(": ")[2]
        raise Refused(f"That does not fit together: {told}.") from error
