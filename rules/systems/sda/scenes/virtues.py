"""Calling upon a virtue: a player gives a reason, the game master agrees or not, and the virtue die falls."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.engine.kernel import (
    Choice,
    Command,
    ConditionEnded,
    ConditionSet,
    Dice,
    Judged,
    NotNow,
    Place,
    Refused,
    Said,
    Sheet,
    Table,
    Told,
    Weighing,
    Who,
    counted,
    number,
    pick,
    plainly,
    words,
)
from rules.engine.odds import Chance, Odds, at_least, in_words, mean
from rules.engine.page.blocks import Part
from rules.systems.sda.content import compendium
from rules.systems.sda.content.house_rules.general import VIRTUE_CONSENT
from rules.systems.sda.core.effects import refuse_dead
from rules.systems.sda.core.person import (
    ALLOWED,
    ASKED,
    ENDS,
    LACK,
    Call,
    calls,
    chances,
    faces,
    is_there,
    no_longer_asked,
)
from rules.systems.sda.core.person.virtue_bonus import CALLED
from rules.systems.sda.core.rolls import SCORED, Pool, bought_for, buy, dice_used, most_bought, throw, with_bought


@dataclass(frozen=True, slots=True)
class CallUpon(Command, name="virtue.call", label="Call upon a virtue"):
    """Call upon a side of a virtue, with a reason (SDA-077, SDA-078, SDA-080).

    When an end may be called upon is said with it (SDA-087); whether this is such a moment is the game master's word.
    """

    place: ClassVar[Place] = Place.SHEET
    also: ClassVar[tuple[Place, ...]] = (Place.TURN,)
    closes: ClassVar[bool] = True

    end: str = pick("Which side")
    reason: str = words("Reason", most=160, help="How your action is in accord with it")

    @classmethod
    def possible(cls, table: Table) -> None:
        refuse_dead(table)
        if not _ends(table.me):
            raise NotNow("Every virtue is called upon already. End the scene first.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"end": _ends(table.me)}

    def perform(self, table: Table, dice: Dice) -> None:
        if not self.reason.strip():
            raise Refused("Say how your action is in accord with it.", "reason")
        virtue, _, end = self.end.partition(".")
        consent = VIRTUE_CONSENT.flag(table.house_rules)
        call = Call(ASKED if consent else ALLOWED, virtue, end, 0, self.reason.strip())
        asks = "wants to call" if consent else "calls"
        table.happen(
            ConditionSet(table.actor, call.condition),
            Told((table.actor,), f"{{0}} {asks} upon being {call.being}: {plainly(call.reason)}"),
        )
        if consent and is_there(table, table.actor):
            title = Said(f"{{0}} calls upon being {call.being}: {plainly(call.reason)}", (table.actor,))
            table.ask_gm(table.actor, title, Allow.name, Refuse.name, virtue=virtue)


def _ends(sheet: Sheet) -> tuple[Choice, ...]:
    """Both ends of every virtue that is not called upon yet, with their dice and their moments (SDA-081, SDA-087)."""
    taken = {one.virtue for one in calls(sheet, ASKED, ALLOWED, CALLED)}
    free = [one for one in compendium.virtues().values() if one.key not in taken]
    return tuple(
        Choice(
            f"{one.key}.{end}",
            f"{one.steps[0] if end == LACK else one.steps[-1]} ({one.name.lower()})",
            f"d{faces(sheet, one.key, end)}. {one.lack_when if end == LACK else one.excess_when}",
        )
        for one in free
        for end in ENDS
    )


# -- the game master's word -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Answer(Command):
    """The game master's answer to a call, yes or no (SDA-080)."""

    who: ClassVar[Who] = Who.GM
    place: ClassVar[Place] = Place.SHEET
    also: ClassVar[tuple[Place, ...]] = (Place.TURN,)
    is_told: ClassVar[bool] = True

    virtue: str = pick("Virtue", default="", help="Default: the first waiting")

    @classmethod
    def possible(cls, table: Table) -> None:
        if not calls(table.me, ASKED):
            raise NotNow(f"{table.me.name} has not asked for a virtue.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"virtue": tuple(Choice(one.virtue, one.extreme, one.reason) for one in calls(table.me, ASKED))}

    @classmethod
    def goes_with(cls, table: Table) -> Mapping[str, tuple[str, frozenset[str]]]:
        """Of one call alone there is nothing to choose."""
        return {"virtue": ("virtue", frozenset())} if len(calls(table.me, ASKED)) == 1 else {}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"virtue": calls(table.me, ASKED)[0].virtue}

    def _taken(self, table: Table) -> Call:
        """The call that is answered; it waits no longer."""
        call = _meant(table, self.virtue, ASKED)
        table.happen(ConditionEnded(table.actor, call.condition.name))
        no_longer_asked(table, table.actor, call.virtue)
        return call


@dataclass(frozen=True, slots=True)
class Allow(Answer, name="virtue.allow", label="Allow the virtue"):
    """The game master agrees: the virtue may be rolled for (SDA-080)."""

    leads_to: ClassVar[str] = "virtue.roll"

    def perform(self, table: Table, dice: Dice) -> None:
        call = replace(self._taken(table), stage=ALLOWED)
        table.happen(ConditionSet(table.actor, call.condition))
        table.happen(Told((table.actor,), f"{{0}} may be {call.being} in this scene."))


@dataclass(frozen=True, slots=True)
class Refuse(Answer, name="virtue.refuse", label="Refuse the virtue"):
    """The game master does not agree, and the call is over (SDA-080)."""

    def perform(self, table: Table, dice: Dice) -> None:
        call = self._taken(table)
        table.happen(Told((table.actor,), f"Being {call.being} does not help {{0}} here."))


@dataclass(frozen=True, slots=True)
class Withdraw(Command, name="virtue.withdraw", label="Take the call back"):
    """Take back a call that has not been rolled for."""

    place: ClassVar[Place] = Place.SHEET

    virtue: str = pick("Virtue", default="", help="Default: the first")

    @classmethod
    def possible(cls, table: Table) -> None:
        if not calls(table.me, ASKED, ALLOWED):
            raise NotNow("No call to take back. Rolled ones stand until the scene ends.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"virtue": tuple(Choice(one.virtue, one.extreme) for one in calls(table.me, ASKED, ALLOWED))}

    def perform(self, table: Table, dice: Dice) -> None:
        call = _meant(table, self.virtue, ASKED, ALLOWED)
        table.happen(ConditionEnded(table.actor, call.condition.name))
        no_longer_asked(table, table.actor, call.virtue)
        table.happen(Told((table.actor,), f"{{0}} does without being {call.being}."))


# -- the roll -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RollVirtue(Command, name="virtue.roll", label="Roll for the virtue"):
    """One virtue die, more for spirit at the usual price and without limit (SDA-081, SDA-082, C-17).

    Each MoS is a die for rolls in accord and a malus on rolls against it, until the scene ends (SDA-083, SDA-084).
    """

    place: ClassVar[Place] = Place.SHEET
    also: ClassVar[tuple[Place, ...]] = (Place.TURN,)

    virtue: str = pick("Virtue", default="", help="Default: the first allowed")
    bought: int = number(
        "Dice bought with spirit", default=0, costs=True, help="1 for the first, 2 for the second, and so on"
    )

    @classmethod
    def possible(cls, table: Table) -> None:
        if calls(table.me, ALLOWED):
            return
        if calls(table.me, ASKED):
            raise NotNow("The game master has not agreed yet.")
        raise NotNow("No virtue called upon. Call upon one first and say why.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        allowed = calls(table.me, ALLOWED)
        dice = [f"d{faces(table.me, one.virtue, one.end)}" for one in allowed]
        return {"virtue": tuple(Choice(one.virtue, one.extreme, die) for one, die in zip(allowed, dice, strict=True))}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"virtue": calls(table.me, ALLOWED)[0].virtue}

    def odds(self, table: Table) -> Odds:
        base = virtue_pool(table, self._call(table))
        dice_used(base, 0)
        pool = with_bought(table, base, self.bought, unlimited=True)
        measure = chances.distribution(pool.sides, dice_used(pool, 0))
        helps = at_least(measure, 1)
        sentence = f"{in_words(helps).capitalize()} to help, {mean(measure):.1f} dice on average"
        return Odds(sentence, (Chance("success", "helps", helps),), measure, "MoS")

    def weighing(self, table: Table) -> Weighing:
        """The weighing of each number of dice that spirit pays for (SDA-082)."""
        plain = virtue_pool(table, self._call(table))
        most = most_bought(table, plain, unlimited=True)
        return bought_for(self, table, SCORED, lambda _: plain, most=most)

    def perform(self, table: Table, dice: Dice) -> None:
        call = self._call(table)
        base = virtue_pool(table, call)
        dice_used(base, 0)
        pool = buy(table, base, self.bought, unlimited=True)
        result = throw(table, dice, pool, dice_used(pool, 0), f"virtue: {call.virtue}")
        held = replace(call, stage=CALLED, measure=result.net)
        table.happen(ConditionEnded(table.actor, call.condition.name), ConditionSet(table.actor, held.condition))
        numbers: dict[str, int | str | None] = {"virtue": call.virtue, "end": call.end, "measure": result.net}
        table.happen(Judged(table.actor, "success" if result.net else "failure", result.net, numbers))
        given = counted(result.net, "die", "dice")
        gives = f": {given} for it, malus {result.net} against it" if result.net else ", in vain"
        table.happen(Told((table.actor,), f"{{0}} calls upon being {call.being}{gives}."))

    def _call(self, table: Table) -> Call:
        return _meant(table, self.virtue, ALLOWED)


def virtue_pool(table: Table, call: Call) -> Pool:
    """The pool of a call: one die by the step (SDA-081, SDA-082), none without spirit to roll with (SDA-057)."""
    sides, spirit = faces(table.me, call.virtue, call.end), table.me.now("spirit")
    limit = (Part("Spirit left", f"at most {spirit}", "SDA-057"),) if spirit < 1 else ()
    parts = (Part(call.extreme, f"d{sides}", "SDA-081"), Part("Always", "1 die", "SDA-082"), *limit)
    return Pool(table.actor, call.virtue, "", sides, 1, 0, spirit, parts=parts)


def _meant(table: Table, virtue: str, *stages: str) -> Call:
    """The actor's call of that virtue, or the first if it is empty, at one of the stages; refused without one."""
    found = [one for one in calls(table.me, *stages) if virtue in ("", one.virtue)]
    if not found:
        raise Refused(f"{table.me.name} has called upon no such virtue.", "virtue")
    return found[0]
