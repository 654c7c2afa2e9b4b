"""Previews of a step of the making before it is taken: it is performed on a copy of the table, without dice."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from campaigns.audience import history, viewers
from campaigns.log.outcome import Outcome, outcome_of
from campaigns.log.sentences import sentence
from campaigns.log.sheet_sentences import is_had_or_not
from campaigns.models import Entry, Membership
from campaigns.play import forms
from campaigns.play.forms import started
from campaigns.play.game import Game, lay_out
from campaigns.play.intent import Intent
from campaigns.play.outlook import rehearse
from characters.models import Character
from rules import codec
from rules.engine.character.creation import Step
from rules.engine.kernel import Incomplete, Json, Refused, Sheet, Table, Throw, described_fields, facts
from rules.engine.page.blocks import Items, Page, Ranks, Texts, Tiles, ranks_in, ranks_of
from rules.engine.system.protocol import System, command_named


class DiceDecide(Exception):
    """The end of a rehearsal that came to a roll of dice: nobody can say what comes next."""


class NoDice:
    """A source of no faces."""

    def roll(self, who: str, sides: Sequence[int]) -> Throw:
        if sides:
            raise DiceDecide
        return Throw(())


@dataclass(frozen=True, slots=True)
class Change:
    """A number or a short text of the sheet that a choice would change.

    What one has or has not (a talent, a trait) has no number: it ``comes`` or ``goes``, and is found by its ``rank``.
    """

    label: str
    before: str = ""
    after: str = ""
    comes: bool = False
    goes: bool = False
    rank: str = ""


@dataclass(frozen=True, slots=True)
class Preview:
    """The effect of a choice: changes on the sheet, sentences of what happens, or why it is refused.

    ``left`` says in words what is left to choose; ``field`` is the choice that a refusal is about, and where it
    ``is_incomplete``, nothing is wrong yet. ``question`` comes before a step that is the last to spend some points.
    Where all ``is_same``, the sheet is so already.
    """

    changes: tuple[Change, ...] = ()
    lines: tuple[str, ...] = ()
    left: str = ""
    refused: str = ""
    field: str = ""
    is_incomplete: bool = False
    dice_decide: bool = False
    question: str = ""
    is_same: bool = False


def preview(member: Membership, intent: Intent) -> Preview:
    """The effect of a step with these choices; nothing is written."""
    before = lay_out(member, intent.actor).table
    left = _left(member, intent, before)
    try:
        after = rehearse(member, intent, NoDice()).table
    except DiceDecide:
        return Preview(left=left, dice_decide=True)
    except Refused as refused:
        return refusal(refused, left)
    return replace(_compared(member, before.me, after, left), question=_question(member, intent, after))


def refusal(refused: Refused, left: str = "") -> Preview:
    """The preview of a step that is refused."""
    return Preview((), (), left, refused.sentence, refused.field, isinstance(refused, Incomplete))


def _question(member: Membership, intent: Intent, after: Table) -> str:
    """The question before points are left that no later step spends; empty where there are none."""
    step = command_named(member.campaign.system, intent.command)
    unspent = step.unspent(after) if issubclass(step, Step) else ""
    return f"You still have {unspent}, and no later step spends them. Go on?" if unspent else ""


def _left(member: Membership, intent: Intent, table: Table) -> str:
    """The step's own words on what is left to choose; empty where the choices cannot be read."""
    try:
        step = command_named(member.campaign.system, intent.command)
        command = codec.command_from(step, dict(intent.given))
        return command.left(table) if isinstance(command, Step) else ""
    except Refused:
        return ""


def _compared(member: Membership, before: Sheet, table: Table, left: str) -> Preview:
    system, house_rules = member.campaign.system, member.campaign.house_rules
    pages = system.page(before, house_rules), system.page(table.me, house_rules)
    was, now = (dict(_shown(page)) for page in pages)
    had, has = (_had(page, system) for page in pages)
    changes = (
        *(Change(label, rank=name, comes=True) for name, label in has.items() if name not in had),
        *(Change(label, rank=name, goes=True) for name, label in had.items() if name not in has),
        *(
            Change(label, was[name][1] if name in was else "", value)
            for name, (label, value) in now.items()
            if was.get(name, ("", ""))[1] != value and name not in had | has
        ),
    )
    told = (fact for fact in table.facts if not _stands_in(fact, now) and not _comes_to_nothing(fact, before, table.me))
    lines = (sentence(fact, {table.actor: table.me.name}, system) for fact in told)
    told_lines = tuple(line.text for line in lines if not line.quiet)
    return Preview(changes, told_lines, left, is_same=before == table.me)


def _shown(page: Page) -> Iterator[tuple[str, tuple[str, str]]]:
    """Every number and short text that a page shows, by its name: its label and its value."""
    for row in ranks_of(page):
        yield f"{row.kind}.{row.name}", (row.shown.label or row.label, row.shown.value)
    for gauge in page.vitals.gauges:
        yield f"resource.{gauge.name}", (gauge.label, f"{gauge.now}/{gauge.most}")
    for block in (block for column in page.columns for block in column if isinstance(block, Texts)):
        for text in block.rows:
            yield f"text.{text.name}", (text.label, text.text)


def _had(page: Page, system: System) -> dict[str, str]:
    """The labels of traits, talents and the like that a page shows, by their names."""
    ranks = (row for row in ranks_of(page) if row.rank and is_had_or_not(row.kind, row.name, system))
    return {f"{row.kind}.{row.name}": row.label for row in ranks}


def _stands_in(fact: facts.Fact, shown: dict[str, tuple[str, str]]) -> bool:
    """Whether a fact is told already by what the page shows; a number that no page shows is none of the reader's."""
    match fact:
        case facts.RankChanged() | facts.ResourceChanged() | facts.LimitChanged():
            return True
        case facts.TextChanged(name=name):
            return f"text.{name}" in shown
    return False


def _comes_to_nothing(fact: facts.Fact, before: Sheet, after: Sheet) -> bool:
    """Whether a thing was only put down to be picked up again, as happens where a step is taken anew."""
    match fact:
        case facts.ItemSet(key=key) | facts.ItemLost(key=key):
            return before.items.get(key) == after.items.get(key)
    return False


# -- the form of a step -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Figures:
    """Numbers of a sheet under one heading, each with its label and its value."""

    label: str
    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Choosing:
    """A step to be filled in, with what it would change as it is filled in now."""

    form: forms.CommandForm
    preview: Preview
    #: The figures of the character, where the step is the last.
    figures: tuple[Figures, ...] = ()

    @property
    def has_dice(self) -> bool:
        return self.form.has_odds or self.preview.dice_decide


def choosing(game: Game, step: type[Step], given: dict[str, Json] | None = None) -> Choosing:
    """The form of a step, beginning with what is ``given``."""
    actor = game.table.actor
    form = forms.form_for(step, game, _as_started(step, given or {}))
    foreseen = preview(game.member, Intent(step.name, _filled_in(form), actor))
    if foreseen.dice_decide or form.has_odds:
        rollers = [(actor, game.table.name(actor))]
        form = forms.form_for(step, game, _as_started(step, given or {}), rollers)
    ends = step is game.member.campaign.system.steps[-1]
    return Choosing(form, foreseen, figures_of(game.member, game.table.me) if ends else ())


def _as_started(step: type[Step], given: dict[str, Json]) -> dict[str, Json]:
    """The values that were sent as a form starts with them: of a switch, whether it is on."""
    kinds = {name: described.kind for name, (described, _) in described_fields(step).items()}
    return {name: value == "on" if kinds.get(name) == "switch" else value for name, value in given.items()}


def _filled_in(form: forms.CommandForm) -> dict[str, Json]:
    """The choices that a form would send as it is shown."""
    several = {
        one.field: [option.value for option in one.options if option.chosen]
        for one in form.inputs
        if one.kind == "many"
    }
    return started(form) | several


def figures_of(member: Membership, sheet: Sheet) -> tuple[Figures, ...]:
    """The numbers and things of a sheet for a last look; numbers of 0 say nothing."""
    page = member.campaign.system.page(sheet, member.campaign.house_rules)
    blocks = [block for column in page.columns for block in column]
    found = [Figures(page.subtitle, tuple((one.label, f"{one.now}/{one.most}") for one in page.vitals.gauges))]
    found += [Figures(block.title, tuple(_numbers(block))) for block in blocks if isinstance(block, Tiles | Ranks)]
    found += [Figures(block.title, tuple(_things(block))) for block in blocks if isinstance(block, Items)]
    return tuple(one for one in found if one.rows)


def _numbers(block: Tiles | Ranks) -> Iterator[tuple[str, str]]:
    return ((row.label, row.shown.value) for row in ranks_in(block) if row.rank)


def _things(block: Items) -> Iterator[tuple[str, str]]:
    return ((row.item.name, f"{row.item.count}×" if row.item.count > 1 else "") for row in block.rows)


# -- and what it came to ----------------------------------------------------------------------------------------------


def outcome_of_step(member: Membership, character: Character, entry_id: str) -> Outcome | None:
    """The outcome of a step that was taken, by the id of its entry; ``None`` if no dice fell in it.

    What stands on the sheet, and so among the changes and the steps, is not told again line by line.
    """
    entry = Entry.objects.filter(campaign=member.campaign, public_id=entry_id, actor=character.public_id).first()
    if entry is None:
        return None
    system = member.campaign.system
    happened = [fact for fact in history.seen_facts(entry, viewers.viewer(member)) if not _stands_there(fact, system)]
    outcome = outcome_of(happened, {character.public_id: character.name}, system)
    return outcome if outcome.throws else None


def _stands_there(fact: facts.Fact, system: System) -> bool:
    """Whether a change shows on a fresh sheet as a number, a track or a word."""
    if isinstance(fact, facts.RankChanged):
        return not is_had_or_not(fact.kind, fact.name, system)
    return isinstance(fact, facts.TextChanged | facts.ResourceChanged | facts.LimitChanged | facts.TrackSet)
