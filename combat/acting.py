"""The same game for somebody else: a game master acts for anyone, a player for each of their own."""

from campaigns.play import Game
from rules.engine.commands import Command, Place, described_fields
from rules.engine.system import System, offers_at
from rules.engine.table import Table


def for_whom(game: Game, who: str) -> Game:
    """The game laid out for another actor, over the same sheets and the same encounter."""
    table = game.table
    seat = Table(table.sheets, table.encounter, table.house_rules, who, table.rank_range)
    return Game(game.member, seat, game.sheets, game.scene)


def offered(game: Game, *places: Place) -> list[type[Command]]:
    """The commands that the rules offer the actor of this game now."""
    system: System = game.member.campaign.system
    as_gm = game.member.is_gm
    return [command for place in places for command in offers_at(system, game.known, place, as_gm=as_gm)]


def takes_a_point(command: type[Command]) -> bool:
    """Whether the board can fill it in: it says where to go in metres."""
    known = described_fields(command)
    return all(name in known and known[name][0].kind == "number" for name in ("x", "y"))
