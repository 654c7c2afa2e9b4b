"""Campaigns that hold one of everything, and halls that are emptied and filled again from an archive."""

import zipfile
from datetime import timedelta
from io import BytesIO
from typing import Any

from django.apps import apps
from django.db import connection
from django.utils import timezone

from campaigns.archive import importing, reading, writing
from campaigns.archive.importing import Report
from campaigns.archive.package import FROM_OPERATORS
from campaigns.archive.people import Seating
from campaigns.calendar import timekeeping, weather
from campaigns.homebrew import editor
from campaigns.journal import services as journal
from campaigns.journal.services import Audience, Wanted
from campaigns.long_work import runs
from campaigns.members import services as members
from campaigns.models import (
    AskedTest,
    Campaign,
    ChatHook,
    ChatPost,
    JournalPart,
    Proposal,
    PushDevice,
    PushPost,
    Summary,
)
from campaigns.notices import reading as reading_notices
from campaigns.play import consent
from campaigns.play.intent import Intent
from campaigns.play.perform import perform
from campaigns.play.undo import last_to_undo, undo
from campaigns.sessions import at_table
from campaigns.sessions import services as sessions
from campaigns.summaries import worker
from characters import services as characters
from characters.party.moves import OUTSIDE, PARTY, Move, Thing, move
from combat import services as combat
from combat import templates
from combat.replay import sharing
from rules.engine.kernel import CLOSED, PLAIN, Date, opened
from tests.combat.forecast_helpers import ask, play_on
from tests.helpers import Cast, unguarded, write_text
from tests.pictures import hang
from winterhall.accounts.models import User

#: Columns that differ from hall to hall: keys of users in texts, and what a worker here waits for.
HERE_ALONE = {
    "campaigns.JournalPage": ("named", "readers"),
    "campaigns.JournalRevision": ("named",),
    "campaigns.JournalPart": ("readers",),
    "campaigns.Run": ("token", "due_at", "state"),
    "campaigns.Summary": ("token", "due_at"),
    "characters.Character": ("others",),
    "combat.Forecast": ("token", "due_at", "state", "why"),
}
EVERYTHING: Any = Seating(by_operator=True)


def lived_in(cast: Cast) -> Campaign:
    """The campaign of a cast, with a row in every table that a campaign has."""
    gm, anna, rook = cast.gm, cast.anna, cast.rook
    editor.choose_rules(gm, {"see_odds": "nobody"})
    timekeeping.choose(gm, PLAIN, Date(1012, 3, 4), climate=timekeeping.WantedClimate("northern", 12))
    weather.say(gm, 0, weather.Change("storm", "a gale", 4))
    weather.say(gm, 11, weather.Change("snow", "no wind", -4))
    move(gm, Move(OUTSIDE, PARTY, {"coin": 7}, found=(Thing("Blue lantern", 2),)))
    editor.add(gm, "charms", {"name": "Clover", "luck": 1})
    session = sessions.plan(gm, title="Frost", planned_for=timezone.now() + timedelta(days=1))
    sessions.answer(anna, session, "yes")
    at_table.begin(gm, session.public_id)
    at_table.scene(gm, "The ford")
    _play(cast)
    at_table.end(gm)
    summary = Summary.objects.get(session=session)
    while worker.step(summary.pk, summary.token):
        pass
    sessions.edit(gm, session, "They waded through.")
    sessions.publish(gm, session)
    _write_the_journal(cast)
    hang(cast.campaign, cast.campaign)
    hang(cast.campaign, rook)
    members.invite(gm, role="player", uses=1, days=7)
    reading_notices.wish(anna.user, {"mail": {"turn"}})
    consent.require(gm, {"things"})
    Proposal.objects.create(campaign=cast.campaign, by=anna.user, command="sheet.item", given="{}", digest="")
    AskedTest.objects.create(campaign=cast.campaign, by=gm.user, about=rook.public_id, key="1", command="toss")
    hook = ChatHook.objects.create(campaign=cast.campaign, address="https://chat.example.org/")
    ChatPost.objects.create(hook=hook, text="Frost begins.")
    device = PushDevice.objects.create(user=anna.user, address="https://push.example.org/1", name="Firefox")
    PushPost.objects.create(device=device, notice="gone")
    return Campaign.objects.get(pk=cast.campaign.pk)


def _play(cast: Cast) -> None:
    """A fight with somebody hidden, a forecast of it, long tests, and something that is undone."""
    gm, anna, rook = cast.gm, cast.anna, cast.rook
    for number in range(60):
        write_text(anna, rook, f"a scar, the {number}th")
    perform(anna, Intent("toss", {"coins": 3}, actor=rook.public_id))
    perform(gm, Intent("toss", {"coins": 2}, actor=cast.creature().public_id))
    fight = cast.encounter()
    combat.bring_party(gm, encounter=fight, who=[rook.public_id, cast.mira.public_id])
    combat.bring_creatures(gm, encounter=fight, key="magpie", hidden=True)
    templates.keep(gm, encounter=fight)
    play_on(ask(gm, fight, 60))
    ask(gm, fight, 60)
    perform(anna, Intent("stack.begin", {"goal": 3}, rook.public_id))
    runs.to_the_end(anna, [(rook.public_id, "s1")])
    combat.archive(gm, combat.prepare(gm, name="Nothing yet"), archived=True)
    sharing.share(gm, fight)
    undone = last_to_undo(cast.campaign)
    assert undone is not None
    undo(gm, undone.public_id)
    write_text(cast.boris, cast.mira, "tall")
    undone = last_to_undo(cast.campaign)
    assert undone is not None
    undo(gm, undone.public_id)
    characters.hand_over(gm, cast.mira, to=None)
    characters.share(gm, rook, to=[cast.boris.user])


def _write_the_journal(cast: Cast) -> None:
    secret = "An inn.\n\n:::gm\nIts host is a spy.\n:::"
    page = journal.add(cast.gm, Wanted("lore", "The Black Lantern", secret, ("north",)), Audience("party"))
    text = "An inn. See [[Rook]].\n\n:::for Anna\nYou know the host.\n:::"
    journal.write(cast.gm, page.public_id, Wanted("lore", "The Black Lantern", text, ("north",)), seen=1)
    named = Audience("named", frozenset({cast.anna.user.public_id}))
    journal.add(cast.gm, Wanted("handout", "Ö letter", "Read this."), named)
    journal.add(cast.anna, Wanted("quest", "Ways", "- [ ] north\n- [x] south"), Audience("all"))


def exported(campaign: Campaign, *, addresses: bool = False) -> bytes:
    with writing.write(campaign, addresses=addresses) as file:
        return file.read()


def brought_in(archive: bytes, seating: Seating = EVERYTHING) -> Report:
    with opened(CLOSED):
        return importing.bring_in(reading.read(BytesIO(archive), FROM_OPERATORS), seating)


def files_of(archive: bytes) -> dict[str, str]:
    """The files of an archive by name, as text where they are."""
    with zipfile.ZipFile(BytesIO(archive)) as package:
        return {name: package.read(name).decode(errors="replace") for name in package.namelist()}


def rows() -> dict[str, list[dict[str, Any]]]:
    """Every row of a campaign, without the keys of the database, which each hall draws for itself."""
    return {
        model._meta.label: sorted((_plain(one) for one in model._default_manager.all()), key=repr)
        for model in of_campaigns()
    }


def _plain(row: Any) -> dict[str, Any]:
    """The columns of a row; for references what the thing is called."""
    found = {}
    for column in row._meta.concrete_fields:
        value = getattr(row, column.name)
        if column.primary_key or column.name in HERE_ALONE.get(row._meta.label, ()):
            continue
        # A part of a page is called by a key of the database.
        called = value.page if isinstance(value, JournalPart) else value
        found[column.name] = str(getattr(called, "public_id", called)) if column.is_relation else value
    return found


def of_campaigns() -> list[Any]:
    """The models that hold campaigns."""
    return [model for model in apps.get_models() if model._meta.app_label in ("campaigns", "characters", "combat")]


def empty() -> None:
    """Let the hall have no row any more, as a new one has none."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # References are looked at when a transaction ends, and a table that waits for that is not emptied.
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            for model in (*of_campaigns(), User):
                cursor.execute(f"TRUNCATE {model._meta.db_table} CASCADE")
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")
            return
        cursor.execute("PRAGMA defer_foreign_keys = ON")
        with unguarded():
            for model in (*of_campaigns(), User):
                cursor.execute(f"DELETE FROM {model._meta.db_table}")  # noqa: S608
