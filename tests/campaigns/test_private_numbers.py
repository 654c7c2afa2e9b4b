"""Numbers of a verdict that stand on a sheet: whoever may not read the sheet finds them nowhere."""

import html
import re
from typing import Any

import pytest

from campaigns.audience import history
from campaigns.feed import query
from campaigns.models import Entry
from campaigns.play.game import Game
from campaigns.play.intent import Intent
from campaigns.play.perform import write
from rules.engine.kernel import Judged, Told
from tests.api.programs import API
from tests.campaigns.test_playing import client_of
from tests.campaigns.test_viewers import ANNA, CANARY, FOE, GM, ROOK, entry_of
from tests.helpers import Cast

#: A threshold that stands nowhere else.
THRESHOLD = 8273


def test_players_read_the_numbers_of_open_sheets_only() -> None:
    numbers = {"face": 45, "target": 62, "their_target": 31}
    verdict = Judged(ROOK, "failure", 0, numbers, {"target": ROOK, "their_target": FOE})
    seen = Judged(ROOK, "failure", 0, {"face": 45, "target": 62}, {"target": ROOK})
    assert history.seen_facts(entry_of(verdict), ANNA) == [seen]
    assert history.seen_facts(entry_of(verdict), GM) == [verdict]


def test_a_number_of_somebody_hidden_hides_the_verdict() -> None:
    assert not history.is_seen(entry_of(Judged(ROOK, "won", 0, {"their_target": 31}, {"their_target": CANARY})), ANNA)


def judge(cast: Cast, who: str, *told: Told) -> Entry:
    """Let a test of somebody's fail, with a threshold of their sheet."""

    def act(game: Game) -> dict[str, Any]:
        numbers = {"face": 93, "target": THRESHOLD}
        game.table.happen(Judged(who, "critical failure", 0, numbers, {"target": who}), *told)
        return {}

    return write(cast.gm, Intent("toss", actor=cast.rook.public_id), act)


def everything(cast: Cast, name: str, entry: Entry) -> list[str]:
    """The log, the entry opened, what programs read, and what a stream says, for a member."""
    member = getattr(cast, name)
    client, here = client_of(member), f"/campaigns/{cast.campaign.public_id}"
    pages = [f"{here}/chronicle/", f"{here}/chronicle/{entry.public_id}/", f"{API}{here}/entries/"]
    read = [html.unescape(client.get(page).content.decode()) for page in pages]
    heard = query.read(cast.campaign.pk, entry.number - 1).heard_by(member.user_id)
    return [*read, "".join(event.text.decode() for event in heard)]


def tells(page: str) -> bool:
    """Whether a page has the threshold, and not its digits by chance within a moment or a hash."""
    return re.search(rf"(?<![0-9a-f]){THRESHOLD}(?![0-9a-f])", page) is not None


@pytest.mark.parametrize("told", [(), ("{0} slips.",)])
def test_the_threshold_of_a_foe_is_the_game_masters(cast: Cast, told: tuple[str, ...]) -> None:
    wolf = cast.creature("Wolf").public_id
    entry = judge(cast, wolf, *(Told((wolf,), one) for one in told))
    for name in ("anna", "boris", "olga"):
        log, *others = everything(cast, name, entry)
        assert not [one for one in (log, *others) if tells(one)]
        assert "slips" in log if told else "fails critically" in log
        assert "93" in log
    for one in everything(cast, "gm", entry)[:3]:
        assert tells(one)


def test_a_threshold_of_ones_own_is_read_as_before(cast: Cast) -> None:
    entry = judge(cast, cast.rook.public_id)
    for one in everything(cast, "anna", entry)[:3]:
        assert tells(one)
