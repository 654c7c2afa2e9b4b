"""Things and money that a campaign's own parts of a life give, and the check that all of its shelves share."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.engine.content.entries import Entry
from rules.engine.content.homebrew import Told, each, many, number, under, words
from rules.engine.content.reader import DataError
from rules.engine.kernel import Json, Refused
from rules.systems.sda.content import compendium
from rules.systems.sda.content.life_entries import Chapter
from rules.systems.sda.creation.life.belongings import SHOPS


def fitting(make: Callable[[], Entry]) -> Entry:
    """The entry that ``make`` makes, checked as data files are; refused where its figures do not fit together."""
    try:
        return make()
    except DataError as error:
        told = str(error).partition(": ")[2]
        raise Refused(f"That does not fit together: {told}.") from error


def _things() -> Mapping[str, str]:
    """The names of all things that are made, by section and key: "weapons.spear", "gear.rope"."""
    found: dict[str, Mapping[str, Any]] = {
        "weapons": {key: one for key, one in compendium.weapons().items() if not one.natural},
        "armour": compendium.armour(),
        "gear": compendium.gear(),
    }
    return {
        f"{section}.{key}": one.name for section in SHOPS for key, one in compendium.offered(found[section]).items()
    }


BELONGINGS = under(
    "What it gives",
    each("things", "Belongings, and how many", _things, least=1, most=99),
    many("one_thing", "And one of these", _things),
    words("also", "And whatever has no entry", most=400, long=True, help='A line for each, as in "3 × candles"'),
    number("copper", "Money", most=1_000_000, unit="copper"),
)


def refuse_full_stops(told: Told) -> None:
    """Refuse full stops in things without an entry: a full stop tells a section from the entry in it."""
    if "." in told["also"]:
        raise Refused("A line for each thing, without full stops.", "also")


def told_of_belongings(one: Chapter) -> dict[str, Json]:
    """The figures of the things and money that a chapter of the game gives."""
    among = [belonging for belonging in one.belongings if len(belonging.one_of) > 1]
    sure = {belonging.one_of[0]: belonging.count for belonging in one.belongings if len(belonging.one_of) == 1}
    filed = {thing: count for thing, count in sure.items() if thing.partition(".")[0] in SHOPS}
    plain = [f"{count} × {thing}" if count > 1 else thing for thing, count in sure.items() if thing not in filed]
    return {
        "things": filed,
        "one_thing": list(among[-1].one_of) if among else [],
        "also": "\n".join(plain),
        "copper": one.copper,
    }
