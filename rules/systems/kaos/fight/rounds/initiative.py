"""Initiative: everybody rolls once for the whole combat (PCT-007, C-09)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import comb, prod
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
    StageSet,
    Table,
    Told,
    Who,
    even,
    number,
    switch,
    throw,
)
from rules.engine.odds import Chance, Odds
from rules.systems.kaos.fight.base import is_out, renew, show
from rules.systems.kaos.fight.rounds.course import gather, initiative_of, next_turn, ordered, put, rung_for, rung_of

#: The sides of the initiative die, and of the one that decides between equals (C-09).
SIDES, TIE = 10, 100


def roll_initiative(table: Table, dice: Dice, who: str) -> int:
    """Roll initiative: 1d10 + AGI/10, rounded down (PCT-007, C-01)."""
    quick = table.sheet(who).rank("attribute", "agi") // 10
    at = _throw(table, dice, who, "initiative", SIDES) + quick
    table.happen(Judged(who, "initiative", at, {"initiative": at, "agility": quick}, {"agility": who}))
    return at


def _throw(table: Table, dice: Dice, who: str, purpose: str, sides: int) -> int:
    return throw(table, dice, who, purpose, Amount((sides,)))


def in_order(table: Table, dice: Dice, numbers: Mapping[str, int]) -> list[str]:
    """Ids by initiative, highest first; equals in agility too throw dice until they differ (C-09)."""
    places = {who: (at, table.sheet(who).rank("attribute", "agi")) for who, at in numbers.items()}
    ranked = sorted(set(places.values()), reverse=True)
    groups = ([who for who in numbers if places[who] == place] for place in ranked)
    return [who for group in groups for who in _parted(table, dice, group)]


def _parted(table: Table, dice: Dice, level: Sequence[str]) -> list[str]:
    """Equals in a random order, each as likely to come first as any other (C-09).

    Those in sight throw against each other. Hidden ones draw a place among them as latecomers do, so that no throw in
    sight tells of them.
    """
    hidden = [who for who in level if table.combatant(who).hidden]
    parted = _thrown(table, dice, [who for who in level if who not in hidden])
    for who in hidden:
        parted.insert(_drawn(table, dice, who, len(parted)) if parted else 0, who)
    return parted


def _thrown(table: Table, dice: Dice, level: Sequence[str]) -> list[str]:
    """Equals in the order of a die that each throws, with another throw for those who throw alike."""
    if len(level) < 2:
        return list(level)
    thrown: dict[int, list[str]] = {}
    for who in level:
        thrown.setdefault(_throw(table, dice, who, "tie", TIE), []).append(who)
    return [who for face in sorted(thrown, reverse=True) for who in _thrown(table, dice, thrown[face])]


def acts_first(agilities: Mapping[str, int]) -> dict[str, float]:
    """P(somebody is the first) by agilities; equals are so equally often (PCT-007, C-09).

    >>> acts_first({"rook": 25, "boris": 21})
    {'rook': 0.55, 'boris': 0.45}
    """
    return {who: _first(place, list(agilities.values())) for place, who in enumerate(agilities)}


def _first(place: int, agilities: Sequence[int]) -> float:
    """P(the one at ``place`` is the first), over the faces of the die; equals in agility and face share it (C-09)."""
    agility, found = agilities[place], 0.0
    rivals = agilities.count(agility) - 1
    for face in range(1, SIDES + 1):
        clear = prod(_behind(agility, face, other) for other in agilities if other != agility)
        below, level = (face - 1) / SIDES, 1 / SIDES
        for alike in range(rivals + 1):
            together = comb(rivals, alike) * level**alike * below ** (rivals - alike)
            found += clear * together / (alike + 1)
    return found / SIDES


def _behind(agility: int, face: int, other: int) -> float:
    """P(another one comes to less, or to the same and is less agile)."""
    at = face + agility // 10 - other // 10
    return max(0, min(SIDES, at if other < agility else at - 1)) / SIDES


@dataclass(frozen=True, slots=True)
class Begin(course.Begin):
    """Roll initiative for everybody, hidden ones too: 1d10 + AGI/10 for the rest of the combat (PCT-007)."""

    @classmethod
    def rollers(cls, table: Table) -> Sequence[str]:
        return list(table.scene.combatants)

    def odds(self, table: Table) -> Odds:
        """The chances to act first, of those who can act."""
        able = (who for who in table.scene.combatants if not is_out(table.sheet(who)))
        first = acts_first({who: table.sheet(who).rank("attribute", "agi") for who in able})
        listed = (Chance(f"first.{who}", f"{table.name(who)} first", chance) for who, chance in first.items())
        return Odds("Everybody rolls 1d10 + AGI/10, and the highest acts first.", tuple(listed))

    def perform(self, table: Table, dice: Dice) -> None:
        table.happen(*(Answered(ask) for ask in list(table.scene.asks)))
        for who in table.scene.combatants:
            gather(table, who)
        numbers = {who: roll_initiative(table, dice, who) for who in table.scene.combatants}
        order = in_order(table, dice, numbers)
        table.happen(StageSet("fighting"), RoundBegan(1))
        table.happen(LadderSet(ordered(table, [rung_for(who, numbers[who]) for who in order])))
        renew(table)
        next_turn(table, dice)


@dataclass(frozen=True, slots=True)
class GiveInitiative(AboutOne):
    """Put a latecomer on the ladder, or somebody elsewhere on it: by a number, or by a roll of theirs (PCT-007)."""

    name: ClassVar[str] = "fight.initiative"
    label: ClassVar[str] = "Set initiative"
    who: ClassVar[Who] = Who.GM
    place: ClassVar[Place] = Place.SCENE

    roll: bool = switch("Roll it", help="Otherwise use the number")
    at: int = number("Initiative", most=50, default=0)

    @classmethod
    def possible(cls, table: Table) -> None:
        if table.scene.stage != "fighting":
            raise NotNow("Begin the fight first.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"combatant": tuple(Choice(each.value, each.label, _at(table, each.value)) for each in everybody(table))}

    @classmethod
    def rollers(cls, table: Table) -> Sequence[str]:
        """Nobody: the number on a real die is entered as the initiative."""
        return ()

    def odds(self, table: Table) -> Odds:
        if not self.roll:
            return Odds(f"{table.name(self.combatant)} acts at {self.at}.")
        quick = table.sheet(self.combatant).rank("attribute", "agi") // 10
        return Odds(f"1d10 + {quick}", (), even(SIDES)[1:], "initiative", 1 + quick)

    def perform(self, table: Table, dice: Dice) -> None:
        at = roll_initiative(table, dice, self.combatant) if self.roll else self.at
        _place(table, dice, rung_of(table, self.combatant, at))


def _place(table: Table, dice: Dice, rung: Rung) -> None:
    """Put a rung on the ladder, by lot among its equals; a fight that stood still goes on (PCT-007, C-09)."""
    put(table, rung, lambda level: _drawn(table, dice, rung.who, level))
    table.happen(Told((rung.who,), f"{{0}} acts at {rung.at}."))
    if not table.scene.turn and not table.scene.asks:
        next_turn(table, dice)


@dataclass(frozen=True, slots=True)
class Join(scene.Join):
    """Let somebody take part; in a fight that they left they have the initiative rolled before (PCT-007).

    Leaving and joining again in a round gives neither a second turn nor a second action (PCT-008).
    """

    def perform(self, table: Table, dice: Dice) -> None:
        scene.Join.perform(self, table, dice)
        if table.scene.stage == "fighting":
            show(table, self.combatant)
            for rung in returned_rungs(table, self.combatant):
                _place(table, dice, rung)


def _drawn(table: Table, dice: Dice, who: str, level: int) -> int:
    """A random place after 0 to ``level`` equals (C-09)."""
    return _throw(table, dice, who, "tie", level + 1) - 1


def _at(table: Table, who: str) -> str:
    at = initiative_of(table, who)
    return "no initiative yet" if at is None else f"at {at}"
