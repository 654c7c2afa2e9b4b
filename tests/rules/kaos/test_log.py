"""What the log tells of a fight: every sentence of every action, in the order in which things happen."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.rules.kaos.fights import BORIS, ROOK, Fight, laid_out, lines

STORIES: list[dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("log.yaml").read_text())


def _told(fight: Fight, step: dict[str, Any]) -> list[str]:
    who = ROOK if step["as"] == "gm" else step["as"]
    faces = {each: fell if isinstance(fell, list) else [fell] for each, fell in step.get("dice", {}).items()}
    return lines(fight, fight.do(who, step["do"], faces, **step.get("with", {})))


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story["story"])
def test_the_log_tells_all_that_happens(story: dict[str, Any]) -> None:
    fight = laid_out(story, {BORIS: (0, 1.5), "mira": (-1.5, -1.5)})
    for who in (ROOK, "mira"):
        fight.sheets[who].resources["hp"].now -= 9
    if story.get("in_peace"):
        fight.encounter = None  # type: ignore[assignment]
    assert [line for step in story["steps"] for line in _told(fight, step)] == story["lines"]
