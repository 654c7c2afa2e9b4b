"""Pictures: of a campaign, of somebody in it, or the ground of an encounter. Their bytes are files."""

from django.db import models

from winterhall.accounts.models import new_public_id


class Picture(models.Model):
    """The picture of one thing in a campaign; the row stays when it is taken away, and goes on counting versions.

    ``of`` is the public id of what it shows: the campaign itself, or one of its documents. ``public_id`` is drawn anew
    with every picture, so that an address never shows another one, and names its files.
    """

    campaign = models.ForeignKey("campaigns.Campaign", on_delete=models.CASCADE, related_name="pictures")
    of = models.CharField(max_length=24, unique=True)
    public_id = models.CharField(max_length=24, unique=True, editable=False, default=new_public_id)
    version = models.PositiveIntegerField(default=0)
    #: The size of the whole picture in pixels; 0 where there is none.
    width = models.PositiveSmallIntegerField(default=0)
    height = models.PositiveSmallIntegerField(default=0)
    #: The grid of squares that was found in a ground, in pixels of the whole: their side, and where its lines begin.
    grid_side = models.FloatField(null=True)
    grid_left = models.FloatField(null=True)
    grid_top = models.FloatField(null=True)
    changed_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"The picture of {self.of}"

    @property
    def is_there(self) -> bool:
        """Whether there is a picture now."""
        return self.width > 0
