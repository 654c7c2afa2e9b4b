"""Every address, every method, everybody: who gets in is declared here, and an address without a row fails."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern
from pytest_django import DjangoDbBlocker

from campaigns.calendar import timekeeping
from campaigns.homebrew import editor
from campaigns.journal import services as journal
from campaigns.journal.services import Audience, Wanted
from campaigns.long_work import runs
from campaigns.models import Entry, JournalPage, Proposal
from campaigns.play import consent
from campaigns.play.intent import Intent
from campaigns.play.perform import perform
from campaigns.play.undo import last_to_undo, undo
from campaigns.sessions import services as sessions
from characters import services as characters
from characters.api.ranks import plurals
from combat import services as combat
from combat import templates
from combat.models import Encounter
from rules.engine.kernel import PLAIN, Date
from rules.registry import SYSTEMS
from tests.api.programs import API, Programs
from tests.combat.forecast_helpers import ask, toy_fight
from tests.helpers import Cast, cast_for_a_file, plug_in_toy, write_text
from tests.pictures import hang, painted
from winterhall.api.urls import urlpatterns

pytestmark = pytest.mark.django_db

#: The game master, a player with her character, another player, an observer, somebody who does not belong, nobody,
#: the game master's token that only reads, and one that has expired.
EVERYBODY = ("gm", "anna", "boris", "olga", "stranger", "nobody", "reader", "expired")
OPEN = (200,) * 8
KNOWN = (200, 200, 200, 200, 200, 401, 200, 401)
MEMBERS = (200, 200, 200, 200, 404, 401, 200, 401)
GM_READS = (200, 403, 403, 403, 404, 401, 200, 401)
GM_WRITES = (201, 403, 403, 403, 404, 401, 403, 401)
SECRET = (200, 404, 404, 404, 404, 401, 200, 401)
OWNER_READS = (200, 200, 403, 403, 404, 401, 200, 401)
OWNER_WRITES = (201, 201, 403, 403, 404, 401, 403, 401)
OWNER_TURNS = (200, 200, 403, 403, 404, 401, 403, 401)


@dataclass(frozen=True)
class Row:
    """One method of one address: who may use it, and the data to send."""

    who: tuple[int, ...]
    arguments: dict[str, str] | None = None
    query: str = ""
    body: Any = None
    version: str = ""


def _with(command: str, **chosen: Any) -> dict[str, Any]:
    return {"command": command, "with": chosen}


NOTE = _with("sheet.text", text="notes", to="something new")
ROWS: dict[tuple[str, str], Row | list[Row]] = {
    ("start", "get"): Row(OPEN),
    ("schema", "get"): Row(OPEN),
    ("docs", "get"): Row(OPEN),
    ("me", "get"): Row(KNOWN),
    ("odds-lab", "get"): Row(KNOWN, query="?q=2d6"),
    ("odds-lab", "post"): Row((200, 200, 200, 200, 200, 401, 200, 401), body={"questions": ["2d6"]}),
    ("systems", "get"): Row(KNOWN),
    ("system", "get"): Row(KNOWN),
    ("section", "get"): Row(KNOWN),
    ("campaigns", "get"): Row(KNOWN),
    ("campaign", "get"): Row(MEMBERS),
    ("campaign", "delete"): Row((422, 403, 403, 403, 404, 401, 403, 401)),
    ("campaign-archived", "put"): Row((204, 403, 403, 403, 404, 401, 403, 401), body={"archived": False}),
    ("bin-of-campaigns", "get"): Row(KNOWN),
    ("campaign-in-the-bin", "delete"): Row((204, 404, 404, 404, 404, 401, 403, 401)),
    ("bin", "get"): Row(MEMBERS),
    ("bin", "post"): [
        Row((204, 204, 403, 403, 404, 401, 403, 401), body={"what": "{wren}"}),
        Row((204, 404, 404, 404, 404, 401, 403, 401), body={"what": "{magpie}"}),
    ],
    ("in-the-bin", "delete"): Row((204, 204, 404, 404, 404, 401, 403, 401)),
    ("members", "get"): Row(MEMBERS),
    ("entries", "get"): Row(MEMBERS),
    ("entry", "get"): Row(MEMBERS),
    ("sessions", "get"): Row(MEMBERS),
    ("sessions", "post"): Row(GM_WRITES),
    ("sessions-planned", "post"): Row(GM_WRITES, body={"title": "Snow"}),
    ("session", "get"): Row(MEMBERS),
    ("session-begin", "post"): Row(GM_WRITES),
    ("session-since", "post"): Row(
        (422, 403, 403, 403, 404, 401, 403, 401), body={"since": "2026-01-01T18:00:00Z"}, version='"1"'
    ),
    ("session-end", "post"): Row((422, 403, 403, 403, 404, 401, 403, 401)),
    ("session-scene", "put"): Row((404, 403, 403, 403, 404, 401, 403, 401), body={"title": "The mill"}, version='"1"'),
    ("session-scene", "delete"): Row((404, 403, 403, 403, 404, 401, 403, 401), version='"1"'),
    ("session-scenes", "post"): Row((422, 403, 403, 403, 404, 401, 403, 401), body={"title": "The mill"}),
    ("session-answer", "post"): Row((200, 200, 200, 200, 404, 401, 403, 401), body={"answer": "yes"}),
    ("session-summary", "get"): Row((404, 404, 404, 404, 404, 401, 404, 401)),
    ("session-summary", "put"): Row((422, 403, 403, 403, 404, 401, 403, 401), body={"published": True}, version='"1"'),
    ("luck", "get"): Row(MEMBERS),
    ("notices", "get"): Row(KNOWN),
    ("notices-read", "post"): Row((404, 404, 404, 404, 404, 401, 403, 401), body={"until": "nothing"}),
    ("notices-wishes", "get"): Row(KNOWN),
    ("notices-wishes", "put"): Row(
        (200, 200, 200, 200, 200, 401, 403, 401), body={"bell": ["ask"], "mail": [], "push": []}
    ),
    ("approvals", "get"): Row(MEMBERS),
    ("approval-agree", "post"): Row(GM_WRITES),
    ("approval-refuse", "post"): Row((204, 403, 403, 403, 404, 401, 403, 401), body={"word": "Not now."}),
    ("undo", "get"): Row(GM_READS),
    ("undo", "post"): Row(GM_WRITES, body={"entry": "{last}"}),
    ("redo", "get"): Row(GM_READS),
    ("redo", "post"): Row(GM_WRITES, body={"entry": "{struck}"}),
    ("house-rules", "get"): Row(MEMBERS),
    ("house-rules", "put"): Row(
        (200, 403, 403, 403, 404, 401, 403, 401), body={"rules": {"poor": True}}, version='"0"'
    ),
    ("sessions-story", "get"): Row(MEMBERS),
    ("party", "get"): Row(MEMBERS),
    ("party-move", "post"): Row(
        GM_WRITES, body={"source": "outside", "target": "party", "found": [{"name": "Rope"}]}, version='"0"'
    ),
    ("party-split", "post"): Row(
        (422, 403, 403, 403, 404, 401, 403, 401), body={"coins": {}, "among": ["{lark}"]}, version='"0"'
    ),
    ("party-award", "post"): Row(GM_WRITES, body={"command": "toss", "who": ["{rook}"]}),
    ("party-test", "get"): Row(GM_READS),
    ("party-test-withdraw", "post"): Row((204, 403, 403, 403, 404, 401, 403, 401), body={"asking": "none"}),
    ("party-test", "post"): Row(
        (422, 403, 403, 403, 404, 401, 403, 401), body={"who": ["{rook}"], "rank": "skill.none"}
    ),
    ("calendar", "get"): Row(MEMBERS),
    ("calendar", "put"): Row(
        (200, 403, 403, 403, 404, 401, 403, 401), body={"months": [], "week": ["Moonday"]}, version='"3"'
    ),
    ("calendar-events", "get"): Row(MEMBERS),
    ("calendar-weather", "get"): Row(MEMBERS),
    ("calendar-weather", "put"): Row(
        (422, 403, 403, 403, 404, 401, 403, 401), body={"day": 0, "weather": None}, version='"3"'
    ),
    ("calendar-pass", "post"): Row(GM_WRITES, body={"days": 12}, version='"3"'),
    ("calendar-take-back", "post"): Row(GM_WRITES, body={"entry": "{last}"}),
    ("shelves", "get"): Row(MEMBERS),
    ("homebrew", "get"): Row(MEMBERS),
    ("homebrew", "post"): Row(GM_WRITES, body={"section": "charms", "figures": {"name": "Clover", "luck": 2}}),
    ("homebrew-table", "post"): Row(
        (200, *GM_WRITES[1:]),
        body={"section": "charms", "csv": "name\nClover"},
    ),
    ("homebrew-one", "get"): [Row(MEMBERS), Row(SECRET, {"homebrew_id": "{jay}"})],
    ("homebrew-one", "put"): Row(
        (200, 403, 403, 403, 404, 401, 403, 401), body={"figures": {"name": "Clover", "luck": 3}}, version='"1"'
    ),
    ("homebrew-one", "delete"): Row((204, 403, 403, 403, 404, 401, 403, 401), version='"1"'),
    ("journal", "get"): Row(MEMBERS),
    ("journal", "post"): Row((201, 201, 201, 403, 404, 401, 403, 401), body={"kind": "lore", "title": "The inn"}),
    ("journal-page", "get"): [Row(MEMBERS), Row(SECRET, {"page_id": "{letter}"})],
    ("journal-page", "put"): [
        Row((200, 200, 403, 404, 404, 401, 403, 401), {"page_id": "{diary}"}, body={"text": "b"}, version='"1"'),
        Row((200, 404, 404, 404, 404, 401, 403, 401), {"page_id": "{letter}"}, body={"text": "b"}, version='"1"'),
    ],
    ("journal-page", "delete"): [
        Row((422, 422, 403, 404, 404, 401, 403, 401), {"page_id": "{diary}"}),
        Row((422, 404, 404, 404, 404, 401, 403, 401), {"page_id": "{letter}"}),
    ],
    ("journal-show", "post"): Row((200, 404, 404, 404, 404, 401, 403, 401), {"page_id": "{letter}"}),
    ("journal-reveal", "post"): [
        Row((422, 422, 403, 404, 404, 401, 403, 401), {"page_id": "{diary}"}, body={"mark": 1}, version='"1"'),
        Row((422, 404, 404, 404, 404, 401, 403, 401), {"page_id": "{letter}"}, body={"mark": 1}, version='"1"'),
    ],
    ("journal-picture", "get"): [Row(MEMBERS), Row(SECRET, {"page_id": "{letter}"})],
    ("journal-picture", "put"): Row(
        (200, 200, 403, 404, 404, 401, 403, 401), {"page_id": "{diary}"}, body=painted(), version='"0"'
    ),
    ("journal-picture", "delete"): [
        Row((200, 403, 403, 403, 404, 401, 403, 401), version='"1"'),
        Row((200, 404, 404, 404, 404, 401, 403, 401), {"page_id": "{letter}"}, version='"1"'),
    ],
    ("long-tests", "get"): Row(MEMBERS),
    ("long-test-forecast", "get"): [
        Row(MEMBERS, {"character_id": "{lark}"}),
        Row(SECRET, {"character_id": "{crow}"}),
    ],
    ("runs", "get"): Row(MEMBERS),
    ("runs", "post"): [
        Row(OWNER_WRITES, body={"kind": "end", "tests": [{"who": "{lark}", "key": "s2"}]}),
        Row((201, 404, 404, 404, 404, 401, 403, 401), body={"kind": "end", "tests": [{"who": "{crow}", "key": "s1"}]}),
        Row(GM_WRITES, body={"kind": "time", "amount": 2, "unit": "hour"}),
    ],
    ("run", "get"): [Row(MEMBERS), Row(SECRET, {"run_id": "{hours}"})],
    ("run-pause", "post"): [
        Row(OWNER_TURNS, version='"1"'),
        Row((200, 404, 404, 404, 404, 401, 403, 401), {"run_id": "{hours}"}, version='"1"'),
    ],
    ("run-resume", "post"): Row(OWNER_TURNS, version='"1"'),
    ("run-cancel", "post"): Row(OWNER_TURNS, version='"1"'),
    ("characters", "get"): Row(MEMBERS),
    ("characters", "post"): Row((201, 201, 201, 403, 404, 401, 403, 401), body={"name": "Wren"}),
    ("character", "get"): [Row(MEMBERS), Row(SECRET, {"character_id": "{magpie}"})],
    ("character-archived", "put"): [
        Row((204, 204, 403, 403, 404, 401, 403, 401), body={"archived": True}),
        Row((204, 404, 404, 404, 404, 401, 403, 401), {"character_id": "{magpie}"}, body={"archived": True}),
    ],
    ("character-commands", "get"): [Row(OWNER_READS), Row(SECRET, {"character_id": "{magpie}"})],
    ("character-commands", "post"): [
        Row(OWNER_WRITES, body=NOTE, version='"1"'),
        Row((201, 404, 404, 404, 404, 401, 403, 401), {"character_id": "{magpie}"}, body=NOTE, version='"1"'),
    ],
    ("character-odds", "post"): Row(OWNER_READS, body=_with("toss", coins=1)),
    ("take-back", "post"): Row(OWNER_WRITES, {"character_id": "{wren}"}, body={"entry": "{learned}"}, version='"4"'),
    ("experience", "get"): [Row(MEMBERS), Row(SECRET, {"character_id": "{magpie}"})],
    ("skills", "get"): [Row(MEMBERS), Row(SECRET, {"character_id": "{magpie}"})],
    ("skills-one", "get"): [Row(MEMBERS), Row(SECRET, {"character_id": "{magpie}"})],
    ("skills-one", "put"): Row((200, 200, 403, 403, 404, 401, 403, 401), body={"value": 3}, version='"1"'),
    ("encounters", "get"): Row(MEMBERS),
    ("encounters", "post"): Row(GM_WRITES, body={"name": "The ford"}),
    ("encounter", "get"): [Row(MEMBERS), Row(SECRET, {"encounter_id": "{ambush}"})],
    ("encounter-archived", "put"): [
        Row((204, 403, 403, 403, 404, 401, 403, 401), body={"archived": True}),
        Row((204, 404, 404, 404, 404, 401, 403, 401), {"encounter_id": "{ambush}"}, body={"archived": True}),
    ],
    ("creatures", "post"): Row(GM_WRITES, body={"creature": "magpie"}),
    ("encounter-party", "post"): Row(
        GM_WRITES, {"encounter_id": "{bank}"}, body={"command": "toss", "who": ["{rook}"]}, version='"2"'
    ),
    ("encounter-spoils", "post"): Row(
        GM_WRITES,
        {"encounter_id": "{bank}"},
        body={"gifts": [{"who": "{rook}", "things": [{"name": "Rope"}]}]},
        version='"2"',
    ),
    ("encounter-commands", "get"): [
        Row(OWNER_READS, query="?as={rook}"),
        Row(GM_READS),
        Row(SECRET, {"encounter_id": "{ambush}"}),
    ],
    ("encounter-commands", "post"): [
        Row(OWNER_WRITES, query="?as={rook}", body=NOTE, version='"0"'),
        Row(GM_WRITES, query="?as={rook}", body=_with("join"), version='"0"'),
    ],
    ("templates", "get"): Row(GM_READS),
    ("templates", "post"): Row(GM_WRITES, body={"encounter": "{bank}", "name": "Birds"}),
    ("template", "delete"): Row((204, 403, 403, 403, 404, 401, 403, 401)),
    ("template-encounters", "post"): Row(GM_WRITES),
    ("forecasts", "get"): [Row(GM_READS, {"encounter_id": "{ford}"}), Row(SECRET, {"encounter_id": "{ambush}"})],
    ("forecasts", "post"): [
        Row(GM_WRITES, {"encounter_id": "{ford}"}, body={"fights": 10}),
        Row((422, 404, 404, 404, 404, 401, 403, 401), {"encounter_id": "{ambush}"}, body={"fights": 10}),
    ],
    ("forecast", "get"): Row(GM_READS, {"encounter_id": "{ford}"}),
    ("forecast-cancel", "post"): Row(
        (200, 403, 403, 403, 404, 401, 403, 401), {"encounter_id": "{ford}"}, version='"1"'
    ),
    ("encounter-odds", "post"): Row(OWNER_READS, query="?as={rook}", body=_with("toss", coins=1)),
    ("campaign-export", "get"): Row(GM_READS),
    ("campaign-import", "post"): [
        Row((422, 422, 422, 422, 422, 401, 403, 401), body=b"no archive"),
        Row((422, 422, 422, 422, 422, 401, 403, 401)),
    ],
    ("campaign-picture", "get"): Row(MEMBERS),
    ("campaign-picture", "put"): Row((200, 403, 403, 403, 404, 401, 403, 401), body=painted(), version='"1"'),
    ("campaign-picture", "delete"): Row((200, 403, 403, 403, 404, 401, 403, 401), version='"1"'),
    ("character-export", "get"): [Row(OWNER_READS), Row(SECRET, {"character_id": "{magpie}"})],
    ("character-import", "post"): Row(
        (422, 422, 422, 403, 404, 401, 403, 401), body={"format": "none", "version": 1, "game": "heads", "sheet": {}}
    ),
    ("character-picture", "get"): [Row(MEMBERS), Row(SECRET, {"character_id": "{magpie}"})],
    ("character-picture", "put"): [
        Row(OWNER_TURNS, body=painted(), version='"1"'),
        Row((200, 404, 404, 404, 404, 401, 403, 401), {"character_id": "{magpie}"}, body=painted(), version='"1"'),
    ],
    ("character-picture", "delete"): [
        Row(OWNER_TURNS, version='"1"'),
        Row((200, 404, 404, 404, 404, 401, 403, 401), {"character_id": "{magpie}"}, version='"1"'),
    ],
    ("encounter-replay-link", "get"): [
        Row(GM_READS),
        Row((200, 404, 404, 404, 404, 401, 200, 401), {"encounter_id": "{ambush}"}),
    ],
    ("encounter-replay-link", "put"): Row((200, 403, 403, 403, 404, 401, 403, 401)),
    ("encounter-replay-link", "delete"): Row((204, 403, 403, 403, 404, 401, 403, 401)),
    ("encounter-ground", "get"): [Row(MEMBERS), Row(SECRET, {"encounter_id": "{ambush}"})],
    ("encounter-ground", "put"): Row((200, 403, 403, 403, 404, 401, 403, 401), body=painted(), version='"1"'),
    ("encounter-ground", "delete"): Row((200, 403, 403, 403, 404, 401, 403, 401), version='"1"'),
    ("picture", "get"): [
        Row(MEMBERS),
        Row(SECRET, {"picture_id": "{of_magpie}"}),
        Row(SECRET, {"picture_id": "{of_ambush}"}),
        Row(SECRET, {"picture_id": "{of_letter}"}),
        Row((404, 404, 404, 404, 404, 401, 404, 401), {"size": "other"}),
    ],
}
#: These are the same views under other words: every game has its own kinds of rank.
LIKE = dict.fromkeys({plural for system in SYSTEMS for plural in plurals(system)} - {"skills"}, "skills")
LIKE |= {f"{plural}-one": "skills-one" for plural in LIKE}
#: Streams are tested where streams are.
ELSEWHERE = {"feed", None}


def routes() -> dict[str, URLPattern]:
    return {route.name: route for route in urlpatterns if route.name not in ELSEWHERE}


def methods(route: URLPattern) -> set[str]:
    view = getattr(route.callback, "view_class", None)
    return {"get"} if view is None else {m for m in ("get", "post", "put", "patch", "delete") if hasattr(view, m)}


def test_every_address_has_its_row() -> None:
    wanted = {(LIKE.get(name, name), method) for name, route in routes().items() for method in methods(route)}
    assert wanted == ROWS.keys()


CELLS = [
    (name, method, row) for (name, method), rows in ROWS.items() for row in (rows if isinstance(rows, list) else [rows])
]


@pytest.fixture(scope="module")
def cast(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Cast]:
    with cast_for_a_file(django_db_blocker) as made:
        yield made


@pytest.fixture(scope="module")
def words(cast: Cast) -> dict[str, str]:
    """The words that fill the placeholders of addresses, from a campaign that has been played."""
    with pytest.MonkeyPatch.context() as patch:
        plug_in_toy(patch)
        return _ids_of_a_played_campaign(cast)


def _ids_of_a_played_campaign(cast: Cast) -> dict[str, str]:
    bridge = cast.encounter()
    ambush = Encounter.objects.create(campaign=cast.campaign, name="The ambush", secret=True)
    magpie = cast.creature()
    bank = cast.encounter()
    combat.bring_party(cast.gm, encounter=bank, who=[cast.rook.public_id])
    combat.bring_creatures(cast.gm, encounter=bank, key="magpie")
    template = templates.keep(cast.gm, encounter=bank)
    write_text(cast.gm, cast.mira, "one")
    wren = characters.begin(cast.gm, name="Wren", owner=cast.anna.user).public_id
    for _ in range(2):
        perform(cast.anna, Intent("toss", {"coins": 1}, wren))
    learned = perform(cast.anna, Intent("learn", actor=wren))
    lark, crow = characters.begin(cast.gm, name="Lark", owner=cast.anna.user), cast.creature("Crow")
    for who, actor in ((cast.anna, lark), (cast.anna, lark), (cast.gm, crow)):
        perform(who, Intent("stack.begin", {"goal": 3}, actor.public_id))
    run = runs.to_the_end(cast.anna, [(lark.public_id, "s1")])
    timekeeping.choose(cast.gm, PLAIN, Date(1, 1, 1), climate=timekeeping.WantedClimate("northern"))
    hours = timekeeping.let_pass(cast.gm, timekeeping.For(60)).run
    assert hours is not None
    clover = editor.add(cast.gm, "charms", {"name": "Clover", "luck": 1})
    jay = editor.add(cast.gm, "creatures", {"name": "Jay"})
    timekeeping.let_pass(cast.gm, timekeeping.For(60), [])
    mill, diary, letter = _journal(cast)
    shown = (cast.campaign, cast.rook, bridge, magpie, ambush, mill, letter)
    hung = {one: hang(cast.campaign, one).public_id for one in shown}
    return {
        "ford": bridge.public_id,
        "bank": bank.public_id,
        "template_id": template.public_id,
        "forecast_id": "unknown",
        "session_id": sessions.plan(cast.gm, title="Frost", planned_for=None).public_id,
        "scene_id": "none",
        "learned": learned.public_id,
        "lark": lark.public_id,
        "crow": crow.public_id,
        "key": "s1",
        "run_id": run.public_id,
        "hours": hours.public_id,
        "wren": wren,
        "what": wren,
        "homebrew_id": clover.public_id,
        "jay": jay.public_id,
        "campaign_id": cast.campaign.public_id,
        "character_id": cast.rook.public_id,
        "encounter_id": bridge.public_id,
        "entry_id": Entry.objects.order_by("number")[0].public_id,
        "slug": "heads",
        "section": "creatures",
        "name": "luck",
        "rook": cast.rook.public_id,
        "magpie": magpie.public_id,
        "ambush": ambush.public_id,
        "picture_id": hung[cast.rook],
        "of_magpie": hung[magpie],
        "of_ambush": hung[ambush],
        "of_letter": hung[letter],
        "page_id": mill.public_id,
        "diary": diary.public_id,
        "letter": letter.public_id,
        "size": "token",
        "proposal_id": proposed(cast).public_id,
    }


def proposed(cast: Cast) -> Proposal:
    """A change of Rook's sheet that waits for approval."""
    intent = Intent("sheet.text", {"text": "notes", "to": "Hm."}, cast.rook.public_id)
    return consent.propose(cast.anna, intent)


def _journal(cast: Cast) -> tuple[JournalPage, JournalPage, JournalPage]:
    """A page that everybody may read, Anna's diary for the party, and a handout that is the game master's."""
    mill = journal.add(cast.gm, Wanted("place", "The mill", ""), Audience("all"))
    diary = journal.add(cast.anna, Wanted("lore", "Diary", "- [ ] sleep"), Audience("party"))
    return mill, diary, journal.add(cast.gm, Wanted("handout", "Letter", ""), Audience("gm"))


@pytest.mark.parametrize(("name", "method", "row"), CELLS, ids=[f"{method} {name}" for name, method, _ in CELLS])
def test_who_gets_in(cast: Cast, programs: Programs, words: dict[str, str], name: str, method: str, row: Row) -> None:
    found = {}
    for who in EVERYBODY:
        with transaction.atomic():
            said = words | _entry_to_undo_or_redo(cast, name) | _with_a_forecast(cast, name)
            answer = programs.of(who).send(
                method.upper(), _address(name, row, said), _filled(row.body, said), **_headers(row)
            )
            found[who] = answer.status_code
            transaction.set_rollback(True)
        if answer.status_code >= 400:
            assert answer.headers["Content-Type"] == "application/problem+json"
            assert answer.json()["status"] == answer.status_code
    assert found == dict(zip(EVERYBODY, row.who, strict=True))


def _entry_to_undo_or_redo(cast: Cast, name: str) -> dict[str, str]:
    """The id of the last entry under both of its placeholders; before a redo it is undone."""
    last = last_to_undo(cast.campaign)
    assert last is not None
    if name == "redo":
        undo(cast.gm, last.public_id)
    return {"last": last.public_id, "struck": last.public_id}


def _with_a_forecast(cast: Cast, name: str) -> dict[str, str]:
    """A fight that can be foretold, and has been, where an address is about that."""
    if not name.startswith("forecast"):
        return {}
    ford = toy_fight(cast)
    return {"ford": ford.public_id, "forecast_id": ask(cast.gm, ford, 10).public_id}


def _address(name: str, row: Row, words: dict[str, str]) -> str:
    said = words | {key: value.format(**words) for key, value in (row.arguments or {}).items()}
    path = str(routes()[name].pattern)
    for key, value in said.items():
        for kind in ("slug", "str"):
            path = path.replace(f"<{kind}:{key}>", value)
    return "/" + path + row.query.format(**words)


def _filled(body: Any, words: dict[str, str]) -> Any:
    if isinstance(body, dict):
        return {key: _filled(value, words) for key, value in body.items()}
    if isinstance(body, list):
        return [_filled(value, words) for value in body]
    return body.format(**words) if isinstance(body, str) else body


def _headers(row: Row) -> dict[str, str]:
    return {"If_Match": row.version} if row.version else {}


@pytest.mark.parametrize("name", sorted(name for name in routes() if name not in LIKE))
def test_other_methods_are_no_addresses(cast: Cast, programs: Programs, words: dict[str, str], name: str) -> None:
    for method in {"get", "post", "put", "patch", "delete"} - methods(routes()[name]):
        answer = programs.gm.send(method.upper(), _address(name, Row(OPEN), words), {})
        assert answer.status_code == 405, method


def test_an_unknown_address_is_a_problem(programs: Programs) -> None:
    browser = Client(enforce_csrf_checks=True)
    for path in ("/nothing/", "/campaigns", "/characters/x/nothing/", "/campaigns/%0A/", "/campaigns/a%20b/undo/"):
        for answer in (programs.gm.get(path), browser.get(API + path), browser.post(API + path)):
            assert (answer.status_code, answer.headers["Content-Type"]) == (404, "application/problem+json")


def test_a_browser_writes_only_with_its_token_against_forgery(cast: Cast) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(cast.anna.user)
    path = f"/api/v1/characters/{cast.rook.public_id}/commands/"
    sent: dict[str, Any] = {"content_type": "application/json", "headers": {"If-Match": '"1"'}}
    assert browser.post(path, NOTE, **sent).status_code == 403
    browser.get("/accounts/tokens/")
    sent["headers"]["X-CSRFToken"] = browser.cookies["csrftoken"].value
    assert browser.post(path, NOTE, **sent).status_code == 201


def test_a_fault_of_ours_is_a_problem_too(cast: Cast, programs: Programs, monkeypatch: pytest.MonkeyPatch) -> None:
    def break_(*args: Any) -> None:
        raise RuntimeError("a secret of the house")

    monkeypatch.setattr("campaigns.audience.access.membership", break_)
    answer = programs.gm.get(f"/campaigns/{cast.campaign.public_id}/")
    assert (answer.status_code, answer.headers["Content-Type"]) == (500, "application/problem+json")
    assert b"secret" not in answer.content
