"""The reading of a plan's tally: chances, costs, the people on whom the fight hangs, how hard it is."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf

from rules.engine.fight import DEAD
from rules.engine.forecast.playing import Plan
from rules.engine.forecast.rehearsal import Rehearser
from rules.engine.forecast.tally import Share, Spread, Tally, spread, wilson


def foresee(plan: Plan, fights: int) -> "Forecast":
    """The forecast of a plan, from its first ``fights`` fights."""
    return Forecast(plan, Rehearser(plan).play(fights))


def compare(plans: Mapping[str, Plan], fights: int) -> "dict[str, Forecast]":
    """Forecasts of several plans by their labels: the fight as it stands, and with something else."""
    return {label: foresee(plan, fights) for label, plan in plans.items()}


@dataclass(frozen=True, slots=True)
class Told:
    """The forecast for one combatant."""

    who: str
    name: str
    side: str
    falls: Share
    dies: Share
    fates: Mapping[str, float]
    gauges: Mapping[str, Spread]


@dataclass(frozen=True, slots=True)
class Decider:
    """A combatant on whose fall the fight hangs: their side's victories while they stand, and after they fell."""

    who: str
    name: str
    side: str
    fell: int
    standing: float
    fallen: float

    @property
    def weight(self) -> float:
        """The share of victories that their fall takes from their side."""
        return self.standing - self.fallen


#: The words for a fight by the least chance of a side, and the most of it who fall on average; the first that fits.
WORDS = (
    (0.97, 0.25, "a walk-over"),
    (0.90, 1.00, "easy"),
    (0.60, inf, "likely a win"),
    (0.40, inf, "a fair fight"),
    (0.15, inf, "hard"),
    (0.03, inf, "desperate"),
    (0.00, inf, "hopeless"),
)
#: The least number of fights in which a combatant fell, and in which they did not, for the two to be compared.
FEW = 5


@dataclass(frozen=True, slots=True)
class Forecast:
    """The forecast of a plan: its tally, read with how far this many fights can be trusted."""

    plan: Plan
    tally: Tally

    def victory(self, side: str, confidence: float = 0.95) -> Share:
        """The chance of a side to win."""
        return wilson(self.tally.of("won", side), self.tally.fights, confidence)

    @property
    def undecided(self) -> Share:
        """The chance that nobody wins."""
        return wilson(self.tally.of("won"), self.tally.fights)

    @property
    def rounds(self) -> Spread:
        return spread(self.tally.under("rounds"))

    def people(self) -> tuple[Told, ...]:
        """The forecast for everybody who can be lost in the fight; those dead from the start are left out."""
        sheets, fate = self.plan.setting.sheets, self.plan.tactics.fate
        return tuple(self._told(who) for who in sheets if fate(sheets[who]) != DEAD)

    def _told(self, who: str) -> Told:
        fights, setting = self.tally.fights, self.plan.setting
        fates = {str(fate): count / fights for fate, count in self.tally.under("fate", who).items()}
        return Told(
            who,
            setting.sheets[who].name,
            setting.side(who),
            wilson(self.tally.of("fell", who), fights),
            wilson(self.tally.of("fate", who, "dead"), fights),
            fates,
            {one.key: spread(self.tally.under("gauge", who, one.key)) for one in self.plan.tactics.gauges},
        )

    def fall(self, side: str) -> float:
        """The number of a side who fall on average."""
        setting = self.plan.setting
        fallen = sum(self.tally.of("fell", who) for who in setting.sheets if setting.side(who) == side)
        return fallen / self.tally.fights if self.tally.fights else 0.0

    # -- what decides it -----------------------------------------------------------------------------------------------

    def first_to_fall(self) -> dict[str, float]:
        """The share of fights in which each fell before all others, the largest first."""
        found = {str(who): count / self.tally.fights for who, count in self.tally.under("first").items()}
        return dict(sorted(found.items(), key=lambda one: -one[1]))

    def deciders(self) -> tuple[Decider, ...]:
        """Combatants on whose fall the fight hangs, by how much of their side's victory it takes, the most first."""
        found = [decider for who in self.plan.setting.sheets if (decider := self._decider(who))]
        return tuple(sorted(found, key=lambda one: -one.weight))

    def _decider(self, who: str) -> Decider | None:
        side = self.plan.setting.side(who)
        fell, fell_and_won = self.tally.of("fell", who), self.tally.of("fell", who, side)
        stood = self.tally.fights - fell
        if min(fell, stood) < FEW:
            return None
        standing = (self.tally.of("won", side) - fell_and_won) / stood
        return Decider(who, self.plan.setting.sheets[who].name, side, fell, standing, fell_and_won / fell)

    def difficulty(self, side: str) -> str:
        """The difficulty of the fight for a side, in a word or two."""
        chance, fallen = self.victory(side).share, self.fall(side)
        return next(word for least, most, word in WORDS if chance >= least and fallen <= most)
