"""Counter moves: a counter attack for half damage, or a dive roll (LIN-030, LIN-031, LIN-043, LIN-044, E-a).

A counter move is never answered by another. It costs the dying nothing (E-o).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.engine.fight import field_east, field_north
from rules.engine.kernel import Choice, Dice, Judged, Refused, Said, Table, Told, Weighing, Worth, pick
from rules.engine.odds import Chance, Odds, in_words
from rules.systems.fortune.content import people_switches, switches
from rules.systems.fortune.core import (
    FEATURE,
    MEASURE,
    POINTS,
    SUCCESS,
    Answer,
    Arm,
    Step,
    Trial,
    arm_named,
    favour_choices,
    feet,
    field_favour,
    is_held,
    is_step,
    judged,
    refuse_unused,
    roll,
    spent_chance,
)
from rules.systems.fortune.fight.base import (
    Blow,
    chosen,
    come_through,
    farthest,
    go_to,
    may_counter,
    refuse_beyond,
    refuse_way,
    with_criticals,
)
from rules.systems.fortune.fight.exchange.attack_roll import (
    OPENING,
    attack_trial,
    counter_arms,
    counter_blow,
    counters_for,
    criticals_among_hits,
    show_oneself,
    taken,
)

ATTACK, DIVE, PASS = "counter.attack", "counter.dive", "counter.pass"
#: Further counter moves, by the feature that gives them.
OF_FEATURES = {"brawler_counter_puncher": "counter.punch", "brawler_counter_throw": "counter.throw"}
OF_COUNTERS = f"Average damage. {MEASURE}"


def may_dive(table: Table, who: str) -> bool:
    """Whether the house lets somebody dive away: heroes always, creatures by a house rule (D-6)."""
    return table.sheet(who).kind != "creature" or people_switches.CREATURES_DIVE.flag(table.house_rules)


def moves_of(table: Table, who: str, against: str) -> list[str]:
    """The counter moves that somebody has against another now; letting it pass is the last (LIN-034, LIN-043)."""
    sheet = table.sheet(who)
    found = list[str]()
    if counters_for(table, who, against):
        found = [ATTACK, *(name for key, name in OF_FEATURES.items() if sheet.rank(FEATURE, key))]
    found += [DIVE] if may_dive(table, who) and feet(sheet) and not is_held(sheet) else []
    return [*found, PASS]


@is_step("counter")
def counter(table: Table, dice: Dice, step: Step) -> None:
    """Ask somebody who has an opening for their counter move (LIN-030, LIN-031, LIN-045)."""
    who, against = step["who"], step["against"]
    both_there = table.takes_part(who) and table.takes_part(against)
    if not both_there or not may_counter(table, who, against) or table.sheet(against).has("dead"):
        return
    moves = moves_of(table, who, against)
    if moves != [PASS]:
        known = {name: bool(step.get(name)) for name in ("clashed", "favoured")}
        table.ask(who, Said("{0} is open to your counter move.", (against,)), *moves, against=against, **known)


@dataclass(frozen=True, slots=True)
class CounterMove(Answer):
    """An answer to an opening; ``by_feature`` is the key of the feature that it takes, if any."""

    unasked: ClassVar[str] = "Nobody is open to your counter move."
    by_feature: ClassVar[str] = ""

    @classmethod
    def possible(cls, table: Table) -> None:
        cls.waiting(table)
        if cls.by_feature:
            refuse_unused(table.me, cls.by_feature)


@dataclass(frozen=True, slots=True)
class CounterAttack(CounterMove, name=ATTACK, label="Counter attack"):
    """Attack back for half the damage, rounded down; it is rolled against the Armor (LIN-043, E-a, E-h).

    A clash lets shields count (C-12). Of several who had an opening, the one who uses it has Favor (LIN-032).
    """

    throws_dice: ClassVar[bool] = True

    weapon: str = pick("Weapon", default="", help="Default: the one that does most damage", at_once=True)
    favour: str = field_favour()

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        held = counters_for(table, table.actor, cls.waiting(table).known["against"])
        return {
            "weapon": tuple(Choice(arm.key, arm.name, arm.said) for arm in held),
            "favour": favour_choices(table),
        }

    def odds(self, table: Table) -> Odds:
        return odds_of_counter(table, *self.aimed(table, self.known(table)))

    def settle(self, table: Table, dice: Dice, known: Mapping[str, Any]) -> None:
        counter_attack(table, dice, *self.aimed(table, known))

    def weighing(self, table: Table) -> Weighing:
        """The arms and ways to spend Favor weighed, beside the other counter moves (LIN-043)."""
        known = self.known(table)

        def worth(chosen: CounterAttack) -> Worth:
            trial, blow = chosen.aimed(table, known)
            return (chance_to_counter(table, trial) * taken(table, blow, criticals_among_hits(trial)),)

        return Weighing(("weapon", "favour"), POINTS, OF_COUNTERS, worth, ("They lose",))

    def aimed(self, table: Table, known: Mapping[str, Any]) -> tuple[Trial, Blow]:
        """The roll and the blow; refused if the arm does not serve."""
        against = str(known["against"])
        arm = self.arm(table, against)
        trial = attack_trial(table, arm, against, favour=self.favour, favours=OPENING if known["favoured"] else ())
        return trial, counter_blow(table, table.actor, against, arm, clashed=bool(known["clashed"]))

    def arm(self, table: Table, against: str) -> Arm:
        if self.weapon:
            arm = counter_arms(table, table.actor).get(self.weapon) or arm_named(table, self.weapon)
            refuse_beyond(table, against, arm, "weapon")
            return arm
        able = counters_for(table, table.actor, against)
        if not able:
            raise Refused("Nothing in hand reaches. Dive, or pass.", "weapon")
        return able[0]


def chance_to_counter(table: Table, trial: Trial) -> float:
    """P(a counter attack hits): that of the roll, or surely where the house has it so (C-10, E-a)."""
    return 1.0 if switches.SURE_COUNTERS.chosen(table.house_rules) else trial.chances.success


def odds_of_counter(table: Table, trial: Trial, blow: Blow) -> Odds:
    """The odds of a counter attack: to hit, and the damage of a hit before protection (LIN-043)."""
    hits, sure = chance_to_counter(table, trial), switches.SURE_COUNTERS.chosen(table.house_rules)
    listed = (
        Chance("hit", "hits", hits),
        Chance("missed", "misses", 1 - hits),
        *(() if sure else spent_chance(trial)),
    )
    damage = with_criticals(table, blow, 0.0 if sure else criticals_among_hits(trial), before=True)
    return Odds(
        f"{in_words(hits).capitalize()} to hit, for half the damage.",
        listed,
        damage,
        "damage on a hit, before protection",
    )


def counter_attack(table: Table, dice: Dice, trial: Trial, blow: Blow) -> None:
    """Roll a counter attack, and let it hurt if it hits (LIN-043, E-a)."""
    show_oneself(table, blow.attacker)
    outcome = None if switches.SURE_COUNTERS.chosen(table.house_rules) else roll(table, dice, trial, blow.purpose)
    hits = outcome is None or outcome.verdict == SUCCESS
    verdict = "hit" if hits else "missed"
    sure_hit = Judged(blow.attacker, verdict, 0, {"target": blow.target})
    table.happen(
        judged(outcome, verdict, target=blow.target) if outcome else sure_hit,
        Told((blow.attacker, blow.target), f"{{0}} counters and {'hits' if hits else 'misses'} {{1}}."),
    )
    if hits:
        come_through(table, dice, replace(blow, critical=outcome is not None and outcome.is_critical))


@dataclass(frozen=True, slots=True)
class DiveRoll(CounterMove, name=DIVE, label="Dive roll"):
    """Dive away: move up to half your Speed, and nobody counters it (LIN-044)."""

    x: int = field_east("Tap where to on the board")
    y: int = field_north()

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        """A place straight away from whoever left the opening, as far as it goes."""
        ask = cls.waiting(table)
        return {"ask": ask.key, **farthest(table, ask.known["against"], feet(table.me) // 2)}

    def settle(self, table: Table, dice: Dice, known: Mapping[str, Any]) -> None:
        dive(table, self.x, self.y)


def dive(table: Table, x: int, y: int) -> None:
    """Dive to a place no farther off than half the Speed (LIN-044)."""
    to = chosen(table, x, y)
    refuse_way(table, to, feet(table.me) // 2, "a dive roll goes up to")
    table.happen(Told((table.actor,), "{0} dives away."))
    go_to(table, table.actor, to)


@dataclass(frozen=True, slots=True)
class LetPass(CounterMove, name=PASS, label="Pass"):
    """Use no counter move (LIN-030, LIN-031)."""

    def odds(self, table: Table) -> Odds:
        self.known(table)
        return Odds("No counter move.")

    def settle(self, table: Table, dice: Dice, known: Mapping[str, Any]) -> None:
        table.happen(Told((table.actor,), "{0} passes up the counter move."))

    def weighing(self, table: Table) -> Weighing:
        """Letting it pass weighed beside a counter attack."""
        self.known(table)
        return Weighing.of_one(POINTS, OF_COUNTERS, (0.0,), ("They lose",), self.label)
