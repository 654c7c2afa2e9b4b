"""Getting on and off a mount, and staying in the saddle (SDA-251, SDA-253, SDA-256); the commands of riders."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.fight import is_within, others_known
from rules.engine.kernel import Choice, Command, Dice, NotNow, Reply, Table, Told, pick
from rules.engine.odds import Chance, Odds, at_least, in_words, mixture
from rules.systems.sda.core.person import BODY, distribution, size_of
from rules.systems.sda.core.rolls import MOUNTED, is_on_foot, is_trained, mount_of, pool_for
from rules.systems.sda.fight.base import (
    STUNS,
    act_without_dice,
    free_test,
    free_to_act,
    is_able,
    lay_down,
    own_turn,
    speed,
)
from rules.systems.sda.fight.moves import RidingTest, carry_on, free_to_move, get_off, get_on, provoke
from rules.systems.sda.fight.wounds import DIE, boxes_of, dice_of, land, wound

#: Metres within which an animal has to stand to be mounted.
NEAR = 2.0


@dataclass(frozen=True, slots=True)
class MountUp(Command, name="turn.mount", label="Mount"):
    """Get on an animal that is used to a rider and larger than you: it takes the action (SDA-118, SDA-159).

    From then on you move as it moves, and it acts when you do, on your side (SDA-251, SDA-253). It takes your eyes off
    opponents in reach (SDA-224).
    """

    animal: str = pick("Animal")

    @classmethod
    def possible(cls, table: Table) -> None:
        free_to_act(table)
        if mount_of(table, table.actor):
            raise NotNow("You are mounted already. Dismount first, or ride.")
        free_to_move(table)
        if table.me.has("prone"):
            raise NotNow("You are prone. Stand up first.")
        if not _trained(table):
            raise NotNow(_why_none(table))

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        animals = _trained(table)
        return {"animal": tuple(Choice(who, table.name(who), f"{speed(table, who):g} m a round") for who in animals)}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"animal": _trained(table)[0]}

    def perform(self, table: Table, dice: Dice) -> None:
        act_without_dice(table, table.actor, own_turn(table).key)
        get_on(table, table.actor, self.animal)
        provoke(table, table.actor, "mounts")
        carry_on(table)


def _near(table: Table) -> list[str]:
    """The ids of those near the actor who are larger, able, and neither ride nor are ridden."""
    size = table.me.rank(BODY, "size")
    there = [who for who in others_known(table, table.actor) if is_within(table, table.actor, who, NEAR)]
    return [
        who
        for who in there
        if table.sheet(who).rank(BODY, "size") > size and is_able(table, who) and is_on_foot(table, who)
    ]


def _trained(table: Table) -> list[str]:
    return [who for who in _near(table) if is_trained(table.sheet(who))]


def _why_none(table: Table) -> str:
    side = table.combatant(table.actor).side
    names = ", ".join(table.name(who) for who in _near(table) if table.combatant(who).side == side)
    if names:
        return f"Never ridden: {names}. Break animals in outside fights."
    return "No animal to ride within 2 metres. Move to one first."


@dataclass(frozen=True, slots=True)
class GetOff(Command, name="turn.dismount", label="Dismount"):
    """Get off, which takes the action: you stand beside the mount, and move on your own feet again (SDA-118, SDA-159).

    From the next round on the mount has turns of its own.
    """

    @classmethod
    def possible(cls, table: Table) -> None:
        own_turn(table)
        if not table.me.has(MOUNTED):
            raise NotNow("You are on foot. Mount first.")
        free_to_act(table)

    def perform(self, table: Table, dice: Dice) -> None:
        act_without_dice(table, table.actor, own_turn(table).key)
        table.happen(Told((table.actor,), "{0} dismounts."))
        get_off(table, table.actor)


#: Metres that somebody falls from a mount, by its size (D-12).
HEIGHT = {"micro": 1, "mini": 1, "small": 1, "medium": 1, "large": 2, "huge": 4, "colossal": 6}


@dataclass(frozen=True, slots=True, kw_only=True)
class StayMounted(RidingTest, name="riding.stay", label="Stay in the saddle"):
    """Stay in the saddle after a major injury: as hard as rider and mount have major injuries together (SDA-256).

    Whoever does not falls, as from any other height: acrobatics takes dice off (D-8).
    """

    unasked: ClassVar[str] = "You are not falling from the saddle."
    does: ClassVar[str] = "stay in the saddle"

    def perform(self, table: Table, dice: Dice) -> None:
        known = table.answer(self.ask, self.name).known
        if self.passes(table, dice, known["difficulty"]):
            table.happen(Told((table.actor, known["mount"]), "{0} stays on {1}."))
        else:
            fall_off(table, dice, table.actor, known["mount"])
        carry_on(table)


@dataclass(frozen=True, slots=True, kw_only=True)
class FallWithMount(Reply, name="riding.land", label="Fall"):
    """Come down with a mount that falls: nothing is left to stay on, and only acrobatics helps (SDA-256, D-8)."""

    unasked: ClassVar[str] = "Your mount is not going down."

    def odds(self, table: Table) -> Odds:
        """The odds of the fall in boxes: a die for each metre after the first, less acrobatics, less armour."""
        mount = table.open_ask(self.ask, self.name).known["mount"]
        count, saving = dice_of(table.me, _height(table, mount)), pool_for(table, table.actor, "acrobatics", free=True)
        saved = saving.measure(saving.available) if count > 0 else (1.0,)
        die = DIE[size_of(table.me)]
        damage = mixture((p, distribution(die, max(0, count - n))) for n, p in enumerate(saved))
        hurt = boxes_of(table, table.actor, STUNS, damage)
        unhurt = 1 - at_least(hurt, 1)
        sentence = f"{in_words(unhurt).capitalize()} to stay unhurt"
        return Odds(sentence, (Chance("unhurt", "unhurt", unhurt),), hurt, "boxes")

    def perform(self, table: Table, dice: Dice) -> None:
        fall_off(table, dice, table.actor, table.answer(self.ask, self.name).known["mount"])
        carry_on(table)


def fall_off(table: Table, dice: Dice, who: str, mount: str) -> None:
    """Let somebody fall out of the saddle, as deep as the mount is high; armour counts (SDA-256, D-8)."""
    table.happen(Told((who, mount), "{0} falls from {1}."))
    metres = _height(table, mount)
    get_off(table, who)
    falls = dice_of(table.sheet(who), metres) > 0
    saved = free_test(table, dice, who, "acrobatics", "falling").net if falls else 0
    measure = land(table, dice, who, metres, saved=saved)
    lay_down(table, who, "fall")
    wound(table, who, who, STUNS, measure)


def _height(table: Table, mount: str) -> int:
    return HEIGHT[size_of(table.sheet(mount))]
