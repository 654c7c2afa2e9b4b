"""Magic out of a fight: spells that take longer than a round, and all others that hurt nobody (DRB-023, D-4)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.engine.kernel import (
    Choice,
    Dice,
    Json,
    NotNow,
    ResourceChanged,
    Table,
    Told,
    counted,
    joined,
    number,
    pick,
    plainly,
)
from rules.engine.odds import Odds
from rules.systems.dragonbane.core import (
    MOST_BY_HAND,
    Check,
    OnFeetInPeace,
    Outcome,
    by_hand,
    check_for,
    goes_on,
    judged,
    odds_of,
    risk,
)
from rules.systems.dragonbane.fight.attacks.spells import (
    MOST_POWER,
    comes_to_nothing,
    pay,
    price,
    refuse_powerless,
    refuse_unpayable,
    spells,
)
from rules.systems.dragonbane.fight.base import Blow

FOLLOW = "magic.in_peace"


@dataclass(frozen=True, slots=True)
class CastInPeace(OnFeetInPeace, name="magic.in_peace", label="Cast a spell (no fight)"):
    """Cast a spell where nobody fights, such as one that takes longer than a round (DRB-023).

    Price, roll and mishap are as in a fight. A Dragon costs no WP, unless the effect is to be doubled;
    the effect is for the table to tell. A spell that hurts is cast in a fight.
    """

    spell: str = pick("Spell")
    power: int = number("Power level", least=1, most=MOST_POWER, default=1)
    dragon: str = pick("A Dragon", default="free")
    boons: int = number("Boons", most=MOST_BY_HAND, default=0)
    banes: int = number("Banes", most=MOST_BY_HAND, default=0)

    @classmethod
    def possible(cls, table: Table) -> None:
        OnFeetInPeace.possible(table)
        if not _peaceful(table):
            raise NotNow("You have no spell for use outside fights. Learn one, or cast attack spells in a fight.")
        refuse_powerless(table, "Rest gives it back.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        dragons = Choice("free", "costs no WP"), Choice("double", "doubles the effect")
        return {"spell": _peaceful(table), "dragon": dragons}

    def odds(self, table: Table) -> Odds:
        check = self._check(table)
        odds = odds_of(table, check)
        cost = counted(price(table.me.items[self.spell], self.power), "willpower point", "willpower points")
        return replace(odds, sentence=f"{odds.sentence}, {cost}")

    def perform(self, table: Table, dice: Dice) -> None:
        item, check = table.me.items[self.spell], self._check(table)
        told = {"spell": item.name, "dragon": self.dragon, **pay(table, item, self.power)}
        risk(table, dice, check, joined("cast: ", check.purpose), FOLLOW, told)

    def _check(self, table: Table) -> Check:
        item = table.me.items[self.spell]
        refuse_unpayable(table.me, item, self.power)
        return check_for(table, table.actor, str(item.stats["school"]), *by_hand(self.boons, self.banes))


def _peaceful(table: Table) -> tuple[Choice, ...]:
    """The spells without damage."""
    known = ((key, item) for key, item in spells(table).items() if not item.stats.get("damage"))
    return tuple(Choice(key, item.name, f"{price(item, 1)} WP") for key, item in known)


@goes_on(FOLLOW)
def _cast(table: Table, dice: Dice, outcome: Outcome, told: Mapping[str, Json]) -> None:
    """Judge a spell that was rolled, or pushed: it works, fails, or goes wrong (D-4)."""
    who, name = table.actor, plainly(str(told["spell"]))
    table.happen(judged(outcome, told, cost=told["cost"]))
    blow = Blow(who, who, str(told["spell"]), kind="spell")
    if comes_to_nothing(table, dice, outcome, blow, int(told["power"])):
        return
    if outcome.dragon and told["dragon"] == "free":
        table.happen(ResourceChanged(who, "wp", int(told["cost"]), "a Dragon"))
        table.happen(Told((who,), f"{{0}} casts {name} with a Dragon: it costs nothing."))
    else:
        twice = " with a Dragon: double effect" if outcome.dragon else ""
        table.happen(Told((who,), f"{{0}} casts {name}{twice}."))
