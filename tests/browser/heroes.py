"""People as an evening needs them: those who come for it alone, and those of the demo as if nothing had happened."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.registry import system_named
from tests.browser.evenings import Evening, Program
from tests.browser.seats import Seat
from tests.halls import LiveHall


@dataclass(frozen=True)
class Hero:
    """A beginner of somebody's, with these ranks by kind, and with these things by kind: how many of each."""

    name: str
    player: str
    ranks: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    things: Mapping[str, Mapping[str, int]] = field(default_factory=dict)


def begin_heroes(evening: Evening, hall: LiveHall, *heroes: Hero) -> Program:
    """Let heroes begin in the campaign of the evening; returns the game master's program."""
    program = Program(evening.gudrun, hall)
    for hero in heroes:
        owner = next(one["user"] for one in hall.demo["logins"] if one["name"] == hero.player)
        where = f"characters/{program.begin(evening.campaign['id'], hero.name, owner)}/"
        for kind, ranks in hero.ranks.items():
            for rank, to in ranks.items():
                program.do(where, "sheet.rank", kind=kind, rank=rank, to=to)
        for kind, things in hero.things.items():
            for entry, count in things.items():
                title = entry.replace("_", " ").capitalize()
                program.do(where, "sheet.item", entry=entry, title=title, kind=kind, count=count, in_use=True)
    return program


def take_hero(evening: Evening, hall: LiveHall, slug: str, name: str, player: str = "Anna") -> None:
    """Let a player have the first of the game's ready-made heroes, under this name."""
    owner = next(one["user"] for one in hall.demo["logins"] if one["name"] == player)
    hero = system_named(slug).heroes()[0]
    Program(evening.gudrun, hall).begin(evening.campaign["id"], name, owner, hero.key)


#: What the people of the demo have all of when they are whole.
WHOLE = {
    "sda": ("spirit",),
    "dragonbane": ("hp", "wp"),
    "kaos": ("hp", "life"),
    "grim": ("fortune", "fate"),
    "fortune": ("health", "stamina"),
}


def recover(program: Program, campaign: Mapping[str, Any], *keys: str) -> None:
    """Let people of the demo be whole, whatever its own fight and other evenings did to them."""
    for key in keys:
        where = f"characters/{campaign['characters'][key]}/"
        for track, lines in program.look(where)["sheet"]["tracks"].items():
            for number, line in enumerate(lines):
                for box in line["ticked"]:
                    program.do(where, "sheet.boxes", track=track, line=number, box=box, to=0)
        for condition in program.look(where)["sheet"]["conditions"]:
            program.do(where, "sheet.condition", condition=condition, on=False)
        resources = program.look(where)["sheet"]["resources"]
        for resource in WHOLE[campaign["system"]]:
            if resources[resource]["now"] != resources[resource]["most"]:
                program.do(where, "sheet.resource", resource=resource, now=resources[resource]["most"])


def arm(program: Program, where: str, things: Mapping[str, Mapping[str, str]]) -> None:
    """Let somebody have these things in use, by kind, and no others of these kinds: theirs may lie somewhere broken."""
    for key, item in program.look(where)["sheet"]["items"].items():
        if item["kind"] in things:
            program.do(where, "sheet.drop", key=key)
    for kind, titles in things.items():
        for entry, title in titles.items():
            program.do(where, "sheet.item", entry=entry, title=title, kind=kind, in_use=True)


def place_heroes(program: Program, seat: Seat, places: Mapping[str, tuple[int, int]]) -> None:
    """The game master's program puts everybody where the fight begins, looking north."""
    for name, (x, y) in places.items():
        program.do(_fight_of(seat), "fight.place", combatant=seat.id_of(name), x=x, y=y, facing=0)


def begin_in_order(program: Program, seat: Seat, order: Mapping[str, int]) -> None:
    """The fight begins, and everybody has the initiative that the story needs."""
    seat.onward()
    for name, at in order.items():
        program.do(_fight_of(seat), "fight.initiative", combatant=seat.id_of(name), at=at)
    seat.catch_up()
    # Whoever the dice let act first has acted by then.
    while not seat.page.get_by_role("heading", name="Round 2").count():
        seat.onward()


def _fight_of(seat: Seat) -> str:
    """The address of the open encounter for programs."""
    return f"encounters/{seat.page.url.partition('/encounters/')[2].partition('/')[0]}/"
