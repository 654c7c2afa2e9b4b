"""Entries of the chronicle, which are only ever added, and the rows that say what they changed."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, ClassVar, NoReturn

from django.conf import settings
from django.db import models
from django.utils import timezone

from campaigns.models.campaign import Campaign
from winterhall.accounts.models import new_public_id


class AppendOnly(Exception):
    """An attempt to change what has happened: rows of the chronicle are only ever added."""


class AppendOnlyQuerySet(models.QuerySet[Any]):
    """Rows that are only ever added. A trigger in the database says the same to whoever goes round this."""

    def update(self, **values: Any) -> NoReturn:
        raise AppendOnly("The chronicle is only added to.")

    def delete(self) -> NoReturn:
        raise AppendOnly("The chronicle is only added to.")

    def bulk_update(self, objs: Iterable[Any], fields: Iterable[str], batch_size: int | None = None) -> NoReturn:
        raise AppendOnly("The chronicle is only added to.")

    def counting(self) -> "AppendOnlyQuerySet":
        """Entries that count now: not struck, and no undo or redo themselves."""
        return self.filter(undoes=None, redoes=None, struck=None)

    def for_reading(self) -> "AppendOnlyQuerySet":
        """Entries with everything that is told of them: who wrote them, and what they take back or tell of."""
        return self.select_related("by", "struck", "tells__by", "undoes__tells", "redoes__tells")

    def newest_first(self, at_once: int, most: int) -> Iterator["Entry"]:
        """At most so many entries, the newest first: some at once, and the others if somebody reads on.

        They are no open cursor: out of a transaction, PostgreSQL makes all rows of one before it hands out the first.
        """
        entries = self.order_by("-number")
        some = list(entries[:at_once])
        yield from some
        if len(some) == at_once:
            yield from entries.filter(number__lt=some[-1].number)[: most - at_once]


class Entry(models.Model):
    """One thing that happened, with its facts; append-only, numbered without holes, chained by hashes.

    ``veiled`` holds the ids of the characters and the encounter that players did not know of when it happened: decided
    once, when it is written.
    ``late`` holds facts of the order of a fight that players hear of with this entry, though they happened in earlier
    ones; an empty list says that its own wait for a later one (`campaigns.audience.encounters.settle`), but a ladder
    behind it.
    ``tells`` names the entry that players did not hear of when it happened, and whose command, actor and author they
    read in this one (`campaigns.audience.history.presented`).
    ``undoes`` and ``redoes`` name the entry that this one takes back or brings again.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveBigIntegerField()
    public_id = models.CharField(max_length=24, unique=True, editable=False, default=new_public_id)
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    encounter = models.CharField(max_length=24, blank=True)
    actor = models.CharField(max_length=24, blank=True)
    command = models.CharField(max_length=60)
    given = models.TextField(default="{}")
    facts = models.TextField(default="[]")
    veiled = models.TextField(default="[]")
    late = models.TextField(blank=True, default="")
    tells = models.ForeignKey("self", null=True, db_index=False, on_delete=models.PROTECT, related_name="+")
    undoes = models.ForeignKey("self", null=True, on_delete=models.PROTECT, related_name="undone_by")
    redoes = models.ForeignKey("self", null=True, on_delete=models.PROTECT, related_name="redone_by")
    key = models.CharField(max_length=80, null=True)  # noqa: DJ001 - null, so that entries without a key never collide
    key_digest = models.CharField(max_length=64, blank=True)
    previous_hash = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    objects: ClassVar[Any] = AppendOnlyQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "number"], name="one_entry_a_number"),
            models.UniqueConstraint(fields=["campaign", "by", "key"], name="one_entry_a_key"),
        ]
        indexes = [
            models.Index(fields=["campaign", "encounter", "number"], name="entries_of_an_encounter"),
            # Sessions are parted by the few entries that begin and end them.
            models.Index(fields=["campaign", "command", "number"], name="entries_of_a_command"),
        ]

    def __str__(self) -> str:
        return f"{self.command} ({self.number})"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Add the entry; one that exists is never saved again."""
        if not self._state.adding:
            raise AppendOnly("The chronicle is only added to.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AppendOnly("The chronicle is only added to.")

    @property
    def document(self) -> str:
        """The id of the document that it touched, of an entry about one page."""
        return str(self.touches.values_list("document", flat=True)[0])

    @property
    def hour(self) -> int:
        """The hour in which it was written, counted from 1970."""
        return hour_of(self.at)

    @property
    def is_struck(self) -> bool:
        """Whether it counts as undone now."""
        return getattr(self, "struck", None) is not None


def hour_of(moment: datetime) -> int:
    """The hour of a moment, counted from 1970."""
    return int(moment.timestamp()) // 3600


class Touch(models.Model):
    """A change of a document by an entry; found by document, so that one history is read without the others.

    ``seen`` says whether players could see that it changed: decided once, when it is written.
    """

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="touches")
    document = models.CharField(max_length=24)
    number = models.PositiveBigIntegerField()
    seen = models.BooleanField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["document", "number"], name="one_touch_an_entry")]

    def __str__(self) -> str:
        return f"{self.document} at {self.number}"


class Struck(models.Model):
    """The mark of an entry that counts as undone now. A projection: undo adds it, redo takes it away."""

    entry = models.OneToOneField(Entry, on_delete=models.PROTECT, related_name="struck")
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="+")

    def __str__(self) -> str:
        return f"struck: {self.entry}"


class Checkpoint(models.Model):
    """A document as it was after an entry, so that undoing need not replay from the very beginning."""

    document = models.CharField(max_length=24)
    number = models.PositiveBigIntegerField()
    body = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["document", "number"], name="one_checkpoint_an_entry")]

    def __str__(self) -> str:
        return f"{self.document} as of {self.number}"


class RollQuerySet(models.QuerySet["Roll"]):
    """Rolls, and which of them count."""

    def counting(self, *, for_gm: bool) -> "RollQuerySet":
        """The rolls that are not undone, each once: as the game master knows them, or as players do."""
        return self.filter(struck=False, late=False) if for_gm else self.filter(struck=False, secret=False)


class Roll(models.Model):
    """One throw of dice that stands in the chronicle: whose, what for, what it came to, and how lucky that was.

    ``player`` is who played the one who rolled when they did; nobody for those whom the game master plays.
    ``secret`` says that players know nothing of it: decided once, when its entry is written. Where they hear of a roll
    only with a later entry, that has a row of it too: a ``late`` one, which counts for players alone. ``struck`` says
    that its entry counts as undone now.

    ``percentile`` is that of the fact. ``spread`` is a number within what equal results share of it, which its entry
    decides: those of all rolls together are even from 0 to 100 if dice are fair. It is missing, as ``expected`` is,
    where the fact says no chances.
    """

    campaign = models.ForeignKey("campaigns.Campaign", on_delete=models.CASCADE, related_name="rolls")
    entry = models.ForeignKey("campaigns.Entry", on_delete=models.PROTECT, related_name="rolls")
    #: The number of its entry, and its place among the facts there, those that players hear late behind its own.
    number = models.PositiveBigIntegerField()
    place = models.PositiveSmallIntegerField()
    at = models.DateTimeField()
    #: The hour of its entry: evenings are parted by hours in which nothing was rolled.
    hour = models.PositiveIntegerField()
    who = models.CharField(max_length=24)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    purpose = models.TextField()
    measure = models.IntegerField()
    percentile = models.FloatField()
    spread = models.FloatField(null=True)
    expected = models.FloatField(null=True)
    typed = models.BooleanField()
    secret = models.BooleanField()
    late = models.BooleanField(default=False)
    struck = models.BooleanField(default=False)

    objects = RollQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["entry", "place"], name="one_roll_a_fact")]
        indexes = [
            models.Index(fields=["campaign", "number"], name="rolls_of_a_campaign"),
            models.Index(fields=["campaign", "percentile"], name="rolls_by_luck"),
        ]

    def __str__(self) -> str:
        return f"{self.purpose}: {self.measure}"


class Face(models.Model):
    """A face that dice of a roll showed ``times`` times. Cards and dice that do not tell their chances are no rows."""

    roll = models.ForeignKey(Roll, on_delete=models.CASCADE, related_name="faces")
    sides = models.PositiveSmallIntegerField()
    face = models.PositiveSmallIntegerField()
    times = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["roll", "sides", "face"], name="one_row_a_face")]

    def __str__(self) -> str:
        return f"{self.times} × {self.face} on a d{self.sides}"
