"""What is told of a whole evening, held against what its entries come to."""

import re

from playwright.sync_api import Page

from tests.browser.at_the_ford import (
    COINS,
    ESKIL,
    HORN,
    LURKER,
    REASON,
    REEDS_BEND,
    ROPE,
    SECRET,
    THORA,
    AtTheFord,
    secrets_in,
)
from tests.browser.reckoning import NUMBERS, Reckoning
from tests.browser.seats import Seat
from tests.browser.summary import SummaryPage
from tests.papers import texts_in

#: The foe whom they bring down, as the story calls it.
GUARD = "the rookie guard"


def is_told_as_it_was(evening: AtTheFord, page: Page, reckoning: Reckoning) -> None:
    """Every figure on somebody's page is the one that the entries come to."""
    summary = SummaryPage(page)
    assert sorted(summary.there()) == sorted(reckoning.told["there"])
    assert summary.experience() == reckoning.experience()
    assert summary.luck() == reckoning.luck()
    assert summary.rolls("best") == reckoning.best()
    assert summary.rolls("worst") == reckoning.worst()
    assert summary.rare() == reckoning.rare(evening.fight)
    _tells_the_reeds(evening, summary.story(), reckoning)
    _tells_the_fight(evening, summary, reckoning)
    _tells_what_was_handed_out(evening, summary.story(), reckoning)


def _tells_the_reeds(evening: AtTheFord, story: str, reckoning: Reckoning) -> None:
    """How each did in the test, and whether the virtue is worth a die."""
    test = re.search(rf"{REEDS_BEND}\. ([^.]* at perception[^.]*)", story)[1]  # type: ignore[index]
    for name, who in evening.ids.items():
        came_to = reckoning.verdict(who, "test.static")["verdict"].rpartition("_")[2]
        told = next(part for part in re.split("; |, ", test) if name in part)
        assert {"success": "succeed", "failure": "fail"}[came_to] in told
    dice = reckoning.verdict(evening.ids[ESKIL], "virtue.roll")["hits"]
    assert f"{REASON}. {ESKIL} calls upon being reckless{'.' if dice else ', in vain.'}" in story


def _tells_the_fight(evening: AtTheFord, summary: SummaryPage, reckoning: Reckoning) -> None:
    """The blows that each dealt and took, who brought the guard down, and how both are left."""
    story, left = summary.story(), summary.left()
    for name, who in evening.ids.items():
        boxes, blows = reckoning.wounds(who), reckoning.blows(who)
        said = " ".join(re.findall(rf"(?<=\. ){name} [^.]*?(?:wounds|trades blows|takes \w+ blows?)\b[^.]*\.", story))
        brought = rf"(?:{name} (?:[^.]* and )?(?:brings|fells) {GUARD}|guard goes down under the blows of {name})"
        felled = re.search(rf"{brought}[^.:]*(?:: [^,.]*, (\d+) injur)?", story)
        suffered = rf"\d+ injur\w+ on {name}\b|’s on {name}\b|(?:fells|brings) {name}\b|{name} goes down"
        assert bool(boxes) == bool("takes" in said or "trades" in said or re.search(suffered, story))
        # Blows that lead up to the fall of the only foe whom they hit are told of by that.
        if not felled and "trades" not in said:
            assert _times_hit(said) == len(blows) - _is_hardest(name, story)
        best = re.search(rf"(?:from|than) {name}[^.:]*: (\d+) injur|{name}’s on [^.:]*: (\d+) injur", story)
        shown = felled[1] if felled and felled[1] else next(filter(None, best.groups()), None) if best else None
        assert shown is None or int(shown) == max(blows)
        sheet = evening.program.look(f"characters/{who}/")["sheet"]
        assert f"Spirit {sheet['resources']['spirit']['now']} of {sheet['resources']['spirit']['most']}" in left[name]
        assert (f"injury boxes {boxes} of" in left[name]) == bool(boxes)
    assert re.search(rf"(?:brings|fells) {GUARD}|guard goes down", story)
    assert "The ford is yours." in story
    assert ("The party has won." in story) == reckoning.for_gm, "one foe stands of whom players know nothing"
    assert ("ghoul" in story) == reckoning.for_gm


def _is_hardest(name: str, story: str) -> bool:
    """Whether a blow of somebody is the hardest of all, which has a sentence of its own."""
    return bool(re.search(rf"(?:from|than) {name}\b[^.:]*: \d+ injur|remember is {name}’s", story))


def _times_hit(said: str) -> int:
    """The number of blows of which sentences on somebody tell."""
    found = re.finditer(r" wounds [^.]*?(?: (\w+) times| (twice)|(?= and takes)|(?=\.))", said)
    return sum(NUMBERS.index(one[1]) if one[1] else 2 if one[2] else 1 for one in found)


def _tells_what_was_handed_out(evening: AtTheFord, story: str, reckoning: Reckoning) -> None:
    """The things and coins of each, and that the odd coin stays with the party."""
    thora, eskil = (reckoning.got(evening.ids[name]) for name in (THORA, ESKIL))
    coins = thora["Gold coin"]
    assert (thora, eskil) == ({"Gold coin": coins, ROPE: 1}, {"Gold coin": coins, HORN: 1})
    assert 2 * coins + reckoning.left_in_the_purse() == COINS
    assert f"{ESKIL} gets: {HORN.lower()}." in story
    assert f"{THORA} takes from the party: {ROPE.lower()}." in story
    assert f"The party finds {COINS} gold coins." in story
    assert re.search(
        rf"({THORA} and {ESKIL}|{ESKIL} and {THORA}) each get {coins} gold coins from the purse[.;]", story
    )


def holds_no_secret(evening: AtTheFord, player: Seat, reckoning: Reckoning) -> None:
    """Neither the page nor a file says anything of what is hidden, and nothing of it ever came over the line."""
    page = player.page
    address = page.url.partition("?")[0]
    told = {"page": [page.content()]}
    told["Markdown"] = [page.request.get(f"{address}summary.md").text()]
    told["paper"] = texts_in(page.request.get(f"{address}summary.pdf").body())
    assert {kind for kind, texts in told.items() if any(THORA in text for text in texts)} == {*told}
    assert reckoning.unseen(), "nobody rolled in secret"
    for kind, texts in told.items():
        everything = "\n".join(texts)
        assert not secrets_in(everything), kind
        assert not [entry for entry in reckoning.unseen() if entry in everything], kind
    assert not any(LURKER in text or SECRET["title"] in text for text in player.heard)
