"""Whole fights at random: they come to an end, survive JSON, and replay to the very same documents."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from rules import codec
from rules.engine.kernel import (
    Command,
    Encounter,
    Fact,
    Place,
    Refused,
    SceneFact,
    SeededDice,
    Sheet,
    SheetFact,
    Table,
    evolve_encounter,
    evolve_sheet,
    foretell,
    is_possible,
)
from rules.engine.kernel.commands import perform
from rules.systems.sda.commands import COMMANDS as ALL
from rules.systems.sda.system import SDA
from tests.rules.rooms import in_rooms
from tests.rules.sda.fights import Fight, fighter

COMMANDS = in_rooms(ALL, "fight", "turns")
MANOEUVRES = in_rooms(ALL, "fight.manoeuvres", "fight.melee.second_weapon")

STEPS = 2500
NAMED = {command.name: command for command in COMMANDS}
#: What somebody does on their turn, the likelier the more often it stands here.
ON_TURN = ["melee.attack"] * 12 + ["turn.move", "ranged.attack"] * 4 + ["turn.split", "turn.charge", "melee.second"] * 2
ON_TURN += ["grapple.release", "turn.delay", "turn.stop_bleeding", "turn.other", "ranged.reload", "ranged.throw"]
ON_TURN += [command.name for command in MANOEUVRES if command.place is Place.TURN]


class Players:
    """Everybody fights with whatever the rules offer; GM and players alike."""

    on_turn: Sequence[str] = ON_TURN

    def __init__(self, seed: int) -> None:
        self.random, self.dice = Random(seed), SeededDice(seed)
        sword = fighter("Rook", "one_handed_sword", "large_shield", armour=("gambeson",), melee_combat=3, reflex=2)
        spear = fighter("Mira", "spear", "pistol", melee_combat=2, range_combat=2, first_aid=2, agility=8)
        foes = self.random.sample(["guard_veteran", "skeleton", "draugr", "ghoul", "zombie"], 2)
        self.fight = Fight(rook=sword, boris=SDA.creature(foes[0]), mira=spear, wolf=SDA.creature(foes[1]))
        self.refused: list[str] = []

    def play(self) -> bool:
        """Fight until one side is down; False if that takes too long."""
        surprised = [who for who in self.fight.sheets if self.random.random() < 0.3]
        self._do("", "fight.begin", surprised=surprised)
        for _ in range(STEPS):
            if self._is_over():
                self._do("", "fight.end", winner=self.random.choice(["party", "foes"]))
                while asks := list(self.fight.encounter.asks.values()):
                    self._do(asks[0].to, "fight.surge", ask=asks[0].key)
                return True
            self._step()
        return False

    def _is_over(self) -> bool:
        standing = {
            place.side
            for who, place in self.fight.encounter.combatants.items()
            if self._fights_on(self.fight.sheets[who])
        }
        return len(standing) < 2 and not self.fight.encounter.asks

    @staticmethod
    def _fights_on(sheet: Sheet) -> bool:
        """Whether somebody can still throw dice: not down, and with spirit left."""
        return not (sheet.has("incapacitated") or sheet.has("dead")) and sheet.now("spirit") > 0

    def _step(self) -> None:
        scene = self.fight.encounter
        if scene.asks:
            ask = self.random.choice(list(scene.asks.values()))
            self._attempt(ask.to, self.random.choice(ask.commands))
        elif scene.current is None:
            self._do("", "fight.next")
        elif self.random.random() < 0.2 or not self._attempt(scene.current.who, self.random.choice(self.on_turn)):
            self._do(scene.current.who, "turn.end")

    def _attempt(self, who: str, name: str) -> bool:
        """Try a command with some of its fields at random; fall back on what its form starts with."""
        command, table = NAMED[name], self.fight.table(who)
        if not is_possible(command, table):
            return False
        given = self._fill(command, table)
        for chosen in ({**given, **self._whims(command, table)}, given):
            try:
                self._do(who, name, **chosen)
            except Refused as refusal:
                self.refused.append(refusal.sentence)
            else:
                return True
        return False

    def _fill(self, command: type[Command], table: Table) -> dict[str, Any]:
        given = dict(command.preset(table))
        if command.name == "turn.move":
            target = self.random.choice(list(table.scene.combatants.values()))
            given = {
                "x": round(target.x) + self.random.randint(-2, 2),
                "y": round(target.y) + self.random.randint(-2, 2),
            }
        if command.name == "turn.wall_move":
            given = {"metres": self.random.randint(1, 3)}
        if command.name == "inspire.share" and "ally" not in given:
            given |= {"ally": self.random.choice(list(table.scene.combatants))}
        return {"words": "Shouts", **given} if command.name == "turn.other" else given

    def _whims(self, command: type[Command], table: Table) -> dict[str, Any]:
        whims: dict[str, Any] = {}
        for field, choices in command.choices(table).items():
            if choices and field not in ("worsen", "piece", "drop") and self.random.random() < 0.5:
                whims[field] = self.random.choice(choices).value
        for field, most in (("dice", 5), ("bought", 2), ("push", 1), ("step", 1), ("slower", 1)):
            if field in command.__dataclass_fields__ and self.random.random() < 0.4:
                whims[field] = self.random.randint(1, most)
        return whims

    def _do(self, who: str, name: str, **chosen: Any) -> None:
        table = self.fight.table(who)
        command = codec.command_from(NAMED[name], chosen)
        copy = _copied(self.fight, who)
        odds = foretell(command, copy)
        assert odds is None or not odds.measure or sum(odds.measure) == pytest.approx(1)
        perform(command, copy, self.dice)
        SDA.keep_up(copy)
        table.happen(*copy.facts)
        self.fight._keep(table)


def _copied(fight: Fight, who: str) -> Table:
    """A table of its own, so that what is refused half-way leaves no trace."""
    sheets = {each: codec.sheet_from(codec.dump(sheet)) for each, sheet in fight.sheets.items()}
    encounter = codec.encounter_from(codec.dump(fight.encounter))
    return Table(sheets, encounter, fight.house_rules, who, SDA.rank_range)


def _replayed(facts: list[Fact]) -> str:
    sheets: dict[str, Sheet] = {}
    encounter = Encounter()
    for fact in facts:
        if isinstance(fact, SheetFact):
            evolved = evolve_sheet(sheets.get(fact.who), fact)
            assert evolved is not None
            sheets[fact.who] = evolved
        elif isinstance(fact, SceneFact):
            evolve_encounter(encounter, fact)
    return codec.dump([sheets, encounter])


@pytest.mark.parametrize("seed", range(6))
def test_a_fight_at_random_comes_to_an_end_and_replays(seed: int) -> None:
    players = Players(seed)
    assert players.play(), "nobody won"
    fight = players.fight
    told = codec.facts_from(codec.dump_facts(fight.facts))
    assert told == fight.facts
    assert _replayed(told) == codec.dump([fight.sheets, fight.encounter])
    assert fight.encounter.stage == "over"
    assert not fight.encounter.asks
    assert not {name for name in fight.encounter.memo if name.startswith("used.") or name in ("to_come", "holds")}
    for sheet in fight.sheets.values():
        assert 0 <= sheet.now("spirit") <= sheet.resources["spirit"].most
