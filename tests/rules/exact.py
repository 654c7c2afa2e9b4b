"""A fight solved exactly, as a Markov chain: every state that it can come to, with every way the dice can fall.

The states are found by the very rules that forecasts play by, and only small fights have few enough of them.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import Any, TypeVar

from rules.engine.forecast import Plan
from rules.engine.forecast.playing import Fight, at_once
from rules.engine.forecast.rehearsal import Rehearsal, Stage, again
from rules.engine.forecast.state_cache import Rehearsed, State
from rules.engine.kernel import Dice, Encounter, Table, Throw

T = TypeVar("T")
#: More states than these are never listed: a fight that wanders over the field has no end of them.
MOST_STATES = 1_000
#: What the dice showed, throw by throw.
Path = tuple[tuple[int, ...], ...]


class Unrolled(Exception):
    """Dice are to be thrown that no path knows yet."""

    def __init__(self, sides: Sequence[int]) -> None:
        self.sides = tuple(sides)


class OnePath:
    """Dice that show what a path says, and stop where it ends."""

    def __init__(self, path: Path) -> None:
        self._left = iter(path)

    def roll(self, who: str, sides: Sequence[int]) -> Throw:
        faces = next(self._left, None)
        if faces is None:
            raise Unrolled(sides)
        return Throw(faces)


@cache
def every_throw(sides: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], float], ...]:
    """Every throw of some dice, in ascending order, with its probability."""
    found = Counter(tuple(sorted(faces)) for faces in product(*(range(1, one + 1) for one in sides)))
    whole = sum(found.values())
    return tuple((faces, count / whole) for faces, count in found.items())


def outcomes(play: Callable[[Dice], T]) -> list[tuple[float, T]]:
    """The outcome of a play for every way in which the dice can fall, and how likely each is."""
    found: list[tuple[float, T]] = []
    paths: list[tuple[Path, float]] = [((), 1.0)]
    while paths:
        path, chance = paths.pop()
        try:
            found.append((chance, play(OnePath(path))))
        except Unrolled as unrolled:
            paths += [((*path, faces), chance * share) for faces, share in every_throw(unrolled.sides)]
    return found


def expected(play: Callable[[Dice], float]) -> float:
    """The mean of a number that dice decide, by counting."""
    return sum(chance * value for chance, value in outcomes(play))


@dataclass(frozen=True, slots=True)
class Moment:
    """A state of the whole fight: everybody's sheet and the scene."""

    states: dict[str, State]
    scene: Encounter

    @property
    def key(self) -> Any:
        """Equal for equal moments; in which round they come does not matter."""
        scene = self.scene
        asks = [(ask.key, ask.commands, repr(ask.known)) for ask in scene.asks.values()]
        told = (scene.stage, scene.turn, scene.ladder, scene.combatants, scene.memo, asks)
        return (*map(id, self.states.values()), repr(told))


class Exact:
    """The chain of a plan's fight, and the chance of each side to win it.

    ``forget`` is called after each step to let what no longer matters be forgotten, so that there are fewer states;
    with more of them than ``most`` it is no small fight.
    """

    def __init__(
        self, plan: Plan, forget: Callable[[Table], None] = lambda table: None, most: int = MOST_STATES
    ) -> None:
        self.plan, self._forget, self._most = plan, forget, most
        self._stage = Stage(plan.setting, plan.system.rank_range, plan.tactics.bonds)
        self._ways: dict[Any, list[tuple[float, Any]]] = {}
        self._won: dict[Any, str] = {}
        self._enumerate()

    @property
    def size(self) -> int:
        return len(self._ways) + len(self._won)

    def _enumerate(self) -> None:
        first = self._moment(self._stage.table())
        self.first, waiting = first.key, [first]
        seen = {first.key}
        while waiting:
            moment = waiting.pop()
            fight = self._fight(moment, ())
            if len(sides := fight.standing) <= 1:
                self._won[moment.key] = sides[0] if sides else ""
                continue
            ways: Counter[Any] = Counter()
            for chance, after in self._every_way(moment):
                ways[after.key] += chance  # type: ignore[assignment]
                if after.key not in seen:
                    seen.add(after.key)
                    waiting.append(after)
            assert len(seen) <= self._most, f"more than {self._most} states: what do they need not remember?"
            self._ways[moment.key] = [(chance, key) for key, chance in ways.items()]

    def _every_way(self, moment: Moment) -> Iterator[tuple[float, Moment]]:
        paths: list[tuple[Path, float]] = [((), 1.0)]
        while paths:
            path, chance = paths.pop()
            fight = self._fight(moment, path)
            try:
                fight._step()
            except Unrolled as unrolled:
                paths += [((*path, faces), chance * share) for faces, share in every_throw(unrolled.sides)]
            else:
                self._forget(fight.table)
                yield chance, self._moment(fight.table)

    def _fight(self, moment: Moment, path: Path) -> Fight:
        table = self._stage.table()
        for who, state in moment.states.items():
            sheet = table.sheets[who]
            assert isinstance(sheet, Rehearsed)
            sheet.turn_to(state)
        table.encounter = again(moment.scene)
        return Fight(self.plan, table, OnePath(path), at_once)

    def _moment(self, table: Any) -> Moment:
        assert isinstance(table, Rehearsal)
        states = {who: sheet.state for who, sheet in table.sheets.items() if isinstance(sheet, Rehearsed)}
        return Moment(states, replace(table.scene, round=min(2, table.scene.round)))

    def victory(self, side: str) -> float:
        """The chance of a side to win, to the twelfth place."""
        worth = {key: float(winner == side) for key, winner in self._won.items()}
        worth |= dict.fromkeys(self._ways, 0.0)
        order = list(reversed(self._ways))
        while True:
            most = 0.0
            for key in order:
                now = sum(chance * worth[after] for chance, after in self._ways[key])
                most, worth[key] = max(most, abs(now - worth[key])), now
            if most < 1e-13:
                return worth[self.first]
