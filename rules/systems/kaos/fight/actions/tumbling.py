"""Tumbling: a step, an attack, and another step by Acrobatics (PCT-033, C-12)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.fight import field_east, field_north, own_place
from rules.engine.kernel import Choice, Dice, Reply, Table, Weighing, Worth, pick, switch
from rules.engine.odds import Chance, Odds, in_words
from rules.systems.kaos.core import (
    ACROBATICS,
    HIT_POINTS,
    Known,
    Outcome,
    Trial,
    chance,
    field_eased,
    goes_on,
    in_hit_points,
    in_points,
    own_score,
    pay,
    points,
    prepared_later,
    risk,
)
from rules.systems.kaos.fight.actions.melee import (
    HINDERED,
    SHIELD,
    Attack,
    and_then,
    blow_at,
    melee_arm,
    melee_trial,
    with_shield,
)
from rules.systems.kaos.fight.actions.reach import (
    can_walk,
    longest_reach,
    nearest_of_blows,
    refuse_unreached,
    where_to_strike,
)
from rules.systems.kaos.fight.base import (
    AFTERWARDS,
    CHANCES,
    Blow,
    Square,
    aims,
    best_melee,
    free_to_act,
    is_held,
    on_board,
    standing,
    walk,
)
from rules.systems.kaos.fight.exchange.effects import OF_ATTACKS, said_of, through

FOLLOWS = "tumble"
#: Hit points that advice counts for another square.
OF_A_SQUARE = 1
OF_TUMBLES = f"{OF_ATTACKS} The extra square counts as 1 hit point."
#: The eight steps of a king, and the one of staying.
STEPS = {
    "stay": (0, 0),
    "north": (0, 1),
    "north-east": (1, 1),
    "east": (1, 0),
    "south-east": (1, -1),
    "south": (0, -1),
    "south-west": (-1, -1),
    "west": (-1, 0),
    "north-west": (-1, 1),
}


@dataclass(frozen=True, slots=True)
class Tumble(Attack, name="melee.tumble", label="Tumble"):
    """Move one square, attack with weapon, bare hands or shield, and by Acrobatics move one more (PCT-033)."""

    weapon: str = pick("Weapon", default="", at_once=True)
    x: int = field_east(at_once=False)
    y: int = field_north(at_once=False)
    eased: bool = field_eased("Make the attack easier")
    eased_acrobatics: bool = field_eased("Make Acrobatics easier")
    hindered: bool = switch("Hindered", help=HINDERED)

    @classmethod
    def possible(cls, table: Table) -> None:
        free_to_act(table)
        refuse_unreached(table, cls.steps_before(table), longest_reach(table))

    @classmethod
    def steps_before(cls, table: Table) -> int:
        return min(1, can_walk(table))

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return with_shield(table, cls.steps_before(table))

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        target = nearest_of_blows(table, cls.steps_before(table))
        return {**Attack.preset(table), "target": target, **own_place(table)}

    def odds(self, table: Table) -> Odds:
        plain, tumbles = Attack.odds(self, table), self._tumbles(table)
        on = Chance("tumbles", "one more square if it hits", tumbles)
        return and_then(plain, on, f"Then {in_words(tumbles)} to tumble on.")

    def weighing(self, table: Table) -> Weighing:
        """The targets, weapons and easier rolls weighed (PCT-033, PCT-038)."""
        able = _can_tumble(table, table.actor)

        def worth(chosen: Tumble) -> Worth:
            trial, blow = chosen.aimed(table)
            follows = trial.chance if able else 0.0
            paid = points.EASE_PRICE * (chosen.eased + follows * chosen.eased_acrobatics)
            on = follows * chosen._tumbles(table) * OF_A_SQUARE
            return through(table, trial, blow), on, -in_hit_points(table, paid)

        def said(one: Tumble) -> str:
            return said_of(table, one, one.eased_acrobatics and "Acrobatics easier")

        fields, shares = ("target", "weapon", "eased", "eased_acrobatics"), ("They lose", "The tumble", "Points")
        among = {"target": aims.fellows(table, self.target)}
        return Weighing(fields, HIT_POINTS, OF_TUMBLES, worth, shares, said=said, among=among, price=in_points(table))

    def aimed(self, table: Table) -> tuple[Trial, Blow]:
        self._way(table)
        if self.eased_acrobatics:
            price = points.EASE_PRICE * (2 if self.eased else 1)
            points.refuse_without(table.me, price, "Making it easier", "eased_acrobatics")
        trial = melee_trial(table, self.target, eased=self.eased, hindered=self.hindered)
        more = {"purpose": self.name, "after": FOLLOWS, "eased": self.eased_acrobatics}
        return trial, blow_at(table, self.target, self.weapon, **more)

    def _tumbles(self, table: Table) -> float:
        return chance(own_score(table.me, ACROBATICS), "easy" if self.eased_acrobatics else "standard")

    def _way(self, table: Table) -> Square:
        reach = best_melee(table.me) if self.weapon == SHIELD else melee_arm(table, self.weapon)
        return where_to_strike(table, self.target, reach, self.x, self.y, self.steps_before(table))


def _can_tumble(table: Table, who: str) -> bool:
    """Whether somebody has any Acrobatics, and is not held (PCT-005, PCT-033)."""
    sheet = table.sheet(who)
    return own_score(sheet, ACROBATICS) > 0 and not is_held(sheet)


def try_to_tumble(table: Table, dice: Dice, blow: Blow) -> None:
    """Roll Acrobatics after an attack that succeeded (PCT-033)."""
    who = blow.attacker
    if _can_tumble(table, who):
        trial = prepared_later(table, who, ACROBATICS, eased=blow.eased)
        pay(table, trial)
        risk(table, dice, trial, Tumble.name, "tumble.rolled", {"who": who})


def _foretell(table: Table, blow: Blow) -> tuple[Chance, ...]:
    if not _can_tumble(table, blow.attacker):
        return ()
    trial = prepared_later(table, blow.attacker, ACROBATICS, eased=blow.eased)
    return (Chance("tumbles", "then another square", trial.chance),)


AFTERWARDS[FOLLOWS] = try_to_tumble
CHANCES[FOLLOWS] = _foretell


@goes_on("tumble.rolled")
def tumbled(table: Table, dice: Dice, outcome: Outcome, known: Known) -> None:
    """Ask for one more square in any direction, if Acrobatics succeeded (PCT-033)."""
    who = str(known["who"])
    if outcome.success and table.takes_part(who):
        table.ask(who, "You tumble on: where to?", TumbleOn.name)


@dataclass(frozen=True, slots=True)
class TumbleOn(Reply, name="tumble.on", label="Tumble on"):
    """Choose the square that a tumble ends on (PCT-033)."""

    unasked: ClassVar[str] = "You are not tumbling now."

    to: str = pick("To the", default="stay")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        here = standing(table, table.actor)
        free = (name for name, (east, north) in STEPS.items() if on_board((here[0] + east, here[1] + north)))
        return {"to": tuple(Choice(name, name.capitalize()) for name in free)}

    def perform(self, table: Table, dice: Dice) -> None:
        table.answer(self.ask, self.name)
        here, (east, north) = standing(table, table.actor), STEPS[self.to]
        walk(table, table.actor, (here[0] + east, here[1] + north))
