"""The page of a campaign's own time."""

from typing import Any

from django.db import models
from django.utils import timezone

from campaigns.models.campaign import Campaign
from campaigns.models.documents import Content, Document
from campaigns.models.long_work import Run
from rules import codec
from rules.engine.kernel import Almanac, AlmanacFact, Fact, evolve_almanac


class AlmanacPage(Document):
    """The calendar of a campaign and the moment that it is there, from the first time that either was said."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign"], name="one_almanac_a_campaign")]

    @classmethod
    def of(cls, campaign: Campaign) -> "AlmanacPage | None":
        """The page of a campaign; ``None`` where nobody has said anything of its time."""
        return cls.objects.filter(campaign=campaign).first()

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
