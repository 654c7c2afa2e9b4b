"""The game master's word on a stunt: it may be tried, at such difficulties, or not at all (PCT-030)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.engine.kernel import Ask, Dice, Reply, Table, Told, Who, pick, switch
from rules.engine.odds import Odds
from rules.systems.kaos.core import (
    MODES,
    points,
)
from rules.systems.kaos.fight.actions.stunts import ALLOW, REFUSE, Stunt
from rules.systems.kaos.fight.base import free_to_act


@dataclass(frozen=True, slots=True)
class AllowStunt(Reply, name=ALLOW, label="Let them try"):
    """Allow a stunt, and let it be rolled: with Acrobatics or not, how hard, how hard the attack (PCT-030)."""

    who: ClassVar[Who] = Who.GM
    unasked: ClassVar[str] = "No stunt to decide about."

    acrobatics: bool = switch("Takes Acrobatics", default=True)
    mode: str = pick("How hard", among=MODES, default="standard")
    attack_mode: str = pick("Difficulty of the attack", among=MODES, default="hard")

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        ask = cls.waiting(table)
        return {"ask": ask.key, **{name: ask.known["stunt"][name] for name in ("acrobatics", "mode", "attack_mode")}}

    def odds(self, table: Table) -> Odds:
        return self._stunt(table, table.open_ask(self.ask, self.name)).odds(table)

    def perform(self, table: Table, dice: Dice) -> None:
        free_to_act(table)
        self._stunt(table, table.answer(self.ask, self.name)).carry_out(table, dice)

    def _stunt(self, table: Table, ask: Ask) -> Stunt:
        """The proposed stunt with the GM's difficulties; made easier where that is needed, and can still be paid."""
        proposed = Stunt(**ask.known["stunt"])
        able = points.points_held(table.me) // points.EASE_PRICE
        eased = proposed.eased and self.acrobatics and self.mode != "easy" and able > 0
        attack = proposed.eased_attack and self.attack_mode != "easy" and able > eased
        stunt = replace(proposed, acrobatics=self.acrobatics, mode=self.mode, attack_mode=self.attack_mode)
        return replace(stunt, eased=eased, eased_attack=attack)


@dataclass(frozen=True, slots=True)
class RefuseStunt(Reply, name=REFUSE, label="Refuse"):
    """Refuse a stunt; the action is still there for something else (PCT-030)."""

    who: ClassVar[Who] = Who.GM
    unasked: ClassVar[str] = "No stunt to decide about."

    def perform(self, table: Table, dice: Dice) -> None:
        table.answer(self.ask, self.name)
        table.happen(Told((table.actor,), "{0}’s stunt is not possible. Try something else."))
