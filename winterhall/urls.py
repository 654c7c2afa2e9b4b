"""The addresses of the hall. Each app brings its own; this file only says where they begin."""

from django.urls import URLPattern, URLResolver, include, path

from winterhall.accounts import guests
from winterhall.accounts import views as accounts
from winterhall.web import health

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("accounts/keep/", guests.KeepSeat.as_view(), name="account_keep"),
    path("accounts/tokens/", accounts.my_tokens, name="account_tokens"),
    path("accounts/tokens/<slug:token_id>/revoke/", accounts.revoke_token, name="account_tokens_revoke"),
    path("accounts/", include("allauth.urls")),
    path("api/v1/", include("winterhall.api.urls")),
    path("", include("rules.urls")),
    path("", include("campaigns.urls")),
    path("", include("characters.urls")),
    path("", include("combat.urls")),
]

handler404 = "campaigns.members.campaign_views.not_found"
