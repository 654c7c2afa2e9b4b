"""Caches of what follows from a sheet, kept for each state that the sheet comes to.

A sheet of the hall to which something happens is read once, for one command: nothing about it is cached. A forecast
plays the same people through thousands of fights, in which they come to the same states again and again. Such a sheet
is a :class:`Rehearsed` one: it goes from one kept :class:`State` to the next, and results of functions that
:func:`of_sheet` or :func:`of_whoever` mark are cached. A sheet that is :func:`at_rest` for as long as a question is
asked has one state.

Each mark names the parts of the sheet that are read. That need not be trusted: the function is given a sheet on which
there is nothing else, so that it fails if it reads more.
"""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import fields
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar, get_args

from rules.engine.kernel import Combatant, Encounter, Line, Resource, Sheet, Table, evolve_sheet, facts

P = ParamSpec("P")
T = TypeVar("T")

#: The parts of a sheet that a state holds. Experience is none: a forecast teaches nobody anything.
PARTS = tuple(one.name for one in fields(Sheet) if one.name != "experience")
#: The kinds of facts that change one of them.
CHANGES = frozenset(kind for kind in get_args(facts.SheetFact) if kind.part in PARTS)
#: The most states of one sheet that are kept at once.
MOST = 50_000

Known = dict[Any, Any]


class State:
    """A sheet at one moment: its parts, the state that each fact leads to, and the cache of results for some parts."""

    __slots__ = ("_home", "known", "parts", "then")

    def __init__(self, home: "Home", parts: tuple[Any, ...]) -> None:
        self._home, self.parts = home, parts
        self.then: dict[facts.Fact, State] = {}
        self.known: dict[tuple[str, ...], Known] = {}

    def known_of(self, names: tuple[str, ...]) -> Known:
        """The cache for these parts, shared by all states that have them in common."""
        known = self.known[names] = self._home.known_of(names, self)
        return known


class Home(Protocol):
    """A place where caches of states are kept."""

    def known_of(self, names: tuple[str, ...], state: State) -> Known:
        """The cache for these parts in that state."""
        ...


class Rehearsed(Sheet):
    """A sheet in a forecast. Its parts belong to its state, which other fights share: nobody writes into them."""

    __slots__ = ("state",)

    def __init__(self, state: State, experience: dict[str, dict[str, int]]) -> None:
        self.experience = experience
        self.turn_to(state)

    def turn_to(self, state: State) -> None:
        self.state = state
        for name, part in zip(PARTS, state.parts, strict=True):
            setattr(self, name, part)

    def glimpse(self, names: tuple[str, ...]) -> "Glimpse":
        """A sheet that has these parts and no others: reading another part fails."""
        seen = object.__new__(Glimpse)
        seen.state, seen.names, seen.experience = self.state, frozenset(names), self.experience
        for name in names:
            setattr(seen, name, getattr(self, name))
        return seen

    def __deepcopy__(self, memo: dict[int, Any]) -> Sheet:
        """A plain copy, to which something may happen: nothing about it is cached."""
        return deepcopy(as_if(self), memo)


class Glimpse(Rehearsed):
    """A rehearsed sheet with a few of its parts; results that read fewer of them are cached for it as well."""

    __slots__ = ("names",)

    names: frozenset[str]


class Alone:
    """The home of a state that shares nothing with another: every cache is new."""

    def known_of(self, names: tuple[str, ...], state: State) -> Known:
        return {}


def at_rest(sheet: Sheet) -> Rehearsed:
    """The sheet as one with a single state, while nothing happens to it; its cache goes when it goes."""
    return Rehearsed(State(Alone(), tuple(getattr(sheet, name) for name in PARTS)), sheet.experience)


class States:
    """All states to which one sheet has come, each kept once: equal sheets are the same state."""

    def __init__(self, sheet: Sheet) -> None:
        self._experience = sheet.experience
        self._states: dict[tuple[int, ...], State] = {}
        self._parts: dict[tuple[str, Any], Any] = {}
        self._known: dict[tuple[Any, ...], Known] = {}
        self._turned: dict[tuple[int, facts.Fact], Any] = {}
        self.first = self._state(tuple(self._part(name, getattr(sheet, name)) for name in PARTS))

    def sheet(self) -> Rehearsed:
        """The sheet as it was at first, for another fight."""
        return Rehearsed(self.first, self._experience)

    def after(self, state: State, fact: facts.SheetFact) -> State:
        """The state to which a fact leads; for a fact that cannot be hashed it is worked out each time."""
        try:
            found = state.then.get(fact)
        except TypeError:
            return self._evolved(state, fact)
        if found is None:
            found = state.then[fact] = self._evolved(state, fact)
        return found

    @property
    def size(self) -> int:
        """The number of cached results."""
        return sum(map(len, self._known.values()))

    def known_of(self, names: tuple[str, ...], state: State) -> Known:
        return self._known.setdefault((names, *(id(state.parts[PARTS.index(name)]) for name in names)), {})

    def _evolved(self, state: State, fact: facts.SheetFact) -> State:
        name = "name" if isinstance(fact, facts.TextChanged) and fact.name == "name" else fact.part
        at = PARTS.index(name)
        parts = (*state.parts[:at], self._after(state, name, at, fact), *state.parts[at + 1 :])
        return self._state(parts)

    def _after(self, state: State, name: str, at: int, fact: facts.SheetFact) -> Any:
        """The part ``name`` (at the index ``at``) after a fact, which depends on no other part."""
        key = (id(state.parts[at]), fact)
        try:
            found = self._turned.get(key)
        except TypeError:
            return self._part(name, _evolved(state, name, fact))
        if found is None:
            found = self._turned[key] = self._part(name, _evolved(state, name, fact))
        return found

    def _part(self, name: str, part: Any) -> Any:
        """The kept one of all parts that equal this one."""
        return self._parts.setdefault((name, _frozen(name, part)), part)

    def _state(self, parts: tuple[Any, ...]) -> State:
        key = tuple(map(id, parts))
        found = self._states.get(key)
        if found is None:
            if len(self._states) >= MOST:
                self._forget()
            found = self._states[key] = State(self, parts)
        return found

    def _forget(self) -> None:
        self._states = {tuple(map(id, self.first.parts)): self.first}
        self.first.then.clear()


def _evolved(state: State, name: str, fact: facts.SheetFact) -> Any:
    """The part ``name`` after a fact, by ``evolve_sheet``, on a sheet that shares all other parts."""
    parts = dict(zip(PARTS, state.parts, strict=True))
    parts[name] = _again(name, parts[name])
    return getattr(evolve_sheet(Sheet(**parts), fact), name)


def _again(name: str, part: Any) -> Any:
    """A copy of a part that may be written into."""
    if name == "resources":
        return {key: Resource(held.now, held.most) for key, held in part.items()}
    if name == "tracks":
        return {key: [Line(dict(line.boxes), dict(line.ticked)) for line in lines] for key, lines in part.items()}
    if name == "ranks":
        return {kind: dict(ranks) for kind, ranks in part.items()}
    return part if isinstance(part, str) else dict(part)


def _frozen(name: str, part: Any) -> Any:
    """A hashable key that equal parts have in common."""
    if name == "resources":
        return tuple((key, held.now, held.most) for key, held in part.items())
    if name == "tracks":
        return tuple(
            (key, *((*line.boxes.items(), "", *line.ticked.items()) for line in lines)) for key, lines in part.items()
        )
    if name == "conditions":
        return tuple(part.values())
    return repr(part)


# -- what is remembered ------------------------------------------------------------------------------------------------


def of_sheet(
    *parts: str,
) -> Callable[[Callable[Concatenate[Sheet, P], T]], Callable[Concatenate[Sheet, P], T]]:
    """Mark a function of these parts of a sheet and plain arguments, to cache its result, which stays as it is."""

    def mark(work_out: Callable[Concatenate[Sheet, P], T]) -> Callable[Concatenate[Sheet, P], T]:
        @wraps(work_out)
        def look(sheet: Sheet, /, *args: P.args, **more: P.kwargs) -> T:
            if sheet.__class__ is not Rehearsed and not _has(sheet, parts):
                return work_out(sheet, *args, **more)
            state: State = sheet.state  # type: ignore[attr-defined]
            if (known := state.known.get(parts)) is None:
                known = state.known_of(parts)
            key = (work_out, args, *more.items()) if more else (work_out, args)
            try:
                found: T = known[key]
            except KeyError:
                found = known[key] = work_out(sheet.glimpse(parts), *args, **more)  # type: ignore[attr-defined]
            return found

        return look

    return mark


def of_whoever(
    *parts: str,
) -> Callable[[Callable[Concatenate[Table, str, P], T]], Callable[Concatenate[Table, str, P], T]]:
    """Mark a function of a table and a person that reads these parts of their sheet, the house rules and who acts.

    Its result is cached, but not at an entangled table: a carrier, for one, is hindered by another sheet, too.
    """

    def mark(work_out: Callable[Concatenate[Table, str, P], T]) -> Callable[Concatenate[Table, str, P], T]:
        @wraps(work_out)
        def look(table: Table, who: str, /, *args: P.args, **more: P.kwargs) -> T:
            sheet = table.sheets.get(who)
            if table.entangled or (sheet.__class__ is not Rehearsed and not _has(sheet, parts)):
                return work_out(table, who, *args, **more)
            state: State = sheet.state  # type: ignore[union-attr]
            if (known := state.known.get(parts)) is None:
                known = state.known_of(parts)
            acts = who == table.actor
            key = (work_out, acts, args, *more.items()) if more else (work_out, acts, args)
            try:
                found: T = known[key]
            except KeyError:
                found = known[key] = work_out(_alone(table, parts, who), who, *args, **more)
            return found

        return look

    return mark


def of_both(
    *parts: str,
) -> Callable[[Callable[Concatenate[Table, str, str, P], T]], Callable[Concatenate[Table, str, str, P], T]]:
    """Mark a function of two people that reads these parts of both sheets, and where they stand and look."""

    def mark(
        work_out: Callable[Concatenate[Table, str, str, P], T],
    ) -> Callable[Concatenate[Table, str, str, P], T]:
        @wraps(work_out)
        def look(table: Table, who: str, other: str, /, *args: P.args, **more: P.kwargs) -> T:
            sheet, theirs = table.sheets.get(who), table.sheets.get(other)
            if table.entangled or sheet.__class__ is not Rehearsed or theirs.__class__ is not Rehearsed:
                return work_out(table, who, other, *args, **more)
            state: State = sheet.state
            if (known := state.known.get(parts)) is None:
                known = state.known_of(parts)
            state = theirs.state
            if (known_of_other := state.known.get(parts)) is None:
                known_of_other = state.known_of(parts)
            here, there = table.combatant(who), table.combatant(other)
            stand = (there.x - here.x, there.y - here.y, here.facing, there.facing)
            key = (work_out, other, id(known_of_other), stand, table.actor, args, *more.items())
            try:
                found: T = known[key][1]
            except KeyError:
                found = work_out(_alone(table, parts, who, other), who, other, *args, **more)
                # Kept along, so that its id is nobody else's as long as this is remembered.
                known[key] = known_of_other, found
            return found

        return look

    return mark


def as_if(sheet: Sheet, **parts: Any) -> Sheet:
    """A copy of the sheet with these parts instead of its own; nothing about it is cached."""
    seen = object.__new__(Sheet)
    for name in (*PARTS, "experience"):
        if name in parts or hasattr(sheet, name):
            setattr(seen, name, parts[name] if name in parts else getattr(sheet, name))
    return seen


def _has(sheet: Sheet | None, parts: tuple[str, ...]) -> bool:
    """Whether the sheet is a glimpse of all these parts."""
    return isinstance(sheet, Glimpse) and sheet.names.issuperset(parts)


def _alone(table: Table, parts: tuple[str, ...], *people: str) -> Table:
    """The table with these people alone, out of every fight, and nothing on their sheets but these parts.

    Two people stand where they stand; nothing else of the fight is there.
    """
    alone: Table = table.alone({who: table.sheets[who].glimpse(parts) for who in people})  # type: ignore[attr-defined]
    if len(people) > 1:
        ground = object.__new__(Encounter)
        ground.combatants = {who: _standing(table.combatant(who)) for who in people}
        alone.encounter = ground
    return alone


def _standing(place: Combatant) -> Combatant:
    """A combatant with place and facing only."""
    seen = object.__new__(Combatant)
    seen.x, seen.y, seen.facing = place.x, place.y, place.facing
    return seen
