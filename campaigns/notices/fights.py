"""Notices of fights: who is asked, whose turn it is, who is next. They follow from the fight as its players see it."""

from collections.abc import Iterable, Iterator, Sequence

from django.db.models import Exists, OuterRef
from django.urls import reverse

from campaigns.audience.encounters import seen_encounter
from campaigns.audience.viewers import Viewer
from campaigns.models import Campaign, Document, Membership, Notice, PushDevice, Role, all_scenes, all_sheets
from campaigns.notices import push
from rules import codec
from rules.engine.kernel import Encounter, in_words

#: The most characters of a notice.
MOST = 300


def keep(scene: Document, state: Encounter, people: Iterable[Document]) -> None:
    """Let the notices of a fight be those that follow from it now; ``people`` are who takes part."""
    is_open = not scene.secret and scene.binned_at is None
    wanted = {one.occasion: one for one in _wanted(scene, state, list(people))} if is_open else {}
    standing = {one.occasion: one.pk for one in Notice.objects.filter(about=scene.public_id, kind__in=Notice.OF_FIGHTS)}
    over = [standing[occasion] for occasion in standing.keys() - wanted.keys()]
    if over:
        Notice.objects.filter(pk__in=over).delete()
    fresh = [one for occasion, one in wanted.items() if occasion not in standing]
    if fresh:
        _tell(scene, fresh)


def keep_stored(campaign: Campaign, encounter_id: str) -> None:
    """Let the notices of a fight follow from what is stored of it."""
    scene = all_scenes().filter(campaign=campaign, public_id=encounter_id).first()
    if scene is None:
        return
    state = codec.encounter_from(scene.body)
    there = all_sheets().filter(campaign=campaign, public_id__in=list(state.combatants), void=False)
    keep(scene, state, there.defer("body"))


def _tell(scene: Document, fresh: Sequence[Notice]) -> None:
    """Tell players alone: a game master or an observer who owns somebody plays nobody."""
    users = {one.user_id for one in fresh}
    places = Membership.objects.filter(campaign=scene.campaign_id, role=Role.PLAYER, user__in=users)
    has_device = Exists(PushDevice.objects.filter(user=OuterRef("user")))
    players = dict(places.values_list("user_id", has_device))
    told = [one for one in fresh if one.user_id in players]
    Notice.objects.bulk_create(told, ignore_conflicts=True)
    if any(players.values()):
        push.say(one for one in told if players[one.user_id])


def _wanted(scene: Document, state: Encounter, people: Sequence[Document]) -> Iterator[Notice]:
    theirs: dict[int, set[str]] = {}
    for one in people:
        for player in one.players if one.public_id in state.combatants else ():
            theirs.setdefault(player, set()).add(one.public_id)
    names = {one.public_id: one.name for one in people}
    known = {one.public_id for one in people if not one.secret}
    for user_id, plays in theirs.items():
        viewer = Viewer(False, frozenset(plays), frozenset(known | plays))
        for kind, key, who, text in _occasions(scene, seen_encounter(state, viewer), viewer, names):
            address = f"{reverse('combat:table', args=[scene.campaign.public_id, scene.public_id])}?as={who}"
            yield Notice(
                user_id=user_id,
                campaign_id=scene.campaign_id,
                kind=kind,
                about=scene.public_id,
                key=key,
                text=text[:MOST],
                address=address,
            )


def _occasions(
    scene: Document, seen: Encounter, viewer: Viewer, names: dict[str, str]
) -> Iterator[tuple[str, str, str, str]]:
    """Kind, key, character and text of each thing that a player is to hear of."""
    for ask in seen.asks.values():
        if ask.to in viewer.plays and not ask.for_gm:
            yield Notice.Kind.ASK, ask.key, ask.to, f"{names[ask.to]}: {in_words(ask.title, names)}"
    current = seen.current
    if seen.stage != "fighting" or current is None or seen.pressing:
        return
    key = f"{seen.round} {current.key}"
    if current.who in viewer.plays:
        yield Notice.Kind.TURN, key, current.who, f"{names[current.who]}, it is your turn in {scene.name}."
    ahead = seen.ladder[seen.ladder.index(current) + 1 :]
    after = next((rung for rung in ahead if not rung.done), None)
    if after and after.who in viewer.plays and after.who != current.who:
        yield Notice.Kind.NEXT, f"{seen.round} {after.key}", after.who, f"{names[after.who]} is next in {scene.name}."
