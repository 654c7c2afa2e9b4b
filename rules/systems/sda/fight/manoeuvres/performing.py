"""Speeches that lift up allies, battle cries, and dances and songs for rounds to come (SDA-267, SDA-268, D-7)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.fight import allies, nothing_waits
from rules.engine.kernel import (
    Choice,
    Condition,
    ConditionSet,
    Dice,
    NotNow,
    Refused,
    Reply,
    ResourceChanged,
    SceneMemoKept,
    Table,
    Told,
    counted,
    number,
    pick,
)
from rules.engine.odds import Odds, mapped, mean
from rules.systems.sda.core.person import figure
from rules.systems.sda.core.rolls import Aim, Pool
from rules.systems.sda.fight.actions.efforts import Effort
from rules.systems.sda.fight.base import bled_pool, calm, check_named, free_to_act, is_able, is_aware, too_many, used
from rules.systems.sda.fight.manoeuvres.threats import Intimidate, somebody_to_move
from rules.systems.sda.fight.moves import carry_on
from rules.systems.sda.fight.wounds import BOXES, OF_SPIRIT, SPIRIT_OF_A_BOX, in_boxes


@dataclass(frozen=True, slots=True, kw_only=True)
class Performance(Effort):
    """An open-ended test whose every MoS is a die from the next round on, one fewer each round (D-7)."""

    #: The trait that it takes, the sentence for those without it, the condition that waits for the next round, and the
    #: verb.
    takes: ClassVar[str] = ""
    without: ClassVar[str] = ""
    brings: ClassVar[str] = ""
    does: ClassVar[str] = ""

    @classmethod
    def possible(cls, table: Table) -> None:
        if not figure(table.me, cls.takes):
            raise NotNow(cls.without)
        free_to_act(table)
        calm(table)

    def odds(self, table: Table) -> Odds:
        return self._open_odds(table, "have dice from it")

    def perform(self, table: Table, dice: Dice) -> None:
        result = self._open_ended(table, dice, self.does)
        told = f"{{0}} {self.does}: {counted(result.net, 'die', 'dice')} from the next round on."
        table.happen(Told((table.actor,), told))
        if result.net:
            coming = Condition(self.brings, f"{self.label}, next round", result.net, self.rolls)
            table.happen(ConditionSet(table.actor, coming))
        carry_on(table)


@dataclass(frozen=True, slots=True, kw_only=True)
class BladeDance(Performance, name="turn.dance", label="Blade dance"):
    """Dance with the blade: what it scores is dice for melee from the next round on, one fewer each round (D-7)."""

    rolls: ClassVar[str] = "dancing"
    takes: ClassVar[str] = "dances"
    without: ClassVar[str] = "You need the trait Blade Dancer."
    brings: ClassVar[str] = "dances_next_round"
    does: ClassVar[str] = "dances"


@dataclass(frozen=True, slots=True, kw_only=True)
class SpellSong(Performance, name="turn.sing", label="Spell song"):
    """Sing for a spell: what music scores is dice for casting from the next round on, one fewer each round (D-7)."""

    rolls: ClassVar[str] = "music"
    takes: ClassVar[str] = "sings"
    without: ClassVar[str] = "You need the trait Spell Singer."
    brings: ClassVar[str] = "sings_next_round"
    does: ClassVar[str] = "sings"


#: Spirit for each MoS of a speech, which the incapacitated hear too (SDA-267, C-52, C-81).
SPIRIT = 2

#: The aim by which a speech is weighed.
INSPIRED = Aim(
    BOXES,
    f"Average spirit gained by allies, in boxes, up to their maximum. {OF_SPIRIT}",
    spirit=SPIRIT_OF_A_BOX,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Inspire(Effort, name="turn.inspire", label="Inspire"):
    """Speak to your allies: an oratory and poetry test, 2 spirit for each MoS to share among them (SDA-267)."""

    aim: ClassVar[Aim] = INSPIRED
    rolls: ClassVar[str] = "poetry"

    @classmethod
    def possible(cls, table: Table) -> None:
        free_to_act(table)
        calm(table)
        if not _listeners(table):
            raise NotNow("No ally who can hear you needs spirit.")

    def odds(self, table: Table) -> Odds:
        return self._open_odds(table, "lift them up")

    def gains(self, table: Table, pool: Pool, count: int) -> float:
        """The mean spirit that allies gain, in boxes; none beyond what they lack."""
        lacking = sum(_listeners(table).values())
        return in_boxes(mean(mapped(pool.measure(count), lambda value: min(SPIRIT * value, lacking))))

    def perform(self, table: Table, dice: Dice) -> None:
        spirit = SPIRIT * self._open_ended(table, dice, "inspire").net
        table.happen(Told((table.actor,), f"{{0}} inspires the others: {spirit} spirit to share."))
        if spirit:
            _ask_to_share(table, spirit)


@dataclass(frozen=True, slots=True)
class ShareSpirit(Reply, name="inspire.share", label="Share spirit"):
    """Give some of the spirit that a speech brought to an ally; what is left can go to another (SDA-267)."""

    unasked: ClassVar[str] = "You have no spirit to share."

    spirit: int = number("Spirit", most=400, help="0: drop the rest")
    ally: str = pick("Ally", default="", at_once=True)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        found = _listeners(table)
        return {"ally": tuple(Choice(who, table.name(who), f"lacks {lacks}") for who, lacks in found.items())}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        ask, found = cls.waiting(table), _listeners(table)
        if not found:
            return {"ask": ask.key, "spirit": 0}
        ally = max(found, key=lambda who: found[who])
        return {"ask": ask.key, "ally": ally, "spirit": min(found[ally], ask.known["spirit"])}

    def perform(self, table: Table, dice: Dice) -> None:
        held = table.answer(self.ask, self.name).known["spirit"]
        if not self.spirit:
            table.happen(Told((table.actor,), "{0} has said enough."))
            return
        if not self.ally:
            raise Refused("Choose an ally, or 0 spirit to drop the rest.", "ally")
        most = min(held, _listeners(table)[self.ally])
        if self.spirit > most:
            raise Refused(f"{table.name(self.ally)} can be given up to {most} spirit, not {self.spirit}.", "spirit")
        table.happen(ResourceChanged(self.ally, "spirit", self.spirit, "inspired"))
        table.happen(Told((self.ally,), f"{{0}} is inspired: {self.spirit} spirit."))
        _ask_to_share(table, held - self.spirit)


def _ask_to_share(table: Table, spirit: int) -> None:
    if spirit and _listeners(table):
        table.ask(table.actor, f"{spirit} spirit to share: with whom?", ShareSpirit.name, spirit=spirit)


def _listeners(table: Table) -> dict[str, int]:
    """Spirit that each ally lacks who can hear, the incapacitated too, by id (SDA-213, SDA-267)."""
    found = {}
    for who in allies(table, table.actor):
        spirit = table.sheet(who).resources.get("spirit")
        if spirit is not None and spirit.now < spirit.most and is_aware(table.sheet(who)):
            found[who] = spirit.most - spirit.now
    return found


#: The memo of a fight with the ids of those who have cried out in it.
CRIED = "used.cries"


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleCry(Intimidate, name="fight.battle_cry", label="Battle cry"):
    """Cry out as initiative is rolled: a threat with a pool of its own, once a fight, before you first act (D-7).

    It is resisted like any other, and costs as much spirit (SDA-268).
    """

    leaves_dice: ClassVar[bool] = False

    @classmethod
    def possible(cls, table: Table) -> None:
        if not figure(table.me, "battle_cry"):
            raise NotNow("You need the trait Terrifying Battle Cry. Threaten instead (an action).")
        if table.scene.stage != "fighting" or not is_able(table, table.actor):
            raise NotNow("Only at the beginning of a fight.")
        nothing_waits(table)
        if table.scene.round > 1 or used(table, table.actor).acted or table.actor in _cried(table):
            raise NotNow("Only when initiative is rolled. Threaten instead (an action).")
        somebody_to_move(table)

    def _ready(self, table: Table, pool: Pool) -> tuple[Pool, int]:
        """The pool as it is rolled, and the number of dice, out of no budget; refused where there are not so many."""
        count = self.dice or pool.available
        if not count or count > pool.available:
            raise Refused(too_many(max(1, count), pool.available, "a cry"), "dice")
        check_named(table, pool, count, self.worsen)
        return bled_pool(table, pool, count), count

    def _pay(self, table: Table, pool: Pool, count: int) -> None:
        table.happen(SceneMemoKept(CRIED, [*_cried(table), table.actor]))


def _cried(table: Table) -> list[str]:
    return list(table.scene.memo.get(CRIED, ()))
