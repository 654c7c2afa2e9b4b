"""Characters, and what can be asked of them in SQL: their ranks, and the ledger of their experience."""

from collections import defaultdict
from typing import Any, ClassVar

from django.conf import settings
from django.db import models

from campaigns.models import Content, Document, Entry
from campaigns.pictures.figures import figure
from rules import codec
from rules.engine.kernel import Begun, ExperienceChanged, Fact, RankChanged, Sheet, SheetFact, evolve_sheet


class Character(Document):
    """A person or creature of a campaign; its sheet is the document's body."""

    is_sheet: ClassVar[bool] = True
    player_column: ClassVar[str] = "owner_id"
    others_column: ClassVar[str] = "others"

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="characters"
    )
    #: The keys of users who play it, too, each between two blanks, so that one is found in it whole.
    others = models.TextField(default="", blank=True)
    kind = models.CharField(max_length=20, default="character")
    #: The moment since when it lies in the archive: lists leave it out, and whoever may archive can restore it.
    archived_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["campaign", "kind", "void"], name="characters_of_a_campaign")]

    @property
    def sheet(self) -> Sheet:
        return codec.sheet_from(self.body)

    @property
    def figure(self) -> str:
        """The figure that is drawn for it where it has no picture; empty if a player plays it."""
        return "" if self.is_played else figure(self.name)

    def emptied(self) -> Sheet:
        """A sheet without anything on it."""
        return Sheet(self.name)

    @property
    def is_creature(self) -> bool:
        """Whether it came from the bestiary."""
        return self.kind == "creature"

    def parse(self, text: str) -> Sheet:
        return codec.sheet_from(text)

    def evolved(self, content: Content | None, fact: Fact) -> Content | None:
        if content is not None and not isinstance(content, Sheet):
            return content
        if isinstance(fact, SheetFact) and fact.who == self.public_id:
            return evolve_sheet(content, fact)
        return content

    def project(self, entry: Entry, facts: list[Fact], *, struck: bool = False) -> None:
        """Keep ranks and ledger in step. The ledger only grows: what is undone is taken back by rows of its own."""
        ExperienceEntry.objects.bulk_create(self.own_rows(entry, facts, struck=struck))
        if self.void or any(isinstance(fact, RankChanged | Begun) for fact in self._about(facts)):
            self.remade()

    def own_rows(self, entry: Entry, facts: list[Fact], *, struck: bool) -> list[Any]:
        """The rows of the ledger that an entry adds."""
        earned = [change for fact in self._about(facts) for change in _experience_in(fact)]
        return [self._ledger_row(entry, change, -1 if struck else 1) for change in earned]

    def _about(self, facts: list[Fact]) -> list[Fact]:
        """The facts that are about this character."""
        return [fact for fact in facts if getattr(fact, "who", "") == self.public_id]

    def audit(self, content: Content | None) -> list[str]:
        """Compare ledger and ranks with the sheet that the chronicle makes. Whoever is deleted has no ranks."""
        sheet = content if isinstance(content, Sheet) else Sheet("")
        ranks = {(rank.kind, rank.name): rank.value for rank in self.ranks.all()}
        wanted = {} if self.erased else _flat(sheet.ranks)
        found = [] if ranks == wanted else [f"the ranks of {self.public_id} are not those of its sheet"]
        if balances(self) != _flat(sheet.experience):
            found.append(f"the ledger of {self.public_id} does not come to its experience")
        return found

    def _ledger_row(self, entry: Entry, fact: ExperienceChanged, sign: int) -> "ExperienceEntry":
        return ExperienceEntry(
            character=self,
            entry=entry,
            at=entry.at,
            hour=entry.hour,
            kind=fact.kind,
            name=fact.name,
            amount=sign * fact.by,
            reason=fact.reason if sign > 0 else f"taken back: {fact.reason}",
            bought=fact.bought,
        )

    def remade(self) -> None:
        """Write those rank rows that differ from the sheet."""
        wanted = {} if self.void or self.erased else _flat(self.sheet.ranks)
        held = {(rank.kind, rank.name): rank for rank in self.ranks.all()}
        gone = [rank.pk for at, rank in held.items() if at not in wanted]
        self.ranks.filter(pk__in=gone).delete()
        new = [Rank(character=self, kind=k, name=n, value=v) for (k, n), v in wanted.items() if (k, n) not in held]
        Rank.objects.bulk_create(new)
        changed = [rank for at, rank in held.items() if at in wanted and rank.value != wanted[at]]
        for rank in changed:
            rank.value = wanted[rank.kind, rank.name]
        Rank.objects.bulk_update(changed, ["value"])


class Rank(models.Model):
    """An attribute, skill, skill group or virtue step of a character, as the sheet has it now."""

    character = models.ForeignKey(Character, on_delete=models.CASCADE, related_name="ranks")
    kind = models.CharField(max_length=40)
    name = models.CharField(max_length=60)
    value = models.IntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["character", "kind", "name"], name="one_rank_of_a_name")]

    def __str__(self) -> str:
        return f"{self.name} {self.value}"


class ExperienceEntry(models.Model):
    """One row of the ledger of experience; only added. A raise is a debit that names the rank it bought.

    ``at`` and ``hour`` are those of its entry: they part the ledger into sessions without a look at the chronicle.
    """

    character = models.ForeignKey(Character, on_delete=models.CASCADE, related_name="experience")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    hour = models.PositiveIntegerField()
    kind = models.CharField(max_length=40)
    name = models.CharField(max_length=60)
    amount = models.IntegerField()
    reason = models.CharField(max_length=240)
    bought = models.CharField(max_length=80, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["character", "kind", "name", "id"], name="ledger_of_a_rank"),
            models.Index(fields=["character", "hour", "at"], name="ledger_of_an_hour"),
        ]

    def __str__(self) -> str:
        return f"{self.amount:+d} {self.name}"


def balances(character: Character) -> dict[tuple[str, str], int]:
    """The balance of each account of the ledger, by (kind, name), without those that are 0."""
    sums: dict[tuple[str, str], int] = defaultdict(int)
    rows: Any = character.experience.values_list("kind", "name").annotate(models.Sum("amount"))
    for kind, name, amount in rows:
        sums[kind, name] += amount
    return {at: amount for at, amount in sums.items() if amount}


def _experience_in(fact: Fact) -> list[ExperienceChanged]:
    """The changes of experience that a fact brings: a sheet may begin with some."""
    if isinstance(fact, ExperienceChanged):
        return [fact]
    if isinstance(fact, Begun):
        brought = _flat(fact.sheet.experience).items()
        return [ExperienceChanged(fact.who, kind, name, by, "brought along") for (kind, name), by in brought]
    return []


def _flat(nested: dict[str, dict[str, int]]) -> dict[tuple[str, str], int]:
    return {(kind, name): value for kind, named in nested.items() for name, value in named.items()}
