"""Messages to addresses that people name: only to public ones, over HTTPS, without following where they point."""

import ipaddress
import json
import socket
from collections.abc import Mapping
from urllib.parse import urlsplit

import urllib3

#: Seconds for a connection, and for an answer.
PATIENCE = urllib3.Timeout(connect=5, read=10)
#: The most bytes of an answer that are read.
MOST_BYTES = 4096
#: Networks whose addresses lead on to others by translation, and so could to private ones.
_TRANSLATED = tuple(map(ipaddress.ip_network, ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32")))


class NotAllowed(ValueError):
    """An address that the hall does not write to; its text is a sentence for whoever named it."""


class NotTaken(Exception):
    """An answer other than "taken", or none at all; its text says what came, ``status`` the answer's number."""

    def __init__(self, why: str, status: int = 0) -> None:
        super().__init__(why)
        self.status = status


def check(address: str) -> tuple[str, int, str]:
    """The host, port and path of an address that may be written to.

    Raises:
        NotAllowed: It is no HTTPS address with a name.
    """
    try:
        parts = urlsplit(address)
        port = parts.port or 443
    except ValueError:
        raise NotAllowed("This is not a web address.") from None
    if parts.scheme != "https":
        raise NotAllowed("The address must begin with https://.")
    if not parts.hostname or parts.username or parts.password or port != 443:
        raise NotAllowed("Use the plain address as it is given to you, without a port or a password.")
    path = parts.path or "/"
    return parts.hostname, port, f"{path}?{parts.query}" if parts.query else path


def public_address_of(host: str, port: int) -> str:
    """An address in the public net to which a host leads, all of whose addresses are there.

    Raises:
        NotAllowed: The host is not known, or leads into a private net.
    """
    try:
        found = {str(one[4][0]) for one in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)}
    except (OSError, UnicodeError):
        raise NotAllowed(f"There is no server at {host[:80]}.") from None
    if not found or not all(map(is_public, found)):
        raise NotAllowed("Winterhall only sends to addresses on the public internet.")
    return min(found, key=lambda one: ":" in one)


def is_public(address: str) -> bool:
    """Whether an IP address lies in the public internet, under whatever form it is written."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped:
        ip = ip.ipv4_mapped
    if any(ip.version == net.version and ip in net for net in _TRANSLATED):
        return False
    return ip.is_global and not ip.is_multicast and not ip.is_reserved


def post_json(address: str, body: Mapping[str, object], headers: Mapping[str, str]) -> None:
    """Send words to an address; see :func:`post`."""
    post(address, json.dumps(body).encode(), {"Content-Type": "application/json", **headers})


def post(address: str, body: bytes, headers: Mapping[str, str]) -> None:
    """Send something to an address, by the very IP address that was looked at.

    Raises:
        NotAllowed: It must not be written to.
        NotTaken: It was not taken.
    """
    host, port, path = check(address)
    ip = public_address_of(host, port)
    pool = urllib3.HTTPSConnectionPool(
        ip, port, server_hostname=host, assert_hostname=host, timeout=PATIENCE, retries=False, maxsize=1
    )
    sent = {"Host": host, "User-Agent": "Winterhall", **headers}
    try:
        answer = pool.request("POST", path, body=body, headers=sent, preload_content=False, redirect=False)
        answer.read(MOST_BYTES)
        answer.release_conn()
    except urllib3.exceptions.HTTPError as error:
        raise NotTaken(f"It does not answer ({type(error).__name__}).") from error
    finally:
        pool.close()
    if not 200 <= answer.status < 300:
        raise NotTaken(f"It answers with {answer.status}.", answer.status)
