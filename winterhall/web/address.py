"""The hall's own address, for letters and messages that no request stands behind."""

from django.conf import settings


def whole_address(path: str) -> str:
    """The whole address of a page: by the first trusted origin, else by the first host that the hall answers to."""
    return f"{_origin()}{path}"


def _origin() -> str:
    trusted = [one for one in settings.CSRF_TRUSTED_ORIGINS if "*" not in one]
    if trusted:
        return str(trusted[0]).rstrip("/")
    hosts = [one.lstrip(".") for one in settings.ALLOWED_HOSTS if one != "*"]
    host = hosts[0] if hosts else "localhost"
    return f"https://{host}" if settings.HTTPS else f"http://{host}:{settings.PORT}"
