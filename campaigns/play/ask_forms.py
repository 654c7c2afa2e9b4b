"""The forms of the answers to an ask, with the exact odds of each choice: wherever somebody is asked something."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from campaigns.audience import access, redaction
from campaigns.play.ask_advice import AdvisedAnswers, advised_answers, asked, filled
from campaigns.play.forms import AT_ONCE, CommandForm, Input, Option, form_for, started
from campaigns.play.game import Game
from campaigns.play.odds_display import Counsel, columns
from rules import codec, house_rules
from rules.engine.advice.what_if import Prospect
from rules.engine.kernel import Ask, Command, Field, Json, Refused, described_fields, foretell
from rules.engine.odds import Odds
from rules.engine.system.protocol import command_named
from rules.histogram import Column
from rules.house_rules import Setting

#: The most choices that are compared at a glance.
MOST_CHOICES = 16


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of the field that decides, with what may happen then.

    ``take`` are the other fields as they stand with it, as JSON, where some choices take what advice has put into them
    and others cannot: ``is_plain`` of those.
    """

    value: str
    label: str
    odds: Odds | None
    hint: str = ""
    chosen: bool = False
    best: bool = False
    take: str = ""
    is_plain: bool = False

    @property
    def headline(self) -> str:
        """The chance that the game names first."""
        return self.odds.chances[0].label if self.odds and self.odds.chances else ""

    @property
    def chance(self) -> float | None:
        return self.odds.chances[0].probability if self.odds and self.odds.chances else None


@dataclass(frozen=True, slots=True)
class Answer:
    """One command that answers an ask: its form, the field that decides, and its choices side by side.

    ``odds`` are those of an answer where nothing is to be chosen, ``house`` the house rules that all of this hangs on,
    ``counsel`` is what all answers together are worth, told at one of them. ``best`` if advice has its star here;
    ``ready`` marks the one answer of an ask that its main button gives: the best, and without advice the first.

    ``settled`` are the fields that can hold one value only; ``settled_said`` says so of the one that would decide, and
    why. ``put_away`` names what advice has put into fields out of sight: "Metres you step: 1".

    The buttons of ``others`` stand beside this one's, and those answers have none of their own (``is_beside``). ``why``
    is the advice whose star is at one of these buttons.
    """

    form: CommandForm
    lead: Input | None
    choices: tuple[Choice, ...]
    odds: Odds | None = None
    house: tuple[Setting, ...] = ()
    counsel: Counsel | None = None
    best: bool = False
    ready: bool = False
    settled: tuple[Input, ...] = ()
    settled_said: str = ""
    put_away: str = ""
    others: "tuple[Answer, ...]" = ()
    is_beside: bool = False
    why: Counsel | None = None

    @property
    def is_plain(self) -> bool:
        """Whether a press of its button says all."""
        return not (self.lead or self.inputs or self.settled_said)

    @property
    def shown(self) -> Odds | None:
        """The odds of the choice that stands ready, else of the answer as a whole; ``None`` where none are shown."""
        return next((one.odds for one in self.choices if one.chosen), self.odds)

    @property
    def columns(self) -> list[Column]:
        return columns(self.shown) if self.shown else []

    @property
    def inputs(self) -> tuple[Input, ...]:
        """The fields to decide in, without ``lead``."""
        settled = {one.id for one in self.settled}
        return tuple(one for one in self.form.decided if one != self.lead and one.id not in settled)

    @property
    def first(self) -> tuple[Input, ...]:
        """The fields shown at once: all if they are few, else those that a form shows at once.

        Where one field decides, be it settled, only those with boxes are, which would be missed.
        """
        is_led = bool(self.lead or self.settled_said)
        shown = () if is_led else self.inputs if len(self.inputs) <= AT_ONCE else self.form.first
        return tuple(one for one in self.inputs if one in shown or one.kind == "many")

    @property
    def rest(self) -> tuple[Input, ...]:
        """The fields that fold away."""
        return tuple(one for one in self.inputs if one not in self.first)


def answers_to(game: Game, ask: Ask) -> tuple[Answer, ...]:
    """The commands that answer an ask, each with its form and odds; ``game`` is laid out for whoever is asked."""
    system = game.member.campaign.system
    kinds = [command_named(system, name) for name in ask.commands]
    advised = advised_answers(game, kinds, ask)
    answers = [_answer(game, kind, ask, advised) for kind in kinds]
    readiest = advised.readiest(kinds) if advised else ""
    return _side_by_side(list(_with_one_ready(answers, readiest)))


def _with_one_ready(answers: Sequence[Answer], readiest: str) -> Iterator[Answer]:
    """The answers: a star where advice has its best, and one ready, the ``readiest`` or else the first.

    The only answer has no star: its button would praise it even where nothing is the best to do with it.
    """
    advised = next((answer.counsel.command for answer in answers if answer.counsel), "")
    ready = next((place for place, answer in enumerate(answers) if answer.form.command == readiest), 0)
    for place, answer in enumerate(answers):
        yield replace(answer, best=len(answers) > 1 and answer.form.command == advised, ready=place == ready)


def _side_by_side(answers: list[Answer]) -> tuple[Answer, ...]:
    """The answers, with the buttons of those that leave nothing to choose beside that of the first."""
    beside = [replace(one, is_beside=one.is_plain) for one in answers[1:]]
    others = tuple(one for one in beside if one.is_beside)
    advice = next((one.counsel for one in answers if one.counsel), None)
    is_at_button = any(one.best and not one.lead for one in (*answers[:1], *others))
    first = (replace(one, others=others, why=advice if is_at_button else None) for one in answers[:1])
    return (*first, *beside)


def _starred(answer: Answer) -> Answer:
    """The answer with a star at the best choice of the field that decides.

    None where other fields have to change with it: the star of the whole stands at the line of advice, which takes it.
    """
    best = answer.counsel.given.get(answer.lead.field) if answer.counsel and answer.lead else None
    if answer.counsel and answer.lead and _changes_more(answer.form, answer.counsel.given, answer.lead.field):
        best = None
    marked = (replace(one, best=best is not None and str(best) == one.value) for one in answer.choices)
    return replace(answer, choices=tuple(marked))


def _changes_more(form: CommandForm, given: Mapping[str, Json], lead: str) -> bool:
    """Whether a choice needs more of a form changed than the field that decides."""
    start = started(form)
    return any(filled(value) != filled(start.get(field)) for field, value in given.items() if field != lead)


def _answer(game: Game, kind: type[Command], ask: Ask, advised: AdvisedAnswers | None) -> Answer:
    form, plain = _forms(game, kind, ask, advised)
    is_led = kind.has_odds or kind.weighing is not Command.weighing
    lead = next((one for one in form.inputs if one.kind in ("number", "pick")), None) if is_led else None
    rules = game.table.house_rules
    rules.consulted.clear()
    prospect = game.prospect(kind)
    listed, reason = _choices(prospect, kind, (form, plain), lead) if lead else ([], "")
    choices = _one_chosen([_worded(one, kind, lead, (form, plain), advised) for one in listed] if lead else [])
    odds = _foretold(prospect, kind, started(form)) if form.shows_odds and not choices else None
    if choices and not any(one.odds for one in choices):
        # Nothing is left to chance, whatever is chosen: there are no real dice to type in.
        form = replace(form, rollers=())
    if not form.shows_odds:
        choices = tuple(replace(one, odds=None) for one in choices)
    house = house_rules.turned(game.member.campaign.system, rules, rules.consulted)
    answer = Answer(form, lead if choices else None, choices, odds, house, advised.counsel(kind) if advised else None)
    is_open = bool(advised and lead and advised.varies(kind, lead.field))
    settled = _settled(answer, redaction.sentence_without(reason, game.unspoken), is_open=is_open)
    return replace(_starred(settled), put_away=_put_away(settled.rest, plain))


def _forms(
    game: Game, kind: type[Command], ask: Ask, advised: AdvisedAnswers | None
) -> tuple[CommandForm, CommandForm]:
    """The form of an answer as it starts, and as it would start without advice."""
    rollers = _rollers(game, kind, ask) if kind.has_odds and kind.throws_dice else ()
    plain = form_for(kind, game, asked(kind, ask), rollers)
    start = advised.start(kind) if advised else {}
    return form_for(kind, game, {**asked(kind, ask), **start}, rollers) if start else plain, plain


def _settled(answer: Answer, reason: str, *, is_open: bool) -> Answer:
    """The answer with its fields that can hold one value only set apart; ``is_open`` if the deciding one is none."""
    settled = tuple(replace(one, value=one.options[0].value) for one in answer.inputs if _has_one_option(one))
    if not answer.lead or len(answer.choices) != 1 or is_open:
        return replace(answer, settled=settled)
    only = answer.choices[0]
    # Where nothing is left to choose, its hint may be the reason.
    why = reason or (only.hint if only.hint.endswith(".") else "")
    said = f"{answer.lead.label}: {only.label}. {why}".rstrip()
    lead = replace(answer.lead, value=only.value)
    return replace(answer, lead=None, choices=(), odds=only.odds, settled=(lead, *settled), settled_said=said)


def _has_one_option(one: Input) -> bool:
    return one.kind == "pick" and [option.chosen for option in one.options] == [True] and not one.tied_to


def _put_away(inputs: Iterable[Input], plain: CommandForm) -> str:
    """Fields that start otherwise than in the plain form, each with its value."""
    before = {one.field: one for one in plain.inputs}
    changed = (one for one in inputs if _held(one) != _held(before[one.field]))
    return " · ".join(f"{one.label}: {_held(one)}" for one in changed)


def _held(one: Input) -> str:
    """The value of a field, as a page says it."""
    if one.kind == "switch":
        return "yes" if one.value else "no"
    return ", ".join(option.label for option in one.options if option.chosen) or str(one.value)


def _rollers(game: Game, kind: type[Command], ask: Ask) -> list[tuple[str, str]]:
    """The people (id, name) in an ask whose real dice may be typed in: those who roll, or whom the reader plays.

    The answer may let others roll too: a defence that fails, the damage of whoever struck.
    """
    scene = game.known.encounter
    there = scene.combatants if scene else {}
    about = set(_texts(ask.known.values()))
    named = [ask.to, *(who for who in there if who in about and who != ask.to)]
    rolled = {ask.to, *kind.rollers(game.known)}
    played = (who for who in named if access.may_play(game.member, game.sheets.documents.get(who)))
    shown = rolled.union(played)
    return [(who, game.table.name(who)) for who in named if who in shown]


def _texts(values: Iterable[Json]) -> Iterator[str]:
    """Every text in plain values, however deep."""
    for value in values:
        if isinstance(value, str):
            yield value
        elif isinstance(value, Mapping):
            yield from _texts(value.values())
        elif isinstance(value, list):
            yield from _texts(value)


def _foretold(prospect: Prospect, kind: type[Command], chosen: dict[str, Json]) -> Odds | None:
    try:
        return prospect.odds(codec.command_from(kind, chosen))
    except Refused:
        return None


def _choices(
    prospect: Prospect, kind: type[Command], forms: Sequence[CommandForm], lead: Input
) -> tuple[list[Choice], str]:
    """Every value of the deciding field that the rules would accept now in one of the forms, with its odds.

    With them comes the sentence by which the first other value is refused.
    """
    listed, reason = [], ""
    advised, plain = map(started, forms)
    changed = [name for name in plain if name != lead.field and filled(advised.get(name)) != filled(plain[name])]
    for one in _options(lead, described_fields(kind)[lead.field][0]):
        for start in (advised, plain):
            chosen = {**start, lead.field: one.value}
            try:
                odds = foretell(codec.command_from(kind, chosen), prospect.known)
            except Refused as refused:
                sentence = refused.sentence
                continue
            shown = _foretold(prospect, kind, chosen) if prospect.is_guessed else odds
            take = json.dumps({name: start[name] for name in changed}) if changed else ""
            is_ready = str(lead.value) == one.value
            listed.append(Choice(one.value, one.label, shown, one.hint, is_ready, take=take, is_plain=start is plain))
            break
        else:
            reason = reason or sentence
    return listed, reason


def _worded(
    one: Choice, kind: type[Command], lead: Input, forms: Sequence[CommandForm], advised: AdvisedAnswers | None
) -> Choice:
    """A choice that changes other fields, too, with the words of advice for all of it: "Step back 2 m, no damage"."""
    values = {**started(forms[one.is_plain]), lead.field: one.value}
    return replace(one, hint=advised.said(kind, values) or one.hint) if advised and one.take else one


def _one_chosen(choices: list[Choice]) -> tuple[Choice, ...]:
    """Let one choice stand ready even where the form's own start is refused."""
    if choices and not any(choice.chosen for choice in choices):
        choices[0] = replace(choices[0], chosen=True)
    return tuple(choices)


def _options(lead: Input, described: Field) -> list[Option]:
    if lead.kind == "pick":
        # Where one stands ready by name, leaving it open is no choice of its own.
        return [option for option in lead.options if option.value or not lead.value][:MOST_CHOICES]
    most = min(described.most, described.least + MOST_CHOICES)
    return [Option(str(value), str(value)) for value in range(described.least, most + 1)]
