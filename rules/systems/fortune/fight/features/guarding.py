"""Taking a hit that was meant for somebody else: the Knight's Intercept (D-3)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel import Answered, Ask, Choice, Command, Dice, NotNow, Place, Table, Told, pick, wording_from
from rules.engine.odds import Odds
from rules.systems.fortune.core import MELEE_RANGE, able, deal, go_on, is_in_fight
from rules.systems.fortune.fight.base import feet_between
from rules.systems.fortune.fight.features import uses
from rules.systems.fortune.fight.features.shoving import change_places

INTERCEPT = "knight_intercept"
#: The command that answers how damage is split, which waits for whoever was hit.
SPLIT = "damage.split"


def hits_nearby(table: Table) -> list[Ask]:
    """Hits on allies within 5 ft that wait to be suffered."""
    side = table.combatant(table.actor).side
    return [
        ask
        for ask in table.scene.asks.values()
        if SPLIT in ask.commands
        and ask.to != table.actor
        and table.combatant(ask.to).side == side
        and feet_between(table, table.actor, ask.to) <= MELEE_RANGE
    ]


@dataclass(frozen=True, slots=True)
class Intercept(Command):
    """Change places with an ally beside one who is hit, and suffer the hit instead, for 1 Stamina (D-3)."""

    name: ClassVar[str] = "feature.intercept"
    label: ClassVar[str] = "Intercept"
    place: ClassVar[Place] = Place.SHEET
    has_odds: ClassVar[bool] = True
    throws_dice: ClassVar[bool] = False

    hit: str = pick("Whose hit")

    @classmethod
    def possible(cls, table: Table) -> None:
        able(table)
        uses.refuse_unused(table.me, INTERCEPT)
        if not is_in_fight(table, table.actor) or not hits_nearby(table):
            raise NotNow("No ally within 5 ft is hit now.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        if not is_in_fight(table, table.actor):
            return {"hit": ()}
        hits = hits_nearby(table)
        return {"hit": tuple(Choice(ask.key, table.name(ask.to), f"{ask.known['damage']} damage") for ask in hits)}

    def odds(self, table: Table) -> Odds:
        """The damage and the price; no dice are thrown."""
        return Odds(f"1 Stamina, and {table.scene.asks[self.hit].known['damage']} damage to you.")

    def perform(self, table: Table, dice: Dice) -> None:
        ask, who = table.scene.asks[self.hit], table.actor
        uses.use(table, who, INTERCEPT)
        table.happen(Answered(ask.key))
        change_places(table, who, ask.to)
        table.happen(Told((who, ask.to), "{0} steps in front of {1}."))
        deal(table, who, int(ask.known["damage"]), wording_from(ask.known["reason"]))
        go_on(table, dice)
