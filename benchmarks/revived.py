"""The hall's web server, served by a child that is replaced as soon as it is killed.

The long part of starting (importing everything) is done once, by the parent; the child that serves is forked from it,
so that a drill can kill it a thousand times. Prints the process id of each child on a line of its own.
"""

import os
import sys

import uvicorn
from django.db import connections

from winterhall.asgi import application
from winterhall.supervisor.children import _end_with_parent


def serve(port: int) -> None:
    """Serve until killed, over and over."""
    # A child that inherited a connection would speak over it together with its sisters.
    for connection in connections.all():
        if connection.vendor == "postgresql":
            connection.close_pool()
    while True:
        child = os.fork()
        if not child:
            _end_with_parent()
            uvicorn.run(application, host="127.0.0.1", port=port, log_level="error", ws="none")
            os._exit(0)
        print(child, flush=True)
        os.waitpid(child, 0)


if __name__ == "__main__":
    serve(int(sys.argv[1]))
