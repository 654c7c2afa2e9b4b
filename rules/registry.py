"""The games that Winterhall knows: one line each."""

from rules.engine.system.protocol import System
from rules.systems.dragonbane import DRAGONBANE
from rules.systems.fortune import FORTUNE
from rules.systems.grim import GRIM
from rules.systems.kaos import KAOS
from rules.systems.sda import SDA

SYSTEMS: tuple[System, ...] = (SDA, DRAGONBANE, KAOS, GRIM, FORTUNE)


def system_named(slug: str) -> System:
    """The game of a slug; ``KeyError`` where there is none."""
    return {system.slug: system for system in SYSTEMS}[slug]
