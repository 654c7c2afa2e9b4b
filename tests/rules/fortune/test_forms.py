"""The form of every command: what has to be said, what is seen at once, and what is said of what is offered."""

from dataclasses import MISSING
from typing import Any

import pytest

from rules import codec
from rules.engine.character.edits import EDITS
from rules.engine.kernel import Choice, Command, Field, Table, described_fields
from rules.engine.system.protocol import command_named
from rules.systems.fortune import FORTUNE
from rules.systems.fortune.commands import COMMANDS as ALL

#: But for what every game has: changes of a sheet, and lines on the board.
COMMANDS = [kind for kind in ALL if kind not in EDITS and not kind.name.startswith("board.")]

#: By command: what is seen at once, and after the stroke what may be left as it is; "!" has to be said.
FORMS = {
    "test.roll": "stat! success=15(0..60) below=5(0..60) purpose bonus(-20..20) / circumstance=plain favour",
    "test.contest": "stat! against / their_stat purpose circumstance=plain favour",
    "test.group": "stat! success=15(0..60) below=5(0..60) purpose bonus(-20..20) others / circumstance=plain favour",
    "test.luck": "/ likely=likely favour",
    "test.reliable": "stat! success=15(0..60) below=5(0..60) purpose bonus(-20..20) / circumstance=plain favour",
    "test.daring": "/",
    "heal.dying": "patient! / favour",
    "rest.breath": "spent(0..50) / blade",
    "rest.sleep": "spent(0..50) /",
    "rest.relax": "spent(0..50) lasting / place_of_rest=sheltered",
    "rest.recuperate": "friends /",
    "rest.awake": "/ favour",
    "travel.march": "road=True push(0..50) / guide",
    "travel.terrain": "/ favour",
    "jump": "feet=5(1..60) run_up=10(0..60) / kind=running favour",
    "jump.stretch": "ask! stamina(0..60) /",
    "jump.reach": "stamina(0..60) /",
    "load.move": "pounds=50(1..100000) / how=lift",
    "fall": "feet=20(1..300) / favour",
    "harm.suffer": "amount!(1..500) to_stamina(0..500) / type=bludgeoning source",
    "coin.earn": "amount=1(1..9999) / reason",
    "coin.pay": "amount=1(1..9999) / to reason",
    "coin.buy": "thing! count=1(1..20) price(0..9999) /",
    "hand.wound": "amount!(1..500) /",
    "hand.heal": "amount!(1..500) /",
    "level.up": "others /",
    "level.choose": "choice! / own",
    "level.train": "training! /",
    "level.back": "/",
    "make.lineage": "lineage! stat traits / size",
    "make.culture": "culture! stat language /",
    "make.class": "calling! training option /",
    "make.stats": "mettle=3(-2..3) agility=2(-2..3) intellect(-2..3) heart=-2(-2..3) /",
    "make.features": "novice spells / subject craft tongue",
    "make.equipment": "weapons armour shield gear /",
    "make.finish": "/ ties backstory",
    "make.at_random": "/",
    "attack.strike": "target! weapon / favour circumstance=plain",
    "attack.area": "targets weapon /",
    "feature.use": "feature! doubled / whom",
    "feature.follow": "feature! ally swap sturdy how=prone /",
    "feature.cripple": "target! weapon / favour circumstance=plain",
    "feature.takedown": "target! weapon sturdy / favour circumstance=plain",
    "feature.reinvigorate": "/",
    "feature.drive": "target! weapon / favour circumstance=plain in_clash=damage",
    "feature.sweep": "targets weapon /",
    "feature.yoink": "target! weapon / favour circumstance=plain",
    "feature.balanced": "target! weapon second! / favour circumstance=plain",
    "feature.bursting_shot": "target! weapon / favour circumstance=plain",
    "feature.burst": "targets weapon /",
    "feature.twin": "target! weapon second! / favour circumstance=plain",
    "feature.overwhelm": "/",
    "feature.lariat": "targets weapon /",
    "shift.into": "/ how=action unusual",
    "shift.back": "/",
    "feature.intercept": "hit! /",
    "spell.cast": "spell! targets extra(0..10) inspired /",
    "spell.mote": "/ to",
    "spell.bolstered": "paid=1(1..50) /",
    "move.walk": "x=-501(-501..500) y=-501(-501..500) /",
    "move.get_up": "/ how=feet",
    "action.sprint": "/",
    "action.defend": "/",
    "action.slip_away": "/",
    "action.hide": "success=15(0..60) below=5(0..60) / circumstance=plain favour",
    "action.noticed": "/",
    "action.help": "ally! /",
    "action.counter": "target! weapon /",
    "action.dive": "x=-501(-501..500) y=-501(-501..500) /",
    "clash.strike": "ask! /",
    "clash.hold": "ask! /",
    "counter.attack": "ask! weapon / favour",
    "counter.punch": "ask! weapon / favour",
    "counter.throw": "ask! feet=15(5..15) /",
    "counter.dive": "ask! x=-501(-501..500) y=-501(-501..500) /",
    "counter.pass": "ask! /",
    "area.counter": "ask! one! /",
    "drive.yield": "ask! /",
    "drive.stand": "ask! /",
    "damage.split": "ask! stamina!(0..999) /",
    "last_stand.pass": "ask! /",
    "last_stand.take": "ask! /",
    "cost.offer": "ask! cost! /",
    "cost.leave": "ask! /",
    "cost.accept": "ask! /",
    "cost.refuse": "ask! /",
    "turn.take": "/",
    "turn.end": "/",
    "fight.begin": "/ surprised",
    "fight.join": "combatant! hidden x(-500..500) y(-500..500) facing(0..359) / side=party",
    "fight.leave": "combatant! /",
    "fight.veil": "combatant! hidden /",
    "fight.place": "combatant! x(-500..500) y(-500..500) facing=-1(-1..359) /",
    "fight.environment": "whom / damage=1d6 told",
    "fight.next": "/",
    "fight.end": "winner told /",
}
#: Commands of which something may be said before: those that roll, or bring what dice will decide.
FORETOLD = {
    *(
        "test.roll",
        "test.contest",
        "test.group",
        "test.luck",
        "test.reliable",
        "test.daring",
    ),
    *("heal.dying",),
    *(
        "rest.breath",
        "rest.sleep",
        "rest.relax",
        "rest.recuperate",
        "rest.awake",
    ),
    *(
        "travel.march",
        "travel.terrain",
    ),
    *(
        "jump",
        "jump.stretch",
        "jump.reach",
    ),
    *("load.move",),
    *("fall",),
    *("harm.suffer",),
    *("coin.buy",),
    *("level.up",),
    *(
        "attack.strike",
        "attack.area",
    ),
    *(
        "feature.follow",
        "feature.cripple",
        "feature.takedown",
        "feature.reinvigorate",
        "feature.drive",
        "feature.sweep",
        "feature.yoink",
        "feature.balanced",
        "feature.bursting_shot",
        "feature.burst",
        "feature.twin",
        "feature.overwhelm",
        "feature.lariat",
        "feature.intercept",
    ),
    *(
        "spell.cast",
        "spell.mote",
        "spell.bolstered",
    ),
    *(
        "action.hide",
        "action.noticed",
        "action.counter",
    ),
    *(
        "clash.strike",
        "clash.hold",
    ),
    *(
        "counter.attack",
        "counter.punch",
        "counter.throw",
        "counter.pass",
    ),
    *("drive.stand",),
    *("damage.split",),
    *(
        "last_stand.pass",
        "last_stand.take",
    ),
    *("fight.environment",),
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


# -- the making --------------------------------------------------------------------------------------------------------


def _being_made(*steps: tuple[str, dict[str, Any]]) -> Table:
    at = Table({"anna": FORTUNE.unmade_sheet("Anna")}, None, {}, "anna", FORTUNE.rank_range)
    for name, given in steps:
        command = codec.command_from(command_named(FORTUNE, name), given)
        command.perform(at, None)  # type: ignore[arg-type]
    return at


RANGER = (
    ("make.lineage", {"lineage": "elf", "stat": "agility"}),
    ("make.culture", {"culture": "forest_folk", "stat": "agility"}),
    ("make.class", {"calling": "ranger", "training": ["axes", "bows", "light_throwing"]}),
    ("make.stats", {"mettle": 0, "agility": 3, "intellect": -2, "heart": 2}),
    ("make.features", {"novice": ["keen_eyed"]}),
)


def test_what_is_offered_says_what_matters_of_it() -> None:
    at = _being_made(*RANGER)
    offered = command_named(FORTUNE, "make.equipment").choices(at)
    assert _told(offered["weapons"]) == (
        "Axe (axes, 5 ft, slashing), Great axe (axes, two hands, 5 ft, slashing), "
        "Bow (bows, two hands, 120 ft, piercing), Darts (light throwing weapons, 120 ft, piercing), "
        "Throwing daggers (light throwing weapons, 120 ft, piercing)"
    )
    assert [one.label for one in offered["armour"]] == ["Light armour", "Medium armour"]
    assert not offered["shield"]
    training = {one.value: one.goes_with for one in command_named(FORTUNE, "make.class").choices(at)["training"]}
    assert training["axes"] == ("calling", frozenset({"knight", "maverick", "ranger", "shapeshifter"}))
    assert training["psychic"] == ("calling", frozenset({"elementalist"}))
    assert "whips" not in training, "that comes by itself"


def _told(choices: tuple[Choice, ...]) -> str:
    return ", ".join(f"{one.label} ({one.hint})" if one.hint else one.label for one in choices)


def test_a_step_starts_with_what_was_chosen() -> None:
    at = _being_made(*RANGER)
    for name, given in RANGER:
        preset = command_named(FORTUNE, name).preset(at)
        assert {field: preset[field] for field in given} == {
            field: tuple(value) if isinstance(value, list) else value for field, value in given.items()
        }


@pytest.mark.parametrize(
    ("calling", "highest"), [("knight", "mettle"), ("devoted", "heart"), ("elementalist", "intellect")]
)
def test_stats_start_in_an_order_that_suits_the_class(calling: str, highest: str) -> None:
    training = {"knight": ["axes", "flails", "bows", "crossbows"], "elementalist": ["fire"]}.get(calling, [])
    at = _being_made(*RANGER[:2], ("make.class", {"calling": calling, "training": training}))
    assert command_named(FORTUNE, "make.stats").preset(at)[highest] == 3


@pytest.mark.parametrize("kind", [one for one in COMMANDS if one.name.startswith("make.")], ids=lambda kind: kind.name)
def test_whatever_is_picked_in_a_step_has_its_choices(kind: type[Command]) -> None:
    picked = {name for name, (field, _) in described_fields(kind).items() if field.kind in ("pick", "many")}
    assert set(kind.choices(_being_made(*RANGER))) == picked
    assert set(kind.choices(_being_made())) == picked
