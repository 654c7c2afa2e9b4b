"""Belongings when the story begins: things that chapters gave, and things that the money bought (D-4, D-5, D-6)."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from rules.engine.kernel import Item, OwnBook, lying_open
from rules.systems.sda.content import compendium
from rules.systems.sda.content.house_rules import creation
from rules.systems.sda.content.life_entries import Chapter
from rules.systems.sda.content.life_parts import Belonging
from rules.systems.sda.content.money import in_coins
from rules.systems.sda.creation.life.life import Life
from rules.systems.sda.creation.life.new_sheet import item_from

#: The shops in which things are bought: section of the compendium and label.
SHOPS = {"weapons": "Weapons", "armour": "Armour", "gear": "Gear"}


def given(life: Life) -> Iterator[tuple[str, Chapter, Belonging]]:
    """The belongings that chapters give, with a name of its own for each, and its chapter; none in the short form."""
    if life.short:
        return
    times = Counter[str]()
    for chapter in life.chapters:
        times[chapter.key] += 1
        again = times[chapter.key] if times[chapter.key] > 1 else ""
        for number, belonging in enumerate(chapter.belongings):
            yield f"{chapter.key}{again}.{number}", chapter, belonging


def picks(life: Life) -> Iterator[tuple[str, Chapter, Belonging]]:
    """The belongings given of which one of several things is to be chosen, as in :func:`given`."""
    return (one for one in given(life) if len(one[2].one_of) > 1)


def taken(life: Life) -> Iterator[tuple[str, int]]:
    """Every thing that is given and its count; of several the first, unless another was chosen."""
    chosen = dict(value.split("/", 1) for value in (life.choices.get("equipment") or {}).get("gifts", ()))
    for slot, _, belonging in given(life):
        picked = chosen.get(slot, "")
        yield picked if picked in belonging.one_of else belonging.one_of[0], belonging.count


def wares() -> Mapping[str, int]:
    """The prices, in copper, of everything that has one, by section and key ("weapons.spear")."""
    return _wares(lying_open())


def on_sale(section: str, held: Collection[str] = ()) -> Mapping[str, int]:
    """The prices, in copper, of the wares of a shop; those that a campaign keeps back only if they are ``held``."""
    shop, book = f"{section}.", lying_open()
    return {
        ware: price
        for ware, price in wares().items()
        if ware.startswith(shop) and (ware in held or book.offers(ware.removeprefix(shop)))
    }


@lru_cache(maxsize=16)
def _wares(book: OwnBook) -> Mapping[str, int]:
    prices: dict[str, int | None] = {
        **{f"weapons.{key}": one.price for key, one in compendium.weapons().items()},
        **{f"armour.{key}": one.price for key, one in compendium.armour().items()},
        **{f"gear.{key}": one.price for key, one in compendium.gear().items()},
    }
    return {ware: price for ware, price in prices.items() if price}


def copper_given(life: Life) -> int:
    """The money that the life gave, in copper, before anything is bought (D-6, D-12)."""
    if life.short:
        return creation.MONEY.number(life.house_rules) * compendium.coins()["gold"].copper
    return sum(chapter.copper for chapter in life.chapters)


def bought(life: Life) -> tuple[str, ...]:
    return tuple(ware for ware in (life.choices.get("equipment") or {}).get("bought", ()) if ware in wares())


def copper_left(life: Life) -> int:
    return copper_given(life) - sum(wares()[ware] for ware in bought(life))


def outfit(life: Life) -> dict[str, Item]:
    """The things and coins of a new sheet, by key; the first weapon is in hand, armour is worn."""
    items: dict[str, Item] = {}
    for thing, count in (*taken(life), *((ware, 1) for ware in bought(life))):
        key, item = _item(thing)
        items[key] = replace(item, count=count + (items[key].count if key in items else 0))
    armed = next((key for key, item in items.items() if item.kind == "weapon"), "")
    in_use = {key: replace(one, in_use=one.kind == "armour" or key == armed) for key, one in items.items()}
    return in_use | {key: replace(item_from("coins", key), count=n) for key, n in in_coins(copper_left(life)).items()}


def thing_name(thing: str) -> str:
    return _item(thing)[1].name


def _item(thing: str) -> tuple[str, Item]:
    section, dot, key = thing.partition(".")
    if dot and section in SHOPS:
        return key, item_from(section, key)
    return "".join(sign if sign.isalnum() else "_" for sign in thing.casefold()), Item(thing, "gear")
