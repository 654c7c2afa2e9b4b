"""The course of a fight: initiative rolled once, turns and rounds, leaving it, its end (PCT-007, PCT-008)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.engine.character.piles import without
from rules.engine.fight import course, end_turn, everybody, next_on_ladder, rolled_order, stand_up
from rules.engine.kernel import (
    Choice,
    ConditionEnded,
    Dice,
    ItemSet,
    LadderSet,
    RoundBegan,
    Rung,
    Table,
    Told,
    TurnBegan,
    amount,
    throw,
)
from rules.systems.kaos.content.library import spells
from rules.systems.kaos.core import (
    Known,
    Outcome,
    attribute,
    figures,
    goes_on,
    initiative_bonus,
    prepared,
    risk,
    trials,
)
from rules.systems.kaos.fight.base import (
    LIES_AT,
    forget,
    free_from,
    harm,
    is_helpless,
    is_out,
    lower,
    renew,
    show,
    state,
    stop,
)


def endure(table: Table, dice: Dice, who: str) -> None:
    """Suffer heat first, then test against the spells that hold (D-5)."""
    _burn(table, dice, who)
    if not is_out(table.sheet(who)):
        _shake(table, dice, who)


def _burn(table: Table, dice: Dice, who: str) -> None:
    """Roll the damage of spells kept up on somebody; a spell ends if its caster can no longer keep it up."""
    for caster, key in state.held_in(table, who).items():
        if not table.takes_part(caster) or is_helpless(table.sheet(caster)):
            state.stop(table, caster)
            continue
        spell = spells()[key]
        fell = throw(table, dice, caster, spell.name.lower(), amount(spell.damage))
        lost = max(0, fell - figures.reduction_of(table.sheet(who), spell.type))
        table.happen(Told((who,), f"{{0}} takes {lost} damage from {spell.name.lower()}."))
        harm.hurt(table, who, lost, spell.name)


def shaken_by(condition: str) -> str:
    """The attribute whose test ends a condition; empty where none does."""
    return next((one.shake for one in spells().values() if one.condition == condition and one.shake), "")


def _shake(table: Table, dice: Dice, who: str) -> None:
    """Roll a test at the start of a turn that may end a condition, such as paralysis (D-5)."""
    for condition in list(table.sheet(who).conditions):
        attribute = shaken_by(condition)
        if attribute:
            data: Known = {"who": who, "condition": condition}
            risk(table, dice, prepared(table, who, attribute), condition, "spell.shaken", data)


@goes_on("spell.shaken")
def shaken(table: Table, dice: Dice, outcome: Outcome, known: Known) -> None:
    who, condition = str(known["who"]), str(known["condition"])
    if not outcome.success or not table.sheet(who).has(condition):
        return
    table.happen(ConditionEnded(who, condition), Told((who,), "{0} shakes the spell off."))
    show(table, who)


#: The order of a fight: 1d10 + AGI/10, rounded down; equals in agility too throw dice of 100 (PCT-007, C-01, C-09).
ORDER = rolled_order.Order(initiative_bonus, lambda sheet: attribute(sheet, "agi"), "agility", 100)


def next_turn(table: Table, dice: Dice) -> None:
    """Begin the next turn on the ladder, or the next round; none begins if nobody can act."""
    next_on_ladder(table, lambda rung: begin_turn(table, dice, rung), lambda: begin_round(table))


def go_on(table: Table, dice: Dice) -> None:
    """End the turn, with the failed rolls that luck might have changed, and begin the next one."""
    for who in list(table.scene.combatants):
        trials.forget(table, who)
    end_turn(table)
    next_turn(table, dice)


def begin_round(table: Table) -> None:
    """Begin a round: everybody has an action again, in the same order (PCT-007)."""
    table.happen(RoundBegan(table.scene.round + 1))
    table.happen(LadderSet(tuple(replace(rung, done=False) for rung in table.scene.ladder)))
    renew(table)
    table.happen(Told((), f"Round {table.scene.round}."))


def begin_turn(table: Table, dice: Dice, rung: Rung) -> bool:
    """Begin a turn; False for the unconscious and dead, who have none (PCT-016, PCT-017)."""
    if not table.takes_part(rung.who) or is_out(table.sheet(rung.who)):
        return False
    table.happen(TurnBegan(rung.key))
    lower(table, rung.who)
    endure(table, dice, rung.who)
    return not is_out(table.sheet(rung.who))


@dataclass(frozen=True, slots=True)
class EndTurn(course.EndTurn):
    """End the turn: the next on the ladder begins; after the last, the next round (PCT-007)."""

    go_on = staticmethod(go_on)


@dataclass(frozen=True, slots=True)
class NextTurn(course.NextTurn):
    """Go on to the next turn, as the game master, whoever's it is now (PCT-007)."""

    go_on = staticmethod(go_on)


@dataclass(frozen=True, slots=True)
class Leave(course.LeaveLadder):
    """Let somebody leave the fight, with all holds by and on them.

    Their initiative is kept as long as the fight lasts (PCT-007, C-28).
    """

    next_turn = staticmethod(next_turn)

    def let_go(self, table: Table) -> None:
        lower(table, self.combatant)
        free_from(table, self.combatant)
        forget(table, self.combatant)


def part_from_fight(table: Table, who: str) -> None:
    """End what lasts no longer than a fight, and pick up what fell."""
    lower(table, who)
    free_from(table, who)
    stop(table, who)
    gather(table, who)
    stand_up(table, who, is_out)


def gather(table: Table, who: str) -> None:
    """Pick up what somebody threw or dropped, as there is time for it after a fight (D-7)."""
    for key, item in list(table.sheet(who).items.items()):
        if LIES_AT in item.stats:
            table.happen(ItemSet(who, key, without(item, LIES_AT)))


@dataclass(frozen=True, slots=True)
class End(course.EndForAll):
    """End the fight: nobody stands on guard or holds anybody any longer, and what fell is picked up."""

    let_go = staticmethod(part_from_fight)


# -- initiative --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Begin(rolled_order.Begin):
    """Roll initiative for everybody, hidden ones too: 1d10 + AGI/10 for the rest of the combat (PCT-007)."""

    order: ClassVar[rolled_order.Order] = ORDER
    rolls: ClassVar[str] = "Everybody rolls 1d10 + AGI/10, and the highest acts first."

    gather = staticmethod(gather)
    next_turn = staticmethod(next_turn)

    def may_act(self, table: Table, who: str) -> bool:
        return not is_out(table.sheet(who))

    def open(self, table: Table) -> None:
        renew(table)


@dataclass(frozen=True, slots=True)
class GiveInitiative(rolled_order.GiveInitiative):
    """Put a latecomer on the ladder, or somebody elsewhere on it: by a number, or by a roll of theirs (PCT-007)."""

    order: ClassVar[rolled_order.Order] = ORDER

    next_turn = staticmethod(next_turn)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"combatant": tuple(Choice(each.value, each.label, _at(table, each.value)) for each in everybody(table))}


def _at(table: Table, who: str) -> str:
    return next((f"at {rung.at}" for rung in table.scene.ladder if rung.who == who), "no initiative yet")


@dataclass(frozen=True, slots=True)
class Join(rolled_order.JoinLadder):
    """Let somebody take part; in a fight that they left they have the initiative rolled before (PCT-007).

    Leaving and joining again in a round gives neither a second turn nor a second action (PCT-008).
    """

    order: ClassVar[rolled_order.Order] = ORDER

    next_turn = staticmethod(next_turn)

    def welcome(self, table: Table) -> None:
        show(table, self.combatant)
