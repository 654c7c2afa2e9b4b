"""The journal in two worlds: with a secret page, secret blocks, a hidden link and a secret revision, and without."""

import difflib
import re
from collections.abc import Iterator

import pytest
from django.db import transaction
from django.test import Client

from campaigns.audience import journal as audience
from campaigns.feed import query
from campaigns.journal import services
from campaigns.journal.services import Audience, Wanted
from campaigns.models import JournalPage, Shared
from tests.api.conftest import programs_of
from tests.helpers import Cast, make_cast, plug_in_toy
from tests.two_worlds.chance import foreseeable

CANARY = "Zaunkoenig"
OPEN = "The mill. See [[Rook]], [[The inn]] and [[Zaunkoenig]].\n\n- [x] walk\n\n{0}- [ ] rest"
#: A secret between two steps of one list: neither the list nor a blank line may show that something stood there.
BETWEEN = f":::gm\n- [ ] {CANARY} is warned\n:::\n\n"
SECRET = f":::gm\n{CANARY} lives in [[The mill]], see [[The inn]].\n- [ ] a secret step\n:::\n\n"
READERS = ("anna", "boris", "olga")
PATHS = (
    "journal/",
    "journal/?kind=quest",
    "journal/?kind=person",
    "journal/?tag=north",
    "journal/?tag=secret",
    "journal/?archived=1",
    *(f"journal/?q={word}" for word in ("mill", "zaun", CANARY, "secret", "step", "lives", "the", "gm", "Anna", "a")),
    "journal/new/?title=Zaunkoenig",
    "journal/{mill}/",
    "journal/{mill}/shown/",
    "journal/{mill}/history/",
    "journal/{mill}/edit/",
    "journal/{inn}/",
    "journal/{diary}/",
    "journal/{diary}/history/",
    "journal/{diary}/edit/",
    "journal/{zaun}/",
    "journal/{zaun}/edit/",
    "journal/{zaun}/history/",
    "journal/{zaun}/shown/",
    "calls/",
    "members/",
    "",
    "calendar/",
    "calendar/?month=12",
)
PROGRAMS = (
    "journal/",
    "journal/?limit=1",
    "journal/?kind=person",
    *(f"journal/?q={word}" for word in ("mill", "zaun", "secret", "lives", "the")),
    "journal/{mill}/",
    "journal/{inn}/",
    "journal/{diary}/",
    "journal/{zaun}/",
    "journal/{zaun}/picture/",
    "journal/?after={zaun}",
    "journal/?after={mill}",
    "calendar/events/",
)
#: The writes that readers try: what they are answered must not tell either.
TRIED = (
    ("journal/preview/", {"text": f"[[{CANARY}]] [[The mill]]"}),
    ("journal/{zaun}/edit/", {"title": "x", "kind": "lore", "text": "y", "seen": "1"}),
    ("journal/{zaun}/share/", {"shared": "all"}),
    ("journal/{zaun}/archive/", {"archived": "yes"}),
    ("journal/{zaun}/show/", {}),
    ("journal/{mill}/edit/", {"title": "x", "kind": "lore", "text": "y", "seen": "1"}),
    ("journal/new/", {"title": CANARY, "kind": "lore", "text": "mine", "shared": "all", "key": "one"}),
)


def world(*, secrets: bool) -> tuple[Cast, dict[str, str]]:
    """A campaign with a journal; its pages by name, where ``zaun`` is the secret one or an id that nothing has."""
    cast = make_cast()

    def add(title: str, text: str, shared: str, kind: str = "quest", by: str = "gm", **more: str) -> JournalPage:
        # What is dated stands in the calendar, the secret beside the open.
        wanted = Wanted(kind, title, text, tuple(more.values()), day=3, yearly=shared != Shared.GM)
        return services.add(getattr(cast, by), wanted, Audience(shared))

    hidden = add(CANARY, "[[The mill]] [[The inn]]", Shared.GM, "person", tag="secret") if secrets else None
    text = SECRET + OPEN.format(BETWEEN) if secrets else OPEN.format("")
    mill = add("The mill", text, Shared.ALL, tag="north")
    if secrets:
        more = Wanted("quest", "The mill", text + "\n\n:::gm\nA secret revision\n:::", ("north",), 3, yearly=True)
        services.write(cast.gm, mill.public_id, more, seen=1)
        gone = add("Gone", f"{CANARY} of [[The mill]]", Shared.ALL)
        services.archive(cast.gm, gone.public_id, archived=True)
        letter = add("A letter for nobody", CANARY, Shared.GM, "handout")
        assert letter.version == 1
    inn = add("The inn", "Warm. [[The mill]]", Shared.PARTY, "place")
    diary = add("Diary", "Of [[Zaunkoenig]] and [[The mill]]", Shared.PARTY, "lore", "anna")
    pages = {"mill": mill, "inn": inn, "diary": diary}
    ids = {name: page.public_id for name, page in pages.items()}
    return cast, ids | {"zaun": hidden.public_id if hidden else "nothing-has-this-id"}


def answers(cast: Cast, ids: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Everything that each reader gets, but for ids, tokens and moments."""
    programs = programs_of(cast)
    for name in READERS:
        client = Client(raise_request_exception=False)
        client.force_login(getattr(cast, name).user)
        here = f"/campaigns/{cast.campaign.public_id}/"
        for path in PATHS:
            answer = client.get(here + path.format(**ids))
            yield f"{name} GET {path}", _plain(f"{answer.status_code} {answer.content.decode()}", cast, ids)
        for path, sent in TRIED:
            with transaction.atomic():
                answer = client.post(here + path.format(**ids), sent)
                told = f"{answer.status_code} {answer.content.decode()}"
                made = JournalPage.objects.filter(campaign=cast.campaign, title=CANARY).exclude(owner=None)
                words = ids | {f"made{at}": page.public_id for at, page in enumerate(made)}
                if made:
                    told += client.get(f"{here}journal/").content.decode()
                    told += client.get(f"{here}journal/{ids['mill']}/").content.decode()
                transaction.set_rollback(True)
            yield f"{name} POST {path}", _plain(told + answer.get("Location", ""), cast, words)
        for path in PROGRAMS:
            answer = getattr(programs, name).get(f"/campaigns/{cast.campaign.public_id}/{path.format(**ids)}")
            tag = answer.headers.get("ETag", "")
            yield (
                f"{name} API {path}",
                _plain(f"{answer.status_code} {tag} {answer.content.decode()}", cast, ids, api=True),
            )


def _plain(text: str, cast: Cast, ids: dict[str, str], *, api: bool = False) -> str:
    people = {name: getattr(cast, name).user.public_id for name in ("gm", *READERS)}
    things = {"rook": cast.rook.public_id, "mira": cast.mira.public_id, "campaign": cast.campaign.public_id}
    for name, value in {**ids, **people, **things}.items():
        text = text.replace(value, f"<{name}>")
    text = re.sub(r'"request": ?"[^"]*"|\bref(erence)?\b[^<]*<code>[^<]*', "", text)
    text = re.sub(r"\b\d\d:\d\d\b", "<now>", text)
    text = re.sub(r'X-CSRFToken": "\w+"', "", text)
    text = re.sub(r'(csrf-token" content|csrfmiddlewaretoken" value|name="key" value)="[^"]*"', r"\1", text)
    # The tag of a page is a digest of the very answer, in which ids stand.
    return re.sub(r'"(\d+)-[0-9a-f]{16}"', r'"\1-tag"', text) if api else text


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    plug_in_toy(monkeypatch)


def told(*, secrets: bool) -> dict[str, str]:
    """All answers in a world that is gone afterwards; its day is that of every other, also at midnight."""
    with foreseeable() as chance, transaction.atomic():
        chance.begin("the journal", 0)
        found = dict(answers(*world(secrets=secrets)))
        transaction.set_rollback(True)
    return found


@pytest.mark.django_db
def test_nobody_but_the_game_master_can_tell_the_two_worlds_apart() -> None:
    having, without = told(secrets=True), told(secrets=False)
    assert having.keys() == without.keys()
    different = [asked for asked in having if having[asked] != without[asked]]
    told_apart = (
        f"{asked}: {line}"
        for asked in different
        for line in difflib.unified_diff(without[asked].splitlines(), having[asked].splitlines(), lineterm="", n=0)
    )
    assert not different, "\n".join(told_apart)
    assert not [asked for asked, text in having.items() if "secret step" in text or "lives in" in text]


@pytest.mark.django_db
def test_the_game_master_can_tell_them_apart() -> None:
    cast, ids = world(secrets=True)
    client = Client()
    client.force_login(cast.gm.user)
    here = f"/campaigns/{cast.campaign.public_id}/journal/"
    assert "lives in" in client.get(f"{here}{ids['mill']}/").content.decode()
    assert CANARY in client.get(f"{here}?q=lives").content.decode() + client.get(here).content.decode()
    assert audience.pages(cast.gm).count() == 5


@pytest.mark.django_db
def test_a_handout_is_heard_by_those_alone_who_may_read_it(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: object
) -> None:
    cast, _ = world(secrets=False)
    said: list[str] = []
    monkeypatch.setattr("campaigns.chronicle.notify._say", said.append)
    for shared, readers, hear in (
        (Shared.PARTY, (), {cast.anna, cast.boris}),
        (Shared.ALL, (), {cast.anna, cast.boris, cast.olga}),
        (Shared.NAMED, (cast.boris.user.public_id,), {cast.boris}),
    ):
        page = services.add(cast.gm, Wanted("handout", "L", ""), Audience(shared, frozenset(readers)))
        with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
            services.show(cast.gm, page.public_id)
        assert said.pop() == f"{cast.campaign.public_id} notice {sorted(one.user_id for one in hear)}"
    assert b"data: {}" in query.NOTICE_EVENT.text
