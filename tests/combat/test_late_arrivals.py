"""Whoever comes into a running fight: in every game they have a turn in this round or the next."""

import pytest

from characters.models import Character
from combat import services
from combat.models import Encounter
from rules import registry
from tests.combat.conftest import Fight, client_of, prepared
from tests.helpers import make_cast

#: Turns of two heroes, a foe, somebody hidden and the one who comes, in two rounds, with cards drawn and delays.
ENOUGH = 24


@pytest.fixture(params=[system.slug for system in registry.SYSTEMS])
def fight(request: pytest.FixtureRequest, db: None) -> Fight:
    """A running fight of each game."""
    made = prepared(make_cast(request.param))
    made.do("fight.begin")
    return made


def has_a_turn(fight: Fight, who: Character) -> bool:
    """Whether somebody has a turn before the round after the next begins."""
    first = fight.state.round
    for _ in range(ENOUGH):
        state = fight.state
        if state.round > first + 1:
            return False
        if state.current and state.current.who == who.public_id:
            return True
        fight.onward()
    return False


def newest() -> Character:
    return Character.objects.order_by("-pk")[0]


def test_a_creature_brought_into_a_running_fight_has_a_turn(fight: Fight) -> None:
    key = fight.cast.campaign.system.compendium()["creatures"][:4][-1].key
    form = {"creature": key, "count": 1}
    client_of(fight.cast.gm).post(f"{fight.address}creatures/", form)
    assert newest().public_id in fight.state.combatants
    assert has_a_turn(fight, newest())


def test_somebody_kept_who_joins_a_running_fight_has_a_turn(fight: Fight) -> None:
    elsewhere = fight.cast.encounter()
    key = fight.cast.campaign.system.compendium()["creatures"][:4][-1].key
    services.bring_creatures(fight.cast.gm, encounter=elsewhere, key=key)
    late, here = newest(), Encounter.objects.get(pk=fight.encounter.pk)
    services.join(fight.cast.gm, encounter=here, who=late.public_id, side="foes")
    assert has_a_turn(fight, late)
