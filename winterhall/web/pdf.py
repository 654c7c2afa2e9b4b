"""PDF files made of the house's own HTML, by WeasyPrint, where the libraries that it stands on are there.

What may be read is decided by whoever makes the HTML; here nothing is fetched but the house's own fonts and style.
"""

import atexit
import os
import threading
import warnings
from functools import cache, lru_cache
from typing import Any

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from PIL import ImageFile

log = structlog.get_logger("winterhall.pdf")

CONTENT_TYPE = "application/pdf"
#: The sentence where no PDF can be made.
NOT_HERE = (
    "This Winterhall cannot make PDF files: a library that draws text (Pango) is missing on its server. "
    "Print the page instead; your browser can save it as a PDF."
)
#: The sentence for whoever has waited for others' files long enough.
BUSY = "Other PDF files are being made. Try again in a moment."
#: Files that a process keeps, each for the HTML that it was made of.
KEPT = 32
#: Seconds that somebody waits for the files of others.
PATIENCE = 20
_ONE_AT_A_TIME = threading.Lock()


@cache
def is_possible() -> bool:
    """Whether WeasyPrint is there, with the libraries of the system that it needs."""
    try:
        _library()
    except (ImportError, OSError) as error:
        log.warning("pdf_not_possible", error=str(error).splitlines()[0])
        return False
    return True


def response(request: HttpRequest, template: str, shown: dict[str, Any], file_name: str) -> HttpResponse:
    """A template as a PDF to look at or keep; a page with a sentence where none can be made (503)."""
    if not is_possible():
        return _refused(request, NOT_HERE)
    html = render_to_string(template, shown, request)
    if not _ONE_AT_A_TIME.acquire(timeout=PATIENCE):
        return _refused(request, BUSY)
    try:
        body = made_of(html)
    finally:
        _ONE_AT_A_TIME.release()
    headers = {"Content-Disposition": f'inline; filename="{file_name}"'}
    return HttpResponse(body, content_type=CONTENT_TYPE, headers=headers)


def _refused(request: HttpRequest, sentence: str) -> HttpResponse:
    return render(request, "errors/no_pdf.html", {"sentence": sentence}, status=503)


@lru_cache(maxsize=KEPT)
def made_of(html: str) -> bytes:
    """The PDF of a page of HTML. Whoever gets the same HTML gets the same file, so that a copy is kept by it."""
    library, style, fonts = _style()
    # No protocol is allowed: a PDF holds what its HTML says, wherever an address in it points.
    document = library.HTML(string=html, url_fetcher=library.urls.URLFetcher(allowed_protocols=()))
    pdf: bytes = document.write_pdf(stylesheets=[style], font_config=fonts)
    return pdf


@cache
def _library() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Older libraries of the system are told of by warnings, and serve.
        # Here and not above: where its libraries are missing, the hall opens without it.
        import weasyprint.text.fonts
        import weasyprint.urls
    # Where fonts are cut down by Python's own library, the hour would be written into each of them.
    os.environ.setdefault("SOURCE_DATE_EPOCH", "0")
    # It lets the whole process take damaged pictures for whole ones; those that people send are to be refused.
    ImageFile.LOAD_TRUNCATED_IMAGES = False
    return weasyprint


@cache
def _style() -> tuple[Any, Any, Any]:
    """The library, the style of paper, and its fonts, which are read once."""
    library = _library()
    fonts = library.text.fonts.FontConfiguration()
    # Fonts tidy up after themselves, which they can no longer do when the interpreter is half gone.
    atexit.register(_style.cache_clear)
    path = settings.BASE_DIR / "static" / "paper" / "pdf.css"
    return library, library.CSS(filename=str(path), font_config=fonts), fonts
