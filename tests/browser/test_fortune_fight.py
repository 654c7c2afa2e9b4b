"""A whole fight of Fortune's Favor with real dice: clashes, counter moves, damage split, a Last Stand."""

import re

from playwright.sync_api import Browser, expect

from tests.browser.evenings import Evening, Program
from tests.browser.heroes import recover
from tests.browser.seats import adding
from tests.halls import LiveHall

BRYN, PIM, ILSE = "Bryn Ironlap", "Pim Quickthorn", "Ilse Varn"
TAG_TEAM, TAKEDOWN = FOLLOWING = ("brawler_tag_team", "brawler_top_rope_takedown")
RAIDER, CUTPURSE, LURKER = "Orc Raider", "Bandit Cutpurse", "Goblin Scout A"
#: Where everybody stands: each foe beside somebody, and one farther off whom the players do not see.
PLACES = {BRYN: (0, 0), PIM: (2, 0), ILSE: (1, -3), RAIDER: (0, 1), CUTPURSE: (2, 1), LURKER: (-9, 11)}


class AtTheFord(Evening):
    """Anna plays Bryn and Ilse, Boris plays Pim, and Gudrun everybody else.

    Boris has nobody else there, so his asks do not say whom they are for.
    """

    def turn_of(self, name: str) -> None:
        """End the turn that is on; those of a side act in any order, so somebody takes the next one of theirs."""
        self.gudrun.onward()
        if self.whose_turn() == LURKER:
            self.gudrun.onward()
        self.take_turn(name)

    def take_turn(self, name: str) -> None:
        seat = {BRYN: self.anna, ILSE: self.anna, PIM: self.boris}.get(name, self.gudrun)
        seat.catch_up()
        seat.act_for(name)
        if self.whose_turn() != name:
            seat.do("turn.take")
        self.gudrun.catch_up()
        assert self.whose_turn() == name


def test_a_fight_with_real_dice(browser: Browser, hall_server: LiveHall) -> None:
    evening = AtTheFord(browser, hall_server, "fortune")
    _recover(evening, hall_server)
    _prepare(evening)
    _begin(evening)

    _clash_and_strike(evening)
    _split_on_the_phone(evening)
    _look_at_what_may_follow(evening, hall_server)
    _clash_and_hold_back(evening)
    _be_countered_from_afar(evening)
    _fall_and_make_a_last_stand(evening)
    _take_back_the_stand(evening)
    _counter_a_foe(evening)
    _take_back_and_bring_again(evening)
    _strike_a_last_time(evening)
    _die_as_the_stand_ends(evening)
    _end(evening)

    evening.went_well(lurker=LURKER, foe=RAIDER)
    assert "0 failed" in hall_server.manage("verify_chronicle")


# -- before the fight -------------------------------------------------------------------------------------------------


def _recover(evening: AtTheFord, hall: LiveHall) -> None:
    """The demo's own fight is over, and the three are whole and without favour."""
    program = Program(evening.gudrun, hall)
    program.do(f"encounters/{evening.campaign['encounters']['vault']}/", "fight.end")
    keys = ("bryn", "pim", "ilse")
    recover(program, evening.campaign, *keys)
    for key in keys:
        where = f"characters/{evening.campaign['characters'][key]}/"
        if program.look(where)["sheet"]["resources"]["favour"]["now"]:
            program.do(where, "sheet.resource", resource="favour", now=0)


def _prepare(evening: AtTheFord) -> None:
    """Three of the party at a ford, a raider and a cutpurse before them, and somebody in the reeds."""
    gudrun, page = evening.gudrun, evening.gudrun.page
    page.goto(evening.encounters)
    page.get_by_label("Name").fill("The cold ford")
    page.get_by_role("button", name="Prepare").click()
    for name in (BRYN, PIM, ILSE):
        adding(page, name).click()
        expect(gudrun.ladder(name)).to_have_count(1)
    for creature in (RAIDER, CUTPURSE, LURKER):
        gudrun.bring(creature, hidden=creature == LURKER)
    page.get_by_role("button", name="Show to players", exact=True).click()
    expect(page.get_by_text("Players do not see this fight yet")).to_have_count(0)
    for name, (x, y) in PLACES.items():
        if gudrun.place_of(name) != (x, y):
            gudrun.do("fight.place", combatant=gudrun.id_of(name), x=x, y=y)
        assert gudrun.place_of(name) == (x, y)
    evening.come_to("The cold ford")


def _begin(evening: AtTheFord) -> None:
    """The party's turns come before those of foes."""
    evening.gudrun.onward()
    for player in evening.players:
        player.catch_up()
        rungs = player.page.locator("[data-part=ladder] .rung__name").all_inner_texts()
        assert set(rungs[:3]) == {BRYN, PIM, ILSE}
        assert set(rungs[3:]) == {RAIDER, CUTPURSE}


# -- the first round --------------------------------------------------------------------------------------------------


def _clash_and_strike(evening: AtTheFord) -> None:
    """Bryn's 10 lies between the raider's Counter and Armor: she strikes all the same, and is open."""
    gudrun, anna = evening.gudrun, evening.anna
    evening.take_turn(BRYN)
    form = anna.form_of("attack.strike", target=gudrun.id_of(RAIDER))
    # Anna knows no Armor but that of the party: she reads how it stands against the worst and the best of them.
    told = re.compile(r"hits if they are good 25\s% · hits if they are not 85\s%")
    expect(form.locator("[data-odds-place]")).to_contain_text(told)
    anna.has_in_sight(form)
    anna.send(form, dice={BRYN: "6"})
    expect(anna.asks(BRYN)).to_contain_text("You clash with Orc Raider: strike and risk a counter move, or hold back?")
    anna.reply(BRYN, "clash.strike", dice={BRYN: "7"})
    evening.all_read("Bryn Ironlap clashes with Orc Raider (", "Bryn Ironlap hits Orc Raider: 11 damage.")
    expect(gudrun.ladder(RAIDER)).to_contain_text("10/21")
    for player in evening.players:
        expect(player.ladder(RAIDER)).not_to_contain_text("/21")


def _split_on_the_phone(evening: AtTheFord) -> None:
    """The raider counters for half, 14 // 2, and the shield takes 4 off: Bryn bears 2 of the 3 with Stamina."""
    gudrun, anna = evening.gudrun, evening.anna
    expect(gudrun.asks(RAIDER)).to_contain_text("Bryn Ironlap is open to your counter move.")
    gudrun.reply(RAIDER, "counter.attack", dice={RAIDER: "15 9"})
    evening.all_read(
        "Orc Raider counters and hits Bryn Ironlap.",
        "Orc Raider hits Bryn Ironlap: 3 damage (7 before protection).",
    )
    ask = anna.asks(BRYN)
    expect(ask).to_contain_text("3 damage: how much from Stamina?")
    expect(ask.locator("[data-odds-place]")).to_contain_text("Health 20 → 19, Stamina 16 → 14.")
    anna.reply(BRYN, "damage.split", stamina=2)
    evening.all_see(BRYN, "19/20", "14/16")


def _look_at_what_may_follow(evening: AtTheFord, hall: LiveHall) -> None:
    """Bryn has two features that may follow the hit: each shows the fields that go with it, and no others."""
    anna, program = evening.anna, Program(evening.gudrun, hall)
    where = f"characters/{evening.campaign['characters']['bryn']}/"
    for feature in FOLLOWING:
        program.do(where, "sheet.rank", kind="feature", rank=feature, to=1)
    # Of a sheet that has changed the page hears a moment later.
    expect(anna.offers("feature.follow")).to_have_count(1)
    form = anna.form_of("feature.follow")
    tag, jump = ("ally", "swap"), ("sturdy",)
    for feature, shown, left_out in ((TAG_TEAM, tag, jump), (TAKEDOWN, jump, tag)):
        form.locator("label").filter(has=anna.page.locator(f'[value="{feature}"]')).click()
        for name in shown:
            expect(form.locator(f"[data-field={name}]")).to_be_visible()
        for name in left_out:
            expect(form.locator(f"[data-field={name}]")).to_be_hidden()
    expect(form.locator("[data-odds-place]")).to_contain_text("No ally stands within 5 ft of Orc Raider.")
    form.get_by_label("Off something sturdy").check()
    expect(form.locator("[data-odds-place]")).to_contain_text("to work.")
    anna.page.locator("[data-close]").click()
    for feature in FOLLOWING:
        program.do(where, "sheet.rank", kind="feature", rank=feature, to=0)


def _clash_and_hold_back(evening: AtTheFord) -> None:
    gudrun, boris = evening.gudrun, evening.boris
    evening.turn_of(PIM)
    boris.do("attack.strike", target=gudrun.id_of(CUTPURSE), dice={PIM: "4"})
    boris.reply("", "clash.hold")
    evening.all_read("Pim Quickthorn clashes with Bandit Cutpurse (", "Pim Quickthorn holds back.")
    expect(gudrun.asks(CUTPURSE)).to_have_count(0)
    expect(gudrun.ladder(CUTPURSE)).to_contain_text("12/12")


def _be_countered_from_afar(evening: AtTheFord) -> None:
    """Ilse fails with a 6, which favours her for it; the raider throws something: 12 // 2, all of it to her Health."""
    gudrun, anna = evening.gudrun, evening.anna
    evening.turn_of(ILSE)
    anna.do("attack.strike", target=gudrun.id_of(RAIDER), dice={ILSE: "1"})
    evening.all_read("Ilse Varn misses Orc Raider and leaves an opening")
    gudrun.reply(RAIDER, "counter.attack", dice={RAIDER: "12 7"})
    expect(anna.asks(ILSE)).to_contain_text("6 damage")
    anna.reply(ILSE, "damage.split", stamina=0)
    evening.all_see(ILSE, "6/12", "18/18")


def _fall_and_make_a_last_stand(evening: AtTheFord) -> None:
    """The raider's 15 are more Health than Ilse has: she lets herself fall, and gets up a last time."""
    gudrun, anna = evening.gudrun, evening.anna
    evening.turn_of(RAIDER)
    gudrun.do("attack.strike", target=gudrun.id_of(ILSE), dice={RAIDER: "19 10"})
    # Fifteen ways to split it, and what comes of the chosen one, stand above the button.
    split, answer = (anna.asks(ILSE).locator(one) for one in ("[data-odds-place]", "button[type=submit]"))
    expect(answer).to_be_in_viewport(ratio=1)
    expect(split).to_contain_text("Health 6 →")
    below, above = answer.bounding_box(), split.bounding_box()
    assert below and above  # noqa: PT018 - both stand there
    assert above["y"] + above["height"] <= below["y"]
    anna.reply(ILSE, "damage.split", stamina=3)
    evening.all_read("Ilse Varn is dying.")
    ask = anna.asks(ILSE)
    expect(ask).to_contain_text("You are at 0 Health: a Last Stand?")
    expect(ask).to_contain_text("You are dying with 15 Stamina, and can be healed.")
    anna.reply(ILSE, "last_stand.take")
    evening.all_read("Ilse Varn makes a Last Stand.")
    evening.all_see(ILSE, "0/12", "18/18", "Last Stand")


def _take_back_the_stand(evening: AtTheFord) -> None:
    """Undone twice, the phone asks for the Last Stand, and then for the split again; redone, both are answered."""
    gudrun, anna = evening.gudrun, evening.anna
    gudrun.turn("undo")
    expect(anna.asks(ILSE)).to_contain_text("You are at 0 Health: a Last Stand?")
    gudrun.turn("undo")
    expect(anna.asks(ILSE)).to_contain_text("15 damage: how much from Stamina?")
    evening.all_see(ILSE, "6/12", "18/18")
    for _ in range(2):
        gudrun.turn("redo")
    expect(anna.asks(ILSE)).to_have_count(0)
    evening.all_see(ILSE, "0/12", "18/18", "Last Stand")
    assert not gudrun.page.locator(".foe").filter(has_text=ILSE).filter(has_text="down").count()


def _counter_a_foe(evening: AtTheFord) -> None:
    """The cutpurse fails with a 6, and Pim counters for half: 12 // 2."""
    gudrun, boris = evening.gudrun, evening.boris
    evening.turn_of(CUTPURSE)
    gudrun.do("attack.strike", target=gudrun.id_of(PIM), dice={CUTPURSE: "2"})
    ask = boris.asks()
    expect(ask).to_contain_text("Bandit Cutpurse is open to your counter move.")
    expect(ask).to_contain_text("Dive roll")
    boris.reply("", "counter.attack", dice={PIM: "10 8"})
    evening.all_read("Pim Quickthorn hits Bandit Cutpurse: 6 damage.")
    expect(gudrun.ladder(CUTPURSE)).to_contain_text("6/12")


def _take_back_and_bring_again(evening: AtTheFord) -> None:
    """Undone twice, the cutpurse has not struck yet; redone once, Pim is asked again, and once more, it is hurt."""
    gudrun, boris = evening.gudrun, evening.boris
    gudrun.turn("undo")
    expect(gudrun.ladder(CUTPURSE)).to_contain_text("12/12")
    expect(boris.asks()).to_contain_text("Bandit Cutpurse is open to your counter move.")
    gudrun.turn("undo")
    expect(boris.asks()).to_have_count(0)
    for seat in evening.seats:
        expect(seat.page.locator(".log__line--undone").filter(has_text="leaves an opening")).not_to_have_count(0)
    gudrun.turn("redo")
    expect(boris.asks()).to_contain_text("Bandit Cutpurse is open to your counter move.")
    gudrun.turn("redo")
    expect(boris.asks()).to_have_count(0)
    expect(gudrun.ladder(CUTPURSE)).to_contain_text("6/12")
    for seat in evening.seats:
        expect(seat.page.locator(".log__line--undone")).to_have_count(0)


# -- the rounds after it ----------------------------------------------------------------------------------------------


def _strike_a_last_time(evening: AtTheFord) -> None:
    """A 20 hits critically: (4 + 5) twice are more than the raider has left."""
    gudrun, anna = evening.gudrun, evening.anna
    evening.turn_of(ILSE)
    evening.all_read("Ilse Varn’s Last Stand goes on: 1 round left.")
    anna.do("attack.strike", target=gudrun.id_of(RAIDER), dice={ILSE: "20 4"})
    evening.all_read("Ilse Varn hits Orc Raider critically: 18 damage.", "Orc Raider dies.")
    evening.all_see(RAIDER, "Dead")


def _die_as_the_stand_ends(evening: AtTheFord) -> None:
    """A minute is two rounds: as the third begins, Ilse dies, and no turn of hers comes any more."""
    for _ in range(len(PLACES)):
        if evening.gudrun.log("Round 3.").count():
            break
        evening.gudrun.onward()
    evening.all_read("Ilse Varn dies.")
    evening.all_see(ILSE, "0/12", "0/18", "Dead")


def _end(evening: AtTheFord) -> None:
    evening.gudrun.do("fight.end", told="The cutpurse runs, and is not alone in it.")
    for seat in evening.seats:
        expect(seat.page.get_by_role("heading", name="The fight is over")).to_be_visible()
    evening.all_read("The fight is over. The cutpurse runs, and is not alone in it.")
