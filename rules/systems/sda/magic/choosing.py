"""What whoever casts may choose: the spell, the art that casts it, and figures that the game master gives (D-9)."""

from typing import Any

from rules.engine.commands import Choice, number
from rules.engine.refusals import Refused
from rules.engine.sheets import Item
from rules.engine.table import Table
from rules.systems.sda.magic.casting import Casting, due
from rules.systems.sda.magic.entries import Spell, Way
from rules.systems.sda.magic.lasting import begun
from rules.systems.sda.magic.ways import (
    AS_PRINTED,
    CHARGES,
    castable,
    cost_words,
    difficulty,
    lack,
    price,
    ready_words,
    way_named,
    ways_of,
)
from rules.systems.sda.skills import SKILLS

MOST_MOS, MOST_COST = 40, 40
OWN_WORD = "−1 as printed; otherwise the game master's word"
#: The vessels that are emptied at once.
ALL_AT_ONCE = ("fumes_phials",)


def field_mos() -> Any:
    return number("Difficulty", least=AS_PRINTED, most=MOST_MOS, default=AS_PRINTED, help=OWN_WORD, at_once=False)


def field_cost() -> Any:
    return number("Cost", least=AS_PRINTED, most=MOST_COST, default=AS_PRINTED, help=OWN_WORD, at_once=False)


def field_charges() -> Any:
    return number("Charges", most=MOST_COST, default=0, help="0 one, or all of a phial", at_once=False)


def spell_choices(table: Table, who: str) -> dict[str, tuple[Choice, ...]]:
    """The spells on a sheet that are open to somebody, and the arts that cast them."""
    listed: list[Choice] = []
    arts: dict[str, None] = {}
    for key, (item, spell) in castable(table, who).items():
        listed.append(Choice(key, item.name, _hint(table, who, item, spell)))
        arts |= {way.skill: None for way in ways_of(table, who, spell)}
    return {"spell": tuple(listed), "way": tuple(Choice(skill, SKILLS[skill].name) for skill in arts)}


def _hint(table: Table, who: str, item: Item, spell: Spell) -> str:
    way = way_named(table, who, item, spell, "")
    rolled = "" if way.pays == "charge" else f"{difficulty(way, AS_PRINTED)} MoS, "
    cannot = lack(table, who, way, item, price(way, AS_PRINTED))
    return f"{rolled}{ready_words(way, item) or cost_words(way)}{': not yet' if cannot else ''}"


def chosen_way(table: Table, who: str, key: str, skill: str) -> tuple[Item, Spell, Way]:
    """The spell on the sheet and the way it is cast; what is being cast goes on as it began."""
    item, spell = castable(table, who)[key]
    work = begun(table.sheet(who))
    if not skill and work.get("key") == key and work.get("skill"):
        skill = str(work["skill"])
    return item, spell, way_named(table, who, item, spell, skill)


def charges_of(item: Item, way: Way, said: int) -> int:
    """How many charges go: as said, or all of what is thrown, or one."""
    held = int(item.stats.get(CHARGES, 0))
    return said or (max(1, held) if way.skill in ALL_AT_ONCE else 1)


def refuse_unpaid(table: Table, cast: Casting, item: Item, charges: int) -> None:
    """Refuse what cannot be paid for now: charges, a focus, or what is due with this roll."""
    owed = charges_of(item, cast.way, charges) if cast.way.pays == "charge" else due(table, cast)
    if not owed and cast.way.pays != "focus":
        return
    if why := lack(table, cast.who, cast.way, item, owed):
        raise Refused(why, "spell")
