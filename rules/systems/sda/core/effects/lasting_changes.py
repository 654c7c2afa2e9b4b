"""Changes that a lasting spell makes to whoever bears it, and how they are taken back (D-9).

They are remembered in plain values beside the condition that shows the spell, so that all comes back just as it was,
whatever has become of the spell since.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from rules.engine.kernel import (
    Condition,
    ConditionEnded,
    ConditionSet,
    Item,
    ItemLost,
    ItemSet,
    Json,
    RankChanged,
    Sheet,
    Table,
)
from rules.systems.sda.core.effects.magic_entries import Mark, Sway
from rules.systems.sda.core.effects.spell_entries import Spell
from rules.systems.sda.core.person import BODY, SIZES, WAYS, speed_of

#: Types of damage that spells protect from: points, blades and blows.
BLOWS = ("piercing", "cutting", "bludgeoning")
#: Protection of somebody who is immune.
WHOLLY = 99
#: The condition of whoever has a light; its level is how far it shines brightly.
LIT = "light"
#: Claws that grow on hands (D-9): they do strength and 2, cutting, with brawling.
CLAWS = "claws"
_OF_CLAWS: dict[str, Json] = {
    "skills": {"brawling": 0},
    "attribute": "",
    "bands": {"close": 0},
    "increment": 0,
    "damage_attribute": "strength",
    "damage_bonus": 2,
    "damage_both_hands": 0,
    "damage_die": "0",
    "types": {"cutting": 0},
    "encumbrance": 0,
    "specials": [],
    "shield": 0,
    "reload_skill": "",
    "reload_difficulty": 1,
    "reload_tests": 1,
    "ammunition": [],
}


def leave(table: Table, who: str, condition: Condition, spell: Spell, hits: int) -> dict[str, Json]:
    """Make the changes of a spell to somebody, and return its work: all that is needed to take them back."""
    mark = spell.mark
    found: dict[str, Json] = {}
    if ranks := [*_attributes(table.sheet(who), mark, hits), *_body(table.sheet(who), mark, hits)]:
        table.happen(*(RankChanged(who, kind, name, by) for kind, name, by in ranks))
        found["ranks"] = [list(rank) for rank in ranks]
    if things := _things(condition, mark, hits):
        table.happen(*(ItemSet(who, key, item) for key, item in things.items()))
        found["items"] = list(things)
    if metres := mark.shines + mark.shines_per_hit * hits:
        found["light"] = _shine(table, who, condition, metres)
    if sways := [_as_told(one, hits) for one in mark.sways]:
        found["sways"] = sways
    plain = {"guards": mark.guards, "stores": mark.stores, "dread": mark.dread}
    more = {"quickens": mark.quickens, "softens": mark.softens}
    found |= {name: value for name, value in {**plain, **more}.items() if value}
    if mark.wards:
        found["wards"] = {kind: dice * hits for kind, dice in mark.wards.items()}
    return found


def wipe(table: Table, who: str, work: Mapping[str, Any]) -> None:
    """Take back all changes that a work remembers."""
    for kind, name, by in _ranks_of(work):
        table.happen(RankChanged(who, kind, name, -by))
    for key in (*work.get("items", ()), work.get("item")):
        if key in table.sheet(who).items:
            table.happen(ItemLost(who, key))
    light = table.sheet(who).conditions.get(LIT)
    if light is not None and work.get("light") and light.source == work["light"]:
        table.happen(ConditionEnded(who, LIT))
    if "weapon" in work:
        _as_it_was(table, who, *work["weapon"])


def _ranks_of(work: Mapping[str, Any]) -> list[tuple[str, str, int]]:
    ranks = [(str(kind), str(name), int(by)) for kind, name, by in work.get("ranks", ())]
    # Spells cast before spells did more than raise one attribute.
    return [*ranks, ("attribute", work["attribute"], work["points"])] if work.get("attribute") else ranks


def _as_it_was(table: Table, who: str, key: str, entry: str, stats: dict[str, Json]) -> None:
    item = table.sheet(who).items.get(key)
    if item is not None:
        table.happen(ItemSet(who, key, replace(item, entry=entry, stats=stats)))


# -- attributes, body, things -----------------------------------------------------------------------------------------


def _attributes(sheet: Sheet, mark: Mark, hits: int) -> Iterator[tuple[str, str, int]]:
    """Changes of attributes, as kind, name and by how much: raised for each hit, or held down."""
    for name, each in mark.raises.items():
        if each * hits:
            yield "attribute", name, each * hits
    for name, most in mark.caps.items():
        if sheet.rank("attribute", name) > most:
            yield "attribute", name, most - sheet.rank("attribute", name)


def _body(sheet: Sheet, mark: Mark, hits: int) -> Iterator[tuple[str, str, int]]:
    """Changes of the body, as kind, name and by how much: wings, a creeping mist, sizes as far as there are any."""
    growth = mark.growth
    if growth is None:
        return
    if growth.flies and (faster := growth.flies * speed_of(sheet) - speed_of(sheet, "fly")) > 0:
        yield BODY, WAYS["fly"], faster
    if growth.crawls:
        yield from ((BODY, name, to - sheet.rank(BODY, name)) for name, to in _crawling(growth.crawls).items())
    if larger := min(growth.larger(hits), len(SIZES) - 1 - sheet.rank(BODY, "size")):
        yield BODY, "size", larger


def _crawling(metres: int) -> dict[str, int]:
    return {name: metres if way == "float" else 0 for way, name in WAYS.items()}


def _things(condition: Condition, mark: Mark, hits: int) -> dict[str, Item]:
    """Items that a spell puts on somebody, or into their hand, by key."""
    found = {}
    kinds = dict.fromkeys(BLOWS, mark.protects * hits) if mark.protects else dict.fromkeys(mark.immune, WHOLLY)
    if any(kinds.values()):
        stats: dict[str, Json] = {"protection": kinds, "encumbrance": 0}
        found[condition.name] = Item(str(condition.label), "armour", in_use=True, stats=stats)
    if mark.arm:
        entry, stats = ("", dict(_OF_CLAWS)) if mark.arm == CLAWS else (mark.arm, {"encumbrance": 0})
        found[f"{condition.name}_arm"] = Item(str(condition.label), "weapon", entry, in_use=True, stats=stats)
    return found


def _shine(table: Table, who: str, condition: Condition, metres: int) -> str:
    """Put a light around somebody who has none; returns the name of the spell's condition, which the light keeps."""
    if not table.sheet(who).has(LIT):
        table.happen(ConditionSet(who, Condition(LIT, f"{condition.label}, light", metres, condition.name)))
    return condition.name


def _as_told(sway: Sway, hits: int) -> dict[str, Json]:
    each = hits if sway.per_hit else 1
    told: dict[str, Json] = {
        "skills": list(sway.skills),
        "attributes": list(sway.attributes),
        "dice": sway.dice * each,
        "mos": sway.mos * each,
        "how": sway.how,
        "focus": sway.focus,
        "when": sway.when,
    }
    return {name: value for name, value in told.items() if value}
