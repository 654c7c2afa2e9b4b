"""A hall for one measurement: its own home, Redis and database, and a web server that starts and ends with it.

Nothing of Django may be imported before :func:`opened` has set the environment.
"""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from subprocess import Popen

from tests.halls import free_port
from winterhall.environment import embedded_socket
from winterhall.supervisor import children, servers

ROOT = Path(__file__).resolve().parent.parent


@contextmanager
def opened(database: str) -> Iterator[ExitStack]:
    """Set the environment for a new, migrated hall on ``sqlite`` or ``postgres``; what runs in it ends with it."""
    with ExitStack() as stack:
        home = Path(tempfile.mkdtemp(prefix="wh-bench-"))
        stack.callback(shutil.rmtree, home, ignore_errors=True)
        said = {
            "WINTERHALL_HOME": str(home),
            "SECRET_KEY": "only for measuring, and long enough to be taken",
            "DJANGO_SETTINGS_MODULE": "winterhall.settings",
            "LOG_LEVEL": "ERROR",
        }
        if database == "postgres":
            said["DATABASE_URL"] = os.environ.get("BENCHMARK_DATABASE_URL") or _postgresql(stack)
            said["DATABASE_POOL"] = "20"
        redis = servers.start_redis(embedded_socket(home))
        stack.callback(children.stop, redis)
        said["REDIS_URL"] = f"unix://{embedded_socket(home)}?db=0"
        os.environ.update(said)
        _migrate()
        yield stack


def _postgresql(stack: ExitStack) -> str:
    postgresql = servers.TemporaryPostgreSQL()
    stack.callback(postgresql.stop)
    postgresql.start()
    return postgresql.url


def _migrate() -> None:
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0, interactive=False)
    call_command("collectstatic", verbosity=0, interactive=False)


def serve(stack: ExitStack, application: str) -> int:
    """Serve an ASGI application as the hall serves its own, and return its port."""
    port = free_port()
    serve_on(stack, application, port)
    return port


def serve_on(stack: ExitStack, application: str, port: int) -> "Popen[bytes]":
    """Serve an ASGI application on a given port, and return its process."""
    from tests.halls import LiveHall
    from winterhall.supervisor.hall import web_command

    command = [sys.executable, "-m", *web_command("127.0.0.1", port)]
    command[command.index("winterhall.asgi:application")] = application
    server = children.start(command, cwd=ROOT)
    stack.callback(children.stop, server)
    probe = LiveHall(ROOT, port, {})
    if not children.wait_until(lambda: probe.get("/healthz") == 200, server, seconds=30):
        raise RuntimeError(f"{application} did not answer")
    return server
