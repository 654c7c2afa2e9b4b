"""The laws of a fight whatever is played in it: secrets, and what pages are told."""

import pytest

from rules.engine.kernel import Command, Refused, Told, TypedDice
from rules.engine.kernel.facts import Asked
from rules.engine.system.protocol import command_named, offers
from rules.systems.kaos import KAOS
from rules.systems.kaos.fight.rounds.course import ORDER
from tests.rules.kaos.fights import BORIS, ROOK, Fight, fighter


def test_every_command_that_the_guide_names_exists() -> None:
    named = [way.command for ways in KAOS.guide() for way in ways.ways if way.command]
    assert named
    for name in named:
        assert command_named(KAOS, name).name == name


def _told_before(command: type[Command], fight: Fight) -> str:
    """The text that Rook reads before a command: its choices and the form's first values, or the refusal."""
    table = fight.table(ROOK)
    try:
        command.possible(table)
        return f"{command.choices(table)} {command.preset(table)}"
    except Refused as refusal:
        return refusal.sentence


def test_a_hidden_foe_is_in_no_choice_and_no_refusal() -> None:
    rook = fighter("Rook", "weapons.long_sword", "weapons.throwing_axe", thaumaturgy=50, witchcraft=40)
    for foes in ({BORIS: fighter("Boris")}, {BORIS: fighter("Boris"), "mira": fighter("Mira")}):
        fight = Fight(hidden=BORIS, rook=rook, **foes)
        for command in KAOS.commands:
            if command.name.startswith(("melee", "missile", "action", "spell")):
                told = _told_before(command, fight)
                assert "Boris" not in told
                assert BORIS not in told


def test_a_fireball_finds_the_hidden_without_a_word_to_the_others() -> None:
    rook = fighter("Rook", thaumaturgy=50)
    fight = Fight(hidden=BORIS, rook=rook, boris=fighter("Boris"), mira=fighter("Mira"))
    happened = fight.do(ROOK, "spell.cast", {ROOK: [10]}, spell="fireball", x=0, y=3)
    assert {fact.ask.to for fact in happened if isinstance(fact, Asked)} == {ROOK, BORIS, "mira"}
    assert all("Boris" not in fact.text for fact in happened if isinstance(fact, Told))
    assert not any(BORIS in fact.who for fact in happened if isinstance(fact, Told))


@pytest.mark.parametrize(
    ("drawn", "order"),
    [(1, [BORIS, "mira", ROOK]), (2, ["mira", BORIS, ROOK]), (3, ["mira", ROOK, BORIS])],
)
def test_those_in_sight_throw_no_die_against_somebody_hidden(drawn: int, order: list[str]) -> None:
    """A hidden combatant draws a place among their equals, each as likely as the other."""
    fight = Fight(hidden=BORIS, rook=fighter("Rook"), boris=fighter("Boris"), mira=fighter("Mira"))
    dice = TypedDice({ROOK: [10], "mira": [90], BORIS: [drawn]})
    assert ORDER.rank(fight.table(""), dice, {ROOK: 5, BORIS: 5, "mira": 5}) == order
    dice.all_used()
    alone = TypedDice({})
    assert ORDER.rank(fight.table(""), alone, {ROOK: 5, BORIS: 4}) == [ROOK, BORIS]
    two = TypedDice({BORIS: [2]})
    assert ORDER.rank(fight.table(""), two, {ROOK: 5, BORIS: 5}) == [ROOK, BORIS]
    two.all_used()


def test_nobody_helpless_has_an_action() -> None:
    boris = fighter("Boris")
    fight = Fight(rook=fighter("Rook", "weapons.long_sword"), boris=boris)
    fight.do(BORIS, "harm.suffer", amount=60)
    fight.do(ROOK, "turn.end")
    assert fight.encounter.turn == "rook/whole"
    assert fight.encounter.round == 2
    assert not fight.table(BORIS).combatant(BORIS).budgets.get("action")


@pytest.mark.parametrize("command", [c for c in KAOS.commands if c.name.startswith(("melee", "missile"))])
def test_what_is_foretold_is_refused_as_it_is_performed(command: type) -> None:
    rook = fighter("Rook", "weapons.long_sword", "shields.buckler", deception=20)
    fight = Fight(rook=rook, boris=fighter("Boris"), mira=fighter("Mira"))
    for chosen in ({"target": "mira", "weapon": "nothing such"}, {"target": BORIS, "eased": True}):
        told = []
        for attempt in (fight.odds, fight.do):
            with pytest.raises(Refused) as refusal:
                attempt(ROOK, command.name, **chosen)
            told.append(refusal.value.sentence)
        assert told[0] == told[1]
        assert told[0].endswith(".")


def test_what_is_offered_depends_on_what_is_in_hand() -> None:
    bare = Fight(rook=fighter("Rook"), boris=fighter("Boris"))
    names = {command.name for command in offers(KAOS, bare.table(ROOK), as_gm=False)}
    assert {"melee.attack", "action.full_defence", "action.run", "action.grapple"} <= names
    assert not {"missile.attack", "melee.bash", "spell.cast", "action.reload", "action.get_up"} & names
