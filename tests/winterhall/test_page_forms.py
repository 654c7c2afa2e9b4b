"""Forms of pages: shown to whoever may send them, sure before something is lost, saying what was seen, open to a no."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit

import pytest
from django.conf import settings
from django.test import Client, override_settings
from django.urls import Resolver404, resolve
from pytest_django import DjangoDbBlocker

from campaigns.models import Campaign, Homebrew
from characters.models import Character
from combat.models import Encounter
from tests.api.test_access import _with_a_forecast
from tests.helpers import make_cast, plug_in_toy, standing_for_a_file
from tests.winterhall.addresses import EVERYBODY, ROWS, browsers_of, filled, words_of

pytestmark = pytest.mark.django_db

FORM = re.compile(r"<form\b([^>]*)>(.*?)</form>", re.DOTALL)
LINK = re.compile(r'<a\b[^>]* href="(/[^"]*)"')
#: What cannot be had back by pressing another button.
TAKES_AWAY = {
    "account_tokens_revoke",
    "characters:account_delete",
    "campaigns:remove",
    "campaigns:leave",
    "campaigns:homebrew_withdraw",
    "characters:take_back",
}
#: What is refused to whoever saw an older version.
MINDS_WHAT_WAS_SEEN = {
    "campaigns:perform",
    "campaigns:house",
    "campaigns:calendar_change",
    "campaigns:calendar_pass",
    "campaigns:calendar_weather",
    "combat:party_move",
    "campaigns:homebrew_change",
    "campaigns:homebrew_withdraw",
    "campaigns:run_pause",
    "campaigns:run_cancel",
    "characters:take_back",
}
#: What is refused to everybody who sends no file along, as the table does.
TAKES_A_FILE = {"campaigns:import", "characters:import"}
#: What makes something new that the page then leads to, and what to fill in.
MAKES = {
    "campaigns:found": {"name": "Twice", "system": "heads"},
    "campaigns:homebrew_write": {"figure-name": "Twice", "figure-luck": "2"},
    "characters:begin": {"name": "Twice", "way": "ready"},
    "characters:meet": {"name": "Twice"},
    "combat:encounters": {"name": "Twice"},
}


@dataclass(frozen=True)
class Form:
    """A form as somebody finds it on a page."""

    who: str
    page: str
    route: str
    head: str
    body: str

    def __str__(self) -> str:
        return f"{self.who} on {self.page}: {self.route}"


@dataclass(frozen=True)
class House:
    """The house as everybody's browser finds it: words of addresses, and the text of every page by name."""

    browsers: dict[str, Client]
    words: dict[str, str]
    pages: dict[tuple[str, str], str]

    @property
    def forms(self) -> Iterator[Form]:
        for (who, page), html in self.pages.items():
            for head, body in FORM.findall(html):
                to = re.search(r'action="([^"]*)"', head)
                if 'method="post"' in head:
                    yield Form(who, page, route_of(urljoin(page, to[1] if to else "")), head, body)


def route_of(address: str) -> str:
    try:
        return resolve(urlsplit(address).path).view_name
    except Resolver404:
        return ""


@pytest.fixture(scope="module")
def house(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[House]:
    # Static files as every test has them: what is set for a test is not yet set for a file.
    plain = override_settings(STORAGES=settings.STORAGES | {"staticfiles": PLAIN})
    with standing_for_a_file(django_db_blocker), pytest.MonkeyPatch.context() as patch, plain:
        plug_in_toy(patch)
        cast = make_cast()
        # The fight comes first: of the rest, time passes last, and what came last can be taken back.
        fight = _with_a_forecast(cast, "forecast")
        words = words_of(cast) | fight | {"gm_id": cast.gm.user.public_id}
        browsers = browsers_of(cast)
        rows = [row for row in ROWS if row.method == "GET"]
        pages = {}
        for who in ("gm", "anna", "olga"):
            for row in rows:
                answer = browsers[who].get(row.address(words), filled(row.sent, words))
                if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
                    pages[who, row.address(words)] = answer.content.decode()
        yield House(browsers, words, pages)


MADE = (Campaign, Homebrew, Character, Encounter)
PLAIN = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    plug_in_toy(monkeypatch)


def may(who: str, method: str, route: str) -> bool:
    """Whether the table lets somebody do this anywhere; it says nothing of what it has no row for."""
    if route in TAKES_A_FILE:
        return True
    cells = [row.cells[EVERYBODY.index(who)] for row in ROWS if (row.route, row.method) == (route, method)]
    return not cells or any(cell < "400" for cell in cells)


def test_nobody_is_shown_a_form_that_is_refused_to_them(house: House) -> None:
    assert [str(form) for form in house.forms if not may(form.who, "POST", form.route)] == []


def test_nobody_is_shown_a_link_that_is_refused_to_them(house: House) -> None:
    links = [(who, page, to) for (who, page), html in house.pages.items() for to in LINK.findall(html)]
    # Notices are each reader's own: the table asks for one of Anna's.
    others = [link for link in links if route_of(link[2]) != "campaigns:notice"]
    assert [link for link in others if not may(link[0], "GET", route_of(link[2]))] == []


def test_the_game_master_finds_what_only_they_may_do(house: House) -> None:
    found = {form.route for form in house.forms if form.who == "gm"}
    # They show once there is something to bring back, to take back, a fight that is over, or a session that has begun.
    hidden = {"campaigns:redo", "campaigns:revoke", "combat:replay_take_back"}
    hidden |= {"combat:for_party", "combat:spoils", "campaigns:session_there"}
    # And places that came with an archive.
    hidden |= {"campaigns:place_give", "campaigns:place_link"}
    # And a campaign that lies in the archive, and a test that nobody has rolled yet.
    hidden |= {"campaigns:bin_put_campaign", "combat:party_test_withdraw"}
    alone = {row.route for row in ROWS if row.method == "POST" and row.cells[:2] in (("302", "403"), ("200", "403"))}
    assert alone - found - hidden == set()


def test_what_takes_something_away_asks_first(house: House) -> None:
    taking = [form for form in house.forms if form.route in TAKES_AWAY]
    assert {form.route for form in taking} == TAKES_AWAY
    assert [str(form) for form in taking if "data-confirm=" not in form.head + form.body] == []


def test_a_form_says_what_was_seen(house: House) -> None:
    minding = [form for form in house.forms if form.route in MINDS_WHAT_WAS_SEEN]
    assert {form.route for form in minding} == MINDS_WHAT_WAS_SEEN
    assert [str(form) for form in minding if not re.search(r'name="seen" value="\d+"', form.body)] == []


@pytest.mark.parametrize("route", MAKES)
def test_a_form_that_is_sent_twice_makes_one_thing(house: House, route: str) -> None:
    form = next(form for form in house.forms if form.route == route and form.who == "gm")
    key = re.search(r'name="key" value="([^"]+)"', form.body)
    assert key
    sent = MAKES[route] | {"key": key[1]}
    rows = sum(model.objects.count() for model in MADE)
    answers = [house.browsers["gm"].post(form.page, sent) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert answers[0]["Location"] == answers[1]["Location"]
    assert sum(model.objects.count() for model in MADE) == rows + 1


def test_whoever_goes_back_and_fills_in_something_else_makes_that_too(house: House) -> None:
    page, sent = "/campaigns/new/", {"name": "This", "system": "heads", "key": "back"}
    answers = [house.browsers["gm"].post(page, sent | {"name": name}) for name in ("This", "That")]
    assert answers[0]["Location"] != answers[1]["Location"]


def test_a_form_that_scripts_send_has_a_place_for_a_refusal(house: House) -> None:
    asking = [
        form
        for form in house.forms
        if "data-play" in form.head and re.search(r"<(?!input type=.hidden)(input|select|textarea)\b", form.body)
    ]
    assert asking
    assert [str(form) for form in asking if not re.search(r"data-message\b", form.body)] == []


@pytest.mark.parametrize("is_secret", [True, False])
def test_an_entry_keeps_its_tick_when_it_is_edited(house: House, is_secret: bool) -> None:
    page = f"/campaigns/{house.words['campaign_id']}/homebrew/{house.words['jay' if is_secret else 'homebrew_id']}/"
    tick = re.search(r'<input id="secret"[^>]*>', house.browsers["gm"].get(page).content.decode())
    assert tick
    assert ("checked" in tick[0]) is is_secret


@pytest.mark.parametrize(
    ("place", "sent"),
    [
        ("house/", {"name": "Thaw", "seen": "99"}),
        ("house/", {"name": "", "seen": "0"}),
        ("calendar/change/", {"week": "Moonday", "seen": "99"}),
        ("calendar/change/", {"months": "?", "seen": "1"}),
        ("homebrew/{homebrew_id}/", {"figure-name": "", "seen": "1"}),
        ("homebrew/{homebrew_id}/", {"figure-name": "Clover", "figure-luck": "2", "seen": "99"}),
        ("homebrew/{homebrew_id}/withdraw/", {"seen": "99"}),
        ("compendium/charms/new/", {}),
        ("members/{gm_id}/role/", {"role": "player"}),
        ("members/{gm_id}/remove/", {}),
        ("members/{user_id}/role/", {"role": "king"}),
        ("leave/", {}),
        ("invite/", {"role": "player", "uses": "0", "days": "7"}),
        ("characters/meet/", {}),
        ("characters/{character_id}/hand-over/", {"to": "nobody"}),
        ("encounters/", {"name": "x" * 121}),
        ("encounters/{encounter_id}/party/", {"who": "nobody"}),
        ("encounters/{encounter_id}/creatures/", {"creature": "dragon", "count": "1"}),
    ],
)
def test_a_refusal_stands_on_the_page(house: House, place: str, sent: dict[str, str]) -> None:
    address = f"/campaigns/{house.words['campaign_id']}/{place.format(**house.words)}"
    answer = house.browsers["gm"].post(address, sent, follow=True)
    assert re.search(r'class="(field__error|notice notice--danger)"', answer.content.decode())
