"""Blows that hit by themselves, without a roll and without a reaction, as some fumbles bring them (GRM-127)."""

from rules.engine.kernel import Table
from rules.systems.grim.core import takes_part
from rules.systems.grim.fight.attacks.aims import blow_of, trial_of
from rules.systems.grim.fight.attacks.modifiers import Circumstances
from rules.systems.grim.fight.base import Blow, best_melee, is_out


def automatic(table: Table, by: str, on: str) -> Blow | None:
    """The blow with which somebody hits by itself, with their best melee weapon; None from one who cannot strike."""
    if not takes_part(table, by) or is_out(table.sheet(by)):
        return None
    arm, of = best_melee(table.sheet(by)), Circumstances(opportunity=True)
    trial = trial_of(table, by, on, arm, of)
    return blow_of(table, on, arm, of, trial).but(stray=True)
