"""The special manoeuvres of a fight (SDA-246 to SDA-274)."""

from rules.engine.kernel.commands import Command
from rules.systems.sda.fight.manoeuvres.arriving import ChargeStrike
from rules.systems.sda.fight.manoeuvres.battle_cry import BattleCry
from rules.systems.sda.fight.manoeuvres.charging import Charge
from rules.systems.sda.fight.manoeuvres.defensive_stance import DefensiveStance
from rules.systems.sda.fight.manoeuvres.footwork import DodgeRoll, KickUp, Run
from rules.systems.sda.fight.manoeuvres.minds import Intimidate, Resist, Taunt
from rules.systems.sda.fight.manoeuvres.pain import ShrugOff
from rules.systems.sda.fight.manoeuvres.performing import BladeDance, Inspire, ShareSpirit, SpellSong
from rules.systems.sda.fight.manoeuvres.reassessing import Reassess
from rules.systems.sda.fight.manoeuvres.shield_walls import (
    HideBehindShield,
    JoinShieldWall,
    LowerShield,
    MoveShieldWall,
)
from rules.systems.sda.fight.melee.second_weapon import SecondAttack

#: The commands in the order in which pages offer them.
MANOEUVRES: tuple[type[Command], ...] = (
    SecondAttack,
    Charge,
    ChargeStrike,
    DefensiveStance,
    DodgeRoll,
    Run,
    KickUp,
    Intimidate,
    BattleCry,
    Taunt,
    Resist,
    Inspire,
    ShareSpirit,
    BladeDance,
    SpellSong,
    ShrugOff,
    Reassess,
    HideBehindShield,
    JoinShieldWall,
    MoveShieldWall,
    LowerShield,
)
