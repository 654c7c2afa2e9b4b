"""Entries of the campaign's own from a table: looked at first, with every fault, and then taken."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from campaigns.audience import access
from campaigns.homebrew import editor, table_file
from campaigns.members.campaign_views import campaign_page, for_game_masters
from campaigns.models import Membership
from rules.engine.content.homebrew import Shelf
from rules.engine.kernel import Refused, Unknown
from winterhall.accounts import idempotency


class TableForm(forms.Form):
    """A table, as a file; or as the text that was looked at already."""

    file = forms.FileField(
        label="Table",
        help_text=f"A .csv in UTF-8, at most {table_file.MOST_ROWS} rows and {table_file.MOST_BYTES // 1_000} kB.",
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,text/csv"}),
    )
    text = forms.CharField(required=False, strip=False)

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.fields["file"].required = not self.data.get("text")


@login_required
@require_http_methods(["GET", "POST"])
@for_game_masters
def bring_in(request: HttpRequest, member: Membership, section: str) -> HttpResponse:
    """Look at a table, tell what is wrong with it row by row, and take it, or the rows that are good."""
    try:
        shelf = editor.shelf_of(member.campaign, section)
    except Unknown:
        raise Http404 from None
    if "example" in request.GET:
        headers = {"Content-Disposition": f'attachment; filename="{section}-example.csv"'}
        return HttpResponse(table_file.example(shelf), content_type="text/csv; charset=utf-8", headers=headers)
    if request.method == "GET":
        return _page(request, member, shelf, TableForm())
    form = TableForm(request.POST, request.FILES)
    try:
        text = _sent(form)
        found = table_file.read(shelf, text)
    except Refused as refused:
        if not form.errors:
            form.add_error("file", refused.sentence)
        return _page(request, member, shelf, form, status=422)
    if "take" not in request.POST:
        return _page(request, member, shelf, form, found, text)
    if not found.good or (found.bad and request.POST["take"] != "good"):
        return _page(request, member, shelf, form, found, text, status=422)
    count = len(found.good)

    def write() -> str:
        table_file.take(member, section, found.good)
        return section

    try:
        idempotency.from_form(request, access.person(request.user), write)
    except Refused as refused:
        form.add_error("file", refused.sentence)
        return _page(request, member, shelf, form, found, text, status=422)
    messages.success(request, f"{count} {shelf.one if count == 1 else section} added to the compendium.")
    return redirect("campaigns:compendium_section", member.campaign.public_id, section)


def _sent(form: TableForm) -> str:
    """The text of the table that was sent; refused where there is none."""
    if not form.is_valid():
        raise Refused("Choose a file.", "file")
    file = form.cleaned_data["file"]
    if file:
        return table_file.text_of(file.read(table_file.MOST_BYTES + 1))
    if not form.cleaned_data["text"]:
        raise Refused("Choose a file.", "file")
    return str(form.cleaned_data["text"])


def _page(
    request: HttpRequest,
    member: Membership,
    shelf: Shelf,
    form: TableForm,
    found: table_file.TableRead | None = None,
    text: str = "",
    status: int = 200,
) -> HttpResponse:
    heads = table_file.headings(shelf)
    columns = [(heads[figure.name], figure) for figure in shelf.figures]
    shown = {"shelf": shelf, "columns": columns, "form": form, "found": found, "text": text}
    return campaign_page(request, member, "campaigns/homebrew_table.html", shown, status)
