"""Reading luck: what the dice came to against what was to be expected, by player, character, session and purpose.

The database counts; a campaign of ten thousand rolls is read in as many queries as one of ten. Of rolls that players
know nothing of, nothing enters a player's numbers: no sum, no session, no name.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Avg, Count, Max, Min, Q, QuerySet, Sum
from django.utils.timezone import localtime

from campaigns.audience import history, viewers
from campaigns.calendar.sessions import Evening, borders, evenings_in, part
from campaigns.log.outcome import outcome_of
from campaigns.log.sentences import purpose_of
from campaigns.luck.report import TENTHS, DiceOfASize, Luck, Notable, Purpose, Share, Wish, marked
from campaigns.models import Face, Membership, Roll
from rules import codec
from rules.engine.kernel import Rolled
from rules.engine.odds import fairness
from rules.engine.system.protocol import System

#: The word for the game master's own dice, where a player's id would stand.
NOBODY = "gm"
#: The number of best and of worst rolls that are shown, and the most purposes.
NOTABLE = 5
PURPOSES = 12
#: The most points that are drawn side by side.
_POINTS = 40


def rolls(member: Membership) -> QuerySet[Roll]:
    """The rolls that count now, as far as the member may know of them."""
    return Roll.objects.filter(campaign=member.campaign_id).counting(for_gm=member.is_gm)


def luck(member: Membership, wish: Wish) -> Luck:
    """The luck of the rolls that are asked for."""
    known, whose = rolls(member), _whose(wish)
    hours, sessions = _hours(member, known, whose)
    asked = whose & _within(wish, sessions)
    found, system = known.filter(asked), member.campaign.system
    names = {one.public_id: one.name for one in viewers.people(member)}
    groups = _groups(known, asked)
    whole, tenths = _whole(found)
    players, characters, listed, course = marked(
        _by(groups, _player),
        _by(groups, lambda group: (group["who"], names.get(group["who"], "Somebody"))),
        (_together(one.key, _day(one), _hours_of(one, hours)) for one in sessions),
        _course(wish, sessions, hours),
    )
    return Luck(
        whole=marked([whole])[0][0],
        players=players,
        characters=characters,
        sessions=listed,
        course=course,
        tenths=tenths,
        spread=fairness.fit(tenths),
        purposes=tuple(_purposes(found, system)),
        dice=tuple(_dice(found)),
        best=tuple(_notable(found.order_by("-percentile", "-number", "-place"), names, system)),
        worst=tuple(_notable(found.order_by("percentile", "-number", "-place"), names, system)),
    )


# -- whose, and when --------------------------------------------------------------------------------------------------


class _Hour(NamedTuple):
    """An hour in which known dice fell: its first and last moment, number and percentiles of the rolls asked for."""

    first: datetime
    last: datetime
    rolls: int
    percentiles: float


def _first(hour: _Hour) -> datetime:
    return hour.first


def _whose(wish: Wish) -> Q:
    asked = Q()
    if wish.player:
        asked &= Q(player=None) if wish.player == NOBODY else Q(player__public_id=wish.player)
    if wish.character:
        asked &= Q(who=wish.character)
    return asked


def _within(wish: Wish, sessions: Iterable[Evening]) -> Q:
    if not wish.session:
        return Q()
    spans = [Q(at__range=(one.begin, one.end)) for one in sessions if one.key == wish.session]
    return spans[0] if spans else Q(pk__in=())


def _hours(member: Membership, known: QuerySet[Roll], whose: Q) -> tuple[list[_Hour], list[Evening]]:
    """The hours in which dice fell, and the sessions that they make, the latest first.

    Sessions go by pauses longer than an hour, and by what was said: within an hour only the latter parts anything.
    """
    said = borders(member.campaign)
    parts = ["hour"]
    if said:
        known = known.annotate(part=part(said, "at"))
        parts.append("part")
    counted = known.order_by().values(*parts).annotate(
        first=Min("at"), last=Max("at"), rolls=Count("pk", filter=whose), percentiles=Sum("percentile", filter=whose)
    )  # fmt: skip
    listed = counted.order_by("first").values_list("first", "last", "rolls", "percentiles")
    hours = [_Hour(first, last, count, sum_ or 0.0) for first, last, count, sum_ in listed]
    times = (at for hour in hours for at in (hour.first, hour.last))
    return hours, evenings_in(times, said)


def _hours_of(session: Evening, hours: Sequence[_Hour]) -> Sequence[_Hour]:
    return hours[bisect_left(hours, session.begin, key=_first) : bisect_right(hours, session.end, key=_first)]


def _together(key: str, label: str, hours: Sequence[_Hour]) -> Share:
    count = sum(hour.rolls for hour in hours)
    return Share(key, label, count, sum(hour.percentiles for hour in hours) / count if count else 50.0)


def _day(session: Evening, month: str = "%b %Y") -> str:
    return f"{session.day.day} {session.day.strftime(month)}" + (f", {session.nth}" if session.nth > 1 else "")


def _course(wish: Wish, sessions: Sequence[Evening], hours: Sequence[_Hour]) -> list[Share]:
    """Luck over time: from session to session, or within the only one from hour to hour."""
    chosen = [one for one in sessions if one.key == wish.session] if wish.session else sessions
    if len(chosen) == 1:
        found = [hour for hour in _hours_of(chosen[0], hours) if hour.rolls]
        return [_together("", f"{localtime(hour.first):%H:%M}", [hour]) for hour in found[-_POINTS:]]
    listed = (_together(one.key, _day(one, "%b"), _hours_of(one, hours)) for one in reversed(chosen))
    return [one for one in listed if one.rolls][-_POINTS:]


# -- sums -------------------------------------------------------------------------------------------------------------


def _whole(found: QuerySet[Roll]) -> tuple[Share, tuple[int, ...]]:
    """All rolls together, and the number of percentiles in each tenth, the unlucky ones first."""
    width = 100 / TENTHS
    tenths = {
        f"tenth{place}": Count("pk", filter=Q(spread__gte=place * width) & _below(place, width))
        for place in range(TENTHS)
    }
    sums = found.aggregate(rolls=Count("pk"), luck=Avg("percentile"), **tenths)
    whole = Share("", "All of them", sums["rolls"], 50.0 if sums["luck"] is None else sums["luck"])
    return whole, tuple(sums[f"tenth{place}"] for place in range(TENTHS))


def _below(place: int, width: float) -> Q:
    return Q(spread__lt=(place + 1) * width) if place < TENTHS - 1 else Q()


def _groups(known: QuerySet[Roll], asked: Q) -> list[Any]:
    """The rolls by character and player, of all of whom one is known: number and percentiles of those asked for."""
    grouped = known.order_by().values("who", "player__public_id", "player__display_name")
    return list(grouped.annotate(rolls=Count("pk", filter=asked), sum=Sum("percentile", filter=asked)))


def _player(group: Mapping[str, Any]) -> tuple[str, str]:
    return group["player__public_id"] or NOBODY, group["player__display_name"] or "The game master"


def _by(groups: Iterable[Mapping[str, Any]], name: Any) -> tuple[Share, ...]:
    """The groups put together under their key and name."""
    sums: dict[tuple[str, str], tuple[int, float]] = {}
    for group in groups:
        count, total = sums.get(name(group), (0, 0.0))
        sums[name(group)] = count + group["rolls"], total + (group["sum"] or 0.0)
    shares = (
        Share(key, label, count, total / count if count else 50.0) for (key, label), (count, total) in sums.items()
    )
    return tuple(sorted(shares, key=lambda share: (share.label.casefold(), share.key)))


def _purposes(found: QuerySet[Roll], system: System) -> Iterable[Purpose]:
    """The purposes for which most was rolled, at most ``PURPOSES``, the most frequent first."""
    grouped = found.order_by().values("purpose").annotate(
        rolls=Count("pk"),
        mean=Avg("expected"),
        came=Avg("measure", filter=Q(expected__isnull=False)),
        luck=Avg("percentile"),
    )  # fmt: skip
    for group in grouped.order_by("-rolls", "purpose")[:PURPOSES]:
        label = purpose_of(group["purpose"], system)
        yield Purpose(label, group["rolls"], group["mean"], group["came"], group["luck"])


def _dice(found: QuerySet[Roll]) -> Iterable[DiceOfASize]:
    """How often each face of each size fell, real dice apart from those of the house."""
    counted = Face.objects.filter(roll__in=found.order_by()).values_list("sides", "roll__typed", "face")
    sizes: dict[tuple[int, bool], dict[int, int]] = {}
    for sides, typed, face, times in counted.annotate(sum=Sum("times")).order_by("sides", "roll__typed", "face"):
        sizes.setdefault((sides, typed), {})[face] = times
    for (sides, typed), fell in sizes.items():
        faces = tuple(fell.get(face, 0) for face in range(1, sides + 1))
        yield DiceOfASize(sides, typed, faces, fairness.fit(faces))


def _notable(found: QuerySet[Roll], names: Mapping[str, str], system: System) -> Iterable[Notable]:
    for roll in found.select_related("entry")[:NOTABLE]:
        fact = (*codec.facts_from(roll.entry.facts), *history.late_facts(roll.entry))[roll.place]
        if isinstance(fact, Rolled):
            # The row says what it was for without anybody's name.
            fact = replace(fact, purpose=roll.purpose)
        throw = outcome_of([fact], {roll.who: names.get(roll.who, "Somebody")}, system).throws[0]
        yield Notable(roll.entry.public_id, roll.at, throw, roll.percentile, roll.expected)
