"""How well somebody watches or hides: one roll of either stands for the whole scene (SDA-101, SDA-103 to SDA-105).

The score of it is kept: MoS, or below 0 the malus beyond them, which is dice for whoever it is held against (SDA-045).
The module ``noticing`` compares scores.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import ClassVar, NamedTuple

from rules.engine.kernel import (
    GM_ONLY,
    Choice,
    Condition,
    ConditionEnded,
    ConditionSet,
    Dice,
    NotNow,
    Refused,
    Table,
    Who,
    many,
    number,
    switch,
)
from rules.engine.odds import Chance, Distribution, Odds, at_least, cumulated, mean
from rules.systems.sda.checks.shared.companions import anybody, once_each, people
from rules.systems.sda.checks.shared.task import Hand, ready_pools, throw_hands
from rules.systems.sda.checks.shared.verdicts import reckon_all
from rules.systems.sda.core.person import SheetCommand, counted, counted_in, distribution, figure, offered
from rules.systems.sda.core.rolls import MOST_BONUS, Pool, Result, judge, listed, odds_to, pool_for
from rules.systems.sda.core.rolls.skill_roll import SheetRoll

#: Conditions whose level is a score that is kept for the scene: of watching, and of hiding.
WATCHFUL, SNEAKING = "watchful", "sneaking"
_SKILLS = {WATCHFUL: "perception", SNEAKING: "stealth"}
_CALLED = {WATCHFUL: "Watchful", SNEAKING: "Sneaking"}
_COVERT = {what: f"{GM_ONLY}{what}" for what in _SKILLS}


def skill_of(what: str) -> str:
    """The skill with which somebody watches or hides."""
    return _SKILLS[what]


def helped_hand(table: Table, skill: str, bonus: int, malus: int, traits: Sequence[str]) -> Hand:
    """The actor's hand, with the dice and MoS of picked traits (D-7)."""
    dice, mos = counted_in(table.me, skill, traits)
    return Hand(table.actor, skill, "", bonus + dice, malus - mos)


def keep_result(
    table: Table, dice: Dice, who: str, what: str, bonus: int = 0, malus: int = 0, *, covert: bool = False
) -> int:
    """Roll once, and let the score stand for the scene (SDA-103, SDA-105); a ``covert`` one is for the game master."""
    thrown = throw_hands(table, dice, (Hand(who, _SKILLS[what], "", bonus, malus),), what)
    score = score_of(thrown.main)
    name = _COVERT[what] if covert else what
    table.happen(ConditionSet(who, Condition(name, _CALLED[what], score, "for the scene")))
    reckon_all(table, dice, thrown, succeeded=score >= 1)
    return score


def score_of(result: Result) -> int:
    """The MoS of a roll, or below 0 the malus beyond them (SDA-045, C-84)."""
    return result.net or -result.excess


def kept_result(table: Table, who: str, what: str) -> int | None:
    """The score that somebody rolled for the scene; None where they have not."""
    conditions = table.sheet(who).conditions
    held = conditions.get(what) or conditions.get(_COVERT[what])
    return held.level if held else None


def result(table: Table, dice: Dice, who: str, what: str, *, covert: bool = False) -> int:
    """The score that stands for the scene, rolled now if it has not been rolled yet."""
    kept = kept_result(table, who, what)
    return keep_result(table, dice, who, what, covert=covert) if kept is None else kept


def refuse_helpless(table: Table, everybody: Iterable[str], what: str) -> None:
    """Refuse, before any die has fallen, where somebody has yet to roll and has nothing to throw."""
    unrolled = [who for who in everybody if kept_result(table, who, what) is None]
    ready_pools(table, [Hand(who, _SKILLS[what]) for who in unrolled])


class Scores(NamedTuple):
    """The probability of each score of somebody, and the faces of their dice: 0 for what rolls none."""

    shares: Mapping[int, float]
    sides: int = 0

    @classmethod
    def of(cls, pool: Pool) -> "Scores":
        """The scores of all dice of a pool; throws that come to one score are added up."""
        found: dict[int, float] = {}
        for shown, share in enumerate(distribution(pool.sides, pool.available, pool.how)):
            score = counted(shown - pool.malus, pool.how)
            found[score] = found.get(score, 0.0) + share
        return cls(found, pool.sides)

    @property
    def measure(self) -> Distribution:
        """The distribution of the MoS alone: scores below 0 count as 0."""
        most = max(0, *self.shares)
        nothing = sum(share for score, share in self.shares.items() if score <= 0)
        return (nothing, *(self.shares.get(score, 0.0) for score in range(1, most + 1)))


def foreseen(table: Table, who: str, what: str) -> Scores:
    """The scores that :func:`result` may come to; one that is kept is certain."""
    kept = kept_result(table, who, what)
    if kept is not None:
        return Scores({kept: 1.0}, pool_for(table, who, _SKILLS[what]).sides)
    return Scores.of(ready_pools(table, (Hand(who, _SKILLS[what]),))[0])


def highest(measures: Collection[Distribution]) -> Distribution:
    """The distribution of the highest of independent rolls (SDA-104).

    >>> highest([(0.5, 0.5), (0.5, 0.25, 0.25)])
    (0.25, 0.5, 0.25)
    """
    reached = [cumulated(one) for one in measures]
    within = [prod(one[min(value, len(one) - 1)] for one in reached) for value in range(max(map(len, reached)))]
    return tuple([share - before for share, before in zip(within, (0.0, *within), strict=False)])


def at_hand(table: Table) -> Sequence[str]:
    """Ids of people whose dice may fall: the actor, and in an encounter anybody; out of one it would be everyone."""
    return tuple(dict.fromkeys((table.actor, *(people(table) if table.encounter else ()))))


# -- rolls that stand for a scene -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PassivePerception(SheetRoll, name="perception.passive", label="Passive perception"):
    """The game master lets people notice in passing: each rolls once, and it stands for the scene (SDA-101, SDA-103).

    Everybody's own is kept, should they split; of a group the highest matters (SDA-104).
    """

    who: ClassVar[Who] = Who.GM
    leading: ClassVar[tuple[str, ...]] = ("watchers",)

    watchers: tuple[str, ...] = many("Who", help="Default: this character")
    anew: bool = switch("Roll again", help="If the situation has changed")
    asleep: bool = switch("They are asleep", help="Sleep is a malus; light sleepers have half")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"watchers": anybody(table)}

    @classmethod
    def rollers(cls, table: Table) -> Sequence[str]:
        return at_hand(table)

    def odds(self, table: Table) -> Odds:
        """Odds that each notices anything at all, and the MoS of the highest of them (SDA-104)."""
        self._refuse_kept(table)
        hands = (self._hand(table, who) for who in self._everybody(table))
        measures = {hand.who: ready_pools(table, (hand,))[0].measure() for hand in hands}
        if len(measures) == 1:
            (measure,) = measures.values()
            return odds_to("notice at all", at_least(measure, 1), measure=measure)
        best = highest(measures.values())
        noticing = (
            Chance(who, f"{table.name(who)} notices anything", at_least(one, 1)) for who, one in measures.items()
        )
        return Odds(f"The highest comes to {mean(best):.1f} MoS on average", tuple(noticing), best, "MoS")

    def perform(self, table: Table, dice: Dice) -> None:
        self._refuse_kept(table)
        hands = [self._hand(table, who) for who in self._everybody(table)]
        measures = {hand.who: keep_result(table, dice, hand.who, WATCHFUL, hand.bonus, hand.malus) for hand in hands}
        best = max(measures, key=lambda who: measures[who])
        highest_of_all = max(0, measures[best])
        judge(table, table.actor, "kept", highest_of_all, best=best, highest=highest_of_all, watchers=len(measures))

    def _everybody(self, table: Table) -> Sequence[str]:
        return self.watchers or (table.actor,)

    def _refuse_kept(self, table: Table) -> None:
        once_each(table, self.watchers, "watchers")
        kept = [who for who in self._everybody(table) if kept_result(table, who, WATCHFUL) is not None]
        if kept and not self.anew:
            names = listed(map(table.name, kept))
            raise Refused(f"The roll of {names} stands for the scene. Roll again only if things change.", "anew")

    def _hand(self, table: Table, who: str) -> Hand:
        return Hand(who, _SKILLS[WATCHFUL], "", self.bonus, self._felt(table, who))

    def _felt(self, table: Table, who: str) -> int:
        """The malus, of which sleep takes half from light sleepers, rounded down (D-7)."""
        return self.malus // 2 if self.asleep and figure(table.sheet(who), "wakes") else self.malus


@dataclass(frozen=True, slots=True, kw_only=True)
class Sneak(SheetRoll, name="stealth.sneak", label="Sneak"):
    """Hide or sneak: one roll of stealth that stands for the scene, against everybody who may notice (SDA-105)."""

    malus: int = number("Malus", default=0, most=MOST_BONUS, help="Moving at half speed costs 1")
    traits: tuple[str, ...] = many("Traits that apply", help="Pick those that matter here")

    @classmethod
    def possible(cls, table: Table) -> None:
        if table.me.has(SNEAKING):
            raise NotNow(f"{table.me.name} is sneaking already. It ends with the scene, or edit the sheet.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"traits": offered(table.me, "stealth")}

    def odds(self, table: Table) -> Odds:
        measure = ready_pools(table, (self._hand(table),))[0].measure()
        return odds_to("hide at all", at_least(measure, 1), measure=measure)

    def perform(self, table: Table, dice: Dice) -> None:
        hand = self._hand(table)
        measure = max(0, keep_result(table, dice, table.actor, SNEAKING, hand.bonus, hand.malus))
        judge(table, table.actor, "kept", measure, measure=measure)

    def _hand(self, table: Table) -> Hand:
        return helped_hand(table, "stealth", self.bonus, self.malus, self.traits)


@dataclass(frozen=True, slots=True)
class EndScene(SheetCommand, name="perception.over", label="Nobody watches or sneaks any more"):
    """The scene is over, or the situation has changed: what was rolled for it counts no longer (SDA-103)."""

    who: ClassVar[Who] = Who.GM

    people: tuple[str, ...] = many("Who", help="Default: this character")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"people": anybody(table)}

    def perform(self, table: Table, dice: Dice) -> None:
        over = [
            (who, what)
            for who in dict.fromkeys(self.people or (table.actor,))
            for what in (*_SKILLS, *_COVERT.values())
            if table.sheet(who).has(what)
        ]
        if not over:
            raise NotNow("None of them watches or sneaks in this scene. Nothing to end.")
        table.happen(*(ConditionEnded(who, what) for who, what in over))
