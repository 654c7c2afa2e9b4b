"""Tests that were asked for, as they are rolled: the roll says why it was asked, and answers the asking."""

from collections.abc import Iterable, Sequence

from django.db.models import Q
from django.utils import timezone

from campaigns.chronicle import notify
from campaigns.models import AskedTest, Campaign, Entry, Notice
from campaigns.play.intent import Intent
from rules.engine.kernel import Fact, Json, Table, Told, plainly

#: Tests that have yet to be rolled: never, or the roll was taken back.
WAITING = Q(entry=None) | Q(entry__struck__isnull=False)


def owed(campaign: Campaign, about: str, command: str, given: dict[str, Json]) -> AskedTest | None:
    """The test asked of somebody that this command rolls; ``None`` where it was not asked, or has been rolled."""
    if command != campaign.system.test:
        return None
    waiting = AskedTest.objects.filter(WAITING, campaign=campaign, about=about, command=command).order_by("-pk")
    # A test that is of one rank alone has no field for it.
    return next((test for test in waiting if not test.field or given.get(test.field) == test.choice), None)


def is_owed(notice: Notice) -> bool:
    """Whether a notice asks for a test that has yet to be rolled: it waits for the roll, not for being read."""
    if notice.kind != Notice.Kind.TEST:
        return False
    return AskedTest.objects.filter(WAITING, campaign=notice.campaign_id, about=notice.about, key=notice.key).exists()


def owed_by(campaign: Campaign, intent: Intent) -> AskedTest | None:
    """The test that was asked for and that an intent rolls."""
    return owed(campaign, intent.actor, intent.command, dict(intent.given))


def say_why(test: AskedTest | None, table: Table) -> None:
    """Begin what happens with the reason for which the game master asked."""
    if test and test.words:
        table.happen(Told((test.about,), plainly(test.words), apart=True))


def reason_in(happened: Iterable[Fact]) -> str:
    """The reason that begins what happens where a test was asked for; empty where none was.

    Sentences of the games have a place for a name, and a reason has none.
    """
    apart = (fact for fact in happened if isinstance(fact, Told) and fact.apart)
    return next((fact.text for fact in apart if "{" not in fact.text), "")


def answered_by(entry: Entry) -> list[str]:
    """The sentence that an entry was the test that was asked for; none where it was not."""
    is_test = entry.command == entry.campaign.system.test
    is_asked = is_test and AskedTest.objects.filter(entry=entry).exists()
    return ["The test that the game master asked for is done."] if is_asked else []


def note_rolled(test: AskedTest | None, entry: Entry) -> None:
    """Note that a test is rolled: nobody is asked for it any more."""
    if test is None:
        return
    test.entry = entry
    test.save(update_fields=["entry"])
    _ask_no_more([test], test.campaign)


def withdraw(campaign: Campaign, key: str | None = None) -> None:
    """Ask no longer for tests that have yet to be rolled: those asked for at once under a key, or all of them."""
    waiting = AskedTest.objects.filter(WAITING, campaign=campaign)
    found = list(waiting if key is None else waiting.filter(key=key))
    _ask_no_more(found, campaign)
    AskedTest.objects.filter(pk__in=[test.pk for test in found]).delete()


def _ask_no_more(tests: Sequence[AskedTest], campaign: Campaign) -> None:
    """Take it as read that these tests were asked for."""
    asked = {(test.about, test.key) for test in tests}
    told = Notice.objects.filter(campaign=campaign, kind=Notice.Kind.TEST, read_at=None)
    waiting = [one for one in told.filter(about__in={who for who, _ in asked}) if (one.about, one.key) in asked]
    Notice.objects.filter(pk__in=[one.pk for one in waiting]).update(read_at=timezone.now())
    notify.notice_on_commit(campaign, [one.user_id for one in waiting])
