"""The story that both worlds tell: what everybody can see, and between it what nobody can."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random

import pytest
from django.db import transaction

from campaigns.audience import history, viewers
from campaigns.calendar import timekeeping, weather
from campaigns.models import Entry, Summary
from campaigns.play.forms import form_for, started
from campaigns.play.game import Game, lay_out
from campaigns.play.intent import Intent
from campaigns.play.perform import perform
from campaigns.play.undo import last_to_redo, last_to_undo, redo, undo
from campaigns.sessions import at_table, services
from campaigns.summaries import worker
from combat.table.offers import for_whom, offered
from rules import codec
from rules.engine.fight import EndTurn
from rules.engine.kernel import PLAIN, Ask, Command, Date, LadderSet, Place, Refused, Who, described_fields
from rules.engine.system.protocol import command_named
from tests.pictures import hang
from tests.two_worlds import plots
from tests.two_worlds.worlds import NOTHING, World

Act = Callable[[World], object]


@dataclass(frozen=True)
class Step:
    """A step of a story: what happens openly, or (``secret``) what only one of the worlds has."""

    name: str
    act: Act
    secret: bool = False
    #: Whether it is chosen as it comes: in the other world the very same commands are given.
    chosen: bool = False
    #: Whether everything is looked at after it, rather than what changes most.
    whole: bool = False
    #: Whether whoever is hidden keeps the turn after it.
    waits: bool = False


# -- what everybody can see -------------------------------------------------------------------------------------------


def foe_comes(world: World) -> None:
    """A creature in sight, beside the party so that they can fight."""
    world.foe = plots.newcomer(world, world.encounter, hidden=False)
    world.knows(character_id=world.foe)
    party = (world.cast.rook.public_id, 0, 0), (world.cast.mira.public_id, 2, 0)
    for who, x, y in (*party, (world.foe, 0, 1)):
        world.do("fight.place", combatant=who, x=x, y=y, facing=180 if who == world.foe else 0)


def fog_comes(world: World) -> None:
    """Fog comes over a part of the board, and then over more of it."""
    if plots.has_fog(world):
        for y in (205, 155):
            world.do("board.fog", foggy="on", x=-300, y=y, to_x=300, to_y=405)


def foe_comes_behind_fog(world: World) -> None:
    """A creature in sight, beside the party, with a strip of fog between them."""
    foe_comes(world)
    if plots.has_fog(world):
        world.do("board.fog", foggy="on", x=-10, y=4, to_x=10, to_y=6)


def fog_shifts(world: World) -> None:
    """Fog lifts beside what is drawn in it, and a line leads up to it."""
    if plots.has_fog(world):
        world.do("board.fog", foggy="off", x=-300, y=155, to_x=300, to_y=255)
        world.do("board.draw", kind="wall", x=5, y=105, to_x=5, to_y=295)


def weather_sets_in(world: World) -> None:
    """The campaign has weather, and of today everybody knows another one."""
    gm = world.member("gm")
    timekeeping.choose(gm, PLAIN, Date(1, 1, 1), climate=timekeeping.WantedClimate("coast"))
    weather.say(gm, 0, weather.Change("fog", "no wind", 4))


def page_is_written(world: World) -> None:
    """An entry of the campaign's own that everybody may read, on every shelf."""
    plots.write_pages(world, "Clover", secret=False)


def rook_is_painted(world: World) -> None:
    """A picture of somebody whom everybody knows."""
    world.knows(picture_id=hang(world.cast.campaign, world.cast.rook).public_id)


def note(text: str) -> Act:
    def act(world: World) -> None:
        who = world.cast.rook.public_id
        entry = perform(world.member("anna"), Intent("sheet.text", {"text": "notes", "to": text}, who))
        world.noted = entry.public_id
        if NOTHING in world.words["entry_id"]:
            world.knows(entry_id=entry.public_id)

    return act


def onward(world: World) -> None:
    """Carry the fight on: whoever is asked answers, whoever acts ends their turn, players their own."""
    system, game = world.system, lay_out(world.member("gm"), encounter=world.encounter.public_id)
    for ask in game.table.scene.pressing:
        answer(world, ask)
        return
    current = game.table.scene.current
    actor = current.who if current else ""
    possible = {kind.name: kind for kind in offered(for_whom(game, actor), Place.TURN, Place.SCENE)}
    own = (EndTurn.name,) if world.player_of(actor) != "gm" else ()
    kind = next(possible[name] for name in (*own, *system.onward) if name in possible)
    world.do(kind.name, actor, "gm" if kind.who is Who.GM else world.player_of(actor))


def answer(world: World, ask: Ask) -> Entry:
    """Answer as the form of the first answer suggests that takes it."""
    game = for_whom(lay_out(world.member("gm"), encounter=world.encounter.public_id), ask.to)
    for name in ask.commands:
        kind = command_named(world.system, name)
        try:
            return world.do(name, ask.to, world.player_of(ask.to), **_suggested(kind, game, ask))
        except Refused:
            continue
    raise AssertionError(f"nobody can answer {ask}")


def _suggested(kind: type[Command], game: Game, ask: Ask) -> dict[str, object]:
    known = described_fields(kind)
    given = {name: ask.key for name, (described, _) in known.items() if described.kind == "ask"}
    return started(form_for(kind, game, given))


def ladder_is_changed(world: World) -> None:
    """A combatant in sight comes elsewhere on the ladder, in a hidden turn where anybody hides."""
    if world.hidden:
        onward(world)
        if world.state.current.who not in world.hidden:
            pytest.skip("somebody in sight is level with the hidden, and the ladder puts them first")
    moved = [rung for rung in world.state.ladder if rung.who not in world.hidden][-1]
    ladder = (replace(rung, at=rung.at + 7) if rung.key == moved.key else rung for rung in world.state.ladder)
    world.happen(LadderSet(tuple(ladder)))


def turn_goes_by(world: World) -> None:
    """The turn in which the ladder was changed ends, where it has not ended yet."""
    if not world.hidden:
        onward(world)


def fight_on(world: World) -> None:
    """The next step of the fight: an answer to an ask, a blow at a foe, or what else carries the fight on."""
    state = world.state
    actor = state.current.who if state.current else ""
    if state.pressing or not actor or actor in world.struck:
        world.struck = frozenset() if not actor else world.struck
        onward(world)
        return
    world.struck |= {actor}
    foes = [who for who, one in state.combatants.items() if one.side != state.combatants[actor].side and not one.hidden]
    if not any(strike(world, actor, target) for target in foes):
        onward(world)


def acts_alone(world: World, actor: str, chance: Random) -> Entry | None:
    """The entry of a command on a turn or sheet, chosen by chance, that no player sees; None if there is none."""
    game = for_whom(lay_out(world.member("gm"), encounter=world.encounter.public_id), actor)
    kinds = [kind for kind in offered(game, Place.TURN, Place.SHEET) if kind.has_odds or described_fields(kind)]
    for kind in chance.sample(kinds, len(kinds)):
        with suppress(Refused), transaction.atomic():
            entry = world.do(kind.name, actor, **started(form_for(kind, game)))
            if not history.is_seen(entry, viewers.viewer(world.member("anna"))):
                return entry
            transaction.set_rollback(True)
    return None


def strike(world: World, actor: str, target: str) -> Entry | None:
    """The first thing that somebody can do to somebody on their turn, as its form suggests."""
    game = for_whom(lay_out(world.member("gm"), encounter=world.encounter.public_id), actor)
    for kind in offered(game, Place.TURN):
        choices = kind.choices(game.known)
        for name in ("target", "against"):
            if kind.has_odds and any(one.value == target for one in choices.get(name, ())):
                with suppress(Refused):
                    given = started(form_for(kind, game, {name: target})) | {name: target}
                    return world.do(kind.name, actor, world.player_of(actor), **given)
    return None


def note_undone(world: World) -> None:
    """Take back the newest note."""
    _undo_to(world, world.noted)


def deed_undone(world: World) -> None:
    """Take back what was done last in the fight, and the hidden turns after it."""
    _undo_to(world, world.done)


def _undo_to(world: World, about: str) -> None:
    """Take back an entry; on the way to it whatever happened in secret since is taken back, too."""
    gm = world.member("gm")
    while not Entry.objects.get(public_id=about).is_struck:
        last = last_to_undo(world.cast.campaign)
        assert last
        undo(gm, last.public_id)


def session_begins(world: World) -> None:
    """A session begins, and its first scene."""
    entry = at_table.begin(world.member("gm"), title="Frost")
    at_table.scene(world.member("gm"), "The bridge in the snow")
    world.knows(session_id=str(codec.load(entry.given)["session"]))


def session_ends(world: World) -> None:
    """A session ends, its summary is written, and published."""
    gm = world.member("gm")
    at_table.end(gm)
    summary = Summary.objects.get(session__public_id=world.words["session_id"][0])
    while worker.step(summary.pk, summary.token):
        pass
    services.publish(gm, summary.session)


def redone(world: World) -> None:
    """Bring again whatever was taken back."""
    gm = world.member("gm")
    while last := last_to_redo(world.cast.campaign):
        redo(gm, last.public_id)


BEFORE: Sequence[Step] = (
    Step("somebody hides", plots.hidden_comes, secret=True),
    Step("a foe comes", foe_comes),
    Step("a session begins", session_begins),
    Step("fog comes", fog_comes),
    Step("walls stand in the fog", plots.draws_in_the_fog, secret=True),
    Step("the fog shifts", fog_shifts),
    Step("the hidden gets a name", plots.hidden_is_named, secret=True),
    Step("Rook is painted", rook_is_painted),
    Step("the hidden is painted", plots.hidden_is_painted, secret=True),
    Step("the weather sets in", weather_sets_in),
    Step("weather to come is said", plots.weather_to_come, secret=True),
    Step("pages are written", page_is_written),
    Step("secret pages are written", plots.secret_pages, secret=True),
    Step("somebody secret comes", plots.secret_person, secret=True),
    Step("an ambush is laid", plots.ambush, secret=True),
    Step("others found a campaign", plots.other_table, secret=True),
    Step("a note", note("It is cold.")),
    Step("the hidden moves", plots.moves(3, 4, 5), secret=True),
    Step("the hidden's way is undone", plots.undone, secret=True),
    Step("the hidden's way is redone", plots.redone, secret=True),
    Step("a secret note", plots.note, secret=True),
    Step("the hidden rolls", plots.rolls, secret=True),
    Step("a link is made", plots.invitation, secret=True),
    Step("a forecast is asked for", plots.forecast, secret=True),
)
SCRIPT: Sequence[Step] = (
    *BEFORE,
    Step("a second note", note("It is dark.")),
    Step("the hidden moves once more", plots.moves(6), secret=True),
    Step("the second note is undone", note_undone),
    Step("the second note is redone", redone),
    Step("a third note", note("It is late."), whole=True),
    Step("the session ends", session_ends, whole=True),
)
FIGHT: Sequence[Step] = (
    Step("somebody hides", plots.hidden_comes, secret=True),
    Step("a foe comes", foe_comes_behind_fog),
    Step("the hidden gets a name", plots.hidden_is_named, secret=True),
    Step("another hides", plots.another_hides, secret=True),
    Step("a secret door is in the fog", plots.secret_door_in_the_fog, secret=True),
    Step("a note", note("It is cold.")),
    Step("the hidden moves", plots.moves(3, 4, 5), secret=True),
    Step("the fight begins", onward, chosen=True),
    Step("the hidden comes next", plots.comes_next, secret=True),
    Step("the ladder is changed", ladder_is_changed, waits=True),
    Step("the turn goes by", turn_goes_by),
    *(Step(f"fight {number}", fight_on, chosen=True) for number in range(6)),
    Step("it is undone", deed_undone),
    Step("it is redone", redone),
    *(Step(f"fight {number}", fight_on, chosen=True) for number in range(6, 9)),
    Step("a last note", note("It is over."), whole=True),
)
LONG_FIGHT: Sequence[Step] = (
    *SCRIPT,
    Step("the fight begins", onward, chosen=True),
    *(Step(f"fight {number}", fight_on, chosen=True) for number in range(14)),
    Step("the hidden moves in the fight", plots.moves(4), secret=True),
    Step("a last note", note("It is over."), whole=True),
)
