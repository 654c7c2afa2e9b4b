"""Getting onto a mount or aboard, and off again (GRM-024, GRM-043)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel import Choice, Dice, MemoKept, NotNow, Table, Told, pick
from rules.systems.grim.content.gaits import gaits, mounts
from rules.systems.grim.core import PRONE, begin, end, is_in
from rules.systems.grim.fight.actions.distances import MOUNT, MOUNTED
from rules.systems.grim.fight.actions.posture import points_to_rise, refuse_bound
from rules.systems.grim.fight.base import Action, own_turn, refuse_without_ap, spend_ap

#: The memo of whose animal has fled, with the round in which it did (GRM-043).
FLED = "mount_fled"


@dataclass(frozen=True, slots=True)
class Mount(Action):
    """Get onto a mount or aboard, or off it; it takes as long as getting up (GRM-024)."""

    name: ClassVar[str] = "move.mount"
    label: ClassVar[str] = "Mount or dismount"
    doing: ClassVar[str] = "mounting or dismounting"
    throws_dice: ClassVar[bool] = False

    mount: str = pick("Onto", default="", at_once=False, help="Default: a rouncey")

    @classmethod
    def possible(cls, table: Table) -> None:
        own_turn(table)
        refuse_bound(table, cls.doing)
        refuse_without_ap(table, points_to_rise(table), cls.doing)
        if table.me.has(MOUNTED):
            return
        if is_in(table.me, PRONE):
            raise NotNow("You are prone. Stand up first.")
        if table.actor in table.scene.memo.get(FLED, ()):
            raise NotNow("Your animal has fled for an hour.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"mount": tuple(Choice(key, gait.name) for key, gait in mounts().items())}

    def perform(self, table: Table, dice: Dice) -> None:
        who = table.actor
        spend_ap(table, points_to_rise(table))
        if table.me.has(MOUNTED):
            dismount(table, who)
            table.happen(Told((who,), "{0} dismounts."))
            return
        key = self.mount or next(iter(mounts()))
        table.happen(MemoKept(who, MOUNT, key))
        begin(table, who, MOUNTED, source=gaits()[key].name)
        table.happen(Told((who,), f"{{0}} mounts: {gaits()[key].name.lower()}."))


def dismount(table: Table, who: str) -> None:
    """Come off a mount, however that is."""
    end(table, who, MOUNTED)
    if MOUNT in table.sheet(who).memo:
        table.happen(MemoKept(who, MOUNT, None))
