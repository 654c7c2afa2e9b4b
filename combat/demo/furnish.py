"""Furnishing an empty hall to look around in. Done twice it changes nothing: what is there already is left alone."""

import hashlib
import hmac
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction

from campaigns.calendar import timekeeping
from campaigns.journal import services as journal
from campaigns.journal.services import Audience, Wanted
from campaigns.models import Campaign, Entry, Membership, Role, Summary
from campaigns.play.game import Game
from campaigns.play.intent import Intent
from campaigns.play.perform import perform, write
from campaigns.sessions import at_table
from campaigns.sessions import services as sessions
from campaigns.summaries import worker
from characters.services import begin, begun_by
from combat import services
from combat.demo.autopilot import Autopilot
from combat.models import Encounter
from combat.replay import sharing
from combat.scenarios.given import merge
from rules import registry
from rules.engine.fight import UP
from rules.engine.kernel import CLOSED, PLAIN, Date, Json, Moved, SeededDice, opened
from rules.engine.system.protocol import System
from winterhall.accounts import tokens
from winterhall.accounts.models import User

DOMAIN = "winterhall.example"
PEOPLE = (
    ("gm", "Gudrun", Role.GM, ("read", "play", "manage")),
    ("player1", "Anna", Role.PLAYER, ("read", "play")),
    ("player2", "Boris", Role.PLAYER, ("read", "play")),
    ("observer", "Olga", Role.OBSERVER, ("read",)),
)
#: The most tries at a fight: who throws first hangs on ids, new in every hall, so the dice tell another story there.
EVENINGS = 12
_LASTS = timedelta(days=3650)


@dataclass(frozen=True, slots=True)
class Furnished:
    """One campaign of a furnished hall: its people and fights by the keys that the game's demo gives them."""

    campaign: Campaign
    characters: dict[str, str]
    encounters: dict[str, str]

    def plain(self) -> dict[str, Json]:
        """The campaign as plain values, for JSON."""
        return {
            "system": self.campaign.system_slug,
            "id": self.campaign.public_id,
            "name": self.campaign.name,
            "characters": self.characters,
            "encounters": self.encounters,
        }


@dataclass(frozen=True, slots=True)
class Hall:
    """A furnished hall: its campaigns, and how to get in."""

    logins: list[dict[str, str]]
    campaigns: list[Furnished]

    def plain(self) -> dict[str, Json]:
        """The hall as plain values, for JSON; the first campaign also stands by itself."""
        first = self.campaigns[0]
        return {
            "logins": self.logins,
            "campaign": {"id": first.campaign.public_id, "name": first.campaign.name},
            "characters": first.characters,
            "encounters": first.encounters,
            "campaigns": [one.plain() for one in self.campaigns],
        }


@transaction.atomic
def furnish() -> Hall:
    """Make whatever is not there yet: a campaign of every game that has something to furnish it with."""
    users = {key: _user(key, name) for key, name, _, _ in PEOPLE}
    with opened(CLOSED):
        campaigns = [_furnish(system, users) for system in registry.SYSTEMS if system.demo()]
    members = {
        one.user_id: one for one in Membership.objects.filter(campaign=campaigns[0].campaign).select_related("user")
    }
    logins = [_login(members[users[key].pk], key, scopes) for key, _, _, scopes in PEOPLE]
    return Hall(logins, campaigns)


def _furnish(system: System, users: dict[str, User]) -> Furnished:
    told: Any = system.demo()
    campaign, is_new = Campaign.objects.get_or_create(
        public_id=derived(_named(system, "campaign"), 16),
        defaults={"name": told["campaign"], "system_slug": system.slug},
    )
    members = {key: _member(campaign, users[key], role) for key, _, role, _ in PEOPLE}
    if is_new and "date" in told:
        climate = timekeeping.WantedClimate(told.get("climate", ""))
        timekeeping.choose(members["gm"], PLAIN, Date(*told["date"]), climate=climate)
    characters = {one["key"]: _character(members, one) for one in told["character"]}
    if is_new and "session" in told:
        _played(members["gm"], characters, told["session"])
    encounters = {
        one["key"]: _encounter(members["gm"], characters, one, told.get("prefer", []))
        for one in told.get("encounter", [])
    }
    if is_new:
        for one in told.get("page", []):
            _page(members, one)
    return Furnished(campaign, characters, encounters)


def _named(system: System, what: str) -> str:
    """The text that an id is derived from; for the first game without its name, so that older ids stay as they are."""
    return what if system is registry.SYSTEMS[0] else f"{what} of {system.slug}"


def derived(purpose: str, length: int) -> str:
    """A secret of this hall that comes out the same every time."""
    made = hmac.new(settings.SECRET_KEY.encode(), f"demo {purpose}".encode(), hashlib.sha256).digest()
    return urlsafe_b64encode(made).decode().rstrip("=").replace("-", "a").replace("_", "b")[:length]


# -- people ---------------------------------------------------------------------------------------------------------


def password_of(key: str) -> str:
    """The password of one of the ``PEOPLE``: easy to type, and no good anywhere else."""
    return f"winter-{key}-{derived(key, 6).lower()}"


def _user(key: str, name: str) -> User:
    email = f"{key}@{DOMAIN}"
    found = User.objects.filter(email=email).first()
    return found or User.objects.create_user(email, password_of(key), display_name=name)


def _member(campaign: Campaign, user: User, role: Role) -> Membership:
    member, _ = Membership.objects.get_or_create(campaign=campaign, user=user, defaults={"role": role})
    return member


def _login(member: Membership, key: str, scopes: tuple[str, ...]) -> dict[str, str]:
    wanted = tokens.PREFIX + derived(f"token {key}", 40)
    expires = member.joined_at + _LASTS
    _, token = tokens.make(member.user, "Demo", scopes, expires, secret=wanted)
    return {
        "role": str(member.role),
        "name": member.user.display_name,
        "email": str(member.user.email),
        "password": password_of(key),
        "user": member.user.public_id,
        "token": token,
    }


# -- the party ------------------------------------------------------------------------------------------------------


def _character(members: dict[str, Membership], told: dict[str, Any]) -> str:
    gm, once = members["gm"], f"demo-{told['key']}"
    earlier = Entry.objects.filter(campaign=gm.campaign, by=gm.user, key=once).first()
    if earlier is not None:
        return begun_by(earlier).public_id
    system = gm.campaign.system
    sheet = system.fresh_sheet(told["name"])
    merge(system, sheet, {name: value for name, value in told.items() if name not in ("key", "name", "player")})
    return begin(gm, name=told["name"], owner=members[told["player"]].user, sheet=sheet, key=once).public_id


# -- the evening before -----------------------------------------------------------------------------------------------


def _played(gm: Membership, characters: dict[str, str], told: dict[str, Any]) -> None:
    """Play a session to its end, and publish its summary."""
    dice = SeededDice(told["seed"])
    at_table.begin(gm, title=told["title"])
    for scene in told["scene"]:
        at_table.scene(gm, scene["title"])
        for one in scene["tests"]:
            perform(gm, Intent(gm.campaign.system.test, one["with"], characters[one["who"]], dice=dice))
    at_table.end(gm)
    summary = Summary.objects.get(session__campaign=gm.campaign)
    while worker.step(summary.pk, summary.token):
        pass
    sessions.publish(gm, summary.session)


# -- the journal ----------------------------------------------------------------------------------------------------


def _page(members: dict[str, Membership], told: dict[str, Any]) -> None:
    wanted = Wanted(told["kind"], told["title"], told["text"].strip(), tuple(told["tags"]))
    journal.add(members[told.get("by", "gm")], wanted, Audience(told["shared"]))


# -- the fights -----------------------------------------------------------------------------------------------------


def _encounter(gm: Membership, characters: dict[str, str], told: dict[str, Any], prefer: list[str]) -> str:
    encounter, is_new = Encounter.objects.get_or_create(
        campaign=gm.campaign,
        public_id=derived(_named(gm.campaign.system, f"encounter {told['key']}"), 16),
        # As in a campaign of one's own, nobody but its game master knows of a fight that is only prepared.
        defaults={"name": told["name"], "secret": not told.get("rounds")},
    )
    if is_new:
        services.bring_party(gm, encounter=encounter, who=[characters[key] for key in told["party"]])
        for one in told["creatures"]:
            services.bring_creatures(gm, encounter=encounter, key=one["creature"], hidden=one.get("hidden", False))
        if told.get("place"):
            _place(gm, encounter, told["place"])
        if told.get("rounds"):
            _fight(gm, encounter, told, prefer)
        if told.get("showcase"):
            sharing.share(gm, encounter, showcase=True)
    return encounter.public_id


def _fight(gm: Membership, encounter: Encounter, told: dict[str, Any], prefer: list[str]) -> None:
    """Fight it; of some evenings the first one that makes you want to play on, or else the last."""
    for evening in range(EVENINGS):
        before = transaction.savepoint()
        dice = SeededDice(f"{told['seed']} {evening}")
        Autopilot(gm.campaign, encounter.public_id, dice, prefer).fight_to(told["rounds"])
        if invites(gm.campaign.system, encounter) or evening == EVENINGS - 1:
            transaction.savepoint_commit(before)
            return
        transaction.savepoint_rollback(before)


def invites(system: System, encounter: Encounter) -> bool:
    """Whether a player is asked something, so that there is something to do, and all their characters are up."""
    encounter.refresh_from_db()
    asked = {ask.to for ask in encounter.state.asks.values()}
    party = [one for one in services.characters_in(encounter) if one.owner_id]
    up = [one for one in party if system.tactics is None or system.tactics.fate(one.sheet) == UP]
    return up == party and any(one.public_id in asked for one in party)


def _place(gm: Membership, encounter: Encounter, places: list[dict[str, Any]]) -> None:
    """Put everybody where the fight begins."""
    encounter.refresh_from_db()
    by_name = {one.name: one.public_id for one in services.characters_in(encounter)}

    def act(game: Game) -> dict[str, Json]:
        for one in places:
            game.table.happen(Moved(by_name[one["who"]], float(one["at"][0]), float(one["at"][1]), one["facing"]))
        return {"places": len(places)}

    write(gm, Intent("party.place", encounter=encounter.public_id), act)
