"""What a step of the making would change, before it is taken: it is performed on a copy of the table, without dice."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from campaigns import forms, play
from campaigns.models import Membership
from campaigns.sentences import sentence
from characters.selectors import rows_of
from rules import codec
from rules.engine import facts
from rules.engine.commands import described_fields
from rules.engine.creation import Step
from rules.engine.dice import Throw
from rules.engine.page import Page
from rules.engine.refusals import Refused
from rules.engine.sheets import Json, Sheet
from rules.engine.system import command_named
from rules.engine.table import Table


class DiceDecide(Exception):
    """A rehearsal came to where dice are rolled: nobody can say what comes next."""


class NoDice:
    """A source of no faces."""

    def roll(self, who: str, sides: Sequence[int]) -> Throw:
        if sides:
            raise DiceDecide
        return Throw(())


@dataclass(frozen=True, slots=True)
class Change:
    """A number of the sheet that a choice would change."""

    label: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Preview:
    """What a choice would do: numbers that change, sentences of what happens, or why it is refused."""

    changes: tuple[Change, ...] = ()
    lines: tuple[str, ...] = ()
    left: str = ""
    refused: str = ""
    field: str = ""
    dice_decide: bool = False


def preview(member: Membership, intent: play.Intent) -> Preview:
    """What a step would change with these choices; nothing is written."""
    before = play.lay_out(member, intent.actor).table
    left = _left(member, intent, before)
    try:
        after = play.rehearse(member, intent, NoDice()).table
    except DiceDecide:
        return Preview(left=left, dice_decide=True)
    except Refused as refused:
        return Preview(left=left, refused=refused.sentence, field=refused.field)
    return _compared(member, before.me, after, left)


def _left(member: Membership, intent: play.Intent, table: Table) -> str:
    """What the step says is left, as far as the choices can be read."""
    try:
        step = command_named(member.campaign.system, intent.command)
        command = codec.command_from(step, dict(intent.given))
        return command.left(table) if isinstance(command, Step) else ""
    except Refused:
        return ""


def _compared(member: Membership, before: Sheet, table: Table, left: str) -> Preview:
    system, house_rules = member.campaign.system, member.campaign.house_rules
    was, now = dict(_numbers(system.page(before, house_rules))), dict(_numbers(system.page(table.me, house_rules)))
    changes = tuple(
        Change(label, was[number][1] if number in was else "", value)
        for number, (label, value) in now.items()
        if was.get(number, ("", ""))[1] != value
    )
    told = (fact for fact in table.facts if not _stands_in(fact, now))
    lines = (sentence(fact, {table.actor: table.me.name}, system) for fact in told)
    return Preview(changes, tuple(line.text for line in lines if not line.quiet), left)


def _numbers(page: Page) -> Iterator[tuple[str, tuple[str, str]]]:
    """Every number that a page shows, by its name: its label and its value."""
    for row in rows_of(page):
        yield f"{row.kind}.{row.name}", (row.shown.label or row.label, row.shown.value)
    for gauge in page.vitals.gauges:
        yield f"resource.{gauge.name}", (gauge.label, f"{gauge.now}/{gauge.most}")


def _stands_in(fact: facts.Fact, numbers: dict[str, tuple[str, str]]) -> bool:
    """Whether a fact is told already by a number that the page shows."""
    match fact:
        case facts.RankChanged(kind=kind, name=name):
            return f"{kind}.{name}" in numbers
        case facts.ResourceChanged(resource=resource) | facts.LimitChanged(resource=resource):
            return f"resource.{resource}" in numbers
    return False


# -- the form of a step -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Choosing:
    """A step to be filled in, with what it would change as it is filled in now."""

    form: forms.CommandForm
    preview: Preview

    @property
    def has_dice(self) -> bool:
        return self.form.has_odds or self.preview.dice_decide


def choosing(game: play.Game, step: type[Step], given: dict[str, Json] | None = None) -> Choosing:
    """The form of a step, beginning with what is ``given``."""
    actor = game.table.actor
    form = forms.form_for(step, game, _as_started(step, given or {}))
    foreseen = preview(game.member, play.Intent(step.name, _filled_in(form), actor))
    if foreseen.dice_decide or form.has_odds:
        rollers = [(actor, game.table.name(actor))]
        form = forms.form_for(step, game, _as_started(step, given or {}), rollers)
    return Choosing(form, foreseen)


def _as_started(step: type[Step], given: dict[str, Json]) -> dict[str, Json]:
    """What was sent, as a form begins with it: a switch is on or off there."""
    kinds = {name: described.kind for name, (described, _) in described_fields(step).items()}
    return {name: value == "on" if kinds.get(name) == "switch" else value for name, value in given.items()}


def _filled_in(form: forms.CommandForm) -> dict[str, Json]:
    """The choices that a form would send as it is shown."""
    given: dict[str, Json] = {}
    for one in form.inputs:
        chosen = [option.value for option in one.options if option.chosen]
        if one.kind == "many":
            given[one.field] = chosen
        elif one.kind == "pick":
            given[one.field] = chosen[0] if chosen else ""
        else:
            given[one.field] = one.value
    return given
