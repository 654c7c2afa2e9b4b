"""Making a character step by step: kin, profession, age, attributes, skills, gear (D-1, D-2)."""

from collections.abc import Sequence

from rules.engine.character.creation import Step
from rules.engine.kernel.commands import Command
from rules.systems.dragonbane.creation.at_random import AtRandom
from rules.systems.dragonbane.creation.attributes import MakeAttributes, SwapAttributes
from rules.systems.dragonbane.creation.finishing import Finish, GatherOutfit
from rules.systems.dragonbane.creation.people import ChooseAge, ChooseKin, ChooseProfession
from rules.systems.dragonbane.creation.skills import TrainSkills

STEPS: Sequence[type[Step]] = (
    ChooseKin,
    ChooseProfession,
    ChooseAge,
    MakeAttributes,
    SwapAttributes,
    TrainSkills,
    GatherOutfit,
    Finish,
)
MAKING: tuple[type[Command], ...] = (*STEPS, AtRandom)
