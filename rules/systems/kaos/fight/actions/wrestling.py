"""Grappling: opposed Melee Combat, to hold, to throw or to hurt (D-7: a default of ours; PCT-004, PCT-037)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.engine.fight import field_east, field_north, own_place
from rules.engine.kernel import Choice, Command, Dice, NotNow, Refused, Said, Table, Told, Weighing, pick
from rules.engine.odds import Odds
from rules.systems.kaos.core import Trial, field_eased, of_chance, pay, prepared, with_ease
from rules.systems.kaos.fight.actions.melee import MELEE, melee_trial
from rules.systems.kaos.fight.actions.reach import (
    can_walk,
    nearest_of_blows,
    refuse_unreached,
    targets_of_blows,
    where_to_strike,
)
from rules.systems.kaos.fight.actions.struggles import (
    ENDS,
    Ends,
    Struggle,
    against,
    begin_struggle,
    ends_of_struggling,
    odds_of_struggling,
)
from rules.systems.kaos.fight.base import (
    GRAPPLED,
    NETTED,
    PRONE,
    Blow,
    Square,
    aims,
    bare_hands,
    begin,
    free_to_act,
    harm,
    hold,
    holder_of,
    let_go,
    spend_action,
    walk,
)
from rules.systems.kaos.fight.exchange.effects import OF_GRIPS, costs, of_takings

HOLD, THROW, HURT, FREE = "hold", "throw", "hurt", "free"
WAYS = (
    Choice(HOLD, "Hold", "they cannot move until they break free"),
    Choice(THROW, "Throw", "they lie on the ground"),
    Choice(HURT, "Hurt", "1d3 + STR/10; they cannot defend"),
)


@dataclass(frozen=True, slots=True)
class Grapple(Command, name="action.grapple", label="Grapple"):
    """Move up to the Movement Rate and lay hands on somebody: opposed Melee Combat (D-7, PCT-004)."""

    target: str = pick("Target")
    to: str = pick("Goal", default=HOLD, at_once=True)
    x: int = field_east(at_once=False)
    y: int = field_north(at_once=False)
    eased: bool = field_eased()

    @classmethod
    def possible(cls, table: Table) -> None:
        free_to_act(table)
        refuse_unreached(table, can_walk(table), 1)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"target": targets_of_blows(table, can_walk(table)), "to": WAYS}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        target = nearest_of_blows(table, can_walk(table))
        return {"target": target, **cls.preset_against(table, target), **own_place(table)}

    @classmethod
    def preset_against(cls, table: Table, who: str) -> Mapping[str, Any]:
        return {"to": THROW if holder_of(table, who) == table.actor else HOLD}

    def odds(self, table: Table) -> Odds:
        self._way(table)
        return odds_of_struggling(table, self._trial(table), against(table, self.target))

    def perform(self, table: Table, dice: Dice) -> None:
        to, trial = self._way(table), self._trial(table)
        walk(table, table.actor, to)
        spend_action(table, table.actor)
        aims.show_oneself(table)
        table.happen(Told((table.actor, self.target), "{0} grapples with {1}."))
        pay(table, trial)
        begin_struggle(table, dice, table.actor, self.target, self.to, self.name, trial.mode)

    def weighing(self, table: Table) -> Weighing:
        """The targets and an easier roll weighed: by damage of bare hands, or by the chance to win (D-7, PCT-038)."""
        whom = aims.fellows(table, self.target)
        if self.to != HURT:

            def name(chosen: Grapple) -> str:
                return aims.called(table, chosen.target)

            return of_chance(table, lambda one: one._wins(table), what="Chance to win", whom=whom, said=name)

        def takes(chosen: Grapple) -> float:
            return chosen._wins(table) * costs(table, _grip(table, table.actor, chosen.target, self.name))

        def said(chosen: Grapple) -> str:
            return with_ease(aims.called(table, chosen.target), chosen.eased)

        return of_takings(table, "target", "eased", takes=takes, said=said, sentence=OF_GRIPS, whom=whom)

    def _wins(self, table: Table) -> float:
        self._way(table)
        return ends_of_struggling(table, self._trial(table), against(table, self.target)).mine

    def _way(self, table: Table) -> Square:
        if self.to == HOLD and holder_of(table, self.target) == table.actor:
            raise Refused(f"You hold {table.name(self.target)} already. Throw or hurt them.", "to")
        return where_to_strike(table, self.target, bare_hands(), self.x, self.y, can_walk(table))

    def _trial(self, table: Table) -> Trial:
        return melee_trial(table, self.target, eased=self.eased, hindered=False)


def _take_hold(table: Table, dice: Dice, it: Struggle) -> None:
    hold(table, it.against, it.who)


def _throw_down(table: Table, dice: Dice, it: Struggle) -> None:
    begin(table, it.against, PRONE, source=Said("{0}", (it.who,)))
    table.happen(Told((it.who, it.against), "{0} throws {1} to the ground."))


def _grip(table: Table, who: str, against: str, purpose: str) -> Blow:
    return Blow.with_arm(table.sheet(who), who, against, bare_hands(), purpose=purpose)


def _harm(table: Table, it: Struggle) -> Blow:
    return _grip(table, it.who, it.against, it.purpose)


def _do_harm(table: Table, dice: Dice, it: Struggle) -> None:
    """Hurt with bare hands, without another defence: the struggle was that."""
    harm.come_through(table, dice, _harm(table, it))


def _shaken_off(table: Table, dice: Dice, it: Struggle) -> None:
    table.happen(Told((it.who, it.against), "{1} shakes {0} off."))


@dataclass(frozen=True, slots=True)
class BreakFree(Command, name="action.break_free", label="Break free"):
    """Break a hold by opposed Melee Combat; a hold whose holder is gone is just shaken off, a net is the GM's (D-7)."""

    eased: bool = field_eased()

    @classmethod
    def possible(cls, table: Table) -> None:
        free_to_act(table)
        if not table.me.has(GRAPPLED):
            net = table.me.has(NETTED)
            raise NotNow(
                "The game master decides how you get out of the net." if net else "Nobody holds you. Move as you like."
            )

    def odds(self, table: Table) -> Odds:
        holder = holder_of(table, table.actor)
        return odds_of_struggling(table, self._trial(table), against(table, holder) if holder else None)

    def perform(self, table: Table, dice: Dice) -> None:
        trial, holder = self._trial(table), holder_of(table, table.actor)
        spend_action(table, table.actor)
        pay(table, trial)
        if holder:
            begin_struggle(table, dice, table.actor, holder, FREE, self.name, trial.mode)
        else:
            let_go(table, table.actor)

    def weighing(self, table: Table) -> Weighing:
        """The worth of an easier roll, less its price (D-7, PCT-038)."""
        holder = holder_of(table, table.actor)
        theirs = against(table, holder) if holder else None
        return of_chance(table, lambda one: ends_of_struggling(table, one._trial(table), theirs).mine)

    def _trial(self, table: Table) -> Trial:
        return prepared(table, table.actor, MELEE, eased=self.eased)


def _get_free(table: Table, dice: Dice, it: Struggle) -> None:
    let_go(table, it.who)


def _stay_held(table: Table, dice: Dice, it: Struggle) -> None:
    table.happen(Told((it.who,), "{0} cannot break free."))


ENDS.update(
    {
        HOLD: Ends(_take_hold, _shaken_off),
        THROW: Ends(_throw_down, _shaken_off),
        HURT: Ends(_do_harm, _shaken_off, _harm),
        FREE: Ends(_get_free, _stay_held),
    }
)
