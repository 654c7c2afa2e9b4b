"""Letters about a published summary: the story itself, as each reader may read it, in plain words and as HTML."""

from django.core import mail
from django.core.mail import EmailMultiAlternatives

from campaigns.models import Membership, Notice, Role, Session, Summary
from campaigns.sessions import at_table, services
from tests.campaigns.test_playing import client_of
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


def over(cast: Cast) -> tuple[Session, str]:
    """A session that is over, whose summary is written, and the address of its page."""
    session = row_of(at_table.begin(cast.gm))
    a_fight(cast)
    at_table.end(cast.gm)
    written(session)
    return session, f"/campaigns/{cast.campaign.public_id}/sessions/{session.public_id}/"


def reached() -> list[str]:
    """The names of those who were written to since this was asked last."""
    names = sorted(one.to[0].partition("@")[0] for one in mail.outbox)
    mail.outbox.clear()
    return names


def test_the_button_says_to_how_many_a_story_goes_and_a_changed_one_goes_once_more(cast: Cast) -> None:
    gm, (session, page) = client_of(cast.gm), over(cast)
    assert "Publish and e-mail it to 2 players" in gm.get(page).content.decode()
    services.publish(cast.gm, session, address=ADDRESS)
    assert reached() == ["anna", "boris"], "observers get none"
    told = Notice.objects.filter(kind=Notice.Kind.SUMMARY, about=session.public_id)
    assert {one.user_id for one in told if one.written_at} == {cast.anna.user_id, cast.boris.user_id}
    assert "E-mail the" not in gm.get(page).content.decode()
    services.edit(cast.gm, session, "We crossed.")
    assert "E-mail the changed story to 2 players" in gm.get(page).content.decode()
    services.publish(cast.gm, session, address=ADDRESS)
    assert "We crossed." in str(mail.outbox[0].body)
    assert reached() == ["anna", "boris"]
    assert "E-mail the" not in gm.get(page).content.decode()
    services.publish(cast.gm, session, address=ADDRESS)
    services.take_back(cast.gm, session)
    assert "Publish and e-mail" not in gm.get(page).content.decode(), "everybody has the story already"
    services.publish(cast.gm, session, address=ADDRESS)
    assert reached() == [], "nobody gets one story twice"
    services.edit(cast.gm, session, "We crossed the ford.")
    services.edit(cast.gm, session, "We crossed.")
    assert "E-mail the" not in gm.get(page).content.decode(), "it is again as it was mailed"


def test_the_letter_about_a_changed_story_says_so_in_its_subject_and_first_line(cast: Cast) -> None:
    session, _ = over(cast)
    services.publish(cast.gm, session, address=ADDRESS)
    first = mail.outbox[0]
    assert "changed" not in f"{first.subject} {first.body} {html_of(first)}"
    services.edit(cast.gm, session, "We crossed.")
    Membership.objects.create(campaign=cast.campaign, user=cast.stranger, role=Role.PLAYER)
    mail.outbox.clear()
    services.publish(cast.gm, session, address=ADDRESS)
    letters = {one.to[0].partition("@")[0]: one for one in mail.outbox}
    again = letters.pop("anna")
    assert again.subject == f"{first.subject} (changed)"
    for text in (str(again.body), html_of(again)):
        assert "has changed:" in text
        assert text.index("has changed:") < text.index("We crossed.")
    letters.pop("boris")
    (new,) = letters.values()
    assert "changed" not in f"{new.subject} {new.body} {html_of(new)}", "somebody new has read no other"


def test_a_story_published_without_mail_can_be_mailed_later(cast: Cast) -> None:
    gm, (session, page) = client_of(cast.gm), over(cast)
    services.publish(cast.gm, session)
    assert reached() == []
    assert "E-mail the story to 2 players" in gm.get(page).content.decode()
    Membership.objects.filter(pk=cast.boris.pk).update(role=Role.ASSISTANT)
    assert "E-mail the story to 2 people" in gm.get(page).content.decode()


def test_somebody_new_is_mailed_a_story_alone(cast: Cast) -> None:
    gm, (session, page) = client_of(cast.gm), over(cast)
    services.publish(cast.gm, session, address=ADDRESS)
    reached()
    Membership.objects.create(campaign=cast.campaign, user=cast.stranger, role=Role.PLAYER)
    assert "E-mail the story to 1 player" in gm.get(page).content.decode()
    services.publish(cast.gm, session, address=ADDRESS)
    assert len(reached()) == 1


def test_of_letters_that_left_no_digest_nobody_says_that_the_story_changed(cast: Cast) -> None:
    gm, (session, page) = client_of(cast.gm), over(cast)
    services.publish(cast.gm, session, address=ADDRESS)
    Summary.objects.filter(session=session).update(mailed="")
    services.edit(cast.gm, session, "We crossed.")
    assert "E-mail the" not in gm.get(page).content.decode()


def test_a_changed_story_is_mailed_once_however_often_the_button_is_sent(cast: Cast) -> None:
    gm, (session, page) = client_of(cast.gm), over(cast)
    services.publish(cast.gm, session, address=ADDRESS)
    version = services.edit(cast.gm, session, "We crossed.").version
    reached()
    sent = {"letters": "yes", "seen": str(version), "text": "We crossed.", "key": "abc"}
    answers = [gm.post(f"{page}summary/publish/", sent) for _ in range(2)]
    assert [one.status_code for one in answers] == [200, 200]
    assert answers[0].json() == answers[1].json()
    assert reached() == ["anna", "boris"]
    late = sent | {"key": "another", "text": "We swam."}
    assert gm.post(f"{page}summary/publish/", late).status_code == 409
    assert Summary.objects.get(session=session).edited == "We crossed."
    assert client_of(cast.anna).post(f"{page}summary/publish/", sent).status_code == 403
    assert reached() == []
