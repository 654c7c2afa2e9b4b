"""Games laid out for another actor: a game master acts for anyone, a player for each of their own."""

from collections.abc import Sequence
from dataclasses import MISSING, dataclass

from campaigns.play.forms import CommandForm, form_for
from campaigns.play.game import Game
from rules.engine.kernel import Command, Place, Table, described_fields
from rules.engine.system.protocol import System, offers_at

#: The heading of actions that no guide tells of.
_OTHERS = "More"


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


@dataclass(frozen=True, slots=True)
class Offer:
    """A command as a button; with nothing to choose and nothing to chance ``form`` is sent as it is, else opened."""

    name: str
    label: str
    form: CommandForm | None
    about: str = ""


def offer(game: Game, command: type[Command]) -> Offer:
    is_opened = bool(described_fields(command)) or command.has_odds
    return Offer(command.name, command.label, None if is_opened else form_for(command, game), command.about)


def grouped(system: System, offers: Sequence[Offer]) -> list[tuple[str, list[Offer]]]:
    """Offers under the headings of the game's guide; those that it does not tell of come last."""
    titles = {way.command: part.title for part in system.guide() for way in part.ways if way.command}
    groups: dict[str, list[Offer]] = {title: [] for title in (*dict.fromkeys(titles.values()), _OTHERS)}
    for one in offers:
        groups[titles.get(one.name, _OTHERS)].append(one)
    return [(title, listed) for title, listed in groups.items() if listed]


def goes_there(game: Game, command: type[Command]) -> bool:
    """Whether the board can fill a command in: it says where the actor goes in metres, and chooses nobody else."""
    known = described_fields(command)
    if not all(name in known and known[name][0].kind == "number" for name in ("x", "y")):
        return False
    whom = [name for name, (told, default) in known.items() if default is MISSING and name not in ("x", "y")]
    choices = command.choices(game.known)
    return all(game.table.actor in {choice.value for choice in choices.get(name, ())} for name in whom)
