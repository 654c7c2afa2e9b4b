"""The sheet: read by those who may open it, touched by whoever plays it and the game master."""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from campaigns.audience import access
from campaigns.homebrew import compendium
from campaigns.homebrew.links import link_to_rank
from campaigns.members.campaign_views import campaign_page, for_members
from campaigns.members.services import members_of
from campaigns.models import Membership, Role
from campaigns.play import asked_tests, consent, forms
from campaigns.play.ask_forms import Answer, answers_to
from campaigns.play.game import Game
from campaigns.play.problems import answering
from campaigns.sessions import occasions
from characters.experience.ledger import changed_by_hand
from characters.models import Character
from characters.party.reading import giving
from characters.sheets import paper
from characters.sheets import selectors as characters
from characters.sheets.quick import Remembered, quick_rolls
from characters.sheets.sections import SheetSection
from characters.views import habits
from characters.views.forms import HandOverForm
from rules.engine.kernel import Ask, Command, Refused
from rules.engine.page.blocks import RankRow, ranks_of
from rules.engine.system.protocol import System
from rules.registry import system_named
from winterhall.web import pdf
from winterhall.web.file_names import file_name


@login_required
@require_GET
@for_members
def sheet(request: HttpRequest, member: Membership, character_id: str) -> HttpResponse:
    """The page of the whole sheet."""
    view = characters.sheet_view(member, characters.character_for(member, character_id))
    kept = habits.remembered(request)
    asked = request.GET.get("row", "")
    do = request.GET.get("do", "")
    if _is_led_to(view, do):
        panel = _roll(view, do, "", kept)
    else:
        panel = _roll(view, "", asked, kept) if _is_rolled(view, asked) else _first_roll(view, kept)
    shown = _shown(view, kept) | panel | _owners(member, view)
    return campaign_page(request, member, "characters/sheet.html", shown | {"shown_section": _section(request, view)})


@require_GET
@answering
@for_members
def parts(request: HttpRequest, member: Membership, character_id: str) -> HttpResponse:
    """The parts of the sheet that may have changed; the page takes over those that differ."""
    view = characters.sheet_view(member, characters.character_for(member, character_id))
    shown = _shown(view, habits.remembered(request)) | _asked(view)
    return campaign_page(request, member, "characters/parts.html", shown | {"swapping": True})


@require_GET
@answering
@for_members
def roll(request: HttpRequest, member: Membership, character_id: str) -> HttpResponse:
    """The roll panel, prepared for a command and (``row``) a rank of the sheet."""
    character = characters.character_for(member, character_id)
    access.refuse_unless_player_of(member, character)
    view = characters.sheet_view(member, character)
    kept = habits.remembered(request)
    shown = _roll(view, request.GET.get("command", ""), request.GET.get("row", ""), kept)
    return render(request, "characters/roll.html", shown)


@require_GET
@answering
@for_members
def explain(request: HttpRequest, member: Membership, character_id: str) -> HttpResponse:
    """The explanation of a number of the sheet, and the lines of the ledger that made it."""
    character = characters.character_for(member, character_id)
    number = request.GET.get("number", "")
    behind = characters.explained(member, character, number)
    ledger = characters.ledger_of(character, number)
    shown = {
        "explained": behind.explained,
        "house": behind.house,
        "ledger": ledger,
        "by_hand": changed_by_hand(member, character, number),
        "campaign": member.campaign,
        "number": number,
        "way": link_to_rank(member.campaign, number),
    }
    whose = _whose(member, character)
    return render(request, "characters/explained.html", shown | whose | _award(member, character, number))


def _award(member: Membership, character: Character, number: str) -> dict[str, Any]:
    """The rank to award experience for, if it raises this number and the member may; else empty."""
    if not access.may_play(member, character):
        return {}
    page = member.campaign.system.page(character.sheet, member.campaign.house_rules)
    row = next((row for row in ranks_of(page) if f"{row.kind}.{row.name}" == number), None)
    return {"award": row} if row and row.price else {}


def _shown(view: characters.SheetView, kept: Remembered) -> dict[str, Any]:
    return {
        "view": view,
        "sections": _sections(view),
        "giving": giving(view.member, view.character) if view.may_edit else None,
        "quick": quick_rolls(view.page, kept) if view.may_edit else (),
        "conditions": compendium.conditions(view.member) if view.may_edit else (),
        "waiting": _waiting(view) if view.may_edit and view.member.campaign.needs_approval else 0,
        **_whose(view.member, view.character),
    }


def _waiting(view: characters.SheetView) -> int:
    """How many changes of this sheet wait for approval."""
    return consent.waiting(view.member).filter(actor=view.character.public_id).count()


def _sections(view: characters.SheetView) -> list[SheetSection]:
    """The sections that have something in them; the first always has how somebody is."""
    first, *others = view.sections
    return [first, *(one for one in others if one.blocks or one.empty)]


def _section(request: HttpRequest, view: characters.SheetView) -> str:
    """The section that is shown first: the one that was asked for, else the one that was looked at last."""
    known = [one.name for one in _sections(view)]
    wanted = (request.GET.get("view", ""), request.COOKIES.get(habits.SECTION, ""))
    return next((name for name in wanted if name in known), known[0])


def _whose(member: Membership, character: Character) -> dict[str, Any]:
    """The character whose sheet it is, and the version of it that is seen, for the template."""
    return {"character": character, "seen": character.version_for(member.is_gm)}


def _asked(view: characters.SheetView) -> dict[str, Any]:
    """The forms that answer what waits for this character, and the ways to change the roll that has just fallen."""
    follows = view.may_edit and view.member.campaign.system.follow_ups
    if not (view.asks or follows):
        return {"asked": ()}
    game = characters.game_of(view.member, view)
    return _answers(game, view) | {"follow_ups": characters.follow_ups(game) if follows else ()}


def _answers(game: Game, view: characters.SheetView) -> dict[str, Any]:
    """The asks that wait, each with its answers, and the names of all ``present``, who may be named in them."""
    asked: list[tuple[Ask, tuple[Answer, ...]]] = [(ask, answers_to(game, ask)) for ask in view.asks]
    return {"asked": asked, "present": game.present}


def _is_rolled(view: characters.SheetView, name: str) -> bool:
    """Whether an address asks for the roll of a rank that this sheet has."""
    return any(row.test and name == f"{row.kind}.{row.name}" for row in ranks_of(view.page))


def _is_led_to(view: characters.SheetView, name: str) -> bool:
    """Whether an address asks for a command to which the game master's answer leads, and which is possible now."""
    commands = view.member.campaign.system.commands
    if not view.may_edit or not any(one.leads_to == name for one in commands if one.leads_to):
        return False
    try:
        characters.offered(view.member, characters.game_of(view.member, view), name)
    except Refused:
        return False
    return True


def _first_roll(view: characters.SheetView, kept: Remembered) -> dict[str, Any]:
    """The panel as it opens with the page: on what carries a fight on, else on what is most likely rolled."""
    likely = quick_rolls(view.page, kept)
    names = [f"{one.row.kind}.{one.row.name}" for one in likely]
    last = next((name for name in kept.rolled[:1] if name in names), names[0] if names else "")
    return _roll(view, "", last, kept, is_begun=False)


def _roll(
    view: characters.SheetView, name: str, row_name: str, kept: Remembered, *, is_begun: bool = True
) -> dict[str, Any]:
    """The panel: which commands the sheet offers, and the form of the one that was chosen."""
    shown: dict[str, Any] = {"view": view, "campaign": view.member.campaign, "character": view.character}
    if not view.may_edit:
        return shown
    game = characters.game_of(view.member, view)
    offered = characters.tests(view.member, game)
    row = characters.row_named(view.page, row_name) if row_name else None
    named, _, field = (name or (row.test if row else "")).partition(":")
    foremost = characters.foremost(offered)
    if not is_begun and (not foremost or foremost.name != named):
        # Nobody has chosen yet, and something else comes before a test of a skill, as while a fight waits for it.
        row, named, field = None, "", ""
    chosen = characters.offered(view.member, game, named) if named else foremost
    listed = {
        "offered": _listed(view.member.campaign.system, offered),
        "choosing": len(offered) > 1,
        "follow_ups": characters.follow_ups(game),
    }
    if chosen is None:
        return shown | listed | _answers(game, view)
    field, is_chosen, value = field.partition("=")
    given = {field: value} if is_chosen else {field: row.name} if row and field else {}
    asked = asked_tests.owed(view.member.campaign, view.character.public_id, chosen.name, given)
    # A test, a rank that is raised and an award are no part of a fight from which the table has turned away; of a
    # virtue the game master is asked there.
    system = view.member.campaign.system
    is_aside = row is not None or chosen.name in (system.test, *system.rewards)
    table = characters.game_aside(view, game) if is_aside else game
    starts = {**occasions.started(chosen, table), **given, **(asked.starts if asked else {})}
    form = forms.form_for(chosen, table, starts)
    more = {
        "asked_test": asked,
        "form": form,
        "title": form.title(field or _rolled(view)) if form.has_odds else None,
    }
    return (
        shown
        | listed
        | more
        | _answers(game, view)
        | {"pool": row.shown.value if row else "", "submit": _button(view, chosen), "favourite": _favourite(row, kept)}
    )


def _favourite(row: RankRow | None, kept: Remembered) -> dict[str, Any]:
    """The rank that the panel rolls, which may be marked as a favourite."""
    name = f"{row.kind}.{row.name}" if row and row.test else ""
    return {"name": name, "on": name in kept.favourites}


def _listed(system: System, offered: Sequence[type[Command]]) -> list[tuple[str, list[tuple[str, str]]]]:
    """Names and labels under their headings; those without a heading come first."""
    under: dict[str, list[tuple[str, str]]] = {"": []}
    for one in offered:
        heading = system.headings.get(one.name.partition(".")[0], "")
        under.setdefault(heading, []).append((one.name, one.label))
    return [(heading, listed) for heading, listed in under.items() if listed]


def _rolled(view: characters.SheetView) -> str:
    """The name of the field in which rolls name the rank that is rolled; empty if the sheet has no such roll."""
    return next((row.test.partition(":")[2] for row in ranks_of(view.page) if row.test), "")


def _button(view: characters.SheetView, command: type[Command]) -> str:
    return "Roll" if command.name == view.member.campaign.system.test else command.label


def _owners(member: Membership, view: characters.SheetView) -> dict[str, Any]:
    if not member.is_gm:
        return {}
    owner = view.character.owner
    members = list(members_of(member))
    others = [
        (one.user, one.user_id in view.character.others_playing)
        for one in members
        if one.role == Role.PLAYER and one.user_id != view.character.owner_id
    ]
    form = HandOverForm(initial={"to": owner.public_id if owner else ""}, members=members)
    return {"owner_form": form, "others_form": others if owner else ()}


@login_required
@require_GET
@for_members
def printed(request: HttpRequest, member: Membership, character_id: str) -> HttpResponse:
    """The page of the whole sheet, for one or two sheets of A4."""
    shown = _on_paper(member, character_id) | {"pdf_is_possible": pdf.is_possible(), "pdf_is_missing": pdf.NOT_HERE}
    return campaign_page(request, member, "characters/print.html", shown)


@login_required
@require_GET
@for_members
def as_pdf(request: HttpRequest, member: Membership, character_id: str) -> HttpResponse:
    """The whole sheet as a PDF of one or two pages of A4, as far as the member may read it."""
    shown = _on_paper(member, character_id)
    name = file_name(f"{shown['character'].name} sheet", "pdf", "sheet")
    return pdf.response(request, "characters/pdf.html", {"campaign": member.campaign, **shown}, name)


@require_GET
def blank(request: HttpRequest, slug: str) -> HttpResponse:
    """The sheet of a game with nothing written on it, as a PDF for everybody."""
    try:
        system = system_named(slug)
    except KeyError:
        raise Http404 from None
    shown = {"system": system, "paper": paper.blank(system), "blank": True}
    return pdf.response(request, "characters/pdf.html", shown, file_name(f"{system.name} blank sheet", "pdf", "sheet"))


def _on_paper(member: Membership, character_id: str) -> dict[str, Any]:
    view = characters.sheet_view(member, characters.character_for(member, character_id))
    return {"character": view.character, "view": view, "paper": paper.paper(view, is_gm=member.is_gm)}
