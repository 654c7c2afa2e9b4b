"""The guide keeps its word: its game is short, keeps the protocol, and its worked example comes out as it says."""

from pathlib import Path

import pytest

from combat.scenarios.document import found_in
from combat.scenarios.run import run
from rules import registry
from tests.rules.documented import GUIDE, block, documented_game

MOST_LINES = 150


def test_the_game_fits_on_a_few_pages() -> None:
    assert len(block("python").splitlines()) < MOST_LINES


@pytest.mark.django_db
def test_the_worked_example_comes_out_as_it_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(registry, "SYSTEMS", (*registry.SYSTEMS, documented_game()))
    (tmp_path / "example.yaml").write_text(block("yaml"), encoding="utf-8")
    (scenario,) = found_in(tmp_path)
    assert scenario.block["system"] == documented_game().slug
    run(scenario)


def test_the_guide_names_only_files_that_there_are() -> None:
    root = Path(GUIDE).parents[1]
    named = {word for word in GUIDE.read_text(encoding="utf-8").replace("`", " ").split() if word.endswith(".py")}
    assert named
    assert not [name for name in named if "/" in name and "<" not in name and not (root / name).exists()]
