"""Harm and its stages: hurt, down, dying, dead (DRB-036 to DRB-039)."""

from rules.engine.kernel import (
    Condition,
    ConditionSet,
    Dice,
    MemoKept,
    ResourceChanged,
    Table,
    Told,
    amount,
    counted,
    end_conditions,
    throw,
)
from rules.systems.dragonbane.content import switches
from rules.systems.dragonbane.content.switches import AWAKE
from rules.systems.dragonbane.core import ENOUGH, afflict, at_zero, is_character, is_dead
from rules.systems.dragonbane.fight.base.state import show

#: The memo of death rolls on a sheet, and the condition that shows them.
DEATH, DYING = "death_rolls", "dying"
#: Dice of hit points that a saved person regains, by a roll or a healer (DRB-036, DRB-041).
REGAINED = "d6"


def tally(table: Table, who: str) -> tuple[int, int]:
    """Successes and failures against death so far."""
    kept = table.sheet(who).memo.get(DEATH, {})
    return kept.get("successes", 0), kept.get("failures", 0)


def rolls_against_death(table: Table, who: str) -> bool:
    """Whether somebody rolls against death: player characters do, creatures where the house says so (C-25)."""
    return is_character(table.sheet(who)) or switches.CREATURES_FALL.chosen(table.house_rules) == "death rolls"


def hurt(table: Table, dice: Dice, who: str, damage: int, source: str) -> None:
    """Take hit points off (DRB-036).

    A blow that takes hit points to minus the maximum kills at once (DRB-037). At 0 hit points it is a failed death roll
    (DRB-038, C-20).
    """
    sheet = table.sheet(who)
    if damage <= 0 or is_dead(sheet):
        return
    now, most = sheet.now("hp"), sheet.resources["hp"].most
    if now:
        table.happen(ResourceChanged(who, "hp", -min(now, damage), source))
    if now - damage <= -most and most:
        die(table, who, source)
    elif not now:
        table.happen(Told((who,), "{0} is hit while down."))
        count_rolls(table, dice, who, failures=1, source=source)
    elif now <= damage:
        fall(table, who, source)


def fall(table: Table, who: str, source: str) -> None:
    """Let somebody at 0 hit points fall and begin to die; creatures are dead (DRB-036)."""
    if not rolls_against_death(table, who):
        die(table, who, source)
        return
    table.happen(Told((who,), "{0} falls to the ground, dying."))
    afflict(table, who, "prone", source)
    _keep_tally(table, who, 0, 0)
    _show(table, who)


def die(table: Table, who: str, source: str) -> None:
    """Set somebody dead, and no longer dying."""
    if table.sheet(who).now("hp"):
        table.happen(ResourceChanged(who, "hp", -table.sheet(who).now("hp"), source))
    _no_longer_dying(table, who)
    table.happen(ConditionSet(who, Condition("dead", "Dead", source=source)), Told((who,), "{0} dies."))
    _show(table, who)


def count_rolls(table: Table, dice: Dice, who: str, *, successes: int = 0, failures: int = 0, source: str) -> None:
    """Add to the successes and failures against death; three of either decide (DRB-036, DRB-039)."""
    if not rolls_against_death(table, who):
        die(table, who, source)
        return
    before = tally(table, who)
    good, bad = min(ENOUGH, before[0] + successes), min(ENOUGH, before[1] + failures)
    if bad == ENOUGH:
        die(table, who, source)
    elif good == ENOUGH:
        table.happen(Told((who,), "{0} clings to life."))
        regain(table, dice, who)
        if not AWAKE.chosen(table.house_rules):
            table.happen(ConditionSet(who, Condition("unconscious", "Unconscious", source="death rolls")))
            _show(table, who)
    else:
        _keep_tally(table, who, good, bad)


def regain(table: Table, dice: Dice, who: str, by: str = "") -> int:
    """Throw d6 hit points for somebody saved from death, and give them back; how many (DRB-036, DRB-041)."""
    healed = throw(table, dice, by or who, "hit points regained", amount(REGAINED))
    return mend(table, who, healed, "saved")


def mend(table: Table, who: str, healed: int, reason: str) -> int:
    """Give hit points back, as many as there is room for, and end dying; how many were given."""
    held = table.sheet(who).resources["hp"]
    gained = min(healed, held.most - held.now)
    if gained > 0:
        table.happen(ResourceChanged(who, "hp", gained, reason))
        table.happen(Told((who,), f"{{0}} regains {counted(gained, 'hit point', 'hit points')}."))
    saved(table, who)
    return max(0, gained)


def saved(table: Table, who: str) -> None:
    """End the rolls against death of somebody who has hit points again."""
    sheet = table.sheet(who)
    if not at_zero(sheet) and (DEATH in sheet.memo or sheet.has(DYING) or sheet.has("rallied")):
        _no_longer_dying(table, who)
    _show(table, who)


def keep_up(table: Table) -> None:
    """End the rolls against death of everybody who regained hit points by any means."""
    healed = {f.who for f in table.facts if isinstance(f, ResourceChanged) and f.resource == "hp" and f.by > 0}
    for who in sorted(healed):
        if who in table.sheets:
            saved(table, who)


def _keep_tally(table: Table, who: str, successes: int, failures: int) -> None:
    label = f"Dying: {successes} of 3 to live, {failures} of 3 to die"
    table.happen(
        MemoKept(who, DEATH, {"successes": successes, "failures": failures}),
        ConditionSet(who, Condition(DYING, label)),
    )


def _no_longer_dying(table: Table, who: str) -> None:
    if DEATH in table.sheet(who).memo:
        table.happen(MemoKept(who, DEATH, None))
    end_conditions(table, who, DYING, "rallied")


def _show(table: Table, who: str) -> None:
    if table.encounter is not None:
        show(table, who)
