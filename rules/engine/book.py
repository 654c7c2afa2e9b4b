"""A campaign's own book: the house rules that were chosen, and what its game master adds to the compendium."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.engine.sheets import Json


@dataclass(slots=True)
class House:
    """The switches that a campaign has turned; what is as the game says it does not stand here."""

    rules: dict[str, Json] = field(default_factory=dict)


@dataclass(slots=True)
class Homemade:
    """An entry of a campaign's own: the section that it stands in, and its figures as a data file would tell them."""

    section: str
    name: str
    told: dict[str, Json]
    withdrawn: bool = False


class HouseRules(dict[str, Json]):
    """The switches that a campaign has turned, as rules consult them: they note which of them they asked for.

    Whoever passes them on to another table goes on noting in the same place.
    """

    def __init__(self, turned: Mapping[str, Json] | None = None) -> None:
        super().__init__(turned or {})
        self.consulted: set[str] = turned.consulted if isinstance(turned, HouseRules) else set()

    def get(self, name: str, default: Json = None) -> Json:
        """What was chosen, or the default."""
        if name in self:
            self.consulted.add(name)
        return super().get(name, default)
