"""Walk and crawl, charge, run: on foot, by a gait, or on a mount (GRM-023, GRM-026, GRM-029, GRM-032, GRM-033).

Distances are the most that one goes. A gait takes one action point more and a test at the start, which holds as long as
one goes on by it; where a run takes four action points in all, the fourth is one of the next turn (E-o).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.fight.sequence import Step
from rules.engine.kernel import Choice, Dice, Refused, SceneMemoKept, Table, Told, Weighing, Worth, pick, switch
from rules.engine.odds import Odds
from rules.systems.grim.content.entries import Gait
from rules.systems.grim.content.library import gaits
from rules.systems.grim.core import (
    RUNNING,
    Known,
    Outcome,
    Trial,
    begin,
    goes_on,
    is_in_fight,
    odds_of,
    risk,
    trial_for,
)
from rules.systems.grim.fight.actions.distances import (
    CHARGE,
    FLY,
    RUN,
    WALK,
    crawls,
    flies,
    mount_of,
    pace,
    price,
    refuse_going,
    refuse_way,
)
from rules.systems.grim.fight.actions.leaving import can_go_on, leave_cover, left_behind, run_into, set_out, takes
from rules.systems.grim.fight.actions.movement import Going
from rules.systems.grim.fight.actions.rest_of_turn import OF_TURNS, SHARES, compared, odds_of_openings, ways, where
from rules.systems.grim.fight.base import (
    OFF_BALANCE,
    TURN_AP,
    Square,
    chosen,
    opponents,
    own_turn,
    spend_ap,
    use,
    walk,
)

#: The Damage Threshold that running adds until the next turn (GRM-026).
HARD_TO_HIT = 3
#: The memo of the scene with the gaits that people go by, whose test they have passed (GRM-032).
GAITS = "gaits"


def go_by(table: Table, who: str, gait: str) -> None:
    """Note the gait by which somebody goes from now on; empty on foot."""
    now = dict(table.scene.memo.get(GAITS, {}))
    changed = {**now, who: gait} if gait else {other: key for other, key in now.items() if other != who}
    if changed != now:
        table.happen(SceneMemoKept(GAITS, changed or None))


@dataclass(frozen=True, slots=True)
class Far(Going):
    """A movement of so many ``times`` what one goes, which are its action points as well."""

    times: ClassVar[int]

    gait: str = pick("How", default="", at_once=False, help="A gait costs 1 more AP and a test")
    anew: bool = switch("Circumstances have changed", help="Test again")

    @classmethod
    def possible(cls, table: Table) -> None:
        own_turn(table)
        refuse_going(table, cls.times, cls.name.partition(".")[2], cls.doing)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        mount = mount_of(table.me)
        if mount is not None:
            return {"gait": (Choice("", mount.name, _hint(table, mount, cls.times)),)}
        own = [one for one in gaits().values() if not one.mount and (one.key != FLY or flies(table.me))]
        on_foot = Choice("", "Crawling" if crawls(table.me) else "On foot", _hint(table, None, cls.times))
        return {"gait": (on_foot, *(Choice(one.key, one.name, _hint(table, one, cls.times)) for one in own))}

    def odds(self, table: Table) -> Odds | None:
        to, trial = self._planned(table)
        return odds_of(trial, "keep going") if trial else odds_of_openings(table, left_behind(table, table.actor, to))

    def weighing(self, table: Table) -> Weighing:
        """The ways to each foe, and away from all of them, weighed by what they leave (GRM-023, GRM-026, GRM-029)."""
        worth = compared(table)

        def of_way(chosen: Far) -> Worth:
            to, trial = chosen._planned(table)
            there = worth(lambda at: chosen._go(at, to))
            if trial is None:
                return there
            stays = worth(chosen._pay)
            return tuple(
                trial.chance * one + (1 - trial.chance) * other for one, other in zip(there, stays, strict=True)
            )

        gait = self._gait(table)
        listed = ways(table, self.times * pace(table.me, gait), price(self.times, gait))
        return Weighing(
            (), "steps", OF_TURNS, of_way, SHARES, said=lambda one: where(table, one._planned(table)[0]), listed=listed
        )

    def perform(self, table: Table, dice: Dice) -> None:
        to, trial = self._planned(table)
        if trial is None:
            self._go(table, to)
        else:
            self._pay(table)
            risk(table, dice, trial, self.name, "gait.tested", self._told(table, to))

    def _go(self, table: Table, to: Square) -> None:
        """Pay, and set out."""
        self._pay(table)
        depart(table, table.actor, self._told(table, to))

    def _told(self, table: Table, to: Square) -> Known:
        """The way as plain values."""
        gait = self._gait(table)
        return {"end": list(to), "times": self.times, "gait": gait.key if gait else ""}

    def _planned(self, table: Table) -> tuple[Square, Trial | None]:
        """The square and the test of the way; refused if it is too far, too dear, or not on such ground."""
        gait = self._gait(table)
        to = chosen(table, self.x, self.y)
        refuse_way(table, to, self.times, gait, self.doing)
        if gait is None or (table.scene.memo.get(GAITS, {}).get(table.actor) == gait.key and not self.anew):
            return to, None
        return to, trial_for(table, table.actor, gait.skill)

    def _gait(self, table: Table) -> Gait | None:
        gait = mount_of(table.me) or gaits().get(self.gait)
        if gait is not None and gait.key == FLY and not flies(table.me):
            raise Refused("You cannot fly. Go on foot.", "gait")
        return gait

    def _pay(self, table: Table) -> None:
        """Pay the action points; what is more than a turn has is owed to the next one (E-o)."""
        points = price(self.times, self._gait(table))
        spend_ap(table, min(TURN_AP, points))
        if points > TURN_AP:
            begin(table, table.actor, OFF_BALANCE, source=self.label.lower())


def _hint(table: Table, gait: Gait | None, times: int) -> str:
    return f"up to {times * pace(table.me, gait)} yards"


@dataclass(frozen=True, slots=True)
class Walk(Far, name="move.walk", label="Walk"):
    """Go up to your Movement; lying on the ground you crawl, up to your Agility Bonus (GRM-029).

    Foes you leave may strike at you first.
    """

    times: ClassVar[int] = WALK
    doing: ClassVar[str] = "a walk"


@dataclass(frozen=True, slots=True)
class Charge(Far, name="move.charge", label="Charge"):
    """Go up to twice your Movement; after three yards a melee hit this turn has a Fury Die more (GRM-023)."""

    times: ClassVar[int] = CHARGE
    doing: ClassVar[str] = "a charge"


@dataclass(frozen=True, slots=True)
class Run(Far, name="move.run", label="Run"):
    """Go up to three times your Movement; you are harder to hurt until your next turn (GRM-026)."""

    times: ClassVar[int] = RUN
    doing: ClassVar[str] = "a run"


@goes_on("gait.tested")
def _tested(table: Table, dice: Dice, outcome: Outcome, known: Known) -> None:
    """Go on after the test of a gait: whoever fails gets nowhere (GRM-032)."""
    if not is_in_fight(table, outcome.who):
        return
    if outcome.success:
        depart(table, outcome.who, known)
    else:
        go_by(table, outcome.who, "")
        table.happen(Told((outcome.who,), "{0} does not move."))


def depart(table: Table, who: str, known: Known) -> None:
    """Set out, once those have struck who may (GRM-122, GRM-084)."""
    to, times = (int(known["end"][0]), int(known["end"][1])), int(known["times"])
    go_by(table, who, str(known["gait"]))
    leave_cover(table, who)
    if times == RUN:
        begin(table, who, RUNNING, HARD_TO_HIT)
    left = left_behind(table, who, to)
    foes = [foe for foe in opponents(table, who) if foe not in left] if times != WALK else []
    reached = run_into(table, who, to, foes)
    set_out(table, who, to, left, reached=reached, times=times, crawling=crawls(table.sheet(who)))


@takes("arrive")
def _arrive(table: Table, step: Step) -> None:
    """Get there, unless one was struck down on the way; note the yards of a charge and a run."""
    who, times, to = str(step["who"]), int(step["times"]), (int(step["end"][0]), int(step["end"][1]))
    if not is_in_fight(table, who):
        return
    if not can_go_on(table, who, crawling=bool(step["crawling"])):
        table.happen(Told((who,), "{0} gets no further."))
        return
    far = int(step["far"])
    walk(table, who, to, str(step.get("verb", {WALK: "walks", CHARGE: "charges", RUN: "runs"}[times])))
    if times == CHARGE:
        use(table, "charge", far)
    elif times == RUN:
        use(table, "ran", far)
