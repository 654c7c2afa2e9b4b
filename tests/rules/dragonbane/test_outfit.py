"""Mending what broke, and paying with coins."""

from dataclasses import replace
from itertools import product

from rules.engine.kernel.commands import perform
from rules.engine.kernel.dice import TypedDice
from rules.engine.kernel.table import Table
from rules.systems.dragonbane import DRAGONBANE
from rules.systems.dragonbane.outfit import BROKEN, Repair
from rules.systems.dragonbane.skill_tests import Push
from rules.systems.dragonbane.trade import paid, worth


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
