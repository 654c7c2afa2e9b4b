"""Changes of sheets that wait for a game master's approval."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from campaigns.models.campaign import Campaign
from winterhall.accounts.models import new_public_id


class Proposal(models.Model):
    """A command that a player gave and that happens once a game master agrees; ``word`` is what they said to it."""

    class State(models.TextChoices):
        WAITING = "waiting", "Waiting"
        AGREED = "agreed", "Approved"
        REFUSED = "refused", "Refused"
        TAKEN_BACK = "taken_back", "Withdrawn"

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="proposals")
    public_id = models.CharField(max_length=24, unique=True, editable=False, default=new_public_id)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    actor = models.CharField(max_length=24)
    command = models.CharField(max_length=60)
    given = models.TextField()
    key = models.CharField(max_length=80, null=True)  # noqa: DJ001 - no key is no key: it must not be unique
    digest = models.CharField(max_length=64)
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    word = models.CharField(max_length=200, blank=True)
    made_at = models.DateTimeField(default=timezone.now)
    decided_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign", "by", "key"], name="one_proposal_a_key")]
        indexes: ClassVar = [models.Index(fields=["campaign", "state"], name="proposals_of_a_campaign")]

    def __str__(self) -> str:
        return f"{self.command} by {self.by}"
