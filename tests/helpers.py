"""Helpers of the tests of play: the cast, and the law that old documents and facts make new ones."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import override_settings
from pytest_django import DjangoDbBlocker

from campaigns.chronicle import verify
from campaigns.chronicle.replay import content_after
from campaigns.models import Campaign, Document, Entry, Membership, Role
from campaigns.models.triggers import guard, release
from campaigns.play.intent import Intent
from campaigns.play.perform import perform
from characters import services as characters
from characters.models import Character
from combat import services as combat
from combat.models import Encounter
from rules import codec, registry
from tests.conftest import QUICK_PASSWORDS
from tests.toy import HEADS_GAME
from winterhall.accounts.models import User

GUARDED = ("campaigns_entry", "campaigns_touch", "characters_experienceentry")


@dataclass
class Cast:
    """A GM, two players with a character each, an observer, and somebody who does not belong."""

    campaign: Campaign
    gm: Membership
    anna: Membership
    boris: Membership
    olga: Membership
    stranger: User
    rook: Character
    mira: Character

    def encounter(self, *, secret: bool = False) -> Encounter:
        """A prepared encounter."""
        return combat.prepare(self.gm, name="The bridge", secret=secret)

    def creature(self, name: str = "Magpie") -> Character:
        """A creature that players know nothing of."""
        return characters.begin(self.gm, name=name, owner=None, secret=True, sheet=HEADS_GAME.creature("magpie"))


def plug_in_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the house know the toy game for one test."""
    monkeypatch.setattr(registry, "SYSTEMS", (*registry.SYSTEMS, HEADS_GAME))


@contextmanager
def standing_for_a_file(blocker: DjangoDbBlocker) -> Iterator[None]:
    """Let what is made in the database stand for all tests of a file: each takes back only what it did itself."""
    # Passwords as every test has them: what is set for a test is not yet set for a file.
    with blocker.unblock(), override_settings(PASSWORD_HASHERS=QUICK_PASSWORDS), transaction.atomic():
        yield
        transaction.set_rollback(True)


@contextmanager
def cast_for_a_file(blocker: DjangoDbBlocker) -> Iterator[Cast]:
    """One campaign of the toy for a whole file: whatever a test does in it is taken back."""
    with standing_for_a_file(blocker):
        with pytest.MonkeyPatch.context() as patch:
            plug_in_toy(patch)
            made = make_cast()
        yield made


def make_cast(system_slug: str = HEADS_GAME.slug) -> Cast:
    """A new campaign with everybody in it."""
    campaign = Campaign.objects.create(name="The long winter", system_slug=system_slug)
    gm, anna, boris, olga = (
        Membership.objects.create(campaign=campaign, user=make_user(name), role=role)
        for name, role in (
            ("gisela", Role.GM),
            ("anna", Role.PLAYER),
            ("boris", Role.PLAYER),
            ("olga", Role.OBSERVER),
        )
    )
    rook = characters.begin(gm, name="Rook", owner=anna.user)
    mira = characters.begin(gm, name="Mira", owner=boris.user)
    return Cast(campaign, gm, anna, boris, olga, make_user("charlie"), rook, mira)


def make_user(name: str) -> User:
    """A new account under a name."""
    return User.objects.create_user(f"{name}@example.org", "a long enough word", display_name=name.title())


def write_text(member: Membership, who: Character, to: str, **more: object) -> Entry:
    """The simplest command there is, in every game: note something on a sheet."""
    intent = Intent("sheet.text", {"text": "notes", "to": to}, actor=who.public_id, **more)  # type: ignore[arg-type]
    return perform(member, intent)


@contextmanager
def verified(campaign: Campaign) -> Iterator[None]:
    """Let something be written, and hold it against the law: old documents and new facts make the new documents.

    Whatever is written besides (ranks, ledger, numbers, hashes) is held against the chronicle as well.
    """
    before = {document.public_id: document for document in documents_of(campaign)}
    number = Campaign.objects.get(pk=campaign.pk).last_number
    yield
    new = list(Entry.objects.filter(campaign=campaign, number__gt=number).order_by("number"))
    for document in documents_of(campaign):
        if any(entry.undoes_id or entry.redoes_id for entry in new):
            break
        assert document.body == body_after(before.get(document.public_id), document, new)
    assert verify.faults(Campaign.objects.get(pk=campaign.pk)) == []


def body_after(old: Document | None, new: Document, entries: list[Entry]) -> str:
    """The body that facts make of an old document."""
    content = old.read() if old and old.version else None if new.is_sheet else codec.encounter_from("{}")
    for entry in entries:
        if new.is_sheet or entry.encounter == new.public_id:
            content = content_after(new, content, codec.facts_from(entry.facts))
    return codec.dump(content) if content is not None else new.body


def documents_of(campaign: Campaign) -> list[Document]:
    """Every document of a campaign as it is stored now."""
    kinds: tuple[type[Document], ...] = (Character, Encounter)
    return [document for kind in kinds for document in kind.objects.filter(campaign=campaign)]


@contextmanager
def unguarded() -> Iterator[None]:
    """Take the database's guard off what only grows: to tamper with it, or to empty it after a test."""
    _on_guarded(release)
    try:
        yield
    finally:
        _on_guarded(guard)


def _on_guarded(change: Callable[[Any, str], None]) -> None:
    # A real schema editor refuses to work inside the transaction of a test.
    with connection.cursor() as cursor:
        for table in GUARDED:
            change(SimpleNamespace(connection=connection, execute=cursor.execute), table)


def copy_entry(entry: Entry, count: int) -> None:
    """Let the chronicle go on with copies of its last entry, as if so much more had been played.

    The database makes them: the driver of PostgreSQL takes ten milliseconds over a long entry.
    """
    columns = [field.column for field in Entry._meta.concrete_fields if not field.primary_key]
    own = {"number": "number + n", "public_id": "'copy' || (number + n)", "key": "NULL", "hash": "'copied'"}
    copied = ", ".join(own.get(column, f'"{column}"') for column in columns)
    with connection.cursor() as cursor:
        cursor.execute(
            "WITH RECURSIVE steps(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM steps WHERE n < %s) "  # noqa: S608
            f"INSERT INTO {Entry._meta.db_table} ({', '.join(columns)}) "
            f"SELECT {copied} FROM {Entry._meta.db_table}, steps WHERE id = %s",
            [count, entry.pk],
        )
        cursor.execute(f"ANALYZE {Entry._meta.db_table}")  # as a database does by itself in time
    Campaign.objects.filter(pk=entry.campaign_id).update(last_number=entry.number + count)
