"""Abilities that are used by themselves: their price in willpower, and their effect (DRB-022, D-1, D-6)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.character.readiness import is_fighting
from rules.engine.kernel import Choice, Dice, Item, MemoKept, NotNow, Refused, Table, Told, pick
from rules.systems.dragonbane.content import library
from rules.systems.dragonbane.content.entries import Ability
from rules.systems.dragonbane.core.called_abilities import (
    NARROW,
    affordable,
    call_upon,
    cost_of,
    doing,
    entry_of,
    listed,
    refuse_unpaid,
    refuse_without,
)
from rules.systems.dragonbane.core.checks import BOON, SWAP
from rules.systems.dragonbane.core.circumstances import COOL, is_afraid, shake_off
from rules.systems.dragonbane.core.fields import OnFeet, skill_choices
from rules.systems.dragonbane.core.figures import level_of
from rules.systems.dragonbane.core.resting import RESTED, ROUND

#: Uses of abilities that have a command of their own, or stand beside the roll that they change.
ELSEWHERE = (
    "swap_skill",
    "hearten",
    "companion",
    "second_strike",
    "guard",
    "backstab",
    "two_cards",
    "extra_parry",
    "fist",
)


def takes_action(item: Item) -> bool:
    """Whether an ability takes the action of a turn; others add to what somebody does anyway (DRB-022)."""
    known = library.abilities().get(item.entry)
    return known.action if known else bool(item.stats.get("action"))


def usable(table: Table, *, as_action: bool = False) -> tuple[Choice, ...]:
    """Abilities that cost willpower: in a fight those that take the action, or only those that do not."""
    fighting = is_fighting(table)
    # In a fight it is known what a roll is for, and those that are for some rolls only are called upon beside them.
    apart = (*ELSEWHERE, *NARROW) if fighting else ELSEWHERE
    abilities = {key: item for key, item in table.me.items.items() if item.kind == "ability" and cost_of(item)}
    placed = doing(table.me, *apart)
    found = {key: item for key, item in abilities.items() if not fighting or takes_action(item) == as_action}
    return listed({key: item for key, item in found.items() if key not in placed})


@dataclass(frozen=True, slots=True)
class UseAbility(OnFeet, name="ability.use", label="Use an ability"):
    """Use an innate or heroic ability, and pay its willpower points (DRB-022).

    A boon that it gives counts for the next roll that it is for; with a roll of one's own it is called upon beside it.
    An ability whose effect the rules do not know is told only.
    """

    no_choice: ClassVar[Mapping[str, str]] = {
        "ability": "No ability to use right now. The others are actions, go with a roll, or always apply."
    }

    ability: str = pick("Ability", among=usable)

    def perform(self, table: Table, dice: Dice) -> None:
        use(table, self.ability)


def use(table: Table, key: str) -> None:
    """Pay for an ability of one's own, and let it work (DRB-022)."""
    item, who = table.me.items[key], table.actor
    refuse_unpaid(table.me, (key,), "ability")
    known = entry_of(item)
    if known:
        _refuse_twice(table, known)
    call_upon(table, who, (key,))
    if known:
        _work(table, who, known)


def _refuse_twice(table: Table, known: Ability) -> None:
    if known.boon and BOON in table.me.memo:
        raise NotNow("You already have a boon on your next roll. Roll first.")
    if known.use == "catch_breath" and ROUND not in table.me.memo.get(RESTED, []):
        raise NotNow("You can still take a round rest. Take that first.")
    if known.use == "no_fear" and COOL in table.me.memo:
        raise NotNow("You are already safe from the next fright. Keep your WP.")


def _work(table: Table, who: str, known: Ability) -> None:
    """Let an ability that is paid for take effect: keep its boon, quieten fear, or free another round of rest."""
    if known.boon:
        table.happen(MemoKept(who, BOON, {"source": known.name, "for": list(known.boon)}))
    match known.use:
        case "no_fear" if is_afraid(table.sheet(who)):
            shake_off(table, who)
            table.happen(Told((who,), "{0} keeps a cool head after all."))
        case "no_fear":
            table.happen(MemoKept(who, COOL, True))
        case "catch_breath":
            left = [how for how in table.sheet(who).memo.get(RESTED, []) if how != ROUND]
            table.happen(MemoKept(who, RESTED, left or None))


# -- another skill ----------------------------------------------------------------------------------------------------

SWAPS = "swap_skill"


@dataclass(frozen=True, slots=True)
class SwapSkill(OnFeet, name="ability.swap", label="Roll another skill"):
    """Roll one skill in place of another, once, if the table agrees that it helps (DRB-022)."""

    instead_of: str = pick("In place of")
    skill: str = pick("Roll")

    @classmethod
    def possible(cls, table: Table) -> None:
        OnFeet.possible(table)
        if SWAP in table.me.memo:
            raise NotNow("You have already chosen another skill. Roll first.")
        refuse_without(table.me, SWAPS, "You have no ability to roll one skill for another. Roll normally.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"instead_of": skill_choices(table.me), "skill": skill_choices(table.me)}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        """The skill that somebody does best, in place of the first other one."""
        known = [one.value for one in skill_choices(table.me)]
        best = max(known, key=lambda skill: level_of(table.me, skill))
        return {"instead_of": next(skill for skill in known if skill != best), "skill": best}

    def perform(self, table: Table, dice: Dice) -> None:
        if self.instead_of == self.skill:
            raise Refused("This is the same skill. Choose another.", "skill")
        call_upon(table, table.actor, (affordable(table.me, SWAPS),))
        table.happen(MemoKept(table.actor, SWAP, {"for": self.instead_of, "by": self.skill}))
        names = library.skill_named(self.skill).name, library.skill_named(self.instead_of).name
        table.happen(Told((table.actor,), f"{{0}} will roll {names[0]} for {names[1]}."))
