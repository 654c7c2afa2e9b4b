"""Taking aim, with whatever distracts a foe meanwhile; subduing; putting a fire out (GRM-063, GRM-115, GRM-117)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.kernel import Choice, Dice, NotNow, Said, Table, Told, Weighing, Worth, counted, pick
from rules.engine.odds import Odds
from rules.systems.grim.core import (
    Known,
    Outcome,
    ask_to_resist,
    begin,
    end,
    goes_on,
    in_hand,
    judged,
    odds_of,
    qualities_of,
    risk,
    state_with,
    trial_for,
)
from rules.systems.grim.fight.actions.stunt_kinds import AWARENESS, COORDINATION, DirtyTricks
from rules.systems.grim.fight.actions.stunts import AIMING
from rules.systems.grim.fight.attacks.aims import PLAIN
from rules.systems.grim.fight.attacks.outlook import best_of_turn, price, saved
from rules.systems.grim.fight.attacks.worth import STEPS
from rules.systems.grim.fight.base import Action, engaged, own_turn, refuse_without_ap, spend_ap, use, used

#: What an action point of aiming adds to the base chance (GRM-117).
PER_POINT = 10
DISTRACTION = "distraction"
OF_AIMING = (
    "Average extra steps of your best attack against their best reaction, minus those the action points "
    "would have averted. "
    f"{STEPS}"
)
SUBDUES = "subdue"
#: Action points to put a fire out, and the state that it is (D-8).
TO_PUT_OUT, ON_FIRE = 2, "on_fire"


def refuse_specials(table: Table) -> None:
    """Refuse special actions to those whom an injury keeps from them."""
    if state := state_with(table.me, "no_specials"):
        raise NotNow(f"No special actions: {state.lower()}. Attack, move or defend yourself.")


@dataclass(frozen=True, slots=True)
class TakeAim(Action):
    """Aim: +10 to the base chance of your next attack or stunt of this turn, or +20 for two action points (GRM-117).

    With a thing in hand that distracts, a foe engaged with you must see through it, or is blinded (GRM-063).
    """

    name: ClassVar[str] = "special.aim"
    label: ClassVar[str] = "Take aim"

    points: str = pick("Action points", default="1", at_once=True)
    distracted: str = pick("Distract", default="", at_once=False, help="Default: the first engaged with you")

    @classmethod
    def possible(cls, table: Table) -> None:
        own_turn(table)
        refuse_specials(table)
        if table.me.has(AIMING):
            raise NotNow("You are aiming already. Attack, or try a stunt.")
        refuse_without_ap(table, 1, "taking aim")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        foes = engaged(table, table.actor) if _distracts(table) else []
        return {
            "points": (Choice("1", "One", "+10"), Choice("2", "Two", "+20")),
            "distracted": tuple(Choice(who, table.name(who)) for who in foes),
        }

    def weighing(self, table: Table) -> Weighing:
        """The points weighed: the best attack after them, less what they would save as reactions (GRM-117)."""
        saves = saved(table)

        def worth(chosen: TakeAim) -> Worth:
            after = table.supposing(chosen.aim)
            less = price(table, PLAIN + int(chosen.points), saves) - price(table, PLAIN, saves)
            return best_of_turn(after), -less

        return Weighing(("points",), "steps", OF_AIMING, worth, ("They lose", "You lose"), said=_said)

    def aim(self, table: Table) -> None:
        """Spend the points, and aim; refused where there are not so many."""
        points = int(self.points)
        refuse_without_ap(table, points, "aiming this long", "points")
        spend_ap(table, points)
        begin(table, table.actor, AIMING, PER_POINT * points, "aim")

    def perform(self, table: Table, dice: Dice) -> None:
        self.aim(table)
        table.happen(Told((table.actor,), "{0} takes aim."))
        foes = engaged(table, table.actor)
        if _distracts(table) and foes:
            foe = self.distracted or foes[0]
            title = Said("{0} distracts you: see through it?", (table.actor,))
            told: Known = {"by": table.actor, "critical": False}
            ask_to_resist(table, dice, foe, [AWARENESS], DirtyTricks.name, title, **told)


def _said(chosen: TakeAim) -> str:
    return counted(int(chosen.points), "action point", "action points")


def _distracts(table: Table) -> bool:
    """Whether the actor holds a thing that distracts."""
    return any(DISTRACTION in qualities_of(item) for item in in_hand(table.me).values())


@dataclass(frozen=True, slots=True)
class Subdue(Action):
    """Strike to subdue: your next melee attack of this turn neither injures nor slays (GRM-115, E-h).

    Whom it would slay is Grievously Wounded, Incapacitated! and helpless for as many turns as your Combat Bonus.
    """

    name: ClassVar[str] = "special.subdue"
    label: ClassVar[str] = "Subdue"
    throws_dice: ClassVar[bool] = False

    @classmethod
    def possible(cls, table: Table) -> None:
        own_turn(table)
        refuse_specials(table)
        if used(table, SUBDUES):
            raise NotNow("You are already striking to subdue. Attack.")
        refuse_without_ap(table, 1, "subduing")

    def perform(self, table: Table, dice: Dice) -> None:
        spend_ap(table, 1)
        use(table, SUBDUES)
        table.happen(Told((table.actor,), "{0} strikes to subdue."))


@dataclass(frozen=True, slots=True)
class PutOut(Action):
    """Put yourself out: two action points and a Coordination test (GRM-066)."""

    name: ClassVar[str] = "special.put_out"
    label: ClassVar[str] = "Put the fire out"

    @classmethod
    def possible(cls, table: Table) -> None:
        own_turn(table)
        if not table.me.has(ON_FIRE):
            raise NotNow("You are not on fire.")
        refuse_without_ap(table, TO_PUT_OUT, "putting the fire out")

    def odds(self, table: Table) -> Odds:
        return odds_of(trial_for(table, table.actor, COORDINATION), "put it out")

    def perform(self, table: Table, dice: Dice) -> None:
        spend_ap(table, TO_PUT_OUT)
        risk(table, dice, trial_for(table, table.actor, COORDINATION), self.name, "fire.fought", {})


@goes_on("fire.fought")
def _fought(table: Table, dice: Dice, outcome: Outcome, known: Known) -> None:
    table.happen(judged(outcome))
    if outcome.success:
        end(table, outcome.who, ON_FIRE)
    table.happen(Told((outcome.who,), "{0} puts the fire out." if outcome.success else "{0} still burns."))
