"""One exchange of blows: who attacks whom, the clash of both rolls, and the question how to spend the hits.

An `Exchange` travels in the ``known`` of asks as plain values.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.engine.kernel import ConditionSet, Dice, Json, Judged, Table, Told, counted
from rules.systems.sda.content.house_rules import fight
from rules.systems.sda.core.effects import hit_while_casting
from rules.systems.sda.core.person import figure
from rules.systems.sda.core.rolls import Result, rider_of
from rules.systems.sda.fight.base import (
    SHIELD,
    STANCE,
    Arm,
    all_into_damage,
    best_arm,
    is_out,
    kept,
    melee_pool,
    shield_of,
    shields_left,
    stands_guard,
    strike_home,
)
from rules.systems.sda.fight.base.arms import arms
from rules.systems.sda.fight.blows.maluses import no_defence
from rules.systems.sda.fight.blows.rolls import Blow, granted, lose_spirit, reckon_both, strain
from rules.systems.sda.fight.moves.shields import wall_of
from rules.systems.sda.fight.moves.uses import uses_now

#: Hits that a damage die costs the attacker, and a defender who won (SDA-201, C-39).
ATTACKER_RATE, DEFENDER_RATE = 1, 2
#: The die that an attack of opportunity brings along, outside the budget (SDA-230, C-19).
FREE_DIE = 1
#: The kind of exchange in which both attack and the one who comes running cannot disarm (SDA-248).
CHARGE = "charge"
#: The command that answers an attack.
TO_DEFEND = "melee.defend"
#: The commands by which the one with more spirit announces first, and the other then attacks (SDA-180).
TO_ANNOUNCE, TO_MEET = "melee.announce", "melee.meet"
#: The command that spends hits; others may answer the same ask.
TO_SPEND = "melee.spend"


@dataclass(frozen=True, slots=True)
class Exchange:
    """An attack that waits for its defence. ``both`` if both count as attackers (SDA-180, SDA-248)."""

    attack: Blow
    target: str
    kind: str = "attack"
    both: bool = False

    def known(self) -> dict[str, Json]:
        return {
            "attacker": self.attack.who,
            "target": self.target,
            "kind": self.kind,
            "both": self.both,
            "attack": self.attack.known(),
        }

    @classmethod
    def from_known(cls, known: Mapping[str, Any]) -> "Exchange":
        return cls(Blow.from_known(known["attack"]), known["target"], known["kind"], known["both"])


# -- both rolls ------------------------------------------------------------------------------------------------------


def clash(
    table: Table, dice: Dice, exchange: Exchange, defence: Blow | None, *, guard: int = 0, shield: bool = True
) -> None:
    """Roll both sides: the higher MoS scores the difference in hits, and the winner is asked how to spend them.

    A malus beyond a side's MoS gives the other side as many dice, thrown once, after both rolls; of somebody who does
    not roll it is the whole malus (SDA-029, SDA-045, C-13). Of a defensive stance up to ``guard`` MoS are spent;
    somebody who stands in one scores nothing (SDA-249). ``shield`` says whether a target without a roll holds one
    ready.
    """
    attack, attacker, target = exchange.attack, exchange.attack.who, exchange.target
    mine = attack.thrown(table, dice, "melee attack" if exchange.kind == "attack" else exchange.kind)
    theirs = defence.thrown(table, dice, "defence") if defence else None
    open_to = 0 if theirs else no_defence(table, target, attacker).malus
    mine, theirs = granted(table, dice, mine, theirs, open_to)
    mine = _cancelled(table, target, mine, guard)
    striking = (attacker, target) if exchange.both else (attacker,)
    margin = strike_home(table, mine.net - (theirs.net if theirs else 0), striking)
    winner = attacker if margin > 0 else target if margin < 0 and not stands_guard(table.sheet(target)) else None
    hits = abs(margin) if winner else 0
    numbers = {"winner": winner, "hits": hits, "attack": mine.net, "defence": theirs.net if theirs else 0}
    table.happen(Judged(attacker, "hit" if margin > 0 else "parried" if margin < 0 else "tie", hits, dict(numbers)))
    if winner is None:
        table.happen(Told((attacker, target), "{0} and {1} draw."))
    else:
        loser = target if winner == attacker else attacker
        amount = hits * fight.SPIRIT_PER_HIT.number(table.house_rules)
        lose_spirit(table, loser, winner, amount, "hit in melee")
        hit_while_casting(table, loser, hits)
    skill = defence.skill if defence else melee_pool(table, target, best_arm(table, target)).skill
    ends = {"hit": margin > 0, "held": margin < 0}
    reckon_both(table, dice, attack, mine, defence, theirs, target=target, skill=skill, **ends)
    if theirs and defence:
        strain(table, target, defence.weapon, theirs)
    strain(table, attacker, attack.weapon, mine)
    if winner is not None:
        _ask_to_spend(table, exchange, defence, winner, hits, shield=defence.shield if defence else shield)


def guard_of(table: Table, who: str, most: int) -> int:
    """MoS that somebody's stance takes off the next attack, ``most`` at most; 0 without one (SDA-249)."""
    sheet = table.sheet(who)
    stance = sheet.conditions.get(STANCE)
    return min(stance.level, most) if stance and not is_out(sheet) else 0


def _cancelled(table: Table, who: str, attack: Result, guard: int) -> Result:
    """The attack after up to ``guard`` MoS of a defensive stance are spent on it (SDA-249)."""
    spent = min(attack.net, guard_of(table, who, guard))
    if not spent:
        return attack
    stance = table.sheet(who).conditions[STANCE]
    rest = replace(stance, level=stance.level - spent)
    table.happen(ConditionSet(who, rest))
    table.happen(Told((who,), f"{{0}}’s stance takes {spent} MoS off the attack."))
    return replace(attack, net=attack.net - spent)


def _ask_to_spend(
    table: Table, exchange: Exchange, defence: Blow | None, winner: str, hits: int, *, shield: bool
) -> None:
    """Ask the winner how to spend the hits; ``shield`` says whether the target holds one ready."""
    attack = exchange.attack
    attacked = winner == attack.who
    loser, blow, other = (exchange.target, attack, defence) if attacked else (attack.who, defence or attack, attack)
    known = {
        "winner": winner,
        "loser": loser,
        "hits": hits,
        "rate": ATTACKER_RATE if attacked or exchange.both else DEFENDER_RATE,
        "weapon": blow.weapon,
        "skill": blow.skill,
        "their_weapon": other.weapon if other else "",
        "shield": ready_shield(table, loser, wanted=shield if attacked else attack.shield),
        "kind": exchange.kind,
        "attacker": attack.who,
        "both": exchange.both,
    }
    ask_to_spend(table, known)


def ask_to_spend(table: Table, known: Mapping[str, Any]) -> None:
    """Ask the winner how to spend the hits, with every command that is possible as things stand (SDA-186).

    A rider spends the hits of the mount (SDA-253).
    """
    rider = rider_of(table, known["winner"])
    hits = counted(known["hits"], "hit", "hits")
    title = f"{hits} on {table.name(known['loser'])}: what do you do with {'it' if known['hits'] == 1 else 'them'}?"
    if rider:
        title = f"{table.name(known['winner'])} has {title}"
    uses = () if all_into_damage(table, known) else uses_now(table, known)
    table.ask(rider or known["winner"], title, TO_SPEND, *uses, **known)


def ready_shield(table: Table, who: str, *, wanted: bool = True) -> int:
    """Hits that a shield stops before any does damage: held ready, and not yet used this round (SDA-220).

    ``wanted`` says whether its bearer knows of the attack and chooses to use it. The shields of a wall take no hits
    (SDA-270). Those that a spell holds before somebody come on top (D-9).
    """
    sheet = table.sheet(who)
    if is_out(sheet) or not wanted:
        return 0
    in_hand = 0 if wall_of(table, who) or not shields_left(table, who) else shield_of(sheet)
    return in_hand + kept(sheet, SHIELD)


def winning_arm(table: Table, known: Mapping[str, Any]) -> Arm:
    """The weapon that scored, or the best one left, if it is in hand no longer.

    A firm grip makes it harder to disarm of (D-7).
    """
    held = arms(table.sheet(known["winner"]))
    arm = held.get(known["weapon"]) or best_arm(table, known["winner"])
    grip = figure(table.sheet(known["loser"]), "firm_grip")
    return replace(arm, disarm=arm.disarm + grip) if grip else arm
