"""The table of a fight as one member sees it, read in a number of queries that grows neither with the fight nor with
the log.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from campaigns.audience import encounters as audience_encounters
from campaigns.audience import viewers
from campaigns.audience.redaction import NOBODY, Hidden
from campaigns.audience.viewers import Viewer
from campaigns.log import passages
from campaigns.models import Document, Entry, Membership
from campaigns.pictures import fogged, serving
from campaigns.play.forms import CommandForm, form_for, started
from campaigns.play.game import Game, Known, lay_out
from campaigns.play.undo import last_to_undo, struck_after
from combat.models import FOES, PARTY
from combat.table import board, ladder, stage
from combat.table.absent import Absent, absent
from combat.table.asks import Waiting, waiting
from combat.table.drawing import Tools, tools
from combat.table.offers import Offer, for_whom, goes_there, grouped, offer, offered
from rules.engine.fight import AboutOne, End, Join
from rules.engine.kernel import Command, Json, NotNow, Place, Refused, Sheet
from rules.engine.kernel import Encounter as State
from rules.engine.system.protocol import started_against
from winterhall.accounts.models import User


@dataclass(frozen=True, slots=True)
class Wish:
    """A view of the table that somebody asks for: for whom they act, which command's form is open, how they look at it.

    ``at`` is the one they aim at; ``x`` and ``y`` are a place on the board that they point at, in whole metres;
    ``ground`` is what they have of the board in view.
    """

    acts_as: str = ""
    does: str = ""
    at: str = ""
    view: str = ""
    x: int | None = None
    y: int | None = None
    ground: str = ""


@dataclass
class Table:
    """The table as one member sees it. Everything that leaves it went through the audience."""

    member: Membership
    game: Game
    people: list[Document]
    viewer: Viewer
    wish: Wish = field(default_factory=Wish)

    @property
    def encounter(self) -> Document:
        if self.game.scene is None:
            raise NotNow("There is no fight here.")
        return self.game.scene

    @cached_property
    def seen(self) -> State:
        return audience_encounters.seen_encounter(self.game.table.scene, self.viewer)

    @cached_property
    def _hidden(self) -> Hidden:
        """The ids of those who take part without the viewer knowing; a game master may look as players do."""
        return NOBODY if self.is_gm else audience_encounters.hidden_in(self.game.table.scene)

    @cached_property
    def sheets(self) -> Mapping[str, Sheet]:
        """The sheets as the viewer may hear of them, to be read."""
        return Known(self.game.sheets, self._hidden, self.names)

    @property
    def version(self) -> int:
        """The version of the encounter as the viewer sees it."""
        return self.encounter.version_for(self.is_gm)

    @cached_property
    def names(self) -> dict[str, str]:
        return {one.public_id: one.name for one in self.people}

    @property
    def is_gm(self) -> bool:
        return self.viewer.is_gm

    @cached_property
    def places(self) -> list[ladder.Place]:
        played = {one.public_id for one in self.people if one.is_played}
        return ladder.places(self.seen, self.sheets, self.member.campaign.system, self.viewer, played)

    @property
    def rungs(self) -> list[ladder.Place | ladder.Crowd]:
        """The ladder as it is drawn, with equal foes gathered where there are many."""
        return ladder.gathered(self.places, self.seat.who if self.seat else "")

    @property
    def has_creatures(self) -> bool:
        """Whether anybody takes part, as far as the viewer knows, whom no player plays."""
        return any(not one.is_played and one.public_id in self.seen.combatants for one in self.people)

    @cached_property
    def acting(self) -> ladder.Place | None:
        """The one whose turn it is, as far as the viewer knows; ``None`` if it is nobody's."""
        return next((place for place in self.places if place.acts), None)

    # -- who I am here ---------------------------------------------------------------------------------------------

    @cached_property
    def seats(self) -> list[ladder.Place]:
        """The combatants for whom the viewer may act, each once: on the rung on which they act, else on their first."""
        found: dict[str, ladder.Place] = {}
        for place in self.places:
            if (self.is_gm or place.mine) and (place.acts or place.who not in found):
                found[place.who] = place
        return list(found.values())

    @cached_property
    def seat(self) -> ladder.Place | None:
        """The one for whom the viewer acts now: as chosen, else who is asked, else whose turn it is, or the first."""
        asked = [] if self.is_gm else [ask.to for ask in self.seen.pressing]
        chosen = (self.wish.acts_as, *asked, self.acting.who if self.acting else "")
        by_id = {place.who: place for place in self.seats}
        return next((by_id[who] for who in chosen if who in by_id), self.seats[0] if self.seats else None)

    @cached_property
    def turn_player(self) -> str:
        """The name of the player for whom a game master would act now; empty where no other player has the turn."""
        who = self.acting.who if self.is_gm and self.acting else ""
        acting = next((one for one in self.people if one.public_id == who), None)
        other = acting.player_id if acting and acting.played_by_another(self.member.user_id) else None
        return str(User.objects.get(pk=other)) if other else ""

    @property
    def chosen_seat(self) -> str:
        """The id of the seat if it was chosen; empty for whoever follows the turns, also from another page and back."""
        return self.seat.who if self.seat and self.seat.who == self.wish.acts_as else ""

    @cached_property
    def seat_game(self) -> Game:
        return for_whom(self.game, self.seat.who if self.seat else "")

    @property
    def budgets(self) -> list[tuple[int | float, str]]:
        """The budgets that the seat has left to spend, to the tenth, each with its noun."""
        stands = self.seen.combatants.get(self.seat.who) if self.seat else None
        nouns = self.member.campaign.system.budgets
        left = {name: stands.budgets[name] for name in nouns if stands and name in stands.budgets}
        return [(round(count, 1), nouns[name][count != 1]) for name, count in left.items()]

    # -- what may be done ------------------------------------------------------------------------------------------

    @cached_property
    def _on_turn(self) -> list[type[Command]]:
        possible = offered(self.seat_game, Place.TURN) if self.seat else []
        # Before the first round nobody has a turn; what one may do in peace, too, stands on the sheet.
        return [one for one in possible if self.seen.stage != "ready" or one.place is Place.TURN]

    @cached_property
    def _of_scene(self) -> list[type[Command]]:
        return offered(self.seat_game, Place.SCENE) if self.is_gm or self.seat else []

    @cached_property
    def foes(self) -> list[stage.Foe]:
        """The foes at whom the seat may aim on its turn, nearest first."""
        if self.seat is None or not self.seat.acts or self.asked:
            return []
        return stage.foes(self.seen, self.places, self.seat.who, self.member.campaign)

    @property
    def targets(self) -> frozenset[str]:
        """The ids of the foes, while there is an attack: a tap on their rung aims, on any other it opens the card."""
        return frozenset(foe.who for foe in self.foes) if self.aim and self.aim.strikes else frozenset()

    @cached_property
    def aim(self) -> stage.Aim | None:
        """The one aimed at with what stands ready against them; ``None`` where the rules offer no action."""
        return None if self.is_spent else stage.aim(self.seat_game, self.foes, self.wish.at, self._on_turn)

    @cached_property
    def actions(self) -> list[Offer]:
        """The commands that the rules offer the seat in a fight, the weightiest first, but for ``onward``."""
        if self.seen.stage == "over":
            return []
        big = self.onward.command if self.onward and self.seat and self.onward.actor == self.seat.who else ""
        listed = stage.by_weight(self.member.campaign.system, self._on_turn)
        return [offer(self.seat_game, command) for command in listed if command.name != big]

    @property
    def is_spent(self) -> bool:
        """Whether nothing is left to the seat but to let the fight go on."""
        onward = self.member.campaign.system.onward
        return all(one.name in onward for one in self.actions)

    @property
    def in_sight(self) -> list[Offer]:
        """The few actions that stand beside the one that is ready; the way onward has a button of its own."""
        onward = self.member.campaign.system.onward
        return [one for one in self._beside_ready if one.name not in onward][: stage.IN_SIGHT]

    @cached_property
    def lit(self) -> str:
        """The name of the action that is lit where nobody can be met: the weightiest with nothing more to choose."""
        if self.aim is None or self.aim.ready or self.aim.approach or self.aim.by_board:
            return ""
        weighty = self.member.campaign.system.foremost
        return next((one.name for one in self.in_sight if one.form and one.name in weighty), "")

    @property
    def is_onward_lit(self) -> bool:
        """Whether the way onward is the lit button: nothing else is, and nobody could still walk round a wall."""
        aim = self.aim
        return not (self.asks or self.lit or (aim and (aim.ready or aim.approach or aim.by_board)))

    @property
    def further(self) -> list[tuple[str, list[Offer]]]:
        """The actions that wait under "All actions", under the headings of the game's guide."""
        return grouped(self.member.campaign.system, [one for one in self._beside_ready if one not in self.in_sight])

    @property
    def _beside_ready(self) -> list[Offer]:
        """The other actions, those last that the rules would refuse against whoever is aimed at."""
        made = self.aim.ready.form.command if self.aim and self.aim.ready else ""
        refused = self.aim.refused if self.aim else frozenset()
        return sorted((one for one in self.actions if one.name != made), key=lambda one: one.name in refused)

    @property
    def asked(self) -> str:
        """The key of the first ask that is the viewer's to answer: of game masters, one that no player is asked."""
        return next((ask.key for ask in self.asks if ask.mine and not ask.player), "")

    @property
    def waits_for(self) -> str:
        """The one who decides before the fight goes on, as far as the viewer knows; empty if that is the viewer."""
        held = {ask.key for ask in self.seen.pressing}
        awaited = next((ask for ask in self.asks if ask.key in held), None)
        return "" if awaited is None or self.asked else awaited.player or awaited.name

    @property
    def is_asked_for_several(self) -> bool:
        """Whether the viewer is to answer for more than one: each button names whom it is for then."""
        return len({ask.who for ask in self.asks if ask.mine and not ask.player}) > 1

    @property
    def next_up(self) -> ladder.Place | None:
        return ladder.next_up(self.places)

    @cached_property
    def scene_actions(self) -> list[Offer]:
        """The commands that the rules offer about the encounter as a whole.

        Its end stands first: half of all fights end by it while foes still stand. Who joins it is chosen from a list,
        and the end of a fight that is won stands apart.
        """
        apart = {Join.name, *([End.name] if self.ending else ())}
        listed = sorted(self._of_scene, key=lambda command: command.name != End.name)
        return [offer(self.seat_game, command) for command in listed if command.name not in apart]

    @cached_property
    def onward(self) -> CommandForm | None:
        """The one command that carries the fight on, for whoever may give it."""
        if self.seen.stage == "over" or not (self.is_gm or (self.acting and self.acting.mine)):
            return None
        game = for_whom(self.game, self.acting.who if self.acting else (self.seat.who if self.seat else ""))
        possible = {command.name: command for command in offered(game, Place.SCENE, Place.TURN)}
        for name in self.member.campaign.system.onward:
            if name in possible:
                return form_for(possible[name], game)
        return None

    @property
    def begins_unseen(self) -> bool:
        """Whether the fight would begin while players do not see it."""
        return self.seen.stage == "ready" and self.encounter.secret and self.onward is not None

    @property
    def usual_beginning(self) -> tuple[tuple[str, str], ...]:
        """The choices of the beginning as its form starts, by the name of the field."""
        return self.onward.sent(started(self.onward)) if self.onward else ()

    @property
    def is_about_scene(self) -> bool:
        """Whether the form that is open is about the fight as a whole, and not somebody's doing."""
        return self.form is not None and any(self.form.command == one.name for one in self._of_scene)

    @property
    def is_begun_by_form(self) -> bool:
        """Whether the form that is open begins the fight while players do not see it."""
        form, onward = self.form, self.onward
        return self.begins_unseen and form is not None and onward is not None and form.command == onward.command

    @property
    def winner(self) -> str:
        """The side that has won, as far as the viewer knows; empty while it is open, or somebody has to decide.

        A fight of those who all lie there is lost only once none of them has a roll left in it.
        """
        if self.asks:
            return ""
        if stage.is_won(self.seen, self.places):
            return PARTY
        rolls = self.acting is not None and self.acting.side == PARTY and self.onward and self.onward.has_odds
        return FOES if stage.is_lost(self.seen, self.places) and not rolls else ""

    @cached_property
    def ending(self) -> Offer | None:
        """The end of a fight that is won or lost, for whoever runs it."""
        ends = next((command for command in self._of_scene if command.name == End.name), None)
        return offer(self.seat_game, ends) if ends and self.is_gm and self.winner else None

    @cached_property
    def form(self) -> CommandForm | None:
        """The form that is open, if the rules still offer it; a place on the board opens the one that goes there."""
        does = self.wish.does or (self.mover if self.wish.x is not None else "")
        for command in (*self._on_turn, *self._of_scene):
            if command.name == does:
                given = {**self._about(command), **self._aimed(command), **self._pointed(command)}
                if self.winner and command.name == End.name:
                    given["winner"] = self.winner
                return form_for(command, self.seat_game, given)
        return None

    def _about(self, command: type[Command]) -> dict[str, Json]:
        """The one whom a command of the scene is about, if a seat was chosen: a card opens it for its own."""
        return {"combatant": self.chosen_seat} if self.chosen_seat and issubclass(command, AboutOne) else {}

    def _aimed(self, command: type[Command]) -> dict[str, Json]:
        """The choices that hang on the foe who was tapped, if the command may be aimed at them."""
        known, at = self.seat_game.known, self.wish.at
        if not command.aims or at not in {one.value for one in command.choices(known).get(command.aims, ())}:
            return {}
        try:
            return started_against(self.member.campaign.system, command, known, at)
        except Refused:
            return {command.aims: at}

    def _pointed(self, command: type[Command]) -> dict[str, Json]:
        """The choices that the board fills in: where to, and the seat itself, where the command asks for somebody."""
        if self.wish.x is None or self.wish.y is None or self.seat is None or not goes_there(self.seat_game, command):
            return {}
        given: dict[str, Json] = {"x": self.wish.x, "y": self.wish.y}
        choices = command.choices(self.seat_game.known).items()
        return given | {name: self.seat.who for name, listed in choices if self.seat.who in {c.value for c in listed}}

    @property
    def mover(self) -> str:
        """The name of the command that the board can fill in; empty if none is offered."""
        possible = (*self._on_turn, *self._of_scene)
        return next((one.name for one in possible if self.seat and goes_there(self.seat_game, one)), "")

    @cached_property
    def asks(self) -> list[Waiting]:
        return waiting(self.game, list(self.seen.asks.values()), self.viewer, self.people)

    @cached_property
    def board(self) -> board.Board:
        out, figures = frozenset(one.who for one in self.places if one.out), {p.who: p.figure for p in self.places}
        actor = self.seat.who if self.seat else (self.acting.who if self.acting else "")
        campaign, picture = self.member.campaign, self.picture if self.seen.ground else None
        drawn = board.board_of(self.seen, self.sheets, self.viewer.plays, out, actor, campaign, picture)
        drawn = board.held_in_view(drawn, self.wish.ground)
        drawn = board.with_faces(drawn, campaign.pictures_by_owner, figures)
        return board.on_hexagons(drawn) if campaign.system.hexagons(campaign.house_rules) else drawn

    @cached_property
    def tools(self) -> Tools | None:
        """By what the game master draws on the board, until the fight is over."""
        return tools(self.seat_game) if self.is_gm and self.seen.stage != "over" else None

    @cached_property
    def picture(self) -> serving.Ground | None:
        fog = "" if self.is_gm else fogged.mark(self.seen)
        return serving.ground(self.member.campaign, self.encounter.public_id, fog)

    # -- who may still come ----------------------------------------------------------------------------------------

    @cached_property
    def absent(self) -> Absent:
        """Characters of the party who take no part yet."""
        there = self.seen.combatants
        people = [one for one in self.people if not (one.secret or one.is_archived or one.public_id in there)]
        return absent(self.member, people)

    # -- the way back ----------------------------------------------------------------------------------------------

    @cached_property
    def undoable(self) -> Entry | None:
        return last_to_undo(self.member.campaign, self.encounter.public_id) if self.is_gm else None

    @cached_property
    def redoable(self) -> Entry | None:
        return struck_after(self.member.campaign, self.encounter.public_id, self.undoable) if self.is_gm else None

    @property
    def undo_label(self) -> str:
        return passages.label_of(self.undoable.command, self.member.campaign.system) if self.undoable else ""


def table(member: Membership, encounter_id: str, wish: Wish) -> Table:
    """The table of an encounter that the member may open; 404 otherwise."""
    game = lay_out(member, encounter=encounter_id)
    people = viewers.people(member, with_beginnings=member.is_gm)
    watcher = Viewer(False, frozenset(), frozenset(p.public_id for p in people if not p.secret))
    viewer = watcher if wish.view == "projector" else viewers.viewer(member, people)
    return Table(member, game, people, viewer, wish)
