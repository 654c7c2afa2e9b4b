"""The export of a character as a file, and the page on which one is brought in."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_GET, require_http_methods

from campaigns.audience import access
from campaigns.members.campaign_views import campaign_page, for_members
from campaigns.models import Membership
from characters import files
from characters.sheets import selectors as characters
from characters.views.forms import FileForm
from rules import codec
from rules.engine.kernel import Refused
from winterhall.accounts import idempotency
from winterhall.web.file_names import download


@login_required
@require_GET
@for_members
def export(request: HttpRequest, member: Membership, character_id: str) -> HttpResponse:
    """The file of a character, for whoever plays it and game masters."""
    character = characters.character_for(member, character_id)
    file = files.exported(member, character)
    headers = download(character.name, files.ENDING, "character")
    return HttpResponse(f"{codec.dump(file)}\n", content_type="application/json", headers=headers)


@login_required
@require_http_methods(["GET", "POST"])
@for_members
def bring_in(request: HttpRequest, member: Membership) -> HttpResponse:
    """Let the character of a file begin here, as one's own."""
    access.refuse_observers(member)
    posted = request.method == "POST"
    form = FileForm(request.POST, request.FILES) if posted else FileForm()
    if posted and form.is_valid():
        try:
            told = files.read(form.cleaned_data["file"].read(files.MOST_BYTES + 1))
            arrival = files.brought_in(member, told, key=idempotency.form_key(request))
        except Refused as refused:
            form.add_error("file", refused.sentence)
        else:
            return _arrived(request, member, arrival)
    return campaign_page(request, member, "characters/import.html", {"form": form}, 422 if form.errors else 200)


def _arrived(request: HttpRequest, member: Membership, arrival: files.Arrival) -> HttpResponse:
    """The new sheet, or first the report where something stayed behind."""
    if not arrival.report:
        return redirect("characters:sheet", member.campaign.public_id, arrival.character.public_id)
    shown = {"character": arrival.character, "report": arrival.report}
    return campaign_page(request, member, "characters/imported.html", shown)
