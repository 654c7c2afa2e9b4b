"""The tag by which the page that welcomes strangers finds the fight that they may watch."""

from django import template

from combat.models import SharedReplay
from combat.replay import sharing

register = template.Library()


@register.simple_tag
def showcase() -> SharedReplay | None:
    """The fight that everybody may watch; ``None`` in a hall that shows none."""
    return sharing.showcase()
