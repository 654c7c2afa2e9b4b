"""The building blocks that sheets and encounters of every game are made of.

A sheet is a working copy: rules read it, and only :func:`rules.engine.kernel.evolve.evolve_sheet` changes it. All of
it is plain data that survives JSON unchanged.
"""

from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from rules.engine.kernel.references import Wording

#: Texts and conditions whose name starts like this are the GM's own, whoever owns the sheet.
GM_ONLY = "gm_"
#: The type of a memo: whatever JSON can say. The kernel stores it and never reads it.
Json = Any
T = TypeVar("T", bool, int, str, list[Any], dict[str, Any])


def plain_copy(value: Json) -> Json:
    """A copy of a value of JSON that shares no part with it; `deepcopy` takes several times as long."""
    if isinstance(value, dict):
        return {key: plain_copy(one) for key, one in value.items()}
    if isinstance(value, list):
        return [plain_copy(one) for one in value]
    return value


@dataclass(slots=True)
class Resource:
    """A resource that is spent and comes back: spirit, health, action points. ``now`` runs from 0 to ``most``."""

    now: int
    most: int


@dataclass(slots=True)
class Line:
    """One line of a track: how many boxes of each kind it has, and how many of them are ticked."""

    boxes: dict[str, int]
    ticked: dict[str, int] = field(default_factory=dict)

    def free(self, box: str) -> int:
        """The number of boxes of this kind that are not ticked yet."""
        return self.boxes.get(box, 0) - self.ticked.get(box, 0)

    def is_ticked(self) -> bool:
        return any(self.ticked.values())


@dataclass(frozen=True, slots=True)
class Condition:
    """A state of a character; ``level`` and ``rounds`` mean what the game says, ``source`` is its cause."""

    name: str
    label: Wording
    level: int = 0
    source: Wording = ""
    rounds: int | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """A thing carried: ``entry`` names it in the compendium, ``kind`` is weapon, armour or gear.

    ``wear`` counts damage to the thing itself; ``stats`` overrides or replaces compendium figures (a creature's claws).
    """

    name: str
    kind: str
    entry: str = ""
    count: int = 1
    in_use: bool = False
    wear: int = 0
    stats: dict[str, Json] = field(default_factory=dict)

    def copied(self) -> "Item":
        """A copy of the item with stats of its own."""
        return replace(self, stats=plain_copy(self.stats))


@dataclass(slots=True)
class Sheet:
    """A character or creature: ranks, experience, resources, tracks, conditions, items, texts and a memo.

    ``ranks`` and ``experience`` are kept by kind (attribute, skill, group, virtue ...), then by name.
    """

    name: str
    kind: str = "character"
    ranks: dict[str, dict[str, int]] = field(default_factory=dict)
    experience: dict[str, dict[str, int]] = field(default_factory=dict)
    resources: dict[str, Resource] = field(default_factory=dict)
    tracks: dict[str, list[Line]] = field(default_factory=dict)
    conditions: dict[str, Condition] = field(default_factory=dict)
    items: dict[str, Item] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    memo: dict[str, Json] = field(default_factory=dict)

    def rank(self, kind: str, name: str) -> int:
        return self.ranks.get(kind, {}).get(name, 0)

    def xp(self, kind: str, name: str) -> int:
        return self.experience.get(kind, {}).get(name, 0)

    def now(self, resource: str) -> int:
        held = self.resources.get(resource)
        return held.now if held else 0

    def most(self, resource: str) -> int:
        held = self.resources.get(resource)
        return held.most if held else 0

    def lack(self, resource: str) -> int:
        """The points between what there is of a resource and its most."""
        return self.most(resource) - self.now(resource)

    def noted(self, name: str, kind: type[T]) -> T:
        """A memo of a kind; an empty one where there is none."""
        told = self.memo.get(name)
        return told if isinstance(told, kind) else kind()

    def has(self, condition: str) -> bool:
        return condition in self.conditions

    def copied(self) -> "Sheet":
        """A copy of the sheet, to which something else may happen; frozen parts are shared by both."""
        return Sheet(
            self.name,
            self.kind,
            {kind: dict(ranks) for kind, ranks in self.ranks.items()},
            {kind: dict(spent) for kind, spent in self.experience.items()},
            {name: Resource(one.now, one.most) for name, one in self.resources.items()},
            {
                name: [Line(dict(line.boxes), dict(line.ticked)) for line in lines]
                for name, lines in self.tracks.items()
            },
            dict(self.conditions),
            {key: one.copied() for key, one in self.items.items()},
            dict(self.texts),
            plain_copy(self.memo),
        )

    def __deepcopy__(self, memo: dict[int, Any]) -> "Sheet":
        """A quick copy: `deepcopy` asks each of its hundred values how it wants to be copied."""
        return self.copied()


@dataclass(frozen=True, slots=True)
class Rung:
    """One place on the initiative ladder; ``part`` tells the halves of a split turn apart.

    ``key`` begins with ``who`` and a slash, so that rungs of an unknown combatant can be kept from viewers.
    """

    key: str
    who: str
    at: int
    part: str = ""
    done: bool = False


#: The name in an ask's ``known`` which says that the game master alone answers it.
FOR_GM = "for_gm"


@dataclass(frozen=True, slots=True)
class Ask:
    """A decision that a character must make before the game goes on.

    ``to`` may answer with one of ``commands``; ``known`` is what is already settled, seen by ``to`` and the GM only.
    ``key`` begins with ``to`` and a slash, as that of a rung does.
    """

    key: str
    to: str
    title: Wording
    commands: tuple[str, ...]
    known: dict[str, Json] = field(default_factory=dict)

    @property
    def for_gm(self) -> bool:
        """Whether the game master alone answers it, though it is about ``to``; the game does not wait for it."""
        return self.known.get(FOR_GM) is True


@dataclass(slots=True)
class Combatant:
    """A place in a fight: side, whether it is hidden from the players, position (metres) and facing (degrees).

    ``budgets`` are what is left to spend this round (dice, points, cards, metres), as the game counts them. ``in_fog``
    tells that only the fog hides them: they come into view where it lifts.
    """

    side: str
    hidden: bool = False
    x: float = 0.0
    y: float = 0.0
    facing: int = 0
    budgets: dict[str, int | float] = field(default_factory=dict)
    in_fog: bool = False


#: The quarters of somebody that whatever nobody sees through covers: all of them.
ALL_QUARTERS = 4


@dataclass(frozen=True, slots=True)
class Barrier:
    """A straight line on the board, in metres from its middle: a wall, a door, or cover that people see over.

    ``quarters`` is how much it covers of whoever is behind it: 1 to 3 for cover, 4 for walls and doors that are shut.
    """

    kind: str
    x: float
    y: float
    to_x: float
    to_y: float
    quarters: int = ALL_QUARTERS
    is_open: bool = False

    @property
    def ends(self) -> tuple[tuple[float, float], tuple[float, float]]:
        return (self.x, self.y), (self.to_x, self.to_y)

    @property
    def is_shut(self) -> bool:
        """Whether nobody sees or goes through it."""
        return self.quarters == ALL_QUARTERS and not self.is_open


@dataclass(frozen=True, slots=True)
class Ground:
    """The place of the picture under the board, in metres: its left edge, its upper edge, and how wide it is."""

    left: float
    top: float
    width: float


@dataclass(frozen=True, slots=True)
class FogArea:
    """A rectangle of the board, in metres from its middle, that was covered with fog or cleared of it."""

    is_covered: bool
    x: float
    y: float
    to_x: float
    to_y: float


@dataclass(frozen=True, slots=True)
class Order:
    """The stage of a fight, its round, turn and ladder, everybody's budgets and the game's memo, at one moment."""

    stage: str
    round: int
    turn: str
    ladder: tuple[Rung, ...]
    budgets: dict[str, dict[str, int | float]]
    memo: dict[str, Json] = field(default_factory=dict)


@dataclass(slots=True)
class Encounter:
    """A fight: who takes part, the ladder, whose turn it is, the asks that wait, and the game's own memo.

    ``stage`` is "ready" before the first round, "fighting", and "over". ``shown`` is the order that players go on
    seeing while somebody has the turn of whom they do not know; rules never read it. ``barriers`` are the lines on the
    board, by key, ``ground`` is where its picture lies, and ``fog`` its areas, of which the last one at a place counts.
    """

    stage: str = "ready"
    round: int = 0
    turn: str = ""
    ladder: list[Rung] = field(default_factory=list)
    combatants: dict[str, Combatant] = field(default_factory=dict)
    asks: dict[str, Ask] = field(default_factory=dict)
    asked: dict[str, int] = field(default_factory=dict)
    memo: dict[str, Json] = field(default_factory=dict)
    shown: Order | None = None
    barriers: dict[str, Barrier] = field(default_factory=dict)
    ground: Ground | None = None
    fog: tuple[FogArea, ...] = ()

    def copied(self) -> "Encounter":
        """A copy of the encounter, in which something else may happen; frozen parts are shared by both."""
        there = {who: replace(one, budgets=dict(one.budgets)) for who, one in self.combatants.items()}
        told = (list(self.ladder), there, dict(self.asks), dict(self.asked), plain_copy(self.memo))
        drawn = (dict(self.barriers), self.ground, self.fog)
        return Encounter(self.stage, self.round, self.turn, *told, self.shown, *drawn)

    @property
    def order(self) -> Order:
        """A copy of the encounter's order now."""
        budgets = {who: dict(one.budgets) for who, one in self.combatants.items()}
        return Order(self.stage, self.round, self.turn, tuple(self.ladder), budgets, plain_copy(self.memo))

    @property
    def pressing(self) -> list[Ask]:
        """The asks that have to be answered before the game goes on."""
        return [ask for ask in self.asks.values() if not ask.for_gm] if self.asks else []

    def rung(self, key: str) -> Rung | None:
        for rung in self.ladder:
            if rung.key == key:
                return rung
        return None

    @property
    def current(self) -> Rung | None:
        return self.rung(self.turn) if self.turn else None
