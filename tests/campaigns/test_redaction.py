"""No fact, ask or sheet names somebody of whom players do not know, whatever its kind and wherever it names people."""

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest

from campaigns.audience import encounters, history, redaction, sight
from campaigns.audience.viewers import Viewer
from campaigns.models import Entry
from rules import codec
from rules.engine.kernel import Ask, Combatant, Condition, Encounter, Said, Sheet, facts

ROOK, CANARY, NAME = "rook-id", "canary-id", "Zaunkoenigin"
ANNA = Viewer(is_gm=False, plays=frozenset({ROOK}), open_sheets=frozenset({ROOK}))
HIDDEN = redaction.Hidden({CANARY})
#: A calendar names days, and nobody.
KINDS = [kind for kind in get_args(facts.Fact) if kind is not facts.CalendarChosen]


def entry_of(*happened: facts.Fact, **more: str) -> Entry:
    return Entry(facts=codec.dump_facts(list(happened)), veiled=codec.dump([CANARY]), **more)


# -- one of each ------------------------------------------------------------------------------------------------------


def sample_of(kind: Any) -> Any:
    """A value of a type, as plain JSON, in which every text is the id of somebody whom players know."""
    if kind is Any:
        return {ROOK: [ROOK, {ROOK: ROOK}], "said": f"{ROOK}/1"}
    if get_origin(kind) in (Union, UnionType):
        return sample_of(Said if Said in get_args(kind) else get_args(kind)[0])
    if get_origin(kind) is tuple or get_origin(kind) is list:
        return [sample_of(get_args(kind)[0])]
    if get_origin(kind) in (dict, Mapping):
        return {ROOK: sample_of(get_args(kind)[1])}
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        return {field.name: sample_of(hints[field.name]) for field in fields(kind)}
    return {str: ROOK, int: 1, float: 1.0, bool: False}[kind]


def with_each_text_replaced(value: Any, what: str) -> Iterator[Any]:
    """The value with one text of it replaced, each in turn; and with one key."""
    match value:
        case str():
            yield what + value.removeprefix(ROOK)
        case list():
            for at, one in enumerate(value):
                yield from ([*value[:at], other, *value[at + 1 :]] for other in with_each_text_replaced(one, what))
        case dict():
            for key, one in value.items():
                yield from ({**value, key: other} for other in with_each_text_replaced(one, what))


def with_each_key_replaced(value: Any, what: str) -> Iterator[Any]:
    """The value with one of those keys replaced that are no fields."""
    match value:
        case list():
            for at, one in enumerate(value):
                yield from ([*value[:at], other, *value[at + 1 :]] for other in with_each_key_replaced(one, what))
        case dict():
            if ROOK in value:
                yield {what if key == ROOK else key: one for key, one in value.items()}
            for key, one in value.items():
                yield from ({**value, key: other} for other in with_each_key_replaced(one, what))


def every_fact(kind: Any, what: str) -> Iterator[facts.Fact]:
    plain = sample_of(kind)
    name = codec.plain_fact(_filled(kind, plain))["fact"]
    for each in (*with_each_text_replaced(plain, what), *with_each_key_replaced(plain, what)):
        yield from codec.facts_from(codec.dump([{"fact": name, **each}]))


def _filled(kind: Any, plain: dict[str, Any]) -> Any:
    wanted = [field.name for field in fields(kind) if field.default is MISSING and field.default_factory is MISSING]
    return kind(**{name: plain.get(name) for name in wanted})


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_no_fact_of_any_kind_bears_an_id_that_is_veiled(kind: Any) -> None:
    for fact in every_fact(kind, CANARY):
        seen = history.seen_facts(entry_of(fact), ANNA)
        assert CANARY not in codec.dump(seen), fact
        assert CANARY in codec.dump(history.seen_facts(entry_of(fact), Viewer(is_gm=True)))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_facts_about_those_in_sight_stay_as_they_are(kind: Any) -> None:
    """The negative control: where nobody hides, nothing is taken out."""
    for fact in every_fact(kind, ROOK):
        for seen in history.seen_facts(entry_of(fact), ANNA):
            # Of a line in the fog players see a part, whoever hides.
            if not isinstance(fact, facts.Begun) and getattr(fact, "glimpse", None) is None:
                assert seen == fact


def naming_the_canary(text: str) -> Said:
    return Said(text, (CANARY,))


#: What a game says in words of its own.
SAID = [
    facts.Rolled(ROOK, naming_the_canary("away from {0}: evade"), (), 3, 50.0),
    facts.ResourceChanged(ROOK, "hp", 2, naming_the_canary("tended by {0}")),
    facts.ConditionSet(ROOK, Condition("held", naming_the_canary("Held by {0}"), 0, naming_the_canary("{0}"))),
    facts.Judged(ROOK, "shared", 1, {"transfers": naming_the_canary("Rook to {0} 2")}),
    facts.Asked(Ask(f"{ROOK}/1", ROOK, naming_the_canary("{0} attacks: defend?"), ("defend",), {"by": CANARY})),
]


@pytest.mark.parametrize("fact", SAID, ids=lambda fact: type(fact).__name__)
def test_where_a_game_speaks_of_them_players_read_somebody(fact: facts.Fact) -> None:
    (seen,) = history.seen_facts(entry_of(fact), ANNA)
    (known,) = history.seen_facts(entry_of(fact), Viewer(is_gm=True))
    assert "omebody" in codec.dump(redaction.with_names(seen, {CANARY: NAME}))
    assert NAME not in codec.dump(redaction.with_names(seen, {CANARY: NAME}))
    assert NAME in codec.dump(redaction.with_names(known, {CANARY: NAME}))
    assert type(seen) is type(fact)


def test_nobody_hears_a_sentence_about_them() -> None:
    told = facts.Told((ROOK, CANARY), "{0} stares at {1}.")
    assert history.seen_facts(entry_of(told), ANNA) == []


#: What people wrote. Would a name go from it, whoever writes names could find out which are true.
WRITTEN = [
    facts.TextChanged(ROOK, "notes", f"I fear {NAME}."),
    facts.ExperienceChanged(ROOK, "skill", "luck", 1, f"found {NAME}"),
    facts.ConditionSet(ROOK, Condition("afraid", f"Afraid of {NAME}", 0, "by hand")),
]


@pytest.mark.parametrize("fact", WRITTEN, ids=lambda fact: type(fact).__name__)
def test_what_people_wrote_stands_as_they_wrote_it(fact: facts.Fact) -> None:
    assert history.seen_facts(entry_of(fact), ANNA) == [fact]


def test_part_of_a_word_is_no_name() -> None:
    assert (
        redaction.sentence_without("A wren's nest, a Wren, wrens.", {"x": "Wren"})
        == "A wren's nest, a somebody, wrens."
    )
    assert redaction.sentence_without("Wrenna stands there.", {"x": "Wren"}) == "Wrenna stands there."


def test_a_name_that_somebody_in_sight_bears_may_be_said() -> None:
    """Else players could tell by a "somebody" that there is another of that name."""
    there = Encounter(combatants={CANARY: Combatant("foes", True), "another": Combatant("foes")})
    hidden = encounters.unspoken_in(there, {CANARY: "Skeleton", "another": "Skeleton"})
    assert hidden == {CANARY: ""}
    assert redaction.sentence_without("Skeleton attacks.", hidden) == "Skeleton attacks."
    assert encounters.unspoken_in(there, {CANARY: "Skeleton", "another": "Draugr"}) == {CANARY: "Skeleton"}


def test_a_sheet_names_nobody_who_hides() -> None:
    held = Condition("held", naming_the_canary("Held by {0}"), 1, CANARY)
    sheet = Sheet("Rook", conditions={"held": held}, memo={"hurt_by": [CANARY, ROOK], "watch": {CANARY: 3, ROOK: 1}})
    seen = sight.seen_sheet(sheet, ANNA, HIDDEN)
    assert seen.conditions == {"held": Condition("held", Said("Held by {0}", ("",)), 1, "")}
    assert seen.memo == {"hurt_by": [ROOK], "watch": {ROOK: 1}}
    assert sight.seen_sheet(sheet, Viewer(is_gm=True), HIDDEN) == sheet


def test_an_ask_of_somebody_else_is_only_known_to_wait() -> None:
    ask = Ask("mira/1", "mira", "Rook attacks you", ("defend",), {"by": ROOK})
    assert encounters.seen_ask(ask, ANNA, redaction.NOBODY) == Ask("mira/1", "mira", "", (), {})
