"""The chokehold: taken by a stunt, kept up for a whole turn's action points, and torn from (GRM-100, GRM-010, E-e).

The scene's memo ``holds`` has by the id of the victim who holds them, on which steps of both tracks the holder was, and
the round in which the hold was last taken or kept.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.fight import nothing_waits, remember, rung_of_turn
from rules.engine.kernel import Dice, NotNow, Said, Table, Told, Weighing, amount, distribution, end_conditions
from rules.engine.odds import Distribution, Odds, mean
from rules.systems.grim.core import (
    DAMAGE,
    INCAPACITATED,
    PERIL,
    Known,
    Outcome,
    Trial,
    begin,
    bonus,
    ease_peril,
    goes_on,
    is_in,
    is_in_fight,
    level,
    odds_of,
    peril_threshold,
    resisted,
    risk,
    steps_by,
    throw_peril,
    trial_for,
)
from rules.systems.grim.fight.actions.rest_of_turn import OF_TURNS, SHARES, compared
from rules.systems.grim.fight.actions.stunts import Stunt
from rules.systems.grim.fight.base import (
    TURN_AP,
    Action,
    ap_left,
    beside,
    is_out,
    own_turn,
    refuse_without_ap,
    spend_ap,
    use,
    used,
    waits,
)

HOLDS, CHOKED, KNOCKED_OUT = "holds", "choked", "knocked_out"
ATHLETICS = "athletics"
#: The die of Peril of a chokehold, to which the holder's Brawn Bonus is added (E-e).
CHOKE = "1d10"


@dataclass(frozen=True, slots=True)
class Chokehold(Stunt, name="stunt.chokehold", label="Chokehold"):
    """Take a foe by the throat: 1d10 + Brawn Bonus of Peril now, and each turn that you keep it (GRM-100)."""

    skill: ClassVar[str] = ATHLETICS
    resist: ClassVar[str] = ATHLETICS
    brings: ClassVar[str] = CHOKED
    repeats: ClassVar[bool] = True
    doing: ClassVar[str] = "goes for {1}’s throat"


def holds(table: Table) -> dict[str, Mapping[str, Any]]:
    """The holds by the id of their victim."""
    return dict(table.scene.memo.get(HOLDS, {}))


def held_by(table: Table, who: str) -> str:
    """The id of the one whom somebody chokes; empty without one."""
    return next((victim for victim, hold in holds(table).items() if hold["by"] == who), "")


def _note(table: Table, victim: str, by: str) -> None:
    """Note a hold as it is now taken or kept."""
    sheet = table.sheet(by)
    hold = {"by": by, "damage": level(sheet, DAMAGE), "peril": level(sheet, PERIL), "round": table.scene.round}
    remember(table, HOLDS, {**holds(table), victim: hold})


def release(table: Table, victim: str) -> None:
    """Let somebody go."""
    remember(table, HOLDS, {held: hold for held, hold in holds(table).items() if held != victim})
    if victim in table.sheets and table.sheet(victim).has(CHOKED):
        end_conditions(table, victim, CHOKED)
        table.happen(Told((victim,), "{0} breathes freely again."))


@resisted(Chokehold.name)
def _take_hold(table: Table, dice: Dice, who: str, data: Known) -> None:
    """Choke whoever did not resist (GRM-100)."""
    by = str(data["by"])
    other = held_by(table, by)
    if other and other != who:
        release(table, other)
    _note(table, who, by)
    begin(table, who, CHOKED, source=Said("{0}", (by,)))
    table.happen(Told((by, who), "{0} chokes {1}."))
    choke(table, dice, by, who)


def choke(table: Table, dice: Dice, by: str, victim: str) -> None:
    """Let a hold do its Peril; whoever is Incapacitated! then loses consciousness (GRM-100)."""
    strength = bonus(table.sheet(by), "brawn")
    throw_peril(table, dice, victim, CHOKE, "choked", plus=strength, by=by)
    if is_in(table.sheet(victim), INCAPACITATED):
        begin(table, victim, KNOCKED_OUT, source="choked", rounds=max(1, strength))
        table.happen(Told((victim,), "{0} loses consciousness."))


@dataclass(frozen=True, slots=True)
class MaintainChokehold(Action, name="chokehold.maintain", label="Keep the chokehold"):
    """Keep choking for the whole turn, without a test: all three action points, and the Peril again (GRM-100, C-09)."""

    @classmethod
    def possible(cls, table: Table) -> None:
        own_turn(table)
        if not held_by(table, table.actor):
            raise NotNow("You are not choking anybody. Use a chokehold first.")
        refuse_without_ap(table, TURN_AP, "keeping a chokehold")

    def odds(self, table: Table) -> Odds:
        _, harm = self._choking(table)
        return Odds("No test: they suffer the Peril again.", (), harm, "Peril, against their threshold")

    def weighing(self, table: Table) -> Weighing:
        """The steps of Peril weighed, less what all action points would save as reactions (GRM-100)."""
        victim, harm = self._choking(table)
        steps = steps_by(table.sheet(victim), PERIL, harm, peril_threshold(table.sheet(victim)))
        _, kept = compared(table)(lambda at: spend_ap(at, TURN_AP))
        return Weighing.of_one("steps", OF_TURNS, (mean(steps), kept), SHARES, self.label)

    def _choking(self, table: Table) -> tuple[str, Distribution]:
        """The victim, and the distribution of Peril that they suffer (E-e)."""
        strength = bonus(table.me, "brawn")
        return held_by(table, table.actor), distribution(amount(f"{CHOKE}+{strength}"))

    def perform(self, table: Table, dice: Dice) -> None:
        victim = held_by(table, table.actor)
        spend_ap(table, TURN_AP)
        _note(table, victim, table.actor)
        table.happen(Told((table.actor, victim), "{0} keeps choking {1}."))
        choke(table, dice, table.actor, victim)


@dataclass(frozen=True, slots=True)
class EscapeChokehold(Action, name="chokehold.escape", label="Struggle free"):
    """Struggle free of a chokehold by Athletics, once on each of your turns (GRM-010, GRM-100, GRM-124)."""

    @classmethod
    def possible(cls, table: Table) -> None:
        rung_of_turn(table)
        nothing_waits(table)
        if not table.me.has(CHOKED):
            raise NotNow("Nobody is choking you.")
        if is_out(table.me):
            raise NotNow(f"{table.me.name} is unconscious. End the turn.")
        if used(table, "struggled"):
            raise NotNow("You have tried this turn. Try again next turn.")

    def odds(self, table: Table) -> Odds:
        return odds_of(self._trial(table), "get free")

    def perform(self, table: Table, dice: Dice) -> None:
        use(table, "struggled", True)
        risk(table, dice, self._trial(table), self.name, "chokehold.struggled", {})

    def _trial(self, table: Table) -> Trial:
        return trial_for(table, table.actor, ATHLETICS)


@goes_on("chokehold.struggled")
def _struggled(table: Table, dice: Dice, outcome: Outcome, known: Known) -> None:
    """Get free, or stay held (GRM-124)."""
    if outcome.success:
        release(table, outcome.who)
        if outcome.critical:
            ease_peril(table, outcome.who)
    else:
        table.happen(Told((outcome.who,), "{0} cannot get free."))


@waits
def watch_holds(table: Table) -> None:
    """End holds that their holder cannot keep, or has not kept on their turn (GRM-100, E-e)."""
    if table.encounter is None or HOLDS not in table.scene.memo:
        return
    for victim, hold in holds(table).items():
        if not _lasts(table, victim, hold):
            release(table, victim)


def _lasts(table: Table, victim: str, hold: Mapping[str, Any]) -> bool:
    """Whether a hold goes on: both are there, and the holder is no worse off and has kept it."""
    by = str(hold["by"])
    if not (is_in_fight(table, by) and is_in_fight(table, victim)):
        return False
    sheet = table.sheet(by)
    worse = level(sheet, DAMAGE) > int(hold["damage"]) or level(sheet, PERIL) > int(hold["peril"])
    if worse or is_out(sheet) or not table.sheet(victim).has(CHOKED) or victim not in beside(table, by):
        return False
    if int(hold["round"]) >= table.scene.round:
        return True
    current = table.scene.current
    if current is not None and current.who == by:
        return ap_left(table, by) >= TURN_AP
    return not any(rung.who == by and rung.done for rung in table.scene.ladder)
