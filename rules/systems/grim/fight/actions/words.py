"""Words that carry far: inspiring allies, and a litany of hatred against foes (GRM-111 to GRM-113, C-16, C-24).

Either is spoken once in a combat by anybody, and works on anybody once in it; the scene's memo ``words`` notes both.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, ClassVar

from rules.engine.fight import allies
from rules.engine.kernel import (
    Choice,
    Dice,
    NotNow,
    Refused,
    SceneMemoKept,
    Table,
    Told,
    Weighing,
    counted,
    many,
)
from rules.engine.odds import Odds
from rules.systems.grim.core import (
    AFRAID,
    DAMAGE,
    INSPIRED,
    Known,
    Outcome,
    Trial,
    always,
    begin,
    bonus,
    ease_peril,
    goes_on,
    is_in_fight,
    level,
    level_name,
    odds_of,
    risk,
    trial_for,
)
from rules.systems.grim.fight.actions.readiness import refuse_specials
from rules.systems.grim.fight.attacks.aims import called
from rules.systems.grim.fight.attacks.defences import STEPS
from rules.systems.grim.fight.attacks.outlook import hardest, rested
from rules.systems.grim.fight.base import Action, is_out, opponents, own_turn, refuse_without_ap, spend_ap

WORDS, INTIMIDATED = "words", "intimidated"
#: The consequence of either test.
SPOKEN = "words.spoken"
#: Difficulties by the speaker's step on the damage track (GRM-111, C-24).
BY_WOUNDS = (20, 10, 0, -10, -20)


OF_WORDS = f"Counts one hit on each, from where they stand, times your chance to succeed; Peril is not counted. {STEPS}"


def spoken(table: Table, kind: str) -> list[str]:
    """Ids of those who have spoken such words in this combat, and of those on whom they have worked."""
    return list(table.scene.memo.get(WORDS, {}).get(kind, []))


def note(table: Table, kind: str, *who: str) -> None:
    now = dict(table.scene.memo.get(WORDS, {}))
    table.happen(SceneMemoKept(WORDS, {**now, kind: [*spoken(table, kind), *who]}))


@dataclass(frozen=True, slots=True)
class Words(Action):
    """Words to several at once: an action point, and a test as hard as the speaker is hurt."""

    skill: ClassVar[str]
    #: The states that shut one's mouth.
    shut: ClassVar[tuple[str, ...]]
    #: The word for those whom they are for.
    hearers: ClassVar[str]
    #: The state that they bring, and whether it is good or bad for those who suffer less or more by it.
    brings: ClassVar[str]
    sign: ClassVar[int]
    #: The sentence and the share of advice.
    measure: ClassVar[str]
    share: ClassVar[str]

    @classmethod
    def possible(cls, table: Table) -> None:
        own_turn(table)
        refuse_without_ap(table, 1, cls.label.lower())
        refuse_specials(table)
        if table.actor in spoken(table, cls.name):
            raise NotNow("Only once per fight. Do something else.")
        if any(table.me.has(state) for state in cls.shut):
            under = "a Litany, Stress, Fear or Terror" if INTIMIDATED in cls.shut else "Stress, Fear or Terror"
            raise NotNow(f"Not possible after {under}. Do something else.")
        if not cls.able_to_hear(table):
            raise NotNow(f"It would work on none of the {cls.hearers} here. Do something else.")

    @classmethod
    def has_use(cls, table: Table) -> bool:
        return bonus(table.me, "fellowship") > 0

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {cls.hearers: tuple(Choice(who, table.name(who)) for who in cls.able_to_hear(table))}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {cls.hearers: tuple(cls.able_to_hear(table)[: bonus(table.me, "fellowship")])}

    @classmethod
    def able_to_hear(cls, table: Table) -> list[str]:
        """Ids of those on whom the words may work."""
        there = [who for who in cls.near(table) if not is_out(table.sheet(who))]
        return [who for who in there if who not in spoken(table, f"{cls.name} heard")]

    @classmethod
    @abstractmethod
    def near(cls, table: Table) -> Sequence[str]:
        """Ids of those whom they are for."""

    def odds(self, table: Table) -> Odds:
        return odds_of(self._trial(table), "it works")

    def weighing(self, table: Table) -> Weighing:
        """The hearers weighed: the change of the hardest attack on each of them, as often as it works."""
        able, most, at = self.able_to_hear(table), bonus(table.me, "fellowship"), rested(table)
        changes = {who: self.change(at, who) for who in able}

        return Weighing(
            (self.hearers,),
            "steps",
            self.measure,
            lambda one: (one._trial(table).chance * sum(changes[who] for who in one.picked()),),
            (self.share,),
            said=lambda one: ", ".join(called(table, who) for who in one.picked()),
            listed=[{self.hearers: group} for group in combinations(able, min(most, len(able)))],
        )

    def change(self, table: Table, who: str) -> float:
        """The steps that the words change of the hardest attack on somebody, so that more is better."""
        found = hardest(table, who)
        if found is None:
            return 0.0
        theirs, attack = found
        after = theirs.supposing(lambda at: begin(at, who, self.brings, source=self.name))
        return self.sign * (attack.worth(after) - attack.worth(theirs))

    def perform(self, table: Table, dice: Dice) -> None:
        trial = self._trial(table)
        spend_ap(table, 1)
        note(table, self.name, table.actor)
        risk(table, dice, trial, self.name, SPOKEN, {"words": self.name, "hearers": list(self.picked())})

    def picked(self) -> Sequence[str]:
        """Ids of those picked."""
        found: Sequence[str] = getattr(self, self.hearers)
        return found

    def _trial(self, table: Table) -> Trial:
        most, picked = bonus(table.me, "fellowship"), self.picked()
        if not picked:
            raise Refused(f"Choose {self.hearers} who see and hear you.", self.hearers)
        if len(picked) > most:
            told = counted(len(picked), "is", "are")
            raise Refused(f"Your Fellowship Bonus reaches at most {most}; {told} picked. Pick fewer.", self.hearers)
        at = level(table.me, DAMAGE)
        hard = [(level_name(table.me, DAMAGE), BY_WOUNDS[min(at, len(BY_WOUNDS) - 1)])]
        return trial_for(table, table.actor, self.skill, hard)


@dataclass(frozen=True, slots=True)
class InspiringWords(Words, name="special.inspire", label="Inspiring words"):
    """Inspire up to your Fellowship Bonus of allies, by Leadership: both thresholds rise by 1 (GRM-111, GRM-112)."""

    skill: ClassVar[str] = "leadership"
    shut: ClassVar[tuple[str, ...]] = (INTIMIDATED, AFRAID)
    hearers: ClassVar[str] = "allies"
    brings: ClassVar[str] = INSPIRED
    sign: ClassVar[int] = -1
    measure: ClassVar[str] = f"Steps saved from the hardest attack on each. {OF_WORDS}"
    share: ClassVar[str] = "They keep"

    allies: tuple[str, ...] = many("Allies", help="As many as your Fellowship Bonus", at_once=True)

    @classmethod
    def near(cls, table: Table) -> Sequence[str]:
        return allies(table, table.actor)


@dataclass(frozen=True, slots=True)
class LitanyOfHatred(Words, name="special.litany", label="Litany of hatred"):
    """Frighten up to your Fellowship Bonus of foes, by Intimidate: both thresholds fall by 1 (GRM-113, C-05)."""

    skill: ClassVar[str] = "intimidate"
    shut: ClassVar[tuple[str, ...]] = (AFRAID,)
    hearers: ClassVar[str] = "foes"
    brings: ClassVar[str] = INTIMIDATED
    sign: ClassVar[int] = 1
    measure: ClassVar[str] = f"Steps added to the hardest attack on each. {OF_WORDS}"
    share: ClassVar[str] = "They lose"

    foes: tuple[str, ...] = many("Foes", help="As many as your Fellowship Bonus", at_once=True)

    @classmethod
    def near(cls, table: Table) -> Sequence[str]:
        return opponents(table, table.actor)


#: Both kinds of words by their names.
KINDS: Mapping[str, type[Words]] = {kind.name: kind for kind in (InspiringWords, LitanyOfHatred)}


@goes_on(SPOKEN, harmless=always)
def _work(table: Table, dice: Dice, outcome: Outcome, known: Known) -> None:
    """Let words work on all who were picked, and by a critical success on their Peril as well (GRM-112, GRM-113)."""
    kind = KINDS[str(known["words"])]
    if not outcome.success:
        table.happen(Told((outcome.who,), "{0}’s words have no effect."))
        return
    there = [who for who in map(str, known["hearers"]) if is_in_fight(table, who)]
    note(table, f"{kind.name} heard", *there)
    for who in there:
        begin(table, who, kind.brings, source=kind.name)
        table.happen(Told((outcome.who, who), f"{{1}} is {kind.brings}."))
        if outcome.critical:
            ease_peril(table, who, -kind.sign)
