"""Reading characters: the campaign's people, and one sheet laid out with what its viewer may do."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from django.db.models import QuerySet

from campaigns.audience import access, encounters, sight, viewers
from campaigns.audience.redaction import NOBODY, Hidden, with_names
from campaigns.audience.viewers import Viewer
from campaigns.calendar.sessions import is_left_alone, running
from campaigns.homebrew import compendium
from campaigns.models import Document, Membership
from campaigns.play.game import Game, lay_out
from characters.creation.steps import is_unmade
from characters.models import Character, ExperienceEntry
from characters.sheets.quick import AT_HAND
from characters.sheets.sections import SheetSection, sections
from rules import codec, house_rules
from rules.engine.character.piles import COIN
from rules.engine.content.entries import Entry
from rules.engine.kernel import (
    Ask,
    Command,
    Condition,
    Encounter,
    HouseRules,
    Order,
    Place,
    Refused,
    Said,
    Sheet,
    Unknown,
)
from rules.engine.page.blocks import Block, Explained, Page, RankRow, Tiles, Vitals, explained_in, ranks_of
from rules.engine.system.protocol import command_named, offers_at
from rules.house_rules import Setting
from rules.registry import system_named

#: The most lines of the ledger under an explanation.
LEDGER_LINES = 6


# -- the campaign's people --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Person:
    """A character on the campaign's page, with what matters of them at a glance."""

    character: Character
    subtitle: str
    vitals: Vitals
    mine: bool
    #: Whether the one who looks may go on with making them.
    unmade: bool = False
    #: How much they carry, where the game counts it.
    carried: Explained | None = None
    #: Whether a fight's bestiary gave them.
    is_of_fight: bool = False


def people(member: Membership) -> list[Person]:
    """Everybody whose sheet the member may open, by name, without those in the archive."""
    there = Character.objects.filter(archived_at=None).select_related("owner").annotate(began_in=viewers.BEGAN_IN)
    found = list(access.visible(member, there).order_by("name", "pk"))
    hidden = _unknown(member, found)
    names = viewers.names_in(member.campaign_id)
    return [_person(member, character, hidden, names) for character in found]


def half_made(member: Membership) -> list[Character]:
    """The member's own characters whose making is not finished, by name."""
    there = Character.objects.filter(archived_at=None).order_by("name", "pk")
    mine = [one for one in access.visible(member, there) if one.played_by(member.user_id)]
    return [one for one in mine if is_unmade(member.campaign, one.public_id, one.sheet)]


def archived(member: Membership) -> list[Character]:
    """The characters in the archive that the member may open, the latest first."""
    there = Character.objects.filter(archived_at__isnull=False).defer("body")
    return list(access.visible(member, there).order_by("-archived_at", "-pk"))


def _person(member: Membership, character: Any, hidden: Hidden, names: Mapping[str, str]) -> Person:
    sheet = with_names(sight.seen_sheet(character.sheet, Viewer(is_gm=member.is_gm), hidden), names)
    page = member.campaign.system.page(sheet, member.campaign.house_rules)
    unmade = access.may_play(member, character) and is_unmade(member.campaign, character.public_id, sheet)
    mine, carried = character.played_by(member.user_id), member.campaign.system.carried
    weight = explained_in(page, carried) if carried else None
    # To players those whom they know are people, wherever they came from.
    of_fight = member.is_gm and bool(character.began_in)
    return Person(character, page.subtitle, page.vitals, mine, unmade, weight, of_fight)


def character_for(member: Membership, public_id: str) -> Character:
    """One character whose sheet the member may open; 404 otherwise. A player may always open their own."""
    found: Character = access.document_for(member, Character.objects.select_related("owner"), public_id)
    return found


# -- one sheet --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SheetView:
    """A sheet as one member sees it: laid out, whether they may touch it, and the fight it is in."""

    member: Membership
    character: Character
    page: Page
    may_edit: bool
    top: tuple[Block, ...]
    columns: tuple[tuple[Block, ...], ...]
    scene: Document | None
    asks: tuple[Ask, ...]
    sections: tuple[SheetSection, ...] = ()

    @property
    def scene_version(self) -> int:
        """The version of the fight as the one who looks sees it; 0 without a fight."""
        return self.scene.version_for(self.member.is_gm) if self.scene else 0

    @property
    def unmade(self) -> bool:
        """Whether the one who looks may go on with making them."""
        return self.may_edit and is_unmade(self.member.campaign, self.character.public_id, self.character.sheet)

    @property
    def blocks(self) -> tuple[Block, ...]:
        return tuple(block for column in (self.top, *self.columns) for block in column)


def sheet_view(member: Membership, character: Character) -> SheetView:
    """The sheet, as far as the member may read it."""
    campaign = member.campaign
    page = campaign.system.page(seen_sheet(member, character), campaign.house_rules)
    may_edit = access.may_play(member, character)
    scene, asks = _fight_of(member, character) if may_edit else (None, ())
    first, *others = page.columns
    top = tuple(block for block in first[:1] if isinstance(block, Tiles))
    columns = (first[len(top) :], *others)
    laid_out = sections(page, begun=_begun(page.vitals))
    return SheetView(member, character, page, may_edit, top, columns, scene, asks, laid_out)


def _begun(vitals: Vitals) -> tuple[float, float]:
    """The rough heights, in rows, of what begins the two columns of play: how somebody is, and what they roll."""
    lines = sum(0.9 * len(boxes.lines) + 1.4 for boxes in vitals.boxes)
    return 1.6 + 1.05 * len(vitals.gauges) + lines, 1.9 + AT_HAND / 2


def seen_sheet(member: Membership, character: Character) -> Sheet:
    """The sheet of a character that the member may open, without what they may not read in it, to be read."""
    hidden = _unknown(member, [character])
    seen = sight.seen_sheet(character.sheet, Viewer(is_gm=member.is_gm), hidden)
    names = viewers.names_in(member.campaign_id)
    conditions = {name: _with_cause(condition, names) for name, condition in seen.conditions.items()}
    return with_names(replace(seen, conditions=conditions), names)


def _with_cause(condition: Condition, names: Mapping[str, str]) -> Condition:
    """The condition with the name of whoever is its cause, which rules keep as an id; no cause if its label has it."""
    cause, label = condition.source, condition.label
    if isinstance(label, Said) and cause in label.about:
        return replace(condition, source="")
    return replace(condition, source=names[cause]) if isinstance(cause, str) and cause in names else condition


def _unknown(member: Membership, characters: Sequence[Character]) -> Hidden:
    """The ids of people in these sheets of whom the member does not know."""
    bodies = [] if member.is_gm else [one.body for one in characters if not one.whole]
    return encounters.unknown_to_players(member.campaign_id, "".join(bodies)) if bodies else NOBODY


def _fight_of(member: Membership, character: Character) -> tuple[Document | None, tuple[Ask, ...]]:
    """The fight that the character is in now, and what waits there for them.

    Of several it is the one that asks them, else where it is their turn, else the newest: which of them went on last
    would tell of what hidden people do there.
    """
    fights: list[tuple[Document, tuple[Ask, ...], bool]] = []
    for scene in encounters.scenes(member):
        state = codec.encounter_from(scene.body)
        if not _is_there(state, character, member):
            continue
        asks = tuple(_asks(state, character, member))
        # Somebody hidden may act first of all: what they make others decide waits before these see the fight begin.
        order = encounters.order_for(state, is_gm=member.is_gm)
        if asks or order.stage == "fighting":
            fights.append((scene, asks, _has_turn(order, character.public_id)))
    if not fights:
        return None, ()
    scene, asks, _ = max(fights, key=lambda fight: (bool(fight[1]), fight[2]))
    return scene, asks


def _has_turn(order: Order, who: str) -> bool:
    return any(rung.key == order.turn and rung.who == who for rung in order.ladder)


def _asks(state: Encounter, character: Character, member: Membership) -> Iterator[Ask]:
    """The asks that wait for the character, as its player, or the game master, may read them."""
    asks = [ask for ask in state.asks.values() if ask.to == character.public_id]
    viewer = Viewer(is_gm=member.is_gm, plays=frozenset({character.public_id}))
    names, hidden = viewers.names_in(member.campaign_id), encounters.hidden_in(state)
    for ask in asks:
        if member.is_gm or not ask.for_gm:
            yield with_names(encounters.seen_ask(ask, viewer, hidden), names)


def _is_there(state: Encounter, character: Character, member: Membership) -> bool:
    place = state.combatants.get(character.public_id)
    return place is not None and (member.is_gm or not place.hidden)


# -- rolling ----------------------------------------------------------------------------------------------------------


def game_of(member: Membership, view: SheetView) -> Game:
    """The table as the character's player sits at it: in the fight, if they are in one."""
    return lay_out(member, view.character.public_id, scene=view.scene)


def game_aside(view: SheetView, game: Game) -> Game:
    """The game for what is no part of a fight that the table has left alone; the same one where it has not."""
    if view.scene is None or not is_left_alone(view.scene, running(view.member.campaign)):
        return game
    return lay_out(view.member, view.character.public_id)


def tests(member: Membership, game: Game) -> list[type[Command]]:
    """The commands that the sheet offers now: those that carry a fight on, then the plain test, then the rest."""
    system = member.campaign.system
    offered = offers_at(system, game.known, Place.SHEET, as_gm=member.is_gm)
    return sorted(offered, key=lambda command: (command.name not in system.onward, command.name != system.test))


def foremost(found: Sequence[type[Command]]) -> type[Command] | None:
    """The command that is most likely wanted: the first that is rolled, else the first; ``None`` if there is none.

    Nobody wants a command for what merely befalls them; where there is nothing else a panel waits for a choice.
    """
    willed = [one for one in found if not one.befalls]
    return next((one for one in willed if one.has_odds), next(iter(willed), None))


def follow_ups(game: Game) -> list[tuple[str, str]]:
    """Name and label of the commands by which the actor may change the roll that has just fallen."""
    system, found = game.member.campaign.system, []
    for name in system.follow_ups:
        with suppress(Refused):
            found.append((name, offered(game.member, game, name).label))
    return found


def offered(member: Membership, game: Game, name: str) -> type[Command]:
    """The command of that name; refused where it is not possible now."""
    command = command_named(member.campaign.system, name)
    command.possible(game.known)
    return command


def row_named(page: Page, name: str) -> RankRow:
    """The rank that a page shows under ``kind.name``; refused where it shows none."""
    for row in ranks_of(page):
        if f"{row.kind}.{row.name}" == name:
            return row
    raise Unknown("This sheet has no such rank.", "row")


# -- what stands behind a number --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Behind:
    """A number explained: where it comes from, and the house rules that it hangs on."""

    explained: Explained
    house: tuple[Setting, ...]


def explained(member: Membership, character: Character, number: str) -> Behind:
    """The explanation of a number: of the page that shows it, else of the game, which explains it by that name."""
    system, rules = member.campaign.system, member.campaign.house_rules
    sheet = seen_sheet(member, character)
    page = system.page(sheet, rules)
    shown = {f"{row.kind}.{row.name}".removeprefix("."): row.shown for row in ranks_of(page)}
    gauges = {f"resource.{gauge.name}": gauge.explained for gauge in page.vitals.gauges}
    consulted = HouseRules(rules)
    found = shown.get(number) or gauges.get(number)
    told = found or system.explain(sheet, number, consulted)
    if found:
        # A page consults rules for all that it shows; the game is asked once more which of them this number hangs on.
        with suppress(Unknown):
            system.explain(sheet, number, consulted)
    asked = house_rules.turned(system, rules, consulted.consulted)
    return Behind(told, tuple(dict.fromkeys((*asked, *house_rules.behind(system, rules, told)))))


def ledger_of(character: Character, number: str) -> QuerySet[ExperienceEntry]:
    """The latest lines of the ledger about a rank, named ``kind.name``."""
    kind, _, name = number.partition(".")
    lines = ExperienceEntry.objects.filter(character=character, kind=kind, name=name)
    return lines.order_by("-pk")[:LEDGER_LINES]


# -- what may be picked up --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Offered:
    """An entry to be picked up, and the skill or trait that the character lacks for it."""

    section: str
    entry: Entry
    lacks: str


def shelf(member: Membership, item_kind: str) -> list[tuple[str, tuple[Entry, ...]]]:
    """The compendium's things of one kind, by section: the campaign's own before those of the game."""
    games = _shelves(member.campaign.system.slug).get(item_kind, {})
    return [*compendium.things(member, item_kind).items(), *games.items()]


def in_reach(member: Membership, character: Character, item_kind: str) -> tuple[list[Offered], list[Offered]]:
    """The shelf of one kind of thing: what the character could use, and after it what they lack something for."""
    campaign = member.campaign
    sheet, rules = seen_sheet(member, character), campaign.house_rules
    offered = [
        Offered(section, one, campaign.system.lacks(sheet, compendium.thing(member, section, one.key), rules))
        for section, entries in shelf(member, item_kind)
        for one in entries
    ]
    return [one for one in offered if not one.lacks], [one for one in offered if one.lacks]


@dataclass(frozen=True, slots=True)
class OnShelf:
    """The place of a thing in the compendium, and its name."""

    section: str
    entry: str
    name: str


def carried(member: Membership) -> dict[str, OnShelf]:
    """Everything but coins that the compendium lets one carry, by its name in small letters; our own before others."""
    found: dict[str, OnShelf] = {}
    inborn = member.campaign.system.inborn
    for kind in _shelves(member.campaign.system.slug):
        for section, entries in shelf(member, kind) if kind not in (COIN, *inborn) else ():
            for one in (entry for entry in entries if entry.key not in inborn):
                found.setdefault(one.name.casefold(), OnShelf(section, one.key, one.name))
    return found


@lru_cache(maxsize=16)
def _shelves(slug: str) -> dict[str, dict[str, tuple[Entry, ...]]]:
    """A game's entries by kind of thing and section; made once, for a compendium is data of the program."""
    system = system_named(slug)
    sorted_in: dict[str, dict[str, tuple[Entry, ...]]] = {}
    for section, entries in system.compendium().items():
        for entry in entries:
            try:
                kind = system.item(section, entry.key).kind
            except Refused:
                break
            on_shelf = sorted_in.setdefault(kind, {})
            on_shelf[section] = (*on_shelf.get(section, ()), entry)
    return sorted_in
