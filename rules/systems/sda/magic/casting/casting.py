"""Casting: a first-fail test of rolls that add up, one a turn, until the spell goes off (D-9, SDA-275)."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from rules.engine.fight import metres, place
from rules.engine.kernel import Condition, ConditionSet, Dice, Json, MemoKept, Table, Told, counted
from rules.systems.sda.checks.shared.house_rules import every_roll_succeeds, net_decides
from rules.systems.sda.content.house_rules import magic
from rules.systems.sda.content.skills import SKILLS
from rules.systems.sda.core.effects import (
    CASTING,
    CONCENTRATION,
    DIRECTED,
    Spell,
    Way,
    area_of,
    begun,
    in_fight,
    is_thrown,
    let_go,
    lose_focus,
    spell_named,
    steps_lost,
    those_in,
)
from rules.systems.sda.core.rolls import AS_WISHED, Pool, Result, judge, reckon, throw
from rules.systems.sda.fight.base import reckon_with, reward_against, spar
from rules.systems.sda.magic.casting.open_spells import FOCUS_LOST, lack, note, pay
from rules.systems.sda.magic.spells.blasts import explode
from rules.systems.sda.magic.spells.effects import spent_on_distance, work_on
from rules.systems.sda.magic.spells.released import Going
from rules.systems.sda.magic.spells.resisting import REFLEX, ask_to_resist, held_off, may_resist, resisting_pool
from rules.systems.sda.magic.spells.several import as_on, extent_of, reached
from rules.systems.sda.magic.spells.spreading import spread


@dataclass(frozen=True, slots=True)
class Casting:
    """A spell that is being cast, with all that was said of it: plain values, to travel in asks.

    ``key`` is the spell's item on the sheet, ``mos`` what the rolls add up to, ``resists`` whether its target does,
    ``others`` whom it is on beside them.
    """

    who: str
    key: str
    spell: str
    skill: str
    mos: int
    cost: int
    target: str
    x: float
    y: float
    resists: bool = True
    others: tuple[str, ...] = ()

    @property
    def entry(self) -> Spell:
        return spell_named(self.spell)

    @property
    def way(self) -> Way:
        return next(way for way in self.entry.ways if way.skill == self.skill)

    def known(self) -> dict[str, Json]:
        return {**asdict(self), "others": list(self.others)}

    @classmethod
    def from_known(cls, known: Mapping[str, Any]) -> "Casting":
        told = {name: known[name] for name in cls.__slots__ if name in known}
        return cls(**{**told, "others": tuple(known.get("others", ()))})

    def going(self, hits: int, sides: int) -> Going:
        return Going(self.who, self.spell, self.skill, self.target, self.x, self.y, hits, sides)


# -- how far it has come ---------------------------------------------------------------------------------------------


def goes_on(table: Table, cast: Casting) -> bool:
    """Whether this very spell is being cast already, with this art."""
    work = begun(table.sheet(cast.who))
    return work.get("key") == cast.key and work.get("skill") == cast.skill


def tally(table: Table, cast: Casting) -> int:
    """The MoS of a casting so far; 0 where none is under way, or another one."""
    return table.sheet(cast.who).conditions[CASTING].level if goes_on(table, cast) else 0


def due(table: Table, cast: Casting) -> int:
    """The price to be paid before this roll; 0 where it is paid already, or only when the spell goes off."""
    paid = goes_on(table, cast) and begun(table.sheet(cast.who)).get("paid")
    return 0 if paid or magic.PAID.chosen(table.house_rules) == magic.IN_THE_END else cast.cost


def keep_at_it(table: Table, cast: Casting, so_far: int) -> None:
    """Set the condition by which everybody sees who casts what and how far it has come, and remember the rest."""
    paid = magic.PAID.chosen(table.house_rules) != magic.IN_THE_END
    work = {"key": cast.key, "skill": cast.skill, "paid": paid, "target": cast.target, "others": list(cast.others)}
    condition = Condition(CASTING, f"Casting {cast.entry.name}", so_far, SKILLS[cast.skill].name)
    table.happen(ConditionSet(cast.who, condition), MemoKept(cast.who, CASTING, work))


# -- one roll --------------------------------------------------------------------------------------------------------


def roll(table: Table, dice: Dice, cast: Casting, pool: Pool, count: int, reward: str) -> None:
    """Roll once for a spell: a blank loses the MoS so far, enough let it go off, any beyond are hits (SDA-032)."""
    result = throw(table, dice, pool, count, f"casting: {pool.skill}")
    gathered = after_roll(table, tally(table, cast), cast.mos, result.raw, result.net)
    blank, now = gathered is None, gathered or 0
    done = not blank and now >= cast.mos
    hits = now - cast.mos if done else 0
    verdict, told = "cast" if done else "lost" if blank else "casting", {"tally": now, "difficulty": cast.mos}
    judge(table, cast.who, verdict, hits, spell=cast.spell, measure=result.net, **told)
    learn(table, dice, result, cast, succeeded=done or (every_roll_succeeds(table) and not blank), reward=reward)
    _try_focus(table, cast, result)
    if done:
        let_go(table, cast.who)
        _finish(table, dice, cast, hits, pool.sides)
        return
    keep_at_it(table, cast, now)
    how = "{0} loses the thread and starts over." if blank else f"{{0}} has {now} of {cast.mos} MoS."
    table.happen(Told((cast.who,), how))


def after_roll(table: Table, so_far: int, goal: int, raw: int, net: int) -> int | None:
    """MoS after a roll of so many more; None where the roll is blank, which loses them all (SDA-032, C-27)."""
    if goal and not (net if net_decides(table) else raw):
        return None
    return so_far + net


def learn(table: Table, dice: Dice, result: Result, cast: Casting, *, succeeded: bool, reward: str) -> None:
    """Give a roll its consequences; in sparring it may teach the target the skill that resists (SDA-075, SDA-076)."""
    if not _spars(table, cast):
        reckon(table, dice, result, succeeded=succeeded, reward=reward)
        return
    skill = cast.entry.save or REFLEX
    reckon_with(table, dice, result, succeeded=succeeded, reward=reward, other=cast.target, their_skill=skill)


def reward_of(table: Table, cast: Casting, reward: str) -> str:
    """The reward of a flawless success: as picked, or experience where the caster spars with the target (SDA-075)."""
    return reward_against(table, cast.who, cast.target, reward) if _spars(table, cast) else reward


def _spars(table: Table, cast: Casting) -> bool:
    target = cast.target
    return target != cast.who and target in table.sheets and spar(table, cast.who, target)


def _try_focus(table: Table, cast: Casting, result: Result) -> None:
    """Break a shaman's focus at a complete failure that shows a 1 (D-9)."""
    if cast.way.pays == "focus" and result.no_success and 1 in result.faces:
        _break_focus(table, cast)


def _break_focus(table: Table, cast: Casting) -> None:
    if cast.key in table.sheet(cast.who).items:
        note(table, cast.who, cast.key, **{FOCUS_LOST: True})
        table.happen(Told((cast.who,), f"{{0}}’s focus is destroyed: {cast.way.needs or cast.entry.name}."))


def _finish(table: Table, dice: Dice, cast: Casting, hits: int, sides: int) -> None:
    """Let the spell go off, if it can be paid for where the house has that done now."""
    if magic.PAID.chosen(table.house_rules) == magic.IN_THE_END:
        item = table.sheet(cast.who).items.get(cast.key)
        if item is None or lack(table, cast.who, cast.way, item, cast.cost):
            table.happen(Told((cast.who,), f"{{0}} cannot pay for {cast.entry.name}: it fails."))
            return
        pay(table, cast.who, cast.way, cast.key, cast.cost, cast.entry.name)
    if cast.way.breaks:
        _break_focus(table, cast)
    table.happen(Told((cast.who,), f"{{0}} casts {cast.entry.name}: {counted(hits, 'hit', 'hits')}."))
    go_off(table, dice, cast, hits, sides)


def go_off(table: Table, dice: Dice, cast: Casting, hits: int, sides: int) -> None:
    """Do what a spell does as it goes off: burst over its area, or work on each whom it reaches, who may resist."""
    spell, going = cast.entry, cast.going(hits, sides)
    if spell.duration.sort == CONCENTRATION:
        lose_focus(table, cast.who)
    if in_fight(table, cast.who):
        if cast.target not in table.scene.combatants:
            table.happen(Told((cast.who,), f"{spell.name} hits nobody."))
            return
        going = replace(going, cloud=spread(table, going, cast.others))
        area = area_of(spell, cast.skill)
        if spell.harms and area and spell.among != "picked":
            burst = _sweep if area.shape in DIRECTED else explode
            burst(table, dice, going)
            return
    else:
        going = replace(going, cloud=spread(table, going, cast.others))
    for one in reached(table, going, cast.others):
        # A place where nobody fights holds whoever is named, or comes in later.
        if not (going.cloud and spell.target == "place" and one.who == cast.who and not in_fight(table, cast.who)):
            _reach(table, dice, cast, as_on(going, one), one.hits)


def _reach(table: Table, dice: Dice, cast: Casting, going: Going, hits: int) -> None:
    """Let a spell reach somebody, as far as its hits carry it; who may resist is asked, or rolls out of a fight."""
    spell, target = cast.entry, going.target
    left = hits if is_thrown(cast.way) else spent_on_distance(table, going, target)
    if left < 0:
        table.happen(Told((cast.who,), f"{{0}}’s {spell.name} falls short."))
    elif not (cast.resists and may_resist(table, going, left)):
        work_on(table, dice, going, target, left)
    elif in_fight(table, target):
        ask_to_resist(table, going, target, left)
    else:
        resist_at_once(table, dice, going, target, left)


def _sweep(table: Table, dice: Dice, going: Going) -> None:
    """Let a line or a cone reach everybody in it, with the hits left at their distance; each resists alone (D-9)."""
    spell, start = going.entry, place(table, going.by)
    if spell.area is None:
        return
    for who in those_in(table, spell.area, going.by, going.middle, extent_of(spell.area, going.hits)):
        lost = steps_lost(metres(start, place(table, who))) if spell.harms[0].falloff else 0
        left = max(0, going.hits - lost)
        if may_resist(table, replace(going, target=who), left):
            ask_to_resist(table, going, who, left)
        else:
            work_on(table, dice, going, who, left)


def resist_at_once(table: Table, dice: Dice, going: Going, target: str, hits: int) -> None:
    pool = resisting_pool(table, target, going.entry.save)
    result = throw(table, dice, pool, pool.available, f"resist: {pool.skill}")
    free = result.net >= max(1, hits)
    held_off(table, dice, going, target, hits, max(0, hits - result.net), free=free)
    reckon(table, dice, result, succeeded=free, reward=AS_WISHED)
