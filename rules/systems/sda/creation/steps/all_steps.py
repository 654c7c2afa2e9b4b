"""The steps in the order in which they are taken, and the command that takes them all (D-6)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.character import creation as making
from rules.engine.character.creation import Step
from rules.engine.kernel import Dice, Refused, Table
from rules.systems.sda.content import compendium, life_shelf
from rules.systems.sda.content.house_rules import creation
from rules.systems.sda.content.life_parts import ATTRIBUTES as IN_ARRAYS
from rules.systems.sda.content.skills import ATTRIBUTES, SKILLS
from rules.systems.sda.creation.life.buying import closed_trait
from rules.systems.sda.creation.life.life import Life, life_of
from rules.systems.sda.creation.life.new_sheet import copper_given, on_sale, wares
from rules.systems.sda.creation.life.sheet import at_best, born_with, cost_of_ranks, reckon
from rules.systems.sda.creation.steps.beginning import ChooseKin, ChoosePeople, ChooseTraits, ChooseVirtues, Distribute
from rules.systems.sda.creation.steps.chapters import (
    ENOUGH,
    ChooseEvents,
    ChooseMotivation,
    ChooseOccupation,
    ChooseOrigin,
    ChooseReason,
)
from rules.systems.sda.creation.steps.finishing import FIELDS, Equip, Finish, ShortForm
from rules.systems.sda.creation.steps.learning import BuyRanks, RaiseAttributes, Share
from rules.systems.sda.creation.steps.state import INSTEAD

STEPS: Sequence[type[Step]] = (
    ChoosePeople,
    ChooseKin,
    Distribute,
    ChooseOrigin,
    ChooseEvents,
    ChooseOccupation,
    ChooseReason,
    ChooseMotivation,
    ChooseVirtues,
    ChooseTraits,
    Share,
    BuyRanks,
    RaiseAttributes,
    ShortForm,
    Equip,
    Finish,
)


#: The most occupations and events, lest a life be all work, or all grief.
MOST_OCCUPATIONS, MOST_EVENTS = 4, 3
#: The most traits that are bought, beside a flaw.
MOST_TRAITS = 2
#: The least on a d6 with which there is another of something.
ANOTHER = 4
#: The face of a d6 with which somebody has a flaw.
FLAWED = 6


@dataclass(frozen=True, slots=True)
class AtRandom(making.AtRandom, name="making.random", label="All at random"):
    """Everything by dice, and by every rule: a whole life, or the short form where the campaign takes that (D-6)."""

    instead: ClassVar[str] = INSTEAD

    def perform(self, table: Table, dice: Dice) -> None:
        fate = _Fate(table, dice)
        fate.be_born()
        if creation.WAY.chosen(table.house_rules) == creation.SHORT:
            fate.share_out()
        else:
            fate.live()
        fate.set_out()


@dataclass(frozen=True, slots=True)
class _Fate:
    """The dice that decide where a person would."""

    table: Table
    dice: Dice

    # -- what happens -------------------------------------------------------------------------------------------------

    def be_born(self) -> None:
        if begun := self.life.people:
            self._take(ChoosePeople(begun.key))
        offered = compendium.offered(life_shelf.peoples())
        people = offered[self._one_of([key for key in offered if self._can_live(key)] or list(offered))]
        self._take(ChoosePeople(people.key))
        if kin := compendium.offered(people.kin).values():
            purse = _purse(self.life)
            self._take(ChooseKin(self._one_of([one.key for one in kin if _buys(purse, one.cost)])))
        if people.arrays:
            values = self._shuffled(people.arrays[self._die(len(people.arrays)) - 1])
            self._take(Distribute(**dict(zip(IN_ARRAYS, values, strict=True))))

    def live(self) -> None:
        life, purse = self.life, _purse(self.life)
        origins = [
            one.key
            for one in compendium.offered(life_shelf.origins()).values()
            if _buys(purse, life.cost_of_origin(one))
        ]
        self._take(ChooseOrigin(self._one_of(origins)))
        self._take(ChooseEvents(self._events()))
        self._work()
        life = self.life
        left = life.points_left - _motive(life)
        reasons = [
            one.key
            for one in compendium.offered(life_shelf.reasons()).values()
            if not life.closed_reason(one) and (life.cost_of_reason(one) or 0) <= left
        ]
        self._take(ChooseReason(self._one_of(reasons)))
        life = self.life
        offered = compendium.offered(life_shelf.motivations()).values()
        motives = {one.key: life.cost_of_motivation(one) for one in offered}
        paid = [key for key, cost in motives.items() if cost is not None and cost <= life.points_left]
        self._take(ChooseMotivation(self._one_of(paid)))
        self._be_somebody()
        self._learn()

    def _work(self) -> None:
        while len(self.life.occupations) < MOST_OCCUPATIONS:
            life, purse = self.life, _purse(self.life)
            open_ones = [
                one.key
                for one in compendium.offered(life_shelf.occupations()).values()
                if not life.closed_occupation(one, life.occupations)
                and _buys(purse, life.cost_of_occupation(one, life.occupations))
            ]
            if not open_ones or (life.occupations and self._die(6) < ANOTHER):
                break
            self._take(ChooseOccupation(self._one_of(open_ones)))
        self._take(ChooseOccupation(ENOUGH))

    def _events(self) -> tuple[str, ...]:
        """The keys of some events that may happen to anybody; half of the points is left for work."""
        picked: list[str] = []
        spare = self.life.points_left // 2
        while len(picked) < MOST_EVENTS and self._die(6) >= ANOTHER:
            open_ones = [
                one.key
                for one in compendium.offered(life_shelf.events()).values()
                if one.key not in picked and not one.bereaved and (one.cost or 0) <= spare
            ]
            if not open_ones:
                break
            picked.append(self._one_of(open_ones))
            spare -= life_shelf.events()[picked[-1]].cost or 0
        return tuple(picked)

    def _be_somebody(self) -> None:
        self._virtues()
        life, sheet = self.life, at_best(self.life)
        listed = [key for key in compendium.offered(life_shelf.traits()) if key not in life.granted]
        offered = [key for key in listed if not closed_trait(life, key, sheet)]
        costs = {key: life.cost_of_trait(key) or 0 for key in offered}
        picked: list[str] = []
        flaws = [key for key, cost in costs.items() if cost < 0]
        if flaws and self._die(6) == FLAWED:
            picked.append(self._one_of(flaws))
        for _ in range(MOST_TRAITS):
            left = life.points_left - sum(costs[key] for key in picked)
            gifts = [key for key, cost in costs.items() if 0 <= cost <= left and key not in picked]
            if gifts:
                picked.append(self._one_of(gifts))
        self._take(ChooseTraits(tuple(picked)))

    def _virtues(self) -> None:
        choices = ChooseVirtues.choices(self.table)
        picked = {key: self._one_of([choice.value for choice in choices[key]]) for key in compendium.virtues()}
        self._take(ChooseVirtues(**picked))

    def _learn(self) -> None:
        """Buy all ranks and points that experience buys, and let dice choose the talent and the trades."""
        offered = Share.choices(self.table)["talent"]
        among = tuple(Share.preset(self.table)["shared"])
        self._take(Share(self._one_of([choice.value for choice in offered]) if offered else "", among))
        ranks = BuyRanks.preset(self.table)["ranks"]
        groups = [choice.value for choice in BuyRanks.choices(self.table)["groups"]]
        traded = tuple(key for key in groups if self._die(6) >= ANOTHER)
        self._take(BuyRanks(ranks, traded))
        self._take(RaiseAttributes(**RaiseAttributes.preset(self.table)))

    def share_out(self) -> None:
        """Take the short form: points and ranks fall one by one on whatever can still take them."""
        life = self.life
        added, cap = dict.fromkeys(ATTRIBUTES, 0), creation.CAP.number(life.house_rules)
        for _ in range(creation.EXTRA.number(life.house_rules)):
            room = [key for key in ATTRIBUTES if born_with(life)[key] + added[key] < cap and added[key] < _MOST_ADDED]
            if room:
                added[self._one_of(room)] += 1
        ranks = self._ranks(life)
        fields = {field: tuple(key for key, had in ranks.items() if had == rank) for rank, field in FIELDS.items()}
        shared_out: dict[str, Any] = {**added, **fields}
        self._take(ShortForm(**shared_out))
        self._virtues()

    def _ranks(self, life: Life) -> dict[str, int]:
        sheet, there = reckon(life, "").sheet, creation.LEARNT.number(life.house_rules)
        most, ranks = min(creation.MOST_RANK.number(life.house_rules), max(FIELDS)), dict[str, int]()
        for _ in range(there):
            key = self._one_of(list(ranks if ranks and self._die(6) < ANOTHER else compendium.offered(SKILLS)))
            raised = {**ranks, key: ranks.get(key, 0) + 1}
            if raised[key] <= most and cost_of_ranks(sheet, raised) <= there:
                ranks = raised
        return ranks

    def set_out(self) -> None:
        """Buy a weapon and a piece of armour where there is money for them, and finish."""
        there = copper_given(self.life)
        picked: dict[str, tuple[str, ...]] = {}
        for section in ("weapons", "armour"):
            paid = [ware for ware, price in on_sale(section).items() if price <= there // 2]
            if paid:
                picked[section] = (self._one_of(paid),)
                there -= wares()[picked[section][0]]
        gifts = tuple(Equip.preset(self.table)["gifts"])
        self._take(Equip(gifts, picked.get("weapons", ()), picked.get("armour", ())))
        self._take(Finish())

    # -- the dice -----------------------------------------------------------------------------------------------------

    @property
    def life(self) -> Life:
        return life_of(self.table.me, self.table.house_rules)

    def _take(self, step: Step) -> None:
        step.perform(self.table, self.dice)

    def _die(self, sides: int) -> int:
        return self.dice.roll(self.table.actor, [sides]).faces[0] if sides > 1 else 1

    def _one_of(self, among: Sequence[str]) -> str:
        if not among:
            raise Refused("Not enough background points for a life path. Ask the game master for more.")
        return among[self._die(len(among)) - 1]

    def _shuffled(self, values: Sequence[int]) -> list[int]:
        left, order = list(values), []
        while left:
            order.append(left.pop(self._die(len(left)) - 1))
        return order

    def _can_live(self, people: str) -> bool:
        """Whether the cheapest life of a people can be paid; a campaign may have written a dear one."""
        life = life_of(self.table.me, self.table.house_rules, people=people)
        kin = compendium.offered(life_shelf.peoples()[people].kin).values()
        born = min((one.cost or 0 for one in kin), default=0)
        grown = _least(life.cost_of_origin(one) for one in compendium.offered(life_shelf.origins()).values())
        wanted = _least(life.cost_of_motivation(one) for one in compendium.offered(life_shelf.motivations()).values())
        return born + grown + wanted + LEAST_REASON <= life.points


def _purse(life: Life) -> int:
    """Background points that may be spent, so that enough are left for a reason to leave and a motivation."""
    return life.points_left - _motive(life) - LEAST_REASON


def _buys(purse: int, cost: int | None) -> bool:
    return cost is not None and cost <= purse


def _motive(life: Life) -> int:
    """Background points that the cheapest motivation costs."""
    return _least(life.cost_of_motivation(one) for one in compendium.offered(life_shelf.motivations()).values())


def _least(costs: Iterable[int | None]) -> int:
    return min((cost for cost in costs if cost is not None), default=0)


#: Background points that the cheapest reason costs at most, wherever somebody is from.
LEAST_REASON = 1
#: The most points that the short form can add to one attribute.
_MOST_ADDED = 8
