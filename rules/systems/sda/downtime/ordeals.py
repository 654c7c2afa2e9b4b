"""Tests that hours demand of several people at once, each roll in sight: what misses the difficulty costs spirit."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel import (
    BoxesTicked,
    Choice,
    Dice,
    NotNow,
    Place,
    Refused,
    Sheet,
    Table,
    Told,
    Who,
    many,
)
from rules.engine.odds import Chance, Distribution, Odds, in_words, mapped, mean, summed
from rules.systems.sda.checks.shared.companions import anybody, meant, no_fight, people
from rules.systems.sda.core.effects import ROUNDS, loss_of_spirit
from rules.systems.sda.core.person import KEPT, SheetCommand, figure, is_called_upon, take_spirit
from rules.systems.sda.core.rolls import AS_WISHED, TRACK, Pool, judge, pool_for, reckon, throw
from rules.systems.sda.fight.base import dies_within
from rules.systems.sda.fight.wounds import bleed_on

SPIRIT = "spirit"
MINOR = "minor"
#: MoS too few for each minor injury in murderous weather (D-3).
PER_INJURY = 2


@dataclass(frozen=True, slots=True)
class Ordeal:
    """One test: every MoS too few costs ``rate`` spirit, and every second one a box where it ``wounds``."""

    skill: str
    difficulty: int
    rate: int
    why: str
    wounds: bool = False
    fear: bool = False

    def lost(self, measure: int, *, fearless: bool = False) -> int:
        """The spirit that it costs; fear takes half from the fearless (D-7)."""
        lost = self.rate * max(0, self.difficulty - measure)
        return lost // 2 if self.fear and fearless else lost


def everybody(table: Table) -> Mapping[str, tuple[Choice, ...]]:
    """Choices of the field ``people``: everybody there."""
    return {"people": anybody(table)}


@dataclass(frozen=True, slots=True, kw_only=True)
class ForAll(SheetCommand):
    """A command of the game master that befalls several people at once."""

    who: ClassVar[Who] = Who.GM
    also: ClassVar[tuple[Place, ...]] = (Place.SCENE,)

    people: tuple[str, ...] = many("Who", help="Default: this character, or everybody in an encounter")

    @classmethod
    def possible(cls, table: Table) -> None:
        no_fight(table)
        if table.encounter is None:
            table.sheet(table.actor)
        elif not people(table):
            raise NotNow("Nobody is here.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return everybody(table)

    def concerned(self, table: Table) -> tuple[str, ...]:
        """Ids of people whom it befalls, without the dead; refused where nobody is left."""
        living = tuple(who for who in meant(table, self.people) if not table.sheet(who).has("dead"))
        if not living:
            raise Refused("Choose somebody alive.", "people")
        return living


@dataclass(frozen=True, slots=True, kw_only=True)
class Befall(ForAll):
    """Tests that everybody concerned has to stand (SDA-058).

    All of a person's rolls are made with the spirit they had before; what they cost is taken afterwards.
    """

    @abstractmethod
    def ordeals(self, table: Table, who: str) -> Sequence[Ordeal]:
        """The tests of somebody; those of difficulty 0 are passed over."""

    def settle(self, table: Table, who: str) -> None:
        """Do everything to somebody that comes with it beside the tests, before the dice fall; nothing by default."""

    def odds(self, table: Table) -> Odds:
        tested = self._tested(table)
        losses = [_losses(table, who, ordeals) for who, ordeals in tested.items()]
        if not losses:
            return Odds("Nobody has to roll")
        chances_ = tuple(
            Chance("spared" if len(losses) == 1 else who, f"{table.name(who)} loses nothing", loss[0])
            for who, loss in zip(tested, losses, strict=True)
        )
        total = summed(losses)
        spared = f"{in_words(total[0]).capitalize()} to lose nothing" if total[0] else "Certain to lose something"
        sentence = f"{spared}, {mean(total):.1f} spirit lost on average"
        return Odds(sentence, chances_, total, "spirit lost")

    def perform(self, table: Table, dice: Dice) -> None:
        tested, rounds = self._tested(table), self._rounds()
        for who in self.concerned(table):
            if bleed_on(table, who, rounds):
                continue
            self.settle(table, who)
            stand(table, dice, who, tested.get(who, ()))

    def _rounds(self) -> int:
        """The rounds that go by; whoever bleeds to death within them dies (SDA-216)."""
        return (self.lasts() or 0) * ROUNDS

    def _tested(self, table: Table) -> dict[str, list[Ordeal]]:
        living = [who for who in self.concerned(table) if not dies_within(table.sheet(who), self._rounds())]
        found = {who: [o for o in self.ordeals(table, who) if o.difficulty > 0] for who in living}
        return {who: ordeals for who, ordeals in found.items() if ordeals}


def stand(table: Table, dice: Dice, who: str, ordeals: Sequence[Ordeal]) -> None:
    """Roll for each test, take the spirit and boxes lost, and let the rolls have their consequences."""
    pools = _pools(table, who, ordeals)
    thrown = [
        (ordeal, throw(table, dice, pool, pool.available, f"{ordeal.why}: {ordeal.skill}"))
        for ordeal, pool in zip(ordeals, pools, strict=True)
    ]
    for ordeal, result in thrown:
        _take(table, who, ordeal, result.net)
    for ordeal, result in thrown:
        reckon(table, dice, result, succeeded=result.net >= ordeal.difficulty, reward=AS_WISHED)


def _pools(table: Table, who: str, ordeals: Sequence[Ordeal]) -> list[Pool]:
    """The pool of each test; luck, where its owner wants it for any roll, goes with the first alone (D-7)."""
    pools: list[Pool] = []
    for ordeal in ordeals:
        used = any(is_called_upon(pool.how) for pool in pools)
        pools.append(pool_for(table, who, ordeal.skill, free=True, called=KEPT if used else ""))
    return pools


def _lost(sheet: Sheet, ordeal: Ordeal, measure: int) -> int:
    """Spirit that a test with so many MoS costs somebody, as they feel it where they are (D-7)."""
    return loss_of_spirit(sheet, ordeal.lost(measure, fearless=bool(figure(sheet, "fearless"))))


def _take(table: Table, who: str, ordeal: Ordeal, measure: int) -> None:
    missing = max(0, ordeal.difficulty - measure)
    lost = min(_lost(table.sheet(who), ordeal, measure), table.sheet(who).now(SPIRIT))
    told = {"difficulty": ordeal.difficulty, "measure": measure, "missing": missing, "lost": lost}
    judge(table, who, not missing, max(0, measure - ordeal.difficulty), skill=ordeal.skill, **told)
    take_spirit(table, who, lost, ordeal.why)
    if ordeal.wounds and missing // PER_INJURY:
        _wound(table, who, missing // PER_INJURY, ordeal.why)


def _wound(table: Table, who: str, boxes: int, why: str) -> None:
    """Tick minor boxes, one by one on the line that has most of them free; no more than there are."""
    ticked = 0
    for _ in range(boxes):
        line = _freest(table.sheet(who))
        if line is not None:
            table.happen(BoxesTicked(who, TRACK, line, MINOR, 1))
            ticked += 1
    table.happen(Told((who,), f"{{0}} takes {ticked} minor {'injury' if ticked == 1 else 'injuries'} ({why})."))


def _freest(sheet: Sheet) -> int | None:
    lines = sheet.tracks.get(TRACK, [])
    line = max(range(len(lines)), key=lambda number: lines[number].free(MINOR), default=None)
    return line if line is not None and lines[line].free(MINOR) else None


# -- odds -----------------------------------------------------------------------------------------------------------


def _losses(table: Table, who: str, ordeals: Sequence[Ordeal]) -> Distribution:
    """Distribution of the spirit that somebody loses in all, at most as much as they have."""
    spirit = table.sheet(who).now(SPIRIT)
    pools = _pools(table, who, ordeals)
    total = summed(_loss(table, pool, one) for pool, one in zip(pools, ordeals, strict=True))
    return mapped(total, lambda lost: min(lost, spirit))


def _loss(table: Table, pool: Pool, ordeal: Ordeal) -> Distribution:
    sheet = table.sheet(pool.who)
    return mapped(pool.measure(), lambda mos: _lost(sheet, ordeal, mos))
