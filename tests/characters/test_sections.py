"""The sections of a sheet: everything that a game lays out is in one of them, with all that can be done there."""

import re
from collections import Counter
from dataclasses import replace
from html import unescape

import pytest

from campaigns.play.intent import Intent
from campaigns.play.perform import perform
from characters.sheets.quick import AT_HAND, Remembered, quick_rolls
from characters.sheets.sections import height, parted, sections, usual_rolls
from characters.sheets.selectors import sheet_view
from characters.templatetags import sheets
from rules.engine.page.blocks import (
    Block,
    Conditions,
    Cover,
    Explained,
    Items,
    Page,
    RankGroup,
    RankRow,
    Ranks,
    Section,
    Spectra,
    Texts,
    Tiles,
    Vitals,
    ranks_of,
)
from tests.campaigns.test_playing import client_of
from tests.characters.test_sheet_page import address, page
from tests.helpers import Cast, make_cast

VIEWERS = ["gm", "anna", "boris", "olga"]


def blocks_of(laid_out: Page) -> list[Block]:
    return [block for column in laid_out.columns for block in column]


def row(name: str, rank: int = 0, *, test: str = "dare", xp: int = 0) -> RankRow:
    return RankRow("skill", name, name.title(), rank, Explained(name.title(), f"{rank}d6"), test=test, experience=xp)


def skills(*rows: RankRow) -> Ranks:
    return Ranks("skills", "Skills", (RankGroup(None, rows, "All"),))


def page_with(*blocks: Block) -> Page:
    return Page("", Vitals(), (blocks,))


# -- nothing is lost --------------------------------------------------------------------------------------------------


def test_every_block_stands_in_one_section_or_can_be_added(game_cast: Cast) -> None:
    laid_out = sheet_view(game_cast.gm, game_cast.rook).page
    placed = [block for section in sections(laid_out, begun=(4, 6)) for block in (*section.blocks, *section.empty)]
    assert Counter(block.name for block in placed) == Counter(block.name for block in blocks_of(laid_out))


@pytest.mark.parametrize("who", VIEWERS)
def test_every_row_and_explanation_is_on_the_page(game_cast: Cast, who: str) -> None:
    member = getattr(game_cast, who)
    view = sheet_view(member, game_cast.rook)
    html = page(client_of(member), address(game_cast, game_cast.rook))
    numbers = [f"{one.kind}.{one.name}".removeprefix(".") for one in ranks_of(view.page)]
    numbers += [f"{one.kind}.{one.name}" for b in blocks_of(view.page) if isinstance(b, Spectra) for one in b.rows]
    gauges = [f"resource.{gauge.name}" for gauge in view.page.vitals.gauges]
    explained = Counter(re.findall(r'data-explain="([^"]+)"', html))
    assert explained == Counter(dict.fromkeys((*numbers, *gauges), 1))
    for block in blocks_of(view.page):
        assert f'id="part-{block.name}"' in html or (block.is_empty and block.title.lower() in html)
    assert _names(html) >= {name for block in blocks_of(view.page) for name in _named(block, is_gm=member.is_gm)}


@pytest.mark.parametrize("who", ["gm", "anna"])
def test_everything_can_be_touched_by_whoever_plays_it(game_cast: Cast, who: str) -> None:
    member = getattr(game_cast, who)
    view = sheet_view(member, game_cast.rook)
    html = page(client_of(member), address(game_cast, game_cast.rook))
    for one in ranks_of(view.page):
        if one.kind:
            assert f'id="edit-{one.kind}-{one.name}"' in html
    tested = [one for block in blocks_of(view.page) if isinstance(block, Ranks) for one in _rows(block) if one.test]
    assert set(re.findall(r'id="roll-([^"]+-[^"]+)"', html)) == {f"{one.kind}-{one.name}" for one in tested}
    shelves = [block.item_kind for block in blocks_of(view.page) if isinstance(block, Items)]
    assert Counter(re.findall(r'data-shelf="([^"]*)"', html)) == Counter(shelves)
    if any(isinstance(block, Conditions) for block in blocks_of(view.page)):
        assert 'name="with-condition"' in html


def _rows(block: Ranks) -> list[RankRow]:
    return [one for group in block.groups for one in group.rows]


def _named(block: Block, *, is_gm: bool) -> list[str]:
    """The names that a block shows, as they are read."""
    if isinstance(block, Ranks):
        return [one.label for one in _rows(block)] + [group.label for group in block.groups]
    if isinstance(block, Items):
        return [one.item.name for one in block.rows]
    if isinstance(block, Texts):
        return [text.label for text in block.rows if is_gm or not text.secret]
    if isinstance(block, Cover):
        return [part for part, _ in block.rows]
    return [str(getattr(one, "label", "")) for one in getattr(block, "rows", ())]


def _names(html: str) -> set[str]:
    return {"", *(unescape(text).strip() for text in re.findall(r">([^<]+)<", html))}


def test_what_is_added_gets_a_place_of_its_own(game_cast: Cast) -> None:
    empty = next(
        (b for b in blocks_of(sheet_view(game_cast.gm, game_cast.rook).page) if isinstance(b, Items) and b.is_empty),
        None,
    )
    if empty is None:
        pytest.skip("Nothing is empty on this sheet.")
    before = page(client_of(game_cast.anna), address(game_cast, game_cast.rook, "parts/"))
    perform(
        game_cast.anna, Intent("sheet.item", {"title": "Odd thing", "kind": empty.item_kind}, game_cast.rook.public_id)
    )
    after = page(client_of(game_cast.anna), address(game_cast, game_cast.rook, "parts/"))
    as_part = re.compile(rf'data-part id="part-{empty.name}"')
    assert (bool(as_part.search(before)), bool(as_part.search(after))) == (False, True)
    for html in (before, after):
        assert html.count(f'id="add-{empty.name}"') == 1


def test_no_id_stands_twice(game_cast: Cast) -> None:
    html = page(client_of(game_cast.gm), address(game_cast, game_cast.rook))
    twice = [name for name, times in Counter(re.findall(r'\bid="([^"]+)"', html)).items() if times > 1]
    assert twice == []


# -- which section ----------------------------------------------------------------------------------------------------


def test_the_section_is_the_one_asked_for_else_the_last_one(game_cast: Cast) -> None:
    client, where = client_of(game_cast.anna), address(game_cast, game_cast.rook)
    known = re.findall(r'data-view-to="(\w+)"', page(client, where).partition("</nav>\n  <search")[0])
    last = ["play", *known][-1]
    assert 'data-view="play"' in page(client, where)
    client.cookies["sheet-section"] = last
    assert f'data-view="{last}"' in page(client, where)
    assert 'data-view="play"' in page(client, f"{where}?view=play")
    client.cookies["sheet-section"] = "cellar"
    assert 'data-view="play"' in page(client, f"{where}?view=attic")


def test_a_game_may_know_better_where_a_block_belongs() -> None:
    mine = Items("claws", "Claws", "claw", section=Section.PLAY)
    assert (mine.place, Items("gear", "Gear", "gear").place) == (Section.PLAY, Section.THINGS)


def test_columns_end_at_about_the_same_height() -> None:
    lists = tuple(skills(*(row(f"{letter}{n}", 1) for n in range(3))) for letter in "abcd")
    (play, known, *_) = sections(page_with(*lists))
    assert not play.blocks
    sums = [sum(map(height, column)) for column in known.columns]
    assert len(sums) == 2
    assert sums[0] == sums[1]


def test_what_is_learnt_stands_before_what_is_not_with_the_heading_of_its_group() -> None:
    heading = RankRow("group", "grace", "Grace", 1, Explained("Grace", "+1"))
    group = RankGroup(heading, (row("a"), row("b", 2), row("c", xp=1)), "Grace", "trade")
    learnt, rest = parted(Ranks("skills", "Skills", (group,)))
    assert [one.name for one in learnt[0].rows] == ["b", "c"]
    assert (learnt[0].heading, learnt[0].raise_command) == (heading, "trade")
    assert [one.name for one in rest[0].rows] == ["a"]
    assert (rest[0].heading, rest[0].raise_command, rest[0].label) == (None, "", "Grace")


# -- rolls at hand ----------------------------------------------------------------------------------------------------

MANY = page_with(Tiles("t", "T", (row("strength", 18),)), skills(*(row(f"s{n}", n) for n in range(20))))


def names(habits: Remembered) -> list[str]:
    return [one.row.name for one in quick_rolls(MANY, habits)]


def test_favourites_come_first_then_the_last_rolls_then_the_best() -> None:
    habits = Remembered(("skill.s3", "skill.strength"), ("skill.s1", "skill.s3"))
    assert names(habits) == ["s3", "strength", "s1", "s19", "s18", "s17", "s16", "s15"]
    assert [one.is_favourite for one in quick_rolls(MANY, habits)][:3] == [True, True, False]
    assert len(names(Remembered())) == AT_HAND


def test_skills_come_before_attributes_and_what_cannot_be_rolled_is_none() -> None:
    laid_out = page_with(Tiles("t", "T", (row("strength", 18),)), skills(row("a", 1), row("b", 9, test="")))
    assert [one.name for one in usual_rolls(laid_out)] == ["a", "strength"]


def test_what_the_browser_made_up_is_no_roll(cast: Cast) -> None:
    assert "nonsense" not in names(Remembered(("skill.nonsense",), ("",)))
    client = client_of(cast.anna)
    client.cookies["sheet-favourites"] = "skill.%3Cscript%3E|||skill.luck"
    client.cookies["sheet-rolled"] = "../../etc"
    assert "<script>" not in page(client, address(cast, cast.rook)).partition('id="part-quick"')[2]


def test_the_panel_opens_on_what_was_rolled_last(game_cast: Cast) -> None:
    client, where = client_of(game_cast.anna), address(game_cast, game_cast.rook)
    rolls = usual_rolls(sheet_view(game_cast.anna, game_cast.rook).page)
    if len(rolls) < 2:
        pytest.skip("This sheet has one roll only.")
    wanted = rolls[-1]
    client.cookies["sheet-rolled"] = f"{wanted.kind}.{wanted.name}"
    html = page(client, where)
    assert f'data-favourite="{wanted.kind}.{wanted.name}"' in html
    assert re.search(rf'<(option|input)[^>]*value="{wanted.name}"[^>]*(selected|checked)', html)


def test_an_attribute_stands_in_words_beside_its_abbreviation(db: None) -> None:
    """PER is no Perception."""
    cast = make_cast("sda")
    text = page(client_of(cast.anna), address(cast, cast.rook))
    assert 'title="PER: Persona">Persona <span class="tile__short">PER</span></button>' in text


# -- things that one uses ---------------------------------------------------------------------------------------------


def test_nobody_gets_money_or_a_trait_ready(game_cast: Cast) -> None:
    laid_out = sheet_view(game_cast.gm, game_cast.rook).page
    used = [block for block in blocks_of(laid_out) if isinstance(block, Items) and block.used]
    weapons = [block for block in blocks_of(laid_out) if isinstance(block, Items) and block.item_kind == "weapon"]
    assert used or not weapons
    money = {block.item_kind for block in blocks_of(laid_out) if isinstance(block, Items) and block.name == "purse"}
    assert not money & {block.item_kind for block in used}
    # What one has as a part of one's story is in nobody's hand; where its use means something, the game says what.
    assert all(block.uses for block in used if block.place in (Section.STORY, Section.SKILLS))


def test_what_one_has_or_not_shows_no_rank_beside_its_figure() -> None:
    had = RankRow("training", "heavy", "Heavy armour", 1, Explained("Heavy armour", "trained"), most=1)
    assert sheets.shows_rank(had)
    assert not sheets.shows_rank(replace(had, most=3))
