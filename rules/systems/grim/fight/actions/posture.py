"""Getting up, helping an ally up; taking cover; jumping (GRM-024, GRM-028, GRM-030)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.fight import allies
from rules.engine.fight.sequence import Step
from rules.engine.kernel import Choice, Dice, Json, NotNow, Refused, Table, Told, Weighing, Worth, end_conditions, pick
from rules.engine.odds import Odds
from rules.systems.grim.core import (
    COVERED,
    FULL_COVER,
    PRONE,
    SKILL,
    Known,
    Outcome,
    begin,
    goes_on,
    is_in,
    is_in_fight,
    odds_of,
    risk,
    state_with,
    trial_for,
)
from rules.systems.grim.fight.actions.distances import JUMP, LEAP, RUN_UP, air, refuse_still
from rules.systems.grim.fight.actions.leaving import can_go_on, leave_cover, left_behind, set_out, takes
from rules.systems.grim.fight.actions.movement import Going
from rules.systems.grim.fight.actions.rest_of_turn import NO_DICE, OF_TURNS, SHARES, compared, ways, weighed, where
from rules.systems.grim.fight.base import (
    Square,
    chosen,
    is_near,
    opponents,
    own_turn,
    ranged,
    refuse_apart,
    refuse_square,
    refuse_without_ap,
    spend_ap,
    standing,
    use,
    used,
)

#: Ways to use the action, by their keys.
STAND, HELP = "stand", "help"
#: The skill that makes getting up quicker, and the action points with it and without (GRM-024).
QUICK, TRAINED_PRICE, PRICE = "coordination", 1, 2


@dataclass(frozen=True, slots=True)
class GetUp(Going, name="move.get_up", label="Get up"):
    """Stand up and go up to a yard, or pull an ally up who lies beside you (GRM-024).

    It takes two action points, or one with a rank of Coordination.
    """

    doing: ClassVar[str] = "getting up"
    throws_dice: ClassVar[bool] = False
    leading: ClassVar[tuple[str, ...]] = ("what", "x", "y")

    what: str = pick("How", default=STAND, at_once=True)
    ally: str = pick("Ally", default="", at_once=False)

    @classmethod
    def possible(cls, table: Table) -> None:
        own_turn(table)
        refuse_bound(table, cls.doing)
        refuse_without_ap(table, points_to_rise(table), cls.doing)
        if not table.me.has(PRONE) and not _lying(table, within=1):
            raise NotNow("You are standing, and no ally next to you is prone.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        ways = (Choice(STAND, "Stand up"), Choice(HELP, "Pull an ally up"))
        return {"what": ways, "ally": tuple(Choice(who, table.name(who)) for who in _lying(table))}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        near = _lying(table, within=1)
        way = {} if table.me.has(PRONE) or not near else {"what": HELP, "ally": near[0]}
        return {**Going.preset.__func__(cls, table), **way}  # type: ignore[attr-defined]

    def weighing(self, table: Table) -> Weighing:
        """Standing up, here or a yard on, and pulling an ally up, weighed by what they leave (GRM-024)."""

        alone = compared(table)

        def worth(one: GetUp) -> Worth:
            measure = compared(table, one.ally) if one.what == HELP else alone
            return measure(lambda at: one.perform(at, NO_DICE))

        def said(one: GetUp) -> str:
            return table.name(one.ally) if one.what == HELP else where(table, chosen(table, one.x, one.y))

        near: list[dict[str, Json]] = [{"what": HELP, "ally": ally} for ally in _lying(table, within=1)]
        listed = [{"what": STAND}, *({"what": STAND, **way} for way in ways(table, 1, points_to_rise(table))), *near]
        return Weighing((), "steps", OF_TURNS, worth, SHARES, said=said, listed=listed)

    def perform(self, table: Table, dice: Dice) -> None:
        {STAND: self._stand, HELP: self._help}[self.what](table)

    def _pay(self, table: Table) -> None:
        spend_ap(table, points_to_rise(table))

    def _stand(self, table: Table) -> None:
        who = table.actor
        if not table.me.has(PRONE):
            raise Refused("You are standing already.", "what")
        to = chosen(table, self.x, self.y)
        far = refuse_square(table, to, 1, self.doing)
        self._pay(table)
        end_conditions(table, who, PRONE)
        table.happen(Told((who,), "{0} gets up."))
        if far:
            leave_cover(table, who)
            set_out(table, who, to, left_behind(table, who, to), times=1, crawling=False)

    def _help(self, table: Table) -> None:
        if not self.ally:
            raise Refused("Choose a prone ally next to you.", "ally")
        refuse_apart(table, self.ally)
        self._pay(table)
        end_conditions(table, self.ally, PRONE)
        table.happen(Told((table.actor, self.ally), "{0} pulls {1} up."))


def points_to_rise(table: Table) -> int:
    """Action points that getting up takes the actor."""
    return TRAINED_PRICE if table.me.rank(SKILL, QUICK) else PRICE


def refuse_bound(table: Table, doing: str) -> None:
    """Refuse getting up, or onto a mount, to somebody who cannot move."""
    if state := state_with(table.me, "no_movement", "walks_only"):
        raise NotNow(f"{doing.capitalize()} is not possible: {state.lower()}. Act where you are.")


def _lying(table: Table, within: int | None = None) -> list[str]:
    """Ids of allies who lie on the ground, all or those within so many yards."""
    down = (who for who in allies(table, table.actor) if is_in(table.sheet(who), PRONE))
    return [who for who in down if within is None or is_near(table, table.actor, who, within)]


# -- cover -------------------------------------------------------------------------------------------------------------

#: Cover by what it is, with the Damage Threshold that it adds against missiles (GRM-028).
COVERS = {
    "low": (3, "Low", "a crate or a barrel: +3"),
    "medium": (6, "Medium", "a wall to the waist: +6"),
    "high": (9, "High", "a pillar: +9"),
    "full": (FULL_COVER, "Full", "you cannot be targeted"),
}


@dataclass(frozen=True, slots=True)
class TakeCover(Going, name="move.cover", label="Take cover"):
    """Go up to a yard and get behind something solid, which helps against missiles until you move (GRM-028).

    At least half of you has to be behind it; brushes are not enough.
    """

    price: ClassVar[int] = 1
    doing: ClassVar[str] = "taking cover"
    throws_dice: ClassVar[bool] = False

    level: str = pick("Cover", default="low", at_once=True)

    @classmethod
    def possible(cls, table: Table) -> None:
        own_turn(table)
        refuse_still(table, cls.doing, far=False, crawling=True)
        refuse_without_ap(table, cls.price, cls.doing)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"level": tuple(Choice(key, label, hint) for key, (_, label, hint) in COVERS.items())}

    def weighing(self, table: Table) -> Weighing | None:
        """The cover that the form names, weighed by what it leaves of the attacks of foes who can shoot (GRM-028)."""
        if not any(ranged(table.sheet(foe)) for foe in opponents(table, table.actor)):
            return None
        return weighed(table, (), lambda one: f"{COVERS[one.level][1]} cover")

    def perform(self, table: Table, dice: Dice) -> None:
        to, who = chosen(table, self.x, self.y), table.actor
        far = refuse_square(table, to, 1, self.doing)
        spend_ap(table, self.price)
        strikers = left_behind(table, who, to) if far else []
        shelter: Step = {"do": "shelter", "who": who, "end": list(to), "level": self.level}
        set_out(table, who, to, strikers, shelter, times=1, crawling=is_in(table.me, PRONE))


@takes("shelter")
def _shelter(table: Table, step: Step) -> None:
    """Be in cover, if one got there (GRM-028)."""
    who, to, level = str(step["who"]), (int(step["end"][0]), int(step["end"][1])), str(step["level"])
    if is_in_fight(table, who) and can_go_on(table, who, crawling=True) and standing(table, who) == to:
        begin(table, who, COVERED, COVERS[level][0], source=f"{level} cover")
        table.happen(Told((who,), f"{{0}} is behind {level} cover."))


# -- through the air ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Jump(Going, name="move.jump", label="Jump or leap"):
    """Jump on after a run of six yards: a yard for every three points of Brawn Bonus, or leap a yard for six (GRM-030).

    It is a part of the run; whoever fails the Athletics test falls short.
    """

    doing: ClassVar[str] = "that"
    leading: ClassVar[tuple[str, ...]] = ("kind", "x", "y")

    kind: str = pick("How", default=JUMP, at_once=True)

    @classmethod
    def possible(cls, table: Table) -> None:
        own_turn(table)
        if used(table, "ran") < RUN_UP:
            raise NotNow(f"A jump needs a run of {RUN_UP} yards this turn. Run first.")
        refuse_still(table, cls.doing)

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        names = {JUMP: "Jump", LEAP: "Leap"}
        return {"kind": tuple(Choice(key, name, f"up to {air(table.me, key)} yards") for key, name in names.items())}

    def odds(self, table: Table) -> Odds:
        self._landing(table)
        return odds_of(trial_for(table, table.actor, "athletics"), "get across")

    def perform(self, table: Table, dice: Dice) -> None:
        to = self._landing(table)
        use(table, "ran", None)
        trial = trial_for(table, table.actor, "athletics")
        risk(table, dice, trial, self.name, "jump.rolled", {"end": list(to), "kind": self.kind})

    def _landing(self, table: Table) -> Square:
        to = chosen(table, self.x, self.y)
        if not refuse_square(table, to, air(table.me, self.kind), f"your {self.kind}"):
            raise Refused("Choose where to land.", "x")
        return to


@goes_on("jump.rolled")
def _jumped(table: Table, dice: Dice, outcome: Outcome, known: Known) -> None:
    """Land where one wanted to, or short of it; foes whom it leaves may strike first (GRM-030, GRM-122)."""
    who = outcome.who
    if not is_in_fight(table, who):
        return
    if outcome.success:
        to, verb = (int(known["end"][0]), int(known["end"][1])), "jumps" if known["kind"] == JUMP else "leaps"
        set_out(table, who, to, left_behind(table, who, to), times=1, crawling=False, verb=verb)
    else:
        table.happen(Told((who,), "{0} falls short."))
