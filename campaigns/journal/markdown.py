"""Markdown made HTML: read by markdown-it without any HTML of its writer, then cleaned by nh3 like a stranger's."""

import re
from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import nh3
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from campaigns.journal.blocks import step_lines
from campaigns.journal.words import folded
from campaigns.models.journal import TITLE

#: The elements that are left in a text, with their attributes; what is not here does not come through.
_ELEMENTS = {
    *("p", "h2", "h3", "h4", "h5", "h6", "strong", "em", "s", "a", "img", "ul", "ol", "li", "blockquote", "hr", "br"),
    *("code", "pre", "table", "thead", "tbody", "tr", "th", "td", "span"),
}
_ATTRIBUTES = {
    "a": {"href", "title"},
    "img": {"src", "alt", "loading"},
    "ol": {"start"},
    "span": {"data-step", "data-done"},
}
_CLASSES = {"a": {"wiki", "wiki--new"}, "li": {"step", "step--done"}, "span": {"step__box"}}
_SCHEMES = {"http", "https", "mailto"}
#: The addresses of pictures of the hall: who may see one is asked when it is fetched.
_PICTURE = re.compile(r"/pictures/[\w-]{1,24}/(?:token|whole)/", re.ASCII)
_WIKI = re.compile(rf"\[\[([^\[\]|\n]{{1,{TITLE}}})(?:\|([^\[\]|\n]{{1,{TITLE}}}))?\]\]")
_BOX = re.compile(r'<span class="step__box" data-step="(\d+)" data-done="(true|false)"></span>')
_SAID = {"true": "Done:", "false": "To do:"}


@dataclass(frozen=True, slots=True)
class Link:
    """The place that a title in double brackets leads to; ``is_new`` offers to make the page."""

    href: str
    is_new: bool = False


@dataclass(frozen=True, slots=True)
class Parsed:
    """A text that was read, before its links are known; ``titles`` are those that it links to."""

    tokens: Sequence[Token]
    env: MutableMapping[str, Any]

    @property
    def titles(self) -> list[str]:
        return list(self.env.get("titles", ()))


def parse(text: str) -> Parsed:
    """Read a text."""
    env: dict[str, Any] = {"steps": step_lines(text)}
    return Parsed(_reader().parse(text, env), env)


def html(parsed: Parsed, links: Mapping[str, Link], *, steps_before: int = 0, tick: str = "") -> SafeString:
    """A text as HTML, its links by folded title; whoever may tick its steps does it by the form of the id ``tick``."""
    env = {**parsed.env, "links": links, "before": steps_before}
    made = _reader().renderer.render(parsed.tokens, _reader().options, env)
    clean = nh3.clean(
        made,
        tags=_ELEMENTS,
        clean_content_tags={"script", "style"},
        attributes=_ATTRIBUTES,
        allowed_classes=_CLASSES,
        url_schemes=_SCHEMES,
        attribute_filter=_attribute,
        link_rel="noopener noreferrer nofollow",
    )
    # Buttons do not come through the cleaning. Their places, which no writer can make, are filled after it.
    return SafeString(_BOX.sub(lambda match: _box(int(match[1]), match[2], tick), clean))


def plain(text: str) -> str:
    """A text without its marks, on one line, for lists and what is found."""
    words = "".join(_plain(parse(text).tokens))
    return " ".join(words.split())


def linked_in(text: str) -> set[str]:
    """The folded titles of the pages and people to whom a text leads."""
    return {folded(link[1].strip()) for link in _WIKI.finditer(text)}


def unlinked(text: str) -> str:
    """A text whose links to pages and people are their plain words, for readers outside the hall.

    >>> unlinked("**[[Odo]]** begged, and [[The mill|the mill]] burned.")
    '**Odo** begged, and the mill burned.'
    """
    return _WIKI.sub(lambda link: (link[2] or link[1]).strip(), text)


def _plain(tokens: Sequence[Token]) -> Iterator[str]:
    for token in tokens:
        if token.children:
            yield from _plain(token.children)
        elif token.type == "wiki":
            yield str(token.meta["shown"])
        elif token.type in ("softbreak", "hardbreak") or token.nesting:
            yield " " if token.block or not token.nesting else ""
        else:
            yield token.content


def _attribute(element: str, name: str, value: str) -> str | None:
    if element == "img" and name == "src":
        return value if _PICTURE.fullmatch(value) else None
    return value


def _box(step: int, done: str, form: str) -> str:
    if not form:
        return format_html('<span class="step__box" role="img" aria-label="{}"></span>', _SAID[done])
    shown = (
        '<button class="step__box" type="submit" form="{}" name="step" value="{}" '
        'role="checkbox" aria-checked="{}" aria-label="Step {}"></button>'
    )
    return format_html(shown, form, step, done, step + 1)


# -- the reader -------------------------------------------------------------------------------------------------------


@cache
def _reader() -> MarkdownIt:
    reader = MarkdownIt("commonmark", {"html": False, "typographer": True, "maxNesting": 20})
    reader.enable(["table", "strikethrough", "replacements", "smartquotes"])
    reader.inline.ruler.before("link", "wiki", _wiki)
    reader.core.ruler.push("ours", _ours)
    for name, rule in (("wiki", _wiki_html), ("image", _image_html), ("step", _step_html)):
        reader.add_render_rule(name, rule)
    return reader


def _wiki(state: StateInline, silent: bool) -> bool:
    match = _WIKI.match(state.src, state.pos, state.posMax)
    if match is None or not match[1].strip():
        return False
    if not silent:
        token = state.push("wiki", "", 0)
        title = match[1].strip()
        token.meta = {"to": folded(title), "title": title, "shown": (match[2] or "").strip() or title}
        state.env.setdefault("titles", []).append(title)
    state.pos = match.end()
    return True


def _ours(state: Any) -> None:
    """Move headings one level down, for the title of the page is the first, and give steps their boxes."""
    for at, token in enumerate(state.tokens):
        if token.tag in ("h1", "h2", "h3", "h4", "h5"):
            token.tag = f"h{int(token.tag[1]) + 1}"
        elif token.type == "list_item_open" and token.map and token.map[0] in state.env.get("steps", ()):
            _make_step(token, state.tokens[at + 1 : at + 3], state.env["steps"][token.map[0]])


def _make_step(item: Token, inside: Sequence[Token], step: int) -> None:
    inline = inside[-1] if inside and inside[-1].type == "inline" else None
    first = inline.children[0] if inline is not None and inline.children else None
    if inline is None or first is None or first.type != "text" or first.content[:3].lower() not in ("[ ]", "[x]"):
        return
    item.attrSet("class", "step" if first.content[1] == " " else "step step--done")
    box = Token("step", "", 0, meta={"step": step, "done": "true" if first.content[1] != " " else "false"})
    first.content = first.content[3:].lstrip()
    inline.children = [box, *(inline.children or ())]


def _wiki_html(self: RendererHTML, tokens: Sequence[Token], at: int, options: Any, env: Mapping[str, Any]) -> str:
    told = tokens[at].meta
    link = env.get("links", {}).get(told["to"])
    if link is None:
        return escape(told["shown"])
    kind = "wiki wiki--new" if link.is_new else "wiki"
    return format_html('<a class="{}" href="{}">{}</a>', kind, link.href, told["shown"])


def _image_html(self: RendererHTML, tokens: Sequence[Token], at: int, options: Any, env: Mapping[str, Any]) -> str:
    token = tokens[at]
    src, alt = str(token.attrs.get("src", "")), self.renderInlineAsText(token.children or (), options, dict(env))
    if not _PICTURE.fullmatch(src):
        return escape(alt)
    return format_html('<img src="{}" alt="{}" loading="lazy">', src, alt)


def _step_html(self: RendererHTML, tokens: Sequence[Token], at: int, options: Any, env: Mapping[str, Any]) -> str:
    told = tokens[at].meta
    box = '<span class="step__box" data-step="{}" data-done="{}"></span>'
    return format_html(box, env["before"] + told["step"], told["done"])
