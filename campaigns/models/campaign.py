"""A campaign, its members with their roles, and the links that let people in."""

from functools import cached_property

from django.conf import settings
from django.db import models
from django.utils import timezone

from rules.engine.system.protocol import System
from rules.registry import system_named
from winterhall.accounts.models import new_public_id


class Role(models.TextChoices):
    """The part of a member in a campaign. An assistant does all the GM does but change roles and remove members."""

    GM = "gm", "Game master"
    ASSISTANT = "assistant", "Assistant"
    PLAYER = "player", "Player"
    OBSERVER = "observer", "Observer"

    @classmethod
    def running(cls) -> frozenset["Role"]:
        """The roles that see and do everything in play."""
        return frozenset({cls.GM, cls.ASSISTANT})


class Campaign(models.Model):
    """One group's game: the unit of locking, access and export."""

    public_id = models.CharField(max_length=24, unique=True, editable=False, default=new_public_id)
    name = models.CharField(max_length=120)
    system_slug = models.CharField(max_length=30)
    house_rules = models.JSONField(default=dict, blank=True)
    #: The entries of its own book, bound together for the rules; empty where none was ever written.
    book = models.TextField(default="", blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    last_number = models.PositiveBigIntegerField(default=0)
    last_hash = models.CharField(max_length=64, default="", blank=True)
    #: The kinds of changes of sheets for which players need approval (``campaigns.play.consent.KINDS``).
    needs_approval = models.CharField(max_length=60, default="", blank=True)
    #: The moment since when it lies in the archive: lists leave it out, and whoever may archive can restore it.
    archived_at = models.DateTimeField(null=True, blank=True)
    #: The moment since when it lies in the bin: nobody can open it, and its game master can bring it back.
    binned_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.name

    @property
    def is_unused(self) -> bool:
        """Whether nothing ever happened in it."""
        return self.last_number == 0

    @property
    def system(self) -> System:
        """The game that is played here."""
        return system_named(self.system_slug)

    @cached_property
    def pictures_by_owner(self) -> dict[str, str]:
        """The picture of each thing here that has one, both by public id; one query, when first asked."""
        return {one.of: one.public_id for one in self.pictures.all() if one.is_there}


class Membership(models.Model):
    """The place of a user in a campaign, with their role there."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=12, choices=Role.choices)
    joined_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign", "user"], name="one_place_in_a_campaign")]

    def __str__(self) -> str:
        return f"{self.user} in {self.campaign}"

    @property
    def is_gm(self) -> bool:
        """Whether they may see and do everything in play."""
        return self.role in Role.running()


class Invitation(models.Model):
    """A link that lets somebody in, with ``guests`` also without an account. Only the hash of its token is kept."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="invitations")
    public_id = models.CharField(max_length=24, unique=True, editable=False, default=new_public_id)
    token_hash = models.CharField(max_length=64, unique=True)
    role = models.CharField(max_length=12, choices=Role.choices, default=Role.PLAYER)
    uses_left = models.PositiveIntegerField(default=1)
    guests = models.BooleanField(default=False)
    #: The place that waits for whoever it lets in, of a campaign that was brought in.
    place = models.ForeignKey(Membership, null=True, on_delete=models.CASCADE, related_name="+")
    expires_at = models.DateTimeField()
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"Invitation to {self.campaign}"

    @property
    def is_open(self) -> bool:
        """Whether it would let somebody in now."""
        return self.uses_left > 0 and self.expires_at > timezone.now() and self.campaign.binned_at is None
