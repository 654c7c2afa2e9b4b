"""The people of a whole evening, what happens to them, and what players may not know of it."""

import re

from playwright.sync_api import Browser

from tests.browser.evenings import Evening
from tests.browser.heroes import Hero, begin_heroes
from tests.halls import LiveHall

THORA, ESKIL, FOE, LURKER = "Thora", "Eskil", "Rookie guard", "Ghoul A"
#: The coins that are found, and the things.
COINS, HORN, ROPE = 41, "Silver horn", "Tarred rope"
#: The reasons that people type: for a test, and for calling upon a virtue.
REEDS_BEND, REASON = "The reeds bend against the wind", "Somebody has to go first"
HEROES = (
    Hero(THORA, "Anna", {"skill": {"one_handed_swords": 6}}, {"weapon": {"one_handed_sword": 1}}),
    Hero(ESKIL, "Boris", {"skill": {"one_handed_swords": 6}}, {"weapon": {"one_handed_sword": 1}}),
)
#: A page that only the game master reads.
SECRET = {"kind": "lore", "title": "Brother Osgar", "text": "He sold the ford for 7319 marks.", "shared": "gm"}
#: What every letter about the evening tells in its story.
STORY = re.compile(r"(?:fells|brings) the rookie guard|rookie guard goes down")
#: What players may not read anywhere: whoever lurks, what they roll for, and the words and the number of that page.
HIDDEN = ("ghoul", "stealth", "Osgar", "7319")


class AtTheFord(Evening):
    """Anna plays Thora on her phone, Boris plays Eskil on a laptop, and Gudrun whoever is at the ford."""

    def __init__(self, browser: Browser, hall: LiveHall) -> None:
        super().__init__(browser, hall, "sda")
        self.hall, self.here = hall, f"/campaigns/{self.campaign['id']}/"
        self.program = begin_heroes(self, hall, *HEROES)
        found = self.program.look(f"campaigns/{self.campaign['id']}/characters/")["results"]
        self.ids = {one["name"]: one["id"] for one in found if one["name"] in (THORA, ESKIL)}
        #: The ids of the session and of the fight, once there are such.
        self.session, self.fight = "", ""

    def sheet(self, name: str) -> str:
        return f"{self.here}characters/{self.ids[name]}/"

    def letters(self) -> list[str]:
        """The letters that tell the story of the evening, and lead to the page of its summary."""
        written = (one.read_text() for one in (self.hall.home / "mail").glob("*"))
        return [one for one in written if STORY.search(one) and self.page_of_the_session in one]

    @property
    def page_of_the_session(self) -> str:
        return f"{self.here}sessions/{self.session}/"


def secrets_in(text: str) -> list[str]:
    return [word for word in HIDDEN if re.search(rf"\b{word}\b", text, re.IGNORECASE)]
