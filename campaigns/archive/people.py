"""The people of an archive: who they are there, who takes their places here, and who belongs to the campaign."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from campaigns.archive.format import Moment, PersonRow, PublicId, Row
from campaigns.archive.format import Role as RoleName
from campaigns.archive.parts import Arrival, Contents, Leaving, Part
from campaigns.models import Membership, Role
from rules.engine.character.names import check_name
from rules.engine.kernel import Refused
from winterhall.accounts.models import User

#: The most people of an archive.
MOST = 500


class MemberRow(Row, kw_only=True):
    """The place of a person in the campaign."""

    model = Membership
    user: PublicId
    role: RoleName
    joined_at: Moment


class MembersPart(Part[MemberRow]):
    name = "members"
    shape = MemberRow

    def rows(self, leaving: Leaving) -> Iterator[MemberRow]:
        places = Membership.objects.filter(campaign=leaving.campaign).select_related("user")
        for place in places.order_by("joined_at", "pk"):
            leaving.people[place.user_id] = place.user
            yield leaving.row(MemberRow, place)

    def check(self, row: MemberRow, contents: Contents) -> None:
        if row.role not in Role.values:
            raise Refused(f"members.json: there is no role {row.role!r}.", "archive")
        contents.refuse_unknown(self.name, row.user, contents.people)
        contents.define(self.name, f"member {row.user}")

    def keep(self, rows: Iterator[MemberRow], arrival: Arrival) -> None:
        made = [
            Membership(campaign=arrival.campaign, **arrival.columns(row))
            for row in rows
            if row.user not in arrival.to_invite
        ]
        Membership.objects.bulk_create(made)


def check_person(row: PersonRow, contents: Contents) -> None:
    """Refuse a person whose name cannot be shown, or one too many."""
    check_name(row.display_name)
    if row.public_id in contents.people:
        raise Refused(f"people.json has {row.public_id} twice.", "archive")
    contents.people.add(row.public_id)
    if len(contents.people) > MOST:
        raise Refused(f"An archive has at most {MOST} people.", "archive")


# -- who takes whose place --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Seating:
    """The places that were given out: to whom, by export id, and the user who runs the campaign from now on.

    An operator's word is taken for it that people of the same id or address are the same; of others who bring an
    archive, nobody is put into a campaign unasked.
    """

    gm: User | None = None
    given: Mapping[str, User] = field(default_factory=dict)
    by_operator: bool = False


@dataclass
class Seated:
    """The people of an archive as they are here."""

    places: dict[str, User] = field(default_factory=dict)
    authors: dict[str, User] = field(default_factory=dict)
    to_invite: set[str] = field(default_factory=set)
    #: Sentences on who came to be whom.
    said: list[str] = field(default_factory=list)


def seat(people: list[PersonRow], members: list[MemberRow], authors: set[str], seating: Seating) -> Seated:
    """Find or make a user for everybody."""
    given = dict(seating.given)
    if seating.gm is not None:
        given = {_place_of_gm(people, members, seating.gm): seating.gm} | given
    known = {user.public_id: user for user in User.objects.filter(public_id__in=[one.public_id for one in people])}
    found = Seated()
    for one in people:
        _seat(one, known.get(one.public_id), given.get(one.public_id), seating, found)
        if one.public_id in authors:
            found.authors[one.public_id] = _author(one, known.get(one.public_id), found)
    _refuse_two_places(found)
    return found


def _place_of_gm(people: list[PersonRow], members: list[MemberRow], gm: User) -> str:
    """The place that whoever brings the campaign takes: their own, or that of its first game master."""
    if any(one.public_id == gm.public_id for one in people):
        return gm.public_id
    return next((one.user for one in members if one.role == Role.GM), "")


def _seat(one: PersonRow, known: User | None, given: User | None, seating: Seating, found: Seated) -> None:
    """Let somebody take a person's place."""
    name = one.display_name
    by_address = User.objects.filter(email=one.email.lower()).first() if seating.by_operator and one.email else None
    if given is not None:
        found.places[one.public_id] = given
        found.said.append(f"{name}: {given.display_name} takes this place.")
    elif known is not None:
        found.places[one.public_id] = known
        if known.is_placeholder:
            found.said.append(f"{name}: known here, without an account.")
        elif seating.by_operator:
            found.said.append(f"{name}: known here.")
        else:
            found.to_invite.add(one.public_id)
            found.said.append(f"{name}: has an account here. Invite them: they get their characters when they join.")
    elif by_address is not None:
        found.places[one.public_id] = by_address
        found.said.append(f"{name}: has the address of {by_address.display_name}, who takes this place.")
    else:
        found.places[one.public_id] = _placeholder(one)
        found.said.append(f"{name}: not known here. Their place stays unclaimed until you give it to somebody.")


def _author(one: PersonRow, known: User | None, found: Seated) -> User:
    """The user in whose name stands what somebody wrote: entries are chained to the id of their author."""
    place = found.places[one.public_id]
    return place if place.public_id == one.public_id else known or _placeholder(one)


def _placeholder(one: PersonRow) -> User:
    """A user without an address: nobody can sign in as them."""
    user = User(public_id=one.public_id, display_name=one.display_name, is_active=False)
    user.set_unusable_password()
    user.save()
    return user


def _refuse_two_places(found: Seated) -> None:
    taken: set[int] = set()
    for user in found.places.values():
        if user.pk in taken:
            raise Refused(f"{user.display_name} would take two places. Give one of them to somebody else.", "member")
        taken.add(user.pk)
