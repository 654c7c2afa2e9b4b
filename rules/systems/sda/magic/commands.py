"""The commands of magic, in the order in which pages offer them, and its house rules."""

from rules.engine.kernel.commands import Command
from rules.systems.sda.content.house_rules.magic import SWITCHES
from rules.systems.sda.magic.casting.in_fights import Cast, GoOnCasting
from rules.systems.sda.magic.casting.keeping import EndSpell, LetTimePass, Maintain, UseUp
from rules.systems.sda.magic.casting.peace import CastInPeace
from rules.systems.sda.magic.casting.places import STANDING
from rules.systems.sda.magic.casting.preparing import Prepare
from rules.systems.sda.magic.casting.sources import ClaimLife, NewFocus, Pray, ServeGod
from rules.systems.sda.magic.spells.resisting import LeapAside, Withstand
from rules.systems.sda.magic.spells.spreading import ComeInto

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
