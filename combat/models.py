"""Encounters: fights that are prepared, fought and over."""

from typing import ClassVar

from campaigns.documents import Content, Document
from rules import codec
from rules.engine.evolve import evolve_encounter
from rules.engine.facts import Fact, SceneFact
from rules.engine.sheets import Encounter as State


class Encounter(Document):
    """A fight of a campaign; its state is the document's body."""

    is_scene: ClassVar[bool] = True

    @property
    def state(self) -> State:
        return codec.encounter_from(self.body)

    def parse(self, text: str) -> State:
        return codec.encounter_from(text)

    def blank(self) -> State:
        """Nobody is there yet."""
        return State()

    def evolved(self, content: Content | None, fact: Fact) -> Content | None:
        if isinstance(content, State) and isinstance(fact, SceneFact):
            return evolve_encounter(content, fact)
        return content
