"""House rules: each is asked by some rule, so that turning it turns something."""

import re
from pathlib import Path

from rules.coverage import folder_of
from rules.engine.content.switches import Switch
from rules.systems.grim import GRIM
from rules.systems.grim.content.switches import SWITCHES, fights, harm, people, recovery

CONSTANTS = {
    name: one
    for module in (fights, harm, recovery, people)
    for name, one in vars(module).items()
    if isinstance(one, Switch)
}


def test_every_house_rule_stands_on_the_page_once() -> None:
    assert sorted(one.name for one in SWITCHES) == sorted(one.name for one in CONSTANTS.values())
    assert len({one.name for one in SWITCHES}) == len(SWITCHES)


def test_every_house_rule_is_asked_by_some_rule() -> None:
    own = Path(fights.__file__).parent
    files = (file for file in folder_of(GRIM).rglob("*.py") if own not in file.parents)
    code = "\n".join(file.read_text(encoding="utf-8") for file in files)
    assert [name for name in CONSTANTS if not re.search(rf"\b{name}\b", code)] == []
