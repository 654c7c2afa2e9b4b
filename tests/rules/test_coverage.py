"""Every claimed mechanic stands in code or data, and runs in a scenario or is the game master's to enter."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from rules import coverage
from rules.coverage import numbers_in, rows
from rules.engine.content.entries import Mechanic
from rules.engine.system.protocol import System
from rules.registry import SYSTEMS

every_game = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.slug)


@every_game
def test_no_mechanic_is_only_claimed(system: System) -> None:
    assert not [f"{row.mechanic.number}: {gap}" for row in coverage.covered(system) for gap in row.gaps]


def test_our_large_games_claim_what_they_keep() -> None:
    assert sum(len(system.mechanics()) for system in SYSTEMS) > 300


@every_game
def test_numbers_are_claimed_once_and_in_order(system: System) -> None:
    numbers = [one.number for one in system.mechanics()]
    assert numbers == sorted(set(numbers))
    assert all(numbers_in(number) == {number} for number in numbers)


@every_game
def test_the_report_is_as_it_was_written(system: System) -> None:
    file = coverage.file_of(system)
    kept = file.read_text(encoding="utf-8") if file.exists() else ""
    anew = f"write it anew with: python manage.py coverage {system.slug} --write"
    assert kept == coverage.report(system, coverage.covered(system)), anew


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A folder with one rule in code, one in data, and one scenario."""
    (tmp_path / "data").mkdir()
    (tmp_path / "toss.py").write_text(
        '"""Coins."""\n\n#: Faces (ABC-004).\nFACES = 2\n\n\nclass Toss:\n    """Toss (ABC-001 to 003)."""\n\n'
        '    def again(self):\n        """Once more (ABC-002)."""\n'
    )
    (tmp_path / "data" / "coins.toml").write_text("# What coins are worth: ABC-005,\n# ABC-006 and 008.\n")
    (tmp_path / "data" / "mechanics.toml").write_text('[ABC-009]\ntitle = "Only claimed"\n')
    (tmp_path / "toss.yaml").write_text("scenario: Heads\nrule: [ABC-001, ABC-005]\n---\nrule: [ABC-001]\n---\n")
    return tmp_path


def row_of(game: Path, number: str, gm: str = "") -> coverage.Row:
    return rows([Mechanic(number, "Something", gm)], game, game)[0]


def test_a_mechanic_is_found_in_code_data_and_scenarios(game: Path) -> None:
    assert dict(row_of(game, "ABC-002").kept) == {game / "toss.py": ("Toss", "Toss.again")}
    assert dict(row_of(game, "ABC-003").kept) == {game / "toss.py": ("Toss",)}
    assert dict(row_of(game, "ABC-004").kept) == {game / "toss.py": ("FACES",)}
    assert dict(row_of(game, "ABC-006").kept) == {game / "data" / "coins.toml": ()}
    assert dict(row_of(game, "ABC-001").shown) == {game / "toss.yaml": 2}
    assert not row_of(game, "ABC-001").gaps
    assert not row_of(game, "ABC-005").gaps


def test_an_empty_row_is_found(game: Path) -> None:
    assert len(row_of(game, "ABC-009").gaps) == 2, "the claim does not keep itself"
    assert row_of(game, "ABC-007").kept == {}
    assert row_of(game, "ABC-002").gaps == ("no scenario shows it, and no game master decides it",)
    assert not row_of(game, "ABC-002", gm="the number of coins").gaps
    assert row_of(game, "ABC-007", gm="the number of coins").gaps == ("nothing in the game's folder names it",)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("ABC-220–223", {220, 221, 222, 223}),
        ("ABC-220-222", {220, 221, 222}),
        ("ABC-001 to\n    ABC-003", {1, 2, 3}),
        ("ABC-001, ABC-003, 005 and 009", {1, 3, 5, 9}),
        ("ABC-001, ABC-003 to ABC-005", {1, 3, 4, 5}),
        ("ABC-010, C-13, then 100 metres", {10}),
        ("ABC-100 and 012", {100}),
        ("nothing at all, 100 to 200", set()),
    ],
)
def test_numbers_are_read_in_lists_and_ranges(text: str, numbers: set[int]) -> None:
    assert numbers_in(text) == {f"ABC-{number:03d}" for number in numbers}


def test_two_games_are_not_mixed_up() -> None:
    assert numbers_in("ABC-001 to XYZ-003") == {"ABC-001", "XYZ-003"}


def called(*arguments: str) -> str:
    out = StringIO()
    call_command("coverage", *arguments, stdout=out)
    return out.getvalue()


def test_the_command_prints_the_report() -> None:
    system = SYSTEMS[-1]
    assert called(system.slug) == coverage.report(system, coverage.covered(system))


def test_the_command_fails_on_an_empty_row(monkeypatch: pytest.MonkeyPatch) -> None:
    system = SYSTEMS[-1]
    monkeypatch.setattr(type(system), "mechanics", lambda self: [Mechanic("ABC-001", "Nowhere kept")])
    assert "**nothing**" in called(system.slug)
    with pytest.raises(CommandError, match="ABC-001 Nowhere kept"):
        called(system.slug, "--check")


def test_the_command_knows_its_games() -> None:
    with pytest.raises(CommandError, match="no-such"):
        called("no-such", "--check")
