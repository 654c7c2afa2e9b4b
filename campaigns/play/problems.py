"""Answers to what goes wrong: the one place where refusals become sentences, for pages and programs alike.

Problems are RFC 9457 details: ``detail`` is the sentence for people, ``field`` the choice that it is about.
"""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from django.core.exceptions import BadRequest, PermissionDenied
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.utils.decorators import sync_and_async_middleware
from django.utils.http import url_has_allowed_host_and_scheme

from campaigns.audience.redaction import with_names
from campaigns.play.consent import Waits
from campaigns.play.intent import KeyReused, Stale
from rules import codec
from rules.engine.kernel import Refused
from rules.engine.notation.questions import Misunderstood
from winterhall.web import problems
from winterhall.web.middleware import Work, link

#: The sentence for a database that is away or full.
NOT_SAVED = "Winterhall cannot save right now. Nothing was changed. Try again in a moment."


def problem(kind: str, detail: str = "", **more: Any) -> JsonResponse:
    """A problem as JSON."""
    told = problems.document(kind, detail, **more)
    return JsonResponse(told, status=told["status"], content_type=problems.CONTENT_TYPE)


def problem_of(error: Exception) -> tuple[str, str, dict[str, Any]] | None:
    """Kind, sentence and particulars of an error that is an answer; ``None`` for one that is a fault of ours."""
    match error:
        case Misunderstood():
            return "not-understood", error.sentence, {"field": error.field, "start": error.start, "end": error.end}
        case Refused():
            return "refused", error.sentence, {"field": error.field}
        case Stale(document=document, version=version):
            # A page compares the version itself, so this is no failed precondition of HTTP.
            return "stale", str(error), {"status": 409, "document": document.public_id, "version": version}
        case Waits(proposal=proposal):
            return "waits", str(error), {"proposal": proposal.public_id}
        case KeyReused():
            return "key-reused", str(error), {"field": "key"}
        case PermissionDenied():
            return "not-allowed", str(error), {}
        case Http404():
            return "not-here", "", {}
        case OperationalError() | InterfaceError():
            return "away", NOT_SAVED, {}
    return None


def answer(error: Exception) -> JsonResponse:
    """The problem that an error is answered with; raises it again where it is a fault of ours."""
    found = problem_of(error)
    if found is None:
        raise error
    kind, detail, more = found
    return problem(kind, detail, **more)


def answering(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Let a view that scripts talk to answer in problem details whatever goes wrong.

    It tells users who are signed out so, at every address alike: what they typed need not be lost with the session.
    """

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return problem("signed-out", "You are signed out. Sign in again in another tab; what you typed stays here.")
        try:
            return view(request, *args, **kwargs)
        except (*REFUSALS, PermissionDenied, Http404) as error:
            return answer(error)

    return answered


#: The errors that become sentences: in a view that scripts talk to, or else in the middleware `refusals`.
REFUSALS = (Refused, Stale, Waits, KeyReused, OperationalError, InterfaceError)
API = "/api/"


@sync_and_async_middleware
def refusals(get_response: Callable[..., Any]) -> Callable[..., Any]:
    """Answer a refusal that a view let through with a page that says why, not with a fault (middleware)."""
    through = _in_words(get_response)
    through.process_exception = _page_of  # type: ignore[attr-defined]
    return through


@link
def _in_words(request: HttpRequest) -> Work:
    _refuse_unfit(request)
    response = yield
    return _with_words(request, response)


def _refuse_unfit(request: HttpRequest) -> None:
    """Stop a question or a form with a NUL in it: PostgreSQL can neither keep one nor look for it.

    What programs send as JSON has a border of its own (``winterhall.api.parsers``).
    """
    sent = [request.GET]
    if request.method == "POST" and not request.path_info.startswith(API):
        sent.append(request.POST)
    texts = (text for form in sent for name, values in form.lists() for text in (name, *map(str, values)))
    if "\0" in request.path_info or any("\0" in text for text in texts):
        raise BadRequest("Some of these characters cannot be saved. Remove them.")


def _page_of(request: HttpRequest, error: Exception) -> HttpResponse | None:
    """The page of a refusal, with the way back; ``None`` for any other error, and for requests of programs."""
    if not isinstance(error, REFUSALS) or request.path_info.startswith(API):
        return None
    kind, sentence, more = problem_of(error) or ("fault", "", {})
    return _page(request, kind, sentence, **more)


def _with_words(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """The response, or a page that says what is wrong in place of Django's empty one to a wrong method (405)."""
    if response.status_code != 405 or request.path_info.startswith(API) or getattr(response, "content", False):
        return response
    page = _page(request, "wrong-method", "This address cannot do that. Go back and reload the page.")
    page["Allow"] = response["Allow"]
    return page


def _page(request: HttpRequest, kind: str, sentence: str, *, status: int = 0, **more: Any) -> HttpResponse:
    back = request.headers.get("Referer", "")
    shown: dict[str, Any] = {
        "title": problems.KINDS[kind].title,
        "status": status or problems.KINDS[kind].status,
        "sentence": sentence or problems.KINDS[kind].sentence,
        "back": back if url_has_allowed_host_and_scheme(back, {request.get_host()}) else "/",
    }
    return render(request, "errors/refused.html", shown, status=shown["status"])


def plain_facts(facts: list[Any], names: Mapping[str, str]) -> list[dict[str, Any]]:
    """Facts as programs read them: their texts finished with the names that the reader may know."""
    return [codec.plain_fact(fact) for fact in with_names(facts, names)]
