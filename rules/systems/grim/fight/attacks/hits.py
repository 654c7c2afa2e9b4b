"""Qualities that work on whoever is hit, or hurt (GRM-064, GRM-066, GRM-073, GRM-080, GRM-099), and a trample.

A trample throws its victim to the ground if it is a critical success (GRM-044).
"""

from rules.engine.kernel import Dice, ItemSet, Said, Table, Told, end_conditions, plainly
from rules.systems.grim.content.switches.fights import FIERY as SPREADS
from rules.systems.grim.core import (
    COVERED,
    PRONE,
    SLAIN,
    Known,
    ask_to_resist,
    begin,
    corrupt,
    is_in_fight,
    name_of,
    resisted,
    with_stats,
)
from rules.systems.grim.fight.base import (
    ON_FIRE,
    Blow,
    around,
    beside,
    engaged,
    is_walled,
    middle,
    on_board,
    put,
    standing,
    taken,
    yards_apart,
)

#: Qualities that set somebody on fire, and the points of Corruption of one of them (GRM-066, GRM-073, GRM-099).
FIERY, IMMOLATE, WITCHFIRE, TAINT = "fiery", "immolate", "witchfire", 3
POWERFUL, ENTANGLING = "powerful", "entangling"
#: The word for a trample among the qualities of a blow (GRM-044).
TRAMPLE = "trample"
#: The stat of a torch that is out.
OUT = "extinguished"
#: What an entangling hit brings, by the name of the stunt, and the skill that resists it (GRM-064).
GRIPS = {"stunt.takedown": "coordination", "stunt.chokehold": "athletics"}
#: Yards that a powerful blow shoves somebody.
SHOVE = 2


def after_hit(table: Table, dice: Dice, blow: Blow, steps: int) -> None:
    """Let everything work that a hit brings besides its damage."""
    if blow.has(TRAMPLE) and blow.critical:
        begin(table, blow.target, PRONE, source="trampled")
    if not is_in_fight(table, blow.target) or table.sheet(blow.target).has(SLAIN):
        return
    if blow.has(POWERFUL) and not blow.missile and blow.target in beside(table, blow.attacker):
        title = Said("{0} hits with great force: keep your footing?", (blow.attacker,))
        ask_to_resist(table, dice, blow.target, ["toughness"], "hit.shoved", title, by=blow.attacker)
    _set_fire(table, dice, blow)
    if blow.has(WITCHFIRE) and steps:
        corrupt(table, blow.target, TAINT, blow.weapon)
    if blow.has(ENTANGLING):
        entangle(table, dice, blow)


def _set_fire(table: Table, dice: Dice, blow: Blow) -> None:
    """Test Coordination, or burn: the one hit, and with Fiery one who is engaged with them (C-02)."""
    item = table.sheet(blow.attacker).items.get(blow.key)
    torch = blow.has(IMMOLATE) and not (item is not None and item.stats.get(OUT))
    burnt = [blow.target] if torch or blow.has(FIERY) or blow.has(WITCHFIRE) else []
    if blow.has(FIERY):
        near = [who for who in engaged(table, blow.target) if who != blow.attacker]
        burnt += near if SPREADS.chosen(table.house_rules) == "everybody" else near[:1]
    for who in burnt:
        title = f"{blow.weapon}: get clear of the flames?"
        ask_to_resist(table, dice, who, ["coordination"], "hit.burnt", title, helpless=True)
    if torch and item is not None:
        table.happen(ItemSet(blow.attacker, blow.key, with_stats(item, **{OUT: True})))
        table.happen(Told((blow.attacker,), f"{{0}}’s {plainly(item.name)} goes out."))


@resisted("hit.burnt")
def _burn(table: Table, dice: Dice, who: str, data: Known) -> None:
    begin(table, who, ON_FIRE, source="flames")
    table.happen(Told((who,), "{0} is on fire."))


@resisted("hit.shoved")
def _shove(table: Table, dice: Dice, who: str, data: Known) -> None:
    shove(table, who, str(data["by"]))


def shove(table: Table, who: str, by: str) -> None:
    """Shove somebody out of the engagement with another (GRM-080, GRM-085)."""
    if not (is_in_fight(table, who) and is_in_fight(table, by)):
        return
    here, there, full = standing(table, who), standing(table, by), taken(table, who)
    near = [to for to in around(here, SHOVE) if yards_apart(to, there) > 1 and to not in full and on_board(to)]
    free = [to for to in near if not is_walled(table, here, to)]
    if not free:
        return

    def straight(to: tuple[int, int]) -> tuple[int, float]:
        away = middle(here)[0] - middle(there)[0], middle(here)[1] - middle(there)[1]
        return yards_apart(to, here), -(away[0] * (to[0] - here[0]) + away[1] * (to[1] - here[1]))

    end_conditions(table, who, COVERED)
    put(table, who, min(free, key=straight))
    table.happen(Told((who,), "{0} is pushed out of the engagement."))


def entangle(table: Table, dice: Dice, blow: Blow) -> None:
    """Let an entangling hit be resisted, flipped to fail: a chokehold or a takedown, as the attacker said (GRM-064)."""
    grip = blow.grip if blow.grip in GRIPS else next(iter(GRIPS))
    skill = GRIPS[grip]
    title = Said(f"{blow.weapon} winds round you. Resist with {name_of(skill)}?", (blow.attacker,))
    ask_to_resist(table, dice, blow.target, [skill], grip, title, flip=-1, by=blow.attacker, critical=False)
