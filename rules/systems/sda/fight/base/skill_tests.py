"""Rolls of a skill in a fight: odds, verdicts, and what sparring makes of them (SDA-075, SDA-076).

All who spar bear the condition ``sparring``. An exchange is part of it if both sides do, so that one who comes along
with a knife does not spar with anybody.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from rules.engine.fight import SceneCommand
from rules.engine.kernel import (
    Condition,
    ConditionSet,
    Dice,
    ExperienceChanged,
    NotNow,
    Refused,
    Table,
    Told,
    end_conditions,
    switch,
)
from rules.engine.odds import Chance, Odds, at_least, in_words
from rules.systems.sda.core.effects import loss_of_spirit
from rules.systems.sda.core.person import Side
from rules.systems.sda.core.rolls import (
    AS_WISHED,
    Losses,
    Pool,
    Result,
    ends_of,
    flawless_against,
    flawless_shown,
    is_flawless,
    judge,
    losses_to,
    pool_for,
    reckon,
    throw,
    with_means,
)


class Chosen(Protocol):
    """The fields of a roll that what it brings hangs on: the reward that it takes, and the dice bought for it."""

    @property
    def reward(self) -> str: ...
    @property
    def bought(self) -> int: ...


def foretold(table: Table, pool: Pool, count: int, difficulty: int, chosen: Chosen, *, label: str, said: str) -> Odds:
    """The odds of a roll against a difficulty, and what it brings; ``said`` has ``{}`` for the chance in words."""
    measure, shown = pool.measure(count), flawless_shown(table, pool, count, difficulty)
    passes = at_least(measure, difficulty)
    sentence = said.format(in_words(passes))
    listed = (Chance("success", label, passes), *ends_of(pool, count, shown))
    odds = Odds(sentence[0].upper() + sentence[1:], listed, measure, "MoS")
    return with_means(odds, table, pool, count, shown, chosen.reward, chosen.bought)


def judge_against(table: Table, result: Result, difficulty: int, tally: int | None = None, *, skill: str = "") -> bool:
    """Tell whether a roll reaches a difficulty, and by how many hits; ``tally`` counts in the place of its own MoS."""
    measure = result.net if tally is None else tally
    passed, hits = measure >= difficulty, max(0, measure - difficulty)
    named = {"skill": skill} if skill else {}
    judge(table, result.pool.who, passed, hits, **named, difficulty=difficulty, measure=measure, hits=hits)
    return passed


def free_test(
    table: Table, dice: Dice, who: str, skill: str, purpose: str, *, difficulty: int = 1, reward: str = AS_WISHED
) -> Result:
    """Roll the whole pool of a skill, outside every budget, and let the roll have its consequences (SDA-165)."""
    pool = pool_for(table, who, skill, free=True)
    result = throw(table, dice, pool, pool.available, purpose)
    reckon(table, dice, result, succeeded=result.net >= difficulty, reward=reward)
    return result


# -- sparring ----------------------------------------------------------------------------------------------------------


SPARRING = "sparring"
#: The number by which the spirit that a hit costs is divided in sparring, rounded down (SDA-075; D-12).
SHARE = 2
#: The most hits whose cost in spirit is told apart.
MOST_HITS = 40
#: An amount of spirit that places can halve again and again without a rest: from what is lost of it follows what is
#: lost of any other.
WHOLE = 64


def spar(table: Table, who: str, other: str) -> bool:
    """Whether these two spar with each other."""
    return table.sheet(who).has(SPARRING) and table.sheet(other).has(SPARRING)


def reward_against(table: Table, who: str, other: str, reward: str) -> str:
    """The reward of a flawless success against the other: "experience" in sparring, else as chosen (SDA-075)."""
    return "experience" if spar(table, who, other) else reward


def spirit_lost(table: Table, who: str, other: str, amount: int) -> int:
    """Spirit that somebody loses of an ``amount`` by the other: half in sparring, and never more than they have.

    Some lose more or less of it by where they are (D-7).
    """
    return min(_felt(table, who, other, amount), table.sheet(who).now("spirit"))


def _felt(table: Table, who: str, other: str, amount: int) -> int:
    return loss_of_spirit(table.sheet(who), amount // SHARE if spar(table, who, other) else amount)


def spirit_by_hits(table: Table, who: str, other: str, each: int) -> tuple[int, ...]:
    """Spirit that somebody loses by 0, 1, 2 ... hits of ``each``, up to where nothing is left to lose."""
    sheet, share = table.sheet(who), SHARE if spar(table, who, other) else 1
    felt, left = loss_of_spirit(sheet, WHOLE), sheet.now("spirit")
    found = [0]
    while each and len(found) <= MOST_HITS and found[-1] < left:
        found.append(min(left, len(found) * each // share * felt // WHOLE))
    return tuple(found)


def losses_to_hits(
    table: Table, other: str, mine: Side, theirs: Side, costs: Callable[[int], int], *, last: bool = False
) -> Losses:
    """The spirit that hits of the other take from the actor; ``costs`` gives the points for a number of hits."""
    return losses_to(mine, theirs, lambda hits: _felt(table, table.actor, other, costs(hits)) if hits else 0, last=last)


def taught_by(table: Table, attack: Pool, count: int, mine: Side, cancelled: int = 0) -> float:
    """The chance that a flawless attack on the actor teaches them, as it does whoever spars (SDA-075)."""
    if not spar(table, table.actor, attack.who):
        return 0.0
    return sum(flawless_against(table, attack, count, mine, cancelled=cancelled))


def reckon_with(
    table: Table, dice: Dice, result: Result, *, succeeded: bool, reward: str, other: str, their_skill: str
) -> None:
    """Let a roll against somebody have its consequences.

    In sparring a flawless success teaches both, each in the skill that they used, and gives nothing else; of more than
    two only these two learn (SDA-075, SDA-076).
    """
    who = result.pool.who
    reckon(table, dice, result, succeeded=succeeded, reward=reward_against(table, who, other, reward))
    if spar(table, who, other) and is_flawless(table, result, succeeded=succeeded):
        table.happen(ExperienceChanged(other, "skill", their_skill, 1, "sparred with a flawless opponent"))
        table.happen(Told((other,), "{0} learns from it too."))


def begin_sparring(table: Table) -> None:
    """Make sparring of the fight for all but the hidden, who have something else in mind."""
    for who, place in table.scene.combatants.items():
        if not place.hidden and not table.sheet(who).has(SPARRING):
            table.happen(ConditionSet(who, Condition(SPARRING, "Sparring")))
    table.happen(Told((), "They spar: no damage, half the spirit loss."))


def end_sparring(table: Table) -> None:
    for who in table.scene.combatants:
        end_conditions(table, who, SPARRING)
    table.happen(Told((), "They fight in earnest from now on."))


def is_sparring(table: Table) -> bool:
    return any(table.sheet(who).has(SPARRING) for who in table.scene.combatants)


@dataclass(frozen=True, slots=True)
class Spar(SceneCommand, name="fight.spar", label="Spar or fight in earnest"):
    """Make sparring of a fight, or a fight of sparring (SDA-075).

    Whoever joins later does not spar until this is said again.
    """

    about: ClassVar[str] = "Sparring does no damage."

    sparring: bool = switch("Sparring", help="No damage, half the spirit loss; a flawless success teaches both")

    @classmethod
    def possible(cls, table: Table) -> None:
        if table.scene.stage == "over":
            raise NotNow("The fight is over. Spar in the next one.")
        if not table.scene.combatants:
            raise NotNow("Nobody here yet. Add somebody first.")

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"sparring": not is_sparring(table)}

    def perform(self, table: Table, dice: Dice) -> None:
        spars = [table.sheet(who).has(SPARRING) for who, place in table.scene.combatants.items() if not place.hidden]
        if self.sparring and spars and all(spars):
            raise Refused("They are sparring already.", "sparring")
        if not self.sparring and not is_sparring(table):
            raise Refused("They are fighting in earnest already.", "sparring")
        if self.sparring:
            begin_sparring(table)
        else:
            end_sparring(table)
