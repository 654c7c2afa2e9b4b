"""Discovery of commands: every class that has a name is offered, in the order in which the game names them."""

import pytest

from rules.engine.system.discovery import commands_in
from rules.registry import SYSTEMS

PACKAGE = "rules.systems.kaos"
NAMES = tuple(kind.name for kind in next(one for one in SYSTEMS if one.slug == "kaos").commands)


def test_commands_come_in_the_order_of_their_names() -> None:
    turned = NAMES[::-1]
    assert tuple(kind.name for kind in commands_in(PACKAGE, turned)) == turned


@pytest.mark.parametrize(
    ("order", "wrong"),
    [(NAMES[:-1], NAMES[-1]), ((*NAMES, "melee.sing"), "melee.sing"), ((*NAMES, NAMES[0]), NAMES[0])],
)
def test_a_name_left_out_unknown_or_said_twice_is_a_mistake(order: tuple[str, ...], wrong: str) -> None:
    with pytest.raises(LookupError, match=wrong):
        commands_in(PACKAGE, order)
