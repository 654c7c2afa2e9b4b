"""Many who move coins and things of the party at the same time: no sum changes, and what is stored is what happened."""

import os
import random
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections

from campaigns.chronicle import verify
from campaigns.models import Campaign, Entry
from characters.party import moves
from characters.party.moves import PARTY, Held, Move, Thing, move, split
from characters.party.reading import party
from rules.engine.kernel import Refused
from tests.combat.test_party import GAMES, find, things, worths
from tests.helpers import Cast, make_cast

#: The moves in the test, and with a long run; the people who make them at the same time.
MOVES, WRITERS = (1000 if os.environ.get("WINTERHALL_LONG") else 80), 8


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    """A campaign where commits are real, so that other threads see them."""
    return make_cast(GAMES[0])


def test_sums_stay_while_many_move_at_once(cast: Cast) -> None:
    find(cast, 200, Thing("Blue lantern", 40))
    coins, owned = worths(cast), things(cast)
    kinds, people = list(cast.campaign.system.coins()), [cast.rook.public_id, cast.mira.public_id]

    def work(writer: int) -> int:
        chance, done = random.Random(writer), 0
        try:
            for _ in range(MOVES // WRITERS):
                done += once(chance)
        finally:
            connections.close_all()
        return done

    def once(chance: random.Random) -> int:
        seen = party(cast.gm)
        places = {one.who: one for one in (seen.common, *seen.purses)}
        source, target = chance.sample([PARTY, *people], 2)
        held = tuple(Held(one.key, chance.randint(1, 3)) for one in places[source].things[:1])
        key = f"{chance.random()}"
        wanted = Move(
            source, target, {chance.choice(kinds): chance.randint(0, 9)}, held if chance.random() < 0.5 else ()
        )
        try:
            if chance.random() < 0.2:
                split(cast.gm, {chance.choice(kinds): chance.randint(2, 9)}, people, key=key)
            else:
                move(cast.gm, wanted, key=key)
                move(cast.gm, wanted, key=key)
        except Refused:
            return 0
        return 1

    with ThreadPoolExecutor(WRITERS) as writers:
        done = sum(writers.map(work, range(WRITERS)))
    assert done > MOVES // 4
    assert (worths(cast), things(cast)) == (coins, owned)
    assert verify.faults(Campaign.objects.get(pk=cast.campaign.pk)) == []
    assert Entry.objects.filter(command__in=(moves.MOVE, moves.SPLIT)).count() == done + 1
