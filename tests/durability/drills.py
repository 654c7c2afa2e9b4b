"""Drills: many people at once, and what must be true afterwards. The suite runs them small, the benchmark large.

Every drill works on a campaign that exists and on the database that Django is set up for, in threads with connections
of their own, and returns what went wrong in sentences.
"""

import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import connections
from django.test import Client

from campaigns.chronicle import verify
from campaigns.feed import query
from campaigns.models import Campaign, Entry, Membership, Struck
from campaigns.play.intent import Intent, Stale
from campaigns.play.perform import perform
from campaigns.play.undo import undo
from characters.models import Character
from rules.engine.kernel import Refused

Faults = list[str]


def at_once(count: int, act: Callable[[int], Any]) -> list[Any]:
    """The results of ``count`` threads that begin together; an exception is a result as well."""
    together = threading.Barrier(count)

    def one(number: int) -> Any:
        try:
            together.wait(30)
            return act(number)
        except Exception as error:  # noqa: BLE001 - what went wrong is the answer
            return error
        finally:
            connections.close_all()

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(one, range(count)))


def note(member: Membership, who: Character, words: str, **more: Any) -> Entry:
    """Write the notes of a sheet."""
    return perform(reloaded(member), Intent("sheet.text", {"text": "notes", "to": words}, actor=who.public_id, **more))


def reloaded(member: Membership) -> Membership:
    """The member as a request would fetch it: nothing is shared between threads."""
    return Membership.objects.select_related("campaign", "user").get(pk=member.pk)


def chronicle_faults(member: Membership) -> Faults:
    return verify.faults(Campaign.objects.get(pk=member.campaign_id))


def unexpected_exceptions(
    brought: list[Any], allowed: type[BaseException] | tuple[type[BaseException], ...] = ()
) -> Faults:
    """The exceptions among what threads brought that nobody had expected."""
    return [repr(one) for one in brought if isinstance(one, BaseException) and not isinstance(one, allowed)]


# -- the drills -------------------------------------------------------------------------------------------------------


def lost_updates(member: Membership, who: Character, *, writers: int, edits: int) -> Faults:
    """Everybody adds one to the same number, naming the version that they saw: it ends at the number of edits."""

    def count_up(number: int) -> None:
        done = 0
        while done < edits:
            seen = Character.objects.get(pk=who.pk)
            held = int(seen.sheet.texts.get("notes", "0"))
            try:
                note(member, who, str(held + 1), seen=seen.version)
            except Stale:
                continue
            done += 1

    found = unexpected_exceptions(at_once(writers, count_up))
    held = Character.objects.get(pk=who.pk).sheet.texts.get("notes")
    if held != str(writers * edits):
        found.append(f"{writers * edits} edits were acknowledged, but the sheet counts {held}")
    return found + chronicle_faults(member)


def busy_writers(member: Membership, who: Character, *, writers: int, writes: int) -> Faults:
    """Everybody writes as fast as they can: nobody is turned away because somebody else writes."""
    before = Entry.objects.filter(campaign=member.campaign_id).count()

    def write(number: int) -> None:
        for at in range(writes):
            note(member, who, f"{number} {at}")

    found = unexpected_exceptions(at_once(writers, write))
    written = Entry.objects.filter(campaign=member.campaign_id).count() - before
    if written != writers * writes:
        found.append(f"{written} entries of {writers * writes}")
    return found + chronicle_faults(member)


def one_key(member: Membership, who: Character, *, keys: int, posts: int) -> Faults:
    """One request, sent many times at once with one key: one effect, and one answer to all."""
    found = []
    for at in range(keys):
        before = Entry.objects.count()
        answers = Counter(
            str(one) for one in at_once(posts, lambda _, at=at: post(member, who, f"once {at}", f"key {at}"))
        )
        if len(answers) != 1:
            found.append(f"key {at} had {len(answers)} answers: {list(answers)[:2]}")
        if Entry.objects.count() - before != 1:
            found.append(f"key {at} had {Entry.objects.count() - before} effects")
    return found + chronicle_faults(member)


def post(member: Membership, who: Character, words: str, key: str) -> tuple[int, bytes]:
    """One request as a browser sends it: status and body of its answer."""
    client = Client()
    client.force_login(member.user)
    sent = {"command": "sheet.text", "actor": who.public_id, "with-text": "notes", "with-to": words}
    address = f"/campaigns/{member.campaign.public_id}/perform/"
    answer = client.post(address, sent, headers={"Idempotency-Key": key, "Host": "localhost"})
    return answer.status_code, answer.content


def two_undo(member: Membership, who: Character, *, races: int) -> Faults:
    """Two people take back the same entry at the same moment: it is taken back once, and one of them is told."""
    found = []
    for race in range(races):
        entry = note(member, who, f"race {race}")
        brought = at_once(2, lambda _, entry=entry: undo(reloaded(member), entry.public_id))
        refused = [one for one in brought if isinstance(one, Refused)]
        if len(refused) != 1 or Struck.objects.filter(entry=entry).count() != 1:
            found.append(f"race {race}: {brought}")
    return found + chronicle_faults(member)


def tailing_reader(member: Membership, who: Character, *, writers: int, writes: int) -> Faults:
    """A reader follows while many write: no entry is skipped because its number becomes visible late."""
    start = Campaign.objects.get(pk=member.campaign_id).last_number
    end = start + writers * writes
    read: list[int] = []

    def tail() -> None:
        at = start
        while at < end:
            news = query.read(member.campaign_id, at)
            read.extend(entry.number for entry in news.entries)
            at = news.at

    def act(number: int) -> None:
        if number == writers:
            tail()
            return
        for at in range(writes):
            note(member, who, f"{number} {at}")

    found = unexpected_exceptions(at_once(writers + 1, act))
    if read != list(range(start + 1, end + 1)):
        found.append(f"{end - start - len(set(read))} skipped, {len(read) - len(set(read))} read twice")
    return found
