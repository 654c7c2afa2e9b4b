"""Rolls as rows, so that luck can be asked of the database. ``campaigns.chronicle.roll_index`` keeps them."""

from django.conf import settings
from django.db import models


class Roll(models.Model):
    """One throw of dice that stands in the chronicle: whose, what for, what it came to, and how lucky that was.

    ``player`` is who played the one who rolled when they did; nobody for those whom the game master plays.
    ``secret`` says that players know nothing of it: decided once, when its entry is written. ``struck`` that its entry
    counts as undone now.

    ``percentile`` is that of the fact. ``spread`` is a number within what equal results share of it, which its entry
    decides: those of all rolls together are even from 0 to 100 if dice are fair. It is missing, as ``expected`` is,
    where the fact says no chances.
    """

    campaign = models.ForeignKey("campaigns.Campaign", on_delete=models.CASCADE, related_name="rolls")
    entry = models.ForeignKey("campaigns.Entry", on_delete=models.PROTECT, related_name="rolls")
    #: The number of its entry, and its place among the facts there.
    number = models.PositiveBigIntegerField()
    place = models.PositiveSmallIntegerField()
    at = models.DateTimeField()
    #: The hour in which it fell, counted from long ago: evenings are parted by hours in which nothing was rolled.
    hour = models.PositiveIntegerField()
    who = models.CharField(max_length=24)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    purpose = models.TextField()
    measure = models.IntegerField()
    percentile = models.FloatField()
    spread = models.FloatField(null=True)
    expected = models.FloatField(null=True)
    typed = models.BooleanField()
    secret = models.BooleanField()
    struck = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["entry", "place"], name="one_roll_a_fact")]
        indexes = [models.Index(fields=["campaign", "number"], name="rolls_of_a_campaign")]

    def __str__(self) -> str:
        return f"{self.purpose}: {self.measure}"


class Face(models.Model):
    """A face that dice of a roll showed ``times`` times. Cards and dice that do not tell their chances are no rows."""

    roll = models.ForeignKey(Roll, on_delete=models.CASCADE, related_name="faces")
    sides = models.PositiveSmallIntegerField()
    face = models.PositiveSmallIntegerField()
    times = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["roll", "sides", "face"], name="one_row_a_face")]

    def __str__(self) -> str:
        return f"{self.times} × {self.face} on a d{self.sides}"
