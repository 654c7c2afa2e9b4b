"""Traits for background points: which can be had, and what stands in the way (D-7)."""

from collections.abc import Sequence

from rules.engine.kernel import Sheet
from rules.systems.sda.content import life_shelf
from rules.systems.sda.content.trait_entries import Need
from rules.systems.sda.creation.life import life_words as words
from rules.systems.sda.creation.life.life import Life
from rules.systems.sda.creation.life.sharing import members
from rules.systems.sda.creation.life.sheet import at_best, reached, side_of


def closed_trait(life: Life, key: str, sheet: Sheet | None = None, among: Sequence[str] = ()) -> str:
    """The sentence that says why a trait cannot be had; empty where it can.

    ``sheet`` is what ranks are looked up on: the one that experience makes at best, unless another is given. What an
    origin offers needs nothing. ``among`` are traits that are taken along with it.
    """
    trait = life_shelf.traits()[key]
    if life.cost_of_trait(key) is None:
        return "Only by birth or earned in play."
    if any(key in chapter.offers for chapter in life.chapters):
        return ""
    held = sheet or at_best(life)
    traits = {*life.traits, *among}
    return next((f"Needs {lack}." for need in trait.needs if (lack := _lack(life, need, held, traits))), "")


def _lack(life: Life, need: Need, sheet: Sheet, traits: set[str]) -> str:
    """The part of a need that is missing, in words; empty where none is, or where only the game master can say."""
    if need.or_event and need.or_event in (life.choices.get("events") or ()):
        return ""
    value = sheet.rank("attribute", need.attribute) if need.attribute else 0
    missing = (
        (need.of and reached(sheet, members(need.of)) < need.rank, words.rank_words(need)),
        (need.attribute and value < need.least, f"{words.attribute_of(need)} {need.least}"),
        (need.attribute and need.most and value > need.most, f"{words.attribute_of(need)} {need.most} or less"),
        (need.trait and need.trait not in traits, words.trait_of(need)),
        (need.race and need.race not in life.counts_as, words.people_of(need)),
        (need.virtue and side_of(sheet.rank("virtue", need.virtue)) != need.side, words.virtue_of(need)),
    )
    return next((said for lacks, said in missing if lacks), "")
