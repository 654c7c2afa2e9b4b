"""Comforts that lift spirits: a feast, a song, a dance, a play (SDA-063; D-3)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.fight import others_known
from rules.engine.kernel import (
    Choice,
    Dice,
    Place,
    Refused,
    Said,
    Table,
    Told,
    Who,
    number,
    pick,
    switch,
)
from rules.engine.odds import Chance, Distribution, Odds, at_least, in_words, mapped, mean
from rules.systems.sda.checks.shared.companions import no_fight
from rules.systems.sda.content.house_rules.general import PERFORMANCE
from rules.systems.sda.core.person import figure, lift
from rules.systems.sda.core.rolls import AS_WISHED, Pool, Result, dice_used, judge, pool_for, reckon, throw
from rules.systems.sda.downtime.ordeals import SPIRIT, ForAll

#: Spirit for each MoS of a guest at a feast.
PER_MOS = 2
SHOWS = (
    Choice("music", "Music", "15 minutes"),
    Choice("dancing", "Dancing", "15 minutes"),
    Choice("acting", "Acting", "10 minutes, 5 more for each player"),
    Choice("poetry", "Poetry", "read aloud"),
)


def lifted(table: Table, people: Sequence[str], measure: Distribution, each: int) -> Distribution:
    """Spirit by a roll at ``each`` for each MoS, for whoever of these people lacks most; others regain less."""
    held = [spirit for who in people if (spirit := table.sheet(who).resources.get(SPIRIT))]
    lacking = max((spirit.most - spirit.now for spirit in held), default=0)
    return mapped(measure, lambda scored: min(lacking, each * scored))


@dataclass(frozen=True, slots=True, kw_only=True)
class Feast(ForAll, name="time.feast", label="A feast"):
    """A feast: each guest tests ego and regains 2 spirit for each MoS (SDA-063).

    The owner of the sheet may have cooked it, against a difficulty of 1 for each guest.
    """

    about: ClassVar[str] = "Each guest rolls ego and may regain spirit."

    cooked: bool = switch("They cooked it", help="Off: it was bought or given")

    def odds(self, table: Table) -> Odds:
        guests = self.concerned(table)
        served = 1.0
        if self.cooked:
            served = at_least(self._kitchen(table).measure(), len(guests))
        first = pool_for(table, guests[0], "ego", free=True)
        gains = lifted(table, guests[:1], first.measure(), _worth(table, guests[0]))
        listed = (Chance("success", "is a feast", served),) if self.cooked else ()
        told = f"About {mean(gains):.1f} spirit for {table.name(guests[0])}"
        sentence = f"{in_words(served).capitalize()} to be a feast. {told}" if self.cooked else told
        return Odds(sentence, listed, gains, f"spirit for {table.name(guests[0])}")

    def perform(self, table: Table, dice: Dice) -> None:
        guests = self.concerned(table)
        if self.cooked and not self._cook(table, dice, len(guests)):
            table.happen(Told((table.actor,), "{0}’s meal is no feast."))
            return
        for who in guests:
            result = _whole(table, dice, pool_for(table, who, "ego", free=True), "feast")
            lift(table, who, _worth(table, who) * result.net, "feast")
            reckon(table, dice, result, succeeded=result.net >= 1, reward=AS_WISHED)

    def _cook(self, table: Table, dice: Dice, difficulty: int) -> bool:
        result = _whole(table, dice, self._kitchen(table), "feast")
        done, hits = result.net >= difficulty, max(0, result.net - difficulty)
        judge(table, table.actor, done, hits, difficulty=difficulty, measure=result.net)
        reckon(table, dice, result, succeeded=done, reward=AS_WISHED)
        return done

    def _kitchen(self, table: Table) -> Pool:
        if table.actor not in table.sheets:
            raise Refused("Use this on the cook’s sheet.", "cooked")
        pool = pool_for(table, table.actor, "cooking")
        dice_used(pool, 0, "cooked")
        return pool


def _worth(table: Table, who: str) -> int:
    """Spirit for each MoS of a guest; some make more of a feast (D-7)."""
    return PER_MOS * (1 + figure(table.sheet(who), "feasts"))


def _whole(table: Table, dice: Dice, pool: Pool, purpose: str) -> Result:
    return throw(table, dice, pool, pool.available, f"{purpose}: {pool.skill}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Perform(ForAll, name="time.perform", label="Perform"):
    """An art performed: everybody who hears or sees it regains spirit for each MoS (SDA-063).

    How much is a house rule; a strange instrument or tongue is a malus that the game master names.
    """

    who: ClassVar[Who] = Who.PLAYER
    also: ClassVar[tuple[Place, ...]] = ()

    skill: str = pick("Art", default="music")
    bonus: int = number("Bonus dice", default=0, most=20)
    malus: int = number("Malus", default=0, most=20, help="2 for a strange instrument, 1 for one of the same family")

    @classmethod
    def possible(cls, table: Table) -> None:
        no_fight(table)
        table.sheet(table.actor)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        known = (
            {who: table.name(who) for who in others_known(table, table.actor)}
            if table.encounter is not None
            else table.cast
        )
        hearers = tuple(Choice(who, name) for who, name in known.items() if who != table.actor)
        return {"people": hearers, "skill": SHOWS}

    def odds(self, table: Table) -> Odds:
        hearers = self._hearers(table)
        pool, each = self._pool(table), PERFORMANCE.number(table.house_rules, 1)
        measure = pool.measure()
        gains = lifted(table, hearers, measure, each)
        pleases = at_least(measure, 1)
        told = f"{in_words(pleases).capitalize()} to please, {mean(gains):.1f} spirit for each on average"
        return Odds(told, (Chance("success", "pleases", pleases),), gains, "spirit for each")

    def perform(self, table: Table, dice: Dice) -> None:
        hearers, pool = self._hearers(table), self._pool(table)
        result = _whole(table, dice, pool, self.name)
        each = PERFORMANCE.number(table.house_rules, 1) * result.net
        judge(table, table.actor, bool(result.net), result.net, skill=pool.skill, measure=result.net)
        for who in hearers:
            lift(table, who, each, Said(f"{pool.skill} of {{0}}", (table.actor,)))
        reckon(table, dice, result, succeeded=result.net >= 1, reward=AS_WISHED)

    def _hearers(self, table: Table) -> tuple[str, ...]:
        if not self.people:
            raise Refused("Choose the audience.", "people")
        return self.concerned(table)

    def _pool(self, table: Table) -> Pool:
        pool = pool_for(table, table.actor, self.skill, "", self.bonus, self.malus)
        dice_used(pool, 0, "skill")
        return pool
