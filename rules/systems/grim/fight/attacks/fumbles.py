"""The fumble table: 28 entries by weight, and what each of them brings (GRM-127, C-20, C-22).

What only the game master can tell is put before them, and nothing waits for it. A fumble of a hit comes before the hit
goes on, and may change it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from rules.engine.fight import turns
from rules.engine.kernel import (
    Dice,
    Die,
    ResourceChanged,
    Said,
    Table,
    Told,
    amount,
    even,
    rolled,
    throw,
)
from rules.systems.grim.content import library
from rules.systems.grim.content.states import Fumble
from rules.systems.grim.content.switches import harm
from rules.systems.grim.core import (
    FORTUNE,
    PRONE,
    SLAIN,
    Wound,
    begin,
    can_break,
    corrupt,
    drop,
    hurt,
    in_hand,
    is_in_fight,
    ruin,
    throw_peril,
    trial_for,
)
from rules.systems.grim.core import throw as throw_test
from rules.systems.grim.fight.attacks.damage import land
from rules.systems.grim.fight.attacks.mishaps import automatic, bystander
from rules.systems.grim.fight.base import Blow, ap_left, arms, engaged_allies, fling, harden, set_ap, standing
from rules.systems.grim.fight.rounds.course import lose_place

#: Conditions of which a fumble brings one (D-8).
RANDOM = ("blinded", "choked", "disarmed", "prone", "stunned")
#: Damage from which a thing breaks for good where it is ruined by less (GRM-127).
BREAKS_FROM = 18
#: Sides of the die of a table with places that no row has.
SIDES = 100
#: What a hit on a friend adds to their threshold, and yards of ground that turn hard (E of GRM-127).
SPARED, HARD = 3, 3
EASIER = 10


@dataclass(frozen=True, slots=True)
class Case:
    """A fumble at the moment it happens: whose it is, of which attack, and whether that hit."""

    table: Table
    dice: Dice
    who: str
    blow: Blow
    hit: bool
    row: Fumble


@cache
def rows() -> tuple[Fumble, ...]:
    """Every row as often as its weight says, so that each place is as likely (C-20)."""
    return tuple(row for row in library.fumbles().values() for _ in range(row.weight))


def draw(table: Table, dice: Dice, who: str) -> Fumble | None:
    """Draw a row by its weight; None for a place beyond the table, where the house does not roll again (C-20)."""
    sides = len(rows()) if harm.BEYOND_TABLE.chosen(table.house_rules) == harm.REROLL else SIDES
    fell = dice.roll(who, [sides])
    face = fell.faces[0]
    table.happen(rolled(who, "fumble", (Die(sides, face, face),), face, even(sides), typed=fell.typed))
    return rows()[face - 1] if face <= len(rows()) else None


def fumble(table: Table, dice: Dice, blow: Blow, *, hit: bool) -> Blow:
    """Let a fumble happen to the attacker; the blow as it is after it."""
    row = draw(table, dice, blow.attacker)
    if row is None:
        _beyond(table, blow.attacker)
        return blow
    table.happen(Told((blow.attacker,), f"{{0}} fumbles: {row.name.lower()}."))
    changed = KINDS[row.kind](Case(table, dice, blow.attacker, blow, hit, row))
    return changed or blow


def _beyond(table: Table, who: str) -> None:
    """Let nothing come of a fumble, or what the game master says, as the house has it (C-20)."""
    if harm.BEYOND_TABLE.chosen(table.house_rules) == harm.NOTHING:
        table.happen(Told((who,), "{0} fumbles, and gets away with it."))
    else:
        table.ask_gm(who, Said("{0}’s fumble is beyond the end of the table: what happens?", (who,)), "fumble.settle")


def _again(case: Case) -> Blow:
    """Draw another row, where the first can do nothing."""
    return fumble(case.table, case.dice, case.blow, hit=case.hit)


def _averted(case: Case, by: int = 0) -> bool:
    """Whether a test averts it, where the row has one."""
    if not case.row.test:
        return False
    trial = trial_for(case.table, case.who, case.row.test, [("Held in both hands", by)])
    return throw_test(case.table, case.dice, trial, f"fumble: {trial.name}").success


def _amount(case: Case) -> int:
    return throw(case.table, case.dice, case.who, case.row.name.lower(), amount(case.row.dice))


def _held(case: Case) -> str:
    """The key of the thing that one fumbles with: the weapon of the attack, or another thing in hand."""
    held = in_hand(case.table.sheet(case.who))
    return case.blow.key if case.blow.key in held else next(iter(held), "")


def _drop(case: Case) -> None:
    key = _held(case)
    arm = arms(case.table.sheet(case.who)).get(key)
    if not _averted(case, EASIER if arm is not None and arm.both else 0) and key:
        drop(case.table, case.who, key)


def _prone(case: Case) -> None:
    if not _averted(case):
        begin(case.table, case.who, PRONE, source="fumble")


def _peril(case: Case) -> None:
    throw_peril(case.table, case.dice, case.who, case.row.dice, case.row.name.lower(), mental=case.row.mental)


def _group(case: Case) -> None:
    """Unsettle oneself and all allies, each by dice of their own (C-21)."""
    mental = harm.GROUP_STRESS.chosen(case.table.house_rules) == harm.GROUP_STRESS.default
    for who in (case.who, *turns.allies(case.table, case.who)):
        if not case.table.sheet(who).has(SLAIN):
            throw_peril(case.table, case.dice, who, case.row.dice, case.row.name.lower(), mental=mental)


def _lose_ap(case: Case) -> None:
    """Lose the next action point: one that is left, or the first of the next turn."""
    left = ap_left(case.table, case.who)
    if left:
        set_ap(case.table, case.who, left - 1)
    else:
        begin(case.table, case.who, "off_balance", source="fumble")


def _damage(case: Case) -> None:
    hurt(case.table, case.dice, case.who, _amount(case), Wound(source="fumble"))


def _terrain(case: Case) -> None:
    harden(case.table, standing(case.table, case.who), HARD)
    case.table.happen(Told((case.who,), "The ground around {0} becomes hard going."))


def _thing(case: Case) -> None:
    """Damage a thing in hand: 18 and more ruin it; by a house rule 9 do, and 18 destroy it (D-8)."""
    fell, key = _amount(case), _held(case)
    least, _, breaks = str(harm.THING_BREAKS.chosen(case.table.house_rules)).partition(", ")
    if key and fell >= int(least):
        ruin(case.table, case.who, key, wholly=bool(breaks) and fell >= BREAKS_FROM)


def _ruin(case: Case) -> Blow | None:
    key = _held(case) or next((key for key, item in case.table.sheet(case.who).items.items() if can_break(item)), "")
    if not key:
        return _again(case)
    ruin(case.table, case.who, key)
    return None


def _weaker(case: Case) -> Blow | None:
    return case.blow.but(lessens=True) if case.hit else _again(case)


def _fortune(case: Case) -> Blow | None:
    if not case.table.sheet(case.who).now(FORTUNE):
        return _again(case)
    case.table.happen(ResourceChanged(case.who, FORTUNE, -1, "bad luck"))
    return None


def _slowed(case: Case) -> None:
    """Change places with the next lower one on the ladder (C-22)."""
    if lose_place(case.table, case.who):
        case.table.happen(Told((case.who,), "{0} loses a place on the ladder."))


def _condition(case: Case) -> Blow | None:
    rule = harm.RANDOM_CONDITION.chosen(case.table.house_rules)
    if rule == harm.ANOTHER:
        return _again(case)
    listed = [key for key in RANDOM if rule == harm.FIVE or key != "choked"]
    key = listed[throw(case.table, case.dice, case.who, "condition", amount(f"1d{len(listed)}"), listed=True) - 1]
    if key == "disarmed":
        fling(case.table, case.blow.target, case.who)
    begin(case.table, case.who, key, source="fumble")
    case.table.happen(Told((case.who,), f"{{0}} is {key}."))
    return None


def _hinder(case: Case) -> None:
    """Get in the way of an engaged ally until the end of their next turn, or in one's own (GRM-127)."""
    allies = engaged_allies(case.table, case.who)
    whom = allies[0] if allies else case.who
    current = case.table.scene.current
    own = current is not None and current.who == whom
    begin(case.table, whom, "hindered", source=Said("{0}", (case.who,)), rounds=2 if own else 1)
    case.table.happen(Told((whom,), "{0} is hindered: tests flip to fail."))


def _opening(case: Case) -> None:
    """Give the foe an opportunity attack at the same time (GRM-122)."""
    if is_in_fight(case.table, case.blow.target):
        title = Said("{0} gives you an opening: strike?", (case.who,))
        case.table.ask(case.blow.target, title, "opportunity.attack", "opportunity.pass", on=case.who)


def _event(case: Case) -> None:
    case.table.ask_gm(case.who, Said(f"{{0}} fumbles: {case.row.description}", (case.who,)), "fumble.settle")


def _own_wound(case: Case) -> None:
    """Hit oneself with a miss, and hurt oneself even with a hit."""
    if case.hit:
        _damage(case)
    else:
        land(case.table, case.dice, case.blow.but(target=case.who, stray=True))


def _struck(case: Case) -> None:
    """Let the foe hit by itself, at the same time."""
    blow = automatic(case.table, case.blow.target, case.who)
    if blow is not None:
        land(case.table, case.dice, blow)


def _disease(case: Case) -> None:
    if not _averted(case):
        begin(case.table, case.who, "diseased", source="fumble")
        case.table.happen(Told((case.who,), "{0} catches something."))
        case.table.ask_gm(case.who, Said("{0} has caught a disease: which?", (case.who,)), "fumble.settle")


def _exposed(case: Case) -> None:
    begin(case.table, case.who, "open", source="fumble")


def _hit_ally(case: Case) -> None:
    """Hit an engaged ally, whose threshold a hit on the foe raises, or oneself (GRM-127)."""
    whom = bystander(case.table, case.blow)
    land(case.table, case.dice, case.blow.but(target=whom, raised=SPARED if case.hit else 0, stray=True))


def _corruption(case: Case) -> None:
    corrupt(case.table, case.who, int(case.row.dice) if case.row.dice.isdigit() else _amount(case), "fumble")


#: What each kind of fumble does; the blow as it is after it, if that changes.
KINDS: dict[str, Callable[[Case], Blow | None]] = {
    "drop": _drop,
    "prone": _prone,
    "peril": _peril,
    "group": _group,
    "ap": _lose_ap,
    "damage": _damage,
    "terrain": _terrain,
    "thing": _thing,
    "weaker": _weaker,
    "fortune": _fortune,
    "slowed": _slowed,
    "condition": _condition,
    "hinder": _hinder,
    "opening": _opening,
    "event": _event,
    "own_wound": _own_wound,
    "struck": _struck,
    "disease": _disease,
    "ruin": _ruin,
    "exposed": _exposed,
    "hit_ally": _hit_ally,
    "corruption": _corruption,
}
