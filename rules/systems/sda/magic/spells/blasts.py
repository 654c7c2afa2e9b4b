"""Spells that burst over a place: who is caught, who leaps out, what is left for them (SDA-283 to SDA-286).

A fireball's roll of damage is also its radius (SDA-284, C-64). Of other blasts the hits make the radius, and each metre
beyond the first takes a die (D-9).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from rules.engine.fight import bearing, metres, place, shifted, stopped
from rules.engine.kernel import Dice, Json, Moved, Table, Told, Weighing, counted, number
from rules.engine.odds import Chance, Distribution, Odds, in_words, mapped, mixture
from rules.systems.sda.core.effects import HELD as SPELLBOUND
from rules.systems.sda.core.effects import Area, area_of, steps_lost, those_in
from rules.systems.sda.core.person import distribution, harmless, warded
from rules.systems.sda.core.rolls import Pool, judge, mos, pool_for, reckon, throw_dice
from rules.systems.sda.fight.advice import cost_of_damage
from rules.systems.sda.fight.base import HELD, reaction_dice
from rules.systems.sda.fight.moves import MOST, carry_on, provoke
from rules.systems.sda.magic.spells.effects import is_play, only_play
from rules.systems.sda.magic.spells.released import Going
from rules.systems.sda.magic.spells.resisting import REFLEX, Answer, measured
from rules.systems.sda.world.harm import harm

#: The area of a burst that has none of its own.
_BURST = Area("sphere", 1, 0)
#: Falloff, by what each metre away from the middle takes: a point of the damage that was rolled, or a die of it.
DAMAGE, DICE = "damage", "dice"


@dataclass(frozen=True, slots=True)
class Blast:
    """A burst: where, how far it reaches, and its ``force``: damage rolled already, or dice still to roll."""

    by: str
    spell: str
    x: float
    y: float
    shape: str
    radius: int
    force: int
    die: int
    type: str
    falloff: str

    def known(self) -> dict[str, Json]:
        return asdict(self)

    @classmethod
    def from_known(cls, known: Mapping[str, Any]) -> "Blast":
        return cls(**{name: known[name] for name in cls.__slots__})

    def force_at(self, far: float) -> int:
        """The force that is left so many metres from the middle, 0 beyond the radius (SDA-285)."""
        if far > self.radius:
            return 0
        return max(0, self.force - steps_lost(far)) if self.falloff else self.force

    def force_on(self, table: Table, who: str) -> int:
        return self.force_at(leap_distance(table, self, who))

    def damage_after(self, ways: Sequence[float], far: Callable[[int], float], ward: int = 0) -> Distribution:
        """The damage before armour, for somebody whose MoS say how far away they get.

        ``ways`` are the chances of 0, 1, 2 ... MoS, ``far`` the metres from the middle by MoS; ``ward`` takes dice.
        """
        if self.falloff == DAMAGE:
            return mapped(ways, lambda value: self.force_at(far(value)))
        dice = [max(0, self.force_at(far(value)) - ward) for value in range(len(ways))]
        return mixture((share, distribution(self.die, count)) for share, count in zip(ways, dice, strict=True))


def leap_distance(table: Table, blast: Blast, who: str) -> float:
    """Metres between somebody and the middle of a blast."""
    return metres((blast.x, blast.y), place(table, who))


def explode(table: Table, dice: Dice, going: Going) -> None:
    """Let a spell burst: everybody inside who may leap is asked, all others are caught (SDA-286)."""
    blast = _burst(table, dice, going)
    judge(table, going.by, "blast", going.hits, spell=going.spell, radius=blast.radius, force=blast.force)
    table.happen(Told((going.by,), f"{{0}}’s {going.entry.name} reaches {blast.radius} m."))
    if not blast.force:
        return
    area = Area(blast.shape, blast.radius, 0)
    for who in those_in(table, area, going.by, going.middle, blast.radius):
        if who == going.by and going.entry.among == "others":
            continue
        if going.entry.save == REFLEX and may_leap(table, who):
            _ask_to_leap(table, blast, who)
        else:
            caught(table, dice, blast, who)


def _burst(table: Table, dice: Dice, going: Going) -> Blast:
    spell, one = going.entry, going.entry.harms[0]
    die, count = one.die or going.sides, one.dice(going.hits)
    area = area_of(spell, going.skill) or _BURST
    if one.falloff == DAMAGE:
        faces = throw_dice(table, dice, going.by, die, count, f"damage, {one.type}")
        reach = force = sum(map(mos, faces))
    else:
        reach, force = area.extent(going.hits), count
    return Blast(going.by, spell.name, going.x, going.y, area.shape, reach, force, die, one.type, one.falloff)


def may_leap(table: Table, who: str) -> bool:
    """Whether somebody can get away at all, and has dice left to try."""
    sheet = table.sheet(who)
    if any(sheet.has(condition) for condition in (*HELD, SPELLBOUND)):
        return False
    return reaction_dice(table, pool_for(table, who, REFLEX, whole=True)) > 0


def _ask_to_leap(table: Table, blast: Blast, who: str) -> None:
    far = leap_distance(table, blast, who)
    at = f"{far:g} m from its centre"
    lies = counted(blast.force_at(far), "damage", "damage") if blast.falloff == DAMAGE else "its damage"
    table.ask(
        who,
        f"{blast.spell}: you are {at} and would take {lies}. Leap aside?",
        "magic.leap",
        save=REFLEX,
        **blast.known(),
    )


def fly_aside(table: Table, blast: Blast, who: str, by: int) -> None:
    """Move somebody metres straight away from the middle, or the way they look if they stand in it (SDA-286)."""
    here, middle = place(table, who), (blast.x, blast.y)
    stand = table.combatant(who)
    if not by:
        table.happen(Told((who,), "{0} does not get away."))
        return
    line = stand.facing if here == middle else bearing(middle, here)
    end = stopped(table, here, shifted(here, line, by))
    table.happen(Moved(who, *end, stand.facing), Told((who,), f"{{0}} leaps {by} m aside."))


def caught(table: Table, dice: Dice, blast: Blast, who: str) -> None:
    """Harm somebody with the force left where they stand now; nobody is hurt in sparring (SDA-075)."""
    force = blast.force_on(table, who)
    if not force:
        table.happen(Told((who,), f"{{0}} is out of reach of the {blast.spell}."))
        return
    if is_play(table, blast.by, who):
        return
    measure = force
    if blast.falloff != DAMAGE:
        left = max(0, force - warded(table.sheet(who), blast.type))
        measure = sum(map(mos, throw_dice(table, dice, blast.by, blast.die, left, f"damage, {blast.type}")))
    harm(table, dice, who, blast.type, measure, blast.by)


# -- the leap ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LeapAside(Answer, name="magic.leap", label="Leap aside"):
    """Leap out of a blast: a reflex roll as a reaction, a metre away from its middle for each MoS (SDA-286).

    In the first metre a fireball does all its damage, and one less for each metre beyond (SDA-285).
    """

    metres: int = number("Maximum metres", most=MOST, default=MOST, help="You may stop sooner", at_once=False)

    def odds(self, table: Table) -> Odds:
        ask = table.open_ask(self.ask, self.name)
        pool, most = self._ready(table, REFLEX)
        blast = Blast.from_known(ask.known)
        listed = [(n, self._hurt_by(table, blast, pool, n)) for n in range(most + 1)]
        chosen = listed[self.dice][1]
        compared = tuple(Chance(str(n), counted(n, "die", "dice"), hurt[0]) for n, hurt in listed)
        sentence = f"{counted(self.dice, 'die', 'dice')}: {in_words(chosen[0])} to get away unhurt"
        listed_chances = (Chance("unhurt", "unhurt, before armour", chosen[0]),)
        return Odds(sentence, listed_chances, chosen, "damage before armour", compared=compared)

    def weighing(self, table: Table) -> Weighing:
        """How many dice, and how many kept: leaping gives an opening to those in reach (SDA-163, SDA-286)."""
        blast = Blast.from_known(table.open_ask(self.ask, self.name).known)

        def taken(chosen: LeapAside, pool: Pool) -> float:
            damage = chosen._hurt_by(table, blast, pool, chosen.dice)
            return cost_of_damage(table, table.actor, blast.type, damage)

        return self._in_boxes(table, blast.by, REFLEX, taken)

    def perform(self, table: Table, dice: Dice) -> None:
        blast = Blast.from_known(table.answer(self.ask, self.name).known)
        if not self.dice:
            self._ready(table, REFLEX)
            table.happen(Told((table.actor,), "{0} stays."))
        else:
            result = self._rolled(table, dice, REFLEX)
            before = blast.force_on(table, table.actor)
            fly_aside(table, blast, table.actor, min(result.net, self.metres))
            after = blast.force_on(table, table.actor)
            reckon(table, dice, result, succeeded=result.net > 0 and after < before, reward=self.reward)
            provoke(table, table.actor, "leaps aside")
        caught(table, dice, blast, table.actor)
        carry_on(table)

    def _hurt_by(self, table: Table, blast: Blast, pool: Pool, count: int) -> tuple[float, ...]:
        if harmless(table.me, blast.type) or only_play(table, blast.by, table.actor):
            return (1.0,)
        far = leap_distance(table, blast, table.actor)
        ways = measured(pool, count)
        ward = warded(table.me, blast.type)
        return blast.damage_after(ways, lambda value: far + min(value, self.metres), ward)
