"""The initiative ladder: 1d10 + Initiative, ties by Perception Bonus and then by another die (GRM-005, GRM-006)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.fight import AboutOne, course, everybody, returned_rungs, scene
from rules.engine.kernel import (
    Amount,
    Answered,
    Choice,
    Dice,
    Judged,
    LadderSet,
    NotNow,
    Place,
    RoundBegan,
    Rung,
    SceneMemoKept,
    StageSet,
    Table,
    Told,
    Who,
    even,
    many,
    number,
    switch,
    throw,
)
from rules.engine.odds import Chance, Odds
from rules.systems.grim.core import begin, initiative
from rules.systems.grim.fight.base import SURPRISE, forget_turn, is_out, set_ap
from rules.systems.grim.fight.rounds.course import (
    SURPRISED,
    gather,
    next_turn,
    ordered,
    place_of,
    rung_for,
)

#: The sides of the initiative die, and of the one that decides between equals.
SIDES = 10


def roll_initiative(table: Table, dice: Dice, who: str) -> int:
    """Roll initiative: 1d10 + Initiative (GRM-005)."""
    quick = initiative(table.sheet(who))
    at = _throw(table, dice, who, "initiative") + quick
    table.happen(Judged(who, "initiative", at, {"initiative": at, "added": quick}, {"added": who}))
    return at


def _throw(table: Table, dice: Dice, who: str, purpose: str, sides: int = SIDES) -> int:
    return throw(table, dice, who, purpose, Amount((sides,)))


def in_order(table: Table, dice: Dice, numbers: Mapping[str, int]) -> list[str]:
    """Ids by initiative, then Perception Bonus; equals in both throw again until they differ (GRM-006)."""
    places = {who: place_of(table, who, at) for who, at in numbers.items()}
    groups = ([who for who in numbers if places[who] == place] for place in sorted(set(places.values()), reverse=True))
    return [who for group in groups for who in _parted(table, dice, group)]


def _parted(table: Table, dice: Dice, level: Sequence[str]) -> list[str]:
    """Equals in a random order; hidden ones draw a place among the others, so that no throw in sight tells of them."""
    hidden = [who for who in level if table.combatant(who).hidden]
    parted = _thrown(table, dice, [who for who in level if who not in hidden])
    for who in hidden:
        parted.insert(_throw(table, dice, who, "tie", len(parted) + 1) - 1 if parted else 0, who)
    return parted


def _thrown(table: Table, dice: Dice, level: Sequence[str]) -> list[str]:
    """Equals in the order of a die that each throws, with another throw for those who throw alike (GRM-006)."""
    if len(level) < 2:
        return list(level)
    fell: dict[int, list[str]] = {}
    for who in level:
        fell.setdefault(_throw(table, dice, who, "tie"), []).append(who)
    return [who for face in sorted(fell, reverse=True) for who in _thrown(table, dice, fell[face])]


def acts_first(quick: Mapping[str, tuple[int, int]]) -> dict[str, float]:
    """P(somebody is the first), by Initiative and Perception Bonus; equals in both are so equally often (GRM-006).

    >>> acts_first({"rook": (7, 4), "boris": (7, 3)})
    {'rook': 0.55, 'boris': 0.45}
    """
    return {who: _first(who, quick) for who in quick}


def _first(who: str, quick: Mapping[str, tuple[int, int]]) -> float:
    """P(one is the first), over the faces of their die; equals share it."""
    base, sharp = quick[who]
    others = [place for other, place in quick.items() if other != who]
    found = 0.0
    for face in range(1, SIDES + 1):
        alike = [1.0]
        for their_base, their_sharp in others:
            behind, level = _against(base + face - their_base, sharp - their_sharp)
            alike = [
                (alike[n] * behind if n < len(alike) else 0.0) + (alike[n - 1] * level if n else 0.0)
                for n in range(len(alike) + 1)
            ]
        found += sum(share / (count + 1) for count, share in enumerate(alike))
    return round(found / SIDES, 12)


def _against(needed: int, sharper: int) -> tuple[float, float]:
    """P(another comes to less), and P(to the same with equal senses); ``needed`` is the face that would be level."""
    less = max(0, min(SIDES, needed - 1)) / SIDES
    same = 1 / SIDES if 1 <= needed <= SIDES else 0.0
    if sharper > 0:
        return less + same, 0.0
    return (less, 0.0) if sharper < 0 else (less, same)


@dataclass(frozen=True, slots=True)
class Begin(course.Begin):
    """Begin the fight: everybody rolls initiative; those who are surprised have no turn at first (GRM-002, GRM-005)."""

    surprised: tuple[str, ...] = many("Surprised", help="All others act first", at_once=True)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"surprised": everybody(table)}

    @classmethod
    def rollers(cls, table: Table) -> Sequence[str]:
        return list(table.scene.combatants)

    def odds(self, table: Table) -> Odds:
        """The chances to act first, of those who can act."""
        able = [who for who in table.scene.combatants if not is_out(table.sheet(who)) and who not in self.surprised]
        first = acts_first({who: place_of(table, who, initiative(table.sheet(who))) for who in able})
        listed = (Chance(f"first.{who}", f"{table.name(who)} first", chance) for who, chance in first.items())
        return Odds("Everybody rolls 1d10 + Initiative, and the highest acts first.", tuple(listed))

    def perform(self, table: Table, dice: Dice) -> None:
        table.happen(*(Answered(ask) for ask in list(table.scene.asks)))
        for who in table.scene.combatants:
            gather(table, who)
        numbers = {who: roll_initiative(table, dice, who) for who in table.scene.combatants}
        order = in_order(table, dice, numbers)
        table.happen(StageSet("fighting"), RoundBegan(1))
        table.happen(LadderSet(ordered(table, [rung_for(who, numbers[who]) for who in order])))
        forget_turn(table)
        for who in table.scene.combatants:
            set_ap(table, who, 0)
        self._surprise(table)
        next_turn(table, dice)

    def _surprise(self, table: Table) -> None:
        """Surprise those picked: no reactions, and a Fury Die more against them (GRM-002, GRM-003, GRM-004)."""
        if self.surprised:
            table.happen(SceneMemoKept(SURPRISE, True))
            for who in self.surprised:
                begin(table, who, SURPRISED, source="ambush")
            names = ", ".join(f"{{{at}}}" for at in range(len(self.surprised)))
            table.happen(Told(self.surprised, f"Caught unaware: {names}."))


@dataclass(frozen=True, slots=True)
class GiveInitiative(AboutOne):
    """Put a latecomer on the ladder, or somebody elsewhere on it: by a number, or by a roll of theirs (GRM-005)."""

    name: ClassVar[str] = "fight.initiative"
    label: ClassVar[str] = "Set initiative"
    who: ClassVar[Who] = Who.GM
    place: ClassVar[Place] = Place.SCENE

    roll: bool = switch("Roll it", help="Otherwise use the number")
    at: int = number("Place on the ladder", most=60, default=0)

    @classmethod
    def possible(cls, table: Table) -> None:
        if table.scene.stage != "fighting":
            raise NotNow("Begin the fight first.")

    @classmethod
    def rollers(cls, table: Table) -> Sequence[str]:
        """Nobody: the number on a real die is entered as the place."""
        return ()

    def odds(self, table: Table) -> Odds:
        if not self.roll:
            return Odds(f"{table.name(self.combatant)} acts at {self.at}.")
        quick = initiative(table.sheet(self.combatant))
        return Odds(f"1d10 + {quick}", (), even(SIDES)[1:], "place on the ladder", 1 + quick)

    def perform(self, table: Table, dice: Dice) -> None:
        at = roll_initiative(table, dice, self.combatant) if self.roll else self.at
        mine = [
            *(rung for rung in table.scene.ladder if rung.who == self.combatant),
            *returned_rungs(table, self.combatant),
        ]
        put(
            table,
            dice,
            Rung(mine[0].key, self.combatant, at, mine[0].part, mine[0].done) if mine else rung_for(self.combatant, at),
        )


def put(table: Table, dice: Dice, mine: Rung) -> None:
    """Put a rung on the ladder, by lot among its equals; a fight that stood still goes on (GRM-006)."""
    others = [rung for rung in table.scene.ladder if rung.who != mine.who]
    place = place_of(table, mine.who, mine.at)
    equals = [rung for rung in others if place_of(table, rung.who, rung.at) == place]
    drawn = _throw(table, dice, mine.who, "tie", len(equals) + 1) - 1 if equals else 0
    before = others.index(equals[0]) + drawn if equals else len(others)
    table.happen(LadderSet(ordered(table, [*others[:before], mine, *others[before:]])))
    table.happen(Told((mine.who,), f"{{0}} acts at {mine.at}."))
    if not table.scene.turn and not table.scene.asks:
        next_turn(table, dice)


@dataclass(frozen=True, slots=True)
class Join(scene.Join):
    """Let somebody take part; in a fight that they left they have their place on the ladder again."""

    def perform(self, table: Table, dice: Dice) -> None:
        scene.Join.perform(self, table, dice)
        if table.scene.stage == "fighting":
            for rung in returned_rungs(table, self.combatant):
                put(table, dice, rung)
