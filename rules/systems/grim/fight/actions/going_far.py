"""Walk and crawl, charge, run: on foot, by a gait, or on a mount (GRM-023, GRM-026, GRM-029, GRM-032, GRM-033).

Distances are the most that one goes. A gait takes one action point more and a test at the start, which holds as long as
one goes on by it; where a run takes four action points in all, the fourth is one of the next turn (E-o).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.fight.sequence import Step
from rules.engine.kernel import Choice, Dice, Json, Refused, SceneMemoKept, Table, Told, Weighing, Worth, pick, switch
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
    judged,
    odds_of,
    risk,
    takes_part,
    trial_for,
)
from rules.systems.grim.fight.actions.leaving import can_go_on, leave_cover, left_behind, run_into, set_out, takes
from rules.systems.grim.fight.actions.movement import (
    CHARGE,
    FLY,
    FOR_A_GAIT,
    RUN,
    WALK,
    Going,
    crawls,
    flies,
    mount_of,
    pace,
    refuse_by_quality,
    refuse_hard_ground,
    refuse_still,
)
from rules.systems.grim.fight.attacks.aims import called
from rules.systems.grim.fight.attacks.defences import STEPS
from rules.systems.grim.fight.attacks.outlook import best_of_turn, struck
from rules.systems.grim.fight.base import (
    OFF_BALANCE,
    TURN_AP,
    Square,
    ap_left,
    best_melee,
    chosen,
    nearest_to,
    opponents,
    own_turn,
    put,
    reach_of,
    refuse_second_attack,
    refuse_square,
    refuse_without_ap,
    spend_ap,
    standing,
    towards,
    use,
    walk,
    yards_apart,
    yards_to,
)

#: The Damage Threshold that running adds until the next turn (GRM-026).
HARD_TO_HIT = 3
OF_WAYS = (
    "Average steps your best attack deals from there this turn against their best reaction, minus those "
    "from foes who may strike you on the way. "
    f"{STEPS}"
)
#: The memo of the scene with the gaits that people go by, whose test they have passed (GRM-032).
GAITS = "gaits"


def under_way(table: Table, who: str) -> str:
    """The gait by which somebody goes, and for which no further test is needed; empty without one."""
    return str(table.scene.memo.get(GAITS, {}).get(who, ""))


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

    gait: str = pick("How", default="", at_once=False, help="A gait costs 1 AP more and a test")
    anew: bool = switch("Circumstances have changed", help="Then test again")

    @classmethod
    def possible(cls, table: Table) -> None:
        own_turn(table)
        walks = cls.times == WALK
        refuse_still(table, cls.doing, far=not walks, crawling=walks)
        refuse_without_ap(table, cls.times, cls.doing)
        refuse_by_quality(table, cls.name.partition(".")[2])

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        mount = mount_of(table.me)
        if mount is not None:
            return {"gait": (Choice("", mount.name, _hint(table, mount, cls.times)),)}
        own = [one for one in gaits().values() if not one.mount and (one.key != FLY or flies(table.me))]
        on_foot = Choice("", "Crawling" if crawls(table.me) else "On foot", _hint(table, None, cls.times))
        return {"gait": (on_foot, *(Choice(one.key, one.name, _hint(table, one, cls.times)) for one in own))}

    def odds(self, table: Table) -> Odds | None:
        _, trial = self._planned(table)
        return odds_of(trial, "get on") if trial else None

    def weighing(self, table: Table) -> Weighing | None:
        """The ways to each foe weighed, while an attack and an action point for it are left (GRM-023, GRM-029)."""
        refuse_second_attack(table)
        if ap_left(table) <= self._price(self._gait(table)):
            return None

        def worth(chosen: Far) -> Worth:
            to, trial = chosen._planned(table)
            after = table.supposing(lambda at: chosen.get_there(at, to))
            comes = trial.chance if trial else 1.0
            return comes * best_of_turn(after), -comes * sum(struck(table, foe) for foe in chosen.strikers(table, to))

        def said(chosen: Far) -> str:
            to = chosen._planned(table)[0]
            foe = min(opponents(table, table.actor), key=lambda who: yards_apart(standing(table, who), to))
            return f"{'beside' if yards_apart(standing(table, foe), to) <= 1 else 'towards'} {called(table, foe)}"

        return Weighing((), "steps", OF_WAYS, worth, ("They lose", "You lose"), said=said, listed=self._ways(table))

    def _ways(self, table: Table) -> list[dict[str, Json]]:
        """The squares on the straight way to where each foe is within reach, as far as one goes."""
        start, most = standing(table, table.actor), self.times * pace(table.me, self._gait(table))
        reach = reach_of(best_melee(table.me))
        ends = (nearest_to(table, table.actor, foe, reach) for foe in opponents(table, table.actor))
        return [{"x": to[0], "y": to[1]} for to in dict.fromkeys(towards(start, end, most) for end in ends)]

    def get_there(self, table: Table, to: Square) -> None:
        """Pay for the way, and stand at its end, with the yards of a charge noted."""
        far = yards_to(table, table.actor, to)
        self._pay(table, self._gait(table))
        put(table, table.actor, to)
        if self.times == CHARGE:
            use(table, "charge", far)

    def strikers(self, table: Table, to: Square) -> list[str]:
        """Foes who may strike at whoever goes there: those who are left, and those with Reach (GRM-122, GRM-084)."""
        left = left_behind(table, table.actor, to)
        foes = [foe for foe in opponents(table, table.actor) if foe not in left] if self.times != WALK else []
        return [*left, *run_into(table, table.actor, to, foes)]

    def perform(self, table: Table, dice: Dice) -> None:
        to, trial = self._planned(table)
        gait, who = self._gait(table), table.actor
        self._pay(table, gait)
        told: Known = {"end": list(to), "times": self.times, "gait": gait.key if gait else ""}
        if trial is None:
            depart(table, who, told)
        else:
            risk(table, dice, trial, self.name, "gait.tested", told)

    def _planned(self, table: Table) -> tuple[Square, Trial | None]:
        """The square and the test of the way; refused if it is too far, too dear, or not on such ground."""
        gait = self._gait(table)
        to = chosen(table, self.x, self.y)
        if not refuse_square(table, to, self.times * pace(table.me, gait), self.doing):
            raise Refused("Choose where to go.", "x")
        refuse_without_ap(table, min(TURN_AP, self._price(gait)), self.doing)
        if self.times != WALK and (gait is None or gait.key != FLY):
            refuse_hard_ground(table, to, self.doing)
        if gait is None or (under_way(table, table.actor) == gait.key and not self.anew):
            return to, None
        return to, trial_for(table, table.actor, gait.skill)

    def _gait(self, table: Table) -> Gait | None:
        gait = mount_of(table.me) or gaits().get(self.gait)
        if gait is not None and gait.key == FLY and not flies(table.me):
            raise Refused("You cannot fly. Go on foot.", "gait")
        return gait

    def _price(self, gait: Gait | None) -> int:
        return self.times + (FOR_A_GAIT if gait else 0)

    def _pay(self, table: Table, gait: Gait | None) -> None:
        """Pay the action points; what is more than a turn has is owed to the next one (E-o)."""
        price = self._price(gait)
        spend_ap(table, min(TURN_AP, price))
        if price > TURN_AP:
            begin(table, table.actor, OFF_BALANCE, source=self.label.lower())


def _hint(table: Table, gait: Gait | None, times: int) -> str:
    return f"up to {times * pace(table.me, gait)} yards"


@dataclass(frozen=True, slots=True)
class Walk(Far):
    """Go up to your Movement; lying on the ground you crawl, up to your Agility Bonus (GRM-029).

    Foes whom you leave may strike at you first.
    """

    name: ClassVar[str] = "move.walk"
    label: ClassVar[str] = "Walk"
    times: ClassVar[int] = WALK
    doing: ClassVar[str] = "a walk"


@dataclass(frozen=True, slots=True)
class Charge(Far):
    """Go up to twice your Movement; after three yards a melee hit this turn has a Fury Die more (GRM-023)."""

    name: ClassVar[str] = "move.charge"
    label: ClassVar[str] = "Charge"
    times: ClassVar[int] = CHARGE
    doing: ClassVar[str] = "a charge"


@dataclass(frozen=True, slots=True)
class Run(Far):
    """Go up to three times your Movement; you are harder to hurt until your next turn (GRM-026)."""

    name: ClassVar[str] = "move.run"
    label: ClassVar[str] = "Run"
    times: ClassVar[int] = RUN
    doing: ClassVar[str] = "a run"


@goes_on("gait.tested")
def _tested(table: Table, dice: Dice, outcome: Outcome, known: Known) -> None:
    """Go on after the test of a gait: whoever fails gets nowhere (GRM-032)."""
    table.happen(judged(outcome))
    if not takes_part(table, outcome.who):
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
    strikers = left_behind(table, who, to)
    foes = [foe for foe in opponents(table, who) if foe not in strikers] if times != WALK else []
    reached = run_into(table, who, to, foes)
    set_out(table, who, to, strikers, reached=reached, times=times, crawling=crawls(table.sheet(who)))


@takes("arrive")
def _arrive(table: Table, step: Step) -> None:
    """Get there, unless one was struck down on the way; note the yards of a charge and a run."""
    who, times, to = str(step["who"]), int(step["times"]), (int(step["end"][0]), int(step["end"][1]))
    if not takes_part(table, who):
        return
    if not can_go_on(table, who, crawling=bool(step["crawling"])):
        table.happen(Told((who,), "{0} gets no farther."))
        return
    far = int(step["far"])
    walk(table, who, to, str(step.get("verb", {WALK: "walks", CHARGE: "charges", RUN: "runs"}[times])))
    if times == CHARGE:
        use(table, "charge", far)
    elif times == RUN:
        use(table, "ran", far)
