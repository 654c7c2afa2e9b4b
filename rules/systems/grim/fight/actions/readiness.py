"""Special actions: taking aim, subduing, putting a fire out, loading (GRM-063, GRM-114, GRM-115, GRM-117, C-25).

Whoever aims may distract a foe meanwhile; whoever loads over several turns is defenseless until it is done.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.engine.kernel import (
    Choice,
    Dice,
    ItemSet,
    NotNow,
    Refused,
    Said,
    Table,
    Told,
    Weighing,
    counted,
    end_conditions,
    number,
    pick,
    plainly,
)
from rules.engine.odds import Odds
from rules.systems.grim.content.switches.fights import AMMUNITION, RECOIL_SHOTS
from rules.systems.grim.content.switches.harm import FIRE
from rules.systems.grim.core import (
    Known,
    Outcome,
    ask_to_resist,
    begin,
    goes_on,
    in_hand,
    odds_of,
    qualities_of,
    risk,
    state_with,
    trial_for,
    with_stats,
)
from rules.systems.grim.fight.actions.rest_of_turn import OF_TURNS, SHARES, compared, weighed
from rules.systems.grim.fight.actions.stunt_kinds import AWARENESS, COORDINATION, DirtyTricks
from rules.systems.grim.fight.actions.stunts import DEFENSELESS
from rules.systems.grim.fight.attacks.aims import SUBDUES
from rules.systems.grim.fight.attacks.defences import loss
from rules.systems.grim.fight.base import (
    AIMING,
    ON_FIRE,
    TURN_AP,
    Action,
    Arm,
    Blow,
    ap_left,
    arms,
    engaged,
    own_turn,
    refuse_without_ap,
    spend_ap,
    use,
    used,
)

#: What an action point of aiming adds to the base chance (GRM-117).
PER_POINT = 10
DISTRACTION = "distraction"
#: Action points to put a fire out (D-8).
TO_PUT_OUT = 2


def refuse_specials(table: Table) -> None:
    """Refuse special actions to those whom an injury keeps from them."""
    if state := state_with(table.me, "no_specials"):
        raise NotNow(f"No special actions: {state.lower()}. Attack, move or defend yourself.")


@dataclass(frozen=True, slots=True)
class TakeAim(Action, name="special.aim", label="Take aim"):
    """Aim: +10 to the base chance of your next attack or stunt of this turn, or +20 for two action points (GRM-117).

    With a thing in hand that distracts, a foe engaged with you must see through it, or is blinded (GRM-063).
    """

    points: str = pick("Action Points", default="1", at_once=True)
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
        worth = compared(table)
        return Weighing(
            ("points",),
            "steps",
            OF_TURNS,
            lambda one: worth(one.aim),
            SHARES,
            said=lambda one: counted(int(one.points), "Action Point", "Action Points"),
        )

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


def _distracts(table: Table) -> bool:
    """Whether the actor holds a thing that distracts."""
    return any(DISTRACTION in qualities_of(item) for item in in_hand(table.me).values())


@dataclass(frozen=True, slots=True)
class Subdue(Action, name="special.subdue", label="Subdue"):
    """Strike to subdue: your next melee attack of this turn neither injures nor slays (GRM-115, E-h).

    Whom it would slay is Grievously Wounded, Incapacitated! and helpless for as many turns as your Combat Bonus.
    """

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
class PutOut(Action, name="special.put_out", label="Put the fire out"):
    """Put yourself out: two action points and a Coordination test (GRM-066)."""

    @classmethod
    def possible(cls, table: Table) -> None:
        own_turn(table)
        if not table.me.has(ON_FIRE):
            raise NotNow("You are not on fire.")
        refuse_without_ap(table, TO_PUT_OUT, "putting the fire out")

    def odds(self, table: Table) -> Odds:
        return odds_of(trial_for(table, table.actor, COORDINATION), "put it out")

    def weighing(self, table: Table) -> Weighing:
        """The fire weighed: what it takes as the next turn starts, as often as it is put out (D-8)."""
        attack, kept = compared(table)(lambda at: spend_ap(at, TO_PUT_OUT))
        burns = loss(table, Blow("", table.actor, "fire", "", 0, 0, extra=str(FIRE.chosen(table.house_rules))))
        saved = trial_for(table, table.actor, COORDINATION).chance * burns
        return Weighing.of_one("steps", OF_TURNS, (attack, kept + saved), SHARES, self.label)

    def perform(self, table: Table, dice: Dice) -> None:
        spend_ap(table, TO_PUT_OUT)
        risk(table, dice, trial_for(table, table.actor, COORDINATION), self.name, "fire.fought", {})


@goes_on("fire.fought")
def _fought(table: Table, dice: Dice, outcome: Outcome, known: Known) -> None:
    if outcome.success:
        end_conditions(table, outcome.who, ON_FIRE)
    table.happen(Told((outcome.who,), "{0} puts the fire out." if outcome.success else "{0} still burns."))


# -- loading -----------------------------------------------------------------------------------------------------------

#: Stats of a weapon: shots that are in it, and action points that its loading has had so far.
LOADED, LOADING = "loaded", "loading"
#: The source of the state of those who load over several turns.
BY_LOADING = "loading"


def unloaded(table: Table) -> list[Arm]:
    """Weapons in hand that have to be loaded."""
    return [arm for arm in arms(table.me).values() if arm.needs_loading and not arm.loaded]


def points_left(table: Table, arm: Arm) -> int:
    """Action points that the loading of a weapon still takes."""
    return arm.weapon.load - int(table.me.items[arm.key].stats.get(LOADING, 0) or 0)


@dataclass(frozen=True, slots=True)
class Load(Action, name="special.load", label="Load"):
    """Load a weapon for the action points that it takes, of this turn and perhaps of the next ones (GRM-114).

    Whoever has not done with it at the end of the turn is defenseless until it is done (C-25).
    """

    no_choice: ClassVar[Mapping[str, str]] = {"weapon": "Nothing in hand needs loading."}
    throws_dice: ClassVar[bool] = False

    weapon: str = pick("Weapon")
    points: int = number("Action Points", most=TURN_AP, default=0, help="0 = all it needs or you have")

    @classmethod
    def possible(cls, table: Table) -> None:
        own_turn(table)
        refuse_specials(table)
        if not unloaded(table):
            raise NotNow(cls.no_choice["weapon"])
        refuse_without_ap(table, 1, "loading")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        left = {arm: counted(points_left(table, arm), "Action Point", "Action Points") for arm in unloaded(table)}
        return {"weapon": tuple(Choice(arm.key, arm.name, told) for arm, told in left.items())}

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {"weapon": unloaded(table)[0].key}

    def weighing(self, table: Table) -> Weighing:
        """The weapons weighed: the shot that is left this turn once it is loaded (GRM-114)."""
        return weighed(table, ("weapon",), lambda one: arms(table.me)[one.weapon].name)

    def perform(self, table: Table, dice: Dice) -> None:
        arm, who = arms(table.me)[self.weapon], table.actor
        left = points_left(table, arm)
        points = self.points or min(left, ap_left(table))
        if points > left:
            raise Refused(
                f"Loading needs at most {counted(left, 'Action Point', 'Action Points')}. Spend fewer.", "points"
            )
        refuse_without_ap(table, points, "this much loading", "points")
        if points == left:
            use_up(table, arm)
        spend_ap(table, points)
        item = table.me.items[self.weapon]
        if points < left:
            paid = arm.weapon.load - left + points
            table.happen(ItemSet(who, self.weapon, with_stats(item, **{LOADING: paid})))
            begin(table, who, DEFENSELESS, source=BY_LOADING)
            table.happen(Told((who,), f"{{0}} is loading {plainly(item.name)} and defenseless."))
            return
        table.happen(ItemSet(who, self.weapon, with_stats(item, **{LOADED: arm.shots, LOADING: None})))
        table.happen(Told((who,), f"{{0}} loads {plainly(item.name)}."))
        held = table.me.conditions.get(DEFENSELESS)
        if held is not None and held.source == BY_LOADING:
            end_conditions(table, who, DEFENSELESS)


def use_up(table: Table, arm: Arm) -> None:
    """Use up what a load takes, where the house counts it: one for each shot, more with Recoil (GRM-085)."""
    kind = arm.weapon.ammunition
    if not (kind and AMMUNITION.chosen(table.house_rules)):
        return
    taken = arm.shots * (RECOIL_SHOTS.number(table.house_rules, 1) if arm.has("recoil") else 1)
    held = table.me.items.get(kind)
    if held is None or held.count < taken:
        has = held.count if held is not None else 0
        told = "1 is left" if has == 1 else f"{has} are left"
        raise Refused(f"Loading the {arm.name.lower()} takes {taken} of its ammunition; {told}. Buy more.", "weapon")
    table.happen(ItemSet(table.actor, kind, replace(held, count=held.count - taken)))
