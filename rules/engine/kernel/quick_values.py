"""Frozen values of which thousands are made: a roll looks at hundreds of choices, a forecast at millions of pools."""

from dataclasses import MISSING, fields
from typing import Any, TypeVar

Value = TypeVar("Value")


def quick(kind: type[Value]) -> type[Value]:
    """A frozen dataclass with slots, made in half of the time: each slot is filled by its own setter.

    As the standard library writes it, ``__init__`` looks for the setter of every field anew, by name, for each value.

    >>> from dataclasses import dataclass
    >>> @quick
    ... @dataclass(frozen=True, slots=True)
    ... class Die:
    ...     sides: int
    ...     face: int = 1
    >>> Die(6), Die(sides=8, face=3)
    (Die(sides=6, face=1), Die(sides=8, face=3))
    """
    all_fields = fields(kind)  # type: ignore[arg-type]
    if hasattr(kind, "__post_init__") or any(one.default_factory is not MISSING or one.kw_only for one in all_fields):
        raise TypeError(f"{kind.__name__} does more than to keep what it is given")
    names = [one.name for one in all_fields]
    setters: dict[str, Any] = {f"set_{name}": getattr(kind, name).__set__ for name in names}
    body = "; ".join(f"set_{name}(self, {name})" for name in names)
    exec(f"def __init__(self, {', '.join(names)}): {body}", setters)  # noqa: S102 - as dataclasses writes its own
    made, written = setters["__init__"], kind.__init__
    made.__defaults__, made.__annotations__ = written.__defaults__, written.__annotations__
    made.__qualname__, made.__module__ = written.__qualname__, kind.__module__
    kind.__init__ = made  # type: ignore[method-assign]
    return kind
