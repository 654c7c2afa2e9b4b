"""Outcomes of time that has passed: how each of those for whom the worker did something has come out of it."""

from collections.abc import Sequence

from django.db.models import Max, Min

from campaigns.audience import access
from campaigns.chronicle.replay import bodies_at
from campaigns.long_work.rests import Course, changes, stays
from campaigns.models import Entry, Membership, Run, Touch, all_sheets
from rules import codec
from rules.engine.kernel import counted
from rules.engine.page.blocks import Vitals


def outcome_of(member: Membership, run: Run) -> Sequence[Course]:
    """The outcome of a run for everybody in it, as its last entry left them; none while it goes on, or once undone."""
    steps = Entry.objects.counting().filter(campaign=run.campaign_id, key__startswith=run.steps_key)
    ends = steps.aggregate(first=Min("number"), last=Max("number"))
    if run.is_open or ends["first"] is None:
        return ()
    touched = Touch.objects.filter(entry__in=steps).values("document")
    people = list(access.visible(member, all_sheets().filter(kind="character", public_id__in=touched)))
    people.sort(key=lambda document: (document.owner_id is None, document.name.casefold(), document.pk))
    before, after = bodies_at(people, [ends["first"] - 1, ends["last"]]) if people else ({}, {})
    system = member.campaign.system

    def vitals(body: str) -> Vitals:
        return system.vitals(codec.sheet_from(body))

    return [
        Course(who, one.name, _came_out(vitals(before[who]), vitals(after[who])))
        for one in people
        if (who := one.public_id) in before
    ]


def _came_out(before: Vitals, after: Vitals) -> str:
    moved, ended = changes(before, after)
    return " ".join(filter(None, (moved, ended, _fared(before, after), stays(after)))) or "No change."


def _fared(before: Vitals, after: Vitals) -> str:
    """A sentence on the boxes that were healed and are left, and on whether anything is still to be healed."""
    was = {gauge.name: gauge.now for gauge in before.gauges}
    moved = [one for one in after.gauges if one.now != was.get(one.name, one.now)]
    left = _boxes(after)
    healed = max(0, _boxes(before) - left)
    told = [f"{counted(healed, 'box', 'boxes')} healed"] if healed else []
    if left:
        told.append(f"{left} left" if healed else f"{counted(left, 'box', 'boxes')} left")
    elif all(one.now >= one.most for one in moved) and (healed or moved or not after.conditions):
        told.append("fully recovered")
    return f"{', '.join(told).capitalize()}." if told else ""


def _boxes(vitals: Vitals) -> int:
    return sum(sum(line.ticked.values()) for track in vitals.boxes for line in track.lines)
