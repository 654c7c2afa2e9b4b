"""Sessions at the table: one begins, comes to another scene, and ends. Each is an entry of the chronicle, which undo
takes back.
"""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.db.models import Max
from django.http import Http404
from django.urls import reverse

from campaigns.audience import access
from campaigns.audience.encounters import fights
from campaigns.calendar import dates
from campaigns.calendar.sessions import BEGIN, END, SCENE, Stretch, course, is_left_alone, running
from campaigns.models import AlmanacPage, Campaign, Entry, Membership, Seat, Session
from campaigns.notices import chat
from campaigns.play import asked_tests
from campaigns.play.game import Game
from campaigns.play.intent import Intent
from campaigns.play.perform import write
from campaigns.play.scenes import end_scene, played
from campaigns.sessions.beginnings import beginning_at
from campaigns.sessions.services import check_title
from campaigns.summaries import worker
from rules.engine.kernel import Json, NotNow, Refused, Told, plainly


def begin(
    member: Membership,
    session_id: str = "",
    *,
    title: str = "",
    there: Collection[str] | None = None,
    since: datetime | None = None,
    key: str | None = None,
) -> Entry:
    """Say that a session begins: one that was planned, or a new one.

    ``there`` are the ids of the members who are there; if none are named, all who did not say that they stay away.
    With ``since`` it began earlier, and takes in what has happened since then.
    """
    access.refuse_unless_gm(member)
    check_title(title)
    told: dict[str, Json] = {"session": session_id, "title": title}
    given = {name: one for name, one in told.items() if one}
    if there is not None:
        given["there"] = [*sorted(there)]
    if since is not None:
        given["since"] = since.isoformat()

    def act(game: Game) -> dict[str, Json]:
        campaign, here = game.member.campaign, game.member.campaign.public_id
        session = _to_begin(campaign, session_id, title)
        earlier = beginning_at(campaign, since) if since else {}
        _take_seats(session, there)
        page = AlmanacPage.of(campaign)
        date = f" It is {plainly(page.almanac.date())}." if page else ""
        weather = page and dates.weather(page.almanac, page.almanac.day)
        date += f" {weather.said}" if weather else ""
        called = f": {plainly(session.title)}" if session.title else ""
        game.table.happen(Told((), f"A new session begins{called}.{date}"))
        chat.say(campaign, f"{session.title or 'The session'} begins.", reverse("characters:campaign", args=[here]))
        return {"session": session.public_id, **earlier}

    return write(member, Intent(BEGIN, given, key=key), act)


def _to_begin(campaign: Campaign, session_id: str, title: str) -> Session:
    """The session that is to begin; refused while one runs, and for one that has begun already."""
    said = course(campaign)
    if any(one.session == session_id for one in said):
        raise NotNow("This session has begun already.", "session")
    if said and said[-1].is_running:
        raise NotNow("A session is running. End it first.", "session")
    if not session_id:
        return Session.objects.create(campaign=campaign, title=title)
    return _named(campaign, session_id)


def _named(campaign: Campaign, session_id: str) -> Session:
    found = Session.objects.filter(campaign=campaign, public_id=session_id).first()
    if found is None:
        raise Http404
    return found


def _take_seats(session: Session, there: Collection[str] | None) -> None:
    """Note who is there."""
    seats = {seat.user_id: seat for seat in session.seats.all()}
    for place in Membership.objects.filter(campaign=session.campaign_id).select_related("user"):
        seat = seats.get(place.user_id) or Seat(session=session, user=place.user)
        stays_away = seat.answer == Seat.Answer.NO
        seat.was_there = not stays_away if there is None else place.user.public_id in there
        seat.save()


def scene(member: Membership, title: str, *, key: str | None = None) -> Entry:
    """Say that another scene begins."""
    access.refuse_unless_gm(member)
    title = title.strip()
    check_title(title)
    if not title:
        raise Refused("Give the scene a name.", "title")

    def act(game: Game) -> dict[str, Json]:
        now = running(game.member.campaign)
        if now is None:
            raise NotNow("No session is running. Begin one first.", "title")
        end_scene(game, played(member))
        game.table.happen(Told((), f"A new scene: {plainly(title)}."))
        return {"session": now.session, "title": title}

    return write(member, Intent(SCENE, {"title": title}, key=key), act)


def end(member: Membership, session_id: str = "", *, key: str | None = None) -> Entry:
    """Say that the session ends, and let its summary be written."""
    access.refuse_unless_gm(member)
    ended: list[Session] = []

    def act(game: Game) -> dict[str, Json]:
        campaign = game.member.campaign
        now = running(campaign)
        if now is None or (session_id and now.session != session_id):
            raise NotNow("This session has ended already." if session_id else "No session is running.", "session")
        session = _row(campaign, now.session)
        ended.append(session)
        _note_who_acted(session, now)
        going_on = _in_the_middle_of_a_fight(member, now)
        end_scene(game, [who for who in played(member) if who not in going_on])
        game.table.happen(Told((), "The session ends."))
        asked_tests.withdraw(campaign)
        return {"session": now.session}

    with transaction.atomic():
        entry = write(member, Intent(END, {"session": session_id} if session_id else {}, key=key), act)
        for session in ended:
            worker.start(session, member.user, anew=True)
    return entry


def _in_the_middle_of_a_fight(member: Membership, now: Stretch) -> frozenset[str]:
    """The ids of those who go on with a fight, and with their scene, the next time."""
    there = (state.combatants for scene, state in fights(member) if not is_left_alone(scene, now))
    return frozenset[str]().union(*there)


def _note_who_acted(session: Session, ran: Stretch) -> None:
    """Note that whoever did anything in a session was there, whatever they had answered."""
    entries = Entry.objects.filter(campaign=session.campaign_id, number__gt=ran.first)
    # After an end that was taken back, the game master may have said who was there: only what came since counts.
    ended_before = entries.filter(command=END).aggregate(last=Max("number"))["last"]
    acted = entries.filter(number__gt=ended_before or ran.first).order_by().values("by")
    for place in Membership.objects.filter(campaign=session.campaign_id, user__in=acted):
        Seat.objects.update_or_create(session=session, user_id=place.user_id, defaults={"was_there": True})


def _row(campaign: Campaign, session_id: str) -> Session:
    session, _ = Session.objects.get_or_create(public_id=session_id, defaults={"campaign": campaign})
    return session
