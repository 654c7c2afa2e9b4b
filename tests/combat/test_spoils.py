"""Spoils: coins and things given out after a fight, in every game, once, in one entry, and taken back as one."""

import re
from dataclasses import replace

import pytest
from django.test import Client

from campaigns.models import Entry, PartyStock
from campaigns.play.intent import Intent
from campaigns.play.undo import undo
from characters.models import Character
from characters.services import begin
from characters.sheets import selectors
from combat.left_behind import piles
from combat.models import Encounter
from combat.spoils import Gift, Thing, gifts_in, share
from combat.table.after import Spoils, after
from combat.table.page import Wish, table
from rules import registry
from rules.engine.character.holders import LIES_AT
from rules.engine.kernel import Item, ItemLost, ItemSet, Refused, Table
from tests.combat.conftest import Fight, client_of
from tests.combat.test_after_fight import end
from tests.helpers import make_cast

GAMES = [one.slug for one in registry.SYSTEMS if one.coins()]


def send(client: Client, fight: Fight, seen: int | None = None, key: str = "spoils", **given: object) -> int:
    at = f"{fight.address}spoils/"
    said = {"key": key, "seen": "" if seen is None else seen} | {name.replace("_", "-"): v for name, v in given.items()}
    return client.post(at, said).status_code


def sheet_of(one: Character):  # type: ignore[no-untyped-def]
    return Character.objects.get(pk=one.pk).sheet


def spoils_of(fight: Fight) -> Spoils:
    panel = after(table(fight.cast.gm, fight.encounter.public_id, Wish()))
    assert panel is not None
    return panel.spoils


def fell(fight: Fight) -> None:
    """Let the foe in sight, who has a blade and claws, be beaten, and the fight be over."""
    who = fight.foe.public_id
    shelf = {one.entry: one for one in selectors.carried(fight.cast.gm).values()}
    blade = next(
        item
        for one in shelf.values()
        if (item := fight.cast.campaign.system.item(one.section, one.entry)).kind == "weapon"
    )
    held = [
        Item("Silver key", "gear", count=2),
        replace(blade, in_use=True, stats={**blade.stats, LIES_AT: [0.0, 1.0]}),
    ]
    own = Item("Its hide", "armour", stats={"natural": True})
    things = [ItemSet(who, f"had-{at}", item) for at, item in enumerate([*held, own])]
    fight.happen(*(ItemLost(who, key) for key in sheet_of(fight.foe).items), *things)
    for _ in range(4):
        fight.do("hand.wound", fight.foe, amount=200)
        if fight.cast.campaign.system.vitals(sheet_of(fight.foe)).out:
            break
    end(fight)


def test_every_line_of_the_form_has_its_labels_and_the_party_gets_what_nobody_is_named_for(fight: Fight) -> None:
    end(fight)
    text = client_of(fight.cast.gm).get(fight.address).content.decode()
    for line in spoils_of(fight).lines:
        for field in ("thing", "count", "to"):
            assert f'<label for="{field}-{line}">' in text
        assert f'name="to-{line}"><option value="party">' in text


@pytest.mark.parametrize("game", GAMES)
def test_the_beaten_leave_their_things_and_those_still_standing_keep_theirs(fight: Fight) -> None:
    fell(fight)
    spoils = spoils_of(fight)
    left = {pile.name: pile for pile in spoils.left if pile.item}
    assert left["Silver key"].count == 2
    assert len(left) == 2, "what was wielded, too, and nothing that grew"
    assert {one.who for pile in spoils.left for one in pile.held} == {fight.foe.public_id}
    assert {one.who for pile in spoils.kept for one in pile.held} <= {fight.canary.public_id}


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_no_claws_are_left_behind(game: str) -> None:
    system = registry.system_named(game)
    cast = make_cast(game)
    for entry in system.compendium()["creatures"]:
        sheet = system.creature(entry.key)
        named = {pile.item.entry for pile in piles(cast.gm, Table({"foe": sheet}), ["foe"]) if pile.item}
        body = ("bite", "claws", "hooves", "fangs", "jaws", "tail", "teeth", "breath", "fists")
        assert not [one for one in named if one.endswith(body)], entry.name


@pytest.mark.parametrize("game", GAMES)
def test_whatever_the_foes_left_is_handed_out_once_and_given_back_by_undo(fight: Fight) -> None:
    fell(fight)
    gm, mira = fight.cast.gm, fight.cast.mira
    before = [Character.objects.get(pk=one.pk).body for one in (fight.foe, mira)]
    key, blade = (
        pile for pile in sorted(spoils_of(fight).left, key=lambda pile: pile.name != "Silver key") if pile.item
    )
    given = {"left-1": key.key, "count-1": 1, "to-1": mira.public_id, "left-2": blade.key, "to-2": mira.public_id}
    for _ in range(2):
        assert send(client_of(gm), fight, **given) == 200
    assert [pile.count for pile in spoils_of(fight).left if pile.item] == [1]
    got = [one for one in sheet_of(mira).items.values() if one.name in (key.name, blade.name) and not one.in_use]
    assert "Silver key" in {one.name for one in got}
    assert not any(LIES_AT in one.stats for one in got)
    assert send(client_of(gm), fight, key="more", **given) == 422, "nothing is there twice"
    undo(gm, Entry.objects.order_by("-number")[0].public_id, encounter=fight.encounter.public_id)
    assert [Character.objects.get(pk=one.pk).body for one in (fight.foe, mira)] == before


def test_all_goes_to_the_party_by_one_press(fight: Fight) -> None:
    fell(fight)
    client = client_of(fight.cast.gm)
    page = client.get(fight.address).content.decode()
    form = page[: page.index("All to the party")].rpartition("<form")[2]
    sent = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', form))
    assert client.post(f"{fight.address}spoils/", sent).status_code == 200
    assert not spoils_of(fight).left
    stock = PartyStock.of(fight.cast.campaign)
    assert stock is not None
    assert "Silver key" in {one.name for one in stock.stock.items.values()}
    told = client_of(fight.cast.anna).get(fight.address).content.decode()
    assert re.search(r"The party gets from .{0,400}: .{0,200}2 × Silver key", told, re.DOTALL)
    assert "no longer has" not in told, "said twice in the log"
    assert "All to the party" not in client.get(fight.address).content.decode()


@pytest.mark.parametrize("game", GAMES)
def test_what_the_beaten_left_is_never_taken_from_a_foe_who_stands(fight: Fight) -> None:
    fell(fight)
    fight.happen(ItemSet(fight.canary.public_id, "had", Item("Silver key", "gear", count=2)))
    for foe, where in ((fight.canary, "kept"), (fight.foe, "left")):
        pile = next(one for one in getattr(spoils_of(fight), where) if one.name == "Silver key")
        given = {"left-1": pile.key, "count-1": 2, "to-1": fight.cast.mira.public_id}
        assert send(client_of(fight.cast.gm), fight, key=where, **given) == 200
        assert "Silver key" not in {one.name for one in sheet_of(foe).items.values()}


def test_nothing_is_taken_from_friends(fight: Fight) -> None:
    fell(fight)
    rook = fight.cast.rook
    owned = next(iter(sheet_of(rook).items))
    given = {"left-1": f"{rook.public_id}/{owned}", "to-1": "party"}
    assert send(client_of(fight.cast.gm), fight, **given) == 422
    assert owned in sheet_of(rook).items


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


def test_a_hero_who_was_elsewhere_gets_something_too(fight: Fight) -> None:
    wren = begin(fight.cast.gm, name="Wren", owner=fight.cast.boris.user)
    fell(fight)
    assert "Wren" in [one.name for one in spoils_of(fight).people]
    assert send(client_of(fight.cast.gm), fight, thing_1="Rope", to_1=wren.public_id) == 200
    assert "Rope" in {one.name for one in sheet_of(wren).items.values()}
    undo(fight.cast.gm, Entry.objects.order_by("-number")[0].public_id, encounter=fight.encounter.public_id)
    assert "Rope" not in {one.name for one in sheet_of(wren).items.values()}


def test_only_those_of_the_party_get_something(fight: Fight) -> None:
    end(fight)
    intent = Intent("", encounter=fight.encounter.public_id)
    with pytest.raises(Refused):
        share(fight.cast.gm, intent, [Gift("nobody", {}, (Thing("Rope"),))])


def test_a_sent_form_has_the_shares_of_each() -> None:
    sent = {"coin-gold-a": "3", "coin-silver-a": "", "thing-1": "Rope", "count-1": "", "to-1": "b", "thing-2": ""}
    assert gifts_in(sent) == [Gift("a", {"gold": 3}, ()), Gift("b", {}, (Thing("Rope", 1),))]
