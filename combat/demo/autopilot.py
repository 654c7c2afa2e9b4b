"""A fight that goes on by itself, by the commands that people give: whoever is asked answers as the form suggests."""

from collections.abc import Iterable, Sequence

from campaigns.models import Campaign, Membership
from campaigns.play.forms import form_for, started
from campaigns.play.game import Game, lay_out
from campaigns.play.intent import Intent
from campaigns.play.perform import perform
from combat.table.offers import for_whom, offered
from rules.engine.kernel import Ask, Command, Dice, Encounter, Json, Place, Refused, Who, described_fields
from rules.engine.system.protocol import System, command_named

#: Steps after which a fight that has not come as far is left where it is.
MOST_STEPS = 500


class Autopilot:
    """Plays an encounter on: each for themselves, with dice that are handed in."""

    def __init__(self, campaign: Campaign, encounter_id: str, dice: Dice, prefer: Sequence[str]) -> None:
        self.encounter_id, self.dice, self.prefer = encounter_id, dice, prefer
        self.members = {one.user_id: one for one in Membership.objects.filter(campaign=campaign).select_related("user")}
        self.gm = next(one for one in self.members.values() if one.is_gm)
        self.gm.campaign = campaign
        self.system: System = campaign.system

    def fight_to(self, number: int) -> None:
        """Fight until somebody who is played has to decide something in that round, or half of it is over."""
        for _ in range(MOST_STEPS):
            game = lay_out(self.gm, encounter=self.encounter_id)
            if self._is_there(game, number) or not self._step(game):
                return

    def _is_there(self, game: Game, number: int) -> bool:
        state: Encounter = game.table.scene
        if state.stage == "over" or state.round != number:
            return state.stage == "over" or state.round > number
        half = 2 * sum(rung.done for rung in state.ladder) >= len(state.ladder)
        return half or any(self._player_of(game, ask.to) for ask in state.pressing)

    def _player_of(self, game: Game, who: str) -> Membership | None:
        document = game.sheets.documents[who]
        return next((one for one in self.members.values() if not one.is_gm and document.played_by(one.user_id)), None)

    def _step(self, game: Game) -> bool:
        """Do one thing; False where nothing can be done."""
        state: Encounter = game.table.scene
        for ask in state.pressing:
            return self._try(game, ask.to, [command_named(self.system, name) for name in ask.commands], ask)
        actor = state.current.who if state.current else ""
        possible = {command.name: command for command in offered(for_whom(game, actor), Place.TURN, Place.SCENE)}
        wanted = [possible[name] for name in (*self.prefer, *self.system.onward) if name in possible]
        return self._try(game, actor, wanted)

    def _try(self, game: Game, actor: str, wanted: Iterable[type[Command]], ask: Ask | None = None) -> bool:
        theirs = for_whom(game, actor)
        for command in wanted:
            by = self._player_of(game, actor) if actor and command.who is Who.PLAYER else None
            try:
                intent = self._intent(theirs, command, ask)
                perform(by or self.gm, intent)
            except Refused:
                continue
            return True
        return False

    def _intent(self, game: Game, command: type[Command], ask: Ask | None) -> Intent:
        known = described_fields(command)
        given: dict[str, Json] = {n: ask.key for n, (described, _) in known.items() if ask and described.kind == "ask"}
        chosen = started(form_for(command, game, given))
        return Intent(command.name, chosen, game.table.actor, self.encounter_id, dice=self.dice)
