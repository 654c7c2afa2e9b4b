"""Quick values are what the standard library would make of their class, and nothing less."""

from dataclasses import FrozenInstanceError, dataclass, field, replace
from inspect import signature

import pytest

from rules.engine.kernel import quick


@dataclass(frozen=True, slots=True)
class Plain:
    name: str
    count: int = 1
    among: tuple[str, ...] = ()


@quick
@dataclass(frozen=True, slots=True)
class Quick:
    name: str
    count: int = 1
    among: tuple[str, ...] = ()


def test_they_take_what_others_take() -> None:
    assert signature(Quick) == signature(Plain)
    made = [Quick("a"), Quick("a", 2), Quick(among=("b",), name="a"), replace(Quick("a"), count=3)]
    assert [(one.name, one.count, one.among) for one in made] == [
        ("a", 1, ()),
        ("a", 2, ()),
        ("a", 1, ("b",)),
        ("a", 3, ()),
    ]
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'name'"):
        Quick()  # type: ignore[call-arg]


def test_they_are_equal_and_stay_as_they_are() -> None:
    assert Quick("a", 2) == Quick("a", 2) != Quick("a", 3)
    assert len({Quick("a"), Quick("a"), Quick("b")}) == 2
    with pytest.raises(FrozenInstanceError):
        Quick("a").count = 2  # type: ignore[misc]


@dataclass(frozen=True, slots=True)
class Checked:
    name: str

    def __post_init__(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Collecting:
    among: list[str] = field(default_factory=list)


@pytest.mark.parametrize("kind", [Checked, Collecting])
def test_a_class_that_does_more_is_refused(kind: type) -> None:
    with pytest.raises(TypeError, match="does more"):
        quick(kind)
