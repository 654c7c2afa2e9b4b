"""Helping with a test, holding up the dying, and first aid (LIN-058, LIN-061, C-07)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.fight import allies, remember
from rules.engine.kernel import (
    Choice,
    Dice,
    MemoKept,
    Place,
    Refused,
    Said,
    Sheet,
    Table,
    Told,
    pick,
)
from rules.systems.fortune.core import (
    AID,
    DEAD,
    HEALTH,
    HELPED,
    MELEE_RANGE,
    Deed,
    Trial,
    Trying,
    begin_status,
    companions,
    favour_choices,
    field_favour,
    has_feature,
    heal,
    hindrance_to_heal,
    is_dying,
    is_in_fight,
    lose_stamina,
    roll_and_judge,
    trial_for,
)
from rules.systems.fortune.fight.base import (
    SUPPORT,
    SUPPORTED,
    Action,
    feet_between,
    free_to_act,
    is_near,
    refuse_out_of_range,
    spend_action,
)

#: The points of healing the dying (LIN-061).
HEALED, WORSE = 15, 10
#: Points that the feature Aid adds to help (D-3).
AID_BONUS = 2


def friends(table: Table) -> tuple[Choice, ...]:
    """Allies who live, as choices."""
    return tuple(Choice(who, table.name(who)) for who in allies(table, table.actor) if not table.sheet(who).has(DEAD))


@dataclass(frozen=True, slots=True)
class Help(Action, name="action.help", label="Help"):
    """Help an ally: Favor for their next test, or +3 if there is Favor already; each helper counts once (C-07).

    The dying whom one helps pay no Stamina for what they do, as long as one stays within 5 ft (LIN-058).
    """

    throws_dice: ClassVar[bool] = False
    no_choice: ClassVar[Mapping[str, str]] = {"ally": "No ally here to help. Do something else."}

    ally: str = pick("Ally")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"ally": tuple(sorted(friends(table), key=lambda one: _counts_already(table, one.value)))}

    @classmethod
    def has_use(cls, table: Table) -> bool:
        return not all(_counts_already(table, one.value) for one in friends(table))

    def perform(self, table: Table, dice: Dice) -> None:
        ally = table.sheet(self.ally)
        if is_dying(ally):
            refuse_far(table, self.ally, "ally")
        if _counts_already(table, self.ally):
            raise Refused(f"You are helping {ally.name} already.", "ally")
        spend_action(table, table.actor)
        helpers = tuple(dict.fromkeys((*_helpers(ally), table.actor)))
        listed = ", ".join(f"{{{place}}}" for place in range(len(helpers)))
        begin_status(table, self.ally, HELPED, len(helpers), Said(listed, helpers))
        if has_feature(table.me, "aid"):
            table.happen(MemoKept(self.ally, AID, AID_BONUS + ally.noted(AID, int)))
        if is_dying(ally):
            begin_status(table, self.ally, SUPPORTED, source=Said("{0}", (table.actor,)))
            remember(table, SUPPORT, {**table.scene.memo.get(SUPPORT, {}), self.ally: table.actor})
        table.happen(Told((table.actor, self.ally), "{0} helps {1}."))


def _counts_already(table: Table, who: str) -> bool:
    """Whether the actor helps somebody with the next test, and more would add nothing."""
    theirs = table.sheet(who)
    return table.actor in _helpers(theirs) and not is_dying(theirs)


def _helpers(sheet: Sheet) -> tuple[str, ...]:
    """Ids of those who help with the next test, each once (C-07)."""
    held = sheet.conditions.get(HELPED)
    return held.source.about if held and isinstance(held.source, Said) else ()


def refuse_far(table: Table, who: str, field: str) -> None:
    """Refuse somebody who is not within 5 ft, in a fight."""
    if _stands_apart(table, who):
        refuse_out_of_range(table, who, MELEE_RANGE, "your hand", field)


def _stands_apart(table: Table, who: str) -> bool:
    """Whether somebody stands somewhere in the actor's fight; outside of one all are together."""
    return is_in_fight(table, table.actor) and table.takes_part(who)


@dataclass(frozen=True, slots=True)
class HealDying(Deed, Trying, name="heal.dying", label="Heal the dying"):
    """Heal somebody at 0 Health: Intellect 15 and 10; 1 Health, or 1 Stamina less that they may die of (LIN-061).

    It takes the action, and the dead cannot be healed. The failure costs the dying, not the healer.
    """

    ends: ClassVar[tuple[str, str, str]] = ("heal 1 Health", "do nothing", "cost them 1 Stamina")
    also: ClassVar[tuple[Place, ...]] = (Place.TURN,)
    no_choice: ClassVar[Mapping[str, str]] = {"patient": "Nobody here is dying. Do something else."}

    patient: str = pick("Patient")
    favour: str = field_favour()

    @classmethod
    def refuse(cls, table: Table) -> None:
        if is_in_fight(table, table.actor):
            free_to_act(table)

    @classmethod
    def has_use(cls, table: Table) -> bool:
        first = cls.choices(table)["patient"][0].value
        near = not _stands_apart(table, first) or is_near(table, table.actor, first)
        return near and not hindrance_to_heal(table.sheet(first))

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        dying = [one for one in companions(table) if one.value in table.sheets and is_dying(table.sheet(one.value))]

        def last(one: Choice) -> tuple[bool, int]:
            far = feet_between(table, table.actor, one.value) if _stands_apart(table, one.value) else 0
            return bool(hindrance_to_heal(table.sheet(one.value))), far

        return {"patient": tuple(sorted(dying, key=last)), "favour": favour_choices(table)}

    def perform(self, table: Table, dice: Dice) -> None:
        trial = self.trial(table)
        if is_in_fight(table, table.actor):
            spend_action(table, table.actor)
        outcome = roll_and_judge(table, dice, trial, self.name, patient=self.patient)
        if outcome.passed:
            heal(table, self.patient, 1, "first aid")
        elif outcome.failed:
            lose_stamina(table, self.patient, 1, "failed first aid")

    def trial(self, table: Table) -> Trial:
        """The test; refused for somebody who cannot be healed, or is too far away."""
        sheet = table.sheet(self.patient)
        hindrance = hindrance_to_heal(sheet)
        if hindrance or sheet.now(HEALTH):
            raise Refused(hindrance or f"{sheet.name} is not dying.", "patient")
        refuse_far(table, self.patient, "patient")
        return trial_for(table, table.actor, "intellect", HEALED, WORSE, purposes=("heal_dying",), favour=self.favour)
