"""Circumstances of the whole scene: bad light, cramped space, smoke and gas (GRM-050, GRM-051, GRM-070, GRM-092)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.fight import SceneCommand
from rules.engine.kernel import (
    Choice,
    Dice,
    NotNow,
    Refused,
    SceneMemoKept,
    Table,
    Told,
    amount,
    counted,
    pick,
    switch,
    throw,
)
from rules.systems.grim.fight.attacks.modifiers import ROOM, SEEN, SETTING, setting
from rules.systems.grim.fight.base import Square, standing, yards_apart

#: The memo of clouds: of what kind, where, and how many yards wide to each side.
CLOUDS = "clouds"
#: Minutes that a cloud lasts (GRM-070, GRM-092).
MINUTES = "1d10+1"


def cloud(table: Table, dice: Dice, kind: str, at: Square, yards: int) -> None:
    """Let smoke or gas spread round a square (GRM-070, GRM-092)."""
    minutes = throw(table, dice, table.actor, f"minutes of {kind}", amount(MINUTES))
    told = counted(minutes, "minute", "minutes")
    table.happen(SceneMemoKept(CLOUDS, [*clouds(table), {"kind": kind, "at": list(at), "yards": yards}]))
    table.happen(Told((), f"{kind.capitalize()} spreads, and stays for {told} unless blown away."))


def clouds(table: Table) -> list[Mapping[str, Any]]:
    return list(table.scene.memo.get(CLOUDS, []))


def in_smoke(table: Table, who: str) -> bool:
    """Whether somebody stands in smoke."""
    here = standing(table, who)
    smoke = (one for one in clouds(table) if one["kind"] == "smoke")
    return any(yards_apart(here, (int(one["at"][0]), int(one["at"][1]))) <= one["yards"] for one in smoke)


def refuse_smoke(table: Table, *, far: bool) -> None:
    """Refuse a shot out of smoke beyond short distance; into it, the game master sets the difficulty (GRM-092)."""
    if far and in_smoke(table, table.actor):
        raise Refused("You are in smoke: short distance only. Move closer, or out of it.", "target")


@dataclass(frozen=True, slots=True)
class SetScene(SceneCommand):
    """Say how well one sees, and whether there is room to swing a weapon: for everybody here (GRM-050, GRM-051)."""

    name: ClassVar[str] = "fight.setting"
    label: ClassVar[str] = "Light and room"
    throws_dice: ClassVar[bool] = False

    visibility: str = pick("Sight", default="", at_once=True)
    room: str = pick("Room", default="", at_once=True)
    wind: bool = switch("Heavy wind clears smoke and gas")

    @classmethod
    def possible(cls, table: Table) -> None:
        if table.scene.stage == "over":
            raise NotNow("The fight is over. Set it in the next one.")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {
            "visibility": tuple(Choice(key, name) for key, name in SEEN.items()),
            "room": tuple(Choice(key, name) for key, name in ROOM.items()),
        }

    @classmethod
    def preset(cls, table: Table) -> Mapping[str, Any]:
        return {key: setting(table).get(key, "") for key in ("visibility", "room")}

    def perform(self, table: Table, dice: Dice) -> None:
        now = {key: value for key, value in (("visibility", self.visibility), ("room", self.room)) if value}
        table.happen(SceneMemoKept(SETTING, now or None))
        table.happen(Told((), f"{SEEN[self.visibility]}; {ROOM[self.room].lower()}."))
        if self.wind and clouds(table):
            table.happen(SceneMemoKept(CLOUDS, None), Told((), "The wind clears smoke and gas."))
