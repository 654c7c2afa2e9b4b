"""The journal of a campaign: its pages, their earlier texts, and what searching and back-links are read from."""

from django.conf import settings
from django.db import models

from winterhall.accounts.models import new_public_id

#: The most characters of a title, of a folded one, and of the text of a page.
TITLE, FOLDED, TEXT = 120, 240, 100_000


class PageKind(models.TextChoices):
    """The kind of a journal page: what it tells of."""

    PERSON = "person", "Person"
    PLACE = "place", "Place"
    FACTION = "faction", "Faction"
    QUEST = "quest", "Quest"
    EVENT = "event", "Event"
    ITEM = "item", "Item"
    HANDOUT = "handout", "Handout"
    LORE = "lore", "Lore"


class Shared(models.TextChoices):
    """The people with whom a page or a block is shared; its owner and whoever runs the campaign read all of it."""

    GM = "gm", "Game master only"
    NAMED = "named", "Named players"
    PARTY = "party", "The party"
    ALL = "all", "The party and observers"


class JournalPage(models.Model):
    """One page of the journal. Nothing of the rules depends on it, so it is no document of the chronicle.

    ``owner`` is the player who wrote it; those of whoever runs the campaign have none, and stay with the office.
    ``folded`` is the title as links look for it. ``readers`` are the keys of the users whom a page shared with named
    players is for, ``named`` those that the names over its blocks stand for. ``version`` counts the texts.
    """

    campaign = models.ForeignKey("campaigns.Campaign", on_delete=models.CASCADE, related_name="journal")
    public_id = models.CharField(max_length=24, unique=True, editable=False, default=new_public_id)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    kind = models.CharField(max_length=10, choices=PageKind.choices)
    title = models.CharField(max_length=TITLE)
    folded = models.CharField(max_length=FOLDED)
    tags = models.TextField(default="", blank=True)
    text = models.TextField(default="", blank=True)
    named = models.JSONField(default=dict, blank=True)
    shared = models.CharField(max_length=6, choices=Shared.choices, default=Shared.GM)
    readers = models.TextField(default="", blank=True)
    archived = models.BooleanField(default=False)
    #: The campaign's day, from 0, on which what the page tells of happens; ``yearly`` for a feast of every year.
    day = models.IntegerField(null=True)
    yearly = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=0)
    #: The moment at which a handout was last put on everybody's screen.
    shown_at = models.DateTimeField(null=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        indexes = [
            models.Index(fields=["campaign", "folded"], name="journal_by_title"),
            # All that lists, counts and searches ask of a page, so that none of them reads the texts of all pages;
            # the key, too, which PostgreSQL would look up.
            models.Index(
                fields=["campaign", "kind", "folded", "archived", "shared", "owner", "readers", "id"],
                name="journal_by_kind",
            ),
            models.Index(fields=["campaign", "shown_at"], name="journal_by_showing"),
            models.Index(fields=["campaign", "day"], name="journal_by_day"),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def name(self) -> str:
        """The title, under the name that everything with a picture has."""
        return self.title

    @property
    def tag_list(self) -> list[str]:
        """The tags, each by itself."""
        return [tag for tag in self.tags.split("\n") if tag]


class JournalRevision(models.Model):
    """The text that a page had at one version, with everything that is written in its editor; rows are only added."""

    page = models.ForeignKey(JournalPage, on_delete=models.CASCADE, related_name="revisions")
    version = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=PageKind.choices)
    title = models.CharField(max_length=TITLE)
    tags = models.TextField(default="", blank=True)
    text = models.TextField(default="", blank=True)
    day = models.IntegerField(null=True)
    yearly = models.BooleanField(default=False)
    named = models.JSONField(default=dict, blank=True)
    #: The reason why it came about, in words: restored, or a step ticked; empty where somebody wrote.
    note = models.CharField(max_length=200, default="", blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["page", "version"], name="one_text_of_a_version")]

    def __str__(self) -> str:
        return f"{self.title}, version {self.version}"


class JournalPart(models.Model):
    """All text of a page that the same people may read: the open part, and one for each audience of its secret blocks.

    ``words`` are its words as the search looks for them; the index of the database follows this column.
    """

    page = models.ForeignKey(JournalPage, on_delete=models.CASCADE, related_name="parts")
    #: ``all`` is the open part: whoever may read the page may read it.
    shared = models.CharField(max_length=6, choices=Shared.choices)
    readers = models.TextField(default="", blank=True)
    words = models.TextField(default="", blank=True)

    class Meta:
        # All that decides who may read a part, so that a search does not read the words of all parts.
        indexes = [models.Index(fields=["page", "shared", "readers"], name="parts_of_a_page")]

    def __str__(self) -> str:
        return f"{self.page_id}, for {self.shared}"


class JournalLink(models.Model):
    """A link in one part of a page to whatever bears the title ``to``, folded; there need be no such page."""

    part = models.ForeignKey(JournalPart, on_delete=models.CASCADE, related_name="links")
    to = models.CharField(max_length=FOLDED)

    class Meta:
        indexes = [models.Index(fields=["to"], name="journal_links_by_title")]

    def __str__(self) -> str:
        return f"to {self.to}"
