"""The page of one's own data: to download it, and to delete the account."""

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods

from campaigns.audience import access
from characters import leaving
from rules import codec
from rules.engine.kernel import Refused


@login_required
@require_GET
def data(request: HttpRequest) -> HttpResponse:
    """Everything that the hall knows of whoever asks, as a file."""
    told = codec.dump(leaving.known_of(access.person(request.user)))
    headers = {"Content-Disposition": 'attachment; filename="my-data.winterhall.json"'}
    return HttpResponse(f"{told}\n", content_type="application/json", headers=headers)


@login_required
@require_http_methods(["GET", "POST"])
@reauthentication_required(allow_get=True)
def delete(request: HttpRequest) -> HttpResponse:
    """The page on which one leaves; the account is deleted when that is sent, once they have shown who they are."""
    user, refused = access.person(request.user), ""
    if request.method == "POST":
        try:
            leaving.leave(user, with_campaigns=request.POST.get("with_campaigns") == "yes")
        except Refused as error:
            refused = error.sentence
        else:
            logout(request)
            messages.success(request, "Your account is deleted.")
            return redirect("campaigns:home")
    shown = {"farewell": leaving.farewell(user), "left": leaving.LEFT, "refused": refused}
    return render(request, "account/data.html", shown, status=422 if refused else 200)
