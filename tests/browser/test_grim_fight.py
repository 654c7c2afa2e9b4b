"""A whole fight of Grim d100 with real dice: an injury, a stunt, a fumble, fate; a browser for each of three."""

import re

from playwright.sync_api import Browser, expect

from tests.browser.evenings import Evening, Program
from tests.browser.heroes import arm, begin_in_order, place_heroes, recover
from tests.browser.seats import Seat, adding
from tests.halls import LiveHall

GRETA, ODO, WENNA, ILSE = "Greta Halloway", "Odo Brandt", "Wenna Rook", "Ilse Morrow"
PLACE = "The salt staithe"
#: What the party has in hand and on when the evening begins.
ARMS = {
    "greta": {
        "weapon": {"falchion": "Falchion"},
        "shield": {"heater_shield": "Heater shield"},
        "armour": {"mail": "Mail"},
    },
    "odo": {"weapon": {"cudgel": "Cudgel"}, "armour": {"leather": "Leather"}},
    "wenna": {"weapon": {"longbow": "Longbow"}},
    "ilse": {"weapon": {"dirk": "Dirk"}},
}
THUG, OGRE, LURKER = "Petty Thug", "Ogre Mercenary", "Dire Rat A"
#: Who acts when, so that everybody's turn comes where the story needs it.
ORDER = {GRETA: 30, THUG: 29, OGRE: 28, ODO: 27, WENNA: 26, ILSE: 25}
#: Where everybody stands: each foe beside somebody, and one farther off whom the players do not see.
PLACES = {GRETA: (0, 0), ODO: (1, 0), WENNA: (-4, -7), ILSE: (4, -7), THUG: (0, 1), OGRE: (2, 1), LURKER: (-8, 10)}


class AtTheStaithe(Evening):
    """Anna plays Greta and Wenna, Boris plays Odo and Ilse, and Gudrun everybody else."""


def test_a_fight_with_real_dice(browser: Browser, hall_server: LiveHall) -> None:
    evening = AtTheStaithe(browser, hall_server, "grim")
    program = Program(evening.gudrun, hall_server)
    _recover(evening, program)
    _prepare(evening, program)
    _begin(evening, program)

    _injure_the_thug(evening)
    _resist_on_the_phone(evening)
    _parry_on_the_phone(evening)
    _take_back_the_parry(evening)
    _fumble(evening)
    _be_slain(evening)
    _live_by_fate(evening)
    _take_back_and_bring_again(evening)
    _spend_fortune(evening)
    _end(evening)

    evening.went_well(lurker=LURKER, foe=OGRE)
    assert "0 failed" in hall_server.manage("verify_chronicle")


# -- before the fight -------------------------------------------------------------------------------------------------


def _recover(evening: AtTheStaithe, program: Program) -> None:
    """The demo's own fight is over, and everybody is whole and armed."""
    program.do(f"encounters/{evening.campaign['encounters']['brine']}/", "fight.end")
    recover(program, evening.campaign, *ARMS)
    for key, things in ARMS.items():
        arm(program, f"characters/{evening.campaign['characters'][key]}/", things)


def _prepare(evening: AtTheStaithe, program: Program) -> None:
    """The party at a landing; a thug beside Greta, an ogre beside Odo, and somebody behind the barrels."""
    gudrun, page = evening.gudrun, evening.gudrun.page
    page.goto(evening.encounters)
    page.get_by_label("Name").fill(PLACE)
    page.get_by_role("button", name="Prepare").click()
    for name in (GRETA, ODO, WENNA, ILSE):
        adding(page, name).click()
        expect(gudrun.ladder(name)).to_have_count(1)
    for creature in (THUG, OGRE, LURKER):
        gudrun.bring(creature, hidden=creature == LURKER)
    page.get_by_role("button", name="Show to players", exact=True).click()
    expect(page.get_by_text("Players do not see this fight yet")).to_have_count(0)
    place_heroes(program, gudrun, PLACES)
    evening.come_to(PLACE)


def _begin(evening: AtTheStaithe, program: Program) -> None:
    begin_in_order(program, evening.gudrun, {**ORDER, LURKER: 1})
    evening.turn_of(GRETA)
    for player in evening.players:
        assert player.page.locator("[data-part=ladder] .rung__name").all_inner_texts() == list(ORDER)


# -- what happens -----------------------------------------------------------------------------------------------------


def _injure_the_thug(evening: AtTheStaithe) -> None:
    """Greta's doubles leave the thug defenseless; 7 + 5 against 6 are two steps, and a Chaos Die shows a six."""
    gudrun, anna = evening.gudrun, evening.anna
    anna.act_for(GRETA)
    form = anna.form_of("melee.attack", target=gudrun.id_of(THUG))
    expect(form.locator("[data-odds-place]")).to_contain_text(re.compile(r"it hits, unless avoided 61\s%"))
    anna.has_in_sight(form)
    anna.send(form, dice={GRETA: "11 5 6 1 4"})
    evening.all_read(
        "Petty Thug is left defenseless.",
        "Greta Halloway hits Petty Thug",
        "Petty Thug is now Moderately Wounded.",
        "Petty Thug suffers an injury: dislocated shoulder.",
    )
    # However much is told at once, it moves nobody's page away from the stage.
    for seat in evening.seats:
        expect(seat.page.locator("[data-key=turn]")).to_be_in_viewport()
    evening.all_see(THUG, "Defenseless", "Dislocated shoulder")
    assert _steps(gudrun, THUG) == 2
    for player in evening.players:
        expect(player.ladder(THUG)).to_contain_text("hurt")
        assert not player.ladder(THUG).locator(".boxes").count()


def _resist_on_the_phone(evening: AtTheStaithe) -> None:
    """The thug, who has an AP less, would throw Greta down; she keeps her feet by 35 of 41."""
    gudrun, anna = evening.gudrun, evening.anna
    evening.turn_of(THUG)
    expect(gudrun.page.locator(".now__budgets")).to_contain_text(re.compile(r"2\s*AP"))
    gudrun.do("stunt.takedown", target=gudrun.id_of(GRETA), dice={THUG: "30"})
    ask = anna.asks(GRETA)
    expect(ask).to_contain_text("Petty Thug tries to throw you down.")
    expect(ask).to_contain_text(re.compile(r"resist 41\s%"))
    anna.reply(GRETA, "test.resist", dice={GRETA: "35"})
    evening.all_read("Greta Halloway resists.")
    for seat in evening.seats:
        expect(seat.ladder(GRETA)).not_to_contain_text("Prone")


def _parry_on_the_phone(evening: AtTheStaithe) -> None:
    """The ogre comes up and hits; Anna reads what a parry is worth, and pays for it out of what her turn left."""
    gudrun, anna = evening.gudrun, evening.anna
    evening.turn_of(OGRE)
    gudrun.do("fight.place", combatant=gudrun.id_of(OGRE), x=1, y=1)
    gudrun.do("melee.attack", target=gudrun.id_of(GRETA), dice={OGRE: "20"})
    ask = anna.asks(GRETA)
    expect(ask).to_contain_text("Ogre Mercenary hits you (Knuckleduster): react?")
    expect(ask.locator(".choice")).to_have_text([re.compile("Parry"), re.compile("Nothing")])
    anna.reply(GRETA, "attack.react", how="parry", dice={GRETA: "30"})
    evening.all_read("Greta Halloway parries Ogre Mercenary’s attack.")
    assert _steps(anna, GRETA) == 0
    expect(anna.page.locator(".now__budgets")).to_contain_text(re.compile(r"1\s*AP"))


def _take_back_the_parry(evening: AtTheStaithe) -> None:
    """Undone, the answer is asked for on the phone again; redone, it is given, and paid for once."""
    gudrun, anna = evening.gudrun, evening.anna
    gudrun.turn("undo")
    expect(anna.asks(GRETA)).to_contain_text("Ogre Mercenary hits you (Knuckleduster): react?")
    expect(anna.page.locator(".log__line--undone")).to_contain_text("parries")
    gudrun.turn("redo")
    expect(anna.asks(GRETA)).to_have_count(0)
    expect(anna.page.locator(".log__line--undone")).to_have_count(0)
    expect(anna.page.locator(".now__budgets")).to_contain_text(re.compile(r"1\s*AP"))


def _fumble(evening: AtTheStaithe) -> None:
    """Odo strikes with what he holds, fails critically, keeps his Fortune, and fumbles: the ogre has an opening."""
    gudrun, boris = evening.gudrun, evening.boris
    evening.turn_of(ODO)
    boris.act_for(ODO)
    boris.do("melee.attack", target=gudrun.id_of(OGRE), dice={ODO: "99"})
    evening.all_read("Odo Brandt attacks Ogre Mercenary (Cudgel).")
    expect(boris.asks(ODO)).to_contain_text("Simple Melee failed critically. Re-roll for a Fortune Point?")
    boris.reply(ODO, "fortune.stand", dice={ODO: "6 77"})
    evening.all_read("Odo Brandt misses Ogre Mercenary", "Odo Brandt fumbles: leaves an opening.")


def _be_slain(evening: AtTheStaithe) -> None:
    """Nothing averts a blow at an opening, and three sixes are the end; the dice lie before the game master."""
    gudrun, boris = evening.gudrun, evening.boris
    expect(gudrun.asks(OGRE)).to_contain_text("Odo Brandt gives you an opening: strike?")
    gudrun.reply(OGRE, "opportunity.attack", dice={OGRE: "31"})
    expect(boris.asks(ODO)).to_contain_text("Ogre Mercenary hits you (Knuckleduster): react?")
    assert not boris.asks(ODO).locator(".choice__number").filter(has_text="Parry").count()
    gudrun.reply(ODO, "attack.react", dice={OGRE: "6 6 6 4"})
    evening.all_read("Odo Brandt is slain.")


def _live_by_fate(evening: AtTheStaithe) -> None:
    boris = evening.boris
    expect(boris.asks(ODO)).to_contain_text("You are slain. Spend a Fate Point to live?")
    boris.reply(ODO, "fate.spend")
    evening.all_read("Odo Brandt lives, by fate alone.")
    evening.all_see(ODO, "0/1")
    for seat in evening.seats:
        expect(seat.ladder(ODO)).not_to_contain_text("Slain")
    assert _steps(boris, ODO) == 4


def _take_back_and_bring_again(evening: AtTheStaithe) -> None:
    """Undone twice, fate and then the blow wait to be answered again; redone, nobody is asked any more."""
    gudrun, boris = evening.gudrun, evening.boris
    gudrun.turn("undo")
    for seat in evening.seats:
        expect(seat.page.locator(".log__line--undone")).to_contain_text("lives, by fate alone")
    expect(boris.asks(ODO)).to_contain_text("You are slain.")
    evening.all_see(ODO, "Slain")
    gudrun.turn("undo")
    expect(boris.asks(ODO)).to_contain_text("Ogre Mercenary hits you (Knuckleduster): react?")
    boris.catch_up()
    assert _steps(boris, ODO) == 0
    for _ in range(2):
        gudrun.turn("redo")
    for seat in evening.seats:
        expect(seat.page.locator(".log__line--undone")).to_have_count(0)
        expect(seat.asks(ODO)).to_have_count(0)
    assert _steps(boris, ODO) == 4


def _spend_fortune(evening: AtTheStaithe) -> None:
    """Wenna shoots wide, which does no harm: nobody is asked, and a second roll is on offer while her turn lasts."""
    gudrun, anna = evening.gudrun, evening.anna
    evening.turn_of(WENNA)
    anna.act_for(WENNA)
    anna.do("special.load")
    anna.do("ranged.attack", target=gudrun.id_of(THUG), dice={WENNA: "98"})
    evening.all_read("Wenna Rook misses Petty Thug")
    form = anna.form_of("fortune.reroll")
    expect(form).to_contain_text("Costs 1 Fortune Point (you have 1).")
    anna.send(form, dice={WENNA: "20"})
    gudrun.reply(THUG, "attack.react", how="nothing", dice={WENNA: "1 1 1"})
    evening.all_read("Wenna Rook hits Petty Thug")


def _end(evening: AtTheStaithe) -> None:
    evening.gudrun.do("fight.end", told="The ogre asks for more pay.")
    for seat in evening.seats:
        expect(seat.page.get_by_role("heading", name="The fight is over")).to_be_visible()
    evening.all_read("The fight is over. The ogre asks for more pay.")
    for seat in evening.seats:
        expect(seat.ladder(THUG)).not_to_contain_text("Defenseless")


# -- what is read -----------------------------------------------------------------------------------------------------


def _steps(seat: Seat, name: str) -> int:
    """The steps that a combatant has gone on the damage track, the first of two on their rung."""
    seat.catch_up()
    return seat.ladder(name).locator(".boxes").first.locator(".box--filled").count()
