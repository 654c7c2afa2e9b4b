"""Casting where nobody fights (D-9)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.fight import place
from rules.engine.kernel import Choice, Dice, Item, Table, Told, Weighing, counted, many, pick, switch
from rules.engine.odds import Odds
from rules.systems.sda.core.effects import Way, areas
from rules.systems.sda.core.rolls import Pool, attribute_choices, bought_for, bought_said, buy
from rules.systems.sda.magic.casting.casting import Casting, due, go_off, keep_at_it, roll, tally
from rules.systems.sda.magic.casting.choices import (
    ALSO,
    charges_of,
    chosen_way,
    field_charges,
    field_cost,
    field_mos,
    refuse_several,
    refuse_unfit,
    refuse_unpaid,
    spell_choices,
)
from rules.systems.sda.magic.casting.odds import aim_of, each_way, odds_of, odds_of_charges, way_said
from rules.systems.sda.magic.casting.open_spells import as_paid, difficulty, may_cast, pay, pool_of_way, price
from rules.systems.sda.world.attempts import Try, around


@dataclass(frozen=True, slots=True, kw_only=True)
class CastInPeace(Try):
    """Cast where nobody fights: the rolls, the price and the spell are the same (D-9).

    Whoever resists rolls at once; what covers an area works on whoever is named.
    """

    name: ClassVar[str] = "magic.in_peace"
    label: ClassVar[str] = "Cast a spell (no fight)"
    starts_with_first: ClassVar[str] = "spell"

    spell: str = pick("Spell")
    target: str = pick("On", default="", help="Default: yourself", at_once=True)
    others: tuple[str, ...] = many("Also on", help=ALSO)
    way: str = pick("Art", default="", help="Default: the best")
    attribute: str = pick("Attribute", default="", help="Default: the best")
    charges: int = field_charges()
    mos: int = field_mos()
    cost: int = field_cost()
    resists: bool = switch("They resist", default=True)

    @classmethod
    def possible(cls, table: Table) -> None:
        Try.possible(table)
        may_cast(table, table.actor)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        everybody = tuple(Choice(who, table.name(who)) for who in around(table))
        known = {"attribute": attribute_choices(), "target": everybody, "others": everybody}
        return {**Try.choices(table), **known, **spell_choices(table, table.actor)}

    def odds(self, table: Table) -> Odds | None:
        item, cast = self._casting(table)
        if cast.way.pays == "charge":
            sides = self._dice(table, cast.way).sides
            return odds_of_charges(cast, charges_of(item, cast.way, self.charges), sides)
        debt = due(table, cast)
        after = as_paid(table, table.actor, cast.way, cast.key, debt)
        pool = self.ready(after, self._dice(after, cast.way))
        return odds_of(after, cast, pool, pool.available, self.reward, self.bought, debt=debt)

    def weighing(self, table: Table) -> Weighing:
        """With which art, and with how many bought dice (SDA-059)."""
        ways = each_way(table, self, lambda one: one._casting(table)[1], lambda one, *paid: one._dice(*paid))
        aim = aim_of(ways)

        def pool(chosen: CastInPeace) -> Pool:
            return ways[chosen.way].pools[0]

        def brings(chosen: CastInPeace) -> float:
            way = ways[chosen.way]
            whole = chosen.ready(way.after, pool(chosen))
            return way.brings(aim, whole, whole.available)

        def said(chosen: CastInPeace) -> str:
            return way_said(ways, chosen.way, bought_said(chosen))

        most, among = max(len(way.pools) for way in ways.values()) - 1, {"way": tuple(ways)}
        return bought_for(self, table, aim, pool, brings, "way", said=said, most=most, among=among)

    def perform(self, table: Table, dice: Dice) -> None:
        item, cast = self._casting(table)
        if cast.way.pays == "charge":
            self._use_up(table, dice, cast, charges_of(item, cast.way, self.charges))
            return
        so_far = tally(table, cast)
        pay(table, table.actor, cast.way, cast.key, due(table, cast), cast.entry.name)
        self.ready(table, self._dice(table, cast.way))
        pool = buy(table, self._dice(table, cast.way), self.bought)
        keep_at_it(table, cast, so_far)
        roll(table, dice, cast, pool, pool.available, self.reward)

    def _use_up(self, table: Table, dice: Dice, cast: Casting, charges: int) -> None:
        sides = self._dice(table, cast.way).sides
        pay(table, table.actor, cast.way, cast.key, charges, cast.entry.name)
        table.happen(Told((table.actor,), f"{{0}} uses {cast.entry.name}: {counted(charges, 'charge', 'charges')}."))
        go_off(table, dice, cast, charges, sides)

    def _casting(self, table: Table) -> tuple[Item, Casting]:
        item, spell, way = chosen_way(table, table.actor, self.spell, self.way)
        target = areas.aimed_at(table, spell, self.target or ("" if spell.harms else table.actor))
        x, y = place(table, target) if _stands(table, target) else (0.0, 0.0)
        refuse_several(spell, way.skill, target, self.others)
        refuse_unfit(table, spell, target)
        mos, cost = difficulty(way, self.mos), price(way, self.cost)
        cast = Casting(
            table.actor, self.spell, spell.key, way.skill, mos, cost, target, x, y, self.resists, self.others
        )
        refuse_unpaid(table, cast, item, self.charges)
        return item, cast

    def _dice(self, table: Table, way: Way) -> Pool:
        said = (self.bonus, self.malus, self.virtue, self.called)
        return pool_of_way(table, table.actor, way, self.attribute, *said)


def _stands(table: Table, who: str) -> bool:
    return table.encounter is not None and who in table.encounter.combatants
