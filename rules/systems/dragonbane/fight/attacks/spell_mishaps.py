"""A Demon on a spell: the effects of the table of twenty (D-4, DRB-023)."""

from collections.abc import Callable

from rules.engine.fight.turns import allies
from rules.engine.kernel.amounts import amount, throw
from rules.engine.kernel.dice import Dice
from rules.engine.kernel.facts import ConditionSet, Judged, ResourceChanged, Told
from rules.engine.kernel.sheets import Condition
from rules.engine.kernel.table import Table
from rules.engine.kernel.words import counted, plainly
from rules.systems.dragonbane.content import library
from rules.systems.dragonbane.core.ages import grow
from rules.systems.dragonbane.fight.base.blow import Blow, land
from rules.systems.dragonbane.fight.base.ground import apart
from rules.systems.dragonbane.fight.base.harm import hurt
from rules.systems.dragonbane.fight.base.mishaps import roll_on
from rules.systems.dragonbane.fight.base.state import is_dead

CURSES = {
    "curse_frog": "Cursed: a frog for every lie",
    "curse_gold": "Cursed: gold withers at the touch",
    "curse_blind": "Cursed: blind",
    "curse_amnesia": "Cursed: remembers nobody",
}
ANIMALS = "animals"
#: Effects that need a scene with others; out of an encounter they are only told.
AMONG_OTHERS = ("other_spell", "friend", "backfire")


def mishap(table: Table, dice: Dice, blow: Blow, power: int) -> None:
    """Roll on the table, and let it happen; ``power`` is the spell's level, a trick counts as 1."""
    row = library.chance_table("mishap").row(roll_on(table, dice, blow.by, "mishap"))
    table.happen(Told((blow.by,), f"{{0}}: {row.text}"))
    table.happen(Judged(blow.by, "mishap", 0, {"mishap": row.effect}))
    if row.effect in library.six_conditions():
        _set(table, blow.by, row.effect, library.conditions()[row.effect].name)
    elif row.effect in CURSES:
        _set(table, blow.by, row.effect, CURSES[row.effect])
    elif table.encounter is not None or row.effect not in AMONG_OTHERS:
        _ROWS[row.effect](table, dice, blow, max(1, power))


def _set(table: Table, who: str, name: str, label: str, level: int = 0) -> None:
    if not table.sheet(who).has(name):
        table.happen(ConditionSet(who, Condition(name, label, level, "a mishap")))


def _damage(table: Table, dice: Dice, blow: Blow, power: int) -> None:
    """Hurt the caster from within: armour does not help."""
    hurt(
        table, dice, blow.by, throw(table, dice, blow.by, "the mishap's damage", amount("d6").times(power)), "a mishap"
    )


def _drain(table: Table, dice: Dice, blow: Blow, power: int) -> None:
    drained = throw(table, dice, blow.by, "willpower lost", amount("d6").times(power))
    lost = min(drained, table.sheet(blow.by).now("wp"))
    if lost:
        table.happen(ResourceChanged(blow.by, "wp", -lost, "a mishap"))
        table.happen(Told((blow.by,), f"{{0}} loses {counted(lost, 'willpower point', 'willpower points')}."))


def _disease(table: Table, dice: Dice, blow: Blow, power: int) -> None:
    virulence = throw(table, dice, blow.by, "virulence", amount("3d6"))
    _set(table, blow.by, "diseased", "Ill", virulence)


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
    friends = [who for who in allies(table, blow.by) if not is_dead(table.sheet(who))]
    friends = [who for who in friends if not table.combatant(who).hidden or table.combatant(blow.by).hidden]
    if friends:
        hit = min(friends, key=lambda who: apart(table, who, blow.by))
        table.happen(Told((hit,), "It takes hold of {0} as well."))
        land(table, dice, blow.but(target=hit, dodge=False))
    land(table, dice, blow.but(dodge=False))


def _backfire(table: Table, dice: Dice, blow: Blow, power: int) -> None:
    land(table, dice, blow.but(target=blow.by, dodge=False))


def _animal(table: Table, dice: Dice, blow: Blow, power: int) -> None:
    row = library.chance_table(ANIMALS).row(roll_on(table, dice, blow.by, ANIMALS))
    table.happen(Told((blow.by,), f"{{0}}: {row.text}"))
    _set(table, blow.by, "animal", f"Turned into an animal: {row.effect}")


def _age(by: int) -> Callable[[Table, Dice, Blow, int], None]:
    """A function that makes the caster younger or older by one age, if there is one (D-1)."""

    def change(table: Table, dice: Dice, blow: Blow, power: int) -> None:
        ages = list(library.ages())
        now = table.sheet(blow.by).memo.get("age")
        at = ages.index(now) + by if now in ages else -1
        if 0 <= at < len(ages):
            grow(table, blow.by, ages[at])

    return change


def _demon(table: Table, dice: Dice, blow: Blow, power: int) -> None:
    """Do nothing: the game master brings the demon into the fight."""


_ROWS: dict[str, Callable[[Table, Dice, Blow, int], None]] = {
    "damage": _damage,
    "drain": _drain,
    "disease": _disease,
    "other_spell": _other_spell,
    "friend": _friend,
    "backfire": _backfire,
    "animal": _animal,
    "younger": _age(-1),
    "older": _age(1),
    "demon": _demon,
}
