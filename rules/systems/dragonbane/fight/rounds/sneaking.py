"""Sneaking upon somebody before the fight begins (DRB-042, DRB-043)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.fight import listed, note, opponents, unnote
from rules.engine.kernel import (
    Choice,
    Condition,
    ConditionSet,
    Dice,
    Json,
    Judged,
    NotNow,
    SceneMemoKept,
    Table,
    Told,
    number,
    pick,
    switch,
)
from rules.engine.odds import Odds
from rules.systems.dragonbane.core import (
    Calling,
    Check,
    Outcome,
    boons_of,
    check_for,
    check_odds,
    goes_on,
)
from rules.systems.dragonbane.fight.base import MOST_BY_HAND, UNSEEN, is_out, sneaked_up

FOLLOW = "fight.sneak"
#: The memo of those who tried to sneak up and were noticed.
NOTICED = "noticed"


@dataclass(frozen=True, slots=True)
class Sneak(Calling, name="sneak.up", label="Sneak up"):
    """Sneak up before the fight: Sneaking, with a bane if you move into melee; there is one try (DRB-042).

    Not noticed, you surprise: choose your card when the fight begins, attack with a boon, and the target can neither
    dodge nor parry; subtle weapons do a die more of damage (DRB-043). Hand to hand only whoever rolled with the bane of
    it surprises. Noticed, you draw like everybody else.
    """

    rolls: ClassVar[str] = "sneaking"
    purpose: ClassVar[str] = "sneak: {}"
    follow: ClassVar[str] = FOLLOW
    knows: ClassVar[tuple[str, ...]] = ("target", "melee")

    target: str = pick("Target", default="", help="Default: everybody")
    melee: bool = switch("Into melee", help="Bane; needed for surprise in melee")
    boons: int = number("Boons", most=MOST_BY_HAND, default=0)
    banes: int = number("Banes", most=MOST_BY_HAND, default=0)

    @classmethod
    def possible(cls, table: Table) -> None:
        if table.scene.stage != "ready":
            raise NotNow("Too late. Sneak up before the fight begins.")
        if table.actor not in table.scene.combatants or is_out(table.me):
            raise NotNow("You must be in the fight and on your feet to sneak up.")
        if table.me.has(UNSEEN):
            raise NotNow("You were not noticed. Begin the fight.")
        if table.actor in listed(table, NOTICED):
            raise NotNow("You were noticed, and there is only one try. Push the roll, or begin the fight.")
        if not opponents(table, table.actor):
            raise NotNow("Nobody to sneak up on yet.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        upon = tuple(Choice(who, table.name(who)) for who in opponents(table, table.actor))
        return {"target": upon, "abilities": cls.helpful(table)}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"target": opponents(table, table.actor)[0]}

    def odds(self, table: Table) -> Odds:
        return check_odds(table, self.check(table), "not noticed")

    def check(self, table: Table) -> Check:
        banes = (("The situation", self.banes), ("Into melee", int(self.melee)))
        boons = (("The situation", self.boons), *boons_of(table.me, self.abilities, self.rolls))
        return check_for(table, table.actor, self.rolls, boons, banes)


@goes_on(FOLLOW)
def _sneaked(table: Table, dice: Dice, outcome: Outcome, told: Mapping[str, Json]) -> None:
    who = table.actor
    table.happen(Judged(who, outcome.verdict, 0, {"target": told["target"] or None}))
    if outcome.success:
        table.happen(ConditionSet(who, Condition(UNSEEN, "Not noticed")))
        table.happen(SceneMemoKept(sneaked_up(who), {"upon": told["target"], "melee": told["melee"]}))
        unnote(table, NOTICED, who)
        table.happen(Told((who,), "{0} is not noticed."))
    else:
        note(table, NOTICED, who)
        table.happen(Told((who,), "{0} is noticed."))
