"""An action that stands ready against somebody: a command with every choice made, and its odds."""

from collections.abc import Sequence
from dataclasses import dataclass

from campaigns.play.forms import CommandForm, form_for, started
from campaigns.play.game import Game
from rules import codec
from rules.engine.kernel import Command, Json, Refused, described_fields
from rules.engine.odds import Odds
from rules.engine.system.protocol import started_against

#: The sentence where a command does not find whoever it is aimed at among those it may meet.
GONE = "They are not there any more."


@dataclass(frozen=True, slots=True)
class Ready:
    """A command with every choice made, to be sent by one button; ``odds`` are ``None`` where none are shown.

    ``chosen`` are the values to send by the name of the field, ``said`` the picks worth naming, ``count`` the number
    that has to be chosen.
    """

    form: CommandForm
    chosen: tuple[tuple[str, str], ...]
    said: tuple[str, ...]
    count: str
    odds: Odds | None

    @property
    def verb(self) -> str:
        """The words of its button: "Attack with 6"."""
        return f"{self.form.label} with {self.count}" if self.count else self.form.label


def ready(game: Game, kind: type[Command], who: str) -> Ready:
    """A command against somebody with its usual choices; refused where the rules would refuse it, or it is no use."""
    kind.possible(game.known)
    form = form_for(kind, game, started_against(game.member.campaign.system, kind, game.known, who))
    values = started(form)
    # A list that does not hold them starts with somebody else.
    if values[kind.aims] != who:
        raise Refused(GONE)
    odds = game.prospect(kind).odds(codec.command_from(kind, values))
    if odds and odds.chances and not any(chance.probability for chance in odds.chances):
        raise Refused("No effect from here.")
    return _ready(kind, form, values, odds if form.shows_odds else None)


def _ready(kind: type[Command], form: CommandForm, values: dict[str, Json], odds: Odds | None) -> Ready:
    usual = {name: default for name, (_, default) in described_fields(kind).items()}
    picks = [one for one in form.decided if one.kind == "pick" and one.field != kind.aims]
    named = [one for one in picks if values[one.field] not in ("", usual[one.field])]
    said = tuple(option.label for one in named for option in one.options if option.value == values[one.field])
    count = next((str(one.value) for one in form.inputs if one.kind == "number" and one.needed), "")
    return Ready(form, form.sent(values), said, count, odds)


def first_ready(game: Game, attacks: Sequence[type[Command]], who: str) -> Ready | None:
    """The first attack that serves against somebody now."""
    for kind in attacks:
        try:
            return ready(game, kind, who)
        except Refused:
            continue
    return None
