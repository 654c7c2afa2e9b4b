"""The form of every command of a fight: what has to be said, what is seen at once, and what the form starts with."""

from dataclasses import MISSING
from typing import Any

import pytest

from rules import codec
from rules.engine.kernel import Command, Field, Place, Refused, described_fields, is_possible
from rules.systems.grim.commands import COMMANDS as ALL
from tests.rules.grim.fights import BORIS, ROOK, Fight, fighter
from tests.rules.rooms import in_rooms

COMMANDS = in_rooms(ALL, "fight")

#: A place on the board, where one stays if nothing is said.
PLACE = "x=-501(-501..500) y=-501(-501..500)"
#: By command: what is seen at once, and after the stroke what may be left as it is; "!" has to be said.
FORMS = {
    "melee.attack": "target! weapon all_out(0..3) careless higher punish / location besides=0 grip=stunt.takedown",
    "ranged.attack": "target! weapon all_out(0..3) careless higher punish others "
    "/ location besides=0 grip=stunt.takedown",
    "spell.cast": "spell! target channel(0..3) blood / difficulty=0",
    "stunt.chokehold": "target! / difficulty=0",
    "stunt.dirty_tricks": "target! / difficulty=0",
    "stunt.disarm": "target! / difficulty=0",
    "stunt.knockout": "target! / difficulty=0",
    "stunt.push": "target! to=back takedown / difficulty=0",
    "stunt.splinter_shield": "target! / difficulty=0 weapon",
    "stunt.stunning_blow": "target! / difficulty=0",
    "stunt.takedown": "target! / difficulty=0",
    "move.walk": f"{PLACE} anew / gait",
    "move.charge": f"{PLACE} anew / gait",
    "move.run": f"{PLACE} anew / gait",
    "move.maneuver": f"{PLACE} /",
    "move.step_aside": f"{PLACE} /",
    "move.get_up": f"what=stand {PLACE} / ally",
    "move.mount": "/ mount",
    "move.cover": f"{PLACE} level=low /",
    "move.jump": f"kind=jump {PLACE} /",
    "mount.trample": "target! / difficulty=0",
    "mount.hurt": "/ difficulty=0",
    "special.aim": "points=1 / distracted",
    "special.subdue": "/",
    "special.inspire": "allies /",
    "special.litany": "foes /",
    "special.load": "weapon! points(0..3) /",
    "special.swap": "draw away / both",
    "special.hand_over": "thing! ally! /",
    "special.fix": "shield! /",
    "special.put_out": "/",
    "chokehold.maintain": "/",
    "chokehold.escape": "/",
    "attack.react": "ask! how! breaks /",
    "fortune.force": "ask! /",
    "spell.counter": "ask! /",
    "shield.splinter": "ask! /",
    "shield.keep": "ask! /",
    "opportunity.attack": "ask! /",
    "opportunity.pass": "ask! /",
    "follow.step": "ask! /",
    "follow.stay": "ask! /",
    "push.follow": "ask! /",
    "push.takedown": "ask! /",
    "push.stay": "ask! /",
    "fumble.settle": "ask! what! /",
    "turn.wait": "behind! /",
    "turn.interrupt": "/",
    "turn.end": "/",
    "fight.begin": "surprised /",
    "fight.join": "combatant! hidden x(-500..500) y(-500..500) facing(0..359) / side=party",
    "fight.leave": "combatant! /",
    "fight.veil": "combatant! hidden /",
    "fight.place": "combatant! x(-500..500) y(-500..500) facing=-1(-1..359) /",
    "fight.initiative": "combatant! roll at(0..60) /",
    "fight.setting": "visibility room wind /",
    "fight.event": "what! again /",
    "terrain.set": "x(-500..500) y(-500..500) yards=3(0..50) /",
    "terrain.clear": "/",
    "fight.next": "/",
    "fight.end": "winner told /",
    "spell.in_peace": "spell! target channel(0..3) / difficulty=0",
}
#: Commands of which something may be said before: those that roll, or bring what dice will decide.
FORETOLD = {
    "attack.react",
    "chokehold.escape",
    "chokehold.maintain",
    "fight.begin",
    "fight.event",
    "fight.initiative",
    "fortune.force",
    "melee.attack",
    "mount.hurt",
    "mount.trample",
    "move.charge",
    "move.jump",
    "move.run",
    "move.walk",
    "opportunity.attack",
    "ranged.attack",
    "shield.keep",
    "shield.splinter",
    "special.inspire",
    "special.litany",
    "special.put_out",
    "spell.cast",
    "spell.counter",
    "spell.in_peace",
    "stunt.chokehold",
    "stunt.dirty_tricks",
    "stunt.disarm",
    "stunt.knockout",
    "stunt.push",
    "stunt.splinter_shield",
    "stunt.stunning_blow",
    "stunt.takedown",
    "turn.interrupt",
}


def _form(kind: type[Command]) -> str:
    first: list[str] = []
    rest: list[str] = []
    for name, (described, default) in described_fields(kind).items():
        (first if _is_seen(described, default) else rest).append(name + _starts(described, default))
    return " ".join((*first, "/", *rest))


def _is_seen(described: Field, default: Any) -> bool:
    by_itself = default is MISSING or described.kind in ("number", "switch", "many")
    return by_itself if described.at_once is None else described.at_once


def _starts(described: Field, default: Any) -> str:
    told = "!" if default is MISSING else f"={default}" if default else ""
    return f"{told}({described.least}..{described.most})" if described.kind == "number" else told


@pytest.mark.parametrize("kind", COMMANDS, ids=lambda kind: kind.name)
def test_a_form_asks_for_what_it_takes_and_shows_first_what_matters(kind: type[Command]) -> None:
    assert _form(kind) == FORMS[kind.name]


def test_whatever_rolls_is_foretold() -> None:
    assert {kind.name for kind in COMMANDS if kind.has_odds} == FORETOLD


# -- what the forms start with, and what they offer --------------------------------------------------------------------


def _laid_out() -> Fight:
    """Rook with a sword, a bow, a shield and a spell, beside Boris; Mira stands farther off, and an ally nearby."""
    things = ("weapons.sabre", "weapons.hunting_bow", "shields.wooden_shield", "gear.arcane_tome")
    rook = fighter("Rook", *things, incantation=1, martial_melee=1)
    rook.ranks["spell"] = {"anoint_weapon": 1}
    fight = Fight(rook=rook, boris=fighter("Boris"), ally=fighter("Ally"), mira=fighter("Mira"))
    for who, x, y in ((ROOK, 0, 0), (BORIS, 0, 1), ("ally", 2, 0), ("mira", 0, 6)):
        fight.put(who, x, y)
    return fight


TURNS = [one for one in COMMANDS if one.place is Place.TURN]


@pytest.mark.parametrize("kind", TURNS, ids=lambda kind: kind.name)
def test_whatever_is_picked_in_a_form_has_its_choices(kind: type[Command]) -> None:
    table = _laid_out().table(ROOK)
    picked = {name for name, (field, _) in described_fields(kind).items() if field.kind in ("pick", "many")}
    assert set(kind.choices(table)) == picked
    if is_possible(kind, table):
        assert set(kind.preset(table)) <= set(described_fields(kind))


@pytest.mark.parametrize("kind", TURNS, ids=lambda kind: kind.name)
def test_a_form_left_as_it_starts_can_be_read(kind: type[Command]) -> None:
    """A form as it starts makes a command, unless something has to be said."""
    table = _laid_out().table(ROOK)
    missing = {name for name, (_, default) in described_fields(kind).items() if default is MISSING}
    if is_possible(kind, table) and missing <= set(kind.preset(table)):
        assert isinstance(codec.command_from(kind, dict(kind.preset(table))), kind)


@pytest.mark.parametrize(
    ("name", "field", "offered"),
    [
        ("melee.attack", "target", {BORIS, "mira", "ally"}),
        ("special.inspire", "allies", {"ally"}),
        ("special.litany", "foes", {BORIS, "mira"}),
        ("special.hand_over", "ally", {"ally"}),
    ],
)
def test_a_form_offers_whoever_it_is_about(name: str, field: str, offered: set[str]) -> None:
    kind = next(one for one in COMMANDS if one.name == name)
    assert {one.value for one in kind.choices(_laid_out().table(ROOK))[field]} <= offered


def test_a_choice_that_is_not_there_is_refused() -> None:
    fight = _laid_out()
    with pytest.raises(Refused):
        fight.do(ROOK, "melee.attack", target="nobody")
