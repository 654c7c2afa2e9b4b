"""The cable between a browser and a hall, which can be pulled out and put back while both go on."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace

from tests.halls import LiveHall


class Cable:
    """A port of its own that leads to the hall's; while it is out, what is open breaks and nobody answers."""

    def __init__(self, hall: LiveHall) -> None:
        self._to = hall.port
        self._open: list[socket.socket] = []
        self._is_in = True
        self._ear = socket.create_server(("localhost", 0))
        self.hall = replace(hall, port=self._ear.getsockname()[1])
        threading.Thread(target=self._listen, daemon=True).start()

    def pull(self) -> None:
        """Break every line, and refuse new ones."""
        self._is_in = False
        for end in self._open:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        self._open.clear()

    def put_back(self) -> None:
        self._is_in = True

    def close(self) -> None:
        self.pull()
        self._ear.close()

    def _listen(self) -> None:
        with suppress(OSError):
            while True:
                near = self._ear.accept()[0]
                if self._is_in:
                    self._join(near)
                else:
                    near.close()

    def _join(self, near: socket.socket) -> None:
        far = socket.create_connection(("localhost", self._to))
        self._open += [near, far]
        for one, other in ((near, far), (far, near)):
            threading.Thread(target=_carry, args=(one, other), daemon=True).start()


def _carry(one: socket.socket, other: socket.socket) -> None:
    with suppress(OSError):
        while data := one.recv(65536):
            other.sendall(data)
    for end in (one, other):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
    one.close()


@contextmanager
def cable_to(hall: LiveHall) -> Iterator[Cable]:
    cable = Cable(hall)
    yield cable
    cable.close()
