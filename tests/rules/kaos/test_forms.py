"""The form of every command of a fight: what has to be said, what is seen at once, and what the form starts with."""

from dataclasses import MISSING
from typing import Any

import pytest

from rules import codec
from rules.engine.commands import Command, Field, Place, described_fields
from rules.engine.sheets import Sheet
from rules.engine.system import command_named
from rules.systems.kaos import KAOS
from rules.systems.kaos.fight import COMMANDS
from tests.rules.kaos.fights import BORIS, ROOK, Fight, fighter

#: What a field for a place goes up to, and what it holds where one stays.
BOARD, HERE = "-501..500", "-501"
PLACE = f"x={HERE}({BOARD}) y={HERE}({BOARD})"
#: By command: what is seen at once, and after the stroke what may be left as it is; "!" has to be said.
FORMS = {
    "melee.attack": f"target! weapon eased hindered / {PLACE}",
    "missile.attack": "target! weapon eased hindered /",
    "spell.cast": f"spell! target eased / school {PLACE}",
    "melee.surprise": "target! weapon eased eased_deception hindered /",
    "melee.bash": "target! weapon eased hindered /",
    "melee.tumble": f"target! weapon eased eased_acrobatics hindered / {PLACE}",
    "missile.strafe": f"target! weapon eased / {PLACE}",
    "action.defensive_move": f"{PLACE} /",
    "action.full_defence": "/",
    "action.run": f"{PLACE} eased /",
    "action.get_up": f"{PLACE} /",
    "action.grapple": f"target! to=hold eased / {PLACE}",
    "action.break_free": "eased /",
    "action.switch": f"draw away / {PLACE} when=before",
    "action.reload": "weapon! /",
    "action.potion": f"potion! / {PLACE} when=before",
    "action.mount": "down rate(0..40) /",
    "action.stunt": f"words! {PLACE} acrobatics=True eased eased_attack "
    "/ mode=standard attack target weapon attack_mode=hard",
    "stunt.allow": "ask! acrobatics=True / mode=standard attack_mode=hard",
    "stunt.refuse": "ask! /",
    "attack.defend": "ask! eased / how=roll",
    "bash.follow": "ask! eased /",
    "bash.pass": "ask! /",
    "tumble.on": "ask! / to=stay",
    "damage.stands": "ask! /",
    "damage.again": "ask! /",
    "turn.end": "/",
    "fight.begin": "/",
    "fight.join": "combatant! hidden x(-500..500) y(-500..500) facing(0..359) / side=party",
    "fight.leave": "combatant! /",
    "fight.veil": "combatant! hidden /",
    "fight.place": "combatant! x(-500..500) y(-500..500) facing=-1(-1..359) /",
    "fight.initiative": "combatant! roll at(0..50) /",
    "fight.next": "/",
    "fight.end": "/ told",
    "spell.in_peace": "spell! eased / target school",
}
PLACED = ("melee.attack", "melee.tumble", "missile.strafe", "action.grapple", "spell.cast", "action.potion")


def _form(kind: type[Command]) -> str:
    first, rest = [], []
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


# -- what the forms start with -----------------------------------------------------------------------------------------


def _everything() -> Sheet:
    """Rook with everything that a form may start with: a sword, a bow, a shield, a potion, magic."""
    things = ("weapons.long_sword", "weapons.dagger", "weapons.long_bow", "shields.buckler", "goods.healing_draught")
    return fighter("Rook", *things, witchcraft=50, acrobatics=30)


def _laid_out() -> Fight:
    """Rook three metres east and six south of the middle; Mira is hostile and nearer than Boris, but down."""
    fight = Fight(rook=_everything(), boris=fighter("Boris"), ally=fighter("Ally"), mira=fighter("Mira"))
    for who, x, y in ((ROOK, 3, -6), (BORIS, 3, 0), ("mira", 3, -3), ("ally", 3, -4.5)):
        fight.put(who, x, y)
    fight.do("mira", "harm.suffer", amount=60)
    return fight


OWN_PLACE = {"x": 3, "y": -6}
PRESETS: dict[str, dict[str, Any]] = {
    "melee.attack": {"target": BORIS, "weapon": "long_sword", **OWN_PLACE},
    "missile.attack": {"target": BORIS, "weapon": "long_bow"},
    "spell.cast": {"spell": "light", "target": BORIS, **OWN_PLACE},
    "melee.surprise": {"target": BORIS, "weapon": "long_sword"},
    "melee.bash": {"target": BORIS, "weapon": "long_sword"},
    "melee.tumble": {"target": BORIS, "weapon": "long_sword", **OWN_PLACE},
    "missile.strafe": {"target": BORIS, **OWN_PLACE},
    "action.defensive_move": OWN_PLACE,
    "action.run": OWN_PLACE,
    "action.get_up": OWN_PLACE,
    "action.grapple": {"target": BORIS, **OWN_PLACE},
    "action.switch": OWN_PLACE,
    "action.potion": {"potion": "healing_draught", **OWN_PLACE},
    "action.mount": {"down": False},
    "action.stunt": OWN_PLACE,
}


@pytest.mark.parametrize("name", PRESETS)
def test_a_form_starts_with_whoever_still_stands_the_best_weapon_and_ones_own_place(name: str) -> None:
    fight = _laid_out()
    kind = command_named(KAOS, name)
    assert dict(kind.preset(fight.table(ROOK))) == PRESETS[name]
    assert set(PRESETS[name]) <= set(described_fields(kind))


def test_every_command_of_a_turn_that_starts_with_something_stands_in_the_table() -> None:
    starting = {kind.name for kind in COMMANDS if kind.place is Place.TURN and "preset" in vars(kind)}
    assert starting == {*PRESETS, "action.reload"}


@pytest.mark.parametrize("kind", [one for one in COMMANDS if one.place is not Place.ASK], ids=lambda kind: kind.name)
def test_whatever_is_picked_in_a_form_has_its_choices(kind: type[Command]) -> None:
    fight = _laid_out()
    picked = {name for name, (field, _) in described_fields(kind).items() if field.kind in ("pick", "many")}
    assert set(kind.choices(fight.table(ROOK))) == picked
    if kind.name not in ("action.reload", "action.switch"):
        assert all(kind.choices(fight.table(ROOK)).values())


def test_the_game_masters_form_starts_with_what_was_proposed() -> None:
    fight, proposed = _laid_out(), {"acrobatics": False, "mode": "hard", "attack_mode": "easy"}
    fight.do(ROOK, "action.stunt", words="Off the table", **proposed)
    (ask,) = fight.encounter.asks
    assert command_named(KAOS, "stunt.allow").preset(fight.table(ROOK)) == {"ask": ask, **proposed}


def test_what_is_loaded_the_form_starts_with() -> None:
    rook = fighter("Rook", "weapons.light_crossbow", "goods.bolts")
    fight = Fight(rook=rook, boris=fighter("Boris"))
    fight.do(ROOK, "missile.attack", {ROOK: [99]}, target=BORIS)
    kind = command_named(KAOS, "action.reload")
    assert kind.preset(fight.table(ROOK)) == {"weapon": "light_crossbow"}
    assert codec.command_from(kind, kind.preset(fight.table(ROOK)))


def test_alone_a_spell_is_meant_for_oneself() -> None:
    fight = Fight(rook=_everything())
    assert command_named(KAOS, "spell.cast").preset(fight.table(ROOK))["target"] == ROOK
