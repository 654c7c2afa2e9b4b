"""A whole fight of Dragon & Demon with real dice: a browser for the game master and each of two players."""

import re

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.evenings import Evening, Program
from tests.browser.heroes import arm, recover
from tests.browser.seats import Seat, adding
from tests.halls import LiveHall

TOVE, PIM = "Tove Ashhand", "Pim Underhedge"
BANDIT, TROLL, LURKER = "Bandit", "Troll", "Goblin scout A"
#: What the two of the party have in hand and in their packs when the evening begins.
ARMS = {
    "tove": {"weapon": {"handaxe": "Handaxe", "small_shield": "Small shield"}},
    "pim": {"weapon": {"dagger": "Dagger", "parrying_dagger": "Parrying dagger"}},
}
#: Where everybody stands: each foe beside somebody, and one farther off whom the players do not see.
PLACES = {TOVE: (0, 0), PIM: (2, 0), BANDIT: (0, 2), TROLL: (2, 2), LURKER: (-8, 10)}


class AtTheBell(Evening):
    """Anna plays Tove, Boris plays Pim, and Gudrun everybody else."""

    def deal(self, *names: str) -> None:
        """The game master hands out the cards 1, 2, 3 and so on, the last to whoever hides."""
        for card, name in enumerate((*names, LURKER), 1):
            self.gudrun.do("fight.card", combatant=self.gudrun.id_of(name), card=card)

    def turn_of(self, name: str) -> None:
        """Check that pages announce a fighter's turn; the game master takes the seat of one of her own by a key."""
        seat = {TOVE: self.anna, PIM: self.boris}.get(name)
        expect(self.gudrun.page.locator("[data-key=turn]")).to_have_text(f"{name}’s turn")
        if seat:
            expect(seat.page.locator("[data-key=turn]")).to_have_text(f"Your turn, {name}")
        else:
            self.gudrun.page.keyboard.press("t")
            expect(self.gudrun.page.locator("#now-title")).to_contain_text(name)

    def next_turn(self) -> None:
        self.gudrun.onward()


def test_a_fight_from_the_first_card_to_the_last_breath(browser: Browser, hall_server: LiveHall) -> None:
    evening = AtTheBell(browser, hall_server, "dragonbane")
    _recover(evening, hall_server)
    _prepare(evening)

    _draw_cards(evening)
    _dodge_on_the_phone(evening)
    _wait(evening)
    _push_a_failed_attack(evening)
    _be_bitten(evening)

    _break_a_shield(evening)
    _take_back_and_bring_again(evening)
    _fall(evening)
    _be_rallied(evening)

    _fight_on(evening)
    _save_a_life(evening)
    _end(evening)

    evening.went_well(lurker=LURKER, foe=TROLL)
    assert "0 failed" in hall_server.manage("verify_chronicle")


# -- before the fight -------------------------------------------------------------------------------------------------


def _recover(evening: AtTheBell, hall: LiveHall) -> None:
    """The demo's own fight is over, and the two are whole and armed."""
    program = Program(evening.gudrun, hall)
    program.do(f"encounters/{evening.campaign['encounters']['tower']}/", "fight.end")
    recover(program, evening.campaign, *ARMS)
    for key, things in ARMS.items():
        arm(program, f"characters/{evening.campaign['characters'][key]}/", things)


def _prepare(evening: AtTheBell) -> None:
    """Two of the party at a bell that fell, a bandit and a troll before them, and somebody in the reeds."""
    gudrun, page = evening.gudrun, evening.gudrun.page
    page.goto(evening.encounters)
    page.get_by_label("Name").fill("The fallen bell")
    page.get_by_role("button", name="Prepare").click()
    for name in (TOVE, PIM):
        adding(page, name).click()
        expect(gudrun.ladder(name)).to_have_count(1)
    for creature in (BANDIT, TROLL, LURKER):
        gudrun.bring(creature, hidden=creature == LURKER)
    page.get_by_role("button", name="Show to players", exact=True).click()
    expect(page.get_by_text("Players do not see this fight yet")).to_have_count(0)
    for name, (x, y) in PLACES.items():
        gudrun.do("fight.place", combatant=gudrun.id_of(name), x=x, y=y)
        assert gudrun.place_of(name) == (x, y)
    evening.come_to("The fallen bell")


# -- the first round --------------------------------------------------------------------------------------------------


def _draw_cards(evening: AtTheBell) -> None:
    """Everybody draws, a troll twice; players read every card but that of whoever hides."""
    gudrun = evening.gudrun
    gudrun.onward()
    held = _cards(gudrun)
    assert len(held[TROLL]) == 2
    drawn = [card for cards in held.values() for card in cards]
    assert len(drawn) == len(set(drawn)), "a card was drawn twice"
    # As the cards fell, somebody hidden may come first: until a turn that they can see, players see no ladder.
    evening.deal(BANDIT, PIM, TOVE, TROLL)
    for player in evening.players:
        player.catch_up()
        assert _cards(player) == {name: cards for name, cards in _cards(gudrun).items() if name != LURKER}
        assert {name: cards[0] for name, cards in _cards(player).items()} == {BANDIT: 1, PIM: 2, TOVE: 3, TROLL: 4}


def _dodge_on_the_phone(evening: AtTheBell) -> None:
    """Anna compares the ways to meet a hit, dodges, and has neither an action nor metres left for her own turn."""
    gudrun, anna = evening.gudrun, evening.anna
    evening.turn_of(BANDIT)
    gudrun.do("melee.attack", target=gudrun.id_of(TOVE), dice={BANDIT: "7"})
    ask = anna.asks()
    expect(ask).to_contain_text("Bandit hits you (Short sword): defend?")
    expect(evening.boris.page.locator("[data-part=asks]")).to_contain_text(f"{TOVE} has to decide")
    assert _choices(ask) == ["Small shield costs your turn 65 % not hit", "Handaxe costs your turn 65 % not hit"]
    parry, dodge = _odds(ask, "defend.parry"), _odds(ask, "defend.dodge")
    assert re.match(r"Axes 13: .*, for your turn.* not hit 65 % · nothing lost 76 % · a Dragon 5 %", parry)
    assert re.match(r"Evade 10: .*, for your turn.* not hit 50 % · nothing lost 65 % · a Dragon 5 %", dodge)
    assert re.search(r"not hit 0 % · nothing lost 30 %", _odds(ask, "defend.take"))
    anna.reply("", "defend.dodge", dice={TOVE: "6"})
    evening.all_read("Tove Ashhand dodges Bandit’s blow.")
    expect(anna.page.locator(".now__budgets")).to_have_text(re.compile(r"0\s*actions\s*0\s*metres"))
    evening.next_turn()


def _wait(evening: AtTheBell) -> None:
    """Pim lets Tove go first, who has nothing left to do; he chooses among those whom he sees."""
    boris, anna = evening.boris, evening.anna
    evening.turn_of(PIM)
    form = boris.form_of("turn.wait")
    offered = form.locator(".choice").all_inner_texts()
    assert len(offered) == 3
    assert not any(LURKER in choice for choice in offered)
    boris.do("turn.wait", other=_rung_of(boris, TOVE))
    evening.all_read("Pim Underhedge waits until 3, and Tove Ashhand acts at 2.")
    for seat in evening.seats:
        expect(seat.ladder(TOVE).locator(".rung__place")).to_have_text("2")
        expect(seat.ladder(PIM).locator(".rung__place")).to_have_text("3")
    evening.turn_of(TOVE)
    assert not anna.offers("melee.attack").count()
    anna.onward()


def _push_a_failed_attack(evening: AtTheBell) -> None:
    """Pim misses and pushes, dazed by it; the bandit has acted, so nothing is done against the hit."""
    boris, bandit = evening.boris, evening.gudrun.id_of(BANDIT)
    evening.turn_of(PIM)
    assert not boris.offers("check.push").count()
    boris.do("melee.attack", target=bandit, weapon="dagger", dice={PIM: "17"})
    evening.all_read("Pim Underhedge misses Bandit (Dagger).")
    form = boris.form_of("check.push", condition="dazed")
    expect(form.locator("[data-odds-place]")).to_contain_text("Knives 14")
    boris.do("check.push", condition="dazed", dice={PIM: "4 4 3"})
    evening.all_read("Pim Underhedge pushes the roll.", "Pim Underhedge hits Bandit (Dagger)")
    evening.all_see(PIM, "Dazed")
    expect(evening.gudrun.ladder(BANDIT)).to_contain_text("6/12")
    for player in evening.players:
        expect(player.ladder(BANDIT)).to_contain_text("badly hurt")
        expect(player.ladder(BANDIT)).not_to_contain_text("/12")
    boris.onward()


def _be_bitten(evening: AtTheBell) -> None:
    """The troll acts twice: by a die and by a row that the game master picks; what it does hits by itself."""
    gudrun = evening.gudrun
    evening.turn_of(TROLL)
    gudrun.do("monster.attack", target=gudrun.id_of(PIM), dice={TROLL: "1 5 4"})
    evening.all_read("Troll: Bite. A mouthful of one opponent.")
    evening.all_see(PIM, "3/11")
    evening.next_turn()
    _pass_over_the_lurker(evening)
    evening.turn_of(TROLL)
    gudrun.do("monster.attack", target=gudrun.id_of(TOVE), row="2", dice={TROLL: "8 7"})
    evening.all_read("Troll: Claws. Long arms, longer nails.")
    evening.all_see(TOVE, "3/15")
    evening.next_turn()


def _pass_over_the_lurker(evening: AtTheBell) -> None:
    """Only the game master reads whose turn it is; players still see the last turn that they could see."""
    expect(evening.gudrun.page.locator("[data-key=turn]")).to_have_text(f"{LURKER}’s turn")
    for player in evening.players:
        expect(player.page.locator("[data-key=turn]")).not_to_contain_text(LURKER)
        expect(player.page.locator("[data-key=turn]")).to_contain_text(re.compile("’s turn|Your turn"))
    evening.next_turn()


# -- the second round -------------------------------------------------------------------------------------------------


def _break_a_shield(evening: AtTheBell) -> None:
    """Claws may be parried, but 16 is more than a small shield bears. The dice lie before the game master."""
    gudrun, anna = evening.gudrun, evening.anna
    evening.deal(TROLL, BANDIT, TOVE, PIM)
    for seat in evening.seats:
        expect(seat.page.get_by_role("heading", name="Round 2")).to_be_visible()
    evening.turn_of(TROLL)
    gudrun.do("monster.attack", target=gudrun.id_of(TOVE), row="2")
    expect(anna.asks()).to_contain_text("Troll hits you (Claws): defend?")
    gudrun.reply(TOVE, "defend.parry", weapon="small_shield", dice={TOVE: "8", TROLL: "8 8"})
    evening.all_read("Tove Ashhand parries Troll’s blow.", "Tove Ashhand’s Small shield breaks.")
    expect(anna.asks()).to_have_count(0)
    evening.all_see(TOVE, "3/15")


def _take_back_and_bring_again(evening: AtTheBell) -> None:
    """Undo strikes the break through on every page and mends the shield; redo breaks it again."""
    gudrun, anna = evening.gudrun, evening.anna
    sheet = _sheet_of(anna, evening)
    shield = sheet.locator(".rows li, li").filter(has_text="Small shield").first
    expect(shield).to_contain_text("broken")
    gudrun.turn("undo")
    for seat in evening.seats:
        expect(seat.page.locator(".log__line--undone").filter(has_text="breaks")).to_have_count(1)
    expect(anna.asks()).to_contain_text("Troll hits you (Claws)")
    expect(shield).not_to_contain_text("broken")
    gudrun.turn("redo")
    for seat in evening.seats:
        expect(seat.page.locator(".log__line--undone")).to_have_count(0)
    expect(anna.asks()).to_have_count(0)
    expect(shield).to_contain_text("broken")
    sheet.close()
    evening.next_turn()


def _sheet_of(seat: Seat, evening: AtTheBell) -> Page:
    """Tove's sheet in another tab of the same browser."""
    sheet = seat.page.context.new_page()
    sheet.goto(f"/campaigns/{evening.campaign['id']}/characters/{evening.campaign['characters']['tove']}/")
    return sheet


def _fall(evening: AtTheBell) -> None:
    """The parry took Tove's action, so the bandit's blow lands: she lies dying, and rolls against death."""
    gudrun, anna = evening.gudrun, evening.anna
    evening.turn_of(BANDIT)
    gudrun.do("melee.attack", target=gudrun.id_of(TOVE), weapon="short_sword", dice={BANDIT: "9 10"})
    evening.all_read("Bandit hits Tove Ashhand (Short sword)", "Tove Ashhand falls to the ground, dying.")
    evening.all_see(TOVE, "0/15", "Prone", "Dying: 0 of 3 to live, 0 of 3 to die")
    evening.next_turn()
    evening.turn_of(TOVE)
    _roll_against_death(anna, "8")
    evening.all_see(TOVE, "Dying: 1 of 3 to live, 0 of 3 to die")
    assert not anna.offers("melee.attack").count()
    anna.onward()


def _roll_against_death(seat: Seat, face: str) -> None:
    expect(seat.page.locator("[data-way=onward]")).to_have_text("Death roll")
    seat.onward(dice={TOVE: face})


def _be_rallied(evening: AtTheBell) -> None:
    """Pim talks Tove back to her feet."""
    evening.turn_of(PIM)
    evening.boris.do("turn.rally", dice={PIM: "3"})
    evening.all_read("Tove Ashhand rallies, and fights on.")
    evening.all_see(TOVE, "Rallied")
    evening.boris.end_before_somebody_hidden()
    _pass_over_the_lurker(evening)
    evening.turn_of(TROLL)
    evening.next_turn()


# -- the third round --------------------------------------------------------------------------------------------------


def _fight_on(evening: AtTheBell) -> None:
    """Rallied, Tove still rolls against death, and then acts: she gets up and strikes the bandit down."""
    gudrun, anna = evening.gudrun, evening.anna
    evening.deal(TOVE, BANDIT, PIM, TROLL)
    evening.turn_of(TOVE)
    _roll_against_death(anna, "12")
    evening.all_see(TOVE, "Dying: 2 of 3 to live, 0 of 3 to die", "Rallied")
    anna.do("turn.position")
    for seat in evening.seats:
        expect(seat.ladder(TOVE)).not_to_contain_text("Prone")
    anna.do("melee.attack", target=gudrun.id_of(BANDIT), weapon="handaxe", dice={TOVE: "5"})
    gudrun.reply(BANDIT, "defend.take", dice={TOVE: "6 5 3"})
    evening.all_read("Tove Ashhand hits Bandit (Handaxe)", "Bandit dies.")
    evening.all_see(BANDIT, "Dead")
    anna.onward()


def _save_a_life(evening: AtTheBell) -> None:
    """Without bandages Pim rolls two dice, of which the higher counts, and Tove is out of danger."""
    boris = evening.boris
    evening.turn_of(PIM)
    form = boris.form_of("turn.first_aid")
    expect(form.locator("[data-odds-place]")).to_contain_text("Healing 5, 1 bane (No bandages)")
    boris.do("turn.first_aid", dice={PIM: "2 5 4"})
    evening.all_read("Pim Underhedge saves Tove Ashhand’s life.", "Tove Ashhand regains 4 hit points.")
    evening.all_see(TOVE, "4/15")
    for seat in evening.seats:
        expect(seat.ladder(TOVE)).not_to_contain_text("Dying")
    boris.onward()


def _end(evening: AtTheBell) -> None:
    evening.gudrun.do("fight.end", told="The troll trots off into the fen.")
    for seat in evening.seats:
        expect(seat.page.get_by_role("heading", name="The fight is over")).to_be_visible()
    evening.all_read("The fight is over. The troll trots off into the fen.")


# -- what the pages say ------------------------------------------------------------------------------------------------


def _rung_of(seat: Seat, name: str) -> str:
    return seat.ladder(name).first.get_attribute("data-rung") or ""


def _cards(seat: Seat) -> dict[str, list[int]]:
    """The cards that everybody holds, read off the ladder from top to bottom."""
    held: dict[str, list[int]] = {}
    for rung in seat.page.locator("[data-part=ladder] .rung").all():
        card = int(rung.locator(".rung__place").inner_text())
        held.setdefault(rung.locator(".rung__name").inner_text(), []).append(card)
    return held


def _choices(ask: Locator) -> list[str]:
    """The choices of an ask, each with its odds."""
    return [_plain(choice.inner_text()) for choice in ask.locator(".choice").all()]


def _odds(ask: Locator, command: str) -> str:
    """The odds under one of the answers."""
    place = ask.locator(f'form[data-command="{command}"] [data-odds-place]')
    expect(place).to_contain_text("not hit")
    return _plain(place.inner_text())


def _plain(text: str) -> str:
    return " ".join(text.split())
