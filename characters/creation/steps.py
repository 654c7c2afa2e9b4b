"""Making a character: the ways to begin one, and how the steps of one that is being made stand."""

from dataclasses import dataclass
from enum import StrEnum

from campaigns.models import Campaign
from campaigns.play.game import Game
from rules.engine.character import creation
from rules.engine.character.creation import Step, StepState
from rules.engine.kernel import Sheet, Table
from rules.engine.system.protocol import System


class Way(StrEnum):
    """A way in which a character begins."""

    STEPS = "steps"
    RANDOM = "random"
    READY = "ready"


def ways(system: System) -> tuple[Way, ...]:
    """The ways that a game has, the first the one that people are led to."""
    if not system.steps:
        return (Way.READY,)
    return (Way.STEPS, Way.RANDOM, Way.READY) if system.at_random else (Way.STEPS, Way.READY)


# -- how it stands ----------------------------------------------------------------------------------------------------


def is_unmade(campaign: Campaign, public_id: str, sheet: Sheet) -> bool:
    """Whether a character is still being made."""
    steps = campaign.system.steps
    if not steps:
        return False
    rank_range = campaign.system.rank_range
    return creation.is_unmade(steps, Table({public_id: sheet}, None, campaign.house_rules, public_id, rank_range))


@dataclass(frozen=True, slots=True)
class Stone:
    """A step on the path as a page shows it: what it has settled, or why it waits."""

    name: str
    label: str
    guidance: str
    settled: str
    waits: str
    is_current: bool


@dataclass(frozen=True, slots=True)
class Unspent:
    """Points that are lost when the making ends, in words, and the step that would spend them."""

    words: str
    step: type[Step]


@dataclass(frozen=True, slots=True)
class Lack:
    """A sentence on what a character goes without ("You carry no weapon."), and the step that would mend it."""

    sentence: str
    step: type[Step]


@dataclass(frozen=True, slots=True)
class Making:
    """A character being made: the path, the step on it that is before somebody, and what it goes without."""

    path: tuple[Stone, ...]
    step: type[Step]
    #: Whether the path stays as long as it is.
    is_length_known: bool = True
    unspent: tuple[Unspent, ...] = ()
    lacks: tuple[Lack, ...] = ()

    @property
    def current(self) -> Stone:
        return next(stone for stone in self.path if stone.is_current)

    @property
    def back(self) -> Stone | None:
        """The step before this one that may be taken again; ``None`` on the first."""
        return next((stone for stone in reversed(self.path[: self.place - 1]) if not stone.waits), None)

    @property
    def goes_without(self) -> bool:
        """Whether points are given up or something is missing: the page says what, and the button that one may."""
        return bool(self.unspent or self.lacks)

    @property
    def ends(self) -> bool:
        """Whether the step is the last, after which the character can be played."""
        return self.path[-1].is_current

    @property
    def place(self) -> int:
        return self.path.index(self.current) + 1


def making_of(game: Game, wanted: str = "") -> Making | None:
    """The making of a game's actor, at the step that is wanted (else the next one); ``None`` when it is over."""
    states = creation.steps_of(game.member.campaign.system.steps, game.known)
    upcoming = creation.next_step(states)
    if upcoming is None:
        return None
    chosen = next((state for state in states if state.step.name == wanted and state.is_open), upcoming)
    ends = chosen is states[-1]
    unspent = (Unspent(words, step) for step, words in creation.given_up(states, game.known)) if ends else ()
    lacks = (Lack(sentence, step) for step, sentence in creation.lacks(states, game.known)) if ends else ()
    is_length_known = creation.is_length_known(game.member.campaign.system.steps, game.known)
    path = tuple(_stone(state, state is chosen) for state in states)
    return Making(path, chosen.step, is_length_known, tuple(unspent), tuple(lacks))


def _stone(state: StepState, is_current: bool) -> Stone:
    step = state.step
    guidance = f"{step.guidance} {step.again}" if state.settled and step.again else step.guidance
    return Stone(step.name, step.label, guidance, state.settled, state.waits, is_current)
