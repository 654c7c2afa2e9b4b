"""Names in sentences: found where they are written as names, or told of; ordinary words stay words."""

import itertools
import re

import pytest
from django.template import Context, Template
from django.utils.html import escape
from hypothesis import given
from hypothesis import strategies as st

from campaigns.log.line import Line, Part
from rules.engine.kernel import OwnBook, opened
from rules.engine.system.protocol import System
from rules.naming import Told, glossary
from rules.registry import SYSTEMS
from rules.systems.kaos.system import KAOS
from rules.systems.sda.system import SDA

OURS = OwnBook('{"weapons": {"ours.abc": {"name": "Frost <brand>"}, "ours.def": {"name": "Long sword of the north"}}}')
WORDS = ["Long sword", "Fire", "Flail", "Skeleton 2", "Prone", "prone", "Spear,", "(Spear)", "a", ". ", ": ", "<b>&"]


def names_found(text: str, system: System = KAOS, told: Told = frozenset(), *, opens: bool = True) -> list[str]:
    names = glossary(system).find(text, told, opens=opens)
    return [f"{text[one.start : one.end]} > {one.name.section}/{one.name.key}" for one in names]


def drawn(line: Line, system: System = SDA, **more: object) -> str:
    source = "{% load naming %}{% told line tells %}"
    return Template(source).render(Context({"line": line, "system": system, "tells": frozenset(), **more}))


# -- written as names -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("system", "text", "there"),
    [
        (KAOS, " attacks Mira (Short sword).", ["Short sword > weapons/short_sword"]),
        (KAOS, " draws: Dagger.", ["Dagger > weapons/dagger"]),
        (KAOS, " casts Fireball: 3 hit points.", ["Fireball > spells/fireball"]),
        (SDA, "Mira’s Longsword jams.", ["Longsword > weapons/longsword"]),
        (SDA, " will excel in a later roll: Stealth.", ["Stealth > skills/stealth"]),
    ],
)
def test_a_name_is_found_where_it_is_written_as_one(system: System, text: str, there: list[str]) -> None:
    assert names_found(text, system) == there


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.slug)
def test_every_name_of_a_game_is_found_in_a_sentence(system: System) -> None:
    entries = [entry for listed in system.compendium().values() for entry in listed if entry.name[0].isupper()]
    assert entries
    for entry in entries:
        text = f"they speak of {entry.name} and go on"
        assert glossary(system).find(text)[0].name.text == entry.name


def test_of_two_names_in_one_place_the_longer_counts() -> None:
    assert names_found("with a Longsword and a Long sword", KAOS)[-1].startswith("Long sword > ")
    with opened(OURS):
        assert names_found("the Long sword of the north sings", SDA) == ["Long sword of the north > weapons/ours.def"]


@pytest.mark.parametrize(
    "text",
    [
        "Fire is everywhere.",
        "Run! Charge! Guard the door.",
        "They rest. Light falls through the window.",
        ": Run.",
        ": Fire at them!",
        " shouts: “Run for it!”",
        "Daggers and Spearmen, a Half-Dagger, Dagger-like",
        "a dagger, a fireball, perception",
    ],
)
@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.slug)
def test_ordinary_words_are_no_names(system: System, text: str) -> None:
    assert names_found(text, system) == []


# -- told of ----------------------------------------------------------------------------------------------------------


def test_what_rules_tell_of_is_found_however_it_is_written() -> None:
    told = frozenset({("conditions", "prone"), ("skill", "stealth"), ("", "melee.attack")})
    assert names_found(": prone.", SDA, told) == ["prone > conditions/prone"]
    assert names_found("Stealth is rolled; stealth it is.", SDA, told) == [
        "Stealth > skills/stealth",
        "stealth > skills/stealth",
    ]
    assert [one.name.section for one in glossary(SDA).find(" rolls, melee attack:", told)] == ["mechanics"]
    assert names_found("is prone.", SDA) == []


def test_the_label_of_a_command_leads_to_the_rule_that_is_about_it() -> None:
    found = glossary(SDA).find("Spend the hits", frozenset({("", "melee.spend")}))
    assert [one.name.key for one in found] == ["SDA-186"], "turning, which may come with it, has the smaller number"
    for system in SYSTEMS:
        for command in system.commands:
            name = glossary(system).named(command.name)
            written = re.findall(r"[A-Z]{3}-\d{3}", command.__doc__ or "")
            if name and name.section == "mechanics":
                assert name.key == next(one for one in written if one in {kept.number for kept in system.mechanics()})


def test_a_key_of_another_kind_is_not_meant() -> None:
    assert names_found("on guard, a longsword", SDA, frozenset({("conditions", "longsword")})) == []
    assert names_found("a longsword", SDA, frozenset({("weapons", "longsword")})) == ["longsword > weapons/longsword"]
    assert names_found("a longsword", SDA, frozenset({("weapon", "longsword")})) == ["longsword > weapons/longsword"]


# -- people who are called like something --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "there"),
    [
        ("Rook strikes Hunter.", []),
        ("The shield of Hunter's splinters.", []),
        ("Hunter: Hunter draws a Longsword.", ["Longsword > weapons/longsword"]),
        ("They go with Hunter: Stealth 2.", ["Stealth > skills/stealth"]),
        ("with the Long sword of the north", ["Long sword of the north > weapons/ours.def"]),
    ],
)
def test_whoever_is_there_is_meant_by_their_name(text: str, there: list[str]) -> None:
    people, told = frozenset({"Hunter", "Rook", "north", ""}), frozenset({("occupations", "hunter")})
    with opened(OURS):
        names = glossary(SDA).find(text, told, people=people)
        assert [f"{text[one.start : one.end]} > {one.name.section}/{one.name.key}" for one in names] == there
        assert len(names_found(text, SDA, told)) == len(there) + text.count("Hunter")


def test_in_a_sentence_whoever_is_present_is_no_entry() -> None:
    line = Line((Part("Rook", "name"), Part(" strikes Hunter with the Longsword.")))
    assert "/occupations/#hunter" in drawn(line)
    assert "/occupations/#hunter" not in drawn(line, present=frozenset({"Hunter"}))
    assert "/weapons/#longsword" in drawn(line, present=frozenset({"Hunter"}))


# -- what a campaign has written ---------------------------------------------------------------------------------------


def test_names_of_a_campaign_are_known_where_its_book_lies_open() -> None:
    text, told = "with the Frost <brand> of old", frozenset({("", "ours.abc")})
    assert names_found(text, SDA) == []
    with opened(OURS):
        assert names_found(text, SDA) == ["Frost <brand> > weapons/ours.abc"]
    with opened(OwnBook(OURS.text, kept=frozenset({"ours.abc"}))):
        assert names_found(text, SDA, told) == []


# -- as links ---------------------------------------------------------------------------------------------------------


def test_a_sentence_keeps_its_looks_and_gains_links() -> None:
    parts = (Part("Guard", "name"), Part(" strikes with the Longsword"), Part(" (Stealth 3)", "aside"), Part("."))
    assert drawn(Line(parts)) == (
        '<b>Guard</b> strikes with the <a class="term" href="/games/sda/weapons/#longsword" data-lookup tabindex="-1">'
        'Longsword</a><span class="muted"> (<a class="term" href="/games/sda/skills/#stealth" data-lookup'
        ' tabindex="-1">Stealth</a> 3)</span>.'
    )
    assert "<a" not in drawn(Line(parts), plain=True)


def test_a_newcomer_leads_to_the_creature_that_it_is_called_after() -> None:
    assert "/creatures/#skeleton" in drawn(Line((Part("Skeleton 12", "newcomer"), Part(" joins the fight."))))
    assert "<a" not in drawn(Line((Part("Skeleton 12", "name"), Part(" joins the fight."))))
    assert "<a" not in drawn(Line((Part("Longsword", "newcomer"),)))


def test_no_foreign_markup_comes_in() -> None:
    with opened(OURS):
        html = drawn(Line((Part('"><script> with the Frost <brand>'),)))
    assert "<script" not in html
    assert ">Frost &lt;brand&gt;</a>" in html


@given(st.lists(st.sampled_from(WORDS) | st.text(max_size=8), max_size=8).map(" ".join), st.booleans())
def test_without_its_links_a_text_is_as_it_was(text: str, opens: bool) -> None:
    for system in SYSTEMS:
        names = glossary(system).find(text, frozenset({("conditions", "prone")}), opens=opens)
        assert all(before.end <= after.start for before, after in itertools.pairwise(names))
        html = Template("{% load naming %}{% linked text %}").render(Context({"text": text, "system": system}))
        assert re.sub(r"</?a(?: [^>]*)?>", "", html) == escape(text)
