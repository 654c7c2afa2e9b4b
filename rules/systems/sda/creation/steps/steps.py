"""The steps in the order in which they are taken, and the command that takes them all (D-6)."""

from collections.abc import Sequence

from rules.engine.character.creation import Step
from rules.systems.sda.creation.steps.beginning import ChooseKin, ChoosePeople, Distribute
from rules.systems.sda.creation.steps.chapters import (
    ChooseEvents,
    ChooseMotivation,
    ChooseOccupation,
    ChooseOrigin,
    ChooseReason,
)
from rules.systems.sda.creation.steps.finishing import Equip, Finish
from rules.systems.sda.creation.steps.learning import BuyRanks, RaiseAttributes, Share
from rules.systems.sda.creation.steps.short_form import ShortForm
from rules.systems.sda.creation.steps.temper import ChooseTraits, ChooseVirtues

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
