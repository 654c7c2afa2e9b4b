"""The words that people read: forms that were weeded out stay out, wherever the string stands."""

import re
from collections.abc import Callable, Iterator

import pytest

from tests.look.words import Heard, every_string, in_data, in_python, in_script, in_template

#: Forms that read like a translation, each with what to say in its place.
BANNED = {
    r"\bis to act\b": "’s turn",
    r"\bof all throws\b": "a chance, once",
    r"\bFound (a campaign|it)\b": "Create",
    r"\btested for\b": "rolls",
    r"\bat the fire\b": "No players yet",
    r"\bas chance has it\b": "average luck",
    r"\bmark with corners\b": "◆",
    r"\bcomes into the story\b": "appears",
    r"\bbrings again\b": "redoes",
    r"\bwith what is left\b": "the number itself",
    r"\bno longer about to\b": "what it has become",
}


@pytest.fixture(scope="module")
def strings() -> list[Heard]:
    return every_string()


@pytest.mark.parametrize("form", BANNED)
def test_no_string_has_a_banned_form(form: str, strings: list[Heard]) -> None:
    found = [str(heard) for heard in strings if re.search(form, heard.text)]
    assert found == [], f"say {BANNED[form]!r} instead"


@pytest.mark.parametrize(
    ("reader", "source", "texts"),
    [
        (in_template, '<p>It is {{ who }}’s turn</p>\n<a title="To act">x</a>', [(1, "It is …’s turn"), (2, "To act")]),
        (in_template, "<p>\n  Say {% if a %}yes{% else %}no{% endif %}\n</p>", [(2, "Say yes ¦ no")]),
        (in_template, '{% include "a.html" with label="Open it" %}', [(1, "Open it")]),
        (in_python, '"""A docstring here."""\nx = f"{who.name} is to act."', [(2, "{who.name} is to act.")]),
        (in_python, 'key = "melee_attack"\nLABEL = "Attack"', [(2, "Attack")]),
        (in_script, '// "Not a word"\nsay("No answer", `${n} left over`);', [(2, "No answer"), (2, "${n} left over")]),
        (in_data, '# "No word"\nname = "Long sword"\nkey = "long_sword"', [(2, "Long sword")]),
    ],
)
def test_strings_are_heard_where_they_stand(
    reader: Callable[[str, str], Iterator[Heard]], source: str, texts: list[tuple[int, str]]
) -> None:
    assert [(heard.line, heard.text) for heard in reader("a file", source)] == texts


def test_all_sorts_of_files_speak(strings: list[Heard]) -> None:
    paths = {heard.path for heard in strings}
    assert {"templates/base.html", "campaigns/log/sentences.py", "static/js/play.js", "docs/players.md"} <= paths
    assert any(path.endswith(".toml") for path in paths)
