"""One exchange of blows, and a shot on its way: who attacks whom, both rolls, what the hits do.

SDA-180 to SDA-186, SDA-195 to SDA-201, SDA-220, SDA-248, SDA-249. An `Exchange` or a `Shot` travels in the ``known`` of
asks as plain values.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from rules.engine.kernel import ConditionSet, Dice, Json, Judged, Said, Table, Told, counted
from rules.engine.page.blocks import Part
from rules.systems.sda.content.house_rules import fight
from rules.systems.sda.content.house_rules.fight import SPIRIT_PER_SHOT
from rules.systems.sda.content.weapon_entries import DamageType
from rules.systems.sda.core.effects import hit_while_casting
from rules.systems.sda.core.person import figure
from rules.systems.sda.core.rolls import Result, mos, rider_of, throw_dice
from rules.systems.sda.fight.base import (
    SHIELD,
    STANCE,
    Arm,
    Missile,
    all_into_damage,
    arms,
    best_arm,
    is_out,
    jam,
    kept,
    melee_pool,
    more_of_its_own,
    shield_of,
    shields_left,
    spar,
    stands_guard,
    strike_home,
    use_shield,
)
from rules.systems.sda.fight.blows.maluses import attack_maluses, defence_maluses, no_defence
from rules.systems.sda.fight.blows.rolls import Blow, granted, lose_spirit, reckon_both, strain
from rules.systems.sda.fight.moves import carry_on, provoke, uses_now, wall_of
from rules.systems.sda.fight.wounds import deal_beside, wound

#: Hits that a damage die costs the attacker, and a defender who won (SDA-201, C-39).
ATTACKER_RATE, DEFENDER_RATE = 1, 2
#: The kind of exchange in which both attack and the one who comes running cannot disarm (SDA-248).
CHARGE = "charge"
#: The kind of exchange at an opening.
OPPORTUNITY = "opportunity"
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
    mine, theirs = granted(table, dice, mine, theirs, open_to, _hindered(table, exchange, defence))
    mine = _cancelled(table, target, mine, guard)
    striking = (attacker, target) if exchange.both else (attacker,)
    margin = strike_home(table, mine.net - (theirs.net if theirs else 0), striking)
    winner = attacker if margin > 0 else target if margin < 0 and not stands_guard(table.sheet(target)) else None
    hits = abs(margin) if winner else 0
    numbers = {"winner": winner, "hits": hits, "attack": mine.net, "defence": theirs.net if theirs else 0}
    table.happen(Judged(attacker, "hit" if margin > 0 else "parried" if margin < 0 else "tie", hits, dict(numbers)))
    table.happen(Told((attacker, target), _in_words(exchange, winner, hits, answered=defence is not None)))
    if winner is not None:
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


def _in_words(exchange: Exchange, winner: str | None, hits: int, *, answered: bool) -> str:
    """The sentence that says who got the better of whom, attacker {0} or target {1}; ``answered`` with a roll."""
    if winner is None:
        return "{0} and {1} draw."
    scored = counted(hits, "hit", "hits")
    if winner == exchange.attack.who:
        return f"{{0}} hits {{1}}: {scored}."
    if exchange.both:
        return f"{{1}} hits {{0}}: {scored}."
    return f"{{1}} parries {{0}} and scores {scored}." if answered else f"{{0}} misses {{1}}, who scores {scored}."


def _hindered(table: Table, exchange: Exchange, defence: Blow | None) -> tuple[list[Part], list[Part]]:
    """The maluses of both sides by how they stand, which everybody sees, each with its name."""
    attack, attacker, target = exchange.attack, exchange.attack.who, exchange.target
    strikes = arms(table.sheet(attacker)).get(attack.weapon)
    parries = arms(table.sheet(target)).get(defence.weapon) if defence else None
    opens = exchange.kind == OPPORTUNITY
    mine = attack_maluses(table, attacker, target, strikes, opportunity=opens) if strikes else []
    return mine, defence_maluses(table, target, attacker, parries) if parries else []


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
    table.happen(ConditionSet(who, replace(stance, level=stance.level - spent)))
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
    title = f"{hits} on {{0}}: spend {'it' if known['hits'] == 1 else 'them'}"
    if rider:
        title = f"{{1}} has {title}"
    uses = () if all_into_damage(table, known) else uses_now(table, known)
    about = (known["loser"], known["winner"])
    table.ask(rider or known["winner"], Said(title, about), TO_SPEND, *uses, **known)


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
    arm = arms(table.sheet(known["winner"])).get(known["weapon"]) or best_arm(table, known["winner"])
    grip = figure(table.sheet(known["loser"]), "firm_grip")
    return replace(arm, disarm=arm.disarm + grip) if grip else arm


@dataclass(frozen=True, slots=True)
class Shot:
    """A shot at somebody: the roll, the damage die with its type, and whether the weapon may jam.

    ``aware`` targets hold their shields ready, unless they say otherwise.
    """

    attack: Blow
    target: str
    die: int
    type: str
    type_malus: int
    unreliable: bool
    aware: bool

    @classmethod
    def of(cls, attack: Blow, target: str, missile: Missile, kind: DamageType, *, aware: bool = True) -> "Shot":
        die = missile.arm.die if missile.arm.damage else 0
        return cls(attack, target, die, kind.type, kind.malus_mos, missile.unreliable, aware)

    def known(self) -> dict[str, Json]:
        return {**asdict(self), "attacker": self.attack.who}

    @classmethod
    def from_known(cls, known: Mapping[str, Any]) -> "Shot":
        told = {name: value for name, value in known.items() if name != "attacker"}
        return cls(**{**told, "attack": Blow.from_known(known["attack"])})


def hits_home(table: Table, dice: Dice, shot: Shot, reflex: Blow | None) -> None:
    """Roll the shot, and the reflex against it; every hit is a die of damage and nothing else (SDA-199, SDA-200).

    A malus beyond either roll gives the other side dice, as wherever two rolls meet (SDA-045).
    """
    attack = shot.attack
    mine = attack.thrown(table, dice, "ranged attack")
    theirs = reflex.thrown(table, dice, "reflex") if reflex else None
    mine, theirs = granted(table, dice, mine, theirs)
    dodged = theirs.net if theirs else 0
    hits = max(0, mine.net - dodged)
    numbers: dict[str, int | str | None] = {"hits": hits, "attack": mine.net, "reflex": dodged, "malus": attack.malus}
    table.happen(Judged(attack.who, "hit" if hits else "miss", hits, numbers))
    told = f"{{0}} hits {{1}}: {counted(hits, 'hit', 'hits')}." if hits else "{0} misses {1}."
    table.happen(Told((attack.who, shot.target), told))
    amount = hits * SPIRIT_PER_SHOT.number(table.house_rules)
    lose_spirit(table, shot.target, attack.who, amount, "hit from afar")
    hit_while_casting(table, shot.target, hits)
    skill, ends = reflex.skill if reflex else "reflex", {"hit": hits > 0, "held": not hits}
    reckon_both(table, dice, attack, mine, reflex, theirs, target=shot.target, skill=skill, **ends)
    if shot.unreliable and mine.no_success:
        jam(table, attack.who, attack.weapon, mine.faces.count(1))
    strain(table, attack.who, attack.weapon, mine)
    if hits and not spar(table, attack.who, shot.target):
        _hurt(table, dice, shot, hits, ready=reflex.shield if reflex else shot.aware)
    if reflex:
        provoke(table, shot.target, "dodges")
    carry_on(table)


def _hurt(table: Table, dice: Dice, shot: Shot, hits: int, *, ready: bool) -> None:
    """Roll a die of damage for each hit that a shield does not stop (SDA-199, SDA-201, SDA-220)."""
    shield = ready_shield(table, shot.target, wanted=ready)
    if shield:
        use_shield(table, shot.target)
        table.happen(Told((shot.target,), "{0} stops " + f"{min(shield, hits)} of the hits with the shield."))
    count = max(0, hits - shield)
    if count and shot.die:
        by, weapon = shot.attack.who, shot.attack.weapon
        count += more_of_its_own(table.sheet(by), weapon)
        faces = throw_dice(table, dice, by, shot.die, count, f"damage, {shot.type}")
        wound(table, by, shot.target, shot.type, max(0, sum(map(mos, faces)) - shot.type_malus))
        deal_beside(table, dice, by, shot.target, weapon)
