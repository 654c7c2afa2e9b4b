"""Sessions as their game master plans them, who says they will come, and the summary that is made of each.

When a session began and ended is no column: the chronicle says so (`campaigns.calendar.sessions`), undo and redo
included.
"""

from typing import ClassVar

from django.conf import settings
from django.db import models

from campaigns.models.campaign import Campaign
from campaigns.models.long_work import LongWork
from winterhall.accounts.models import new_public_id


class Session(models.Model):
    """A session of a campaign: its title, and when it is planned for."""

    #: The kind of the entry in the chronicle that begins one.
    BEGIN: ClassVar[str] = "session.begin"

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="sessions")
    public_id = models.CharField(max_length=24, unique=True, editable=False, default=new_public_id)
    title = models.CharField(max_length=120, blank=True)
    planned_for = models.DateTimeField(null=True, blank=True)
    hours = models.PositiveSmallIntegerField(default=4)
    version = models.PositiveIntegerField(default=1)

    def __str__(self) -> str:
        return self.title or "Session"


class Seat(models.Model):
    """A member's place at a session: whether they say that they come, whether they did, and if they were written to."""

    class Answer(models.TextChoices):
        YES = "yes", "Coming"
        MAYBE = "maybe", "Maybe"
        NO = "no", "Not coming"

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="seats")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    answer = models.CharField(max_length=8, choices=Answer.choices, blank=True)
    was_there = models.BooleanField(default=False)
    written_to = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["session", "user"], name="one_seat_at_a_session")]

    def __str__(self) -> str:
        return f"{self.user} at {self.session}"


class Summary(LongWork):
    """The summary of a session: how far the worker is with it, what the game master made of it, and if it is published.

    Each time it is made anew its ``edition`` rises; ``edited`` is the game master's own text, which stays.
    """

    class State(models.TextChoices):
        GOING = "going", "Being written"
        STOPPED = "stopped", "Stopped"
        DONE = "done", "Written"

    OPEN = (State.GOING,)
    GOING_ON = (State.GOING,)

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="+")
    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="summary")
    state = models.CharField(max_length=10, choices=State.choices, default=State.GOING)
    edition = models.PositiveIntegerField(default=0)
    #: The audiences for which it is made, and for how many of them it has been.
    wanted = models.PositiveIntegerField(default=0)
    made = models.PositiveIntegerField(default=0)
    edited = models.TextField(blank=True)
    published_at = models.DateTimeField(null=True, blank=True)
    #: A digest of the story that was mailed last; empty where none was.
    mailed = models.CharField(max_length=32, blank=True)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["state", "due_at"], name="summaries_left_behind")]

    def __str__(self) -> str:
        return f"Summary of {self.session}"


class Telling(models.Model):
    """A summary as one audience may read it: its ``body`` is a version as JSON, made from what they saw."""

    summary = models.ForeignKey(Summary, on_delete=models.CASCADE, related_name="tellings")
    #: A digest of the audience (`campaigns.audience.viewers.Viewer.audience`).
    audience = models.CharField(max_length=64)
    edition = models.PositiveIntegerField()
    body = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["summary", "audience"], name="one_telling_an_audience")]

    def __str__(self) -> str:
        return f"{self.summary} ({self.audience[:6]})"
