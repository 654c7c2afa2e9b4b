"""Who announces first where both attack: whoever has more spirit, before the other says with how many (SDA-180, C-40).

Whoever is attacked says how they meet it; then the attack is made, and met as it was announced.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, ClassVar

from rules.engine.asks import Reply
from rules.engine.commands import number
from rules.engine.dice import Dice
from rules.engine.facts import Told
from rules.engine.ground import distance
from rules.engine.odds import Chance, Odds, in_words
from rules.engine.sheets import Ask
from rules.engine.table import Table
from rules.engine.weighing import Weighing, Worth
from rules.engine.words import counted
from rules.systems.sda import chances
from rules.systems.sda.aftermath import ends_of, flawless_against
from rules.systems.sda.chances import Side
from rules.systems.sda.fight.arms import arm_named, arms, best_arm, melee_pool
from rules.systems.sda.fight.bleeding import spared
from rules.systems.sda.fight.budgets import acting
from rules.systems.sda.fight.defending import MeleeDefend
from rules.systems.sda.fight.exchange import TO_ANNOUNCE, TO_DEFEND, TO_MEET, Blow, Exchange, guard_of
from rules.systems.sda.fight.ground import band_at
from rules.systems.sda.fight.in_store import with_kept_hits
from rules.systems.sda.fight.maluses import attack_malus
from rules.systems.sda.fight.manoeuvres.second_weapon import SecondAttack
from rules.systems.sda.fight.melee import MOST, MeleeAttack, bought_in_rage, high_ground
from rules.systems.sda.fight.sequence import carry_on
from rules.systems.sda.fight.weighing.attacks import NOW
from rules.systems.sda.fight.weighing.duels import answer_to
from rules.systems.sda.fight.weighing.units import BOXES, RATES
from rules.systems.sda.pools import with_bought
from rules.systems.sda.weighing import dice_said

_ATTACKS: Mapping[str, type[MeleeAttack]] = {kind.name: kind for kind in (MeleeAttack, SecondAttack)}
#: What is expected of an attack whose answer is known.
OF_MEETING = f"Injury boxes on them less those on you, on average, against the dice that they have announced. {RATES}"
#: What is said of an attack whose dice are still to be told.
WITH_ALL = "They are taken to attack with all their dice."


@dataclass(frozen=True, slots=True)
class Announce(MeleeDefend):
    """Say how you meet an attack of the same initiative, before it is told with how many dice it comes (SDA-180, C-40).

    What you say here stands: you are not asked again.
    """

    name: ClassVar[str] = TO_ANNOUNCE
    label: ClassVar[str] = "Announce dice"
    has_odds: ClassVar[bool] = False
    throws_dice: ClassVar[bool] = False
    unasked: ClassVar[str] = "Nobody waits for your dice now."

    def odds(self, table: Table) -> Odds | None:
        """None: against how many dice is not known yet."""
        return None

    def weighing(self, table: Table) -> Weighing:
        """With what, with how many dice, and how many kept, against all that they have (SDA-163)."""
        found = MeleeDefend.weighing(self, table)
        return replace(found, sentence=f"{found.sentence} {WITH_ALL}")

    def _exchange(self, table: Table, ask: Ask) -> Exchange:
        attacker = ask.known["attacker"]
        held = arms(table.sheet(attacker))
        arm = held.get(ask.known["chosen"]["weapon"]) or best_arm(
            table, attacker, band_at(distance(table, attacker, table.actor))
        )
        pool = melee_pool(table, attacker, arm, malus=attack_malus(table, attacker, table.actor, arm))
        dice = max(1, acting(table, attacker).most(pool.available))
        return Exchange(Blow.of(pool, arm, dice, "spirit", shield=True), table.actor, both=True)

    def perform(self, table: Table, dice: Dice) -> None:
        ask = table.open_ask(self.ask, self.name)
        _, whole, most = self._pools(table, ask)
        self._check(table, ask, whole, most)
        known = table.answer(self.ask, self.name).known
        count = counted(self.dice, "die", "dice")
        table.happen(Told((table.actor,), f"{{0}} announces {count} first."))
        pool = self._plain(table, ask)
        blow = Blow.of(pool, self._arm(table, ask), self.dice, self.reward, self.shield)
        met = replace(blow, malus=self._side(table, ask, pool, self.dice).malus).known()
        answer = {name: value for name, value in asdict(self).items() if name != "ask"}
        answer["worsen"] = list(self.worsen)
        title = f"{table.me.name} announces {count}: with how many do you attack?"
        table.ask(known["attacker"], title, TO_MEET, **known, defence=met, answer=answer)


@dataclass(frozen=True, slots=True)
class Meet(Reply):
    """Attack somebody of the same initiative who has announced their dice, and is met with them (SDA-180, C-40)."""

    name: ClassVar[str] = TO_MEET
    label: ClassVar[str] = "Attack"
    has_odds: ClassVar[bool] = True
    unasked: ClassVar[str] = "Nobody has announced dice against you now."

    dice: int = number("Dice", least=1, most=MOST)
    bought: int = number("Dice bought with spirit", default=0)

    @classmethod
    def rollers(cls, table: Table) -> Sequence[str]:
        """Both, for both throw."""
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
        known = table.open_ask(self.ask, self.name).known
        attack = _attack(known, self.dice, self.bought)
        pool = attack._ready(table, with_bought(table, attack._pool(table, attack._arm(table)), self.bought))
        theirs, mine = _met(known), replace(pool.side(self.dice), cancelled=_guard(table, known))
        margin = chances.opposed(mine, theirs)
        shown = flawless_against(table, pool, self.dice, theirs)
        listed = (
            Chance("scores", "you score", margin.ahead),
            Chance("unhurt", "not hit", 1 - margin.behind),
            *ends_of(pool, self.dice, shown),
        )
        count = counted(known["defence"]["dice"], "die", "dice")
        sentence = f"{counted(self.dice, 'die', 'dice')} against {count}: {in_words(margin.ahead)} to score"
        return Odds(sentence, listed, with_kept_hits(table.me, margin.hits()), "hits")

    def weighing(self, table: Table) -> Weighing:
        """How many dice, and how many bought, against what was announced."""
        known = table.open_ask(self.ask, self.name).known
        attack, duel = _attack(known).at_once(table, again=False)
        arm = arm_named(table.sheet(known["target"]), known["defence"]["weapon"])
        taken = answer_to(table, known["target"], table.actor, arm, shield=attack_shield(known), both=True)
        met = replace(duel, answers=(_met(known),), strains=(), taken=taken)

        def worth(chosen: Meet) -> Worth:
            strike = _attack(known, chosen.dice, chosen.bought)
            rolled = strike._ready(table, attack.whole(chosen.bought))
            return attack.worth(met, attack.effort(rolled, chosen.dice, chosen.bought))

        upto = {"dice": attack.most, "bought": len(attack.pools) - 1}
        return Weighing(("dice", "bought"), BOXES, OF_MEETING, worth, (NOW,), upto, dice_said)

    def perform(self, table: Table, dice: Dice) -> None:
        known = table.answer(self.ask, self.name).known
        _attack(known, self.dice, self.bought).strike_out(table, dice)
        there = table.as_actor(known["target"])
        for ask in there.asks_for(known["target"], TO_DEFEND):
            answer = known["answer"]
            MeleeDefend(**{**answer, "ask": ask.key, "worsen": tuple(answer["worsen"])}).perform(there, dice)
        carry_on(table)


def attack_shield(known: Mapping[str, Any]) -> bool:
    """Whether whoever attacks holds a shield ready."""
    return bool(known["chosen"]["shield"])


def _attack(known: Mapping[str, Any], dice: int = 1, bought: int = 0) -> MeleeAttack:
    chosen = {**known["chosen"], "dice": dice, "bought": bought}
    return _ATTACKS[known["attack_by"]](**{**chosen, "worsen": tuple(chosen["worsen"])})


def _met(known: Mapping[str, Any]) -> Side:
    """What was announced against it."""
    return Blow(**known["defence"]).side()


def _guard(table: Table, known: Mapping[str, Any]) -> int:
    return guard_of(table, known["target"], int(known["answer"]["guard"]))
