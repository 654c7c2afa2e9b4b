"""A whole evening: planned, played in two scenes, handed out, ended, and told to each of those who were there.

Every figure of its summary is worked out a second time, from the entries as they are stored.
"""

import re
import time

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.at_the_ford import (
    COINS,
    ESKIL,
    FOE,
    HEROES,
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
from tests.browser.evenings import Program
from tests.browser.heroes import begin_in_order, place_heroes
from tests.browser.reckoning import reckonings
from tests.browser.seats import Seat, adding
from tests.browser.test_journal import send
from tests.browser.told_evening import holds_no_secret, is_told_as_it_was
from tests.halls import LiveHall
from winterhall.supervisor.children import wait_until

NAME, REEDS, FORD = "Reeds and iron", "Something in the reeds", "The cattle ford"
REWARD = "They held the ford"
PLACES = {THORA: (0, 0), ESKIL: (2, 0), FOE: (1, 1), LURKER: (12, 40)}
#: Who acts when: all of it happens in one round.
ORDER = {FOE: 9, ESKIL: 8, THORA: 7, LURKER: 1}
#: All boxes of a guard but the last that he stands with: line, box, and how many are ticked.
SPENT = ((0, "minor", 2), (0, "major", 1), (1, "minor", 2))
#: The dice of a roll of which no player hears, and the seconds after which a summary stands.
UNSEEN, SOON = 3, 10


def test_an_evening_from_its_plan_to_its_story(browser: Browser, hall_server: LiveHall) -> None:
    evening = AtTheFord(browser, hall_server)
    send(evening.gudrun.page, hall_server, SECRET)
    _plan(evening)
    _begin(evening)
    _look_into_the_reeds(evening)
    _be_reckless(evening)
    _prepare_the_fight(evening)
    _fight(evening)
    _hand_out(evening)
    _split(evening)
    _end(evening)
    gm, players = reckonings(hall_server, evening.session)
    is_told_as_it_was(evening, evening.gudrun.page, gm)
    _publish(evening)
    for player in evening.players:
        is_told_as_it_was(evening, player.page, players)
        holds_no_secret(evening, player, players)
    _where_were_we(evening)
    assert not any(seat.complaints for seat in evening.seats)
    assert "0 failed" in hall_server.manage("verify_chronicle")


# -- before the first scene -------------------------------------------------------------------------------------------


def _plan(evening: AtTheFord) -> None:
    """The game master names a day; both players say that they come, one of them on the page of the campaign."""
    page = evening.gudrun.page
    page.goto(f"{evening.here}sessions/")
    page.get_by_label("Title").fill(NAME)
    page.get_by_label("Day and time").fill("2031-11-04T19:30")
    page.get_by_role("button", name="Plan session").click()
    expect(page.get_by_role("heading", name=NAME)).to_be_visible()
    evening.session = re.search(r"sessions/([^/]+)/", page.url)[1]  # type: ignore[index]
    evening.anna.page.goto(evening.here)
    evening.boris.page.goto(page.url)
    for player in evening.players:
        coming = player.page.get_by_role("button", name="Coming", exact=True)
        coming.click()
        expect(coming).to_have_attribute("aria-pressed", "true")
    for name in ("Anna", "Boris"):
        expect(page.locator("[data-live=places] li").filter(has_text=name)).to_contain_text("Coming")


def _begin(evening: AtTheFord) -> None:
    page = evening.gudrun.page
    page.get_by_role("button", name="Begin the session").click()
    _come_to(evening, REEDS)
    expect(evening.boris.page.get_by_role("listitem").filter(has_text=REEDS)).to_be_visible(timeout=30_000)


def _come_to(evening: AtTheFord, scene: str) -> None:
    page = evening.gudrun.page
    page.get_by_label("Next scene").fill(scene)
    page.get_by_role("button", name="Begin scene").click()
    expect(page.get_by_role("listitem").filter(has_text=scene)).to_be_visible()


# -- in the reeds -----------------------------------------------------------------------------------------------------


def _look_into_the_reeds(evening: AtTheFord) -> None:
    """The game master asks both for a test; each is led to the roll by their call."""
    page = evening.gudrun.page
    page.get_by_role("link", name="Ask for a test").click()
    page.get_by_label("Skill or attribute").fill("Perception")
    page.get_by_label("Why (optional)").fill(REEDS_BEND)
    asked = page.get_by_role("form", name="Ask for a test")
    for box in asked.get_by_role("checkbox").all():
        box.uncheck()
    for name in (THORA, ESKIL):
        asked.get_by_label(name, exact=True).check()
    asked.get_by_role("button", name="Ask", exact=True).click()
    wanted = page.locator("[data-live=wanted] .panel__part").first
    expect(wanted.get_by_text("has to roll")).to_have_count(2)
    for player in evening.players:
        player.page.locator("[data-calls] [data-whose=mine]").filter(has_text="The reeds bend").first.click()
        expect(player.page.locator("#roll .roll__asked")).to_contain_text("against the wind")
        player.page.locator("#roll form [type=submit]").first.click()
        expect(player.page.locator("#roll [data-outcome]")).not_to_be_empty()
    expect(wanted.get_by_text("has to roll")).to_have_count(0)


def _be_reckless(evening: AtTheFord) -> None:
    """Boris calls upon a virtue on Eskil's sheet, the game master allows it, and he rolls for it."""
    boris, gudrun = evening.boris.page, evening.gudrun.page
    boris.goto(evening.sheet(ESKIL))
    _give(boris, "virtue.call", end="courage.excess", reason=REASON)
    gudrun.goto(evening.sheet(ESKIL))
    _give(gudrun, "virtue.allow")
    boris.goto(f"{evening.sheet(ESKIL)}?do=virtue.roll")
    _give(boris, "virtue.roll")


def _press(page: Page, button: Locator, where: str) -> None:
    """Press a button, and wait for the answer to what it sends."""
    with page.expect_response(where) as answered:
        button.click()
    assert answered.value.ok, answered.value.text()


def _give(page: Page, command: str, **fields: str) -> None:
    """Choose a command in the panel of a sheet, and send it."""
    offered = page.locator(f"#roll-command option[value='{command}']")
    expect(offered).to_have_count(1)
    page.locator("#roll-command").select_option(command)
    form = page.locator(f"#roll form[data-command='{command}']")
    for name, value in fields.items():
        control = form.locator(f"[name=with-{name}]")
        control.select_option(value) if control.evaluate("it => it.tagName") == "SELECT" else control.fill(value)
    _press(page, form.locator("[type=submit]").first, "**/perform/")


# -- at the ford ------------------------------------------------------------------------------------------------------


def _prepare_the_fight(evening: AtTheFord) -> None:
    """Both stand before a guard who is nearly spent, and somebody watches whom they do not see."""
    gudrun, page = evening.gudrun, evening.gudrun.page
    page.goto(evening.page_of_the_session)
    _come_to(evening, FORD)
    page.goto(evening.encounters)
    page.get_by_label("Name").fill(FORD)
    page.get_by_role("button", name="Prepare").click()
    page.wait_for_url("**/encounters/*/**")
    evening.fight = re.search(r"encounters/([^/?]+)", page.url)[1]  # type: ignore[index]
    for hero in HEROES:
        adding(page, hero.name).click()
        expect(gudrun.ladder(hero.name)).to_have_count(1)
    gudrun.bring(FOE)
    gudrun.bring(LURKER, hidden=True)
    for line, box, to in SPENT:
        where = f"characters/{gudrun.id_of(FOE)}/"
        evening.program.do(where, "sheet.boxes", track="injury", line=line, box=box, to=to)
    page.get_by_role("button", name="Show to players", exact=True).click()
    expect(page.get_by_text("Players do not see this fight yet")).to_have_count(0)
    place_heroes(evening.program, gudrun, PLACES)
    evening.come_to(FORD)
    begin_in_order(evening.program, gudrun, ORDER)


def _fight(evening: AtTheFord) -> None:
    """The guard draws blood, Eskil misses him, somebody rolls of whom no player hears, and Thora fells him."""
    gudrun, anna = evening.gudrun, evening.anna
    evening.turn_of(FOE)
    form = gudrun.form_of("melee.attack", target=gudrun.id_of(ESKIL), weapon="one_handed_sword", dice=2)
    gudrun.send(form)
    gudrun.reply(ESKIL, "melee.defend", count=0, dice={FOE: "4 4"})
    gudrun.reply(FOE, "melee.spend", damage=2, dice={FOE: "4 4"})
    evening.settle()
    _strike(evening, evening.boris, ESKIL, "3 3 3")
    _roll_unseen(evening)
    _strike(evening, anna, THORA, "4 4 4 4 4")
    anna.reply("", "melee.spend", damage=5, dice={THORA: "4 4 4 4 4"})
    evening.settle()
    evening.all_see(FOE, "Incapacitated")
    gudrun.do("fight.end", winner="party", told="The ford is yours.")
    evening.settle()
    for seat in evening.seats:
        expect(seat.page.get_by_role("heading", name="The fight is over")).to_be_visible()
    evening.went_well(lurker=LURKER, foe=FOE)


def _strike(evening: AtTheFord, player: Seat, name: str, faces: str) -> None:
    """One strikes with real dice at the guard, who does not defend himself."""
    gudrun = evening.gudrun
    evening.turn_of(name)
    player.send(player.form_of("melee.attack", target=gudrun.id_of(FOE), dice=len(faces.split())))
    gudrun.reply(FOE, "melee.defend", count=0, dice={name: faces})


def _roll_unseen(evening: AtTheFord) -> None:
    """The luckiest roll of the evening, of somebody who lurks."""
    lurker = evening.gudrun.id_of(LURKER)
    faces = {lurker: [6] * UNSEEN}
    evening.program.do(f"characters/{lurker}/", "test.static", faces, skill="stealth", dice=UNSEEN)


# -- after it ---------------------------------------------------------------------------------------------------------


def _hand_out(evening: AtTheFord) -> None:
    """Coins for the party and a horn for Eskil out of the fight, experience for both, and a rank for it."""
    page = evening.gudrun.page
    spoils = page.locator("[data-do='spoils.share']")
    spoils.get_by_label("for the party").first.fill(str(COINS))
    spoils.locator("[name=thing-1]").fill(HORN)
    spoils.locator("[name=to-1]").select_option(label=ESKIL)
    _press(page, spoils.get_by_role("button", name="Give out"), "**/spoils/")
    award = page.locator("form.for-all[data-do='experience.award']")
    award.locator('select[name="with-skill"]').select_option("perception")
    amount, reason = (award.locator(f'[name="with-{name}"]') for name in ("amount", "reason"))
    if not reason.is_visible():
        award.locator("summary").first.click()
    amount.fill("12")
    reason.fill(REWARD)
    _press(page, award.locator("button[type=submit]"), "**/for-party/")
    thora = Program(evening.anna, evening.hall, player=True)
    thora.do(f"characters/{evening.ids[THORA]}/", "experience.raise_skill", skill="perception")


def _split(evening: AtTheFord) -> None:
    """The game master splits the coins between the two who were there, and Anna takes a rope."""
    page, anna = evening.gudrun.page, evening.anna.page
    for one in (page, anna):
        one.goto(f"{evening.here}party/")
    page.get_by_label("Item 1", exact=True).fill(ROPE)
    page.get_by_role("button", name="Add", exact=True).click()
    anna.get_by_label(f"Who gets {ROPE}").select_option(label=THORA)
    _press(anna, anna.get_by_role("button", name=f"Take {ROPE}"), "**/party/move/")
    split = page.get_by_role("form", name="Split coins evenly")
    for box in split.get_by_role("checkbox").all():
        box.uncheck()
    for name in (THORA, ESKIL):
        split.get_by_label(name, exact=True).check()
    _press(page, split.get_by_role("button", name="Split everything"), "**/party/split/")


def _end(evening: AtTheFord) -> None:
    """The game master ends the session; the summary stands soon, and is not yet the players' to read."""
    page = evening.gudrun.page
    for seat in evening.seats:
        seat.page.goto(evening.page_of_the_session)
    page.get_by_role("button", name="End session").click()
    page.get_by_role("dialog").get_by_role("button", name="End session").click()
    began = time.monotonic()
    expect(page.get_by_role("heading", name="What happened")).to_be_visible()
    took = time.monotonic() - began
    print(f"The summary stands after {took:.1f} s.")  # noqa: T201 - measured to be read
    assert took < SOON
    for player in evening.players:
        expect(player.page.get_by_role("heading", name="No summary yet")).to_be_visible()


def _publish(evening: AtTheFord) -> None:
    """The pages of both players follow by themselves, and both get a letter with the way there."""
    evening.gudrun.page.get_by_role("button", name="Publish and e-mail").click()
    for player in evening.players:
        expect(player.page.get_by_role("heading", name="What happened")).to_be_visible()
    assert evening.hall.process
    assert wait_until(lambda: len(evening.letters()) >= len(evening.players), evening.hall.process, seconds=60)
    assert not any(secrets_in(letter) for letter in evening.letters())


def _where_were_we(evening: AtTheFord) -> None:
    """Everybody finds the evening again where they come in, in five lines at most."""
    for seat in evening.seats:
        seat.page.goto(evening.here)
        recap = seat.page.locator("section[aria-labelledby=were-title]")
        expect(recap.get_by_role("link", name=NAME)).to_be_visible()
        lines = recap.get_by_role("listitem").all_inner_texts()
        assert 2 <= len(lines) <= 5
        assert lines[0].startswith(f"{REEDS}: ")
        assert REEDS_BEND in lines[0]
        assert any(line.startswith(f"{FORD}: ") for line in lines)
        assert bool(secrets_in(" ".join(lines))) == (seat is evening.gudrun)
