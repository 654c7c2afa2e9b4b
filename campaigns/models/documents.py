"""Documents, which the chronicle writes: a sheet, an encounter, or a page of the campaign's own, as canonical JSON.

Each has its version.

The body is text, not a JSON column: a reader who may see all of it gets the stored bytes as they are, and replaying the
chronicle can be compared byte by byte on either database.
"""

from functools import cache
from typing import Any, ClassVar

from django.apps import apps
from django.db import models

from rules import codec
from rules.engine.kernel import GM_ONLY, Almanac, Encounter, Fact, Homemade, House, Sheet, Stock
from winterhall.accounts.models import new_public_id

#: The content of a document as the rules know it.
Content = Sheet | Encounter | House | Homemade | Almanac | Stock


def keeps_back(sheet: Sheet) -> bool:
    """Whether a sheet holds something that only the GM may read."""
    return any(name.startswith(GM_ONLY) for name in (*sheet.texts, *sheet.conditions))


class Document(models.Model):
    """A row that follows the chronicle; only ``campaigns.chronicle.record`` writes the columns in ``following``.

    ``secret`` keeps it from players unless they meet it in an encounter; ``void`` says that its beginning was undone;
    ``whole`` says that its body holds nothing that only the GM may read, and never did.
    ``binned_at`` is the moment since when it lies in the bin, where only those find it who may bring it back;
    ``erased`` says that it was deleted for good: the row stays for the chronicle, without its name and content.
    ``version`` counts every change, ``open_version`` those that players can see; of a whole one they can see all.
    """

    campaign = models.ForeignKey("campaigns.Campaign", on_delete=models.CASCADE, related_name="%(class)ss")
    public_id = models.CharField(max_length=24, unique=True, editable=False, default=new_public_id)
    name = models.CharField(max_length=120)
    secret = models.BooleanField(default=False)
    void = models.BooleanField(default=False)
    whole = models.BooleanField(default=True)
    binned_at = models.DateTimeField(null=True, blank=True)
    erased = models.BooleanField(default=False)
    body = models.TextField(default="{}")
    version = models.PositiveIntegerField(default=0)
    open_version = models.PositiveIntegerField(default=0)
    last_number = models.PositiveBigIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    #: Whether it holds a :class:`Sheet`, or an :class:`Encounter`; pages of the campaign's own are neither.
    is_sheet: ClassVar[bool] = False
    is_scene: ClassVar[bool] = False
    #: The columns that follow the chronicle. The rest belongs to others, who may be writing it just now.
    following: ClassVar[tuple[str, ...]] = (
        "name", "void", "whole", "body", "version", "open_version", "last_number",
    )  # fmt: skip
    #: The column that names the user who plays it, where somebody can; and that with the keys of those who do so, too.
    player_column: ClassVar[str] = ""
    others_column: ClassVar[str] = ""

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.name

    def version_for(self, is_gm: bool) -> int:
        """The version as game masters or players count it: it rises only when something changed that they can see."""
        return self.version if is_gm else self.open_version

    def parse(self, text: str) -> Content:
        """The content that a stored text of this kind of document holds."""
        raise NotImplementedError

    def read(self) -> Content:
        """The body as the rules know it."""
        return self.parse(self.body)

    def blank(self) -> Content | None:
        """The content before anything happened to it; ``None`` for a document that has to begin first."""
        return None

    def emptied(self) -> Content:
        """The content that is left when it is deleted for good: nothing of what it said."""
        raise NotImplementedError

    def evolved(self, content: Content | None, fact: Fact) -> Content | None:
        """The content after a fact; unchanged where the fact is about something else."""
        raise NotImplementedError

    def write(self, content: Content | None, number: int, *, seen: bool, is_open: bool) -> None:
        """Take over what the chronicle says as of entry ``number``; ``None`` where the beginning was undone.

        ``seen`` says whether players can see that it changes, ``is_open`` whether they may read all of it.
        """
        self.void = content is None
        if content is not None and not self.erased:
            self.body = codec.dump(content)
        if isinstance(content, Sheet):
            self.name = self.name if self.erased else content.name
            # Once it was not whole, `open_version` lacks changes for good: it never counts as whole again.
            self.whole = self.whole and is_open
        self.version += 1
        self.open_version += seen
        self.last_number = number

    @property
    def player_id(self) -> int | None:
        """The key of the user who plays it; ``None`` where nobody does."""
        return getattr(self, self.player_column) if self.player_column else None

    @property
    def others_playing(self) -> frozenset[int]:
        """The keys of users who may play it beside that one."""
        return frozenset(map(int, getattr(self, self.others_column).split())) if self.others_column else frozenset()

    @property
    def players(self) -> frozenset[int]:
        """The keys of all users who play it."""
        return self.others_playing if self.player_id is None else self.others_playing | {self.player_id}

    def played_by(self, user_id: int) -> bool:
        """Whether this user plays it, alone or beside another."""
        return self.player_id == user_id or user_id in self.others_playing

    @property
    def is_played(self) -> bool:
        """Whether a player plays it."""
        return self.player_id is not None

    def played_by_another(self, user_id: int) -> bool:
        """Whether a player other than this user decides for it."""
        return self.is_played and not self.played_by(user_id)

    @property
    def is_archived(self) -> bool:
        """Whether it lies in the archive, where documents of its kind can."""
        return getattr(self, "archived_at", None) is not None

    def project(self, entry: Any, facts: Any, *, struck: bool = False) -> None:
        """Keep rows of one's own in step with facts about this document (``struck``: they were undone)."""

    def own_rows(self, entry: Any, facts: list[Fact], *, struck: bool) -> list[Any]:
        """The rows, not saved, that an entry adds to those of this document; with ``struck`` its facts are undone."""
        return []

    def remade(self) -> None:
        """Make the rows anew that follow from the body as it is."""

    def audit(self, content: Content | None) -> list[str]:
        """Sentences on where this document's own rows differ from what the chronicle made of it; empty if nowhere."""
        return []


@cache
def document_models() -> tuple[type[Document], ...]:
    """Every model that follows the chronicle, those that are looked for most first; each write asks for them."""
    found = [model for model in apps.get_models() if issubclass(model, Document)]
    return tuple(sorted(found, key=lambda model: (not model.is_sheet, not model.is_scene)))


def all_sheets() -> models.QuerySet[Any]:
    """The documents that hold sheets, of every campaign."""
    return next(model for model in document_models() if model.is_sheet)._default_manager.all()


def all_scenes() -> models.QuerySet[Any]:
    """The documents that hold encounters, of every campaign."""
    return next(model for model in document_models() if model.is_scene)._default_manager.all()
