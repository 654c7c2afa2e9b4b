"""Tests of all kinds, from parts that combine: shared work, long tasks, groups, and the skills that use them."""

from rules.engine.kernel.commands import Command
from rules.systems.sda.checks.long.handing import HANDING
from rules.systems.sda.checks.long.herding import HERDING_COMMANDS
from rules.systems.sda.checks.long.long_tasks import LONG_TASKS
from rules.systems.sda.checks.shared.groups import GROUPS_OF_TESTS
from rules.systems.sda.checks.shared.together import TOGETHER
from rules.systems.sda.checks.skills.appraising import APPRAISING
from rules.systems.sda.checks.skills.handling import Hunt, TeachAnimal, TrainAnimal
from rules.systems.sda.checks.skills.lessons import LESSONS
from rules.systems.sda.checks.skills.noticing import NOTICING
from rules.systems.sda.checks.skills.perception import SCENES
from rules.systems.sda.checks.skills.riding import Dismount, Mount, Urge
from rules.systems.sda.checks.skills.wits import WITS

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
