"""Reading luck: what the dice came to against what was to be expected, by player, character, session and purpose.

The database counts; a campaign of ten thousand rolls is read in as many queries as one of ten. Of rolls that players
know nothing of, nothing enters a player's numbers: no sum, no session, no name.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils.timezone import localtime

from campaigns.audience import history, viewers
from campaigns.calendar.sessions import Evening, borders, evenings_in, named_course
from campaigns.log.outcome import outcome_of
from campaigns.log.sentences import purpose_of
from campaigns.luck import counts
from campaigns.luck.counts import Counts, Hour, Sums, add
from campaigns.luck.report import DiceOfASize, Luck, Notable, Purpose, Share, Wish, marked
from campaigns.models import Membership, Roll
from rules import codec
from rules.engine.kernel import Rolled
from rules.engine.odds import fairness
from rules.engine.system.protocol import System
from winterhall.accounts.models import User

#: The word for the game master's own dice, where a player's id would stand.
NOBODY = "gm"
#: The number of best and of worst rolls that are shown, and the most purposes.
NOTABLE = 5
PURPOSES = 12
#: The most points that are drawn side by side.
_POINTS = 40

#: Whether the rolls of a player (by primary key) and a character are asked for.
IsAsked = Callable[[int | None, str], bool]


def rolls(member: Membership) -> QuerySet[Roll]:
    """The rolls that count now, as far as the member may know of them."""
    return Roll.objects.filter(campaign=member.campaign_id).counting(for_gm=member.is_gm)


def luck(member: Membership, wish: Wish) -> Luck:
    """The luck of the rolls that are asked for."""
    known, said, system = rolls(member), borders(member.campaign), member.campaign.system
    everything = counts.of(member, known, said)
    users = User.objects.in_bulk({player for *_, player, _ in everything.hours})
    is_asked = _whose(wish, users)
    hours = _hours(everything, is_asked)
    ran = named_course(member.campaign)
    sessions = evenings_in((at for hour in hours for at in (hour.first, hour.last)), said)
    within = _within(wish, sessions)
    asked = counts.counted(known.filter(within), said) if wish.session else everything
    names = {one.public_id: one.name for one in viewers.people(member)}
    groups, purposes = _groups(everything, asked, is_asked), _by_purpose(asked, is_asked)
    whole = sum(purposes.values(), Sums())
    players, characters, listed, over_time = marked(
        _by(groups, lambda player, _: _player(player, users)),
        _by(groups, lambda _, who: (who, names.get(who, "Somebody"))),
        (_together(one.key, one.title(ran), _hours_of(one, hours)) for one in sessions),
        _course(wish, sessions, hours),
    )
    found = known.filter(within, _rows(wish))
    return Luck(
        whole=marked([Share("", "All of them", whole.rolls, whole.luck)])[0][0],
        players=players,
        characters=characters,
        sessions=listed,
        course=over_time,
        tenths=whole.tenths,
        spread=fairness.fit(whole.tenths),
        purposes=tuple(_purposes(purposes, system)),
        dice=tuple(_dice(asked, is_asked)),
        best=tuple(_notable(found.order_by("-percentile", "-number", "-place"), names, system)),
        worst=tuple(_notable(found.order_by("percentile", "-number", "-place"), names, system)),
    )


# -- whose, and when --------------------------------------------------------------------------------------------------


def _first(hour: Hour) -> datetime:
    return hour.first


def _rows(wish: Wish) -> Q:
    asked = Q()
    if wish.player:
        asked &= Q(player=None) if wish.player == NOBODY else Q(player__public_id=wish.player)
    if wish.character:
        asked &= Q(who=wish.character)
    return asked


def _whose(wish: Wish, users: Mapping[int, User]) -> IsAsked:
    def is_asked(player: int | None, who: str) -> bool:
        is_theirs = not wish.player or wish.player == _player(player, users)[0]
        return is_theirs and wish.character in {"", who}

    return is_asked


def _within(wish: Wish, sessions: Iterable[Evening]) -> Q:
    if not wish.session:
        return Q()
    spans = [Q(at__range=(one.begin, one.end)) for one in sessions if one.key == wish.session]
    return spans[0] if spans else Q(pk__in=())


def _hours(everything: Counts, is_asked: IsAsked) -> list[Hour]:
    """The hours in which known dice fell, the earliest first, with the rolls that are asked for."""
    found: dict[tuple[int, int], Hour] = {}
    for (hour, part, player, who), one in everything.hours.items():
        add(found, (hour, part), one if is_asked(player, who) else replace(one, rolls=0, percentiles=0.0))
    return sorted(found.values(), key=_first)


def _hours_of(session: Evening, hours: Sequence[Hour]) -> Sequence[Hour]:
    return hours[bisect_left(hours, session.begin, key=_first) : bisect_right(hours, session.end, key=_first)]


def _together(key: str, label: str, hours: Sequence[Hour]) -> Share:
    count = sum(hour.rolls for hour in hours)
    return Share(key, label, count, sum(hour.percentiles for hour in hours) / count if count else 50.0)


def _course(wish: Wish, sessions: Sequence[Evening], hours: Sequence[Hour]) -> list[Share]:
    """Luck over time: from session to session, or within the only one from hour to hour."""
    chosen = [one for one in sessions if one.key == wish.session] if wish.session else sessions
    if len(chosen) == 1:
        found = [hour for hour in _hours_of(chosen[0], hours) if hour.rolls]
        return [_together("", f"{localtime(hour.first):%H:%M}", [hour]) for hour in found[-_POINTS:]]
    listed = (_together(one.key, one.when("%b"), _hours_of(one, hours)) for one in reversed(chosen))
    return [one for one in listed if one.rolls][-_POINTS:]


# -- sums -------------------------------------------------------------------------------------------------------------


def _groups(everything: Counts, asked: Counts, is_asked: IsAsked) -> dict[tuple[int | None, str], Sums]:
    """The rolls that are asked for, by player and character, of all of whom one is known."""
    found = {(player, who): Sums() for *_, player, who in everything.hours}
    for (*_, player, who), hour in asked.hours.items():
        if is_asked(player, who):
            add(found, (player, who), Sums(hour.rolls, hour.percentiles))
    return found


def _by_purpose(asked: Counts, is_asked: IsAsked) -> dict[str, Sums]:
    found: dict[str, Sums] = {}
    for (player, who, purpose), sums in asked.purposes.items():
        if is_asked(player, who):
            add(found, purpose, sums)
    return found


def _player(player: int | None, users: Mapping[int, User]) -> tuple[str, str]:
    user = users.get(player) if player else None
    return (user.public_id, user.display_name) if user else (NOBODY, "The game master")


def _by(
    groups: Mapping[tuple[int | None, str], Sums], name: Callable[[int | None, str], tuple[str, str]]
) -> tuple[Share, ...]:
    """The groups put together under their key and name."""
    found: dict[tuple[str, str], Sums] = {}
    for whose, sums in groups.items():
        add(found, name(*whose), sums)
    shares = (Share(key, label, sums.rolls, sums.luck) for (key, label), sums in found.items())
    return tuple(sorted(shares, key=lambda share: (share.label.casefold(), share.key)))


def _purposes(found: Mapping[str, Sums], system: System) -> Iterable[Purpose]:
    """The purposes for which most was rolled, at most ``PURPOSES``, the most frequent first."""
    for purpose, sums in sorted(found.items(), key=lambda one: (-one[1].rolls, one[0]))[:PURPOSES]:
        expected, came = (sums.expected / sums.told, sums.came / sums.told) if sums.told else (None, None)
        yield Purpose(purpose_of(purpose, system), sums.rolls, expected, came, sums.luck)


def _dice(asked: Counts, is_asked: IsAsked) -> Iterable[DiceOfASize]:
    """How often each face of each size fell, real dice apart from those of the house."""
    sizes: dict[tuple[int, bool], dict[int, int]] = {}
    for (player, who, typed, sides, face), times in asked.faces.items():
        if is_asked(player, who):
            add(sizes.setdefault((sides, typed), {}), face, times)
    for (sides, typed), fell in sorted(sizes.items()):
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
