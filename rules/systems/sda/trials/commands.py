"""Tests of all kinds, from parts that combine: shared work, long tasks, groups, and the skills that use them."""

from rules.engine.kernel.commands import Command
from rules.systems.sda.trials.appraising import APPRAISING
from rules.systems.sda.trials.falconry import Hunt
from rules.systems.sda.trials.groups import GROUPS_OF_TESTS
from rules.systems.sda.trials.handing import HANDING
from rules.systems.sda.trials.herding import HERDING_COMMANDS
from rules.systems.sda.trials.lessons import LESSONS
from rules.systems.sda.trials.long_tasks import LONG_TASKS
from rules.systems.sda.trials.noticing import NOTICING
from rules.systems.sda.trials.perception import SCENES
from rules.systems.sda.trials.riding import Dismount, Mount, Urge
from rules.systems.sda.trials.together import TOGETHER
from rules.systems.sda.trials.training import TeachAnimal, TrainAnimal
from rules.systems.sda.trials.wits import WITS

#: In the order in which pages offer them.
TRIALS: tuple[type[Command], ...] = (
    *TOGETHER,
    *GROUPS_OF_TESTS,
    *LONG_TASKS,
    *HANDING,
    *NOTICING,
    *SCENES,
    *APPRAISING,
    *WITS,
    *HERDING_COMMANDS,
    Hunt,
    Mount,
    Dismount,
    Urge,
    TrainAnimal,
    TeachAnimal,
    *LESSONS,
)
