"""The forms of the answers to an ask, with the exact odds of each choice: wherever somebody is asked something."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from campaigns.audience import access
from campaigns.play.forms import CommandForm, Input, Option, form_for
from campaigns.play.game import Game
from campaigns.play.odds_display import Counsel, columns, counsel_of
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
    """One value of the field that decides, with what may happen then."""

    value: str
    label: str
    odds: Odds | None
    hint: str = ""
    chosen: bool = False
    best: bool = False

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
    """

    form: CommandForm
    lead: Input | None
    choices: tuple[Choice, ...]
    odds: Odds | None = None
    house: tuple[Setting, ...] = ()
    counsel: Counsel | None = None
    best: bool = False
    ready: bool = False

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
        return tuple(one for one in self.form.decided if one != self.lead)

    @property
    def first(self) -> tuple[Input, ...]:
        """The fields shown at once: all of them; beside ``lead`` only those with boxes, which would be missed."""
        return tuple(one for one in self.inputs if not self.lead or one.kind == "many")

    @property
    def rest(self) -> tuple[Input, ...]:
        """The fields that fold away beneath ``lead``."""
        return tuple(one for one in self.inputs if one not in self.first)


def answers_to(game: Game, ask: Ask) -> tuple[Answer, ...]:
    """The commands that answer an ask, each with its form and odds; ``game`` is laid out for whoever is asked."""
    system = game.member.campaign.system
    answers = [_answer(game, command_named(system, name), ask) for name in ask.commands]
    return tuple(_with_one_ready(list(_with_counsel(game, answers))))


def _with_one_ready(answers: Sequence[Answer]) -> Iterator[Answer]:
    """The answers, the one ready that advice has its star at, or else the first."""
    advised = next((answer.counsel.command for answer in answers if answer.counsel), "")
    best = next((place for place, answer in enumerate(answers) if answer.form.command == advised), None)
    for place, answer in enumerate(answers):
        yield replace(answer, best=place == best, ready=place == (best or 0))


def _with_counsel(game: Game, answers: Sequence[Answer]) -> Iterator[Answer]:
    """The answers, with advice at the first one that has any, for it ranks the choices of all of them."""
    open_to_it = access.sees_advice(game.member)
    for answer in answers:
        counsel = _counsel(game, answer) if open_to_it else None
        open_to_it = open_to_it and counsel is None
        yield _starred(replace(answer, counsel=counsel)) if counsel else answer


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
    return any(_filled(value) != _filled(start.get(field)) for field, value in given.items() if field != lead)


def _filled(value: Json) -> str:
    """A value as a form holds it, where nothing, none and naught are alike."""
    return "" if value in (None, False, 0, "0", [], ()) else str(value)


def _counsel(game: Game, answer: Answer) -> Counsel | None:
    chosen = started(answer.form)
    if answer.lead:
        chosen[answer.lead.field] = next(one.value for one in answer.choices if one.chosen)
    kind = command_named(game.member.campaign.system, answer.form.command)
    try:
        return counsel_of(game.prospect(kind).advice(codec.command_from(kind, chosen)), kind.name)
    except Refused:
        return None


def _answer(game: Game, kind: type[Command], ask: Ask) -> Answer:
    given: dict[str, Json] = {name: ask.key for name, (told, _) in described_fields(kind).items() if told.kind == "ask"}
    form = form_for(kind, game, given, _rollers(game, kind, ask) if kind.has_odds and kind.throws_dice else ())
    lead = next((one for one in form.inputs if one.kind in ("number", "pick")), None) if kind.has_odds else None
    rules = game.table.house_rules
    rules.consulted.clear()
    prospect = game.prospect(kind)
    choices = _one_chosen(list(_choices(prospect, kind, form, lead))) if lead else ()
    odds = _foretold(prospect, kind, started(form)) if form.shows_odds and not choices else None
    if choices and not any(one.odds for one in choices):
        # Nothing is left to chance, whatever is chosen: there are no real dice to type in.
        form = replace(form, rollers=())
    if not form.shows_odds:
        choices = tuple(replace(one, odds=None) for one in choices)
    house = house_rules.turned(game.member.campaign.system, rules, rules.consulted)
    return Answer(form, lead if choices else None, choices, odds, house)


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


def _choices(prospect: Prospect, kind: type[Command], form: CommandForm, lead: Input) -> Iterator[Choice]:
    """Every value of the deciding field that the rules would accept now, with its odds."""
    start = started(form)
    for one in _options(lead, described_fields(kind)[lead.field][0]):
        chosen = {**start, lead.field: one.value}
        try:
            odds = foretell(codec.command_from(kind, chosen), prospect.known)
        except Refused:
            continue
        shown = _foretold(prospect, kind, chosen) if prospect.is_guessed else odds
        yield Choice(one.value, one.label, shown, one.hint, str(lead.value) == one.value)


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


def started(form: CommandForm) -> dict[str, Json]:
    """The values that a form starts with, by field; fields of several choices are left out."""
    chosen = {one.field: next((o.value for o in one.options if o.chosen), "") for one in form.inputs if one.options}
    return {one.field: chosen.get(one.field, one.value) for one in form.inputs if one.kind != "many"}
