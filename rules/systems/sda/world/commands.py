"""The world beyond the fight: wounds that heal, falls, poisons and illnesses, traps and locks, bodies at work."""

from rules.engine.kernel.commands import Command
from rules.systems.sda.world.athletics import ATHLETICS
from rules.systems.sda.world.care import CARING
from rules.systems.sda.world.falling import FALLING
from rules.systems.sda.world.harm import WOUNDS
from rules.systems.sda.world.illness import ILLNESS
from rules.systems.sda.world.livelihood import DEALING, FORAGING
from rules.systems.sda.world.locks import OPENING
from rules.systems.sda.world.places import LIGHTING
from rules.systems.sda.world.poisoning import POISONS
from rules.systems.sda.world.recovery import RECOVERY, WAKING
from rules.systems.sda.world.trapping import TRAPS
from rules.systems.sda.world.water import WATER

#: In the order in which pages offer them.
WORLD: tuple[type[Command], ...] = (
    *RECOVERY,
    *CARING,
    *WAKING,
    *ATHLETICS,
    *WATER,
    *FORAGING,
    *FALLING,
    *WOUNDS,
    *POISONS,
    *ILLNESS,
    *TRAPS,
    *OPENING,
    *DEALING,
    *LIGHTING,
)
