"""Every component in Chromium, wide and on a phone, by day and by night."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.test import RequestFactory, override_settings
from playwright.sync_api import Browser, Page, Route, expect

from tests.look.serve import PAGES, render, serving
from winterhall.accounts.forms import SignupForm

AXE = (Path(__file__).parents[1] / "vendor" / "axe.min.js").read_text()
PLAIN = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
PHONE, WIDE = 390, 1280
THUMB = 44
ERRORS = ("400", "403", "404", "500", "403_csrf", "offline")


def _entrance() -> dict[str, str]:
    request = RequestFactory().get("/")
    request.user = AnonymousUser()
    pages: dict[str, str] = {"door": render_to_string("account/signup.html", {"form": SignupForm({})}, request)}
    errors = {f"error-{name}": render_to_string(f"errors/{name}.html") for name in ERRORS}
    return {**pages, **errors}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with override_settings(STORAGES=PLAIN):
        pages = {name: render(name) for name in PAGES} | _entrance()
    with serving(pages) as at:
        yield at


def opened(browser: Browser, url: str, width: int, theme: Literal["dark", "light"] = "dark") -> tuple[Page, list[str]]:
    """A page, and what its console complains about: a blocked style or script speaks there."""
    phone: dict[str, Any] = {"has_touch": True, "is_mobile": True} if width == PHONE else {}
    context = browser.new_context(viewport={"width": width, "height": 844}, color_scheme=theme, **phone)
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if said.type in {"error", "warning"} else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(url)
    return page, complaints


def violations(page: Page) -> list[str]:
    page.evaluate(AXE)
    # Only of what it finds fault with are the places worked out: on long pages that takes longer than looking.
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")["violations"]
    return [f"{fault['id']}: {node['html']}" for fault in found for node in fault["nodes"]]


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("width", [WIDE, PHONE])
@pytest.mark.parametrize("name", [*PAGES, "door", "error-500"])
def test_page_is_accessible_and_fits(
    browser: Browser, address: str, name: str, width: int, theme: Literal["dark", "light"]
) -> None:
    page, complaints = opened(browser, f"{address}/{name}", width, theme)
    page.wait_for_load_state("networkidle")
    # Before axe comes in: it styles its own probes inline, which the policy blocks and the console tells.
    assert complaints == []
    assert violations(page) == []
    # Not innerWidth: a phone zooms out until what overflows fits.
    assert page.evaluate("document.documentElement.scrollWidth") == width
    page.context.close()


@pytest.mark.parametrize("accent", ["blood", "pine", "gold", "violet"])
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_every_accent_can_be_read(browser: Browser, address: str, accent: str, theme: Literal["dark", "light"]) -> None:
    page, _ = opened(browser, f"{address}/sheet", WIDE, theme)
    page.evaluate("accent => { document.documentElement.dataset.accent = accent }", accent)
    assert violations(page) == []
    page.context.close()


def test_the_drawer_rises_takes_the_focus_and_gives_it_back(browser: Browser, address: str) -> None:
    page, _ = opened(browser, f"{address}/sheet", PHONE)
    drawer, opener = page.locator("#roll"), page.get_by_role("button", name="Roll Stealth, 5d8")
    expect(drawer).to_be_hidden()
    opener.click()
    expect(drawer).to_be_visible()
    expect(page.locator("#roll-title")).to_be_focused()
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(drawer).to_be_hidden()
    expect(opener).to_be_focused()
    page.context.close()


def test_the_drawer_stands_beside_the_sheet_where_there_is_room(browser: Browser, address: str) -> None:
    page, _ = opened(browser, f"{address}/sheet", WIDE)
    expect(page.locator("#roll")).to_be_visible()
    opener = page.get_by_role("button", name="Roll Stealth, 5d8")
    opener.click()
    assert not page.evaluate("document.querySelector('#roll').matches(':popover-open')")
    opener.press("Enter")
    expect(page.locator("#roll-title")).to_be_focused()
    page.context.close()


def test_colours_are_remembered_before_the_first_paint(browser: Browser, address: str) -> None:
    page, _ = opened(browser, f"{address}/components", WIDE, "dark")
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    assert page.evaluate(ground) == "rgb(18, 22, 27)"
    page.get_by_role("button", name="Switch to day colours").click()
    assert page.evaluate(ground) == "rgb(245, 242, 234)"
    # Whatever the head has done when the body begins was done before anything was painted.
    page.add_init_script(
        "new MutationObserver((_, watch) => { if (document.body) {"
        "window.worn = document.documentElement.dataset.theme; watch.disconnect(); } })"
        ".observe(document, { childList: true, subtree: true })"
    )
    page.reload()
    assert page.evaluate("window.worn") == "day"
    page.get_by_role("button", name="Switch to night colours").click()
    assert page.evaluate(ground) == "rgb(18, 22, 27)"
    page.context.close()


def test_thumbs_hit_what_they_mean(browser: Browser, address: str) -> None:
    page, _ = opened(browser, f"{address}/sheet", PHONE)
    page.locator(".dock__first").click()
    sizes = page.locator("main :is(button, summary, .choice):visible").evaluate_all(
        "all => all.map(one => [one.outerHTML.slice(0, 80), one.offsetWidth, one.offsetHeight])"
    )
    assert len(sizes) > 30
    assert [one for one in sizes if min(one[1:]) < THUMB] == []
    page.context.close()


def test_a_broken_line_and_news_are_shown(browser: Browser, address: str) -> None:
    page, _ = opened(browser, f"{address}/sheet", WIDE)
    banner = page.get_by_text("Connection lost. Trying again")
    expect(banner).to_be_hidden()
    page.context.set_offline(True)
    expect(banner).to_be_visible()
    page.context.set_offline(False)
    expect(banner).to_be_hidden()
    for _ in range(2):
        page.evaluate("document.dispatchEvent(new CustomEvent('hall:toast', {detail: {text: 'Mira rolled <b>3</b>'}}))")
    toast = page.locator(".toast")
    expect(toast).to_have_count(1)
    expect(toast).to_contain_text("Mira rolled <b>3</b>")
    toast.get_by_role("button", name="Close").click()
    expect(toast).to_have_count(0)
    page.context.close()


def test_the_stepper_speaks_like_a_typist(browser: Browser, address: str) -> None:
    page, _ = opened(browser, f"{address}/sheet", WIDE)
    page.evaluate("addEventListener('change', event => { window.heard = event.target.value })")
    page.get_by_role("button", name="Difficulty: more").click()
    assert page.evaluate("window.heard") == "4"
    keep = page.get_by_role("button", name="Keep back: less")
    keep.click()
    assert page.evaluate("window.heard") == "4", "below its least a field stays, and stays silent"
    page.context.close()


def form_that_posts(page: Page) -> None:
    form = "<form hx-post='/answer' hx-target='#answer'><button>Send</button></form><p id='answer'></p>"
    page.evaluate("html => { document.querySelector('main').innerHTML = html; htmx.process(document.body) }", form)


def test_what_is_sent_is_said_to_be_saved(browser: Browser, address: str) -> None:
    page, _ = opened(browser, f"{address}/components", WIDE)
    heard: list[dict[str, str]] = []

    def answer(route: Route) -> None:
        heard.append(route.request.headers)
        route.fulfill(body="Done", content_type="text/html")

    page.route("**/answer", answer)
    form_that_posts(page)
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#answer")).to_have_text("Done")
    expect(page.locator("[data-saved]").first).to_have_text("Saved")
    assert heard[0]["x-csrftoken"] == "not-a-token"
    page.context.close()


def test_a_broken_answer_is_told_and_lands_nowhere(browser: Browser, address: str) -> None:
    page, _ = opened(browser, f"{address}/components", WIDE)
    page.route("**/answer", lambda route: route.fulfill(status=500, body="<h1>A whole page</h1>"))
    form_that_posts(page)
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".toasts .toast")).to_contain_text("Something went wrong on our side")
    expect(page.locator("[data-saved]").first).to_have_text("Not saved")
    expect(page.locator("#answer")).to_be_empty()
    page.context.close()


def test_a_line_that_falls_is_told_and_comes_back(browser: Browser, address: str) -> None:
    page, _ = opened(browser, f"{address}/components", WIDE)
    page.route("**/answer", lambda route: route.abort())
    form_that_posts(page)
    banner = page.locator("[data-line]")
    page.get_by_role("button", name="Send").click()
    expect(page.locator("[data-saved]").first).to_have_text("Not saved: no connection")
    expect(banner).to_be_visible()
    page.unroute("**/answer")
    page.route("**/answer", lambda route: route.fulfill(body="Done"))
    page.get_by_role("button", name="Send").click()
    expect(page.locator("[data-saved]").first).to_have_text("Saved")
    expect(banner).to_be_hidden()
    page.context.close()


def test_the_rungs_glide_to_their_new_places(browser: Browser, address: str) -> None:
    page, _ = opened(browser, f"{address}/table", WIDE)
    rungs = ["<li class='rung' data-rung='a'>A</li>", "<li class='rung' data-rung='b'>B</li>"]
    page.route("**/order", lambda route: route.fulfill(body="".join(reversed(rungs)), content_type="text/html"))
    page.evaluate(
        "rungs => { const ladder = document.querySelector('[data-ladder]'); ladder.innerHTML = rungs;"
        "ladder.setAttribute('hx-get', '/order'); htmx.process(ladder) }",
        "".join(rungs),
    )
    page.evaluate(
        "addEventListener('htmx:after:swap', () => requestAnimationFrame(() => {"
        "window.gliding = document.querySelector('[data-rung=b]').getAnimations().length }))"
    )
    page.locator("[data-ladder]").click()
    page.wait_for_function("() => window.gliding === 1")
    page.context.close()


def test_menus_close_when_one_looks_elsewhere(browser: Browser, address: str) -> None:
    page, _ = opened(browser, f"{address}/table", WIDE)
    menu = page.locator("details.menu").filter(has_text="More")
    menu.locator("summary").click()
    expect(menu.get_by_role("button", name="Taunt")).to_be_visible()
    page.keyboard.press("Escape")
    expect(menu.get_by_role("button", name="Taunt")).to_be_hidden()
    expect(menu.locator("summary")).to_be_focused()
    page.context.close()


def test_a_question_is_asked_before_something_is_lost(browser: Browser, address: str) -> None:
    page, _ = opened(browser, f"{address}/components", WIDE)
    form = "const form = document.createElement('form'); form.dataset.confirm = 'Burn the sheet?';"
    page.evaluate(form + "form.innerHTML = '<button>Burn it</button>'; document.querySelector('main').prepend(form);")
    page.get_by_role("button", name="Burn it").click()
    dialog = page.get_by_role("dialog", name="Burn the sheet?")
    expect(dialog).to_be_visible()
    assert violations(page) == []
    dialog.get_by_role("button", name="Cancel").click()
    assert page.url.endswith("/components")
    page.get_by_role("button", name="Burn it").click()
    dialog.get_by_role("button", name="Burn it").click()
    page.wait_for_url("**/components?")
    page.context.close()
