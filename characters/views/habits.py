"""Habits that a browser remembers in cookies of a sheet's page: the section looked at, favourites, last rolls."""

from urllib.parse import unquote

from django.http import HttpRequest

from characters.sheets.quick import MOST_KEPT, Remembered

#: The names of the cookies, which static/js/sheet-sections.js writes.
SECTION, FAVOURITES, ROLLED = "sheet-section", "sheet-favourites", "sheet-rolled"


def remembered(request: HttpRequest) -> Remembered:
    """The habits that the browser sent; whoever reads them must not trust that the sheet has such ranks."""
    return Remembered(_names(request, FAVOURITES), _names(request, ROLLED))


def _names(request: HttpRequest, cookie: str) -> tuple[str, ...]:
    names = request.COOKIES.get(cookie, "").split("|")
    return tuple(unquote(name) for name in names[:MOST_KEPT] if name)
