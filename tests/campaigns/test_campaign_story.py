"""The story of a whole campaign: each reads the sessions of which they may read, in their order."""

import re

from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.journal import services as journal
from campaigns.models import Membership, PageKind, Seat, Session, Shared, Summary
from campaigns.sessions import at_table, services
from campaigns.sessions.story import story_of
from rules.engine.kernel import facts
from tests.campaigns.test_playing import client_of
from tests.campaigns.test_sessions import row_of, written
from tests.campaigns.test_summaries import a_fight, happen
from tests.helpers import Cast


def played(
    cast: Cast, title: str, *, published: bool = True, edited: str = "", hidden: bool = False, earned: int = 0
) -> Session:
    """A session with a fight, over, with its summary."""
    session = row_of(at_table.begin(cast.gm, title=title))
    a_fight(cast, hidden=hidden)
    if earned:
        happen(cast, facts.ExperienceChanged(cast.rook.public_id, "skill", "luck", earned, "a fight"))
    Seat.objects.update_or_create(session=session, user=cast.anna.user, defaults={"was_there": True})
    at_table.end(cast.gm)
    written(session)
    session.refresh_from_db()
    if edited:
        services.change_summary(
            cast.gm, session, edited=edited, published=None, seen=Summary.objects.get(session=session).version
        )
    if published:
        services.publish(cast.gm, session)
    return session


def page(who: Membership) -> str:
    answer = client_of(who).get(f"/campaigns/{who.campaign.public_id}/sessions/story/")
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_sessions_stand_in_their_order_with_who_was_there(cast: Cast) -> None:
    played(cast, "Frost")
    played(cast, "Thaw", edited="We drank with [[Mira]].\n\n# Later")
    told = page(cast.anna)
    assert told.index("Frost") < told.index("Thaw")
    assert "magpie" in told.casefold()
    assert "We drank with" in told
    assert str(cast.anna.user) in told
    file = client_of(cast.anna).get(f"/campaigns/{cast.campaign.public_id}/sessions/story.md")
    text = file.content.decode()
    assert text.startswith(f"# {cast.campaign.name}\n")
    assert text.index("## Frost") < text.index("## Thaw")
    assert "\n## Later" in text


def test_what_is_not_published_is_the_game_masters(cast: Cast) -> None:
    played(cast, "Frost", published=False)
    assert "not published" in page(cast.gm)
    for who in (cast.anna, cast.olga):
        assert "No story yet" in page(who)
        assert not story_of(who).chapters
        file = client_of(who).get(f"/campaigns/{cast.campaign.public_id}/sessions/story.md")
        assert file.status_code == 404


def test_nobody_hidden_stands_in_a_players_story(cast: Cast) -> None:
    played(cast, "Frost", hidden=True)
    assert "Zaunkoenig" in page(cast.gm)
    assert "Zaunkoenig" not in page(cast.anna)
    assert "Zaunkoenig" not in page(cast.olga)


def test_experience_of_all_sessions_is_added_up(cast: Cast) -> None:
    played(cast, "Frost", earned=3)
    played(cast, "Thaw", earned=4)
    assert [(one.name, one.earned, one.spent) for one in story_of(cast.anna).experience] == [("Rook", 7, 0)]
    assert "Experience, all sessions" in page(cast.anna)


def test_many_sessions_cost_no_more_queries_than_two(cast: Cast) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as found:
            page(cast.anna)
        return len(found)

    played(cast, "1", edited="[[Mira]]")
    played(cast, "2")
    few = asked()
    for number in range(3, 9):
        played(cast, str(number), edited="[[Mira]] and [[Rook]]" if number % 2 else "")
    assert asked() == few


def test_a_page_of_the_journal_says_which_sessions_tell_of_it(cast: Cast) -> None:
    wanted = journal.Wanted(PageKind.PLACE, "The Silent Mill", "It grinds by itself.")
    mill = journal.add(cast.gm, wanted, journal.Audience(Shared.ALL))
    played(cast, "Frost", edited="We slept in [[the silent mill|a mill]].")
    played(cast, "Thaw", edited="Back to [[The Silent Mill]].", published=False)
    played(cast, "Flood", edited="The silent mill is gone.")
    address = f"/campaigns/{cast.campaign.public_id}/journal/{mill.public_id}/"
    for member, named in ((cast.gm, ["Thaw", "Frost"]), (cast.anna, ["Frost"]), (cast.olga, ["Frost"])):
        text = client_of(member).get(address).content.decode()
        assert re.findall(r"/sessions/[^/]+/\">([^<]+)</a>", text.partition("Linked from")[2]) == named
    looked_along = client_of(cast.gm).get(address, {"as": cast.anna.user.public_id}).content.decode()
    assert "Frost" in looked_along
    assert "Thaw" not in looked_along
