"""The setting from which forecasts begin: a fight as it stands, or with something changed in it."""

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace

from rules.engine.kernel import Begun, Command, Encounter, Fact, Json, Sheet, Table


@dataclass(frozen=True, slots=True)
class Setting:
    """The sheets, encounter and house rules of a fight; nothing of it is ever changed.

    ``opening`` is the command that begins a fight which has not begun, such as one by which somebody is surprised; with
    ``None`` the game's own way to begin.
    """

    sheets: Mapping[str, Sheet]
    encounter: Encounter
    house_rules: Mapping[str, Json] = field(default_factory=dict)
    opening: Command | None = None

    @classmethod
    def of(cls, table: Table) -> "Setting":
        """The setting of the fight on a table as it is now, among the walls, doors and cover that are drawn there."""
        there = {who: deepcopy(table.sheet(who)) for who in table.scene.combatants}
        scene = deepcopy(table.scene)
        # Fog hides things from players. Those who fight see what is before them.
        scene.fog = ()
        return cls(there, scene, dict(table.house_rules))

    def after(self, *facts: Fact) -> "Setting":
        """The setting after these facts: another weapon in hand, another place, a combatant gone."""
        table = Table(deepcopy(dict(self.sheets)), deepcopy(self.encounter), self.house_rules)
        table.happen(*facts)
        there = {who: sheet for who, sheet in table.sheets.items() if who in table.scene.combatants}
        return replace(self, sheets=there, encounter=table.scene)

    def with_instead(self, who: str, sheet: Sheet) -> "Setting":
        """The setting with another sheet in a combatant's place."""
        return self.after(Begun(who, sheet))

    def begun_by(self, opening: Command) -> "Setting":
        """The setting, to be begun by this command."""
        return replace(self, opening=opening)

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides, in the order in which the first of each stands there."""
        return tuple(dict.fromkeys(place.side for place in self.encounter.combatants.values()))

    def side(self, who: str) -> str:
        return self.encounter.combatants[who].side
