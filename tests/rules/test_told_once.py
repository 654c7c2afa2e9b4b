"""One command tells nobody of the same thing twice in the same words."""

from collections import Counter

import pytest

from rules.engine.kernel import Told
from rules.engine.system.protocol import System
from rules.registry import SYSTEMS
from tests.rules.legal_play import LegalPlay

SEEDS, STEPS = range(6), 150


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.slug)
@pytest.mark.parametrize("seed", SEEDS)
def test_no_sentence_is_told_twice_of_the_same_people(system: System, seed: int) -> None:
    for played in LegalPlay(system, seed).play(STEPS):
        told = Counter((fact.who, fact.text) for fact in played.facts if isinstance(fact, Told))
        assert not [said for said, times in told.items() if times > 1], played.command
