"""The answers to a spell, and the one that resists it (SDA-162, SDA-165)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.engine.kernel import (
    Choice,
    Dice,
    Refused,
    Reply,
    Said,
    Table,
    Told,
    Weighing,
    Worth,
    counted,
    number,
    pick,
    plainly,
)
from rules.engine.odds import Chance, Odds, at_least, in_words, mapped
from rules.systems.sda.content.skills import SKILLS
from rules.systems.sda.core.effects import in_fight
from rules.systems.sda.core.person import called_field, virtue_field
from rules.systems.sda.core.rolls import (
    ITS_SHARE,
    POINTS,
    Aim,
    Pool,
    Result,
    bought_for,
    buy,
    pool_for,
    price,
    throw,
    with_bought,
    with_each_bought,
)
from rules.systems.sda.fight.advice import NOTHING_MORE, Reaction, later
from rules.systems.sda.fight.base import (
    Spent,
    bled_pool,
    check_named,
    is_out,
    react,
    reacting,
    reaction_dice,
    reckon_with,
    spared,
    too_many,
)
from rules.systems.sda.fight.moves import MOST, bodily_choices, carry_on, provoke, worsen_field
from rules.systems.sda.fight.wounds import bleed, in_boxes
from rules.systems.sda.magic.spells.effects import boxes_by, has_force, work_on
from rules.systems.sda.magic.spells.released import Going

REFLEX = "reflex"
#: Aims of an answer, where the spell does damage and where it does none.
OF_SPELLS = "Average injury boxes on you from the spell, below 0."
FREE = Aim(POINTS, f"Chance to get free, in percentage points, {ITS_SHARE} The use of kept dice is not counted.")


@dataclass(frozen=True, slots=True)
class Answer(Reply):
    """An answer to a spell: reflex is a reaction, every other roll is free (SDA-162, SDA-165)."""

    unasked: ClassVar[str] = "No spell to resist."

    dice: int = number("Dice", most=MOST, help="0: let it happen")
    bought: int = number("Dice bought with spirit", default=0, costs=True)
    bonus: int = number("Bonus dice", default=0, most=20)
    malus: int = number("Malus", default=0, most=20)
    worsen: tuple[str, ...] = worsen_field()
    reward: str = pick("Flawless success gives", default="spirit")
    virtue: str = virtue_field()
    called: str = called_field()

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return bodily_choices(table)

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        ask = cls.waiting(table)
        skill = str(ask.known["save"])
        pool = resisting_pool(table, table.actor, skill)
        most = spared(table, pool, reacting(table, pool.who)) if skill == REFLEX else pool.available
        return {"ask": ask.key, "dice": most}

    def _pool(self, table: Table, skill: str) -> Pool:
        said = (skill, "", self.bonus, self.malus)
        free, virtue, called = skill != REFLEX, self.virtue, self.called
        return pool_for(table, table.actor, *said, free=free, whole=not free, virtue=virtue, called=called)

    def _ready(self, table: Table, skill: str) -> tuple[Pool, int]:
        """The pool with what is bought, and the most dice that may be used of it; refused where there are fewer."""
        pool = with_bought(table, self._pool(table, skill), self.bought)
        most = reaction_dice(table, pool, self.bought, self.bonus) if skill == REFLEX else pool.available
        if self.dice > most:
            raise Refused(too_many(self.dice, most, "resisting this spell"), "dice")
        if self.dice and skill == REFLEX:
            check_named(table, pool, self.dice, self.worsen, self._spent(table))
        return pool, most

    def _spent(self, table: Table) -> Spent:
        """Dice that the reactions of this round have used, beside those bought or granted for this one."""
        return reacting(table, table.actor, self.bought + self.bonus)

    def _in_boxes(self, table: Table, by: str, skill: str, taken: Callable[[Any, Pool], float]) -> Weighing:
        """Weighing of how many dice, by the boxes that the spell costs then; reflex dice are missing later on."""
        plain, me = self._pool(table, skill), table.actor
        pools = with_each_bought(table, plain)
        stays = leaps = Reaction(table, NOTHING_MORE)
        if skill == REFLEX:
            stays = Reaction(table, later(table, me, but=by))
            leaps = Reaction(table, later(table, me, but=by, openings=True))

        def worth(chosen: Answer) -> Worth:
            whole, _ = chosen._ready(table, skill)
            now = -taken(chosen, whole)
            if skill != REFLEX:
                return now, -in_boxes(price(plain.available, chosen.bought)), 0.0
            reaction = leaps if chosen.dice else stays
            return reaction.worth(now, plain, whole, chosen.dice, chosen.bought, self.bonus)

        upto = {"dice": max(pool.available for pool in pools), "bought": len(pools) - 1}
        return leaps.weighing("The spell", OF_SPELLS, worth, upto)

    def _rolled(self, table: Table, dice: Dice, skill: str) -> Result:
        """Take the dice out of the budget, if they come out of one, and throw them."""
        plain, (whole, _) = self._pool(table, skill), self._ready(table, skill)
        if skill != REFLEX:
            buy(table, plain, self.bought)
            return throw(table, dice, whole, self.dice, f"resist: {skill}")
        pool = bled_pool(table, whole, self.dice, self._spent(table))
        react(table, pool, self.dice, self.bought, self.bonus)
        buy(table, plain, self.bought)
        bleed(table, dice, whole, pool, self.worsen)
        return throw(table, dice, pool, self.dice, "reflex")


@dataclass(frozen=True, slots=True)
class Withstand(Answer, name="magic.withstand", label="Resist the spell"):
    """Resist a spell with the skill that it names: every MoS takes a hit off it (D-9).

    A reflex roll is a reaction, and gives opponents in reach an opening, as against a shot (SDA-162, SDA-196); all
    other rolls are free (SDA-165).
    """

    def odds(self, table: Table) -> Odds:
        known = table.open_ask(self.ask, self.name).known
        pool, most = self._ready(table, str(known["save"]))
        hits = int(known["hits"])
        listed = [(n, _free_of_it(pool, n, hits)) for n in range(most + 1)]
        chosen = listed[self.dice][1]
        left = mapped(measured(pool, self.dice), lambda value: max(0, hits - value))
        compared = tuple(Chance(str(n), counted(n, "die", "dice"), chance) for n, chance in listed)
        sentence = f"{counted(self.dice, 'die', 'dice')}: {in_words(chosen)} to get free of it"
        return Odds(sentence, (Chance("free", "free of it", chosen),), left, "hits left", compared=compared)

    def weighing(self, table: Table) -> Weighing:
        """How many dice: by the boxes that are left of it, or by the chance to be free of what does no damage."""
        known = table.open_ask(self.ask, self.name).known
        going, save, hits = Going.from_known(known), str(known["save"]), int(known["hits"])
        if not going.entry.harms:
            plain, most = self._pool(table, save), len(with_each_bought(table, self._pool(table, save))) - 1
            return bought_for(self, table, FREE, lambda _: plain, dice=plain.available + most, most=most)
        boxes = [boxes_by(table, going.by, table.actor, going.entry, left, going.sides) for left in range(hits + 1)]

        def taken(chosen: Withstand, pool: Pool) -> float:
            left = mapped(measured(pool, chosen.dice), lambda value: max(0, hits - value))
            all_left = sum(share * boxes[count] for count, share in enumerate(left))
            return all_left - boxes[0] * _free_of_it(pool, chosen.dice, hits)

        return self._in_boxes(table, going.by, save, taken)

    def perform(self, table: Table, dice: Dice) -> None:
        known = table.answer(self.ask, self.name).known
        going, skill, hits = Going.from_known(known), str(known["save"]), int(known["hits"])
        left, free = hits, False
        if not self.dice:
            self._ready(table, skill)
            table.happen(Told((table.actor,), "{0} does not resist."))
        else:
            result = self._rolled(table, dice, skill)
            left, free = max(0, hits - result.net), result.net >= max(1, hits)
            skills = {"other": going.by, "their_skill": going.skill}
            reckon_with(table, dice, result, succeeded=free, reward=self.reward, **skills)
            if skill == REFLEX:
                provoke(table, table.actor, "dodges")
        held_off(table, dice, going, table.actor, hits, left, free=free)
        carry_on(table)


def held_off(table: Table, dice: Dice, going: Going, target: str, hits: int, left: int, *, free: bool) -> None:
    """Let a spell work on its target with the hits that are left; on one who is free of it it does nothing."""
    if free:
        table.happen(Told((target,), f"{{0}} is free of {going.entry.name}."))
    else:
        if left < hits:
            table.happen(Told((target,), f"{{0}} takes {hits - left} off: {counted(left, 'hit', 'hits')} left."))
        work_on(table, dice, going, target, left)


def left_of(pool: Pool, hits: int) -> dict[int, float]:
    """The chance of each number of hits that are left when all dice of a pool resist; being free is left out."""
    shares: dict[int, float] = {}
    for measure, share in enumerate(measured(pool, pool.available)):
        if measure < max(1, hits):
            left = max(0, hits - measure)
            shares[left] = shares.get(left, 0.0) + share
    return shares


def measured(pool: Pool, count: int) -> tuple[float, ...]:
    """Distribution of the MoS of so many dice; none of them is no roll."""
    return pool.measure(count) if count else (1.0,)


def _free_of_it(pool: Pool, count: int, hits: int) -> float:
    return at_least(measured(pool, count), max(1, hits)) if count else 0.0


def resisting_pool(table: Table, who: str, skill: str) -> Pool:
    """The pool with which somebody resists a spell: reflex is a reaction, every other skill is free."""
    return pool_for(table, who, skill, free=skill != REFLEX, whole=skill == REFLEX)


def may_resist(table: Table, going: Going, hits: int) -> bool:
    """Whether the target of a spell may resist it, and has dice to do so."""
    spell, target = going.entry, going.target
    if not spell.save or target == going.by or is_out(table.sheet(target)):
        return False
    if not has_force(spell, hits):
        return False
    pool = resisting_pool(table, target, spell.save)
    return bool(reaction_dice(table, pool) if spell.save == REFLEX and in_fight(table, target) else pool.available)


def ask_to_resist(table: Table, going: Going, target: str, hits: int) -> None:
    """Ask the target of a spell to resist it, with the skill that the spell leaves them (SDA-162, SDA-165)."""
    spell = going.entry
    how = f"{plainly(spell.name)} on you ({counted(hits, 'hit', 'hits')})"
    title = Said(f"{{0}} casts {how}: resist with {SKILLS[spell.save].name.lower()}?", (going.by,))
    known = replace(going, target=target, hits=hits).known()
    table.ask(target, title, Withstand.name, save=spell.save, **known)
