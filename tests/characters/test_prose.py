"""Texts of a sheet are Markdown: laid out, linked as far as the reader knows, and harmless."""

import pytest

from campaigns.journal import services as journal
from campaigns.journal.services import Audience, Wanted
from campaigns.models import Membership, Shared
from tests.campaigns.test_playing import client_of
from tests.helpers import Cast, make_cast, write_text


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast("sda")


def notes(cast: Cast, who: Membership) -> str:
    at = f"/campaigns/{cast.campaign.public_id}/characters/{cast.rook.public_id}/"
    text = client_of(who).get(at).content.decode()
    return text.partition('id="label-text-notes"')[2].partition("</dd>")[0]


def test_notes_are_laid_out_and_can_be_changed_as_they_were_written(cast: Cast) -> None:
    written = "**Never** cold\nand *late*\n\n- rope\n- lamp"
    write_text(cast.anna, cast.rook, written)
    seen = notes(cast, cast.anna)
    assert "<strong>Never</strong> cold<br>" in seen.replace("<br />", "<br>")
    assert "<li>rope</li>" in seen
    assert 'data-value="**Never** cold\nand *late*' in seen
    assert "data-edit" not in notes(cast, cast.boris)
    assert "<strong>Never</strong>" in notes(cast, cast.boris)


def test_nothing_runs_that_somebody_wrote(cast: Cast) -> None:
    write_text(cast.anna, cast.rook, "<script>alert(1)</script><img src=x onerror=alert(1)> [go](javascript:alert(1))")
    laid_out = notes(cast, cast.gm).partition("<button")[0]
    assert "<script" not in laid_out
    assert "<img" not in laid_out
    assert "href" not in laid_out


def test_links_lead_to_what_the_reader_knows(cast: Cast) -> None:
    write_text(cast.anna, cast.rook, "[[Mira]] and [[The hollow king]]")
    page = journal.add(cast.gm, Wanted("lore", "The hollow king", "He sleeps."), Audience(Shared.GM, frozenset()))
    assert f"characters/{cast.mira.public_id}/" in notes(cast, cast.boris)
    assert page.public_id in notes(cast, cast.gm)
    assert page.public_id not in notes(cast, cast.anna)
