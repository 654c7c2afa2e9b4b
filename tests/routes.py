"""Routes of the house as Django resolves them: each with its name, its path, and the words that its address takes."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver


@dataclass(frozen=True)
class Route:
    """One route: ``name`` with its namespace, ``path`` as it is written, what is not named by its path."""

    name: str
    path: str
    words: tuple[str, ...]
    pattern: URLPattern

    @property
    def is_for_programs(self) -> bool:
        return self.path.startswith("api/")


def routes() -> list[Route]:
    """Every route of the house."""
    return list(_walked(get_resolver(), "", "", ()))


def _walked(there: URLResolver, space: str, before: str, words: tuple[str, ...]) -> Iterator[Route]:
    for one in there.url_patterns:
        path, known = before + str(one.pattern), (*words, *_words(one.pattern))
        if isinstance(one, URLResolver):
            yield from _walked(one, one.namespace or space, path, known)
        else:
            name = str(one.name or path)
            yield Route(f"{space}:{name}" if space else name, path, known, one)


def _words(pattern: Any) -> tuple[str, ...]:
    return tuple(getattr(pattern, "converters", None) or pattern.regex.groupindex)
