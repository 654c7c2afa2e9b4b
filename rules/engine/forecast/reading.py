"""What the tally of a plan's fights tells: chances, costs, what decides the fight, how hard it is."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf

from rules.engine.forecast.playing import Plan
from rules.engine.forecast.rehearser import Rehearser
from rules.engine.forecast.tactics import DEAD
from rules.engine.forecast.tally import Share, Spread, Tally, spread, wilson


def foresee(plan: Plan, fights: int) -> "Forecast":
    """Play so many fights of a plan, and say what they tell."""
    return Forecast(plan, Rehearser(plan).play(fights))


def compare(plans: Mapping[str, Plan], fights: int) -> "dict[str, Forecast]":
    """Several plans side by side: the fight as it stands, and what it would be with something else."""
    return {label: foresee(plan, fights) for label, plan in plans.items()}


@dataclass(frozen=True, slots=True)
class Told:
    """What a forecast tells of one combatant."""

    who: str
    name: str
    side: str
    falls: Share
    dies: Share
    fates: Mapping[str, float]
    gauges: Mapping[str, Spread]


@dataclass(frozen=True, slots=True)
class Decider:
    """Somebody on whose fall the fight hangs: their side's victories while they stand, and after they fell."""

    who: str
    name: str
    side: str
    fell: int
    standing: float
    fallen: float

    @property
    def weight(self) -> float:
        """How much of the victory their fall takes with it."""
        return self.standing - self.fallen


#: From how good a chance of a side, and how few of it who fall on average, a fight is called so: fair is near even.
WORDS = (
    (0.97, 0.25, "a walk-over"),
    (0.90, 1.00, "easy"),
    (0.60, inf, "likely won"),
    (0.40, inf, "a fair fight"),
    (0.15, inf, "hard"),
    (0.03, inf, "desperate"),
    (0.00, inf, "hopeless"),
)
#: A side that falls so seldom, or does not, cannot be compared.
FEW = 5


@dataclass(frozen=True, slots=True)
class Forecast:
    """What the fights of a plan tell, with how far so many fights can be trusted."""

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
        """Everybody who can be lost in the fight, and what it may cost them; nothing is asked of the dead."""
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
        """How many of a side fall on average."""
        setting = self.plan.setting
        fallen = sum(self.tally.of("fell", who) for who in setting.sheets if setting.side(who) == side)
        return fallen / self.tally.fights if self.tally.fights else 0.0

    # -- what decides it -----------------------------------------------------------------------------------------------

    def first_to_fall(self) -> dict[str, float]:
        """How often each fell before all others, the most often first."""
        found = {str(who): count / self.tally.fights for who, count in self.tally.under("first").items()}
        return dict(sorted(found.items(), key=lambda one: -one[1]))

    def deciders(self) -> tuple[Decider, ...]:
        """On whose fall the fight hangs, those first whose fall takes most of their side's victory with it."""
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
        """How hard the fight is for a side, in a word or two."""
        chance, fallen = self.victory(side).share, self.fall(side)
        return next(word for least, most, word in WORDS if chance >= least and fallen <= most)
