"""The secret events of one of two worlds, which must show to nobody but the game master."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from campaigns.calendar import timekeeping, weather
from campaigns.homebrew import editor
from campaigns.long_work import runs, worker
from campaigns.members import services as campaigns
from campaigns.models import Homebrew
from campaigns.play.forms import form_for, started
from campaigns.play.game import lay_out
from campaigns.play.intent import Intent
from campaigns.play.perform import perform
from campaigns.play.undo import last_to_redo, last_to_undo, redo, undo
from characters import services as characters
from characters.models import Character
from combat import services
from combat.forecasts import requests
from combat.forecasts.plans import Wanted
from combat.models import Encounter
from rules.engine.kernel import Joined, LadderSet, Refused, described_fields
from rules.engine.system.protocol import command_named
from tests.helpers import make_user
from tests.pictures import hang
from tests.two_worlds.worlds import CANARY, World

#: The shelves whose pages are asked for.
SHELVES = ("creatures", "weapons")


def creature_key(world: World) -> str:
    """A creature that can fight as people do: the fourth, or the last where there are fewer."""
    return str(world.system.compendium()["creatures"][:4][-1].key)


def newcomer(world: World, encounter: Encounter, *, hidden: bool) -> str:
    """The id of a creature that comes into an encounter."""
    before = set(Encounter.objects.get(pk=encounter.pk).state.combatants)
    services.bring_creatures(world.member("gm"), encounter=encounter, key=creature_key(world), hidden=hidden)
    (who,) = set(Encounter.objects.get(pk=encounter.pk).state.combatants) - before
    return who


def hidden_comes(world: World) -> None:
    """A hidden creature comes, of the very kind of which one in sight comes later."""
    world.knows(character_id=newcomer(world, world.encounter, hidden=True))
    world.hiding = world.words["character_id"][-1]


def hidden_is_painted(world: World) -> None:
    """A picture of the hidden creature, which nobody else may see."""
    hidden = Character.objects.get(public_id=world.hiding)
    world.knows(picture_id=hang(world.cast.campaign, hidden).public_id)


def draws_in_the_fog(world: World) -> None:
    """Walls and a door stand where fog lies, the door opens, and one wall goes; none where the game has no fog."""
    if not has_fog(world):
        return
    for kind, y in (("wall", 305), ("wall", 315), ("door", 325)):
        world.do("board.draw", kind=kind, x=-15, y=y, to_x=15, to_y=y)
    world.do("board.door", door="-15,325,15,325")
    world.do("board.erase", line="-15,315,15,315")


def secret_door_in_the_fog(world: World) -> None:
    """A secret door stands shut in the fog between two who fight, and tells them nothing of itself."""
    if has_fog(world):
        world.do("board.draw", kind="door", x=-8, y=5, to_x=8, to_y=5)


def has_fog(world: World) -> bool:
    return any(command.name == "board.fog" for command in world.system.commands)


def another_hides(world: World) -> None:
    """A hidden creature comes on the side of the party, unknown to players as well."""
    who = newcomer(world, world.encounter, hidden=True)
    world.happen(Joined(who, "party", True, 2, 2))


def hidden_is_named(world: World) -> None:
    gm, name = world.member("gm"), {"text": "name", "to": f"{CANARY} I"}
    perform(gm, Intent("sheet.text", name, world.hiding))
    world.do("fight.place", combatant=world.hiding, x=2, y=1, facing=180)


def comes_next(world: World) -> None:
    """The game master lets somebody hidden come next on the ladder."""
    state = world.state
    theirs = next(rung for rung in state.ladder if rung.who == world.hiding)
    others = [rung for rung in state.ladder if rung.key != theirs.key]
    at = [rung.key for rung in others].index(state.turn)
    moved = replace(theirs, at=others[at].at, done=False)
    world.happen(LadderSet((*others[: at + 1], moved, *others[at + 1 :])))


def moves(*places: int) -> Callable[[World], None]:
    """The hidden creature goes from place to place."""

    def act(world: World) -> None:
        for to in places:
            entry = world.do("fight.place", combatant=world.hiding, x=to, y=to)
        if len(world.words["entry_id"]) == 1:
            world.knows(entry_id=entry.public_id)

    return act


def undone(world: World) -> None:
    """The last thing that happened in the fight is taken back."""
    last = last_to_undo(world.cast.campaign, world.encounter.public_id)
    assert last
    undo(world.member("gm"), last.public_id, encounter=world.encounter.public_id)


def redone(world: World) -> None:
    last = last_to_redo(world.cast.campaign, world.encounter.public_id)
    assert last
    redo(world.member("gm"), last.public_id, encounter=world.encounter.public_id)


def note(world: World) -> None:
    """The game master notes something on a sheet that everybody may open."""
    about = {"text": "gm_notes", "to": f"{CANARY} waits for her."}
    perform(world.member("gm"), Intent("sheet.text", about, world.cast.rook.public_id))


def rolls(world: World) -> None:
    """The hidden creature rolls."""
    kind = command_named(world.system, world.system.test)
    game = lay_out(world.member("gm"), world.hiding, world.encounter.public_id)
    world.do(kind.name, world.hiding, **started(form_for(kind, game)))


def secret_person(world: World) -> None:
    """A character whom players have not met, with a life of their own."""
    gm = world.member("gm")
    who = characters.begin(gm, name=f"{CANARY} II", owner=None, secret=True).public_id
    perform(gm, Intent("sheet.text", {"text": "notes", "to": CANARY}, who))
    world.knows(character_id=who)
    _long_test(world, who)


def _long_test(world: World, who: str) -> None:
    """Work of theirs that takes long, and is carried on by the worker, where the game knows such a thing."""
    kept, gm = world.system.long_tests, world.member("gm")
    if kept is None:
        return
    kind = command_named(world.system, kept.begin)
    called = {name: CANARY for name, (described, _) in described_fields(kind).items() if described.kind == "words"}
    perform(gm, Intent(kind.name, started(form_for(kind, lay_out(gm, who))) | called, who))
    (test,) = kept.under_way(Character.objects.get(public_id=who).sheet)
    run = runs.to_the_end(gm, [(who, test.key)])
    world.knows(test=test.key, run_id=run.public_id)
    with suppress(Refused):
        worker.step(run.pk, run.token)


def write_pages(world: World, name: str, *, secret: bool) -> None:
    """An entry of the campaign's own on every shelf, like one that the game has."""
    for section, shelf in world.system.shelves().items():
        for like in list(shelf.own().values())[:1]:
            page = editor.add(world.member("gm"), section, {**like, "name": name}, secret=secret)
            if section in SHELVES:
                world.knows(section=section, homebrew_id=page.public_id, key=page.public_id)


def secret_pages(world: World) -> None:
    """Pages that players may not read: one is changed, one withdrawn; none where the game has no shelves."""
    if not world.system.shelves():
        return
    write_pages(world, f"{CANARY} III", secret=True)
    changed, withdrawn = world.words["homebrew_id"][-2:]
    gm = world.member("gm")
    figures = Homebrew.objects.get(public_id=changed).figures | {"name": f"{CANARY} IV"}
    editor.change(gm, changed, figures, seen=1)
    editor.withdraw(gm, withdrawn, seen=1)


def ambush(world: World) -> None:
    """Encounters that players know nothing of: in one creatures fight, in the other the heroes stand already."""
    gm = world.member("gm")
    prepared = services.prepare(gm, name=f"{CANARY} VII")
    services.bring_party(gm, encounter=prepared, who=[world.cast.rook.public_id, world.cast.mira.public_id])
    world.knows(encounter_id=prepared.public_id)
    encounter = services.prepare(gm, name=f"{CANARY} V", secret=True)
    newcomer(world, encounter, hidden=False)
    world.knows(character_id=newcomer(world, encounter, hidden=False), encounter_id=encounter.public_id)
    perform(gm, Intent(world.system.onward[0], {}, "", encounter.public_id))


def weather_to_come(world: World) -> None:
    """The game master says what the weather of days to come is, and then otherwise."""
    gm = world.member("gm")
    for day in (2, 9):
        weather.say(gm, day, weather.Change("sandstorm", "a gale", 44))
    weather.say(gm, 2, None)


def invitation(world: World) -> None:
    """A link for an assistant."""
    made, _ = campaigns.invite(world.member("gm"), role="assistant", uses=3, days=7)
    world.knows(invitation_id=made.public_id)


def forecast(world: World) -> None:
    """The game master wants to know how the fight will end, where the game tells how people fight by themselves."""
    if world.system.tactics is None:
        return
    asked = requests.ask(world.member("gm"), world.encounter.public_id, Wanted(10), key=None)
    world.knows(forecast_id=asked.public_id)


def other_table(world: World) -> None:
    """Zora founds another campaign, with a character and time that passes."""
    founder = campaigns.found(user=make_user("zora"), name=f"{CANARY} VI", system=world.system)
    characters.begin(founder, name=CANARY, owner=None)
    world.knows(campaign_id=founder.campaign.public_id)
    timekeeping.let_pass(founder, timekeeping.For(600))
