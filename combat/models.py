"""Encounters: fights that are prepared, fought and over; and forecasts, which are fought for nobody to see."""

from collections import Counter
from typing import ClassVar

from django.conf import settings
from django.db import models

from campaigns.models import Content, Document, LongWork
from rules import codec
from rules.engine.forecast import CHUNK
from rules.engine.kernel import Encounter as State
from rules.engine.kernel import Fact, SceneFact, evolve_encounter
from winterhall.accounts.models import new_public_id

#: The side of those who are played.
PARTY, FOES = "party", "foes"


class Encounter(Document):
    """A fight of a campaign; its state is the document's body."""

    is_scene: ClassVar[bool] = True

    #: The moment since when it lies in the archive: lists leave it out, and whoever may archive can restore it.
    archived_at = models.DateTimeField(null=True, blank=True)

    @property
    def state(self) -> State:
        return codec.encounter_from(self.body)

    def parse(self, text: str) -> State:
        return codec.encounter_from(text)

    def emptied(self) -> State:
        """A fight in which nobody takes part."""
        return State()

    def blank(self) -> State:
        """An encounter in which nobody takes part yet."""
        return State()

    def evolved(self, content: Content | None, fact: Fact) -> Content | None:
        if isinstance(content, State) and isinstance(fact, SceneFact):
            return evolve_encounter(content, fact)
        return content


class Template(models.Model):
    """The cast and the board of an encounter, kept to begin others from.

    Its creatures stand there by key, hidden or not, each with its place.

    It is the game masters' own, and no part of the chronicle: nothing of it happens.
    """

    public_id = models.CharField(max_length=24, unique=True, editable=False, default=new_public_id)
    campaign = models.ForeignKey("campaigns.Campaign", on_delete=models.CASCADE, related_name="templates")
    name = models.CharField(max_length=120)
    #: The creatures in the order in which they come, as {creature, called, hidden, x, y, facing}.
    cast = models.JSONField(default=list)
    #: The facts that draw its lines and its fog, as text.
    board = models.TextField(default="[]", blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name

    @property
    def summary(self) -> str:
        """The creatures, counted: "3 Skeleton, 1 Draugr (hidden)"."""
        counted = Counter((str(one["called"]), bool(one["hidden"])) for one in self.cast)
        return ", ".join(
            f"{count} {called}{' (hidden)' if hidden else ''}" for (called, hidden), count in counted.items()
        )


class SharedReplay(models.Model):
    """The link by which everybody may watch a fight again, without an account; deleted, it opens nothing.

    The token is kept as it is, so that game masters find the link again: it opens what an observer sees, to be read.
    ``showcase`` puts the link on the page that welcomes strangers.
    """

    encounter = models.OneToOneField(Encounter, on_delete=models.CASCADE, related_name="shared_replay")
    token = models.CharField(max_length=43, unique=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    showcase = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"The link to {self.encounter}"


class Forecast(LongWork):
    """A fight that the worker plays many times: what was asked for, and how far it has come.

    It is the game master's, and no part of the chronicle: nothing of it happens. Everything that it hangs on is kept
    from the moment when it was asked for. ``done`` counts chunks: whoever counts one says which, so that none counts
    twice.
    """

    class State(models.TextChoices):
        WAITING = "waiting", "Waiting"
        RUNNING = "running", "Playing"
        DONE = "done", "Done"
        CANCELLED = "cancelled", "Cancelled"
        FAILED = "failed", "Failed"

    OPEN = GOING_ON = (State.WAITING, State.RUNNING)

    campaign = models.ForeignKey("campaigns.Campaign", on_delete=models.CASCADE, related_name="forecasts")
    encounter = models.ForeignKey(Encounter, on_delete=models.CASCADE, related_name="forecasts")
    fights = models.PositiveIntegerField()
    seed = models.CharField(max_length=40)
    #: The policy of each side, by its key.
    policies = models.JSONField(default=dict)
    #: The difference of each variant but the first, as {kind, who, to}.
    what_ifs = models.JSONField(default=list, blank=True)
    #: The campaign's own book, as rules found it open.
    book = models.TextField()
    chunk = models.PositiveSmallIntegerField(default=CHUNK)
    done = models.PositiveIntegerField(default=0)
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign", "by", "key"], name="one_forecast_a_key")]
        indexes = [models.Index(fields=["state", "due_at"], name="forecasts_left_behind")]

    def __str__(self) -> str:
        return f"{self.fights} fights ({self.get_state_display()})"

    @property
    def variants_asked(self) -> int:
        """The number of variants: the fight as it stands, and one for each what-if."""
        return 1 + len(self.what_ifs)

    @property
    def chunks_each(self) -> int:
        """The number of chunks of one variant; the last may be smaller."""
        return -(-self.fights // self.chunk)

    @property
    def chunks(self) -> int:
        return self.chunks_each * self.variants_asked

    @property
    def all_fights(self) -> int:
        """The number of fights of all variants together."""
        return self.fights * self.variants_asked

    @property
    def played(self) -> int:
        """The number of fights that have been played and counted."""
        whole, more = divmod(self.done, self.chunks_each)
        return whole * self.fights + min(more * self.chunk, self.fights)

    @property
    def share(self) -> float:
        """The share of fights that have been played, from 0 to 1."""
        return self.played / self.all_fights


class Variant(models.Model):
    """One of the fights that a forecast compares: where it begins, and what came of those that were played."""

    forecast = models.ForeignKey(Forecast, on_delete=models.CASCADE, related_name="variants")
    place = models.PositiveSmallIntegerField()
    label = models.CharField(max_length=300)
    setting = models.TextField()
    tally = models.JSONField(default=list, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["forecast", "place"], name="variants_in_order")]
        ordering = ("forecast", "place")

    def __str__(self) -> str:
        return self.label
