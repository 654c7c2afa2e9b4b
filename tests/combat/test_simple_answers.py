"""Creatures answer by themselves what leaves them no choice, in the entry that asks it; the house may turn it off."""

from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from campaigns.homebrew import editor
from campaigns.models import Entry
from campaigns.play.intent import Intent
from campaigns.play.simple_answers import perform
from campaigns.play.undo import undo
from combat import services
from combat.models import Encounter
from rules.engine.fight import only_answer
from rules.engine.kernel import Ask, Choice, Dice, Refused, Reply, Sheet, Table, Told, number, pick
from rules.engine.kernel import Encounter as State
from rules.house_rules import SIMPLE_ANSWERS
from tests.helpers import Cast


@dataclass(frozen=True, slots=True)
class Give(Reply, name="give", label="Give"):
    """Give coins from a pocket, no more than there are."""

    coins: int = number("Coins", most=9)
    pocket: str = pick("Pocket")

    @classmethod
    def choices(cls, table: Table) -> Mapping[str, tuple[Choice, ...]]:
        return {"pocket": tuple(Choice(name, name) for name in table.me.texts)}

    def perform(self, table: Table, dice: Dice) -> None:
        if self.coins > table.me.rank("coins", self.pocket):
            raise Refused("There are not so many.", "coins")
        table.answer(self.ask, self.name)
        table.happen(Told((table.actor,), "{0} pays."))


def asked(**pockets: int) -> tuple[Table, Ask]:
    sheet = Sheet("Jay", ranks={"coins": pockets}, texts=dict.fromkeys(pockets, ""))
    table = Table({"jay": sheet}, State(), {}, "jay")
    key = table.ask("jay", "How many?", Give.name)
    return table, table.scene.asks[key]


@pytest.mark.parametrize(
    ("pockets", "answered"), [({"left": 0}, True), ({"left": 1}, False), ({"left": 0, "right": 0}, False)]
)
def test_an_answer_is_the_only_one_if_the_rules_accept_no_other(pockets: dict[str, int], *, answered: bool) -> None:
    table, ask = asked(**pockets)
    found = only_answer([Give], table, ask)
    assert found == (Give(ask=ask.key, coins=0, pocket="left") if answered else None)
    assert table.scene.asks == {ask.key: ask}


def stake(cast: Cast) -> tuple[Encounter, Entry]:
    """Rook's stake against a creature, which can only take it."""
    encounter, rook = cast.encounter(), cast.rook.public_id
    perform(cast.gm, Intent("join", {}, rook, encounter.public_id))
    services.bring_creatures(cast.gm, encounter=encounter, key="magpie")
    there = Encounter.objects.get(pk=encounter.pk).state.combatants
    given = {"against": next(who for who in there if who != rook)}
    return encounter, perform(cast.anna, Intent("stake", given, rook, encounter.public_id, key="once"))


def test_a_creature_answers_in_the_same_entry_and_undo_takes_both_back(cast: Cast) -> None:
    encounter, entry = stake(cast)
    assert not Encounter.objects.get(pk=encounter.pk).state.asks
    assert Entry.objects.order_by("-number")[0] == entry
    undo(cast.gm, entry.public_id, encounter=encounter.public_id)
    assert not Encounter.objects.get(pk=encounter.pk).state.asks


def test_the_house_may_leave_every_answer_to_the_game_master(cast: Cast) -> None:
    editor.choose_rules(cast.gm, {SIMPLE_ANSWERS.name: False})
    encounter, _ = stake(cast)
    assert len(Encounter.objects.get(pk=encounter.pk).state.asks) == 1
