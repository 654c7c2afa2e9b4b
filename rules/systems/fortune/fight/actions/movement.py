"""Movement, stances and hiding (LIN-039 to LIN-042, LIN-045, LIN-058, LIN-075, LIN-076, C-08, E-p)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.fight import ToPlace, listed, note
from rules.engine.kernel import Choice, Command, Dice, NotNow, Refused, Table, Told, end_conditions, pick
from rules.engine.odds import Chance, Odds, in_words
from rules.systems.fortune.core import (
    AgainstPoints,
    Step,
    Trial,
    Trying,
    begin_status,
    feet,
    go_on,
    is_dying,
    is_held,
    is_step,
    roll_and_judge,
    then_comes,
    trial_for,
)
from rules.systems.fortune.fight.base import (
    ACTION,
    DEFENDING,
    FEET,
    HIDDEN,
    OPENED,
    PRONE,
    SLIPPING,
    SPRINTING,
    STRAINED,
    Action,
    add_walk,
    chance_to_be_seen,
    chosen,
    go_to,
    has_action,
    is_out,
    is_supported,
    left,
    left_behind,
    look_for,
    own_turn,
    refuse_stuck,
    refuse_way,
    show,
    spend_action,
    strain,
    walked,
    watchers,
    way_to,
)

#: Feet that it takes to stand up, if not the action (D-5).
TO_STAND = 10


@dataclass(frozen=True, slots=True)
class Move(ToPlace, name="move.walk", label="Move"):
    """Move up to your Speed, before, after or around the action; whoever is left behind may counter (LIN-045, E-n).

    They counter before you get there, once a round each (C-11). The dying pay 1 Stamina once they move more than half
    their Speed (LIN-058).
    """

    throws_dice: ClassVar[bool] = False

    @classmethod
    def possible(cls, table: Table) -> None:
        own_turn(table)
        refuse_stuck(table.me)
        if not left(table, table.actor)[FEET]:
            raise NotNow("No Speed left. Sprint, act, or end your turn.")

    def perform(self, table: Table, dice: Dice) -> None:
        who, to = table.actor, chosen(table, self.x, self.y)
        refuse_way(table, to, left(table, who)[FEET], "you have left")
        for other in left_behind(table, who, to):
            note(table, OPENED, other)
            then_comes(table, "counter", who=other, against=who, clashed=False)
        then_comes(table, "walk", who=who, x=to[0], y=to[1])
        go_on(table, dice)


@is_step("walk")
def arrive(table: Table, dice: Dice, step: Step) -> None:
    """Take a walk to its end, if whoever walks is still able to.

    It takes 1 Stamina of the dying who have moved more than half their Speed, once a round (LIN-058).
    """
    who, to = step["who"], (step["x"], step["y"])
    if not table.takes_part(who) or is_out(table.sheet(who)) or is_held(table.sheet(who)):
        return
    far = way_to(table, who, to)
    go_to(table, who, to)
    add_walk(table, who, far)
    tires = is_dying(table.sheet(who)) and not is_supported(table, who) and who not in listed(table, STRAINED)
    if tires and walked(table, who) > feet(table.sheet(who)) // 2:
        note(table, STRAINED, who)
        strain(table, who, "moving far while dying")
        show(table, who)


@dataclass(frozen=True, slots=True)
class Stance(Action):
    """An action that puts a status on oneself for a while; ``told`` says what is seen of it."""

    throws_dice: ClassVar[bool] = False
    status: ClassVar[str] = ""
    told: ClassVar[str] = ""

    def perform(self, table: Table, dice: Dice) -> None:
        spend_action(table, table.actor)
        begin_status(table, table.actor, self.status)
        table.happen(Told((table.actor,), self.told))
        show(table, table.actor)


@dataclass(frozen=True, slots=True)
class Sprint(Stance, name="action.sprint", label="Sprint"):
    """Double your Speed this turn (LIN-039)."""

    status: ClassVar[str] = SPRINTING
    told: ClassVar[str] = "{0} sprints."

    @classmethod
    def refuse(cls, table: Table) -> None:
        refuse_stuck(table.me)


@dataclass(frozen=True, slots=True)
class Defend(Stance, name="action.defend", label="Defend"):
    """Defend yourself: +2 Armor, and so +2 Counter, until your next turn (LIN-040, E-g)."""

    status: ClassVar[str] = DEFENDING
    told: ClassVar[str] = "{0} defends: +2 Armor and Counter."


@dataclass(frozen=True, slots=True)
class SlipAway(Stance, name="action.slip_away", label="Slip away"):
    """Slip away: nobody counters your movement this round (LIN-042)."""

    status: ClassVar[str] = SLIPPING
    told: ClassVar[str] = "{0} slips away: no counter moves."


@dataclass(frozen=True, slots=True)
class GetUp(Command, name="move.get_up", label="Get up"):
    """Stand up from the ground, for 10 ft of movement or for the action (LIN-076, D-5)."""

    throws_dice: ClassVar[bool] = False

    how: str = pick("Cost", default=FEET)

    @classmethod
    def possible(cls, table: Table) -> None:
        own_turn(table)
        if not table.me.has(PRONE):
            raise NotNow("You are standing already.")
        if not has_action(table, table.actor) and left(table, table.actor)[FEET] < TO_STAND:
            raise NotNow(f"Getting up needs {TO_STAND} ft or your action. You have neither.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"how": (Choice(FEET, f"{TO_STAND} ft of movement"), Choice(ACTION, "The action"))}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"how": FEET if left(table, table.actor)[FEET] >= TO_STAND else ACTION}

    def perform(self, table: Table, dice: Dice) -> None:
        if self.how == FEET and left(table, table.actor)[FEET] < TO_STAND:
            raise Refused(f"Getting up needs {TO_STAND} ft, more than you have left. Use your action.", "how")
        if self.how == ACTION and not has_action(table, table.actor):
            raise Refused(f"You have acted. Get up with {TO_STAND} ft of movement.", "how")
        end_conditions(table, table.actor, PRONE)
        table.happen(Told((table.actor,), "{0} gets up."))
        if self.how == FEET:
            add_walk(table, table.actor, TO_STAND)
        else:
            spend_action(table, table.actor)
        show(table, table.actor)


# -- hiding from enemies whose view is blocked -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hide(Action, Trying, AgainstPoints, name="action.hide", label="Hide"):
    """Hide when something blocks your enemies' view: Agility against points that the game master sets (LIN-041, C-08).

    Passed, you are hidden until something gives you away. Mixed, you are hard to see, and everybody near looks for you
    at once with a Heart test against what you came to (LIN-075, E-p).
    """

    ends: ClassVar[tuple[str, str, str]] = ("hide", "be hard to see", "be seen")

    @classmethod
    def refuse(cls, table: Table) -> None:
        if table.me.has(HIDDEN):
            raise NotNow("You are hidden already.")

    def perform(self, table: Table, dice: Dice) -> None:
        trial = self.trial(table)
        spend_action(table, table.actor)
        outcome = roll_and_judge(table, dice, trial, self.name)
        if outcome.failed:
            table.happen(Told((table.actor,), "{0} fails to hide."))
            return
        begin_status(table, table.actor, HIDDEN, outcome.total)
        table.happen(Told((table.actor,), "{0} hides."))
        if not outcome.passed:
            look_for(table, dice, table.actor)

    def trial(self, table: Table) -> Trial:
        return trial_for(
            table,
            table.actor,
            "agility",
            self.success,
            self.success - self.below,
            purposes=("stealth",),
            circumstance=self.circumstance,
            favour=self.favour,
        )


@dataclass(frozen=True, slots=True)
class ShowOneself(Action, name="action.noticed", label="Do something noticeable"):
    """Do something that is noticed while hidden: everybody near looks for you with a Heart test (LIN-075)."""

    @classmethod
    def refuse(cls, table: Table) -> None:
        if not table.me.has(HIDDEN):
            raise NotNow("You are visible already.")

    @classmethod
    def rollers(cls, table: Table) -> Sequence[str]:
        return tuple(watchers(table, table.actor))

    def odds(self, table: Table) -> Odds:
        seen = chance_to_be_seen(table, table.actor, table.me.conditions[HIDDEN].level)
        return Odds(f"{in_words(seen).capitalize()} to be seen.", (Chance("seen", "is seen", seen),))

    def perform(self, table: Table, dice: Dice) -> None:
        spend_action(table, table.actor)
        table.happen(Told((table.actor,), "{0} does something noticeable."))
        look_for(table, dice, table.actor)
