"""Mishaps that fumbles bring besides figures: blows without a roll or at the wrong one, and the game master's word."""

from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel import Dice, Refused, Reply, Table, Told, plainly
from rules.engine.kernel.commands import words
from rules.systems.grim.core import takes_part
from rules.systems.grim.fight.attacks.aims import blow_of, trial_of
from rules.systems.grim.fight.attacks.modifiers import Circumstances, in_the_way
from rules.systems.grim.fight.base import Blow, arms, best_of_arms, engaged_allies, is_out, reach_of, yards_between


def automatic(table: Table, by: str, on: str) -> Blow | None:
    """The blow with which somebody hits by itself: with what reaches, or with what is ready to fly; None without."""
    if not takes_part(table, by) or is_out(table.sheet(by)):
        return None
    far, held = yards_between(table, by, on), arms(table.sheet(by)).values()
    near = [arm for arm in held if arm.is_melee and reach_of(arm) >= far]
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
class SettleFumble(Reply):
    """Say what comes of a fumble (GRM-127)."""

    name: ClassVar[str] = "fumble.settle"
    label: ClassVar[str] = "Say what happens"
    throws_dice: ClassVar[bool] = False
    unasked: ClassVar[str] = "No fumble waits for the game master."

    what: str = words("What happens", most=200)

    def perform(self, table: Table, dice: Dice) -> None:
        if not self.what.strip():
            raise Refused("Say what happens, in a few words.", "what")
        table.answer(self.ask, self.name)
        table.happen(Told((table.actor,), f"{{0}}: {plainly(self.what)}"))
