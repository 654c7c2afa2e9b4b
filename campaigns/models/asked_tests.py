"""Tests that game masters ask for."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from campaigns.models.campaign import Campaign
from campaigns.models.entries import Entry
from rules import codec


class AskedTest(models.Model):
    """A test that a game master asked of one character, and the entry in which it was rolled; none while it is owed.

    Those asked for at once share their ``key``. ``field`` of the ``command`` takes the name of the rank (``choice``),
    ``given`` holds the other fields that the game master set, and ``said`` says them in words.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="asked_tests")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    about = models.CharField(max_length=24)
    key = models.CharField(max_length=120)
    command = models.CharField(max_length=60)
    field = models.CharField(max_length=60)
    choice = models.CharField(max_length=120)
    label = models.CharField(max_length=120)
    words = models.CharField(max_length=120, blank=True)
    given = models.TextField(default="{}")
    said = models.CharField(max_length=200, blank=True)
    asked_at = models.DateTimeField(default=timezone.now)
    entry = models.ForeignKey(Entry, null=True, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign", "about", "key"], name="one_test_an_asking")]
        indexes: ClassVar = [models.Index(fields=["campaign", "asked_at"], name="tests_asked_lately")]

    def __str__(self) -> str:
        return f"{self.label} of {self.about}"

    @property
    def starts(self) -> dict[str, Any]:
        """The fields with which the form of the roll begins."""
        found: dict[str, Any] = codec.load(self.given)
        return found
