"""What goes wrong, and how it is said: the one place where refusals become answers, for pages and programs alike.

Problems are RFC 9457 details: ``detail`` is the sentence for people, ``field`` the choice that it is about.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse

from campaigns.play import KeyReused, Stale
from rules import codec
from rules.engine.questions import Misunderstood
from rules.engine.refusals import Refused

PROBLEM = "application/problem+json"
_TITLES = {
    401: "Signed out",
    403: "Not allowed",
    404: "Not here",
    409: "Changed meanwhile",
    422: "Refused",
}


def problem(status: int, detail: str, **more: Any) -> JsonResponse:
    """A problem as JSON."""
    told = {"type": "about:blank", "title": _TITLES[status], "status": status, "detail": detail, **more}
    return JsonResponse(told, status=status, content_type=PROBLEM)


def told(error: Exception) -> tuple[int, str, dict[str, Any]] | None:
    """Status, sentence and particulars of an error that is an answer; ``None`` for one that is a fault of ours."""
    match error:
        case Misunderstood():
            return 422, error.sentence, {"field": error.field, "start": error.start, "end": error.end}
        case Refused():
            return 422, error.sentence, {"field": error.field}
        case Stale(document=document, version=version):
            return 409, str(error), {"document": document.public_id, "version": version}
        case KeyReused():
            return 422, str(error), {"field": "key"}
        case PermissionDenied():
            return 403, str(error) or "You may not do that here.", {}
        case Http404():
            return 404, "That is not here (any more).", {}
    return None


def answer(error: Exception) -> JsonResponse:
    """The problem that an error is answered with; raises it again where it is a fault of ours."""
    found = told(error)
    if found is None:
        raise error
    status, detail, more = found
    return problem(status, detail, **more)


def answering(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Let a view that scripts talk to answer in problem details whatever goes wrong.

    Whoever is signed out hears so, at every address alike: what they typed need not be lost with the session.
    """

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return problem(401, "You are signed out. Sign in again in another tab; what you typed stays here.")
        try:
            return view(request, *args, **kwargs)
        except (Refused, Stale, KeyReused, PermissionDenied, Http404) as error:
            return answer(error)

    return answered


def plain_facts(facts: list[Any]) -> list[dict[str, Any]]:
    """Facts as programs read them."""
    return [codec.plain_fact(fact) for fact in facts]
