"""All forms of a fight alike: how they are named, what they begin with, who is offered them, and when."""

from re import Match, fullmatch
from typing import Any

import pytest

from rules.engine.kernel import (
    Command,
    Condition,
    LadderSet,
    Line,
    NotNow,
    Refused,
    SceneMemoKept,
    StageSet,
    Table,
    Who,
    described_fields,
    is_possible,
)
from rules.systems.sda.commands import COMMANDS as ALL
from rules.systems.sda.fight.base.budgets import NOTHING
from rules.systems.sda.fight.melee.announcing import Announce
from rules.systems.sda.system import SDA
from rules.systems.sda.turns.turns import EndTurn
from tests.rules.rooms import in_rooms
from tests.rules.sda.fights import Fight, fighter

COMMANDS = in_rooms(ALL, "fight", "turns")

#: What a number of this name begins with, and how far it goes.
NUMBERS = {"bought": (0, 0, 99), "bonus": (0, 0, 20), "malus": (0, 0, 20)}
#: What else of this name begins with.
BEGINS = {"reward": "spirit", "virtue": "", "called": "", "attribute": "", "worsen": (), "shield": True, "aware": True}
#: Only what is done; no dice fall in it, though it may be shown what comes of it.
WITHOUT_DICE = {
    "melee.announce",
    "grapple.choke",
    "turn.intimidate",
    "fight.battle_cry",
    "turn.taunt",
    "turn.wall_move",
}
#: What there is to do before a fight.
BEFORE = {"fight.begin", "fight.join", "fight.leave", "fight.place", "fight.spar", "fight.veil"}
#: What somebody may do with dice of their turn, as the forms begin, and which of them says how many are rolled.
ACTIONS: dict[str, dict[str, Any]] = {
    "melee.attack": {"target": "boris", "dice": 1},
    "ranged.throw": {"target": "boris", "dice": 1},
    "turn.dodge_roll": {},
    "turn.inspire": {},
    "turn.intimidate": {"target": "boris", "dice": 1},
    "turn.other": {"words": "Kick the door", "skill": "running"},
    "turn.run": {},
    "turn.shrug_off": {},
    "turn.stance": {},
    "turn.stop_bleeding": {"patient": "rook"},
    "turn.taunt": {"target": "boris", "dice": 1},
}

#: What they can: something for everything that takes a roll.
SKILLS = (
    "one_handed_swords",
    "thrown",
    "first_aid",
    "acrobatics",
    "running",
    "poetry",
    "insult_intimidation",
    "resist_pain",
    "ego",
)

each = pytest.mark.parametrize("kind", COMMANDS, ids=lambda kind: kind.name)


def armed(*traits: str) -> Fight:
    """Rook, who has a weapon, a shield and a wound for everything, beside an ally; and two opponents near."""
    sheets = {
        name.lower(): fighter(name, "one_handed_sword", "large_shield", **dict.fromkeys(SKILLS, 2))
        for name in ("Rook", "Boris", "Anna", "Carl")
    }
    rook = sheets["rook"]
    rook.items |= {trait: SDA.item("traits", trait) for trait in traits}
    rook.tracks["injury"][0] = Line(rook.tracks["injury"][0].boxes, {"minor": 1, "bleeding": 1})
    return Fight(**sheets).on(rook=2, boris=1, anna=1, carl=1)


def offered(table: Table) -> set[str]:
    return {kind.name for kind in COMMANDS if is_possible(kind, table)}


def use_up_dice(fight: Fight, dice: int) -> None:
    """Use up dice of Rook's actions."""
    fight._happen([SceneMemoKept("used.rook", {**NOTHING._asdict(), "action": dice})])


def refused_for_dice(fight: Fight, name: str, chosen: dict[str, Any], sentence: str) -> Match[str]:
    """The refusal of an action for want of dice; it stands beside their number, unless the action is closed."""
    with pytest.raises(Refused) as refused:
        fight.possible("rook", name, **chosen)
    assert isinstance(refused.value, NotNow) or refused.value.field == "dice"
    said = fullmatch(sentence, refused.value.sentence)
    assert said, refused.value.sentence
    return said


@each
def test_a_form_reads_like_all_others(kind: type[Command]) -> None:
    assert fullmatch(r"[a-z]+\.[a-z_]+", kind.name)
    assert kind.label
    fields = described_fields(kind)
    for name in NUMBERS.keys() & fields:
        described, default = fields[name]
        assert (default, described.least, described.most) == NUMBERS[name]
    assert {name: fields[name][1] for name in BEGINS.keys() & fields} == {
        name: default for name, default in BEGINS.items() if name in fields
    }
    assert kind.has_odds is (kind.odds is not Command.odds and kind is not Announce)
    assert kind.throws_dice is (kind.name not in WITHOUT_DICE)


@each
def test_whoever_lies_unconscious_is_offered_nothing_to_do(kind: type[Command]) -> None:
    fight = armed("terrifying_battle_cry")
    fight.sheets["rook"].conditions["unconscious"] = Condition("unconscious", "Unconscious", 1, "resist_shock")
    if kind.who is Who.PLAYER and kind is not EndTurn:
        with pytest.raises(Refused):
            kind.possible(fight.table("rook"))


def test_nothing_of_a_fight_is_offered_before_it_begins() -> None:
    fight = armed("terrifying_battle_cry")
    fight._happen([StageSet("ready"), LadderSet(())])
    assert offered(fight.table("rook")) == BEFORE


@pytest.mark.parametrize("name", ACTIONS)
def test_more_dice_than_are_left_are_refused_beside_their_number(name: str) -> None:
    fight = armed()
    if name == "turn.inspire":
        fight.sheets["anna"].resources["spirit"].now = 1
    chosen = ACTIONS[name]
    fight.possible("rook", name, **chosen)
    most = int(refused_for_dice(fight, name, {**chosen, "dice": 40}, r"You have (\d+) dice left for .*, not 40\.")[1])
    use_up_dice(fight, most - 1)
    refused_for_dice(fight, name, {**chosen, "dice": 40}, r"You have 1 die left for .*\.")
    use_up_dice(fight, most)
    refused_for_dice(fight, name, chosen, r"(You have no|No) (dice|die)( is)? left .*")
