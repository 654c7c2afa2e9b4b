"""The page of a user's own tokens."""

from datetime import timedelta

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from winterhall.accounts import tokens
from winterhall.accounts.forms import TokenForm
from winterhall.accounts.models import User


def _me(request: HttpRequest) -> User:
    user = request.user
    assert user.is_authenticated  # noqa: S101 - said to the type checker: login_required has seen to it
    return user


@login_required
@require_http_methods(["GET", "POST"])
def my_tokens(request: HttpRequest) -> HttpResponse:
    """Show the user's tokens; make one, and show its secret this once."""
    user, form, secret = _me(request), TokenForm(request.POST or None), ""
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        expires = timezone.now() + timedelta(days=said["days"])
        _, secret = tokens.make(user, said["name"], said["scopes"], expires)
        form = TokenForm()
    # The form's own address is not redirected to: the secret would have to be kept somewhere meanwhile.
    shown = {"tokens": tokens.shown(user), "form": form, "secret": secret}
    return render(request, "account/tokens.html", shown, status=422 if form.errors else 200)


@login_required
@require_POST
def revoke_token(request: HttpRequest, token_id: str) -> HttpResponse:
    """Revoke one of the user's tokens."""
    tokens.revoke(_me(request), token_id)
    return redirect("account_tokens")
