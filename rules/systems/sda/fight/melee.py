"""Melee: the attack on one's own turn, and the answer to it (SDA-174 to SDA-185)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.asks import Reply
from rules.engine.commands import Choice, Command, many, number, pick, switch
from rules.engine.dice import Dice
from rules.engine.facts import Moved, Told
from rules.engine.ground import bearing, distance, place
from rules.engine.known import of_whoever
from rules.engine.odds import Chance, Odds, in_words
from rules.engine.refusals import NotNow, Refused
from rules.engine.sheets import Ask
from rules.engine.table import Table
from rules.engine.words import counted, plainly
from rules.systems.sda import chances
from rules.systems.sda.choosing import REWARDS
from rules.systems.sda.fight import picks
from rules.systems.sda.fight.arms import Arm, arm_named, arms, best_arm, melee_pool, worth
from rules.systems.sda.fight.beside import odds_of_blow
from rules.systems.sda.fight.bleeding import bled_pool, check_named, spared
from rules.systems.sda.fight.budgets import act, actions_left, not_acted, react, reaction_dice, use, used
from rules.systems.sda.fight.dread import pay_for_dice
from rules.systems.sda.fight.exchange import (
    CHARGE,
    FREE_DIE,
    Blow,
    Exchange,
    attack_maluses,
    clash,
    defence_maluses,
    guard_of,
    malus_of,
    posture,
)
from rules.systems.sda.fight.grappling.holds import attackable
from rules.systems.sda.fight.ground import LONGEST, band_at
from rules.systems.sda.fight.in_store import kept_words, with_kept_hits
from rules.systems.sda.fight.ladder import initiative_of
from rules.systems.sda.fight.lasting import be_seen, lost_to_taunt
from rules.systems.sda.fight.rage import check_bought, check_target, due_to_buy
from rules.systems.sda.fight.riding.pairs import is_above
from rules.systems.sda.fight.sequence import carry_on, may_strike
from rules.systems.sda.fight.state import is_out, own_turn
from rules.systems.sda.fight.words import too_many
from rules.systems.sda.fight.worsening import bleed
from rules.systems.sda.gifts import called_field, figure, told_of
from rules.systems.sda.pools import POOL, Pool, buy, with_bought

MOST = 200
#: Dice that an attack from high ground gains (SDA-281).
HIGH_GROUND = 1


@dataclass(frozen=True, slots=True)
class MeleeAttack(Command):
    """Strike at an opponent within 3 metres: announce the dice, and the target says how it defends (SDA-178).

    Outside the weapon's band every roll has a malus and does no damage (SDA-171, SDA-172, C-37). The attacker turns
    to the target for free (SDA-183); with equal initiative both are attackers (SDA-180). High ground gives a die, and a
    saddle is high ground to those on foot (SDA-258, SDA-281). Whoever is not aware of it makes no roll, and all that
    hinders them is dice for the attacker (SDA-045). Whoever rages goes at the nearest, and buys a die for it (D-7).
    """

    name: ClassVar[str] = "melee.attack"
    label: ClassVar[str] = "Attack"
    has_odds: ClassVar[bool] = True
    #: MoS that it costs to strike so.
    handicap: ClassVar[int] = 0

    target: str = pick("Against")
    dice: int = number("Dice", least=1, most=MOST)
    weapon: str = pick("Weapon", default="", help="The one that serves best, if nothing is picked")
    skill: str = pick("Speciality", default="")
    attribute: str = pick("Attribute", default="")
    bought: int = number("Dice bought with spirit", default=0)
    bonus: int = number("Bonus dice", default=0, most=20)
    malus: int = number("Malus", default=0, most=20, help="Cover, darkness: MoS taken off")
    high: bool = switch("From high ground", help="A die more")
    aware: bool = switch("They are aware of it", default=True, help="If not, they cannot defend")
    worsen: tuple[str, ...] = many("Wounds that get worse", help="The lightest first, if nothing is picked")
    shield: bool = switch("Shield ready", default=True, help="Should the answer do damage; once a round")
    reward: str = pick("Flawless success gives", default="spirit")
    virtue: str = pick("Virtue called upon", default="", help="Whether the roll goes with it or against it")
    called: str = called_field()

    @classmethod
    def possible(cls, table: Table) -> None:
        rung = own_turn(table)
        not_acted(table, table.actor, rung.key)
        if not any(distance(table, table.actor, who) <= LONGEST for who in attackable(table, table.actor)):
            raise NotNow("Nobody is within 3 metres. Move closer first.")
        if not any(actions_left(table, melee_pool(table, table.actor, arm)) for arm in arms(table.me).values()):
            raise NotNow("No dice are left for an attack this round. Move, or end your turn.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"target": picks.targets(table), **picks.ways(table), "reward": REWARDS}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        near = min(attackable(table, table.actor), key=lambda who: distance(table, table.actor, who))
        arm = best_arm(table, table.actor, band_at(distance(table, table.actor, near)))
        pool = melee_pool(table, table.actor, arm, bonus=high_ground(table, near))
        most = max(1, min(actions_left(table, pool), spared(table, pool)))
        return {"target": near, "weapon": arm.key, "dice": most, **bought_in_rage(table, pool)}

    def odds(self, table: Table) -> Odds:
        pool = self._ready(table, with_bought(table, self._pool(table, self._arm(table)), self.bought))
        kept = f"; {pool.available - self.dice} kept back"
        if unseen(table, aware=self.aware):
            kept += f"; {told_of(table.me, 'unseen')} helps"
        told = f"{self.dice} of your {pool.available} dice"
        return odds_of_blow(table, pool, self.target, self._arm(table).key, self.dice, told, kept)

    def perform(self, table: Table, dice: Dice) -> None:
        rung, arm = own_turn(table), self._arm(table)
        whole = buy(table, self._pool(table, arm), self.bought)
        pool = self._ready(table, whole)
        act(table, whole, self.dice, rung.key)
        use(table, table.actor, struck="" if self.handicap else f"{rung.key} {arm.key}")
        face(table, table.actor, self.target)
        be_seen(table, table.actor)
        told = f"{{0}} attacks {{1}} with {counted(self.dice, 'die', 'dice')} ({plainly(arm.name)})."
        table.happen(Told((table.actor, self.target), told))
        bleed(table, dice, whole, self.dice, self.worsen)
        blow = Blow.of(pool, arm, self.dice, self.reward, self.shield)
        level = initiative_of(table, table.actor) == initiative_of(table, self.target)
        strike(table, dice, Exchange(blow, self.target, both=level), aware=self.aware)

    def _arm(self, table: Table) -> Arm:
        far = distance(table, table.actor, self.target)
        if far > LONGEST:
            raise Refused(
                f"{table.name(self.target)} is {far:g} metres away. Up to 3 can be reached: move closer.", "target"
            )
        return arm_named(table.me, self.weapon) if self.weapon else best_arm(table, table.actor, band_at(far))

    def _pool(self, table: Table, arm: Arm) -> Pool:
        check_target(table, self.target)
        hindered = malus_of(attack_maluses(table, table.actor, self.target, arm)) + self.malus
        hindered += max(0, self.handicap - figure(table.me, "second_hand"))
        helped = self.bonus + high_ground(table, self.target, said=self.high)
        helped += unseen(table, aware=self.aware) - lost_to_taunt(table, table.actor, self.target)
        pool = melee_pool(
            table, table.actor, arm, self.skill, self.attribute, helped, hindered, self.virtue, self.called
        )
        check_bought(table, pool, self.bought)
        return pool

    def _ready(self, table: Table, pool: Pool) -> Pool:
        """The pool as it is rolled; refused if there are not so many dice."""
        allowed = actions_left(table, pool)
        if self.dice > allowed:
            raise Refused(too_many(self.dice, allowed, "an attack"), "dice")
        check_named(table, pool, self.dice, self.worsen)
        return bled_pool(table, pool, self.dice)


@dataclass(frozen=True, slots=True)
class MeleeDefend(Reply):
    """Answer an attack with 0 or more dice of what is left for reactions (SDA-163, SDA-176, SDA-177, C-53).

    Against a charge it is an attack of opportunity at the same time, with its die, if one is open (SDA-248). What was
    kept in a defensive stance is taken off the attack (SDA-249).
    """

    name: ClassVar[str] = "melee.defend"
    label: ClassVar[str] = "Defend"
    has_odds: ClassVar[bool] = True
    unasked: ClassVar[str] = "Nobody attacks you now."

    dice: int = number("Dice", most=MOST, help="0 does not defend")
    weapon: str = pick("Weapon", default="", help="The one that serves best, if nothing is picked")
    skill: str = pick("Speciality", default="")
    attribute: str = pick("Attribute", default="")
    bought: int = number("Dice bought with spirit", default=0)
    bonus: int = number("Bonus dice", default=0, most=20)
    malus: int = number("Malus", default=0, most=20)
    worsen: tuple[str, ...] = many("Wounds that get worse", help="The lightest first, if nothing is picked")
    guard: int = number("From your stance", default=MOST, most=MOST, help="At most so many MoS of it", at_once=False)
    shield: bool = switch("Shield ready", default=True, help="It stops hits meant for damage, once a round")
    reward: str = pick("Flawless success gives", default="spirit")
    virtue: str = pick("Virtue called upon", default="", help="Whether the roll goes with it or against it")
    called: str = called_field()

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {**picks.ways(table), "reward": REWARDS}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        ask = cls.waiting(table)
        arm = _defending_arm(table, ask, "")
        pool = melee_pool(table, table.actor, arm)
        most = min(reaction_dice(table, pool), spared(table, pool))
        return {"ask": ask.key, "weapon": arm.key, "dice": most}

    def odds(self, table: Table) -> Odds:
        ask = table.open_ask(self.ask, self.name)
        pool, most = self._pool(table, ask)
        self._check(table, pool, most)
        exchange = Exchange.from_known(ask.known)
        attack = exchange.attack
        theirs = attack.side(guard_of(table, table.actor, self.guard))
        chosen = chances.opposed(self._side(table, ask, pool, self.dice), theirs)
        listed = (Chance("unhurt", "not hit", 1 - chosen.behind), Chance("wins", "you score", chosen.ahead))
        others = [(n, chances.opposed(self._side(table, ask, pool, n), theirs)) for n in range(most + 1)]
        compared = tuple(Chance(str(n), counted(n, "die", "dice"), 1 - other.behind) for n, other in others)
        sentence = f"{counted(self.dice, 'die', 'dice')}: {in_words(1 - chosen.behind)} not to be hit"
        sentence += kept_words(table.me) if exchange.both else ""
        against = with_kept_hits(table.sheet(attack.who), chosen.hits_against())
        return Odds(sentence, listed, against, "hits against you", compared=compared)

    def perform(self, table: Table, dice: Dice) -> None:
        ask = table.answer(self.ask, self.name)
        exchange = Exchange.from_known(ask.known)
        pool, most = self._pool(table, ask)
        self._check(table, pool, most)
        if not self.dice:
            table.happen(Told((table.actor,), "{0} does not defend."))
            clash(table, dice, exchange, None, guard=self.guard)
        else:
            whole = self._bought(table, pool, pay=True)
            pool = bled_pool(table, whole, self.dice)
            opening = _opening(table, ask)
            react(table, pool, self.dice, self.bought, self.bonus + opening)
            if opening:
                use(table, table.actor, opportunity=1)
            told = f"{{0}} defends with {counted(self.dice, 'die', 'dice')}."
            table.happen(Told((table.actor,), told))
            bleed(table, dice, whole, self.dice, self.worsen)
            arm = _defending_arm(table, ask, self.weapon)
            blow = Blow.of(pool, arm, self.dice, self.reward, self.shield)
            clash(table, dice, exchange, blow, guard=self.guard)
        carry_on(table)

    def _pool(self, table: Table, ask: Ask) -> tuple[Pool, int]:
        """The pool before anything is bought, and the most dice that may be used of it."""
        arm = _defending_arm(table, ask, self.weapon)
        hindered = malus_of(defence_maluses(table, table.actor, ask.known["attacker"], arm)) + self.malus
        extra = self.bonus + _opening(table, ask)
        pool = melee_pool(
            table, table.actor, arm, self.skill, self.attribute, extra, hindered, self.virtue, self.called
        )
        after = self._bought(table, pool, pay=False)
        return pool, reaction_dice(table, after, self.bought, extra)

    def _bought(self, table: Table, pool: Pool, *, pay: bool) -> Pool:
        return buy(table, pool, self.bought) if pay else with_bought(table, pool, self.bought)

    def _check(self, table: Table, pool: Pool, most: int) -> None:
        if self.dice > most:
            raise Refused(too_many(self.dice, most, "the defence"), "dice")
        if self.dice:
            check_named(table, self._bought(table, pool, pay=False), self.dice, self.worsen)

    def _side(self, table: Table, ask: Ask, pool: Pool, count: int) -> chances.Side:
        if count:
            return pool.side(count)
        return chances.Side(pool.sides, 0, malus_of(defence_maluses(table, table.actor, ask.known["attacker"], None)))


def unseen(table: Table, *, aware: bool) -> int:
    """The dice that some have more against whoever does not see it coming (D-7)."""
    return 0 if aware else figure(table.me, "unseen")


def bought_in_rage(table: Table, pool: Pool) -> dict[str, int]:
    """Whoever rages begins with the die that has to be bought (D-7)."""
    due = due_to_buy(table, pool)
    return {"bought": due} if due else {}


def high_ground(table: Table, target: str, *, said: bool = False) -> int:
    """The die for it: the table says so, or the actor rides and the target does not (SDA-258, SDA-281)."""
    return HIGH_GROUND if said or is_above(table, table.actor, target) else 0


def struck_with(table: Table, rung: str) -> str:
    """The weapon of the first attack on this turn, if the other hand may still follow it (SDA-274)."""
    on, _, weapon = used(table, table.actor).struck.partition(" ")
    return weapon if on == rung else ""


def strike(table: Table, dice: Dice, exchange: Exchange, *, aware: bool = True) -> None:
    """Ask the target how it defends; against somebody who cannot, the attack is rolled at once."""
    target = exchange.target
    pay_for_dice(table, exchange.attack.who, target, exchange.attack.dice)
    if not aware or is_out(table.sheet(target)) or not _can_defend(table, exchange):
        clash(table, dice, exchange, None, guard=MOST if aware else 0)
        carry_on(table)
        return
    count = exchange.attack.dice
    title = f"{table.name(exchange.attack.who)} attacks with {counted(count, 'die', 'dice')}: defend?"
    table.ask(target, title, MeleeDefend.name, **exchange.known())


def face(table: Table, who: str, other: str) -> None:
    """Turn to somebody, which costs nothing on one's own turn (SDA-183)."""
    stand = table.combatant(who)
    if place(table, who) == place(table, other):
        return
    facing = bearing(place(table, who), place(table, other))
    if facing != stand.facing:
        table.happen(Moved(who, stand.x, stand.y, facing, turns=True))


def _can_defend(table: Table, exchange: Exchange) -> bool:
    who, opens = exchange.target, gives_opening(table, exchange)
    pools = (melee_pool(table, who, arm, bonus=opens) for arm in arms(table.sheet(who)).values())
    return any(reaction_dice(table, pool, extra=opens) for pool in pools)


def gives_opening(table: Table, exchange: Exchange) -> int:
    """The die that a charge into one's reach gives whoever is charged, once a round (SDA-230, SDA-248)."""
    charges = exchange.kind == CHARGE and may_strike(table, exchange.target, exchange.attack.who)
    return FREE_DIE if charges else 0


def _opening(table: Table, ask: Ask) -> int:
    return gives_opening(table, Exchange.from_known(ask.known))


def _defending_arm(table: Table, ask: Ask, weapon: str) -> Arm:
    if weapon:
        return arm_named(table.me, weapon)
    attacker = ask.known["attacker"]
    hindered = malus_of(posture(table, table.actor, attacker))
    return _best_defence(table, table.actor, band_at(distance(table, table.actor, attacker)), hindered)


@of_whoever(*POOL)
def _best_defence(table: Table, who: str, band: str, hindered: int) -> Arm:
    """What serves best against somebody at that distance, if whatever it is made with is hindered so."""

    def serves(arm: Arm) -> tuple[float, bool, int]:
        pool = melee_pool(table, who, arm, malus=arm.malus_at(band) + hindered)
        return worth(pool), arm.hurts_at(band), arm.damage

    return max(arms(table.sheet(who)).values(), key=serves)
