"""The export of a campaign as one file, and the page on which one is brought in."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods

from campaigns.archive import importing, reading, writing
from campaigns.archive.package import FROM_BROWSERS
from campaigns.archive.people import Seating
from campaigns.audience import access
from campaigns.members.campaign_views import for_game_masters
from campaigns.models import Membership
from campaigns.views.forms import ImportForm
from rules.engine.kernel import Refused
from winterhall.accounts import idempotency
from winterhall.web.file_names import download


@login_required
@require_GET
@for_game_masters
def export(request: HttpRequest, member: Membership) -> HttpResponse:
    """The archive of the campaign."""
    headers = download(member.campaign.name, writing.ENDING, "campaign")
    return HttpResponse(writing.for_download(member.campaign), content_type="application/zip", headers=headers)


@login_required
@require_http_methods(["GET", "POST"])
def bring_in(request: HttpRequest) -> HttpResponse:
    """Bring a campaign in; whoever does runs it."""
    posted = request.method == "POST"
    form = ImportForm(request.POST, request.FILES) if posted else ImportForm()
    if posted and form.is_valid():
        try:
            return redirect("campaigns:members", _brought_in(request, form))
        except Refused as refused:
            form.add_error("archive", refused.sentence)
    return render(request, "campaigns/import.html", {"form": form}, status=422 if form.errors else 200)


def _brought_in(request: HttpRequest, form: ImportForm) -> str:
    """The id of the campaign in the archive that was sent, with what was done said on the next page."""
    user = access.person(request.user)
    archive = reading.read(form.cleaned_data["archive"].file, FROM_BROWSERS)

    def write() -> str:
        report = importing.bring_in(archive, Seating(gm=user))
        for line in report.lines:
            messages.success(request, line)
        return report.campaign.public_id

    return idempotency.from_form(request, user, write)
