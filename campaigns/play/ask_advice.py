"""Advice on an ask: where the form of each answer starts, and which answer stands ready."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

from campaigns.audience import access
from campaigns.play.forms import form_for, started
from campaigns.play.game import Game
from campaigns.play.odds_display import Counsel, counsel_of
from rules import codec
from rules.engine.advice.choices import Advice
from rules.engine.kernel import Ask, Command, Json, Refused, described_fields


def filled(value: Json) -> str:
    """A value as a form holds it, where nothing, none and naught are alike."""
    return "" if value in (None, False, 0, "0", [], ()) else str(value)


@dataclass(frozen=True, slots=True)
class AdvisedAnswers:
    """Advice on all answers to an ask, told at the first that has any: ``at`` is the name of its command."""

    advice: Advice
    at: str

    def start(self, kind: type[Command]) -> dict[str, Json]:
        """The values with which the form of an answer starts: the best of those that nobody pays for."""
        best = self.advice.start(kind)
        return dict(best.given) if best else {}

    def said(self, kind: type[Command], values: Mapping[str, Json]) -> str:
        """The words for the choice that a form with these values makes; empty where it is not weighed."""
        own = (one for one in self.advice.choices if one.command == kind.name and not one.aside)
        same = (
            one for one in own if all(filled(value) == filled(values.get(name)) for name, value in one.given.items())
        )
        return next((one.label for one in same), "")

    def varies(self, kind: type[Command], field: str) -> bool:
        """Whether choices of an answer differ in a field."""
        own = (one for one in self.advice.choices if one.command == kind.name and not one.aside)
        return len({one.given.get(field) for one in own}) > 1

    def counsel(self, kind: type[Command]) -> Counsel | None:
        """The advice as the page of this answer shows it; ``None`` where it is told at another."""
        if kind.name != self.at:
            return None
        return counsel_of(replace(self.advice, chosen=self.advice.start(kind) or self.advice.chosen), kind.name)

    def readiest(self, kinds: Iterable[type[Command]]) -> str:
        """The name of the command that is the best to give if nothing is paid for; empty if each costs something."""
        starts = [start for kind in kinds if (start := self.advice.start(kind))]
        return max(starts, key=lambda one: one.value).command if starts else ""


def advised_answers(game: Game, kinds: Iterable[type[Command]], ask: Ask) -> AdvisedAnswers | None:
    """The advice on an ask for those who are shown any; each answer is as its form would start without it."""
    for kind in kinds if access.sees_advice(game.member) else ():
        with suppress(Refused):
            command = codec.command_from(kind, started(form_for(kind, game, asked(kind, ask))))
            if advice := game.prospect(kind).advice(command):
                return AdvisedAnswers(advice, kind.name)
    return None


def asked(kind: type[Command], ask: Ask) -> dict[str, Json]:
    """The values that say which ask a command answers."""
    return {name: ask.key for name, (told, _) in described_fields(kind).items() if told.kind == "ask"}
