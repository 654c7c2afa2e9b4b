"""Making a summary for one audience: the record of what they saw, turned into a story and its numbers."""

from collections.abc import Iterable

from campaigns.audience import viewers
from campaigns.audience.viewers import Viewer
from campaigns.calendar.sessions import Stretch
from campaigns.log.said_dates import dates_between
from campaigns.models import Campaign, Document, Membership, own_book
from campaigns.summaries import figures, prose
from campaigns.summaries.digest import digest
from campaigns.summaries.naming import Cast, creatures_of
from campaigns.summaries.reading import read
from campaigns.summaries.recap import lost, recap
from campaigns.summaries.version import Version
from rules.engine.kernel import opened
from rules.engine.system.protocol import Harm

#: Everybody who plays nobody: what they see, all players see.
OBSERVER = "observer"


def audiences(campaign: Campaign, people: list[Document]) -> dict[str, Viewer]:
    """Everybody for whom a summary is made, by the key of their audience: game masters, onlookers, each player."""
    places = Membership.objects.filter(campaign=campaign)
    found = {"gm": Viewer(is_gm=True), OBSERVER: observer_of(people)}
    seen = (viewers.viewer_of(place, people) for place in places)
    return found | {one.audience: one for one in sorted(seen, key=lambda one: one.audience)}


def observer_of(people: Iterable[Document]) -> Viewer:
    """The viewer who sees no more than everybody does."""
    return Viewer(False, frozenset(), frozenset(one.public_id for one in people if not one.secret))


def make(campaign: Campaign, stretch: Stretch, viewer: Viewer, people: list[Document]) -> Version:
    """The summary of a session for one audience, in a fixed number of queries."""
    with opened(own_book.book_of(campaign, is_gm=viewer.is_gm)):
        record = read(campaign, stretch, viewer, people)
        cast = Cast(record.names, record.players, creatures_of(campaign.system_slug))
        scenes = digest(record, cast)
        # Where armour may take all of a blow, it wounds whom it hurts.
        hits = "wounds" if isinstance(record.system.retelling.blow, Harm) else "hits"
        told = prose.story(scenes, cast, hits)
        curves, states = figures.curves(record)
        left = list(figures.in_danger(states))
        return Version(
            scenes=prose.by_first_names(prose.ending(told, left), cast),
            recap=recap(scenes, cast, left),
            lost=lost(scenes, cast),
            people=states,
            experience=figures.experience(record),
            luck=figures.luck(record),
            best=figures.best(record),
            worst=figures.worst(record),
            rare=prose.remembered(scenes, cast),
            curves=curves,
            dates=tuple(date for _, date in dates_between(campaign, stretch.first, stretch.end)),
        )
