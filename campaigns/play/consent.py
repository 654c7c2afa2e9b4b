"""Consent: changes of sheets that players want and a game master agrees to, where a campaign has it so.

What a command changes is asked of what it would do, so that every game's commands are judged alike. Whatever dice
decide, whatever is done on a turn of a fight, and whatever belongs to the making of somebody new needs no approval.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from textwrap import shorten

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone

from campaigns.audience import access
from campaigns.chronicle import notify, record
from campaigns.models import Entry, Membership, Proposal, all_sheets
from campaigns.notices import telling
from campaigns.play.changes import changes_of
from campaigns.play.deeds import act_on, label_of
from campaigns.play.game import Game
from campaigns.play.intent import Intent, KeyReused
from campaigns.play.outlook import rehearse
from campaigns.play.perform import write
from rules import codec
from rules.engine.character import creation
from rules.engine.kernel import Fact, Json, NotNow, Place, Refused, SecureDice, Sheet, facts
from rules.engine.system.protocol import command_named

#: What approval can be asked for, as game masters choose it.
KINDS = {"ranks": "Ranks and limits", "experience": "Experience", "things": "Items and coins, gained and given away"}
#: The most changes of one player that wait at once, and the most characters of a word.
MOST, WORD = 30, 200
State = Proposal.State


class NeedsApproval(Exception):
    """A change that must not happen yet, with what it would change, in words."""

    def __init__(self, changes: Sequence[str]) -> None:
        super().__init__("This needs approval.")
        self.changes = changes


class Waits(Exception):
    """A change that waits for approval from now on."""

    def __init__(self, proposal: Proposal) -> None:
        super().__init__("Your game master has to approve this. It waits until then.")
        self.proposal = proposal


def kinds_of(member: Membership) -> list[str]:
    """The kinds of changes for which the member needs approval."""
    return [] if member.is_gm else member.campaign.needs_approval.split()


def write_agreed(member: Membership, intent: Intent, act: Callable[[Game], dict[str, Json]]) -> Entry:
    """Let something happen, or let it wait where it needs approval.

    Raises:
        Waits: It waits, and nothing has changed.
    """
    kinds = kinds_of(member)
    if not kinds or (intent.encounter and _is_of_the_fight(member, intent)):
        return write(member, intent, act)
    _refuse_what_waits(member, intent)

    def judged(game: Game) -> dict[str, Json]:
        is_unmade = creation.is_unmade(game.member.campaign.system.steps, game.known)
        given = act(game)
        if not is_unmade and _changes(game, kinds):
            raise NeedsApproval(changes_of(game).words)
        return given

    try:
        return write(member, intent, judged)
    except NeedsApproval as needed:
        raise Waits(propose(member, intent, needed.changes)) from None


def _is_of_the_fight(member: Membership, intent: Intent) -> bool:
    """Whether a command belongs to the fight itself; what a sheet offers in a fight and out of it does not."""
    kind = command_named(member.campaign.system, intent.command)
    return not {kind.place, *kind.also} <= {Place.SHEET, Place.EDIT}


def _refuse_what_waits(member: Membership, intent: Intent) -> None:
    """Answer a write that comes again as the first time."""
    if not intent.key:
        return
    earlier = Proposal.objects.filter(campaign=member.campaign, by=member.user, key=intent.key).first()
    if earlier is None or earlier.state == State.AGREED:
        return
    if earlier.digest != intent.digest():
        raise KeyReused
    raise Waits(earlier)


def _changes(game: Game, kinds: Collection[str]) -> bool:
    """Whether what happened at the table is of these kinds, and no dice decided it."""
    happened = game.table.facts
    if any(isinstance(one, facts.Rolled | facts.Asked) for one in happened):
        return False
    return any(_kind_of(one, game) in kinds for one in happened)


def _kind_of(fact: Fact, game: Game) -> str:
    match fact:
        case facts.RankChanged() | facts.LimitChanged():
            return "ranks"
        case facts.ExperienceChanged():
            return "experience"
        case facts.ItemLost():
            return "things"
        case facts.ItemSet():
            return "things" if _is_more(fact, game) else ""
        case facts.ResourceChanged(resource=resource):
            return "things" if resource in _purses(game) else ""
    return ""


def _purses(game: Game) -> set[str]:
    """The resources that count coins, in a game where coins are no things."""
    return {coin.resource for coin in game.member.campaign.system.coins().values() if coin.item is None}


def _is_more(fact: facts.ItemSet, game: Game) -> bool:
    """Whether somebody has a thing that they had not, or another than it was; in use or worn down is not another."""
    document = game.sheets.documents.get(fact.who)
    before = document.read() if document else None
    had = before.items.get(fact.key) if isinstance(before, Sheet) else None
    return had is None or replace(had, in_use=False, wear=0) != replace(fact.item, in_use=False, wear=0)


# -- what waits -------------------------------------------------------------------------------------------------------


@transaction.atomic
def propose(member: Membership, intent: Intent, changes: Sequence[str] = ()) -> Proposal:
    """Let a command wait for approval; ``changes`` are what it would change, in words."""
    campaign = record.lock(member.campaign_id)
    # The same write may have come a moment before, when nobody held the lock yet.
    _refuse_what_waits(member, intent)
    if waiting(member).filter(by=member.user).count() >= MOST:
        raise NotNow("Too many of your changes are waiting already. Withdraw some, or ask your game master.")
    proposal = Proposal.objects.create(
        campaign=campaign,
        by=member.user,
        actor=intent.actor,
        command=intent.command,
        given=codec.dump(dict(intent.given)),
        key=intent.key,
        digest=intent.digest(),
    )
    telling.approval_wanted(proposal, f"{_said(proposal, changes)} {member.user} is waiting for your approval.")
    notify.look_again_on_commit(campaign)
    return proposal


def waiting(member: Membership) -> QuerySet[Proposal]:
    """The changes that wait, as far as the member may know: their own, or all for a game master; the first first."""
    found = Proposal.objects.filter(campaign=member.campaign, state=State.WAITING).select_related("by")
    return (found if member.is_gm else found.filter(by=member.user)).order_by("pk")


def intent_of(proposal: Proposal) -> Intent:
    """The write that waits; whatever its author saw then, it happens to what is there now."""
    key = proposal.key or f"approval-{proposal.public_id}"
    return Intent(proposal.command, codec.load(proposal.given), proposal.actor, key=key)


@transaction.atomic
def agree(member: Membership, proposal_id: str, word: str = "") -> Entry:
    """Let a change happen, as its author's own; where it is no longer possible it is refused, and goes on waiting."""
    access.refuse_unless_gm(member)
    proposal = _locked(member, proposal_id)
    proposal.word = _checked(word)
    place, intent = _place_of(proposal, member), intent_of(proposal)
    changes: list[str] = []

    def act(game: Game) -> dict[str, Json]:
        given = act_on(game, intent)
        changes.extend(changes_of(game).words)
        return given

    try:
        entry = write(place, intent, act)
    except PermissionDenied:
        raise Refused(f"{proposal.by} may not change this sheet any more.") from None
    _decide(proposal, State.AGREED, changes)
    return entry


def _place_of(proposal: Proposal, member: Membership) -> Membership:
    """The author of a change, as a member of the campaign."""
    place = Membership.objects.select_related("user").filter(campaign=member.campaign, user=proposal.by_id).first()
    if place is None:
        raise Refused(f"{proposal.by} is no longer in the campaign.")
    place.campaign = member.campaign
    return place


def _checked(word: str) -> str:
    word = " ".join(word.split())
    if len(word) > WORD:
        raise Refused(f"A note has at most {WORD} characters.", "word")
    return word


@transaction.atomic
def refuse(member: Membership, proposal_id: str, word: str = "") -> None:
    """Let a change not happen, and say why in a word."""
    access.refuse_unless_gm(member)
    proposal = _locked(member, proposal_id)
    proposal.word = _checked(word)
    _decide(proposal, State.REFUSED, _changes_wanted(proposal, member))


def _changes_wanted(proposal: Proposal, member: Membership) -> Sequence[str]:
    """The words for what a waiting change would do now; nothing where it is no longer possible."""
    try:
        return changes_of(rehearse(_place_of(proposal, member), intent_of(proposal), SecureDice())).words
    except (Refused, PermissionDenied):
        return ()


@transaction.atomic
def take_back(member: Membership, proposal_id: str) -> None:
    """Want a change of one's own no longer."""
    proposal = _locked(member, proposal_id)
    if proposal.by_id != member.user_id:
        raise Http404
    _decide(proposal, State.TAKEN_BACK)


def _locked(member: Membership, proposal_id: str) -> Proposal:
    """A change that waits, under the campaign's lock; what is decided already cannot be decided again."""
    member.campaign = record.lock(member.campaign_id)
    found = Proposal.objects.select_related("by").filter(campaign=member.campaign, public_id=proposal_id).first()
    if found is None or not (member.is_gm or found.by_id == member.user_id):
        raise Http404
    if found.state != State.WAITING:
        raise NotNow("This has been decided already.")
    return found


def _decide(proposal: Proposal, state: str, changes: Sequence[str] = ()) -> None:
    proposal.state, proposal.decided_at = state, timezone.now()
    proposal.save(update_fields=["state", "word", "decided_at"])
    telling.forget(proposal.public_id)
    if state != State.TAKEN_BACK:
        answer = "Your game master approves." if state == State.AGREED else "Your game master refuses."
        telling.approval_given(proposal, f"{_said(proposal, changes)} {answer} {proposal.word}".strip())
    notify.look_again_on_commit(proposal.campaign)


def _said(proposal: Proposal, changes: Sequence[str]) -> str:
    """A change in a few words: for whom, and what; as far as a notice has room for it."""
    name = all_sheets().filter(public_id=proposal.actor).values_list("name", flat=True).first() or "Somebody"
    label = label_of(proposal.command, proposal.campaign.system)
    said = f"{name}, {label.lower()}: {', '.join(changes)}" if changes else f"{name}: {label}"
    return shorten(f"{said}.", max(60, WORD - len(proposal.word)), placeholder=" …")


@transaction.atomic
def require(member: Membership, kinds: Collection[str]) -> None:
    """Choose for what players need approval from now on; what waits goes on waiting."""
    access.refuse_unless_gm(member)
    campaign = record.lock(member.campaign_id)
    campaign.needs_approval = " ".join(kind for kind in KINDS if kind in kinds)
    campaign.save(update_fields=["needs_approval"])
    notify.look_again_on_commit(campaign)
