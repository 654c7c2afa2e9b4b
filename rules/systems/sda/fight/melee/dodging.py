"""The answer to a shot: a reflex roll out of its way (SDA-195, SDA-196)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, ClassVar

from rules.engine.kernel import Dice, Refused, Reply, Said, Table, Told, Weighing, Worth, counted, number, switch
from rules.engine.odds import Odds, often
from rules.systems.sda.content.house_rules.fight import SPIRIT_PER_SHOT
from rules.systems.sda.content.weapon_entries import DamageType
from rules.systems.sda.core.rolls import Pool, buy, pool_for, with_bought
from rules.systems.sda.fight.advice import NONE, OF_DODGES, Reaction, comes_to, later, most_dice, shot_harm
from rules.systems.sda.fight.base import (
    Arm,
    Spent,
    bled_pool,
    check_named,
    is_out,
    losses_to_hits,
    pay_for_dice,
    react,
    reacting,
    reaction_dice,
    spared,
    too_many,
)
from rules.systems.sda.fight.blows import Blow, Met, Shot, hits_home, side_of_answer
from rules.systems.sda.fight.moves import MOST, AnnouncedRoll
from rules.systems.sda.fight.wounds import bleed

REFLEX = "reflex"


def reflex_of(table: Table, who: str) -> Pool:
    """The pool to dodge with, before wounds (SDA-195)."""
    return pool_for(table, who, REFLEX, whole=True)


def let_dodge(table: Table, dice: Dice, shot: Shot) -> None:
    """Ask a target that is aware and has dice left how it dodges; otherwise the shot is rolled at once (SDA-195)."""
    target = shot.target
    pay_for_dice(table, shot.attack.who, target, shot.attack.dice)
    sees = shot.aware and not is_out(table.sheet(target))
    if not sees or not reaction_dice(table, reflex_of(table, target)):
        if sees:
            table.happen(Told((target,), "{0} has no dice left to dodge."))
        hits_home(table, dice, shot, None)
        return
    count = counted(shot.attack.dice, "die", "dice")
    title = Said(f"{{0}} shoots at you with {count}: dodge?", (shot.attack.who,))
    table.ask(target, title, Dodge.name, **shot.known())


@dataclass(frozen=True, slots=True, kw_only=True)
class Dodge(AnnouncedRoll, Reply, name="ranged.dodge", label="Dodge"):
    """Dodge with 0 or more reaction dice of reflex: its MoS come off the shot (SDA-195, SDA-163).

    Whoever rolls gives opponents in reach an opening (SDA-196).
    """

    unasked: ClassVar[str] = "Nobody is shooting at you."

    dice: int = number("Dice", most=MOST, help="0: do not dodge, and give no opening")
    shield: bool = switch("Shield ready", default=True, help="Stops hits for damage, once a round")

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        pool = reflex_of(table, table.actor)
        return {"ask": cls.waiting(table).key, "dice": spared(table, pool, reacting(table, pool.who))}

    def odds(self, table: Table) -> Odds:
        attack = Shot.from_known(table.open_ask(self.ask, self.name).known).attack
        pool, most = self._ready(table)
        ready = bled_pool(table, pool, self.dice, self._spent(table, table.actor))
        met = Met(table, attack, ready, [side_of_answer(pool, count) for count in range(most + 1)], self.dice)
        each = SPIRIT_PER_SHOT.number(table.house_rules)
        losses = losses_to_hits(table, attack.who, met.mine, met.theirs, lambda hits: each * hits)
        said = often("you", "dodge it", met.safe) if self.dice else often("they", "miss you", met.safe)
        odds = met.odds("unhurt", "not hit", said, met.margin.hits_against())
        return met.with_means(odds, self, losses)

    def weighing(self, table: Table) -> Weighing:
        """Weigh how many dice to use and to keep: a dodge gives an opening to those in reach (SDA-163, SDA-196)."""
        attack, me = Shot.from_known(table.open_ask(self.ask, self.name).known), table.actor
        shooter, plain = attack.attack.who, self._pool(table)
        stays = Reaction(table, later(table, me, but=shooter))
        dodges = Reaction(table, later(table, me, but=shooter, openings=True))
        kind = DamageType(attack.type, attack.type_malus)
        arm = Arm(attack.attack.weapon, "", "", (), (), attack.die, (kind,))
        dealt = shot_harm(table, shooter, me, arm, kind, shield=self.shield)

        @cache
        def ready(bought: int) -> tuple[Pool, int]:
            whole = with_bought(table, plain, bought)
            return whole, reaction_dice(table, whole, bought, self.bonus)

        def worth(chosen: Dodge) -> Worth:
            whole, most = ready(chosen.bought)
            chosen._check(table, whole, most)
            now = -comes_to(attack.attack.side(), side_of_answer(whole, chosen.dice), dealt, NONE)
            reaction = dodges if chosen.dice else stays
            return reaction.worth(now, plain, whole, chosen.dice, chosen.bought, self.bonus)

        upto = most_dice(table, plain, lambda pool: pool.available)
        return dodges.weighing("This shot", OF_DODGES, worth, upto)

    def perform(self, table: Table, dice: Dice) -> None:
        shot = Shot.from_known(table.answer(self.ask, self.name).known)
        plain, (whole, _) = self._pool(table), self._ready(table)
        if not self.dice:
            table.happen(Told((table.actor,), "{0} does not dodge."))
            hits_home(table, dice, replace(shot, aware=self.shield), None)
            return
        pool = bled_pool(table, whole, self.dice, self._spent(table, table.actor))
        react(table, pool, self.dice, self.bought, self.bonus)
        buy(table, plain, self.bought)
        table.happen(Told((table.actor,), f"{{0}} dodges with {counted(self.dice, 'die', 'dice')}."))
        bleed(table, dice, whole, pool, self.worsen)
        hits_home(table, dice, shot, Blow.of(pool, self.dice, self.reward, shield=self.shield))

    def _pool(self, table: Table) -> Pool:
        said = (REFLEX, "", self.bonus, self.malus)
        return pool_for(table, table.actor, *said, whole=True, virtue=self.virtue, called=self.called)

    def _ready(self, table: Table) -> tuple[Pool, int]:
        """The pool with bought dice, and the most that may be used of it; refused where that is fewer than chosen."""
        pool = with_bought(table, self._pool(table), self.bought)
        most = reaction_dice(table, pool, self.bought, self.bonus)
        self._check(table, pool, most)
        return pool, most

    def _spent(self, table: Table, who: str) -> Spent:
        """The dice used by the reactions of this round, as they bear on the dodge."""
        return reacting(table, who, self.bought + self.bonus)

    def _check(self, table: Table, pool: Pool, most: int) -> None:
        if self.dice > most:
            raise Refused(too_many(self.dice, most, "dodging"), "dice")
        if self.dice:
            check_named(table, pool, self.dice, self.worsen, self._spent(table, table.actor))
