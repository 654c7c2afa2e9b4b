"""House rules as switches, each with its default and the rule that it touches."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.engine.kernel import Json


@dataclass(frozen=True, slots=True)
class Switch:
    """A house rule that a campaign may turn: its default, what it does in one sentence, and the rule that it touches.

    ``part`` is the heading under which it stands, if a game has so many that they need one. One that is an ``edition``
    chooses among lists that the game prints: rules find it as that of the book that lies open.
    """

    name: str
    label: str
    sentence: str
    default: Json
    rule: str = ""
    options: tuple[str, ...] = ()
    part: str = ""
    edition: bool = False

    def chosen(self, house_rules: Mapping[str, Json]) -> Json:
        """The campaign's value of the rule, or the default."""
        return house_rules.get(self.name, self.default)

    def flag(self, house_rules: Mapping[str, Json]) -> bool:
        """The campaign's value of a rule that is on or off."""
        return bool(self.chosen(house_rules))

    def number(self, house_rules: Mapping[str, Json], least: int = 0) -> int:
        """The campaign's value of a rule that is a number, at least ``least``; the default where it is no number."""
        chosen = self.chosen(house_rules)
        return max(least, chosen) if isinstance(chosen, int) else int(self.default)


def under(part: str, switches: Iterable[Switch]) -> tuple[Switch, ...]:
    """House rules, each with the heading under which it stands."""
    return tuple(replace(one, part=part) for one in switches)


def edition_of(switches: Sequence[Switch], house_rules: Mapping[str, Json]) -> str:
    """The edition that a campaign follows, of the lists that a game prints; empty for the usual ones."""
    if not house_rules:
        return ""
    turned = (one for one in switches if one.edition and one.chosen(house_rules) != one.default)
    return next((str(one.chosen(house_rules)) for one in turned), "")
