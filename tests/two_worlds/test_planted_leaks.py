"""The negative control: for each sort of leak that is planted, the comparison turns red."""

from functools import cache

import pytest

from rules.registry import SYSTEMS
from tests.two_worlds import addresses, gather
from tests.two_worlds.comparing import differences
from tests.two_worlds.leaks import LEAKS, Leak
from tests.two_worlds.story import BEFORE, Step, note, session_ends
from tests.two_worlds.telling import Both, Point, Seen, Teller

#: Nothing is planted, and everything is asked that the others are.
NONE = Leak(lambda patch: None, frozenset().union(*(leak.addresses for leak in LEAKS.values())))
STORY = (
    *BEFORE,
    Step("the session ends", session_ends),
    Step("a second note", note("It is dark."), whole=True),
)


class Planter(Teller):
    """Looks once, at the end: for each leak while it is planted."""

    def _look(self, step: Step, after: int) -> None:
        if step.whole:
            words = self.words.get(step.name) or dict(self.world.words)
            for name, leak in {"nothing": NONE, **LEAKS}.items():
                self.telling.words |= {step.name: words, name: words}
                self.telling.points.append(Point(name, Seen.YES, self._looked(leak, words)))

    def _looked(self, leak: Leak, words: addresses.Words) -> gather.TextByName:
        rolls = [one for one in gather.rolls(self.world) if one.route in leak.addresses]
        asked = [*addresses.requests(words, leak.addresses), *rolls]
        with pytest.MonkeyPatch.context() as patch:
            leak.plant(patch)
            heard = {} if leak.addresses else gather.events_heard(self.world, 0, self.readers)
            return heard | gather.answers(self.world, asked, self.readers[0])

    def _look_aside(self, name: str, after: int, seen: Seen = Seen.NO) -> None:
        pass


@cache
def both() -> Both:
    """A short story in two worlds: told once, for it leaves nothing in the database."""
    slug = SYSTEMS[0].slug
    having = Planter(slug, with_secrets=True).tell(STORY)
    return Both(Planter(slug, with_secrets=False, words=having.words).tell(STORY), having)


def found(name: str) -> list[str]:
    return [one for one in differences(both()) if one.startswith(f"after {name!r}")]


def test_nothing_is_found_where_nothing_is_planted(db: None) -> None:
    assert found("nothing") == []


@pytest.mark.parametrize("name", LEAKS)
def test_a_planted_leak_is_found(db: None, name: str) -> None:
    assert found(name)
