"""Refusals of a fight: what cannot be done is said in a sentence, at the field that it is about."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from rules.engine.kernel import (
    Command,
    Condition,
    ConditionSet,
    QuickDice,
    Refused,
    Sheet,
    Table,
    commands,
    described_fields,
)
from rules.systems.dragonbane.commands import COMMANDS as ALL
from rules.systems.dragonbane.core import BROKEN
from rules.systems.dragonbane.core.new_sheet import creature_sheet
from rules.systems.dragonbane.fight.attacks.free_strikes import FreeStrike
from rules.systems.dragonbane.fight.base import EMPTY
from tests.rules.dragonbane.fights import do, fight, hero, odds
from tests.rules.dragonbane.test_abilities import gifted
from tests.rules.dragonbane.test_choices import mage
from tests.rules.dragonbane.test_fight import armed
from tests.rules.rooms import in_rooms

COMMANDS = in_rooms(ALL, "fight", but="fight.actions.tasks")

Laid = Callable[[], Table]


def against(rook: Sheet, *foes: Sheet, far: float = 2.0) -> Table:
    """Rook acts; foe and other stand so far to the east and to the west."""
    people = {"rook": rook, **dict(zip(("foe", "other"), foes or (hero("Foe"),), strict=False))}
    table = fight(people, list(people), foes=("foe", "other"))
    for who, x in (("foe", far), ("other", -far)):
        if who in people:
            table.combatant(who).x = x
    return table


def down(who: str, table: Table) -> Table:
    table.sheet(who).resources["hp"].now = 0
    return table


def with_other_far_off(table: Table) -> Table:
    table.combatant("other").x = -20.0
    return table


def in_a_house(table: Table, **rules: Any) -> Table:
    table.house_rules = rules
    return table


def dragon_with(weapon: str, **skills: int) -> Table:
    table = against(armed("Rook", weapon, **skills), armed("Foe", "broadsword"))
    return do(table, "rook", "melee.attack", {"rook": [1]}, target="foe", weapon=weapon)


def shot_at() -> Table:
    """Foe has hit Rook with an arrow; Rook has a sword and a shield."""
    table = against(armed("Rook", "broadsword", "small_shield"), armed("Foe", "short_bow", bows=14), far=10.0)
    table.scene.turn = "foe/1"
    return do(table, "foe", "ranged.attack", {"foe": [7]}, target="rook")


def ready() -> Table:
    table = against(hero("Rook"))
    table.scene.stage, table.scene.turn, table.scene.ladder = "ready", "", []
    return table


def newcomer() -> Table:
    """Foe is there, and holds no card."""
    table = against(hero("Rook"))
    table.scene.ladder = table.scene.ladder[:1]
    return table


def thrower() -> Table:
    return against(armed("Rook", "dagger", "long_spear", knives=14, spears=14), armed("Foe", "broadsword"), far=4.0)


SPELL = {"school": "animism", "rank": 1, "damage": "d6", "range": 20}


def caster(**stats: Any) -> Table:
    return against(mage(**{**SPELL, **stats}), far=4.0)


def after_double_blow(sheet: Sheet, *foes: Sheet) -> Table:
    table = against(gifted(sheet, "double_blow"), *foes)
    return do(table, "rook", "melee.attack", {"rook": [19]}, target="foe")


#: Situation, who wants what, the sentence, and the field at which it stands.
ROWS: list[tuple[str, Laid, str, str, dict[str, Any], str, str]] = [
    ("second.same", lambda: after_double_blow(armed("Rook", "broadsword"), hero("Foe"), hero("Other")),
     "rook", "melee.second", {"target": "foe"}, "choose from Other", "target"),
    ("second.nobody", lambda: after_double_blow(armed("Rook", "broadsword"), hero("Foe")),
     "rook", "melee.second", {"target": "foe"}, "No other enemy in reach", ""),
    ("melee.far", thrower, "rook", "melee.attack", {"target": "foe", "weapon": "dagger"}, "reaches 2: move", "target"),
    ("melee.blunt", lambda: against(armed("Rook", "light_warhammer")),
     "rook", "melee.attack", {"target": "foe", "manner": "weak_spot"}, "cannot find a weak spot", "manner"),
    ("melee.type", lambda: against(armed("Rook", "broadsword", "dagger")),
     "rook", "melee.attack", {"target": "foe", "weapon": "dagger", "as_type": "bludgeoning"}, "", "as_type"),
    ("melee.power", lambda: against(armed("Rook", "broadsword")),
     "rook", "melee.attack", {"target": "foe", "banes": 6}, "Banes: 0 to 5, not 6", "banes"),
    ("shot.empty", lambda: against(_emptied(), far=10.0),
     "rook", "ranged.attack", {"target": "foe"}, "has no ammunition", "weapon"),
    ("shot.far", lambda: against(armed("Rook", "short_bow"), far=60.0),
     "rook", "ranged.attack", {"target": "foe"}, "reaches 30 metres", "target"),
    ("topple.far", thrower, "rook", "melee.topple", {"target": "foe", "weapon": "dagger"}, "cannot do this", "weapon"),
    ("topple.away", lambda: with_other_far_off(against(armed("Rook", "dagger"), hero("Foe"), hero("Other"))),
     "rook", "melee.topple", {"target": "other"}, "Other is 20 metres away", "target"),
    ("topple.down", lambda: down("foe", against(armed("Rook", "dagger"))),
     "rook", "melee.topple", {"target": "foe"}, "Foe is down already", "target"),
    ("disarm.bare", lambda: against(armed("Rook", "dagger")),
     "rook", "melee.disarm", {"target": "foe"}, "has no weapon to knock away", "target"),
    ("dragon.other", lambda: dragon_with("broadsword", swords=14),
     "rook", "dragon.choose", {"effect": "another"}, "Dragon effect: choose from", "effect"),
    ("dragon.pierce", lambda: dragon_with("light_warhammer", hammers=14),
     "rook", "dragon.choose", {"effect": "pierce"}, "Dragon effect: choose from", "effect"),
    ("parry.shot", shot_at, "rook", "defend.parry", {"weapon": "broadsword"}, "choose from Small shield", "weapon"),
    ("cast.trick", lambda: caster(rank=0),
     "rook", "magic.cast", {"spell": "bolt", "target": "foe", "power": 2}, "A trick has no power levels", "power"),
    ("cast.power", caster, "rook", "magic.cast", {"spell": "bolt", "target": "foe", "power": 4}, "1 to 3", "power"),
    ("cast.far", lambda: caster(range=2),
     "rook", "magic.cast", {"spell": "bolt", "target": "foe"}, "the spell reaches 2", "target"),
    ("cast.nobody", caster, "rook", "magic.cast", {"spell": "bolt"}, "Choose a target", "target"),
    ("cast.long", lambda: caster(long=True),
     "rook", "magic.cast", {"spell": "bolt", "target": "foe"}, "", "spell"),
    ("monster.row", lambda: in_a_house(against(creature_sheet("troll")), game_master_picks_attacks=False),
     "rook", "monster.attack", {"target": "foe", "row": "1"}, "", "row"),
    ("monster.far", lambda: against(creature_sheet("troll"), far=60.0),
     "rook", "monster.attack", {"target": "foe"}, "Move closer first", "target"),
    ("card.held", newcomer, "", "fight.card", {"combatant": "foe", "card": 1}, "Card 1 is taken", "card"),
    ("card.which", lambda: against(hero("Rook")),
     "", "fight.card", {"combatant": "foe"}, "holds 1 card (2)", "card"),
    ("card.dead", lambda: _dead(against(hero("Rook"))),
     "", "fight.card", {"combatant": "foe", "card": 5}, "is out", "combatant"),
    ("begin.both", ready,
     "", "fight.begin", {"surprising": ["foe"], "ambushed": ["foe"]}, "either surprises or is ambushed", "ambushed"),
    ("move.there", lambda: against(hero("Rook")),
     "rook", "turn.move", {"x": 0, "y": 0}, "You are there already", "x"),
    ("move.far", lambda: against(hero("Rook"), far=50.0),
     "rook", "turn.move", {"x": 12, "y": 0}, "you have 10 left, 5 squares", "x"),
    ("move.blocked", lambda: against(hero("Rook")), "rook", "turn.move", {"x": 4, "y": 0}, "in the way", "x"),
    ("move.aside", lambda: against(hero("Rook"), far=5.0), "rook", "turn.move", {"x": 4, "y": 0}, "in the way", "x"),
    ("hold.last", lambda: in_a_house(_alone_left(), hold_back=True), "rook", "turn.hold", {}, "Everybody else", ""),
    ("other.words", lambda: against(hero("Rook")), "rook", "turn.other", {"words": " "}, "Say what you do", "words"),
    ("shout.words", lambda: against(hero("Rook")), "rook", "turn.shout", {"words": " "}, "Say what you shout", "words"),
    ("draw.nothing", lambda: against(armed("Rook", "dagger")), "rook", "turn.draw", {}, "Choose what to", "weapon"),
    ("help.nobody", lambda: against(hero("Rook")), "rook", "turn.help", {"ally": "foe"}, "Nobody on your side", ""),
    ("death.creature", lambda: down("foe", _turn("foe", against(hero("Rook"), hero("Foe", kind="creature")))),
     "foe", "death.roll", {}, "", ""),
    ("animal.words", lambda: against(gifted(hero("Rook"), "companion")),
     "rook", "ability.animal", {"order": "errand"}, "Enter a command", "words"),
]  # fmt: skip


def _emptied() -> Sheet:
    sheet = armed("Rook", "short_bow", bows=14)
    sheet.items["short_bow"].stats[EMPTY] = True
    return sheet


def _dead(table: Table) -> Table:
    table.happen(ConditionSet("foe", Condition("dead", "Dead")))
    return table


def _alone_left() -> Table:
    table = against(hero("Rook"))
    table.scene.ladder[1] = replace(table.scene.ladder[1], done=True)
    return table


def _turn(who: str, table: Table) -> Table:
    table.scene.turn = f"{who}/1"
    return table


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_what_cannot_be_done_is_refused_at_its_field(row: tuple[str, Laid, str, str, dict[str, Any], str, str]) -> None:
    _, laid, who, command, chosen, sentence, field = row
    table = laid()
    table.facts.clear()
    with pytest.raises(Refused) as refused:
        do(table, who, command, QuickDice(0), **chosen)
    assert refused.value.sentence.endswith(".")
    assert sentence in refused.value.sentence
    assert refused.value.field == field
    assert table.facts == []
    kind = next(kind for kind in COMMANDS if kind.name == command)
    assert field in ("", *described_fields(kind))


def test_a_strike_is_weighed_only_with_what_reaches() -> None:
    table = against(armed("Rook", "dagger", "long_spear", knives=14, spears=14), far=4.0)
    assert FreeStrike("ask", "long_spear").aimed(table, "foe")[0] > 0
    with pytest.raises(Refused, match=r"does not reach\. Use: Long spear") as refused:
        FreeStrike("ask", "dagger").aimed(table, "foe")
    assert refused.value.field == "weapon"
    table.combatant("foe").x = 20.0
    with pytest.raises(Refused, match="Nothing in hand reaches"):
        FreeStrike("ask").aimed(table, "foe")


# -- what a command is -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", COMMANDS, ids=lambda kind: str(kind.name))
def test_whatever_foretells_odds_says_that_it_has_some(kind: type[Command]) -> None:
    assert kind.has_odds == (kind.odds is not commands.Command.odds)


@pytest.mark.parametrize(("name", "serve"), [("melee.attack", {"dagger"}), ("ranged.attack", {"dagger", "short_bow"})])
def test_an_attack_takes_every_weapon_that_serves_and_no_other(name: str, serve: set[str]) -> None:
    for weapon in ("broadsword", "dagger", "short_bow", "handaxe"):
        rook = armed("Rook", "broadsword", "dagger", "short_bow", "handaxe", swords=14, knives=14, bows=14)
        rook.items["broadsword"] = replace(rook.items["broadsword"], wear=BROKEN)
        rook.items["handaxe"] = replace(rook.items["handaxe"], in_use=False)
        table = against(rook)
        if weapon in serve:
            assert odds(table, "rook", name, target="foe", weapon=weapon).chances
        else:
            with pytest.raises(Refused, match=r"Weapon: choose from .*Dagger"):
                odds(table, "rook", name, target="foe", weapon=weapon)
