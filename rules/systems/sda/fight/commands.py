"""The commands of a fight but those that carry it on, as pages offer them one after another."""

from rules.engine.kernel.commands import Command
from rules.systems.sda.fight.actions.hands import Draw, Drop, PickUp, PutAway
from rules.systems.sda.fight.actions.healing import Reanimate, StopBleeding
from rules.systems.sda.fight.actions.hits import Spend
from rules.systems.sda.fight.actions.loading import ClearJam, ReloadWeapon
from rules.systems.sda.fight.actions.quick_shots import ShootOpening, Watch
from rules.systems.sda.fight.actions.ride import RIDING
from rules.systems.sda.fight.actions.shooting import RangedAttack, ThrowAnything
from rules.systems.sda.fight.manoeuvres.commands import MANOEUVRES
from rules.systems.sda.fight.melee.announcing import Announce, Meet
from rules.systems.sda.fight.melee.attack import MeleeAttack
from rules.systems.sda.fight.melee.defence import MeleeDefend
from rules.systems.sda.fight.melee.dodging import Dodge
from rules.systems.sda.fight.melee.opportunities import PassOpportunity, TakeOpportunity
from rules.systems.sda.fight.moves.movement import Face, GetUpOrDown, Move
from rules.systems.sda.fight.wounds.damage import ShakeOff, TakeWound

#: Attacks, the answers to them, and wounds.
BLOWS: tuple[type[Command], ...] = (
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
)
#: Openings, steps, things in hand, help, manoeuvres, and riders.
MOVES: tuple[type[Command], ...] = (
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
)
#: The wounds and weapons that a fight leaves.
AFTERMATH: tuple[type[Command], ...] = (Reanimate, ClearJam)
