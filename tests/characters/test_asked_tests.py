"""Tests that the game master asks for: told to the players on every page, and one tap from the roll."""

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from campaigns.models import AskedTest, Notice
from campaigns.play.intent import Intent
from campaigns.play.perform import perform, write
from campaigns.play.undo import undo
from campaigns.sessions import at_table
from characters.models import Character
from characters.party import tests
from characters.services import begin
from rules import codec
from rules.engine.kernel import RoundBegan, facts
from tests.campaigns.test_playing import client_of
from tests.campaigns.test_quiet_days import fight
from tests.helpers import Cast
from winterhall.accounts import tokens

pytestmark = pytest.mark.django_db


def ask(cast: Cast, by: Any = None, **sent: Any) -> Any:
    rank = sent.get("rank") or tests.choices(cast.gm, [cast.rook])[0].rank
    data = {"who": [cast.rook.public_id], "rank": rank, "words": "A coin rolls away.", "key": "once"} | sent
    return client_of(by or cast.gm).post(f"/campaigns/{cast.campaign.public_id}/party/test/", data)


def bar(cast: Cast, who: Any) -> str:
    return str(client_of(who).get(f"/campaigns/{cast.campaign.public_id}/calls/").content.decode())


def test_players_are_asked_and_led_to_the_roll(game_cast: Cast) -> None:
    cast = game_cast
    first = tests.choices(cast.gm, [cast.rook])[0]
    page = client_of(cast.gm).get(f"/campaigns/{cast.campaign.public_id}/party/").content.decode()
    assert "Ask for a test" in page
    assert f'<option value="{first.label}">' in page, "a long list is searched by typing"
    assert ask(cast).json() == {"asked": ["Rook"], "note": "Asked: Rook."}
    assert f"Rook: roll {first.label}. A coin rolls away." in unescape(bar(cast, cast.anna))
    assert "A coin" not in bar(cast, cast.boris) + bar(cast, cast.olga) + bar(cast, cast.gm)
    notice = Notice.objects.get()
    there = client_of(cast.anna).get(f"/notices/{notice.public_id}/")
    assert there["Location"].endswith(f"/characters/{cast.rook.public_id}/?row={first.rank}")
    panel = client_of(cast.anna).get(there["Location"]).content.decode().split('id="roll"')[1]
    assert 'data-command="' in panel.split("</form>")[0]
    assert "A coin" in bar(cast, cast.anna), "whoever only looks at it has still to roll"
    roll(cast, cast.anna)
    assert "A coin" not in bar(cast, cast.anna)


def test_asked_twice_with_one_key_it_is_one_and_a_new_one_takes_its_place(game_cast: Cast) -> None:
    cast = game_cast
    ask(cast)
    ask(cast)
    assert Notice.objects.count() == 1
    ask(cast, key="again", words="")
    assert [one.key for one in Notice.objects.all()] == ["again"]


@pytest.mark.parametrize(
    ("sent", "field"),
    [({"who": []}, "who"), ({"who": ["x"]}, "who"), ({"rank": "skill.none"}, "rank"), ({"words": "x" * 121}, "words")],
)
def test_what_cannot_be_asked_is_refused_beside_its_field(game_cast: Cast, sent: dict[str, Any], field: str) -> None:
    answer = ask(game_cast, **sent)
    assert answer.status_code == 422
    assert answer.json()["field"] == field
    assert not Notice.objects.exists()


def roll(cast: Cast, by: Any, **given: Any) -> Any:
    test = AskedTest.objects.latest("pk")
    chosen = {test.field: test.choice} if test.field else {}
    return perform(by, Intent(test.command, {**chosen, **test.starts, **given}, cast.rook.public_id))


@pytest.fixture
def with_settings(game_cast: Cast) -> Cast:
    """A campaign of a game with several tests, for which a game master can set something."""
    if not tests.settings(game_cast.gm, [game_cast.rook]) or len(tests.choices(game_cast.gm, [game_cast.rook])) == 1:
        pytest.skip("In this game there is one test only, and nothing to set for it.")
    return game_cast


def results(cast: Cast) -> str:
    page = client_of(cast.gm).get(f"/campaigns/{cast.campaign.public_id}/party/").content.decode()
    return unescape(page.split('data-live="wanted"')[1].split("</section>")[0])


def test_the_game_master_sees_who_has_yet_to_roll_and_how_it_went(game_cast: Cast) -> None:
    cast = game_cast
    assert "has to roll" not in results(cast)
    ask(cast)
    assert "has to roll" in results(cast)
    entry = roll(cast, cast.anna)
    shown = results(cast)
    assert "has to roll" not in shown
    (verdict,) = [fact.verdict for fact in codec.facts_from(entry.facts) if isinstance(fact, facts.Judged)]
    assert verdict.capitalize() in shown
    assert "A coin rolls away." in shown
    assert "A coin" not in bar(cast, cast.anna), "who has rolled is asked no more"
    log = client_of(cast.boris).get(f"/campaigns/{cast.campaign.public_id}/chronicle/").content.decode()
    assert "A coin rolls away." in unescape(log), "the chronicle says why it was rolled"
    undo(cast.gm, entry.public_id)
    assert "has to roll" in results(cast)
    roll(cast, cast.gm)
    assert "has to roll" not in results(cast), "the game master may roll for them"


def test_the_roll_says_that_the_test_that_was_asked_for_is_done(with_settings: Cast) -> None:
    cast = with_settings
    ask(cast)
    test = AskedTest.objects.get()
    chosen = {f"with-{field}": value for field, value in {test.field: test.choice, **test.starts}.items() if field}
    sent = {"command": test.command, "actor": cast.rook.public_id, **chosen}
    done = "The test that the game master asked for is done."
    told = [
        client_of(cast.anna).post(f"/campaigns/{cast.campaign.public_id}/perform/", sent).json()["shown"]
        for _ in range(2)
    ]
    assert [done in one for one in told] == [True, False]


def test_another_roll_is_no_answer_and_one_test_is_answered_once(with_settings: Cast) -> None:
    cast = with_settings
    ask(cast)
    test, others = AskedTest.objects.get(), tests.choices(cast.gm, [cast.rook])[1:]
    other = others[0].rank.partition(".")[2]
    perform(cast.anna, Intent(test.command, {test.field: other}, cast.rook.public_id))
    assert "has to roll" in results(cast)
    first = roll(cast, cast.anna)
    second = roll(cast, cast.anna)
    assert AskedTest.objects.get().entry == first
    assert "A coin" in first.facts
    assert "A coin" not in second.facts


def test_what_the_game_master_sets_is_told_and_stands_in_the_roll(with_settings: Cast) -> None:
    cast = with_settings
    field, *_ = tests.settings(cast.gm, [cast.rook])
    value = "2" if field.kind == "number" else next(one.value for one in field.options if not one.chosen)
    ask(cast, **{f"with-{field.field}": value})
    test = AskedTest.objects.get()
    assert str(test.starts[field.field]) == value
    assert test.said in bar(cast, cast.anna)
    sheet = f"/campaigns/{cast.campaign.public_id}/characters/{cast.rook.public_id}/"
    rank = tests.choices(cast.gm, [cast.rook])[0].rank
    panel = client_of(cast.anna).get(f"{sheet}roll/?row={rank}").content.decode()
    assert f"The game master asks: {test.said}." in unescape(panel)
    assert "A coin rolls away." in panel
    other = tests.choices(cast.gm, [cast.rook])[1].rank
    assert "The game master asks" not in client_of(cast.anna).get(f"{sheet}roll/?row={other}").content.decode()


def test_what_no_game_sets_is_refused(with_settings: Cast) -> None:
    first = tests.settings(with_settings.gm, [with_settings.rook])[0].field
    for name, value in (("dice", "1"), ("strange", "1"), (first, "?")):
        assert ask(with_settings, **{f"with-{name}": value}).status_code in (400, 422)
    assert not AskedTest.objects.exists()


def test_a_label_is_as_good_as_a_rank(game_cast: Cast) -> None:
    first = tests.choices(game_cast.gm, [game_cast.rook])[0]
    assert ask(game_cast, rank=f" {first.label.upper()} ").status_code == 200


def test_a_beginning_that_fits_one_alone_is_that_one_and_where_several_fit_they_are_named(game_cast: Cast) -> None:
    labels = list(dict.fromkeys(one.label for one in tests.choices(game_cast.gm, [game_cast.rook])))
    for label in labels:
        fit = [one for one in labels if one.casefold().startswith(label[:2].casefold())]
        answer = ask(game_cast, rank=label[:2].lower(), key=label)
        if len(fit) == 1 or label[:2] in labels:
            assert answer.status_code == 200
            assert AskedTest.objects.latest("pk").label == label
        else:
            assert answer.status_code == 422
            assert all(one in answer.json()["detail"] for one in fit)
    assert ask(game_cast, rank="  ", key="blank").status_code == 422


def prospects(cast: Cast, by: Any = None, **sent: Any) -> str:
    data = {"who": [cast.rook.public_id], "rank": tests.choices(cast.gm, [cast.rook])[0].rank} | sent
    there = f"/campaigns/{cast.campaign.public_id}/party/test/odds/"
    return unescape(client_of(by or cast.gm).get(there, data).content.decode()).strip()


def test_the_game_master_hears_who_could_not_succeed_before_asking(game_cast: Cast) -> None:
    assert prospects(game_cast) == ""
    assert prospects(game_cast, who=[]) == prospects(game_cast, rank="skill.none") == ""
    if ("difficulty", "number") in {(one.field, one.kind) for one in tests.settings(game_cast.gm, [game_cast.rook])}:
        assert "As set here, Rook cannot succeed." in prospects(game_cast, **{"with-difficulty": "20"})
        assert prospects(game_cast, **{"with-difficulty": "x"}) == ""


def test_creatures_are_asked_nothing(cast: Cast) -> None:
    assert ask(cast, who=[cast.creature().public_id], rank="skill.luck").status_code == 422


def ticked(cast: Cast) -> set[str]:
    """The names of those who are asked unless the game master says otherwise."""
    text = client_of(cast.gm).get(f"/campaigns/{cast.campaign.public_id}/party/").content.decode()
    among = text.split("Who rolls</legend>")[1].split("</fieldset>")[0]
    return set(re.findall(r" checked><label [^>]+>([^<]+)</label>", among))


def test_whoever_misses_the_session_is_not_ticked(game_cast: Cast) -> None:
    cast = game_cast
    assert ticked(cast) == {"Rook", "Mira"}
    at_table.begin(cast.gm, there=[cast.gm.user.public_id, cast.anna.user.public_id])
    assert ticked(cast) == {"Rook"}
    at_table.end(cast.gm)
    assert ticked(cast) == {"Rook", "Mira"}


def test_a_beast_of_a_player_is_not_ticked(game_cast: Cast) -> None:
    cast = game_cast
    horse = begin(cast.gm, name="Horse", owner=cast.anna.user)
    assert "Horse" in ticked(cast)
    Character.objects.filter(pk=horse.pk).update(kind="creature")
    assert ticked(cast) == {"Rook", "Mira"}


@pytest.mark.parametrize(("who", "status"), [("anna", 403), ("olga", 403), ("stranger", 404)])
def test_only_game_masters_ask(game_cast: Cast, who: str, status: int) -> None:
    assert ask(game_cast, getattr(game_cast, who)).status_code == status


def test_an_odd_row_in_an_address_opens_the_sheet_as_ever(cast: Cast) -> None:
    for row in ("skill.none", "x", "skill.luck'"):
        path = f"/campaigns/{cast.campaign.public_id}/characters/{cast.rook.public_id}/?row={row}"
        assert client_of(cast.anna).get(path).status_code == 200


def test_programs_ask_for_tests_as_well(game_cast: Cast) -> None:
    cast, later = game_cast, timezone.now() + timedelta(days=1)
    _, secret = tokens.make(cast.gm.user, "bot", tokens.SCOPES, later)
    program = Client(headers={"Authorization": f"Bearer {secret}"})
    where = f"/api/v1/campaigns/{cast.campaign.public_id}/party/test/"
    first = program.get(where).json()["results"][0]
    wanted = {"who": [cast.rook.public_id], "rank": first["rank"], "words": "Hush."}
    for _ in range(2):
        answer = program.post(where, wanted, "application/json", headers={"Idempotency-Key": "one"})
        assert (answer.status_code, answer.json()) == (201, {"asked": ["Rook"], "asking": "one"})
    assert [one.text for one in Notice.objects.all()] == [f"Rook: roll {first['label']}. Hush."]


def withdraw(cast: Cast, by: Any, key: str) -> Any:
    there = f"/campaigns/{cast.campaign.public_id}/party/test/withdraw/"
    return client_of(by).post(there, {"asking": key})


def test_a_test_that_is_withdrawn_is_asked_of_nobody(game_cast: Cast) -> None:
    cast = game_cast
    ask(cast)
    key = AskedTest.objects.get().key
    assert "Withdraw" in results(cast)
    assert withdraw(cast, cast.anna, key).status_code == 403
    assert "A coin" in bar(cast, cast.anna)
    for _ in range(2):
        assert withdraw(cast, cast.gm, key).status_code == 200
        assert "has to roll" not in results(cast)
        assert "A coin" not in bar(cast, cast.anna)
        assert not Notice.objects.filter(read_at=None).exists()


def test_a_roll_that_was_made_is_not_withdrawn(game_cast: Cast) -> None:
    ask(game_cast)
    roll(game_cast, game_cast.anna)
    assert "Withdraw" not in results(game_cast)
    withdraw(game_cast, game_cast.gm, AskedTest.objects.get().key)
    assert AskedTest.objects.get().entry


def test_what_was_asked_in_a_session_is_owed_no_longer_once_it_ends(game_cast: Cast) -> None:
    at_table.begin(game_cast.gm)
    ask(game_cast)
    at_table.end(game_cast.gm)
    assert "has to roll" not in results(game_cast)
    assert "A coin" not in bar(game_cast, game_cast.anna)


@pytest.mark.parametrize("is_fought", [False, True])
def test_a_test_is_part_of_the_fight_that_is_being_fought_and_of_no_other(game_cast: Cast, *, is_fought: bool) -> None:
    cast = game_cast
    bridge = fight(cast, cast.rook.public_id)
    at_table.begin(cast.gm)
    if is_fought:
        write(cast.gm, Intent("fight", {}, encounter=bridge), lambda game: game.table.happen(RoundBegan(4)) or {})
    ask(cast)
    test = AskedTest.objects.get()
    row = f"{test.command}{f':{test.field}={test.choice}' if test.field else ''}"
    there = f"/campaigns/{cast.campaign.public_id}/characters/{cast.rook.public_id}/roll/?command={row}"
    form = client_of(cast.anna).get(there).content.decode()
    assert "The game master asks" in form
    assert "roll__done" in form, "over the sheet it closes, and no second roll stands there"
    assert (f'name="encounter" value="{bridge}"' in form) == is_fought


def test_the_form_says_what_becomes_of_the_reason(game_cast: Cast) -> None:
    page = client_of(game_cast.gm).get(f"/campaigns/{game_cast.campaign.public_id}/party/").content.decode()
    (why,) = re.findall(r'<input[^>]*name="words"[^>]*>', page)
    (described_by,) = re.findall(r'aria-describedby="([^"]+)"', why)
    assert f'id="{described_by}">It becomes a sentence of the story.</p>' in page
