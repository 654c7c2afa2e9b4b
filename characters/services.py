"""Writing characters: how one comes into a campaign. Everything after that is play."""

from collections.abc import Collection
from dataclasses import replace

from django.db import transaction
from django.utils import timezone

from campaigns.audience import access, encounters, sight, viewers
from campaigns.audience.journal import kept
from campaigns.audience.redaction import NOBODY
from campaigns.chronicle import notify, record
from campaigns.homebrew import compendium
from campaigns.models import Entry, Membership, Role
from campaigns.play.game import Game
from campaigns.play.intent import Intent
from campaigns.play.perform import perform, write
from characters.creation.heroes import hero_sheet
from characters.creation.steps import Way, is_unmade
from characters.models import Character
from rules.engine.character.names import check_name
from rules.engine.kernel import Begun, Json, Refused, Sheet
from winterhall.accounts.models import User, new_public_id

#: The letters of a name that a copy takes over: with what is put behind it, it still fits.
_MOST_COPIED = 100


def begin(
    member: Membership,
    *,
    name: str,
    owner: User | None,
    secret: bool = False,
    sheet: Sheet | None = None,
    key: str | None = None,
    way: Way = Way.READY,
    hero: str = "",
) -> Character:
    """Let a character begin in the member's campaign, with a beginner's sheet if none is given."""
    system = member.campaign.system
    begun = sheet or system.fresh_sheet(name)
    check_name(begun.name)

    def act(game: Game) -> dict[str, Json]:
        make(game, begun, owner=owner, secret=secret)
        return {"name": begun.name, **({"hero": hero} if hero else {})}

    given = {"name": begun.name, "secret": secret, "owner": owner.public_id if owner else ""}
    if way is not Way.READY:
        given["way"] = way.value
    if hero:
        given["hero"] = hero
    entry = write(member, Intent("character.begin", given, key=key), act)
    return begun_by(entry)


@transaction.atomic
def make_by(
    member: Membership,
    *,
    way: Way,
    name: str,
    owner: User | None,
    secret: bool = False,
    key: str | None = None,
    hero: str = "",
) -> Character:
    """Let a character begin in one of the game's ways, or as one of its heroes, renamed if a name is given."""
    if hero:
        sheet = hero_sheet(member, hero, name)
        return begin(member, name=sheet.name, owner=owner, secret=secret, sheet=sheet, key=key, hero=hero)
    if way is Way.READY:
        return begin(member, name=name, owner=owner, secret=secret, key=key)
    system = member.campaign.system
    unmade = system.unmade_sheet(name)
    character = begin(member, name=name, owner=owner, secret=secret, sheet=unmade, key=key, way=way)
    if way is Way.RANDOM and is_unmade(member.campaign, character.public_id, character.sheet):
        perform(member, Intent(system.at_random, actor=character.public_id))
        character.refresh_from_db()
    return character


def meet(
    member: Membership, *, name: str, creature: str = "", hero: str = "", secret: bool, key: str | None = None
) -> Character:
    """Bring in somebody for the game master to play: a creature, a ready-made hero, or a person who is a beginner."""
    if creature:
        sheet = compendium.creature(member, creature)
        sheet.name = name or sheet.name
        return begin(member, name=name, owner=None, secret=secret, sheet=sheet, key=key)
    if hero:
        return make_by(member, way=Way.READY, name=name, owner=None, secret=secret, key=key, hero=hero)
    return begin(member, name=name, owner=None, secret=secret, key=key)


def make(game: Game, sheet: Sheet, *, owner: User | None, secret: bool, public_id: str | None = None) -> Character:
    """Add the row of a character, and let its sheet begin on the table."""
    character = Character.objects.create(
        public_id=public_id or new_public_id(),
        campaign=game.member.campaign,
        name=sheet.name,
        kind=sheet.kind,
        owner=owner,
        secret=secret,
    )
    game.sheets.documents[character.public_id] = character
    game.table.happen(Begun(character.public_id, sheet))
    return character


def begun_by(entry: Entry) -> Character:
    """The character that an entry began."""
    return Character.objects.get(public_id=entry.touches.order_by("pk").values_list("document", flat=True)[0])


@transaction.atomic
def hand_over(member: Membership, character: Character, *, to: User | None) -> None:
    """Give a character to a member to play, or (``None``) back to the game master. What somebody plays is no secret."""
    campaign = record.lock(member.campaign_id)
    if to is not None and not campaign.memberships.filter(user=to).exists():
        raise Refused("Only members of the campaign can play in it. Invite them first.", "to")
    # The lock matters: an entry that is being written saves the whole row.
    opened = {"others": ""} if to is None else {"secret": False}
    Character.objects.filter(pk=character.pk).update(owner=to, **opened)
    notify.look_again_on_commit(campaign)


@transaction.atomic
def share(member: Membership, character: Character, *, to: Collection[User]) -> None:
    """Let these members, and no others, play a character beside the player whose it is."""
    campaign = record.lock(member.campaign_id)
    access.refuse_unless_gm(member)
    keys = {user.pk for user in to}
    places = campaign.memberships.filter(user__in=keys, role=Role.PLAYER)
    if places.count() != len(keys):
        raise Refused("Only players of the campaign can play a character.", "others")
    Character.objects.filter(pk=character.pk).update(others=kept(keys - {character.owner_id}))
    notify.look_again_on_commit(campaign)


@transaction.atomic
def archive(member: Membership, character: Character, *, archived: bool) -> None:
    """Move a character out of the lists of the campaign, or bring them back; the chronicle keeps what they did."""
    campaign = record.lock(member.campaign_id)
    if archived and encounters.is_fighting(member, character.public_id):
        raise Refused(f"{character} is in a fight. End the fight first, or take them out of it.")
    Character.objects.filter(pk=character.pk).update(archived_at=timezone.now() if archived else None)
    notify.look_again_on_commit(campaign)


def copy(member: Membership, character: Character, *, key: str | None = None) -> Character:
    """A new character with the same sheet: a player's own, or the game master's and secret."""
    hidden = NOBODY if member.is_gm else encounters.unknown_to_players(member.campaign_id, character.body)
    seen = sight.seen_sheet(character.sheet, viewers.viewer(member), hidden)
    sheet = replace(seen, name=f"{character.name[:_MOST_COPIED]} (copy)")
    owner = None if member.is_gm else member.user
    return begin(member, name=sheet.name, owner=owner, secret=member.is_gm, sheet=sheet, key=key)


@transaction.atomic
def show(member: Membership, character: Character, *, is_open: bool) -> None:
    """Let players open a sheet, or keep it from them again."""
    campaign = record.lock(member.campaign_id)
    Character.objects.filter(pk=character.pk).update(secret=not is_open)
    notify.look_again_on_commit(campaign)
