"""Context of every page about the hall."""

from django.conf import settings
from django.http import HttpRequest


def hall(request: HttpRequest) -> dict[str, str | None]:
    """The folder of letters that nobody delivers, for pages to tell where to look; ``None`` if mail is sent."""
    return {"mail_folder": settings.MAIL_FOLDER}
