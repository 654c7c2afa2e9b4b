"""The odds that stood beside a command before its dice fell, reckoned again from the table as it was."""

from dataclasses import dataclass
from functools import cached_property

from django.db.models import Max

from campaigns.audience import access, history
from campaigns.models import Homebrew, HousePage
from campaigns.play.game import Game
from combat.replay.steps import Seat, Step
from combat.table.offers import for_whom
from rules import codec
from rules.engine.kernel import Command, Refused
from rules.engine.odds import Odds


@dataclass
class StoodThere:
    """The odds of steps as somebody may know them: what was chosen is for whoever chose it and the game master."""

    seat: Seat

    @cached_property
    def _rules_changed(self) -> int:
        """The last entry that changed house rules or the campaign's compendium: what held before is not known here."""
        changes = (model.objects.filter(campaign=self.seat.campaign) for model in (HousePage, Homebrew))
        return max(found.aggregate(last=Max("last_number"))["last"] or 0 for found in changes)

    def command(self, step: Step) -> type[Command] | None:
        """The command of a step beside which odds stood that the viewer may know; ``None`` without one."""
        member, entry = self.seat.member, step.entry
        is_own = entry.by_id == member.user_id and history.presented(entry, self.seat.viewer) is entry
        if not ((member.is_gm or is_own) and access.sees_odds(member)):
            return None
        listed = (one for one in self.seat.campaign.system.commands if one.name == entry.command and one.has_odds)
        found = next(listed, None)
        return found if found and self._rules_changed < entry.number else None

    def odds(self, kind: type[Command], step: Step, game: Game) -> Odds | None:
        """The odds of a step's command at the table as it was before; ``None`` where nothing was left to chance."""
        try:
            given = codec.command_from(kind, codec.load(step.entry.given))
            return for_whom(game, step.entry.actor).prospect(kind).odds(given)
        except Refused:
            return None
