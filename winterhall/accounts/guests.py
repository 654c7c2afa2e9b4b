"""Guests: people who sit at a table for an evening without an account, and may make one of their seat."""

from datetime import timedelta
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.mixins import RedirectAuthenticatedUserMixin
from allauth.account.views import SignupView
from allauth.decorators import rate_limit
from django.contrib.auth import login, update_session_auth_hash
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from winterhall.accounts.mail_forms import SignupForm
from winterhall.accounts.models import User

#: How long a browser remembers a guest: an evening that becomes a night.
HOURS = 16


def new_guest(name: str) -> User:
    """A guest of this name, for one evening."""
    return User.objects.create_guest(name, timezone.now() + timedelta(hours=HOURS))


def sign_in(request: HttpRequest, guest: User) -> None:
    """Let the browser be the guest's until their evening ends."""
    login(request, guest, backend="django.contrib.auth.backends.ModelBackend")
    request.session.set_expiry(guest.guest_until)


class Adapter(DefaultAccountAdapter):
    """Accounts as allauth makes them; a guest who asks for one stays who they are, with seats and characters."""

    def new_user(self, request: HttpRequest) -> Any:
        """The user whom signing up shall fill in."""
        asking = request.user
        return asking if asking.is_authenticated and asking.is_guest else super().new_user(request)


class KeepForm(SignupForm):
    """The form of the facts that a guest has not told yet: an address and a password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["display_name"]


@method_decorator([rate_limit(action="signup"), sensitive_post_parameters(), never_cache], name="dispatch")
class KeepSeat(SignupView):
    """The page on which a guest makes an account of their seat."""

    template_name = "account/keep.html"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Show it to guests alone: all others have an account, or make one."""
        if not request.user.is_authenticated:
            return redirect("account_signup")
        if not request.user.is_guest:
            return redirect("campaigns:home")
        # Past the parent that sends everybody away who is signed in, as guests are.
        return super(RedirectAuthenticatedUserMixin, self).dispatch(request, *args, **kwargs)

    def get_form_class(self) -> type[KeepForm]:
        """The form without a name."""
        return KeepForm

    def form_valid(self, form: KeepForm) -> Any:
        """Make the account. The new password ends other sessions, not this one."""
        answer = super().form_valid(form)
        if self.user is not None and self.request.user == self.user:
            update_session_auth_hash(self.request, self.user)
        return answer
