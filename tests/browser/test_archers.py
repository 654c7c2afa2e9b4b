"""A whole fight at a distance: cover, far shots, bad ground and dodging, with a browser for each of three."""

import re

from playwright.sync_api import Browser, expect

from tests.browser.evenings import Evening, Program
from tests.browser.heroes import Hero, begin_heroes, begin_in_order, place_heroes
from tests.browser.seats import Seat, adding
from tests.halls import LiveHall

SIGRID, HAKON = "Sigrid", "Hakon"
FOE, LURKER = "Veteran guard", "Ghoul A"
HEROES = (
    Hero(
        SIGRID,
        "Anna",
        {"skill": {"bows": 4, "reflex": 2}},
        {"weapon": {"longbow": 1}, "gear": {"arrow": 12}},
    ),
    Hero(HAKON, "Boris", {"skill": {"one_handed_swords": 5, "reflex": 2}}, {"weapon": {"one_handed_sword": 1}}),
)
#: The guard stands behind a wall, two range increments of a longbow away.
PLACES = {SIGRID: (0, 0), HAKON: (2, 0), FOE: (0, 60), LURKER: (12, 40)}
ORDER = {SIGRID: 9, HAKON: 8, FOE: 5, LURKER: 1}
LONGEST = 60


def test_a_party_against_an_archer_in_cover(browser: Browser, hall_server: LiveHall) -> None:
    # Anna plays Sigrid, Boris plays Hakon, and Gudrun whoever is behind the wall.
    evening = Evening(browser, hall_server, "sda")
    program = begin_heroes(evening, hall_server, *HEROES)
    _prepare(evening, program)
    begin_in_order(program, evening.gudrun, ORDER)

    _shoot_at_cover_from_afar(evening)
    _wade_through_mud(evening)
    _be_shot_at(evening)
    _take_back_and_bring_again(evening)
    _load_again(evening)
    _lie_low(evening)
    _fight_on(evening, program)
    _end(evening)

    evening.went_well(lurker=LURKER, foe=FOE)
    assert "0 failed" in hall_server.manage("verify_chronicle")


# -- before the fight -------------------------------------------------------------------------------------------------


def _prepare(evening: Evening, program: Program) -> None:
    """Two of the party in the open, somebody behind a wall far away, and somebody whom nobody sees."""
    gudrun, page = evening.gudrun, evening.gudrun.page
    page.goto(evening.encounters)
    page.get_by_label("Name").fill("The broken wall")
    page.get_by_role("button", name="Prepare").click()
    for hero in HEROES:
        adding(page, hero.name).click()
        expect(gudrun.ladder(hero.name)).to_have_count(1)
    gudrun.bring(FOE)
    gudrun.bring(LURKER, hidden=True)
    page.get_by_role("button", name="Show to players", exact=True).click()
    expect(page.get_by_text("Players do not see this fight yet")).to_have_count(0)
    place_heroes(program, gudrun, PLACES)
    evening.come_to("The broken wall")


# -- what happens -----------------------------------------------------------------------------------------------------


def _shoot_at_cover_from_afar(evening: Evening) -> None:
    """On the phone: whoever is wholly hidden is no target; half a wall and 60 metres take 3 off five dice."""
    anna, gudrun = evening.anna, evening.gudrun
    evening.turn_of(SIGRID)
    form = anna.form_of("ranged.attack", cover="full")
    expect(form.locator("[data-odds-place]")).to_contain_text("Veteran guard is in full cover.")
    form = anna.form_of("ranged.attack", cover="half", dice=5)
    expect(form.locator("[data-odds-place]")).to_contain_text("5 dice −3")
    anna.send(form)
    evening.all_read("Sigrid shoots at Veteran guard with 5 dice (Longbow).")
    expect(gudrun.asks(FOE)).to_contain_text("Sigrid shoots at you with 5 dice: dodge?")
    # Four successes less three: one hit, and one die of damage that the armour stops.
    gudrun.reply(FOE, "ranged.dodge", count=0, dice={SIGRID: "4 4 4 4 1 1"})
    evening.all_read("Sigrid hits Veteran guard: 1 hit.")
    evening.settle()
    anna.onward()


def _wade_through_mud(evening: Evening) -> None:
    """Every metre of mud costs two: of nine metres four are as many as can be gone."""
    boris = evening.boris
    evening.turn_of(HAKON)
    expect(boris.page.locator(".now__budgets")).to_contain_text(re.compile(r"9\s*metres to move"))
    boris.do("turn.move", x=2, y=4, terrain="medium")
    evening.all_read("Hakon moves 4 m.")
    expect(boris.page.locator(".now__budgets")).to_contain_text(re.compile(r"1\s*metre to move"))
    assert boris.place_of(HAKON) == (2, 4)
    boris.onward()


def _be_shot_at(evening: Evening) -> None:
    """Boris reads what dodging is worth, die by die, and throws three real ones."""
    gudrun, boris = evening.gudrun, evening.boris
    evening.turn_of(FOE)
    form = gudrun.form_of("ranged.attack", target=gudrun.id_of(HAKON), weapon="light_crossbow", dice=1)
    gudrun.send(form)
    ask = boris.asks()
    expect(ask).to_contain_text("Veteran guard shoots at you with 1 die: dodge?")
    expect(ask.locator(".choice__odds").first).to_have_text(re.compile(r"\d+\s%"))
    gudrun.reply(HAKON, "ranged.dodge", count=3, dice={FOE: "4", HAKON: "4 4 1"})
    evening.all_read("Veteran guard misses Hakon.")
    assert not boris.asks().count()


def _take_back_and_bring_again(evening: Evening) -> None:
    """Undo strikes the miss through on every page and asks again; redo answers again."""
    gudrun, boris = evening.gudrun, evening.boris
    gudrun.turn("undo")
    for seat in evening.seats:
        expect(seat.page.locator(".log__line--undone").filter(has_text="misses Hakon")).to_have_count(1)
    expect(boris.asks()).to_contain_text("dodge?")
    gudrun.turn("redo")
    for seat in evening.seats:
        expect(seat.page.locator(".log__line--undone")).to_have_count(0)
    expect(boris.asks()).to_have_count(0)


def _load_again(evening: Evening) -> None:
    """A crossbow that was shot is not loaded: the rules offer the reloading, and say why they offer no other shot."""
    gudrun = evening.gudrun
    gudrun.onward()
    evening.turn_of(FOE)
    expect(gudrun.offers("ranged.reload")).to_have_count(1)
    gudrun.do("ranged.reload")
    evening.settle()
    gudrun.onward()


def _lie_low(evening: Evening) -> None:
    """Hakon drops into the mud: everybody sees it, and a shot at him would lose more."""
    boris = evening.boris
    evening.turn_of(HAKON)
    boris.do("turn.prone")
    evening.all_see(HAKON, "Prone")
    expect(boris.page.locator(".now__budgets")).to_contain_text(re.compile(r"7\s*metres to move"))
    boris.onward()
    evening.turn_of(HAKON)
    boris.do("turn.prone")
    for seat in evening.seats:
        expect(seat.ladder(HAKON)).not_to_contain_text("Prone")


def _fight_on(evening: Evening, program: Program) -> None:
    """The guard comes out from behind the wall. He is nearly spent, so it is over soon."""
    gudrun = evening.gudrun
    where = f"characters/{gudrun.id_of(FOE)}/"
    for line, box, to in ((0, "minor", 2), (0, "major", 1), (1, "minor", 2), (1, "major", 1), (2, "minor", 2)):
        program.do(where, "sheet.boxes", track="injury", line=line, box=box, to=to)
    gudrun.do("fight.place", combatant=gudrun.id_of(FOE), x=2, y=6)
    for _ in range(LONGEST):
        if re.search("Incapacitated|Dead", gudrun.ladder(FOE).inner_text()):
            return
        _one_turn(evening)
    raise AssertionError("the fight does not end")


def _one_turn(evening: Evening) -> None:
    seat = {SIGRID: evening.anna, HAKON: evening.boris}.get(evening.whose_turn())
    if seat is None:
        evening.gudrun.onward()
    elif not _shoots_or_strikes(seat):
        seat.onward()
    evening.settle()


def _shoots_or_strikes(seat: Seat) -> bool:
    """Shoot or strike, whichever the rules offer."""
    for command in ("melee.attack", "ranged.attack"):
        if seat.offers(command).count():
            seat.do(command)
            return True
    return False


def _end(evening: Evening) -> None:
    evening.gudrun.do("fight.end", winner="party", told="Nobody holds the wall any more.")
    evening.settle()
    for seat in evening.seats:
        expect(seat.page.get_by_role("heading", name="The fight is over")).to_be_visible()
    evening.all_read("The fight is over. The party has won. Nobody holds the wall any more.")
