"""A whole fight on horseback: mounted, unhorsed, mounted again, and a charge home; a browser for each of three."""

import re

from playwright.sync_api import Browser, expect

from tests.browser.evenings import Evening, Program
from tests.browser.heroes import Hero, begin_heroes, begin_in_order, place_heroes
from tests.browser.seats import adding
from tests.halls import LiveHall

YLVA, TORSTEN, EMBER, ASH = "Ylva", "Torsten", "Ember", "Ash"
FOE, LURKER = "Rookie guard", "Ghoul A"
HEROES = (
    Hero(YLVA, "Anna", {"skill": {"riding": 3, "polearms": 4}}, {"weapon": {"spear": 1}}),
    Hero(TORSTEN, "Boris", {"skill": {"riding": 3, "one_handed_swords": 4}}, {"weapon": {"one_handed_sword": 1}}),
)
PLACES = {YLVA: (0, 0), EMBER: (1, 0), TORSTEN: (4, 0), ASH: (5, 0), FOE: (6, 8), LURKER: (-8, 12)}
#: Who acts when; whoever is ridden acts with the rider.
ORDER = {YLVA: 9, TORSTEN: 8, FOE: 5, EMBER: 4, ASH: 3, LURKER: 1}
LONGEST = 60


class OnTheMeadow(Evening):
    """Anna plays Ylva, Boris plays Torsten, and Gudrun everybody else, with a program that writes on sheets."""

    program: Program

    def write(self, name: str, command: str, **choices: str | int) -> None:
        self.program.do(f"characters/{self.gudrun.id_of(name)}/", command, **choices)


def test_riders_against_somebody_on_foot(browser: Browser, hall_server: LiveHall) -> None:
    evening = OnTheMeadow(browser, hall_server, "sda")
    evening.program = begin_heroes(evening, hall_server, *HEROES)
    _prepare(evening)
    begin_in_order(evening.program, evening.gudrun, ORDER)

    _mount_and_ride(evening)
    _be_unhorsed(evening)
    _take_back_and_bring_again(evening)
    _mount_again(evening)
    _charge_home(evening)
    _fight_on(evening)
    _end(evening)

    evening.went_well(lurker=LURKER, foe=FOE)
    assert "0 failed" in hall_server.manage("verify_chronicle")


# -- before the fight -------------------------------------------------------------------------------------------------


def _prepare(evening: OnTheMeadow) -> None:
    """Two of the party, two horses of war beside them, somebody on foot, and somebody in the grass."""
    gudrun, page = evening.gudrun, evening.gudrun.page
    page.goto(evening.encounters)
    page.get_by_label("Name").fill("The long meadow")
    page.get_by_role("button", name="Prepare").click()
    for hero in HEROES:
        adding(page, hero.name).click()
        expect(gudrun.ladder(hero.name)).to_have_count(1)
    for horse in (EMBER, ASH):
        gudrun.bring("War horse")
        evening.write("War horse", "sheet.text", text="name", to=horse)
        page.reload()
        expect(gudrun.ladder(horse)).to_have_count(1)
    gudrun.bring(FOE)
    gudrun.bring(LURKER, hidden=True)
    page.get_by_role("button", name="Show to players", exact=True).click()
    expect(page.get_by_text("Players do not see this fight yet")).to_have_count(0)
    place_heroes(evening.program, gudrun, PLACES)
    evening.come_to("The long meadow")


# -- what happens -----------------------------------------------------------------------------------------------------


def _mount_and_ride(evening: OnTheMeadow) -> None:
    """On the phone: into the saddle, and three metres on; everybody reads who rides what, and how far that goes."""
    anna, boris = evening.anna, evening.boris
    evening.turn_of(YLVA)
    anna.do("turn.mount")
    evening.all_read("Ylva mounts Ember.")
    evening.all_see(YLVA, "On Ember")
    expect(anna.page.locator(".now__budgets")).to_contain_text(re.compile(r"15\s*metres to move"))
    expect(anna.page.locator(".board__stride")).to_have_attribute("r", "15")
    expect(anna.page.locator(".board__crowd")).to_have_count(1)
    for seat in evening.seats:
        rungs = seat.page.locator("[data-part=ladder] .rung__name").all_inner_texts()
        assert rungs[:2] == [YLVA, EMBER], "a mount stands beneath its rider"
    anna.do("turn.move", x=1, y=3)
    evening.all_read("Ylva rides 3 m.")
    for seat in evening.seats:
        seat.catch_up()
        assert seat.place_of(YLVA) == seat.place_of(EMBER) == (1, 3)
    expect(anna.page.locator(".now__budgets")).to_contain_text(re.compile(r"12\s*metres to move"))
    anna.onward()
    evening.turn_of(TORSTEN)
    boris.do("turn.mount")
    evening.all_see(TORSTEN, "On Ash")
    boris.onward()


def _be_unhorsed(evening: OnTheMeadow) -> None:
    """One blow where nothing but a major box is left, on a horse that has one already: two successes, or the ground."""
    gudrun, boris = evening.gudrun, evening.boris
    for line in range(3):
        evening.write(TORSTEN, "sheet.boxes", track="injury", line=line, box="minor", to=3)
    for box, to in (("minor", 4), ("major", 1)):
        evening.write(ASH, "sheet.boxes", track="injury", line=0, box=box, to=to)
    evening.turn_of(FOE)
    gudrun.do("fight.place", combatant=gudrun.id_of(FOE), x=5, y=2, facing=180)
    form = gudrun.form_of("melee.attack", target=gudrun.id_of(TORSTEN), weapon="one_handed_sword", dice=1)
    gudrun.send(form)
    expect(boris.asks()).to_contain_text("Rookie guard attacks with 1 die: defend?")
    gudrun.reply(TORSTEN, "melee.defend", count=0, dice={FOE: "4"})
    gudrun.reply(FOE, "melee.spend", dice={FOE: "4"})
    expect(boris.asks()).to_contain_text("You take 1 injury, cutting, from ")
    boris.answer()
    expect(boris.asks()).to_contain_text("A riding test, difficulty 2, to stay in the saddle")
    expect(boris.asks()).to_contain_text("stay in the saddle")
    # One success is not enough, with three dice of a horse of war too; the fall is one die, which does nothing.
    boris.reply("", "riding.stay", dice={TORSTEN: "4 1 1 1 1 1 1"})
    evening.all_read("Torsten falls from Ash.", "Torsten falls 2 metres.")
    evening.all_see(TORSTEN, "Prone")
    for seat in evening.seats:
        expect(seat.ladder(TORSTEN)).not_to_contain_text("On Ash")


def _take_back_and_bring_again(evening: OnTheMeadow) -> None:
    """Undone, Torsten sits in the saddle again and is asked; redone, he lies beside his horse."""
    gudrun, boris = evening.gudrun, evening.boris
    gudrun.turn("undo")
    for seat in evening.seats:
        expect(seat.page.locator(".log__line--undone").filter(has_text="falls from Ash")).to_have_count(1)
        expect(seat.ladder(TORSTEN)).to_contain_text("On Ash")
    expect(boris.asks()).to_contain_text("A riding test, difficulty 2")
    gudrun.turn("redo")
    for seat in evening.seats:
        expect(seat.page.locator(".log__line--undone")).to_have_count(0)
        expect(seat.ladder(TORSTEN)).to_contain_text("Prone")
    expect(boris.asks()).to_have_count(0)


def _mount_again(evening: OnTheMeadow) -> None:
    """Ylva takes a run-up; Ash, who has a turn of his own again, waits for Torsten, who gets up and mounts."""
    anna, boris, gudrun = evening.anna, evening.boris, evening.gudrun
    evening.turn_of(YLVA)
    anna.do("turn.move", x=1, y=-11)
    evening.all_read("Ylva rides 14 m.")
    anna.onward()
    evening.settle()
    # Out of reach, or it would strike at whoever mounts, and the dice could throw Torsten down again.
    gudrun.do("fight.place", combatant=gudrun.id_of(FOE), x=1, y=6, facing=180)
    evening.turn_of(TORSTEN)
    boris.do("turn.prone")
    boris.do("turn.mount")
    evening.settle()
    evening.all_see(TORSTEN, "On Ash")
    boris.onward()


def _charge_home(evening: OnTheMeadow) -> None:
    """The horse runs, the rider strikes: 17 metres, less 3 of the spear, are no more than a horse's speed."""
    anna, gudrun = evening.anna, evening.gudrun
    evening.turn_of(YLVA)
    form = anna.form_of("turn.charge")
    expect(form.locator("[data-odds-place]")).to_contain_text("Certain to get there; 0 MoS needed for the way")
    anna.send(form)
    evening.all_read("Ylva charges at Rookie guard.")
    assert anna.place_of(EMBER) == (1, 3)
    expect(anna.asks()).to_contain_text("You reach Rookie guard")
    # How many dice stand ready is what advice holds for best, and that hangs on what fell before.
    anna.reply("", "charge.strike", count=6)
    evening.all_read("Ylva strikes at Rookie guard in the charge with 6 dice.")
    expect(gudrun.asks(FOE)).to_contain_text("Ylva attacks with 6 dice: defend?")
    evening.settle()


def _fight_on(evening: OnTheMeadow) -> None:
    """Play turn after turn, striking from near and riding up from afar, until the foe is down."""
    for _ in range(LONGEST):
        if re.search("Incapacitated|Dead", evening.gudrun.ladder(FOE).inner_text()):
            return
        _one_turn(evening)
    raise AssertionError("the fight does not end")


def _one_turn(evening: OnTheMeadow) -> None:
    name = evening.whose_turn()
    seat = {YLVA: evening.anna, TORSTEN: evening.boris}.get(name)
    if seat is None:
        evening.gudrun.onward()
    elif seat.offers("melee.attack").count():
        seat.do("melee.attack")
    elif seat.far_from(FOE) > 3 and seat.offers("turn.move").count():
        x, y = seat.place_of(FOE)
        seat.do("turn.move", x=x + 1, y=y - 1)
    else:
        seat.onward()
    evening.settle()


def _end(evening: OnTheMeadow) -> None:
    evening.gudrun.do("fight.end", winner="party", told="The meadow is theirs.")
    evening.settle()
    for seat in evening.seats:
        expect(seat.page.get_by_role("heading", name="The fight is over")).to_be_visible()
    evening.all_read("The fight is over. The party has won. The meadow is theirs.")
