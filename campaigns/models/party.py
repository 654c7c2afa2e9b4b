"""The page of what a campaign's party owns in common."""

from django.db import models

from campaigns.models.campaign import Campaign
from campaigns.models.documents import Content, Document
from rules import codec
from rules.engine.kernel import Fact, PartyFact, Stock, evolve_stock


class PartyStock(Document):
    """The purse and the things of a campaign's party, from the first that it had."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign"], name="one_party_stock_a_campaign")]

    @classmethod
    def of(cls, campaign: Campaign) -> "PartyStock | None":
        """The page of a campaign; ``None`` where the party never had anything."""
        return cls.objects.filter(campaign=campaign).first()

    def parse(self, text: str) -> Stock:
        return codec.stock_from(text)

    @property
    def stock(self) -> Stock:
        """The coins and things as they are now."""
        return self.parse(self.body) if self.version else self.blank()

    def blank(self) -> Stock:
        """An empty purse, and no things."""
        return Stock()

    def evolved(self, content: Content | None, fact: Fact) -> Content | None:
        if isinstance(content, Stock) and isinstance(fact, PartyFact) and fact.page == self.public_id:
            return evolve_stock(content, fact)
        return content
