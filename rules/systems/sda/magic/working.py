"""What a spell does when it goes off: harm, healing, what lasts, and for all else its own words (D-9)."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from rules.engine.dice import Dice
from rules.engine.facts import BoxesTicked, ConditionEnded, ResourceChanged, Told
from rules.engine.ground import Point, distance
from rules.engine.sheets import Condition, Json, Line
from rules.engine.table import Table
from rules.engine.words import counted
from rules.systems.sda.fight.bleeding import BLEEDING, ROUNDS, TRACK, lines, wounds
from rules.systems.sda.fight.free_tests import free_test
from rules.systems.sda.magic import aims
from rules.systems.sda.magic.entries import Change, Duration, Harm, Spell
from rules.systems.sda.magic.lasting import BANE, CONCENTRATION, PREFIX, lay_on, lose_focus
from rules.systems.sda.magic.shelf import spell_named
from rules.systems.sda.pools import mos, throw_dice
from rules.systems.sda.skills import SKILLS
from rules.systems.sda.world.hurting import harm, in_fight

_IN_ROUNDS = {"round": 1, "minute": ROUNDS}


@dataclass(frozen=True, slots=True)
class Going:
    """A spell that goes off: who cast it with what, on whom or where, and the hits. Plain values, to travel in asks.

    ``sides`` are the faces of the dice that it was cast with.
    """

    by: str
    spell: str
    skill: str
    target: str
    x: float
    y: float
    hits: int
    sides: int

    @property
    def entry(self) -> Spell:
        return spell_named(self.spell)

    @property
    def middle(self) -> Point:
        return self.x, self.y

    def known(self) -> dict[str, Json]:
        return asdict(self)

    @classmethod
    def from_known(cls, known: Mapping[str, Any]) -> "Going":
        return cls(**{name: known[name] for name in cls.__slots__})


def has_force(spell: Spell, hits: int) -> bool:
    """Whether so many hits come to anything at all."""
    if spell.harms:
        return any(one.dice(hits) for one in spell.harms)
    if spell.heals or spell.raises or spell.protects or spell.condition == BANE:
        return hits > 0
    if spell.duration.sort in ("maintained", "fixed") and spell.duration.unit:
        return spell.duration.amount(hits) > 0
    return True


def work_on(table: Table, dice: Dice, going: Going, target: str, hits: int) -> None:
    """The spell takes hold of somebody, with the hits that are left of it."""
    spell = going.entry
    if not has_force(spell, hits):
        table.happen(Told((target,), f"{spell.name} does nothing to {{0}}."))
        return
    for one in spell.harms:
        strike(table, dice, going, target, one, one.dice(hits))
    if spell.numbs:
        _numb(table, dice, going, target, hits)
    if spell.heals:
        _heal(table, spell.name, spell.heals, target, hits)
    if spell.lasts or spell.condition:
        _last(table, going, target, hits)
    elif not (spell.harms or spell.heals):
        table.happen(Told((target,), f"{spell.name} works on {{0}}: {counted(hits, 'hit', 'hits')}."))


def strike(table: Table, dice: Dice, going: Going, target: str, one: Harm, count: int) -> None:
    """Damage dice against somebody, armour taken off where it protects from that sort (C-64)."""
    if count:
        faces = throw_dice(table, dice, going.by, one.die or going.sides, count, f"damage, {one.type}")
        harm(table, dice, target, one.type, sum(map(mos, faces)), going.by)


def _numb(table: Table, dice: Dice, going: Going, who: str, hits: int) -> None:
    """Whoever resists by less than the hits lacks a die for each that is missing; one comes back a round (D-9)."""
    spell = going.entry
    missing = hits - free_test(table, dice, who, spell.numbs, f"resist: {spell.numbs}", difficulty=hits).net
    if missing <= 0:
        return
    rounds = missing if in_fight(table, who) else None
    condition = Condition(BANE, spell.name, missing, SKILLS[going.skill].name, rounds)
    lay_on(table, who, condition, _origin(going))
    table.happen(Told((who,), f"{{0}} is numb: {counted(missing, 'die', 'dice')} less."))


# -- healing --------------------------------------------------------------------------------------------------------


def _heal(table: Table, name: str, heals: Change, who: str, hits: int) -> None:
    amount = heals.amount * hits
    if heals.what == "spirit":
        held = table.sheet(who).resources.get("spirit")
        gained = min(amount, held.most - held.now) if held else 0
        if gained:
            table.happen(ResourceChanged(who, "spirit", gained, name))
        table.happen(Told((who,), f"{{0}} regains {gained} spirit."))
        return
    healed = _clear(table, who, heals.what, amount)
    table.happen(Told((who,), f"{counted(healed, 'box', 'boxes')} of {{0}} {'heals' if healed == 1 else 'heal'}."))
    _wake(table, who)


def _clear(table: Table, who: str, what: str, amount: int) -> int:
    """Boxes of the worst lines first; light wounds heal only where nothing is major (D-9)."""
    left = amount
    for number in sorted(range(len(lines(table.sheet(who)))), key=lambda n: -_ticked(lines(table.sheet(who))[n])):
        for box in _boxes(lines(table.sheet(who))[number], what):
            gone = min(left, lines(table.sheet(who))[number].ticked.get(box, 0))
            if gone:
                table.happen(BoxesTicked(who, TRACK, number, box, -gone))
                left -= gone
    return amount - left


def _boxes(line: Line, what: str) -> tuple[str, ...]:
    if what == "minor":
        return () if line.ticked.get("major") else ("minor",)
    return (BLEEDING,) if what == "bleeding" else (BLEEDING, "major")


def _ticked(line: Line) -> int:
    return sum(line.ticked.values())


def _wake(table: Table, who: str) -> None:
    """With nothing that bleeds the clock stops, with nothing major one is up again (C-44, C-46)."""
    sheet = table.sheet(who)
    if sheet.has("bleeding_to_death") and not wounds(sheet):
        table.happen(ConditionEnded(who, "bleeding_to_death"))
    if sheet.has("incapacitated") and not any(line.ticked.get("major") for line in lines(sheet)):
        table.happen(ConditionEnded(who, "incapacitated"), Told((who,), "{0} is up again."))


# -- what lasts -----------------------------------------------------------------------------------------------------


def _last(table: Table, going: Going, target: str, hits: int) -> None:
    """A condition for as long as the spell lasts: on whom it works, or on the caster for what works elsewhere."""
    spell = going.entry
    who = target if spell.target in ("self", "somebody") else going.by
    if spell.duration.sort == CONCENTRATION:
        lose_focus(table, going.by)
    level = spell.raises.amount * hits if spell.raises else hits
    name = spell.condition or PREFIX + spell.key
    label = spell.name if who == target else f"{spell.name}, {extent_words(spell, hits)}".rstrip(", ")
    condition = Condition(name, label, level, _source(table, going, hits), _rounds(table, who, spell, hits))
    attribute = spell.raises.what if spell.raises else ""
    lay_on(table, who, condition, _origin(going), attribute=attribute, protects=spell.protects * hits)
    what = f"{label} is on {{0}}" if spell.target in ("self", "somebody") else f"{label}, cast by {{0}}"
    table.happen(Told((who,), f"{what}, {how_long(spell.duration, hits)}."))


def _origin(going: Going) -> dict[str, Json]:
    """Whose spell it is, and what it is."""
    return {"by": going.by, "spell": going.spell, "skill": going.skill, "sort": going.entry.duration.sort}


def _source(table: Table, going: Going, hits: int) -> str:
    """What the page says under it: the art, and how long where nobody counts rounds."""
    return f"{SKILLS[going.skill].name}, {how_long(going.entry.duration, hits)}"


def _rounds(table: Table, who: str, spell: Spell, hits: int) -> int | None:
    """Rounds are counted in a fight only."""
    if not in_fight(table, who):
        return None
    if spell.condition == BANE:
        return hits
    each = _IN_ROUNDS.get(spell.duration.unit)
    return each * spell.duration.amount(hits) if each else None


def how_long(duration: Duration, hits: int) -> str:
    """How long a spell lasts, in words.

    >>> how_long(Duration("maintained", 0, 1, "round", ()), 3), how_long(Duration("sleep", 0, 0, "", ()), 3)
    ('for 3 rounds', 'until the next sleep')
    >>> how_long(Duration("hits", 0, 0, "", ("a minute", "an hour")), 5)
    'for an hour'
    """
    if duration.steps:
        return f"for {duration.steps[max(1, min(hits, len(duration.steps))) - 1]}"
    if duration.unit:
        return f"for {counted(duration.amount(hits), duration.unit, duration.unit + 's')}"
    words = {"permanent": "for good", CONCENTRATION: "as long as the caster minds it", "sleep": "until the next sleep"}
    more = {"scene": "until the scene ends", "used": "until it is used", "instantaneous": "for a moment"}
    return (words | more).get(duration.sort, "for as long as the game master says")


def extent_words(spell: Spell, hits: int) -> str:
    """How much an area covers, in words; empty for what covers none."""
    if spell.area is None or not spell.area.extent(hits):
        return ""
    unit = "m³" if spell.area.shape == "volume" else "m"
    return f"{spell.area.shape} of {spell.area.extent(hits)} {unit}"


def spent_on_distance(table: Table, going: Going, target: str) -> int:
    """The hits that are left when some went into the distance; below 0 where they do not reach."""
    far = distance(table, going.by, target) if in_fight(table, target) else 0.0
    return going.hits - aims.hits_for_distance(going.entry, far)
