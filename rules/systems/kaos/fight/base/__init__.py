"""The base of a fight: squares, arms, targets, blows, harm, and the budgets of a round."""

from rules.systems.kaos.fight.base.aims import called, distance_of
from rules.systems.kaos.fight.base.arms import (
    HANDS,
    UNARMED,
    Arm,
    arm_named,
    best_melee,
    best_missile,
    hands_for,
    mean_of,
    refuse_without_hands,
    shield_of,
)
from rules.systems.kaos.fight.base.blow import AFTERWARDS, BASH, CHANCES, Blow, settle
from rules.systems.kaos.fight.base.budgets import acted, free_to_act, renew, show, spend_action, squares_of
from rules.systems.kaos.fight.base.harm import down, fallen, given_by, left_of, mend, of_those_left
from rules.systems.kaos.fight.base.ongoing import (
    DEFENSIVE_MOVE,
    FULL_DEFENCE,
    focus_on,
    forget,
    free_from,
    hold,
    holder_of,
    let_go,
    lower,
    raise_guard,
    stop,
)
from rules.systems.kaos.fight.base.squares import (
    AFTER,
    BEFORE,
    SIDE,
    WHEN,
    Square,
    chosen,
    field_east,
    field_north,
    field_when,
    nearest_to,
    on_board,
    on_the_way,
    own_place,
    refuse_way,
    refuse_way_with,
    square_at,
    squares_between,
    squares_to,
    standing,
    steps,
    walk,
)
from rules.systems.kaos.fight.base.state import (
    GRAPPLED,
    MOUNTED,
    NETTED,
    PRONE,
    begin,
    end,
    is_held,
    is_helpless,
    is_out,
    opponents,
    takes_part,
)
