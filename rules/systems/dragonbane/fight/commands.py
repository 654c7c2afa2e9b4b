"""The fights of the game: cards, turns, blows and defences, death and rallying, monsters, spells."""

from rules.engine.fight.scene import PutDown, Veil
from rules.engine.kernel.commands import Command
from rules.systems.dragonbane.fight.actions.actions import Activate, BreakDoor, Help, Other, PickLock, RoundRest
from rules.systems.dragonbane.fight.actions.course import End, EndTurn, Join, Leave, NextTurn
from rules.systems.dragonbane.fight.actions.free_actions import Draw, Drop, Shout
from rules.systems.dragonbane.fight.actions.special_abilities import RousingSong, SendAnimal, TwoCards
from rules.systems.dragonbane.fight.actions.things import PickUp, PullFree, PutOn, UseItem
from rules.systems.dragonbane.fight.attacks import monsters
from rules.systems.dragonbane.fight.attacks.attack import MeleeAttack, RangedAttack
from rules.systems.dragonbane.fight.attacks.dragon_effects import DragonChoice
from rules.systems.dragonbane.fight.attacks.free_strikes import Counter, CounterPass, FreePass, FreeStrike
from rules.systems.dragonbane.fight.attacks.manoeuvres import Disarm, Topple
from rules.systems.dragonbane.fight.attacks.monsters import MonsterStrike
from rules.systems.dragonbane.fight.attacks.second_strike import SecondStrike
from rules.systems.dragonbane.fight.attacks.spells import Cast, DragonOfMagic
from rules.systems.dragonbane.fight.defence.defence import Dodge, Parry, StayAway, StepBetween, Take
from rules.systems.dragonbane.fight.defence.dying import FirstAid, Rally, RallyYourself, RollDeath
from rules.systems.dragonbane.fight.defence.leaving_enemies import LetStrike
from rules.systems.dragonbane.fight.defence.movement import Dash, GetUpOrDown, Move, StepAside
from rules.systems.dragonbane.fight.rounds.changing_cards import HandCard, Hold, Wait
from rules.systems.dragonbane.fight.rounds.initiative import Begin, Choose, WalkIn
from rules.systems.dragonbane.fight.rounds.sneaking import Sneak

#: The commands of a fight, in the order in which pages offer them.
COMMANDS: tuple[type[Command], ...] = (
    RollDeath,
    MeleeAttack,
    RangedAttack,
    SecondStrike,
    monsters.Attack,
    Cast,
    Move,
    Dash,
    Parry,
    Dodge,
    Take,
    DragonChoice,
    DragonOfMagic,
    Counter,
    CounterPass,
    FreeStrike,
    MonsterStrike,
    FreePass,
    LetStrike,
    StepBetween,
    StayAway,
    StepAside,
    Choose,
    WalkIn,
    Topple,
    Disarm,
    Help,
    Draw,
    GetUpOrDown,
    Drop,
    Shout,
    PickUp,
    PutOn,
    UseItem,
    PullFree,
    FirstAid,
    Rally,
    RallyYourself,
    RoundRest,
    BreakDoor,
    PickLock,
    Activate,
    RousingSong,
    SendAnimal,
    TwoCards,
    Other,
    Wait,
    Hold,
    EndTurn,
    Sneak,
    Begin,
    Join,
    Leave,
    Veil,
    PutDown,
    HandCard,
    NextTurn,
    End,
)
