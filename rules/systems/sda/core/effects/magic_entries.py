"""The six kinds of magic, gods, and ways of casting: what their data files hold, typed and immutable (D-9)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Self

from rules.engine.content.forms import Asked
from rules.engine.content.reader import Misfit, Of
from rules.systems.sda.content.entries import AttributeKey, SkillKey, none

PAYS = ("spirit", "favour", "life_debt", "focus", "scroll", "charge", "minor", "major")
#: The fields of a way of casting that name a thing held for it, by the kind of magic.
HELD = {"shamanism": "focus", "witchcraft": "vessel"}

TraitKey = Annotated[str, Of("traits")]
RankKey = Annotated[str, Of("learnable")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One of the six kinds of magic: the trait that opens it, and what its spells are paid with.

    ``pays`` is ``spirit``, ``favour``, ``life_debt``, ``focus``, ``scroll`` or ``charge``; ``faster`` the trait of
    whoever prepares in quarters of an hour.
    """

    key: str
    name: str
    trait: TraitKey
    pays: Annotated[str, Of(PAYS)]
    faster: TraitKey = ""
    description: str
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class God:
    """A god, by what earns their favour every day: ranks of two skills or groups, and points of an attribute."""

    key: str
    name: str
    primary: RankKey
    secondary: RankKey
    attribute: AttributeKey
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """One way of casting a spell: with which skill, against how much, at what price.

    ``mos`` is what the casting rolls add up to, ``prepare`` what preparing takes before. ``charges`` are the most that
    a vessel holds; ``needs`` is the focus, or the vessel. ``open`` where the books name the spell and print no
    figures: the game master gives them.
    """

    kind: Annotated[str, Of("kinds")]
    skill: SkillKey
    mos: int = 0
    cost: int = 0
    pays: Annotated[str, Of(PAYS)]
    prepare: int = 0
    charges: int = 0
    needs: str = ""
    breaks: bool = False
    open: bool = False

    @staticmethod
    def given(told: Mapping[str, Any], known: Any) -> Mapping[str, Any]:
        """The fields with the kind of magic that the skill belongs to, and what that is usually paid with."""
        skill = known.skills.get(told.get("skill"))
        if skill is None:
            raise Misfit(f"skill names an unknown {told.get('skill')!r}")
        if skill.group not in known.kinds:
            raise Misfit(f"{skill.key} is no skill of magic")
        usual = "spirit" if told.get("open") else known.kinds[skill.group].pays
        return {"pays": usual, **_with_needs(told, skill.group), "kind": skill.group}


def _with_needs(told: Mapping[str, Any], kind: str) -> Mapping[str, Any]:
    """The fields of a table that names focus and vessel: the one of its kind of magic; only shamans break theirs."""
    if not told.keys() & set(HELD.values()):
        return told
    rest = {name: one for name, one in told.items() if name not in HELD.values()}
    breaks = kind == "shamanism" and told["breaks"]
    return {**rest, "needs": told.get(HELD.get(kind, ""), ""), "breaks": breaks}


@dataclass(frozen=True, slots=True)
class Ways:
    """Ways of casting as campaigns fill them in: figures by skill, and what shamans and witches hold."""

    ways: Annotated[Mapping[str, int], Asked("Cast with, and MoS needed", options="magic", most=40, needed=True)] = (
        field(default_factory=none)
    )
    costs: Annotated[
        Mapping[str, int],
        Asked("What it costs", options="magic", most=40, help="Spirit, favour or life debt, depending on the magic"),
    ] = field(default_factory=none)
    prepares: Annotated[Mapping[str, int], Asked("MoS to prepare it", options="magic", most=40)] = field(
        default_factory=none
    )
    charges: Annotated[Mapping[str, int], Asked("Maximum charges of a vessel", options="magic", most=20)] = field(
        default_factory=none
    )
    focus: Annotated[str, Asked("Focus of shamans", most=80)] = ""
    vessel: Annotated[str, Asked("Vessel of witches", most=80, help="Phials and fumes are thrown")] = ""
    breaks: Annotated[bool, Asked("Casting destroys the focus")] = False

    @classmethod
    def of(cls, ways: tuple[Way, ...]) -> Self:
        held = {way.kind: way.needs for way in reversed(ways) if way.needs}
        return cls(
            {way.skill: way.mos for way in ways},
            {way.skill: way.cost for way in ways if way.cost},
            {way.skill: way.prepare for way in ways if way.prepare},
            {way.skill: way.charges for way in ways if way.charges},
            held.get("shamanism", ""),
            held.get("witchcraft", ""),
            any(way.breaks for way in ways),
        )

    def table(self) -> list[dict[str, Any]]:
        held = {"focus": self.focus, "vessel": self.vessel, "breaks": self.breaks}
        return [{"skill": skill, "mos": mos, **self._figures(skill), **held} for skill, mos in self.ways.items()]

    def _figures(self, skill: str) -> dict[str, int]:
        by_skill = {"cost": self.costs, "prepare": self.prepares, "charges": self.charges}
        return {name: figures[skill] for name, figures in by_skill.items() if skill in figures}
