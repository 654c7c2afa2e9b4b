"""Letters about a published summary: the story itself, as each reader may read it, in plain words and as HTML."""

from django.core import mail
from django.core.mail import EmailMultiAlternatives

from campaigns.models import Membership, Role, Session
from campaigns.sessions import at_table, services
from tests.campaigns.test_sessions import row_of, written
from tests.campaigns.test_summaries import a_fight
from tests.helpers import Cast

ADDRESS = "https://hall.example/campaigns/x/sessions/y/"


def letters_of(cast: Cast, *, text: str | None = None, title: str = "The mill in the thaw") -> dict[str, str]:
    """The letters about a session in which somebody hidden fought, by name: their subject, plain words and HTML."""
    session = row_of(at_table.begin(cast.gm))
    Session.objects.filter(pk=session.pk).update(title=title)
    session.refresh_from_db()
    a_fight(cast, hidden=True)
    at_table.end(cast.gm)
    written(session)
    services.publish(cast.gm, session, text=text, address=ADDRESS)
    return {one.to[0].partition("@")[0]: "\n".join((one.subject, str(one.body), html_of(one))) for one in mail.outbox}


def html_of(message: object) -> str:
    assert isinstance(message, EmailMultiAlternatives)
    ((html, kind),) = message.alternatives
    assert kind == "text/html"
    return str(html)


def test_the_story_stands_in_the_letter_with_the_address_below(cast: Cast) -> None:
    letters_of(cast)
    letter = next(one for one in mail.outbox if one.to[0].startswith("anna"))
    assert letter.subject == "The long winter: The mill in the thaw"
    for text in (str(letter.body), html_of(letter)):
        assert "The party" in text or "Rook" in text
        assert text.index("Hello Anna") < text.index("Rook") < text.index(ADDRESS)
    assert "<p>" in html_of(letter)


def test_a_session_without_a_title_is_named_by_its_number(cast: Cast) -> None:
    assert letters_of(cast, title="")["anna"].startswith("The long winter: Session 1\n")


def test_nobody_reads_of_what_is_hidden_from_them(cast: Cast) -> None:
    Membership.objects.filter(pk=cast.olga.pk).update(role=Role.ASSISTANT)
    letters = letters_of(cast)
    assert "Zaunkoenig" in letters["olga"]
    for name in ("anna", "boris"):
        assert "Rook" in letters[name]
        assert "Zaunkoenig" not in letters[name]


def test_the_words_of_the_game_master_lead_to_the_hall(cast: Cast) -> None:
    anna = letters_of(cast, text="## Snow\n\nIt was *cold* for [[Rook]]. <script>alert(1)</script>")["anna"]
    assert "\n\nSnow\n\nIt was *cold* for Rook." in anna
    here = f"https://hall.example/campaigns/{cast.campaign.public_id}/characters/{cast.rook.public_id}/"
    assert f'href="{here}"' in anna
    assert "<em>cold</em>" in anna
    assert "<script>alert" not in anna.partition("<!doctype html>")[2]


def test_an_evening_of_talk_says_so(cast: Cast) -> None:
    session = row_of(at_table.begin(cast.gm))
    at_table.end(cast.gm)
    written(session)
    services.publish(cast.gm, session, address=ADDRESS)
    assert "An evening of talk leaves no entries." in str(mail.outbox[0].body)
