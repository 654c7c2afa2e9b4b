"""An attack as it is rolled, its critical ends, and reactions to a hit: dodge or parry, once.

GRM-036 to GRM-040, GRM-109 (the roll), GRM-119, GRM-121, GRM-123 (reactions).

A critical success leaves the target defenseless before they can react (E-b). A critical failure costs 2d10 + 2 Peril,
or a fumble if a Chaos Die shows a six (C-11). Attacks at the helpless succeed by themselves, and slay (GRM-013, C-17).
A reaction has the difficulty of the attack turned round. A critical success of it costs no action point; a failed one
bars the other against the same blow (E-c). Instead, whoever has Fortune may have the attack rolled again, once (D-8).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.kernel import (
    Choice,
    Dice,
    Judged,
    NotNow,
    Reply,
    Said,
    Table,
    Told,
    Veiled,
    Weighing,
    Worth,
    end_conditions,
    pick,
    plainly,
    switch,
)
from rules.engine.odds import Chance, Odds, in_words, mean, mixture
from rules.systems.grim.core import (
    Known,
    Outcome,
    Trial,
    ask_to_resist,
    goes_on,
    is_in_fight,
    judged,
    pay_fortune,
    priced,
    refuse_without_fortune,
    risk,
    throw_chaos,
    throw_peril,
    unless_fumbled,
)
from rules.systems.grim.fight.attacks.damage import land, slay
from rules.systems.grim.fight.attacks.defences import (
    DODGE,
    PARRY,
    STEPS,
    breaker,
    can_force,
    defences,
    loss,
    undefended,
)
from rules.systems.grim.fight.attacks.fumbles import fumble
from rules.systems.grim.fight.attacks.mishaps import go_astray, misfire
from rules.systems.grim.fight.base import (
    Blow,
    ap_left,
    is_helpless,
    leave_defenseless,
    pay_reaction,
    refuse_without_ap,
    set_ap,
)

#: Dice of Peril of an attack that goes badly wrong (GRM-039).
SETBACK = "2d10+2"
#: Consequences of an attack: one whose plain failure does nothing more, and one that may be a fumble besides.
ROLLED, WILD = "attack.rolled", "attack.rolled_wildly"


def strike(table: Table, dice: Dice, blow: Blow, trial: Trial, *, chaos: int = 0) -> None:
    """Roll an attack, with so many Chaos Dice of which a six makes it a fumble as well (GRM-109)."""
    if table.combatant(blow.attacker).hidden:
        table.happen(Veiled(blow.attacker, False))
    at = f" ({plainly(blow.weapon)})" if blow.weapon else ""
    table.happen(Told((blow.attacker, blow.target), f"{{0}} attacks {{1}}{at}."))
    if is_helpless(table.sheet(blow.target)):
        table.happen(Judged(blow.attacker, "success", 0, {"whom": blow.target, "because": "helpless"}))
        for who in (blow.target, *blow.besides):
            _meet(table, dice, blow.but(target=who, besides=()))
        return
    if throw_chaos(table, dice, blow.attacker, chaos, "chaos"):
        blow = blow.but(all_out=True)
    risk(table, dice, trial, blow.purpose, WILD if blow.all_out else ROLLED, blow.known())


@goes_on(ROLLED, harmless=unless_fumbled, tells=True)
@goes_on(WILD, tells=True)
def _rolled(table: Table, dice: Dice, outcome: Outcome, known: Known) -> None:
    """Go on after the roll of an attack."""
    blow = Blow.from_known(known)
    if not (is_in_fight(table, blow.target) and is_in_fight(table, blow.attacker)):
        return
    table.happen(judged(outcome, whom=blow.target))
    if blow.missile:
        misfire(table, dice, blow, outcome)
    if outcome.success:
        _hit(table, dice, blow, critical=outcome.critical)
        return
    table.happen(Told((blow.attacker, blow.target), "{0} misses {1}."))
    if blow.all_out or (outcome.fumbled and throw_chaos(table, dice, blow.attacker, 1, "chaos")):
        fumble(table, dice, blow, hit=False)
    elif outcome.fumbled:
        throw_peril(table, dice, blow.attacker, SETBACK, "an attack gone wrong")
    if outcome.fumbled:
        go_astray(table, dice, blow)


def _hit(table: Table, dice: Dice, blow: Blow, *, critical: bool) -> None:
    """Let a hit go on to its target: defenseless if it was critical (GRM-040), and a fumble if a Chaos Die says so."""
    if critical:
        leave_defenseless(table, blow.target, blow.attacker)
        blow = blow.but(critical=True)
    if blow.all_out:
        blow = fumble(table, dice, blow, hit=True)
    for who in (blow.target, *blow.besides):
        if is_in_fight(table, who):
            _meet(table, dice, blow.but(target=who, besides=()))


def _meet(table: Table, dice: Dice, blow: Blow) -> None:
    """Ask somebody how they react to a hit, or let it land; the helpless are slain (GRM-013)."""
    if is_helpless(table.sheet(blow.target)):
        slay(table, dice, blow)
    elif not ask_to_react(table, blow):
        land(table, dice, blow)


# -- reactions ---------------------------------------------------------------------------------------------------------

NOTHING = "nothing"
LABELS = {DODGE: "Dodge", PARRY: "Parry", NOTHING: "Nothing"}
#: Action points of a reaction, and of breaking a weapon with it (GRM-057).
PRICE, BREAKS = 1, 1
OF_REACTIONS = f"Average steps you take, below 0. {STEPS}"


def ask_to_react(table: Table, blow: Blow) -> bool:
    """Ask the target of a hit how they react; False if there is nothing that they could do (GRM-125)."""
    ways = defences(table, blow)
    forced = can_force(table, blow)
    if not ways and not forced:
        return False
    title = Said(f"{{0}} hits you ({plainly(blow.weapon)}): react?", (blow.attacker,))
    commands = (React.name, *((ForceAgain.name,) if forced else ()))
    table.ask(blow.target, title, *commands, **blow.known())
    return True


@dataclass(frozen=True, slots=True)
class React(Reply, name="attack.react", label="React"):
    """Dodge or parry for an action point: a success averts all damage, a critical one is free (GRM-121, GRM-123).

    The difficulty is the opposite of the attack's. Who fails cannot try again against this blow (GRM-119).
    """

    unasked: ClassVar[str] = "Nobody is attacking you."

    how: str = pick("How", at_once=True)
    breaks: bool = switch("Break their weapon", help="Breaker against Finesse: 1 more AP")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        blow = Blow.from_known(cls.waiting(table).known)
        ways = tuple(Choice(how, LABELS[how], str(one.total)) for how, one in defences(table, blow).items())
        return {"how": (*ways, Choice(NOTHING, LABELS[NOTHING], "" if ways else undefended(table, blow)))}

    @classmethod
    def goes_with(cls, table: Table) -> Mapping[str, tuple[str, frozenset[str]]]:
        blow = Blow.from_known(cls.waiting(table).known)
        return {"breaks": ("how", frozenset([PARRY] if breaker(table, blow) else []))}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        blow = Blow.from_known(cls.waiting(table).known)
        ways = defences(table, blow)
        best = max(ways, key=lambda how: ways[how].chance, default=NOTHING)
        return {**Reply.preset.__func__(cls, table), "how": best}  # type: ignore[attr-defined]

    def odds(self, table: Table) -> Odds:
        blow = Blow.from_known(table.open_ask(self.ask, self.name).known)
        trial = self._trial(table, blow)
        avoids = trial.chance if trial else 0.0
        whole = blow.steps(table.me)
        listed = [Chance("success", "avoids it", avoids)]
        if trial:
            listed.append(Chance("critical success", "avoids it for free", trial.shares[0]))
            listed.append(Chance("critical failure", "a critical failure", trial.shares[3]))
        listed.append(Chance("slain", "slain", (1 - avoids) * blow.slays(table.me)))
        sentence = f"{trial.sentence} to avoid it." if trial else f"It hits: {mean(whole):.1f} steps on average."
        return Odds(
            sentence, tuple(listed), mixture(((avoids, (1.0,)), (1 - avoids, whole))), "steps of damage", low=True
        )

    def weighing(self, table: Table) -> Weighing:
        """The reactions weighed by what they save (GRM-121, GRM-123)."""
        blow = Blow.from_known(table.open_ask(self.ask, self.name).known)
        costs = loss(table, blow)

        def worth(chosen: React) -> Worth:
            trial = chosen._trial(table, blow)
            return (-(1 - trial.chance) * costs if trial else -costs,)

        return Weighing(("how",), "steps", OF_REACTIONS, worth, ("You lose",), said=lambda one: LABELS[one.how])

    def perform(self, table: Table, dice: Dice) -> None:
        blow = Blow.from_known(table.open_ask(self.ask, self.name).known)
        trial = self._trial(table, blow)
        table.answer(self.ask, self.name)
        if trial is None:
            table.happen(Told((table.actor,), "{0} does not react."))
            land(table, dice, blow)
            return
        data = {**blow.known(), "how": self.how, "breaks": self.breaks}
        risk(table, dice, trial, self.name, "attack.reacted", data)

    def _trial(self, table: Table, blow: Blow) -> Trial | None:
        """The test of the reaction; None for doing nothing. Refused if it is not possible or cannot be paid."""
        if self.how == NOTHING:
            return None
        found = defences(table, blow).get(self.how)
        if found is None:
            raise NotNow(f"{LABELS[self.how]} is not possible against this. Do something else, or nothing.")
        if self.breaks:
            if self.how != PARRY or not breaker(table, blow):
                raise NotNow("Only a parry with a Breaker can break a Finesse weapon. Leave that out.")
            refuse_without_ap(table, PRICE + BREAKS, "parrying and breaking", "breaks")
        return found


@goes_on("attack.reacted", tells=True)
def _reacted(table: Table, dice: Dice, outcome: Outcome, known: Known) -> None:
    """Judge a reaction: a success averts all damage (GRM-121, GRM-123)."""
    blow = Blow.from_known(known)
    if not is_in_fight(table, blow.target):
        return
    table.happen(judged(outcome, how=str(known["how"])))
    if not outcome.critical:
        pay_reaction(table, blow.target)
    if not outcome.success:
        land(table, dice, blow)
        return
    table.happen(Told((blow.attacker, blow.target), f"{{1}} {_VERBS[str(known['how'])]} {{0}}’s attack."))
    if known["breaks"]:
        set_ap(table, blow.target, ap_left(table, blow.target) - BREAKS)
        title = Said("{0} catches your blade to break it. Resist?", (blow.target,))
        ask_to_resist(table, dice, blow.attacker, ["warfare"], "parry.broken", title, helpless=True, key=blow.key)


_VERBS = {DODGE: "dodges", PARRY: "parries"}


@dataclass(frozen=True, slots=True)
class ForceAgain(Reply, name="fortune.force", label="Force a re-roll"):
    """Have the attack rolled again, for a Fortune Point of yours; the second roll counts (D-8)."""

    unasked: ClassVar[str] = "Nobody is attacking you."

    @classmethod
    def possible(cls, table: Table) -> None:
        cls.waiting(table)
        refuse_without_fortune(table)

    @classmethod
    def rollers(cls, table: Table) -> tuple[str, ...]:
        return (Blow.from_known(cls.waiting(table).known).attacker,)

    def odds(self, table: Table) -> Odds:
        trial = _attack_of(table, self)
        misses = 1 - trial.chance
        return Odds(f"{priced(table)}: {in_words(misses)} that it misses.", (Chance("failure", "it misses", misses),))

    def perform(self, table: Table, dice: Dice) -> None:
        trial = _attack_of(table, self)
        blow = Blow.from_known(table.answer(self.ask, self.name).known)
        if blow.critical:
            end_conditions(table, blow.target, "defenseless")
        pay_fortune(table, table.actor, "makes them roll again")
        table.happen(Told((table.actor, blow.attacker), "{0} makes {1} re-roll."))
        again = blow.but(forced=True, critical=False, all_out=False)
        risk(table, dice, trial, blow.purpose, "attack.rolled", again.known())


def _attack_of(table: Table, reply: Reply) -> Trial:
    """The test of the attack that an ask is about."""
    blow = Blow.from_known(table.open_ask(reply.ask, reply.name).known)
    return Trial(blow.attacker, blow.weapon, "combat", blow.chance, flip=blow.flip)
