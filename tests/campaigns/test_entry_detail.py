"""An entry opened: what was chosen, every die, the rules and the house rules of that moment, as far as one may know."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.homebrew import editor
from campaigns.log.detail import detail_of
from campaigns.models import Membership
from campaigns.play.intent import Intent
from campaigns.play.perform import perform
from tests.campaigns.test_playing import client_of, send, toss
from tests.helpers import Cast, make_cast, write_text
from winterhall.accounts.models import User


def entry_page(cast: Cast, who: Membership | User, entry_id: str) -> str:
    answer = client_of(who).get(f"/campaigns/{cast.campaign.public_id}/chronicle/{entry_id}/")
    assert answer.status_code == 200
    return answer.content.decode()


def toss_coins(cast: Cast) -> str:
    told = send(cast.anna, cast, "perform", toss(cast, **{f"faces-{cast.rook.public_id}": "2, 1"})).json()
    return str(told["entry"])


def test_a_roll_opens_into_its_dice(cast: Cast) -> None:
    entry = toss_coins(cast)
    for who in (cast.gm, cast.anna, cast.boris, cast.olga):
        page = entry_page(cast, who, entry)
        assert "Rook: Toss" in page
        assert "Luckier than 50 of 100" in page
        assert '<p class="outcome__who"><span>' in page, "what was rolled for is one phrase beside what it came to"
        assert "real dice" in page


def test_what_was_chosen_is_read_by_whoever_chose_and_the_game_master(cast: Cast) -> None:
    entry = toss_coins(cast)
    for who in (cast.gm, cast.anna):
        assert [(one.label, one.value) for one in detail_of(who, entry).chosen] == [("Coins", "2")]
    assert "What was chosen" not in entry_page(cast, cast.boris, entry)


def test_nobody_opens_what_they_do_not_know_of(cast: Cast) -> None:
    entry = write_text(cast.gm, cast.creature(), "lurks").public_id
    where = f"/campaigns/{cast.campaign.public_id}/chronicle/{entry}/"
    assert client_of(cast.gm).get(where).status_code == 200
    for who in (cast.anna, cast.olga, cast.stranger):
        assert client_of(who).get(where).status_code == 404
    assert client_of(cast.gm).get(where.replace(entry, "nothing-such")).status_code == 404


def test_the_chronicle_links_to_an_entry(cast: Cast) -> None:
    entry = toss_coins(cast)
    page = client_of(cast.boris).get(f"/campaigns/{cast.campaign.public_id}/chronicle/").content.decode()
    assert f"/chronicle/{entry}/" in page


def test_what_is_undone_says_so(cast: Cast) -> None:
    entry = toss_coins(cast)
    send(cast.gm, cast, "undo", {"entry": entry})
    assert "undone" in entry_page(cast, cast.boris, entry)


@pytest.fixture
def winter(db: None) -> Cast:
    return make_cast("sda")


def _test(cast: Cast) -> str:
    given = {"skill": "stealth", "difficulty": 1}
    return perform(cast.anna, Intent("test.static", given, actor=cast.rook.public_id)).public_id


def test_it_names_its_rules_and_the_house_rules_of_its_time(winter: Cast) -> None:
    before = _test(winter)
    editor.choose_rules(winter.gm, {"flawless_needs_full_pool": False})
    after = _test(winter)
    editor.choose_rules(winter.gm, {})
    numbers = {rule.number for rule in detail_of(winter.boris, after).rules}
    assert {"SDA-018", "SDA-023"} <= numbers
    assert [one.switch.name for one in detail_of(winter.boris, after).house] == ["flawless_needs_full_pool"]
    assert detail_of(winter.boris, before).house == ()
    page = entry_page(winter, winter.boris, after)
    assert "A test succeeds when its MoS reach the difficulty" in page
    assert "Flawless success needs the full pool: off (else on)" in page


def test_a_long_chronicle_asks_as_often_as_a_short_one(cast: Cast) -> None:
    entry = toss_coins(cast)
    client, where = client_of(cast.anna), f"/campaigns/{cast.campaign.public_id}/chronicle/{entry}/"

    def count() -> int:
        with CaptureQueriesContext(connection) as asked:
            client.get(where)
        return len(asked)

    count()
    short = count()
    for number in range(20):
        write_text(cast.anna, cast.rook, f"word {number}")
    assert count() == short
