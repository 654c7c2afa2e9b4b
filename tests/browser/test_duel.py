"""A duel of two players: one takes hold of the other and chokes until he falls; a browser for each, one on a phone."""

import re

from playwright.sync_api import Browser, Locator, expect

from tests.browser.evenings import Evening, Program
from tests.browser.heroes import begin_in_order, recover
from tests.browser.seats import Seat, adding
from tests.halls import LiveHall

ROOK, BRANN, LURKER = "Rook", "Brann", "Ghoul A"
#: Who acts when; whoever lurks comes last.
ORDER = {ROOK: 5, BRANN: 3, LURKER: -5}
#: The dice of a blow of Rook's, who wrestles with more than that.
STRIKING = 6


class InTheRing(Evening):
    """Anna plays Rook on her phone, Boris plays Brann, and Gudrun nobody whom the two can see."""

    def turn_of(self, name: str) -> None:
        """The game master passes over turns until it is somebody's."""
        for _ in range(2 * len(ORDER)):
            self.gudrun.catch_up()
            if self._whose_turn().startswith(f"{name}’s"):
                break
            self.gudrun.onward()
        for seat in self.seats:
            seat.catch_up()
        assert self._whose_turn() == f"{name}’s turn"

    def _whose_turn(self) -> str:
        return self.gudrun.page.locator("[data-key=turn]").inner_text()

    def strike(self, *, scoring: int) -> int:
        """Rook attacks with bare hands, so many of his real dice score, and Brann does not defend; returns the hits.

        They are more where advice has a success bought.
        """
        self.turn_of(ROOK)
        self.anna.send(self.anna.form_of("melee.attack", dice=STRIKING))
        expect(self.boris.asks()).to_contain_text(f"Rook attacks with {STRIKING} dice")
        # Only the game master may type the dice of both.
        self.gudrun.reply(BRANN, "melee.defend", count=0, dice={ROOK: _faces(STRIKING, scoring)})
        expect(self.anna.asks()).to_contain_text("hits on Brann: spend")
        hits = int(re.search(r"(\d+) hits on Brann", self.anna.asks().inner_text())[1])  # type: ignore[index]
        assert hits >= scoring
        return hits

    def let_be(self) -> None:
        """Rook does nothing more with what is left."""
        _answer(self.anna, "melee.spend", "damage", "0")
        expect(self.anna.asks()).to_have_count(0)


def test_a_duel_to_the_last_breath(browser: Browser, hall_server: LiveHall) -> None:
    evening = InTheRing(browser, hall_server, "sda")
    _train(evening, hall_server, brawling=20, spirit=60)
    _prepare(evening, hall_server)
    _begin(evening, hall_server)

    _take_hold(evening)
    _be_held(evening)
    _choke(evening)
    _hold_out(evening)
    _fall(evening)
    _take_back_and_bring_again(evening)
    _end(evening, hall_server)
    _train(evening, hall_server, brawling=0, spirit=20)

    evening.went_well(lurker=LURKER, foe=BRANN)
    assert "0 failed" in hall_server.manage("verify_chronicle")


# -- before the duel --------------------------------------------------------------------------------------------------


def _train(evening: InTheRing, hall: LiveHall, *, brawling: int, spirit: int) -> None:
    """Both are whole; Rook wrestles well, and Brann is not soon discouraged."""
    program = Program(evening.gudrun, hall)
    keys = ("rook", "brann")
    recover(program, evening.campaign, *keys)
    for key in keys:
        where = f"characters/{evening.campaign['characters'][key]}/"
        program.do(where, "sheet.resource", resource="spirit", now=spirit, most=spirit)
    rook = f"characters/{evening.campaign['characters']['rook']}/"
    program.do(rook, "sheet.rank", kind="skill", rank="brawling", to=brawling)


def _prepare(evening: InTheRing, hall: LiveHall) -> None:
    """Rook and Brann face each other at arm's length, on two sides, and somebody watches whom they do not see."""
    gudrun, page = evening.gudrun, evening.gudrun.page
    page.goto(evening.encounters)
    page.get_by_label("Name").fill("The ring")
    page.get_by_role("button", name="Prepare").click()
    adding(page, ROOK).click()
    expect(gudrun.ladder(ROOK)).to_have_count(1)
    here = f"encounters/{re.search(r'encounters/([^/?]+)', page.url)[1]}/"  # type: ignore[index]
    brann = evening.campaign["characters"]["brann"]
    Program(gudrun, hall).do(here, "fight.join", combatant=brann, side="foes", y=1, facing=180)
    expect(gudrun.ladder(BRANN)).to_have_count(1)
    gudrun.bring(LURKER, hidden=True)
    page.get_by_role("button", name="Show to players", exact=True).click()
    expect(page.get_by_text("Players do not see this fight yet")).to_have_count(0)
    gudrun.do("fight.place", combatant=gudrun.id_of(ROOK), x=0, y=0, facing=0)
    gudrun.do("fight.place", combatant=gudrun.id_of(LURKER), x=20, y=20)
    evening.come_to("The ring")


def _begin(evening: InTheRing, hall: LiveHall) -> None:
    begin_in_order(Program(evening.gudrun, hall), evening.gudrun, ORDER)
    for player in evening.players:
        player.catch_up()
        assert player.page.locator("[data-part=ladder] .rung__name").all_inner_texts() == [ROOK, BRANN]


# -- in the ring ------------------------------------------------------------------------------------------------------


def _take_hold(evening: InTheRing) -> None:
    """Two hits have to be scored to take hold, and all are still there to be spent; everybody reads who holds whom."""
    hits = evening.strike(scoring=5)
    for offered, times in (("grapple.take", 1), ("grapple.choke", 0), ("grapple.throw", 0)):
        expect(evening.anna.asks().locator(f'form[data-command="{offered}"]')).to_have_count(times)
    evening.anna.reply("", "grapple.take")
    evening.all_read("Rook grapples Brann.")
    evening.all_see(BRANN, "Grappled by Rook")
    evening.all_see(ROOK, "Holds Brann")
    left = evening.anna.asks()
    expect(left).to_contain_text(f"{hits} hits on Brann")
    expect(left.locator('form[data-command="grapple.take"]')).to_have_count(0)
    evening.let_be()


def _be_held(evening: InTheRing) -> None:
    """Brann goes nowhere, and the guide tells him why."""
    boris = evening.boris
    expect(evening.anna.offers("grapple.release")).to_have_count(1)
    evening.anna.onward()
    boris.catch_up()
    expect(boris.page.locator("[data-key=turn]")).to_contain_text("Your turn")
    expect(boris.page.locator("#me")).to_contain_text("Grappled by Rook")
    expect(boris.page.locator(".now__budgets")).to_contain_text(re.compile(r"0\s*metres to move"))
    expect(boris.offers("melee.attack")).to_have_count(1)
    for impossible in ("turn.move", "turn.prone", "turn.charge", "grapple.release"):
        expect(boris.offers(impossible)).to_have_count(0)
    beside = boris.page.context.new_page()
    beside.goto(boris.page.locator("[data-key=guide]").get_attribute("href") or "")
    walk = beside.locator(".guide__way", has_text="Walk up to your speed")
    expect(walk).to_contain_text("You are held")
    beside.close()
    boris.end_before_somebody_hidden()


def _choke(evening: InTheRing) -> None:
    """Three hits of five, and the odds of what they will do."""
    evening.strike(scoring=5)
    form = evening.anna.asks().locator('form[data-command="grapple.choke"]')
    expect(form.locator("[data-odds-place]")).to_contain_text("unconscious next turn")
    evening.anna.reply("", "grapple.choke")
    evening.all_read("Rook chokes Brann.")
    evening.all_see(BRANN, "Choked by Rook, difficulty 1")
    evening.all_see(ROOK, "Chokes Brann")
    evening.let_be()


def _hold_out(evening: InTheRing) -> None:
    """Brann fights for his breath before anything else, with real dice."""
    evening.anna.onward()
    assert _breathe(evening, 1, scoring=99) == "Brann holds out."
    evening.all_see(BRANN, "Choked by Rook, difficulty 2")
    expect(evening.boris.offers("melee.attack")).to_have_count(1)
    evening.boris.end_before_somebody_hidden()


def _fall(evening: InTheRing) -> None:
    """One success is not enough against 2: his turn is over before it began."""
    evening.turn_of(ROOK)
    evening.anna.onward()
    assert _breathe(evening, 2, scoring=1) == "Brann is unconscious."
    evening.all_read("Rook no longer holds Brann.")
    evening.all_see(BRANN, "Unconscious")
    for seat in evening.seats:
        expect(seat.ladder(ROOK).first).not_to_contain_text("Brann")
        expect(seat.ladder(BRANN).first).not_to_contain_text("Rook")


def _breathe(evening: InTheRing, difficulty: int, *, scoring: int) -> str:
    """Hold out with so many dice that score; what the log says of it."""
    boris = evening.boris
    ask = boris.asks()
    expect(ask).to_contain_text(f"Rook chokes you: hold out, difficulty {difficulty}?")
    expect(evening.anna.page.locator("[data-part=asks]")).to_contain_text("has to decide")
    told, odds = re.compile(rf"(\d+) (?:die|dice) against {difficulty}"), ask.locator("[data-odds-place]")
    expect(odds).to_contain_text(told)
    count = int(told.search(odds.inner_text())[1])  # type: ignore[index]
    boris.reply("", "grapple.hold_out", dice={BRANN: _faces(count, scoring)})
    said = "Brann holds out." if min(scoring, count) >= difficulty else "Brann is unconscious."
    evening.all_read(said)
    return said


def _take_back_and_bring_again(evening: InTheRing) -> None:
    """Undone, he is held and fights for his breath again; redone, he lies there."""
    gudrun = evening.gudrun
    gudrun.turn("undo")
    evening.all_see(BRANN, "Choked by Rook, difficulty 2")
    evening.all_see(ROOK, "Chokes Brann")
    expect(evening.boris.asks()).to_contain_text("difficulty 2?")
    gudrun.turn("redo")
    evening.all_see(BRANN, "Unconscious")
    expect(evening.boris.asks()).to_have_count(0)


def _end(evening: InTheRing, hall: LiveHall) -> None:
    """Rook, who is tired, takes heart; Brann lies there until the scene ends, too."""
    rook = f"characters/{evening.campaign['characters']['rook']}/"
    Program(evening.gudrun, hall).do(rook, "sheet.resource", resource="spirit", now=6)
    evening.gudrun.catch_up()
    evening.gudrun.do("fight.end", winner="party", told="The purse is Rook’s.")
    expect(evening.anna.asks()).to_contain_text("You won")
    while evening.anna.answer():
        pass
    for seat in evening.seats:
        expect(seat.page.get_by_role("heading", name="The fight is over")).to_be_visible()
    evening.all_see(BRANN, "Unconscious")
    evening.gudrun.do("scene.end")
    evening.all_read("Brann comes to.")
    for seat in evening.seats:
        expect(seat.ladder(BRANN)).not_to_contain_text("Unconscious")


def _faces(count: int, scoring: int) -> str:
    """The faces of so many real dice, of which so many score once."""
    return " ".join("4" if number < scoring else "1" for number in range(count))


def _answer(seat: Seat, command: str, field: str, value: str) -> None:
    """Answer the first ask with one of the choices that stand side by side."""
    waiting = seat.asks().first
    ask = waiting.get_attribute("data-ask")
    form = waiting.locator(f'form[data-command="{command}"]')
    _choice(form, field, value).click()
    seat.submit_of(form).click()
    expect(seat.page.locator(f'[data-ask="{ask}"]')).to_have_count(0)


def _choice(form: Locator, field: str, value: str) -> Locator:
    return form.locator("label").filter(has=form.page.locator(f'[name="with-{field}"][value="{value}"]'))
