"""What somebody notices: by looking for it, or in passing, with one roll that stands for the scene (SDA-101 to 106)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import ClassVar

from rules.engine.commands import Choice, Command, Place, Who, many, number, switch
from rules.engine.dice import Dice
from rules.engine.facts import ConditionEnded, ConditionSet, Judged, Told
from rules.engine.odds import Chance, Distribution, Odds, at_least, cumulated, in_words, mean
from rules.engine.refusals import NotNow, Refused
from rules.engine.sheets import Condition
from rules.engine.table import Table
from rules.systems.sda.gifts import counted_in, figure, offered
from rules.systems.sda.pools import Pool
from rules.systems.sda.trials.company import listed, once_each, others, people
from rules.systems.sda.trials.ensemble import MOST_BONUS
from rules.systems.sda.trials.notes import note_for_gm
from rules.systems.sda.trials.task import Hand, ready_pools, throw_hands
from rules.systems.sda.trials.verdicts import reckon_all

#: What is kept for the scene, as the level of a condition: how well somebody watches, and how well they hide.
WATCHFUL, SNEAKING = "watchful", "sneaking"
_SKILLS = {WATCHFUL: "perception", SNEAKING: "stealth"}
_CALLED = {WATCHFUL: "Watchful", SNEAKING: "Sneaking"}


def helped_hand(table: Table, skill: str, bonus: int, malus: int, traits: Sequence[str]) -> Hand:
    """The actor at it, with what picked traits bring (D-7)."""
    dice, mos = counted_in(table.me, skill, traits)
    return Hand(table.actor, skill, "", bonus + dice, malus - mos)


def keep_result(table: Table, dice: Dice, who: str, what: str, bonus: int = 0, malus: int = 0) -> int:
    """Roll once, and let it stand for the scene (SDA-103, SDA-105)."""
    thrown = throw_hands(table, dice, (Hand(who, _SKILLS[what], "", bonus, malus),), what)
    measure = thrown.main.net
    table.happen(ConditionSet(who, Condition(what, f"{_CALLED[what]} {measure}", measure, "for the scene")))
    reckon_all(table, dice, thrown, succeeded=measure >= 1)
    return measure


def kept_result(table: Table, who: str, what: str) -> int | None:
    """What somebody rolled for the scene, if they have."""
    held = table.sheet(who).conditions.get(what)
    return held.level if held else None


def _result(table: Table, dice: Dice, who: str, what: str) -> int:
    kept = kept_result(table, who, what)
    return keep_result(table, dice, who, what) if kept is None else kept


# -- rolls that stand for a scene -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PassivePerception(Command):
    """The game master lets people notice in passing: each rolls once, and it stands for the scene (SDA-101, SDA-103).

    Everybody's own is kept, should they split; of a group the highest matters (SDA-104).
    """

    name: ClassVar[str] = "perception.passive"
    label: ClassVar[str] = "Passive perception"
    who: ClassVar[Who] = Who.GM
    place: ClassVar[Place] = Place.SHEET
    has_odds: ClassVar[bool] = True

    watchers: tuple[str, ...] = many("Who", help="Only this character if nobody is picked")
    bonus: int = number("Bonus dice", default=0, most=MOST_BONUS)
    malus: int = number("Malus", default=0, most=MOST_BONUS)
    anew: bool = switch("Anew", help="The situation has changed: what was kept is rolled again")
    asleep: bool = switch("They are asleep", help="The malus is what sleep takes: light sleepers take half of it")

    @classmethod
    def possible(cls, table: Table) -> None:
        table.sheet(table.actor)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"watchers": tuple(Choice(who, name) for who, name in people(table).items())}

    @classmethod
    def rollers(cls, table: Table) -> Sequence[str]:
        """Whose sheet it is, and whoever else takes part; out of an encounter it would be the whole campaign."""
        return tuple(dict.fromkeys((table.actor, *(people(table) if table.encounter else ()))))

    def odds(self, table: Table) -> Odds:
        """What each may notice at all, and what the highest of them comes to (SDA-104)."""
        self._refuse_kept(table)
        hands = (self._hand(table, who) for who in self._everybody(table))
        measures = {hand.who: _measure(ready_pools(table, (hand,))[0]) for hand in hands}
        if len(measures) == 1:
            (measure,) = measures.values()
            some = at_least(measure, 1)
            alone = (Chance("success", "notice at all", some),)
            return Odds(f"{in_words(some).capitalize()} to notice at all", alone, measure, "MoS")
        best = highest(measures.values())
        noticing = (Chance(who, f"{table.name(who)} at all", at_least(one, 1)) for who, one in measures.items())
        return Odds(f"The highest comes to {mean(best):.1f} MoS on average", tuple(noticing), best, "MoS")

    def perform(self, table: Table, dice: Dice) -> None:
        self._refuse_kept(table)
        hands = [self._hand(table, who) for who in self._everybody(table)]
        measures = {hand.who: keep_result(table, dice, hand.who, WATCHFUL, hand.bonus, hand.malus) for hand in hands}
        best = max(measures, key=lambda who: measures[who])
        numbers: dict[str, int | str | None] = {"best": best, "highest": measures[best], "watchers": len(measures)}
        table.happen(Judged(table.actor, "kept", measures[best], numbers))

    def _everybody(self, table: Table) -> Sequence[str]:
        return self.watchers or (table.actor,)

    def _refuse_kept(self, table: Table) -> None:
        once_each(table, self.watchers, "watchers")
        kept = [who for who in self._everybody(table) if kept_result(table, who, WATCHFUL) is not None]
        if kept and not self.anew:
            names = listed(map(table.name, kept))
            raise Refused(f"The roll of {names} stands for the scene. It can be made anew if things change.", "anew")

    def _hand(self, table: Table, who: str) -> Hand:
        return Hand(who, _SKILLS[WATCHFUL], "", self.bonus, self._felt(table, who))

    def _felt(self, table: Table, who: str) -> int:
        """The malus, of which sleep takes half from light sleepers, rounded down (D-7)."""
        return self.malus // 2 if self.asleep and figure(table.sheet(who), "wakes") else self.malus


@dataclass(frozen=True, slots=True)
class Sneak(Command):
    """Hide or sneak: one roll of stealth that stands for the scene, against everybody who may notice (SDA-105)."""

    name: ClassVar[str] = "stealth.sneak"
    label: ClassVar[str] = "Sneak"
    place: ClassVar[Place] = Place.SHEET
    has_odds: ClassVar[bool] = True

    bonus: int = number("Bonus dice", default=0, most=MOST_BONUS)
    malus: int = number("Malus", default=0, most=MOST_BONUS, help="Moving at half speed costs 1")
    traits: tuple[str, ...] = many("Traits that bear on it", help="Those whose occasion this is")

    @classmethod
    def possible(cls, table: Table) -> None:
        if table.me.has(SNEAKING):
            raise NotNow(f"{table.me.name} is sneaking already. That ends with the scene, or by hand on the sheet.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"traits": offered(table.me, "stealth")}

    def odds(self, table: Table) -> Odds:
        measure = _measure(ready_pools(table, (self._hand(table),))[0])
        some = at_least(measure, 1)
        listed_chances = (Chance("success", "hide at all", some),)
        return Odds(f"{in_words(some).capitalize()} to hide at all", listed_chances, measure, "MoS")

    def perform(self, table: Table, dice: Dice) -> None:
        hand = self._hand(table)
        measure = keep_result(table, dice, table.actor, SNEAKING, hand.bonus, hand.malus)
        table.happen(Judged(table.actor, "kept", measure, {"measure": measure}))

    def _hand(self, table: Table) -> Hand:
        return helped_hand(table, "stealth", self.bonus, self.malus, self.traits)


# -- comparing ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Look(Command):
    """Look for something or somebody: it is found by as many MoS as hide it (SDA-102), be it poison in wine (SDA-106).

    Against whoever hides, looking wins ties; one roll is compared with each of them (SDA-105).
    """

    name: ClassVar[str] = "perception.look"
    label: ClassVar[str] = "Look for something"
    place: ClassVar[Place] = Place.SHEET
    has_odds: ClassVar[bool] = True

    concealment: int = number("Concealment", default=0, help="Of a thing, a door, a poison; 0 if somebody hides")
    sneaks: tuple[str, ...] = many("Who may be hiding")
    bonus: int = number("Bonus dice", default=0, most=MOST_BONUS)
    malus: int = number("Malus", default=0, most=MOST_BONUS, help="Low light costs 1, darkness 2")
    traits: tuple[str, ...] = many("Traits that bear on it", help="Those whose occasion this is")

    @classmethod
    def possible(cls, table: Table) -> None:
        table.sheet(table.actor)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"sneaks": others(table), "traits": offered(table.me, "perception")}

    def odds(self, table: Table) -> Odds:
        self._refuse_nothing(table)
        measure = _measure(self._pool(table))
        listed_chances = [
            Chance(who, f"find {table.name(who)}", self._found(table, measure, who)) for who in self.sneaks
        ]
        if self.concealment:
            listed_chances.insert(0, Chance("success", "find it", at_least(measure, self.concealment)))
        told = ", ".join(f"{in_words(chance.probability)} to {chance.label}" for chance in listed_chances)
        return Odds(told[:1].upper() + told[1:], tuple(listed_chances), measure, "MoS")

    def perform(self, table: Table, dice: Dice) -> None:
        self._refuse_nothing(table)
        ready_pools(table, [Hand(who, "stealth") for who in self._unrolled(table)])
        thrown = throw_hands(table, dice, (self._hand(table),), self.name)
        measure = thrown.main.net
        found_any = False
        if self.concealment:
            found = measure >= self.concealment
            found_any = found
            hits = max(0, measure - self.concealment)
            numbers: dict[str, int | str | None] = {"measure": measure, "concealment": self.concealment, "hits": hits}
            table.happen(Judged(table.actor, "success" if found else "failure", hits, numbers))
        for who in self.sneaks:
            found_any |= compare(table, table.actor, measure, who, _result(table, dice, who, SNEAKING), actively=True)
        reckon_all(table, dice, thrown, succeeded=found_any)

    def _refuse_nothing(self, table: Table) -> None:
        once_each(table, self.sneaks, "sneaks")
        if not (self.concealment or self.sneaks):
            raise Refused("Say how well it is concealed, or who may be hiding.", "concealment")

    def _found(self, table: Table, measure: Sequence[float], who: str) -> float:
        """The chance to come up to whoever hides, by what they rolled or by what they may roll."""
        kept = kept_result(table, who, SNEAKING)
        if kept is not None:
            return at_least(measure, kept)
        theirs = _measure(ready_pools(table, (Hand(who, "stealth"),))[0])
        return sum(share * at_least(measure, value) for value, share in enumerate(theirs))

    def _unrolled(self, table: Table) -> list[str]:
        return [who for who in self.sneaks if kept_result(table, who, SNEAKING) is None]

    def _pool(self, table: Table) -> Pool:
        return ready_pools(table, (self._hand(table),))[0]

    def _hand(self, table: Table) -> Hand:
        return helped_hand(table, "perception", self.bonus, self.malus, self.traits)


@dataclass(frozen=True, slots=True)
class Notice(Command):
    """The game master compares: in passing one notices only what one's roll surpasses (SDA-103, SDA-105, SDA-106).

    Of several watchers each is compared, and the highest is who warns the others (SDA-104). Whoever has no roll for the
    scene yet makes it now. What stays unnoticed is noted for the game master only.
    """

    name: ClassVar[str] = "perception.notice"
    label: ClassVar[str] = "Who notices?"
    who: ClassVar[Who] = Who.GM
    place: ClassVar[Place] = Place.SHEET

    watchers: tuple[str, ...] = many("Who may notice", help="Only this character if nobody is picked")
    concealment: int = number("Concealment", default=0, help="Of a thing, a door, a poison; 0 if somebody hides")
    sneaks: tuple[str, ...] = many("Who is hiding")

    @classmethod
    def possible(cls, table: Table) -> None:
        table.sheet(table.actor)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        everybody = tuple(Choice(who, name) for who, name in people(table).items())
        return {"watchers": everybody, "sneaks": everybody}

    def perform(self, table: Table, dice: Dice) -> None:
        watchers = self.watchers or (table.actor,)
        once_each(table, [*watchers, *self.sneaks], "sneaks")
        if not (self.concealment or self.sneaks):
            raise Refused("Say how well it is concealed, or who is hiding.", "concealment")
        measures = {who: _result(table, dice, who, WATCHFUL) for who in watchers}
        if self.concealment:
            self._thing(table, measures)
        for sneak in self.sneaks:
            hidden = _result(table, dice, sneak, SNEAKING)
            for who in sorted(watchers, key=lambda who: -measures[who]):
                if not compare(table, who, measures[who], sneak, hidden, actively=False):
                    note_for_gm(
                        table, who, f"{table.name(who)} ({measures[who]}) misses {table.name(sneak)} ({hidden})."
                    )

    def _thing(self, table: Table, measures: Mapping[str, int]) -> None:
        for who, measure in sorted(measures.items(), key=lambda pair: -pair[1]):
            if measure > self.concealment:
                hits = measure - self.concealment
                table.happen(Judged(who, "success", hits, {"measure": measure, "hits": hits}))
                table.happen(Told((who,), "{0} notices something."))
            else:
                note_for_gm(table, who, f"{table.name(who)} ({measure}) misses what is concealed ({self.concealment}).")


def compare(table: Table, who: str, measure: int, sneak: str, hidden: int, *, actively: bool) -> bool:
    """Whether a roll finds somebody: as many MoS do it for whoever looks, more for whoever does not (SDA-105, C-15).

    Whoever is not found in passing is not spoken of.
    """
    found = measure >= hidden if actively else measure > hidden
    hits = measure - hidden if found else 0
    if found or actively:
        numbers: dict[str, int | str | None] = {"target": sneak, "measure": measure, "hits": hits}
        table.happen(Judged(who, "success" if found else "failure", hits, numbers))
    if found:
        table.happen(Told((who, sneak), "{0} notices {1}."))
    return found


@dataclass(frozen=True, slots=True)
class EndScene(Command):
    """The scene is over, or the situation has changed: what was rolled for it counts no longer (SDA-103)."""

    name: ClassVar[str] = "perception.over"
    label: ClassVar[str] = "Nobody watches or sneaks any more"
    who: ClassVar[Who] = Who.GM
    place: ClassVar[Place] = Place.SHEET

    people: tuple[str, ...] = many("Who", help="Only this character if nobody is picked")

    @classmethod
    def possible(cls, table: Table) -> None:
        table.sheet(table.actor)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"people": tuple(Choice(who, name) for who, name in people(table).items())}

    def perform(self, table: Table, dice: Dice) -> None:
        over = [
            (who, what)
            for who in dict.fromkeys(self.people or (table.actor,))
            for what in _SKILLS
            if table.sheet(who).has(what)
        ]
        if not over:
            raise NotNow("Nobody of them has a roll that stands for the scene. There is nothing to end.")
        table.happen(*(ConditionEnded(who, what) for who, what in over))


def highest(measures: Collection[Distribution]) -> Distribution:
    """The distribution of the highest of independent rolls.

    >>> highest([(0.5, 0.5), (0.5, 0.25, 0.25)])
    (0.25, 0.5, 0.25)
    """
    reached = [cumulated(one) for one in measures]
    within = [prod(one[min(value, len(one) - 1)] for one in reached) for value in range(max(map(len, reached)))]
    return tuple([share - before for share, before in zip(within, (0.0, *within), strict=False)])


def _measure(pool: Pool) -> tuple[float, ...]:
    return pool.measure(pool.available)


PERCEPTION: tuple[type[Command], ...] = (Look, Sneak, PassivePerception, Notice, EndScene)
