"""Asks on the game master's page: for whom one waits, since when, and those of creatures to be answered at once."""

import pytest

from campaigns.models import Entry
from campaigns.play.game import Game
from campaigns.play.intent import Intent
from campaigns.play.perform import write
from campaigns.play.undo import redo, undo
from characters.models import Character
from combat.table.page import Table, Wish, table
from tests.combat.conftest import CANARY, Fight, client_of


def ask(fight: Fight, who: Character, *, for_gm: bool = False) -> Entry:
    """Put a decision before somebody that any reply of the game may answer."""
    replies = [kind.name for kind in fight.cast.campaign.system.commands if kind.place.value == "ask"][:1]

    def act(game: Game) -> dict[str, object]:
        (game.table.ask_gm if for_gm else game.table.ask)(who.public_id, "What now?", *replies[:0])
        return {}

    return write(fight.cast.gm, Intent("test.ask", encounter=fight.encounter.public_id), act)


def seen_by_gm(fight: Fight) -> Table:
    return table(fight.cast.gm, fight.encounter.public_id, Wish())


def test_a_game_master_waits_for_a_player_since_they_were_asked(fight: Fight) -> None:
    entry = ask(fight, fight.cast.rook)
    (waiting,) = seen_by_gm(fight).asks
    assert waiting.player == str(fight.cast.anna.user)
    assert waiting.since == entry.at
    assert not seen_by_gm(fight).asked
    text = client_of(fight.cast.gm).get(fight.address).content.decode()
    assert f"Waiting for {fight.cast.anna.user}" in text
    assert "Answer for Rook" in text
    assert (
        "Waiting for" not in client_of(fight.cast.anna).get(fight.address).content.decode().split('data-part="asks"')[1]
    )


def test_a_game_master_with_a_hero_does_not_wait_for_themselves(fight: Fight) -> None:
    Character.objects.filter(pk=fight.cast.rook.pk).update(owner=fight.cast.gm.user)
    ask(fight, fight.cast.rook)
    (waiting,) = seen_by_gm(fight).asks
    assert (waiting.player, seen_by_gm(fight).asked) == ("", waiting.key)
    assert (
        "Waiting for" not in client_of(fight.cast.gm).get(fight.address).content.decode().split('data-part="asks"')[1]
    )


def test_an_ask_after_an_undo_waits_since_it_was_put(fight: Fight) -> None:
    first = ask(fight, fight.cast.rook)
    undo(fight.cast.gm, first.public_id)
    second = ask(fight, fight.cast.rook)
    (waiting,) = seen_by_gm(fight).asks
    assert waiting.since == second.at
    undo(fight.cast.gm, second.public_id)
    again = redo(fight.cast.gm, first.public_id)
    (waiting,) = seen_by_gm(fight).asks
    assert waiting.since == again.at


def test_the_ask_of_a_creature_is_an_ask_and_comes_first(fight: Fight) -> None:
    ask(fight, fight.cast.rook)
    ask(fight, fight.foe)
    ask(fight, fight.cast.mira, for_gm=True)
    first, second, last = seen_by_gm(fight).asks
    assert {first.player, second.player} == {""}
    assert last.player == str(fight.cast.anna.user)
    assert seen_by_gm(fight).asked == first.key


@pytest.mark.parametrize("game", ["grim"])
def test_whoever_does_not_decide_reads_for_whom_to_wait(fight: Fight) -> None:
    ask(fight, fight.cast.mira)
    cast = fight.cast
    anna, gm, boris = (client_of(who).get(fight.address).content.decode() for who in (cast.anna, cast.gm, cast.boris))
    assert "Wait for Mira." in anna
    assert f"Wait for {cast.boris.user}." in gm
    assert "Decide first." not in anna + gm
    assert "Wait for" not in boris
    assert "Decide first." in boris


@pytest.mark.parametrize("game", ["grim"])
def test_nobody_is_told_to_wait_for_somebody_hidden(fight: Fight) -> None:
    ask(fight, fight.canary)
    shown = client_of(fight.cast.anna).get(fight.address).content.decode()
    assert CANARY not in shown
    assert "Wait for" not in shown


def test_a_game_master_reads_who_plays_whoever_has_the_turn(fight: Fight) -> None:
    cast = fight.cast
    while fight.state.current.who != cast.rook.public_id:
        fight.onward()
    told = f"{cast.anna.user} decides for Rook."
    assert told in client_of(cast.gm).get(fight.address).content.decode()
    assert told not in client_of(cast.anna).get(fight.address).content.decode()
    Character.objects.filter(pk=cast.rook.pk).update(owner=cast.gm.user)
    assert "decides for" not in client_of(cast.gm).get(fight.address).content.decode()
