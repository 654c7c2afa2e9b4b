"""Effects of spells, unless they are resisted or countered, and their worth (GRM-035, GRM-120, GRM-124, D-8).

An Incantation test in place of resistance counters a spell, which dispels it altogether (GRM-120). For advice a spell
is worth the steps on both tracks that it brings its targets on average.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.fight import turns
from rules.engine.kernel import (
    Condition,
    ConditionSet,
    Dice,
    Reply,
    Said,
    Table,
    Told,
    Weighing,
    Worth,
    distribution,
    plainly,
    throw,
)
from rules.engine.odds import Odds, mean
from rules.systems.grim.content import library
from rules.systems.grim.content.spell_entries import Spell, amount_of
from rules.systems.grim.core import (
    AVERTED,
    DAMAGE,
    PERIL,
    PRONE,
    Known,
    Outcome,
    Trial,
    Wound,
    ask_to_resist,
    begin,
    best_of,
    bonus,
    corrupt,
    get_into,
    goes_on,
    hurt,
    is_in_fight,
    odds_of,
    peril_threshold,
    resisted,
    risk,
    steps_by,
    terrify,
    threshold,
    throw_peril,
    trial_for,
)
from rules.systems.grim.fight.base import ap_left, can_react, defends, refuse_without_ap, spend_ap
from rules.systems.grim.fight.spells.reach import (
    INCANTATION,
    SPELL,
    heavy_armour,
    is_harmful,
    people_near,
    reached,
    refuse_target,
)

BEFALLS = "spell.befalls"
#: Turns of a minute.
MINUTE = 6
#: The talent with which foes resist worse, and by how much.
BATTLE_MAGICK, HARDER = "battle_magick", -10


def is_foe(table: Table, caster: str, who: str) -> bool:
    """Whether somebody is on another side than the caster."""
    return is_in_fight(table, who) and who in turns.opponents(table, caster)


def hinders(table: Table, spell: Spell, caster: str, who: str) -> bool:
    """Whether somebody would resist a spell: a foe, or whoever an area catches (GRM-124)."""
    return is_harmful(spell) and who != caster and (is_foe(table, caster, who) or bool(spell.template))


def base_against(table: Table, caster: str) -> dict[str, int]:
    """Changes of the base chance to resist a caster's spells."""
    return {"Battle Magick": HARDER} if table.sheet(caster).rank("talent", BATTLE_MAGICK) else {}


def meet(table: Table, dice: Dice, spell: Spell, caster: str, who: str, *, sure: bool = False) -> None:
    """Ask somebody whom a spell reaches to resist or counter it, or let it work at once (GRM-120, GRM-124).

    One that is ``sure`` is not resisted.
    """
    data: Known = {"spell": spell.key, "caster": caster}
    skills = [] if sure else list(spell.resist)
    counters = (Counter.name,) if may_counter(table, who) else ()
    if not hinders(table, spell, caster, who) or not (skills or counters):
        befall(table, dice, who, data)
        return
    title = Said(f"{{0}} casts {plainly(spell.name)} on you. Resist?", (caster,))
    base = base_against(table, caster)
    ask_to_resist(table, dice, who, skills, BEFALLS, title, base=base, answers=counters, **data)


@resisted(BEFALLS)
def befall(table: Table, dice: Dice, who: str, data: Known) -> None:
    """Let a spell take hold of somebody: its figures work, and its name stays for as long as it lasts (D-8)."""
    spell, caster = library.spell_named(str(data["spell"])), str(data["caster"])
    if who not in table.sheets or caster not in table.sheets:
        return
    will = bonus(table.sheet(caster), "willpower")
    table.happen(Told((caster, who), f"{{1}} is affected by {plainly(spell.name)}."))
    keep_up(table, spell, caster, who, will)
    if spell.undefended:
        begin(table, who, "defenseless", source=spell.name)
    if spell.condition:
        _set(table, dice, spell, who, will)
    if spell.damage:
        total = throw(table, dice, caster, f"{spell.name.lower()}: damage", amount_of(spell.damage, will))
        hurt(table, dice, who, total, Wound(by=caster, source=spell.name))
    if spell.peril:
        written = str(amount_of(spell.peril, will))
        throw_peril(table, dice, who, written, spell.name.lower(), by=caster, mental=spell.mental)
    if spell.dread:
        terrify(table, dice, who, spell.dread)
    corrupt(table, who, spell.corruption, spell.name)


def _set(table: Table, dice: Dice, spell: Spell, who: str, will: int) -> None:
    """Set the condition of a spell; what has no natural end lasts as long as the spell, a turn at least."""
    if spell.condition in (PRONE, "on_fire", "bleeding"):
        begin(table, who, spell.condition, source=spell.name)
    else:
        get_into(table, dice, who, spell.condition, spell.name, rounds=turns_of(spell, will) or 1)


def turns_of(spell: Spell, will: int) -> int | None:
    """The turns that a spell lasts; ``None`` for one that lasts longer than any fight, or has no time at all."""
    if spell.unit == "turns":
        return will + spell.lasts
    return (will + spell.lasts) * MINUTE if spell.unit == "minutes" else None


def keep_up(table: Table, spell: Spell, caster: str, who: str, will: int) -> None:
    """Note a spell that lasts on whom it works (D-8)."""
    if spell.unit:
        told = f"{plainly(spell.name)} ({will + spell.lasts} {spell.unit})"
        source = Said("{0}", (caster,))
        table.happen(ConditionSet(who, Condition(f"spell_{spell.key}", told, 0, source, turns_of(spell, will))))


# -- counterspells -----------------------------------------------------------------------------------------------------

#: The spell that whoever counters has to know.
COUNTERSPELL = "dispel_magick"
PRICE = 1
#: The talent with which one counters better, and by how much.
COUNTER_MAGE, BETTER = "counter_mage", 20


def may_counter(table: Table, who: str) -> bool:
    """Whether somebody knows the counterspell, can use it now and has an Action Point (GRM-009, GRM-072, GRM-120)."""
    sheet = table.sheet(who)
    if not sheet.rank(SPELL, COUNTERSPELL) or heavy_armour(sheet) is not None:
        return False
    return defends(table, who) and ap_left(table, who) >= PRICE


def price_against(table: Table, caster: str) -> int:
    """Action Points of a counterspell; the talent of battle magick takes one more."""
    return PRICE + bool(table.sheet(caster).rank("talent", "battle_magick"))


@dataclass(frozen=True, slots=True)
class Counter(Reply, name="spell.counter", label="Counterspell"):
    """Counter a spell for an Action Point: an Incantation test dispels it, or else it works (GRM-119, GRM-120)."""

    unasked: ClassVar[str] = "No spell to counter."

    def odds(self, table: Table) -> Odds:
        known = table.open_ask(self.ask, self.name).known
        self._refuse_poor(table, known)
        return odds_of(self._trial(table), "dispel it")

    def perform(self, table: Table, dice: Dice) -> None:
        self._refuse_poor(table, table.open_ask(self.ask, self.name).known)
        known = dict(table.answer(self.ask, self.name).known)
        spend_ap(table, price_against(table, str(known["data"]["caster"])))
        risk(table, dice, self._trial(table), self.name, "spell.countered", known)

    def _trial(self, table: Table) -> Trial:
        better = BETTER if table.me.rank("talent", COUNTER_MAGE) else 0
        return trial_for(table, table.actor, INCANTATION, base=[("Counter-Mage", better)])

    @staticmethod
    def _refuse_poor(table: Table, known: Known) -> None:
        price = price_against(table, str(known["data"]["caster"]))
        refuse_without_ap(table, price, "a counterspell", who=table.actor)


@goes_on("spell.countered")
def _countered(table: Table, dice: Dice, outcome: Outcome, known: Known) -> None:
    """Dispel the spell wholly, or let it work (GRM-119, GRM-120)."""
    data = dict(known["data"])
    if outcome.success:
        name = plainly(library.spell_named(str(data["spell"])).name)
        table.happen(Told((outcome.who, str(data["caster"])), f"{{0}} dispels {{1}}’s {name}."))
        return
    AVERTED[str(known["then"])].befalls(table, dice, outcome.who, data)


# -- worth -------------------------------------------------------------------------------------------------------------

OF_SPELLS = "Average steps of damage and Peril to foes, minus those to your side."
OF_OTHERS = "Chance that it works, in percentage points."


def of_targets(table: Table, spell: Spell, chance: Callable[[Any], float]) -> Weighing | None:
    """The targets of a spell that hurts, weighed; ``None`` for one whose target does not matter (GRM-035)."""
    if spell.range == "self" and not spell.template:
        return None
    near = [one.value for one in people_near(table)]
    measured = bool(spell.damage or spell.peril)

    def worth(chosen: Any) -> Worth:
        refuse_target(table, spell, chosen.target)
        whom = reached(table, spell, chosen.target)
        sure = chosen.target if chosen.blood else ""
        holds = {who: 1.0 if who == sure else _takes_hold(table, spell, who) for who in whom}
        each = {who: held * (_harm(table, spell, who) if measured else 100.0) for who, held in holds.items()}
        good = not hinders_somebody(table, spell)
        signs = {who: 1 if is_foe(table, table.actor, who) != good else -1 for who in whom}
        return (chance(chosen) * sum(signs[who] * value for who, value in each.items()),)

    unit, sentence = ("steps", OF_SPELLS) if measured else ("percentage points", OF_OTHERS)
    return Weighing(
        ("target",),
        unit,
        sentence,
        worth,
        ("They suffer",),
        said=lambda one: table.name(one.target or table.actor),
        among={"target": near},
    )


def hinders_somebody(table: Table, spell: Spell) -> bool:
    """Whether a spell is meant for foes."""
    foes = (one.value for one in people_near(table) if is_foe(table, table.actor, one.value))
    return any(hinders(table, spell, table.actor, who) for who in foes)


def _takes_hold(table: Table, spell: Spell, who: str) -> float:
    """P(somebody does not resist), as far as they may (GRM-124)."""
    if not (spell.resist and hinders(table, spell, table.actor, who) and can_react(table, who)):
        return 1.0
    base = tuple(base_against(table, table.actor).items())
    return 1 - best_of(table, who, spell.resist, base=base).chance


def _harm(table: Table, spell: Spell, who: str) -> float:
    """Steps on both tracks that the spell brings somebody on average (D-2)."""
    sheet, will = table.sheet(who), bonus(table.me, "willpower")
    found = 0.0
    if spell.damage:
        found += mean(steps_by(sheet, DAMAGE, distribution(amount_of(spell.damage, will)), threshold(sheet)))
    if spell.peril:
        found += mean(steps_by(sheet, PERIL, distribution(amount_of(spell.peril, will)), peril_threshold(sheet)))
    return found
