"""A Demon on an attack or a spell: the effects of the tables for melee, shots and magic (D-4, C-11, DRB-023)."""

from collections.abc import Callable
from dataclasses import replace

from rules.engine.fight import allies, bearing, first, opponents, place, shifted
from rules.engine.kernel import (
    Dice,
    ItemSet,
    Judged,
    Table,
    Told,
    amount,
    plainly,
    throw,
)
from rules.systems.dragonbane.content import library
from rules.systems.dragonbane.core import DAMAGED, afflict, grow, is_dead, let_go, roll_on, weapon_of, wear_out
from rules.systems.dragonbane.fight.base.arms import EMPTY, free_reach
from rules.systems.dragonbane.fight.base.blow import Blow, drain, land
from rules.systems.dragonbane.fight.base.ground import apart, is_within
from rules.systems.dragonbane.fight.base.harm import hurt
from rules.systems.dragonbane.fight.base.state import is_able

#: Metres that a thrown weapon flies (D-4).
FLIES = "d3+3"


def demon_on_attack(table: Table, dice: Dice, blow: Blow) -> None:
    """Roll on the table of melee or of shots, and let the row happen."""
    name = "demon_ranged" if blow.shot else "demon_melee"
    row = roll_on(table, dice, blow.by, name)
    if row.effect == "out_of_ammunition" and not _has_quiver(table, blow):
        # Slings and thrown weapons have no quiver that could be empty: once more, without that row.
        row = roll_on(table, dice, blow.by, name)
        if row.effect == "out_of_ammunition":
            row = library.tables()[name].row(1)
    table.happen(Told((blow.by,), f"{{0}}: {row.text}"))
    if row.effect in _ATTACK_ROWS:
        _ATTACK_ROWS[row.effect](table, dice, blow)


def _has_quiver(table: Table, blow: Blow) -> bool:
    item = table.sheet(blow.by).items.get(blow.item)
    weapon = library.weapons().get(item.entry) if item else None
    return blow.kind == "ranged" and (weapon is None or weapon.skill != "slings")


def _drop(table: Table, dice: Dice, blow: Blow) -> None:
    _let_go(table, blow, place(table, blow.by))


def _let_go(table: Table, blow: Blow, at: tuple[float, float]) -> str:
    """Drop the weapon at a point, unless it is natural; its key there, empty if it was not dropped."""
    item = table.sheet(blow.by).items.get(blow.item)
    if item is None or "natural" in weapon_of(item).features:
        return ""
    return let_go(table, blow.by, blow.item, at)


def _free_attack(table: Table, dice: Dice, blow: Blow) -> None:
    """Let an enemy in reach strike for free: the target of the attack, if they can, else the nearest."""
    able = [who for who in opponents(table, blow.by) if is_able(table, who) and _reaches(table, who, blow.by)]
    able.sort(key=lambda who: (who != blow.target, apart(table, who, blow.by)))
    if able:
        first(table, {"do": "free_attack", "by": able[0], "on": blow.by, "why": "leaves an opening"})


def _reaches(table: Table, who: str, other: str) -> bool:
    return not table.combatant(who).hidden and is_within(table, who, other, free_reach(table.sheet(who)))


def _stuck(table: Table, dice: Dice, blow: Blow) -> None:
    """Let the weapon stick where the attacker stands, until a STR roll frees it."""
    if key := _let_go(table, blow, place(table, blow.by)):
        item = table.sheet(blow.by).items[key]
        table.happen(ItemSet(blow.by, key, replace(item, stats={**item.stats, "stuck": True})))


def _thrown(table: Table, dice: Dice, blow: Blow) -> None:
    far = throw(table, dice, blow.by, "metres it flies", amount(FLIES))
    here, there = place(table, blow.by), place(table, blow.target) if blow.target in table.scene.combatants else None
    towards = bearing(there, here) if there and there != here else table.combatant(blow.by).facing
    _let_go(table, blow, shifted(here, towards, far))


def _damaged(table: Table, dice: Dice, blow: Blow) -> None:
    if blow.item in table.sheet(blow.by).items:
        wear_out(table, blow.by, blow.item, DAMAGED)


def _self(table: Table, dice: Dice, blow: Blow) -> None:
    land(table, dice, blow.but(target=blow.by, bonus="", more="", times=1))


def _empty(table: Table, dice: Dice, blow: Blow) -> None:
    item = table.sheet(blow.by).items.get(blow.item)
    if item is not None:
        table.happen(ItemSet(blow.by, blow.item, replace(item, stats={**item.stats, EMPTY: True})))


def _nearest_friend(table: Table, who: str, to: str) -> str:
    """The id of the friend who stands nearest ``to`` somebody; empty without one; hidden ones are hit by the hidden."""
    friends = [one for one in allies(table, who) if not is_dead(table.sheet(one))]
    there = [one for one in friends if not table.combatant(one).hidden or table.combatant(who).hidden]
    return min(there, key=lambda one: apart(table, one, to), default="")


def _ally(table: Table, dice: Dice, blow: Blow) -> None:
    """Hit the friend who stands nearest to the target of the shot."""
    hit = _nearest_friend(table, blow.by, blow.target if blow.target in table.scene.combatants else blow.by)
    if not hit:
        table.happen(Told((blow.by,), "The shot goes wide."))
        return
    table.happen(Told((blow.by, hit), f"{{0}} hits {{1}} instead ({plainly(blow.name)})."))
    land(table, dice, blow.but(target=hit))


#: Functions for the rows of both tables, by effect; which thing of value is hit, the game master says.
_ATTACK_ROWS: dict[str, Callable[[Table, Dice, Blow], None]] = {
    "drop": _drop,
    "free_attack": _free_attack,
    "stuck": _stuck,
    "thrown": _thrown,
    "damaged": _damaged,
    "self": _self,
    "out_of_ammunition": _empty,
    "ally": _ally,
}


#: Effects that need a scene with others; out of an encounter they are only told.
AMONG_OTHERS = ("other_spell", "friend", "backfire")
#: The cause that conditions and wounds by a mishap have.
_SOURCE = "a mishap"


def mishap(table: Table, dice: Dice, blow: Blow, power: int) -> None:
    """Roll on the table, and let it happen; ``power`` is the spell's level, a trick counts as 1."""
    row = roll_on(table, dice, blow.by, "mishap")
    table.happen(Told((blow.by,), f"{{0}}: {row.text}"))
    table.happen(Judged(blow.by, "mishap", 0, {"mishap": row.effect}))
    if row.condition:
        afflict(table, blow.by, row.condition, _SOURCE, label=row.label)
    elif row.effect in _SPELL_ROWS and (table.encounter is not None or row.effect not in AMONG_OTHERS):
        _SPELL_ROWS[row.effect](table, dice, blow, max(1, power))


def _damage(table: Table, dice: Dice, blow: Blow, power: int) -> None:
    """Hurt the caster from within: armour does not help."""
    damage = throw(table, dice, blow.by, "the mishap's damage", amount("d6").times(power))
    hurt(table, dice, blow.by, damage, _SOURCE)


def _drain(table: Table, dice: Dice, blow: Blow, power: int) -> None:
    drain(table, blow.by, throw(table, dice, blow.by, "willpower lost", amount("d6").times(power)), _SOURCE)


def _disease(table: Table, dice: Dice, blow: Blow, power: int) -> None:
    virulence = throw(table, dice, blow.by, "virulence", amount("3d6"))
    afflict(table, blow.by, "diseased", _SOURCE, level=virulence)


def _other_spell(table: Table, dice: Dice, blow: Blow, power: int) -> None:
    """Set loose another spell of the caster's, by chance; the table tells its target."""
    known = [item for item in table.sheet(blow.by).items.values() if item.kind == "spell"]
    others = [item for item in known if item.name != blow.name] or known
    if not others:
        return
    at = 1 if len(others) == 1 else dice.roll(blow.by, [len(others)]).faces[0]
    loose = others[at - 1]
    table.happen(Told((blow.by,), f"It is {plainly(loose.name)}."))
    written = str(loose.stats.get("damage") or "")
    if written and blow.target in table.scene.combatants:
        land(table, dice, blow.but(name=loose.name, damage="+".join([written] * power), dodge=False))


def _friend(table: Table, dice: Dice, blow: Blow, power: int) -> None:
    """Let the spell hit its target, and the friend who stands nearest to the caster."""
    if hit := _nearest_friend(table, blow.by, blow.by):
        table.happen(Told((hit,), "It affects {0} as well."))
        land(table, dice, blow.but(target=hit, dodge=False))
    land(table, dice, blow.but(dodge=False))


def _backfire(table: Table, dice: Dice, blow: Blow, power: int) -> None:
    land(table, dice, blow.but(target=blow.by, dodge=False))


def _animal(table: Table, dice: Dice, blow: Blow, power: int) -> None:
    row = roll_on(table, dice, blow.by, "animals")
    table.happen(Told((blow.by,), f"{{0}}: {row.text}"))
    afflict(table, blow.by, "animal", _SOURCE, label=f"Turned into an animal: {row.effect}")


def _age(by: int) -> Callable[[Table, Dice, Blow, int], None]:
    """A function that makes the caster younger or older by one age, if there is one (D-1)."""

    def change(table: Table, dice: Dice, blow: Blow, power: int) -> None:
        ages = list(library.ages())
        now = table.sheet(blow.by).memo.get("age")
        at = ages.index(now) + by if now in ages else -1
        if 0 <= at < len(ages):
            grow(table, blow.by, ages[at])

    return change


#: Functions for the rows of the table of mishaps, by effect; the demon who comes is the game master's.
_SPELL_ROWS: dict[str, Callable[[Table, Dice, Blow, int], None]] = {
    "damage": _damage,
    "drain": _drain,
    "disease": _disease,
    "other_spell": _other_spell,
    "friend": _friend,
    "backfire": _backfire,
    "animal": _animal,
    "younger": _age(-1),
    "older": _age(1),
}
