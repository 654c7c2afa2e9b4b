"""Notices to people, how they wish to hear of them, and what waits to be sent to chats and devices."""

from datetime import timedelta
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from campaigns.models.campaign import Campaign
from winterhall.accounts.models import Waiting, new_public_id


class Notice(models.Model):
    """A thing that somebody is told in one campaign: a question in a fight, their turn, a handout, a session.

    Those of a fight are there as long as what they tell of; the others until the person's account or the campaign goes.
    ``about`` is the id of the fight, page or session, ``key`` tells apart the occasions there.
    """

    class Kind(models.TextChoices):
        ASK = "ask", "A decision for you"
        TURN = "turn", "Your turn"
        NEXT = "next", "You are next"
        HANDOUT = "handout", "A handout"
        PAGE = "page", "A journal page for you"
        SESSION = "session", "A session is planned or near"
        SUMMARY = "summary", "A summary is ready"
        APPROVAL = "approval", "A change to a sheet"
        TEST = "test", "A test you are asked for"

    #: The kinds that follow from a fight as it stands.
    OF_FIGHTS: ClassVar[tuple[str, ...]] = (Kind.ASK, Kind.TURN, Kind.NEXT)
    #: The kinds that wait for an answer, not only to be read.
    ASKS: ClassVar[tuple[str, ...]] = (Kind.ASK, Kind.TEST)
    #: The kinds that may be mailed, each with the time for which it waits to be read in the house.
    MAILED: ClassVar[dict[str, timedelta]] = {
        Kind.ASK: timedelta(minutes=10),
        Kind.TURN: timedelta(minutes=10),
        Kind.HANDOUT: timedelta(minutes=10),
        Kind.PAGE: timedelta(minutes=10),
        Kind.SESSION: timedelta(),
        Kind.SUMMARY: timedelta(minutes=10),
        Kind.APPROVAL: timedelta(minutes=10),
        Kind.TEST: timedelta(minutes=10),
    }

    public_id = models.CharField(max_length=24, unique=True, editable=False, default=new_public_id)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices")
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    about = models.CharField(max_length=24)
    key = models.CharField(max_length=120)
    text = models.CharField(max_length=300)
    address = models.CharField(max_length=200)
    made_at = models.DateTimeField(default=timezone.now)
    read_at = models.DateTimeField(null=True)
    written_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "about", "kind", "key"], name="one_notice_an_occasion")]
        indexes: ClassVar = [
            models.Index(fields=["user", "read_at"], name="notices_of_a_person"),
            models.Index(fields=["about"], name="notices_about_something"),
            models.Index(fields=["written_at", "kind", "made_at"], name="notices_to_be_mailed"),
        ]

    def __str__(self) -> str:
        return self.text

    @property
    def occasion(self) -> tuple[int, str, str]:
        """The person, kind and key that a second notice about the same thing would share."""
        return self.user_id, str(self.kind), self.key


class NoticeWishes(models.Model):
    """The kinds of notices that somebody wants at the bell, by mail, and on their devices; each as words in a line."""

    AT_BELL: ClassVar[str] = " ".join(Notice.Kind.values)
    BY_MAIL: ClassVar[str] = f"{Notice.Kind.HANDOUT} {Notice.Kind.SESSION}"
    BY_PUSH: ClassVar[str] = " ".join(
        kind for kind in Notice.Kind.values if kind not in (Notice.Kind.NEXT, Notice.Kind.SUMMARY)
    )

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notice_wishes")
    bell = models.CharField(max_length=60, blank=True, default=AT_BELL)
    mail = models.CharField(max_length=60, blank=True, default=BY_MAIL)
    push = models.CharField(max_length=60, blank=True, default=BY_PUSH)

    def __str__(self) -> str:
        return f"{self.bell} / {self.mail} / {self.push}"


class ChatHook(models.Model):
    """The address of a group's chat, to which the hall writes; ``fault`` says why that failed last, if it did."""

    campaign = models.OneToOneField(Campaign, on_delete=models.CASCADE, related_name="chat_hook")
    address = models.CharField(max_length=500)
    fault = models.CharField(max_length=200, blank=True)
    failed_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"Chat of {self.campaign}"


class ChatPost(Waiting):
    """A message to a chat."""

    hook = models.ForeignKey(ChatHook, on_delete=models.CASCADE, related_name="posts")
    text = models.CharField(max_length=600)

    def __str__(self) -> str:
        return self.text


class PushDevice(models.Model):
    """A browser that somebody wants to hear notices on, even while it is closed.

    ``address`` is where its maker takes messages for it, ``key`` and ``secret`` are what they are encrypted with.
    """

    public_id = models.CharField(max_length=24, unique=True, editable=False, default=new_public_id)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push_devices")
    address = models.CharField(max_length=1000, unique=True)
    key = models.CharField(max_length=120)
    secret = models.CharField(max_length=60)
    name = models.CharField(max_length=60)
    made_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.name


class PushPost(Waiting):
    """A notice on its way to a device. It names the notice by its id: one that is gone by then is not sent."""

    device = models.ForeignKey(PushDevice, on_delete=models.CASCADE, related_name="posts")
    notice = models.CharField(max_length=24)

    def __str__(self) -> str:
        return f"{self.notice} to {self.device}"
