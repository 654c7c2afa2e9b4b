"""Mishaps: shots that go wrong (GRM-039, GRM-085, GRM-096), and blows without a roll or at the wrong one by fumbles."""

from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel import Dice, ItemLost, ItemSet, Refused, Reply, Table, Told, amount, plainly, throw, words
from rules.systems.grim.core import (
    DAMAGE,
    Known,
    Outcome,
    Wound,
    ask_to_resist,
    hurt,
    is_in_fight,
    level,
    resisted,
    ruin,
    suffer_injury,
    throw_chaos,
    with_stats,
)
from rules.systems.grim.fight.attacks.aims import blow_of, trial_of
from rules.systems.grim.fight.attacks.damage import land
from rules.systems.grim.fight.attacks.hits import shove
from rules.systems.grim.fight.attacks.modifiers import Circumstances, in_the_way
from rules.systems.grim.fight.base import (
    Blow,
    arms,
    best_of_arms,
    engaged,
    engaged_allies,
    is_near,
    is_out,
    reach_of,
)

VOLATILE, RECOIL = "volatile", "recoil"
#: The stat of a weapon that has to be repaired for an hour (GRM-096).
MISFIRED = "misfired"
#: Damage of a weapon that explodes (GRM-096).
EXPLOSION = "2d10+2"
#: Injuries by recoil, by the step of the damage track (GRM-085).
WRENCHED = {2: "hyperextended_elbow", 3: "stress_fracture", 4: "splintered_elbow"}


def misfire(table: Table, dice: Dice, blow: Blow, outcome: Outcome) -> None:
    """Let the weapon itself work on whoever fired it: recoil, and misfires on a critical failure (GRM-085, GRM-096)."""
    if blow.has(RECOIL):
        _recoil(table, dice, blow)
    if outcome.fumbled and blow.has(VOLATILE):
        explode(table, dice, blow.attacker, blow.key, blow.weapon)


def _recoil(table: Table, dice: Dice, blow: Blow) -> None:
    """Test Toughness against the recoil, in an engagement of which it could throw one (GRM-085)."""
    who = blow.attacker
    if engaged(table, who):
        by = engaged(table, who)[0]
        title = f"{blow.weapon} recoils. Keep your footing?"
        told: Known = {"by": by, "weapon": blow.weapon}
        ask_to_resist(table, dice, who, ["toughness"], "shot.recoil", title, helpless=True, **told)


@resisted("shot.recoil")
def _shoved(table: Table, dice: Dice, who: str, data: Known) -> None:
    """Shove whoever fails out of the engagement; a critical failure wrenches the arm besides (GRM-085)."""
    injury = WRENCHED.get(level(table.sheet(who), DAMAGE))
    if data.get("fumbled") and injury:
        suffer_injury(table, who, injury, Wound(source=str(data["weapon"])))
    shove(table, who, str(data["by"]))


def explode(table: Table, dice: Dice, who: str, key: str, weapon: str) -> None:
    """Throw a Chaos Die for a weapon that misfired: on a six it explodes in the hands of its owner (GRM-096, E-n)."""
    name, item = plainly(weapon), table.sheet(who).items.get(key)
    if throw_chaos(table, dice, who, 1, "misfire"):
        if item is not None:
            table.happen(ItemLost(who, key))
        table.happen(Told((who,), f"{{0}}’s {name} explodes."))
        hurt(table, dice, who, throw(table, dice, who, "explosion", amount(EXPLOSION)), Wound(source=name))
    elif item is not None:
        table.happen(ItemSet(who, key, with_stats(item, **{MISFIRED: True})))
        table.happen(Told((who,), f"{{0}}’s {name} misfires and needs an hour of repairs."))


@resisted("parry.broken")
def _break(table: Table, dice: Dice, who: str, data: Known) -> None:
    """Ruin a weapon that a Breaker caught (GRM-057)."""
    ruin(table, who, str(data["key"]))


def go_astray(table: Table, dice: Dice, blow: Blow) -> None:
    """Let a shot into an engagement hit an ally: the usual damage, and no reaction (GRM-039, E-n)."""
    allies = in_the_way(table, blow.attacker, blow.target) if blow.missile else []
    if not allies:
        return
    at = (
        throw(table, dice, blow.attacker, "who is hit", amount(f"1d{len(allies)}"), listed=True)
        if len(allies) > 1
        else 1
    )
    ally = allies[at - 1]
    table.happen(Told((blow.attacker, ally), "{0}’s shot goes astray and hits {1}."))
    land(table, dice, blow.but(target=ally, stray=True))


# -- mishaps that fumbles bring besides figures: blows, and the game master's word -------------------------------------


def automatic(table: Table, by: str, on: str) -> Blow | None:
    """The blow with which somebody hits by itself: with what reaches, or with what is ready to fly; None without."""
    if not is_in_fight(table, by) or is_out(table.sheet(by)):
        return None
    held = arms(table.sheet(by)).values()
    near = [arm for arm in held if arm.is_melee and is_near(table, by, on, reach_of(arm))]
    ready = [arm for arm in held if arm.weapon.is_ranged and (arm.loaded or not arm.needs_loading)]
    if not (near or ready):
        return None
    arm = best_of_arms(table.sheet(by), near or ready)
    of = Circumstances(opportunity=True, missile=not near)
    trial = trial_of(table, by, on, arm, of)
    return blow_of(table, on, arm, of, trial).but(stray=True)


def bystander(table: Table, blow: Blow) -> str:
    """The engaged ally whom a blow strikes by mistake: beside the attacker, or of a shot beside the target.

    Without one it is the attacker.
    """
    near = in_the_way(table, blow.attacker, blow.target) if blow.missile else engaged_allies(table, blow.attacker)
    return near[0] if near else blow.attacker


@dataclass(frozen=True, slots=True)
class SettleFumble(Reply, name="fumble.settle", label="Say what happens"):
    """Say what comes of a fumble (GRM-127)."""

    throws_dice: ClassVar[bool] = False
    unasked: ClassVar[str] = "No fumble to decide about."

    what: str = words("What happens", most=200)

    def perform(self, table: Table, dice: Dice) -> None:
        if not self.what.strip():
            raise Refused("Describe what happens in a few words.", "what")
        table.answer(self.ask, self.name)
        table.happen(Told((table.actor,), f"{{0}}: {plainly(self.what)}"))
