"""Many fights of one plan, played and counted in chunks that add up, at a table for nobody to see.

The table keeps the same rules and makes the same facts, quicker: nobody listens, so facts that are only told or shown
are left out, and sheets go from one kept state to the next (`rules.engine.forecast.state_cache`). Results are equal to
the last box: tests play fights at both tables and compare.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from rules.engine.forecast.playing import Ending, Fight, Plan, at_once
from rules.engine.forecast.setting import Setting
from rules.engine.forecast.state_cache import CHANGES, Rehearsed, States
from rules.engine.forecast.tally import Tally
from rules.engine.kernel import (
    Ask,
    BudgetSet,
    Combatant,
    Encounter,
    ExperienceChanged,
    Fact,
    HouseRules,
    Json,
    Judged,
    NotNow,
    RankRange,
    Rolled,
    SceneMemoKept,
    Sheet,
    Table,
    Told,
    Unknown,
    Wording,
    evolve_encounter,
)

#: Facts that are left out: told or shown to people only, or of no effect on a fight that is not fought.
UNHEARD = frozenset((Told, Rolled, Judged, BudgetSet, ExperienceChanged))


class Stage:
    """The place where one fight is rehearsed again and again, with the caches that its rehearsals share."""

    def __init__(self, setting: Setting, rank_range: RankRange, bonds: Collection[str] = ()) -> None:
        self.setting, self.rank_range, self.bonds = setting, rank_range, frozenset(bonds)
        self.house_rules = HouseRules(setting.house_rules)
        self.states = {who: States(sheet) for who, sheet in setting.sheets.items()}

    def table(self) -> "Rehearsal":
        """A table with the fight as it stands, to be played to its end."""
        return Rehearsal(self)


class _Here(dict[str, Any]):
    """Things by id; a missing one is refused, as at every table."""

    def __init__(self, refusal: str, found: Mapping[str, Any]) -> None:
        super().__init__(found)
        self._refusal = refusal

    def __missing__(self, who: str) -> Any:
        raise Unknown(self._refusal)


class _Nowhere:
    """The scene of a table without an encounter: refused."""

    def __get__(self, table: object, owner: type) -> Encounter:
        raise NotNow("This needs a fight. Begin one first.")


class Rehearsal(Table):
    """A table for one rehearsal of a fight.

    Sheets, places and the scene are asked for some ten thousand times: here they are looked up, not called for.
    """

    quiet = True
    scene = _Nowhere()

    def __init__(self, stage: Stage) -> None:
        sheets = _Here("Nobody here has that name.", {who: one.sheet() for who, one in stage.states.items()})
        setting = stage.setting
        super().__init__(sheets, again(setting.encounter), setting.house_rules, "", stage.rank_range)
        self.sheet = sheets.__getitem__  # type: ignore[assignment, method-assign]
        self.house_rules = stage.house_rules
        self._states, self._bonds = stage.states, stage.bonds
        self.entangled = self._look_for_bonds()

    @property
    def encounter(self) -> Encounter | None:
        return self.__dict__.get("scene")

    @encounter.setter
    def encounter(self, encounter: Encounter | None) -> None:
        if encounter is None:
            self.__dict__.pop("scene", None)
            self.__dict__.pop("combatant", None)
        else:
            self.__dict__["scene"] = encounter
            self.__dict__["combatant"] = encounter.combatants.__getitem__

    def alone(self, sheets: Mapping[str, Sheet]) -> "Rehearsal":
        """A copy of the table with these sheets alone, out of every fight."""
        other = self._once_more()
        other.encounter = None
        other.sheets = _Here("Nobody here has that name.", sheets)
        other.sheet = other.sheets.__getitem__  # type: ignore[assignment, method-assign]
        return other

    def happen(self, *happened: Fact) -> None:
        for fact in happened:
            kind = type(fact)
            if kind in UNHEARD:
                continue
            if kind in CHANGES:
                self._turn(fact)
            elif kind is SceneMemoKept:
                _keep(self.scene.memo, fact.name, fact.value)  # type: ignore[union-attr]
            else:
                evolve_encounter(self.scene, fact)  # type: ignore[arg-type]
            self.facts.append(fact)

    def _turn(self, fact: Fact) -> None:
        who: str = fact.who  # type: ignore[union-attr,assignment]
        sheet: Rehearsed = self.sheets[who]  # type: ignore[assignment]
        before = sheet.conditions
        sheet.turn_to(self._states[who].after(sheet.state, fact))  # type: ignore[arg-type]
        if sheet.conditions is not before:
            self.entangled = self._look_for_bonds()

    def _look_for_bonds(self) -> bool:
        return any(bond in sheet.conditions for bond in self._bonds for sheet in self.sheets.values())

    def as_actor(self, who: str) -> "Rehearsal":
        other = self._once_more()
        other.actor = who
        return other

    def _once_more(self) -> "Rehearsal":
        other = object.__new__(Rehearsal)
        other.__dict__.update(self.__dict__)
        return other

    def ask(self, to: str, title: Wording, *commands: str, **known: Json) -> str:
        """Ask as at every table, but with the first free number as the key: nobody remembers an old one."""
        asks = self.scene.asks
        number = 1
        while (key := f"{to}/{number}") in asks:
            number += 1
        asks[key] = Ask(key, to, title, commands, known)
        return key

    def answer(self, key: str, command: str) -> Ask:
        ask = self.open_ask(key, command)
        del self.scene.asks[key]
        return ask


def _keep(memo: dict[str, Json], name: str, value: Json) -> None:
    """Keep a value in a memo, or drop it for ``None``; kept values are never written into, so that none is copied."""
    if value is None:
        memo.pop(name, None)
    else:
        memo[name] = value


def again(encounter: Encounter) -> Encounter:
    """A copy of the encounter that may be changed, but for the lines on its board, which stay as they are."""
    places = {
        who: Combatant(at.side, at.hidden, at.x, at.y, at.facing, dict(at.budgets))
        for who, at in encounter.combatants.items()
    }
    there = _Here("They are not in this fight.", places)
    return Encounter(
        encounter.stage,
        encounter.round,
        encounter.turn,
        list(encounter.ladder),
        there,
        dict(encounter.asks),
        dict(encounter.asked),
        dict(encounter.memo),
        barriers=encounter.barriers,
    )


#: The number of fights in a chunk, which a worker plays between two looks at whether to go on.
CHUNK = 100


class Rehearser:
    """A player of a plan's fights; results that it caches in one fight serve all that follow."""

    def __init__(self, plan: Plan, stage: Stage | None = None) -> None:
        """Begin to rehearse; ``stage`` is that of the same fight, if it was rehearsed from another seed before."""
        self.plan = plan
        self.stage = stage or Stage(plan.setting, plan.system.rank_range, plan.tactics.bonds)
        self._gauges = tuple(gauge.key for gauge in plan.tactics.gauges)
        self._before = {who: self._gauged(sheet) for who, sheet in plan.setting.sheets.items()}

    def chunk(self, number: int, size: int = CHUNK) -> Tally:
        """The tally of one chunk of the plan's fights, whoever counts it, and after which others."""
        return self._fights(range(number * size, (number + 1) * size))

    def play(self, fights: int) -> Tally:
        """The tally of the first ``fights`` fights."""
        return self._fights(range(fights))

    def _fights(self, numbers: range) -> Tally:
        tally = Tally()
        for number in numbers:
            table = self.stage.table()
            self._count(tally, table, Fight(self.plan, table, self.plan.dice(number), at_once).play_out())
        return tally

    def _count(self, tally: Tally, table: Table, ending: Ending) -> None:
        won = (ending.winner,) if ending.winner else ()
        tally.count("fights")
        tally.count("won", *won)
        tally.count("rounds", ending.rounds)
        tally.count("first", *ending.fell[:1])
        for who in ending.fell:
            tally.count("fell", who)
            if won:
                tally.count("fell", who, *won)
        for who, before in self._before.items():
            sheet = table.sheet(who)
            tally.count("fate", who, self.plan.tactics.fate(sheet))
            for gauge, was, now in zip(self._gauges, before, self._gauged(sheet), strict=True):
                tally.count("gauge", who, gauge, now - was)

    def _gauged(self, sheet: Sheet) -> tuple[int, ...]:
        return tuple(self.plan.tactics.gauge(sheet, gauge) for gauge in self._gauges)


def in_chunks(plan: Plan, fights: int, size: int = CHUNK) -> Iterator[Tally]:
    """The tallies of a plan's fights chunk by chunk, as one worker plays them; the last chunk is played in full."""
    rehearser = Rehearser(plan)
    return (rehearser.chunk(number, size) for number in range(-(-fights // size)))
