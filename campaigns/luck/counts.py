"""Counts of rolls: the database adds them up, and what it has counted is kept, so that years cost no more than an hour.

Kept counts hold as long as nothing that they count is undone or brought back, and no session is said to have begun or
ended among them. They leave out the newest entries, which are the ones that people undo.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol, Self, TypeVar

from django.core.cache import cache
from django.db.models import Count, Max, Min, Q, QuerySet, Sum

from campaigns.calendar.sessions import part
from campaigns.chronicle import roll_index
from campaigns.models import Campaign, Entry, Face, Membership, Roll

#: The number of equal parts into which luck is sorted.
TENTHS = 10
#: The entries after which counts are kept anew, the newest ones that they leave out, and the seconds they are kept.
KEPT_EVERY, LEFT_OUT, KEPT_FOR = 500, 250, 30 * 86_400


@dataclass(frozen=True, slots=True)
class Hour:
    """An hour in which known dice fell: its first and last moment, number and percentiles of the rolls asked for."""

    first: datetime
    last: datetime
    rolls: int
    percentiles: float

    def __add__(self, other: Self) -> "Hour":
        first, last = min(self.first, other.first), max(self.last, other.last)
        return Hour(first, last, self.rolls + other.rolls, self.percentiles + other.percentiles)


@dataclass(frozen=True, slots=True)
class Sums:
    """Rolls added up; ``expected`` and ``came`` are the sums of the ``told`` ones, which say what to expect.

    ``tenths`` counts the percentiles in each tenth, the unlucky ones first.
    """

    rolls: int = 0
    percentiles: float = 0.0
    told: int = 0
    expected: float = 0.0
    came: float = 0.0
    tenths: tuple[int, ...] = field(default=(0,) * TENTHS, kw_only=True)

    @property
    def luck(self) -> float:
        return self.percentiles / self.rolls if self.rolls else 50.0

    def __add__(self, other: Self) -> "Sums":
        return Sums(
            self.rolls + other.rolls,
            self.percentiles + other.percentiles,
            self.told + other.told,
            self.expected + other.expected,
            self.came + other.came,
            tenths=tuple(one + more for one, more in zip(self.tenths, other.tenths, strict=True)),
        )


class Addable(Protocol):
    """Anything that can be put together with its like."""

    def __add__(self, other: Any, /) -> Any: ...


K = TypeVar("K")
V = TypeVar("V", bound=Addable)


def add(sums: dict[K, V], key: K, value: V) -> None:
    """Add a value to those of its key."""
    sums[key] = sums[key] + value if key in sums else value


@dataclass(slots=True)
class Counts:
    """Rolls by who made them, a user's primary key (``None`` for the game master) and a character.

    ``hours`` are by hour, part of it, player and character; ``purposes`` by player, character and purpose; ``faces`` by
    player, character, whether dice are real, sides and face.
    """

    hours: dict[tuple[int, int, int | None, str], Hour] = field(default_factory=dict)
    purposes: dict[tuple[int | None, str, str], Sums] = field(default_factory=dict)
    faces: Counter[tuple[int | None, str, bool, int, int]] = field(default_factory=Counter)

    def __add__(self, other: Self) -> "Counts":
        found = Counts(dict(self.hours), dict(self.purposes), self.faces + other.faces)
        for when, hour in other.hours.items():
            add(found.hours, when, hour)
        for why, sums in other.purposes.items():
            add(found.purposes, why, sums)
        return found


# -- adding up --------------------------------------------------------------------------------------------------------


def counted(rolls: QuerySet[Roll], said: list[datetime]) -> Counts:
    """The counts of rolls, in three queries; ``said`` are the moments in which sessions began or ended."""
    rolls = rolls.order_by()
    return Counts(_hours(rolls, said), _purposes(rolls), _faces(rolls))


def _hours(rolls: QuerySet[Roll], said: list[datetime]) -> dict[tuple[int, int, int | None, str], Hour]:
    # Sessions go by long pauses, and by what was said: within an hour only the latter parts anything.
    grouped = rolls.annotate(part=part(said, "at")).values_list("hour", "part", "player", "who")
    sums = grouped.annotate(Min("at"), Max("at"), Count("pk"), Sum("percentile"))
    return {(hour, where, player, who): Hour(*row) for hour, where, player, who, *row in sums}


def _purposes(rolls: QuerySet[Roll]) -> dict[tuple[int | None, str, str], Sums]:
    told = Q(expected__isnull=False)
    sums = rolls.values_list("player", "who", "purpose").annotate(
        Count("pk"),
        Sum("percentile"),
        Count("expected"),
        Sum("expected", default=0.0),
        came=Sum("measure", filter=told, default=0),
        **{f"tenth{place}": Count("pk", filter=_in_tenth(place)) for place in range(TENTHS)},
    )
    found = {}
    for player, who, purpose, *row in sums:
        added, tenths = row[:-TENTHS], tuple(row[-TENTHS:])
        found[player, who, purpose] = Sums(*added, tenths=tenths)
    return found


def _in_tenth(place: int) -> Q:
    width = 100 / TENTHS
    above = Q(spread__gte=place * width)
    return above & Q(spread__lt=(place + 1) * width) if place < TENTHS - 1 else above


def _faces(rolls: QuerySet[Roll]) -> Counter[tuple[int | None, str, bool, int, int]]:
    grouped = Face.objects.filter(roll__in=rolls).values_list(
        "roll__player", "roll__who", "roll__typed", "sides", "face"
    )
    return Counter({tuple(key): times for *key, times in grouped.annotate(Sum("times"))})


# -- keeping ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Kept:
    """Counts up to an entry, with its hash, and the moments in which sessions had been said to begin or end by then.

    ``last`` is the number of the last entry that there was when they were counted.
    """

    counts: Counts = field(default_factory=Counts)
    number: int = 0
    hash: str = ""
    last: int = 0
    until: datetime | None = None
    said: Sequence[datetime] = ()

    def holds(self, campaign: Campaign, said: list[datetime]) -> bool:
        """Whether all that was counted counts still, and in the parts in which it was counted."""
        if list(self.said) != _said_until(self.until, said):
            return False
        entries = Entry.objects.filter(campaign=campaign)
        changed = Q(undoes__number__lte=self.number) | Q(redoes__number__lte=self.number)
        is_same = entries.filter(number=self.number, hash=self.hash).exists()
        return is_same and not entries.filter(changed, number__gt=self.last).exists()


def of(member: Membership, known: QuerySet[Roll], said: list[datetime]) -> Counts:
    """The counts of the rolls that a member knows of: what is kept of them, and what came since."""
    campaign, key = member.campaign, roll_index.kept_under(member.campaign_id, for_gm=member.is_gm)
    kept = cache.get(key)
    if not (isinstance(kept, Kept) and kept.holds(campaign, said)):
        kept = Kept()
    until = campaign.last_number - LEFT_OUT
    if until - kept.number >= KEPT_EVERY:
        kept = _grown(kept, campaign, known, said, until)
        cache.set(key, kept, KEPT_FOR)
    return kept.counts + counted(known.filter(number__gt=kept.number), said)


def _grown(kept: Kept, campaign: Campaign, known: QuerySet[Roll], said: list[datetime], number: int) -> Kept:
    counts = kept.counts + counted(known.filter(number__gt=kept.number, number__lte=number), said)
    until = max((hour.last for hour in counts.hours.values()), default=None)
    entry = Entry.objects.only("hash").get(campaign=campaign, number=number)
    return Kept(counts, number, entry.hash, campaign.last_number, until, _said_until(until, said))


def _said_until(until: datetime | None, said: list[datetime]) -> list[datetime]:
    return [at for at in said if until is not None and at <= until]
