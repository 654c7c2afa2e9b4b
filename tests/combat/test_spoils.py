"""Spoils: coins and things given out after a fight, in every game, once, in one entry, and taken back as one."""

import pytest
from django.test import Client

from campaigns.models import Entry
from campaigns.play.intent import Intent
from campaigns.play.undo import undo
from characters.models import Character
from characters.sheets import selectors
from combat.models import Encounter
from combat.spoils import Gift, Thing, gifts_in, share
from combat.table.after import after
from combat.table.page import Wish, table
from rules import registry
from rules.engine.kernel import Refused
from tests.combat.conftest import Fight, client_of
from tests.combat.test_after_fight import end

GAMES = [one.slug for one in registry.SYSTEMS if one.coins()]


def send(client: Client, fight: Fight, seen: int | None = None, key: str = "spoils", **given: object) -> int:
    at = f"{fight.address}spoils/"
    said = {"key": key, "seen": "" if seen is None else seen} | {name.replace("_", "-"): v for name, v in given.items()}
    return client.post(at, said).status_code


def sheet_of(one: Character):  # type: ignore[no-untyped-def]
    return Character.objects.get(pk=one.pk).sheet


def test_every_line_has_its_labels_and_what_the_foes_carried_is_named(fight: Fight) -> None:
    end(fight)
    panel = after(table(fight.cast.gm, fight.encounter.public_id, Wish()))
    assert panel is not None
    shelf = selectors.carried(fight.cast.gm)
    carried = {shelf[one.entry].name for one in sheet_of(fight.foe).items.values() if one.entry in shelf}
    text = client_of(fight.cast.gm).get(fight.address).content.decode()
    assert carried
    for name in carried:
        assert any(name in one for one in panel.spoils.left)
    assert "The foes carried: " in text
    for line in panel.spoils.lines:
        for field in ("thing", "count", "to"):
            assert f'<label for="{field}-{line}">' in text


@pytest.mark.parametrize("game", GAMES)
def test_coins_and_things_of_every_game_are_given_once_and_taken_back_as_one(fight: Fight) -> None:
    end(fight)
    gm, rook, mira = fight.cast.gm, fight.cast.rook, fight.cast.mira
    panel = after(table(gm, fight.encounter.public_id, Wish()))
    assert panel is not None
    coins, shelf = fight.cast.campaign.system.coins(), selectors.carried(gm)
    assert list(panel.spoils.coins) == list(coins)
    assert coins
    assert set(panel.spoils.shelf) == {one.name for one in shelf.values()}
    before = [Character.objects.get(pk=one.pk).body for one in (rook, mira)]
    purse = {kind: _held(sheet_of(rook), coin) for kind, coin in coins.items()}
    first = next(iter(shelf.values()))
    given = {f"coin-{kind}-{rook.public_id}": 2 for kind in coins}
    given |= {"thing-1": "A blue lantern", "count-1": 2, "to-1": mira.public_id}
    given |= {"thing-2": first.name.upper(), "count-2": 1, "to-2": mira.public_id}
    entries = Entry.objects.count()
    for _ in range(2):
        assert send(client_of(gm), fight, **given) == 200
    assert Entry.objects.count() == entries + 1
    worth = {}
    for coin in coins.values():
        worth[coin.resource] = worth.get(coin.resource, 0) + 2 * coin.worth
    for kind, coin in coins.items():
        assert _held(sheet_of(rook), coin) == purse[kind] + (worth[coin.resource] if coin.resource else 2)
    things = sheet_of(mira).items.values()
    assert [one.count for one in things if one.name == "A blue lantern"] == [2]
    assert [one for one in things if one.name == first.name and one.entry == first.entry]
    assert "(spoils)" not in client_of(gm).get(f"{fight.address}parts/").content.decode(), "said twice in the log"
    log = client_of(fight.cast.anna).get(fight.address).content.decode()
    assert "A blue lantern" in log
    undo(gm, Entry.objects.order_by("-number")[0].public_id, encounter=fight.encounter.public_id)
    assert [Character.objects.get(pk=one.pk).body for one in (rook, mira)] == before


def _held(sheet, coin) -> int:  # type: ignore[no-untyped-def]
    if coin.resource:
        return sheet.resources[coin.resource].now
    return sum(one.count for one in sheet.items.values() if one.entry == coin.item.entry and one.kind == coin.item.kind)


def test_players_and_strangers_give_nothing_and_the_late_are_told_so(fight: Fight) -> None:
    end(fight)
    rope = {"thing_1": "Rope", "count_1": 1, "to_1": fight.cast.rook.public_id}
    for member, status in ((fight.cast.anna, 403), (fight.cast.olga, 403), (fight.cast.stranger, 404)):
        assert send(client_of(member), fight, **rope) == status
    gm = client_of(fight.cast.gm)
    assert send(gm, fight, seen=0, **rope) in (409, 412)
    version = Encounter.objects.get(pk=fight.encounter.pk).version_for(True)
    assert send(gm, fight, seen=version, **rope) == 200
    assert 'data-do="spoils.share"' in gm.get(fight.address).content.decode()
    assert 'data-do="spoils.share"' not in client_of(fight.cast.anna).get(fight.address).content.decode()


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"thing_1": "   "},
        {"thing_1": "Rope", "count_1": 0},
        {"thing_1": "Rope", "count_1": "many"},
        {"thing_1": "x" * 121},
        {"coin_gold": "-1"},
        {"coin_gold": 100_001},
        {"coin_shells": 3},
    ],
)
def test_what_makes_no_sense_is_refused_and_nothing_is_written(fight: Fight, given: dict[str, object]) -> None:
    end(fight)
    rook = fight.cast.rook.public_id
    told = {f"{name}-{rook}" if name.startswith("coin") else name: value for name, value in given.items()}
    entries = Entry.objects.count()
    assert send(client_of(fight.cast.gm), fight, **{"to_1": rook, **told}) == 422
    assert Entry.objects.count() == entries


def test_only_those_of_the_fight_get_something(fight: Fight) -> None:
    end(fight)
    intent = Intent("", encounter=fight.encounter.public_id)
    with pytest.raises(Refused):
        share(fight.cast.gm, intent, [Gift("nobody", {}, (Thing("Rope"),))])


def test_a_sent_form_has_the_shares_of_each() -> None:
    sent = {"coin-gold-a": "3", "coin-silver-a": "", "thing-1": "Rope", "count-1": "", "to-1": "b", "thing-2": ""}
    assert gifts_in(sent) == [Gift("a", {"gold": 3}, ()), Gift("b", {}, (Thing("Rope", 1),))]
