"""Scenes of a session under another name, or taken out of it: the chronicle keeps both, and undo takes them back."""

from collections.abc import Callable

from django.db import transaction
from django.http import Http404

from campaigns.audience import access
from campaigns.calendar.sessions import SCENE_GONE, SCENE_NAMED, Scene, course
from campaigns.chronicle import notify
from campaigns.models import Campaign, Entry, Membership, Session
from campaigns.play.game import Game
from campaigns.play.intent import Intent, Unchanged, refuse_stale
from campaigns.play.perform import write
from campaigns.sessions.beginnings import summarise_anew
from campaigns.sessions.services import check_title
from rules.engine.kernel import Json, Refused, Told, plainly


def rename(
    member: Membership, session: Session, scene: str, title: str, *, seen: int | None = None, key: str | None = None
) -> Entry:
    """Give a scene another name; where its session is over, the summary is made anew."""
    title = title.strip()
    check_title(title)
    if not title:
        raise Refused("Give the scene a name.", "title")

    def said(one: Scene) -> str:
        if one.title == title:
            raise Unchanged
        return f"The scene {plainly(one.title)} is now called {plainly(title)}."

    return _write(member, session, Intent(SCENE_NAMED, {"scene": scene, "title": title}, key=key), said, seen)


def remove(
    member: Membership, session: Session, scene: str, *, seen: int | None = None, key: str | None = None
) -> Entry:
    """Take a scene out: whatever happened in it belongs to the one before."""

    def said(one: Scene) -> str:
        return f"The scene {plainly(one.title)} is removed."

    return _write(member, session, Intent(SCENE_GONE, {"scene": scene}, key=key), said, seen)


def _write(
    member: Membership, session: Session, intent: Intent, said: Callable[[Scene], str], seen: int | None
) -> Entry:
    access.refuse_unless_gm(member)
    changed: list[Session] = []

    def act(game: Game) -> dict[str, Json]:
        current = Session.objects.get(pk=session.pk)
        refuse_stale(current, current.version, seen)
        found = _scene(game.member.campaign, current, str(intent.given["scene"]))
        game.table.happen(Told((), said(found)))
        current.version += 1
        current.save(update_fields=["version"])
        changed.append(current)
        return {"session": current.public_id, **intent.given}

    with transaction.atomic():
        entry = write(member, intent, act)
        if changed:
            summarise_anew(member, entry)
            notify.sessions_on_commit(member.campaign)
    return entry


def _scene(campaign: Campaign, session: Session, scene: str) -> Scene:
    """A scene of a session by the id of the entry that began it; 404 where there is none (any more)."""
    ran = (one for one in course(campaign) if one.session == session.public_id)
    found = next((one for stretch in ran for one in stretch.scenes if one.id == scene), None)
    if found is None:
        raise Http404
    return found
