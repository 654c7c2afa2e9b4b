"""Sums of a ledger of experience: its accounts and the hours in which it grew.

The ledger is only added to, so what was summed up is kept, and only newer rows are added: a long ledger costs no more
than a short one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.core.cache import cache
from django.db.models import Count, Max, Min, Q, QuerySet, Sum

from campaigns.calendar.sessions import Evening, borders, evenings_in, part
from characters.models import Character, ExperienceEntry

#: The new rows after which sums are kept anew, and the seconds for which they are.
KEPT_EVERY, KEPT_FOR = 200, 30 * 86_400
#: The number of the shape in which they are kept: caches outlive an upgrade.
SHAPE = 1


@dataclass(slots=True)
class Sums:
    """The sums of a ledger's rows up to the last of them by primary key.

    ``accounts`` are what was earned and spent by kind and name, ``hours`` the first and last moment in each hour and
    part of it, as sessions ``said`` to begin and end part it.
    """

    rows: int = 0
    last: int = 0
    accounts: dict[tuple[str, str], tuple[int, int]] = field(default_factory=dict)
    hours: dict[tuple[int, int], tuple[datetime, datetime]] = field(default_factory=dict)
    said: Sequence[datetime] = ()

    @property
    def held(self) -> dict[tuple[str, str], int]:
        """The balance of each account that is not empty."""
        return {account: earned - spent for account, (earned, spent) in self.accounts.items() if earned != spent}

    @property
    def sessions(self) -> list[Evening]:
        """The evenings on which something stands in the ledger, the latest first."""
        return evenings_in((at for span in sorted(self.hours.values()) for at in span), self.said)


def sums(character: Character) -> Sums:
    """The sums of a character's ledger: what is kept of them, and the rows that came since."""
    said, kept = borders(character.campaign), _kept(character)
    found = kept if kept.rows and _is_parted_alike(kept, said) else Sums()
    before, found.said = found.rows, said
    hours = _newer(found, character).annotate(part=part(said, "at")).values_list("hour", "part")
    _add_accounts(found, character)
    # Within an hour nothing parts two evenings but what was said: the first and last moment of each are enough.
    for hour, where, first, last in hours.filter(pk__lte=found.last).annotate(Min("at"), Max("at")):
        span = found.hours.get((hour, where), (first, last))
        found.hours[hour, where] = min(span[0], first), max(span[1], last)
    if found.rows - before >= KEPT_EVERY:
        cache.set(_key(character), found, KEPT_FOR)
    return found


def held(character: Character) -> dict[tuple[str, str], int]:
    """The balance of each account of a character's ledger that is not empty."""
    found = _kept(character)
    _add_accounts(found, character)
    return found.held


def _key(character: Character) -> str:
    return f"ledger:{SHAPE}:{character.pk}"


def _kept(character: Character) -> Sums:
    kept = cache.get(_key(character))
    return kept if isinstance(kept, Sums) else Sums()


def _is_parted_alike(kept: Sums, said: list[datetime]) -> bool:
    """Whether no session is said to begin or end at another moment up to the last row."""
    until = max(last for _, last in kept.hours.values())
    return [at for at in kept.said if at <= until] == [at for at in said if at <= until]


def _newer(found: Sums, character: Character) -> QuerySet[ExperienceEntry]:
    return ExperienceEntry.objects.filter(character=character, pk__gt=found.last).order_by()


def _add_accounts(found: Sums, character: Character) -> None:
    accounts = (
        _newer(found, character)
        .values_list("kind", "name")
        .annotate(
            earned=Sum("amount", filter=Q(amount__gt=0), default=0),
            spent=Sum("amount", filter=Q(amount__lt=0), default=0),
            rows=Count("pk"),
            last=Max("pk"),
        )
    )
    for kind, name, credit, debit, rows, last in accounts:
        before = found.accounts.get((kind, name), (0, 0))
        found.accounts[kind, name] = before[0] + credit, before[1] - debit
        found.rows, found.last = found.rows + rows, max(found.last, last)
