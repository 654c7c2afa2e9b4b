"""A world: a campaign with everybody in it and a fight under way, in which a story is told."""

from dataclasses import dataclass, field

from campaigns.audience import encounters
from campaigns.models import Entry, Membership
from campaigns.play.game import Game
from campaigns.play.intent import Intent
from campaigns.play.perform import perform, write
from combat import services
from combat.models import Encounter
from combat.replay import sharing
from rules.engine.kernel import Encounter as State
from rules.engine.kernel import Fact
from rules.engine.system.protocol import System
from tests.api.conftest import programs_of
from tests.helpers import Cast, make_cast
from tests.two_worlds.chance import Chance

#: The name of everything that players know nothing of begins like this.
CANARY = "Zaunkoenig"
#: An id that nothing has.
NOTHING = "nothing-has-this-id"


@dataclass(frozen=True)
class Deed:
    """A command that somebody gave, so that it can be given again in another world; ``by`` names them in the cast."""

    by: str
    intent: Intent


@dataclass
class World:
    """A campaign in which a story is told; ``secrets`` are the tokens of everybody's programs.

    ``words`` are the ids that requests are made of: of what everybody may know, and of what nobody may.
    """

    cast: Cast
    encounter: Encounter
    chance: Chance
    secrets: dict[str, str]
    words: dict[str, tuple[str, ...]] = field(default_factory=dict)
    deeds: list[Deed] = field(default_factory=list)
    #: The id of whoever hides in the fight, and of their foe in sight.
    hiding: str = ""
    foe: str = ""
    #: The entries of the newest note and of what was done last openly, and who has struck already in this round.
    noted: str = ""
    done: str = ""
    struck: frozenset[str] = frozenset()

    @property
    def state(self) -> State:
        return Encounter.objects.get(pk=self.encounter.pk).state

    def member(self, name: str) -> Membership:
        who: Membership = getattr(self.cast, name)
        return Membership.objects.select_related("campaign", "user").get(pk=who.pk)

    def player_of(self, who: str) -> str:
        """The name of the member who plays a character."""
        return {self.cast.rook.public_id: "anna", self.cast.mira.public_id: "boris"}.get(who, "gm")

    def do(self, command: str, actor: str = "", by: str = "gm", **given: object) -> Entry:
        """Let somebody give a command in the fight, and remember it."""
        return self.perform(Deed(by, Intent(command, given, actor, self.encounter.public_id)))

    def perform(self, deed: Deed) -> Entry:
        entry = perform(self.member(deed.by), deed.intent)
        self.deeds.append(deed)
        return entry

    def knows(self, **words: str) -> None:
        """Add ids to the words: first those that everybody may know, last those that nobody may."""
        for name, value in words.items():
            listed = tuple(one for one in self.words.get(name, ()) if one != NOTHING)
            self.words[name] = listed if value in listed else (*listed, value)

    @property
    def system(self) -> System:
        return self.cast.campaign.system

    @property
    def hidden(self) -> frozenset[str]:
        """The ids of those who take part in the fight without the players knowing."""
        return encounters.hidden_in(self.state)

    def happen(self, *facts: Fact, encounter: str = "", command: str = "sheet.text", actor: str = "") -> Entry:
        """Let facts happen that no command need bring about."""

        def act(game: Game) -> dict[str, object]:
            for fact in facts:
                _known(game, fact)
            game.table.happen(*facts)
            return {}

        where = encounter or self.encounter.public_id
        return write(self.member("gm"), Intent(command, actor=actor, encounter=where), act)


def _known(game: Game, fact: Fact) -> None:
    """Have the sheet at hand that a fact is about."""
    who = getattr(fact, "who", "")
    if isinstance(who, str) and who in game.sheets:
        game.table.sheet(who)


def new_world(slug: str, chance: Chance) -> World:
    """A campaign whose fight is prepared: Rook and Mira take part, the first creature of the game in sight."""
    chance.begin("the beginning", 0)
    cast = make_cast(slug)
    encounter = services.prepare(cast.gm, name="The bridge", secret=False)
    services.bring_party(cast.gm, encounter=encounter, who=[cast.rook.public_id, cast.mira.public_id])
    world = World(cast, encounter, chance, programs_of(cast).secrets)
    world.knows(
        campaign_id=cast.campaign.public_id,
        character_id=cast.rook.public_id,
        what=cast.rook.public_id,
        encounter_id=encounter.public_id,
        user_id=cast.boris.user.public_id,
        rook=cast.rook.public_id,
        canary=CANARY,
        slug=slug,
        attack="melee.attack",
        section="creatures",
        test_command=cast.campaign.system.test,
        size="token",
        picture_id=NOTHING,
        link=sharing.share(cast.gm, encounter).token,
        page_id=NOTHING,
        **dict.fromkeys(
            (
                "invitation_id",
                "forecast_id",
                "template_id",
                "run_id",
                "entry_id",
                "homebrew_id",
                "key",
                "test",
                "session_id",
                "scene_id",
            ),
            NOTHING,
        ),
    )
    kind, ranks = next((kind, ranks) for kind, ranks in cast.rook.sheet.ranks.items() if ranks)
    world.knows(name=next(iter(ranks)), number=f"{kind}.{next(iter(ranks))}")
    return world
