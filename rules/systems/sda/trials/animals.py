"""Everything that is done with animals but herding, which is a long task of its own."""

from rules.engine.kernel.commands import Command
from rules.systems.sda.trials.falconry import Hunt
from rules.systems.sda.trials.riding import Dismount, Mount, Urge
from rules.systems.sda.trials.training import TeachAnimal, TrainAnimal

ANIMALS: tuple[type[Command], ...] = (Hunt, Mount, Dismount, Urge, TrainAnimal, TeachAnimal)
