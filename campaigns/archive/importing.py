"""Bringing a campaign in: everything in one transaction, verified against its own chronicle before it is kept."""

from collections.abc import Iterable
from dataclasses import dataclass

import structlog
from django.db import DataError, IntegrityError, transaction

from campaigns.archive import parts
from campaigns.archive.documents import BROKEN
from campaigns.archive.parts import Arrival, keep_moments
from campaigns.archive.people import Seating, seat
from campaigns.archive.pictures import keep_files
from campaigns.archive.reading import Archive
from campaigns.chronicle import record, verify
from campaigns.models import Campaign, Membership, Picture, Role
from rules.engine.kernel import CLOSED, Refused, opened

log = structlog.get_logger(__name__)
#: Errors of rules at facts that no command makes.
_UNPLAYABLE = (*BROKEN, LookupError, ArithmeticError, AssertionError, NotImplementedError, RecursionError)


@dataclass(frozen=True)
class Report:
    """The campaign that was brought in, and sentences on what was done."""

    campaign: Campaign
    lines: list[str]


def bring_in(archive: Archive, seating: Seating) -> Report:
    """Write a campaign that was read; refused, with nothing written, where it is here already or does not hold."""
    try:
        with opened(CLOSED), transaction.atomic():
            return _brought_in(archive, seating)
    except IntegrityError as error:
        raise Refused("Something from this campaign is in this Winterhall already.", "archive") from error
    except (DataError, *_UNPLAYABLE) as error:
        log.warning("archive.unplayable", campaign=archive.head.campaign.public_id, exc_info=error)
        raise Refused("This archive tells of things that cannot happen in its game.", "archive") from error


def _brought_in(archive: Archive, seating: Seating) -> Report:
    _refuse_known(archive)
    about = archive.head.campaign
    # First of all: whoever brings the same campaign in at this moment waits here, and finds it there.
    campaign = Campaign.objects.create(
        public_id=about.public_id,
        name=about.name,
        system_slug=about.system_slug,
        house_rules=about.house_rules,
        needs_approval=about.needs_approval,
        archived_at=about.archived_at,
    )
    campaign.created_at = about.created_at
    keep_moments([campaign], "created_at")
    seated = seat(archive.people, archive.members, archive.contents.authors, seating)
    arrival = Arrival(campaign, archive.contents, seated.places, seated.authors, frozenset(seated.to_invite))
    for part in parts.parts():
        part.keep(archive.rows(part), arrival)
    if seating.gm is not None:
        Membership.objects.update_or_create(campaign=campaign, user=seating.gm, defaults={"role": Role.GM})
    for part in parts.parts():
        part.finish(arrival)
    _refuse_untrue(campaign)
    keep_files(arrival)
    return Report(campaign, [_counted(archive), *seated.said, *_without_gm(campaign)])


def _refuse_known(archive: Archive) -> None:
    """Refuse a campaign that is here, or one of whose ids stands here for something else."""
    about = archive.head.campaign
    if Campaign.objects.filter(public_id=about.public_id).exists():
        raise Refused(f"{about.name} is in this Winterhall already. Importing never changes a campaign.", "archive")
    for some in _some(sorted(archive.contents.documents)):
        # Documents are looked for by their id alone, whatever their kind.
        if record.find(some):
            raise Refused("Something from this campaign is in this Winterhall already.", "archive")
    if Picture.objects.filter(public_id__in=list(archive.contents.pictures)).exists():
        raise Refused("A picture from this campaign is in this Winterhall already.", "archive")


def _some(ids: list[str]) -> Iterable[list[str]]:
    return (ids[at : at + 200] for at in range(0, len(ids), 200))


def _refuse_untrue(campaign: Campaign) -> None:
    """Refuse a campaign whose documents are not what its entries make of them, or whose chain is broken."""
    found = verify.faults(Campaign.objects.get(pk=campaign.pk))
    if found:
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        raise Refused(f"This archive was changed by hand, or is damaged: {found[0]}{more}.", "archive")


def _counted(archive: Archive) -> str:
    """The parts of an archive with the number of their rows."""
    listed = ", ".join(f"{count:,} {name}" for name, count in archive.contents.counts.items())
    return f"{archive.head.campaign.name}: {listed}."


def _without_gm(campaign: Campaign) -> list[str]:
    running = Membership.objects.filter(campaign=campaign, role=Role.GM, user__is_active=True)
    return [] if running.exists() else ["Nobody here runs it yet: import it with --gm, or nobody can open it."]
