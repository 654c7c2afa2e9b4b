"""Encounters: fights that are prepared, fought and over."""

from typing import ClassVar

from campaigns.documents import Document
from rules import codec
from rules.engine.sheets import Encounter as State


class Encounter(Document):
    """A fight of a campaign; its state is the document's body."""

    is_sheet: ClassVar[bool] = False

    @property
    def state(self) -> State:
        return codec.encounter_from(self.body)
