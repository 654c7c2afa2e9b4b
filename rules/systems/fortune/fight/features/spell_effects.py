"""Spells at work, as their figures say: healing, statuses and effects that last, and what resists them (D-5)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.engine.kernel import (
    Choice,
    Condition,
    ConditionEnded,
    ConditionSet,
    Dice,
    Judged,
    MemoKept,
    NotNow,
    Table,
    Told,
    amount,
    distribution,
    number,
    pick,
    throw,
)
from rules.engine.odds import Chance, Odds, in_words, mapped, mean
from rules.systems.fortune.content import Spell, library, magic_switches
from rules.systems.fortune.core import (
    AID,
    FAILURE,
    MIXED,
    STAMINA,
    Deed,
    Trial,
    attack_stat,
    begin_status,
    companions,
    gain_favour,
    given,
    heal,
    hindrance_to_heal,
    judge,
    regain_stamina,
    stat,
    throw_test,
    trial_for,
)
from rules.systems.fortune.fight.base import push_away

#: Rounds of a minute (C-17), and minutes that are counted in rounds.
ROUNDS_OF_MINUTE, SHORT = 2, 5
#: Points below the success point at which the test against a spell that names none fails (D-5).
BELOW = 5
PULSE, QUICK_HEAL = "force_pulse", "quick_heal"
#: Feet that a pulse of force pushes, by the outcome of the test against it.
PUSHED = {FAILURE: 10, MIXED: 5}
#: Spells whose healing waits for its moment.
LATER = ("mote_of_health",)


def rounds_of(one: Spell) -> int | None:
    """The rounds that a spell lasts in a fight; None for what outlasts one."""
    if one.rounds:
        return one.rounds
    return one.minutes * ROUNDS_OF_MINUTE if 0 < one.minutes <= SHORT else None


def lasts(one: Spell) -> bool:
    """Whether a spell stays on those whom it is cast on."""
    return bool(one.targets and (one.rounds or one.minutes)) or bool(one.effects)


def heals_now(one: Spell) -> bool:
    return bool(one.heals) and one.key not in LATER


def brings_back(table: Table, one: Spell) -> bool:
    """Whether a spell heals those who have just died."""
    return one.key == QUICK_HEAL and magic_switches.QUICK_HEAL_SAVES.flag(table.house_rules)


def difficulty(table: Table, one: Spell) -> tuple[int, int]:
    """The points of the test against a spell of the actor, by their casting stat and half the level (D-5)."""
    success = (
        magic_switches.SPELL_POINT.number(table.house_rules) + stat(table.me, attack_stat(table.me)) + one.level // 2
    )
    return success, success - BELOW


def _resisting(table: Table, one: Spell, who: str) -> Trial:
    success, failure = difficulty(table, one)
    return trial_for(table, who, one.test, success, failure)


def _added(table: Table, one: Spell) -> int:
    """The casting stat, where a spell adds it."""
    return max(0, stat(table.me, attack_stat(table.me))) if one.stat else 0


def foretold(table: Table, one: Spell, whom: tuple[str, ...]) -> Odds:
    """The odds of what dice decide about a spell."""
    if heals_now(one):
        shown = given(table.sheet(whom[0]), one.heals, _added(table, one))
        return Odds(f"{mean(shown):.1f} Health on average.", (), shown, "Health")
    if one.test and one.key == PULSE and whom != (table.actor,):
        fails = _resisting(table, one, whom[0]).chances.failure
        said = f"{in_words(fails).capitalize()} that {table.name(whom[0])} is thrown back {PUSHED[FAILURE]} ft."
        return Odds(said, (Chance("thrown", "thrown back", fails),))
    return Odds("")


def take_effect(table: Table, dice: Dice, one: Spell, whom: tuple[str, ...], times: int) -> None:
    """Let a spell do what its figures say; ``times`` is how often its effects count."""
    for who in whom:
        if heals_now(one):
            fell = throw(table, dice, table.actor, f"spell.cast: {one.name}", amount(one.heals))
            heal(table, who, fell + _added(table, one), one.name, raises=brings_back(table, one))
        elif one.key == "enhanced_aid":
            # The casting stat is added to the help that somebody has (C-07).
            table.happen(MemoKept(who, AID, table.sheet(who).noted(AID, int) + _added(table, one)))
        elif one.key == PULSE:
            _pulse(table, dice, one, who)
        else:
            _stay(table, one, who, times)


def _stay(table: Table, one: Spell, who: str, times: int) -> None:
    """Put a status or the spell itself on somebody for as long as it lasts."""
    if one.status:
        begin_status(table, who, one.status, source=one.name, rounds=rounds_of(one))
    elif lasts(one):
        table.happen(ConditionSet(who, Condition(one.key, one.name, times if one.effects else 0, "", rounds_of(one))))
    if who != table.actor:
        table.happen(Told((table.actor, who), f"{one.name} is on {{1}}."))


def _pulse(table: Table, dice: Dice, one: Spell, who: str) -> None:
    """Throw somebody back who does not withstand a pulse of force (D-5)."""
    if who == table.actor:
        return
    trial = _resisting(table, one, who)
    outcome = throw_test(table, dice, trial, "spell.cast")
    judge(table, outcome, trial)
    feet = PUSHED.get(outcome.verdict, 0)
    if outcome.failed:
        gain_favour(table, who)
    if feet and table.encounter is not None:
        push_away(table, who, table.actor, feet)
        table.happen(
            Judged(table.actor, "thrown" if outcome.failed else "pushed", 0, {"target": who}),
            Told((table.actor, who), f"{{0}}’s pulse throws {{1}} back {feet} ft."),
        )


# -- healing that waits for its moment ---------------------------------------------------------------------------------

MOTE, BOLSTER = "mote_of_health", "bolster_vitality"
MOTE_DICE, BOLSTER_DICE = "1d6", "1d6"


@dataclass(frozen=True, slots=True)
class UseMote(Deed, name="spell.mote", label="Draw on the mote of health"):
    """Draw on a mote of health after being hurt: 1d6 Health, and the mote goes to somebody else (D-5)."""

    to: str = pick("It goes to", default="", help="Within 60 ft", none="Nobody: the mote ends")

    @classmethod
    def refuse(cls, table: Table) -> None:
        if not table.me.has(MOTE):
            raise NotNow(f"{table.me.name} has no mote of health. It must be cast first.")
        if hindrance := hindrance_to_heal(table.me):
            raise NotNow(hindrance)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        mote = table.me.conditions.get(MOTE)
        is_last = mote is not None and mote.level + 1 == magic_switches.MOTE_TRIGGERS.number(table.house_rules)
        return {"to": () if is_last else companions(table)}

    def odds(self, table: Table) -> Odds:
        shown = given(table.me, MOTE_DICE)
        return Odds(f"{mean(shown):.1f} Health on average.", (), shown, "Health")

    def perform(self, table: Table, dice: Dice) -> None:
        who, mote = table.actor, table.me.conditions[MOTE]
        heal(table, who, throw(table, dice, who, self.name, amount(MOTE_DICE)), library.spells()[MOTE].name)
        table.happen(ConditionEnded(who, MOTE))
        if self.to:
            passed = replace(mote, level=mote.level + bool(magic_switches.MOTE_TRIGGERS.number(table.house_rules)))
            table.happen(ConditionSet(self.to, passed), Told((who, self.to), "The mote goes from {0} to {1}."))


@dataclass(frozen=True, slots=True)
class UseBolster(Deed, name="spell.bolstered", label="Draw on bolstered vitality"):
    """Draw on bolstered vitality after paying Stamina: up to 1d6 of what was paid comes back, once (D-5)."""

    paid: int = number("Stamina spent", least=1, most=50, default=1)

    @classmethod
    def refuse(cls, table: Table) -> None:
        if not table.me.has(BOLSTER):
            raise NotNow(f"{table.me.name} is not bolstered. It must be cast first.")

    def odds(self, table: Table) -> Odds:
        most = min(table.me.lack(STAMINA), self.paid)
        shown = mapped(distribution(amount(BOLSTER_DICE)), lambda fell: min(most, fell))
        return Odds(f"{mean(shown):.1f} Stamina back on average.", (), shown, "Stamina")

    def perform(self, table: Table, dice: Dice) -> None:
        who = table.actor
        fell = throw(table, dice, who, self.name, amount(BOLSTER_DICE))
        regain_stamina(table, who, min(fell, self.paid), library.spells()[BOLSTER].name)
        table.happen(ConditionEnded(who, BOLSTER))
