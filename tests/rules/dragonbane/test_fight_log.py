"""The log of a fight: what every deed tells, line by line, with the names of those whom it is about."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from rules.engine.kernel import (
    Condition,
    ConditionSet,
    Item,
    ItemLost,
    ItemSet,
    Judged,
    Moved,
    QuickDice,
    Sheet,
    Table,
    Told,
    TypedDice,
)
from rules.systems.dragonbane.content import library
from rules.systems.dragonbane.core import attacks_of, item_from
from rules.systems.dragonbane.core.new_sheet import creature_sheet
from rules.systems.dragonbane.fight.base import Blow, land
from tests.rules.dragonbane.fights import do, fight, hero
from tests.rules.dragonbane.test_abilities import gifted
from tests.rules.dragonbane.test_fight import armed

#: Who, what, the dice that fall for it, and what they choose.
Step = tuple[str, str, dict[str, list[int]], dict[str, Any]]
BOLT = Item("Bolt", "spell", stats={"school": "animism", "rank": 1, "damage": "d6", "range": 20})


def cast(*people: Sheet, order: tuple[str, ...] = ("rook", "foe", "mira", "other")) -> Table:
    """Rook, a foe, a friend and another foe, two metres from each other on one line; all are armed."""
    given = dict(zip(("rook", "foe", "mira", "other"), people, strict=False))
    named = {who: given.get(who) or fighter(who.title()) for who in ("rook", "foe", "mira", "other")}
    table = fight(named, order, foes=("foe", "other"))
    table.combatant("mira").x, table.combatant("other").x = -2.0, 8.0
    return table


def fighter(name: str, *weapons: str, **more: int) -> Sheet:
    skills = {"swords": 14, "knives": 14, "evade": 10, "bows": 14, "animism": 14, "healing": 12, "persuasion": 12}
    sheet = armed(name, *(weapons or ("broadsword",)), **{**skills, **more})
    sheet.items |= {"dagger": item_from("weapons", "dagger"), "torch": item_from("gear", "torch"), "bolt": BOLT}
    return sheet


def lines(table: Table) -> list[str]:
    told = [fact for fact in table.facts if isinstance(fact, Told)]
    return [one.text.format(*(table.name(who) for who in one.who)) for one in told]


def down(who: str) -> Table:
    table = cast()
    table.sheet(who).resources["hp"].now = 0
    return table


def with_condition(name: str) -> Table:
    table = cast()
    table.happen(ConditionSet("rook", Condition(name, name)))
    return table


def singing() -> Table:
    table = cast(gifted(fighter("Rook"), "rousing_song"))
    table.happen(ConditionSet("mira", Condition("scared", "Scared")))
    return table


def before_fight() -> Table:
    table = cast()
    table.scene.stage, table.scene.turn, table.scene.ladder = "ready", "", []
    return table


def cardless() -> Table:
    table = cast()
    table.scene.ladder = table.scene.ladder[:2]
    return table


def weak() -> Table:
    table = cast()
    table.sheet("foe").resources["hp"].now = 4
    return table


def creature() -> Table:
    foe = fighter("Foe")
    foe.kind = "creature"
    return cast(fighter("Rook"), foe)


def two_death_rolls(what: str) -> Table:
    table = down("rook")
    table.me.memo["death_rolls"] = {"successes": 0, "failures": 0, what: 2}
    return table


def daggers() -> Table:
    """Rook has a dagger in hand, and the other foe at the back."""
    table = cast(fighter("Rook", "dagger"))
    table.me.items["dagger"] = replace(table.me.items["dagger"], in_use=True)
    table.combatant("mira").x, table.combatant("other").x = -4.0, -2.0
    return table


STAB: Step = ("rook", "melee.attack", {"rook": [1]}, {"target": "foe", "weapon": "dagger"})
HIT: Step = ("rook", "melee.attack", {"rook": [7]}, {"target": "foe"})
ATTACKS = "Rook attacks Foe (Broadsword)."
PARRIES = "Foe parries Rook’s blow."

ROWS: dict[str, tuple[Callable[[], Table], list[Step], list[str]]] = {
    "parry": (cast, [HIT, ("foe", "defend.parry", {"foe": [5], "rook": [3, 3]}, {})],
              [ATTACKS, PARRIES, "Foe’s Broadsword holds."]),
    "parry and break": (cast, [HIT, ("foe", "defend.parry", {"foe": [5], "rook": [6, 6]}, {"weapon": "broadsword"})],
                        [ATTACKS, PARRIES, "Foe’s Broadsword holds."]),
    "dodge": (cast, [HIT, ("foe", "defend.dodge", {"foe": [5]}, {})], [ATTACKS, "Foe dodges Rook’s blow."]),
    "dodge in vain": (creature, [HIT, ("foe", "defend.dodge", {"foe": [15], "rook": [1, 2]}, {})],
                      [ATTACKS, "Foe fails to dodge.", "Rook hits Foe (Broadsword): 3 damage."]),
    "miss": (cast, [("rook", "melee.attack", {"rook": [15]}, {"target": "foe"})],
             [ATTACKS, "Rook misses Foe (Broadsword)."]),
    "dragon": (cast, [("rook", "melee.attack", {"rook": [1]}, {"target": "foe"}),
                      ("rook", "dragon.choose", {}, {"effect": "double"})],
               [ATTACKS, "Rook’s Dragon: double weapon dice."]),
    "dragon at the armour": (daggers, [STAB, ("rook", "dragon.choose", {}, {"effect": "pierce"})],
                             ["Rook attacks Foe (Dagger).", "Rook’s Dragon: ignore armour."]),
    "dragon at another": (daggers, [STAB, ("rook", "dragon.choose", {}, {"effect": "another", "other": "other"}),
                                    ("foe", "defend.take", {"rook": [1, 15]}, {})],
                          ["Rook attacks Foe (Dagger).", "Rook’s Dragon: second target.",
                           "Rook hits Foe (Dagger): 1 damage.", "Rook attacks Other as well.",
                           "Rook misses Other (Dagger)."]),
    "dragon at rest": (daggers, [STAB, ("rook", "dragon.choose", {}, {"effect": "nothing"})],
                       ["Rook attacks Foe (Dagger).", "Rook’s Dragon: nothing more."]),
    "counter": (cast, [HIT, ("foe", "defend.parry", {"foe": [1], "rook": [3, 3]}, {}),
                       ("foe", "counter.strike", {"foe": [2, 1]}, {})],
                [ATTACKS, PARRIES, "Foe’s Broadsword holds.", "Foe strikes back at Rook.",
                 "Foe hits Rook (Broadsword): 3 damage."]),
    "counter let be": (cast, [HIT, ("foe", "defend.parry", {"foe": [1], "rook": [3, 3]}, {}),
                              ("foe", "counter.pass", {}, {})],
                       [ATTACKS, PARRIES, "Foe’s Broadsword holds.", "Foe passes up a free attack on Rook."]),
    "step": (cast, [HIT, ("foe", "defend.parry", {"foe": [5], "rook": [3, 3]}, {}),
                    ("rook", "parry.step", {}, {"x": 0, "y": 2})],
             [ATTACKS, PARRIES, "Foe’s Broadsword holds.", "Rook steps aside."]),
    "walk away": (cast, [("rook", "turn.move", {"rook": [5]}, {"x": 0, "y": 6})], ["Rook moves 6 m, 3 squares."]),
    "walk away in vain": (cast, [("rook", "turn.move", {"rook": [15]}, {"x": 0, "y": 6}),
                                 ("rook", "leave.struck", {}, {}),
                                 ("foe", "free.strike", {"foe": [7, 2, 1]}, {})],
                          ["Rook moves 6 m, 3 squares.", "Foe gets a free attack on Rook.",
                           "Foe hits Rook (Broadsword): 3 damage."]),
    "walk away unharmed": (cast, [("rook", "turn.move", {"rook": [15]}, {"x": 0, "y": 6}),
                                  ("rook", "leave.struck", {}, {}), ("foe", "free.pass", {}, {})],
                           ["Rook moves 6 m, 3 squares.", "Foe passes up a free attack on Rook."]),
    "dash": (cast, [("rook", "turn.dash", {}, {})], ["Rook dashes: 20 metres, 10 squares."]),
    "down": (cast, [("rook", "turn.position", {}, {})], ["Rook drops to the ground."]),
    "up": (lambda: with_condition("prone"), [("rook", "turn.position", {}, {})], ["Rook gets up."]),
    "draw": (cast, [("rook", "turn.draw", {}, {"weapon": "dagger", "away": "broadsword"})],
             ["Rook stows Broadsword.", "Rook draws Dagger."]),
    "drop": (cast, [("rook", "turn.drop", {}, {"thing": "torch"})], ["Rook drops Torch."]),
    "drop and take": (cast, [("rook", "turn.drop", {}, {"thing": "broadsword"}),
                             ("rook", "turn.pick_up", {}, {"thing": "broadsword"})],
                      ["Rook drops Broadsword.", "Rook picks up: Broadsword."]),
    "take out": (cast, [("rook", "turn.pick_up", {}, {"thing": "torch"})], ["Rook takes out: Torch."]),
    "use": (cast, [("rook", "turn.use_item", {}, {"thing": "torch", "words": "waves it"})],
            ["Rook uses Torch: waves it."]),
    "use on": (cast, [("rook", "turn.use_item", {}, {"thing": "torch", "target": "mira"})],
               ["Rook uses Torch on Mira."]),
    "shout": (cast, [("rook", "turn.shout", {}, {"words": "Run!"})], ["Rook shouts: “Run!”"]),
    "other": (cast, [("rook", "turn.other", {}, {"words": "bars the door"})], ["Rook: bars the door"]),
    "help": (cast, [("rook", "turn.help", {}, {"ally": "mira"})], ["Rook helps Mira."]),
    "wait": (cast, [("rook", "turn.wait", {}, {"other": "mira/1"})], ["Rook waits until 3, and Mira acts at 1."]),
    "topple": (cast, [("rook", "melee.topple", {"foe": [15], "rook": [5]}, {"target": "foe"})],
               ["Rook topples Foe.", "Foe falls."]),
    "topple in vain": (cast, [("rook", "melee.topple", {"foe": [5], "rook": [15]}, {"target": "foe"})],
                       ["Rook fails against Foe."]),
    "disarm": (cast, [("rook", "melee.disarm", {"foe": [15], "rook": [5, 4]}, {"target": "foe"})],
               ["Rook disarms Foe: Broadsword flies 4 metres."]),
    "fall": (weak, [HIT, ("foe", "defend.take", {"rook": [3, 2]}, {})],
             [ATTACKS, "Rook hits Foe (Broadsword): 5 damage.", "Foe falls to the ground, dying."]),
    "die": (weak, [HIT, ("foe", "defend.take", {"rook": [6, 6]}, {})],
            [ATTACKS, "Rook hits Foe (Broadsword): 12 damage.", "Foe falls to the ground, dying."]),
    "hit while down": (lambda: down("foe"), [("rook", "melee.attack", {"rook": [7, 3, 1, 2]}, {"target": "foe"})],
                       [ATTACKS, "Rook hits Foe (Broadsword): 3 damage.", "Foe is hit while down."]),
    "rally": (lambda: down("mira"), [("rook", "turn.rally", {"rook": [5]}, {"ally": "mira"})],
              ["Mira rallies, and fights on."]),
    "rally in vain": (lambda: down("mira"), [("rook", "turn.rally", {"rook": [15]}, {"ally": "mira"})],
                      ["Mira does not rally."]),
    "save": (lambda: down("mira"), [("rook", "turn.first_aid", {"rook": [5, 3, 4]}, {"patient": "mira"})],
             ["Rook saves Mira’s life.", "Mira regains 4 hit points."]),
    "save in vain": (lambda: down("mira"), [("rook", "turn.first_aid", {"rook": [15, 3]}, {"patient": "mira"})],
                     ["Rook cannot help Mira yet."]),
    "cling to life": (lambda: two_death_rolls("successes"), [("rook", "death.roll", {"rook": [5, 1]}, {})],
                      ["Rook clings to life.", "Rook regains 1 hit point."]),
    "die slowly": (lambda: two_death_rolls("failures"), [("rook", "death.roll", {"rook": [15]}, {})], ["Rook dies."]),
    "cast": (cast, [("rook", "magic.cast", {"rook": [5]}, {"spell": "bolt", "target": "foe"})], ["Rook casts Bolt."]),
    "cast in vain": (cast, [("rook", "magic.cast", {"rook": [15]}, {"spell": "bolt", "target": "foe"})],
                     ["Rook casts Bolt.", "Rook’s spell fails."]),
    "cast by a dragon": (cast, [("rook", "magic.cast", {"rook": [1]}, {"spell": "bolt", "target": "foe"}),
                                ("rook", "magic.dragon", {}, {"effect": "free"})],
                         ["Rook casts Bolt.", "The spell costs Rook nothing."]),
    "cast by a dragon twice": (cast, [("rook", "magic.cast", {"rook": [1]}, {"spell": "bolt", "target": "foe"}),
                                      ("rook", "magic.dragon", {}, {"effect": "double"})],
                               ["Rook casts Bolt.", "Rook’s spell has double effect."]),
    "song": (singing, [("rook", "ability.hearten", {}, {"condition": "scared"})],
             ["Rook uses Rousing Song.", "Mira takes heart."]),
    "animal": (lambda: cast(gifted(fighter("Rook"), "companion")),
               [("rook", "ability.animal", {}, {"order": "errand", "words": "fetch"})],
               ["Rook uses Faithful Beast.", "Rook tells the animal: fetch"]),
    "card": (cardless, [("", "fight.card", {"other": [9]}, {"combatant": "mira", "card": 7})], ["Mira acts at 7."]),
    "another card": (cast, [("", "fight.card", {}, {"combatant": "mira", "card": 7})], ["Mira now acts at 7."]),
    "sneak": (before_fight, [("rook", "sneak.up", {"rook": [5]}, {"target": "foe"})], ["Rook is not noticed."]),
    "sneak in vain": (before_fight, [("rook", "sneak.up", {"rook": [19]}, {"target": "foe"})], ["Rook is noticed."]),
    "ambush": (before_fight, [("", "fight.begin", {"foe": [5, 1], "rook": [2], "mira": [3], "other": [4]},
                         {"ambushed": ["foe"]})], ["Initiative is drawn.", "Foe notices the ambush in time."]),
}  # fmt: skip


@pytest.mark.parametrize("name", ROWS)
def test_what_is_done_is_told(name: str) -> None:
    laid, steps, expected = ROWS[name]
    table = laid()
    table.facts.clear()
    for who, command, dice, chosen in steps:
        do(table, who, command, dice, **chosen)
    assert lines(table) == expected


# -- a Demon -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", library.tables()["mishap"].rows, ids=lambda row: str(row.effect))
def test_a_demon_of_magic_is_told_and_judged_by_its_row(row: Any) -> None:
    table = cast()
    table.me.memo["age"] = "adult"
    table.me.items["spark"] = replace(BOLT, name="Spark")
    more = {
        "damage": [3],
        "drain": [3],
        "disease": [1, 2, 3],
        "animal": [1],
        "friend": [2, 3],
        "backfire": [2],
        "other_spell": [2],
    }
    faces = [20, row.least, *more.get(row.effect, [])]
    do(table, "rook", "magic.cast", {"rook": faces}, spell="bolt", target="foe")
    verdict = next(fact for fact in table.facts if isinstance(fact, Judged) and fact.verdict == "mishap")
    assert (verdict.who, verdict.numbers) == ("rook", {"mishap": row.effect})
    assert f"Rook: {row.text}" in lines(table)


@pytest.mark.parametrize("face", [1, 3, 4], ids=["drop", "stuck", "thrown"])
def test_a_demon_takes_a_weapon_and_leaves_claws(face: int) -> None:
    claws = replace(item_from("weapons", "unarmed"), in_use=True)
    beast = hero("Rook", brawling=12)
    beast.items["claws"] = claws
    for sheet, key in ((fighter("Rook"), "broadsword"), (beast, "claws")):
        table = cast(sheet)
        flies = [2] if face == 4 else []
        do(table, "rook", "melee.attack", {"rook": [20, face, *flies]}, target="foe", weapon=key)
        fell = [fact for fact in table.facts if isinstance(fact, ItemSet | ItemLost) and fact.key == key]
        assert bool(fell) == (key == "broadsword")
        assert table.me.items[key].in_use == (key == "claws")


# -- what stays when somebody goes, and what is taken twice ------------------------------------------------------------


def test_whoever_leaves_and_comes_back_has_no_strike_left_at_a_walk_long_past() -> None:
    table = cast()
    table.combatant("other").x, table.combatant("other").y = 0.0, -2.0
    do(table, "rook", "turn.move", {"rook": [15]}, x=0, y=6)
    waiting = [step.get("by") for step in table.scene.memo["to_come"]]
    gone = "other" if "other" in waiting else "foe"
    assert gone in waiting
    do(table, "", "fight.leave", combatant=gone)
    assert gone not in [step.get("by") for step in table.scene.memo["to_come"]]


def test_whoever_leaves_before_the_fight_keeps_no_card_of_it() -> None:
    table = before_fight()
    table.scene.ladder = [*cast().scene.ladder]
    do(table, "", "fight.leave", combatant="foe")
    assert not any("foe" in str(name) for name in table.scene.memo)


def test_what_two_call_alike_is_kept_apart() -> None:
    table = cast()
    other = replace(item_from("gear", "torch"), name="Old torch", stats={"lies_at": [0.0, 0.0]})
    table.sheet("foe").items["torch"] = other
    do(table, "rook", "turn.pick_up", thing="foe/torch")
    assert {key: item.name for key, item in table.me.items.items() if key.startswith("torch")} == {
        "torch": "Torch",
        "torch-2": "Old torch",
    }
    assert "torch" not in table.sheet("foe").items


def test_a_monster_that_strikes_for_free_says_with_what() -> None:
    table = fight({"rook": fighter("Rook"), "foe": creature_sheet("troll")}, ["rook", "foe"])
    do(table, "rook", "turn.move", {"rook": [15]}, x=-4, y=0)
    do(table, "rook", "leave.struck")
    table.facts.clear()
    row = next(iter(table.scene.asks.values()))
    assert "monster.strike" in row.commands
    do(table, "foe", "monster.strike", {"foe": [1, 1]}, row="1")
    assert lines(table)[0].startswith("Troll gets a free attack on Rook: ")
    assert not any(isinstance(fact, Moved) and fact.who == "rook" and fact.x > 0 for fact in table.facts)


@pytest.mark.parametrize("key", [key for key, one in library.creatures().items() if one.ferocity])
def test_every_attack_of_a_monster_is_named_in_its_words(key: str) -> None:
    for face, row in attacks_of(creature_sheet(key)).items():
        table = fight({"foe": creature_sheet(key), "rook": fighter("Rook")}, ["foe", "rook"])
        do(table, "foe", "monster.attack", QuickDice(face), target="rook", row=str(face))
        assert lines(table)[0] == f"{table.name('foe')}: {row.name}. {row.text}"
        verdict = next(fact for fact in table.facts if isinstance(fact, Judged))
        assert verdict.numbers == {"attack": row.name, "target": "rook"}


def test_what_burns_poisons_or_drains_is_told() -> None:
    found = {}
    for effect, more in (("burning", []), ("poison", [1, 2, 3]), ("drain", [])):
        table = cast()
        table.sheet("foe").items.clear()
        blow = Blow(by="rook", target="foe", name="Breath", damage="d6", kind="monster", effect=effect)
        land(table, TypedDice({"rook": [5, *more]}), blow)
        found[effect] = lines(table)[1:]
    assert found == {
        "burning": ["Foe is on fire."],
        "poison": ["Foe is poisoned."],
        "drain": ["Foe loses 5 willpower points."],
    }
