"""The steps in the order in which they are taken, and the command that takes them all (D-6)."""

from collections.abc import Sequence

from rules.engine.character.creation import Step
from rules.engine.kernel.commands import Command
from rules.systems.sda.making.at_random import AtRandom
from rules.systems.sda.making.begin import ChooseKin, ChoosePeople, Distribute
from rules.systems.sda.making.chapters import (
    ChooseEvents,
    ChooseMotivation,
    ChooseOccupation,
    ChooseOrigin,
    ChooseReason,
)
from rules.systems.sda.making.finishing import Equip, Finish
from rules.systems.sda.making.learning import BuyRanks, RaiseAttributes, Share
from rules.systems.sda.making.short import ShortForm
from rules.systems.sda.making.temper import ChooseTraits, ChooseVirtues

STEPS: Sequence[type[Step]] = (
    ChoosePeople,
    ChooseKin,
    Distribute,
    ChooseOrigin,
    ChooseEvents,
    ChooseOccupation,
    ChooseReason,
    ChooseMotivation,
    ChooseVirtues,
    ChooseTraits,
    Share,
    BuyRanks,
    RaiseAttributes,
    ShortForm,
    Equip,
    Finish,
)
MAKING: tuple[type[Command], ...] = (*STEPS, AtRandom)
