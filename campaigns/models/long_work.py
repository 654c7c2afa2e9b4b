"""Long work: rows that the worker carries on by itself, a little at a time, even if it is killed in the middle.

A row says what was asked for and how far it has come. It names the one call of the worker that counts; when nobody has
shown up by the time that is due, another call is made.
"""

import secrets
from datetime import timedelta
from typing import Any, ClassVar, Self

from django.conf import settings
from django.db import models, transaction
from django.utils import timezone

from campaigns.models.campaign import Campaign
from campaigns.models.entries import Entry
from winterhall.accounts.models import new_public_id
from winterhall.after_commit import tell

#: The time after which a call that no worker has heard is made again.
CALLED = timedelta(seconds=30)


class LongWork(models.Model):
    """A row of long work; each kind has a campaign and states of its own.

    ``OPEN`` are the states that are no end, and ``GOING_ON`` those of them in which the worker is at it.
    """

    OPEN: ClassVar[tuple[str, ...]] = ()
    GOING_ON: ClassVar[tuple[str, ...]] = ()

    state = models.CharField(max_length=10)
    public_id = models.CharField(max_length=24, unique=True, editable=False, default=new_public_id)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    why = models.CharField(max_length=300, blank=True)
    version = models.PositiveIntegerField(default=1)
    key = models.CharField(max_length=80, null=True)  # noqa: DJ001 - null, so that rows without a key never collide
    token = models.CharField(max_length=24, blank=True)
    due_at = models.DateTimeField(default=timezone.now)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        abstract = True

    @property
    def is_open(self) -> bool:
        """Whether it goes on, or may go on again."""
        return self.state in self.OPEN

    @classmethod
    def asked_before(cls, campaign: models.Model, by: models.Model, key: str | None) -> Self | None:
        """The row that a user asked for with this key; ``None`` without a key, or if there is none."""
        return cls._default_manager.filter(campaign=campaign, by=by, key=key).first() if key else None

    @classmethod
    def left_behind(cls, *, all_of_them: bool = False) -> list[int]:
        """The primary keys of rows that go on without a worker (killed, or its call was lost), or of all that go on."""
        going = cls._default_manager.filter(state__in=cls.GOING_ON)
        if not all_of_them:
            going = going.filter(due_at__lt=timezone.now())
        return list(going.order_by("due_at").values_list("pk", flat=True))

    def call(self, task: Any) -> None:
        """Save the row, and call a worker for it: this call counts, and none before it."""
        self.token, self.due_at = secrets.token_urlsafe(12), timezone.now() + CALLED
        self.save()
        tell(task, self.pk, self.token)

    @classmethod
    def call_again(cls, pk: int, task: Any) -> None:
        """Call a worker anew for a row, if it still goes on."""
        with transaction.atomic():
            found = cls._default_manager.select_for_update().filter(pk=pk, state__in=cls.GOING_ON)
            # What else it holds, be it a whole book, is neither read nor written for a call.
            going = found.only("token", "due_at").first()
            if going is not None:
                going.call(task)


class Run(LongWork):
    """Long tests and rests that the worker carries on by itself: what was asked for, and how far it has come.

    The truth is the chronicle, in which every step is an entry of its own.
    """

    class Kind(models.TextChoices):
        END = "end", "To the end"
        TIME = "time", "Time goes by"

    class State(models.TextChoices):
        GOING = "going", "In progress"
        PAUSED = "paused", "Paused"
        STOPPED = "stopped", "Stopped"
        DONE = "done", "Done"
        CANCELLED = "cancelled", "Cancelled"

    OPEN = (State.GOING, State.PAUSED, State.STOPPED)
    GOING_ON = (State.GOING,)
    #: The ``why`` of a run that ended because its time was undone.
    TAKEN_BACK = "Its time was undone."
    #: The beginning of the keys of all entries that runs make.
    STEPS = "run-"

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="runs")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    state = models.CharField(max_length=10, choices=State.choices, default=State.GOING)
    #: The tests, each as [who, key, label]; for how much time, and the tests ("who/key") for which it has yet to pass.
    tests = models.JSONField(default=list, blank=True)
    amount = models.PositiveIntegerField(default=0)
    unit = models.CharField(max_length=20, blank=True)
    people = models.JSONField(default=list, blank=True)
    #: People for whom time passes: each as [who, days of rest, deeds], a deed as [command, what is chosen].
    resting = models.JSONField(default=list, blank=True)
    steps = models.PositiveIntegerField(default=0)
    #: Tests that could not be rolled for, each as [who, key, why].
    left_out = models.JSONField(default=list, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign", "by", "key"], name="one_run_a_key")]
        indexes = [models.Index(fields=["state", "due_at"], name="runs_left_behind")]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} ({self.get_state_display()})"

    @staticmethod
    def key_for(passed: Entry) -> str:
        """The key of the run for time that passed in an entry."""
        return f"time-{passed.public_id}"

    @property
    def steps_key(self) -> str:
        """The beginning of its entries' keys, which the number of the step follows."""
        return f"{self.STEPS}{self.public_id}-"
