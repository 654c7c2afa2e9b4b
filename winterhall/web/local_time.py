"""The time zone in which times are read and written, as people call it."""

from django.utils.timezone import get_current_timezone_name


def zone_name() -> str:
    """The place that names the current time zone: ``Berlin`` for ``Europe/Berlin``."""
    return get_current_timezone_name().rpartition("/")[2].replace("_", " ")
