"""A whole fight of KAOS with real dice: surprise, parry, luck, a spell and its price; a browser for each of three."""

import re

from playwright.sync_api import Browser, expect

from tests.browser.evenings import Evening, Program
from tests.browser.heroes import begin_in_order, recover
from tests.browser.seats import Seat, adding
from tests.halls import LiveHall

PARTY = ("Yrsa", "Tobbek", "Senna", "Mother Ilk")
GOBLIN, OGRE, LURKER = "Goblin", "Ogre", "Frost troll A"
#: Who acts when, so that everybody's turn comes where the story needs it.
ORDER = {"Yrsa": 20, OGRE: 19, GOBLIN: 18, "Tobbek": 17, "Senna": 16, "Mother Ilk": 15}
#: More turns than that are not to be passed over before somebody's comes.
MOST_TURNS = 2 * len(ORDER)
NO_HEALING = "Senna cast a spell within the last hour. No healing until an hour has passed."


class AtTheBridge(Evening):
    """Anna plays Yrsa and Senna, Boris plays Tobbek and Mother Ilk, and Gudrun everybody else."""

    def turn_of(self, name: str) -> None:
        """The game master passes over turns until it is somebody's."""
        for _ in range(MOST_TURNS):
            if self._whose_turn().startswith(f"{name}’s"):
                break
            self.gudrun.onward()
        for seat in self.seats:
            seat.catch_up()
        assert self._whose_turn() == f"{name}’s turn"

    def _whose_turn(self) -> str:
        return self.gudrun.page.locator("[data-key=turn]").inner_text()


def test_a_fight_with_real_dice(browser: Browser, hall_server: LiveHall) -> None:
    evening = AtTheBridge(browser, hall_server, "kaos")
    program = Program(evening.gudrun, hall_server)
    _recover(evening, program)
    _prepare(evening)
    _begin(evening, program)
    before = _points(evening)

    _surprise_the_goblin(evening)
    _defend_on_the_phone(evening)
    _parry_beyond_the_armour(evening)
    _strike_by_luck(evening)
    _burn_the_goblin_down(evening)
    _take_back_and_bring_again(evening)
    _nothing_heals_the_caster(evening)
    _end(evening)

    assert _points(evening) == {"Yrsa": before["Yrsa"] - 2, "Tobbek": before["Tobbek"] - 10}
    evening.went_well(lurker=LURKER, foe=GOBLIN)
    assert "0 failed" in hall_server.manage("verify_chronicle")


# -- before the fight -------------------------------------------------------------------------------------------------


def _recover(evening: AtTheBridge, program: Program) -> None:
    """The demo's own fight is over, and everybody is whole."""
    program.do(f"encounters/{evening.campaign['encounters']['pass']}/", "fight.end")
    recover(program, evening.campaign, "yrsa", "tobbek", "senna", "mother_ilk")


def _prepare(evening: AtTheBridge) -> None:
    """The party at a bridge; a goblin beside Yrsa, an ogre not far off, and somebody under the bridge."""
    gudrun, page = evening.gudrun, evening.gudrun.page
    page.goto(evening.encounters)
    page.get_by_label("Name").fill("The old bridge")
    page.get_by_role("button", name="Prepare").click()
    for name in PARTY:
        adding(page, name).click()
        expect(gudrun.ladder(name)).to_have_count(1)
    for creature in (GOBLIN, OGRE, LURKER):
        gudrun.bring(creature, hidden=creature == LURKER)
    page.get_by_role("button", name="Show to players", exact=True).click()
    expect(page.get_by_text("Players do not see this fight yet")).to_have_count(0)
    gudrun.do("fight.place", combatant=gudrun.id_of(GOBLIN), x=0, y=2)
    assert gudrun.place_of(GOBLIN) == (0, 2)
    evening.come_to("The old bridge")


def _begin(evening: AtTheBridge, program: Program) -> None:
    begin_in_order(program, evening.gudrun, {**ORDER, LURKER: 1})
    for player in evening.players:
        player.catch_up()
        rungs = player.page.locator("[data-part=ladder] .rung__name").all_inner_texts()
        assert rungs == list(ORDER)


# -- what happens -----------------------------------------------------------------------------------------------------


def _surprise_the_goblin(evening: AtTheBridge) -> None:
    """Yrsa's blow strikes, the goblin's defence fails, her deception works: (8 + 2) doubled."""
    gudrun, anna = evening.gudrun, evening.anna
    evening.turn_of("Yrsa")
    anna.act_for("Yrsa")
    form = anna.form_of("melee.surprise", target=gudrun.id_of(GOBLIN))
    expect(form.locator("[data-odds-place]")).to_contain_text("Melee Combat 45")
    expect(form.locator("[data-odds-place]")).to_contain_text("double damage if it hits")
    anna.send(form, dice={"Yrsa": "30"})
    expect(gudrun.asks(GOBLIN)).to_contain_text("Yrsa strikes you (Long sword): defend?")
    gudrun.reply(GOBLIN, "attack.defend", dice={GOBLIN: "90", "Yrsa": "20 8"})
    evening.all_read("Yrsa takes Goblin by surprise: double damage.", "Yrsa hits Goblin: 20 hit points lost.")
    expect(gudrun.ladder(GOBLIN)).to_contain_text("8/28")
    for player in evening.players:
        expect(player.ladder(GOBLIN)).to_contain_text("badly hurt")
        expect(player.ladder(GOBLIN)).not_to_contain_text("/28")


def _defend_on_the_phone(evening: AtTheBridge) -> None:
    """The ogre strikes Yrsa; Anna reads how her ways to defend compare, and what her armour is worth suffices."""
    gudrun, anna = evening.gudrun, evening.anna
    evening.turn_of(OGRE)
    gudrun.do("melee.attack", target=gudrun.id_of("Yrsa"), dice={OGRE: "7"})
    ask = anna.asks("Yrsa")
    expect(ask).to_contain_text("Ogre strikes you (Great club): defend?")
    assert _choices(anna) == [
        "Defence score 25: 25 % avoids it",
        "Super parry 50: 50 % avoids it",
        "Take the hit: 0 % avoids it",
    ]
    expect(ask.locator("[data-odds-place]")).to_contain_text(re.compile(r"avoids it 25\s%"))
    # Nobody types the dice of others: only the game master plays the ogre.
    ask.get_by_text("I rolled real dice").click()
    assert ask.locator("[data-hand]").count() == 1
    ask.get_by_text("I rolled real dice").click()
    whole = _hit_points(anna, "Yrsa")
    anna.reply("Yrsa", "attack.defend", how="roll", dice={"Yrsa": "25"})
    evening.all_read("Yrsa avoids Ogre’s attack.")
    assert _hit_points(anna, "Yrsa") == whole


def _choices(seat: Seat) -> list[str]:
    """The choices of the first ask, each with its odds, without the star of the best."""
    found = seat.asks().first.locator(".choice")
    words = [(one.locator(".choice__number"), one.locator(".choice__odds")) for one in found.all()]
    said = [f"{what.inner_text()}: {odds.inner_text()}" for what, odds in words]
    return [one.replace("\u00a0", " ").replace("★", "") for one in said]


def _parry_beyond_the_armour(evening: AtTheBridge) -> None:
    """A 40 would not have been enough for the Defense Score of 25; for Melee Combat with her shield's bonus it is."""
    gudrun, anna = evening.gudrun, evening.anna
    evening.turn_of(GOBLIN)
    gudrun.do("melee.attack", target=gudrun.id_of("Yrsa"), dice={GOBLIN: "10"})
    expect(anna.asks("Yrsa")).to_contain_text("Goblin strikes you")
    whole = _hit_points(anna, "Yrsa")
    anna.reply("Yrsa", "attack.defend", how="parry", dice={"Yrsa": "40"})
    evening.all_read("Yrsa avoids Goblin’s attack.")
    expect(anna.log("Yrsa spends 2 advancement points (A super parry).")).to_have_count(1)
    assert _hit_points(anna, "Yrsa") == whole


def _strike_by_luck(evening: AtTheBridge) -> None:
    """Tobbek misses, pays for luck and strikes; what the damage dice show he lets stand: 4 + 2."""
    gudrun, boris = evening.gudrun, evening.boris
    evening.turn_of("Tobbek")
    boris.act_for("Tobbek")
    boris.do("melee.attack", target=gudrun.id_of(OGRE), dice={"Tobbek": "70"})
    # A miss costs nothing more: nobody is asked, and until the turn ends a second roll is on offer.
    expect(boris.asks("Tobbek")).to_have_count(0)
    form = boris.form_of("ap.reroll")
    expect(form.locator("[data-odds-place]")).to_contain_text("Melee Combat 36: 36 %.")
    boris.send(form, dice={"Tobbek": "12"})
    expect(gudrun.asks(OGRE)).to_contain_text("Tobbek strikes you (War hammer): defend?")
    gudrun.reply(OGRE, "attack.defend", dice={OGRE: "99", "Tobbek": "4"})
    expect(boris.asks("Tobbek")).to_contain_text("6 damage to Ogre. Roll again for 10 of your")
    boris.reply("Tobbek", "damage.stands")
    evening.all_read("Tobbek hits Ogre: 6 hit points lost.")
    expect(gudrun.ladder(OGRE)).to_contain_text("93/99")


def _burn_the_goblin_down(evening: AtTheBridge) -> None:
    """Senna's firebolt costs her 7 hit points and the goblin its senses: 18 of the 8 that it has left."""
    gudrun, anna = evening.gudrun, evening.anna
    evening.turn_of("Senna")
    anna.act_for("Senna")
    whole = _hit_points(anna, "Senna")
    form = anna.form_of("spell.cast", spell="firebolt", target=gudrun.id_of(GOBLIN))
    expect(form.locator("[data-odds-place]")).to_contain_text(f"It drains 7 of {whole} hit points.")
    anna.send(form, dice={"Senna": "33"})
    evening.all_read("Senna casts Firebolt: 7 hit points.")
    expect(anna.ladder("Senna")).to_contain_text("Drained")
    assert _hit_points(anna, "Senna") == whole - 7
    expect(gudrun.asks(GOBLIN)).to_contain_text("Senna strikes you (Firebolt): defend?")
    gudrun.reply(GOBLIN, "attack.defend", how="roll", dice={GOBLIN: "60", "Senna": "6 6 6"})
    evening.all_read("Senna hits Goblin: 18 hit points lost.", "Goblin falls unconscious.")
    for seat in evening.seats:
        expect(seat.ladder(GOBLIN)).to_contain_text("Unconscious")
    for left in ("0/28", "10/20"):
        expect(gudrun.ladder(GOBLIN)).to_contain_text(left)


def _take_back_and_bring_again(evening: AtTheBridge) -> None:
    """Undone, the goblin stands and the line is struck on every page; redone, it lies again."""
    gudrun = evening.gudrun
    gudrun.turn("undo")
    for seat in evening.seats:
        expect(seat.page.locator(".log__line--undone")).to_contain_text("Goblin falls unconscious.")
        expect(seat.ladder(GOBLIN)).not_to_contain_text("Unconscious")
    expect(gudrun.ladder(GOBLIN)).to_contain_text("8/28")
    expect(gudrun.asks(GOBLIN)).to_contain_text("Senna strikes you (Firebolt): defend?")
    gudrun.turn("redo")
    for seat in evening.seats:
        expect(seat.page.locator(".log__line--undone")).to_have_count(0)
        expect(seat.ladder(GOBLIN)).to_contain_text("Unconscious")
    expect(gudrun.asks(GOBLIN)).to_have_count(0)


def _nothing_heals_the_caster(evening: AtTheBridge) -> None:
    """Mother Ilk would lay her hands on Senna; the page says why that is no use."""
    boris = evening.boris
    evening.turn_of("Mother Ilk")
    boris.act_for("Mother Ilk")
    form = boris.form_of("spell.cast", spell="healing_touch_minor", target=boris.id_of("Senna"))
    expect(form.locator("[data-odds-place]")).to_have_text(NO_HEALING)
    boris.page.get_by_role("link", name="Close Cast a spell").click()


def _end(evening: AtTheBridge) -> None:
    evening.gudrun.do("fight.end", told="The ogre thinks better of it.")
    for seat in evening.seats:
        expect(seat.page.get_by_role("heading", name="The fight is over")).to_be_visible()
    evening.all_read("The fight is over. The ogre thinks better of it.")


# -- what is read -----------------------------------------------------------------------------------------------------


def _hit_points(seat: Seat, name: str) -> int:
    """The hit points on a combatant's rung."""
    seat.catch_up()
    return int(re.search(r"(\d+)/\d+", seat.ladder(name).inner_text())[1])  # type: ignore[index]


def _points(evening: AtTheBridge) -> dict[str, int]:
    """The advancement points of those who fight with them, on sheets beside the table."""
    return {"Yrsa": _points_of(evening, evening.anna, "yrsa"), "Tobbek": _points_of(evening, evening.boris, "tobbek")}


def _points_of(evening: AtTheBridge, seat: Seat, key: str) -> int:
    beside = seat.page.context.new_page()
    beside.goto(f"/campaigns/{evening.campaign['id']}/characters/{evening.campaign['characters'][key]}/")
    tile = beside.locator("#part-points .tile").filter(has=beside.get_by_text("AP", exact=True))
    points = int(tile.locator(".tile__figure").inner_text())
    beside.close()
    return points
