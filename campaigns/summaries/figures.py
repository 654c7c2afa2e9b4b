"""The numbers of a session: experience, luck, the rolls that stand out, and the curves of the party's gauges."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass

from django.db.models import Count, QuerySet, Sum
from django.utils.timezone import localtime

from campaigns.log.sentences import purpose_of
from campaigns.log.sheet_sentences import called
from campaigns.luck.report import Share, marked
from campaigns.models import Roll
from campaigns.summaries.naming import listing, sentence
from campaigns.summaries.reading import Record, Seen
from campaigns.summaries.version import Curve, Experience, Level, LuckOf, State, Throw
from rules.engine.kernel import Condition, Sheet, SheetFact, evolve_sheet, facts, in_words, spoken
from rules.engine.page.blocks import Boxes

#: The rolls on each list of those that stand out, the gauges of each person that are drawn, and the points of a curve.
NOTABLE, GAUGES, POINTS = 3, 2, 40


def experience(record: Record) -> tuple[Experience, ...]:
    """The experience that people earned and spent, by kind, with what it went to and why."""
    sums: dict[tuple[str, str], list[int]] = {}
    went: dict[tuple[str, str], dict[str, Counter[str]]] = {}
    labels = record.system.rank_kinds
    for entry in record.entries:
        for fact in entry.facts:
            if isinstance(fact, facts.ExperienceChanged) and fact.who in record.players:
                is_in_ranks = fact.kind in labels
                key = fact.who, "experience" if is_in_ranks else spoken(fact.name)
                sums.setdefault(key, [0, 0])[fact.by < 0] += abs(fact.by)
                if fact.by > 0:
                    rank = called(fact.name, record.system) if is_in_ranks else ""
                    went.setdefault(key, {}).setdefault(_why(record, entry, fact), Counter())[rank] += fact.by
    rows = (
        Experience(record.names[who], what, earned, spent, tuple(_gains(went.get((who, what), {}))))
        for (who, what), (earned, spent) in sums.items()
    )
    return tuple(sorted(rows, key=lambda row: (row.name.casefold(), row.what)))


def _why(record: Record, entry: Seen, fact: facts.ExperienceChanged) -> str:
    """The reason for which somebody earned experience: the game master's own words, or that it came from rolls."""
    is_rolled = entry.command not in record.system.rewards and any(isinstance(one, facts.Rolled) for one in entry.facts)
    return "from rolls" if is_rolled else fact.reason


def _gains(went: Mapping[str, Counter[str]]) -> Iterator[str]:
    """The gains for each reason, the highest first: ``Strength 3, Agility 1 (from rolls)``."""
    for why, ranks in went.items():
        gained = [f"{rank[:1].upper()}{rank[1:]} {count}".strip() for rank, count in ranks.most_common()]
        yield ", ".join(gained) + (f" ({why})" if why else "")


# -- luck --------------------------------------------------------------------------------------------------------------


def _rolls(record: Record) -> QuerySet[Roll]:
    found = Roll.objects.filter(campaign=record.campaign, number__gt=record.stretch.first)
    if record.stretch.end is not None:
        found = found.filter(number__lt=record.stretch.end)
    return found.counting(for_gm=record.viewer.is_gm)


def luck(record: Record) -> tuple[LuckOf, ...]:
    """The luck of the party, person by person, and of all others together."""
    sums: dict[str, tuple[int, float]] = {}
    for row in _rolls(record).order_by().values("who").annotate(rolls=Count("pk"), sum=Sum("percentile")):
        key = row["who"] if row["who"] in record.players else ""
        count, total = sums.get(key, (0, 0.0))
        sums[key] = count + row["rolls"], total + row["sum"]
    names = record.names
    shares = [Share(key, names.get(key, ""), count, total / count) for key, (count, total) in sums.items() if count]
    shares.sort(key=lambda one: (not one.label, one.label.casefold()))
    return tuple(_luck_of(one) for one in marked(shares)[0])


def _luck_of(share: Share) -> LuckOf:
    name = share.label or "The game master"
    return LuckOf(name, share.rolls, round(share.luck, 1), round(share.least), round(share.most), share.verdict)


def best(record: Record) -> tuple[Throw, ...]:
    return tuple(_notable(record, _rolls(record).filter(percentile__gt=50).order_by("-percentile", "number", "place")))


def worst(record: Record) -> tuple[Throw, ...]:
    return tuple(_notable(record, _rolls(record).filter(percentile__lt=50).order_by("percentile", "number", "place")))


def _notable(record: Record, found: QuerySet[Roll]) -> Iterator[Throw]:
    # Whoever makes a character rolls much that is no story of the evening.
    making = (record.system.at_random, *(step.name for step in record.system.steps))
    for roll in found.exclude(entry__command__in=making).select_related("entry")[:NOTABLE]:
        purpose = purpose_of(roll.purpose, record.system)
        name = record.names.get(roll.who, "Somebody")
        yield Throw(name, purpose, roll.measure, round(roll.percentile), roll.entry.public_id)


# -- curves ------------------------------------------------------------------------------------------------------------


def curves(record: Record) -> tuple[tuple[Curve, ...], tuple[State, ...]]:
    """The curves of the party's gauges over the session, and the state in which each is left."""
    sheets: dict[str, Sheet] = {who: deepcopy(sheet) for who, sheet in record.party.items()}
    drawn: dict[tuple[str, str], list[Level]] = {}
    for who, sheet in sheets.items():
        _draw(record, drawn, who, sheet, "start")
    for entry in record.entries:
        touched = set[str]()
        for fact in entry.facts:
            who = getattr(fact, "who", "")
            if isinstance(fact, SheetFact) and who in record.players:
                after = evolve_sheet(sheets.get(who), fact)
                if after is not None:
                    sheets[who] = after
                    touched.add(who)
        for who in sorted(touched):
            _draw(record, drawn, who, sheets[who], f"{localtime(entry.at):%H:%M}")
    names, gauges = record.names, {who: _gauges(record, sheet) for who, sheet in sheets.items()}
    found = [
        Curve(names[who], gauge.label, max(gauge.most, *(one.now for one in levels)), _thinned(levels))
        for who in sorted(sheets, key=lambda one: (names[one].casefold(), one))
        for gauge in gauges[who]
        if (levels := drawn.get((who, gauge.name))) and len(levels) > 1
    ]
    states = [_state_of(record, who, sheets[who], gauges[who]) for who in sheets if gauges[who]]
    return tuple(found), tuple(states)


def _draw(record: Record, drawn: dict[tuple[str, str], list[Level]], who: str, sheet: Sheet, at: str) -> None:
    for gauge in _gauges(record, sheet):
        levels = drawn.setdefault((who, gauge.name), [])
        if not levels or levels[-1].now != gauge.now:
            levels.append(Level(at, gauge.now))


@dataclass(frozen=True, slots=True)
class _Gauge:
    name: str
    label: str
    now: int
    most: int
    #: Whether it counts what is lost, not what is left.
    is_harm: bool = False


def _gauges(record: Record, sheet: Sheet) -> list[_Gauge]:
    """The gauges of somebody that are drawn: boxes that are ticked, and the first resources."""
    vitals = record.system.vitals(sheet)
    found = [_Gauge(one.name, one.label, one.now, one.most) for one in vitals.gauges[:GAUGES]]
    return found + [_ticked(one) for one in vitals.boxes if one.lines]


def _ticked(boxes: Boxes) -> _Gauge:
    count, most = (sum(sum(kinds.values()) for kinds in each) for each in (_all(boxes, "ticked"), _all(boxes, "boxes")))
    return _Gauge(f"boxes {boxes.name}", f"{spoken(boxes.name)} boxes", count, most, is_harm=True)


def _all(boxes: Boxes, which: str) -> list[dict[str, int]]:
    return [getattr(line, which) for line in boxes.lines]


def _thinned(levels: list[Level]) -> tuple[Level, ...]:
    """At most so many points as are drawn, the lowest of those that fall together, with the first and the last."""
    if len(levels) <= POINTS:
        return tuple(levels)
    size = -(-(len(levels) - 2) // (POINTS - 2))
    inner = [levels[at : at + size] for at in range(1, len(levels) - 1, size)]
    return (levels[0], *(min(one, key=lambda level: level.now) for one in inner), levels[-1])


def _state_of(record: Record, who: str, sheet: Sheet, gauges: list[_Gauge]) -> State:
    if dead := sheet.conditions.get(record.system.dead):
        return State(who, record.names[who], _label(record, dead).rstrip("!"))
    peril = record.system.retelling.peril(sheet)
    return State(who, record.names[who], _state(record, sheet, gauges), _label(record, peril) if peril else "")


def in_danger(states: Iterable[State]) -> Iterator[str]:
    """Sentences on those who are left in danger; all who are in the same share one, without its figures."""
    perils: dict[str, list[str]] = {}
    for one in states:
        if one.peril:
            perils.setdefault(one.peril.partition(":")[0], []).append(one.name)
    for peril, names in perils.items():
        yield sentence(f"At the end {listing(names)} {'is' if len(names) == 1 else 'are'} {peril}")


def _label(record: Record, condition: Condition) -> str:
    return in_words(condition.label, record.names).lower()


def _state(record: Record, sheet: Sheet, gauges: list[_Gauge]) -> str:
    """The state of somebody in a line: gauges, boxes of which some are ticked, and conditions, not what is asked."""
    counted = [f"{one.label} {one.now} of {one.most}" for one in gauges if one.now or not one.is_harm]
    waiting = record.system.retelling.waiting
    states = (one for one in record.system.vitals(sheet).conditions if not one.name.startswith(waiting))
    return ", ".join([*counted, *(_label(record, one) for one in states)])
