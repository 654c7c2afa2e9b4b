"""The stock that a campaign's party owns in common: coins by their kind, and things by their key."""

from dataclasses import dataclass, field

from rules.engine.kernel.sheets import Item


@dataclass(slots=True)
class Stock:
    """The coins that the party has of each kind, where it has any, and the things that it owns in common."""

    coins: dict[str, int] = field(default_factory=dict)
    items: dict[str, Item] = field(default_factory=dict)
