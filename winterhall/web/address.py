"""The hall's own address, for letters and messages that no request stands behind."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from django.conf import settings


def whole_address(path: str) -> str:
    """The whole address of a page: by the first trusted origin, else by the first host that the hall answers to."""
    return f"{_origin()}{path}"


def is_this_computer(host: str) -> bool:
    """Whether a host leads nowhere but to the computer on which it is typed.

    >>> [is_this_computer(host) for host in ("localhost:8000", "127.0.0.1", "[::1]:80", "hall.example", "192.168.1.4")]
    [True, True, True, False, False]
    """
    name = urlsplit(f"//{host}").hostname or ""
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"


def _origin() -> str:
    trusted = [one for one in settings.CSRF_TRUSTED_ORIGINS if "*" not in one]
    if trusted:
        return str(trusted[0]).rstrip("/")
    hosts = [one.lstrip(".") for one in settings.ALLOWED_HOSTS if one != "*"]
    host = hosts[0] if hosts else "localhost"
    return f"https://{host}" if settings.HTTPS else f"http://{host}:{settings.PORT}"
