"""Random legal play that stays at it: armed people on a small board, who seldom leave and often strike."""

from dataclasses import replace
from typing import Any

from rules.engine.kernel import Begun, Choice, Command, Fact, Field, Item, Joined, Sheet, Table
from rules.systems.dragonbane.core import item_from
from rules.systems.dragonbane.core.new_sheet import creature_sheet, fresh_sheet
from tests.rules.legal_play import LegalPlay

#: Metres from the middle to the edge of where they fight.
BOARD = 6
SWORDS = ("broadsword", "small_shield")
WEAPONS = (*SWORDS, "dagger", "short_bow", "long_spear", "handaxe", "short_spear", "light_crossbow")
MONSTERS = ("troll", "minotaur", "wight", "harpy", "dragon", "giant", "manticore")
PEOPLE = ("bandit", "guard", "hunter", "orc_warrior")
GEAR = ("bandages", "quiver", "lockpicks")
#: One of them fights with what gives boons and blows, the other with what helps companions; both carry too much.
ABILITIES = (
    ("hard_to_catch", "unforgiving", "double_blow", "backstab", "iron_fist", "iron_grip", "quick", "adaptive"),
    ("guardian", "shield_wall", "rousing_song", "cool_head", "ill_tempered", "field_surgeon", "companion", "quick"),
)
#: What ends or scatters a fight, and edits of sheets: given now and then only.
SELDOM = ("fight.end", "fight.leave", "fight.veil", "fight.place", "person.age", "peril.fall")


class BusyPlay(LegalPlay):
    """A party with weapons, abilities and a spell, and foes one of whom is a monster."""

    def _begin(self) -> list[Fact]:
        foes = [self.random.choice(MONSTERS), self.random.choice(PEOPLE)]
        sheets = [self._hero(number) for number in range(2)] + [creature_sheet(key) for key in foes]
        happened: list[Fact] = []
        for number, sheet in enumerate(sheets):
            side = "party" if sheet.kind == "character" else "foes"
            east, north = 2.0 * (number % 2), 2.0 * (number // 2)
            happened += [Begun(f"c{number}", sheet), Joined(f"c{number}", side, False, east, north)]
        return happened

    def _hero(self, number: int) -> Sheet:
        sheet = fresh_sheet(f"Hero {number}")
        sheet.ranks["skill"] |= {"swords": 14, "evade": 12, "bows": 12, "spears": 12, "animism": 14, "healing": 12}
        for key in WEAPONS:
            sheet.items[key] = replace(item_from("weapons", key), in_use=key in SWORDS)
        for key in GEAR:
            sheet.items[key] = replace(item_from("gear", key), count=5)
        for key in ABILITIES[number]:
            sheet.items[key] = item_from("abilities", key)
        sheet.items["stones"] = Item("Stones", "gear", count=4)
        sheet.resources["wp"].now = sheet.resources["wp"].most = 60
        sheet.memo["printed"] = ["wp"]
        sheet.items["leather"] = replace(item_from("armour", "leather"), in_use=True)
        stats = {"school": "animism", "rank": 1, "damage": "d8", "range": 20}
        sheet.items["bolt"] = Item("Bolt", "spell", stats=stats)
        sheet.items["spark"] = Item("Spark", "spell", stats={**stats, "rank": 0, "damage": "d4", "reaction": True})
        return sheet

    def _pressing(self, offered: list[type[Command]]) -> list[type[Command]]:
        often = [command for command in offered if command.name not in SELDOM]
        striking = [one for one in often if one.name.endswith((".attack", ".cast", ".topple", ".disarm"))]
        if striking and self.random.random() < 0.4:
            return striking
        return super()._pressing(often if often and self.random.random() < 0.97 else offered)

    def _value(
        self, kind: type[Command], described: Field, choices: tuple[Choice, ...], table: Table, default: Any
    ) -> Any:
        if described.label in ("East", "North"):
            return self.random.randint(-BOARD, BOARD)
        return super()._value(kind, described, choices, table, default)
