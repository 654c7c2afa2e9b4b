"""What every page may know about the hall."""

from django.conf import settings
from django.http import HttpRequest


def hall(request: HttpRequest) -> dict[str, str | None]:
    """Tell pages where letters go when nobody delivers them, so that a person knows where to look."""
    return {"mail_folder": settings.MAIL_FOLDER}
