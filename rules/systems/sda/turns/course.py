"""The course of a fight: turns and rounds change, somebody leaves, it ends, and victory gives spirit (SDA-245).

As rounds change, budgets fill up, stun eases, sleepers may wake, those who bleed have less time, and lasting spells
come again: more damage, or another roll to resist (D-9).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.fight import TO_COME, close, course, end_turn, forget, scene, stand_up, take_leave
from rules.engine.kernel import (
    Choice,
    Dice,
    Reply,
    ResourceChanged,
    RoundBegan,
    SceneMemoKept,
    Table,
    Told,
    Unknown,
    Weighing,
    Worth,
    end_conditions,
    pick,
)
from rules.engine.odds import Distribution, Odds
from rules.systems.sda.core.effects import Spell, end, fight_is_over, kept, leave_fight, round_begins
from rules.systems.sda.core.effects.spells import spells
from rules.systems.sda.core.person import figure
from rules.systems.sda.core.rolls import (
    Pool,
    flawless_shown,
    foreseen,
    net_of,
    pool_for,
    rider_of,
    with_more_spirit,
)
from rules.systems.sda.fight.actions.healing import TENDED
from rules.systems.sda.fight.actions.initiative import GATHERED, gather, gathered, open_fight, roll_initiative
from rules.systems.sda.fight.base import OF_A_FIGHT, SPARRING, foretold, free_test, is_out, ripen, show
from rules.systems.sda.fight.moves import CONDITIONS as OF_A_GRAPPLE
from rules.systems.sda.fight.moves import HOLDS, begin_next_turn, carry_on, get_off, reset, set_initiative
from rules.systems.sda.fight.wounds import bleed_on, stun_goes_on, wake_roll
from rules.systems.sda.magic.spells.effects import strike
from rules.systems.sda.magic.spells.released import Going
from rules.systems.sda.magic.spells.spreading import round_in_clouds


def work_again(table: Table, dice: Dice, who: str) -> None:
    """Begin a round for somebody: spells on them hurt or are resisted again, and places under a spell take hold."""
    for name, work in kept(table.sheet(who)).items():
        spell = spells().get(str(work["spell"]))
        if spell is None or not spell.each_round or spell.area or table.sheet(who).has("dead"):
            continue
        if spell.harms:
            _hurt_again(table, dice, spell, work, who)
        elif spell.save:
            _resist_again(table, dice, spell, name, work, who)
    round_in_clouds(table, dice, who)


def _hurt_again(table: Table, dice: Dice, spell: Spell, work: Mapping[str, Any], who: str) -> None:
    """Roll the damage of a spell once more; the life that it takes feeds its caster."""
    hits = int(work.get("hits", 1))
    going = Going(str(work["by"]), spell.key, str(work["skill"]), who, 0.0, 0.0, hits, 0)
    for one in spell.harms:
        strike(table, dice, going, who, one, one.dice(hits))


def _resist_again(table: Table, dice: Dice, spell: Spell, name: str, work: Mapping[str, Any], who: str) -> None:
    """Test the skill that resists a spell: as many MoS as it had hits, and one at least, end it."""
    hits = max(1, int(work.get("hits", 1)))
    if free_test(table, dice, who, spell.save, f"resist: {spell.save}", difficulty=hits).net >= hits:
        end(table, who, name)


def next_turn(table: Table, dice: Dice) -> None:
    """Begin the next turn on the ladder; after the last, the next round. With nobody able to act no turn begins."""
    if not begin_next_turn(table):
        begin_round(table, dice)
        begin_next_turn(table)
    carry_on(table)


def go_on(table: Table, dice: Dice) -> None:
    """End the turn and begin the next one."""
    end_turn(table)
    next_turn(table, dice)


def begin_round(table: Table, dice: Dice) -> None:
    """Begin a round, of which ten are a minute: ladder and budgets are fresh, conditions go on (SDA-155)."""
    table.happen(RoundBegan(table.scene.round + 1))
    reset(table)
    for who in list(table.scene.combatants):
        _anew(table, who)
        _pass_time(table, dice, who)
    for who in list(table.scene.combatants):
        work_again(table, dice, who)
    for who in table.scene.combatants:
        show(table, who)
    table.happen(Told((), f"Round {table.scene.round}."))


def _anew(table: Table, who: str) -> None:
    if f"used.{who}" in table.scene.memo:
        table.happen(SceneMemoKept(f"used.{who}", None))
    end_conditions(table, who, "surprised")


def _pass_time(table: Table, dice: Dice, who: str) -> None:
    if not table.sheet(who).conditions:
        return
    stun_goes_on(table, who)
    round_begins(table, who)
    ripen(table, who)
    if not bleed_on(table, who) and table.sheet(who).has("unconscious") and not table.sheet(who).has("dead"):
        wake_roll(table, dice, who)


#: Spirit for each MoS of a winner's roll (SDA-245).
SURGE = 2


@dataclass(frozen=True, slots=True)
class Join(scene.Join):
    """Let somebody take part; in a fight, or while others still roll for it, they roll initiative (SDA-153)."""

    def perform(self, table: Table, dice: Dice) -> None:
        scene.Join.perform(self, table, dice)
        who, is_fight = self.combatant, table.scene.stage == "fighting"
        if not is_fight and GATHERED not in table.scene.memo:
            return
        at = roll_initiative(table, dice, who)
        if not is_fight:
            gather(table, who, at)
            return
        set_initiative(table, who, at)
        table.happen(Told((who,), f"{{0}} acts at {at}."))
        if not table.scene.turn and not table.scene.asks:
            next_turn(table, dice)


@dataclass(frozen=True, slots=True)
class Leave(course.Leave):
    """Take somebody out of the fight; neither the turn nor the opening of the fight waits for them."""

    def perform(self, table: Table, dice: Dice) -> None:
        who, current = self.combatant, table.scene.current
        if rider := rider_of(table, who):
            get_off(table, rider)
        leave_fight(table, who)
        take_leave(table, who)
        forget(table, who)
        _forget_memo(table, who)
        carry_on(table)
        if table.scene.stage == "fighting" and current is not None and current.who == who and table.scene.ladder:
            next_turn(table, dice)
        waits = GATHERED in table.scene.memo and not table.scene.pressing
        if waits and table.scene.combatants:
            open_fight(table, dice)


def _forget_memo(table: Table, who: str) -> None:
    if f"used.{who}" in table.scene.memo:
        table.happen(SceneMemoKept(f"used.{who}", None))
    rolled = gathered(table)
    if rolled.pop(who, None) is not None:
        table.happen(SceneMemoKept(GATHERED, rolled))


# -- the end -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class End(course.End):
    """The fight is over; each winner who lacks spirit and still has dice to roll may take heart (SDA-213, SDA-245).

    Whoever is unconscious stays so until the scene ends (SDA-217).
    """

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        standing = {place.side for who, place in table.scene.combatants.items() if not is_out(table.sheet(who))}
        return {"winner": standing.pop()} if len(standing) == 1 else {}

    def perform(self, table: Table, dice: Dice) -> None:
        for name in list(table.scene.memo):
            if name in (TO_COME, HOLDS) or name.startswith(("used.", TENDED)):
                table.happen(SceneMemoKept(name, None))
        for who in table.scene.combatants:
            leave_fight(table, who)
        close(table, self.outcome)
        for who in table.scene.combatants:
            _calm_down(table, who)
            stand_up(table, who, is_out)
        for who, place in table.scene.combatants.items():
            if place.side == self.winner and not is_out(table.sheet(who)) and table.sheet(who).lack("spirit"):
                table.ask(who, "You won. Roll to regain spirit: which skill?", Surge.name, side=self.winner)


def _calm_down(table: Table, who: str) -> None:
    """End the conditions that last no longer than a fight: stances, taunts, stun and surprise (SDA-212)."""
    lasting = ("stunned", "about_to_be_stunned", "surprised", SPARRING, *OF_A_GRAPPLE, *OF_A_FIGHT)
    end_conditions(table, who, *lasting)
    fight_is_over(table, who)


@dataclass(frozen=True, slots=True)
class Surge(Reply, name="fight.surge", label="Take heart"):
    """Take heart from a victory: 2 spirit for each MoS of resist fatigue or ego (SDA-245)."""

    unasked: ClassVar[str] = "No victory to regain spirit from."

    skill: str = pick("Skill", default="ego")
    reward: str = pick("Flawless success gives", default="spirit")
    #: None are bought for it.
    bought: ClassVar[int] = 0

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        skills = (Choice("ego", "Ego"), Choice("resist_fatigue", "Resist fatigue"))
        return {"skill": skills, "reward": (Choice("spirit", "Spirit"), Choice("experience", "Experience"))}

    def odds(self, table: Table) -> Odds:
        table.open_ask(self.ask, self.name)
        pool = pool_for(table, table.actor, self.skill, free=True)
        said = f"{{}} to take heart: {_each(table)} spirit for each success on the dice (MoS)"
        odds = foretold(table, pool, pool.available, 1, self, label="take heart", said=said)
        return with_more_spirit(odds, self._heart(table, pool))

    def _heart(self, table: Table, pool: Pool) -> float:
        """The mean spirit that victory gives beside that of a flawless success; none beyond what is lacking."""
        each, lacking, first = _each(table), table.me.lack("spirit"), self.reward == "spirit"
        gained = _gained(table, pool.measure(pool.available))
        for shown, share in enumerate(flawless_shown(table, pool, pool.available, 1)):
            scored, left = net_of(pool, shown), max(0, lacking - shown * first)
            gained -= share * (min(lacking, each * scored) - min(left, each * scored))
        return gained

    def weighing(self, table: Table) -> Weighing | None:
        """Weigh which skill to roll, by the spirit that it gives back; None where none is lacking."""
        if not table.me.lack("spirit"):
            return None

        def worth(chosen: Surge) -> Worth:
            return (_gained(table, foreseen(chosen, table).measure),)

        return Weighing(("skill",), "spirit", "Average spirit gained, up to your maximum.", worth)

    def perform(self, table: Table, dice: Dice) -> None:
        table.answer(self.ask, self.name)
        result = free_test(table, dice, table.actor, self.skill, "spirit surge", reward=self.reward)
        if "spirit" not in table.me.resources:
            raise Unknown("This sheet has no spirit to regain.")
        gained = min(_each(table) * result.net, table.me.lack("spirit"))
        if gained > 0:
            table.happen(ResourceChanged(table.actor, "spirit", gained, "victory"))


def _each(table: Table) -> int:
    """Spirit that a victory gives the actor for each MoS; more to those who live for it (D-7)."""
    return SURGE * (1 + figure(table.me, "victories"))


def _gained(table: Table, measure: Distribution) -> float:
    """The mean spirit that the MoS of a victor's roll give, none beyond what is lacking."""
    each, lacking = _each(table), table.me.lack("spirit")
    return sum(share * min(lacking, each * scored) for scored, share in enumerate(measure))
