"""The charge: a run that ends in a blow, and both strike at once (SDA-247, SDA-248, SDA-254, C-59)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any, ClassVar

from rules.engine.asks import Reply
from rules.engine.commands import Choice, many, number, pick, switch
from rules.engine.dice import Dice
from rules.engine.facts import Told
from rules.engine.ground import Point, bearing, between, distance, place
from rules.engine.odds import Chance, Odds, at_least, in_words, less
from rules.engine.refusals import NotNow, Refused
from rules.engine.sequence import then
from rules.engine.table import Table
from rules.engine.words import counted
from rules.systems.sda import chances
from rules.systems.sda.accord import virtue_field
from rules.systems.sda.aftermath import ends_of, flawless_shown, with_means
from rules.systems.sda.choosing import REWARDS
from rules.systems.sda.fight import picks
from rules.systems.sda.fight.arms import Arm, arm_named, arms, best_arm, melee_pool
from rules.systems.sda.fight.beside import odds_of_blow, with_means_of_blow
from rules.systems.sda.fight.bleeding import bled_pool, check_named, spared
from rules.systems.sda.fight.budgets import act, act_without_dice, actions_left, not_acted, speed, use, used
from rules.systems.sda.fight.dread import each_die_words
from rules.systems.sda.fight.efforts import Effort, free_to_act
from rules.systems.sda.fight.exchange import CHARGE, Blow, Exchange
from rules.systems.sda.fight.ground import FOOTING, TERRAIN
from rules.systems.sda.fight.lasting import be_seen, lost_to_taunt
from rules.systems.sda.fight.maluses import attack_malus
from rules.systems.sda.fight.manoeuvres.running import fall, footing, on_their_feet
from rules.systems.sda.fight.melee import MOST, bought_in_rage, high_ground, strike
from rules.systems.sda.fight.movement import TERRAINS
from rules.systems.sda.fight.rage import check_bought, nearest
from rules.systems.sda.fight.riding.pairs import bearer
from rules.systems.sda.fight.riding.shying import go, presses_on
from rules.systems.sda.fight.sequence import carry_on
from rules.systems.sda.fight.state import opponents, own_turn
from rules.systems.sda.fight.way_ahead import on_the_way
from rules.systems.sda.fight.words import too_many
from rules.systems.sda.fight.worsening import bleed
from rules.systems.sda.gifts import called_field, has_rage
from rules.systems.sda.pools import Pool, Result, buy, with_bought

#: Metres that each MoS of running adds to a charge (SDA-247).
METRES = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Charge(Effort):
    """Run at somebody who is at least your speed away: each MoS is 2 metres more, and what is left helps the blow.

    Running and blow share the dice of one action (SDA-246, SDA-247, C-35); a rider's mount runs, with dice of its own
    (SDA-254). Whoever does not get there stops short (C-59); on difficult ground some MoS go into staying on your feet
    (SDA-277 to SDA-279).
    """

    name: ClassVar[str] = "turn.charge"
    label: ClassVar[str] = "Charge"
    rolls: ClassVar[str] = "running"

    target: str = pick("At")
    weapon: str = pick("Weapon", default="", help="The one that serves best, if nothing is picked")
    terrain: str = pick("Ground", default="open")

    @classmethod
    def possible(cls, table: Table) -> None:
        free_to_act(table)
        on_their_feet(table)
        runner = bearer(table, table.actor)
        not_acted(table, runner, own_turn(table).key)
        if used(table, runner).moved:
            raise NotNow("A charge takes all of your movement, and you have moved. Attack, or charge next round.")
        if not _far_enough(table):
            least = f"{speed(table, table.actor):g} metres"
            raise NotNow(f"Nobody is {least} away or more. Move closer and attack instead.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        far = _far_enough(table)
        targets = tuple(Choice(who, table.name(who), f"{metres:g} m") for who, metres in far.items())
        worsen = picks.wound_choices(table, bearer(table, table.actor))
        return {"target": targets, **picks.ways(table), "worsen": worsen, "terrain": TERRAINS, "reward": REWARDS}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"target": next(iter(_far_enough(table)))}

    def odds(self, table: Table) -> Odds:
        pool, count, measure = self._measured(table)
        self._keep_one(table, pool, count)
        need = self._needed(table)
        arrives = at_least(measure, need) * presses_on(table, pool.who, self._goal(table))
        listed = [Chance("success", "gets there", arrives)]
        if FOOTING[self.terrain]:
            falls = 1 - at_least(chances.distribution(pool.sides, count, pool.how), pool.malus)
            listed.append(Chance("falls", "falls", falls))
        sentence = f"{in_words(arrives).capitalize()} to get there; {counted(need, 'MoS', 'MoS')} needed for the way"
        sentence += on_the_way(table, pool.who, self._goal(table), but=self.target)
        sentence += each_die_words(table, table.actor, self.target)
        shown = flawless_shown(table, pool, count, 1)
        odds = Odds(sentence, (*listed, *ends_of(pool, count, shown)), less(measure, need), "MoS left for the blow")
        return with_means(odds, table, pool, count, shown, self.reward, self.bought)

    def perform(self, table: Table, dice: Dice) -> None:
        self._keep_one(table, *self._measured(table)[:2])
        result = self._open_ended(table, dice, "charge")
        runner = self._roller(table)
        if runner != table.actor:
            act_without_dice(table, table.actor, own_turn(table).key)
        be_seen(table, table.actor)
        use(table, runner, moved=speed(table, runner))
        if result.excess and FOOTING[self.terrain]:
            fall(table, runner)
        else:
            self._run(table, result)
        carry_on(table)

    def _run(self, table: Table, result: Result) -> None:
        """Go as far as the dice carry, and strike if that is far enough."""
        need, start, there = self._needed(table), place(table, table.actor), place(table, self.target)
        way = self._way(table)
        arrives = result.net >= need
        gone = way if arrives else min(way, (speed(table, table.actor) + METRES * result.net) / TERRAIN[self.terrain])
        told = "{0} charges at {1}." if arrives else "{0} charges at {1}, and stops short."
        table.happen(Told((table.actor, self.target), told))
        go(table, self._roller(table), self._goal(table, gone), bearing(start, there), but=self.target)
        if arrives:
            spare = result.net - need
            known = {"target": self.target, "weapon": self._arm(table).key, "spare": spare}
            title = f"You reach {table.name(self.target)}, {spare} MoS to spare: strike with how many dice?"
            then(table, {"do": "ask", "to": table.actor, "title": title, "command": ChargeStrike.name, "known": known})

    @classmethod
    def rollers(cls, table: Table) -> Sequence[str]:
        """The mount of a rider runs, and nobody else."""
        return (bearer(table, table.actor),)

    def _roller(self, table: Table) -> str:
        """Whoever carries the charge (SDA-254)."""
        return bearer(table, table.actor)

    def _malus(self, table: Table) -> int:
        return footing(self.terrain)

    def _arm(self, table: Table) -> Arm:
        return arm_named(table.me, self.weapon) if self.weapon else best_arm(table, table.actor)

    def _way(self, table: Table) -> float:
        """Metres to run until the weapon reaches."""
        return max(0.0, round(distance(table, table.actor, self.target) - self._arm(table).reach, 2))

    def _goal(self, table: Table, way: float | None = None) -> Point:
        """Where so many metres lead; all of them, if nothing is said."""
        start, there = place(table, table.actor), place(table, self.target)
        gone = self._way(table) if way is None else way
        return between(start, there, gone / distance(table, table.actor, self.target))

    def _needed(self, table: Table) -> int:
        """The MoS that the way takes beyond one's speed (C-59)."""
        return max(0, ceil((self._way(table) * TERRAIN[self.terrain] - speed(table, table.actor)) / METRES))

    def _keep_one(self, table: Table, pool: Pool, count: int) -> None:
        """Refuse where nothing is left for the blow: it takes a die of the same action, unless a mount runs."""
        blow = melee_pool(table, table.actor, self._arm(table), bonus=-lost_to_taunt(table, table.actor, self.target))
        now, runs = used(table, table.actor), pool.who == table.actor
        left = max(pool.available * runs, blow.available, now.pool) - now.action - count * runs
        if min(left, blow.available) < 1:
            told = "Keep at least one die for the blow: run with fewer."
            raise Refused(told if runs else "You have no die left for the blow. Ride, and strike next round.", "dice")


def _far_enough(table: Table) -> dict[str, float]:
    """The opponents who can be charged, with their distance, the nearest first; in a rage none but that (D-7)."""
    least = speed(table, table.actor)
    whom = nearest(table, table.actor) if has_rage(table.me) else opponents(table, table.actor)
    far = {who: distance(table, table.actor, who) for who in whom}
    return {who: far[who] for who in sorted(far, key=lambda who: far[who]) if far[who] >= least}


@dataclass(frozen=True, slots=True)
class ChargeStrike(Reply):
    """The blow at the end of a charge, with the MoS that running left (SDA-247).

    Whoever is charged may strike at the opening; both count as attackers, and the charge disarms nobody (SDA-248).
    """

    name: ClassVar[str] = "charge.strike"
    label: ClassVar[str] = "Strike"
    has_odds: ClassVar[bool] = True
    unasked: ClassVar[str] = "You are not charging anybody now."

    dice: int = number("Dice", most=MOST, help="0 holds back")
    skill: str = pick("Speciality", default="")
    attribute: str = pick("Attribute", default="")
    bought: int = number("Dice bought with spirit", default=0)
    bonus: int = number("Bonus dice", default=0, most=20)
    malus: int = number("Malus", default=0, most=20)
    high: bool = switch("From high ground", help="A die more")
    worsen: tuple[str, ...] = many("Wounds that get worse", help="The lightest first, if nothing is picked")
    shield: bool = switch("Shield ready", default=True, help="Should the answer do damage; once a round")
    reward: str = pick("Flawless success gives", default="spirit")
    virtue: str = virtue_field()
    called: str = called_field()

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        ways = {name: found for name, found in picks.ways(table).items() if name != "weapon"}
        return {**ways, "reward": REWARDS}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        ask = cls.waiting(table)
        high = high_ground(table, ask.known["target"])
        pool = melee_pool(table, table.actor, _charging_arm(table, ask.known), bonus=high)
        dice = min(actions_left(table, pool), spared(table, pool))
        return {"ask": ask.key, "dice": dice, **(bought_in_rage(table, pool) if dice else {})}

    def odds(self, table: Table) -> Odds:
        known = table.open_ask(self.ask, self.name).known
        if not self.dice:
            return Odds("You hold back")
        pool = self._ready(table, with_bought(table, self._pool(table, known), self.bought))
        arm, told = _charging_arm(table, known), counted(self.dice, "die", "dice")
        odds = odds_of_blow(table, pool, known["target"], arm.key, self.dice, told)
        return with_means_of_blow(odds, table, pool, known["target"], self.dice, self.reward, self.bought)

    def perform(self, table: Table, dice: Dice) -> None:
        known = table.answer(self.ask, self.name).known
        if not self.dice:
            table.happen(Told((table.actor,), "{0} holds back."))
            carry_on(table)
            return
        whole = buy(table, self._pool(table, known), self.bought)
        pool = self._ready(table, whole)
        act(table, whole, self.dice, own_turn(table).key)
        told = f"{{0}} strikes at {{1}} in the charge with {counted(self.dice, 'die', 'dice')}."
        table.happen(Told((table.actor, known["target"]), told))
        bleed(table, dice, whole, self.dice, self.worsen)
        blow = Blow.of(pool, _charging_arm(table, known), self.dice, self.reward, self.shield)
        strike(table, dice, Exchange(blow, known["target"], kind=CHARGE, both=True))

    def _pool(self, table: Table, known: Mapping[str, Any]) -> Pool:
        target, arm = known["target"], _charging_arm(table, known)
        hindered = attack_malus(table, table.actor, target, arm) + self.malus - known["spare"]
        helped = self.bonus + high_ground(table, target, said=self.high) - lost_to_taunt(table, table.actor, target)
        said = (self.skill, self.attribute, helped, hindered, self.virtue, self.called)
        pool = melee_pool(table, table.actor, arm, *said)
        if self.dice:
            check_bought(table, pool, self.bought)
        return pool

    def _ready(self, table: Table, pool: Pool) -> Pool:
        allowed = actions_left(table, pool)
        if self.dice > allowed:
            raise Refused(too_many(self.dice, allowed, "this blow"), "dice")
        check_named(table, pool, self.dice, self.worsen)
        return bled_pool(table, pool, self.dice)


def _charging_arm(table: Table, known: Mapping[str, Any]) -> Arm:
    """The weapon that the charge began with; should it have left the hand, the best that is left."""
    return arms(table.me).get(known["weapon"]) or best_arm(table, table.actor)
