"""Places that spells hold for a while: who stands in them, and who comes into them later (D-9).

The caster bears the condition that shows such a place; its extent is remembered beside that, so that it ends as every
spell does. People in it bear its effects only as long as they are ``within``.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rules.engine.fight import Point, metres, place
from rules.engine.kernel import Table
from rules.systems.sda.core.effects.areas import area_of, in_area, is_fume, is_meant, steps_lost
from rules.systems.sda.core.effects.lasting import end, kept
from rules.systems.sda.core.effects.spell_entries import Spell
from rules.systems.sda.core.effects.spells import spells
from rules.systems.sda.core.person import SPELLS

#: Prefix of the condition that shows such a place; the spell's key follows.
PREFIX = "cloud_"
#: Keys of a work: the place that the spell holds, or the place that its bearer is in.
CLOUD, WITHIN = "cloud", "within"
#: Name of the command that answers for coming into one.
INSIDE = "magic.inside"
#: Shapes of areas that may be places: those without a direction.
_ROUND = ("sphere", "volume")


@dataclass(frozen=True, slots=True)
class Cloud:
    """A place under a spell: ``by`` whom, the ``name`` of the condition that shows it, and the ``work`` beside that."""

    by: str
    name: str
    spell: Spell
    work: Mapping[str, Any]

    @property
    def key(self) -> str:
        return f"{self.by}|{self.name}"

    @property
    def hits(self) -> int:
        return int(self.work["hits"])

    @property
    def extent(self) -> float:
        return float(self.work[CLOUD]["extent"])

    @property
    def has_spot(self) -> bool:
        """Whether it is somewhere on the board."""
        return "x" in self.work[CLOUD]

    def middle(self, table: Table) -> Point:
        """The point at its middle; a place around somebody goes with them."""
        told = self.work[CLOUD]
        around = str(told["around"])
        return place(table, around) if around in table.scene.combatants else (float(told["x"]), float(told["y"]))

    def covers(self, table: Table, point: Point) -> bool:
        return metres(self.middle(table), point) <= self.extent

    def hits_at(self, table: Table, point: Point) -> int:
        """Hits that are left at a point: fumes and blasts thin out with every metre (SDA-285)."""
        return self.hits_from(metres(self.middle(table), point))

    def hits_from(self, far: float) -> int:
        """Hits that are left so many metres from its middle; see :meth:`hits_at`."""
        thins = is_fume(self.spell, str(self.work["skill"])) or any(one.falloff for one in self.spell.harms)
        return max(0, self.hits - steps_lost(far)) if thins else self.hits

    def is_for(self, table: Table, who: str) -> bool:
        """Whether it does anything to somebody who comes into it."""
        told = tuple(self.work[CLOUD]["others"])
        picked = () if self.spell.harms else told
        return not table.sheet(who).has("dead") and is_meant(table, self.spell, self.by, who, picked)

    def holds(self, table: Table, who: str) -> list[str]:
        """Names of the conditions that it has put on somebody inside."""
        return held_in(table, self.key, who)


def is_cloud(spell: Spell, skill: str) -> bool:
    """Whether a spell holds a place for a while, rather than whoever happens to stand there."""
    area = area_of(spell, skill)
    if area is None or area.shape not in _ROUND or spell.duration.sort in ("instantaneous", "permanent"):
        return False
    return bool(spell.among) if in_area(spell, skill) else bool(spell.harms)


def clouds(table: Table) -> Iterator[Cloud]:
    """Every place under a spell on the board of this fight."""
    if table.encounter is not None:
        held = (one for who in _bewitched(table) for one in held_by(table, who))
        yield from (one for one in held if one.has_spot)


def _bewitched(table: Table) -> list[str]:
    """Everybody in the fight on whom any spell lies."""
    return [who for who in table.scene.combatants if SPELLS in table.sheet(who).memo]


def held_by(table: Table, who: str) -> Iterator[Cloud]:
    """The places that spells of somebody hold, wherever they are."""
    sheet = table.sheet(who)
    for name, work in kept(sheet).items():
        spell = spells().get(str(work["spell"]))
        if CLOUD in work and spell is not None and sheet.has(name):
            yield Cloud(who, name, spell, work)


def cloud_of(table: Table, key: str) -> Cloud | None:
    """The place of that key; None where it is gone."""
    return next((one for one in clouds(table) if one.key == key), None)


def ahead(table: Table, who: str) -> list[Cloud]:
    """Every place that does something to somebody, and in which they do not stand."""
    here = place(table, who)
    return [one for one in clouds(table) if not one.covers(table, here) and one.is_for(table, who)]


def go_through(table: Table, who: str, start: Point) -> None:
    """Follow somebody from ``start``: places that they left are over for them, those that they came into ask them."""
    here = place(table, who)
    for one in list(clouds(table)):
        if not one.covers(table, here):
            release(table, one.key, who)
        elif not one.covers(table, start) and not one.holds(table, who) and one.is_for(table, who):
            table.ask(who, f"You enter {one.spell.name}: it affects you", INSIDE, cloud=one.key)


def release(table: Table, cloud: str, who: str) -> None:
    """End everything that a place did to somebody who is out of it."""
    for name in held_in(table, cloud, who):
        end(table, who, name)


def held_in(table: Table, cloud: str, who: str) -> list[str]:
    """Names of the conditions that a place has put on somebody inside."""
    return [name for name, work in kept(table.sheet(who)).items() if work.get(WITHIN) == cloud]
