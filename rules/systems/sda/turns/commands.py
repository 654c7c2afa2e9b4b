"""The commands of a fight, those that carry it on among them, in the order in which pages offer them."""

from rules.engine.fight.scene import Join, PutDown, Veil
from rules.engine.kernel.commands import Command
from rules.systems.sda.fight.actions.initiative import Begin, GiveInitiative, RollSurprised
from rules.systems.sda.fight.base.sparring import Spar
from rules.systems.sda.fight.commands import AFTERMATH, BLOWS, MOVES
from rules.systems.sda.turns.grappling import GRAPPLING
from rules.systems.sda.turns.scene import End, Leave, Surge
from rules.systems.sda.turns.turns import DelayTurn, EndTurn, NextTurn, OtherAction, SplitTurn
from rules.systems.sda.turns.working import Work

COMMANDS: tuple[type[Command], ...] = (
    *BLOWS,
    *GRAPPLING,
    *MOVES,
    Work,
    OtherAction,
    DelayTurn,
    SplitTurn,
    EndTurn,
    RollSurprised,
    Surge,
    Begin,
    Join,
    Leave,
    Veil,
    PutDown,
    GiveInitiative,
    Spar,
    NextTurn,
    End,
    *AFTERMATH,
)
