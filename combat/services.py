"""Encounters beside play: their list, preparing one, and bringing people and creatures in."""

from dataclasses import replace

from django.db import transaction
from django.http import Http404
from django.utils import timezone

from campaigns.audience import access
from campaigns.audience import encounters as audience_encounters
from campaigns.chronicle import notify, record
from campaigns.homebrew import compendium
from campaigns.models import Entry, Membership
from campaigns.notices import fights
from campaigns.play import simple_answers
from campaigns.play.game import Game
from campaigns.play.intent import Intent
from campaigns.play.perform import perform, write
from characters.models import Character
from characters.services import make
from combat.models import PARTY, Encounter
from rules import codec
from rules.engine.character.names import check_name
from rules.engine.fight import Join, free_name, is_foggy, lettered, names_in
from rules.engine.kernel import Encounter as State
from rules.engine.kernel import Joined, Json, Order, Refused, SecureDice, commands
from winterhall.api.throttles import Allowance

#: The most pings of one person in a minute.
PINGS_PER_MINUTE = 30
_PINGS = Allowance("ping")
#: A token that is dragged says some four times a second where it is.
DRAGS_PER_MINUTE = 300
_DRAGS = Allowance("drag")
#: So long may a name be to which a number comes.
_LONGEST_NAME = 115
#: Metres to the north where the party, its foes and those who hide stand when they come.
PARTY_ROW, FOES_ROW, HIDDEN_ROW = 0.0, 6.0, 8.0


def encounters(member: Membership, *, archived: bool = False) -> list[tuple[Encounter, Order]]:
    """The encounters of a campaign that the member may open, the newest first, each with how far it is for them."""
    there = Encounter.objects.filter(archived_at__isnull=not archived)
    found = access.visible(member, there).order_by("-created_at", "-pk")
    return [(one, audience_encounters.order_for(one.state, is_gm=member.is_gm)) for one in found]


# -- preparing, and who comes -----------------------------------------------------------------------------------------


def next_name(member: Membership) -> str:
    """The name of a fight that nobody has named: by its number in the campaign."""
    return f"Fight {Encounter.objects.filter(campaign=member.campaign).count() + 1}"


def free_title(member: Membership, name: str) -> str:
    """A name that no encounter of the campaign has yet: "At the gate", then "At the gate 2" ..."""
    taken = set(Encounter.objects.filter(campaign=member.campaign).values_list("name", flat=True))
    return free_name(name[:_LONGEST_NAME], taken) if name in taken else name


def prepare(member: Membership, *, name: str = "", secret: bool = True) -> Encounter:
    """Prepare an encounter, numbered if it has no name; players see it once it is no longer secret."""
    name = name or next_name(member)
    check_name(name)
    return Encounter.objects.create(campaign=member.campaign, name=name, secret=secret)


@transaction.atomic
def open_to_players(member: Membership, encounter: Encounter, *, is_open: bool) -> None:
    """Let players see a prepared encounter, or hide it again."""
    Encounter.objects.filter(pk=encounter.pk).update(secret=not is_open)
    fights.keep_stored(member.campaign, encounter.public_id)
    notify.look_again_on_commit(member.campaign)


@transaction.atomic
def show_and_begin(member: Membership, encounter: Encounter, intent: Intent) -> Entry:
    """Let players see a prepared encounter, and let it begin; neither, where the rules refuse the beginning."""
    # Whatever is written locks the campaign first: in another order two writes would wait for each other.
    record.lock(member.campaign_id)
    open_to_players(member, encounter, is_open=True)
    return simple_answers.perform(member, replace(intent, encounter=encounter.public_id))


@transaction.atomic
def archive(member: Membership, encounter: Encounter, *, archived: bool) -> None:
    """Move an encounter out of the lists of the campaign, or bring it back."""
    if archived and encounter.state.stage == "fighting":
        raise Refused("This fight is still running. End it first.")
    Encounter.objects.filter(pk=encounter.pk).update(archived_at=timezone.now() if archived else None)
    notify.look_again_on_commit(member.campaign)


def may_ping(member: Membership) -> bool:
    """Whether somebody may point at the board once more in this minute; a ping is spent."""
    return _PINGS.spend(f"user:{member.user_id}", PINGS_PER_MINUTE)


def may_drag(member: Membership) -> bool:
    """Whether somebody may say once more in this minute where they drag a token; one word of it is spent."""
    return _DRAGS.spend(f"user:{member.user_id}", DRAGS_PER_MINUTE)


def is_open_drag(member: Membership, encounter: Encounter, who: str, at: tuple[float, float]) -> bool:
    """Whether players may see a token on its way: neither whoever hides nor a place in the fog.

    404 for a combatant whom the member does not know of, 403 for one whom they do not play.
    """
    state = encounter.state
    stands = state.combatants.get(who)
    if stands is None or (stands.hidden and not member.is_gm):
        raise Http404
    if not member.is_gm:
        access.refuse_unless_player_of(member, Character.objects.filter(public_id=who).first())
    return not stands.hidden and not is_foggy(state.fog, at)


def bring_creatures(
    member: Membership,
    *,
    encounter: Encounter,
    key: str,
    count: int = 1,
    hidden: bool = False,
    once: str | None = None,
) -> Entry:
    """Bring creatures of the compendium into an encounter, each with a sheet of its own, by the game's own command.

    It gives them a turn where the fight is running. Those who are hidden wait in a row of their own: they leave no gap
    among the others.
    """
    given = {"creature": key, "count": count, "hidden": hidden}
    intent = Intent("creature.bring", given, encounter=encounter.public_id, key=once)

    def act(game: Game) -> dict[str, Json]:
        system = game.member.campaign.system
        own_join = next((kind for kind in system.commands if kind.name == Join.name), Join)
        for _ in range(count):
            x, y = at = _free_place(game.table.scene, HIDDEN_ROW if hidden else FOES_ROW)
            who = _create(game, key, hidden=hidden, at=at)
            chosen: dict[str, Json] = {"combatant": who, "side": "foes", "hidden": hidden, "x": int(x), "y": int(y)}
            joining = codec.command_from(own_join, chosen | {"facing": 180})
            commands.perform(joining, game.table, SecureDice())
        system.keep_up(game.table)
        return given

    return write(member, intent, act)


def bring_creature(game: Game, key: str, *, hidden: bool, at: tuple[float, float], facing: int = 180) -> None:
    """Put one creature of the compendium among the foes of an encounter that is being prepared."""
    game.table.happen(Joined(_create(game, key, hidden=hidden, at=at), "foes", hidden, *at, facing))


def _create(game: Game, key: str, *, hidden: bool, at: tuple[float, float]) -> str:
    """The id of a new creature of the compendium: numbered among its kind, or lettered where nobody sees it."""
    sheet, scene = compendium.creature(game.member, key), game.table.scene
    named = lettered if hidden or is_foggy(scene.fog, at) else free_name
    sheet.name = named(sheet.name, names_in(game.table))
    return make(game, sheet, owner=None, secret=True).public_id


def bring_party(member: Membership, *, encounter: Encounter, who: list[str]) -> Entry:
    """Let characters of the campaign take part, on the party's side."""
    given: dict[str, Json] = {"who": list(who)}
    intent = Intent("party.bring", given, encounter=encounter.public_id)

    def act(game: Game) -> dict[str, Json]:
        for each in who:
            game.table.sheet(each)
            if each in game.table.scene.combatants:
                continue
            x, y = _free_place(game.table.scene, PARTY_ROW)
            game.table.happen(Joined(each, PARTY, False, x, y, 0))
        return given

    return write(member, intent, act)


def join(
    member: Membership, *, encounter: Encounter, who: str, side: str, hidden: bool = False, once: str | None = None
) -> Entry:
    """Let one with a sheet of the campaign take part by the game's own command: whoever left has their turn again."""
    own_row, facing = (PARTY_ROW, 0) if side == PARTY else (FOES_ROW, 180)
    x, y = _free_place(encounter.state, HIDDEN_ROW if hidden else own_row)
    given: dict[str, Json] = {"combatant": who, "side": side, "hidden": hidden, "x": int(x), "y": int(y)}
    intent = Intent(Join.name, given | {"facing": facing}, encounter=encounter.public_id, key=once)
    return perform(member, intent)


def join_party(member: Membership, *, encounter: Encounter, who: list[str]) -> None:
    """Let characters come into a fight that is going on, one after the other."""
    for each in who:
        join(member, encounter=encounter, who=each, side=PARTY)
        encounter.refresh_from_db()


def _free_place(scene: State, row: float) -> tuple[float, float]:
    """The next free place in a row, two metres from the one before.

    Whoever is hidden leaves no gap in the rows of others.
    """
    there = scene.combatants.values()
    taken = {(one.x, one.y) for one in there if row == HIDDEN_ROW or not one.hidden}
    place = 0
    while (float(2 * place), row) in taken:
        place += 1
    return float(2 * place), row


def characters_in(encounter: Encounter) -> list[Character]:
    """The characters that take part, in the order of their ids."""
    state = encounter.state
    found = {c.public_id: c for c in Character.objects.filter(public_id__in=list(state.combatants), void=False)}
    return [found[who] for who in state.combatants if who in found]
