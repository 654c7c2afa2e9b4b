"""Pictures of the main pages of a furnished hall, to be looked at: `make screens`.

Every page is taken wide and on a phone, by day and by night, as whoever has something to see there.
"""

import argparse
import html
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests import browsers
from tests.browser.seats import seated
from tests.halls import LiveHall, new_hall

STATIC = Path(__file__).parents[2] / "static"
SIZES = {"wide": {"width": 1440, "height": 900}, "phone": {"width": 390, "height": 844}}
THEMES = ("light", "dark")
GM, PLAYER, NEIGHBOUR, STRANGER = "Gudrun", "Anna", "Boris", ""
BOTH, GM_ONLY = (GM, PLAYER), (GM,)
#: Milliseconds that odds and dice have to be drawn in once a page stands there.
SETTLES = 600


@dataclass(frozen=True, slots=True)
class Place:
    """A page by its name: its address below the campaign's, and the first link there that leads on to it."""

    name: str
    address: str
    who: tuple[str, ...] = BOTH
    link: str = ""
    is_window: bool = False


#: The first session that has a page of its own.
SESSION = "main a[href*='/sessions/']:not([href$='/sessions/'], [href$='/story/'], [href$='.ics'])"
#: What each campaign of the hall has beside its fights and sheets.
OF_CAMPAIGNS = (
    Place("campaign", ""),
    Place("encounters", "encounters/"),
    Place("journal", "journal/"),
    Place("journal page", "journal/", link=".journal__list a, main li a[href*='/journal/']"),
    Place("journal edit", "journal/new/", GM_ONLY),
    Place("sessions", "sessions/"),
    Place("session", "sessions/", link=SESSION),
    Place("luck", "luck/"),
    Place("chronicle", "chronicle/"),
    Place("compendium", "compendium/"),
    Place("creatures", "compendium/creatures/", GM_ONLY),
    Place("members", "members/"),
    Place("calendar", "calendar/"),
    Place("party", "party/"),
    Place("house rules", "house/", GM_ONLY),
    Place("long tests", "long-tests/", GM_ONLY),
    Place("new character", "characters/new/", (PLAYER,)),
    Place("import character", "characters/import/", (PLAYER,)),
)
#: Pages of no campaign; a stranger has not signed in.
OUTSIDE = (
    Place("start", "/", (GM, STRANGER)),
    Place("import campaign", "/campaigns/import/", (GM,)),
    Place("shared fight", "/", (STRANGER,), link="a[href^='/replays/']"),
    Place("recorded fight", "/fight/", (STRANGER,)),
    Place("sign in", "/accounts/login/", (STRANGER,)),
    Place("sign up", "/accounts/signup/", (STRANGER,)),
    Place("games", "/games/", (STRANGER,)),
    Place("odds lab", "/odds/?q=3d6%2B2+at+least+12&q=best+3+of+4d6", (STRANGER,)),
    Place("not found", "/no-such-page/", (STRANGER,)),
    Place("notices", "/notices/", (PLAYER,)),
    Place("account", "/accounts/email/", (PLAYER,)),
    Place("tokens", "/accounts/tokens/", (PLAYER,)),
)


#: The pictures of the front of the house, as the README and the page for strangers show them.
FRONT = STATIC / "pictures"
#: Windows narrow enough for their words to be read in a small picture.
FRONT_SIZES = {"wide": {"width": 1120, "height": 700}, "phone": {"width": 390, "height": 720}}


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture: its room (a game, or the pages outside), the page, who sees it, how."""

    room: str
    page: str
    who: str
    size: str
    theme: str

    @property
    def file(self) -> str:
        name = f"{self.page} {self.who or 'stranger'} {self.size} {self.theme}"
        return f"{self.room}/{name.lower().replace(' ', '-')}.png"


def rooms(hall: LiveHall) -> Iterator[tuple[str, Place]]:
    """Every page to be taken, by its room."""
    yield from (("outside", place) for place in OUTSIDE)
    for campaign in hall.demo["campaigns"]:
        room, here = campaign["system"], f"/campaigns/{campaign['id']}/"
        yield from ((room, _below(here, place)) for place in (*_of_play(campaign), *OF_CAMPAIGNS))
        yield room, Place("game", f"/games/{room}/", (STRANGER,))
        yield room, Place("game odds", f"/games/{room}/odds/", (STRANGER,))


def _of_play(campaign: dict[str, Any]) -> Iterator[Place]:
    """The fights as one sees them first and as a whole, and the sheet of the first character."""
    for key, one in campaign["encounters"].items():
        yield Place(f"fight {key}", f"encounters/{one}/", is_window=True)
        yield Place(f"fight {key} whole", f"encounters/{one}/")
        yield Place(f"projector {key}", f"encounters/{one}/?view=projector", GM_ONLY)
        yield Place(f"replay {key}", f"encounters/{one}/replay/")
        yield Place(f"forecasts {key}", f"encounters/{one}/forecasts/", GM_ONLY)
    first = next(iter(campaign["characters"].values()))
    yield Place("sheet", f"characters/{first}/")
    yield Place("experience", f"characters/{first}/experience/")
    yield Place("print", f"characters/{first}/print/", (PLAYER,))


def _below(here: str, place: Place) -> Place:
    return Place(place.name, here + place.address, place.who, place.link, place.is_window)


class Camera:
    """A browser that goes to pages as people of the hall, and takes them into a folder."""

    def __init__(self, browser: Browser, hall: LiveHall, folder: Path, sizes: dict[str, dict[str, int]]) -> None:
        self.browser, self.hall, self.folder, self.sizes = browser, hall, folder, sizes
        self.taken: list[Shot] = []
        self._contexts: dict[tuple[str, str], BrowserContext] = {}

    def take_all(self, places: Iterable[tuple[str, Place]]) -> None:
        for room, place in places:
            self.take(room, place)

    def take(self, room: str, place: Place) -> None:
        for who in place.who:
            for size in self.sizes:
                page = self._context(who, size).new_page()
                answer = page.goto(place.address)
                if place.link:
                    page.goto(page.locator(place.link).first.get_attribute("href") or place.address)
                # A fight that is being prepared is no player's.
                is_there = room == "outside" or (answer is not None and answer.ok)
                for theme in THEMES if is_there else ():
                    self._take(page, Shot(room, place.name, who, size, theme), is_whole=not place.is_window)
                page.close()

    def _take(self, page: Page, shot: Shot, *, is_whole: bool) -> None:
        page.emulate_media(color_scheme="dark" if shot.theme == "dark" else "light")
        page.wait_for_timeout(SETTLES)
        path = self.folder / shot.file
        path.parent.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=path, full_page=is_whole, animations="disabled")
        self.taken.append(shot)

    def _context(self, who: str, size: str) -> BrowserContext:
        """The browser of somebody on one device; they sign in on the first one only."""
        if (who, size) not in self._contexts:
            on_phone: dict[str, Any] = {"has_touch": True, "is_mobile": True} if size == "phone" else {}
            self._contexts[who, size] = self.browser.new_context(
                viewport=self.sizes[size],  # type: ignore[arg-type]
                base_url=self.hall.url,
                reduced_motion="reduce",
                storage_state=self._signed_in(who),
                **on_phone,
            )
        return self._contexts[who, size]

    def _signed_in(self, who: str) -> Any:
        if who and who not in self.hall.signed_in:
            context = seated(self.browser, self.hall, who).page.context
            self.hall.signed_in[who] = context.storage_state()
            context.close()
        return self.hall.signed_in.get(who)


def take_front(browser: Browser, hall: LiveHall, folder: Path) -> Camera:
    """Take the pictures of the front anew: a fight, a sheet and a session of the first campaign, by day and night.

    The fight that strangers watch in a hall without one is recorded anew, too.
    """
    hall.manage("record")
    campaign = hall.demo["campaigns"][0]
    here = f"/campaigns/{campaign['id']}/"
    fight, sheet = campaign["encounters"]["barrow"], campaign["characters"]["henk"]
    camera = Camera(browser, hall, folder, FRONT_SIZES)
    camera.take("fight", Place("front", f"{here}encounters/{fight}/", (PLAYER,), is_window=True))
    camera.take("sheet", Place("front", f"{here}characters/{sheet}/", (NEIGHBOUR,), is_window=True))
    camera.take("session", Place("front", f"{here}sessions/", (NEIGHBOUR,), SESSION, is_window=True))
    for shot in (one for one in camera.taken if one.size == "phone" or one.room == "fight"):
        picture = Image.open(folder / shot.file).convert("RGB")
        picture.save(FRONT / f"{shot.room}-{shot.size}-{shot.theme}.webp", quality=82, method=6)
    return camera


def index_of(taken: list[Shot]) -> str:
    """The page that shows all pictures, a row for each page and viewer."""
    rows = []
    for (room, page, who), shots in groupby(taken, key=lambda shot: (shot.room, shot.page, shot.who)):
        pictures = "".join(
            f'<a href="{shot.file}"><img loading="lazy" src="{shot.file}" alt="{shot.size}, {shot.theme}"></a>'
            for shot in shots
        )
        title = html.escape(f"{room}: {page} as {who or 'a stranger'}")
        rows.append(f"<section><h2>{title}</h2><div>{pictures}</div></section>")
    style = "body{font:16px sans-serif;margin:2rem}div{display:flex;gap:1rem;align-items:start}img{height:24rem}"
    head = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Screens</title><style>{style}</style>'
    return head + "".join(rows)


def _is_asked(words: Sequence[str], room: str, place: Place) -> bool:
    return all(word in f"{room} {place.name}" for word in words)


def main() -> None:
    """Open a hall, furnish it, take what is asked for, and say where it is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", nargs="*", default=[], help="words, all of which a page's room and name must have")
    parser.add_argument("--front", action="store_true", help="take the pictures of the README anew, and nothing else")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="wh-screens-") as home, sync_playwright() as play:
        hall = new_hall(Path(home))
        hall.open()
        try:
            hall.furnish()
            browser = play.chromium.launch(executable_path=browsers.chromium(), args=browsers.FLAGS)
            if asked.front:
                camera = take_front(browser, hall, asked.folder)
            else:
                camera = Camera(browser, hall, asked.folder, SIZES)
                camera.take_all((room, place) for room, place in rooms(hall) if _is_asked(asked.only, room, place))
            browser.close()
        finally:
            hall.close()
    (asked.folder / "index.html").write_text(index_of(camera.taken), encoding="utf-8")
    print(f"{len(camera.taken)} pictures: {asked.folder / 'index.html'}")  # noqa: T201 - the end of a command


if __name__ == "__main__":
    main()
