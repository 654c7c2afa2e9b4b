"""The holds of a fight: the one state of a grapple, every change of it, and what it forbids (SDA-233 to SDA-242).

The scene's memo ``holds`` says of each grappler whom they hold and how; nobody holds two at once, but several may hold
one. What that does to somebody stands on their sheet as conditions, for everybody to see: ``grappling`` on the one
side; ``grappled``, whose level is the malus (SDA-236), ``pinned``, and ``choked``, whose level is the difficulty of the
next breath, on the other.
"""

from dataclasses import asdict, dataclass, replace

from rules.engine.fight import is_within, place, shifted, stopped
from rules.engine.fight.sequence import Step
from rules.engine.kernel import (
    Condition,
    ConditionSet,
    Moved,
    NotNow,
    Refused,
    Said,
    SceneMemoKept,
    Table,
    Told,
    end_conditions,
)
from rules.systems.sda.fight.base import BANDS, BEHIND, WALL, be_seen, is_in_a_grapple, is_out, opponents, show

HOLDS = "holds"
GRAPPLING, GRAPPLED, PINNED, CHOKED = "grappling", "grappled", "pinned", "choked"
#: The conditions of a grapple, all of which end with the fight.
CONDITIONS = (GRAPPLING, GRAPPLED, PINNED, CHOKED)
#: MoS that a hold takes off every roll of strength and agility, and those that a pin takes besides (SDA-233, SDA-239).
GRIP, PIN = 1, 1
#: Metres of arm's length: nobody is held from farther off (SDA-231, SDA-232).
CLOSE = BANDS["close"]


@dataclass(frozen=True, slots=True)
class Hold:
    """A hold that ``by`` has on ``on``, perhaps pinned.

    ``choke`` is the difficulty of the next breath, 0 while they can breathe, ``asked`` the round in which they last
    fought for it.
    """

    by: str
    on: str
    pinned: bool = False
    choke: int = 0
    asked: int = 0

    @property
    def malus(self) -> int:
        return GRIP + PIN * self.pinned

    @property
    def verb(self) -> str:
        return "Chokes" if self.choke else "Pins" if self.pinned else "Holds"


# -- reading ---------------------------------------------------------------------------------------------------------


def holds(table: Table) -> list[Hold]:
    """Every hold that stands."""
    if table.encounter is None or HOLDS not in table.encounter.memo:
        return []
    return [_as_shown(table, hold) for hold in _noted(table) if _stands(table, hold)]


def hold_of(table: Table, who: str) -> Hold | None:
    """The hold that somebody has on another; None if they hold nobody."""
    return next((hold for hold in holds(table) if hold.by == who), None)


def holds_on(table: Table, who: str) -> list[Hold]:
    """The holds that others have on somebody."""
    return [hold for hold in holds(table) if hold.on == who]


def hold_between(table: Table, by: str, on: str) -> Hold | None:
    """The hold of one on the other; None if there is none."""
    return next((hold for hold in holds_on(table, on) if hold.by == by), None)


def bound_to(table: Table, who: str) -> set[str]:
    """The ids of all whom somebody holds, or is held by."""
    pairs = [{hold.by, hold.on} for hold in holds(table)]
    return {other for pair in pairs if who in pair for other in pair if other != who}


def may_attack(table: Table, who: str, other: str) -> bool:
    """Whether somebody may attack another: out of a grapple, only somebody in it (SDA-234)."""
    bound = bound_to(table, who)
    return not bound or other in bound


def attackable(table: Table, who: str) -> list[str]:
    """The ids of the opponents whom somebody may attack now."""
    bound = bound_to(table, who)
    return [other for other in opponents(table, who) if not bound or other in bound]


def _noted(table: Table) -> list[Hold]:
    noted = table.scene.memo.get(HOLDS, {}) if table.encounter else {}
    return [Hold(**hold) for hold in noted.values()]


def _stands(table: Table, hold: Hold) -> bool:
    """Whether a hold stands: both there, awake, in sight, at arm's length of each other, and with their conditions."""
    there = table.scene.combatants
    if table.scene.stage != "fighting" or hold.by not in there or hold.on not in there:
        return False
    if there[hold.by].hidden or there[hold.on].hidden or not is_within(table, hold.by, hold.on, CLOSE):
        return False
    by, on = table.sheet(hold.by), table.sheet(hold.on)
    return by.has(GRAPPLING) and on.has(GRAPPLED) and not is_out(by) and not is_out(on)


def _as_shown(table: Table, hold: Hold) -> Hold:
    """The hold without a pin or choke whose condition was ended by hand on the sheet."""
    on = table.sheet(hold.on)
    return replace(hold, pinned=hold.pinned and on.has(PINNED), choke=hold.choke if on.has(CHOKED) else 0)


# -- changing --------------------------------------------------------------------------------------------------------


def grapple(table: Table, by: str, on: str) -> None:
    """Take hold of somebody; both come out from behind their shields, and the grappler out of hiding (SDA-231)."""
    be_seen(table, by)
    for who in (by, on):
        end_conditions(table, who, BEHIND, WALL)
    table.happen(Told((by, on), "{0} grapples {1}."))
    _keep(table, [*holds(table), Hold(by, on)])


def turn_tables(table: Table, hold: Hold) -> None:
    """Turn a hold round: the one who was held holds the other, pinned if they were (SDA-235, SDA-240)."""
    word = "pins" if hold.pinned else "holds"
    table.happen(Told((hold.on, hold.by), f"{{0}} turns the tables and {word} {{1}}."))
    _replace(table, hold, Hold(hold.on, hold.by, hold.pinned))


def pin(table: Table, hold: Hold) -> None:
    """Pin the held to the ground (SDA-238, SDA-239)."""
    _replace(table, hold, replace(hold, pinned=True))


def choke(table: Table, hold: Hold) -> None:
    """Begin to choke the held, whose first fight for breath has difficulty 1 (SDA-242, C-55)."""
    table.happen(Told((hold.by, hold.on), "{0} chokes {1}."))
    _replace(table, hold, replace(hold, choke=1))


def break_choke(table: Table, hold: Hold) -> None:
    table.happen(Told((hold.on, hold.by), "{0} breaks {1}’s choke."))
    _replace(table, hold, replace(hold, choke=0, asked=0))


def choke_on(table: Table, hold: Hold) -> None:
    """Make the next fight for breath harder by 1 (SDA-242)."""
    _replace(table, hold, replace(hold, choke=hold.choke + 1))


def release(table: Table, hold: Hold) -> None:
    table.happen(Told((hold.by, hold.on), "{0} lets go of {1}.", apart=True))
    _keep(table, [other for other in holds(table) if other != hold])


def settle(table: Table) -> None:
    """End the holds that no longer stand: somebody fell, left, hid or is too far away, or the fight is over."""
    if table.encounter is None or HOLDS not in table.encounter.memo:
        return
    noted, standing = _noted(table), holds(table)
    for hold in noted:
        if table.scene.stage == "fighting" and not _stands(table, hold):
            table.happen(Told((hold.by, hold.on), "{0} no longer holds {1}.", apart=True))
    if standing != noted:
        _keep(table, standing)


def _replace(table: Table, hold: Hold, by: Hold) -> None:
    _keep(table, [by if other == hold else other for other in holds(table)])


def _keep(table: Table, standing: list[Hold]) -> None:
    """Note the holds that stand, and let the sheets of all concerned follow."""
    concerned = [who for hold in (*_noted(table), *standing) for who in (hold.by, hold.on)]
    table.happen(SceneMemoKept(HOLDS, {hold.by: asdict(hold) for hold in standing} or None))
    for who in dict.fromkeys(concerned):
        if who in table.sheets:
            _follow(table, who, standing)
        if who in table.scene.combatants:
            show(table, who)


def _follow(table: Table, who: str, standing: list[Hold]) -> None:
    wanted = {condition.name: condition for condition in _conditions(table, who, standing)}
    end_conditions(table, who, *(name for name in CONDITIONS if name not in wanted))
    for name, condition in wanted.items():
        if table.sheet(who).conditions.get(name) != condition:
            table.happen(ConditionSet(who, condition))


def _conditions(table: Table, who: str, standing: list[Hold]) -> list[Condition]:
    """The conditions that the holds put on somebody, each with the names of the other side."""
    found = [Condition(GRAPPLING, Said(f"{h.verb} {{0}}", (h.on,)), source=h.on) for h in standing if h.by == who]
    for name, word, mine in (
        (GRAPPLED, "Grappled", [hold for hold in standing if hold.on == who]),
        (PINNED, "Pinned", [hold for hold in standing if hold.on == who and hold.pinned]),
        (CHOKED, "Choked", [hold for hold in standing if hold.on == who and hold.choke]),
    ):
        if mine:
            by = " and ".join(f"{{{place}}}" for place in range(len(mine)))
            unit, level = _measured(name, mine)
            label = Said(f"{word} by {by}{unit}", tuple(hold.by for hold in mine))
            found.append(Condition(name, label, level, mine[0].by))
    return found


def _measured(name: str, on_them: list[Hold]) -> tuple[str, int]:
    """The words and the level of a condition: the malus of all holds together, or the difficulty (SDA-236)."""
    if name == GRAPPLED:
        return ", malus", sum(hold.malus for hold in on_them)
    return (", difficulty", on_them[0].choke) if name == CHOKED else ("", 0)


#: The command that answers the ask for breath.
HOLD_OUT = "grapple.hold_out"


def choker_of(table: Table, who: str) -> Hold | None:
    """The hold that chokes somebody; None if they breathe, and never more than one."""
    return next((hold for hold in holds_on(table, who) if hold.choke), None)


def ask_for_breath(table: Table, who: str) -> None:
    """Ask for the test of this round: a turn that is split or delayed does not bring another."""
    hold = choker_of(table, who)
    if hold is None or hold.asked == table.scene.round:
        return
    _replace(table, hold, replace(hold, asked=table.scene.round))
    title = Said(f"{{0}} chokes you: hold out, difficulty {hold.choke}?", (hold.by,))
    table.ask(who, title, HOLD_OUT, by=hold.by, difficulty=hold.choke)


#: A step that is still to come: ``{"do": "haul", "by", "on", "towards", "metres"}``.
HAUL = "haul"


def haul(table: Table, step: Step) -> None:
    """Move both in a direction, unless the hold was lost on the way."""
    if hold_between(table, step["by"], step["on"]) is None:
        return
    for who in (step["by"], step["on"]):
        start = place(table, who)
        end = stopped(table, start, shifted(start, step["towards"], step["metres"]))
        table.happen(Moved(who, *end, table.combatant(who).facing))


def refuse_to_part(table: Table, winner: str, loser: str, *, step: int, push: int) -> None:
    """Refuse a step of the winner, or a push of the loser, who is in a grapple."""
    if step and is_in_a_grapple(table.sheet(winner)):
        raise Refused("You cannot step aside in a grapple. Move both if you hold, or turn the tables.", "step")
    if push and is_in_a_grapple(table.sheet(loser)):
        raise Refused(f"{table.name(loser)} is in a grapple and cannot be pushed. Throw them instead.", "push")


def free_of_grapples(table: Table) -> None:
    """Refuse an actor who holds somebody, or is held."""
    if table.me.has(GRAPPLING):
        raise NotNow("You are holding somebody. Let go first, or move them with brawling hits.")
    if is_in_a_grapple(table.me):
        raise NotNow("You are held. Turn the tables with a brawling attack, then let go.")
