"""Effects of conditions and injuries, and figures of talents and traits (GRM-009 to GRM-022, D-2, D-4, D-7).

One interpreter reads the figures that stand with states. A state that comes along with another counts like it: whoever
is helpless is defenseless too. Traits of ancestries and creatures, and talents of professions, are ranks of a sheet;
what of them depends on circumstances game masters play.
"""

from rules.engine.content.switches import Switch
from rules.engine.forecast.state_cache import of_sheet
from rules.engine.kernel import Condition, ConditionSet, Sheet, Table, Told, Wording, end_conditions
from rules.systems.grim.content import library
from rules.systems.grim.content.entries import Talent
from rules.systems.grim.content.states import State
from rules.systems.grim.content.switches.harm import BLINDED_TURNS


def state_named(key: str) -> State | None:
    """The condition or injury with that key."""
    return library.conditions().get(key) or library.injuries().get(key)


@of_sheet("conditions")
def states_of(sheet: Sheet) -> tuple[State, ...]:
    """Every state that somebody is in, each once, with those that come along."""
    found: dict[str, State] = {}
    waiting = list(sheet.conditions)
    while waiting:
        key = waiting.pop(0)
        state = state_named(key)
        if state is not None and key not in found:
            found[key] = state
            waiting += state.begins
    return tuple(found.values())


def is_in(sheet: Sheet, key: str) -> bool:
    """Whether somebody is in a state, if only by another."""
    return any(state.key == key for state in states_of(sheet))


@of_sheet("conditions")
def state_with(sheet: Sheet, *effects: str) -> str:
    """The name of the first state with one of these effects; empty without one."""
    return next((one.name for one in states_of(sheet) if any(getattr(one, effect) for effect in effects)), "")


def added(sheet: Sheet, figure: str) -> list[tuple[str, int]]:
    """The additions of states to a figure, by the names of the states."""
    return [(state.name, by) for state in states_of(sheet) if (by := getattr(state, figure))]


@of_sheet("conditions")
def state_naming(sheet: Sheet, figure: str, *wanted: str) -> str:
    """The name of the first state whose figure (``flips``, ``unranked``, ``strains``) names one of these; or empty."""
    return next((state.name for state in states_of(sheet) if set(wanted).intersection(getattr(state, figure))), "")


@of_sheet("conditions")
def lost_hands(sheet: Sheet) -> frozenset[str]:
    """The hands that are of no use."""
    return frozenset(state.hand for state in states_of(sheet) if state.hand)


@of_sheet("conditions")
def heaviest(sheet: Sheet) -> int:
    """The most encumbrance of a weapon that can be used."""
    return min((state.heaviest for state in states_of(sheet)), default=9)


def begin(table: Table, who: str, key: str, level: int = 0, source: Wording = "", rounds: int | None = None) -> None:
    """Set a state, unless one is proof against it; one that cannot stand beside it ends (C-16)."""
    state = state_named(key)
    proof = immune_to(table.sheet(who), key)
    if proof:
        table.happen(Told((who,), f"{{0}} is immune: {proof}."))
        return
    for other in state.ends if state else ():
        end_conditions(table, who, other)
    label = state.name if state else key.replace("_", " ").capitalize()
    rounds = rounds or (more_turns(table, BLINDED_TURNS) if key == "blinded" else None)
    table.happen(ConditionSet(who, Condition(key, label, level, source, rounds)))


def more_turns(table: Table, rule: Switch) -> int | None:
    """Turns that a state lasts by a house rule; None for one, which it lasts of itself."""
    turns = rule.number(table.house_rules, 1)
    return turns if turns > 1 else None


# -- talents and traits ------------------------------------------------------------------------------------------------

TALENT, TRAIT = "talent", "trait"


@of_sheet("ranks")
def gifts_of(sheet: Sheet) -> tuple[Talent, ...]:
    """The talents and traits of a sheet that the compendium knows."""
    found = [library.talents().get(key) for key, rank in sheet.ranks.get(TALENT, {}).items() if rank]
    found += [library.traits().get(key) for key, rank in sheet.ranks.get(TRAIT, {}).items() if rank]
    return tuple(one for one in found if one is not None)


@of_sheet("ranks")
def given(sheet: Sheet, figure: str) -> list[tuple[str, int]]:
    """The additions of talents and traits to a figure, as far as they hold in every circumstance."""
    return [(one.name, by) for one in gifts_of(sheet) if not one.when and (by := getattr(one, figure))]


@of_sheet("ranks")
def immune_to(sheet: Sheet, *kinds: str) -> str:
    """The name of the talent or trait that keeps one from something; empty without one."""
    return next((one.name for one in gifts_of(sheet) if set(kinds).intersection(one.immune)), "")


@of_sheet("ranks")
def spares(sheet: Sheet, kind: str) -> int:
    """Steps of the peril track that one is spared, of mental or physical Peril."""
    return sum(kind in one.spares for one in gifts_of(sheet))
