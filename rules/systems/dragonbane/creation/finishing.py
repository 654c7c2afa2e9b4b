"""Gear, silver and story, and the end of the making (D-1)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.kernel.amounts import amount, throw
from rules.engine.kernel.commands import words
from rules.engine.kernel.dice import Dice
from rules.engine.kernel.facts import LimitChanged, MemoKept, ResourceChanged, TextChanged, Told
from rules.engine.kernel.refusals import NotNow
from rules.engine.kernel.table import Table
from rules.systems.dragonbane.core.figures import usual_limit
from rules.systems.dragonbane.core.new_sheet import UNMADE
from rules.systems.dragonbane.creation.state import Making, calling_of, chosen, settle


@dataclass(frozen=True, slots=True)
class GatherOutfit(Making):
    """Take the profession's gear and silver, and tell the name, weakness, memento and appearance (D-1)."""

    name: ClassVar[str] = "making.outfit"
    label: ClassVar[str] = "Gear and story"
    guidance: ClassVar[str] = "Your calling gives you gear and some silver. The rest is yours to tell."

    called: str = words("Name", default="", most=120, help="Left open it stays as it is")
    weakness: str = words("Weakness", default="", most=200, help="Giving in to it earns a mark")
    memento: str = words("Memento", default="", most=200)
    appearance: str = words("Appearance", default="", most=200)

    @classmethod
    def waits(cls, table: Table) -> None:
        if not chosen(table.me).get("skills"):
            raise NotNow("Choose the trained skills first.")

    @classmethod
    def settled(cls, table: Table) -> str:
        silver = chosen(table.me).get("silver")
        return f"{silver} silver" if silver else ""

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        texts = {name: table.me.texts.get(name, "") for name in _TOLD}
        return {"called": table.me.name, **texts}

    def perform(self, table: Table, dice: Dice) -> None:
        calling = calling_of(table.me)
        silver = int(chosen(table.me).get("silver") or 0)
        if not silver and calling:
            silver = throw(table, dice, table.actor, "silver", amount(calling.silver))
        purses = {**(chosen(table.me).get("purses") or {}), **({calling.key: silver} if calling else {})}
        settle(table, silver=silver, purses=purses)
        told = {"name": self.called.strip()[:120] or table.me.name}
        told |= {name: str(getattr(self, name)) for name in _TOLD}
        for name, text in told.items():
            if text != (table.me.name if name == "name" else table.me.texts.get(name, "")):
                table.happen(TextChanged(table.actor, name, text))


_TOLD = ("weakness", "memento", "appearance")


@dataclass(frozen=True, slots=True)
class Finish(Making):
    """Close the making: from now on the character is played (D-1)."""

    name: ClassVar[str] = "making.finish"
    label: ClassVar[str] = "Done"
    guidance: ClassVar[str] = "Look the sheet over. After this step it is played, and edited by hand only."

    @classmethod
    def waits(cls, table: Table) -> None:
        if not chosen(table.me).get("silver"):
            raise NotNow("Gather the gear first.")

    @classmethod
    def settled(cls, table: Table) -> str:
        return ""

    def perform(self, table: Table, dice: Dice) -> None:
        finish(table)


def finish(table: Table) -> None:
    """Forget the choices of the making, and begin unhurt."""
    who = table.actor
    table.happen(MemoKept(who, UNMADE, None), Told((who,), "{0} is ready for the road."))
    for resource in ("hp", "wp"):
        held, most = table.me.resources[resource], usual_limit(table.me, resource)
        if most != held.most:
            table.happen(LimitChanged(who, resource, most - held.most))
        if most > table.me.now(resource):
            table.happen(ResourceChanged(who, resource, most - table.me.now(resource)))
