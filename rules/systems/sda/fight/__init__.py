"""The combat of WinterDawn: rounds, melee and shots as a conversation, wounds, openings, manoeuvres, its end."""

from rules.engine.fight.scene import Join, PutDown, Veil
from rules.engine.kernel.commands import Command
from rules.systems.sda.fight.announcing import Announce, Meet
from rules.systems.sda.fight.budgets import left, show
from rules.systems.sda.fight.damage import ShakeOff, TakeWound
from rules.systems.sda.fight.defending import MeleeDefend
from rules.systems.sda.fight.dodging import Dodge
from rules.systems.sda.fight.grappling.commands import GRAPPLING
from rules.systems.sda.fight.hands import Draw, Drop, PickUp, PutAway
from rules.systems.sda.fight.healing import Reanimate, StopBleeding
from rules.systems.sda.fight.hits import Spend
from rules.systems.sda.fight.house import SWITCHES
from rules.systems.sda.fight.initiative import Begin, GiveInitiative, RollSurprised
from rules.systems.sda.fight.loading import ClearJam, ReloadWeapon
from rules.systems.sda.fight.manoeuvres import MANOEUVRES
from rules.systems.sda.fight.melee import MeleeAttack
from rules.systems.sda.fight.movement import Face, GetUpOrDown, Move
from rules.systems.sda.fight.quick_shots import ShootOpening, Watch
from rules.systems.sda.fight.riding.commands import RIDING
from rules.systems.sda.fight.scene import End, Leave, Surge
from rules.systems.sda.fight.shooting import RangedAttack, ThrowAnything
from rules.systems.sda.fight.sparring import Spar
from rules.systems.sda.fight.striking import PassOpportunity, TakeOpportunity
from rules.systems.sda.fight.turns import DelayTurn, EndTurn, NextTurn, OtherAction, SplitTurn
from rules.systems.sda.fight.working import Work

__all__ = ["COMMANDS", "SWITCHES", "left", "show"]

#: The commands in the order in which pages offer them.
COMMANDS: tuple[type[Command], ...] = (
    MeleeAttack,
    MeleeDefend,
    Announce,
    Meet,
    RangedAttack,
    Dodge,
    ReloadWeapon,
    ThrowAnything,
    Spend,
    TakeWound,
    ShakeOff,
    *GRAPPLING,
    TakeOpportunity,
    ShootOpening,
    PassOpportunity,
    Watch,
    Move,
    Face,
    GetUpOrDown,
    Draw,
    Drop,
    PickUp,
    PutAway,
    StopBleeding,
    *MANOEUVRES,
    *RIDING,
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
    Reanimate,
    ClearJam,
)
