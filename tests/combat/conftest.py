"""A campaign of the toy game for every test here, and a fight of a real one where a test asks for it."""

from dataclasses import dataclass, replace

import pytest
from django.test import Client

from campaigns.audience import encounters
from campaigns.models import Entry, Membership
from campaigns.play.game import Game, lay_out
from campaigns.play.intent import Intent
from campaigns.play.perform import perform, write
from characters.models import Character
from combat import services
from combat.models import Encounter
from combat.table.offers import for_whom, offered
from rules import registry
from rules.engine.kernel import LadderSet, Moved, Place, SeededDice, TurnBegan, Who, facts
from tests.helpers import Cast, make_cast, plug_in_toy
from winterhall.accounts.models import User

CANARY = "Zaunkoenigin"
"""The name of somebody of whom players know nothing: it may stand nowhere that they can look."""


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    plug_in_toy(monkeypatch)


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast()


@dataclass
class Fight:
    """A fight with everybody in it: Rook and Mira of the players, a foe in sight, and one whom players do not know."""

    cast: Cast
    encounter: Encounter
    foe: Character
    canary: Character

    @property
    def address(self) -> str:
        return f"/campaigns/{self.cast.campaign.public_id}/encounters/{self.encounter.public_id}/"

    def onward(self) -> Entry:
        """Let the game master carry the fight on, as the game has it: by their own word, or for whoever acts."""
        current = self.state.current
        actor = current.who if current else ""
        game = for_whom(lay_out(self.cast.gm, encounter=self.encounter.public_id), actor)
        possible = {kind.name: kind for kind in offered(game, Place.TURN, Place.SCENE)}
        kind = next(possible[name] for name in self.cast.campaign.system.onward if name in possible)
        return self.do(kind.name, None if kind.who is Who.GM else Character.objects.get(public_id=actor))

    def do(self, command: str, actor: Character | None = None, by: Membership | None = None, **given: object) -> Entry:
        """Let somebody (the game master, if nobody is named) give a command here."""
        who = actor.public_id if actor else ""
        intent = Intent(command, given, who, self.encounter.public_id, dice=SeededDice(command))
        return perform(by or self.cast.gm, intent)

    def happen(self, *told: facts.Fact) -> Entry:
        """Let these things happen, as the game master's word."""

        def act(game: Game) -> dict[str, object]:
            game.table.happen(*told)
            return {}

        return write(self.cast.gm, Intent("fight.next", encounter=self.encounter.public_id), act)

    @property
    def state(self):  # type: ignore[no-untyped-def]
        return Encounter.objects.get(pk=self.encounter.pk).state


@pytest.fixture
def game() -> str:
    """The first game of the house, whichever that is."""
    return registry.SYSTEMS[0].slug


@pytest.fixture
def fight(db: None, game: str) -> Fight:
    """A fight of the first game, with everybody placed and the first turn begun; whoever hides acts last."""
    made = prepared(make_cast(game))
    made.do("fight.begin")
    let_hidden_act_last(made)
    return made


def let_hidden_act_last(fight: Fight) -> None:
    """Leave no test to chance: players see each of the first turns only if nobody who hides comes before them."""
    canary = fight.canary.public_id

    def act(game: Game) -> dict[str, object]:
        rungs = sorted(game.table.scene.ladder, key=lambda rung: rung.who == canary)
        lowest = min(rung.at for rung in rungs)
        rungs = [replace(rung, at=lowest - 1) if rung.who == canary else rung for rung in rungs]
        game.table.happen(LadderSet(tuple(rungs)), TurnBegan(rungs[0].key))
        return {}

    write(fight.cast.gm, Intent("fight.initiative", encounter=fight.encounter.public_id), act)


def prepared(cast: Cast) -> Fight:
    encounter = cast.encounter()
    services.bring_party(cast.gm, encounter=encounter, who=[cast.rook.public_id, cast.mira.public_id])
    key = cast.campaign.system.compendium()["creatures"][:4][-1].key
    services.bring_creatures(cast.gm, encounter=encounter, key=key)
    services.bring_creatures(cast.gm, encounter=encounter, key=key, hidden=True)
    hidden = encounters.hidden_in(Encounter.objects.get(pk=encounter.pk).state)
    foe, canary = sorted(Character.objects.filter(kind="creature"), key=lambda one: one.public_id in hidden)
    rename(cast.gm, canary, CANARY)
    canary.refresh_from_db()
    close_in(cast, encounter, foe, canary)
    return Fight(cast, encounter, foe, canary)


def rename(gm: Membership, who: Character, name: str) -> None:
    perform(gm, Intent("sheet.text", {"text": "name", "to": name}, actor=who.public_id))


def close_in(cast: Cast, encounter: Encounter, foe: Character, canary: Character) -> None:
    """Let them stand so near that they can fight."""

    def act(game: Game) -> dict[str, object]:
        for who, x, y, facing in ((cast.rook, 0, 0, 0), (cast.mira, 2, 0, 0), (foe, 0, 1, 180), (canary, 2, 1, 180)):
            game.table.happen(Moved(who.public_id, float(x), float(y), facing))
        return {}

    write(cast.gm, Intent("party.place", encounter=encounter.public_id), act)


def client_of(who: Membership | User) -> Client:
    client = Client()
    client.force_login(who.user if isinstance(who, Membership) else who)
    return client


def more_creatures(cast: Cast, encounter: Encounter, count: int) -> None:
    services.bring_creatures(
        cast.gm, encounter=encounter, key=cast.campaign.system.compendium()["creatures"][3].key, count=count
    )
