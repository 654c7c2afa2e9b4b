"""Questions that come before all others in a fight, and conditions that last from turn to turn.

Who can act, on which turn, who their opponents are; a stance, a shield to hide behind, a taunt, a dance or a song.
"""

from collections.abc import Sequence
from dataclasses import replace

from rules.engine.fight import nothing_waits, rung_of_turn, turns
from rules.engine.kernel import (
    Condition,
    ConditionEnded,
    ConditionSet,
    NotNow,
    Rung,
    Sheet,
    Table,
    Told,
    Veiled,
    Wording,
    counted,
    end_conditions,
)
from rules.systems.sda.core.person import DANCE, RAGE, SONG
from rules.systems.sda.core.rolls import Pool, mount_of

#: The conditions in which somebody neither acts nor reacts (SDA-213, SDA-217).
OUT = ("incapacitated", "unconscious", "dead")
_OUT = frozenset(OUT)
#: The conditions in which somebody stays where they are (SDA-213, SDA-233, SDA-237).
HELD = (*OUT, "grappled", "pinned", "grappling", "held")


def is_out(sheet: Sheet) -> bool:
    return not _OUT.isdisjoint(sheet.conditions)


def is_aware(sheet: Sheet) -> bool:
    """Whether somebody notices what goes on around them, as the incapacitated still do (SDA-213, SDA-217)."""
    return not (sheet.has("unconscious") or sheet.has("dead"))


def dies_of_any(sheet: Sheet) -> bool:
    """Whether any damage kills: of the incapacitated, not of those who merely sleep (SDA-218)."""
    return sheet.has("incapacitated") or sheet.has("dead")


def is_able(table: Table, who: str) -> bool:
    """Whether somebody takes part in the fight and can do something in it."""
    return who in table.scene.combatants and not is_out(table.sheet(who))


def opponents(table: Table, who: str) -> list[str]:
    """The ids of all on other sides whom ``who`` knows of and who are not dead."""
    return [other for other in turns.opponents(table, who) if "dead" not in table.sheet(other).conditions]


def own_turn(table: Table) -> Rung:
    """The rung of the actor's turn, for a mount its rider's; refused on other turns, and while asks wait (SDA-253)."""
    rung = table.scene.current
    if rung is None or mount_of(table, rung.who) != table.actor:
        rung = rung_of_turn(table)
    nothing_waits(table)
    if is_out(table.me):
        raise NotNow(f"{table.me.name} cannot act.")
    return rung


def turn_to_move(table: Table) -> Rung:
    """The rung of a turn that may be delayed, split or given another number; refused for mounts (SDA-253)."""
    rung = own_turn(table)
    if rung.who != table.actor:
        raise NotNow(f"It acts with {table.name(rung.who)}. The rider delays, splits or reassesses.")
    return rung


def too_many(asked: int, most: int, purpose: str) -> str:
    """The refusal of more dice than are left, as a sentence.

    >>> too_many(3, 2, "an attack")
    'You have 2 dice left for an attack, not 3.'
    >>> too_many(3, 0, "an attack")
    'You have no dice left for an attack.'
    """
    if most > 1:
        return f"You have {most} dice left for {purpose}, not {asked}."
    return f"You have 1 die left for {purpose}." if most == 1 else f"You have no dice left for {purpose}."


def none_left(pools: Sequence[Pool]) -> str:
    """The refusal of an attack without dice, as a sentence; it names what limits the best of the pools (SDA-212)."""
    best = max(pools, key=lambda pool: pool.available)
    limit = f" ({best.parts[-1].label}: {best.parts[-1].value})" if best.dice > best.cap and best.parts else ""
    return f"No dice left to attack this round{limit}. Move, or end your turn."


STANCE = "defensive_stance"
BEHIND, WALL = "behind_shield", "shield_wall"
TAUNTED, ABOUT_TO = "taunted", "about_to_be_taunted"
#: The condition of a dance or song that waits for the next round, and the one that it becomes then (D-7).
TO_COME = {"dances_next_round": DANCE, "sings_next_round": SONG}
LABELS = {DANCE: "Dance of blades", SONG: "Song of spells"}
#: The conditions that end with the fight.
OF_A_FIGHT = (STANCE, BEHIND, WALL, TAUNTED, ABOUT_TO, RAGE, "watching", *TO_COME, *TO_COME.values())


def stands_guard(sheet: Sheet) -> bool:
    """Whether somebody stands in a defensive stance, in which nobody hurts others (SDA-249)."""
    return sheet.has(STANCE)


def refuse_in_stance(table: Table) -> None:
    """Refuse an attack out of a stance, which lasts until the next turn; the second half of a split is none."""
    if stands_guard(table.me):
        raise NotNow("No attacks in a defensive stance until your next turn.")


def turn_begins(table: Table, who: str, *, second: bool = False, same: bool = False) -> None:
    """Begin a turn: a stance is over (SDA-249), a taunt begins to count or loses a die (SDA-269).

    ``second`` if they had a turn before in this round, ``same`` if this one is a part of it.
    """
    if stands_guard(table.sheet(who)) and not same:
        table.happen(ConditionEnded(who, STANCE))
    if not second:
        _rankle(table, who)


def _rankle(table: Table, who: str) -> None:
    conditions = table.sheet(who).conditions
    coming, held = conditions.get(ABOUT_TO), conditions.get(TAUNTED)
    if held is not None:
        _ease(table, who, held)
    if coming is not None:
        table.happen(ConditionEnded(who, ABOUT_TO))
        table.happen(ConditionSet(who, Condition(TAUNTED, "Taunted", coming.level, coming.source)))


def _ease(table: Table, who: str, held: Condition) -> None:
    """Take a level off a condition, which ends with the last."""
    eased = replace(held, level=held.level - 1)
    table.happen(ConditionSet(who, eased) if eased.level > 0 else ConditionEnded(who, held.name))


def taunt(table: Table, by: str, who: str, hits: int) -> None:
    """Taunt somebody: from their next turn on a die less for each hit against anybody but the taunter (SDA-269)."""
    table.happen(ConditionSet(who, Condition(ABOUT_TO, "Taunted from the next turn", hits, by)))
    told = f"{{0}} is taunted by {{1}}: {counted(hits, 'die', 'dice')} less against others from the next turn."
    table.happen(Told((who, by), told))


def lost_to_taunt(table: Table, who: str, target: str = "") -> int:
    """Dice that an action lacks because it is not aimed at the taunter (SDA-269)."""
    taunted = table.sheet(who).conditions.get(TAUNTED)
    return 0 if taunted is None or taunted.source == target else taunted.level


def ripen(table: Table, who: str) -> None:
    """Begin a round: an older dance or song gives a die less, and a fresh one all of its own (D-7)."""
    for fresh, held in TO_COME.items():
        conditions = table.sheet(who).conditions
        before, coming = conditions.get(held), conditions.get(fresh)
        if before is not None:
            _ease(table, who, before)
        if coming is None:
            continue
        table.happen(ConditionEnded(who, fresh))
        left = table.sheet(who).conditions.get(held)
        if left is None or left.level < coming.level:
            table.happen(ConditionSet(who, Condition(held, LABELS[held], coming.level, coming.source)))


def lay_down(table: Table, who: str, source: Wording) -> None:
    """Lay somebody on the ground who does not lie there yet."""
    if not table.sheet(who).has("prone"):
        table.happen(ConditionSet(who, Condition("prone", "Prone", source=source)))


def be_seen(table: Table, who: str) -> None:
    """Bring somebody out of hiding, seen by everybody: they attack, threaten or charge."""
    if table.combatant(who).hidden:
        table.happen(Veiled(who, False))


def show_oneself(table: Table, who: str) -> None:
    """Bring somebody out from behind a shield: they attack, or roll for an action (D-4)."""
    end_conditions(table, who, BEHIND)
