"""Stopping a wound, and bringing back the dead (SDA-159, SDA-216, SDA-219, C-46, C-47; D-2)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.engine.character.readiness import is_fighting
from rules.engine.fight import allies, is_within
from rules.engine.kernel import (
    Choice,
    Command,
    Condition,
    ConditionEnded,
    ConditionSet,
    Dice,
    NotNow,
    Refused,
    ResourceChanged,
    SceneMemoKept,
    Table,
    Told,
    Weighing,
    Worth,
    counted,
    number,
    pick,
)
from rules.engine.odds import Chance, Odds, at_least, in_words
from rules.systems.sda.content.house_rules import fight
from rules.systems.sda.core.effects import minutes_dead, more_time, stop_counting
from rules.systems.sda.core.person import come_round
from rules.systems.sda.core.rolls import (
    OF_CHANCE,
    REWARDS,
    Aim,
    Pool,
    RewardedRoll,
    buy,
    dice_said,
    first_chance,
    foreseen,
    pool_for,
    reckon,
    throw,
    with_bought,
)
from rules.systems.sda.fight.advice import openings_given
from rules.systems.sda.fight.base import (
    BANDS,
    act,
    actions_left,
    free_to_act,
    judge_against,
    level,
    lines,
    lost_to_taunt,
    own_turn,
    stop,
    too_many,
    wounds,
)
from rules.systems.sda.fight.melee import Action, Rest, with_dice
from rules.systems.sda.fight.moves import carry_on, provoke, wound_choices
from rules.systems.sda.fight.wounds import BOXES, OF_DOWN, SPIRIT_OF_A_BOX, staunched

HEALING = (Choice("first_aid", "First aid", "one roll"), Choice("medicine", "Medicine", "rolls add up"))
#: The aim by which stopping a wound is weighed.
STOPPED = Aim(
    BOXES,
    "Bleeding levels stopped (and the life saved if nothing else bleeds), times the chance, minus the "
    "openings you give. "
    f"{OF_DOWN}",
    spirit=SPIRIT_OF_A_BOX,
)
#: The memo of what medicine has gathered for a wound begins so; who tends, whom and which line follow.
TENDED = "tended."
#: Metres within which somebody can be tended.
ARM_LENGTH = BANDS["close"]


@dataclass(frozen=True, slots=True)
class StopBleeding(Command, name="turn.stop_bleeding", label="Stop the bleeding"):
    """Stop a wound of your own or of an ally beside you: first aid in one roll, or medicine roll by roll.

    It gives opponents in reach an opening (SDA-224).
    """

    patient: str = pick("Whose wound")
    line: str = pick("Wound", default="", help="Default: the worst")
    skill: str = pick("Skill", default="first_aid")
    dice: int = number("Dice", most=200, default=0, help="0 = all dice you have left")
    bought: int = number("Dice bought with spirit", default=0, costs=True, at_once=False)
    bonus: int = number("Bonus dice", default=0, most=20)
    malus: int = number("Malus", default=0, most=20)
    reward: str = pick("Flawless success gives", default="spirit")

    @classmethod
    def possible(cls, table: Table) -> None:
        free_to_act(table)
        if not _bleeders(table):
            raise NotNow("Nobody on your side within a metre is bleeding.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        hurt = _bleeders(table)
        patients = tuple(Choice(who, table.name(who), _levels(table, who)) for who in hurt)
        open_wounds = {c.value: c for who in hurt for c in wound_choices(table, who)}
        return {"patient": patients, "line": tuple(open_wounds.values()), "skill": HEALING, "reward": REWARDS}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"patient": _bleeders(table)[0]}

    def odds(self, table: Table) -> Odds:
        pool, count = self._dice(table)
        measure = pool.measure(count)
        stops = at_least(measure, max(0, self._difficulty(table) - self._tally(table)))
        return Odds(f"{in_words(stops).capitalize()} to stop it", (Chance("success", "stops", stops),), measure, "MoS")

    def weighing(self, table: Table) -> Weighing:
        """Weigh which skill and how many dice to use, and how many to keep for a blow (SDA-160, SDA-161)."""
        ways = {choice.value: choice.label for choice in HEALING}
        rest, openings = Rest.of(table, STOPPED), openings_given(table, table.actor)
        plain = {skill: replace(self, skill=skill)._pool(table) for skill in ways}
        actions = {skill: Action(table, STOPPED, [pool], rest, strains=False) for skill, pool in plain.items()}

        def worth(chosen: StopBleeding) -> Worth:
            with_dice(chosen)
            stops = chosen.odds(table).chances[0].probability
            saved = staunched(table, chosen.patient, chosen._line(table))
            return actions[chosen.skill].worth(stops * saved - openings, chosen.dice)

        def said(chosen: StopBleeding) -> str:
            whom = f"{table.name(chosen.patient)}: " if len(_bleeders(table)) > 1 else ""
            how = f"{ways[chosen.skill]} with {dice_said(chosen).lower()}"
            return whom + (how.lower() if whom else how)

        most = {"dice": max(actions_left(table, pool) for pool in plain.values())}
        among = {"patient": tuple(_bleeders(table))}
        return actions[self.skill].weighing(worth, "skill", "patient", said=said, upto=most, among=among)

    def perform(self, table: Table, dice: Dice) -> None:
        pool, count = self._dice(table)
        buy(table, self._pool(table), self.bought)
        act(table, pool, count, own_turn(table).key)
        line, difficulty, memo = self._line(table), self._difficulty(table), self._memo(table)
        result = throw(table, dice, pool, count, f"stop bleeding: {pool.skill}")
        tally = self._tally(table) + result.net
        stopped = judge_against(table, result, difficulty, tally)
        if stopped:
            stop(table, self.patient, line)
            _forget(table, self.patient, line)
        else:
            table.happen(Told((table.actor, self.patient), "{0} cannot stop {1}’s bleeding yet."))
        if self.skill == "medicine":
            _remember(table, memo, tally if result.net and not stopped else 0)
        reckon(table, dice, result, succeeded=stopped, reward=self.reward)
        provoke(table, table.actor, "tends a wound")
        carry_on(table)

    def _dice(self, table: Table) -> tuple[Pool, int]:
        pool = with_bought(table, self._pool(table), self.bought)
        allowed = actions_left(table, pool)
        count = self.dice or allowed
        if not count or count > allowed:
            raise Refused(too_many(count, allowed, "this"), "dice")
        return pool, count

    def _pool(self, table: Table) -> Pool:
        bonus = self.bonus - lost_to_taunt(table, table.actor)
        return pool_for(table, table.actor, self.skill, "", bonus, self.malus, whole=True)

    def _line(self, table: Table) -> int:
        open_wounds = wounds(table.sheet(self.patient))
        number = int(self.line) if self.line else open_wounds[-1]
        if number not in open_wounds:
            raise Refused(f"{table.name(self.patient)} is not bleeding on line {number + 1}. Choose another.", "line")
        return number

    def _difficulty(self, table: Table) -> int:
        return level(lines(table.sheet(self.patient))[self._line(table)])

    # Medicine adds up from roll to roll, and starts again after one without success; first aid is a single roll (D-2).

    def _memo(self, table: Table) -> str:
        return f"{TENDED}{table.actor}.{self.patient}.{self._line(table)}"

    def _tally(self, table: Table) -> int:
        return int(table.scene.memo.get(self._memo(table), 0)) if self.skill == "medicine" else 0


def _remember(table: Table, memo: str, tally: int) -> None:
    if tally != table.scene.memo.get(memo, 0):
        table.happen(SceneMemoKept(memo, tally or None))


def _forget(table: Table, patient: str, line: int) -> None:
    """Drop what everybody's medicine had gathered for a wound that bleeds no more."""
    for memo in [name for name in table.scene.memo if name.startswith(TENDED) and name.endswith(f".{patient}.{line}")]:
        _remember(table, memo, 0)


def _bleeders(table: Table) -> list[str]:
    """The ids of those who bleed among the actor and the allies beside them; the dead are left out."""
    near = [who for who in allies(table, table.actor) if is_within(table, table.actor, who, ARM_LENGTH)]
    return [who for who in (table.actor, *near) if wounds(table.sheet(who)) and not table.sheet(who).has("dead")]


def _levels(table: Table, who: str) -> str:
    injuries = lines(table.sheet(who))
    return "bleeding " + ", ".join(str(level(injuries[n])) for n in wounds(table.sheet(who)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Reanimate(RewardedRoll, name="healing.reanimate", label="Reanimate"):
    """Bring back the dead: difficulty 1 more than the minutes since death, a minute for each roll (SDA-219, C-47).

    The minutes are counted from the death on, roll by roll; the game master adds those that nothing else counts.
    """

    leading: ClassVar[tuple[str, ...]] = ("patient", "minutes", "skill", "bonus", "malus", "bought")

    patient: str = pick("Who")
    minutes: int = number("Extra minutes passed", most=1000, default=0, help="On top of those the game counts")
    skill: str = pick("Skill", default="first_aid")
    bought: int = number("Dice bought with spirit", default=0, costs=True, at_once=False)

    def lasts(self) -> int:
        return 1

    @classmethod
    def possible(cls, table: Table) -> None:
        table.sheet(table.actor)
        if is_fighting(table):
            raise NotNow("Each roll takes a minute. Wait until the fight is over.")
        if not cls.choices(table)["patient"]:
            raise NotNow("Nobody here is dead.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        there = table.sheets if table.encounter is None else table.encounter.combatants
        others = [who for who in there if who != table.actor and table.sheet(who).has("dead")]
        since = {who: counted(minutes_dead(table, who), "minute", "minutes") for who in others}
        dead = tuple(Choice(who, table.name(who), f"dead for {minutes}") for who, minutes in since.items())
        return {"patient": dead, "skill": HEALING, "reward": REWARDS}

    def odds(self, table: Table) -> Odds:
        pool = self._able(table)
        measure = pool.measure(pool.available)
        comes_back = at_least(measure, max(0, self._difficulty(table) - self._tally(table)))
        sentence = f"{in_words(comes_back).capitalize()} to bring them back"
        return Odds(sentence, (Chance("success", "comes back", comes_back),), measure, "MoS")

    def weighing(self, table: Table) -> Weighing:
        """Weigh which skill to use."""

        def chance(chosen: Reanimate) -> Worth:
            return (first_chance(foreseen(chosen, table)),)

        return Weighing(("skill",), OF_CHANCE.unit, OF_CHANCE.expected, chance, (OF_CHANCE.gained,))

    def perform(self, table: Table, dice: Dice) -> None:
        pool = self._able(table)
        buy(table, self._pool(table), self.bought)
        result = throw(table, dice, pool, pool.available, f"reanimate: {pool.skill}")
        tally = self._tally(table) + result.net
        alive = judge_against(table, result, self._difficulty(table), tally)
        if alive:
            revive(table, self.patient)
        elif self.skill == "medicine":
            dead = table.sheet(self.patient).conditions["dead"]
            table.happen(ConditionSet(self.patient, replace(dead, level=tally if result.net else 0)))
        more_time(table, self.patient, self.minutes + self.lasts())
        reckon(table, dice, result, succeeded=alive, reward=self.reward)

    def _difficulty(self, table: Table) -> int:
        return minutes_dead(table, self.patient) + self.minutes + 1

    def _able(self, table: Table) -> Pool:
        pool = self._pool(table)
        if not pool.available:
            raise Refused(f"{table.me.name} has no dice to roll.", "skill")
        return with_bought(table, pool, self.bought)

    def _pool(self, table: Table) -> Pool:
        return pool_for(table, table.actor, self.skill, "", self.bonus, self.malus)

    def _tally(self, table: Table) -> int:
        """MoS that medicine has gathered so far, kept in the condition's level; 0 for first aid."""
        return table.sheet(self.patient).conditions["dead"].level if self.skill == "medicine" else 0


def revive(table: Table, who: str) -> None:
    """Bring somebody back to life: the wounds are closed, and the spirit is 1 (C-47)."""
    table.happen(ConditionEnded(who, "dead"), Told((who,), "{0} breathes again."))
    stop_counting(table, who)
    for line in wounds(table.sheet(who)):
        stop(table, who, line)
    if fight.REANIMATED.chosen(table.house_rules) == "incapacitated":
        table.happen(ConditionSet(who, Condition("incapacitated", "Incapacitated", source="reanimated")))
    elif table.sheet(who).has("incapacitated"):
        table.happen(ConditionEnded(who, "incapacitated"))
        come_round(table, who)
    lost = table.sheet(who).now("spirit") - 1
    if lost:
        table.happen(ResourceChanged(who, "spirit", -lost, "reanimated"))
