"""An evening at a table of the demo: the game master and two players, one of them with a phone."""

import re
from collections.abc import Mapping
from typing import Any

from playwright.sync_api import APIResponse, Browser, Page, expect

from tests.browser.seats import Seat, campaign_of, seated
from tests.halls import LiveHall

#: More turns than that are not to be passed over before somebody's comes, and more questions do not follow each other.
MOST_TURNS, MOST_ASKS = 12, 60


class Evening:
    """Gudrun leads, Anna plays on her phone, Boris on a laptop: in the demo's campaign of a game.

    They want it still: what glides is drawn sixty times a second on three pages. Other tests look at tables that move.
    """

    def __init__(self, browser: Browser, hall: LiveHall, system: str) -> None:
        self.campaign = campaign_of(hall, system)
        self.gudrun = seated(browser, hall, "Gudrun", still=True)
        self.anna = seated(browser, hall, "Anna", phone=True, still=True)
        self.boris = seated(browser, hall, "Boris", still=True)
        self.players = (self.anna, self.boris)
        self.seats = (self.gudrun, *self.players)

    @property
    def encounters(self) -> str:
        return f"/campaigns/{self.campaign['id']}/encounters/"

    def come_to(self, name: str) -> None:
        """The players open the encounter, and from now on nobody's page is loaded again."""
        for player in self.players:
            player.page.goto(self.encounters)
            player.page.get_by_role("link", name=name).click()
            expect(player.page.locator("[data-part=ladder] .rung")).not_to_have_count(0)
        for seat in self.seats:
            seat.stay()

    def whose_turn(self) -> str:
        """The name of whoever acts, as the game master reads it."""
        return self.gudrun.page.locator("[data-key=turn]").inner_text().partition("’s")[0]

    def turn_of(self, name: str) -> None:
        """The game master passes over turns until it is somebody's."""
        for _ in range(MOST_TURNS):
            self.gudrun.catch_up()
            if self.whose_turn() == name:
                break
            self.gudrun.onward()
        for seat in self.seats:
            seat.catch_up()
        assert self.whose_turn() == name

    def settle(self) -> None:
        """Answer every ask as its form proposes, until nobody is asked any more."""
        for _ in range(MOST_ASKS):
            for seat in self.seats:
                seat.catch_up()
            if not (any(player.answer() for player in self.players) or self.gudrun.answer()):
                return
        raise AssertionError("the questions do not end")

    def all_read(self, *sentences: str) -> None:
        """Check that everybody's log shows these sentences."""
        for seat in self.seats:
            for sentence in sentences:
                expect(seat.log(sentence).first).to_be_visible()

    def all_see(self, name: str, *words: str) -> None:
        """Check that everybody's ladder shows these words for a combatant."""
        for seat in self.seats:
            for said in words:
                expect(seat.ladder(name).first).to_contain_text(said)

    def went_well(self, *, lurker: str, foe: str) -> None:
        """No page was loaded again, none complained, and no player ever heard of somebody hidden."""
        for seat in self.seats:
            assert seat.has_stayed(), "the page was loaded again"
            assert not seat.complaints
        assert any(lurker in text for text in self.gudrun.heard)
        for player in self.players:
            assert any(foe in text for text in player.heard)
            assert not any(lurker in text for text in player.heard), "a player heard of somebody hidden"
            assert not player.page.get_by_role("button", name=re.compile("Undo")).count()


class Program:
    """A program of the game master's, which sets the table before the evening; or one of a player's, Anna's."""

    def __init__(self, seat: Seat, hall: LiveHall, *, player: bool = False) -> None:
        self.page: Page = seat.page
        self.headers = {"Authorization": f"Bearer {hall.demo['logins'][int(player)]['token']}"}

    def look(self, where: str) -> Any:
        return _answered(self.page.request.get(f"/api/v1/{where}", headers=self.headers)).json()

    def begin(self, campaign: str, name: str, owner: str, hero: str = "") -> str:
        """Let somebody begin whom a player plays, perhaps as a ready-made hero; returns their id."""
        said = {"name": name, "owner": owner, "hero": hero}
        where = f"/api/v1/campaigns/{campaign}/characters/"
        begun = _answered(self.page.request.post(where, headers=self.headers, data=said)).json()
        return str(begun["id"])

    def prepare(self, campaign: str, name: str) -> str:
        """Prepare an encounter that everybody sees; returns its id."""
        where, said = f"/api/v1/campaigns/{campaign}/encounters/", {"name": name, "secret": False}
        return str(_answered(self.page.request.post(where, headers=self.headers, data=said)).json()["id"])

    def do(self, where: str, command: str, faces: Mapping[str, list[int]] | None = None, /, **choices: Any) -> None:
        """Give a command at what was looked at just now, perhaps with the faces of real dice by who threw them."""
        seen = _answered(self.page.request.get(f"/api/v1/{where}", headers=self.headers)).headers["etag"]
        said = {"command": command, "with": choices, "dice": dict(faces or {})}
        headers = self.headers | {"If-Match": seen}
        _answered(self.page.request.post(f"/api/v1/{where}commands/", headers=headers, data=said))


def _answered(response: APIResponse) -> APIResponse:
    assert response.ok, response.text()
    return response
