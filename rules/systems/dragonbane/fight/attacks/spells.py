"""Spells: those that are known, their price in willpower, and what comes of the roll (DRB-023, D-4)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel import (
    Choice,
    Dice,
    Item,
    Json,
    NotNow,
    Refused,
    Reply,
    ResourceChanged,
    Sheet,
    Table,
    Told,
    Weighing,
    Worth,
    counted,
    distribution,
    pick,
    plainly,
)
from rules.engine.odds import Odds, mean
from rules.systems.dragonbane.core import (
    Outcome,
    goes_on,
    judged,
    level_of,
    own_figure,
    wears_metal,
)
from rules.systems.dragonbane.fight.attacks.attack_roll import strike
from rules.systems.dragonbane.fight.base import (
    HIT_POINTS,
    MEASURE,
    Blow,
    loss,
    mishap,
    settle,
)

SHARES = ("They lose", "Willpower")
OF_DRAGONS = f"Average damage if they do not defend, plus WP regained. {MEASURE}"
#: Willpower for a trick, and for each power level of a spell (D-4).
TRICK, A_LEVEL = 1, 2
MOST_POWER = 3
FOLLOW = "fight.cast"


def spells(table: Table) -> dict[str, Item]:
    """The spells on the actor's sheet whose school they know, by key."""
    found = {key: item for key, item in table.me.items.items() if item.kind == "spell"}
    return {key: item for key, item in found.items() if _level(table, item)}


def _level(table: Table, item: Item) -> int:
    try:
        return level_of(table.me, str(item.stats.get("school", "")))
    except Refused:
        return 0


def is_trick(item: Item) -> bool:
    return not own_figure(item, "rank")


def price(item: Item, power: int) -> int:
    """Willpower points: 1 for a trick, 2 for each power level (D-4)."""
    return TRICK if is_trick(item) else A_LEVEL * power


def refuse_unpayable(sheet: Sheet, item: Item, power: int) -> None:
    """Refuse a power level that a spell has not, or that costs more willpower than there is."""
    cost, held = price(item, power), sheet.now("wp")
    if is_trick(item) and power > 1:
        raise Refused("A trick has no power levels: choose 1.", "power")
    if cost > held:
        raise Refused(f"It costs {cost} WP; you have {held}. Choose a lower level.", "power")


def refuse_powerless(table: Table, otherwise: str) -> None:
    """Refuse to those in metal, and to those without willpower, whom ``otherwise`` tells where it comes from (D-4)."""
    if wears_metal(table.me):
        raise NotNow("No magic while wearing metal. Take it off first.")
    if not table.me.now("wp"):
        raise NotNow(f"No WP left for magic. {otherwise}")


def pay(table: Table, item: Item, power: int) -> dict[str, Json]:
    """Pay the willpower of a spell, and tell that it is cast; what its roll has to know of that."""
    cost = price(item, power)
    table.happen(ResourceChanged(table.actor, "wp", -cost, item.name))
    table.happen(Told((table.actor,), f"{{0}} casts {plainly(item.name)}."))
    return {"cost": cost, "power": 0 if is_trick(item) else power}


def comes_to_nothing(table: Table, dice: Dice, outcome: Outcome, blow: Blow, power: int) -> bool:
    """Whether a spell fails, which is told; a Demon on it is a mishap (D-4)."""
    if outcome.demon:
        table.happen(Told((blow.by,), "{0} rolls a Demon: the magic goes wrong."))
        mishap(table, dice, blow, power)
    elif not outcome.success:
        table.happen(Told((blow.by,), "{0}’s spell fails."))
    return not outcome.success


@goes_on(FOLLOW)
def cast(table: Table, dice: Dice, outcome: Outcome, told: Mapping[str, Json]) -> None:
    """Judge a spell that was rolled, or pushed: it works, fails, or goes wrong (D-4)."""
    blow = Blow.restored(told["blow"])
    table.happen(judged(outcome, told, target=blow.target, cost=told["cost"]))
    if comes_to_nothing(table, dice, outcome, blow, int(told["power"])):
        settle(table, dice)
        return
    if outcome.dragon:
        known: dict[str, Json] = {"target": blow.target, "blow": blow.known(), "cost": told["cost"]}
        table.ask(blow.by, "A Dragon! Choose its effect", "magic.dragon", **known)
    else:
        work(table, dice, blow)
    settle(table, dice)


def work(table: Table, dice: Dice, blow: Blow) -> None:
    """Let the spell hit as a blow, or take hold; its own text tells effects besides damage."""
    if blow.damage and blow.target in table.scene.combatants:
        strike(table, dice, blow)
    else:
        table.happen(Told((blow.by, blow.target), f"{{0}} casts {plainly(blow.name)}."))


@dataclass(frozen=True, slots=True)
class DragonOfMagic(Reply, name="magic.dragon", label="Choose"):
    """A Dragon on a spell: it does twice as much, or costs nothing (D-4, DRB-023)."""

    unasked: ClassVar[str] = "You have no Dragon effect to choose."

    effect: str = pick("Dragon effect", default="double")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"effect": (Choice("double", "Double effect"), Choice("free", "No willpower"))}

    def odds(self, table: Table) -> Odds:
        """The odds of damage with the effect chosen, without a defence."""
        ask = table.open_ask(self.ask, self.name)
        blow = self._chosen(Blow.restored(ask.known["blow"]))
        damage = distribution(blow.amount)
        back = counted(int(ask.known["cost"]), "willpower point", "willpower points")
        gains = f"{back} back" if self.effect == "free" else "Double effect"
        if not blow.damage:
            return Odds(f"{gains}: see the spell")
        told = f"{gains}: {blow.amount.words}, {mean(damage):.1f} on average, undefended"
        return Odds(told, (), damage, "damage before armour")

    def perform(self, table: Table, dice: Dice) -> None:
        ask = table.answer(self.ask, self.name)
        blow = self._chosen(Blow.restored(ask.known["blow"]))
        if self.effect == "free":
            table.happen(ResourceChanged(table.actor, "wp", int(ask.known["cost"]), "a Dragon"))
            table.happen(Told((table.actor,), "The spell costs {0} nothing."))
        else:
            table.happen(Told((table.actor,), "{0}’s spell has double effect."))
        work(table, dice, blow)
        settle(table, dice)

    def weighing(self, table: Table) -> Weighing | None:
        """Double effect and the willpower weighed, for a spell that hurts; None for others (D-4)."""
        known = table.open_ask(self.ask, self.name).known
        blow, paid = Blow.restored(known["blow"]), int(known["cost"])
        if not blow.damage:
            return None

        def worth(chosen: DragonOfMagic) -> Worth:
            return loss(table, chosen._chosen(blow)), float(paid if chosen.effect == "free" else 0)

        return Weighing(("effect",), HIT_POINTS, OF_DRAGONS, worth, SHARES)

    def _chosen(self, blow: Blow) -> Blow:
        return blow.but(dragon=True, times=1 if self.effect == "free" else 2)
