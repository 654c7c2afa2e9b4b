"""The hall's worker with its clock, in a child that is replaced as soon as it is killed.

As with the web server, importing everything is done once, by the parent. Each child leads a process group of its own,
so that a drill can kill it together with the processes of its pool. Prints the process id of each on a line. A module
that is named is imported first: it may put something of a drill's in place of the hall's.
"""

import importlib
import os
import sys
from contextlib import suppress

import django


def work(*modules: str) -> None:
    """Work until killed, over and over."""
    django.setup()
    from winterhall.celery import app
    from winterhall.supervisor.children import _end_with_parent
    from winterhall.supervisor.hall import worker_command

    app.loader.import_default_modules()
    for module in modules:
        importlib.import_module(module)
    command = worker_command()
    while True:
        child = os.fork()
        if not child:
            _end_with_parent()
            os.setsid()
            # What the drill reads is for process ids alone.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            with suppress(KeyboardInterrupt):
                app.worker_main([*command[command.index("worker") :], "--loglevel", "ERROR"])
            os._exit(0)
        print(child, flush=True)
        os.waitpid(child, 0)


if __name__ == "__main__":
    sys.exit(work(*sys.argv[1:]))
