"""The commands of magic, in the order in which pages offer them, and its house rules."""

from rules.engine.kernel.commands import Command
from rules.systems.sda.magic.house import SWITCHES
from rules.systems.sda.magic.keeping import EndSpell, Maintain
from rules.systems.sda.magic.peace import CastInPeace
from rules.systems.sda.magic.preparing import Prepare
from rules.systems.sda.magic.resisting import LeapAside, Withstand
from rules.systems.sda.magic.sources import ClaimLife, NewFocus, Pray, ServeGod
from rules.systems.sda.magic.spellcasting import Cast, GoOnCasting
from rules.systems.sda.magic.spreading import ComeInto
from rules.systems.sda.magic.standing import STANDING
from rules.systems.sda.magic.wearing_off import LetTimePass, UseUp

__all__ = ["MAGIC", "SWITCHES"]

MAGIC: tuple[type[Command], ...] = (
    Cast,
    GoOnCasting,
    Withstand,
    LeapAside,
    ComeInto,
    Maintain,
    EndSpell,
    UseUp,
    LetTimePass,
    CastInPeace,
    Prepare,
    Pray,
    ServeGod,
    ClaimLife,
    NewFocus,
    *STANDING,
)
