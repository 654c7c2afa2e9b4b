"""The cost of wounds as advice weighs them, against ticking them by the rules."""

from dataclasses import replace
from random import Random

import pytest

from rules.engine.kernel import Condition, Line, Sheet
from rules.systems.sda import SDA
from rules.systems.sda.core.person import trait_item
from rules.systems.sda.fight.wounds import body_of, costs
from tests.rules.sda.fights import Fight, fighter
from tests.rules.sda.test_advice import SWORD, advice, swordsman
from tests.rules.sda.valued import cost_of_dice, wound_cost

KINDS = ("piercing", "cutting", "bludgeoning")


def somebody(random: Random) -> Sheet:
    """Whole or nearly spent, bleeding or not, in armour or none; now and then without blood, or down already."""
    sheet = fighter("Boris")
    lines = []
    for _ in range(random.randint(1, 3)):
        minor, major, bleeding = random.randint(0, 3), random.randint(0, 1), random.choice((0, 0, 1, 3))
        lines.append(Line({"minor": 3, "major": 1, "bleeding": 3}, {"minor": minor, "major": major} | bled(bleeding)))
    sheet.tracks["injury"] = lines
    if random.random() < 0.4:
        sheet.items["jack"] = replace(SDA.item("armour", "gambeson"), in_use=True)
    if random.random() < 0.2:
        sheet.items["trait-fleshless"] = trait_item("fleshless")
    if random.random() < 0.1:
        sheet.conditions["incapacitated"] = Condition("incapacitated", "Incapacitated")
    return sheet


def bled(level: int) -> dict[str, int]:
    return {"bleeding": level} if level else {}


@pytest.mark.parametrize("seed", range(40))
def test_boxes_cost_what_ticking_them_takes_of_a_state(seed: int) -> None:
    random = Random(seed)
    fight = Fight(rook=fighter("Rook"), boris=somebody(random)).on(rook=1, boris=0)
    sheet = fight.sheets["boris"]
    for who, kind in ((who, kind) for who in ("rook", "boris") for kind in KINDS):
        at = fight.table(who)
        told = [costs(at, "boris", kind).of(boxes) for boxes in range(9)]
        assert told == [wound_cost(sheet, boxes, kind, ours=who == "boris") for boxes in range(9)], (kind, who)


def test_wounds_that_get_worse_cost_a_level_each_and_the_worst_fells() -> None:
    sheet = fighter("Boris")
    for line, level in zip(sheet.tracks["injury"], (1, 3, 0), strict=True):
        line.ticked["bleeding"] = level
    fight = Fight(rook=fighter("Rook"), boris=sheet).on(rook=1, boris=0)
    body = body_of(fight.table("boris"), "boris")
    assert [body.worsened(count) for count in range(3)] == [0, 1, 12 - 4 + 12 + 12]


def nearly_spent(minor: int) -> Fight:
    """Boris has lines with a single box left each, and a jack against which a thrust does more than a cut."""
    rook, boris = swordsman("Rook", 3), swordsman("Boris", 0)
    boris.items["hide"] = replace(SDA.item("armour", "gambeson"), in_use=True)
    boris.items["hide"].stats.update(protection={"piercing": 0, "cutting": 1}, natural=True)
    boris.tracks["injury"] = [Line({"minor": 3, "major": 1, "bleeding": 3}, {"minor": 3 - minor}) for _ in range(3)]
    return Fight(rook=rook, boris=boris).on(rook=0, boris=-1)


@pytest.mark.parametrize("left", [0, 3])
def test_hits_are_worth_no_more_boxes_than_a_line_has_left(left: int) -> None:
    fight = nearly_spent(left)
    at = fight.table("rook")
    known = {"winner": "rook", "loser": "boris", "hits": 5, "rate": 1, "weapon": "one_handed_sword", "shield": 0}
    told = {"kind": "attack", "attacker": "rook", "both": False, "skill": "one_handed_swords", "their_weapon": ""}
    at.ask("rook", "What do you do with 5 hits?", "melee.spend", **known, **told)
    fight._keep(at)
    found = {one.label: one.shares[0] for one in advice(fight, "rook", "melee.spend").choices}
    for kind, label in (("piercing", "thrust"), ("cutting", "cut")):
        expected = cost_of_dice(fight.sheets["boris"], 10, 5, {kind: SWORD[kind]}, ours=False)
        assert found[f"5 hits on {label}"] == pytest.approx(expected)
    most = sum(line.free("minor") + line.free("major") for line in fight.sheets["boris"].tracks["injury"])
    assert max(found.values()) <= most + 12, "no more than all that is left, and being up"
