"""The game of the guide for whoever writes another one: read out of the document, and run as it stands there."""

import re
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

from rules.engine.system.protocol import System

GUIDE = Path(__file__).parents[2] / "docs" / "write-a-game.md"


def block(language: str) -> str:
    """The one block of a language in the guide."""
    (found,) = re.findall(rf"^```{language}\n(.*?)^```$", GUIDE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    return str(found)


@cache
def documented_game() -> System:
    """The game that the guide writes."""
    module = ModuleType("documented_game")
    sys.modules[module.__name__] = module
    exec(compile(block("python"), str(GUIDE), "exec"), module.__dict__)  # noqa: S102 - our own document
    game: System = module.Lanterns()
    return game
