"""The combat of KAOS d100: initiative, one action a turn, attack and defence, spells, the end of a fight."""

from rules.engine.fight.scene import PutDown, Veil
from rules.engine.kernel.commands import Command
from rules.systems.kaos.fight.actions.melee import MeleeAttack, SurpriseStrike
from rules.systems.kaos.fight.actions.movement import DefensiveMove, FullDefence, GetUp, Mount, Run
from rules.systems.kaos.fight.actions.shield_bash import FollowBash, PassBash, ShieldBash
from rules.systems.kaos.fight.actions.shooting import MissileAttack, StrafingShot
from rules.systems.kaos.fight.actions.stunts import AllowStunt, RefuseStunt, Stunt
from rules.systems.kaos.fight.actions.things_in_hand import DrinkPotion, Reload, SwitchWeapons
from rules.systems.kaos.fight.actions.tumbling import Tumble, TumbleOn
from rules.systems.kaos.fight.actions.wrestling import BreakFree, Grapple
from rules.systems.kaos.fight.base.harm import DamageAgain, DamageStands
from rules.systems.kaos.fight.exchange.attack_and_defence import Defend
from rules.systems.kaos.fight.rounds.course import End, EndTurn, Leave, NextTurn
from rules.systems.kaos.fight.rounds.initiative import Begin, GiveInitiative, Join
from rules.systems.kaos.fight.spells.casting import Cast, CastAtLeisure

#: The commands of a fight, in the order in which pages offer them.
COMMANDS: tuple[type[Command], ...] = (
    MeleeAttack,
    MissileAttack,
    Cast,
    SurpriseStrike,
    ShieldBash,
    Tumble,
    StrafingShot,
    DefensiveMove,
    FullDefence,
    Run,
    GetUp,
    Grapple,
    BreakFree,
    SwitchWeapons,
    Reload,
    DrinkPotion,
    Mount,
    Stunt,
    AllowStunt,
    RefuseStunt,
    Defend,
    FollowBash,
    PassBash,
    TumbleOn,
    DamageStands,
    DamageAgain,
    EndTurn,
    Begin,
    Join,
    Leave,
    Veil,
    PutDown,
    GiveInitiative,
    NextTurn,
    End,
    CastAtLeisure,
)
