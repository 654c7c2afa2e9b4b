"""Two who run a campaign agree to the same change at the same moment: it happens once."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from django.db import connections

from campaigns.models import Entry, Proposal
from campaigns.play import consent
from campaigns.play.intent import Intent
from rules.engine.kernel import NotNow
from tests.helpers import Cast


def at_once(act: Callable[[], object], times: int) -> list[object]:
    """The results of something that several do at the same moment."""
    together = Barrier(times)

    def one(_: int) -> object:
        together.wait(10)
        try:
            return act()
        except NotNow as refused:
            return refused
        finally:
            connections.close_all()

    with ThreadPoolExecutor(times) as pool:
        return list(pool.map(one, range(times)))


def test_a_change_that_comes_several_times_at_once_waits_once(live_cast: Cast) -> None:
    consent.require(live_cast.gm, {"things"})
    live_cast.anna.campaign.refresh_from_db()
    thing = Intent("sheet.item", {"title": "Lamp", "kind": "gear"}, live_cast.rook.public_id, key="once")

    def want() -> object:
        try:
            return consent.propose(live_cast.anna, thing)
        except consent.Waits as waits:
            return waits.proposal

    assert len({one.pk for one in at_once(want, 4)}) == 1  # type: ignore[attr-defined]


def test_a_change_that_many_agree_to_happens_once(live_cast: Cast) -> None:
    thing = Intent("sheet.item", {"title": "Lamp", "kind": "gear"}, live_cast.rook.public_id)
    proposal = consent.propose(live_cast.anna, thing)
    done = at_once(lambda: consent.agree(live_cast.gm, proposal.public_id), 4)
    assert sum(isinstance(one, Entry) for one in done) == 1
    assert Entry.objects.filter(command="sheet.item").count() == 1
    assert Proposal.objects.get().state == consent.State.AGREED
