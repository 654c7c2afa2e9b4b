"""Pictures as pages show them."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from campaigns.pictures import serving


@require_GET
def picture(request: HttpRequest, picture_id: str, size: str) -> HttpResponse:
    """One size of a picture, for those who may see what it shows."""
    return serving.answer(request, request.user, picture_id, size)
