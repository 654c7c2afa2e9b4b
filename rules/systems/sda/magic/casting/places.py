"""Places under a spell where nobody fights: no board says who stands in them, so people say it themselves (D-9)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.engine.kernel import Choice, Dice, NotNow, Refused, Table, Told, number, pick, switch
from rules.engine.odds import Odds
from rules.systems.sda.checks.shared.companions import no_fight
from rules.systems.sda.core.effects import CLOUD, WITHIN, Cloud, held_by, kept, release
from rules.systems.sda.core.person import SheetCommand
from rules.systems.sda.magic.casting.casting import resist_at_once
from rules.systems.sda.magic.spells.effects import odds_of_harm, odds_of_resisted, work_on
from rules.systems.sda.magic.spells.released import Going
from rules.systems.sda.magic.spells.resisting import left_of, may_resist, resisting_pool
from rules.systems.sda.magic.spells.spreading import dice_in, going_from
from rules.systems.sda.world.attempts import around

FARTHEST = 100


def _about(table: Table) -> dict[str, Cloud]:
    """The places under a spell that anybody about holds, by key."""
    return {one.key: one for who in around(table) for one in held_by(table, who) if not one.has_spot}


def _choice(table: Table, cloud: Cloud) -> Choice:
    condition = table.sheet(cloud.by).conditions[cloud.name]
    return Choice(cloud.key, table.words(condition.label), f"by {table.name(cloud.by)}")


@dataclass(frozen=True, slots=True)
class StepInto(SheetCommand):
    """Enter a place under a spell where nobody fights: it does its work, and again in every round if it does so.

    Whoever may resist it rolls at once (SDA-165, SDA-285).
    """

    name: ClassVar[str] = "magic.step_into"
    label: ClassVar[str] = "Enter a place under a spell"
    befalls: ClassVar[bool] = True
    starts_with_first: ClassVar[str] = "cloud"

    cloud: str = pick("Which", at_once=True)
    metres: int = number("Metres from the centre", most=FARTHEST, default=0, help="Fumes and blasts thin out")
    resists: bool = switch("Resists", default=True)

    @classmethod
    def possible(cls, table: Table) -> None:
        no_fight(table)
        if table.me.has("dead"):
            raise NotNow(f"{table.me.name} is dead.")
        if not _about(table):
            raise NotNow("No place here is under a spell.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"cloud": tuple(_choice(table, one) for one in _about(table).values())}

    @classmethod
    def rollers(cls, table: Table) -> Sequence[str]:
        """Ids of the actor, who may resist, and of everybody who cast such a place and rolls its damage."""
        return tuple(dict.fromkeys((table.actor, *(one.by for one in _about(table).values()))))

    def odds(self, table: Table) -> Odds | None:
        cloud, hits = self._reached(table)
        if not cloud.spell.harms:
            return None
        one, going, sides = cloud.spell.harms[0], self._going(table, cloud), int(cloud.work[CLOUD]["sides"])
        if not (self.resists and may_resist(table, going, hits)):
            return odds_of_harm(one, dice_in(table, cloud, hits), sides)
        left: dict[int, float] = {}
        for still, share in left_of(resisting_pool(table, table.actor, going.entry.save), hits).items():
            count = dice_in(table, cloud, still)
            left[count] = left.get(count, 0.0) + share
        left[0] = left.get(0, 0.0) + 1 - sum(left.values())
        return odds_of_resisted(one, left, sides)

    def perform(self, table: Table, dice: Dice) -> None:
        cloud, hits = self._reached(table)
        going = self._going(table, cloud)
        table.happen(Told((table.actor,), f"{{0}} is in {cloud.spell.name}."))
        if self.resists and may_resist(table, going, hits):
            resist_at_once(table, dice, going, table.actor, hits)
        else:
            work_on(table, dice, going, table.actor, hits)

    def _going(self, table: Table, cloud: Cloud) -> Going:
        return replace(going_from(table, cloud, table.actor), target=table.actor)

    def _reached(self, table: Table) -> tuple[Cloud, int]:
        """The place, and the hits left there; refused outside of it, and inside where it does nothing again."""
        cloud = _about(table)[self.cloud]
        if self.metres > cloud.extent:
            raise Refused(f"{cloud.spell.name} reaches {cloud.extent:g} metres. Enter a smaller distance.", "metres")
        if cloud.holds(table, table.actor) and not cloud.spell.each_round:
            raise Refused(f"{table.me.name} is in {cloud.spell.name} already. Leave it first.", "cloud")
        return cloud, cloud.hits_from(self.metres)


@dataclass(frozen=True, slots=True)
class StepOut(SheetCommand):
    """Leave a place under a spell where nobody fights: what it did to somebody as long as they were in it is over."""

    name: ClassVar[str] = "magic.step_out"
    label: ClassVar[str] = "Leave a place under a spell"
    starts_with_first: ClassVar[str] = "cloud"

    cloud: str = pick("Which", at_once=True)

    @classmethod
    def possible(cls, table: Table) -> None:
        no_fight(table)
        if not _inside(table):
            raise NotNow(f"{table.me.name} is not in a place under a spell.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"cloud": tuple(Choice(key, label) for key, label in _inside(table).items())}

    def perform(self, table: Table, dice: Dice) -> None:
        if table.me.has("held"):
            raise Refused(f"{table.me.name} is held there until it ends.", "cloud")
        table.happen(Told((table.actor,), f"{{0}} is out of it: {_inside(table)[self.cloud]}."))
        release(table, self.cloud, table.actor)


def _inside(table: Table) -> dict[str, str]:
    """The label of each place that has the actor in it, by its key."""
    works = kept(table.me).items()
    return {str(work[WITHIN]): str(table.me.conditions[name].label) for name, work in works if WITHIN in work}
