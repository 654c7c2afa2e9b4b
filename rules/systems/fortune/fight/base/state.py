"""Whose turn it is, what is left of it, and statuses that last for turns and rounds (LIN-025, LIN-026, LIN-040, E-g).

The scene's memo ``acted`` names those who have used their action this round, ``walked`` counts their feet,
``attacked`` names those who were attacked since their last turn (LIN-027), ``struck`` has the last exchange of each
attacker. The budgets ``action`` and ``feet`` show what is left.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import ceil
from typing import Any, ClassVar

from rules.engine.fight import (
    distance,
    is_walled_from,
    listed,
    note,
    nothing_waits,
    remember,
    rung_of_turn,
    show_budgets,
    turns,
    unnote,
)
from rules.engine.kernel import (
    Command,
    ConditionEnded,
    ConditionSet,
    NotNow,
    ResourceChanged,
    Sheet,
    Table,
    Told,
    end_conditions,
    refuse_without_choice,
)
from rules.engine.odds import Odds
from rules.systems.fortune.content import people_switches
from rules.systems.fortune.core import (
    BODY,
    DEAD,
    MELEE_RANGE,
    STAMINA,
    feature_named,
    feet,
    is_dying,
    is_held,
    is_helpless,
    price_of,
    refuse_unused,
    until_of,
    use_feature,
)

PRONE, HIDDEN, DEFENDING, SLIPPING, SPRINTING = "prone", "hidden", "defending", "slipping", "sprinting"
SUPPORTED, SURPRISED = "supported", "surprised"
ACTION, FEET = "action", "feet"
ACTED, WALKED, ATTACKED, STRUCK, STRAINED = "acted", "walked", "attacked", "struck", "strained"
#: Those who hold up the dying, and those who have taken their opening against somebody who moved away (C-11).
SUPPORT, OPENED = "support", "opened"
#: The source of conditions that end as their bearer's next turn begins.
UNTIL_TURN = "turn"
#: The side whose turn comes first in a round (LIN-025).
PARTY = "party"


def is_out(sheet: Sheet) -> bool:
    """Whether somebody takes no turns any more: dead, or neither acting nor moving (LIN-069)."""
    return sheet.has(DEAD) or is_helpless(sheet)


def opponents(table: Table, who: str) -> list[str]:
    """Ids of those on another side whom somebody knows of and who are not dead."""
    return [other for other in turns.opponents(table, who) if not table.sheet(other).has(DEAD)]


def only_counters(sheet: Sheet) -> bool:
    """Whether a creature has counters and no actions (LIN-027)."""
    return sheet.rank(BODY, "counters_only") > 0


# -- what the scene remembers ------------------------------------------------------------------------------------------


def walked(table: Table, who: str) -> int:
    """Feet that somebody has moved in this round (LIN-045)."""
    return int(table.scene.memo.get(WALKED, {}).get(who, 0))


def add_walk(table: Table, who: str, by: int) -> None:
    remember(table, WALKED, {**table.scene.memo.get(WALKED, {}), who: walked(table, who) + by})
    show(table, who)


def struck(table: Table, attacker: str) -> Mapping[str, Any]:
    """The last exchange that somebody began on this turn: target, verdict, damage and arm; empty without one."""
    return dict(table.scene.memo.get(STRUCK, {}).get(attacker, {}))


def note_exchange(table: Table, attacker: str, **known: Any) -> None:
    """Note the last exchange of an attacker, for what may follow from it."""
    remember(table, STRUCK, {**table.scene.memo.get(STRUCK, {}), attacker: {**struck(table, attacker), **known}})


# -- ground in feet ----------------------------------------------------------------------------------------------------

#: Metres of a foot on the board: 5 ft are 1.5 m.
FOOT = 0.3


def in_feet(metres: float) -> int:
    """A distance in whole feet, rounded up.

    >>> in_feet(1.5), in_feet(1.42), in_feet(9)
    (5, 5, 30)
    """
    return ceil(round(metres / FOOT, 3))


def feet_between(table: Table, who: str, other: str) -> int:
    return in_feet(distance(table, who, other))


def is_near(table: Table, who: str, other: str) -> bool:
    """Whether two people are within melee range of each other, with nothing shut between them."""
    return feet_between(table, who, other) <= MELEE_RANGE and not is_walled_from(table, who, other)


def is_supported(table: Table, who: str) -> bool:
    """Whether an ally who helps the dying is still within 5 ft (LIN-058)."""
    by = table.scene.memo.get(SUPPORT, {}).get(who, "")
    able = table.takes_part(by) and not is_out(table.sheet(by))
    return table.sheet(who).has(SUPPORTED) and able and is_near(table, who, by)


# -- turns -------------------------------------------------------------------------------------------------------------


def has_action(table: Table, who: str) -> bool:
    return who not in listed(table, ACTED) and not is_out(table.sheet(who))


def left(table: Table, who: str) -> dict[str, int]:
    """The action and the feet that are left, by budget (LIN-026)."""
    sheet = table.sheet(who)
    still = 0 if is_out(sheet) or is_held(sheet) else max(0, feet(sheet) - walked(table, who))
    return {ACTION: int(has_action(table, who)), FEET: still}


def show(table: Table, who: str) -> None:
    """Show what is left of the budgets of somebody who takes part."""
    show_budgets(table, who, left)


def own_turn(table: Table) -> None:
    """Refuse but on the actor's own turn: if an ask waits, or the actor can do nothing."""
    rung_of_turn(table)
    nothing_waits(table)
    if is_out(table.me):
        raise NotNow(f"{table.me.name} cannot act. End the turn.")


def free_to_act(table: Table) -> None:
    """Refuse but on the actor's own turn, and once they have acted (LIN-026)."""
    own_turn(table)
    if table.actor in listed(table, ACTED):
        raise NotNow("You have used your action. Move, or end your turn.")
    if only_counters(table.me):
        raise NotNow(f"{table.me.name} only has counters. Move, or use a counter as an action if nobody attacked you.")


def free_to_counter(table: Table) -> None:
    """Refuse unless the actor has counters only, and one may be used as an action now (LIN-027, C-23)."""
    own_turn(table)
    if not only_counters(table.me):
        raise NotNow(f"{table.me.name} can take actions. Take one instead.")
    if table.actor in listed(table, ACTED):
        raise NotNow("You have used a counter as an action this round. Move, or end your turn.")
    if table.actor in listed(table, ATTACKED):
        raise NotNow(f"{table.me.name} was attacked and can only move this turn.")


def spend_action(table: Table, who: str) -> None:
    """Take the action; the dying pay 1 Stamina for it, unless somebody holds them up (LIN-058, E-o)."""
    note(table, ACTED, who)
    strain(table, who, "an action while dying")
    show(table, who)


def strain(table: Table, who: str, reason: str) -> None:
    """Take 1 Stamina of the dying who exert themselves, unless an ally beside them helps (LIN-058).

    Whoever dies of it does so once the action is done, as the log tells it.
    """
    if is_dying(table.sheet(who)) and not is_supported(table, who):
        table.happen(ResourceChanged(who, STAMINA, -1, reason))


@dataclass(frozen=True, slots=True)
class Action(Command):
    """The action of a turn; ``by_feature`` is the key of the feature that it takes, if any (LIN-026, D-3)."""

    by_feature: ClassVar[str] = ""

    @classmethod
    def possible(cls, table: Table) -> None:
        if cls.by_feature:
            refuse_unused(table.me, cls.by_feature)
        free_to_act(table)
        cls.refuse(table)
        refuse_without_choice(cls, table)

    @classmethod
    def refuse(cls, table: Table) -> None:
        """Refuse where the action lacks something of its own; by default nothing."""

    def priced(self, table: Table, odds: Odds, stamina: int = 0) -> Odds:
        """Odds that say first what the action costs, in ``stamina`` beyond its feature too, and what of it is dying."""
        points = stamina + (feature_named(self.by_feature).stamina if self.by_feature else 0)
        costs = f"Costs {price} Stamina." if (price := price_of(table.me, points)) else ""
        strains = is_dying(table.me) and not is_supported(table, table.actor)
        dying = "You are dying: each action costs 1 Stamina." if strains else ""
        return replace(odds, sentence=" ".join(filter(None, (dying, costs, odds.sentence))))

    def spend(self, table: Table, stamina: int = 0) -> None:
        """Take the action, and pay for its feature; ``stamina`` comes on top of its price."""
        if self.by_feature:
            use_feature(table, table.actor, self.by_feature, stamina)
        spend_action(table, table.actor)


# -- conditions that last for a while ----------------------------------------------------------------------------------


def end_until(table: Table, who: str, until: str) -> None:
    """End the features in use that last until something that is over now: an attack, a test."""
    end_conditions(table, who, *(key for key in table.sheet(who).conditions if until_of(key) == until))


def begin_turn(table: Table, who: str) -> None:
    """End what lasts until one's own turn, such as Defend (E-g)."""
    end_conditions(
        table,
        who,
        *(key for key, one in table.sheet(who).conditions.items() if key == DEFENDING or one.source == UNTIL_TURN),
    )
    show(table, who)


def finish_turn(table: Table, who: str) -> None:
    """End what lasts for one turn: sprinting, and the notes of its exchanges (LIN-039)."""
    if not table.takes_part(who):
        return
    end_conditions(table, who, SPRINTING)
    remember(table, STRUCK, {key: one for key, one in table.scene.memo.get(STRUCK, {}).items() if key != who})
    if people_switches.UNENGAGED.chosen(table.house_rules) == people_switches.UNENGAGED.default:
        unnote(table, ATTACKED, who)


def count_down(table: Table, who: str) -> None:
    """Let a round of conditions pass that last for so many."""
    for key, held in list(table.sheet(who).conditions.items()):
        if held.rounds is None:
            continue
        if held.rounds <= 1:
            table.happen(ConditionEnded(who, key), Told((who,), f"{held.label} no longer holds {{0}}."))
        else:
            table.happen(ConditionSet(who, replace(held, rounds=held.rounds - 1)))


def renew(table: Table) -> None:
    """Give everybody an action and their feet again, for a new round (LIN-025, LIN-026)."""
    for name in (ACTED, WALKED, STRAINED, OPENED):
        remember(table, name, None)
    for who in table.scene.combatants:
        end_conditions(table, who, SLIPPING, SURPRISED)
        show(table, who)
