"""The ASGI application of the embedded default: streams are answered natively, everything else in threads."""

import gc
import os
from typing import Any

from django.conf import settings
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "winterhall.settings")

feed = get_asgi_application()

from winterhall.web.bridge import PagesBridge  # noqa: E402
from winterhall.wsgi import application as wsgi_application  # noqa: E402

pages = PagesBridge(wsgi_application, threads=settings.WEB_THREADS)


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Pass a request to the feed or to the pages."""
    if scope["type"] == "lifespan":
        await _lifespan(receive, send)
    elif scope["path"].endswith("/feed/"):
        await feed(scope, receive, send)
    else:
        await pages(scope, receive, send)


async def _lifespan(receive: Any, send: Any) -> None:
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            # What was imported stays: looking through it again and again for rubbish held all streams up for 60 ms.
            gc.collect()
            gc.freeze()
            # And all open streams are looked through a hundredth as often: a thousand of them take 230 ms, in which
            # nobody hears anything. What a request leaves behind is young, and is found as soon as ever.
            gc.set_threshold(700, 10, 1000)
            await send({"type": "lifespan.startup.complete"})
        else:
            pages.close()
            await send({"type": "lifespan.shutdown.complete"})
            return
