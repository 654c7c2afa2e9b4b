"""Deleting for good: whole campaigns with every row and file, and what a campaign goes on without, emptied.

The chronicle only grows as long as its campaign lives: a character or an encounter that is deleted keeps its row, under
no name and with nothing in it, and what it did stays in the entries. With the campaign everything goes.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from types import SimpleNamespace
from typing import Any

import structlog
from django.apps import apps
from django.db import connection, models, transaction
from django.db.models import Q
from django.utils import timezone

from campaigns.audience import journal
from campaigns.bin.services import DAYS, DELETED
from campaigns.chronicle import record
from campaigns.models import (
    Campaign,
    Checkpoint,
    Document,
    JournalPage,
    Membership,
    Picture,
    Touch,
    all_scenes,
    all_sheets,
)
from campaigns.models.triggers import guard, release
from campaigns.pictures import files
from rules import codec
from rules.engine.kernel import NotNow

log = structlog.get_logger(__name__)

#: The tables that the database lets only grow.
GUARDED = ("campaigns_entry", "campaigns_touch", "characters_experienceentry")


def empty(now: datetime | None = None) -> dict[str, int]:
    """Delete whatever has lain in a bin for its days; how many of each kind. Each goes by itself, wholly or not."""
    before = (now or timezone.now()) - timedelta(days=DAYS)
    ended = Q(binned_at__lte=before)
    campaigns = list(Campaign.objects.filter(ended).values_list("pk", flat=True))
    gone = sum(delete_campaign(pk, before) for pk in campaigns)
    documents = [one for each in (all_sheets(), all_scenes()) for one in each.filter(ended, erased=False)]
    erased = sum(erase(one, before) for one in documents)
    return {"campaigns": gone, "documents": erased}


def _remove_pictures(pictures: models.QuerySet[Picture]) -> None:
    """Remove rows of pictures, and their files once that is sure."""
    names = list(pictures.values_list("public_id", flat=True))
    pictures.delete()
    for name in names:
        transaction.on_commit(partial(files.remove, name))


# -- a character or an encounter --------------------------------------------------------------------------------------


@transaction.atomic
def erase(document: Document, before: datetime) -> bool:
    """Empty a document that has lain in the bin since ``before``, unless somebody brought it back meanwhile."""
    record.lock(document.campaign_id)
    model = type(document)
    found = model._default_manager.filter(pk=document.pk, binned_at__lte=before, erased=False).first()
    if found is None:
        return False
    _remove_pictures(Picture.objects.filter(campaign=found.campaign_id, of=found.public_id))
    if not Touch.objects.filter(document=found.public_id).exists():
        # No entry names it: nothing is left that could need it.
        found.delete()
        return True
    found.erased, found.name = True, DELETED[found.is_sheet]
    found.body = codec.dump(found.emptied())
    found.save(update_fields=["erased", "name", "body"])
    found.remade()
    Checkpoint.objects.filter(document=found.public_id).delete()
    return True


# -- a page of the journal --------------------------------------------------------------------------------------------


@transaction.atomic
def delete_page(member: Membership, page_id: str) -> str:
    """Delete an archived page of the journal for good, with its versions and pictures; returns its title.

    No entry of the chronicle names a page, so nothing is left of it; links to it lead nowhere from then on.
    """
    found = journal.page_to_write(member, page_id)
    page = JournalPage.objects.select_for_update().get(pk=found.pk)
    if not page.archived:
        raise NotNow("Archive the page first, then delete it.")
    _remove_pictures(Picture.objects.filter(campaign=page.campaign_id, of=page.public_id))
    page.delete()
    return page.title


# -- a campaign -------------------------------------------------------------------------------------------------------


def delete_campaign(pk: int, before: datetime) -> bool:
    """Delete a campaign that has lain in the bin since ``before``, with every row that is its own and every file."""
    with transaction.atomic():
        campaign = Campaign.objects.select_for_update().filter(pk=pk, binned_at__lte=before).first()
        if campaign is None:
            return False
        _remove_pictures(Picture.objects.filter(campaign=campaign))
        documents = [public_id for each in (all_sheets(), all_scenes()) for public_id in _ids(each, campaign)]
        Checkpoint.objects.filter(document__in=documents).delete()
        with _unguarded():
            for rows in _rows_of(campaign):
                rows._raw_delete(rows.db)
    log.info("campaign.deleted", campaign=campaign.public_id)
    return True


def _ids(documents: models.QuerySet[Any], campaign: Campaign) -> Iterator[str]:
    yield from documents.filter(campaign=campaign).values_list("public_id", flat=True)


def _rows_of(campaign: Campaign) -> Iterator[models.QuerySet[Any]]:
    """The rows of every table that lead to the campaign, its own last.

    Deleting them looks for nothing that refers to them: all of that goes as well, before the transaction ends.
    """
    paths = _paths()
    for model, found in paths.items():
        yield from (models.QuerySet(model).filter(**{path: campaign.pk}) for path in found)
    yield models.QuerySet(Campaign).filter(pk=campaign.pk)


def _paths() -> dict[type[models.Model], list[str]]:
    """The ways from each table to the campaign, over references that may not be empty, those farthest away first."""
    found: dict[type[models.Model], list[str]] = {Campaign: [""]}
    waiting: list[type[models.Model]] = [Campaign]
    while waiting:
        to = waiting.pop(0)
        for model in apps.get_models():
            for field in model._meta.concrete_fields:
                if field.related_model is to and not field.null and model not in found:
                    found[model] = [f"{field.name}__{path}".removesuffix("__") for path in found[to]]
                    waiting.append(model)
    del found[Campaign]
    return dict(reversed(found.items()))


@contextmanager
def _unguarded() -> Iterator[None]:
    """Let rows of the chronicle go inside the transaction, seen by nobody else: the guard stands at the commit."""
    with connection.cursor() as cursor:
        editor: Any = SimpleNamespace(connection=connection, execute=cursor.execute)
        _look_at_references(cursor)
        for table in GUARDED:
            release(editor, table)
        yield
        _look_at_references(cursor)
        for table in GUARDED:
            guard(editor, table)


def _look_at_references(cursor: Any) -> None:
    """Let PostgreSQL look at references now: it changes no trigger of a table with some still to be looked at."""
    if connection.vendor == "postgresql":
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")
