"""Attacks that hang on another: announced in the order of spirit where both attack (SDA-180, C-40), by a second weapon.

The one who is attacked says how they meet it; then the attack is made, and met as it was announced.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, ClassVar

from rules.engine.fight import distance
from rules.engine.kernel import Ask, Choice, Dice, NotNow, Reply, Said, Table, Told, Weighing, Worth, counted, number
from rules.engine.odds import Chance, Odds, often
from rules.systems.sda.content.equipment import weapon_of
from rules.systems.sda.core.person import chances
from rules.systems.sda.core.rolls import dice_said, ends_of, flawless_against, with_bought
from rules.systems.sda.fight.advice import NOW, answer_to
from rules.systems.sda.fight.base import (
    UNARMED,
    Arm,
    acting,
    actions_left,
    arm_named,
    arms,
    band_at,
    best_arm,
    has_reaction,
    is_out,
    melee_pool,
    own_turn,
    spared,
    stands_guard,
    taught_by,
    with_kept_hits,
    worth,
)
from rules.systems.sda.fight.blows import (
    TO_ANNOUNCE,
    TO_DEFEND,
    TO_MEET,
    Blow,
    Exchange,
    attack_pool,
    guard_of,
    with_means_of_attack,
)
from rules.systems.sda.fight.melee.attack import MeleeAttack, bought_in_rage, high_ground, struck_with
from rules.systems.sda.fight.melee.defence import MeleeDefend, losses_to_blows
from rules.systems.sda.fight.moves import MOST, carry_on, refuse_without_reach, targets, ways
from rules.systems.sda.fight.wounds import BOXES, RATES

#: MoS that the second attack of a turn loses (SDA-274, C-51).
SECOND = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondAttack(MeleeAttack, name="melee.second", label="Attack with the other hand"):
    """Strike with the other hand too: with 1 MoS less, and the dice that the first attack left (SDA-274, SDA-246).

    Both weapons are of the kind that one hand holds.
    """

    handicap: ClassVar[int] = SECOND

    @classmethod
    def possible(cls, table: Table) -> None:
        first = struck_with(table, own_turn(table).key)
        if not first:
            raise NotNow("Attack with one weapon first; then the other hand, once a turn.")
        others = _other_hand(table, first)
        if not others:
            raise NotNow("You need two one-handed weapons in hand.")
        refuse_without_reach(table, "Nobody is within 3 metres any more.")
        if not any(actions_left(table, melee_pool(table, table.actor, arm)) for arm in others.values()):
            raise NotNow("No dice left. Keep some back for the other hand next time.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        first = struck_with(table, own_turn(table).key)
        hands = (
            Choice(arm.key, arm.name, melee_pool(table, table.actor, arm).notation)
            for arm in _other_hand(table, first).values()
        )
        return {"target": targets(table), **ways(table), "weapon": tuple(hands)}

    @classmethod
    def _best_arm(cls, table: Table, target: str) -> Arm:
        """The weapon of the other hand that strikes the target best from where the actor stands."""
        band = band_at(distance(table, table.actor, target))

        def serves(arm: Arm) -> float:
            off = arm.malus_at(band) if band != "far" else 0
            return worth(melee_pool(table, table.actor, arm)) - off

        return max(_other_hand(table, struck_with(table, own_turn(table).key)).values(), key=serves)


def _other_hand(table: Table, first: str) -> dict[str, Arm]:
    """The weapons for one hand by key, but for the one that struck first; none if that took both hands."""
    fit = {key: arm for key, arm in arms(table.me).items() if key != UNARMED and _for_one_hand(table, key)}
    return {key: arm for key, arm in fit.items() if key != first} if first in fit else {}


def _for_one_hand(table: Table, key: str) -> bool:
    item = table.me.items.get(key)
    weapon = weapon_of(item) if item else None
    return weapon is not None and "two_handed" not in weapon.specials


# -- attacks that are announced --------------------------------------------------------------------------------------

_ATTACKS: Mapping[str, type[MeleeAttack]] = {kind.name: kind for kind in (MeleeAttack, SecondAttack)}
#: The sentence of advice about an attack whose answer is known.
OF_MEETING = f"Their average loss minus yours, counted in injury boxes; against their announced dice. {RATES}"
#: The sentence added to advice about an attack whose dice are still to be told.
WITH_ALL = "Assumes they attack with all dice."


@dataclass(frozen=True, slots=True, kw_only=True)
class Announce(MeleeDefend, name=TO_ANNOUNCE, label="Announce dice"):
    """Say how you meet an attack of the same initiative, before it is told with how many dice it comes (SDA-180, C-40).

    What you say here stands: you are not asked again.
    """

    has_odds: ClassVar[bool] = False
    throws_dice: ClassVar[bool] = False
    unasked: ClassVar[str] = "Nobody is waiting for your dice."

    def odds(self, table: Table) -> Odds | None:
        """None, since the number of dice to meet is not known yet."""
        return None

    def weighing(self, table: Table) -> Weighing:
        """Weigh with what to answer, with how many dice, and how many to keep, against all their dice (SDA-163)."""
        found = MeleeDefend.weighing(self, table)
        return replace(found, sentence=f"{found.sentence} {WITH_ALL}")

    def _exchange(self, table: Table, ask: Ask) -> Exchange:
        attacker = ask.known["attacker"]
        held = arms(table.sheet(attacker))
        arm = held.get(ask.known["chosen"]["weapon"]) or best_arm(
            table, attacker, band_at(distance(table, attacker, table.actor))
        )
        pool = attack_pool(table, attacker, table.actor, arm)
        dice = max(1, acting(table, attacker).most(pool.available))
        return Exchange(Blow.of(pool, dice, "spirit", arm.key), table.actor, both=True)

    def perform(self, table: Table, dice: Dice) -> None:
        ask = table.open_ask(self.ask, self.name)
        _, whole, most = self._pools(table, ask)
        self._check(table, ask, whole, most)
        known = table.answer(self.ask, self.name).known
        count = counted(self.dice, "die", "dice")
        table.happen(Told((table.actor,), f"{{0}} announces {count} first."))
        answer = {name: value for name, value in asdict(self).items() if name != "ask"}
        answer["worsen"] = list(self.worsen)
        title = Said(f"{{0}} announces {count}: how many dice do you attack with?", (table.actor,))
        table.ask(known["attacker"], title, TO_MEET, **known, answer=answer)


@dataclass(frozen=True, slots=True)
class Meet(Reply, name=TO_MEET, label="Attack"):
    """Attack somebody of the same initiative who has announced their dice, and is met with them (SDA-180, C-40)."""

    unasked: ClassVar[str] = "Nobody has announced dice against you."

    dice: int = number("Dice", least=1, most=MOST)
    bought: int = number("Dice bought with spirit", default=0, costs=True)

    @classmethod
    def rollers(cls, table: Table) -> Sequence[str]:
        """The ids of both, for both throw."""
        return (table.actor, str(cls.waiting(table).known["target"]))

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        ask = cls.waiting(table)
        attack = _attack(ask.known)
        arm = attack._arm(table)
        pool = melee_pool(table, table.actor, arm, bonus=high_ground(table, attack.target))
        most = max(1, spared(table, pool, acting(table, pool.who)))
        return {"ask": ask.key, "dice": most, **bought_in_rage(table, pool)}

    def odds(self, table: Table) -> Odds:
        ask = table.open_ask(self.ask, self.name)
        known, attack = ask.known, _attack(ask.known, self.dice, self.bought)
        pool = attack._rolled(table, with_bought(table, attack._pool(table, attack._arm(table)), self.bought))
        met, guard = _met(table, ask), guard_of(table, known["target"], int(known["answer"]["guard"]))
        theirs, mine = met.side(), replace(pool.side(self.dice), cancelled=guard)
        margin = chances.opposed(mine, theirs)
        shown = flawless_against(table, pool, self.dice, theirs, cancelled=guard)
        harmless = stands_guard(table.sheet(attack.target))
        listed = (
            Chance("scores", "you hit", margin.ahead),
            Chance("unhurt", "not hit back", 1.0 if harmless else 1 - margin.behind),
            *ends_of(pool, self.dice, shown),
        )
        count = counted(met.dice, "die", "dice")
        sentence = f"{counted(self.dice, 'die', 'dice')} against {count}: {often('you', 'hit', margin.ahead)}"
        odds = Odds(sentence, listed, with_kept_hits(table.me, margin.hits()), "hits")
        losses = None if harmless else losses_to_blows(table, attack.target, mine, theirs)
        learns = taught_by(table, met.as_pool(), met.dice, mine)
        return with_means_of_attack(odds, table, pool, attack.target, shown, attack, losses, learns)

    def weighing(self, table: Table) -> Weighing:
        """Weigh how many dice to throw and how many to buy against the answer that was announced."""
        ask = table.open_ask(self.ask, self.name)
        known, defence = ask.known, _met(table, ask)
        attack, duel = _attack(known).at_once(table, again=False)
        arm = arm_named(table.sheet(known["target"]), defence.weapon)
        taken = answer_to(table, known["target"], table.actor, arm, shield=bool(known["chosen"]["shield"]), both=True)
        met = replace(duel, answers=(defence.side(),), strains=(), taken=taken)

        def worth(chosen: Meet) -> Worth:
            strike = _attack(known, chosen.dice, chosen.bought)
            rolled = strike._rolled(table, attack.whole(chosen.bought))
            return attack.worth(met, attack.effort(rolled, chosen.dice, chosen.bought))

        upto = {"dice": attack.most, "bought": len(attack.pools) - 1}
        return Weighing(("dice", "bought"), BOXES, OF_MEETING, worth, (NOW,), upto, dice_said)

    def perform(self, table: Table, dice: Dice) -> None:
        known = table.answer(self.ask, self.name).known
        _attack(known, self.dice, self.bought).strike_out(table, dice)
        there = table.as_actor(known["target"])
        for ask in there.asks_for(known["target"], TO_DEFEND):
            _answer(ask.key, known).perform(there, dice)
        carry_on(table)


def _attack(known: Mapping[str, Any], dice: int = 1, bought: int = 0) -> MeleeAttack:
    chosen = {**known["chosen"], "dice": dice, "bought": bought}
    return _ATTACKS[known["attack_by"]](**{**chosen, "worsen": tuple(chosen["worsen"])})


def _answer(key: str, known: Mapping[str, Any]) -> MeleeDefend:
    """The announced answer as a command that answers the ask of that key."""
    answer = known["answer"]
    return MeleeDefend(**{**answer, "ask": key, "worsen": tuple(answer["worsen"])})


def _met(table: Table, ask: Ask) -> Blow:
    """The announced answer as a blow against the attack: with no dice, where its maker can no longer defend."""
    there, answer = table.as_actor(ask.known["target"]), _answer(ask.key, ask.known)
    if is_out(there.me) or not has_reaction(there, there.actor):
        answer = replace(answer, dice=0, bought=0)
    return answer.blow(there, ask)
