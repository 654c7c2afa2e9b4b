"""Numbers of creatures: those who hide leave no gap among the others while nobody has seen them."""

import pytest

from campaigns.play.game import Game
from campaigns.play.intent import Intent
from campaigns.play.perform import write
from campaigns.play.undo import last_to_undo, undo
from characters.models import Character
from combat import services
from combat.models import Encounter
from rules.engine.kernel import FogArea, FogDrawn, Json, Veiled
from tests.helpers import Cast

THREE = ["Magpie", "Magpie 2", "Magpie 3"]


def prepared(cast: Cast, *, secret: bool, count: int = 3) -> Encounter:
    encounter = services.prepare(cast.gm, secret=secret)
    services.bring_creatures(cast.gm, encounter=encounter, key="magpie", count=count)
    return Encounter.objects.get(pk=encounter.pk)


def hide(cast: Cast, encounter: Encounter, name: str) -> None:
    who = next(one.public_id for one in services.characters_in(encounter) if one.name == name)
    happen(cast, encounter, Veiled(who, hidden=True))


def happen(cast: Cast, encounter: Encounter, fact: Veiled | FogDrawn) -> None:
    def act(game: Game) -> dict[str, Json]:
        game.table.happen(fact)
        return {}

    write(cast.gm, Intent("sheet.text", encounter=encounter.public_id), act)


def names(encounter: Encounter) -> list[str]:
    """The names of all in the fight, in the order in which they came."""
    there = services.characters_in(Encounter.objects.get(pk=encounter.pk))
    return [one.name for one in sorted(there, key=lambda one: one.pk)]


@pytest.mark.parametrize(
    ("name", "after"),
    [
        ("Magpie", ["Magpie A", "Magpie", "Magpie 2"]),
        ("Magpie 2", ["Magpie", "Magpie A", "Magpie 2"]),
        ("Magpie 3", ["Magpie", "Magpie 2", "Magpie A"]),
    ],
)
def test_whoever_is_hidden_while_preparing_is_lettered_and_the_gap_is_closed(
    cast: Cast, name: str, after: list[str]
) -> None:
    encounter = prepared(cast, secret=True)
    hide(cast, encounter, name)
    assert names(encounter) == after
    last = last_to_undo(cast.campaign, encounter.public_id)
    assert last
    undo(cast.gm, last.public_id, encounter=encounter.public_id)
    assert names(encounter) == THREE


def test_a_number_that_players_have_seen_stays(cast: Cast) -> None:
    encounter = prepared(cast, secret=False)
    hide(cast, encounter, "Magpie 2")
    assert names(encounter) == THREE


def test_somebody_alone_of_a_kind_keeps_the_name(cast: Cast) -> None:
    encounter = prepared(cast, secret=True, count=1)
    hide(cast, encounter, "Magpie")
    assert names(encounter) == ["Magpie"]
    services.bring_creatures(cast.gm, encounter=encounter, key="magpie")
    assert names(encounter) == ["Magpie A", "Magpie"]


def test_nobody_whom_players_know_is_named_anew(cast: Cast) -> None:
    encounter = prepared(cast, secret=True)
    Character.objects.filter(name="Magpie 3").update(secret=False)
    hide(cast, encounter, "Magpie 2")
    assert names(encounter) == ["Magpie", "Magpie A", "Magpie 3"]


def test_fog_in_which_creatures_come_letters_them(cast: Cast) -> None:
    encounter = services.prepare(cast.gm, secret=False)
    happen(cast, encounter, FogDrawn((FogArea(True, 2, -1, 4, 10),)))
    services.bring_creatures(cast.gm, encounter=encounter, key="magpie", count=4)
    assert names(encounter) == ["Magpie", "Magpie A", "Magpie B", "Magpie 2"]
