"""The log of a fight: each sentence, roll and verdict of every action, in their order."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from rules.engine.kernel import Fact, Judged, Rolled
from tests.rules.kaos.fights import BORIS, ROOK, Fight, laid_out, lines

STORIES: list[dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("log.yaml").read_text())


def _done(fight: Fight, step: dict[str, Any]) -> list[Fact]:
    who = ROOK if step["as"] == "gm" else step["as"]
    faces = {each: fell if isinstance(fell, list) else [fell] for each, fell in step.get("dice", {}).items()}
    return fight.do(who, step["do"], faces, **step.get("with", {}))


def _verdict(fact: Judged) -> list[Any]:
    return [fact.who, f"{fact.verdict} {fact.hits}" if fact.hits else fact.verdict, fact.numbers]


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story["story"])
def test_the_log_tells_all_that_happens(story: dict[str, Any]) -> None:
    fight = laid_out(story, {BORIS: (0, 1.5), "mira": (-1.5, -1.5)})
    for who in (ROOK, "mira"):
        fight.sheets[who].resources["hp"].now -= 9
    if story.get("in_peace"):
        fight.encounter = None  # type: ignore[assignment]
    happened = [fact for step in story["steps"] for fact in _done(fight, step)]
    assert lines(fight, happened) == story["lines"]
    rolls = [f"{fact.who}, {fact.purpose}" for fact in happened if isinstance(fact, Rolled)]
    assert rolls == story.get("rolls", [])
    assert [_verdict(fact) for fact in happened if isinstance(fact, Judged)] == story.get("verdicts", [])
