"""Hit points at 0: rolls against death, and rallying (DRB-018, DRB-036 to DRB-040)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.fight import nothing_waits, others_known, rung_of_turn
from rules.engine.kernel import (
    Choice,
    Command,
    Condition,
    ConditionSet,
    Dice,
    Json,
    Judged,
    NotNow,
    Place,
    Rung,
    Said,
    Table,
    Told,
    Weighing,
    Worth,
    pick,
)
from rules.engine.odds import Chance, Odds, in_words
from rules.systems.dragonbane.content import switches
from rules.systems.dragonbane.core import (
    Check,
    Outcome,
    at_zero,
    chances,
    check_for,
    goes_on,
    is_down,
    is_fighting,
    roll,
)
from rules.systems.dragonbane.fight.attacks.attack_worth import own_attack
from rules.systems.dragonbane.fight.base import (
    HELPLESS,
    HIT_POINTS,
    MEASURE,
    RolledAction,
    act,
    apart,
    body_of,
    called,
    chance_to_live,
    count_rolls,
    death_check,
    has_turns,
    not_acted,
    ready,
    rolls_against_death,
    settle,
    show,
    tally,
    use,
    used,
)

#: The name of what follows from a roll that rallies.
RALLIED = "fight.rally"


def must_roll(table: Table, who: str) -> bool:
    """Whether somebody has still to roll against death on this turn, rallied or not (DRB-036, DRB-040)."""
    current, sheet = table.scene.current, table.sheet(who)
    if current is None or current.who != who or not at_zero(sheet):
        return False
    return rolls_against_death(table, who) and current.key not in used(table, who).death


def roll_death(table: Table, dice: Dice, who: str) -> None:
    """Roll CON against death on one's turn, unpushed; a Dragon or a Demon counts twice (DRB-036, DRB-039, C-16)."""
    current = table.encounter.current if table.encounter else None
    if current is not None and current.who == who:
        use(table, who, death=[*used(table, who).death, current.key])
    outcome = roll(table, dice, death_check(table, who), "death", follow="")
    counts = 2 if outcome.dragon or outcome.demon else 1
    table.happen(Judged(who, outcome.verdict, 0, {"counts": counts}))
    if outcome.success:
        count_rolls(table, dice, who, successes=counts, source="death rolls")
    else:
        count_rolls(table, dice, who, failures=counts, source="death rolls")


@dataclass(frozen=True, slots=True)
class RollDeath(Command, name="death.roll", label="Death roll"):
    """Roll CON against death at the beginning of your turn: three successes save, three failures kill (DRB-036).

    A Dragon counts as two successes, a Demon as two failures (DRB-039). Out of a fight there are no turns: it is rolled
    for every round that passes before help comes.
    """

    also: ClassVar[tuple[Place, ...]] = (Place.SHEET,)

    @classmethod
    def possible(cls, table: Table) -> None:
        fights = is_fighting(table)
        if fights:
            rung_of_turn(table)
            nothing_waits(table)
        if not at_zero(table.me):
            raise NotNow("You are not dying. Act, or end your turn.")
        if fights and not must_roll(table, table.actor):
            raise NotNow("You have made your death roll. Rally, or end your turn.")
        if not rolls_against_death(table, table.actor):
            raise NotNow("Creatures die at 0 hit points: no death roll.")

    def odds(self, table: Table) -> Odds:
        who = table.actor
        check = death_check(table, who)
        lives = check.chance
        listed = (
            Chance("success", "1 success", lives),
            Chance("dragon", "2 successes", chances.dragon(check.extra)),
            Chance("demon", "2 failures", chances.demon(check.extra)),
            Chance("lives", "survives without help", chance_to_live(table, who, *tally(table, who))),
        )
        return Odds(f"{table.words(check.words)}: {in_words(lives)} to succeed", listed)

    def perform(self, table: Table, dice: Dice) -> None:
        roll_death(table, dice, table.actor)
        if table.encounter is not None:
            settle(table, dice)


# -- rally -----------------------------------------------------------------------------------------------------------


def fallen(table: Table, within: int) -> list[str]:
    """Ids of those at 0 hit points ``within`` metres, on any side, one's own first (C-14)."""
    found = [
        who
        for who in others_known(table, table.actor)
        if at_zero(table.sheet(who)) and has_turns(table, who) and apart(table, table.actor, who) <= within
    ]
    return sorted(found, key=lambda who: not is_ally(table, who))


def is_ally(table: Table, who: str) -> bool:
    return table.combatant(who).side == table.combatant(table.actor).side


def _rallies(table: Table) -> list[str]:
    near = fallen(table, switches.RALLY_RANGE.number(table.house_rules))
    return [who for who in near if not any(table.sheet(who).has(one) for one in ("rallied", "unconscious"))]


OF_RALLIES = (
    f"The worth of having them up again, their best attack included, times your chance at Persuasion. {MEASURE}"
)


@dataclass(frozen=True, slots=True)
class Rally(RolledAction, name="turn.rally", label="Rally somebody"):
    """Persuade somebody at 0 hit points within 10 metres to fight on (DRB-018, DRB-040).

    They act normally, and go on rolling against death.
    """

    purpose: ClassVar[str] = "rally: persuasion"
    follow: ClassVar[str] = RALLIED
    knows: ClassVar[tuple[str, ...]] = ("ally",)

    ally: str = pick("Ally")

    @classmethod
    def possible(cls, table: Table) -> None:
        ready(table)
        if not _rallies(table):
            reach = switches.RALLY_RANGE.number(table.house_rules)
            raise NotNow(f"Nobody at 0 hit points within {reach} metres. Move closer first.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"ally": tuple(Choice(who, table.name(who)) for who in _rallies(table))}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"ally": _rallies(table)[0]}

    def check(self, table: Table) -> Check:
        return check_for(table, table.actor, "persuasion")

    def weighing(self, table: Table) -> Weighing:
        """The fallen weighed for a rally (DRB-018, DRB-040)."""
        rallies = self.check(table).chance

        def worth(chosen: Rally) -> Worth:
            if not is_ally(table, chosen.ally):
                return (0.0,)
            up = body_of(table, chosen.ally).most
            return (rallies * (up + own_attack(table.as_actor(chosen.ally))),)

        return Weighing(("ally",), HIT_POINTS, OF_RALLIES, worth, said=lambda chosen: called(table, chosen.ally))


@dataclass(frozen=True, slots=True)
class RallyYourself(RolledAction, name="turn.rally_yourself", label="Rally yourself"):
    """Rally yourself at 0 hit points: WIL with a bane (DRB-040, C-03, C-23)."""

    also: ClassVar[tuple[Place, ...]] = (Place.SHEET,)
    purpose: ClassVar[str] = "rally: WIL"
    follow: ClassVar[str] = RALLIED

    @classmethod
    def possible(cls, table: Table) -> None:
        not_acted(table, table.actor, _down_on_turn(table).key)

    def check(self, table: Table) -> Check:
        return check_for(table, table.actor, "wil", banes=(("Rallying yourself", 1),))

    def spend(self, table: Table) -> None:
        act(table, table.actor, _down_on_turn(table).key)


def _down_on_turn(table: Table) -> Rung:
    rung = rung_of_turn(table)
    nothing_waits(table)
    if not is_down(table.me) or any(table.me.has(one) for one in HELPLESS):
        raise NotNow("You are on your feet. Only characters at 0 hit points rally.")
    if must_roll(table, table.actor):
        raise NotNow("Make your death roll first.")
    return rung


@goes_on(RALLIED)
def _rallied(table: Table, dice: Dice, outcome: Outcome, told: Mapping[str, Json]) -> None:
    ally = told.get("ally", table.actor)
    table.happen(Judged(table.actor, outcome.verdict, 0, {"target": ally}))
    if not outcome.success:
        table.happen(Told((ally,), "{0} does not rally."))
    elif ally in table.sheets and at_zero(table.sheet(ally)):
        table.happen(ConditionSet(ally, Condition("rallied", "Rallied", source=Said("{0}", (table.actor,)))))
        table.happen(Told((ally,), "{0} rallies, and fights on."))
        if ally in table.scene.combatants:
            show(table, ally)
    settle(table, dice)
