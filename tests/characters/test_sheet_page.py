"""The sheet's pages: who may open, touch and roll, for every game; and that no page asks more for a larger party."""

import re
from typing import Any

import pytest
from django.db import connection
from django.template.loader import get_template, render_to_string
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaigns.audience import sight
from campaigns.audience.viewers import Viewer
from campaigns.play.game import Game, lay_out
from campaigns.play.intent import Intent
from campaigns.play.perform import perform, write
from characters import services
from characters.experience.ledger import RAISES
from characters.models import Character
from characters.sheets import selectors
from characters.sheets.paper import LISTED
from rules.engine.kernel import (
    Command,
    Condition,
    ConditionSet,
    Item,
    Line,
    Place,
    Refused,
    Said,
    Sheet,
    StageSet,
    Table,
)
from rules.engine.page.blocks import Block, Boxes, Texts
from tests.campaigns.test_playing import client_of
from tests.helpers import Cast, make_cast
from tests.toy import HEADS_GAME
from winterhall.web import pdf

FRAGMENTS = ("", "parts/", "roll/", "explain/?number=resource.coins", "shelf/?kind=gear")
CONDITIONS = 'id="part-conditions"'


def address(cast: Cast, character: Character, what: str = "") -> str:
    return f"/campaigns/{cast.campaign.public_id}/characters/{character.public_id}/{what}"


def page(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, answer.content.decode()[:500]
    return answer.content.decode()


@pytest.mark.parametrize("who", ["gm", "anna"])
def test_whoever_plays_it_touches_and_rolls(game_cast: Cast, who: str) -> None:
    text = page(client_of(getattr(game_cast, who)), address(game_cast, game_cast.rook))
    assert 'data-command="sheet.rank"' in text
    assert 'data-command="sheet.resource"' in text
    assert f'value="{game_cast.campaign.system.test}"' in text


@pytest.mark.parametrize("who", ["boris", "olga"])
def test_others_read_and_touch_nothing(game_cast: Cast, who: str) -> None:
    text = page(client_of(getattr(game_cast, who)), address(game_cast, game_cast.rook))
    assert "Rook" in text
    for touch in ("data-edit=", "data-do=", "data-roll=", "data-play", "data-shelf="):
        assert touch not in text


@pytest.mark.parametrize("what", FRAGMENTS)
def test_strangers_find_no_sheet(cast: Cast, what: str) -> None:
    assert client_of(cast.stranger).get(address(cast, cast.rook, what)).status_code == 404


@pytest.mark.parametrize("what", FRAGMENTS)
def test_a_secret_sheet_does_not_exist_for_players(cast: Cast, what: str) -> None:
    creature = cast.creature()
    for member in (cast.anna, cast.olga):
        assert client_of(member).get(address(cast, creature, what)).status_code == 404
    assert client_of(cast.gm).get(address(cast, creature)).status_code == 200


@pytest.mark.parametrize("what", ["roll/", "shelf/?kind=gear"])
def test_the_tools_are_for_whoever_plays_it(cast: Cast, what: str) -> None:
    assert client_of(cast.boris).get(address(cast, cast.rook, what)).status_code == 403
    assert client_of(cast.anna).get(address(cast, cast.rook, what)).status_code == 200


def test_who_is_signed_out_hears_so_from_fragments_and_is_sent_to_the_door_by_pages(cast: Cast) -> None:
    assert Client().get(address(cast, cast.rook, "parts/")).status_code == 401
    assert Client().get(address(cast, cast.rook))["Location"].startswith("/accounts/login/")


def test_what_the_gm_notes_no_player_reads(game_cast: Cast) -> None:
    intent = Intent("sheet.text", {"text": "gm_notes", "to": "Rook is a spy."}, game_cast.rook.public_id)
    perform(game_cast.gm, intent)
    for member in (game_cast.anna, game_cast.boris):
        for what in ("", "parts/"):
            assert "spy" not in page(client_of(member), address(game_cast, game_cast.rook, what))


@pytest.mark.parametrize("who", ["gm", "anna", "olga"])
def test_whoever_causes_a_condition_is_named_once_and_no_id_is_read(game_cast: Cast, who: str) -> None:
    """Rules keep the cause as an id, be it of somebody whom the label names, whom it does not, or whom none know."""
    mira = game_cast.mira.public_id
    spy = services.begin(game_cast.gm, name="Zaunkoenigin", owner=None, secret=True).public_id

    def hold(game: Game) -> dict[str, Any]:
        # A rule looks at whoever it is about, and so the house knows who was there.
        assert game.table.name(spy) == "Zaunkoenigin"
        conditions = (
            Condition("led", Said("Led by {0}", (mira,)), 1, mira),
            Condition("watched", "Under watch", 1, mira),
            Condition("followed", "Followed", 1, spy),
            Condition("wet", "Wet", 1, "the rain"),
        )
        game.table.happen(*(ConditionSet(game_cast.rook.public_id, one) for one in conditions))
        return {}

    write(game_cast.gm, Intent("hold", {}, game_cast.rook.public_id), hold)
    for what in ("", "parts/"):
        seen = page(client_of(getattr(game_cast, who)), address(game_cast, game_cast.rook, what))
        if CONDITIONS not in seen:
            pytest.skip("The sheets of this game show no conditions.")
        rows = _conditions(seen)
        known = [("Followed", "Zaunkoenigin" if who == "gm" else "")]
        assert rows == [*known, ("Led by Mira", ""), ("Under watch", "Mira"), ("Wet", "the rain")]


def _conditions(text: str) -> list[tuple[str, str]]:
    """The conditions in the block of a sheet, each with its cause, by their labels."""
    block = text.partition(CONDITIONS)[2].partition("</section>")[0]
    plain = re.sub(r"</?a\b[^>]*>", "", block)
    found = re.findall(r'<span class="rows__name">([^<]*)</span><span class="rows__sub">([^<]*)</span>', plain)
    return sorted((label, cause.strip()) for label, cause in found)


def test_a_note_of_the_gm_takes_nothing_else_from_a_sheet() -> None:
    noted = Sheet("Rook", texts={"gm_notes": "a spy", "weakness": "cards"}, memo={"kin": "elf"})
    seen = sight.seen_sheet(noted, Viewer(is_gm=False))
    assert (seen.texts, seen.memo) == ({"weakness": "cards"}, {"kin": "elf"})


def test_the_parts_tell_what_has_changed(cast: Cast) -> None:
    before = page(client_of(cast.anna), address(cast, cast.rook, "parts/"))
    perform(cast.gm, Intent("sheet.resource", {"resource": "coins", "now": 3}, cast.rook.public_id))
    after = page(client_of(cast.anna), address(cast, cast.rook, "parts/"))
    assert 'data-value="10"' in before
    assert 'data-value="3"' in after
    assert 'id="roll"' not in after


def test_every_number_that_a_page_shows_can_be_explained(game_cast: Cast) -> None:
    client = client_of(game_cast.olga)
    numbers = set(re.findall(r'data-explain="([^"]+)"', page(client, address(game_cast, game_cast.rook))))
    assert numbers
    for number in numbers:
        assert client.get(address(game_cast, game_cast.rook, "explain/"), {"number": number}).status_code == 200


def test_an_unknown_number_is_refused_with_a_sentence(cast: Cast) -> None:
    answer = client_of(cast.anna).get(address(cast, cast.rook, "explain/?number=beauty"))
    assert (answer.status_code, answer.json()["field"]) == (422, "number")


def test_the_ledger_stands_under_a_number(cast: Cast) -> None:
    given = {"kind": "skill", "rank": "luck", "amount": 4, "reason": "for the bridge"}
    perform(cast.gm, Intent("sheet.experience", given, cast.rook.public_id))
    text = page(client_of(cast.olga), address(cast, cast.rook, "explain/?number=skill.luck"))
    assert "For the bridge" in text
    assert "+4" in text


def test_the_panel_prepares_what_is_possible_and_refuses_the_rest(game_cast: Cast) -> None:
    client, system = client_of(game_cast.anna), game_cast.campaign.system
    game = lay_out(game_cast.anna, game_cast.rook.public_id)
    for command in (one for one in system.commands if one.place is Place.SHEET):
        answer = client.get(address(game_cast, game_cast.rook, "roll/"), {"command": command.name})
        assert answer.status_code == (422 if _is_refused(command, game.known) else 200)
        assert (f'value="{command.name}"' in answer.content.decode()) == (answer.status_code == 200)


def _is_refused(command: type[Command], table: Table) -> bool:
    """Whether nobody could give the command now: one that only has no use may be prepared."""
    try:
        command.possible(table)
    except Refused:
        return True
    return False


def test_a_thing_is_taken_from_the_compendium(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.toy.Heads.item", lambda self, section, key: Item("Lamp", "gear", key))
    with_key = {"section": "gear", "entry": "lamp", "key": "one"}
    for _ in range(2):
        answer = client_of(cast.anna).post(address(cast, cast.rook, "take/"), with_key)
        assert answer.status_code == 200
    assert [item.name for item in Character.objects.get(pk=cast.rook.pk).sheet.items.values()] == ["Lamp"]
    assert client_of(cast.boris).post(address(cast, cast.rook, "take/"), with_key).status_code == 403
    assert client_of(cast.stranger).post(address(cast, cast.rook, "take/"), with_key).status_code == 404


def test_an_ask_stands_on_top_of_the_sheet_with_its_answer(cast: Cast) -> None:
    encounter = cast.encounter()
    for who in (cast.rook, cast.mira):
        perform(cast.gm, Intent("join", {}, who.public_id, encounter.public_id))
    write(cast.gm, Intent("begin", encounter=encounter.public_id), _begin_fight)
    staked = {"against": cast.mira.public_id}
    perform(cast.anna, Intent("stake", staked, cast.rook.public_id, encounter.public_id))
    assert "Do you take the coin?" in page(client_of(cast.boris), address(cast, cast.mira))
    assert "Do you take the coin?" in page(client_of(cast.boris), address(cast, cast.mira, "parts/"))
    assert "Do you take the coin?" not in page(client_of(cast.anna), address(cast, cast.mira))
    client = client_of(cast.boris)
    with CaptureQueriesContext(connection) as asked:
        page(client, address(cast, cast.mira))
    assert len(asked) <= 10


def _begin_fight(game: Game) -> dict[str, Any]:
    game.table.happen(StageSet("fighting"))
    return {}


# -- how often a page asks --------------------------------------------------------------------------------------------


def _crowd(cast: Cast, count: int) -> None:
    for number in range(count):
        services.begin(cast.gm, name=f"Guest {number}", owner=cast.boris.user if number % 2 else None)


@pytest.mark.parametrize("what", ["campaign", "sheet", "parts", "explain"])
@pytest.mark.parametrize("who", ["gm", "anna", "olga"])
def test_a_page_asks_as_often_for_forty_as_for_four(cast: Cast, who: str, what: str) -> None:
    paths = {
        "campaign": f"/campaigns/{cast.campaign.public_id}/",
        "sheet": address(cast, cast.rook),
        "parts": address(cast, cast.rook, "parts/"),
        "explain": address(cast, cast.rook, "explain/?number=skill.luck"),
    }
    client = client_of(getattr(cast, who))
    _crowd(cast, 2)
    page(client, paths[what])
    with CaptureQueriesContext(connection) as few:
        page(client, paths[what])
    _crowd(cast, 36)
    with CaptureQueriesContext(connection) as many:
        page(client, paths[what])
    assert len(few) == len(many) <= 10


@pytest.mark.parametrize("who", ["gm", "anna", "boris", "olga"])
def test_whoever_reads_a_sheet_may_print_it(game_cast: Cast, who: str) -> None:
    text = page(client_of(getattr(game_cast, who)), address(game_cast, game_cast.rook, "print/"))
    assert "Rook" in text
    assert "data-edit=" not in text
    assert address(game_cast, game_cast.rook, "print/") in page(
        client_of(getattr(game_cast, who)), address(game_cast, game_cast.rook)
    )


@pytest.mark.parametrize("what", ["print/", "sheet.pdf"])
def test_what_only_the_gm_reads_is_on_the_gms_paper_alone(game_cast: Cast, what: str) -> None:
    intent = Intent("sheet.text", {"text": "gm_notes", "to": "Rook is a spy."}, game_cast.rook.public_id)
    perform(game_cast.gm, intent)
    for member in (game_cast.anna, game_cast.boris, game_cast.olga):
        text = page(client_of(member), address(game_cast, game_cast.rook, what))
        assert "spy" not in text
        assert "game master only" not in text


def test_a_number_that_was_changed_by_hand_says_so(game_cast: Cast) -> None:
    client = client_of(game_cast.anna)
    edits = r'data-with-kind="([^"]+)" data-with-rank="([^"]+)" data-field="to" data-value="(\d+)"'
    kind, rank, value = re.findall(edits, page(client, address(game_cast, game_cast.rook)))[0]
    number = address(game_cast, game_cast.rook, f"explain/?number={kind}.{rank}")
    assert "Changed by hand" not in page(client, number)
    given = {"kind": kind, "rank": rank, "to": int(value) + 1}
    perform(game_cast.anna, Intent("sheet.rank", given, game_cast.rook.public_id))
    assert "Changed by hand: +1" in page(client, number)
    for to in (int(value), int(value) + 2) * (RAISES // 2 + 1):
        perform(game_cast.anna, Intent("sheet.rank", given | {"to": to}, game_cast.rook.public_id))
    assert "Changed by hand: +2" in page(client, number), "however many there were"
    assert "Change by hand" in page(client, f"/campaigns/{game_cast.campaign.public_id}/chronicle/")


@pytest.mark.parametrize("what", ["print/", "sheet.pdf"])
def test_notes_are_printed_as_the_sheet_shows_them(game_cast: Cast, what: str) -> None:
    shown = game_cast.campaign.system.page(game_cast.rook.sheet, {})
    blocks = (block for column in shown.columns for block in column if isinstance(block, Texts))
    long = [text.name for block in blocks for text in block.rows if text.long and not text.secret]
    if not long:
        pytest.skip("Nobody writes notes in this game.")
    notes = long[0]
    told = {"text": notes, "to": "Owes **Old Henk** 3 silver\nand *Mira* a boat"}
    perform(game_cast.anna, Intent("sheet.text", told, game_cast.rook.public_id))
    text = page(client_of(game_cast.anna), address(game_cast, game_cast.rook, what))
    assert "Owes <strong>Old Henk</strong> 3 silver<br" in text
    assert "**" not in text


@pytest.mark.parametrize("what", ["print/", "sheet.pdf"])
def test_nobody_prints_what_they_may_not_open(cast: Cast, what: str) -> None:
    assert client_of(cast.stranger).get(address(cast, cast.rook, what)).status_code == 404
    assert client_of(cast.anna).get(address(cast, cast.creature(), what)).status_code == 404


def test_a_pdf_says_what_the_paper_says(game_cast: Cast) -> None:
    answer = client_of(game_cast.anna).get(address(game_cast, game_cast.rook, "sheet.pdf"))
    assert answer.headers["Content-Disposition"] == 'inline; filename="rook-sheet.pdf"'
    printed = page(client_of(game_cast.anna), address(game_cast, game_cast.rook, "print/"))
    assert address(game_cast, game_cast.rook, "sheet.pdf") in printed
    in_print, in_pdf = (
        re.findall(r'<span class="paper-rank__shown">([^<]*)', text) for text in (printed, answer.content.decode())
    )
    assert in_pdf == in_print


def test_a_hall_that_makes_no_pdf_offers_none(game_cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "is_possible", lambda: False)
    printed = page(client_of(game_cast.anna), address(game_cast, game_cast.rook, "print/"))
    assert "sheet.pdf" not in printed
    assert "save it as a PDF" in printed


def test_every_kind_of_block_is_drawn_on_the_screen_and_on_paper() -> None:
    for kind in {block.kind for block in Block.__subclasses__()}:
        get_template(f"characters/blocks/{kind}.html")
        if kind not in {block.kind for block in LISTED}:
            get_template(f"characters/print/{kind}.html")


def test_the_panel_begins_with_something_that_is_rolled() -> None:
    rolled = next(one for one in HEADS_GAME.commands if one.has_odds)
    written = next(one for one in HEADS_GAME.commands if not one.has_odds)
    assert selectors.foremost([written, rolled]) is rolled
    assert selectors.foremost([written]) is written
    assert selectors.foremost([]) is None


@pytest.mark.parametrize(("lines", "named"), [(1, True), (2, False)])
def test_a_track_of_one_line_bears_its_name_beside_its_boxes(lines: int, named: bool) -> None:
    track = Boxes(
        "harm", "Lightly hurt", tuple(Line({"step": 5}, {"step": 1}) for _ in range(lines)), {"step": "steps"}
    )
    drawn = render_to_string("characters/_boxes_small.html", {"boxes": track})
    assert (">Lightly hurt<" in drawn) == named


@pytest.mark.django_db
def test_spells_that_a_character_can_cast_come_first_and_are_cast_from_their_line() -> None:
    cast = make_cast("sda")
    client, rook = client_of(cast.anna), cast.rook
    for section, entry in (("traits", "command_of_the_elements"), ("spells", "acid_spray"), ("spells", "heal_spirit")):
        answer = client.post(address(cast, rook, "take/"), {"section": section, "entry": entry})
        assert answer.status_code == 200, answer.content.decode()
    open_to, _, closed = page(client, address(cast, rook, "shelf/?kind=spell")).partition("You cannot use these yet")
    assert "Take Heal Spirit" in open_to
    assert "needs" not in open_to
    assert "Take Acid Spray" in closed
    assert "needs Arcane Initiate" in closed
    sheet = page(client, address(cast, rook))
    casts = re.findall(r'data-roll="(magic\.in_peace:spell=\w+)"[^>]*>Cast<', sheet)
    assert casts == ["magic.in_peace:spell=heal_spirit"]
    roll = page(client, address(cast, rook, f"roll/?command={casts[0]}"))
    assert 'data-command="magic.in_peace"' in roll


@pytest.mark.django_db
def test_a_spell_of_a_school_that_nobody_taught_is_not_for_one_yet() -> None:
    system = make_cast("dragonbane").campaign.system
    spell = Item("Gust", "spell", stats={"school": "elementalism"})
    assert system.lacks(system.fresh_sheet("Rook"), spell, {}) == "Elementalism"
    assert system.lacks(system.fresh_sheet("Rook"), Item("Rope", "gear"), {}) == ""
