"""Poisons, diseases, traps and lights, as their data files tell them; read when somebody first asks."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from rules.engine.content.entries import Entry
from rules.engine.content.files import told_in
from rules.engine.content.reader import filed
from rules.systems.sda.content.compendium import DATA


@dataclass(frozen=True, slots=True)
class Poison:
    """A poison: once in every ``unit`` it strikes, until ``recovery`` MoS have thrown it off.

    It costs ``spirit``, a die of ``damage``, 2 in each attribute that it ``weakens``, or ``chokes`` on a die's success.
    """

    key: str
    name: str
    description: str
    unit: str
    recovery: int
    detection: int
    spirit: int = 0
    damage: int = 0
    chokes: int = 0
    weakens: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Disease:
    """A disease: ``recovery`` 0 for one that never leaves by itself."""

    key: str
    name: str
    description: str
    contagiousness: int
    recovery: int
    detection: int
    boxes_a_day: int = 0
    halves_healing: bool = False
    spoils_sleep: bool = False


@dataclass(frozen=True, slots=True)
class Trap:
    """A trap: ``detection`` 0 where it is as hidden as whoever laid it rolled, less as many MoS as it is ``easier``."""

    key: str
    name: str
    description: str
    detection: int
    complexity: int
    skill: str
    disarm: int
    easier: int = 0
    dice: int = 0
    die: int = 0
    attack_dice: int = 0
    attack_die: int = 0
    poison: str = ""


@dataclass(frozen=True, slots=True)
class Light:
    """A light: ``bright`` metres of light and ``dim`` more, for so many hours, using up a thing of the gear."""

    key: str
    name: str
    hours: int
    bright: int
    dim: int
    uses: str


@cache
def poisons() -> Mapping[str, Poison]:
    """The poisons, by key."""
    return filed(DATA / "poisons.toml", "poison", Poison)


@cache
def diseases() -> Mapping[str, Disease]:
    """The diseases, by key."""
    return filed(DATA / "diseases.toml", "disease", Disease)


@cache
def traps() -> Mapping[str, Trap]:
    """The traps, by key."""
    return filed(DATA / "traps.toml", "trap", Trap)


@cache
def lights() -> Mapping[str, Light]:
    """Things that give light, by key."""
    return filed(DATA / "lights.toml", "light", Light)


def entries() -> Mapping[str, tuple[Entry, ...]]:
    """The compendium's sections of poisons, diseases and traps."""
    return {
        "poisons": tuple(
            _entry("poisons.toml", one, f"every {one.unit}", f"recovery {one.recovery}", f"detection {one.detection}")
            for one in poisons().values()
        ),
        "diseases": tuple(
            _entry(
                "diseases.toml",
                one,
                f"contagiousness {one.contagiousness}",
                f"recovery {one.recovery}" if one.recovery else "no recovery",
                f"detection {one.detection}",
            )
            for one in diseases().values()
        ),
        "traps": tuple(
            _entry(
                "traps.toml",
                one,
                f"detection {one.detection}" if one.detection else "detection: stealth of the one who set it",
                f"complexity {one.complexity}",
                f"disarm {one.disarm} ({one.skill.replace('_', ' ')})",
            )
            for one in traps().values()
        ),
    }


def _entry(file: str, one: Poison | Disease | Trap, *said: str) -> Entry:
    return Entry(one.key, one.name, one.description, said, told_in(DATA / file)["about"]["source"])
