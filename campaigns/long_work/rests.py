"""Rests while time passes: whom they help, what they bring, and the next thing that somebody does in them."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from campaigns.audience import access
from campaigns.long_work.long_tests import fighting, open_fights
from campaigns.models import Document, Membership, Run, all_sheets
from campaigns.play.game import Game, lay_out_for_all
from campaigns.play.scenes import outlasts_scene
from rules import codec
from rules.engine.calendar.quiet_days import Deed
from rules.engine.kernel import DAY, Command, Refused, Table, Throw, counted, spoken
from rules.engine.odds import Odds
from rules.engine.page.blocks import Vitals
from rules.engine.system.protocol import command_named

#: Rests that are looked ahead at, at most: whoever is not well by then takes long.
MOST_RESTS = 400
#: Days in which everybody rests whom rest helps at all.
A_LONG_WHILE = 30


@dataclass(frozen=True, slots=True)
class Course:
    """The course of somebody's quiet days: who it is, and in words how they fare by then."""

    who: str
    name: str
    said: str


@dataclass(frozen=True, slots=True)
class HeldUp:
    """A fight that goes on, and the people in it, whom it keeps from resting."""

    fight: Document
    round: int
    people: list[Document]

    @property
    def names(self) -> list[str]:
        return sorted(one.name for one in self.people)

    @property
    def stands(self) -> str:
        """How far the fight has come, as a sentence."""
        return f"{self.fight.name} is in round {self.round}." if self.round else f"{self.fight.name} is running."


class _Thrown(Exception):
    """Dice fell in something that was only looked ahead at."""


class _NoDice:
    """Dice that nobody may throw."""

    def roll(self, who: str, sides: Sequence[int]) -> Throw:
        raise _Thrown


def board(member: Membership, among: Collection[str] | None = None) -> Game:
    """Everybody for whom days may be quiet, laid out: characters that are in no fight."""
    found = all_sheets().filter(kind="character", void=False, archived_at=None, binned_at=None)
    found = found if among is None else found.filter(public_id__in=among)
    there = fighting(member)
    people = [one for one in access.visible(member, found) if one.public_id not in there]
    people.sort(key=lambda document: (document.owner_id is None, document.name.casefold(), document.pk))
    return lay_out_for_all(member, people)


def held_up(member: Membership) -> list[HeldUp]:
    """The fights that keep characters from resting."""
    fights = open_fights(member)
    among = frozenset[str]().union(*(there for _, there in fights))
    found = all_sheets().filter(kind="character", void=False, archived_at=None, binned_at=None, public_id__in=among)
    people = {one.public_id: one for one in access.visible(member, found)} if among else {}
    held = (
        HeldUp(fight, codec.encounter_from(fight.body).round, [people[who] for who in there if who in people])
        for fight, there in fights
    )
    return [one for one in held if one.people]


def not_rested(member: Membership, minutes: int) -> list[HeldUp]:
    """The fights that kept people from rests of which they had need in that time, with those people alone."""
    held = held_up(member)
    laid_out = lay_out_for_all(member, [person for one in held for person in one.people])
    in_need = {person.pk for person in resting(laid_out, minutes)}
    needed = (replace(one, people=[person for person in one.people if person.pk in in_need]) for one in held)
    return [one for one in needed if one.people]


def in_danger(there: Game) -> list[tuple[Document, str]]:
    """The people on a board who cannot be left for a day as they are, each with the name of their danger."""
    peril, people = there.member.campaign.system.retelling.peril, there.sheets.documents.values()
    found = ((one, peril(there.table.sheet(one.public_id))) for one in people)
    return [(one, spoken(condition.name)) for one, condition in found if condition]


def resting(there: Game, minutes: int) -> list[Document]:
    """The people whom some of the days would help."""
    system, days = there.member.campaign.system, minutes // DAY
    if not days:
        return []
    people = there.sheets.documents.values()
    return [one for one in people if system.quiet_days(there.table.as_actor(one.public_id), days)]


def busy(there: Game, minutes: int) -> list[tuple[str, list[Deed]]]:
    """The people on whose sheets something runs out, each with the deeds by which time passes there."""
    system = there.member.campaign.system
    found = ((who, list(system.meanwhile(there.table.as_actor(who), minutes))) for who in there.sheets.documents)
    return [one for one in found if one[1]]


# -- looking ahead ----------------------------------------------------------------------------------------------------


def courses(there: Game, minutes: int, rests: Collection[str] | None) -> list[Course]:
    """The courses of all to whom something happens; ``rests`` are those who rest, all whom it helps if ``None``."""
    helped = {one.public_id for one in resting(there, minutes)} if rests is None else set(rests)
    running = dict(busy(there, minutes))
    people = there.sheets.documents
    return [
        Course(who, people[who].name, said)
        for who in people
        if who in helped or who in running
        if (said := _course(there, who, running.get(who, ()), minutes, minutes // DAY if who in helped else 0))
    ]


def _course(there: Game, who: str, running: Sequence[Deed], minutes: int, days: int) -> str:
    """How somebody fares by then, tried on a copy of the table up to the first dice."""
    table = there.table.imagined().as_actor(who)
    if outlasts_scene(minutes):
        there.member.campaign.system.scene_over(table, [who])
    before = there.member.campaign.system.vitals(table.me)
    try:
        for deed in running:
            _try(there, table, deed)
        rested, is_sure = _rested(there, table, days)
    except _Thrown:
        rested, is_sure = "The dice decide.", False
    after = there.member.campaign.system.vitals(table.me)
    return " ".join(filter(None, (*changes(before, after), stays(after) if days and is_sure else "", rested)))


def _rested(there: Game, table: Table, days: int) -> tuple[str, bool]:
    """How far rest comes, in words, and whether no dice decide it.

    Where they do, that is told by the odds of all the days, or else by those of the first.
    """
    left, system, odds = days, there.member.campaign.system, None
    for _ in range(MOST_RESTS):
        rest = system.quiet_days(table, left) if left else None
        if rest is None:
            break
        for deed in rest.deeds:
            first = _odds(there, table, deed)
            if first is None:
                _try(there, table, deed)
                continue
            odds = odds or system.odds_of_rest(table, left)
            if odds is None:
                told = f"{first.sentence[0].lower()}{first.sentence[1:]}"
                return f"The dice decide, day by day. The first day: {told}.", False
        left -= rest.days
    if odds is not None:
        return f"{odds.sentence}.", False
    spent = days - left
    if not spent:
        return "", True
    is_rested = left or system.quiet_days(table, A_LONG_WHILE) is None
    return f"Rested after {counted(spent, 'day', 'days')}." if is_rested else "More rest would help.", True


def _odds(there: Game, table: Table, deed: Deed) -> Odds | None:
    """The odds of a deed; ``None`` where nothing is left to chance in it, or it is not possible now."""
    command = _command(there, deed)
    try:
        type(command).possible(table)
        odds = command.odds(table)
    except Refused:
        return None
    return odds if odds and odds.chances else None


def _try(there: Game, table: Table, deed: Deed) -> None:
    command = _command(there, deed)
    try:
        type(command).possible(table)
        command.perform(table, _NoDice())
    except Refused:
        return
    there.member.campaign.system.keep_up(table)


def _command(there: Game, deed: Deed) -> Command:
    return codec.command_from(command_named(there.member.campaign.system, deed.command), dict(deed.chosen))


# -- in words ---------------------------------------------------------------------------------------------------------


def changes(before: Vitals, after: Vitals) -> tuple[str, str]:
    """Sentences on the gauges of somebody that moved, and on the conditions that ended; empty without any."""
    return _changed(before, after), _ended(before, after)


def stays(after: Vitals) -> str:
    """A sentence on the conditions that somebody still has; empty without any."""
    return f"Still has: {', '.join(str(one.label) for one in after.conditions)}." if after.conditions else ""


def _changed(before: Vitals, after: Vitals) -> str:
    was = {gauge.name: gauge.now for gauge in before.gauges}
    moved = [one for one in after.gauges if one.now != was.get(one.name, one.now)]
    told = ", ".join(f"{one.label.lower()} {was[one.name]} to {one.now}" for one in moved)
    return f"{told[0].upper()}{told[1:]}." if told else ""


def _ended(before: Vitals, after: Vitals) -> str:
    there = {one.name for one in after.conditions}
    ended = [str(one.label) for one in before.conditions if one.name not in there]
    return f"Ends: {', '.join(ended)}." if ended else ""


# -- in a run ---------------------------------------------------------------------------------------------------------


def asked(member: Membership, minutes: int, rests: Collection[str]) -> list[list[object]]:
    """The work of a run for people: for each their id, the days that they rest, and the deeds that come first."""
    there = board(member)
    running = dict(busy(there, minutes))
    helped = {one.public_id for one in resting(there, minutes)} & set(rests)
    return [
        [who, minutes // DAY if who in helped else 0, [_kept(deed) for deed in running.get(who, ())]]
        for who in there.sheets.documents
        if who in helped or who in running
    ]


def next_deed(run: Run, member: Membership) -> tuple[str, Deed] | None:
    """Who does what next in a run; whoever has nothing left to do is taken off its list."""
    while run.resting:
        who, days, waiting = run.resting[0]
        if not waiting and days:
            there = board(member, {who})
            table = there.table.as_actor(who)
            rest = member.campaign.system.quiet_days(table, days) if who in there.sheets.documents else None
            if rest is not None:
                waiting = [_kept(deed) for deed in rest.deeds]
                run.resting[0] = [who, days - rest.days, waiting]
        if waiting:
            return who, Deed(*waiting[0])
        run.resting.pop(0)
    return None


def done(run: Run) -> None:
    """Note that the deed that was next is done, or was not possible."""
    del run.resting[0][2][:1]


def _kept(deed: Deed) -> list[object]:
    return [deed.command, dict(deed.chosen)]
