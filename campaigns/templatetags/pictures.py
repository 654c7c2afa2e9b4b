"""The tag that shows somebody's picture, or draws one where there is none."""

from collections.abc import Callable
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString

from campaigns.models import Campaign
from campaigns.pictures import serving
from campaigns.pictures.figures import figure
from campaigns.pictures.initials import initials
from winterhall.templatetags.hall import part_of

register = template.Library()

#: The sizes that the style sheet knows, with the side in pixels that the browser keeps free before it has the picture.
_SIDES = {"small": 24, "middle": 44, "large": 256}


@register.simple_tag(takes_context=True)
def portrait(context: template.Context, thing: Any, size: str = "middle") -> SafeString:
    """The picture of a character, a combatant or a campaign. Its name stands beside it, so it says nothing itself."""
    campaign = thing if isinstance(thing, Campaign) else context.get("campaign")
    of = part_of(thing, "public_id") or part_of(thing, "who", "")
    picture = campaign.pictures_by_owner.get(of) if campaign is not None else None
    if picture is None:
        return drawn(thing, size)
    return format_html(
        '<img class="portrait portrait--{}" data-portrait="{}" src="{}" alt="" width="{side}" height="{side}" '
        'loading="lazy" decoding="async">',
        size,
        of,
        picture_address(context, picture, "whole" if size == "large" else "token"),
        side=_SIDES[size],
    )


@register.simple_tag(takes_context=True)
def picture_address(context: template.Context, picture: str, size: str) -> str:
    """The address of a picture: on pages for people without an account one that they may open."""
    address: Callable[[str, str], str] = context.get("address_of_picture") or serving.address
    return address(picture, size)


@register.simple_tag
def kin(name: str) -> SafeString:
    """The figure of a kind of creature that nobody has met yet, or its initials."""
    return drawn({"name": name, "figure": figure(name)}, "middle")


@register.simple_tag
def drawn(thing: Any, size: str = "middle") -> SafeString:
    """The picture that everybody has at first: a creature its figure; others their initials, over the hall's sign."""
    shown = {
        "of": part_of(thing, "public_id") or part_of(thing, "who", ""),
        "size": size,
        "side": _SIDES[size],
        "initials": initials(str(part_of(thing, "name", ""))),
        "figure": part_of(thing, "figure", ""),
        "signed": size != "small",
    }
    return SafeString(render_to_string("partials/drawn.html", shown).strip())
