"""Characters as files: a sheet leaves its campaign as JSON, and begins anew in another one of the same game.

Actors that Foundry VTT exported begin here as well, where the game reads them.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any

import msgspec
from django.core.exceptions import PermissionDenied
from msgspec import Meta

from campaigns.archive.documents import BROKEN
from campaigns.archive.format import refuse_unfit
from campaigns.audience import access, encounters, sight
from campaigns.audience.redaction import Hidden, with_names, without
from campaigns.audience.viewers import Viewer, names_in
from campaigns.homebrew import compendium
from campaigns.models import Campaign, Membership, all_scenes, all_sheets
from characters import services
from characters.models import Character
from characters.sheets.selectors import carried
from rules import codec, house_rules
from rules.engine.character import foundry
from rules.engine.character.names import check_name
from rules.engine.kernel import GM_ONLY, OURS, Item, Refused, Sheet

FORMAT, VERSION = "winterhall-character", 1
#: The most bytes of a file with a character; Foundry's have the text of every skill and thing in them.
MOST_BYTES = 2_000_000
#: The end of their names.
ENDING = "winterhall.json"
#: The largest rank, and the longest names of ranks by the columns that hold them.
_MOST, _KIND, _NAME = 1_000_000, 40, 60
_OWN = re.compile(rf'"({re.escape(OURS)}[\w-]+)"')


class CharacterFile(msgspec.Struct, forbid_unknown_fields=True):
    """A character outside of any campaign: the key of its game, and its sheet as the rules know it."""

    format: str
    version: int
    game: Annotated[str, Meta(max_length=30)]
    sheet: dict[str, Any]


# -- leaving ----------------------------------------------------------------------------------------------------------


def exported(member: Membership, character: Character) -> CharacterFile:
    """The file of a character, as far as the member may read its sheet; nobody else of the campaign stands in it."""
    access.refuse_unless_player_of(member, character)
    campaign = member.campaign
    sheet = character.sheet
    if not member.is_gm:
        hidden = encounters.unknown_to_players(campaign.pk, character.body)
        sheet = sight.seen_sheet(sheet, Viewer(is_gm=False), hidden)
    named = with_names(sheet, names_in(campaign.pk))
    return CharacterFile(FORMAT, VERSION, campaign.system_slug, codec.plain(without(named, _ids_in(campaign))))


def _ids_in(campaign: Campaign) -> Hidden:
    """The ids of everybody and every encounter of a campaign, which mean nothing elsewhere."""
    found = (documents.filter(campaign=campaign).values_list("public_id", flat=True) for documents in _documents())
    return Hidden(one for ids in found for one in ids)


def _documents() -> Iterator[Any]:
    yield from (all_sheets(), all_scenes())


# -- arriving ---------------------------------------------------------------------------------------------------------


def may_import(member: Membership) -> bool:
    """Whether the house rules let a member bring characters along."""
    return house_rules.is_shown(house_rules.IMPORTS, member.campaign.house_rules, is_gm=member.is_gm)


@dataclass(frozen=True, slots=True)
class Arrival:
    """A character that was brought in, and sentences on everything in its file that was not."""

    character: Character
    report: tuple[str, ...] = ()


def brought_in(member: Membership, told: Any, *, key: str | None = None) -> Arrival:
    """Let the character of a file begin in the member's campaign, theirs from then on."""
    access.refuse_observers(member)
    if not may_import(member):
        raise PermissionDenied(
            "This campaign does not allow imported characters. The game master can change that: "
            f"House rules, {house_rules.IMPORTS.label}."
        )
    sheet, report = _from_foundry(member, told) if foundry.is_foundry(told) else (_own_sheet(member, told), ())
    _refuse_unplayable(sheet, member)
    is_played = sheet.kind == member.campaign.system.fresh_sheet(sheet.name).kind
    if not is_played:
        access.refuse_unless_gm(member)
    owner = member.user if is_played else None
    begun = services.begin(member, name=sheet.name, owner=owner, secret=not is_played, sheet=sheet, key=key)
    return Arrival(begun, report)


def read(body: bytes) -> Any:
    """The values of a file; refused where it is none."""
    if len(body) > MOST_BYTES:
        raise Refused(f"This file is too large: a character has at most {MOST_BYTES // 1_000} kB.", "file")
    try:
        return msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused("This is not a character file.", "file") from error


def _own_sheet(member: Membership, told: Any) -> Sheet:
    """The sheet in a file that a hall exported; refused in a sentence where it is none."""
    file = _file(told, member.campaign)
    refuse_unfit(file.sheet, "This file")
    try:
        sheet = codec.sheet_from(codec.dump(file.sheet))
    except BROKEN as error:
        raise Refused("The sheet in this file cannot be read here.", "file") from error
    if codec.plain(sheet) != file.sheet:
        raise Refused("The sheet in this file does not fit this version of Winterhall.", "file")
    return sheet


def _from_foundry(member: Membership, told: Any) -> tuple[Sheet, tuple[str, ...]]:
    """The sheet of an actor from Foundry, with the report; refused in a sentence where it is none of this game."""
    system = member.campaign.system
    if system.foundry is None:
        raise Refused(f"{system.name} cannot read files from Foundry.", "file")
    if not foundry.is_actor(told):
        raise Refused(
            "This file from Foundry is not an actor. Export the character itself: Actors, Export Data.", "file"
        )
    theirs = foundry.system_of(told)
    if not theirs:
        raise Refused("This actor does not say which game it is from. Export it again with a newer Foundry.", "file")
    if theirs != system.foundry.system:
        raise Refused(f"This actor is from another game ({theirs}). This campaign plays {system.name}.", "file")
    sheet, report = system.foundry.imported(told, _on_shelves(member))
    refuse_unfit(codec.plain(sheet), "This file")
    return sheet, report


def _on_shelves(member: Membership) -> dict[str, Item]:
    """Everything that the compendium lets the member carry, by its folded name."""
    system, ours = member.campaign.system, compendium.own_items(member)
    listed = carried(member).values()
    return {foundry.folded(one.name): ours.get(one.entry) or system.item(one.section, one.entry) for one in listed}


def _refuse_unplayable(sheet: Sheet, member: Membership) -> None:
    """Refuse a sheet that cannot be played here, and take the game master's words from other people's files."""
    check_name(sheet.name)
    if not 1 <= len(sheet.name) <= 120:
        raise Refused("A name has 1 to 120 characters.", "file")
    if not member.is_gm:
        for kept in (sheet.texts, sheet.conditions):
            for name in [one for one in kept if one.startswith(GM_ONLY)]:
                del kept[name]
    _refuse_odd_ranks(sheet)
    _refuse_unknown_entries(sheet, member)
    _refuse_unreadable(sheet, member.campaign)


def _file(told: Any, campaign: Campaign) -> CharacterFile:
    if not isinstance(told, dict) or told.get("format") != FORMAT:
        raise Refused("This is not a character file.", "file")
    if told.get("version") != VERSION:
        raise Refused(
            f"This file has version {told.get('version')!r} of the format; this Winterhall reads version {VERSION}.",
            "file",
        )
    try:
        file = msgspec.convert(told, CharacterFile)
    except msgspec.ValidationError as error:
        raise Refused("This is not a character file.", "file") from error
    if file.game != campaign.system_slug:
        raise Refused(f"This character is from another game. This campaign plays {campaign.system.name}.", "file")
    return file


def _refuse_odd_ranks(sheet: Sheet) -> None:
    for kind, named in (*sheet.ranks.items(), *sheet.experience.items()):
        for name, value in named.items():
            if len(kind) > _KIND or len(name) > _NAME or not -_MOST <= value <= _MOST:
                raise Refused(f"{sheet.name} has a rank that this game does not have: {name[:_NAME]}.", "file")


def _refuse_unknown_entries(sheet: Sheet, member: Membership) -> None:
    """Refuse what stands in the own compendium of another campaign alone."""
    missing = {one for one in _OWN.findall(codec.dump(sheet)) if one not in member.campaign.book}
    if missing:
        named = [item.name for item in sheet.items.values() if item.entry in missing]
        raise Refused(
            f"{sheet.name} has items from another campaign's own compendium: {', '.join(named) or 'ranks'}. "
            "The game master can add them to the compendium here first; otherwise they stay behind.",
            "file",
        )


def _refuse_unreadable(sheet: Sheet, campaign: Campaign) -> None:
    """Refuse a sheet of which the game cannot make a page."""
    try:
        campaign.system.page(sheet, campaign.house_rules)
    except (*BROKEN, LookupError, ArithmeticError, AssertionError) as error:
        raise Refused(f"{sheet.name} has a sheet that {campaign.system.name} cannot read.", "file") from error
