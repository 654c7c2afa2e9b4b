"""The addresses of the hall. Each app brings its own; this file only says where they begin."""

from importlib.util import find_spec

from django.urls import URLPattern, URLResolver, include, path

from winterhall import health

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("accounts/", include("allauth.urls")),
]
# While the house is being furnished, not every app has pages yet.
urlpatterns += [
    path("", include(f"{app}.urls"))
    for app in ("rules", "campaigns", "characters", "combat")
    if find_spec(f"{app}.urls")
]
