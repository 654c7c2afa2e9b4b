"""Commands of traits, and of the places that bear on them (D-7)."""

from rules.engine.kernel.commands import Command
from rules.systems.sda.gifted.calling import CALLING
from rules.systems.sda.gifted.places import SURROUNDINGS

#: In the order in which pages offer them.
GIFTED: tuple[type[Command], ...] = (*CALLING, *SURROUNDINGS)
