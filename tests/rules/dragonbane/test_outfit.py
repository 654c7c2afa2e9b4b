"""Mending what broke, and paying with coins."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import ceil

import pytest

from rules.engine.kernel import Table, TypedDice
from rules.engine.kernel.commands import perform
from rules.systems.dragonbane import DRAGONBANE
from rules.systems.dragonbane.content import library
from rules.systems.dragonbane.core import BROKEN, Push, item_from
from rules.systems.dragonbane.core.outfit import Repair
from rules.systems.dragonbane.downtime.trade import Buy, paid, purse, worth


def _broken() -> Table:
    table = Table({"anna": DRAGONBANE.fresh_sheet("Anna")}, None, {}, "anna", DRAGONBANE.rank_range)
    table.me.items["knife"] = replace(table.me.items["knife"], wear=BROKEN)
    table.me.ranks["skill"]["crafting"] = 12
    return table


def test_crafting_mends() -> None:
    table = _broken()
    perform(Repair("knife"), table, TypedDice({"anna": [12]}))
    assert table.me.items["knife"].wear == 0


def test_a_push_mends_after_all() -> None:
    table = _broken()
    perform(Repair("knife"), table, TypedDice({"anna": [13]}))
    assert table.me.items["knife"].wear == BROKEN
    perform(Push("exhausted"), table, TypedDice({"anna": [2]}))
    assert table.me.items["knife"].wear == 0


def test_paying_takes_what_is_due_and_gives_change() -> None:
    for gold, silver, copper in product(range(3), range(4), range(5)):
        held = {"gold": gold, "silver": silver, "copper": copper}
        for due in range(worth(held) + 1):
            left = paid(held, due)
            assert worth(left) == worth(held) - due
            assert min(left.values()) >= 0


@pytest.mark.parametrize(("house", "percent"), [(100, 100), (50, 100), (100, 33), (50, 50), (33, 250)])
def test_a_bill_is_rounded_up_once(house: int, percent: int) -> None:
    shelves = {"gear": library.gear(), "weapons": library.weapons()}
    for section, key in (("gear", "torch"), ("gear", "stones"), ("weapons", "knife")):
        listed = shelves[section][key].price
        for count in (1, 3, 20):
            table = Table({"anna": DRAGONBANE.fresh_sheet("Anna")}, None, {"prices_percent": house}, "anna")
            table.me.items["gold"] = replace(item_from("coins", "gold"), count=900)
            before = worth(purse(table.me))
            perform(Buy(f"{section}/{key}", count, percent), table, TypedDice({}))
            assert before - worth(purse(table.me)) == ceil(Fraction(listed * count * house * percent, 10_000))


def test_what_is_bought_goes_onto_the_pile_of_its_like_and_not_into_a_hand() -> None:
    table = Table({"anna": DRAGONBANE.fresh_sheet("Anna")}, None, {}, "anna", DRAGONBANE.rank_range)
    table.me.items["gold"] = replace(item_from("coins", "gold"), count=900)
    table.me.items["lit"] = replace(item_from("gear", "torch"), in_use=True)
    for count in (2, 3):
        perform(Buy("gear/torch", count, 100), table, TypedDice({}))
    torches = sorted((item.in_use, item.count) for item in table.me.items.values() if item.entry == "torch")
    assert torches == [(False, 5), (True, 1)]
