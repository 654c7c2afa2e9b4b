"""The beginning of a fight: everybody rolls reflex and perception; the sum is their initiative (SDA-153, SDA-169)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.fight import by_side, course
from rules.engine.kernel import (
    Answered,
    Choice,
    Command,
    Condition,
    ConditionSet,
    Dice,
    Die,
    Judged,
    NotNow,
    Place,
    Refused,
    Reply,
    RoundBegan,
    SceneMemoKept,
    StageSet,
    Table,
    Told,
    Weighing,
    Who,
    Worth,
    end_conditions,
    even,
    many,
    number,
    pick,
    rolled,
    switch,
)
from rules.engine.odds import Chance, Odds, mean
from rules.systems.sda.core.rolls import (
    AS_WISHED,
    BETTER_PLAN,
    MOS,
    Result,
    dice_used,
    is_flawless,
    mount_of,
    reckon,
    rider_of,
    tell_ends,
    throw,
)
from rules.systems.sda.fight.actions.initiative_odds import (
    ALL,
    SKILLS,
    TIE,
    acts_first,
    averages,
    initiatives,
    measure_of,
    pool_of,
)
from rules.systems.sda.fight.base import (
    begin_sparring,
    best_arm,
    fighting_dice,
    is_out,
    melee_pool,
    reacting_dice,
    show,
    use,
    used,
)
from rules.systems.sda.fight.moves import (
    begin_next_turn,
    bring_together,
    initiative_of,
    nimbleness,
    rung_for,
    set_initiative,
    set_ladder,
)

GATHERED = "gathered"
#: The sentence of advice about the initiative of the surprised.
OF_SURPRISE = (
    "Average initiative, minus the MoS these dice would score in the first round; 1 initiative counts as 1 MoS."
)


def gathered(table: Table) -> dict[str, int]:
    """The initiatives rolled so far, by id, while the surprised still decide."""
    return dict(table.scene.memo.get(GATHERED, {}))


def roll_initiative(table: Table, dice: Dice, who: str, reflex: int = ALL, perception: int = ALL) -> int:
    """Roll initiative, an open-ended composed test: the MoS of both rolls together (SDA-153, C-33); 0 for the fallen.

    Where the first roll costs spirit, the second may have fewer dice than were wanted.
    """
    if is_out(table.sheet(who)):
        return 0
    refuse_too_many(table, who, reflex, perception)
    flawless, failed, total = list[Result](), list[Result](), 0
    for skill, wanted in zip(SKILLS, (reflex, perception), strict=True):
        pool = pool_of(table, who, skill)
        count = pool.available if wanted == ALL else min(wanted, pool.available)
        if count:
            result = throw(table, dice, pool, count, f"initiative: {skill}")
            succeeded = result.net >= 1
            reckon(table, dice, result, succeeded=succeeded, reward=AS_WISHED, tells=False)
            flawless += [result] * is_flawless(table, result, succeeded=succeeded)
            failed += [result] * result.no_success
            total += result.net
    tell_ends(table, who, flawless, failed)
    table.happen(Judged(who, "initiative", total, {"initiative": total}))
    return total


def refuse_too_many(table: Table, who: str, reflex: int, perception: int) -> None:
    """Refuse more dice than somebody has for either roll (SDA-013)."""
    for skill, wanted in zip(SKILLS, (reflex, perception), strict=True):
        if wanted > 0:
            dice_used(pool_of(table, who, skill), wanted, skill)


def odds_of_initiative(table: Table, who: str, reflex: int = ALL, perception: int = ALL) -> Odds:
    """The odds of somebody's initiative with so many dice of each skill (SDA-153)."""
    measure = measure_of(initiatives(table, who, reflex, perception))
    return Odds(f"On average initiative {mean(measure):.1f}", (), measure, "initiative")


def _forget_plans(table: Table) -> None:
    for who in table.scene.combatants:
        end_conditions(table, who, BETTER_PLAN)


def _who_rolls(table: Table) -> list[str]:
    """The ids of all combatants but those who are ridden, who act on their riders' initiative (SDA-253)."""
    return [who for who in table.scene.combatants if not rider_of(table, who)]


def _able_to_roll(table: Table) -> list[str]:
    return [who for who in _who_rolls(table) if not is_out(table.sheet(who))]


def _all_rolled(table: Table) -> bool:
    return set(_who_rolls(table)) <= set(gathered(table))


def gather(table: Table, who: str, at: int) -> None:
    table.happen(SceneMemoKept(GATHERED, {**gathered(table), who: at}))


def open_fight(table: Table, dice: Dice) -> None:
    """Set up the ladder by the initiatives rolled, and begin the first round and turn."""
    numbers = gathered(table)
    table.happen(SceneMemoKept(GATHERED, None), StageSet("fighting"), RoundBegan(1))
    _forget_plans(table)
    order = _by_dice(table, dice, numbers)
    set_ladder(table, [rung_for(who, numbers[who]) for who in order])
    for who in table.scene.combatants:
        if mount_of(table, who):
            bring_together(table, who)
        show(table, who)
    begin_next_turn(table)


def _by_dice(table: Table, dice: Dice, numbers: Mapping[str, int]) -> list[str]:
    """All ids in the order by which a die parts those whom initiative, spirit and agility leave equal."""
    equals: dict[tuple[int, int, int], list[str]] = {}
    for who, at in numbers.items():
        sheet = table.sheet(who)
        equals.setdefault((at, sheet.now("spirit"), nimbleness(table, who)), []).append(who)
    ranks: dict[str, int] = {}
    for tied in equals.values():
        if len(tied) > 1:
            ranks |= _tie(table, dice, tied)
    return sorted(numbers, key=lambda who: -ranks.get(who, 0))


def _tie(table: Table, dice: Dice, tied: Sequence[str]) -> dict[str, int]:
    """The faces that part equals. Whoever is level with nobody in sight leaves their die to somebody hidden.

    Otherwise a die without an adversary would tell the players that somebody hides.
    """
    hidden = [who for who in tied if table.combatant(who).hidden]
    is_alone = len(tied) - len(hidden) == 1
    throwers = {who: hidden[0] if is_alone and who not in hidden else who for who in tied}
    return {who: _tie_throw(table, dice, thrower) for who, thrower in throwers.items()}


def _tie_throw(table: Table, dice: Dice, who: str) -> int:
    fallen = dice.roll(who, [TIE])
    face = fallen.faces[0]
    table.happen(rolled(who, "tie", (Die(TIE, face, face),), face, even(TIE), typed=fallen.typed))
    return face


@dataclass(frozen=True, slots=True)
class Begin(course.Begin):
    """Begin the fight: all roll initiative, hidden or not; the surprised say first how many dice they spend (SDA-169).

    It may be sparring (SDA-075).
    """

    surprised: tuple[str, ...] = many("Surprised")
    sparring: bool = switch("Sparring", help="No damage, half the spirit loss; a flawless success teaches both")

    @classmethod
    def possible(cls, table: Table) -> None:
        course.Begin.possible(table)
        if GATHERED in table.scene.memo:
            raise NotNow("The surprised still have to roll initiative. Wait for them.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"surprised": by_side(table)}

    @classmethod
    def rollers(cls, table: Table) -> Sequence[str]:
        return _able_to_roll(table)

    def odds(self, table: Table) -> Odds:
        """The chance of each to act first, of those who roll at once."""
        rolling = [who for who in self.rollers(table) if who not in self.surprised]
        alert = len(rolling) == len(self.rollers(table))
        if alert and len(rolling) == 1:
            return odds_of_initiative(table, rolling[0])
        told = "Everybody rolls reflex and perception, and the highest acts first."
        if not alert:
            told = "The surprised choose their dice; then the highest acts first."
        first = acts_first(table, rolling if len(rolling) > 1 else ())
        return Odds(told, tuple(Chance(f"first.{who}", f"{table.name(who)} first", p) for who, p in first.items()))

    def perform(self, table: Table, dice: Dice) -> None:
        table.happen(*(Answered(ask) for ask in table.scene.asks), Told((), "Initiative is rolled."))
        if self.sparring:
            begin_sparring(table)
        for who in _who_rolls(table):
            if who not in self.surprised or is_out(table.sheet(who)):
                gather(table, who, roll_initiative(table, dice, who))
        for who in self.surprised:
            if who in _who_rolls(table) and not is_out(table.sheet(who)):
                _surprise(table, who)
        if _all_rolled(table):
            open_fight(table, dice)


def _surprise(table: Table, who: str) -> None:
    table.happen(ConditionSet(who, Condition("surprised", "Surprised")))
    reflex, perception = (pool_of(table, who, skill).available for skill in SKILLS)
    title = "You are surprised: how many dice do you spend on initiative?"
    table.ask(who, title, RollSurprised.name, reflex=reflex, perception=perception)


def initiative_said(chosen: Any) -> str:
    """The words for a choice of dice for both rolls."""
    return f"{chosen.reflex} reflex, {chosen.perception} perception"


@dataclass(frozen=True, slots=True)
class RollSurprised(Reply, name="initiative.surprised", label="Roll initiative"):
    """Roll initiative while surprised: each die is missing from the first round's budgets (SDA-169)."""

    unasked: ClassVar[str] = "You do not need to roll initiative."

    reflex: int = number("Dice for reflex", most=200, help="Taken from your reactions")
    perception: int = number("Dice for perception", most=200, help="Taken from your actions")

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        ask = cls.waiting(table)
        return {"ask": ask.key, "reflex": ask.known["reflex"], "perception": ask.known["perception"]}

    def odds(self, table: Table) -> Odds:
        if not is_out(table.me):
            refuse_too_many(table, table.actor, self.reflex, self.perception)
        return odds_of_initiative(table, table.actor, self.reflex, self.perception)

    def weighing(self, table: Table) -> Weighing:
        """Weigh how many dice of either skill to roll, each of which is missing from a budget (SDA-169)."""
        me, average = table.actor, averages(table, table.actor)
        each = mean(melee_pool(table, me, best_arm(table, me)).measure(1))
        reacts, acts = reacting_dice(table, me), fighting_dice(table, me)

        def worth(chosen: RollSurprised) -> Worth:
            missing = min(chosen.reflex, reacts) + min(chosen.perception, acts)
            if not is_out(table.me):
                refuse_too_many(table, me, chosen.reflex, chosen.perception)
            return average(chosen.reflex, chosen.perception), -each * missing

        upto = {skill: pool_of(table, me, skill).available for skill in SKILLS}
        return Weighing(tuple(upto), MOS, OF_SURPRISE, worth, ("Initiative", "Missing"), upto, initiative_said)

    def perform(self, table: Table, dice: Dice) -> None:
        table.answer(self.ask, self.name)
        at = roll_initiative(table, dice, table.actor, self.reflex, self.perception)
        now = used(table, table.actor)
        use(table, table.actor, action=now.action + self.perception, reaction=now.reaction + self.reflex)
        gather(table, table.actor, at)
        if _all_rolled(table):
            open_fight(table, dice)


@dataclass(frozen=True, slots=True)
class GiveInitiative(Command, name="fight.initiative", label="Set initiative"):
    """Put somebody on the ladder, or elsewhere on it: a number, or a roll of theirs."""

    about: ClassVar[str] = "Gives a latecomer a place in the order, or somebody another."
    who: ClassVar[Who] = Who.GM
    place: ClassVar[Place] = Place.SCENE

    combatant: str = pick("Who")
    roll: bool = switch("Roll it", help="Otherwise use the number")
    at: int = number("Initiative", least=-50, most=50, default=0)

    @classmethod
    def possible(cls, table: Table) -> None:
        if table.scene.stage != "fighting":
            raise NotNow("Begin the fight first.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"combatant": tuple(Choice(who, table.name(who), _at(table, who)) for who in table.scene.combatants)}

    @classmethod
    def rollers(cls, table: Table) -> Sequence[str]:
        """The ids of all who may be made to roll: real dice may be typed in for any of them."""
        return _able_to_roll(table)

    def odds(self, table: Table) -> Odds:
        self._refuse_ridden(table)
        if not self.roll:
            return Odds(f"{table.name(self.combatant)} acts at {self.at}.")
        return odds_of_initiative(table, self.combatant)

    def perform(self, table: Table, dice: Dice) -> None:
        self._refuse_ridden(table)
        at = roll_initiative(table, dice, self.combatant) if self.roll else self.at
        set_initiative(table, self.combatant, at)
        show(table, self.combatant)
        table.happen(Told((self.combatant,), f"{{0}} acts at {at}."))
        if not table.scene.turn:
            begin_next_turn(table)

    def _refuse_ridden(self, table: Table) -> None:
        if rider := rider_of(table, self.combatant):
            raise Refused(f"It acts when {table.name(rider)} does. Give the rider another number.", "combatant")


def _at(table: Table, who: str) -> str:
    at = initiative_of(table, who)
    return "no initiative yet" if at is None else f"at {at}"
