"""Noticing: by looking for it, or in passing, by the roll that stands for the scene (SDA-101 to 106)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import ClassVar

from rules.engine.kernel import Choice, Dice, Refused, Table, Told, Who, many, number, switch
from rules.engine.odds import Chance, Odds, at_least, in_words
from rules.systems.sda.checks.shared.companions import anybody, note_for_gm, once_each, others
from rules.systems.sda.checks.shared.task import Hand, ready_pools, throw_hands
from rules.systems.sda.checks.shared.verdicts import reckon_all
from rules.systems.sda.checks.skills.perception import (
    SNEAKING,
    WATCHFUL,
    Scores,
    at_hand,
    foreseen,
    helped_hand,
    highest,
    refuse_helpless,
    result,
    score_of,
    skill_of,
)
from rules.systems.sda.core.person import SheetCommand, distribution, measured, offered
from rules.systems.sda.core.rolls import MOST_BONUS, Pool, judge, pool_for, throw_dice
from rules.systems.sda.core.rolls.skill_roll import SheetRoll

#: The name of chances to notice a thing that is concealed.
THING = "success"
#: Everything that may be noticed, by name: words for it, and the scores of its concealment.
Concealed = Mapping[str, tuple[str, Scores]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Look(SheetRoll, name="perception.look", label="Look for something"):
    """Look for something or somebody: it is found by as many MoS as hide it (SDA-102), be it poison in wine (SDA-106).

    Against whoever hides, looking wins ties; one roll is compared with each of them (SDA-105).
    """

    leading: ClassVar[tuple[str, ...]] = ("concealment", "sneaks")

    concealment: int = number("Concealment", default=0, help="Of a thing, a door or a poison; 0 if somebody is hiding")
    sneaks: tuple[str, ...] = many("Who may be hiding")
    malus: int = number("Malus", default=0, most=MOST_BONUS, help="Low light costs 1, darkness 2")
    traits: tuple[str, ...] = many("Traits that apply", help="Pick those that matter here")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"sneaks": others(table), "traits": offered(table.me, "perception")}

    def odds(self, table: Table) -> Odds:
        self._refuse_nothing(table)
        refuse_helpless(table, self.sneaks, SNEAKING)
        scores = Scores.of(self._pool(table))
        measure = scores.measure
        listed_chances = [
            Chance(who, f"find {table.name(who)}", found((scores,), foreseen(table, who, SNEAKING), actively=True))
            for who in self.sneaks
        ]
        if self.concealment:
            listed_chances.insert(0, Chance(THING, "find it", at_least(measure, self.concealment)))
        told = ", ".join(f"{in_words(chance.probability)} to {chance.label}" for chance in listed_chances)
        return Odds(told[:1].upper() + told[1:], tuple(listed_chances), measure, "MoS")

    def perform(self, table: Table, dice: Dice) -> None:
        self._refuse_nothing(table)
        refuse_helpless(table, self.sneaks, SNEAKING)
        thrown = throw_hands(table, dice, (self._hand(table),), self.name)
        measure = thrown.main.net
        found_any = False
        if self.concealment:
            found_any = measure >= self.concealment
            hits = max(0, measure - self.concealment)
            judge(table, table.actor, found_any, hits, measure=measure, concealment=self.concealment, hits=hits)
        for who in self.sneaks:
            hidden = result(table, dice, who, SNEAKING)
            found_any |= compare(table, dice, table.actor, score_of(thrown.main), who, hidden, actively=True)
        reckon_all(table, dice, thrown, succeeded=found_any)

    def _refuse_nothing(self, table: Table) -> None:
        once_each(table, self.sneaks, "sneaks")
        if not (self.concealment or self.sneaks):
            raise Refused("Enter how well it is concealed, or choose who may be hiding.", "concealment")

    def _pool(self, table: Table) -> Pool:
        return ready_pools(table, (self._hand(table),))[0]

    def _hand(self, table: Table) -> Hand:
        return helped_hand(table, "perception", self.bonus, self.malus, self.traits)


@dataclass(frozen=True, slots=True)
class Notice(SheetCommand, name="perception.notice", label="Who notices?"):
    """The game master compares: in passing one notices only what one's roll surpasses (SDA-103, SDA-105, SDA-106).

    Of several watchers each is compared, and the highest is who warns the others (SDA-104). Whoever has no roll for the
    scene yet makes it now. Players hear nothing of it, unless the game master rolls openly; what stays unnoticed is
    noted for the game master only.
    """

    who: ClassVar[Who] = Who.GM

    watchers: tuple[str, ...] = many("Who may notice", help="Default: this character")
    concealment: int = number("Concealment", default=0, help="Of a thing, a door or a poison; 0 if somebody is hiding")
    sneaks: tuple[str, ...] = many("Who is hiding")
    openly: bool = switch("Roll openly", help="On: players see it in the log. Off: only you do.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"watchers": anybody(table), "sneaks": anybody(table)}

    @classmethod
    def rollers(cls, table: Table) -> Sequence[str]:
        return at_hand(table)

    def is_covert(self) -> bool:
        return not self.openly

    def odds(self, table: Table) -> Odds:
        """Whether anybody notices each, and of several watchers whether each of them does; it is the game master's."""
        scores = {who: foreseen(table, who, WATCHFUL) for who in self._everybody(table)}
        best, concealed = highest([one.measure for one in scores.values()]), self._concealed(table)
        everybody = tuple(scores.values())
        if len(scores) == 1:
            leading = _noticing(table.name(*scores), everybody, concealed)
            each = []
        else:
            leading = _noticing("Somebody", everybody, concealed)
            each = [one for who in scores for one in _noticing(table.name(who), (scores[who],), concealed, who)]
        told = "; ".join(f"{chance.label}: {in_words(chance.probability)}" for chance in leading)
        return Odds(told, (*leading, *each), best, "MoS")

    def perform(self, table: Table, dice: Dice) -> None:
        watchers = self._everybody(table)
        refuse_helpless(table, watchers, WATCHFUL)
        refuse_helpless(table, self.sneaks, SNEAKING)
        measures = {who: result(table, dice, who, WATCHFUL, covert=not self.openly) for who in watchers}
        if self.concealment:
            self._thing(table, measures)
        for sneak in self.sneaks:
            hidden = result(table, dice, sneak, SNEAKING, covert=not self.openly)
            for who in sorted(watchers, key=lambda who: -measures[who]):
                if not compare(table, dice, who, measures[who], sneak, hidden, actively=False):
                    missed = f"misses {table.name(sneak)} ({max(0, hidden)})."
                    note_for_gm(table, who, f"{table.name(who)} ({max(0, measures[who])}) {missed}")

    def _everybody(self, table: Table) -> Sequence[str]:
        """Ids of people who may notice; refused where there is nothing to, or somebody would notice themselves."""
        watchers = self.watchers or (table.actor,)
        once_each(table, [*watchers, *self.sneaks], "sneaks")
        if not (self.concealment or self.sneaks):
            raise Refused("Enter how well it is concealed, or choose who is hiding.", "concealment")
        return watchers

    def _concealed(self, table: Table) -> Concealed:
        thing = {THING: ("it", Scores({self.concealment: 1.0}))} if self.concealment else {}
        return thing | {who: (table.name(who), foreseen(table, who, SNEAKING)) for who in self.sneaks}

    def _thing(self, table: Table, measures: Mapping[str, int]) -> None:
        for who, measure in sorted(measures.items(), key=lambda pair: -pair[1]):
            if measure > self.concealment:
                hits = measure - self.concealment
                judge(table, who, "success", hits, measure=measure, hits=hits)
                table.happen(Told((who,), "{0} notices something."))
            else:
                missed = f"misses what is concealed ({self.concealment})."
                note_for_gm(table, who, f"{table.name(who)} ({max(0, measure)}) {missed}")


def found(watching: Sequence[Scores], hidden: Scores, *, actively: bool) -> float:
    """The chance that :func:`compare` finds it for any of those who watch.

    >>> watching = (Scores({0: 0.5, 1: 0.5}, 6),)
    >>> [found(watching, Scores({0: 0.5, 1: 0.5}, 6), actively=actively) for actively in (True, False)]
    [0.75, 0.25]
    """
    missed = sum(
        share * prod(1 - _found(one, score, hidden.sides, actively=actively) for one in watching)
        for score, share in hidden.shares.items()
    )
    return 1 - missed


def _found(watching: Scores, hidden: int, their_sides: int, *, actively: bool) -> float:
    """The chance that one watcher finds something hidden by a known score; either may be granted dice (SDA-045)."""
    granted = distribution(watching.sides or 4, max(0, -hidden))
    total = 0.0
    for score, share in watching.shares.items():
        theirs = distribution(their_sides or 4, max(0, -score) if their_sides else 0)
        ahead = max(0, score) - max(0, hidden) - (0 if actively else 1)
        total += share * sum(p * at_least(granted, max(0, more - ahead)) for more, p in enumerate(theirs))
    return total


def compare(table: Table, dice: Dice, who: str, score: int, sneak: str, hidden: int, *, actively: bool) -> bool:
    """Whether a roll finds somebody: as many MoS do it for whoever looks, more for whoever does not (SDA-105, C-15).

    A malus beyond what either scored is dice for the other (SDA-045). Whoever is not found in passing is not spoken of.
    """
    granted = _granted(table, dice, who, WATCHFUL, -hidden)
    measure = max(0, score) + granted
    hidden = max(0, hidden) + _granted(table, dice, sneak, SNEAKING, -score)
    is_found = measure >= hidden if actively else measure > hidden
    hits = measure - hidden if is_found else 0
    if is_found or actively:
        judge(table, who, is_found, hits, target=sneak, measure=measure - granted, granted=granted, hits=hits)
    if is_found:
        table.happen(Told((who, sneak), "{0} notices {1}."))
    return is_found


def _granted(table: Table, dice: Dice, who: str, what: str, count: int) -> int:
    """The MoS of dice that the other side's malus grants."""
    return measured(throw_dice(table, dice, who, pool_for(table, who, skill_of(what)).sides, count, "granted dice"))


def _noticing(called: str, watching: Sequence[Scores], concealed: Concealed, who: str = "") -> list[Chance]:
    """The chance for each thing concealed that any of these watchers notices it; ``who`` is one of several."""
    return [
        Chance(f"{name}.{who}" if who else name, f"{called} notices {what}", found(watching, hidden, actively=False))
        for name, (what, hidden) in concealed.items()
    ]
