"""The form of every command of a fight: what has to be said, what is seen at once, and what the form starts with."""

from dataclasses import MISSING
from typing import Any

import pytest

from rules import codec
from rules.engine.kernel import Choice, Command, Field, Place, Sheet, described_fields
from rules.engine.system.protocol import command_named
from rules.systems.kaos import KAOS
from rules.systems.kaos.commands import COMMANDS as ALL
from tests.rules.kaos.fights import BORIS, ROOK, Fight, fighter
from tests.rules.rooms import in_rooms

COMMANDS = in_rooms(ALL, "fight")

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
    "fight.end": "winner told /",
    "spell.in_peace": "spell! eased / target school",
}
#: Commands of which something may be said before: those that roll, or bring what dice will decide.
FORETOLD = {
    *("melee.attack", "missile.attack", "spell.cast", "melee.surprise", "melee.bash", "melee.tumble", "missile.strafe"),
    *("action.run", "action.grapple", "action.break_free", "action.potion", "action.stunt", "stunt.allow"),
    *("attack.defend", "bash.follow", "damage.stands", "damage.again"),
    *("fight.begin", "fight.initiative", "spell.in_peace"),
}


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


def test_whatever_rolls_is_foretold() -> None:
    assert {kind.name for kind in COMMANDS if kind.has_odds} == FORETOLD


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
    "action.grapple": {"target": BORIS, "to": "hold", **OWN_PLACE},
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
    own = [kind for kind in COMMANDS if any("preset" in vars(one) for one in kind.__mro__ if one is not Command)]
    starting = {kind.name for kind in own if kind.place is Place.TURN}
    assert starting == {*PRESETS, "action.reload"}


@pytest.mark.parametrize("kind", [one for one in COMMANDS if one.place is not Place.ASK], ids=lambda kind: kind.name)
def test_whatever_is_picked_in_a_form_has_its_choices(kind: type[Command]) -> None:
    fight = _laid_out()
    picked = {name for name, (field, _) in described_fields(kind).items() if field.kind in ("pick", "many")}
    assert set(kind.choices(fight.table(ROOK))) == picked
    if kind.name not in ("action.reload", "action.switch"):
        assert all(kind.choices(fight.table(ROOK)).values())


FOES = "Mira (2 squares away), Boris (4 squares away), Ally (beside you, on your side)"
STRIKING = "Long sword (1d8), Dagger (1d4), Unarmed (1d3)"
FLYING = "Dagger (up to 3 squares), Long bow (up to 20 squares)"
MODES = "Standard (one d100), Easy (the lower of two), Hard (the higher of two)"
WHEN, EVERYBODY = "First, Afterwards", "Rook, Boris, Ally, Mira"
#: By command and field: what is offered, with what is said of it.
OFFERED = {
    "melee.attack": {"target": FOES, "weapon": STRIKING},
    "missile.attack": {"target": FOES, "weapon": FLYING},
    "missile.strafe": {"target": FOES, "weapon": FLYING},
    "melee.surprise": {"target": FOES, "weapon": f"{STRIKING}, Buckler (1d6)"},
    "melee.bash": {"target": FOES, "weapon": STRIKING},
    "melee.tumble": {"target": FOES, "weapon": f"{STRIKING}, Buckler (1d6)"},
    "action.grapple": {"target": FOES},
    "action.switch": {"draw": "", "away": "Long sword, Dagger, Long bow, Buckler", "when": WHEN},
    "action.potion": {"potion": "Healing draught (heals 2d6)", "when": WHEN},
    "action.stunt": {
        "mode": MODES,
        "attack_mode": MODES,
        "target": FOES,
        "attack": "No attack, A blow (Melee Combat), A throw or shot (Ranged Combat)",
        "weapon": "Something at hand (1d3, up to 4 squares), Long sword (1d8), Dagger (up to 3 squares), "
        "Unarmed (1d3), Long bow (up to 20 squares)",
    },
    "spell.cast": {
        "target": "Rook (yourself), Boris (4 squares away), Ally (beside you), Mira (2 squares away)",
        "school": "Witchcraft",
    },
    "spell.in_peace": {"target": EVERYBODY, "school": "Witchcraft"},
    "fight.leave": {"combatant": EVERYBODY},
    "fight.initiative": {"combatant": "Rook (at 20), Boris (at 19), Ally (at 18), Mira (at 17)"},
}


@pytest.mark.parametrize("name", OFFERED)
def test_what_is_offered_says_what_matters_of_it(name: str) -> None:
    choices = command_named(KAOS, name).choices(_laid_out().table(ROOK))
    assert {field: _told(choices[field]) for field in OFFERED[name]} == OFFERED[name]


def _told(choices: tuple[Choice, ...]) -> str:
    return ", ".join(f"{one.label} ({one.hint})" if one.hint else one.label for one in choices)


def test_a_spell_says_what_it_drains_and_why() -> None:
    rook = fighter("Rook", witchcraft=20)
    rook.ranks["witchcraft"] = {"light": 1}
    for name, rites in (("spell.cast", False), ("spell.in_peace", True)):
        told = {one.value: one.hint for one in command_named(KAOS, name).choices(Fight(rook=rook).table(ROOK))["spell"]}
        assert (told["light"], told["resilience"]) == ("2 HP, specialised", "40 HP, 30 needed")
        assert told["purify"] == "5 HP"
        assert ("healing_rite" in told) == rites


def test_what_lies_on_the_ground_is_offered_as_such() -> None:
    fight = Fight(rook=fighter("Rook", "weapons.dagger"), boris=fighter("Boris"))
    fight.put(BORIS, 3, 1.5)
    fight.do(ROOK, "missile.attack", {ROOK: [99]}, target=BORIS)
    assert _told(command_named(KAOS, "action.switch").choices(fight.table(ROOK))["draw"]) == "Dagger (on the ground)"
    assert fight.sheets[ROOK].items["dagger"].stats["lies_at"] == [3.0, 1.5]


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
