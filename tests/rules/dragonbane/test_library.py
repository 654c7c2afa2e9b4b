"""The data files: whole, consistent, and refused where they are not."""

import pytest

from rules.engine.content.reader import DataError, entry
from rules.engine.kernel import Unknown, amount
from rules.systems.dragonbane import DRAGONBANE
from rules.systems.dragonbane.content import library
from rules.systems.dragonbane.content.entries import Coin
from rules.systems.dragonbane.core import attacks_of

FACES = {"d3", "d4", "d6", "d8", "d10", "d12"}


def test_there_is_as_much_as_the_facts_say() -> None:
    kinds = [skill.kind for skill in library.skills().values()]
    assert [kinds.count(kind) for kind in (library.GENERAL, library.WEAPON, library.MAGIC)] == [20, 10, 3]
    assert len(library.attributes()) == len(library.six_conditions()) == len(library.kins()) == 6
    assert len(library.professions()) == 10
    assert [age.trained for age in library.ages().values()] == [8, 10, 12]
    assert [mechanic.number for mechanic in DRAGONBANE.mechanics()] == [f"DRB-{n:03}" for n in range(1, 49)]


def test_everything_named_exists() -> None:
    skills, abilities = library.skills(), library.abilities()
    for skill in skills.values():
        assert skill.attribute in library.attributes()
    for weapon in library.weapons().values():
        assert weapon.is_shield or weapon.skill in skills
        assert amount(weapon.damage).dice
    for armour in library.armours().values():
        assert set(armour.banes) <= skills.keys()
    for ability in abilities.values():
        assert set(ability.requires) <= skills.keys()
        assert set(ability.boon) <= skills.keys() | library.attributes().keys() | {library.WEAPON}
    for kin in library.kins().values():
        assert set(kin.abilities) <= abilities.keys()
    for peril in library.perils().values():
        assert {peril.condition, peril.state} - {""} <= library.conditions().keys()
        assert peril.condition in library.six_conditions()


def test_every_calling_can_be_made_with() -> None:
    for calling in library.professions().values():
        assert len(set(calling.skills)) == 8
        assert set(calling.skills) <= library.skills().keys()
        assert calling.attribute in library.attributes()
        assert calling.ability in library.abilities() or calling.schools
        assert amount(calling.silver).dice
        assert {*calling.weapons} <= library.weapons().keys()
        assert {*calling.armour} <= library.armours().keys()
        assert {*calling.gear} <= library.gear().keys()


def test_monsters_have_an_attack_for_every_face() -> None:
    for key, creature in library.creatures().items():
        sheet = DRAGONBANE.creature(key)
        assert set(creature.skills) <= library.skills().keys()
        assert set(creature.attributes) == set(library.attributes())
        assert (creature.kind == "monster") == bool(creature.ferocity)
        attacks = attacks_of(sheet)
        assert list(attacks) == ([1, 2, 3, 4, 5, 6] if creature.ferocity else [])
        assert all(amount(attack.damage).dice or attack.effect for attack in attacks.values())
        assert (sheet.now("hp"), sheet.rank("body", "movement")) == (creature.hp, creature.movement)


def test_tables_have_a_row_for_every_face() -> None:
    for table in library.tables().values():
        assert [table.row(face).least <= face <= table.row(face).most for face in range(1, table.die + 1)]


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"key": "x", "name": "X"}, "copper is missing"),
        ({"key": "x", "name": "X", "copper": "10"}, "must be a whole number"),
        ({"key": "x", "name": "X", "copper": 10, "weight": 1}, "unknown field 'weight'"),
    ],
)
def test_an_entry_that_does_not_fit_is_refused(told: dict[str, object], why: str) -> None:
    with pytest.raises(DataError, match=why):
        entry(Coin, "coins.toml", told)


def test_what_cannot_be_picked_up_is_refused() -> None:
    with pytest.raises(Unknown, match=r"You can carry .*, not kin"):
        DRAGONBANE.item("kin", "elf")
    with pytest.raises(Unknown, match="broadsword"):
        DRAGONBANE.item("weapons", "broadsward")
