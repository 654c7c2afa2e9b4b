"""Moving on squares of 2 metres, and dashing (DRB-010, DRB-028 to DRB-030).

Too heavy a load takes a STR roll before the first step of a turn (D-1). A success moves for the rest of the turn as
usual. A failure stays in place, unless the roll is pushed (DRB-003), or enough is dropped.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.engine.fight import EDGE, Point, bearing, metres, place, refuse_barrier, then
from rules.engine.fight.sequence import Step
from rules.engine.kernel import (
    Command,
    Dice,
    Json,
    Moved,
    NotNow,
    Refused,
    SceneMemoKept,
    Table,
    Told,
    counted,
    joined,
    number,
)
from rules.engine.odds import Chance, Odds, in_words
from rules.systems.dragonbane.core import (
    Check,
    Outcome,
    check_for,
    forget_push,
    goes_on,
    is_overloaded,
    judged,
    odds_of,
    risk,
)
from rules.systems.dragonbane.fight.base import (
    CARRIED,
    MAY_STEP,
    SQUARE,
    STUCK,
    in_the_way,
    is_able,
    is_stuck,
    metres_left,
    not_spent,
    own_turn,
    settle,
    speed,
    spend,
    squared,
    squares,
    takes,
    use,
    used,
    way,
)
from rules.systems.dragonbane.fight.defence.leaving_enemies import chances_to_leave, evades, openings

FOLLOW = "fight.loaded"


def must_lift(table: Table, who: str) -> bool:
    """Whether a STR roll comes before the first step of this turn."""
    return is_overloaded(table.sheet(who)) and not used(table, who).load


def lift_check(table: Table, who: str) -> Check:
    return check_for(table, who, "str")


def load_words(table: Table, who: str) -> str:
    """The roll in words: "Under a load, Strength 10: 50 % to get going"."""
    check = lift_check(table, who)
    return f"Under a load, {table.words(check.words)}: {in_words(check.chance)} to get going"


def chances_to_lift(table: Table, who: str) -> tuple[Chance, ...]:
    """The chances to get going, with a push as a second one, and of a Dragon and a Demon (DRB-003)."""
    words = {"success": "gets going", "pushed": "gets going, with a push"}
    found = odds_of(table, lift_check(table, who)).chances
    return tuple(Chance(f"lift_{one.name}", words.get(one.name, one.label), one.probability) for one in found)


def lift(table: Table, dice: Dice, way: str, end: Point) -> None:
    """Roll STR; on a success go on with the move (D-1)."""
    check = lift_check(table, table.actor)
    told: dict[str, Json] = {"way": way, "x": end[0], "y": end[1]}
    risk(table, dice, check, joined("under a load: ", check.purpose), FOLLOW, told)


@goes_on(FOLLOW)
def lifted(table: Table, dice: Dice, outcome: Outcome, told: Mapping[str, Json]) -> None:
    """Judge the roll under a load, or its push: go on, or stay in place."""
    who = table.actor
    table.happen(judged(outcome, told, skill="str"))
    use(table, who, load=CARRIED if outcome.success else STUCK)
    if outcome.success:
        _MOVES[str(told["way"])](table, dice, (float(told["x"]), float(told["y"])))
    else:
        table.happen(Told((who,), "{0} cannot get going under the load."))
        settle(table, dice)


#: Names of moves that the lifting of too heavy a load may lead on to (D-1).
MOVE, STEP = "move", "step"


@dataclass(frozen=True, slots=True)
class ToSquare(Command):
    """A command that takes its actor to another square."""

    x: int = number("East", least=-EDGE, most=EDGE)
    y: int = number("North", least=-EDGE, most=EDGE)

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        at = place(table, table.actor)
        return {"x": round(at[0]), "y": round(at[1])}


@dataclass(frozen=True, slots=True)
class Move(ToSquare, name="turn.move", label="Move"):
    """Move up to your movement, before or after the action, by squares of 2 metres (DRB-028).

    Enemies cannot be passed through, unless they lie on the ground or are dead (DRB-029). Moving away from an enemy
    takes an Evade roll, or that enemy strikes for free; so does a walk past one (DRB-030). Under too heavy a load a STR
    roll comes first (D-1).
    """

    @classmethod
    def possible(cls, table: Table) -> None:
        rung = own_turn(table)
        if rung.key in used(table, table.actor).reacted:
            raise NotNow("You moved with a parry or dodge. Take a free action, or end your turn.")
        if table.me.has("prone"):
            raise NotNow("You are on the ground. Get up first (free).")
        refuse_stuck(table)
        if metres_left(table, table.actor) < SQUARE:
            raise NotNow("No movement left. Dash if you have an action.")

    def odds(self, table: Table) -> Odds | None:
        end = self._end(table)
        loaded = must_lift(table, table.actor)
        left = [who for _, enemies in openings(table, table.actor, end) for who in enemies]
        sentences, listed = [], list(chances_to_lift(table, table.actor)) if loaded else []
        if loaded:
            sentences.append(load_words(table, table.actor))
        if left:
            checks = evades(table, table.actor, len(left), loaded=loaded)
            away = chances_to_leave(table, checks, loaded=loaded)
            names = ", ".join(table.name(who) for who in left)
            unhurt = in_words(away[0].probability)
            sentences.append(f"Away from {names}: {table.words(checks[0].words)}, {unhurt} to avoid any free attack")
            listed += away
        return Odds(". ".join(sentences), tuple(listed)) if listed else None

    def perform(self, table: Table, dice: Dice) -> None:
        end = self._end(table)
        forget_push(table, table.actor)
        if must_lift(table, table.actor):
            lift(table, dice, MOVE, end)
        else:
            _walk(table, dice, end)

    def _end(self, table: Table) -> Point:
        end, start = squared(self.x, self.y), place(table, table.actor)
        far, most = way(table, start, end), metres_left(table, table.actor)
        if metres(start, end) < SQUARE / 2:
            raise Refused("You are there already. Choose another square.", "x")
        if far > most:
            raise Refused(f"That is {far:g} metres; you have {most:g} left, {squares(most - 1)} squares.", "x")
        if blocked := in_the_way(table, table.actor, end):
            names = ", ".join(table.name(who) for who in blocked)
            raise Refused(f"{names} {'is' if len(blocked) == 1 else 'are'} in the way. Go round.", "x")
        refuse_barrier(table, table.actor, end)
        return end


def _walk(table: Table, dice: Dice, end: Point) -> None:
    """Walk there, past those who may strike at it (DRB-028, DRB-030)."""
    start = place(table, table.actor)
    far = way(table, start, end)
    use(table, table.actor, moved=round(used(table, table.actor).moved + far, 2))
    stepped = counted(squares(far), "square", "squares")
    table.happen(Told((table.actor,), f"{{0}} moves {far:g} m, {stepped}."))
    step: Step = {"do": "stand", "who": table.actor, "facing": bearing(start, end)}
    for at, enemies in openings(table, table.actor, end):
        if at != start:
            then(table, {**step, "x": at[0], "y": at[1]})
        then(table, *({"do": "slip", "who": table.actor, "by": other} for other in enemies))
    then(table, {**step, "x": end[0], "y": end[1]})
    settle(table, dice)


def _set_out(table: Table, dice: Dice, end: Point) -> None:
    """Walk there once the load is lifted, if the way is still open; a push may have come late (DRB-003)."""
    who = table.actor
    if table.sheet(who).has("prone") or in_the_way(table, who, end):
        table.happen(Told((who,), "{0} lifts the load, but can no longer go there."))
        settle(table, dice)
    else:
        _walk(table, dice, end)


def refuse_stuck(table: Table) -> None:
    """Refuse a move to those whom a load holds in place (D-1)."""
    if is_stuck(table, table.actor):
        raise NotNow("Your load is too heavy to move this turn. Drop something (free), or push the roll.")


@takes("stand")
def _stand(table: Table, dice: Dice, step: Step) -> None:
    """Put the walker at the end of the walk, unless they have fallen."""
    who = step["who"]
    if is_able(table, who) and not table.sheet(who).has("prone"):
        table.happen(Moved(who, step["x"], step["y"], step["facing"]))


@dataclass(frozen=True, slots=True)
class Dash(Command, name="turn.dash", label="Dash"):
    """Spend the action to move twice as far this turn (DRB-010, C-18)."""

    @classmethod
    def possible(cls, table: Table) -> None:
        not_spent(table, table.actor, own_turn(table).key)
        refuse_stuck(table)

    def perform(self, table: Table, dice: Dice) -> None:
        spend(table)
        use(table, table.actor, dashed=True)
        most = speed(table, table.actor)
        table.happen(Told((table.actor,), f"{{0}} dashes: {most} metres, {squares(most)} squares."))


@dataclass(frozen=True, slots=True)
class StepAside(ToSquare, name="parry.step", label="Step after the parry"):
    """After a parry both sides may move 2 metres, and nobody strikes at them for it (DRB-031, D-4).

    Too heavy a load has to be lifted for a step as well (D-1).
    """

    @classmethod
    def possible(cls, table: Table) -> None:
        if table.actor not in table.scene.memo.get(MAY_STEP, []) or not is_able(table, table.actor):
            raise NotNow("You can only step right after a parry. Move on your turn.")
        refuse_stuck(table)

    def odds(self, table: Table) -> Odds | None:
        self._end(table)
        if not must_lift(table, table.actor):
            return None
        return Odds(load_words(table, table.actor), chances_to_lift(table, table.actor))

    def perform(self, table: Table, dice: Dice) -> None:
        end = self._end(table)
        left = [who for who in table.scene.memo[MAY_STEP] if who != table.actor]
        table.happen(SceneMemoKept(MAY_STEP, left or None))
        if must_lift(table, table.actor):
            lift(table, dice, STEP, end)
        else:
            _step(table, dice, end)

    def _end(self, table: Table) -> Point:
        start, end = place(table, table.actor), squared(self.x, self.y)
        far = way(table, start, end)
        if not 0 < far <= SQUARE:
            raise Refused("Step to a neighbouring square, 2 metres away.", "x")
        if blocked := in_the_way(table, table.actor, end):
            raise Refused(f"{table.name(blocked[0])} stands there. Step where nobody stands.", "x")
        refuse_barrier(table, table.actor, end)
        return end


def _step(table: Table, dice: Dice, end: Point) -> None:
    """Step there, unless somebody stands there by now."""
    if in_the_way(table, table.actor, end):
        table.happen(Told((table.actor,), "{0} can no longer step there."))
        return
    facing = bearing(place(table, table.actor), end)
    table.happen(Told((table.actor,), "{0} steps aside."), Moved(table.actor, end[0], end[1], facing))


#: Functions that go on once the load is lifted, by the intended move.
_MOVES: dict[str, Callable[[Table, Dice, Point], None]] = {MOVE: _set_out, STEP: _step}
