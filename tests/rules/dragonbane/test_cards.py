"""The initiative cards, whatever happens between: a machine that plays the real commands in any order.

A hundred thousand steps: ``WINTERHALL_LONG=1 python -m pytest tests/rules/dragonbane/test_cards.py``.
"""

import os
from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rules import codec
from rules.engine.kernel import (
    Begun,
    Encounter,
    Fact,
    Joined,
    LadderSet,
    Left,
    Refused,
    RoundBegan,
    Rung,
    SeededDice,
    Table,
    TurnBegan,
    TurnEnded,
    commands,
    is_possible,
)
from rules.systems.dragonbane.commands import COMMANDS as ALL
from rules.systems.dragonbane.core import Push
from rules.systems.dragonbane.fight.base import has_turns, settle
from rules.systems.dragonbane.fight.base.harm import die
from tests.rules.dragonbane.fights import hero
from tests.rules.legal_play import Documents
from tests.rules.rooms import in_rooms

COMMANDS = in_rooms(ALL, "fight", but="fight.actions.tasks")

LONG = bool(os.environ.get("WINTERHALL_LONG"))
#: Examples and steps of each: a hundred thousand steps, or some seconds.
EXAMPLES, STEPS = (2000, 50) if LONG else (30, 40)
NAMES = {command.name: command for command in (*COMMANDS, Push)}
#: Ids of those who come and go; the ferocity of each.
CAST = {"anna": 0, "boris": 0, "cleo": 0, "dora": 0, "wolf": 1, "troll": 2, "dragon": 3, "rat": 0, "imp": 0}


@dataclass(frozen=True)
class Book:
    """The cards of a round so far: those whose turn is over, and those that changed hands."""

    ended: frozenset[str] = frozenset()
    marked: frozenset[str] = frozenset()

    def goes_on(self, told: Documents, happened: list[Fact]) -> "Book":
        """The book after more has happened, fact by fact; complains of what must not be."""
        book = self
        for fact in happened:
            book = book._after(told.encounter, fact)
            told.tell([fact])
        return book

    def _after(self, before: Encounter, fact: Fact) -> "Book":
        if isinstance(fact, RoundBegan):
            assert fact.number == 1 or all(rung.done for rung in before.ladder), "somebody was left out"
            return Book()
        if isinstance(fact, TurnEnded):
            assert fact.rung not in self.ended, "somebody acted twice on one card"
            return replace(self, ended=self.ended | {fact.rung})
        if isinstance(fact, TurnBegan):
            begun = before.rung(fact.rung)
            assert begun is not None
            assert not begun.done
            assert all(r.done or r.at >= begun.at for r in before.ladder), "a lower card was passed over"
        if isinstance(fact, LadderSet):
            parts = {rung.key: rung.part for rung in before.ladder}
            changed = {rung.key for rung in fact.rungs if rung.part and rung.part != parts.get(rung.key)}
            assert not changed & self.marked, "a card changed hands twice"
            return replace(self, marked=self.marked | changed)
        if isinstance(fact, Left):
            # Whoever comes back later draws anew.
            gone = {key for key in self.ended | self.marked if key.startswith(f"{fact.who}/")}
            return Book(self.ended - gone, self.marked - gone)
        return self


class Cards(RuleBasedStateMachine):
    """Everybody draws, waits, holds back, acts, comes, goes, dies; and now and then the last thing is undone."""

    def __init__(self) -> None:
        super().__init__()
        self.documents = Documents()
        self.opening: list[Fact] = []
        self.history: list[list[Fact]] = []
        self.books: list[Book] = [Book()]
        self.dice = SeededDice(0)
        self.sentences: list[str] = []

    @initialize(count=st.integers(2, 6), seed=st.integers(0, 2**32))
    def lay_out(self, count: int, seed: int) -> None:
        self.dice = SeededDice(seed)
        for number, (who, ferocity) in enumerate(CAST.items()):
            kind = "creature" if ferocity else "character"
            self.opening.append(Begun(who, hero(who.title(), ferocity=ferocity, kind=kind)))
            if number < count:
                self.opening.append(self.joined(who))
        self.documents.tell(self.opening)

    def joined(self, who: str) -> Joined:
        return Joined(who, "foes" if CAST[who] else "party", hidden=who == "wolf")

    @property
    def scene(self) -> Encounter:
        return self.documents.encounter

    def table(self, actor: str = "") -> Table:
        copied = self.documents.copy()
        return Table(copied.sheets, copied.encounter, {}, actor)

    def keep(self, table: Table) -> None:
        self.books.append(self.books[-1].goes_on(self.documents.copy(), table.facts))
        self.documents = Documents(dict(table.sheets), table.scene)
        self.history.append(table.facts)

    def give(self, name: str, actor: str = "", **chosen: Any) -> bool:
        """Give a command if it is offered; what is offered and then refused must be for a choice."""
        table = self.table(actor)
        if not is_possible(NAMES[name], table):
            return False
        try:
            commands.perform(codec.command_from(NAMES[name], chosen), table, self.dice)
        except Refused as refusal:
            self.sentences.append(refusal.sentence)
            return False
        self.keep(table)
        return True

    @property
    def turn_of(self) -> str:
        return self.scene.current.who if self.scene.current else ""

    # -- what can happen ---------------------------------------------------------------------------------------------

    @rule(data=st.data(), prepared=st.booleans())
    def begin(self, data: st.DataObject, prepared: bool) -> None:
        everybody = sorted(self.scene.combatants)
        surprising = data.draw(st.sets(st.sampled_from(everybody))) if everybody else set()
        rest = [who for who in everybody if who not in surprising]
        ambushed = data.draw(st.sets(st.sampled_from(rest))) if rest else set()
        self.give("fight.begin", surprising=sorted(surprising), ambushed=sorted(ambushed), prepared=prepared)

    @precondition(lambda self: self.scene.asks)
    @rule(data=st.data())
    def choose(self, data: st.DataObject) -> None:
        ask = next(iter(self.scene.asks.values()))
        if "ambush.walk_in" in ask.commands:
            pushes = data.draw(st.booleans())
            assert (
                self.give("check.push", ask.to, condition="angry")
                if pushes
                else self.give("ambush.walk_in", ask.to, ask=ask.key)
            )
            return
        offered = NAMES["initiative.choose"].choices(self.table(ask.to))["card"]
        card = data.draw(st.sampled_from(["", *(choice.value for choice in offered)]))
        assert self.give("initiative.choose", ask.to, ask=ask.key, card=card)

    @precondition(lambda self: self.turn_of)
    @rule(data=st.data())
    def wait(self, data: st.DataObject) -> None:
        table = self.table(self.turn_of)
        if is_possible(NAMES["turn.wait"], table):
            offered = NAMES["turn.wait"].choices(table)["other"]
            other = data.draw(st.sampled_from([choice.value for choice in offered]))
            assert self.give("turn.wait", self.turn_of, other=other)

    @precondition(lambda self: self.turn_of)
    @rule()
    def hold(self) -> None:
        self.give("turn.hold", self.turn_of)

    @precondition(lambda self: self.turn_of)
    @rule()
    def act(self) -> None:
        self.give("turn.dash", self.turn_of)

    @precondition(lambda self: self.turn_of)
    @rule()
    def end_turn(self) -> None:
        self.give("turn.end", self.turn_of)

    @precondition(lambda self: self.scene.stage == "fighting")
    @rule()
    def next_turn(self) -> None:
        self.give("fight.next")

    @rule(who=st.sampled_from(sorted(CAST)))
    def join(self, who: str) -> None:
        if who not in self.scene.combatants:
            assert self.give("fight.join", combatant=who, side="foes" if CAST[who] else "party", hidden=who == "wolf")

    @rule(who=st.sampled_from(sorted(CAST)))
    def come_along(self, who: str) -> None:
        """A person joins the fight by a page that knows no cards."""
        if who not in self.scene.combatants:
            table = self.table()
            table.happen(self.joined(who))
            self.keep(table)

    @precondition(lambda self: self.scene.combatants)
    @rule(data=st.data())
    def leave(self, data: st.DataObject) -> None:
        assert self.give("fight.leave", combatant=data.draw(st.sampled_from(sorted(self.scene.combatants))))

    @precondition(lambda self: self.scene.stage == "fighting" and self.scene.combatants)
    @rule(data=st.data())
    def die(self, data: st.DataObject) -> None:
        who = data.draw(st.sampled_from(sorted(self.scene.combatants)))
        table = self.table()
        if has_turns(table, who):
            die(table, who, "a test")
            settle(table, self.dice)
            self.keep(table)

    @precondition(lambda self: self.scene.stage == "fighting" and self.scene.combatants)
    @rule(data=st.data(), card=st.integers(0, 14))
    def hand_a_card(self, data: st.DataObject, card: int) -> None:
        who = data.draw(st.sampled_from(sorted(self.scene.combatants)))
        self.give("fight.card", combatant=who, card=card)

    @precondition(lambda self: self.scene.stage == "fighting")
    @rule(how=st.integers(0, 4))
    def end(self, how: int) -> None:
        """Now and then only, or no fight would last."""
        if how == 4:
            assert self.give("fight.end")

    @precondition(lambda self: self.history)
    @rule()
    def undo(self) -> None:
        """All is told again without the last thing that happened."""
        self.history.pop()
        self.books.pop()
        self.documents = Documents().tell(self.opening)
        for happened in self.history:
            self.documents.tell(happened)

    # -- what must hold ----------------------------------------------------------------------------------------------

    @property
    def in_play(self) -> list[Rung]:
        return self.scene.ladder

    @invariant()
    def cards_are_held_once(self) -> None:
        assert all(count == 1 for count in Counter(rung.at for rung in self.in_play).values())
        assert all(count == 1 for count in Counter(rung.key for rung in self.in_play).values())
        assert all(rung.at >= 1 for rung in self.in_play)

    @invariant()
    def the_ladder_is_in_order(self) -> None:
        assert [rung.at for rung in self.in_play] == sorted(rung.at for rung in self.in_play)
        assert all(rung.key.startswith(f"{rung.who}/") for rung in self.in_play)

    @invariant()
    def refusals_are_sentences(self) -> None:
        assert all(sentence.endswith(".") for sentence in self.sentences)

    @invariant()
    def everybody_holds_as_many_cards_as_they_may(self) -> None:
        held = Counter(rung.who for rung in self.in_play)
        if self.scene.stage == "fighting":
            assert all(count == max(1, CAST[who]) for who, count in held.items())

    @invariant()
    def one_has_the_turn(self) -> None:
        if self.scene.stage != "fighting":
            assert not self.scene.turn
            return
        able = [r for r in self.in_play if has_turns(self.table(), r.who)]
        current = self.scene.current
        assert (current is not None and not current.done) if able else current is None
        assert sum(rung.key == self.scene.turn for rung in self.in_play) == bool(able)


Cards.TestCase.settings = settings(
    max_examples=EXAMPLES,
    stateful_step_count=STEPS,
    deadline=None,
    # The ordinary run plays the same rounds each time; what chance finds is looked for by the long one.
    derandomize=not LONG,
    suppress_health_check=list(HealthCheck),
)
TestCards = Cards.TestCase
