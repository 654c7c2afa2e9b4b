"""Reading a session for one audience: its entries with the facts that they may know, and who is who.

Nothing of an entry goes further than through `campaigns.audience`: a summary is made from what its readers saw.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from campaigns.audience import access, encounters, history
from campaigns.audience.viewers import Viewer
from campaigns.calendar.sessions import Scene, Stretch
from campaigns.chronicle.replay import bodies_at
from campaigns.models import Campaign, Document, Entry, Role, all_scenes, all_sheets
from rules import codec
from rules.engine.kernel import Fact, Sheet
from rules.engine.system.protocol import System


@dataclass(frozen=True, slots=True)
class Seen:
    """An entry with the facts that the audience may know; ``encounter`` is empty where they know of none."""

    id: str
    number: int
    at: datetime
    actor: str
    encounter: str
    command: str
    facts: list[Fact]


@dataclass(frozen=True, slots=True)
class Fight:
    """An encounter by name, with the sides of those who are in it, and how far it was as the session began."""

    name: str
    sides: Mapping[str, str]
    #: Those of the players' side who stood in it then.
    party: Sequence[str] = ()
    round: int = 0
    was_over: bool = False


@dataclass(frozen=True, slots=True)
class Record:
    """All of a session that one audience knows of."""

    campaign: Campaign
    viewer: Viewer
    stretch: Stretch
    entries: list[Seen]
    people: list[Document]
    fights: Mapping[str, Fight]
    #: Those whom players play, as far as the audience may read their sheets, and the sheets as the session began; of
    #: whoever began later there is none.
    players: frozenset[str]
    party: Mapping[str, Sheet]

    @property
    def system(self) -> System:
        return self.campaign.system

    @property
    def names(self) -> dict[str, str]:
        return {one.public_id: one.name for one in self.people}

    @property
    def scenes(self) -> list[Scene]:
        return self.stretch.scenes


def read(campaign: Campaign, stretch: Stretch, viewer: Viewer, people: list[Document]) -> Record:
    """A session for one audience, in a fixed number of queries."""
    entries = Entry.objects.counting().filter(campaign=campaign, number__gt=stretch.first)
    if stretch.end is not None:
        entries = entries.filter(number__lte=stretch.end)
    found = [_seen(entry, viewer) for entry in entries.for_reading().order_by("number")]
    known = [one for one in found if one.facts]
    scenes = _scenes(campaign, {one.encounter for one in known} - {""}, viewer)
    party = [one for one in people if is_of_party(one) and (viewer.is_gm or one.public_id in viewer.open_sheets)]
    players = frozenset(one.public_id for one in party)
    begun = bodies_at([*party, *scenes], [stretch.first])[0] if party or scenes else {}
    fights = {one.public_id: _fight(one, begun.get(one.public_id, ""), viewer) for one in scenes}
    sheets = {one.public_id: codec.sheet_from(begun[one.public_id]) for one in party if one.public_id in begun}
    return Record(campaign, viewer, stretch, known, people, fights, players, sheets)


def _seen(entry: Entry, viewer: Viewer) -> Seen:
    told = history.presented(entry, viewer)
    veiled = frozenset() if viewer.is_gm else history.veiled_in(entry)
    return Seen(
        id=entry.public_id,
        number=entry.number,
        at=entry.at,
        actor="" if told.actor in veiled else told.actor,
        encounter="" if entry.encounter in veiled else entry.encounter,
        command=history.seen_command(entry, viewer),
        facts=history.seen_facts(entry, viewer),
    )


def _scenes(campaign: Campaign, ids: set[str], viewer: Viewer) -> list[Document]:
    """The encounters, as far as they are open to the audience; whoever stands in them is looked up by id alone."""
    role = Role.GM if viewer.is_gm else Role.PLAYER
    return list(all_scenes().filter(access.open_to(role), campaign=campaign, public_id__in=ids).order_by("pk"))


def _fight(scene: Document, begun: str, viewer: Viewer) -> Fight:
    if not begun:
        return Fight(scene.name, _sides(scene))
    then = encounters.known_encounter(codec.encounter_from(begun), viewer)
    party = [who for who, one in then.combatants.items() if one.side == "party"]
    return Fight(scene.name, _sides(scene), party, then.round, then.stage == "over")


def _sides(scene: Document) -> dict[str, str]:
    return {who: one.side for who, one in codec.encounter_from(scene.body).combatants.items()}


# -- people ------------------------------------------------------------------------------------------------------------


def is_of_party(document: Document) -> bool:
    """Whether a player plays somebody."""
    return bool(document.player_column) and getattr(document, document.player_column) is not None


def all_people(campaign: Campaign) -> list[Document]:
    """Everybody in a campaign, without their sheets."""
    return list(all_sheets().filter(campaign=campaign, void=False).defer("body").order_by("pk"))
