"""Keeping a spell up, letting it go, and how spells wear off (D-9)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.engine.calendar.quiet_days import Deed
from rules.engine.fight import knows_of
from rules.engine.kernel import (
    Choice,
    ConditionSet,
    Dice,
    NotNow,
    Place,
    Refused,
    Sheet,
    Table,
    Told,
    counted,
    number,
    pick,
)
from rules.engine.odds import Odds
from rules.systems.sda.checks.shared.companions import no_fight
from rules.systems.sda.core.effects import CASTING, HOUR, ROUNDS, Spellwork, add_time, end, kept, let_go, time_passes
from rules.systems.sda.core.effects.spells import spells
from rules.systems.sda.core.person import SheetCommand
from rules.systems.sda.core.rolls import Pool, pool_for
from rules.systems.sda.fight.actions.efforts import Effort
from rules.systems.sda.fight.base import free_to_act, lost_to_taunt
from rules.systems.sda.fight.wounds import bleed_on
from rules.systems.sda.magic.spells.released import IN_ROUNDS

MAINTAINED = "maintained"
#: The choice of a spell that is still being cast.
THE_CASTING = "casting"


def _bearers(table: Table) -> list[str]:
    """Ids of everybody about on whom a spell may lie, as far as the actor knows of them."""
    if table.encounter is None or table.actor not in table.encounter.combatants:
        return [table.actor] if table.encounter is not None else list(table.sheets)
    return [who for who in table.encounter.combatants if who == table.actor or knows_of(table, table.actor, who)]


def _own(table: Table) -> Iterator[tuple[str, str, Spellwork]]:
    """Spells of the actor that still last: the bearer, the name of the condition, and the work beside it."""
    for who in _bearers(table):
        sheet = table.sheets.get(who)
        for name, work in kept(sheet).items() if sheet else ():
            if work["by"] == table.actor and sheet is not None and sheet.has(name) and "within" not in work:
                yield who, name, work


def _maintained(table: Table) -> dict[str, tuple[str, str, Spellwork]]:
    """Spells of the actor that are kept up by rolling on, in a fight, by bearer and condition."""
    found = {f"{who}|{name}": (who, name, work) for who, name, work in _own(table)}
    return {key: one for key, one in found.items() if one[2]["sort"] == MAINTAINED and _each(one[2])}


def _each(work: Mapping[str, Any]) -> int:
    """Rounds that each hit keeps a spell up for; 0 where it is counted neither in rounds nor in minutes."""
    spell = spells().get(str(work["spell"]))
    return spell.duration.per_hit * IN_ROUNDS.get(spell.duration.unit, 0) if spell else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Maintain(Effort, name="magic.maintain", label="Maintain a spell"):
    """Roll on for a spell that is maintained: every MoS is stored as a hit, and keeps it up for longer (D-9)."""

    spell: str = pick("Spell")

    @classmethod
    def possible(cls, table: Table) -> None:
        free_to_act(table)
        if not _maintained(table):
            raise NotNow("You have no spell to maintain. Cast one first.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        listed = (Choice(key, _label(table, who, name)) for key, (who, name, _) in _maintained(table).items())
        return {**Effort.choices(table), "spell": tuple(listed)}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"spell": next(iter(_maintained(table)))}

    def odds(self, table: Table) -> Odds:
        return self._open_odds(table, "keep it up for longer")

    def perform(self, table: Table, dice: Dice) -> None:
        who, name, work = _maintained(table)[self.spell]
        hits = self._open_ended(table, dice, "maintain").net
        told = f"{{0}} keeps the spell up: {counted(hits, 'more hit', 'more hits')}."
        table.happen(Told((table.actor,), told))
        if hits:
            add_time(table, who, name, hits * _each(work), hits)

    def _pool(self, table: Table) -> Pool:
        _, _, work = _maintained(table)[self.spell]
        dice, skill = self.bonus - lost_to_taunt(table, table.actor), str(work["skill"])
        return pool_for(table, table.actor, skill, "", dice, self.malus, virtue=self.virtue, called=self.called)


@dataclass(frozen=True, slots=True)
class EndSpell(SheetCommand, name="magic.end", label="End a spell"):
    """Let go of a spell: one's own, wherever it lasts, or what one is casting (D-9)."""

    also: ClassVar[tuple[Place, ...]] = (Place.TURN,)
    starts_with_first: ClassVar[str] = "spell"

    spell: str = pick("Spell")

    @classmethod
    def possible(cls, table: Table) -> None:
        if not cls.choices(table)["spell"]:
            raise NotNow("You have no spell to end.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        listed = [Choice(f"{who}|{name}", _label(table, who, name)) for who, name, _ in _own(table)]
        casting = table.me.conditions.get(CASTING)
        return {"spell": (*listed, *((Choice(THE_CASTING, table.words(casting.label)),) if casting else ()))}

    def perform(self, table: Table, dice: Dice) -> None:
        if self.spell == THE_CASTING:
            let_go(table, table.actor, "{0} lets go of the spell.")
            return
        who, _, name = self.spell.partition("|")
        end(table, who, name)


def _label(table: Table, who: str, name: str) -> str:
    label = table.words(table.sheet(who).conditions[name].label)
    return label if who == table.actor else f"{label} on {table.name(who)}"


#: The most hours that pass at once.
MOST_HOURS = 24 * 30
#: Sorts of duration that leave something to use.
STORED = ("used", "scene")


@dataclass(frozen=True, slots=True)
class LetTimePass(SheetCommand, name="magic.time", label="Let time pass"):
    """Let minutes and hours pass: spells that were to last no longer are over, and the dying die (D-9, SDA-216).

    Nights, journeys and foul weather do so by themselves.
    """

    hours: int = number("Hours", most=MOST_HOURS, default=0)
    minutes: int = number("Minutes", most=HOUR, default=0)

    def lasts(self) -> int:
        return self.hours * HOUR + self.minutes

    @classmethod
    def possible(cls, table: Table) -> None:
        no_fight(table)
        if not (_timed(table.me) or table.me.has("bleeding_to_death")):
            raise NotNow(f"Nothing on {table.me.name} runs for rounds, minutes or hours.")

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"minutes": 1} if table.me.has("bleeding_to_death") else {"hours": 1}

    def perform(self, table: Table, dice: Dice) -> None:
        if not (self.hours or self.minutes):
            raise Refused("Enter the time: at least a minute.", "minutes")
        said = [counted(self.hours, "hour", "hours")] if self.hours else []
        said += [counted(self.minutes, "minute", "minutes")] if self.minutes else []
        table.happen(Told((table.actor,), f"{' and '.join(said).capitalize()} pass for {{0}}."))
        time_passes(table, table.actor, self.lasts())
        bleed_on(table, table.actor, self.lasts() * ROUNDS)


def meanwhile(table: Table, minutes: int) -> tuple[Deed, ...]:
    """Hours that pass until every spell counted in them is over; nobody is left to bleed to death (D-9)."""
    if not _timed(table.me) or table.me.has("bleeding_to_death"):
        return ()
    longest = max(int(work.get("left", 1)) for name, work in kept(table.me).items() if name in _timed(table.me))
    passing, most = min(minutes, longest), MOST_HOURS * HOUR
    spans = [min(most, passing - gone) for gone in range(0, passing, most)]
    return tuple(Deed(LetTimePass.name, {"hours": one // HOUR, "minutes": one % HOUR}) for one in spans)


def _timed(sheet: Sheet) -> list[str]:
    return [
        name
        for name, work in kept(sheet).items()
        if sheet.has(name) and ("left" in work or sheet.conditions[name].rounds is not None)
    ]


@dataclass(frozen=True, slots=True)
class UseUp(SheetCommand, name="magic.use", label="Use a spell’s effect"):
    """Use something of what a spell has left, such as dice of heart (D-9).

    Whatever is stored for a fight (a shield, hits for the next blow, boxes) is used by itself.
    """

    also: ClassVar[tuple[Place, ...]] = (Place.TURN,)
    starts_with_first: ClassVar[str] = "spell"

    spell: str = pick("Spell")
    amount: int = number("How much", least=1, most=20, default=1)

    @classmethod
    def possible(cls, table: Table) -> None:
        if not _stored(table.me):
            raise NotNow(f"{table.me.name} has no effect of a spell left to use.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        held = ((name, table.me.conditions[name]) for name in _stored(table.me))
        return {"spell": tuple(Choice(name, table.words(one.label), f"{one.level} left") for name, one in held)}

    def perform(self, table: Table, dice: Dice) -> None:
        held = table.me.conditions[self.spell]
        if self.amount > held.level:
            raise Refused(f"{held.label} has {held.level} left, not {self.amount}.", "amount")
        table.happen(Told((table.actor,), f"{{0}} uses {self.amount} of {held.label}."))
        if self.amount == held.level:
            end(table, table.actor, self.spell)
        else:
            table.happen(ConditionSet(table.actor, replace(held, level=held.level - self.amount)))


def _stored(sheet: Sheet) -> list[str]:
    """Names of the conditions whose spells have something left to use."""
    works = kept(sheet).items()
    held = (name for name, work in works if work["sort"] in STORED and "stores" not in work and sheet.has(name))
    return [name for name in held if sheet.conditions[name].level > 0]
