"""The tag for the time zone of the times on a page."""

from django import template

from winterhall.web.local_time import zone_name

register = template.Library()


@register.simple_tag
def zone() -> str:
    """The time zone, as people call it."""
    return zone_name()
