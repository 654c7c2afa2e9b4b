"""Error pages stand when the database has fallen: these tests may not touch one."""

import re

import pytest
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import HttpRequest, HttpResponseBase
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.views import csrf, defaults


def plain(response: HttpResponseBase) -> str:
    return b"".join(response).decode()


def test_an_unknown_address_gets_the_page_of_the_house(client: Client) -> None:
    response = client.get("/there/is/nothing/here/")
    assert response.status_code == 404
    assert "<h1>Page not found</h1>" in plain(response)


@pytest.fixture
def request_without_anything(rf: RequestFactory) -> HttpRequest:
    return rf.get("/")


def test_every_failure_has_its_page(request_without_anything: HttpRequest) -> None:
    asked = request_without_anything
    assert "Something went wrong" in plain(defaults.server_error(asked))
    assert "cannot open this page" in plain(defaults.permission_denied(asked, PermissionDenied()))
    assert "Something in this request is wrong" in plain(defaults.bad_request(asked, SuspiciousOperation()))
    assert "out of date" in plain(csrf.csrf_failure(asked))


@pytest.mark.parametrize("name", ["400", "403", "404", "500", "403_csrf", "offline"])
def test_error_pages_lead_somewhere_and_ship_almost_no_script(name: str) -> None:
    page = render_to_string(f"errors/{name}.html")
    assert re.search(r'<a class="button [^"]+" href="[^"]*">', page)
    assert page.count("<script") == 1
