"""Spells that reach several at once: who is named, who stands inside, and what is left for each of them (D-9)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.engine.fight import distance, metres, others_known, place
from rules.engine.kernel import Table, Told
from rules.engine.odds import Chance, Distribution, at_least
from rules.systems.sda.core.effects import (
    CLOSE_CONE,
    DIRECTED,
    Area,
    Spell,
    area_of,
    covers,
    in_area,
    in_fight,
    is_fume,
    is_meant,
    steps_lost,
    those_in,
)
from rules.systems.sda.core.person import distribution, harmless, warded
from rules.systems.sda.magic.spells.effects import has_force
from rules.systems.sda.magic.spells.released import Going


@dataclass(frozen=True, slots=True)
class Reached:
    """A person whom a spell reaches, with the hits that are left for them."""

    who: str
    hits: int


# -- who it is --------------------------------------------------------------------------------------------------------


def reached(table: Table, going: Going, others: Sequence[str]) -> list[Reached]:
    """Everybody whom a spell reaches as it goes off; of those named too many the last are told that it does not."""
    spell = going.entry
    if in_area(spell, going.skill) and in_fight(table, going.by):
        return _inside(table, going, others)
    named = [going.target, *(who for who in others if who in table.sheets and who != going.target)]
    if in_area(spell, going.skill):
        return [Reached(who, going.hits) for who in named if who != going.by or spell.among not in _NOT_THE_CASTER]
    if spell.several is None or len(named) == 1:
        return [Reached(going.target, going.hits)]
    found = _shared(table, spell, going, named)
    for who in named:
        if who not in {one.who for one in found}:
            table.happen(Told((who,), f"{spell.name} does not reach {{0}}."))
    return found


def _shared(table: Table, spell: Spell, going: Going, named: Sequence[str]) -> list[Reached]:
    if spell.several is None:
        return []
    if spell.several.share == "leaps" and in_fight(table, going.by):
        named = _from_one_to_the_next(table, named)
    shares = shares_of(spell, going.hits, len(named))
    return [Reached(who, hits) for who, hits in zip(named, shares, strict=False)]


def shares_of(spell: Spell, hits: int, people: int) -> list[int]:
    """The hits of each of so many people, as far as they go round.

    >>> from types import SimpleNamespace as S
    >>> from rules.systems.sda.core.effects.spell_entries import Several
    >>> [shares_of(S(several=Several(0, 1, share)), 5, 3) for share in ("", "leaps", "split", "time")]
    [[5, 5, 5], [5, 4, 3], [2, 2, 1], [3, 3, 3]]
    >>> [shares_of(S(several=Several(0, 1, share)), 2, 3) for share in ("", "leaps", "split", "time")]
    [[2, 2], [2, 1], [1, 1], [1, 1]]
    """
    several = spell.several
    if several is None:
        return [hits]
    number = min(people, several.most(hits))
    match several.share:
        case "leaps":
            return [hits - leap for leap in range(number)]
        case "split":
            each, more = divmod(hits, number)
            return [each + (place < more) for place in range(number)]
        case "time":
            return [max(min(hits, 1), hits - number + 1)] * number
        case _:
            return [hits] * number


def _from_one_to_the_next(table: Table, named: Sequence[str]) -> list[str]:
    """The order in which a spell leaps: the first named, then each time the nearest of those who are left."""
    order, left = [named[0]], list(named[1:])
    while left:
        last = order[-1]
        nearest = min(left, key=lambda who: distance(table, last, who) if who in table.scene.combatants else 0.0)
        order.append(nearest)
        left.remove(nearest)
    return order


def _inside(table: Table, going: Going, picked: Sequence[str]) -> list[Reached]:
    """Everybody meant in the area, known or not; anybody picked who stands elsewhere is told so."""
    spell, area = going.entry, area_of(going.entry, going.skill)
    if area is None:
        return [Reached(going.target, going.hits)]
    there = those_in(table, area, going.by, going.middle, extent_of(area, going.hits))
    for who in picked:
        if who not in there:
            table.happen(Told((who,), f"{{0}} stands outside {spell.name}."))
    found = [who for who in there if is_meant(table, spell, going.by, who, picked)]
    if is_fume(spell, going.skill) or any(one.falloff for one in spell.harms):
        far = {who: metres(going.middle, place(table, who)) for who in found}
        return [Reached(who, going.hits - steps_lost(far[who])) for who in found if steps_lost(far[who]) < going.hits]
    return [Reached(who, going.hits) for who in found]


def extent_of(area: Area, hits: int) -> float:
    """Metres that an area reaches, a volume as a sphere of it; a line or a cone of no length is close."""
    if area.shape == "volume":
        return round(float((area.extent(hits) * _OF_A_SPHERE) ** (1 / 3)), 2)
    return area.extent(hits) or (CLOSE_CONE if area.shape in DIRECTED else 0)


#: Values of ``among`` that leave out the caster.
_NOT_THE_CASTER = ("others", "foes", "picked")
#: The cube of a sphere's radius as a share of its volume.
_OF_A_SPHERE = 0.2387


# -- odds -------------------------------------------------------------------------------------------------------------


def chances_for_each(
    table: Table, going: Going, others: Sequence[str], hits: Distribution, done: float
) -> Sequence[Chance]:
    """How likely the spell reaches each whom the caster knows of; nothing where it is on one alone.

    ``hits`` are those that it has if it goes off, ``done`` is how likely that is.
    """
    spell = going.entry
    by_hits = [done - sum(hits[1:]), *hits[1:]]
    if in_fight(table, going.by) and area_of(spell, going.skill) and (spell.harms or in_area(spell, going.skill)):
        return _known_inside(table, going, others, by_hits)
    if spell.several is None or not others:
        return ()
    named = [going.target, *others]
    if spell.several.share == "leaps" and in_fight(table, going.by):
        named = _from_one_to_the_next(table, named)
    return tuple(
        Chance(who, table.name(who), _share_at(spell, at, len(named), by_hits)) for at, who in enumerate(named)
    )


def _share_at(spell: Spell, at: int, people: int, by_hits: Sequence[float]) -> float:
    """How likely something is left for the one at that place among so many."""
    shares = ((shares_of(spell, hits, people), chance) for hits, chance in enumerate(by_hits))
    return sum(chance for found, chance in shares if len(found) > at and has_force(spell, found[at]))


def _known_inside(table: Table, going: Going, others: Sequence[str], by_hits: Sequence[float]) -> Sequence[Chance]:
    """How likely a spell reaches each in its area of whom the caster knows, the likeliest first."""
    spell = going.entry
    area = area_of(spell, going.skill)
    meant = [
        who
        for who in (going.by, *others_known(table, going.by))
        if not table.sheet(who).has("dead") and is_meant(table, spell, going.by, who, () if spell.harms else others)
    ]
    if spell.among == "picked":
        meant = [who for who in meant if who in others] or [who for who in others if who in table.sheets]
    found = [Chance(who, table.name(who), _share_of(table, going, area, who, by_hits)) for who in meant] if area else []
    return tuple(sorted((one for one in found if one.probability), key=lambda one: -one.probability))


def _share_of(table: Table, going: Going, area: Area, who: str, by_hits: Sequence[float]) -> float:
    return sum(share * _is_reached(table, going, area, who, hits) for hits, share in enumerate(by_hits) if share > 0)


def _is_reached(table: Table, going: Going, area: Area, who: str, hits: int) -> float:
    """How likely so many hits reach somebody: certain or not at all, but where the damage is the radius (SDA-284)."""
    spell, start, middle, point = going.entry, place(table, going.by), going.middle, place(table, who)
    far = metres(middle if area.shape not in DIRECTED else start, point)
    if spell.harms and spell.harms[0].falloff == "damage":
        one = spell.harms[0]
        measure = distribution(one.die or going.sides, one.dice(hits))
        return sum(p for value, p in enumerate(measure) if value and value >= far)
    if area.shape in DIRECTED and who == going.by:
        return 0.0
    if not covers(area.shape, start, middle, point, extent_of(area, hits)):
        return 0.0
    falls = is_fume(spell, going.skill) or any(one.falloff for one in spell.harms)
    left = hits - steps_lost(far) if falls else hits
    return float(left >= 0 and has_force(spell, left))


def harms(table: Table, going: Going, who: str) -> float:
    """How likely somebody whom it reaches has any damage of it, before armour and without doing anything against it."""
    if not going.entry.harms or harmless(table.sheet(who), going.entry.harms[0].type):
        return 0.0
    one, left = going.entry.harms[0], going.hits
    far = metres(going.middle, place(table, who))
    if one.falloff or is_fume(going.entry, going.skill):
        left = max(0, left - steps_lost(far))
    count = max(0, one.dice(left) - warded(table.sheet(who), one.type))
    return at_least(distribution(one.die or going.sides, count), 1)


def as_on(going: Going, one: Reached) -> Going:
    """The spell as it is on one of several."""
    return replace(going, target=one.who, hits=one.hits)
