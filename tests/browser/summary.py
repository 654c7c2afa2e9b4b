"""The summary of a session as its page shows it."""

import re
from collections import Counter

from playwright.sync_api import Page

from tests.browser.reckoning import in_short

#: The headings of the table of experience before the reasons; one that says nothing is left out.
HEADS = ("Who", "What", "Earned", "Spent")


class SummaryPage:
    """The figures on the page of a session that is over, folded or not."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def story(self) -> str:
        """The story, with what everybody is told before and after it."""
        return self._texts("[data-live=summary] .prose")[0]

    def left(self) -> dict[str, str]:
        """The state in which everybody is left, by name."""
        return dict(self._pairs("left"))

    def there(self) -> list[str]:
        """The people at the table: boxes that are ticked for the game master, a list for players."""
        ticked = self._texts("[data-live=there] label:has(:checked)")
        return ticked or self._texts("[data-live=there] li")

    def experience(self) -> list[list[str]]:
        """The rows of experience, what ranks it went to summed up for each reason."""
        heads = self._texts("[aria-labelledby=earned-title] thead th")
        usual = {"What": "experience", "Spent": "0", "For": ""}
        rows = [usual | dict(zip(heads, row, strict=True)) for row in self._rows("earned")]
        return [[*(row[head] for head in HEADS), in_short(_by_reason(row["For"]))] for row in rows]

    def luck(self) -> list[list[str]]:
        return self._rows("luck")

    def rolls(self, which: str) -> list[tuple[str, str, str]]:
        """The best or the worst rolls: whose, what they came to, and their luck."""
        lucks = self._texts(f"[aria-labelledby={which}-title] li > .muted")
        found = zip(self._pairs(which), lucks, strict=True)
        return [(name, said.rpartition(": ")[2], luck) for (name, said), luck in found]

    def rare(self) -> dict[str, set[str]]:
        """The rolls to remember, by who rolled them."""
        return {name: set((said[:1].lower() + said[1:]).split(" and ")) for name, said in self._pairs("rare")}

    def _rows(self, panel: str) -> list[list[str]]:
        """The rows of a panel's table, cell by cell."""
        rows = self.page.locator(f"[aria-labelledby={panel}-title] tbody tr")
        return [[cell.strip() for cell in row.locator("th, td").all_text_contents()] for row in rows.all()]

    def _pairs(self, panel: str) -> list[tuple[str, str]]:
        """The names of a panel's list, each with what stands below it."""
        names, said = (self._texts(f"[aria-labelledby={panel}-title] .rows__{part}") for part in ("name", "sub"))
        return list(zip(names, said, strict=True))

    def _texts(self, where: str) -> list[str]:
        return [text.strip() for text in self.page.locator(where).all_text_contents()]


def _by_reason(said: str) -> Counter[str]:
    """The experience of "Strength 3, Agility 1 (from rolls); Reflex 1 (the fight)" by its reason."""
    found = Counter[str]()
    for part in filter(None, said.split("; ")):
        gains, _, why = part.partition(" (")
        found[why.removesuffix(")")] += sum(int(one) for one in re.findall(r" (\d+)(?=,|$)", gains))
    return found
