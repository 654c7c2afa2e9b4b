"""Perilous stunts: one test against somebody beside one, whom they may resist (GRM-100 to GRM-108, GRM-124).

A critical success leaves the foe defenseless before they can resist, so that nothing averts it (E-b); a critical
failure costs the one who tried 2d10 + 2 Peril (GRM-108).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.kernel import (
    Choice,
    Dice,
    NotNow,
    Refused,
    Said,
    Table,
    Told,
    Weighing,
    pick,
    refuse_without_choice,
    spoken,
)
from rules.engine.odds import Chance, Odds, in_words
from rules.systems.grim.content.switches.fights import ODDS_OF_DEFENCE, VOLATILE
from rules.systems.grim.core import (
    DIFFICULTY_CHOICES,
    Known,
    Outcome,
    Trial,
    ask_to_resist,
    difficulty_named,
    goes_on,
    immune_to,
    is_in,
    is_in_fight,
    judged,
    risk,
    state_with,
    throw_peril,
    trial_for,
    unless_fumbled,
)
from rules.systems.grim.fight.attacks.aims import aim_of, called
from rules.systems.grim.fight.attacks.mishaps import explode
from rules.systems.grim.fight.base import (
    Action,
    arms,
    beside,
    commit,
    leave_defenseless,
    own_turn,
    refuse_second_attack,
    refuse_without_ap,
)

ROLLED = "stunt.rolled"
#: The dice of Peril of a stunt that goes badly wrong (GRM-108).
SETBACK = "2d10+2"
DEFENSELESS = "defenseless"
OF_STUNTS = "Chance that it works past their resistance, in percentage points."


def choices_of(table: Table) -> dict[str, tuple[Choice, ...]]:
    """The foes beside the actor, and the difficulties that the game master may set (GRM-041)."""
    near = beside(table, table.actor)
    return {"target": tuple(Choice(who, called(table, who)) for who in near), "difficulty": DIFFICULTY_CHOICES}


@dataclass(frozen=True, slots=True)
class Stunt(Action):
    """A perilous stunt: an action point, and in place of an attack."""

    #: The skills of the two, as the rule has them, and what befalls a foe; no second skill where nobody resists.
    skill: ClassVar[str]
    resist: ClassVar[str] = ""
    #: The state that it brings, and what is done, for the log: "{0} tries to push {1}". The ask says it to "you".
    brings: ClassVar[str] = ""
    #: Whether it does something to somebody who is in that state already.
    repeats: ClassVar[bool] = False
    doing: ClassVar[str]
    no_choice: ClassVar[Mapping[str, str]] = {"target": "You are not engaged. Move next to a foe first."}

    target: str = pick("Target")
    difficulty: str = pick("Difficulty", default="0", at_once=False)

    @classmethod
    def possible(cls, table: Table) -> None:
        own_turn(table)
        refuse_without_choice(cls, table)
        refuse_second_attack(table)
        refuse_without_ap(table, 1, cls.label.rstrip("!"))
        cls.first(table)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return choices_of(table)

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"target": cls.first(table)}

    @classmethod
    def first(cls, table: Table) -> str:
        """The first foe beside the actor to whom it does something; refused where it does nothing to anybody."""
        why = ""
        for who in beside(table, table.actor):
            try:
                cls(who).refuse(table)
            except Refused as no:
                why = why or no.sentence
            else:
                return who
        raise NotNow(why or cls.no_choice["target"])

    def odds(self, table: Table) -> Odds:
        trial = self.trial(table)
        critical, _, _, fumbled = trial.shares
        listed = [Chance("success", "it succeeds, unless resisted", trial.chance)]
        sentence = f"{trial.sentence}."
        if ODDS_OF_DEFENCE.flag(table.house_rules):
            works = self.works(table)
            listed.insert(0, Chance("works", "it works, whatever they do", works))
            sentence = f"{trial.sentence} to succeed, {in_words(works)} past their resistance."
        listed.append(Chance("critical success", "critical success: no resistance", critical))
        listed.append(Chance("critical failure", "a critical failure: 2d10 + 2 Peril", fumbled))
        return Odds(sentence, tuple(listed))

    def weighing(self, table: Table) -> Weighing:
        """The foes weighed by the chance that it works on them."""
        return Weighing(
            ("target",),
            "percentage points",
            OF_STUNTS,
            lambda one: (100 * one.works(table),),
            ("Chance",),
            said=lambda one: called(table, one.target),
        )

    def works(self, table: Table) -> float:
        """P(it works): a critical success, or a success that is not resisted (E-b, GRM-124)."""
        critical, plain, _, _ = self.trial(table).shares
        return critical + plain * (1 - self._resists(table))

    def _resists(self, table: Table) -> float:
        if not self.resist or state_with(table.sheet(self.target), "no_reactions"):
            return 0.0
        return trial_for(table, self.target, self.resist, base=list(self.hampers(table).items())).chance

    def trial(self, table: Table) -> Trial:
        """The test of the stunt; refused where it cannot be done."""
        self.refuse(table)
        hard = [("Difficulty", difficulty_named(self.difficulty))]
        return trial_for(table, table.actor, self.tested(table), hard, base=aim_of(table.me))

    def refuse(self, table: Table) -> None:
        """Refuse a foe against whom it does nothing."""
        refuse_immune(table, self.target, self.name.partition(".")[2], self.brings)
        if self.brings and not self.repeats and is_in(table.sheet(self.target), self.brings):
            raise Refused(f"{table.name(self.target)} is {spoken(self.brings)} already. Try something else.", "target")

    def tested(self, table: Table) -> str:
        """The skill that is tested now."""
        return self.skill

    def hampers(self, table: Table) -> dict[str, int]:
        """Changes of the base chance of whoever resists, by their source."""
        return {}

    def price(self) -> int:
        return 1

    def more(self, table: Table) -> Known:
        """Plain data that its effect needs besides."""
        return {}

    def perform(self, table: Table, dice: Dice) -> None:
        trial = self.trial(table)
        refuse_without_ap(table, self.price(), self.label.rstrip("!"))
        commit(table, self.price())
        table.happen(Told((table.actor, self.target), f"{{0}} {self.doing}."))
        told: Known = {
            "stunt": self.name,
            "skill": self.resist,
            "target": self.target,
            "base": self.hampers(table),
            "title": f"{{0}} {self.doing}.".replace("{1}’s", "your").replace("{1}", "you"),
            "more": self.more(table),
        }
        risk(table, dice, trial, self.name, ROLLED, told)


def refuse_immune(table: Table, who: str, *kinds: str) -> None:
    """Refuse a stunt, or the state that it brings, against somebody whom a talent or trait keeps from it."""
    gift = immune_to(table.sheet(who), *kinds)
    if gift:
        raise Refused(f"{table.name(who)} is immune: {gift}. Try something else.", "target")


@goes_on(ROLLED, harmless=unless_fumbled, tells=True)
def _rolled(table: Table, dice: Dice, outcome: Outcome, known: Known) -> None:
    """Go on after the test of a stunt: the foe may resist, unless it was critical (GRM-108, GRM-124, E-b).

    By a house rule a Volatile weapon in hand misfires on a critical failure (GRM-096).
    """
    who, target = outcome.who, str(known["target"])
    table.happen(judged(outcome, whom=target))
    if outcome.fumbled:
        throw_peril(table, dice, who, SETBACK, "a stunt gone wrong")
        held = [arm for arm in arms(table.sheet(who)).values() if arm.has("volatile")]
        if held and VOLATILE.chosen(table.house_rules) != VOLATILE.default:
            explode(table, dice, who, held[0].key, held[0].name)
    if not outcome.success or not is_in_fight(table, target):
        return
    if outcome.critical:
        leave_defenseless(table, target, who)
    meet(table, dice, who, known, critical=outcome.critical)


def meet(table: Table, dice: Dice, who: str, known: Known, *, critical: bool, flip: int = 0) -> None:
    """Let a foe resist a stunt that succeeded, if they can, or suffer it (GRM-124)."""
    skill, target = str(known["skill"]), str(known["target"])
    ask_to_resist(
        table,
        dice,
        target,
        [skill] if skill else [],
        str(known["stunt"]),
        Said(str(known["title"]), (who,)),
        base=known["base"],
        flip=flip,
        by=who,
        critical=critical,
        **known["more"],
    )
