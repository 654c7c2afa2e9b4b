"""Leaving a fight, ending it, and the spirit that victory gives (SDA-245)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.fight import SIDES, TO_COME, close, course, forget, take_leave
from rules.engine.kernel import (
    Choice,
    ConditionEnded,
    Dice,
    Reply,
    ResourceChanged,
    SceneMemoKept,
    Table,
    Told,
    Unknown,
    Weighing,
    Worth,
    pick,
)
from rules.engine.kernel.commands import words
from rules.engine.odds import Chance, Distribution, Odds, at_least, in_words
from rules.systems.sda.core.effects import fight_is_over, leave_fight
from rules.systems.sda.core.person import figure
from rules.systems.sda.core.rolls import (
    Pool,
    ends_of,
    flawless_shown,
    foreseen,
    net_of,
    pool_for,
    rider_of,
    with_means,
    with_more_spirit,
)
from rules.systems.sda.fight.actions.healing import TENDED
from rules.systems.sda.fight.actions.initiative import GATHERED, gathered, open_fight
from rules.systems.sda.fight.base import OF_A_FIGHT, SPARRING, free_test, is_out
from rules.systems.sda.fight.moves.holds import CONDITIONS as OF_A_GRAPPLE
from rules.systems.sda.fight.moves.holds import HOLDS
from rules.systems.sda.fight.moves.seat import get_off
from rules.systems.sda.fight.moves.sequence import carry_on
from rules.systems.sda.turns.rounds import next_turn

#: Spirit for each MoS of a winner's roll (SDA-245).
SURGE = 2


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
    """The fight is over; each winner who still has dice to roll may take heart from it (SDA-213, SDA-245).

    Whoever is unconscious stays so until the scene ends (SDA-217).
    """

    winner: str = pick("Who won")
    told: str = words("What became of it", default="", most=200)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"winner": (*SIDES, Choice("nobody", "Nobody"))}

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
        close(table, self.told)
        for who in table.scene.combatants:
            _calm_down(table, who)
        for who, place in table.scene.combatants.items():
            if place.side == self.winner and not is_out(table.sheet(who)):
                table.ask(who, "You have won: what gives you heart?", Surge.name, side=self.winner)


def _calm_down(table: Table, who: str) -> None:
    """End the conditions that last no longer than a fight: stances, taunts, stun and surprise (SDA-212)."""
    sheet = table.sheet(who)
    for condition in ("stunned", "about_to_be_stunned", "surprised", SPARRING, *OF_A_GRAPPLE, *OF_A_FIGHT):
        if sheet.has(condition):
            table.happen(ConditionEnded(who, condition))
    fight_is_over(table, who)


@dataclass(frozen=True, slots=True)
class Surge(Reply):
    """Take heart from a victory: 2 spirit for each MoS of resist fatigue or ego (SDA-245)."""

    name: ClassVar[str] = "fight.surge"
    label: ClassVar[str] = "Take heart"
    has_odds: ClassVar[bool] = True
    unasked: ClassVar[str] = "There is no victory to take heart from now."

    skill: str = pick("From", default="ego")
    reward: str = pick("Flawless success gives", default="spirit")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        skills = (Choice("ego", "Ego"), Choice("resist_fatigue", "Resist fatigue"))
        return {"skill": skills, "reward": (Choice("spirit", "Spirit"), Choice("experience", "Experience"))}

    def odds(self, table: Table) -> Odds:
        table.open_ask(self.ask, self.name)
        pool = pool_for(table, table.actor, self.skill, free=True)
        count, each = pool.available, SURGE * (1 + figure(table.me, "victories"))
        measure, shown = pool.measure(count), flawless_shown(table, pool, count, 1)
        some = at_least(measure, 1)
        listed = (Chance("success", "take heart", some), *ends_of(pool, count, shown))
        odds = Odds(f"{in_words(some).capitalize()} to take heart: {each} spirit for each MoS", listed, measure, "MoS")
        odds = with_means(odds, table, pool, count, shown, self.reward, 0)
        return with_more_spirit(odds, self._heart(table, pool, shown))

    def _heart(self, table: Table, pool: Pool, flawless: Distribution) -> float:
        """The mean spirit that victory gives beside that of a flawless success; none beyond what is lacking."""
        spirit, each = table.me.resources["spirit"], SURGE * (1 + figure(table.me, "victories"))
        lacking, first = spirit.most - spirit.now, self.reward == "spirit"
        measure = pool.measure(pool.available)
        gained = sum(share * min(lacking, each * scored) for scored, share in enumerate(measure))
        for shown, share in enumerate(flawless):
            scored, left = net_of(pool, shown), max(0, lacking - shown * first)
            gained -= share * (min(lacking, each * scored) - min(left, each * scored))
        return gained

    def weighing(self, table: Table) -> Weighing:
        """Weigh which skill to roll, by the spirit that it gives back."""
        spirit = table.me.resources["spirit"]
        lacking, each = spirit.most - spirit.now, SURGE * (1 + figure(table.me, "victories"))

        def worth(chosen: Surge) -> Worth:
            measure = foreseen(chosen, table).measure
            return (sum(share * min(lacking, each * scored) for scored, share in enumerate(measure)),)

        return Weighing(("skill",), "spirit", "Spirit that you gain on average, none beyond what you lack.", worth)

    def perform(self, table: Table, dice: Dice) -> None:
        table.answer(self.ask, self.name)
        result = free_test(table, dice, table.actor, self.skill, "spirit surge", reward=self.reward)
        spirit = table.me.resources.get("spirit")
        if spirit is None:
            raise Unknown("This sheet has no spirit to regain.")
        heart = result.net * (1 + figure(table.me, "victories"))
        gained = min(SURGE * heart, spirit.most - spirit.now)
        if gained > 0:
            table.happen(ResourceChanged(table.actor, "spirit", gained, "victory"))
        table.happen(Told((table.actor,), f"{{0}} takes heart: {gained} spirit."))
