"""Weapons on a sheet: figures where the book has a formula, and the formula behind them."""

from dataclasses import replace

from rules.engine.page.blocks import Items
from rules.registry import system_named
from rules.systems.grim.content import library
from rules.systems.grim.core import bonus, weapon_words

GRIM = system_named("grim")


def test_a_weapon_on_a_sheet_shows_figures_and_explains_them() -> None:
    sheet = GRIM.fresh_sheet("Veit")
    key = next(key for key, one in library.weapons().items() if one.fury == 1 and not one.dice and one.is_ranged)
    sheet.items[key] = replace(library.item_from("weapons", key), in_use=True)
    blocks = [block for column in GRIM.page(sheet, {}).columns for block in column]
    row = next(row for block in blocks if isinstance(block, Items) for row in block.rows if row.key == key)
    damage = f"{bonus(sheet, library.weapons()[key].attribute)} + d6 Fury"
    assert damage in row.facts
    assert not any("[" in fact for fact in row.facts)
    assert row.shown is not None
    assert row.shown.value == damage
    assert "[" in row.shown.label
    assert row.shown.parts[0].value == str(bonus(sheet, library.weapons()[key].attribute))


def test_the_compendium_keeps_the_formula() -> None:
    assert any("[CB]" in fact for one in library.weapons().values() for fact in weapon_words(one))
