"""Documents as a viewer may see them, and whether they see that one changes."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from campaigns.audience import encounters, redaction
from campaigns.audience.redaction import NOBODY, Hidden
from campaigns.audience.viewers import Viewer
from campaigns.models.documents import Content, Document, keeps_back
from rules import codec
from rules.engine.character.edits import WriteText
from rules.engine.kernel import GM_ONLY, Almanac, Command, Encounter, Judged, Sheet, Unknown

T = TypeVar("T")


def seen_sheet(sheet: Sheet, viewer: Viewer, hidden: Hidden = NOBODY) -> Sheet:
    """The sheet without what only the GM may read, and without those of whom players do not know."""
    if viewer.is_gm:
        return sheet
    if keeps_back(sheet):
        sheet = replace(sheet, texts=_open_only(sheet.texts), conditions=_open_only(sheet.conditions))
    return redaction.without(sheet, hidden)


def _open_only(kept: Mapping[str, T]) -> dict[str, T]:
    """The part of a sheet that is not the GM's own."""
    return {name: value for name, value in kept.items() if not name.startswith(GM_ONLY)}


def seen_verdict(verdict: Judged, viewer: Viewer) -> Judged:
    """The verdict without the numbers of sheets that are not the viewer's to read."""
    kept_back = {name for name, who in verdict.private.items() if who not in viewer.open_sheets}
    if viewer.is_gm or not kept_back:
        return verdict
    numbers = {name: value for name, value in verdict.numbers.items() if name not in kept_back}
    private = {name: who for name, who in verdict.private.items() if name not in kept_back}
    return replace(verdict, numbers=numbers, private=private)


def refuse_secret_text(command: Command) -> None:
    """Refuse players a text that is the GM's own, in the same words whether or not there is one."""
    if isinstance(command, WriteText) and command.text.startswith(GM_ONLY):
        raise Unknown("This sheet has no such text.", "text")


def sees_change(document: Document, content: Content | None, players: Viewer, hidden: Hidden) -> bool:
    """Whether players can see that a document becomes this content; to be asked before it does.

    An encounter that they do not know of yet is held against what they will see of it. A page of the book is seen as
    a whole by those who may open it.
    """
    if isinstance(content, Almanac):
        return not document.version or _seen_text(document.read(), players, hidden) != _seen_text(
            content, players, hidden
        )
    if not (document.is_sheet or document.is_scene):
        return True
    is_unbegun = document.void or (document.is_sheet and not document.version)
    if document.is_sheet and document.whole and is_open(content, hidden):
        # An entry may come back to where it began. Did that count here, it would tell whole sheets from others.
        return is_unbegun or content is None or codec.dump(content) != document.body
    before = None if is_unbegun else document.read()
    return _seen_text(before, players, hidden) != _seen_text(content, players, hidden)


def is_open(content: Content | None, hidden: Hidden) -> bool:
    """Whether all of a document can be passed on to players as it is stored."""
    if isinstance(content, Sheet) and keeps_back(content):
        return False
    return not hidden or not redaction.mentions(codec.dump(content), hidden)


def _seen_almanac(almanac: Almanac) -> Almanac:
    """An almanac without what the game master has said of days to come."""
    skies = almanac.skies
    if skies is None:
        return almanac
    told = {day: weather for day, weather in skies.told.items() if int(day) <= almanac.day}
    return replace(almanac, skies=replace(skies, told=told))


def _seen_text(content: Content | None, viewer: Viewer, hidden: Hidden) -> str:
    match content:
        case None:
            return ""
        case Sheet():
            return codec.dump(seen_sheet(content, viewer, hidden))
        case Encounter():
            return codec.dump(encounters.seen_encounter(content, viewer))
        case Almanac():
            return codec.dump(_seen_almanac(content))
        case _:
            return codec.dump(content)
