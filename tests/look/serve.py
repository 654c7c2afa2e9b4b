"""Look at the gallery: `python -m tests.look.serve` and open the address that it prints."""

import mimetypes
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

GALLERY = Path(__file__).parent / "gallery"
PAGES = ("components", "sheet", "table", "projector")
# As strict as the hall itself, so that what works here works there.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'"
)


def render(name: str) -> str:
    """Render one page of the gallery with the project's own templates and tags."""
    from django.conf import settings
    from django.template import Context, Engine

    from tests.look.cast import cast

    engine = Engine(
        dirs=[str(GALLERY), str(settings.BASE_DIR / "templates")],
        libraries={
            "charts": "winterhall.templatetags.charts",
            "hall": "winterhall.templatetags.hall",
            "static": "django.templatetags.static",
        },
    )
    return engine.get_template(f"{name}.html").render(Context(cast()))


class Visitor(BaseHTTPRequestHandler):
    """Answers with a page rendered before, or with a static file."""

    def __init__(self, *args: object, pages: dict[str, str]) -> None:
        self.pages = pages
        super().__init__(*args)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        """Serve `/components`, `/static/…`, or say that there is nothing."""
        from django.contrib.staticfiles import finders

        path = self.path.partition("?")[0]
        found = finders.find(path.removeprefix("/static/")) if path.startswith("/static/") else None
        if path.strip("/") in self.pages:
            self._answer(self.pages[path.strip("/")].encode(), "text/html; charset=utf-8")
        elif isinstance(found, str):
            self._answer(Path(found).read_bytes(), mimetypes.guess_type(found)[0] or "application/octet-stream")
        else:
            self.send_error(404)

    def _answer(self, body: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Security-Policy", POLICY)
        self.end_headers()
        with suppress(BrokenPipeError):  # The browser has gone on to another page.
            self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: the tests have their own voice."""


@contextmanager
def serving(pages: dict[str, str], port: int = 0) -> Iterator[str]:
    """Serve these pages beside the static files, and give the address."""
    server = ThreadingHTTPServer(("127.0.0.1", port), partial(Visitor, pages=pages))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def main() -> None:
    """Serve the gallery until somebody presses Enter."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "winterhall.settings")
    import django
    from django.test.utils import override_settings

    django.setup()
    plain = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
    with override_settings(STORAGES=plain):
        pages = {name: render(name) for name in PAGES}
    with serving(pages) as address:
        sys.stdout.write("".join(f"{address}/{name}\n" for name in PAGES))
        input("Enter ends it. ")


if __name__ == "__main__":
    main()
