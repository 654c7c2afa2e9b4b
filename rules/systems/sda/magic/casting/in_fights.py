"""Casting on one's own turn: announced, struck at, rolled for (SDA-159, SDA-275, D-9)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.engine.fight import face
from rules.engine.kernel import (
    Choice,
    Dice,
    Item,
    Refused,
    Table,
    Told,
    Weighing,
    Worth,
    counted,
    many,
    number,
    pick,
    switch,
)
from rules.engine.odds import Odds, at_least
from rules.systems.sda.core.effects import Spell, areas, begun
from rules.systems.sda.core.rolls import (
    Aim,
    Pool,
    attribute_choices,
    buy,
    dice_said,
    flawless_shown,
    throw,
    with_bought,
    with_means,
)
from rules.systems.sda.core.rolls import price as price_of_dice
from rules.systems.sda.fight.actions.efforts import Effort
from rules.systems.sda.fight.advice import openings_given
from rules.systems.sda.fight.base import (
    act,
    act_without_dice,
    be_seen,
    dread_words,
    free_to_act,
    lost_to_taunt,
    own_turn,
    paid_for_dice,
    pay_for_dice,
)
from rules.systems.sda.fight.melee import Action, Rest, with_dice
from rules.systems.sda.fight.moves import carry_on, provoke
from rules.systems.sda.fight.wounds import bleed
from rules.systems.sda.magic.casting.announced import lands, odds_of_throw, roll_in_turn, throw_pool
from rules.systems.sda.magic.casting.casting import Casting, due, go_off, keep_at_it, learn, reward_of, tally
from rules.systems.sda.magic.casting.choices import (
    ALSO,
    ELEMENTS,
    charges_of,
    chosen_way,
    field_charges,
    field_cost,
    field_mos,
    gives_openings,
    is_hostile,
    likely_target,
    refuse_held,
    refuse_several,
    refuse_unfit,
    refuse_unpaid,
    spell_choices,
)
from rules.systems.sda.magic.casting.odds import DAMAGE, THROWN, aim_of, each_way, odds_of, odds_of_charges, way_said
from rules.systems.sda.magic.casting.open_spells import as_paid, castable, difficulty, may_cast, pay, pool_of_way, price

FARTHEST = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Cast(Effort, name="magic.cast", label="Cast a spell"):
    """Cast a spell: its price is paid, and rolls of its art add up, one a turn, until it goes off (D-9).

    A roll without any MoS begins anew (SDA-032). Casting gives opponents in reach an opening, and hits that they score
    on the caster lose the spell (SDA-275). MoS beyond its difficulty are hits. A witch's vessel needs no roll: each of
    its charges is a hit. Phials and fumes are thrown, though, and break beside what they miss.
    """

    aim: ClassVar[Aim] = THROWN

    spell: str = pick("Spell")
    target: str = pick("Target", default="", help="Default: nobody", at_once=True)
    others: tuple[str, ...] = many("More targets", help=ALSO)
    way: str = pick("Art", default="", help="Default: the best")
    attribute: str = pick("Attribute", default="", help="Default: the best")
    east: int = number("Metres east of them", least=-FARTHEST, most=FARTHEST, default=0, at_once=False)
    north: int = number("Metres north of them", least=-FARTHEST, most=FARTHEST, default=0, at_once=False)
    charges: int = field_charges()
    mos: int = field_mos()
    cost: int = field_cost()
    sight: bool = switch("In sight and hearing", default=True, help="Game master decides")

    @classmethod
    def possible(cls, table: Table) -> None:
        free_to_act(table)
        may_cast(table, table.actor)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        people = areas.people(table)
        known = {"attribute": attribute_choices(), "target": people, "others": people}
        return {**Effort.choices(table), **known, **spell_choices(table, table.actor)}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        work, known = begun(table.me), castable(table, table.actor)
        if work.get("key") in known:
            still = {one.value for one in areas.people(table)}
            others = tuple(who for who in work.get("others", ()) if who in still)
            near = likely_target(table, known[work["key"]][1])
            target = work["target"] if work["target"] in still else near
            return {"spell": work["key"], "way": work["skill"], "target": target, "others": others}
        first = next(iter(known))
        return {"spell": first, "target": likely_target(table, known[first][1])}

    def odds(self, table: Table) -> Odds | None:
        item, cast = self._casting(table)
        if areas.is_thrown(cast.way):
            return self._odds_of_throw(table, cast, charges_of(item, cast.way, self.charges))
        if cast.way.pays == "charge":
            return odds_of_charges(cast, charges_of(item, cast.way, self.charges), self._sides(table, cast))
        debt = due(table, cast)
        after = as_paid(table, table.actor, cast.way, cast.key, debt)
        pool, count = self._ready(after, with_bought(after, self._pool(after), self.bought))
        dread = self._dread(after, cast, pool, count)
        odds = odds_of(after, cast, pool, count, self.reward, self.bought, debt=debt, dread=dread)
        return self._with_dread(after, cast, count, odds)

    def _odds_of_throw(self, table: Table, cast: Casting, charges: int) -> Odds:
        """Odds of where a vessel breaks, whom it reaches there, and what else the throw brings."""
        pool, count = self._ready(table, with_bought(table, self._pool(table), self.bought))
        shown, reward = flawless_shown(table, pool, count, 1), reward_of(table, cast, self.reward)
        going = cast.going(charges, self._sides(table, cast))
        odds = odds_of_throw(table, going, cast.others, pool, count, shown)
        dread = self._dread(table, cast, pool, count)
        odds = with_means(odds, table, pool, count, shown, reward, self.bought, paid=dread)
        return self._with_dread(table, cast, count, odds)

    def weighing(self, table: Table) -> Weighing | None:
        """With which art and how many dice, and how many kept for a blow (SDA-160, SDA-161); vessels are thrown."""
        _, cast = self._casting(table)
        if areas.is_thrown(cast.way):
            return self.weighed(table)
        ways = each_way(table, self, lambda one: one._casting(table)[1], lambda one, after, _: one._pool(after))
        aim = aim_of(ways)
        rest = Rest.of(table, aim)
        actions = {skill: Action(table, aim, way.pools, rest) for skill, way in ways.items()}
        openings = openings_given(table, table.actor) if aim is DAMAGE and gives_openings(table.me) else 0.0

        def worth(chosen: Cast) -> Worth:
            with_dice(chosen)
            way, action = ways[chosen.way], actions[chosen.way]
            pool, count = chosen._ready(way.after, action.whole(chosen.bought))
            return action.worth(way.brings(aim, pool, count) - openings, count, chosen.bought)

        def said(chosen: Cast) -> str:
            return way_said(ways, chosen.way, dice_said(chosen))

        upto = {name: max(one.upto[name] for one in actions.values()) for name in ("dice", "bought")}
        return actions[next(iter(ways))].weighing(worth, "way", said=said, upto=upto, among={"way": tuple(ways)})

    def gains(self, table: Table, pool: Pool, count: int) -> float:
        """The chance that a thrown vessel breaks where it should, in percentage points."""
        return 100 * at_least(pool.measure(count), 1)

    def perform(self, table: Table, dice: Dice) -> None:
        rung = own_turn(table)
        item, cast = self._casting(table)
        if cast.way.pays == "charge":
            use = self._throw if areas.is_thrown(cast.way) else self._use_up
            use(table, dice, cast, charges_of(item, cast.way, self.charges), rung.key)
            return
        so_far, debt = tally(table, cast), due(table, cast)
        pay(table, table.actor, cast.way, cast.key, debt, cast.entry.name)
        whole = buy(table, self._pool(table), self.bought)
        pool, count = self._ready(table, whole)
        act(table, pool, count, rung.key, casting=True)
        self._announce(table, cast, f"casts {cast.entry.name}", f" with {counted(count, 'die', 'dice')}")
        self._dare(table, cast, count)
        bleed(table, dice, whole, pool, self.worsen)
        keep_at_it(table, cast, so_far)
        if gives_openings(table.me):
            provoke(table, table.actor, "casts")
        roll_in_turn(table, dice, cast, pool, count, self.reward)
        carry_on(table)

    def _casting(self, table: Table) -> tuple[Item, Casting]:
        """The item of the spell and its casting on somebody or somewhere; refused where that cannot be."""
        item, spell, way = chosen_way(table, table.actor, self.spell, self.way)
        self._refuse_blind(spell)
        target = areas.aimed_at(table, spell, self.target)
        middle = areas.middle_of(table, target, self.east, self.north)
        areas.refuse_far(table, spell, way, target, middle)
        refuse_several(spell, way.skill, target, self.others)
        refuse_held(table, spell, way, (target, *self.others))
        refuse_unfit(table, spell, target)
        if spell.deed == "jump" and not (self.east or self.north):
            raise Refused("Enter where to go: metres east and north.", "east")
        mos, cost = difficulty(way, self.mos), price(way, self.cost)
        cast = Casting(table.actor, self.spell, spell.key, way.skill, mos, cost, target, *middle, others=self.others)
        refuse_unpaid(table, cast, item, self.charges)
        return item, cast

    def _refuse_blind(self, spell: Spell) -> None:
        """Refuse a spell at a target that is out of sight, and one that does harm at no place in particular."""
        if not self.sight and spell.reach.range in ("sight", "hearing"):
            raise Refused(f"{spell.name} needs a target you can see or hear. Move first.", "sight")
        if spell.target == "place" and spell.harms and not (self.target or self.east or self.north):
            raise Refused(f"Choose where {spell.name} goes: somebody there, or metres east and north.", "target")

    def _pool(self, table: Table) -> Pool:
        _, spell, way = chosen_way(table, table.actor, self.spell, self.way)
        fewer = lost_to_taunt(table, table.actor, self.target)
        if areas.is_thrown(way):
            middle = areas.middle_of(table, areas.aimed_at(table, spell, self.target), self.east, self.north)
            return throw_pool(table, table.actor, middle, self.bonus - fewer, self.malus, self.virtue, self.called)
        said = (self.bonus - fewer, self.malus, self.virtue, self.called)
        return pool_of_way(table, table.actor, way, self.attribute, *said)

    def _announce(self, table: Table, cast: Casting, what: str, how: str = "") -> None:
        """Say what is cast; whoever casts on somebody else turns to them, and is seen, as is whoever does harm.

        The elements are called aloud.
        """
        if cast.entry.harms or cast.target != table.actor or cast.way.kind == ELEMENTS:
            be_seen(table, table.actor)
        if cast.target == table.actor:
            table.happen(Told((table.actor,), f"{{0}} {what}{how}."))
            return
        face(table, table.actor, cast.target)
        table.happen(Told((table.actor, cast.target), f"{{0}} {what} on {{1}}{how}."))

    def _sides(self, table: Table, cast: Casting) -> int:
        """The faces of the dice that its art is rolled with."""
        return pool_of_way(table, table.actor, cast.way, self.attribute).sides

    def _dare(self, table: Table, cast: Casting, count: int) -> None:
        """Pay for the dice of a hostile spell against somebody dreadful (D-9)."""
        if is_hostile(cast.entry):
            pay_for_dice(table, table.actor, cast.target, count)

    def _dread(self, table: Table, cast: Casting, pool: Pool, count: int) -> int:
        """The spirit that the dice take beside what was bought, against somebody dreadful."""
        bought = price_of_dice(pool.dice - self.bought, self.bought)
        return paid_for_dice(table, table.actor, cast.target, count, bought) if is_hostile(cast.entry) else 0

    def _with_dread(self, table: Table, cast: Casting, count: int, odds: Odds) -> Odds:
        words = dread_words(table, table.actor, cast.target, count) if is_hostile(cast.entry) else ""
        return replace(odds, sentence=odds.sentence + words)

    def _throw(self, table: Table, dice: Dice, cast: Casting, charges: int, rung: str) -> None:
        """Throw a vessel: it breaks where it hits, or beside; throwing gives an opening as shooting does (SDA-194)."""
        self._ready(table, with_bought(table, self._pool(table), self.bought))
        whole = buy(table, self._pool(table), self.bought)
        pool, count = self._ready(table, whole)
        pay(table, table.actor, cast.way, cast.key, charges, cast.entry.name)
        act(table, pool, count, rung)
        what = f"throws {cast.entry.name}"
        self._announce(
            table, cast, what, f" with {counted(count, 'die', 'dice')}: {counted(charges, 'charge', 'charges')}"
        )
        self._dare(table, cast, count)
        bleed(table, dice, whole, pool, self.worsen)
        sides = self._sides(table, cast)
        result = throw(table, dice, pool, count, "throw")
        spot = lands(table, dice, result, (cast.x, cast.y), cast.entry.name)
        learn(table, dice, result, cast, succeeded=result.net > 0, reward=self.reward)
        provoke(table, table.actor, "throws")
        if result.net or areas.area_of(cast.entry, cast.skill):
            go_off(table, dice, replace(cast, x=spot[0], y=spot[1]), charges, sides)
        carry_on(table)

    def _use_up(self, table: Table, dice: Dice, cast: Casting, charges: int, rung: str) -> None:
        """Use a vessel that was prepared: nothing is rolled, and it gives no opening (D-9)."""
        sides = self._sides(table, cast)
        pay(table, table.actor, cast.way, cast.key, charges, cast.entry.name)
        act_without_dice(table, table.actor, rung)
        self._announce(table, cast, f"uses {cast.entry.name}", f": {counted(charges, 'charge', 'charges')}")
        go_off(table, dice, cast, charges, sides)
        carry_on(table)
