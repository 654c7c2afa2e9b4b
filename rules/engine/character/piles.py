"""Piles of things alike, of which one is thrown, dropped or broken."""

from dataclasses import replace

from rules.engine.character.edits import free_key
from rules.engine.kernel import Item, ItemSet, Table


def set_apart(table: Table, who: str, key: str, changed: Item, *, next_in_hand: bool = True) -> str:
    """The key of one thing of a pile that changes: one of its own, as the others keep theirs.

    A thing that is the only one of its kind keeps its key. ``next_in_hand`` says whether the others stay in use.
    """
    pile = table.sheet(who).items[key]
    if pile.count > 1:
        others = replace(pile, count=pile.count - 1, in_use=pile.in_use and next_in_hand)
        table.happen(ItemSet(who, key, others))
        key = free_key(table.sheet(who).items, pile.entry or key)
    table.happen(ItemSet(who, key, replace(changed, count=1)))
    return key
