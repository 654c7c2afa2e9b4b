"""The end of a scene: it lets end what lasted as long, for everybody who is played."""

from collections.abc import Sequence

from campaigns.audience import viewers
from campaigns.models import Membership
from campaigns.play.game import Game, lay_out
from rules.engine.kernel import DAY, ConditionEnded


def outlasts_scene(minutes: int) -> bool:
    """Whether so much time lasts longer than any scene: it does not last a day."""
    return minutes >= DAY


def end_scene(game: Game, people: Sequence[str]) -> None:
    """Let end what lasted as long as the scene of these people."""
    game.sheets.bring(people)
    game.member.campaign.system.scene_over(game.table, people)


def played(member: Membership) -> list[str]:
    """The ids of those who are played."""
    return [one.public_id for one in viewers.people(member) if one.is_played]


def ends_with_scene(member: Membership) -> list[str]:
    """Everything that would end with the scene now, each with whose it is: "Rook: may be reckless"."""
    game, people = lay_out(member), played(member)
    game.sheets.bring(people)
    before = {who: dict(game.table.sheet(who).conditions) for who in people}
    end_scene(game, people)
    ended = [(one.who, one.name) for one in game.table.facts if isinstance(one, ConditionEnded)]
    lasting = [(who, before[who][name]) for who, name in ended if name in before[who]]
    said = [(game.table.name(who), game.table.words(one.label)) for who, one in lasting]
    return [f"{name}: {label[:1].lower()}{label[1:]}" for name, label in said]
