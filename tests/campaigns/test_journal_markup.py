"""Texts of the journal as HTML: what Markdown makes of them, and that nothing of what strangers plant is left alive."""

from collections.abc import Iterator
from html.parser import HTMLParser
from urllib.parse import urlsplit

import pytest
from django.urls import reverse

from campaigns.audience import journal as audience
from campaigns.journal import markdown, reading, services
from campaigns.journal.services import Audience, Wanted
from campaigns.models import JournalPage, Shared
from rules.engine.kernel import Refused
from tests.campaigns.journal_payloads import PAYLOADS
from tests.campaigns.test_journal import address, write
from tests.campaigns.test_playing import client_of
from tests.helpers import Cast

TEXT_ELEMENTS = markdown._ELEMENTS | {"button"}
TEXT_ATTRIBUTES = {
    *("href", "title", "src", "alt", "loading", "start", "class", "rel"),
    *("type", "form", "name", "value", "role", "aria-checked", "aria-label"),
}
FOREIGN = {
    "script",
    "iframe",
    "object",
    "embed",
    "base",
    "style",
    "foreignobject",
    "math",
    "animate",
    "marquee",
    "video",
}


class Found(HTMLParser):
    """Every element with its attributes, as a parser finds them."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[tuple[str, dict[str, str]]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: value or "" for name, value in attrs}))

    handle_startendtag = handle_starttag


def faults(text: str) -> Iterator[str]:
    """What is alive in a rendered text that must not be."""
    for tag, attributes in Found(text).found:
        if tag not in TEXT_ELEMENTS:
            yield f"element {tag}"
        yield from (f"{tag} {name}" for name in attributes if name not in TEXT_ATTRIBUTES)
        if attributes.get("src", "/pictures/") and not attributes.get("src", "/pictures/").startswith("/pictures/"):
            yield f"source {attributes['src']}"
        href = "".join(one for one in attributes.get("href", "") if one > " ")
        if href and urlsplit(href).scheme.lower() not in ("", "http", "https", "mailto"):
            yield f"address {href}"
        if tag == "button" and attributes.get("form") != reading.TICKS:
            yield "a button of somebody else"


@pytest.mark.parametrize("payload", PAYLOADS)
def test_nothing_planted_in_a_text_is_alive(payload: str) -> None:
    for text in (
        payload,
        f"a {payload} b",
        f"- {payload}",
        f"> {payload}",
        f"[[{payload}]]",
        f"**{payload}**\n\n{payload}",
    ):
        parsed = markdown.parse(text)
        links = {markdown.folded(title): markdown.Link(f"/x/?title={title}", is_new=True) for title in parsed.titles}
        made = markdown.html(parsed, {one: links[one] for one in links if '"' not in one}, tick=reading.TICKS)
        assert list(faults(made)) == [], made


def test_there_are_enough_payloads() -> None:
    assert len(set(PAYLOADS)) >= 60


def test_a_payload_that_got_through_would_be_found() -> None:
    alive = '<script>1</script><a href="java\tscript:1" onclick="1">x</a><img src="//evil.example"><button>x</button>'
    assert len(list(faults(alive))) == 5


def planted(cast: Cast) -> JournalPage:
    """A page of all payloads; those that a title or a tag takes stand there as well."""
    wanted = Wanted("lore", "All of them", "\n\n".join(one for one in PAYLOADS if not one.startswith(":::")))
    page = services.add(cast.anna, wanted, Audience(Shared.ALL))
    for payload in PAYLOADS:
        for title, tags in ((payload, ()), ("Tagged", (payload,))):
            try:
                services.add(cast.anna, Wanted("lore", title, payload, tags), Audience(Shared.ALL))
            except Refused:
                continue
    return page


def own(text: str) -> list[tuple[str, dict[str, str]]]:
    """What a whole page of ours has that scripts could come from; its own scripts have their place under /static/."""
    return [(tag, attributes) for tag, attributes in Found(text).found if is_alive(tag, attributes)]


def is_alive(tag: str, attributes: dict[str, str]) -> bool:
    """Whether an element could run or fetch what somebody planted. A percent sign begins a path, no scheme."""
    places = [attributes.get(name, "") for name in ("href", "src", "action", "formaction")]
    schemes = {urlsplit("".join(place.split())).scheme.lower() for place in places}
    # Data for a script of ours is no script.
    is_data = attributes.get("type") == "application/json"
    is_foreign = tag in FOREIGN and not is_data and not attributes.get("src", "").startswith("/static/")
    return is_foreign or any(name.startswith("on") for name in attributes) or bool(schemes - {"", "http", "https"})


@pytest.mark.django_db
def test_no_page_of_the_hall_lets_a_payload_live(cast: Cast) -> None:
    page = planted(cast)
    assert JournalPage.objects.count() > 60
    here = address(cast)
    paths = [
        here,
        f"{here}?page=2",
        f"{here}?page=3",
        f"{here}?q=script",
        f"{here}?q=alert",
        f"{here}{page.public_id}/",
    ]
    paths += [f"{here}?q=%22%3E%3Cscript%3E", f"{here}?tag=%22%3E%3Cscript%3E", f"{here}new/?title=%22%3E%3Cscript%3E"]
    more = JournalPage.objects.order_by("pk")[1:8].values_list("public_id", flat=True)
    paths += [f"{here}{one}/{what}" for one in more for what in ("", "edit/", "history/", "shown/")]
    for path in paths:
        answer = client_of(cast.gm).get(path)
        assert answer.status_code == 200, path
        assert own(answer.content.decode()) == [], path
    previewed = client_of(cast.anna).post(f"{here}preview/", {"text": page.text}).content.decode()
    assert own(previewed) == []


@pytest.mark.django_db
def test_programs_get_the_text_as_it_is_and_a_picture_keeps_no_file_name(cast: Cast) -> None:
    page = write(cast.gm, "A", PAYLOADS[0])
    answer = client_of(cast.anna).get(reverse("api:journal-page", args=(cast.campaign.public_id, page.public_id)))
    assert answer["Content-Type"] == "application/json"
    assert answer.json()["text"] == PAYLOADS[0]
    assert audience.page_for(cast.anna, page.public_id).text == PAYLOADS[0]


# -- what Markdown makes ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("# One\n\n###### Six", "<h2>One</h2>\n<h6>Six</h6>"),
        ('"Yes" -- she said', "<p>“Yes” – she said</p>"),
        ("~~no~~ **b** *i*", "<p><s>no</s> <strong>b</strong> <em>i</em></p>"),
        ("[[]] [[ ]] [[a]", "<p>[[]] [[ ]] [[a]</p>"),
        ("`[[a]]`", "<p><code>[[a]]</code></p>"),
        ("```\n- [ ] no step\n```", "<pre><code>- [ ] no step\n</code></pre>"),
        ("![inn](/pictures/abc/whole/)", '<p><img src="/pictures/abc/whole/" alt="inn" loading="lazy"></p>'),
        ("[a](https://b.example)", '<p><a href="https://b.example" rel="noopener noreferrer nofollow">a</a></p>'),
    ],
)
def test_markdown(text: str, made: str) -> None:
    assert markdown.html(markdown.parse(text), {}).strip() == made
