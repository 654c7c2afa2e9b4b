"""Campaigns, who belongs to them, the chronicle of all that happened there, and each campaign's own book."""

from collections.abc import Iterable
from typing import Any, ClassVar, NoReturn

from django.conf import settings
from django.db import models
from django.utils import timezone

from campaigns import openbook
from campaigns.documents import Content, Document
from campaigns.long_work import LongWork
from campaigns.rolls import Face as Face
from campaigns.rolls import Roll as Roll
from rules import codec
from rules.engine.content.homebrew import completed
from rules.engine.kernel.book import Homemade, House
from rules.engine.kernel.calendars import Almanac
from rules.engine.kernel.evolve import evolve_almanac, evolve_homemade, evolve_house
from rules.engine.kernel.facts import AlmanacFact, Fact, HomebrewShown, HomebrewWithdrawn, HomebrewWritten, RuleChosen
from rules.engine.kernel.sheets import Json
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

    def __str__(self) -> str:
        return self.name

    @property
    def system(self) -> System:
        """The game that is played here."""
        return system_named(self.system_slug)


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

    def for_reading(self) -> "AppendOnlyQuerySet":
        """Entries with everything that is told of them: who wrote them, and what they take back or tell of."""
        return self.select_related("by", "struck", "tells__by", "undoes__tells", "redoes__tells")


class Entry(models.Model):
    """One thing that happened, with its facts; append-only, numbered without holes, chained by hashes.

    ``veiled`` holds the characters and the encounter that players did not know of when it happened, each by id with the
    name that must not be said (`campaigns.redaction.Hidden`): decided once, when it is written.
    ``late`` holds facts of the order of a fight that players hear of with this entry, though they happened in earlier
    ones; an empty list says that its own wait for a later one (`campaigns.audience.settle`), but a ladder behind it.
    ``tells`` names the entry that players did not hear of when it happened, and whose command, actor and author they
    read in this one (`campaigns.audience.presented`).
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
    veiled = models.TextField(default="{}")
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
        indexes = [models.Index(fields=["campaign", "encounter", "number"], name="entries_of_an_encounter")]

    def __str__(self) -> str:
        return f"{self.command} ({self.number})"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Add the entry; one that exists is never saved again."""
        if not self._state.adding:
            raise AppendOnly("The chronicle is only added to.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AppendOnly("The chronicle is only added to.")


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


class Invitation(models.Model):
    """A link that lets somebody in. Only the hash of its token is kept."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="invitations")
    public_id = models.CharField(max_length=24, unique=True, editable=False, default=new_public_id)
    token_hash = models.CharField(max_length=64, unique=True)
    role = models.CharField(max_length=12, choices=Role.choices, default=Role.PLAYER)
    uses_left = models.PositiveIntegerField(default=1)
    expires_at = models.DateTimeField()
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"Invitation to {self.campaign}"

    @property
    def is_open(self) -> bool:
        """Whether it would let somebody in now."""
        return self.uses_left > 0 and self.expires_at > timezone.now()


# -- the campaign's own book ------------------------------------------------------------------------------------------


class HousePage(Document):
    """The house rules of a campaign, from the first change on; ``before`` are those that held until then.

    ``Campaign.house_rules`` are those that hold now, where every rule finds them.
    """

    before = models.JSONField(default=dict)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign"], name="one_house_page_a_campaign")]

    def parse(self, text: str) -> House:
        return codec.house_from(text)

    def blank(self) -> House:
        """The house rules that held before the first change was written down."""
        return House(dict(self.before))

    def evolved(self, content: Content | None, fact: Fact) -> Content | None:
        if isinstance(content, House) and isinstance(fact, RuleChosen) and fact.page == self.public_id:
            return evolve_house(content, fact)
        return content

    def project(self, entry: Any, facts: Any, *, struck: bool = False) -> None:
        """Let the campaign have the rules that are chosen now."""
        entry.campaign.house_rules = codec.house_from(self.body).rules
        entry.campaign.save(update_fields=["house_rules"])

    def audit(self, content: Content | None) -> list[str]:
        """A complaint if the house rules that rules find are not those that the chronicle makes."""
        chosen = content.rules if isinstance(content, House) else None
        same = chosen == self.campaign.house_rules
        return [] if same else [f"the house rules of {self.campaign.public_id} are not those of its chronicle"]


class Homebrew(Document):
    """An entry of the campaign's own compendium. A ``secret`` one is not for players, a withdrawn one for nobody."""

    section = models.CharField(max_length=40)
    withdrawn = models.BooleanField(default=False)

    following: ClassVar[tuple[str, ...]] = (*Document.following, "section", "withdrawn")

    class Meta:
        indexes = [models.Index(fields=["campaign", "section", "withdrawn"], name="homebrew_of_a_section")]

    @property
    def homemade(self) -> Homemade:
        return codec.homemade_from(self.body)

    @property
    def figures(self) -> dict[str, Json]:
        """Its figures as its game asks for them now."""
        return completed(self.campaign.system.shelves()[self.section], self.homemade.told)

    def parse(self, text: str) -> Homemade:
        return codec.homemade_from(text)

    def evolved(self, content: Content | None, fact: Fact) -> Content | None:
        if content is not None and not isinstance(content, Homemade):
            return content
        if isinstance(fact, HomebrewWritten | HomebrewShown | HomebrewWithdrawn) and fact.page == self.public_id:
            return evolve_homemade(content, fact)
        return content

    def write(self, content: Content | None, number: int, *, seen: bool, is_open: bool) -> None:
        """Take over what the chronicle says, and the columns that lists look for."""
        super().write(content, number, seen=seen, is_open=is_open)
        if isinstance(content, Homemade):
            self.name, self.section, self.withdrawn = content.name, content.section, content.withdrawn

    def project(self, entry: Any, facts: Any, *, struck: bool = False) -> None:
        """Let players see it or not, as was said last, and the campaign's book hold it as it is now."""
        for fact in facts:
            if isinstance(fact, HomebrewShown) and fact.page == self.public_id:
                self.secret = fact.to_players is struck
        self.save(update_fields=["secret"])
        entry.campaign.book = openbook.bound_with(entry.campaign.book, self)
        entry.campaign.save(update_fields=["book"])

    def audit(self, content: Content | None) -> list[str]:
        """A complaint if players may see it although the chronicle hides it from them, or the other way round."""
        entries = Entry.objects.filter(
            touches__document=self.public_id, struck=None, undoes=None, redoes=None, facts__contains='"homebrew_shown"'
        )
        last = entries.order_by("-number").first()
        said = [fact for fact in codec.facts_from(last.facts) if isinstance(fact, HomebrewShown)] if last else []
        wrong = bool(said) and said[-1].to_players is self.secret
        return [f"{self.public_id} is not shown to players as its chronicle says"] if wrong else []


# -- the campaign's own time ------------------------------------------------------------------------------------------


class AlmanacPage(Document):
    """The calendar of a campaign and the moment that it is there, from the first time that either was said."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign"], name="one_almanac_a_campaign")]

    def parse(self, text: str) -> Almanac:
        return codec.almanac_from(text)

    @property
    def almanac(self) -> Almanac:
        """The calendar and the moment as they are now."""
        return self.parse(self.body) if self.version else self.blank()

    def blank(self) -> Almanac:
        """The morning of the first day, by a plain calendar."""
        return Almanac()

    def evolved(self, content: Content | None, fact: Fact) -> Content | None:
        if isinstance(content, Almanac) and isinstance(fact, AlmanacFact) and fact.page == self.public_id:
            return evolve_almanac(content, fact)
        return content

    def project(self, entry: Any, facts: Any, *, struck: bool = False) -> None:
        """Cancel the run for time that was taken back; take it up again with the time, if it had made no roll."""
        turned = entry.undoes if struck else entry.redoes
        if turned is None:
            return
        mine = Run.objects.filter(campaign=entry.campaign_id, key=Run.key_for(turned))
        rose = models.F("version") + 1
        if struck:
            mine.filter(state__in=Run.OPEN).update(state=Run.State.CANCELLED, why=Run.TAKEN_BACK, version=rose)
        else:
            ended = mine.filter(state=Run.State.CANCELLED, why=Run.TAKEN_BACK, steps=0)
            ended.update(state=Run.State.GOING, why="", version=rose, due_at=timezone.now())


# -- long work --------------------------------------------------------------------------------------------------------


class Run(LongWork):
    """Long tests that the worker carries on by itself: what was asked for, and how far it has come.

    The truth is the chronicle, in which every step is an entry of its own.
    """

    class Kind(models.TextChoices):
        END = "end", "To the end"
        TIME = "time", "Time goes by"

    class State(models.TextChoices):
        GOING = "going", "Under way"
        PAUSED = "paused", "Paused"
        STOPPED = "stopped", "Stopped"
        DONE = "done", "Done"
        CANCELLED = "cancelled", "Cancelled"

    OPEN = (State.GOING, State.PAUSED, State.STOPPED)
    GOING_ON = (State.GOING,)
    #: The ``why`` of a run that ended because its time was undone.
    TAKEN_BACK = "The time for it was taken back."

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="runs")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    state = models.CharField(max_length=10, choices=State.choices, default=State.GOING)
    #: The tests, each as [who, key, label]; for how much time, and the tests ("who/key") for which it has yet to pass.
    tests = models.JSONField(default=list, blank=True)
    amount = models.PositiveIntegerField(default=0)
    unit = models.CharField(max_length=20, blank=True)
    people = models.JSONField(default=list, blank=True)
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
        return f"run-{self.public_id}-"
