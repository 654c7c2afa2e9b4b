"""The commands of riders in a fight, in the order in which pages offer them."""

from rules.engine.kernel.commands import Command
from rules.systems.sda.fight.riding.holding import FallWithMount, StayMounted
from rules.systems.sda.fight.riding.mounting import GetOff, MountUp
from rules.systems.sda.fight.riding.shying import PressOn
from rules.systems.sda.fight.riding.urging import Leap, MountAttack, Spur

RIDING: tuple[type[Command], ...] = (MountAttack, Spur, Leap, MountUp, GetOff, PressOn, StayMounted, FallWithMount)
