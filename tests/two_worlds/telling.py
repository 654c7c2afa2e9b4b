"""Telling a story in a world, and looking after each step at all that everybody but the game master can get."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from random import Random

from django.db import transaction

from campaigns.models import Entry, Notice
from rules.registry import SYSTEMS
from tests.two_worlds import addresses, gather, plots
from tests.two_worlds.chance import foreseeable
from tests.two_worlds.gather import TextByName
from tests.two_worlds.story import Step, acts_alone, onward
from tests.two_worlds.worlds import Deed, new_world

#: What is looked at after every step: what play changes most.
OFTEN = frozenset({"combat:parts", "combat:calls", "api:encounter", "api:character", "api:encounter-commands"})
#: Whether there is time to ask for everything in everybody's name.
LONG = os.environ.get("WINTERHALL_LONG") == "1"
#: So often the way is cleared for what everybody can see, before something must be wrong.
_MOST_ASIDE = 40


class Seen(Enum):
    """Whether everybody can see what happened."""

    YES = auto()
    HALF = auto()
    NO = auto()


@dataclass(frozen=True)
class Point:
    """The answers to everybody after a step, or (``HALF``) before the hidden let go of it."""

    step: str
    seen: Seen
    got: TextByName


@dataclass
class Telling:
    """A story as it was told in one world; ``deeds`` are those of steps that were chosen as they came."""

    points: list[Point] = field(default_factory=list)
    deeds: dict[str, list[Deed]] = field(default_factory=dict)
    #: Of what requests were made after each step.
    words: dict[str, addresses.Words] = field(default_factory=dict)
    ids: frozenset[str] = frozenset()
    #: What those who hide did in their turns.
    hidden: list[str] = field(default_factory=list)


@dataclass
class Teller:
    """Tells a story in a new world: with what is secret in it or without; ``like`` an earlier telling, or freely."""

    slug: str
    with_secrets: bool
    like: Telling | None = None
    words: Mapping[str, addresses.Words] = field(default_factory=dict)
    looks: bool = True
    seed: str = ""
    minute: int = 0
    last: addresses.Words | None = None
    telling: Telling = field(default_factory=Telling)
    #: Who of those who hide has acted and moved in their turn.
    acted: frozenset[str] = frozenset()
    moved: frozenset[str] = frozenset()
    #: The last step after which everything is looked at.
    at_last: Step | None = None

    @property
    def is_first(self) -> bool:
        """Whether the game tells for all of what the house does alike in each."""
        return LONG or self.slug == SYSTEMS[0].slug

    def tell(self, story: Sequence[Step]) -> Telling:
        with foreseeable(self.seed) as chance, transaction.atomic():
            self.chance = chance
            self.world = new_world(self.slug, chance)
            self.readers = gather.readers(self.world)
            self.at_last = next((step for step in reversed(story) if step.whole), None)
            for step in story:
                if self.with_secrets or not step.secret:
                    self._take(step)
            drawn = (model.objects.values_list("public_id", flat=True) for model in (Entry, Notice))
            self.telling.ids = frozenset(one for ids in drawn for one in ids)
            transaction.set_rollback(True)
        return self.telling

    def _take(self, step: Step) -> None:
        """Take a step; what both worlds know happens in the second as it was recorded in the first."""
        self.minute += not step.secret
        self.chance.begin(step.name, self.minute)
        after = gather.last_number(self.world)
        self.world.deeds = []
        if self.like and step.chosen:
            for deed in self.like.deeds[step.name]:
                self.world.perform(deed)
        else:
            step.act(self.world)
        self.telling.deeds[step.name] = self.world.deeds
        if step.chosen:
            self.world.done = Entry.objects.order_by("number").last().public_id
        if step.secret:
            self._look_aside(step.name, after)
        else:
            self._look(step, after if step.waits else self._clear_the_way(step.name, after))

    def _clear_the_way(self, name: str, after: int) -> int:
        """Let the hidden answer their asks and end their turns, until somebody in sight has the turn."""
        for number in range(_MOST_ASIDE):
            if not self._waits_for_hidden():
                return after
            aside = f"{name}, aside {number}"
            self._look_aside(aside, after, Seen.NO if number else Seen.HALF)
            after = gather.last_number(self.world)
            with self.chance.aside(aside):
                self._act_aside(number)
        raise AssertionError(f"after {name!r} the hidden never let go")

    def _act_aside(self, number: int) -> None:
        """Play for the hidden: an answer; or a command by chance; or undo, redo and a move; or the end of the turn."""
        world, current = self.world, self.world.state.current
        who = current.who if current else ""
        if world.state.pressing or who not in world.hidden:
            onward(world)
        elif who not in self.acted:
            self.acted |= {who}
            did = acts_alone(world, who, Random(f"{self.seed}{self.minute} {number}"))
            self.telling.hidden += [did.command] if did else []
        elif who not in self.moved:
            self.moved |= {who}
            plots.undone(world)
            plots.redone(world)
            world.do("fight.place", combatant=who, x=7, y=7 + number)
        else:
            self.acted, self.moved = self.acted - {who}, self.moved - {who}
            onward(world)

    def _waits_for_hidden(self) -> bool:
        state, hidden = self.world.state, self.world.hidden
        turn = state.current.who if state.current else ""
        return turn in hidden or any(ask.to in hidden for ask in state.pressing)

    def _look(self, step: Step, after: int) -> None:
        """Look at what everybody could get after a step that everybody can see."""
        if not self.looks:
            return
        self.last = words = self.words.get(step.name) or dict(self.world.words)
        self.telling.words[step.name] = words
        got = gather.events_heard(self.world, after, self.readers)
        got |= gather.events_on_return(self.world, words["entry_id"], self.readers)
        # In other games than the first all is looked at once, at the end.
        is_whole = step.whole and (self.is_first or step is self.at_last)
        got |= self._everything(words) if is_whole else self._often(words)
        self.telling.points.append(Point(step.name, Seen.YES, got))

    def _look_aside(self, name: str, after: int, seen: Seen = Seen.NO) -> None:
        """Look, after something secret, at what must be as it was."""
        if self.looks and self.last:
            got = gather.events_heard(self.world, after, self.readers) | self._often(self.last)
            self.telling.points.append(Point(name, seen, got))

    def _often(self, words: addresses.Words) -> TextByName:
        """The answers to members about what play changes most."""
        got, first = TextByName(), {name: listed[:1] for name, listed in words.items()}
        for reader in (self.readers[0], self.readers[2]):
            got |= gather.answers(self.world, addresses.requests(first, OFTEN, writes=False), reader)
        return got

    def _everything(self, words: addresses.Words) -> TextByName:
        """All answers to Anna; to others in the first game only, for the house is the same in each.

        There Anna asks for every thing, elsewhere for one that she knows and one that nobody does.
        """
        anna, *others = self.readers
        few = words if LONG else {name: (listed[0], listed[-1])[: len(listed)] for name, listed in words.items()}
        asked = [*addresses.requests(words if self.is_first else few), *gather.rolls(self.world)]
        got = self._often(words) | gather.answers(self.world, asked, anna)
        for reader in others if self.is_first else ():
            got |= gather.answers(self.world, addresses.requests(few, writes=LONG), reader)
        return got


@dataclass(frozen=True)
class Both:
    """A story as it was told in two worlds."""

    without: Telling
    having: Telling


def told_in_both(slug: str, story: Sequence[Step], seed: str = "") -> Both:
    """Tell a story freely, without a look; then with secrets in it and without, as it was told."""
    freely = Teller(slug, with_secrets=False, looks=False, seed=seed).tell(story)
    having = Teller(slug, with_secrets=True, like=freely, seed=seed).tell(story)
    return Both(Teller(slug, with_secrets=False, like=freely, words=having.words, seed=seed).tell(story), having)
