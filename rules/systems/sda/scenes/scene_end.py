"""The tempo of a scene (SDA-089, SDA-090, C-29), and its end, at which virtues called upon pay or cost."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.engine.kernel import (
    Choice,
    Command,
    ConditionEnded,
    ConditionSet,
    Dice,
    NotNow,
    Place,
    RankChanged,
    Refused,
    SceneMemoKept,
    Table,
    Told,
    Who,
    many,
    pick,
    plainly,
)
from rules.systems.sda.checks.shared.companions import anybody, meant, no_fight
from rules.systems.sda.content import compendium
from rules.systems.sda.content.skills import virtue_named
from rules.systems.sda.core.person import (
    ALLOWED,
    ASKED,
    LACK,
    LEANING,
    OVER,
    Call,
    calls,
    faces,
    lift,
    no_longer_asked,
    take_spirit,
)
from rules.systems.sda.core.person.virtue_bonus import CALLED
from rules.systems.sda.fight.wounds import wake, wakes_with_scene

#: The name under which the encounter's memo keeps the tempo.
TEMPO_MEMO = "tempo"
ACTION, INTERACTION, TRANSITION = "action", "interaction", "transition"
TEMPOS = (
    Choice(ACTION, "Action", "every second counts, by initiative"),
    Choice(INTERACTION, "Interaction", "in turn, without exact time"),
    Choice(TRANSITION, "Transition", "long projects, between scenes"),
)


def tempo(table: Table) -> str:
    """The tempo of now: action while there is fighting, otherwise what the game master said, at first interaction."""
    if table.scene.stage == "fighting":
        return ACTION
    return str(table.scene.memo.get(TEMPO_MEMO, INTERACTION))


@dataclass(frozen=True, slots=True)
class SetTempo(Command, name="scene.tempo", label="Change the tempo"):
    """The game master says how time runs now (SDA-089, SDA-090).

    Action and interaction change within a scene; transition lies between scenes, so virtues are settled first.
    """

    about: ClassVar[str] = "Action, interaction or transition: how time runs now."
    who: ClassVar[Who] = Who.GM
    place: ClassVar[Place] = Place.SCENE

    tempo: str = pick("Tempo")

    @classmethod
    def possible(cls, table: Table) -> None:
        if table.scene.stage == "fighting":
            raise NotNow("A fight has the tempo of action. Change it after the fight.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"tempo": TEMPOS}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"tempo": tempo(table)}

    def perform(self, table: Table, dice: Dice) -> None:
        if self.tempo == tempo(table):
            raise Refused(f"The tempo is {self.tempo} already.", "tempo")
        if self.tempo == TRANSITION and any(calls(table.sheet(who), CALLED) for who in table.scene.combatants):
            raise Refused("End the scene first to settle its virtues.", "tempo")
        table.happen(SceneMemoKept(TEMPO_MEMO, self.tempo), Told((), f"The tempo is now {self.tempo}."))


@dataclass(frozen=True, slots=True)
class EndScene(Command, name="scene.end", label="End the scene"):
    """The scene is over: goals reached in accord with a virtue give spirit, others cost it (SDA-085, SDA-086).

    Bonus and malus end with it (SDA-083, SDA-084). Calls that nobody rolled for lapse. The unconscious come to
    (SDA-217).
    """

    about: ClassVar[str] = "Settles the virtues: goals reached in accord with one give spirit."
    who: ClassVar[Who] = Who.GM
    place: ClassVar[Place] = Place.SHEET
    also: ClassVar[tuple[Place, ...]] = (Place.SCENE,)

    people: tuple[str, ...] = many("For whom", help="Default: this character, or everybody in an encounter")
    reached: tuple[str, ...] = many("Whose goal was reached", help="In accord with the virtue called upon")
    virtues: tuple[str, ...] = many("Which virtues", help="Default: all")

    @classmethod
    def possible(cls, table: Table) -> None:
        no_fight(table)
        if not meant(table, ()):
            raise NotNow("Nobody is here.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        there = anybody(table)
        virtues = tuple(Choice(one.key, one.name) for one in compendium.virtues().values())
        return {"people": there, "reached": there, "virtues": virtues}

    def perform(self, table: Table, dice: Dice) -> None:
        concerned = meant(table, self.people)
        if strangers := [who for who in self.reached if who not in concerned]:
            raise Refused(f"The scene does not end for {table.name(strangers[0])}.", "reached")
        standing = [(who, call) for who in concerned for call in self._of(table, who, CALLED, OVER)]
        waiting = [(who, call) for who in concerned for call in self._of(table, who, ASKED, ALLOWED)]
        waking = [who for who in concerned if wakes_with_scene(table, who)]
        if not standing and not waiting and not waking and table.encounter is None:
            raise NotNow("None of them called upon a virtue in this scene, and nobody is unconscious.")
        table.happen(Told((), "The scene is over."))
        for who, call in waiting:
            _forgo(table, who, call)
        for who, call in standing:
            settle(table, who, call, achieved=who in self.reached)
        for who in waking:
            wake(table, who)
        if table.encounter is not None and table.scene.memo.get(TEMPO_MEMO) != TRANSITION:
            table.happen(SceneMemoKept(TEMPO_MEMO, TRANSITION))

    def _of(self, table: Table, who: str, *stages: str) -> list[Call]:
        return [one for one in calls(table.sheet(who), *stages) if not self.virtues or one.virtue in self.virtues]


def lapse(table: Table, people: Sequence[str]) -> None:
    """Let what was called upon count no longer, where the table goes on to another scene (SDA-083, SDA-084).

    What nobody rolled for is over. Whether a goal was reached is the game master's to judge (SDA-085, SDA-086).
    """
    for who in people:
        for call in calls(table.sheet(who), ALLOWED):
            _forgo(table, who, call)
        for call in calls(table.sheet(who), CALLED):
            judged = replace(call, stage=OVER, measure=0)
            table.happen(ConditionEnded(who, call.condition.name), ConditionSet(who, judged.condition))
            _lean_no_more(table, who, call)
            table.happen(Told((who,), f"The scene is over: being {call.being} no longer counts for {{0}}."))


def _forgo(table: Table, who: str, call: Call) -> None:
    """Let a call end that nobody rolled for; one that was allowed is told of, with its reason."""
    table.happen(ConditionEnded(who, call.condition.name))
    no_longer_asked(table, who, call.virtue)
    if call.stage == ALLOWED:
        stop = "" if call.reason.endswith((".", "!", "?")) else "."
        unused = f"{{0}} called upon being {call.being}, but never rolled for it: {plainly(call.reason)}{stop}"
        table.happen(Told((who,), unused))


def settle(table: Table, who: str, call: Call, *, achieved: bool) -> None:
    """Give or take spirit by the faces of the virtue die, within 0 and the most (SDA-085, SDA-086, C-31).

    The call ends, and the virtue moves a step towards the end enacted, or away from it; at an end it stays (C-30).
    """
    sheet = table.sheet(who)
    die = faces(sheet, call.virtue, call.end)
    change = lift if achieved else take_spirit
    change(table, who, die, f"{call.extreme.lower()}, goal {'reached' if achieved else 'missed'}")
    table.happen(ConditionEnded(who, call.condition.name))
    _lean_no_more(table, who, call)
    _move(table, who, call, achieved)
    table.happen(Told((who,), f"Being {call.being} {'carried' if achieved else 'failed'} {{0}}."))


def _move(table: Table, who: str, call: Call, achieved: bool) -> None:
    before = table.sheet(who).rank("virtue", call.virtue)
    last = len(virtue_named(call.virtue).steps) - 1
    by = -1 if (call.end == LACK) == achieved else 1
    if 0 <= before + by <= last:
        table.happen(RankChanged(who, "virtue", call.virtue, by))


def _lean_no_more(table: Table, who: str, call: Call) -> None:
    """Let somebody act as usual again who kept to this call in every roll."""
    held = table.sheet(who).conditions.get(LEANING)
    if held and str(held.source).startswith(f"{call.virtue}:"):
        table.happen(ConditionEnded(who, LEANING))
