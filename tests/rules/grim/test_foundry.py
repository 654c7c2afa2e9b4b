"""Actors of Foundry VTT: what comes onto the sheet, what is told, and that nothing in a file breaks anything."""

from contextlib import suppress

from rules import codec
from rules.engine.character.foundry import LINES
from rules.engine.kernel import Refused, Sheet
from rules.systems.grim.content import library
from rules.systems.grim.core import DAMAGE, PERIL, current, level, movement, threshold
from rules.systems.grim.system import GRIM
from tests.rules.foundry_actors import HEDDA, RATMAN, mangled, shelf_of

SHELF = shelf_of(GRIM)
MANY = 200


def imported(told: object) -> tuple[Sheet, tuple[str, ...]]:
    assert GRIM.foundry
    return GRIM.foundry.imported(told, SHELF)


def test_a_character_comes_with_everything_that_there_is_here() -> None:
    sheet, _ = imported(HEDDA)
    assert (sheet.name, sheet.kind) == ("Hedda", "character")
    assert (sheet.rank("attribute", "brawn"), sheet.rank("attribute", "willpower")) == (38, 42)
    born = library.ancestries()["dwarf"].bonuses
    learned = {key: sheet.rank("bonus", key) - born.get(key, 0) for key in library.attributes()}
    assert {key: by for key, by in learned.items() if by} == {"perception": 1}
    assert sheet.ranks["skill"] == {"awareness": 2, "rumor": 1}
    assert sheet.ranks["talent"] == {"hard_to_kill": 1}
    profession = current(sheet)
    assert profession
    assert profession.key == "bounty_hunter"
    assert (level(sheet, DAMAGE), level(sheet, PERIL)) == (2, 0)
    assert {name: one.now for name, one in sheet.resources.items()}["fate"] == 2
    assert (sheet.now("corruption"), sheet.now("chaos"), sheet.now("coin")) == (4, 1, 240 + 24 + 3)
    assert sheet.experience == {"reward": {"points": 150}}
    held = {item.name: (item.kind, item.entry, item.count, item.in_use) for item in sheet.items.values()}
    assert held["Longbow"] == ("weapon", "longbow", 1, True)
    assert held["Mourner"] == ("weapon", "", 1, False)
    assert held["Rope"] == ("gear", "rope", 2, False)
    assert held["Jar of teeth"] == ("gear", "", 3, False)
    assert (sheet.texts["ancestry"], sheet.texts["profession"], sheet.texts["age"]) == (
        "Dwarf",
        "Bounty hunter",
        "Adult",
    )
    assert sheet.texts["appearance"] == "Burned hand. Eyes: grey"
    assert sheet.texts["drawbacks"] == "Bad Ticker: Tires soon"
    assert sheet.texts["background"].startswith("Ran from the fever house.")
    assert "Talent: Nine Lives. Falls softly" in sheet.texts["notes"]
    assert GRIM.page(sheet, {})


def test_the_report_tells_each_thing_that_stayed_behind() -> None:
    assert set(imported(HEDDA)[1]) == {
        "Willpower is 999 in the file. Here it is 1 to 200, so it was left out.",
        "The profession Ghost Warden is not in the compendium. Its advances were imported.",
        "The skill Ghost Lore is unknown here, so it was left out.",
        "The talent Nine Lives is not in the compendium. It is in the notes.",
        "The disease Black Lung is not in the compendium. It is in the notes.",
        "Ranks of order (2) were left out.",
        "Coins called tooth (7) are unknown here, so they were left out.",
        "Mourner is not in the compendium. It was imported with what could be read of it; check its numbers.",
        "Jar of teeth is not in the compendium. It was imported as plain gear.",
    }


def test_a_creature_keeps_what_was_written_by_hand() -> None:
    sheet, report = imported(RATMAN)
    assert (sheet.kind, sheet.ranks["skill"], threshold(sheet), movement(sheet)) == ("creature", {"stealth": 2}, 9, 8)
    assert sheet.items["cudgel"].in_use
    assert set(report) == {
        "The skill Gnawing is unknown here, so it was left out.",
        "The size 1 in the file was left out. Set the size on the sheet.",
    }


def test_no_mangled_actor_breaks_anything() -> None:
    made = 0
    for seed in range(MANY):
        with suppress(Refused):
            sheet, report = imported(mangled((HEDDA, HEDDA, RATMAN)[seed % 3], seed))
            assert codec.plain(codec.sheet_from(codec.dump(sheet))) == codec.plain(sheet)
            assert GRIM.page(sheet, {})
            assert all(0 <= one.now <= one.most for one in sheet.resources.values())
            assert len(report) <= LINES + 1
            made += 1
    assert made > MANY / 2
