"""People at the table, each in a browser of their own, who see and do only what the pages let them."""

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Error, Locator, Page, Response, expect

from tests.halls import LiveHall

WIDE = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}
#: What the house calls the version that it would show now.
_TAG = "async where => (await fetch(where, {signal: AbortSignal.timeout(30_000)})).headers.get('ETag')"
#: What is said to a player whose turn has ended, whether or not somebody hidden acts before the next in sight.
_TURN_OVER = "Your turn is over"


def show_to_players(page: Page, fight: str) -> None:
    """Let players see a fight by the game master's page, where it is not open to them yet."""
    page.goto(fight)
    button = page.get_by_role("button", name="Show to players", exact=True)
    if button.count():
        button.click()
        expect(page.get_by_role("button", name="Hide from players")).to_be_visible()


@dataclass
class Seat:
    """One person's browser: the page, all that ever came over its line, and what its console complained about."""

    page: Page
    is_phone: bool = False
    heard: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def stay(self) -> None:
        """Mark the page, so that :meth:`has_stayed` tells whether it was ever loaded again."""
        self.page.evaluate("window.stayed = true")

    def has_stayed(self) -> bool:
        return bool(self.page.evaluate("window.stayed === true"))

    def asks(self, name: str = "") -> Locator:
        """The asks that wait for this person; for the game master, those of the character of that name."""
        articles = self.page.locator("[data-part=asks] article")
        return articles.filter(has=self.page.locator(".ask__who", has_text=name)) if name else articles

    def answer(self, name: str = "") -> bool:
        """Answer the first ask with what its form proposes; says whether there was one."""
        waiting = self.asks(name)
        if not waiting.count():
            return False
        ask = waiting.first.get_attribute("data-ask")
        self._answer_for(waiting.first)
        form = waiting.first.locator("form.answer").first
        form.locator("button[type=submit]").first.click()
        expect(self.page.locator(f'[data-ask="{ask}"]')).to_have_count(0)
        return True

    def _answer_for(self, ask: Locator) -> None:
        """Unfold an ask that waits for somebody else: the game master answers for them behind a second tap."""
        folded = ask.locator("> details:not([open]) > summary")
        if folded.count():
            folded.click()

    def offers(self, command: str) -> Locator:
        return self.page.locator(f'[data-part=now] [data-do="{command}"]')

    def do(self, command: str, *, dice: Mapping[str, str] | None = None, **fields: Any) -> None:
        """Open a command's form, fill in fields, and send it, perhaps with the faces of real dice."""
        if self.offers(command).evaluate("it => it.tagName") == "FORM":
            self._press(self.offers(command))
        else:
            self.send(self.form_of(command, **fields), dice=dice)

    def _press(self, form: Locator) -> None:
        """Press a button that leaves nothing to choose."""
        with self.page.expect_response("**/perform/"):
            self._reach(form.locator("button"))
        self.catch_up()

    def form_of(self, command: str, **fields: Any) -> Locator:
        """Open a command's form and fill in fields."""
        self._reach(self.offers(command))
        form = self.page.locator(f'[data-part=form] form[data-command="{command}"]')
        expect(form).to_be_visible()
        for name, value in fields.items():
            self._fill(form, name, str(value))
        return form

    def has_in_sight(self, form: Locator) -> None:
        """Check that an open form keeps within the stage, and that nobody scrolls for its button."""
        expect(form.locator("button[type=submit]").first).to_be_in_viewport(ratio=1)
        around, inside = (place.bounding_box() for place in (self.page.locator("#stage"), form))
        assert around and inside  # noqa: PT018 - both stand there
        assert around["x"] < inside["x"]
        assert inside["x"] + inside["width"] < around["x"] + around["width"]

    def _reach(self, offer: Locator) -> None:
        """Click an offer, in the menu if it hangs there: news that draw the page anew may close it meanwhile."""
        for patience in (5_000, 15_000):
            self._close_form()
            if not offer.is_visible():
                self._unfold(offer)
            with suppress(Error):
                return offer.click(timeout=patience)
        raise AssertionError(f"{offer} was never to be reached")

    def _close_form(self) -> None:
        """Close the open form: the stage shows one thing at a time."""
        if self.page.locator("[data-close]").is_visible():
            self.page.locator("[data-close]").click()
            expect(self.page.locator("[data-close]")).to_have_count(0)

    def _unfold(self, offer: Locator) -> None:
        """Open the menu of the fight, or all actions, wherever the offer hangs."""
        folded = offer.locator("xpath=ancestor::details").first
        if folded.get_attribute("open") is None:
            folded.locator("summary").click()

    def send(self, form: Locator, *, dice: Mapping[str, str] | None = None) -> None:
        """Send a form that is filled in, and wait until the page shows what came of it: then it is put away.

        Not every command changes the fight itself; some change sheets only, or nothing but the log.
        """
        self._submit(form, dice)
        expect(form).to_have_count(0)
        self.catch_up()

    def reply(
        self,
        name: str,
        command: str,
        *,
        dice: Mapping[str, str] | None = None,
        count: int | None = None,
        **fields: Any,
    ) -> None:
        """Answer what waits for somebody by a command of one's choice, with so many dice where that is asked."""
        if count is not None:
            fields["dice"] = count
        waiting = self.asks(name).first
        ask = waiting.get_attribute("data-ask")
        self._answer_for(waiting)
        form = waiting.locator(f'form[data-command="{command}"]')
        for field_name, value in fields.items():
            self._fill(form, field_name, str(value))
        self._submit(form, dice)
        expect(self.page.locator(f'[data-ask="{ask}"]')).to_have_count(0)

    def _submit(self, form: Locator, dice: Mapping[str, str] | None) -> None:
        """Let the house roll, or type what real dice show: the faces by the name of whoever rolled."""
        for odds in form.locator("[data-odds-place]").all():
            # They push the button down when they come, perhaps between a press and its release.
            expect(odds).not_to_be_empty()
        if not dice:
            self.submit_of(form).click()
            return
        form.get_by_text("I rolled real dice").click()
        expect(form.locator("[data-faces][open][data-drawn]")).to_have_count(1)
        for name, faces in dice.items():
            hand = form.locator("[data-hand]").filter(has_text=f"What {name}’s dice show")
            box = hand.locator("input").first
            box.focus()
            self._see_the_pad(hand)
            box.fill(faces)
        form.get_by_role("button", name="Use these dice").click()

    def submit_of(self, form: Locator) -> Locator:
        """The button of a form, which may stand outside it, beside that of another answer."""
        outside = self.page.locator(f'button[type=submit][form="{form.get_attribute("id")}"]')
        return outside.or_(form.locator("button[type=submit]")).first

    def _see_the_pad(self, hand: Locator) -> None:
        """Check that the faces to be tapped, which a phone shows, stand side by side."""
        first, second = (hand.locator(f'[data-face="{face}"]') for face in (1, 2))
        if self.is_phone and first.count():
            one, two = first.bounding_box(), second.bounding_box()
            assert one, "the first face is drawn"
            assert two, "so is the second"
            assert one["y"] == two["y"], "each face of a die has a row of its own"

    def turn(self, way: str) -> None:
        """Press "undo" or "redo", as game masters can."""
        self.catch_up()
        version = self.version()
        self.page.locator(f"[data-way={way}] button").click()
        self.wait_beyond(version)

    def bring(self, name: str, *, hidden: bool = False) -> None:
        """Let somebody of the bestiary take part, as game masters can; the first who hides is lettered A.

        A rookie guard is found there under Guard, Rookie.
        """
        creature = name.removesuffix(" A") if hidden else name
        self.page.get_by_label("Search the bestiary").fill(creature)
        which, _, kind = creature.partition(" ")
        listed = re.compile(rf"^Add ({creature}|{kind}, {which})$", re.IGNORECASE)
        bring = self.page.get_by_role("button", name=listed)
        if hidden:
            self.page.locator("[data-found] li").filter(has=bring).get_by_label("hidden").check()
        bring.click()
        expect(self.ladder(name)).not_to_have_count(0)

    def act_for(self, name: str) -> None:
        """Choose for whom one acts, on the ladder."""
        self.ladder(name).get_by_role("link", name=name, exact=True).click()
        expect(self.page.locator("#now-title")).to_contain_text(name)

    def _fill(self, form: Locator, name: str, value: str) -> None:
        control = form.locator(f'[name="with-{name}"]').first
        if not control.is_visible():
            form.get_by_text("More choices").first.click()
        if control.get_attribute("type") == "radio":
            form.locator("label").filter(has=self.page.locator(f'[name="with-{name}"][value="{value}"]')).click()
        elif control.evaluate("it => it.tagName") == "SELECT":
            control.select_option(value)
        else:
            control.fill(value)

    def onward(self, *, dice: Mapping[str, str] | None = None) -> None:
        """Press the one button that carries the fight on, and send the form behind it if it has one.

        Where somebody hidden acts next, the page of a player stays as it is, and a note says so.
        """
        # What others did a moment ago would make the press come too late.
        self.catch_up()
        version = self.version()
        way = self.page.locator("[data-way=onward]")
        is_link = way.evaluate("it => it.tagName") == "A"
        if is_link:
            way.click()
            self.send(self.page.locator("[data-part=form] form"), dice=dice)
        else:
            with self.page.expect_response("**/perform/") as sent:
                way.locator("button").click()
            if not self._is_held(sent.value.json()):
                self.wait_beyond(version)

    def _is_held(self, answer: Mapping[str, Any]) -> bool:
        """Whether the page still shows the turn that is over: somebody hidden acts."""
        shown = self.page.locator("[data-part=head]").get_attribute("data-version")
        return bool(answer.get("note")) and str(answer["version"]) == shown

    def end_before_somebody_hidden(self) -> None:
        """End the own turn where somebody acts next whom one does not see: the page stays, and a note says so."""
        self.page.locator("[data-way=onward] button").click()
        expect(self.page.get_by_text(_TURN_OVER).last).to_be_visible()
        self.waits_without_buttons()

    def waits_without_buttons(self) -> None:
        """Check that only a note stands where one's turn was: nothing can be pressed that would come too late.

        Whose turn it is stands there as for everybody who sees the turn go on, above and on the ladder.
        """
        now = self.page.locator("[data-part=now]")
        expect(now.locator("> *").filter(visible=True)).to_have_count(0)
        assert self._instead_in(now) == _TURN_OVER
        acts = self.page.locator("[data-rung][aria-current]")
        expect(acts.locator(".chip--ember").filter(visible=True)).to_have_count(1)
        name = acts.locator(".rung__name").inner_text()
        assert self._instead_in(self.page.locator("[data-turn]")) == f"{name}’s turn"

    @staticmethod
    def _instead_in(place: Locator) -> str:
        """The words that stand in a place instead of its own."""
        return str(place.evaluate("it => getComputedStyle(it, '::before').content")).strip('"')

    def id_of(self, name: str) -> str:
        """The id of a combatant, read off their rung."""
        return (self.ladder(name).first.get_attribute("data-rung") or "").partition("/")[0]

    def place_of(self, name: str) -> tuple[int, int]:
        """The place of a combatant, read off the board: metres east and north."""
        token = self.page.locator(f'[data-token][aria-label^="{name}"]').first
        return round(float(token.get_attribute("data-x") or 0)), round(float(token.get_attribute("data-y") or 0))

    def far_from(self, name: str) -> float:
        """How far somebody is, as the board says it."""
        told = self.page.locator(f'[data-token][aria-label^="{name}"]').first.get_attribute("aria-label") or ""
        return float(re.search(r"([\d.]+) metres", told)[1])  # type: ignore[index]

    def version(self) -> int:
        return int(self.page.locator("[data-part=head]").get_attribute("data-version") or 0)

    def wait_beyond(self, version: int) -> None:
        """Wait until the page shows something newer, without being loaded again."""
        self.page.wait_for_function(
            "version => Number(document.querySelector('[data-part=head]').dataset.version) > version", arg=version
        )

    def catch_up(self) -> None:
        """Wait until this page shows what the house would show this person now: each counts what they can see."""
        encounter = self.page.url.partition("/encounters/")[2].partition("/")[0]
        tag = self.page.evaluate(_TAG, f"/api/v1/encounters/{encounter}/")
        self.wait_beyond(int(re.match(r'"(\d+)', tag)[1]) - 1)  # type: ignore[index]

    def ladder(self, name: str) -> Locator:
        exactly = re.compile(rf"^\s*{re.escape(name)}\s*$")
        return self.page.locator("[data-part=ladder] .rung").filter(has=self.page.get_by_text(exactly))

    def log(self, sentence: str = "") -> Locator:
        """The passages of the log, or those in which something is said; an aside may stand before the full stop."""
        return self.page.locator("[data-part=log] .log__line").filter(has_text=sentence.removesuffix("."))


def adding(page: Page, name: str) -> Locator:
    """The button that adds somebody of the party to a fight, whether or not they are in another one."""
    return page.get_by_role("button", name=re.compile(rf"^(?:{re.escape(name)}|Add anyway: {re.escape(name)})$"))


def adding_all(page: Page) -> Locator:
    """The buttons that add all of the party to a fight at once: those who are free, and those in another fight."""
    return page.get_by_role("button", name=re.compile("^Add all"))


def campaign_of(hall: LiveHall, system: str) -> dict[str, Any]:
    """The demo's campaign of a game: its id, and the ids of its characters and encounters."""
    return next(one for one in hall.demo["campaigns"] if one["system"] == system)


def seated(browser: Browser, hall: LiveHall, name: str, *, phone: bool = False, still: bool = False) -> Seat:
    """The seat of a person of the demo who signs in by hand; ``still`` asks the browser for reduced motion."""
    login = next(one for one in hall.demo["logins"] if one["name"] == name)
    touch: dict[str, Any] = {"has_touch": True, "is_mobile": True} if phone else {}
    motion: Literal["reduce", "no-preference"] = "reduce" if still else "no-preference"
    size = PHONE if phone else WIDE
    context = browser.new_context(viewport=size, base_url=hall.url, reduced_motion=motion, **touch)
    seat = Seat(context.new_page(), phone)
    seat.page.set_default_timeout(15_000)
    seat.page.on("response", lambda response: seat.heard.append(_text_of(response)))
    _overhear(seat)
    seat.page.on("console", lambda said: seat.complaints.append(said.text) if said.type == "error" else None)
    seat.page.on("pageerror", lambda error: seat.complaints.append(str(error)))
    seat.page.goto("/accounts/login/")
    seat.page.get_by_label("E-mail").fill(login["email"])
    seat.page.get_by_label("Password", exact=True).fill(login["password"])
    seat.page.get_by_label("Password", exact=True).press("Enter")
    expect(seat.page.get_by_role("heading", name="Your campaigns")).to_be_visible()
    return seat


def _overhear(seat: Seat) -> None:
    """Hold every event that comes over the line: a stream has no text before it ends, so the browser is asked."""
    wire = seat.page.context.new_cdp_session(seat.page)
    wire.on("Network.eventSourceMessageReceived", lambda event: seat.heard.append(event["data"]))
    wire.send("Network.enable")


def _text_of(response: Response) -> str:
    if urlsplit(response.url).path == "/calls/":
        return ""  # The page of one's campaigns tells of fights in all of them: whoever is met there may bear any name.
    kind = response.headers.get("content-type", "")
    if "event-stream" in kind or not kind.startswith(("text/html", "application/json", "application/problem")):
        return ""
    try:
        return response.text()
    except Exception:  # noqa: BLE001 - an answer that was thrown away by the page has no text
        return ""
