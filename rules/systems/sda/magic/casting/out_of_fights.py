"""Casting where nobody fights, and places under a spell there: people say themselves who stands in them (D-9)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.engine.fight import place
from rules.engine.kernel import (
    Choice,
    Dice,
    Item,
    NotNow,
    Refused,
    Table,
    Told,
    Weighing,
    counted,
    many,
    number,
    pick,
    switch,
)
from rules.engine.odds import Odds
from rules.systems.sda.checks.shared.companions import no_fight
from rules.systems.sda.core.effects import CLOUD, WITHIN, Cloud, Way, areas, held_by, kept, release
from rules.systems.sda.core.person import SheetCommand, is_there
from rules.systems.sda.core.rolls import Pool, attribute_choices, bought_for, bought_said, buy
from rules.systems.sda.magic.casting.casting import Casting, due, go_off, keep_at_it, resist_at_once, roll, tally
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
from rules.systems.sda.magic.spells.effects import odds_of_harm, odds_of_resisted, work_on
from rules.systems.sda.magic.spells.released import Going
from rules.systems.sda.magic.spells.resisting import left_of, may_resist, resisting_pool
from rules.systems.sda.magic.spells.spreading import dice_in, going_from
from rules.systems.sda.world.attempts import Try, around


@dataclass(frozen=True, slots=True, kw_only=True)
class CastInPeace(Try, name="magic.in_peace", label="Cast a spell (no fight)"):
    """Cast where nobody fights: the rolls, the price and the spell are the same (D-9).

    Whoever resists rolls at once; what covers an area works on whoever is named.
    """

    starts_with_first: ClassVar[str] = "spell"

    spell: str = pick("Spell")
    target: str = pick("Target", default="", help="Default: yourself", at_once=True)
    others: tuple[str, ...] = many("More targets", help=ALSO)
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
        x, y = place(table, target) if is_there(table, target) else (0.0, 0.0)
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


# -- places ------------------------------------------------------------------------------------------------------------


FARTHEST = 100


def _about(table: Table) -> dict[str, Cloud]:
    """The places under a spell that anybody about holds, by key."""
    return {one.key: one for who in around(table) for one in held_by(table, who) if not one.has_spot}


def _choice(table: Table, cloud: Cloud) -> Choice:
    condition = table.sheet(cloud.by).conditions[cloud.name]
    return Choice(cloud.key, table.words(condition.label), f"by {table.name(cloud.by)}")


@dataclass(frozen=True, slots=True)
class StepInto(SheetCommand, name="magic.step_into", label="Enter a place under a spell"):
    """Enter a place under a spell where nobody fights: it does its work, and again in every round if it does so.

    Whoever may resist it rolls at once (SDA-165, SDA-285).
    """

    befalls: ClassVar[bool] = True
    starts_with_first: ClassVar[str] = "cloud"

    cloud: str = pick("Place", at_once=True)
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
class StepOut(SheetCommand, name="magic.step_out", label="Leave a place under a spell"):
    """Leave a place under a spell where nobody fights: what it did to somebody as long as they were in it is over."""

    starts_with_first: ClassVar[str] = "cloud"

    cloud: str = pick("Place", at_once=True)

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
