"""Preparing spells in quiet: scrolls of wizardry, and the balms, phials and staffs of witchcraft (D-9)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel import Choice, Dice, Item, NotNow, Refused, Table, Told, counted, pick
from rules.engine.odds import Chance, Odds, in_words
from rules.systems.sda.checks.shared.house_rules import every_roll_succeeds
from rules.systems.sda.checks.shared.progress import NEARER, nearer, turnout_of
from rules.systems.sda.content.skills import SKILLS
from rules.systems.sda.core.effects import Spell, Way
from rules.systems.sda.core.rolls import FIRST_FAIL, Aim, Pool, judge, reckon
from rules.systems.sda.magic.casting.casting import after_roll
from rules.systems.sda.magic.casting.odds import prospects
from rules.systems.sda.magic.casting.open_spells import (
    CHARGES,
    SCROLLS,
    is_open_to,
    known,
    minutes_left,
    minutes_of,
    note,
    pool_of_way,
    spend,
)
from rules.systems.sda.world.attempts import Try

#: Keys among the figures of a spell's item: MoS so far, and the art that they are for.
TALLY, ART = "tally", "art"
#: Hits for every charge beyond the first.
PER_CHARGE = 2


def _prepared_ways(table: Table, spell: Spell) -> list[Way]:
    return [way for way in spell.ways if way.prepare and is_open_to(table, table.actor, way.kind)]


def _preparable(table: Table) -> dict[str, tuple[Item, Spell]]:
    return {key: one for key, one in known(table.me).items() if _prepared_ways(table, one[1])}


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepare(Try, name="magic.prepare", label="Prepare a spell"):
    """Prepare a spell: rolls of 20 minutes add up, and one without any MoS begins anew (SDA-032, D-9).

    Of wizardry it gives a scroll, and what is beyond is lost. A witch's vessel has one charge, and one more for every
    two hits. Between two long rests there are two hours for it.
    """

    aim: ClassVar[Aim] = NEARER
    starts_with_first: ClassVar[str] = "spell"

    spell: str = pick("Spell")
    way: str = pick("Art", default="", help="Default: the first possible")

    @classmethod
    def possible(cls, table: Table) -> None:
        Try.possible(table)
        if not _preparable(table):
            raise NotNow("None of your spells needs preparing.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        arts: dict[str, None] = {}
        listed = []
        for key, (item, spell) in _preparable(table).items():
            ways = _prepared_ways(table, spell)
            arts |= {way.skill: None for way in ways}
            listed.append(Choice(key, item.name, f"{ways[0].prepare} MoS"))
        skills = tuple(Choice(skill, SKILLS[skill].name) for skill in arts)
        return {**Try.choices(table), "spell": tuple(listed), "way": skills}

    def odds(self, table: Table) -> Odds:
        item, _, way = self._ready_for(table)
        pool, so_far = self.ready(table), _so_far(item, way)
        by_hits, _ = prospects(table, pool, pool.available, so_far, way.prepare)
        done, missing = sum(by_hits), max(0, way.prepare - so_far)
        hits = (max(0.0, 1 - done) + sum(by_hits[:1]), *by_hits[1:])
        sentence = f"{in_words(done).capitalize()} to be ready after this roll, {missing} of {way.prepare} MoS to go"
        return Odds(sentence, (Chance("success", "ready", done),), hits, "hits")

    def brings(self, table: Table) -> float:
        item, _, way = self._ready_for(table)
        roll = turnout_of(table, [self.ready(table)], FIRST_FAIL)
        return nearer(roll, _so_far(item, way), way.prepare)

    def perform(self, table: Table, dice: Dice) -> None:
        item, spell, way = self._ready_for(table)
        result = self.roll(table, dice, "preparing")
        spend(table, table.actor, minutes_of(table.me, way.kind))
        gathered = after_roll(table, _so_far(item, way), way.prepare, result.raw, result.net)
        blank, now = gathered is None, gathered or 0
        done = not blank and now >= way.prepare
        hits = now - way.prepare if done else 0
        judge(table, table.actor, done, hits, spell=spell.key, tally=now, difficulty=way.prepare, measure=result.net)
        reckon(table, dice, result, succeeded=done or (every_roll_succeeds(table) and not blank), reward=self.reward)
        if done:
            self._store(table, spell, way, hits)
        else:
            note(table, table.actor, self.spell, **{TALLY: now, ART: way.skill if now else ""})
            table.happen(Told((table.actor,), f"{{0}} prepares {spell.name}: {now} of {way.prepare} MoS."))

    def _store(self, table: Table, spell: Spell, way: Way, hits: int) -> None:
        stats = table.me.items[self.spell].stats
        if way.pays == "charge":
            charges = max(1, min(way.charges or 1, 1 + hits // PER_CHARGE))
            kept, told = {CHARGES: charges}, f"{way.needs or 'a vessel'} with {counted(charges, 'charge', 'charges')}"
        else:
            kept, told = {SCROLLS: int(stats.get(SCROLLS, 0)) + 1}, "a scroll"
        note(table, table.actor, self.spell, **{TALLY: 0, ART: "", **kept})
        table.happen(Told((table.actor,), f"{{0}} has prepared {spell.name}: {told}."))

    def _ready_for(self, table: Table) -> tuple[Item, Spell, Way]:
        item, spell = _preparable(table)[self.spell]
        ways = _prepared_ways(table, spell)
        way = next((way for way in ways if not self.way or way.skill == self.way), None)
        if way is None:
            able = ", ".join(SKILLS[one.skill].name for one in ways)
            raise Refused(f"{spell.name} is prepared with {able}.", "way")
        left, takes = minutes_left(table.me), minutes_of(table.me, way.kind)
        if takes > left:
            raise NotNow(f"{left} minutes left to prepare; a roll takes {takes}. Sleep first.", "spell")
        return item, spell, way

    def _pool(self, table: Table) -> Pool:
        _, _, way = self._ready_for(table)
        return pool_of_way(table, table.actor, way, "", self.bonus, self.malus, self.virtue, self.called)


def _so_far(item: Item, way: Way) -> int:
    return int(item.stats.get(TALLY, 0)) if item.stats.get(ART) == way.skill else 0
