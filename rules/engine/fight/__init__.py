"""Fights of any game: turns and sides, ground, scene, steps that wait, and how people fight by themselves."""

from rules.engine.fight.course import OUTCOMES, Begin, End, EndTurn, NextTurn
from rules.engine.fight.disambiguation import target_choices, told_apart
from rules.engine.fight.drawing import (
    MOST_LINES,
    DrawFog,
    DrawLine,
    EraseLine,
    LayGround,
    TurnDoor,
    drawn_again,
    said_of_line,
)
from rules.engine.fight.fog import barriers_in_sight, is_foggy, refuse_fog, settle_fog
from rules.engine.fight.ground import (
    EDGE,
    FACING,
    HERE,
    ON_BOARD,
    Point,
    ToPlace,
    bearing,
    between,
    distance,
    face,
    field_east,
    field_north,
    in_the_way,
    metres,
    own_place,
    place,
    quarters_covered,
    refuse_barrier,
    shifted,
    stopped,
    tenths,
    too_far,
)
from rules.engine.fight.numbering import free_name, letter_hidden, lettered, names_in
from rules.engine.fight.only_answer import only_answer
from rules.engine.fight.routes import route
from rules.engine.fight.scene import (
    OVER,
    SIDES,
    AboutOne,
    Join,
    SceneCommand,
    by_side,
    close,
    everybody,
    stand_up,
    take_leave,
)
from rules.engine.fight.sequence import TO_COME, first, forget, keep, listed, note, remember, steps, then, unnote
from rules.engine.fight.tactics import (
    DEAD,
    DOWN,
    DYING,
    SPENT,
    UP,
    ByStyle,
    Gauge,
    Pick,
    Policy,
    Tactics,
    as_suggested,
    first_by,
    most_won,
    possible,
)
from rules.engine.fight.turns import (
    ABSENT,
    absent_rungs,
    allies,
    end_turn,
    fellows,
    fighting,
    keep_rungs,
    knows_of,
    next_on_ladder,
    nothing_waits,
    opponents,
    others_known,
    people,
    returned_rungs,
    rung_for,
    rung_of_turn,
    show_budgets,
)
from rules.engine.fight.walks import along, beside, leg
from rules.engine.fight.walls import (
    closed_by_walls,
    is_walled_from,
    is_walled_off,
    is_within,
    refuse_walled,
    unwalled,
    why_walled,
    why_walled_at,
)
