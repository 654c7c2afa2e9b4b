"""A shot on its way: the roll, the reflex against it, the damage (SDA-195 to SDA-201)."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from rules.engine.kernel import Dice, Json, Judged, Table, Told, counted
from rules.systems.sda.content.entries import DamageType
from rules.systems.sda.content.house_rules.fight import SPIRIT_PER_SHOT
from rules.systems.sda.core.effects import hit_while_casting
from rules.systems.sda.core.rolls import mos, throw_dice
from rules.systems.sda.fight.base import Missile, jam, more_of_its_own, spar, use_shield
from rules.systems.sda.fight.blows.exchange import ready_shield
from rules.systems.sda.fight.blows.rolls import Blow, granted, lose_spirit, reckon_both, strain
from rules.systems.sda.fight.moves.opportunity import provoke
from rules.systems.sda.fight.moves.sequence import carry_on
from rules.systems.sda.fight.wounds.damage import deal_beside, wound


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
