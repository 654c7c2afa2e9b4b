"""Spells that go on in a place: as they begin, in every round, and for whoever comes into them (D-9)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.fight import place
from rules.engine.kernel import Condition, Dice, Json, Reply, Table, Told
from rules.engine.odds import Odds
from rules.systems.sda.core.effects import (
    CLOUD,
    INSIDE,
    Cloud,
    area_of,
    cloud_of,
    in_fight,
    is_cloud,
    kept,
    lay_on,
    release,
)
from rules.systems.sda.core.effects.clouds import PREFIX, clouds
from rules.systems.sda.core.person import harmless, warded
from rules.systems.sda.fight.moves import carry_on
from rules.systems.sda.magic.spells.effects import has_force, odds_of_harm, origin, source_words, work_on
from rules.systems.sda.magic.spells.released import Going, extent_words, how_long, left_of, rounds_of
from rules.systems.sda.magic.spells.resisting import ask_to_resist, may_resist
from rules.systems.sda.magic.spells.several import extent_of


def spread(table: Table, going: Going, others: Sequence[str]) -> str:
    """Let a spell begin to hold a place, if it is one that does, and return the place's key; else an empty one."""
    spell, area = going.entry, area_of(going.entry, going.skill)
    if area is None or not is_cloud(spell, going.skill) or not has_force(spell, going.hits):
        return ""
    name = _free_name(table, going)
    where = {**_spot(table, going), "extent": extent_of(area, going.hits)}
    label = f"{spell.name}, {extent_words(spell, going.hits)}".rstrip(", ")
    rounds = rounds_of(table, going.by, spell, going.hits)
    condition = Condition(name, label, going.hits, source_words(going, going.hits), rounds)
    told = {CLOUD: {**where, "sides": going.sides, "others": list(others)}}
    lasts = left_of(table, going.by, spell, going.hits)
    lay_on(table, going.by, condition, origin(going) | told | lasts, hits=going.hits)
    table.happen(Told((), f"{label} stays {how_long(spell.duration, going.hits)}."))
    return f"{going.by}|{name}"


def _spot(table: Table, going: Going) -> dict[str, Json]:
    """Its spot on the board; empty where nobody fights, and whoever comes into it says so."""
    if not in_fight(table, going.by):
        return {}
    around = going.target if going.entry.target == "somebody" and going.middle == place(table, going.target) else ""
    return {"x": going.x, "y": going.y, "around": around}


def _free_name(table: Table, going: Going) -> str:
    """A free name for the condition, with a number where the spell holds other places already."""
    taken, name, number = kept(table.sheet(going.by)), PREFIX + going.spell, 1
    while name in taken:
        number += 1
        name = f"{PREFIX}{going.spell}_{number}"
    return name


def round_in_clouds(table: Table, dice: Dice, who: str) -> None:
    """Begin a round for somebody: places work again, take hold of them if they were put inside, or let them go."""
    for one in list(clouds(table)):
        if not one.covers(table, place(table, who)):
            release(table, one.key, who)
        elif one.is_for(table, who) and (one.spell.each_round or not one.holds(table, who)):
            take_hold(table, dice, one, who)


def take_hold(table: Table, dice: Dice, cloud: Cloud, who: str) -> None:
    """Let a place do its work on somebody inside, who may resist it as anybody else could."""
    going, hits = going_from(table, cloud, who), cloud.hits_at(table, place(table, who))
    if may_resist(table, going, hits):
        ask_to_resist(table, going, who, hits)
    else:
        work_on(table, dice, going, who, hits)


def going_from(table: Table, cloud: Cloud, who: str) -> Going:
    """The spell as it goes on in its place, for somebody inside."""
    x, y = cloud.middle(table) if cloud.has_spot else (0.0, 0.0)
    told = cloud.work
    sides = int(told[CLOUD]["sides"])
    return Going(cloud.by, cloud.spell.key, str(told["skill"]), who, x, y, cloud.hits, sides, cloud.key)


def dice_in(table: Table, cloud: Cloud, hits: int) -> int:
    """Dice of damage that so many hits of a place do to the actor."""
    one = cloud.spell.harms[0]
    works = has_force(cloud.spell, hits) and not harmless(table.me, one.type)
    return max(0, one.dice(hits) - warded(table.me, one.type)) if works else 0


@dataclass(frozen=True, slots=True)
class ComeInto(Reply, name=INSIDE, label="Let it take effect"):
    """Enter a place under a spell, on your own feet or pushed, and bear what it does (D-9)."""

    unasked: ClassVar[str] = "You have not entered a spell."

    def odds(self, table: Table) -> Odds | None:
        cloud = cloud_of(table, str(table.open_ask(self.ask, self.name).known["cloud"]))
        if cloud is None or not cloud.spell.harms:
            return None
        count = dice_in(table, cloud, cloud.hits_at(table, place(table, table.actor)))
        return odds_of_harm(cloud.spell.harms[0], count, int(cloud.work[CLOUD]["sides"]))

    def perform(self, table: Table, dice: Dice) -> None:
        cloud = cloud_of(table, str(table.answer(self.ask, self.name).known["cloud"]))
        if cloud is None or not cloud.covers(table, place(table, table.actor)):
            table.happen(Told((table.actor,), "{0} is no longer in it."))
        else:
            take_hold(table, dice, cloud, table.actor)
        carry_on(table)
