"""A character may be called like an entry of the compendium: asks and log mean the character."""

import re

import pytest

from campaigns.play.game import Game
from campaigns.play.intent import Intent
from campaigns.play.perform import write
from rules.engine.kernel import Told
from tests.combat.conftest import Fight, client_of, rename

_LINK = re.compile(r'<a class="term"[^>]*>([^<]+)</a>')


@pytest.fixture
def hunted(fight: Fight) -> Fight:
    """Rook is asked something about a Hunter, whose name is an occupation's, and about a thing."""
    rename(fight.cast.gm, fight.cast.mira, "Hunter")

    def act(game: Game) -> dict[str, object]:
        rook, mira = fight.cast.rook.public_id, fight.cast.mira.public_id
        known = {"boxes": 1, "type": "cutting", "by": mira}
        game.table.ask(rook, "The Longsword of Hunter strikes: which line?", "wound.take", **known)
        game.table.happen(Told((rook,), "{0} flees from Hunter with a Longsword."))
        return {}

    write(fight.cast.gm, Intent("melee.attack", encounter=fight.encounter.public_id), act)
    return fight


@pytest.mark.parametrize("who", ["gm", "anna"])
def test_an_ask_leads_to_things_and_not_to_whoever_is_called_like_one(hunted: Fight, who: str) -> None:
    cast = hunted.cast
    sheet = f"/campaigns/{cast.campaign.public_id}/characters/{cast.rook.public_id}/"
    for page in (
        f"{hunted.address}?as={cast.rook.public_id}",
        f"{hunted.address}turn/?as={cast.rook.public_id}",
        sheet,
    ):
        answer = client_of(getattr(cast, who)).get(page)
        assert answer.status_code == 200
        linked = _LINK.findall(answer.content.decode())
        assert "Longsword" in linked
        assert "Hunter" not in linked


def test_whoever_is_hidden_takes_no_name_from_anybody(hunted: Fight) -> None:
    """That a word is none of the compendium's would tell players who hides."""
    rename(hunted.cast.gm, hunted.cast.mira, "Mira")
    rename(hunted.cast.gm, hunted.canary, "Hunter")
    for who, is_meant in ((hunted.cast.gm, True), (hunted.cast.anna, False)):
        page = client_of(who).get(f"{hunted.address}?as={hunted.cast.rook.public_id}").content.decode()
        assert ("Hunter" not in _LINK.findall(page)) is is_meant
