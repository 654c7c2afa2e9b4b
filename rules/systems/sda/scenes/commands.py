"""Virtues: calling upon one, rolling for it, and what the end of a scene makes of it; and the tempo of a scene."""

from rules.engine.kernel.commands import Command
from rules.systems.sda.core.person.virtue_bonus import APPROACH
from rules.systems.sda.scenes.calling import CALLING
from rules.systems.sda.scenes.ending import ENDING, TEMPO

#: In the order in which pages offer them.
VIRTUES: tuple[type[Command], ...] = (*CALLING, *APPROACH, *ENDING, *TEMPO)
